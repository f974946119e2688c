# SPDX-License-Identifier: MIT
"""The clean-up by mouse and key: filter, ticks, links, menu, names, empty states, 200 rows."""

from __future__ import annotations

import asyncio
import time

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QSignalSpy, QTest
from PySide6.QtWidgets import QMenu, QPlainTextEdit, QPushButton
from pytestqt.qtbot import QtBot

from onesist_desktop.core.ids import WorktreeId
from onesist_desktop.core.workspaces import Contents, Named
from onesist_desktop.services.events import WorktreeMeasured
from onesist_desktop.services.workspace_views import INTERRUPTED_NOTE
from onesist_desktop.ui.dialogs.cleanup.columns import columns_of
from onesist_desktop.ui.dialogs.cleanup.dialog import CleanupDialog
from onesist_desktop.ui.dialogs.cleanup.names_panel import NamesPanel
from onesist_desktop.ui.models.worktree_filter import Standing
from onesist_desktop.ui.models.worktree_meaning import Act
from onesist_desktop.ui.roles import Role
from onesist_desktop.ui.theme.theme import Theme
from tests.ui.fake_cleanup import cleaning_up, controller_of, put_story
from tests.ui.fakes import FakeServices
from tests.ui.helpers import find, label, opened, shown, turns, until
from tests.ui.workspace_fakes import worktree_row


@pytest.fixture
def story(services: FakeServices) -> FakeServices:
    put_story(services, time.time())
    return services


def listed(dialog: CleanupDialog) -> list[str]:
    return [dialog.model.index(at).data(Role.WORKTREE).id for at in range(dialog.model.rowCount())]


def go_to(dialog: CleanupDialog, name: str) -> None:
    dialog.list.setCurrentIndex(dialog.model.index_of(WorktreeId(name)))


def spot(dialog: CleanupDialog, name: str, act: Act) -> QPoint:
    """Return where a link of a row is, in the list's viewport."""
    index = dialog.model.index_of(WorktreeId(name))
    row = dialog.list.visualRect(index)
    columns = columns_of(dialog.theme, dialog.list.viewport().width())
    _, box = next(one for one in dialog.list._delegate._link_boxes(index.data(Role.MEANING), columns) if one[0] is act)
    return QPoint(round(box.center().x()), row.top() + round(box.center().y()))


async def test_it_is_usable_while_things_are_counted(story: FakeServices, theme: Theme) -> None:
    gate = story.gates["measure"] = asyncio.Event()
    async with opened(story, theme) as window:
        controller_of(window).open()
        dialog = find(window, "cleanup_dialog", CleanupDialog)
        await until(lambda: dialog.model.count == 8)
        await until(lambda: story.called("measure"))
        # What has no folder can't be counted, and is not asked for.
        assert WorktreeId("photos") not in story.called("measure")[0][0]
        assert not dialog.model.can_tick_any
        assert dialog.list.hasFocus()
        story.bus.publish(WorktreeMeasured(story.cleanup.measured[WorktreeId("search")]))
        dialog.model.set_ticked(WorktreeId("search"), True)
        assert dialog.remove.isEnabled()
        gate.set()
        await until(lambda: dialog.model.tally[Standing.MEASURING] == 0)
        assert [row.id for row in dialog.model.ticked] == ["search"]
        dialog.reject()


async def test_closing_stops_counting(story: FakeServices, theme: Theme) -> None:
    story.gates["measure"] = asyncio.Event()
    async with opened(story, theme) as window:
        controller_of(window).open()
        await until(lambda: story.called("measure"))
        find(window, "cleanup_dialog", CleanupDialog).reject()
        await until(lambda: not story_running(window))


def story_running(window: object) -> tuple[str, ...]:
    return tuple(name for name in window.services.supervisor.running if "count" in name)  # type: ignore[attr-defined]


async def test_the_parts_and_the_text_filter(qtbot: QtBot, story: FakeServices, theme: Theme) -> None:
    async with cleaning_up(story, theme) as (_, _, dialog):
        texts = [dialog.parts.part(part.value).text() for part in (Standing.ALL, Standing.NOTHING_TO_LOSE, Standing.HOLDS_WORK)]
        assert texts == ["All 8", "Nothing to lose 2", "Holds work 2"]
        dialog.parts.choose(Standing.BLOCKED.value)
        assert set(listed(dialog)) == {"backup", "photos", "login", "session"}
        dialog.search.setText("photos")
        assert listed(dialog) == ["photos"]
        dialog.search.setText("nothing has this")
        assert shown(dialog, "none_found")
        assert not dialog.names.isVisible()
        find(find(dialog, "none_found"), "empty_action", QPushButton).click()
        assert len(listed(dialog)) == 8


async def test_nothing_to_lose_stands_first_once_all_is_counted(story: FakeServices, theme: Theme) -> None:
    gate = story.gates["measure"] = asyncio.Event()
    async with opened(story, theme) as window:
        controller_of(window).open()
        dialog = find(window, "cleanup_dialog", CleanupDialog)
        await until(lambda: dialog.model.count == 8)
        before = listed(dialog)
        # What is counted doesn't move while the others still are.
        story.bus.publish(WorktreeMeasured(story.cleanup.measured[WorktreeId("others")]))
        assert listed(dialog) == before
        gate.set()
        await until(lambda: dialog.model.tally[Standing.MEASURING] == 0)
        await until(lambda: listed(dialog) != before)
        assert listed(dialog) == ["rounding", "others", "import", "search", "backup", "photos", "login", "session"]
        assert dialog.list.current is not None
        assert dialog.list.current.id == "rounding"
        dialog.reject()


async def test_no_row_moves_once_something_is_ticked(story: FakeServices, theme: Theme) -> None:
    gate = story.gates["measure"] = asyncio.Event()
    async with opened(story, theme) as window:
        controller_of(window).open()
        dialog = find(window, "cleanup_dialog", CleanupDialog)
        await until(lambda: dialog.model.count == 8)
        before = listed(dialog)
        story.bus.publish(WorktreeMeasured(story.cleanup.measured[WorktreeId("search")]))
        dialog.model.set_ticked(WorktreeId("search"), True)
        gate.set()
        await until(lambda: dialog.model.tally[Standing.MEASURING] == 0)
        await turns()
        assert listed(dialog) == before
        dialog.reject()


async def test_the_order_is_chosen_by_key_and_keeps_ticks(qtbot: QtBot, story: FakeServices, theme: Theme) -> None:
    async with cleaning_up(story, theme) as (_, _, dialog):
        dialog.model.set_ticked(WorktreeId("search"), True)
        assert dialog.order.currentText() == "Nothing to lose first"
        dialog.order.setFocus()
        heads = []
        for _ in range(3):
            qtbot.keyClick(dialog.order, Qt.Key.Key_Down)
            heads.append((dialog.order.currentText(), listed(dialog)[0]))
            assert dialog.list.currentIndex().row() == 0
        assert heads == [("Longest unused first", "backup"), ("Largest first", "search"), ("By name", "backup")]
        assert dialog.order.hasFocus()
        assert [row.id for row in dialog.model.ticked] == ["search"]
        dialog.parts.choose(Standing.HOLDS_WORK.value)
        assert listed(dialog) == ["import", "search"]


async def test_keys_walk_tick_show_names_and_ask(qtbot: QtBot, story: FakeServices, theme: Theme) -> None:
    async with cleaning_up(story, theme) as (_, _, dialog):
        go_to(dialog, "import")
        qtbot.keyClick(dialog.list, Qt.Key.Key_Down)
        assert dialog.list.current is not None
        assert dialog.list.current.id == "search"
        assert label(dialog, "kind_changed").startswith("2 changed")
        qtbot.keyClick(dialog.list, Qt.Key.Key_Space)
        assert [row.id for row in dialog.model.ticked] == ["search"]
        qtbot.keyClick(dialog.list, Qt.Key.Key_Return)
        names = find(dialog, "cleanup_all_names")
        text = find(names, "all_names_text", QPlainTextEdit).toPlainText()
        assert "try.sql" in text
        assert ".env.local" in text
        find(names, "close", QPushButton).click()
        calls = len(story.called("measure"))
        qtbot.keyClick(dialog.list, Qt.Key.Key_Delete)
        confirm = find(dialog, "removal_confirm")
        await until(lambda: len(story.called("measure")) == calls + 1)
        assert story.called("measure")[-1] == ((WorktreeId("search"),),)
        confirm.close()
        QTest.keyClick(dialog, Qt.Key.Key_F5)
        await until(lambda: len(story.called("rows")) == 2)


async def test_delete_on_a_blocked_row_says_why(qtbot: QtBot, story: FakeServices, theme: Theme) -> None:
    async with cleaning_up(story, theme) as (_, _, dialog):
        go_to(dialog, "login")
        qtbot.keyClick(dialog.list, Qt.Key.Key_Space)
        qtbot.keyClick(dialog.list, Qt.Key.Key_Delete)
        assert dialog.model.ticked == []
        assert not shown(dialog, "removal_confirm")
        assert label(dialog, "cleanup_numbers") == "Codex is working here"


async def test_a_click_on_the_tick_ticks_and_one_beside_it_does_not(qtbot: QtBot, story: FakeServices, theme: Theme) -> None:
    async with cleaning_up(story, theme) as (_, _, dialog):
        row = dialog.list.visualRect(dialog.model.index_of(WorktreeId("rounding")))
        viewport = dialog.list.viewport()
        qtbot.mouseClick(viewport, Qt.MouseButton.LeftButton, pos=QPoint(200, row.center().y()))
        assert dialog.model.ticked == []
        qtbot.mouseClick(viewport, Qt.MouseButton.LeftButton, pos=QPoint(32, row.center().y()))
        assert [one.id for one in dialog.model.ticked] == ["rounding"]


async def test_the_tick_above_has_three_states(story: FakeServices, theme: Theme) -> None:
    async with cleaning_up(story, theme) as (_, _, dialog):
        tick = dialog.head.tick
        dialog.model.set_ticked(WorktreeId("search"), True)
        assert tick.checkState() is Qt.CheckState.PartiallyChecked
        tick.click()
        assert tick.checkState() is Qt.CheckState.Checked
        assert len(dialog.model.ticked) == 4
        tick.click()
        assert tick.checkState() is Qt.CheckState.Unchecked
        assert not dialog.remove.isEnabled()
        assert dialog.remove.toolTip()


async def test_the_footer_says_what_removing_means(story: FakeServices, theme: Theme) -> None:
    async with cleaning_up(story, theme) as (_, _, dialog):
        for name in ("search", "rounding", "others"):
            dialog.model.set_ticked(WorktreeId(name), True)
        assert dialog.status.sum.accessibleName() == "3 selected, frees 811 MB"
        numbers = label(dialog, "cleanup_numbers")
        assert numbers.startswith("2 changed and 4 new file")
        assert "1 ignored file" in numbers
        assert dialog.remove.text() == "Remove 3 own copies…"
        dialog.names.keep.setChecked(False)
        assert "1 ignored file" in label(dialog, "cleanup_numbers").split(" · ")[0]


@pytest.mark.parametrize(
    ("name", "act", "opens"),
    [
        ("login", Act.SHOW_PROCESSES, "cleanup_processes"),
        ("backup", Act.UNLOCK, "unlock_question"),
        ("photos", Act.FORGET, "forget_question"),
    ],
)
async def test_links_are_clicked_and_are_in_the_menu(
    qtbot: QtBot, story: FakeServices, theme: Theme, name: str, act: Act, opens: str
) -> None:
    async with cleaning_up(story, theme) as (_, _, dialog):
        wanted = QSignalSpy(dialog.wanted)
        qtbot.mouseClick(dialog.list.viewport(), Qt.MouseButton.LeftButton, pos=spot(dialog, name, act))
        assert wanted.at(0) == [act.value, name]
        opened_first = find(dialog, opens)
        opened_first.close()
        await turns()
        go_to(dialog, name)
        dialog.list.menu_wanted.emit(name, QPoint(10, 10))
        menu = find(dialog, "copy_menu", QMenu)
        next(action for action in menu.actions() if action.objectName() == act.value).trigger()
        menu.close()
        assert wanted.at(1) == [act.value, name]
        assert shown(dialog, opens)
        find(dialog, opens).close()


async def test_the_menu_says_why_something_is_off(story: FakeServices, theme: Theme) -> None:
    async with cleaning_up(story, theme) as (_, _, dialog):
        dialog.list.menu_wanted.emit("login", QPoint(10, 10))
        menu = find(dialog, "copy_menu", QMenu)
        actions = {action.objectName(): action for action in menu.actions()}
        assert not actions["remove"].isEnabled()
        assert not actions["release"].isEnabled()
        assert actions["release"].toolTip() == "Codex is working here"
        assert actions["open_folder"].isEnabled()
        menu.close()


async def test_an_interrupted_removal_is_said_in_words_below_the_names(story: FakeServices, theme: Theme) -> None:
    async with cleaning_up(story, theme) as (_, _, dialog):
        names = find(dialog, "cleanup_names", NamesPanel)
        names.show_row(worktree_row("half", note=INTERRUPTED_NOTE))
        assert "A removal was interrupted." in label(names, "cleanup_notes")
        names.show_row(worktree_row("half", note="fatal: no\nway"))
        assert label(names, "cleanup_notes") == "fatal: no way"


async def test_without_own_copies_it_says_so(services: FakeServices, theme: Theme) -> None:
    async with cleaning_up(services, theme) as (_, _, dialog):
        assert shown(dialog, "no_copies")
        assert not dialog.remove.isVisible()
        assert not dialog.names.isVisible()
        assert dialog.close_button.hasFocus()


async def test_two_hundred_rows_are_one_view_and_quick(services: FakeServices, theme: Theme) -> None:
    contents = Contents(ignored=Named(3, ("a", "b", "c")), fingerprint="x")
    services.cleanup.row_list = [worktree_row(f"w{at}", used_at=float(at), contents=contents) for at in range(200)]
    async with cleaning_up(services, theme) as (_, _, dialog):
        assert len(dialog.list.viewport().children()) == 0
        started = time.perf_counter()
        for row in services.cleanup.row_list[:50]:
            services.bus.publish(WorktreeMeasured(worktree_row(row.id, used_at=row.used_at, contents=Contents(fingerprint="y"))))
        dialog.head.tick.click()
        dialog.list.grab()
        assert time.perf_counter() - started < 1.5
        assert len(dialog.model.ticked) == 200


@pytest.mark.parametrize("percent", [100, 200])
async def test_it_fits_a_small_window_at_any_size_of_text(story: FakeServices, theme: Theme, percent: int) -> None:
    before = theme.text_percent
    theme.set_text_percent(percent)
    try:
        async with opened(story, theme) as window:
            window.resize(900, 600)
            controller_of(window).open()
            dialog = find(window, "cleanup_dialog", CleanupDialog)
            await until(lambda: dialog.model.count == 8)
            await turns()
            assert dialog.width() <= window.width() - 48
            assert dialog.height() <= window.height() - 48
            assert columns_of(theme, dialog.list.viewport().width()).is_stacked
            for button in (dialog.close_button, dialog.remove):
                assert dialog.rect().contains(button.geometry().translated(button.parentWidget().mapTo(dialog, QPoint())))
            dialog.leave()
    finally:
        theme.set_text_percent(before)


async def test_every_control_has_a_name(story: FakeServices, theme: Theme) -> None:
    async with cleaning_up(story, theme) as (_, _, dialog):
        for control in (dialog.list, dialog.head.tick, dialog.search, dialog.order, dialog.again, dialog.parts):
            assert control.accessibleName()
        assert dialog.names.keep.text()
        assert dialog.names.keep.accessibleDescription()
