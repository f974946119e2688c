# SPDX-License-Identifier: MIT
"""Forks that are merged back, through the real window by mouse, drag and keyboard; then the database is asked."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtWidgets import QApplication, QPlainTextEdit, QPushButton, QWidget

from onesist_desktop.core.messages import MessageKind, Role
from onesist_desktop.ui.roles import Role as ItemRole
from tests.integration.lineage_desk import (
    AGENT,
    MODEL,
    ask_database,
    confirm,
    confirm_by_keys,
    dialog,
    drag_row,
    fork_at,
    go_to,
    messages_of,
    new_fork,
    row_data,
    shown_thread,
    stored,
)
from tests.integration.window_rig import open_window, until


async def test_a_fork_is_answered_by_another_and_merged_back_by_dragging(qapp: QApplication, tmp_path: Path) -> None:
    async with open_window(qapp, tmp_path) as person:
        await person.must_complete(await person.ask("What is this project?", AGENT))
        await person.must_complete(await person.ask("Which file comes first?"))
        parent = shown_thread(person)
        before = stored(person, parent)
        child = await fork_at(person, 2, MODEL)
        assert [m.text for m in await person.messages() if m.role is Role.USER] == ["What is this project?"]
        assert [m.seq for m in await person.messages()] == [1, 2, 3]
        await person.must_complete(await person.ask("Paint it blue"))
        assert (await person.runs())[-1].provider_id == MODEL
        await until(lambda: person.blocks("receipt"), "the receipt")
        (told,) = await person.handed_over()
        assert "What is this project?" in told.text
        assert "Which file comes first?" not in told.text
        assert stored(person, parent) == before
        assert not row_data(person, child, ItemRole.IS_MERGED)

        drag_row(person, child, parent)
        await dialog(person, "merge_dialog")
        (text,) = person.find(QPlainTextEdit, "merge_text")
        assert text.toPlainText().count("Paint it blue") >= 1
        assert "Which file comes first?" not in text.toPlainText()
        assert stored(person, parent) == before
        shown = text.toPlainText()
        await confirm(person, "merge_dialog")
        await until(lambda: row_data(person, child, ItemRole.IS_MERGED), "the mark in the tree")
        *_, brought, notice = await messages_of(person, parent)
        assert (brought.role, brought.kind, brought.text) == (Role.USER, MessageKind.MERGE, shown)
        assert (notice.role, notice.kind, notice.data["message_id"]) == (Role.SYSTEM, MessageKind.MERGE, brought.id)
        merges = ask_database(person, "SELECT source_thread_id, target_thread_id FROM context_transfers WHERE kind = 'merge'")
        assert merges == [(child, parent)]

        await go_to(person, parent)
        await until(lambda: any("Merged back" in line for line in person.blocks("lineage_notice")), "the notice")
        await person.must_complete(await person.ask("And now?"))
        (told,) = await person.handed_over()
        assert told.provider_id == AGENT
        # What was brought stands there once, and nothing that the agent said itself.
        assert [line for line in told.text.splitlines() if line.startswith("### ")] == [
            "### User (#4, branch)",
            "### Assistant (#6, branch)",
        ]
        assert told.text.count("### User (#4, branch)\nPaint it blue\n") == 1
        assert "What is this project?" not in told.text
        assert "before_seq=0" not in told.text
        assert "A handoff block came with this message, with 2 items" in person.last_text
        assert len(await person.sessions(AGENT)) == 1
        await person.must_complete(await person.ask("what do you know"))
        assert len(await person.handed_over()) == 1


async def test_fork_and_merge_by_keys_alone(qapp: QApplication, tmp_path: Path) -> None:
    async with open_window(qapp, tmp_path) as person:
        await person.must_complete(await person.ask("One", AGENT))
        parent = shown_thread(person)
        await person.by_keys("fork_here")
        await dialog(person, "fork_dialog")
        await confirm_by_keys(person, "fork_dialog")
        child = await new_fork(person, parent)
        assert QApplication.focusWidget() is person.window.composer.edit
        await person.must_complete(await person.ask("Two"))
        await person.by_keys("merge_back")
        await dialog(person, "merge_dialog")
        # Enter alone merges nothing: the focus begins on the way back.
        assert QApplication.focusWidget().objectName() == "cancel"  # type: ignore[union-attr]
        await confirm_by_keys(person, "merge_dialog")
        await until(lambda: row_data(person, child, ItemRole.IS_MERGED), "the mark in the tree")
        assert [m.kind for m in await messages_of(person, parent)][-2:] == [MessageKind.MERGE, MessageKind.MERGE]
        await person.by_keys("merge_back")
        await until(lambda: person.window.page.banner.isVisible() or person.find(QWidget, "merge_dialog"), "an answer")
        assert not person.find(QWidget, "merge_dialog")
        assert len(ask_database(person, "SELECT id FROM context_transfers WHERE kind = 'merge'")) == 1


async def test_a_merge_waits_until_the_parents_answer_has_ended(qapp: QApplication, tmp_path: Path) -> None:
    async with open_window(qapp, tmp_path) as person:
        await person.must_complete(await person.ask("One", AGENT))
        parent = shown_thread(person)
        child = await fork_at(person, 2)
        await person.must_complete(await person.ask("Paint it blue"))
        await go_to(person, parent)
        await person.send("slow 5000")
        await until(lambda: person.last_text.count("word") > 2, "some words")
        await go_to(person, child)
        await person.by_keys("merge_back")
        await dialog(person, "merge_dialog")
        assert person.texts("merge_works_text")
        assert person.find(QPushButton, "save")[-1].text() == "Merge when it ends"
        await confirm(person, "merge_dialog")
        await until(lambda: row_data(person, child, ItemRole.MERGE_WAITS), "the mark in the tree")
        assert ask_database(person, "SELECT child_thread_id, parent_thread_id FROM waiting_merges") == [(child, parent)]
        assert MessageKind.MERGE not in [m.kind for m in await messages_of(person, parent)]
        await go_to(person, parent)
        person.click("stop_run")
        await person.answered()
        await until(lambda: row_data(person, child, ItemRole.IS_MERGED), "the mark in the tree")
        assert ask_database(person, "SELECT * FROM waiting_merges") == []
        brought = [m for m in await messages_of(person, parent) if m.kind is MessageKind.MERGE]
        assert [m.role for m in brought] == [Role.USER, Role.SYSTEM]
        assert "Paint it blue" in brought[0].text
