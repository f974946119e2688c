# SPDX-License-Identifier: MIT
"""The inspector's *Lineage*: what it says, what can be done in it, and how often it is read."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton
from pytestqt.qtbot import QtBot

from onesist_desktop.core.ids import ThreadId
from onesist_desktop.services.events import RunChanged, ThreadChanged
from onesist_desktop.services.lineage_views import FamilyView, Kin, Movement, SeenBy
from onesist_desktop.services.views import HandoffDelivery, MergeState, RunStatus
from onesist_desktop.ui.panels.lineage_panel import LineagePanel
from onesist_desktop.ui.panels.lineage_rows import KinRow
from onesist_desktop.ui.panels.lineage_words import kin_guides, kin_words, movement_words, seen_words
from onesist_desktop.ui.provider_book import ProviderBook
from onesist_desktop.ui.theme.theme import Theme
from tests.ui.fakes import CLAUDE, CODEX, OLLAMA, FakeServices, run_view, thread
from tests.ui.helpers import find, label, opened, shown, turns, until
from tests.ui.lineage_story import NOW, REWIND, T1, T2, T3, T4, family, kids, put_family


@pytest.fixture
def panel(qtbot: QtBot, theme: Theme, book: ProviderBook) -> Iterator[LineagePanel]:
    made = LineagePanel(theme, book, lambda: NOW + 600)
    qtbot.addWidget(made)
    made.resize(344, 800)
    made.show()
    yield made


def kin_rows(panel: LineagePanel) -> list[KinRow]:
    return [row for row in shown(panel, "kin_row") if isinstance(row, KinRow)]


def test_without_a_thread_it_says_what_will_be_here(panel: LineagePanel) -> None:
    assert find(panel, "no_lineage").isVisible()
    panel.show_reading()
    assert not find(panel, "no_lineage").isVisible()


def test_the_family_stands_in_a_tree(panel: LineagePanel, qtbot: QtBot) -> None:
    panel.show_family(family())
    rows = kin_rows(panel)
    assert [row.title for row in rows] == ["Fix the login loop", "Use SessionStore", "Only the sign-out part", "What do others do?"]
    assert rows[0].words == "this thread"
    assert rows[1].words.startswith("3 answer")
    assert [row.words for row in rows[2:]] == ["from message 6 of 2 · all merged", "from message 4 · all merged"]
    assert rows[0].is_current
    assert "fork number 3" in rows[2].accessibleName()
    with qtbot.waitSignal(panel.thread_wanted) as wanted:
        rows[3].click()
    assert wanted.args == [T4]
    with qtbot.assertNotEmitted(panel.thread_wanted):
        rows[0].click()


def test_what_is_not_merged_can_be_merged_by_keyboard(panel: LineagePanel, qtbot: QtBot) -> None:
    panel.show_family(family())
    buttons = shown(panel, "kin_merge")
    assert [button.accessibleName() for button in buttons] == ["Merge back Use SessionStore"]
    with qtbot.waitSignal(panel.merge_wanted) as wanted:
        QTest.keyClick(buttons[0], Qt.Key.Key_Space)
    assert wanted.args == [T2]


def test_who_has_seen_what(panel: LineagePanel) -> None:
    panel.show_family(family())
    said = [row.accessibleName() for row in shown(panel, "seen_row")]
    assert said == [
        "Codex: everything",
        "Claude Code: up to message 6, 3 to hand over",
        "Practice agent: nothing yet",
        "Ollama: gets the history each time",
    ]


def test_what_was_handed_over_and_merged_can_be_read(panel: LineagePanel, qtbot: QtBot) -> None:
    panel.show_family(family())
    told, merged = (row for row in shown(panel, "movement_row") if isinstance(row, QAbstractButton))
    assert told.accessibleName().startswith("Codex was told: 6 message")
    assert merged.accessibleName().startswith("Merged from 4 What do others do?, 5 message")
    with qtbot.waitSignal(panel.told_wanted) as wanted:
        told.click()
    assert wanted.args == ["h1"]
    with qtbot.waitSignal(panel.brought_wanted) as brought:
        merged.click()
    assert brought.args == ["t1-6"]


def test_what_was_set_aside_can_be_brought_back(panel: LineagePanel, qtbot: QtBot) -> None:
    panel.show_family(replace(family(), rewind=REWIND, movements=()))
    assert "after message 4" in label(panel, "rewind_words")
    assert find(panel, "no_movement").isVisible()
    with qtbot.waitSignal(panel.undo_wanted):
        find(panel, "undo_rewind_here", QAbstractButton).click()


def test_the_focus_stays_where_it_was_when_it_is_read_again(panel: LineagePanel) -> None:
    panel.show_family(family())
    kin_rows(panel)[2].setFocus(Qt.FocusReason.TabFocusReason)
    panel.show_family(replace(family(), seen=()))
    rows = kin_rows(panel)
    assert panel.focusWidget() is rows[2]
    assert not shown(panel, "seen_row")


def test_a_large_family_is_cut_around_the_shown_thread(panel: LineagePanel) -> None:
    root = thread("t1", "Root")
    many = tuple(Kin(thread(f"k{n}", f"Fork {n}", parent_thread_id=T1, forked_at_seq=2), 1, 2) for n in range(300))
    panel.show_family(FamilyView(ThreadId("k200"), (Kin(root, 0), *many)))
    rows = kin_rows(panel)
    assert len(rows) == 60
    assert any(row.is_current for row in rows)
    assert label(panel, "more_kin").startswith("241 ")


def test_lines_go_on_only_to_threads_below() -> None:
    views = [thread(f"x{n}") for n in range(6)]
    levels = (0, 1, 2, 2, 1, 0)
    assert kin_guides([Kin(view, level) for view, level in zip(views, levels, strict=True)]) == [
        (),
        (True,),
        (True, True),
        (True, False),
        (False,),
        (),
    ]


def test_states_in_words() -> None:
    second = kids()[0]
    assert kin_words(Kin(replace(second, merge_waits=True), 1, 2), T1, None) == "will be merged when the answer ends"
    idle = replace(second, unmerged_count=0, merge=MergeState.NONE)
    assert kin_words(Kin(idle, 1, 2), T1, None) == "from message 2 · no own answer yet"
    assert kin_words(Kin(thread("t9"), 0), T1, None) == "not a fork"
    assert kin_words(Kin(second, 1, 2), T2, None).startswith("3 answer")
    assert seen_words(SeenBy(CODEX, 0, 4, 0.3, True)).startswith("parts of it, 4 message")
    assert seen_words(SeenBy(OLLAMA, 0, 4, 0.0, False)) == "gets the history each time"
    assert movement_words(Movement(NOW, 4, 0, CLAUDE, CODEX, delivery=HandoffDelivery.REFUSED)).endswith(
        " · not taken; nothing was handed over"
    )


# -- in the window ----------------------------------------------------------------------------------------------------------


async def test_it_is_read_only_while_it_is_seen_and_changes_are_read_together(
    qtbot: QtBot, services: FakeServices, theme: Theme
) -> None:
    put_family(services)
    async with opened(services, theme) as window:
        await until(lambda: window.thread_id == T1)
        assert not services.called("family")
        if not window.layout_controller.is_inspector_shown:
            window.layout_controller.toggle_inspector()
        await turns()
        assert not services.called("family"), "the page of runs is shown"
        find(window.inspector, "tab_lineage", QAbstractButton).click()
        await until(lambda: window.inspector.lineage.family is not None)
        reads = len(services.called("family"))
        for number in range(5):
            services.bus.publish(RunChanged(run_view("t1", RunStatus.STREAMING)))
            services.bus.publish(ThreadChanged(replace(kids()[0], unmerged_count=number)))
        services.bus.publish(RunChanged(run_view("t1", RunStatus.FINISHED)))
        await until(lambda: len(services.called("family")) == reads + 1)
        await turns()
        assert len(services.called("family")) == reads + 1
        services.bus.publish(ThreadChanged(thread("t0", "Of another family")))
        find(window.inspector, "tab_run", QAbstractButton).click()
        services.bus.publish(RunChanged(run_view("t1", RunStatus.FINISHED)))
        await turns()
        assert len(services.called("family")) == reads + 1
        find(window.inspector, "tab_lineage", QAbstractButton).click()
        await until(lambda: len(services.called("family")) == reads + 2)


async def test_its_buttons_do_what_they_say(qtbot: QtBot, services: FakeServices, theme: Theme) -> None:
    put_family(services)
    async with opened(services, theme) as window:
        await until(lambda: window.thread_id == T1)
        if not window.layout_controller.is_inspector_shown:
            window.layout_controller.toggle_inspector()
        find(window.inspector, "tab_lineage", QAbstractButton).click()
        await until(lambda: window.inspector.lineage.family is not None)
        find(window.inspector.lineage, "fork_here", QAbstractButton).click()
        await until(lambda: services.called("fork_preview"))
        await until(lambda: shown(window, "fork_dialog"))
        find(window, "cancel", QAbstractButton).click()
        kin_rows(window.inspector.lineage)[2].click()
        await until(lambda: window.thread_id == T3)
