# SPDX-License-Identifier: MIT
"""Finding one's way in a thread of 3,000 messages, and taking text out of it."""

from __future__ import annotations

import uuid
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLineEdit, QWidget

from onesist_desktop.core.errors import FailureReason
from onesist_desktop.core.ids import MessageId, ProviderId, ThreadId
from onesist_desktop.core.messages import Message, MessageKind, Role, TextPart
from onesist_desktop.core.turn_events import Delivery, OutcomeKind
from onesist_desktop.storage.unit_of_work import UnitOfWork
from onesist_desktop.ui.transcript.blocks import BlockKind
from onesist_desktop.ui.transcript.transcript_view import TranscriptView
from tests.integration.window_rig import Person, drag_mouse, open_window, until

AGENT = ProviderId("practice-agent")
COUNT = 3_000
NEEDLES = (7, 1_504, 1_505, 2_990)
FAILURES = (10, 2_100)


def write_thread(uow: UnitOfWork, thread_id: ThreadId) -> None:
    for seq in range(1, COUNT + 1):
        is_question = seq % 2 == 1
        role, kind, data = (Role.USER if is_question else Role.ASSISTANT), None, {}
        text = f"This is message {seq}." + (" A quokka sits here." if seq in NEEDLES else "")
        if seq in FAILURES:
            role, kind = Role.SYSTEM, MessageKind.ERROR
            data = {
                "outcome": OutcomeKind.FAILED.value,
                "reason": FailureReason.PROVIDER_ERROR.value,
                "provider_id": AGENT,
                "delivery": Delivery.ACCEPTED.value,
            }
        assert uow.threads.take_seq(thread_id) == seq
        uow.messages.add(
            Message(
                id=MessageId(str(uuid.uuid4())),
                thread_id=thread_id,
                seq=seq,
                role=role,
                kind=kind,
                parts=() if kind else (TextPart(text),),
                data=data,
                provider_id=AGENT if role is Role.ASSISTANT else None,
                created_at=1_700_000_000.0 + seq,
            )
        )


@asynccontextmanager
async def long_thread(qapp: QApplication, folder: Path) -> AsyncIterator[Person]:
    async with open_window(qapp, folder) as person:
        project = person.window.project
        assert project is not None
        thread = await person.app.services.threads.create(project.id)
        await person.app.context.database.run(lambda uow: write_thread(uow, thread.id))
    async with open_window(qapp, folder) as person:
        await until(lambda: any(f"message {COUNT}." in text for text in person.read), "the thread at its end")
        await person.come_to_front()
        yield person


def count_text(person: Person) -> str:
    return person.texts("find_count")[0]


async def shows(person: Person, seq: int) -> None:
    await until(lambda: any(f"This is message {seq}." in text for text in person.read), f"message {seq} to be in view")


async def test_finding_goes_through_pages_that_were_never_read(qapp: QApplication, tmp_path: Path) -> None:
    async with long_thread(qapp, tmp_path) as person:
        await person.by_keys("find")
        field = person.find(QLineEdit, "find_field")[0]
        QTest.keyClicks(field, "quokka")
        await until(lambda: count_text(person) == "1 of 4", "where to go on from, which is the thread's end: around it")
        await shows(person, 7)
        for number, seq in ((2, 1_504), (3, 1_505), (4, 2_990), (1, 7)):
            await person.by_keys("find_next")
            assert count_text(person) == f"{number} of 4"
            await shows(person, seq)
        await person.by_keys("find_previous")
        assert count_text(person) == "4 of 4"
        await shows(person, 2_990)
        QTest.keyClick(field, Qt.Key.Key_Return)
        await shows(person, 7)
        assert len(person.window.transcript.messages) < 1_000, "what was passed by is not kept"
        QTest.keyClick(field, Qt.Key.Key_Escape)
        assert not person.find(QWidget, "find_bar")
        assert not person.window.commands.action("find_next").isEnabled()


async def test_what_is_not_there_is_said(qapp: QApplication, tmp_path: Path) -> None:
    async with long_thread(qapp, tmp_path) as person:
        await person.by_palette("find")
        await until(lambda: person.find(QLineEdit, "find_field"), "the find bar")
        QTest.keyClicks(person.find(QLineEdit, "find_field")[0], "wombat")
        await until(lambda: count_text(person) == "Not found", "the answer")
        await shows(person, COUNT)


async def test_jumping_to_questions_and_failures(qapp: QApplication, tmp_path: Path) -> None:
    async with long_thread(qapp, tmp_path) as person:
        transcript = person.window.transcript
        await person.by_keys("previous_question")
        await until(lambda: transcript.reading_seq == COUNT - 1, "the last question")
        await person.by_keys("previous_question")
        await until(lambda: transcript.reading_seq == COUNT - 3, "the question before")
        await person.by_keys("next_question")
        await until(lambda: transcript.reading_seq == COUNT - 1, "the next question")
        await person.by_keys("previous_error")
        await until(lambda: transcript.reading_seq == FAILURES[1], "the newest failure")
        await until(lambda: person.blocks("error_card"), "its card")
        await shows(person, FAILURES[1] + 1)
        await person.by_menu("previous_error")
        await until(lambda: transcript.reading_seq == FAILURES[0], "the one before")
        await shows(person, FAILURES[0] - 1)
        await person.by_palette("to_last_message")
        await shows(person, COUNT)


def prose_of(person: Person, role: Role) -> QWidget:
    """The first text of the first message of a role that stands in view."""
    view = person.window.transcript.as_widget
    assert isinstance(view, TranscriptView)
    seqs = {message.seq for message in person.window.transcript.messages if message.role is role}
    return next(widget for seq, block, widget in view.visible_blocks() if seq in seqs and block.kind is BlockKind.PROSE)


def drag_over(person: Person, first: QWidget, last: QWidget) -> None:
    """Press before the first letter of one text, let go behind the last letter of another."""
    viewport = person.window.transcript.as_widget.viewport()  # type: ignore[attr-defined]
    start = first.mapTo(viewport, QPoint(2, 8))
    end = last.mapTo(viewport, QPoint(last.width() - 2, last.height() - 3))
    drag_mouse(viewport, start, start + QPoint(12, 4), end)


@pytest.mark.parametrize("way", ["palette", "menu"])
async def test_a_selection_across_two_messages_is_copied(qapp: QApplication, tmp_path: Path, way: str) -> None:
    async with open_window(qapp, tmp_path) as person:
        await person.must_complete(await person.ask("What is **this** project?", AGENT))
        await until(lambda: len(person.read) > 1, "the answer in view")
        drag_over(person, prose_of(person, Role.USER), prose_of(person, Role.ASSISTANT))
        await until(lambda: person.window.commands.action("copy_selection").isEnabled(), "something to be selected")
        answer = person.last_text.split("\n\n")[0]
        assert answer.startswith("**Practice assistant.**")
        await person.by_any(way, "copy_as_markdown")
        await until(lambda: person.clipboard.startswith("**You**"), "the clipboard")
        assert person.clipboard == f"**You**\n\nWhat is **this** project?\n\n**Practice agent**\n\n{answer}"
        await person.by_any(way, "copy_selection")
        await until(lambda: person.clipboard.startswith("You:"), "the clipboard")
        plain = answer.replace("**", "")
        assert person.clipboard == f"You:\nWhat is **this** project?\n\nPractice agent:\n{plain}"


async def test_a_whole_long_thread_is_copied_though_little_of_it_is_held(qapp: QApplication, tmp_path: Path) -> None:
    async with long_thread(qapp, tmp_path) as person:
        await person.by_palette("select_thread")
        await until(lambda: person.window.commands.action("copy_as_markdown").isEnabled(), "the selection")
        await person.by_keys("copy_as_markdown")
        await until(lambda: f"This is message {COUNT}." in person.clipboard, "the whole thread on the clipboard")
        found = [line for line in person.clipboard.split("\n") if line.startswith("This is message ")]
        assert len(found) == COUNT - len(FAILURES)
        assert found[0] == "This is message 1."
