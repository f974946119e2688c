# SPDX-License-Identifier: MIT
"""Panels beside the centre and over it, and the window's place from one start to the next."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from onesist_desktop.core.errors import StorageError
from onesist_desktop.core.ids import ThreadId
from onesist_desktop.core.messages import Role
from onesist_desktop.services.events import NoticeLevel, NoticeRaised, PreferencesChanged
from onesist_desktop.services.views import PreferencesView, ThemeChoice, WindowPlace
from onesist_desktop.ui.main_window import MainWindow
from onesist_desktop.ui.theme.theme import Theme
from onesist_desktop.ui.widgets.banner import BannerLevel
from tests.ui.fakes import CLAUDE, PROJECT, FakeServices, message, thread
from tests.ui.helpers import find, opened, turns, until

T1 = ThreadId("t1")


@pytest.fixture
def filled(services: FakeServices) -> FakeServices:
    services.put_thread(thread("t1", "Fix it", provider_id=CLAUDE, updated_at=9), message("t1", 1, Role.USER, "hello"))
    services.preferences.place = WindowPlace(is_inspector_shown=False)
    return services


async def settled(window: MainWindow, width: int, height: int = 800) -> None:
    window.resize(width, height)
    await turns(6)


async def test_the_inspector_slides_over_the_centre_where_three_columns_have_no_room(
    qtbot: QtBot, filled: FakeServices, theme: Theme
) -> None:
    async with opened(filled, theme) as window:
        await settled(window, 1300)
        window.commands.action("toggle_inspector").trigger()
        assert window.inspector.isVisible()
        assert window.page.width() < 1300 - 280 - 290
        await settled(window, 1000)
        assert not window.inspector.isVisible()
        wide = window.page.width()
        window.composer.edit.setFocus()
        window.commands.action("toggle_inspector").trigger()
        await turns()
        assert window.inspector.isVisible()
        assert window.page.width() == wide
        focused = QApplication.focusWidget()
        assert focused is not None
        assert find(window, "inspector_over").isAncestorOf(focused)
        QTest.keyClick(focused, Qt.Key.Key_Escape)
        assert not window.inspector.isVisible()
        assert window.composer.edit.hasFocus()
        await settled(window, 1300)
        assert window.inspector.isVisible()


async def test_the_sidebar_over_the_centre_goes_once_a_thread_is_chosen(qtbot: QtBot, filled: FakeServices, theme: Theme) -> None:
    filled.put_thread(thread("t2", "Another", updated_at=5))
    async with opened(filled, theme) as window:
        await settled(window, 800)
        assert not window.sidebar.isVisible()
        find(window, "show_sidebar").click()  # type: ignore[attr-defined]
        await turns()
        assert window.sidebar.isVisible()
        tree = window.sidebar.tree
        place = tree.visualRect(window.threads.index_of(ThreadId("t2"))).center()
        QTest.mouseClick(tree.viewport(), Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, place)
        assert window.thread_id == "t2"
        assert not window.sidebar.isVisible()
        await settled(window, 1000)
        assert window.sidebar.isVisible()


async def test_only_one_panel_floats(qtbot: QtBot, filled: FakeServices, theme: Theme) -> None:
    async with opened(filled, theme) as window:
        await settled(window, 760)
        window.commands.action("toggle_sidebar").trigger()
        window.commands.action("toggle_inspector").trigger()
        await turns()
        assert (window.sidebar.isVisible(), window.inspector.isVisible()) == (False, True)


async def test_focus_in_a_panel_that_goes_is_not_lost(qtbot: QtBot, filled: FakeServices, theme: Theme) -> None:
    async with opened(filled, theme) as window:
        window.activateWindow()
        window.sidebar.tree.setFocus()
        window.commands.action("toggle_sidebar").trigger()
        assert window.composer.edit.hasFocus()


async def test_the_place_is_kept_once_things_are_at_rest(qtbot: QtBot, filled: FakeServices, theme: Theme) -> None:
    async with opened(filled, theme) as window:
        for width in (1250, 1280, 1310):
            await settled(window, width)
        window.commands.action("toggle_inspector").trigger()
        await until(lambda: filled.called("save_place"))
        await turns()
        assert len(filled.called("save_place")) == 1
        kept = filled.preferences.place
        assert (kept.width, kept.height, kept.is_inspector_shown, kept.is_sidebar_shown) == (1310, 800, True, True)
        assert window.place == kept


async def test_a_place_that_can_not_be_kept_bothers_nobody(qtbot: QtBot, filled: FakeServices, theme: Theme) -> None:
    filled.failures["save_place"] = StorageError("disk full")
    async with opened(filled, theme) as window:
        await settled(window, 1250)
        await until(lambda: filled.called("save_place"))
        await turns()
        assert window.page.banner.isHidden()


async def test_the_place_comes_back(qtbot: QtBot, filled: FakeServices, theme: Theme) -> None:
    filled.preferences.place = WindowPlace(
        width=740, height=560, x=30, y=20, sidebar_width=330, inspector_width=2000, is_sidebar_shown=False, is_inspector_shown=True
    )
    services = filled.app_services()
    window = MainWindow(services, start_project=PROJECT, theme=theme)
    try:
        assert (window.width(), window.height(), window.x(), window.y()) == (740, 560, 30, 20)
        place = window.place
        assert (place.sidebar_width, place.inspector_width) == (330, 520)
        window.resize(1300, 700)
        window.show()
        await until(lambda: filled.called("list_threads"))
        assert (window.sidebar.isVisible(), window.inspector.isVisible()) == (False, True)
    finally:
        window.close()
        await services.supervisor.close()
        window.deleteLater()


@pytest.mark.parametrize(("width", "height"), [(960, 640), (720, 520)])
async def test_a_long_message_leaves_the_transcript_a_third(
    qtbot: QtBot, filled: FakeServices, theme: Theme, width: int, height: int
) -> None:
    async with opened(filled, theme) as window:
        await settled(window, width, height)
        window.composer.put_text("a line\n" * 40)
        await turns(6)
        assert window.page.shown.height() >= height // 3
        edit = window.composer.edit
        assert edit.verticalScrollBar().maximum() > 0
        tools = window.composer.send_button
        assert edit.mapTo(window, edit.rect().bottomLeft()).y() <= tools.mapTo(window, tools.rect().topLeft()).y()
        assert window.width() == width


async def test_what_is_set_shows_at_once(qtbot: QtBot, filled: FakeServices, theme: Theme) -> None:
    async with opened(filled, theme) as window:
        assert window.menuBar().isHidden()
        try:
            filled.bus.publish(PreferencesChanged(PreferencesView(theme=ThemeChoice.DARK, text_percent=150, shows_menu_bar=True)))
            assert (theme.is_dark, theme.text_percent) == (True, 150)
            assert not window.menuBar().isHidden()
            await turns()
        finally:
            theme.choose("light")
            theme.set_text_percent(100)


@pytest.mark.parametrize(
    ("level", "shown"),
    [
        (NoticeLevel.INFO, BannerLevel.INFO),
        (NoticeLevel.WARNING, BannerLevel.WARNING),
        (NoticeLevel.ERROR, BannerLevel.DANGER),
    ],
)
async def test_notices_have_three_levels(
    qtbot: QtBot, filled: FakeServices, theme: Theme, level: NoticeLevel, shown: BannerLevel
) -> None:
    async with opened(filled, theme) as window:
        filled.bus.publish(NoticeRaised(level, "keyring_locked"))
        assert window.page.banner.level is shown


async def test_a_folder_that_is_gone_is_said_where_it_stands(qtbot: QtBot, filled: FakeServices, theme: Theme) -> None:
    async with opened(filled, theme, replace(PROJECT, folder_exists=False)) as window:
        assert find(window, "workspace_kind").text == "The project folder is gone"  # type: ignore[attr-defined]
        assert not find(window, "open_folder").isVisible()
        find(window, "other_project").click()  # type: ignore[attr-defined]
        assert window.start_page.isVisible()
        assert not window.inspector.isVisible()


async def test_escape_goes_to_the_composer_and_alt_opens_the_menu(qtbot: QtBot, filled: FakeServices, theme: Theme) -> None:
    async with opened(filled, theme) as window:
        window.activateWindow()
        window.sidebar.tree.setFocus()
        QTest.keyClick(window.sidebar.tree, Qt.Key.Key_Escape)
        assert window.composer.edit.hasFocus()
        QTest.keyPress(window, Qt.Key.Key_Alt)
        QTest.keyRelease(window, Qt.Key.Key_Alt)
        menu = find(window, "app_menu")
        assert menu.isVisible()
        menu.close()


async def test_one_view_needs_no_switch(qtbot: QtBot, filled: FakeServices, theme: Theme) -> None:
    async with opened(filled, theme) as window:
        switch = window.page.header.views
        assert switch.isVisible()
        with qtbot.waitSignal(switch.chosen) as chosen:
            switch.choose("map")
        assert chosen.args == ["map"]
        switch.set_views([("conversation", "Conversation")])
        assert not switch.isVisible()
        with pytest.raises(KeyError):
            switch.choose("map")
