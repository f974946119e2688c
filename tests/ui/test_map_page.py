# SPDX-License-Identifier: MIT
"""The map in the window: switching, the tree beside it, the card, what happens meanwhile, and what goes wrong."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QAccessible, QAction, QContextMenuEvent, QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QFileDialog, QMenu, QPushButton, QWidget
from pytestqt.qtbot import QtBot

from onesist_desktop.core.errors import StorageError
from onesist_desktop.core.ids import RunId, ThreadId
from onesist_desktop.core.messages import MessageKind, Role
from onesist_desktop.services.events import MessageAdded, MessagesSetAside, RunChanged, ThreadAdded, ThreadChanged
from onesist_desktop.services.lineage_views import LineageMap
from onesist_desktop.services.views import RunStatus
from onesist_desktop.ui.main_window import MainWindow
from onesist_desktop.ui.map.map_toolbar import LIST
from onesist_desktop.ui.theme.theme import Theme
from tests.ui.fakes import CODEX, FakeServices, message, run_view, thread
from tests.ui.helpers import find, label, opened, shown, turns, until
from tests.ui.map_story import INDEX, LOGIN, NOTES, SPEED, STORE, bead_run, map_services


@asynccontextmanager
async def mapped(theme: Theme, services: FakeServices | None = None) -> AsyncIterator[tuple[MainWindow, FakeServices]]:
    """Open the window with its map."""
    services = services or map_services()
    async with opened(services, theme) as window:
        window.layout_controller.show_inspector(False)
        window.activateWindow()
        window.commands.action("show_map").trigger()
        await until(lambda: window.page.map.lineage is not None)
        await turns()
        yield window, services


def _middle(window: MainWindow, thread_id: str, place: int) -> QPoint:
    view = window.page.map.view
    shape = view.layout_now.place_of(bead_run(thread_id, place))  # type: ignore[union-attr]
    assert shape is not None
    return view.box_of(shape).center()


def _focus(window: MainWindow, thread_id: str, place: int) -> None:
    view = window.page.map.view
    view.setFocus(Qt.FocusReason.TabFocusReason)
    view.focus_bead(view.layout_now.place_of(bead_run(thread_id, place)))  # type: ignore[union-attr]


# -- switching --------------------------------------------------------------------------------------------------------------


async def test_the_switch_and_the_keys_go_to_the_map_and_back(qtbot: QtBot, theme: Theme) -> None:
    async with opened(map_services(), theme) as window:
        title = find(window, "thread_title")
        thread_title = title.accessibleName()
        assert shown(window, "view_conversation") and shown(window, "view_map")
        find(window, "view_map", QPushButton).click()
        await until(lambda: window.page.map.lineage is not None)
        assert window.page.shows_map and title.accessibleName() == "Map of Toko Kita"
        assert not window.composer.isVisible() and not window.page.workspace.isVisible()
        assert not window.commands.state.has_messages
        window.commands.action("show_conversation").trigger()
        assert not window.page.shows_map and window.composer.isVisible() and window.page.workspace.isVisible()
        assert title.accessibleName() == thread_title
        assert find(window, "view_conversation", QPushButton).isChecked()
        assert window.commands.action("show_map").shortcut().toString() == "Ctrl+3"
        assert window.commands.action("show_conversation").shortcut().toString() == "Ctrl+1"


async def test_a_threads_menu_shows_it_in_the_map(qtbot: QtBot, theme: Theme) -> None:
    async with opened(map_services(), theme) as window:
        window.activateWindow()
        for thread_id in (SPEED, INDEX):
            window.menus.open_row_menu(thread_id, window.mapToGlobal(QPoint(40, 200)))
            menu = find(window, "thread_menu", QMenu)
            next(action for action in menu.actions() if action.objectName() == "map_row").trigger()
            menu.close()
            await turns()
            await until(lambda: window.page.map.view.focused is not None)
            view = window.page.map.view
            assert window.page.shows_map and window.thread_id == thread_id == window.sidebar.tree.selected
            assert view.focused is not None and view.focused.thread_id == thread_id
            assert view.viewport().rect().contains(view.box_of(view.layout_now.in_lane(thread_id)))  # type: ignore[union-attr,arg-type]
        window.map.show_thread(ThreadId("gone"))
        assert window.thread_id == INDEX


async def test_without_a_project_there_is_no_map(qtbot: QtBot, services: FakeServices, theme: Theme) -> None:
    async with opened(services, theme, None) as window:
        assert not window.commands.action("show_map").isEnabled()
        window.map.show()
        assert not window.page.shows_map


async def test_escape_closes_the_card_then_goes_to_the_composer(qtbot: QtBot, theme: Theme) -> None:
    async with mapped(theme) as (window, _):
        _focus(window, LOGIN, 1)
        assert window.page.map.card.isVisible()
        QTest.keyClick(window.page.map.view, Qt.Key.Key_Escape)
        assert not window.page.map.card.isVisible() and window.page.shows_map
        QTest.keyClick(window.page.map.view, Qt.Key.Key_Escape)
        assert not window.page.shows_map and QApplication.focusWidget() is window.composer.edit


async def test_a_click_on_a_bead_goes_to_its_message(qtbot: QtBot, theme: Theme) -> None:
    async with mapped(theme) as (window, _):
        QTest.mouseClick(window.page.map.view.viewport(), Qt.MouseButton.LeftButton, pos=_middle(window, INDEX, 1))
        assert not window.page.shows_map and window.thread_id == INDEX
        await until(lambda: window.transcript.reading_seq)
        assert 8 in [each.seq for each in window.transcript.messages]


async def test_a_lane_is_selected_as_its_row_is_and_the_map_stays(qtbot: QtBot, theme: Theme) -> None:
    async with mapped(theme) as (window, _):
        at = _middle(window, NOTES, 1) - QPoint(28, 0)
        QTest.mouseClick(window.page.map.view.viewport(), Qt.MouseButton.LeftButton, pos=at)
        assert window.page.shows_map and window.thread_id == NOTES and window.sidebar.tree.selected == NOTES
        window.sidebar.tree.setCurrentIndex(window.threads.index_of(SPEED))
        assert window.page.shows_map and window.page.map.view._selected == SPEED
        QTest.keyClick(window.sidebar.tree, Qt.Key.Key_Return)
        assert not window.page.shows_map


async def test_going_to_a_thread_by_palette_or_notification_shows_the_conversation(qtbot: QtBot, theme: Theme) -> None:
    async with mapped(theme) as (window, _):
        window.go_to_thread(STORE)
        assert not window.page.shows_map and window.thread_id == STORE


# -- the tree beside it -----------------------------------------------------------------------------------------------------


def _levels(window: MainWindow) -> list[int]:
    """Return how far each lane's middle is from its row's, on the screen."""
    view, tree = window.page.map.view, window.page.map._link.leader  # type: ignore[union-attr]
    found = []
    for thread_id in (LOGIN, STORE, NOTES, INDEX):
        index = window.threads.index_of(thread_id)
        if index.isValid():
            row = tree.viewport().mapToGlobal(tree.visualRect(index).center()).y()
            place = view.layout_now.in_lane(thread_id)  # type: ignore[union-attr]
            found.append(abs(view.viewport().mapToGlobal(view.box_of(place).center()).y() - row))
    return found


async def test_lanes_are_level_with_rows_scrolled_folded_searched_and_without_the_sidebar(qtbot: QtBot, theme: Theme) -> None:
    services = map_services()
    for number in range(60):
        services.put_thread(thread(f"more{number}", f"More {number}", updated_at=number + 1.0))
    async with mapped(theme, services) as (window, _):
        tree, view = window.sidebar.tree, window.page.map.view
        assert max(_levels(window)) <= 1
        tree.verticalScrollBar().setValue(90)
        assert view.verticalScrollBar().value() == 90 and max(_levels(window)) <= 1
        view.verticalScrollBar().setValue(40)
        assert tree.verticalScrollBar().value() == 40 and max(_levels(window)) <= 1
        window.threads.set_folded(LOGIN, True)
        await until(lambda: view.layout_now.row_of(STORE) is None)  # type: ignore[union-attr]
        assert max(_levels(window)) <= 1
        window.sidebar.search.setText("product")
        await until(lambda: view.layout_now.row_of(NOTES) is None)  # type: ignore[union-attr]
        assert max(_levels(window)) <= 1
        window.sidebar.search.clear()
        await turns()
        assert not find(window, "map_titles").isVisible()
        window.layout_controller.toggle_sidebar()
        await until(find(window, "map_titles").isVisible)
        await turns()
        assert max(_levels(window)) <= 1
        window.layout_controller.toggle_sidebar()
        await until(lambda: not find(window, "map_titles").isVisible())


async def test_every_lane_can_be_scrolled_to_in_a_small_window(qtbot: QtBot, theme: Theme) -> None:
    async with mapped(theme) as (window, _):
        window.resize(900, 520)
        window.say("Something that is said above the map")
        await turns()
        view = window.page.map.view
        rows = (ThreadId("import"), LOGIN, ThreadId("photos"))
        for thread_id in rows:
            shape = view.layout_now.in_lane(thread_id)  # type: ignore[union-attr]
            view.focus_bead(shape)
            assert view.viewport().rect().contains(view.box_of(shape))  # type: ignore[arg-type]


# -- card and menu ----------------------------------------------------------------------------------------------------------


async def test_the_card_opens_with_the_keyboard_and_forks_and_merges(qtbot: QtBot, theme: Theme) -> None:
    async with mapped(theme) as (window, services):
        heard: list[tuple[object, ...]] = []
        window.mapping.fork_wanted.disconnect()
        window.mapping.merge_wanted.disconnect()
        window.mapping.fork_wanted.connect(lambda *args: heard.append(("fork", *args)))
        window.mapping.merge_wanted.connect(lambda *args: heard.append(("merge", *args)))
        _focus(window, INDEX, 0)
        card = window.page.map.card
        await until(lambda: label(card, "map_card_asked").startswith("Build"))
        assert services.called("bead") == [(bead_run(INDEX, 0),)]
        find(card, "map_card_fork", QPushButton).click()
        _focus(window, INDEX, 0)
        await until(find(card, "map_card_merge").isEnabled)
        find(card, "map_card_merge", QPushButton).click()
        assert heard == [("fork", INDEX, 6), ("merge", INDEX)]
        QTest.keyClick(window.page.map.view, Qt.Key.Key_F)
        assert heard[-1] == ("fork", INDEX, 6)
        _focus(window, LOGIN, 3)
        QTest.keyClick(window.page.map.view, Qt.Key.Key_F)
        assert len(heard) == 3, "an answer that still works can't be forked"


async def test_the_card_says_when_details_cannot_be_read(qtbot: QtBot, theme: Theme) -> None:
    services = map_services()
    services.failures["bead"] = StorageError("the disk is gone")
    async with mapped(theme, services) as (window, _):
        _focus(window, LOGIN, 0)
        await until(lambda: "disk is gone" in label(window.page.map.card, "map_card_answered"))


async def test_the_menu_of_an_answer(qtbot: QtBot, theme: Theme) -> None:
    async with mapped(theme) as (window, _):
        view = window.page.map.view
        bead = view.layout_now.place_of(bead_run(INDEX, 1)).bead  # type: ignore[union-attr]
        window.page.map.open_menu(bead, QPoint(10, 10))
        menu = find(window, "map_menu", QMenu)
        actions = {action.objectName(): action for action in menu.actions()}
        assert list(actions) == ["map_go", "map_copy", "map_fork", "map_merge"]
        assert all(action.isEnabled() for action in actions.values())
        actions["map_go"].trigger()
        menu.close()
        assert window.thread_id == INDEX and not window.page.shows_map


def _menu_of(window: MainWindow, widget: QWidget) -> dict[str, QAction]:
    """Open the menu by its key where the keyboard is."""
    at = widget.rect().center()
    press = QContextMenuEvent(QContextMenuEvent.Reason.Keyboard, at, widget.mapToGlobal(at))
    QApplication.sendEvent(widget, press)
    menu = find(window, "map_menu", QMenu)
    assert menu.isVisible()
    return {action.objectName(): action for action in menu.actions()}


def _choose(window: MainWindow, actions: dict[str, QAction], name: str) -> None:
    actions[name].trigger()
    find(window, "map_menu", QMenu).close()


async def test_the_menu_copies_the_text_of_an_answer_in_any_thread(qtbot: QtBot, theme: Theme) -> None:
    services = map_services()
    services.put_thread(
        services.threads[INDEX],
        message(INDEX, 5, Role.USER, "Question"),
        message(INDEX, 6, Role.ASSISTANT, "It *is* `built`.\n\n```py\nx = 1\n```", run_id=bead_run(INDEX, 0), provider_id=CODEX),
        message(INDEX, 8, Role.ASSISTANT, "x" * 40_000, run_id=bead_run(INDEX, 1), provider_id=CODEX),
    )
    clipboard = QApplication.clipboard()
    async with mapped(theme, services) as (window, _):
        # Of a thread that isn't shown in the conversation.
        assert window.thread_id != INDEX
        _focus(window, INDEX, 0)
        actions = _menu_of(window, window.page.map.view)
        copy = window.commands.action("copy_message")
        assert actions["map_copy"].text() == copy.text()
        clipboard.setText("before")
        _choose(window, actions, "map_copy")
        await until(lambda: clipboard.text() != "before")
        from_map = clipboard.text()
        assert window.page.shows_map and window.page.toast.text == "It is on the clipboard."
        # The message's own menu copies the same, and so does the map once that thread is shown.
        window.go_to_message(INDEX, 6)
        await until(lambda: window.message_menu.target is not None and window.message_menu.target.seq == 6)
        clipboard.setText("before")
        copy.trigger()
        assert clipboard.text() == from_map == "It is built.\n\nx = 1"
        window.map.show()
        await turns()
        _focus(window, INDEX, 0)
        clipboard.setText("before")
        _choose(window, _menu_of(window, window.page.map.view), "map_copy")
        assert clipboard.text() == from_map
        _focus(window, INDEX, 1)
        _choose(window, _menu_of(window, window.page.map.view), "map_copy")
        await until(lambda: clipboard.text() == "x" * 40_000)


async def test_the_lists_menu_copies_by_keyboard_and_says_when_a_message_is_gone(qtbot: QtBot, theme: Theme) -> None:
    services = map_services()
    clipboard = QApplication.clipboard()
    async with mapped(theme, services) as (window, _):
        window.page.map.toolbar.form.choose(LIST)
        rows = window.page.map.list
        rows.setFocus(Qt.FocusReason.TabFocusReason)
        rows.go_to_answer(bead_run(SPEED, 1))
        assert rows.current is not None
        clipboard.setText("before")
        _choose(window, _menu_of(window, rows), "map_copy")
        await until(lambda: clipboard.text() == f"Answer {rows.current.seq}")  # type: ignore[union-attr]
        said: list[str] = []
        window._desk.said.connect(said.append)
        services.put_thread(services.threads[SPEED])
        _choose(window, _menu_of(window, rows), "map_copy")
        await until(lambda: said)
        assert said == ["That message is no longer there."] and clipboard.text().startswith("Answer")


# -- what happens meanwhile -------------------------------------------------------------------------------------------------


async def test_what_happens_is_read_once_and_only_while_the_map_is_shown(qtbot: QtBot, theme: Theme) -> None:
    async with mapped(theme) as (window, services):
        before = len(services.called("map"))
        view = services.threads[LOGIN]
        services.bus.publish(ThreadChanged(replace(view, title="Another title")))
        services.bus.publish(RunChanged(run_view("login", status=RunStatus.FINISHED)))
        services.bus.publish(MessagesSetAside(LOGIN, 2, 8))
        services.bus.publish(ThreadAdded(thread("new", "New one", updated_at=1.0)))
        merge = message("login", 20, Role.USER, "brought", kind=MessageKind.MERGE)
        services.bus.publish(MessageAdded(merge))
        await until(lambda: len(services.called("map")) > before)
        await turns()
        assert len(services.called("map")) == before + 1
        window.show_conversation()
        services.bus.publish(ThreadChanged(view))
        assert not window.mapping._delay.isActive()
        await turns()
        assert len(services.called("map")) == before + 1
        window.map.show()
        await until(lambda: len(services.called("map")) == before + 2)
        window.show_conversation()
        window.map.show()
        await turns()
        assert len(services.called("map")) == before + 2, "nothing changed since"


async def test_what_happens_while_it_is_read_is_read_after_it(qtbot: QtBot, theme: Theme) -> None:
    services = map_services()
    services.gates["map"] = asyncio.Event()
    async with opened(services, theme) as window:
        window.map.show()
        await until(lambda: services.called("map"))
        assert find(window, "map_loading").isVisible()
        services.bus.publish(ThreadChanged(services.threads[LOGIN]))
        assert window.mapping._delay.isActive()
        await until(lambda: not window.mapping._delay.isActive())
        assert len(services.called("map")) == 1
        services.gates["map"].set()
        await until(lambda: len(services.called("map")) == 2 and window.page.map.lineage is not None)


async def test_a_map_that_cannot_be_read_says_why_and_is_read_again(qtbot: QtBot, theme: Theme) -> None:
    services = map_services()
    services.failures["map"] = StorageError("the database is locked")
    async with opened(services, theme) as window:
        window.map.show()
        error = find(window, "map_error")
        await until(error.isVisible)
        assert "the database is locked" in label(error, "empty_text") and "safe" in label(error, "empty_text")
        assert not find(window, "map_export").isEnabled()
        services.failures.clear()
        find(error, "empty_action", QPushButton).click()
        await until(window.page.map.view.isVisible)


async def test_a_project_without_answers_says_so(qtbot: QtBot, services: FakeServices, theme: Theme) -> None:
    services.put_thread(thread("t1", "Nothing said"))
    services.lineage.map_view = LineageMap()
    async with opened(services, theme) as window:
        window.map.show()
        await until(find(window, "map_empty").isVisible)
        assert not find(window, "map_scope_family").isEnabled()


# -- tools ------------------------------------------------------------------------------------------------------------------


async def test_the_family_the_list_and_the_zoom(qtbot: QtBot, theme: Theme) -> None:
    async with mapped(theme) as (window, _):
        page = window.page.map
        window.show_thread(INDEX)
        page.toolbar.scope.choose("family")
        assert set(page.view.columns.lanes) == {SPEED, INDEX}  # type: ignore[union-attr]
        page.toolbar.form.choose("list")
        assert page.list.isVisible() and page.answers.rowCount() == 6
        assert not find(window, "map_zoom_in").isVisible()
        page.toolbar.scope.choose("all")
        assert page.answers.rowCount() > 20
        page.toolbar.form.choose("picture")
        find(window, "map_zoom_in").click()  # type: ignore[attr-defined]
        assert label(window, "map_zoom") == "125 %"
        find(window, "map_fit", QPushButton).click()
        assert page.view.horizontalScrollBar().maximum() == 0


async def test_the_list_goes_to_a_message_as_the_picture_does(qtbot: QtBot, theme: Theme) -> None:
    async with mapped(theme) as (window, _):
        page = window.page.map
        page.toolbar.form.choose("list")
        page.list.go_to_answer(bead_run(SPEED, 1))
        QTest.keyClick(page.list, Qt.Key.Key_Return)
        assert window.thread_id == SPEED and not window.page.shows_map


async def test_the_picture_is_saved_and_a_failure_is_said(qtbot: QtBot, theme: Theme, tmp_path: Path) -> None:
    async with mapped(theme) as (window, _):
        find(window, "map_export", QPushButton).click()
        dialog = find(window, "export_map_dialog", QFileDialog)
        assert dialog.acceptMode() is QFileDialog.AcceptMode.AcceptSave
        path = tmp_path / "map.png"
        done: list[str] = []
        window.mapping.exported.connect(done.append)
        dialog.fileSelected.emit(str(path))
        await until(lambda: done)
        assert QImage(str(path)).width() > 1000
        dialog.reject()
        window.mapping.save(str(tmp_path / "no" / "folder" / "map.png"))
        await until(lambda: "could not be saved" in find(window, "banner_text").text())  # type: ignore[attr-defined]


# -- accessibility ----------------------------------------------------------------------------------------------------------


async def test_every_control_has_a_name_and_the_list_is_a_table(qtbot: QtBot, theme: Theme) -> None:
    async with mapped(theme) as (window, _):
        page = window.page.map
        for button in [*page.toolbar.findChildren(QPushButton), find(window, "map_zoom_in"), find(window, "map_zoom_out")]:
            face = QAccessible.queryAccessibleInterface(button)
            assert face.text(QAccessible.Text.Name)
        assert page.view.accessibleName()
        page.toolbar.form.choose("list")
        face = QAccessible.queryAccessibleInterface(page.list)
        assert face.role() in {QAccessible.Role.Table, QAccessible.Role.Tree}
        assert face.childCount() > page.answers.rowCount()


@pytest.mark.parametrize("percent", [100, 200])
async def test_the_tools_stay_in_the_page_whatever_the_size_of_the_text(qtbot: QtBot, theme: Theme, percent: int) -> None:
    theme.set_text_percent(percent)
    try:
        async with mapped(theme) as (window, _):
            window.resize(720, 520)
            await turns()
            page = window.page.map
            for name in ("map_scope", "map_form", "map_export"):
                child = find(window, name)
                right = child.mapTo(page, QPoint(child.width(), 0)).x()
                assert right <= page.width() + 1, name
            assert page.view.viewport().height() > 40
    finally:
        theme.set_text_percent(100)


async def test_an_unknown_run_changes_nothing(qtbot: QtBot, theme: Theme) -> None:
    async with mapped(theme) as (window, services):
        services.bus.publish(RunChanged(run_view("elsewhere", status=RunStatus.FINISHED)))
        assert not window.mapping._delay.isActive()
        window.page.map.show_no_details(RunId("none"), "x")
