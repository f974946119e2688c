# SPDX-License-Identifier: MIT
"""Three messages that wait: edited, moved by keyboard and mouse, deleted and brought back, sent now."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLineEdit, QWidget

from onesist_desktop.core.messages import Role
from onesist_desktop.ui.queue_row import QueueRow
from tests.integration.window_rig import Person, drag_mouse, open_window, table, until

AGENT = "practice-agent"
ALT = Qt.KeyboardModifier.AltModifier


def kept(person: Person) -> list[str]:
    """The queue as the database holds it."""
    return [str(row[0]) for row in table(person.data, "select text from queued_messages order by position")]


def rows(person: Person) -> list[QueueRow]:
    return sorted(person.find(QueueRow, "queue_row"), key=lambda row: row.mapToGlobal(QPoint(0, 0)).y())


def row_of(person: Person, text: str) -> QueueRow:
    return next(row for row in rows(person) if row.item.text == text)


def part(row: QueueRow, name: str) -> QWidget:
    found = row.findChild(QWidget, name)
    assert found is not None
    return found


async def both_are(person: Person, *texts: str) -> None:
    """Wait until the window and the database show the queue like this."""
    await until(lambda: [row.item.text for row in rows(person)] == [*texts], f"the window to show {texts}")
    await until(lambda: kept(person) == [*texts], f"the database to hold {texts}")


@asynccontextmanager
async def three_wait(qapp: QApplication, folder: Path) -> AsyncIterator[Person]:
    async with open_window(qapp, folder) as person:
        await person.send("slow 5000", AGENT)
        await until(lambda: "word" in person.last_text, "some words")
        for text in ("one", "two", "three"):
            await person.send(text)
        await both_are(person, "one", "two", "three")
        yield person


async def sent(person: Person) -> list[str]:
    return [message.text for message in await person.messages() if message.role is Role.USER]


async def test_a_waiting_message_is_edited_in_its_place(qapp: QApplication, tmp_path: Path) -> None:
    async with three_wait(qapp, tmp_path) as person:
        row = row_of(person, "two")
        QTest.mouseClick(part(row, "edit_queued"), Qt.MouseButton.LeftButton)
        field = row.findChild(QLineEdit, "queued_field")
        assert field is not None
        QTest.keyClicks(field, " and a half")
        QTest.keyClick(field, Qt.Key.Key_Return)
        await both_are(person, "one", "two and a half", "three")
        QTest.mouseClick(part(row, "edit_queued"), Qt.MouseButton.LeftButton)
        QTest.keyClicks(field, " more")
        QTest.keyClick(field, Qt.Key.Key_Escape)
        await both_are(person, "one", "two and a half", "three")


async def test_waiting_messages_are_moved_by_keyboard(qapp: QApplication, tmp_path: Path) -> None:
    async with three_wait(qapp, tmp_path) as person:
        await person.come_to_front()
        handle = row_of(person, "three").handle
        handle.setFocus(Qt.FocusReason.TabFocusReason)
        QTest.keyClick(handle, Qt.Key.Key_Up, ALT)
        await both_are(person, "one", "three", "two")
        QTest.keyClick(handle, Qt.Key.Key_Up, ALT)
        await both_are(person, "three", "one", "two")
        assert handle.hasFocus(), "the focus goes with the row"
        QTest.keyClick(handle, Qt.Key.Key_Down, ALT)
        await both_are(person, "one", "three", "two")


async def test_a_waiting_message_is_dragged(qapp: QApplication, tmp_path: Path) -> None:
    async with three_wait(qapp, tmp_path) as person:
        handle, last = row_of(person, "one").handle, row_of(person, "three")
        start = handle.rect().center()
        below = handle.mapFromGlobal(last.mapToGlobal(QPoint(40, last.height() - 2)))
        drag_mouse(handle, start, start + QPoint(0, 30), below)
        await both_are(person, "two", "three", "one")


async def test_a_deleted_message_comes_back_to_its_place(qapp: QApplication, tmp_path: Path) -> None:
    async with three_wait(qapp, tmp_path) as person:
        QTest.mouseClick(part(row_of(person, "two"), "delete_queued"), Qt.MouseButton.LeftButton)
        await both_are(person, "one", "three")
        await until(lambda: person.find(QWidget, "note_undo"), "Undo")
        person.click("note_undo")
        await both_are(person, "one", "two", "three")


async def test_send_now_stops_what_works_and_the_rest_follows_in_order(qapp: QApplication, tmp_path: Path) -> None:
    async with three_wait(qapp, tmp_path) as person:
        QTest.mouseClick(part(row_of(person, "three"), "send_now"), Qt.MouseButton.LeftButton)
        await until(lambda: not kept(person), "the queue to be empty")
        await until(lambda: all(row[0] for row in table(person.data, "select outcome from runs")), "all to be answered")
        assert await sent(person) == ["slow 5000", "three", "one", "two"]
        outcomes = table(person.data, "select outcome from runs order by ordinal")
        assert [str(row[0]) for row in outcomes] == ["stopped", "completed", "completed", "completed"]


async def test_a_queue_survives_a_restart_and_sends_nothing_by_itself(qapp: QApplication, tmp_path: Path) -> None:
    async with three_wait(qapp, tmp_path):
        pass
    async with open_window(qapp, tmp_path) as person:
        await until(lambda: rows(person), "the queue")
        await both_are(person, "one", "two", "three")
        assert person.find(QWidget, "queue_held")
        assert table(person.data, "select count(*) from runs") == [(1,)]
        person.click("send_now", 0)
        await until(lambda: "one" not in kept(person), "the first to be sent")
        await person.answered()
        assert (await sent(person))[:2] == ["slow 5000", "one"]
