# SPDX-License-Identifier: MIT
"""*Rewind to here*: numbers before the button, what leaves the transcript, and the way back until the next send."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QWidget
from pytestqt.qtbot import QtBot

from onesist_desktop.core.errors import LineageError, LineageFault
from onesist_desktop.core.messages import MessageKind, Role
from onesist_desktop.services.events import MessageAdded, MessagesSetAside, RunChanged
from onesist_desktop.services.lineage_views import RewindPreview
from onesist_desktop.services.views import MessagePage, RunStatus
from onesist_desktop.ui.dialogs.rewind_dialog import RewindDialog
from onesist_desktop.ui.main_window import MainWindow
from onesist_desktop.ui.provider_book import ProviderBook
from onesist_desktop.ui.theme.theme import Theme
from onesist_desktop.ui.transcript.header_block import HeaderBlock
from onesist_desktop.ui.transcript.lineage_block import LineageBlock
from tests.ui.fakes import CLAUDE, CODEX, FakeServices, message, run_view
from tests.ui.helpers import find, label, opened, shown, turns, until
from tests.ui.lineage_story import REWIND, T1, notice, put_family, rewind_preview


@pytest.fixture
def window(qtbot: QtBot) -> Iterator[QWidget]:
    made = QWidget()
    qtbot.addWidget(made)
    made.resize(1200, 900)
    made.show()
    yield made


# -- the dialog -------------------------------------------------------------------------------------------------------------


def test_numbers_come_before_the_button(window: QWidget, theme: Theme, book: ProviderBook) -> None:
    dialog = RewindDialog(theme, book, rewind_preview(), window)
    dialog.open()
    assert label(dialog, "dialog_title") == "Go back to message 4"
    assert label(dialog, "rewind_count").startswith("6 message")
    assert label(dialog, "rewind_forgotten").startswith("Codex can't forget only a part")
    assert label(dialog, "rewind_merges").startswith("1 merge")
    assert label(dialog, "rewind_files").startswith("Files stay as they are.")
    assert label(dialog, "rewind_undo") == "It can be taken back until the next message is sent, or a fork merged."
    assert dialog.focusWidget() is find(dialog, "cancel", QAbstractButton)
    QTest.keyClick(dialog, Qt.Key.Key_Return)
    assert dialog.isVisible()


def test_what_does_not_happen_is_not_said(window: QWidget, theme: Theme, book: ProviderBook) -> None:
    dialog = RewindDialog(theme, book, RewindPreview(T1, 4, 2, (CODEX, CLAUDE)), window)
    dialog.open()
    assert label(dialog, "rewind_forgotten").endswith("Codex, Claude Code.")
    assert not shown(dialog, "rewind_merges")
    plain = RewindDialog(theme, book, RewindPreview(T1, 4, 2), window)
    plain.open()
    assert not shown(plain, "rewind_forgotten")


# -- in the window ----------------------------------------------------------------------------------------------------------


def seqs(window: MainWindow) -> list[int]:
    return [each.seq for each in window.transcript.messages]


def set_aside(services: FakeServices, *, is_undone: bool) -> None:
    """Let the services hold what a rewind to message 4 leaves, or all of it again."""
    snapshot = services.snapshots[T1]
    before = snapshot.page.messages
    if is_undone:
        kept = services_all(services)
    else:
        data = {"rewind_id": "w1", "to_seq": 4, "upto_seq": 8, "message_count": 6, "is_undone": False}
        kept = (*(each for each in before if each.seq <= 4), notice(9, MessageKind.REWIND, **data))
    services.snapshots[T1] = replace(
        snapshot, page=MessagePage(kept, kept[0].seq, kept[-1].seq), last_seq=kept[-1].seq, resendable_id=None
    )


def services_all(services: FakeServices) -> tuple:  # type: ignore[type-arg]
    fresh = FakeServices()
    put_family(fresh)
    return fresh.snapshots[T1].page.messages


async def go_back(window: MainWindow, services: FakeServices) -> None:
    window.lineage.forking.rewind(T1, 4)
    await until(lambda: shown(window, "rewind_dialog"))
    set_aside(services, is_undone=False)
    find(window, "save", QAbstractButton).click()
    await until(lambda: seqs(window) == [1, 2, 3, 4, 9])
    await until(lambda: not window.services.supervisor.running)


async def test_rows_leave_and_come_back_on_undo(qtbot: QtBot, services: FakeServices, theme: Theme) -> None:
    put_family(services)
    services.rewinds.previews[T1] = rewind_preview()
    async with opened(services, theme) as window:
        await until(lambda: window.thread_id == T1 and seqs(window))
        assert not window.commands.action("undo_rewind").isEnabled()
        window.composer.put_text("a draft")
        await go_back(window, services)
        assert services.called("rewind") == [(T1, 4)]
        assert window.composer.text == "a draft"
        assert window.page.toast.text.startswith("Went back to message 4")
        assert window.commands.action("undo_rewind").isEnabled()
        await turns()
        block = find(window, "lineage_notice", LineageBlock)
        assert block.accessibleName().startswith("Went back to message 4 · 6 message")
        set_aside(services, is_undone=True)
        find(block, "lineage_button", QAbstractButton).click()
        await until(lambda: services.called("undo_rewind"))
        await until(lambda: seqs(window) == [1, 2, 3, 4, 5, 6, 7, 8])
        await until(lambda: not window.commands.action("undo_rewind").isEnabled())
        assert window.page.toast.text.endswith("are there again")


async def test_the_next_send_takes_the_way_back_away(qtbot: QtBot, services: FakeServices, theme: Theme) -> None:
    put_family(services)
    services.rewinds.previews[T1] = rewind_preview()
    async with opened(services, theme) as window:
        await until(lambda: window.thread_id == T1 and seqs(window))
        await go_back(window, services)
        await turns()
        assert shown(window, "lineage_button")
        services.bus.publish(MessageAdded(message("t1", 10, Role.USER, "another way")))
        await turns(8)
        assert not window.commands.action("undo_rewind").isEnabled()
        assert not shown(window, "lineage_button")


async def test_a_rewind_of_before_can_be_taken_back_in_a_later_visit(qtbot: QtBot, services: FakeServices, theme: Theme) -> None:
    put_family(services)
    services.rewinds.open[T1] = REWIND
    async with opened(services, theme) as window:
        await until(lambda: window.commands.action("undo_rewind").isEnabled())
        window.commands.action("undo_rewind").trigger()
        await until(lambda: services.called("undo_rewind"))


async def test_too_late_is_said_in_words(qtbot: QtBot, services: FakeServices, theme: Theme) -> None:
    put_family(services)
    services.rewinds.open[T1] = REWIND
    services.failures["undo_rewind"] = LineageError(LineageFault.ALREADY_SETTLED)
    async with opened(services, theme) as window:
        await until(lambda: window.commands.action("undo_rewind").isEnabled())
        window.commands.action("undo_rewind").trigger()
        await until(window.page.banner.isVisible)
        assert "Something was sent since" in window.page.banner.text


async def test_a_refusal_keeps_the_dialog_open_with_the_reason(qtbot: QtBot, services: FakeServices, theme: Theme) -> None:
    put_family(services)
    services.failures["rewind"] = LineageError(LineageFault.WORKS)
    async with opened(services, theme) as window:
        await until(lambda: window.thread_id == T1 and seqs(window))
        window.lineage.forking.rewind(T1, 4)
        await until(lambda: shown(window, "rewind_dialog"))
        find(window, "save", QAbstractButton).click()
        await until(lambda: shown(window, "saving_error"))
        assert "Wait for its end, or stop it first." in label(window, "saving_error")
        find(window, "cancel", QAbstractButton).click()


async def test_it_is_greyed_with_the_reason(qtbot: QtBot, services: FakeServices, theme: Theme) -> None:
    put_family(services)
    async with opened(services, theme) as window:
        await until(lambda: window.thread_id == T1 and seqs(window))
        action = window.commands.action("rewind_here")
        window.transcript.jump_to(8)
        window.transcript.scroll_to_end()
        window.transcript.menu_wanted.emit(window.mapToGlobal(window.rect().center()), "t1-2")
        assert action.isEnabled()
        services.bus.publish(RunChanged(run_view("t1", RunStatus.STREAMING)))
        await turns()
        assert not action.isEnabled()
        assert action.toolTip() == "Claude Code works in this thread. Stop it first, or wait for its end."
        services.bus.publish(RunChanged(run_view("t1", RunStatus.FINISHED)))
        await turns()
        assert action.isEnabled()
        find(window, "message_menu").close()  # type: ignore[attr-defined]
        await turns()


async def test_at_its_head_it_is_greyed_with_the_reason(qtbot: QtBot, services: FakeServices, theme: Theme) -> None:
    put_family(services)
    async with opened(services, theme) as window:
        await until(lambda: window.thread_id == T1 and seqs(window))
        services.bus.publish(MessageAdded(message("t1", 9, Role.USER, "And now?")))
        window.transcript.scroll_to_end()
        await turns()
        heads = sorted(
            (one for one in window.findChildren(HeaderBlock) if one.isVisible()),
            key=lambda one: one.mapTo(window, QPoint(0, 0)).y(),
        )
        top, last = (find(head, "rewind_message", QAbstractButton) for head in (heads[0], heads[-1]))
        for head in (heads[0], heads[-1]):
            head.set_hovered(True)
        assert top.isEnabled() and top.toolTip() == "Go back to this message"
        assert not last.isEnabled() and last.toolTip() == "Nothing comes after this message."
        services.bus.publish(RunChanged(run_view("t1", RunStatus.STREAMING)))
        assert not top.isEnabled() and top.toolTip().startswith("Claude Code works in this thread.")
        services.bus.publish(RunChanged(run_view("t1", RunStatus.FINISHED)))
        assert top.isEnabled()
        QTest.mouseClick(top, Qt.MouseButton.LeftButton)
        await until(lambda: services.called("rewind_preview"))
        await until(lambda: shown(window, "rewind_dialog"))
        find(window, "cancel", QAbstractButton).click()


async def test_where_the_end_is_not_read_yet_the_thread_is_known_to_go_on(
    qtbot: QtBot, services: FakeServices, theme: Theme
) -> None:
    put_family(services)
    services.snapshots[T1] = replace(services.snapshots[T1], last_seq=services.snapshots[T1].last_seq + 200)
    async with opened(services, theme) as window:
        await until(lambda: window.thread_id == T1 and seqs(window))
        last = [message for message in window.transcript.messages if not message.is_notice][-1]
        window.transcript.menu_wanted.emit(window.mapToGlobal(window.rect().center()), last.id)
        assert window.commands.action("rewind_here").isEnabled()
        find(window, "message_menu").close()  # type: ignore[attr-defined]
        await turns()


async def test_of_another_thread_nothing_is_read_again(qtbot: QtBot, services: FakeServices, theme: Theme) -> None:
    put_family(services)
    async with opened(services, theme) as window:
        await until(lambda: window.thread_id == T1 and seqs(window))
        reads = len(services.called("open_thread"))
        services.bus.publish(MessagesSetAside(T1.__class__("t0"), 1, 5))
        await turns()
        assert len(services.called("open_thread")) == reads
