# SPDX-License-Identifier: MIT
"""The sidebar by mouse and key: search, folding, menus, and a selection that stays on its thread."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import replace

import pytest
from PySide6.QtCore import QCoreApplication, QPoint, QRectF, Qt
from PySide6.QtGui import QAccessible, QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLineEdit, QMenu, QPushButton, QStyle, QStyleOptionFrame
from pytestqt.qtbot import QtBot

from onesist_desktop.core.ids import ProjectId, ThreadId, WorktreeId
from onesist_desktop.core.messages import Role
from onesist_desktop.core.workspaces import WorkspaceKind
from onesist_desktop.services.events import ThreadChanged
from onesist_desktop.services.views import ProjectView, ThreadState
from onesist_desktop.ui.language import speaking
from onesist_desktop.ui.panels.threads_delegate import INSET
from onesist_desktop.ui.roles import Role as RowRole
from onesist_desktop.ui.theme.theme import Theme
from tests.ui.fakes import CLAUDE, CODEX, PROJECT, FakeServices, message, thread
from tests.ui.helpers import find, label, opened, shown, turns, until

T1, T2, F1 = ThreadId("t1"), ThreadId("t2"), ThreadId("f1")


@pytest.fixture
def filled(services: FakeServices) -> FakeServices:
    now = time.time()
    services.put_thread(
        thread("t1", "Fix the login loop", provider_id=CLAUDE, updated_at=now), message("t1", 1, Role.USER, "hello")
    )
    services.put_thread(thread("f1", "Use SessionStore", provider_id=CODEX, parent_thread_id=T1, forked_at_seq=1, updated_at=1.0))
    services.put_thread(thread("t2", "Release notes", updated_at=now - 9))
    return services


async def test_typing_filters_and_escape_brings_all_back(qtbot: QtBot, filled: FakeServices, theme: Theme) -> None:
    async with opened(filled, theme) as window:
        field = find(window, "search_threads", QLineEdit)
        window.commands.action("filter_threads").trigger()
        assert field.hasFocus()
        qtbot.keyClicks(field, "rel")
        assert [window.threads.index(row).data() for row in range(window.threads.rowCount())] == ["Today", "Release notes"]
        assert window.thread_id == T1
        qtbot.keyClick(field, Qt.Key.Key_Escape)
        assert field.text() == ""
        assert window.sidebar.tree.currentIndex() == window.threads.index_of(T1)
        assert filled.called("open_thread") == [(T1, 40)]


async def test_a_search_without_a_match_says_so(qtbot: QtBot, filled: FakeServices, theme: Theme) -> None:
    async with opened(filled, theme) as window:
        find(window, "search_threads", QLineEdit).setText("nothing has this")
        assert label(window, "no_threads") == "No thread has this in its title."
        assert not find(window, "threads_tree").isVisible()
        find(find(window, "search_threads"), "clear_search").click()  # type: ignore[attr-defined]
        assert find(window, "threads_tree").isVisible()


async def test_down_goes_from_the_search_to_the_list_and_enter_to_the_composer(
    qtbot: QtBot, filled: FakeServices, theme: Theme
) -> None:
    async with opened(filled, theme) as window:
        window.activateWindow()
        field = find(window, "search_threads", QLineEdit)
        field.setFocus()
        qtbot.keyClicks(field, "rel")
        qtbot.keyClick(field, Qt.Key.Key_Down)
        assert window.sidebar.tree.hasFocus()
        assert window.thread_id == T2
        qtbot.keyClick(window.sidebar.tree, Qt.Key.Key_Return)
        assert window.composer.edit.hasFocus()


async def test_arrows_fold_and_headings_are_passed_over(qtbot: QtBot, filled: FakeServices, theme: Theme) -> None:
    async with opened(filled, theme) as window:
        tree = window.sidebar.tree
        tree.setFocus()
        QTest.keyClick(tree, Qt.Key.Key_Left)
        assert not window.threads.index_of(F1).isValid()
        assert window.thread_id == T1
        QTest.keyClick(tree, Qt.Key.Key_Right)
        QTest.keyClick(tree, Qt.Key.Key_Right)
        assert window.thread_id == F1
        QTest.keyClick(tree, Qt.Key.Key_Left)
        assert window.thread_id == T1
        QTest.keyClick(tree, Qt.Key.Key_Up)
        assert window.thread_id == T1
        for _ in range(5):
            QTest.keyClick(tree, Qt.Key.Key_Down)
        assert window.thread_id == T2


async def test_a_click_beside_the_bead_folds_and_chooses_nothing(qtbot: QtBot, filled: FakeServices, theme: Theme) -> None:
    async with opened(filled, theme) as window:
        tree, threads = window.sidebar.tree, window.threads
        window.show_thread(T2)
        await turns()

        def click(dx: int, *, twice: bool = False) -> None:
            row = tree.visualRect(threads.index_of(T1))
            (QTest.mouseDClick if twice else QTest.mouseClick)(
                tree.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(row.left() + dx, row.center().y())
            )

        assert threads.index_of(F1).isValid()
        click(12)
        assert not threads.index_of(F1).isValid() and window.thread_id == T2
        tree.grab()
        left, right = tree.itemDelegate()._numbers[T1]  # type: ignore[attr-defined]
        click(round((left + right) / 2))
        assert threads.index_of(F1).isValid() and window.thread_id == T2, "the number unfolds too"
        click(12, twice=True)
        assert threads.index_of(F1).isValid(), "two quick clicks fold and unfold"
        QTest.mousePress(
            tree.viewport(), Qt.MouseButton.LeftButton, pos=tree.visualRect(threads.index_of(T1)).topLeft() + QPoint(12, 9)
        )
        QTest.mouseRelease(tree.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(120, 9))
        assert threads.index_of(F1).isValid(), "let go elsewhere it does nothing"
        threads.search("session")
        click(12)
        assert threads.index_of(F1).isValid(), "what was searched for is never folded"
        threads.search("")
        click(120)
        assert window.thread_id == T1 and threads.index_of(F1).isValid()


@pytest.fixture
def in_size(theme: Theme, percent: int) -> Iterator[int]:
    theme.set_text_percent(percent)
    yield percent
    theme.set_text_percent(100)


@pytest.mark.parametrize("percent", [100, 200])
async def test_the_caret_shows_under_the_mouse_and_with_the_keyboard(
    qtbot: QtBot, filled: FakeServices, theme: Theme, in_size: int
) -> None:
    async with opened(filled, theme) as window:
        tree = window.sidebar.tree
        window.show_thread(T2)
        window.composer.edit.setFocus()
        await turns()
        row = tree.visualRect(window.threads.index_of(T1))
        place = tree.itemDelegate().caret_box(QRectF(INSET, row.top(), 200, row.height()), 0)  # type: ignore[attr-defined]
        assert place.left() >= 0 and place.width() >= 8
        quiet = tree.viewport().grab(place.toRect()).toImage()
        tree.setFocus()
        window.show_thread(T1)
        await turns()
        assert tree.viewport().grab(place.toRect()).toImage() != quiet
        shown = tree.viewport().grab(place.toRect()).toImage()
        assert len({shown.pixel(x, y) for x in range(shown.width()) for y in range(shown.height())}) > 2


async def test_folding_away_the_shown_thread_chooses_no_other(qtbot: QtBot, filled: FakeServices, theme: Theme) -> None:
    async with opened(filled, theme) as window:
        window.show_thread(F1)
        await until(lambda: window.transcript.thread_id == F1)
        window.threads.set_folded(T1, True)
        await turns()
        assert window.thread_id == F1
        assert not window.sidebar.tree.currentIndex().isValid()
        window.threads.set_folded(T1, False)
        assert window.sidebar.tree.currentIndex().data(RowRole.THREAD_ID) == F1


async def test_a_thread_has_a_menu_of_its_commands(qtbot: QtBot, filled: FakeServices, theme: Theme) -> None:
    async with opened(filled, theme) as window:
        tree = window.sidebar.tree
        tree.menu_wanted.emit(T1, tree.mapToGlobal(QPoint(40, 60)))
        menu = find(window, "thread_menu", QMenu)
        assert next(action.objectName() for action in menu.actions() if action.objectName()) == "open_thread"
        menu.close()
        find(window, "more").click()  # type: ignore[attr-defined]
        assert find(window, "thread_menu", QMenu).isVisible()
        find(window, "thread_menu", QMenu).close()


async def test_other_projects_are_one_click_away(qtbot: QtBot, filled: FakeServices, theme: Theme) -> None:
    gone = ProjectView(ProjectId("p3"), "Gone", "/home/sari/gone", folder_exists=False)
    filled.recents = [PROJECT, ProjectView(ProjectId("p2"), "Blog", "/home/sari/blog"), gone]
    async with opened(filled, theme) as window:
        find(window, "open_project", QPushButton).click()
        await until(lambda: window.findChild(QMenu, "projects_menu"))
        menu = find(window, "projects_menu", QMenu)
        texts = [(action.text(), action.isEnabled()) for action in menu.actions() if action.text()]
        assert texts == [("Blog", True), ("Gone", False), ("Open project…", True)]
        menu.actions()[0].trigger()
        menu.close()
        await until(lambda: filled.called("open_folder") == [("/home/sari/blog",)])


async def test_the_next_thread_that_needs_the_person(qtbot: QtBot, filled: FakeServices, theme: Theme) -> None:
    async with opened(filled, theme) as window:
        assert not window.commands.action("next_needing").isEnabled()
        filled.bus.publish(ThreadChanged(replace(filled.threads[T2], state=ThreadState.ASKS)))
        window.commands.action("next_needing").trigger()
        assert window.thread_id == T2


async def test_a_thread_is_read_once_its_end_is_seen_in_front(
    qtbot: QtBot, filled: FakeServices, theme: Theme, monkeypatch: pytest.MonkeyPatch
) -> None:
    in_front = [False]
    filled.put_thread(replace(filled.threads[T2], is_unread=True), message("t2", 1, Role.USER, "hello"))
    async with opened(filled, theme) as window:
        monkeypatch.setattr(window, "isActiveWindow", lambda: in_front[0])
        window.show_thread(T2)
        await until(lambda: window.transcript.thread_id == T2 and window.transcript.is_at_end)
        await turns()
        assert filled.called("mark_read") == []
        in_front[0] = True
        window.reading.look()
        await until(lambda: filled.called("mark_read") == [(T2,)])
        await until(lambda: not window.services.supervisor.running)
        window.reading.look()
        assert len(filled.called("mark_read")) == 1
        assert shown(window, "threads_tree")


@pytest.mark.parametrize("state", [ThreadState.IDLE, ThreadState.WORKING, ThreadState.ASKS])
async def test_a_row_shows_the_own_copy_as_soon_as_its_thread_is_moved(
    qtbot: QtBot, filled: FakeServices, theme: Theme, state: ThreadState
) -> None:
    async with opened(filled, theme) as window:
        tree, view = window.sidebar.tree, replace(filled.threads[T2], state=state)
        filled.bus.publish(ThreadChanged(view))

        def painted() -> QImage:
            return tree.viewport().grab(tree.visualRect(window.threads.index_of(T2))).toImage()

        at_home = painted()
        filled.bus.publish(ThreadChanged(replace(view, workspace_kind=WorkspaceKind.WORKTREE, worktree_id=WorktreeId("w1"))))
        in_copy = painted()
        assert in_copy != at_home
        # The status at the end stays where it is, and the sign stands left of it.
        width, side = round(in_copy.width() / in_copy.devicePixelRatio()), theme.icon_size(14) + INSET
        end = in_copy.copy(width - side, 0, side, in_copy.height())
        assert end == at_home.copy(width - side, 0, side, at_home.height())
        interface = QAccessible.queryAccessibleInterface(tree)
        assert interface is not None
        said = [interface.child(row).text(QAccessible.Text.Name) for row in range(interface.childCount())]  # type: ignore[union-attr]
        assert [text.split(",")[0] for text in said if text.endswith("works in an own copy")] == ["Release notes"]
        filled.bus.publish(ThreadChanged(view))
        assert painted() == at_home


@pytest.mark.parametrize("language", ["en", "id"])
@pytest.mark.parametrize("percent", [100, 150, 200])
async def test_what_the_search_is_for_fits_into_the_narrowest_sidebar(
    qapp: QApplication, filled: FakeServices, theme: Theme, percent: int, language: str
) -> None:
    theme.set_text_percent(percent)
    try:
        with speaking(qapp, language):
            async with opened(filled, theme) as window:
                sidebar, field = window.sidebar, find(window, "search_threads", QLineEdit)
                window.resize(2_400, 800)
                await turns()
                window._body.splitter.setSizes([1, 2_000, 300])
                await turns()
                assert sidebar.width() == sidebar.minimumSizeHint().width()
                margins = field.textMargins()
                style = QStyleOptionFrame()
                field.initStyleOption(style)
                room = field.style().subElementRect(QStyle.SubElement.SE_LineEditContents, style, field).width()
                room -= margins.left() + margins.right() + 4
                assert field.fontMetrics().horizontalAdvance(field.placeholderText()) <= room
                whole = QCoreApplication.translate("ThreadsPanel", "Search threads")
                assert field.accessibleName() == whole
                window._body.splitter.setSizes([700, 1_500, 300])
                await turns()
                assert field.placeholderText() == whole
    finally:
        theme.set_text_percent(100)
