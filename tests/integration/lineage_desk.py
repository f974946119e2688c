# SPDX-License-Identifier: MIT
"""Forks, merges and rewinds as a person does them in the real window, and what the database says of them."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from typing import Any

from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QAction, QContextMenuEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication, QMenu, QWidget

from onesist_desktop.core.ids import ThreadId
from onesist_desktop.core.messages import Message
from onesist_desktop.ui.roles import Role
from onesist_desktop.ui.transcript.transcript_view import TranscriptView
from onesist_desktop.ui.widgets.picker_button import PickerButton
from tests.integration.window_rig import Person, drag_mouse, move_mouse, until

AGENT, MODEL = "practice-agent", "practice-model"


def ask_database(person: Person, query: str, *values: object) -> list[tuple[Any, ...]]:
    """Read the database from outside, past all code of the app."""
    with closing(sqlite3.connect(person.data / "onesist.db", timeout=5.0)) as connection:
        return connection.execute(query, values).fetchall()


def stored(person: Person, thread_id: ThreadId) -> list[tuple[Any, ...]]:
    """Return every column of a thread's messages and parts."""
    messages = ask_database(person, "SELECT * FROM messages WHERE thread_id = ? ORDER BY seq", thread_id)
    parts = ask_database(
        person,
        "SELECT p.* FROM message_parts p JOIN messages m ON m.id = p.message_id WHERE m.thread_id = ? ORDER BY m.seq, p.ordinal",
        thread_id,
    )
    return [*messages, *parts]


async def messages_of(person: Person, thread_id: ThreadId) -> list[Message]:
    return await person.app.context.database.run(lambda uow: uow.messages.newest(thread_id, 1000))


def shown_thread(person: Person) -> ThreadId:
    thread_id = person.window.thread_id
    assert thread_id is not None
    return thread_id


# -- the list of threads ----------------------------------------------------------------------------------------------------


def row_place(person: Person, thread_id: ThreadId) -> QPoint:
    """Return the middle of a thread's row in the list's viewport."""
    tree = person.window.sidebar.tree
    index = person.window.threads.index_of(thread_id)
    assert index.isValid(), "the thread has no row"
    tree.scrollTo(index)
    place = tree.visualRect(index).center()
    assert tree.viewport().rect().contains(place)
    return place


def row_data(person: Person, thread_id: ThreadId, role: Role | Qt.ItemDataRole) -> Any:
    return person.window.threads.index_of(thread_id).data(role)


async def go_to(person: Person, thread_id: ThreadId) -> None:
    """Click a thread's row, and wait until the thread was read."""
    QTest.mouseClick(person.window.sidebar.tree.viewport(), Qt.MouseButton.LeftButton, pos=row_place(person, thread_id))
    await until(lambda: person.window.thread_id == thread_id == person.window.transcript.thread_id, "the thread to be shown")


def drag_row(person: Person, dragged: ThreadId, onto: ThreadId) -> None:
    """Drag a thread's row onto another one."""
    begin, end = row_place(person, dragged), row_place(person, onto)
    middle = QPoint(begin.x() + 20, (begin.y() + end.y()) // 2)
    drag_mouse(person.window.sidebar.tree.viewport(), begin, middle, end)


# -- menus and dialogs ------------------------------------------------------------------------------------------------------


async def open_message_menu(person: Person, seq: int) -> QMenu:
    """Click a message with the right button."""
    view = person.window.transcript.as_widget
    assert isinstance(view, TranscriptView)
    await person.come_to_front()
    person.window.transcript.jump_to(seq)

    def at_hand() -> QPoint | None:
        room = view.viewport().rect()
        for row, _, widget in view.visible_blocks():
            place = widget.mapTo(view.viewport(), QPoint(20, min(8, widget.height() - 1)))
            if row == seq and widget.isVisible() and room.contains(place):
                return place
        return None

    await until(at_hand, f"message {seq} to be in view")
    place = at_hand()
    assert place is not None
    press = QContextMenuEvent(QContextMenuEvent.Reason.Mouse, place, view.viewport().mapToGlobal(place))
    QApplication.sendEvent(view.viewport(), press)
    await until(lambda: person.find(QMenu, "message_menu"), "the menu")
    return person.find(QMenu, "message_menu")[0]


async def choose_in_menu(person: Person, menu: QMenu, action: QAction) -> None:
    """Click an entry of an open menu."""
    assert action.isEnabled(), f"{action.text()} is off: {action.toolTip()}"
    name, place = menu.objectName(), menu.actionGeometry(action).center()
    move_mouse(menu, place)
    QTest.mouseClick(menu, Qt.MouseButton.LeftButton, pos=place)
    await until(lambda: not person.find(QMenu, name), "the menu to close")


async def by_message_menu(person: Person, seq: int, command_id: str) -> None:
    menu = await open_message_menu(person, seq)
    await choose_in_menu(person, menu, person.window.commands.action(command_id))


async def dialog(person: Person, name: str) -> QWidget:
    """Wait for a dialog, and for the keys to go to it."""
    await until(lambda: person.find(QWidget, name), f"the {name}")
    shown = person.find(QWidget, name)[0]
    await until(lambda: (focused := QApplication.focusWidget()) and shown.isAncestorOf(focused), f"the focus in the {name}")
    return shown


async def confirm(person: Person, name: str, button: str = "save") -> None:
    """Click a dialog's button, and wait until the dialog is gone."""
    person.click(button)
    await until(lambda: not person.find(QWidget, name), f"the {name} to close")


async def tab_to(person: Person, name: str) -> QAbstractButton:
    """Press Tab until a button has the focus."""
    for _ in range(40):
        focused = QApplication.focusWidget()
        assert focused is not None
        if focused.objectName() == name and isinstance(focused, QAbstractButton):
            return focused
        QTest.keyClick(focused, Qt.Key.Key_Tab)
    raise AssertionError(f"Tab never leads to {name}")


async def confirm_by_keys(person: Person, name: str, button: str = "save") -> None:
    """Go to a dialog's button by Tab and press Enter there."""
    QTest.keyClick(await tab_to(person, button), Qt.Key.Key_Return)
    await until(lambda: not person.find(QWidget, name), f"the {name} to close")


# -- whole steps ------------------------------------------------------------------------------------------------------------


def choose_in_fork_dialog(person: Person, provider_id: str) -> None:
    """Let somebody else answer in the fork."""
    button = person.find(PickerButton, "fork_provider")[0]
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)
    picker = button.picker
    assert picker is not None
    keys = [row.key for row in picker.shown_rows]
    assert provider_id in keys
    for _ in keys:
        QTest.keyClick(picker.view, Qt.Key.Key_Up)
    for _ in keys:
        if picker.current_key == provider_id:
            break
        QTest.keyClick(picker.view, Qt.Key.Key_Down)
    QTest.keyClick(picker.view, Qt.Key.Key_Return)
    assert not picker.isVisible()


async def fork_at(person: Person, seq: int, provider_id: str | None = None) -> ThreadId:
    """Fork the shown thread from the menu of a message, and wait until the fork is shown."""
    parent_id = shown_thread(person)
    await by_message_menu(person, seq, "fork_here")
    await dialog(person, "fork_dialog")
    if provider_id is not None:
        choose_in_fork_dialog(person, provider_id)
    await confirm(person, "fork_dialog")
    return await new_fork(person, parent_id)


async def new_fork(person: Person, parent_id: ThreadId) -> ThreadId:
    """Wait until a fork of a thread is shown."""
    await until(lambda: person.window.thread_id != parent_id, "the fork to be shown")
    child_id = shown_thread(person)
    await until(lambda: person.window.transcript.thread_id == child_id, "the fork to be read")
    assert ask_database(person, "SELECT parent_thread_id FROM threads WHERE id = ?", child_id) == [(parent_id,)]
    await person.come_to_front()
    return child_id


async def rewind_to(person: Person, seq: int) -> None:
    """Go back to a message from its menu."""
    await by_message_menu(person, seq, "rewind_here")
    await dialog(person, "rewind_dialog")
    await confirm(person, "rewind_dialog")
