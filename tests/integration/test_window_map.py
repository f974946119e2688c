# SPDX-License-Identifier: MIT
"""The map, and threads that are put away or work elsewhere, through the real window; then the database is asked."""

from __future__ import annotations

import os
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication, QTreeView, QWidget

from onesist_desktop.core.messages import MessageKind
from onesist_desktop.core.workspaces import WorktreeState
from onesist_desktop.services.lineage_views import Bead
from onesist_desktop.ui.map.map_view import MapView
from onesist_desktop.ui.roles import Role
from tests.integration.lineage_desk import (
    AGENT,
    MODEL,
    ask_database,
    confirm,
    dialog,
    fork_at,
    go_to,
    messages_of,
    new_fork,
    shown_thread,
)
from tests.integration.test_window_workspaces import copies, git, make_project
from tests.integration.window_rig import Person, open_window, until


def map_view(person: Person) -> MapView:
    (view,) = person.find(MapView, "map_view")
    return view


def beads(person: Person) -> list[Bead]:
    columns = map_view(person).columns
    return [bead for lane in columns.lanes.values() for bead in lane.lane.beads] if columns is not None else []


async def open_map(person: Person) -> MapView:
    await person.by_keys("show_map")
    runs = ask_database(person, "SELECT count(*) FROM runs")[0][0]
    await until(lambda: person.find(MapView, "map_view"), "the map")
    await until(lambda: len(beads(person)) == runs, f"{runs} beads")
    return map_view(person)


async def test_the_map_leads_to_messages_and_forks(qapp: QApplication, tmp_path: Path) -> None:
    async with open_window(qapp, tmp_path) as person:
        await person.must_complete(await person.ask("Alpha here", AGENT))
        await person.must_complete(await person.ask("long"))
        parent = shown_thread(person)
        child = await fork_at(person, 2, MODEL)
        await person.must_complete(await person.ask("Bravo here"))
        view = await open_map(person)
        layout = view.layout_now
        assert layout is not None
        wanted = ask_database(
            person, "SELECT r.id, r.thread_id, m.seq, r.provider_id FROM runs r JOIN messages m ON m.id = r.reply_message_id"
        )
        assert sorted((bead.run_id, bead.thread_id, bead.seq, bead.provider_id) for bead in beads(person)) == sorted(wanted)

        first = next(bead for bead in beads(person) if bead.thread_id == parent and bead.seq == 2)
        shape = layout.place_of(first.run_id)
        assert shape is not None
        QTest.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=view.box_of(shape).center())
        await until(lambda: person.window.page.shows_transcript, "the conversation")
        await until(lambda: person.window.thread_id == parent == person.window.transcript.thread_id, "the parent")
        await until(lambda: person.window.transcript.reading_seq in {1, 2}, "the message to be in view")
        assert not person.window.transcript.is_at_end

        view = await open_map(person)
        assert QApplication.focusWidget() is view
        await until(lambda: view.focused is not None, "the keyboard's place")
        QTest.keyClick(view, Qt.Key.Key_Home)
        assert view.focused is not None
        assert view.focused.run_id == first.run_id
        QTest.keyClick(view, Qt.Key.Key_F)
        await dialog(person, "fork_dialog")
        assert person.texts("dialog_title") == [] or "2" in person.texts("dialog_title")[0]
        await confirm(person, "fork_dialog")
        second = await new_fork(person, parent)
        assert ask_database(person, "SELECT forked_at_seq FROM threads WHERE id = ?", second) == [(2,)]
        assert person.window.page.shows_transcript

        await open_map(person)
        person.click("map_form_list")
        await until(lambda: person.find(QTreeView, "map_list"), "the list")
        (answers,) = person.find(QTreeView, "map_list")
        model = answers.model()
        listed = [model.index(row, 0).data(Role.BEAD).run_id for row in range(model.rowCount())]
        assert sorted(listed) == sorted(row[0] for row in wanted)
        place = listed.index(next(row[0] for row in wanted if row[1] == child))
        answers.setCurrentIndex(model.index(place, 0))
        answers.setFocus()
        QTest.keyClick(answers, Qt.Key.Key_Return)
        await until(lambda: person.window.thread_id == child == person.window.transcript.thread_id, "the fork")
        assert person.window.page.shows_transcript
        await person.by_keys("show_map")
        await until(lambda: person.find(QTreeView, "map_list"), "the list again")
        await person.by_keys("show_conversation")
        assert person.window.page.shows_transcript
        assert not person.find(QWidget, "map_page")


async def test_archive_is_undone_and_a_deleted_thread_leaves_its_forks(qapp: QApplication, tmp_path: Path) -> None:
    async with open_window(qapp, tmp_path) as person:
        await person.must_complete(await person.ask("Alpha here", AGENT))
        root = shown_thread(person)
        middle = await fork_at(person, 2)
        await person.must_complete(await person.ask("Bravo here"))
        seq = (await person.messages())[-1].seq
        leaf = await fork_at(person, seq)
        await person.must_complete(await person.ask("Charlie here"))

        await go_to(person, root)
        tree = person.window.sidebar.tree
        tree.setFocus()
        QTest.keyClick(tree, Qt.Key.Key_Delete)
        archived = "SELECT id FROM threads WHERE archived_at IS NOT NULL"
        await until(lambda: ask_database(person, archived) == [(root,)], "the thread to be archived")
        await until(lambda: not person.window.threads.index_of(root).isValid(), "its row to go")
        assert person.window.threads.index_of(middle).isValid()
        await until(lambda: person.find(QAbstractButton, "note_undo"), "the note")
        person.click("note_undo")
        await until(lambda: ask_database(person, archived) == [], "the thread to be back")
        await until(lambda: person.window.threads.index_of(root).isValid(), "its row to be back")
        await until(lambda: person.window.thread_id == root == person.window.transcript.thread_id, "it to be shown again")

        await go_to(person, middle)
        await person.by_palette("delete_thread")
        await dialog(person, "delete_thread_question")
        focused = QApplication.focusWidget()
        assert focused is not None
        assert focused.objectName() == "cancel"
        QTest.keyClick(focused, Qt.Key.Key_Return)
        await until(lambda: not person.find(QWidget, "delete_thread_question"), "the question to close")
        deleted = "SELECT id FROM threads WHERE deleted_at IS NOT NULL"
        assert ask_database(person, deleted) == []
        await person.come_to_front()
        await person.by_palette("delete_thread")
        await dialog(person, "delete_thread_question")
        await confirm(person, "delete_thread_question", "confirm")
        await until(lambda: ask_database(person, deleted) == [(middle,)], "the thread to be deleted")
        await until(lambda: not person.window.threads.index_of(middle).isValid(), "its row to go")
        await go_to(person, leaf)
        await until(lambda: person.blocks("lineage_notice"), "where it came from")
        title = ask_database(person, "SELECT title FROM threads WHERE id = ?", middle)[0][0]
        assert f"Forked from “{title}” at message {seq}" in person.blocks("lineage_notice")[-1]
    async with open_window(qapp, tmp_path) as person:
        left = "SELECT id FROM threads ORDER BY created_at"
        await until(lambda: ask_database(person, left) == [(root,), (leaf,)], "the deleted thread to be gone for good")
        assert ask_database(person, "SELECT id FROM messages WHERE thread_id = ?", middle) == []
        await until(lambda: person.window.threads.index_of(leaf).isValid(), "the row of the fork")
        await go_to(person, leaf)
        assert [m.text for m in await messages_of(person, leaf) if m.role == "user"] == ["Alpha here", "Bravo here", "Charlie here"]
        notices = [m for m in await messages_of(person, leaf) if m.kind is MessageKind.FORK]
        assert notices[-1].data["parent_title"] == title
        await person.must_complete(await person.ask("what do you know"))
        assert "Bravo here" in person.last_text or "Bravo here" in (await person.handed_over())[-1].text


async def test_a_fork_works_in_its_own_copy_and_its_parent_does_not(qapp: QApplication, tmp_path: Path) -> None:
    project = make_project(tmp_path)
    async with open_window(qapp, tmp_path) as person:
        await person.must_complete(await person.ask("Alpha here", AGENT))
        parent = shown_thread(person)
        await person.by_keys("fork_here")
        await dialog(person, "fork_dialog")
        person.click("fork_own_copy")
        await confirm(person, "fork_dialog")
        child = await new_fork(person, parent)
        made = await dialog(person, "own_copy_dialog")
        await until(lambda: (found := made.findChild(QAbstractButton, "save")) is not None and found.isEnabled(), "its button")
        await confirm(person, "own_copy_dialog")
        (copy,) = [one for one in await copies(person) if one.state is WorktreeState.READY]
        assert ask_database(person, "SELECT worktree_id FROM threads WHERE id IN (?, ?) ORDER BY id = ?", parent, child, child) == [
            (None,),
            (copy.id,),
        ]
        await until(lambda: person.texts("workspace_branch") == [copy.branch], "the bar")
        await person.come_to_front()
        await person.send("run: pwd > where.txt")
        await until(lambda: person.find(QWidget, "approval_card"), "the approval card")
        person.click_option("allow")
        run = await person.answered()
        await person.must_complete(run)
        assert run.cwd == copy.path == os.path.realpath(copy.path)
        assert (Path(copy.path) / "where.txt").read_text().strip() == copy.path
        assert not (project / "where.txt").exists()
        await go_to(person, parent)
        run = await person.ask("Where are you?")
        await person.must_complete(run)
        assert run.cwd == str(project)
        assert len(await person.sessions(AGENT)) == 1
    assert git("branch", "--list", copy.branch, cwd=project)
    assert git("status", "--porcelain", cwd=project) == ""
