# SPDX-License-Identifier: MIT
"""Taking text out of the conversation by keys, menu and command, also where it has to be read first."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication
from pytestqt.qtbot import QtBot

from onesist_desktop.core.ids import ThreadId
from onesist_desktop.core.messages import Message, Role
from onesist_desktop.ui.main_window import MainWindow
from onesist_desktop.ui.theme.theme import Theme
from tests.ui.fakes import CLAUDE, FakeServices, message, thread
from tests.ui.helpers import opened, turns, until

T1, T2 = ThreadId("t1"), ThreadId("t2")
MANY = 130


def said(thread_id: ThreadId, seq: int) -> Message:
    if seq % 2:
        return message(thread_id, seq, Role.USER, f"question {seq}")
    return message(thread_id, seq, Role.ASSISTANT, f"answer **{seq}**", provider_id=CLAUDE)


@pytest.fixture(autouse=True)
def clipboard() -> Iterator[None]:
    QApplication.clipboard().setText("before")
    yield
    QApplication.clipboard().clear()


def copied() -> str:
    return QApplication.clipboard().text()


@asynccontextmanager
async def reading(services: FakeServices, theme: Theme, count: int) -> AsyncIterator[MainWindow]:
    """Open the window with a thread of so many messages, the transcript having the focus."""
    services.put_thread(thread(T1, "First", updated_at=9), *(said(T1, seq) for seq in range(1, count + 1)))
    services.put_thread(thread(T2, "Second", updated_at=1), said(T2, 1))
    async with opened(services, theme) as window:
        await until(lambda: window.transcript.messages)
        window.transcript.as_widget.setFocus()
        yield window


async def test_keys_copy_what_is_selected(qtbot: QtBot, services: FakeServices, theme: Theme) -> None:
    async with reading(services, theme, 2) as window:
        view = window.transcript.as_widget
        QTest.keyClick(view, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
        assert copied() == "before"
        QTest.keyClick(view, Qt.Key.Key_A, Qt.KeyboardModifier.ControlModifier)
        assert window.transcript.selected_seqs == (1, 2)
        assert window.commands.action("copy_selection").isEnabled()
        QTest.keyClick(view, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
        assert copied() == "You:\nquestion 1\n\nClaude Code:\nanswer 2"
        QTest.keyClick(view, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier)
        assert "answer **2**" in copied()
        QTest.keyClick(view, Qt.Key.Key_Escape)
        assert window.transcript.selected_seqs is None
        assert not window.commands.action("copy_selection").isEnabled()


async def test_the_message_keeps_these_keys_for_itself(qtbot: QtBot, services: FakeServices, theme: Theme) -> None:
    async with reading(services, theme, 2) as window:
        window.transcript.select_all()
        edit = window.composer.edit
        edit.setFocus()
        QTest.keyClicks(edit, "mine")
        QTest.keyClick(edit, Qt.Key.Key_A, Qt.KeyboardModifier.ControlModifier)
        QTest.keyClick(edit, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
        assert copied() == "mine"


async def test_what_is_not_held_is_read_and_copied_as_well(qtbot: QtBot, services: FakeServices, theme: Theme) -> None:
    async with reading(services, theme, MANY) as window:
        assert not window.transcript.holds(1, MANY)
        window.commands.action("select_thread").trigger()
        window.commands.action("copy_selection").trigger()
        await until(lambda: copied() != "before")
        texts = copied().split("\n\n")
        assert len(texts) == MANY
        assert texts[0] == "You:\nquestion 1"
        assert texts[-1] == f"Claude Code:\nanswer {MANY}"


async def test_another_thread_calls_a_long_copy_off(qtbot: QtBot, services: FakeServices, theme: Theme) -> None:
    async with reading(services, theme, MANY) as window:
        cancelled: list[bool] = []
        window.copies.cancelled.connect(lambda: cancelled.append(True))
        window.transcript.select_all()
        window.copies.copy()
        window.show_thread(T2)
        await until(lambda: cancelled)
        await turns()
        assert copied() == "before"


async def test_the_message_that_is_read_is_copied_whole(qtbot: QtBot, services: FakeServices, theme: Theme) -> None:
    async with reading(services, theme, 2) as window:
        window.transcript.jump_to(2)
        window.commands.action("copy_message_markdown").trigger()
        assert copied() == "answer **2**"
        window.commands.action("copy_message").trigger()
        assert copied() == "answer 2"


async def test_a_long_copy_says_how_it_goes_on_and_can_be_given_up(qtbot: QtBot, services: FakeServices, theme: Theme) -> None:
    async with reading(services, theme, MANY) as window:
        toast = window.page.toast
        window.transcript.select_all()
        window.copies.copy()
        await until(lambda: toast.text.startswith("Copying: "))
        assert toast.text.endswith(f" of {MANY} messages")
        toast.findChild(QAbstractButton, f"{toast.objectName()}_undo").click()
        await until(lambda: toast.text.startswith("Nothing was copied"))
        assert copied() == "before"
        window.copies.copy()
        await until(lambda: toast.text == "It is on the clipboard.")
        assert copied().endswith(f"answer {MANY}")


async def test_a_closed_note_of_a_long_copy_stays_closed_until_it_is_done(
    qtbot: QtBot, services: FakeServices, theme: Theme
) -> None:
    async with reading(services, theme, MANY) as window:
        toast = window.page.toast
        window.transcript.select_all()
        window.copies.copy()
        await until(lambda: toast.text.startswith("Copying: "))
        toast.hide()
        window.copies.progressed.emit(60, MANY)
        assert toast.isHidden()
        await until(lambda: toast.text == "It is on the clipboard.")
