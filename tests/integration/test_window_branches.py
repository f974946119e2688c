# SPDX-License-Identifier: MIT
"""Branches in every shape through the real window: of a thread that works, of a fork, merged twice, merged and set aside."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QPlainTextEdit, QWidget

from onesist_desktop.core.ids import ThreadId
from onesist_desktop.core.messages import MessageKind, Role
from onesist_desktop.core.records import RetireReason
from onesist_desktop.core.turn_events import OutcomeKind
from onesist_desktop.ui.roles import Role as ItemRole
from tests.integration.lineage_desk import (
    AGENT,
    MODEL,
    ask_database,
    confirm,
    dialog,
    drag_row,
    fork_at,
    go_to,
    messages_of,
    rewind_to,
    row_data,
    shown_thread,
    stored,
)
from tests.integration.window_rig import Person, open_window, until


def headings(text: str) -> list[str]:
    """Return the headings of the items of a text that somebody was told."""
    return [line.removeprefix("### ") for line in text.splitlines() if line.startswith("### ")]


async def merge(person: Person, child: ThreadId, parent: ThreadId) -> str:
    """Drag a fork onto its parent, confirm, and return what the preview showed."""
    drag_row(person, child, parent)
    await dialog(person, "merge_dialog")
    shown = person.find(QPlainTextEdit, "merge_text")[0].toPlainText()
    await confirm(person, "merge_dialog")
    await until(lambda: row_data(person, child, ItemRole.IS_MERGED), "the mark in the tree")
    return shown


async def test_a_thread_that_works_is_forked_and_neither_disturbs_the_other(qapp: QApplication, tmp_path: Path) -> None:
    async with open_window(qapp, tmp_path) as person:
        await person.must_complete(await person.ask("Alpha here", AGENT))
        parent = shown_thread(person)
        await person.send("slow 5000")
        await until(lambda: person.last_text.count("word") > 2, "some words")
        child = await fork_at(person, 2)
        assert [m.seq for m in await person.messages() if m.kind is None] == [1, 2]
        await person.send("what do you know")
        await until(lambda: len(person.app.turns._live.all()) == 1, "the fork's answer")
        (run,) = await person.runs()
        await person.must_complete(run)
        reply = [m for m in await person.messages() if m.role is Role.ASSISTANT][-1]
        assert "slow 5000" not in reply.text
        sessions = ask_database(person, "SELECT DISTINCT native_session_id FROM chat_provider_sessions WHERE state = 'active'")
        assert len(sessions) == 2
        await go_to(person, parent)
        person.click("stop_run")
        stopped = await person.answered()
        assert stopped.outcome is OutcomeKind.STOPPED
        assert len(await person.sessions(AGENT)) == 1
        assert ask_database(person, "SELECT forked_at_seq FROM threads WHERE id = ?", child) == [(2,)]


async def test_a_drop_elsewhere_and_cancel_change_nothing(qapp: QApplication, tmp_path: Path) -> None:
    async with open_window(qapp, tmp_path) as person:
        await person.must_complete(await person.ask("Alpha here", AGENT))
        other = shown_thread(person)
        await person.by_keys("new_thread")
        await person.must_complete(await person.ask("Bravo here", AGENT))
        parent = shown_thread(person)
        assert parent != other
        child = await fork_at(person, 2)
        await person.must_complete(await person.ask("Charlie here"))
        everything = [stored(person, one) for one in (other, parent, child)]
        drag_row(person, child, other)
        assert not person.find(QWidget, "merge_dialog")
        drag_row(person, parent, other)
        assert not person.find(QWidget, "merge_dialog")
        await go_to(person, child)
        drag_row(person, child, parent)
        await dialog(person, "merge_dialog")
        QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_Escape)
        await until(lambda: not person.find(QWidget, "merge_dialog"), "the dialog to close")
        assert [stored(person, one) for one in (other, parent, child)] == everything
        assert ask_database(person, "SELECT count(*) FROM context_transfers WHERE kind = 'merge'") == [(0,)]


async def test_merged_twice_and_again_after_the_parent_went_back(qapp: QApplication, tmp_path: Path) -> None:
    async with open_window(qapp, tmp_path) as person:
        await person.must_complete(await person.ask("Alpha here", AGENT))
        parent = shown_thread(person)
        child = await fork_at(person, 2, MODEL)
        await person.must_complete(await person.ask("Paint it blue"))
        first = await merge(person, child, parent)
        await go_to(person, child)
        await person.must_complete(await person.ask("Paint it red"))
        await until(lambda: not row_data(person, child, ItemRole.IS_MERGED), "the mark to go")
        second = await merge(person, child, parent)
        assert "Paint it blue" in first
        assert "Paint it red" in second
        assert "Paint it blue" not in second

        await go_to(person, parent)
        await rewind_to(person, 2)
        await until(lambda: not row_data(person, child, ItemRole.IS_MERGED), "the mark to go")
        assert ask_database(person, "SELECT coalesce(merged_upto_seq, 0) FROM threads WHERE id = ?", child) == [(0,)]
        both = await merge(person, child, parent)
        assert headings(both) == headings(first) + headings(second)
        await go_to(person, parent)
        await person.must_complete(await person.ask("And now?"))
        told = [one for one in await person.handed_over() if one.provider_id == AGENT][-1]
        assert headings(told.text) == [heading.replace(")", ", branch)") for heading in headings(both)]
        live = [m for m in await messages_of(person, parent) if m.kind is MessageKind.MERGE]
        assert [m.role for m in live] == [Role.USER, Role.SYSTEM]


async def test_a_fork_of_a_fork_comes_back_through_its_parent(qapp: QApplication, tmp_path: Path) -> None:
    async with open_window(qapp, tmp_path) as person:
        await person.must_complete(await person.ask("Alpha here", AGENT))
        root = shown_thread(person)
        middle = await fork_at(person, 2)
        await person.must_complete(await person.ask("Bravo here"))
        leaf = await fork_at(person, (await person.messages())[-1].seq, MODEL)
        titles = ask_database(person, "SELECT title FROM threads ORDER BY created_at")
        assert titles == [("Alpha here",), ("Alpha here (2)",), ("Alpha here (3)",)]
        await person.must_complete(await person.ask("Charlie here"))
        await merge(person, leaf, middle)
        shown = await merge(person, middle, root)
        assert shown.count("\nBravo here\n\n") == 1
        assert shown.count("\nCharlie here\n\n") == 1
        assert "\nAlpha here\n\n" not in shown
        await go_to(person, root)
        await person.must_complete(await person.ask("And now?", MODEL))
        assert shown_thread(person) == root
        told = (await person.handed_over())[-1]
        assert told.text.count("\nCharlie here\n\n") == 1


async def test_start_clean_begins_a_session_that_is_told_everything(qapp: QApplication, tmp_path: Path) -> None:
    async with open_window(qapp, tmp_path) as person:
        await person.must_complete(await person.ask("Alpha here", AGENT))
        await person.by_palette("start_clean")
        await until(lambda: person.texts("note_text"), "the note")
        await person.come_to_front()
        await person.must_complete(await person.ask("And now?"))
        assert [row.retired_reason for row in await person.sessions(AGENT)] == [RetireReason.START_CLEAN, None]
        (told,) = await person.handed_over()
        assert "Alpha here" in told.text
        assert str(told.strategy) == "full_thread_summary"
        assert any("as you chose" in line for line in person.blocks("receipt"))
