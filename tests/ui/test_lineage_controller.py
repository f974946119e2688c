# SPDX-License-Identifier: MIT
"""Forking and merging in the window: by mouse, keyboard and palette, what is said afterwards, and why something can't be done."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QMenu, QPlainTextEdit, QRadioButton
from pytestqt.qtbot import QtBot

from onesist_desktop.core.errors import LineageError, LineageFault, StorageError
from onesist_desktop.core.ids import ThreadId
from onesist_desktop.core.messages import MessageKind, MessageStatus, Role
from onesist_desktop.services.events import MessageAdded, RunChanged, ThreadChanged, ThreadRemoved
from onesist_desktop.services.lineage_views import ForkChoice
from onesist_desktop.services.views import RunDetails, RunStatus
from onesist_desktop.ui.controllers.lineage_state import reasons_for
from onesist_desktop.ui.lineage_words import fault_words, lineage_text
from onesist_desktop.ui.main_window import MainWindow
from onesist_desktop.ui.palette.palette_dialog import PaletteDialog
from onesist_desktop.ui.theme.theme import Theme
from onesist_desktop.ui.transcript.fork_marks import ForkMark
from onesist_desktop.ui.transcript.header_block import HeaderBlock
from tests.ui.fakes import CLAUDE, CODEX, OLLAMA, FakeServices, message, run_details, run_view, thread
from tests.ui.helpers import find, label, opened, shown, turns, until
from tests.ui.lineage_story import BROUGHT, PARENT, T1, T2, T4, kids, merge_preview, notice, put_family


async def ready(window: MainWindow) -> None:
    await until(lambda: window.thread_id == T1 and window.transcript.messages)
    await until(lambda: not window.services.supervisor.running)
    await turns()


def press(window: MainWindow, key: Qt.Key) -> None:
    QTest.keyClick(window, key, Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier)


# -- forking ----------------------------------------------------------------------------------------------------------------


async def test_by_keyboard_the_last_message_is_forked_and_the_fork_is_shown(
    qtbot: QtBot, services: FakeServices, theme: Theme
) -> None:
    put_family(services)
    async with opened(services, theme) as window:
        await ready(window)
        window.activateWindow()
        press(window, Qt.Key.Key_D)
        await until(lambda: shown(window, "fork_dialog"))
        assert services.called("fork_preview") == [(T1, 6)], "the notices below it are no messages"
        find(window, "save", QAbstractButton).click()
        await until(lambda: services.called("fork"))
        await until(lambda: window.thread_id not in {T1, None})
        view = window.threads.view_of(window.thread_id)
        assert view is not None
        assert view.parent_thread_id == T1
        assert window.focusWidget() is window.composer.edit
        assert services.called("fork") == [(T1, 4, ForkChoice())]


async def test_a_message_is_forked_from_its_menu(qtbot: QtBot, services: FakeServices, theme: Theme) -> None:
    put_family(services)
    async with opened(services, theme) as window:
        await ready(window)
        window.transcript.menu_wanted.emit(window.mapToGlobal(QPoint(400, 300)), "t1-2")
        menu = find(window, "message_menu", QMenu)
        fork = next(action for action in menu.actions() if action.objectName() == "fork_here")
        assert fork.text() == "Fork here…"
        fork.trigger()
        menu.close()
        await until(lambda: services.called("fork_preview") == [(T1, 2)])
        await until(lambda: shown(window, "fork_dialog"))
        find(window, "cancel", QAbstractButton).click()
        assert not services.called("fork")


async def test_a_message_is_forked_at_its_head_by_mouse(qtbot: QtBot, services: FakeServices, theme: Theme) -> None:
    put_family(services)
    async with opened(services, theme) as window:
        await ready(window)
        # Each message has one, and notices have none.
        await until(lambda: len(shown(window, "fork_message")) == 4)
        buttons = [one for one in shown(window, "fork_message") if isinstance(one, QAbstractButton)]
        top = min(buttons, key=lambda one: one.mapTo(window, QPoint(0, 0)).y())
        QTest.mouseClick(top, Qt.MouseButton.LeftButton)
        await until(lambda: services.called("fork_preview") == [(T1, 1)])
        await until(lambda: shown(window, "fork_dialog"))
        find(window, "cancel", QAbstractButton).click()


async def test_forking_is_in_the_palette(qtbot: QtBot, services: FakeServices, theme: Theme) -> None:
    put_family(services)
    async with opened(services, theme) as window:
        await ready(window)
        window.palette_controller.open()
        dialog = window.findChild(PaletteDialog)
        assert dialog is not None
        dialog.command_chosen.emit("fork_here")
        dialog.reject()
        await until(lambda: shown(window, "fork_dialog"))
        find(window, "cancel", QAbstractButton).click()


async def test_with_an_own_copy_the_next_step_follows(qtbot: QtBot, services: FakeServices, theme: Theme) -> None:
    put_family(services)
    async with opened(services, theme) as window:
        await ready(window)
        window.lineage.forking.fork(T1, 4)
        await until(lambda: shown(window, "fork_dialog"))
        find(window, "fork_own_copy", QRadioButton).click()
        find(window, "save", QAbstractButton).click()
        await until(lambda: shown(window, "own_copy_dialog"))
        assert window.thread_id not in {T1, None}
        find(window, "own_copy_dialog").reject()  # type: ignore[attr-defined]
        await until(lambda: not window.services.supervisor.running)


async def test_a_thread_that_is_not_shown_is_forked_at_its_end(qtbot: QtBot, services: FakeServices, theme: Theme) -> None:
    put_family(services)
    async with opened(services, theme) as window:
        await ready(window)
        window.menus.fork_wanted.emit(PARENT)
        await until(lambda: services.called("fork_preview") == [(PARENT, 1)])
        await until(lambda: shown(window, "fork_dialog"))
        find(window, "cancel", QAbstractButton).click()


async def test_an_empty_thread_has_nothing_to_fork_from(qtbot: QtBot, services: FakeServices, theme: Theme) -> None:
    put_family(services)
    services.put_thread(thread("t9", "Empty", updated_at=1))
    async with opened(services, theme) as window:
        await ready(window)
        window.lineage.forking.fork(ThreadId("t9"))
        await until(window.page.banner.isVisible)
        assert window.page.banner.text.startswith("There is nothing to fork from yet.")
        assert not services.called("fork_preview")


async def test_only_one_dialog_is_open(qtbot: QtBot, services: FakeServices, theme: Theme) -> None:
    put_family(services)
    async with opened(services, theme) as window:
        await ready(window)
        window.lineage.forking.fork(T1, 4)
        window.lineage.forking.merge(T2)
        await until(lambda: shown(window, "fork_dialog"))
        await until(lambda: not window.services.supervisor.running)
        window.lineage.forking.rewind(T1, 4)
        await turns()
        assert not shown(window, "merge_dialog")
        assert not shown(window, "rewind_dialog")
        find(window, "cancel", QAbstractButton).click()


async def test_a_refused_fork_stays_in_its_dialog(qtbot: QtBot, services: FakeServices, theme: Theme) -> None:
    put_family(services)
    services.failures["fork"] = StorageError("the disk is full")
    async with opened(services, theme) as window:
        await ready(window)
        window.lineage.forking.fork(T1, 4)
        await until(lambda: shown(window, "fork_dialog"))
        find(window, "save", QAbstractButton).click()
        await until(lambda: shown(window, "saving_error"))
        assert label(window, "saving_error") == "That could not be done: the disk is full. Nothing was changed."
        assert window.thread_id == T1
        find(window, "cancel", QAbstractButton).click()


# -- merging ----------------------------------------------------------------------------------------------------------------


async def test_merging_by_keyboard_says_where_it_went(qtbot: QtBot, services: FakeServices, theme: Theme) -> None:
    put_family(services)
    async with opened(services, theme) as window:
        await ready(window)
        window.show_thread(T2)
        await until(lambda: window.transcript.thread_id == T2)
        press(window, Qt.Key.Key_G)
        await until(lambda: shown(window, "merge_dialog"))
        find(window, "save", QAbstractButton).click()
        await until(lambda: services.called("merge") == [(T2,)])
        await until(lambda: window.page.toast.text)
        assert window.page.toast.text == "Merged back into “Fix the login loop”"
        find(window, "note_undo", QAbstractButton).click()
        await until(lambda: window.thread_id == T1)


async def test_a_merge_waits_and_can_be_taken_back(qtbot: QtBot, services: FakeServices, theme: Theme) -> None:
    put_family(services)
    services.merges.previews[T2] = merge_preview(parent_works=True)
    async with opened(services, theme) as window:
        await ready(window)
        window.show_thread(T2)
        await until(lambda: window.transcript.thread_id == T2)
        action = window.commands.action("merge_back")
        action.trigger()
        await until(lambda: shown(window, "merge_dialog"))
        find(window, "save", QAbstractButton).click()
        await until(lambda: services.called("merge_when_ended") == [(T2,)])
        await until(lambda: window.page.toast.text.startswith("It will be merged when"))
        assert action.text() == "Don't merge when it ends"
        action.trigger()
        await until(lambda: services.called("do_not_wait") == [(T2,)])
        await until(lambda: action.text() == "Merge back…")
        assert not services.called("merge")


async def test_a_parent_that_begins_to_work_meanwhile(qtbot: QtBot, services: FakeServices, theme: Theme) -> None:
    put_family(services)
    services.failures["merge"] = LineageError(LineageFault.PARENT_WORKS)
    async with opened(services, theme) as window:
        await ready(window)
        window.menus.merge_wanted.emit(T2)
        await until(lambda: shown(window, "merge_dialog"))
        save = find(window, "save", QAbstractButton)
        save.click()
        await until(lambda: save.text() == "Merge when it ends")
        assert save.isEnabled()
        assert label(window, "saving_error").startswith("The thread that this one was forked from is being worked in.")
        save.click()
        await until(lambda: services.called("merge_when_ended") == [(T2,)])


@pytest.mark.parametrize(
    ("fault", "says"),
    [
        (LineageFault.NOTHING_NEW, "There is nothing new to merge back"),
        (LineageFault.NOTHING_FITS, "Nothing of this thread is short enough"),
        (LineageFault.PARENT_GONE, "The thread that this one was forked from is gone."),
        (LineageFault.CYCLE, "What is stored of this thread's family is damaged"),
    ],
)
async def test_why_nothing_can_be_merged_is_said(
    qtbot: QtBot, services: FakeServices, theme: Theme, fault: LineageFault, says: str
) -> None:
    put_family(services)
    services.failures["merge_preview"] = LineageError(fault)
    async with opened(services, theme) as window:
        await ready(window)
        window.lineage.forking.merge(T4)
        await until(window.page.banner.isVisible)
        assert window.page.banner.text.startswith(says)
        assert not shown(window, "merge_dialog")


# -- notices and marks ------------------------------------------------------------------------------------------------------


async def test_a_fork_leads_to_the_message_of_its_parent(qtbot: QtBot, services: FakeServices, theme: Theme) -> None:
    put_family(services)
    async with opened(services, theme) as window:
        await ready(window)
        window.lineage.open_notice(window.transcript.messages[-1].id)
        await until(lambda: window.thread_id == PARENT)
        await until(lambda: window.transcript.reading_seq == 1)


async def test_a_fork_whose_parent_is_not_there_says_so(qtbot: QtBot, services: FakeServices, theme: Theme) -> None:
    put_family(services)
    async with opened(services, theme) as window:
        await ready(window)
        services.bus.publish(MessageAdded(notice(20, MessageKind.FORK, parent_thread_id="gone", parent_title="Gone", at_seq=2)))
        await turns()
        window.lineage.open_notice(window.transcript.messages[-1].id)
        assert "is not in the list" in window.page.banner.text
        assert window.thread_id == T1


async def test_what_a_merge_brought_is_read_at_its_notice(qtbot: QtBot, services: FakeServices, theme: Theme) -> None:
    put_family(services)
    async with opened(services, theme) as window:
        await ready(window)
        notices = [each for each in window.transcript.messages if each.kind is MessageKind.MERGE and each.is_notice]
        window.lineage.open_notice(notices[0].id)
        await until(lambda: shown(window, "brought_dialog"))
        assert find(window, "brought_text", QPlainTextEdit).toPlainText() == BROUGHT
        find(window, "close", QAbstractButton).click()
        await turns()
        # From the inspector only its id is known.
        window.inspector.lineage.brought_wanted.emit("t1-6")
        await until(lambda: shown(window, "brought_dialog"))
        find(window, "close", QAbstractButton).click()
        await turns()
        window.inspector.lineage.brought_wanted.emit("nobody")
        await until(window.page.banner.isVisible)
        assert window.page.banner.text.startswith("What was brought can't be found any more.")


async def test_messages_with_forks_are_marked_and_list_them(qtbot: QtBot, services: FakeServices, theme: Theme) -> None:
    put_family(services)
    async with opened(services, theme) as window:
        await ready(window)
        await until(lambda: len(shown(window, "fork_mark")) == 2)
        mark = find(window, "fork_mark", ForkMark)
        assert mark.accessibleName().startswith("1 fork")
        mark.setFocus(Qt.FocusReason.TabFocusReason)
        QTest.keyClick(mark, Qt.Key.Key_Space)
        menu = find(window, "forks_menu", QMenu)
        texts = [action.text() for action in menu.actions()]
        assert texts in (["2  Use SessionStore"], ["4  What do others do?"])
        wanted = T2 if texts[0].startswith("2") else T4
        menu.actions()[0].trigger()
        menu.close()
        await until(lambda: window.thread_id == wanted)
        await until(lambda: not shown(window, "fork_mark"))


async def test_a_new_fork_is_marked_at_once(qtbot: QtBot, services: FakeServices, theme: Theme) -> None:
    put_family(services)
    async with opened(services, theme) as window:
        await ready(window)
        await until(lambda: len(shown(window, "fork_mark")) == 2)
        made = await services.forks.fork(T1, 5)
        await until(lambda: len(shown(window, "fork_mark")) == 3)
        services.bus.publish(ThreadRemoved(made.id, made.project_id))
        services.bus.publish(ThreadChanged(kids()[0]))
        await until(lambda: len(shown(window, "fork_mark")) == 2)


# -- starting clean ---------------------------------------------------------------------------------------------------------


async def test_start_clean_by_command_and_in_the_inspector(qtbot: QtBot, services: FakeServices, theme: Theme) -> None:
    put_family(services)
    async with opened(services, theme) as window:
        await ready(window)
        window.commands.action("start_clean").trigger()
        await until(lambda: services.called("start_clean") == [(T1, CODEX)])
        await until(lambda: window.page.toast.text.startswith("Codex starts clean with the next message"))
        run = run_view("t1", RunStatus.FINISHED, CLAUDE)
        window.inspector.run.show_run(run_details(run))
        find(window.inspector, "start_clean", QAbstractButton).click()
        await until(lambda: services.called("start_clean")[-1] == (T1, CLAUDE))
        window.inspector.run.show_run(run_details(replace(run, status=RunStatus.STREAMING)))
        assert not find(window.inspector, "start_clean", QAbstractButton).isEnabled()
        window.inspector.run.show_run(RunDetails(replace(run, provider_id=OLLAMA), run_details(run).mode, "", 1))
        assert find(window.inspector, "start_clean").isHidden(), "a model has no memory of its own"


async def test_a_model_can_not_start_clean(qtbot: QtBot, services: FakeServices, theme: Theme) -> None:
    put_family(services)
    async with opened(services, theme) as window:
        await ready(window)
        window.composer.choose_provider(OLLAMA)
        window.show_commands()
        action = window.commands.action("start_clean")
        assert not action.isEnabled()
        assert action.toolTip().startswith("Ollama has no memory of its own")


# -- reasons and words ------------------------------------------------------------------------------------------------------


async def test_a_streaming_answer_can_not_be_forked(qtbot: QtBot, services: FakeServices, theme: Theme) -> None:
    put_family(services)
    async with opened(services, theme) as window:
        await ready(window)
        services.bus.publish(RunChanged(run_view("t1", RunStatus.STREAMING)))
        answer = message("t1", 9, Role.ASSISTANT, "so", provider_id=CODEX, status=MessageStatus.STREAMING)
        services.bus.publish(MessageAdded(answer))
        await turns()
        window.transcript.menu_wanted.emit(window.mapToGlobal(QPoint(400, 300)), "t1-9")
        action = window.commands.action("fork_here")
        assert not action.isEnabled()
        assert action.toolTip() == "This answer isn't finished."
        find(window, "message_menu", QMenu).close()
        await turns()
        heads = [one for one in window.findChildren(HeaderBlock) if one.isVisible()]
        end = max(heads, key=lambda one: one.mapTo(window, QPoint(0, 0)).y())
        end.set_hovered(True)
        assert not find(end, "fork_message", QAbstractButton).isEnabled()
        assert find(end, "fork_message", QAbstractButton).toolTip() == "This answer isn't finished."
        window.transcript.menu_wanted.emit(window.mapToGlobal(QPoint(400, 300)), "t1-4")
        assert action.isEnabled(), "an earlier message can be forked while the thread works"
        find(window, "message_menu", QMenu).close()
        await turns()


def test_reasons_without_a_thread_or_a_message() -> None:
    nothing = reasons_for(None, None, ())
    assert nothing.fork == nothing.merge == "No thread is shown."
    reasons = reasons_for(thread("t1"), None, (), can_undo=True)
    assert reasons.fork == "There is no message to fork at yet."
    assert reasons.rewind == "There is no message to go back to yet."
    assert reasons.merge == "This thread is no fork."
    assert reasons.undo == reasons.clean == ""
    last = message("t1", 3, Role.USER, "x")
    assert reasons_for(thread("t1"), last, (last,), fork_at=last).fork == ""
    assert reasons_for(thread("t1"), last, (last, notice(4, MessageKind.FORK))).rewind == "Nothing comes after this message."
    assert reasons_for(thread("t1"), last, (last,), last_seq=3).rewind == "Nothing comes after this message."
    assert reasons_for(thread("t1"), last, (last,), last_seq=90).rewind == "", "the end isn't held"
    waits = replace(kids()[0], merge_waits=True)
    assert reasons_for(waits, last, (last,)).merges_later


@pytest.mark.parametrize("fault", list(LineageFault))
def test_every_fault_has_words_that_say_that_nothing_was_lost(fault: LineageFault) -> None:
    words = fault_words(fault)
    assert words.endswith(".")
    assert "Nothing was" in words or "all answers of this thread are there already" in words
    assert lineage_text(LineageError(fault)) == words
