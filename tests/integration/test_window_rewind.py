# SPDX-License-Identifier: MIT
"""Going back in a thread, and choosing what is handed over, through the real window; then the database is asked."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication, QLineEdit, QListView, QPlainTextEdit, QWidget

from onesist_desktop.core.messages import MessageKind, Role
from tests.integration.lineage_desk import (
    AGENT,
    MODEL,
    ask_database,
    confirm,
    confirm_by_keys,
    dialog,
    rewind_to,
    shown_thread,
)
from tests.integration.window_rig import Person, open_window, until


def set_aside(person: Person) -> list[int]:
    query = "SELECT seq FROM messages WHERE thread_id = ? AND rolled_back AND kind IS NULL ORDER BY seq"
    return [seq for (seq,) in ask_database(person, query, shown_thread(person))]


def rewind_states(person: Person) -> list[str]:
    return [state for (state,) in ask_database(person, "SELECT state FROM rewinds ORDER BY created_at")]


async def three_answers(person: Person) -> None:
    for text in ("Alpha here", "Bravo here", "Charlie here"):
        await person.must_complete(await person.ask(text, AGENT if text.startswith("A") else None))


async def test_rewind_undo_and_rewind_again_before_the_next_send(qapp: QApplication, tmp_path: Path) -> None:
    async with open_window(qapp, tmp_path) as person:
        await three_answers(person)
        await rewind_to(person, 2)
        await until(lambda: person.blocks("lineage_notice"), "the notice")
        assert person.blocks("lineage_notice")[0].startswith("Went back to message 2 · 4 message")
        assert set_aside(person) == [3, 4, 5, 6]
        assert [m.text for m in await person.messages() if m.role is Role.USER] == ["Alpha here"]
        await until(lambda: person.find(QAbstractButton, "note_undo"), "the note")
        person.click("note_undo")
        await until(lambda: set_aside(person) == [], "the messages to be back")
        await until(lambda: not person.blocks("lineage_notice"), "the notice to go")
        assert len([m for m in await person.messages() if m.role is Role.USER]) == 3
        assert "Charlie here" in person.last_text

        await rewind_to(person, 2)
        await until(lambda: person.blocks("lineage_notice"), "the notice")
        run = await person.ask("what do you know")
        await person.must_complete(run)
        assert rewind_states(person) == ["undone", "settled"]
        assert "Alpha here" in person.last_text
        assert "Bravo" not in person.last_text
        assert "Charlie" not in person.last_text
        assert [row.retired_reason for row in await person.sessions(AGENT)] == [None]
        # It can't be taken back any more, and says so by having no button.
        assert not person.find(QAbstractButton, "lineage_button")
        assert not person.window.commands.action("undo_rewind").isEnabled()
        kinds = [m.kind for m in await person.messages() if m.role is Role.SYSTEM]
        assert kinds == [MessageKind.REWIND]


async def test_a_rewind_by_palette_in_a_thread_of_two_survives_a_restart(qapp: QApplication, tmp_path: Path) -> None:
    async with open_window(qapp, tmp_path) as person:
        await person.must_complete(await person.ask("Alpha here", AGENT))
        await person.must_complete(await person.ask("Bravo here", MODEL))
        await person.must_complete(await person.ask("long"))
        transcript = person.window.transcript
        await person.by_keys("previous_question")
        await until(lambda: not transcript.is_at_end, "an earlier message")
        seq = transcript.reading_seq
        assert seq < transcript.messages[-1].seq
        await until(person.window.commands.action("rewind_here").isEnabled, "the command to be on")
        await person.by_palette("rewind_here")
        await dialog(person, "rewind_dialog")
        await confirm_by_keys(person, "rewind_dialog")
        assert ask_database(person, "SELECT to_seq FROM rewinds") == [(seq,)]
        before = set_aside(person)
        assert before
    async with open_window(qapp, tmp_path) as person:
        await until(lambda: person.window.thread_id is not None, "the thread")
        await until(lambda: person.find(QAbstractButton, "lineage_button"), "the notice with its button")
        person.click("lineage_button")
        await until(lambda: set_aside(person) == [], "the messages to be back")
        await until(lambda: not person.blocks("lineage_notice"), "the notice to go")
        await rewind_to(person, 2)
        await person.must_complete(await person.ask("what do you know", AGENT))
        assert "Bravo" not in person.last_text
        assert "Alpha here" in person.last_text
        assert not [told for told in await person.handed_over() if told.provider_id == AGENT and "Bravo" in told.text]


async def test_what_is_handed_over_is_chosen_sent_and_can_be_read(qapp: QApplication, tmp_path: Path) -> None:
    async with open_window(qapp, tmp_path) as person:
        await person.must_complete(await person.ask("Keep this one", MODEL))
        await person.must_complete(await person.ask("Leave this out"))
        person.choose(AGENT)
        await person.come_to_front()
        await until(lambda: person.find(QWidget, "handover"), "the composer's line")
        await person.by_keys("preview_handover")
        await dialog(person, "handoff_dialog")
        (items,) = person.find(QListView, "handoff_items")
        (text,) = person.find(QPlainTextEdit, "handoff_text")
        assert items.model().rowCount() == 4
        assert "Leave this out" in text.toPlainText()
        for row in (2, 3):
            items.setCurrentIndex(items.model().index(row, 0))
            QTest.keyClick(items, Qt.Key.Key_Space)
        (note,) = person.find(QLineEdit, "handoff_note")
        QTest.keyClicks(note, "Only the first matters")
        await until(lambda: "Only the first matters" in text.toPlainText(), "the note in the text")
        await until(lambda: "Leave this out" not in text.toPlainText(), "the text without the item")
        shown = text.toPlainText()
        await confirm(person, "handoff_dialog", "use_handoff")
        assert ask_database(person, "SELECT count(*) FROM context_handoffs") == [(0,)]
        await person.must_complete(await person.ask("what did you get?"))
        (told,) = await person.handed_over()
        strategy = ask_database(person, "SELECT strategy, made_by, delivery FROM context_handoffs")
        assert [row[::2] for row in strategy] == [("manual_context", "delivered")]
        assert "Keep this one" in told.text
        assert "Only the first matters" in told.text
        assert "Leave this out" not in told.text
        assert told.text == shown
        await until(lambda: person.blocks("receipt"), "the receipt")
        person.click("what_it_was_told")
        await until(lambda: person.find(QPlainTextEdit, "handoff_text"), "the dialog")
        assert person.find(QPlainTextEdit, "handoff_text")[0].toPlainText() == told.text
        person.click("close")
        await until(lambda: not person.find(QWidget, "handoff_text"), "the dialog to close")
        # What was left out on purpose is not owed again.
        await person.must_complete(await person.ask("what do you know"))
        assert "Leave this out" not in person.last_text
        assert len(await person.handed_over()) == 1
