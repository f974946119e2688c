# SPDX-License-Identifier: MIT
"""Threads put away and taken back in the whole window: by menu, key and dialog; the filter; a fork dragged onto its parent."""

from __future__ import annotations

import time
from dataclasses import replace

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QMouseEvent
from PySide6.QtTest import QSignalSpy, QTest
from PySide6.QtWidgets import QApplication, QDialog, QLabel, QMenu, QPushButton
from pytestqt.qtbot import QtBot

from onesist_desktop.core.errors import LineageError, LineageFault, NotFoundError, StorageError
from onesist_desktop.core.ids import ProjectId, ThreadId, WorktreeId
from onesist_desktop.core.messages import Role
from onesist_desktop.core.workspaces import Changes, Named, WorkspaceKind
from onesist_desktop.services.events import ThreadChanged, ThreadRemoved
from onesist_desktop.services.views import MergeState, ThreadState
from onesist_desktop.services.workspace_views import WorkspaceView
from onesist_desktop.ui.main_window import MainWindow
from onesist_desktop.ui.models.threads_filter import ThreadFilter
from onesist_desktop.ui.panels.threads_list import ThreadsList
from onesist_desktop.ui.roles import Role as RowRole
from onesist_desktop.ui.theme.theme import Theme
from tests.ui.fakes import CLAUDE, CODEX, PROJECT, FakeServices, message, thread
from tests.ui.helpers import find, label, opened, shown, turns, until

T1, T2, F1, G1 = ThreadId("t1"), ThreadId("t2"), ThreadId("f1"), ThreadId("g1")


@pytest.fixture
def filled(services: FakeServices) -> FakeServices:
    """A family of three, t1 with f1 and g1 below it, and t2 after it."""
    now = time.time()
    services.put_thread(
        thread("t1", "Fix the login loop", provider_id=CLAUDE, updated_at=now), message("t1", 1, Role.USER, "hello")
    )
    fork = {"forked_at_seq": 1, "parent_title": "Fix the login loop"}
    services.put_thread(
        thread("f1", "Fix the login loop (2)", provider_id=CODEX, parent_thread_id=T1, fork_number=2, own_words="Or so", **fork)
    )
    services.put_thread(thread("g1", "Fix the login loop (3)", parent_thread_id=F1, fork_number=3, **fork))
    services.put_thread(thread("t2", "Release notes", updated_at=now - 9))
    return services


def rows(window: MainWindow) -> list[str]:
    found = [window.threads.index(row).data(RowRole.THREAD_ID) for row in range(window.threads.rowCount())]
    return [thread_id for thread_id in found if thread_id]


async def idle(window: MainWindow) -> None:
    await until(lambda: not window.services.supervisor.running)


def undo(window: MainWindow) -> None:
    find(window, "note_undo", QPushButton).click()


# -- archiving and deleting ---------------------------------------------------------------------------------------------------


async def test_delete_archives_the_row_goes_to_the_neighbour_and_can_be_undone(
    qtbot: QtBot, filled: FakeServices, theme: Theme
) -> None:
    async with opened(filled, theme) as window:
        tree = window.sidebar.tree
        tree.setFocus()
        QTest.keyClick(tree, Qt.Key.Key_Delete)
        await until(lambda: filled.called("archive") == [(T1,)])
        await until(lambda: window.page.toast.text == "“Fix the login loop” was archived.")
        assert rows(window) == ["t2", "f1", "g1"]
        assert window.thread_id == F1
        assert tree.currentIndex().data(RowRole.THREAD_ID) == F1
        undo(window)
        await until(lambda: filled.called("restore") == [(T1,)])
        await until(lambda: window.thread_id == T1)
        assert rows(window) == ["t1", "f1", "g1", "t2"]
        await idle(window)


async def test_the_last_row_goes_to_the_one_above_and_the_last_thread_to_none(
    qtbot: QtBot, services: FakeServices, theme: Theme
) -> None:
    services.put_thread(thread("t1", updated_at=2.0))
    services.put_thread(thread("t2", updated_at=1.0))
    async with opened(services, theme) as window:
        window.show_thread(T2)
        window.commands.action("archive_thread").trigger()
        await until(lambda: window.thread_id == T1)
        await idle(window)
        window.commands.action("archive_thread").trigger()
        await until(lambda: window.thread_id is None)
        assert rows(window) == []
        assert label(window, "no_threads") == "Your threads will be listed here."
        assert not window.commands.action("archive_thread").isEnabled()
        await idle(window)


async def test_a_thread_that_nothing_is_lost_with_is_deleted_at_once(qtbot: QtBot, filled: FakeServices, theme: Theme) -> None:
    async with opened(filled, theme) as window:
        window.show_thread(T2)
        window.commands.action("delete_thread").trigger()
        await until(lambda: filled.called("delete_thread") == [(T2,)])
        await until(lambda: "“Release notes” was deleted." in window.page.toast.text)
        assert "goes for good when Onesist starts next" in window.page.toast.text
        assert window.thread_id == G1
        undo(window)
        await until(lambda: window.thread_id == T2)
        await idle(window)


async def test_deleting_asks_where_something_was_not_merged_or_changed(qtbot: QtBot, filled: FakeServices, theme: Theme) -> None:
    copy = {"worktree_id": WorktreeId("w1"), "workspace_kind": WorkspaceKind.WORKTREE}
    filled.threads[F1] = replace(filled.threads[F1], unmerged_count=2, merge=MergeState.UNMERGED, **copy)
    changes = Changes(modified=Named(3, ()))
    filled.workspaces.by_thread[F1] = WorkspaceView(WorkspaceKind.WORKTREE, "/copies/f1", PROJECT.id, changes=changes)
    async with opened(filled, theme) as window:
        window.show_thread(F1)
        await idle(window)
        window.commands.action("delete_thread").trigger()
        await until(lambda: shown(window, "delete_thread_question"))
        dialog = find(window, "delete_thread_question", QDialog)
        said = find(dialog, "dialog_sentence", QLabel).text()
        assert "2 answer" in said
        assert "3 changed file" in said
        assert "the folder and its branch stay" in said
        assert "Its forks stay." in said
        assert find(dialog, "cancel").hasFocus() or QApplication.focusWidget() is None
        find(dialog, "cancel", QPushButton).click()
        await turns()
        assert filled.called("delete_thread") == []
        window.commands.action("delete_thread").trigger()
        await until(lambda: shown(window, "delete_thread_question"))
        find(find(window, "delete_thread_question"), "confirm", QPushButton).click()
        await until(lambda: filled.called("delete_thread") == [(F1,)])
        await until(lambda: F1 not in rows(window))
        # Its fork stands at the top now and says where it came from.
        spoken = window.threads.index_of(G1).data(Qt.ItemDataRole.AccessibleTextRole)
        assert "fork of Fix the login loop, which is no longer in the list" in spoken
        await idle(window)


@pytest.mark.parametrize("state", [ThreadState.WORKING, ThreadState.ASKS])
async def test_a_thread_that_works_stays_and_it_is_said_why(
    qtbot: QtBot, filled: FakeServices, theme: Theme, state: ThreadState
) -> None:
    filled.threads[T1] = replace(filled.threads[T1], state=state)
    async with opened(filled, theme) as window:
        for act in (window.shelf.archive, window.shelf.delete):
            window.page.toast.hide()
            act()
            assert window.page.toast.text == "“Fix the login loop” works on an answer and stays where it is. Stop it first."
        assert filled.called("archive") == filled.called("delete_thread") == []


async def test_one_that_began_to_work_meanwhile_stays_too(qtbot: QtBot, filled: FakeServices, theme: Theme) -> None:
    filled.failures["archive"] = LineageError(LineageFault.WORKS)
    async with opened(filled, theme) as window:
        window.shelf.archive()
        await until(lambda: "works on an answer" in window.page.toast.text)
        filled.failures["archive"] = StorageError("The disk can't be read.")
        window.shelf.archive(T2)
        await until(lambda: len(filled.called("archive")) == 2)
        await idle(window)
        assert rows(window) == ["t1", "f1", "g1", "t2"]


async def test_undo_says_so_where_the_thread_is_gone_for_good(qtbot: QtBot, filled: FakeServices, theme: Theme) -> None:
    filled.failures["restore"] = NotFoundError("no such thread")
    async with opened(filled, theme) as window:
        window.shelf.archive(T2)
        await until(lambda: window.page.toast.text)
        undo(window)
        await until(lambda: window.page.toast.text == "“Release notes” is gone for good.")
        await idle(window)


async def test_a_thread_that_was_put_away_elsewhere_leaves_the_list_and_its_changes_do_not_bring_it_back(
    qtbot: QtBot, filled: FakeServices, theme: Theme
) -> None:
    async with opened(filled, theme) as window:
        filled.bus.publish(ThreadRemoved(T2, PROJECT.id))
        filled.bus.publish(ThreadRemoved(T2, PROJECT.id))
        filled.bus.publish(ThreadRemoved(ThreadId("x"), ProjectId("other")))
        filled.bus.publish(ThreadChanged(replace(filled.threads[T2], title="Changed")))
        assert rows(window) == ["t1", "f1", "g1"]
        assert window.thread_id == T1


# -- the archive --------------------------------------------------------------------------------------------------------------


async def test_the_archive_puts_back_and_deletes(qtbot: QtBot, filled: FakeServices, theme: Theme) -> None:
    async with opened(filled, theme) as window:
        for thread_id in (T1, T2):
            window.shelf.archive(thread_id)
            await idle(window)
        window.commands.action("archived_threads").trigger()
        window.commands.action("archived_threads").trigger()
        await idle(window)
        assert len(filled.called("archived")) == 1
        dialog = find(window, "archive_dialog", QDialog)
        assert dialog.list.current == T1  # type: ignore[attr-defined]
        find(dialog, "restore_archived", QPushButton).click()
        await until(lambda: T1 in rows(window))
        await idle(window)
        assert dialog.list.current == T2  # type: ignore[attr-defined]
        find(dialog, "delete_archived", QPushButton).click()
        question = find(window, "delete_thread_question", QDialog)
        find(question, "confirm", QPushButton).click()
        await until(lambda: filled.called("delete_thread") == [(T2,)])
        await until(lambda: not find(dialog, "restore_archived").isEnabled())
        await idle(window)
        undo(window)
        await until(lambda: find(dialog, "restore_archived").isEnabled())
        assert T2 not in rows(window)
        dialog.reject()
        await turns()
        window.shelf.open_archive()
        await idle(window)
        find(window, "archive_dialog", QDialog).reject()


# -- pins, menu, filter -------------------------------------------------------------------------------------------------------


async def test_a_pin_keeps_the_whole_family_at_the_top(qtbot: QtBot, filled: FakeServices, theme: Theme) -> None:
    async with opened(filled, theme) as window:
        window.show_thread(T2)
        await idle(window)
        window.commands.action("pin_thread").trigger()
        await until(lambda: rows(window)[0] == "t2")
        assert window.threads.index(0).data() == "Pinned"
        window.show_thread(F1)
        await idle(window)
        window.commands.action("pin_thread").trigger()
        await until(lambda: filled.called("pin")[-1] == (T1, True))
        await until(lambda: rows(window)[0] == "t1")
        window.commands.action("pin_thread").trigger()
        await until(lambda: filled.called("pin")[-1] == (T1, False))
        await idle(window)


def row_menu(window: MainWindow, thread_id: ThreadId) -> QMenu:
    tree = window.sidebar.tree
    tree.menu_wanted.emit(thread_id, tree.mapToGlobal(QPoint(40, 60)))
    return find(window, "thread_menu", QMenu)


async def test_a_row_has_a_menu_of_all_that_can_be_done_with_it(qtbot: QtBot, filled: FakeServices, theme: Theme) -> None:
    async with opened(filled, theme) as window:
        wanted = {name: QSignalSpy(getattr(window.menus, f"{name}_wanted")) for name in ("fork", "merge", "map")}
        menu = row_menu(window, F1)
        names = [action.objectName() for action in menu.actions() if action.objectName()]
        begin = ["open_thread", "rename_thread", "pin_row", "fork_row", "merge_row", "map_row"]
        assert names[: len(begin)] == begin
        assert names[-2:] == ["archive_thread", "delete_thread"]
        assert window.thread_id == F1
        actions = {action.objectName(): action for action in menu.actions()}
        assert actions["pin_row"].text() == "Pin"
        for name, spy in wanted.items():
            actions[f"{name}_row"].trigger()
            assert spy.at(0) == [F1]
        actions["open_thread"].trigger()
        assert window.composer.edit.hasFocus() or QApplication.focusWidget() is None
        menu.close()
        menu = row_menu(window, T2)
        assert "merge_row" not in [action.objectName() for action in menu.actions()]
        menu.close()
        window.shelf.archive(T1)
        await idle(window)
        menu = row_menu(window, F1)
        assert not next(action for action in menu.actions() if action.objectName() == "merge_row").isEnabled()
        menu.close()
        await idle(window)


async def test_the_filter_is_chosen_from_a_menu_and_taken_back_by_its_chip(
    qtbot: QtBot, filled: FakeServices, theme: Theme
) -> None:
    filled.threads[T2] = replace(filled.threads[T2], is_unread=True)
    filled.threads[F1] = replace(filled.threads[F1], state=ThreadState.ASKS)
    async with opened(filled, theme) as window:
        panel = window.sidebar
        window.commands.action("narrow_threads").trigger()
        menu = find(window, "threads_filter_menu", QMenu)
        assert menu.isVisible()
        actions = {action.objectName(): action for action in menu.actions()}
        assert [action.isChecked() for action in actions.values() if action.objectName()] == [True] + [False] * 5
        actions["filter_needs_you"].trigger()
        menu.close()
        assert rows(window) == ["t1", "f1"]
        assert panel.filter.chip.isVisible()
        assert panel.filter.accessibleName() == "Filter threads: Needs you"
        panel.search.setText("release")
        assert rows(window) == []
        assert label(window, "no_threads") == "No thread passes the filter."
        panel.search.clear()
        panel.filter.choose(ThreadFilter.UNREAD)
        assert rows(window) == ["t2"]
        panel.filter.chip.setFocus()
        QTest.keyClick(panel.filter.chip, Qt.Key.Key_Delete)
        assert rows(window) == ["t1", "f1", "g1", "t2"]
        assert not panel.filter.chip.isVisible()
        assert panel.filter.wanted is ThreadFilter.ALL


async def test_a_filtered_thread_that_is_read_stays_until_another_is_chosen(
    qtbot: QtBot, filled: FakeServices, theme: Theme
) -> None:
    filled.threads[T2] = replace(filled.threads[T2], is_unread=True)
    filled.threads[F1] = replace(filled.threads[F1], is_unread=True)
    async with opened(filled, theme) as window:
        window.sidebar.filter.choose(ThreadFilter.UNREAD)
        window.show_thread(T2)
        await turns()
        filled.bus.publish(ThreadChanged(replace(filled.threads[T2], is_unread=False)))
        await turns()
        assert rows(window) == ["t1", "f1", "t2"]
        window.show_thread(F1)
        await until(lambda: rows(window) == ["t1", "f1"])
        assert window.sidebar.tree.currentIndex().data(RowRole.THREAD_ID) == F1


# -- dragging -----------------------------------------------------------------------------------------------------------------


class _Mouse:
    """The left button over the list."""

    def __init__(self, window: MainWindow) -> None:
        self._window = window
        self.tree: ThreadsList = window.sidebar.tree
        self.wanted = QSignalSpy(window.menus.merge_wanted)

    @property
    def cursor(self) -> Qt.CursorShape:
        return self.tree.viewport().cursor().shape()

    @property
    def target(self) -> str | None:
        return self.tree._delegate.target

    def press(self, thread_id: ThreadId) -> None:
        QTest.mousePress(self.tree.viewport(), Qt.MouseButton.LeftButton, pos=self._at(thread_id))

    def move(self, thread_id: ThreadId, by: int = 0) -> None:
        self.move_to(self._at(thread_id) + QPoint(by, 0))

    def move_to(self, at: QPoint) -> None:
        where, none = QPointF(at), Qt.KeyboardModifier.NoModifier
        button = Qt.MouseButton.LeftButton
        on_screen = QPointF(self.tree.viewport().mapToGlobal(at))
        event = QMouseEvent(QMouseEvent.Type.MouseMove, where, on_screen, Qt.MouseButton.NoButton, button, none)
        QApplication.sendEvent(self.tree.viewport(), event)

    def release(self, thread_id: ThreadId) -> list[str]:
        QTest.mouseRelease(self.tree.viewport(), Qt.MouseButton.LeftButton, pos=self._at(thread_id))
        return [self.wanted.at(place)[0] for place in range(self.wanted.count())]

    def _at(self, thread_id: ThreadId) -> QPoint:
        return self.tree.visualRect(self._window.threads.index_of(thread_id)).center()


async def test_a_fork_can_be_dropped_on_its_parent_alone(qtbot: QtBot, filled: FakeServices, theme: Theme) -> None:
    async with opened(filled, theme) as window:
        mouse, before = _Mouse(window), rows(window)
        mouse.press(G1)
        mouse.move(G1, 1)
        assert mouse.target is None
        assert mouse.cursor is not Qt.CursorShape.ForbiddenCursor
        for other in (T1, T2, G1):
            mouse.move(other, 30)
            assert (mouse.target, mouse.cursor) == (None, Qt.CursorShape.ForbiddenCursor)
        mouse.move(F1)
        assert (mouse.target, mouse.cursor) == (F1, Qt.CursorShape.DragCopyCursor)
        assert mouse.release(F1) == [G1]
        assert (mouse.target, mouse.cursor) == (None, Qt.CursorShape.ArrowCursor)
        assert rows(window) == before
        # The fork is what the person is at, and nothing that the pointer went over.
        assert window.thread_id == G1
        await idle(window)


async def test_letting_go_elsewhere_or_escape_does_nothing(qtbot: QtBot, filled: FakeServices, theme: Theme) -> None:
    async with opened(filled, theme) as window:
        mouse = _Mouse(window)
        mouse.press(F1)
        mouse.move(T2, 30)
        assert mouse.release(T2) == []
        mouse.press(F1)
        mouse.move(T1, 30)
        assert mouse.target == T1
        QTest.keyClick(mouse.tree, Qt.Key.Key_Escape)
        assert mouse.target is None
        assert mouse.release(T1) == []
        # What is no fork isn't dragged, and choosing goes on by clicks alone.
        mouse.press(T1)
        mouse.move(T2, 30)
        assert mouse.target is None
        assert mouse.release(T2) == []
        assert window.thread_id == T1
        mouse.press(F1)
        mouse.move(T1, 30)
        mouse.tree.hide()
        assert mouse.target is None
        mouse.tree.show()
        await idle(window)


async def test_the_list_scrolls_while_a_fork_is_dragged_to_its_edge(qtbot: QtBot, services: FakeServices, theme: Theme) -> None:
    services.put_thread(thread("t1", updated_at=1.0))
    services.put_thread(thread("f1", parent_thread_id=T1, forked_at_seq=1))
    for number in range(60):
        services.put_thread(thread(f"x{number}", updated_at=float(100 + number)))
    async with opened(services, theme) as window:
        window.show_thread(F1)
        await idle(window)
        mouse = _Mouse(window)
        bar = mouse.tree.verticalScrollBar()
        assert bar.value() > 0
        mouse.press(F1)
        mouse.move_to(QPoint(60, 3))
        before = bar.value()
        await until(lambda: bar.value() < before)
        mouse.move_to(QPoint(60, mouse.tree.viewport().height() // 2))
        at = bar.value()
        await turns(40)
        assert bar.value() == at
        assert mouse.release(F1) == []
