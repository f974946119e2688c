# SPDX-License-Identifier: MIT
"""The map as a table, and the list that shows it."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QContextMenuEvent
from PySide6.QtTest import QAbstractItemModelTester, QSignalSpy, QTest
from PySide6.QtWidgets import QApplication, QWidget

from onesist_desktop.core.ids import RunId, ThreadId
from onesist_desktop.services.lineage_views import BeadState, Lane, LineageMap
from onesist_desktop.ui.map.map_list import MapList
from onesist_desktop.ui.map.map_model import Column, MapModel
from onesist_desktop.ui.map.rows import rows_of
from onesist_desktop.ui.models.threads_model import ThreadsModel
from onesist_desktop.ui.provider_book import ProviderBook
from onesist_desktop.ui.roles import Role
from onesist_desktop.ui.theme.theme import Theme
from tests.ui.map_samples import NOW, bead, family, lane, merge, thread

A, B, C = ThreadId("a"), ThreadId("b"), ThreadId("c")
ROWS = [None, C, None, A, B]
TITLES = {"claude": "Claude Code", "codex": "Codex", "ollama": "Ollama"}


def made(lineage: LineageMap | None = None, rows: list[ThreadId | None] | None = None) -> MapModel:
    model = MapModel(lambda provider_id: TITLES.get(provider_id or "", ""), now=lambda: NOW)
    QAbstractItemModelTester(model, QAbstractItemModelTester.FailureReportingMode.Fatal, model)
    model.show(family() if lineage is None else lineage, ROWS if rows is None else rows)
    return model


def runs(model: MapModel) -> list[str]:
    return [model.index(row, 0).data(Role.BEAD).run_id for row in range(model.rowCount())]


def texts(model: MapModel, column: Column) -> list[str]:
    return [model.index(row, column).data() for row in range(model.rowCount())]


# -- the model ----------------------------------------------------------------------------------------------------------------


def test_answers_stand_in_the_order_of_the_tree_and_then_of_time() -> None:
    model = made()
    assert runs(model) == ["c1", "a1", "a2", "a3", "a5", "b2", "b3"]
    assert texts(model, Column.THREAD) == ["C", "A", "A", "A", "A", "B", "B"]
    assert texts(model, Column.PROVIDER) == ["Claude Code"] * 3 + ["Codex"] * 2 + ["Ollama"] * 2
    assert texts(model, Column.STATE) == ["failed", "", "", "", "working", "", ""]
    assert "9:05" in texts(model, Column.TIME)[0]
    assert texts(model, Column.MESSAGE)[1] == "2, answers 1"


def test_lines_and_marks_are_said_in_words() -> None:
    assert texts(made(), Column.LINEAGE) == [
        "",
        "",
        "",
        "takes over from Claude Code",
        "B was merged into this thread",
        "forked from message 2 of A",
        "merged into A",
    ]


def test_a_fork_of_a_thread_that_is_gone_says_so() -> None:
    def said(title: str) -> str:
        fork = Lane(thread("b", "gone", 4, parent_title=title), (bead("b", 3, 1),))
        return texts(made(LineageMap((fork,)), [B]), Column.LINEAGE)[0]

    assert said("The old one") == "forked from message 4 of The old one"
    assert said("") == "forked from message 4 of a removed thread"


def test_a_question_without_an_answer_says_so() -> None:
    waiting = replace(bead("a", 1, 1), seq=1)
    model = made(LineageMap((Lane(thread("a"), (waiting,)),)), [A])
    assert texts(model, Column.MESSAGE) == ["no answer to 1"]


def test_what_was_merged_after_the_last_answer_is_said_there() -> None:
    model = made(LineageMap((lane("a", [1]), lane("b", [2], "a", 2, first=2)), (merge("b", "a", 4, 3, 5),)), [A, B])
    assert texts(model, Column.LINEAGE) == ["B was merged into this thread", "forked from message 2 of A · merged into A"]


def test_merges_of_a_damaged_database_do_no_harm() -> None:
    merges = (merge("b", "a", 0, 0, 1), merge("gone", "a", 3, 3, 1), merge("a", "gone", 3, 3, 1), merge("a", "a", 2, 1, 1))
    model = made(LineageMap((lane("a", [1]), lane("b", [])), merges), [A, B])
    assert model.rowCount() == 1


def test_heads_name_the_columns() -> None:
    model = made()
    heads = [model.headerData(column, Qt.Orientation.Horizontal) for column in Column]
    assert heads == ["Thread", "Who answered", "When", "State", "Message", "Lineage"]
    assert model.headerData(0, Qt.Orientation.Vertical) is None
    assert model.headerData(99, Qt.Orientation.Horizontal) is None


def test_only_threads_with_a_row_and_of_the_wanted_family_are_listed() -> None:
    model = made(rows=[None, A])
    assert runs(model) == ["a1", "a2", "a3", "a5"]
    model.show(family(), ROWS, only={C})
    assert runs(model) == ["c1"]
    model.show(LineageMap(), ROWS)
    assert model.rowCount() == 0


def test_a_new_answer_is_inserted_and_what_else_changed_is_painted() -> None:
    model = made()
    reset, inserted, changed = QSignalSpy(model.modelReset), QSignalSpy(model.rowsInserted), QSignalSpy(model.dataChanged)
    lineage = family()
    first = lineage.lanes[0]
    grown = replace(first, beads=(*first.beads[:3], replace(first.beads[3], state=BeadState.DONE), bead("a", 6, 30, "codex")))
    model.show(replace(lineage, lanes=(grown, *lineage.lanes[1:])), ROWS)
    assert runs(model) == ["c1", "a1", "a2", "a3", "a5", "a6", "b2", "b3"]
    assert (reset.count(), inserted.count()) == (0, 1)
    assert (inserted.at(0)[1], inserted.at(0)[2]) == (5, 5)
    assert changed.count() == 1
    assert texts(model, Column.STATE)[4] == ""
    model.refresh()
    assert changed.count() == 2
    assert model.place_of(RunId("a6")) == 5
    assert model.place_of(RunId("none")) is None
    assert (model.last_of(A), model.last_of(ThreadId("none"))) == (5, None)


@given(st.lists(st.tuples(st.lists(st.sampled_from(["a", "b", "c"]), unique=True), st.integers(0, 4)), min_size=1, max_size=5))
@settings(deadline=None)
def test_whatever_is_shown_next_the_model_holds_it(steps: list[tuple[list[str], int]]) -> None:
    model = MapModel(lambda _: "", now=lambda: NOW)
    tester = QAbstractItemModelTester(model, QAbstractItemModelTester.FailureReportingMode.Fatal)
    for names, count in steps:
        lanes = tuple(lane(name, list(range(count))) for name in names)
        model.show(LineageMap(lanes), [ThreadId(name) for name in names])
        assert runs(model) == [f"{name}{n + 1}" for name in names for n in range(count)]
    del tester


def test_rows_are_those_of_the_tree() -> None:
    tree = ThreadsModel(lambda _: "", now=lambda: NOW)
    views = [thread("a", updated_at=NOW - 60), thread("b", "a", 2, updated_at=NOW - 90), thread("c", updated_at=NOW - 86_400 * 9)]
    tree.reset(views)
    assert [row for row in rows_of(tree) if row is not None] == [A, B, C]
    assert len(rows_of(tree)) == tree.rowCount()
    tree.set_folded(A, True)
    assert [row for row in rows_of(tree) if row is not None] == [A, C]


# -- the list -----------------------------------------------------------------------------------------------------------------


@pytest.fixture
def shown(qapp: QApplication, theme: Theme) -> MapList:
    host = QWidget()
    made_list = MapList(theme, ProviderBook(theme), made(), host)
    made_list.resize(900, 400)
    host.resize(900, 400)
    host.show()
    QTest.qWaitForWindowExposed(host)
    made_list.setProperty("host", host)
    yield made_list  # type: ignore[misc]
    host.close()
    host.deleteLater()


def test_keys_do_what_they_do_in_the_picture(shown: MapList) -> None:
    shown.setFocus(Qt.FocusReason.TabFocusReason)
    assert shown.current is not None
    assert shown.current.run_id == "c1"
    QTest.keyClick(shown, Qt.Key.Key_Down)
    QTest.keyClick(shown, Qt.Key.Key_Down)
    opened, forked = QSignalSpy(shown.message_wanted), QSignalSpy(shown.fork_wanted)
    merged, left = QSignalSpy(shown.merge_wanted), QSignalSpy(shown.escaped)
    for key in (Qt.Key.Key_Return, Qt.Key.Key_F, Qt.Key.Key_M, Qt.Key.Key_Escape):
        QTest.keyClick(shown, key)
    assert (list(opened.at(0)), list(forked.at(0)), list(merged.at(0)), left.count()) == (["a", 4], ["a", 4], ["a"], 1)
    QTest.keyClick(shown, Qt.Key.Key_F, Qt.KeyboardModifier.ControlModifier)
    assert forked.count() == 1


def test_walking_selects_threads_and_being_led_somewhere_does_not(shown: MapList) -> None:
    chosen = QSignalSpy(shown.thread_chosen)
    shown.setFocus(Qt.FocusReason.TabFocusReason)
    assert [index.row() for index in shown.selectionModel().selectedRows()] == [0]
    shown.go_to_thread(B)
    assert shown.current is not None
    assert shown.current.run_id == "b3"
    shown.go_to_answer(RunId("b2"))
    shown.go_to_thread(B)
    assert shown.current is not None
    assert shown.current.run_id == "b2"
    shown.go_to_answer(RunId("none"))
    assert chosen.count() == 0
    QTest.keyClick(shown, Qt.Key.Key_Up)
    assert list(chosen.at(0)) == ["a"]


def test_the_menu_is_that_of_the_row(shown: MapList) -> None:
    wanted = QSignalSpy(shown.menu_wanted)
    for place, reason in ((1, QContextMenuEvent.Reason.Mouse), (0, QContextMenuEvent.Reason.Keyboard)):
        shown.setCurrentIndex(shown.model().index(0, 0))
        at = shown.visualRect(shown.model().index(place, 0)).center()
        event = QContextMenuEvent(reason, at, shown.viewport().mapToGlobal(at))
        shown.contextMenuEvent(event)
    assert [wanted.at(n)[0].run_id for n in range(2)] == ["a1", "c1"]
    shown.contextMenuEvent(QContextMenuEvent(QContextMenuEvent.Reason.Mouse, QPoint(5, 390), QPoint(5, 390)))
    assert wanted.count() == 2


def test_a_double_click_goes_to_the_answer(shown: MapList) -> None:
    opened = QSignalSpy(shown.message_wanted)
    at = shown.visualRect(shown.model().index(1, 0)).center()
    QTest.mouseClick(shown.viewport(), Qt.MouseButton.LeftButton, pos=at)
    QTest.mouseDClick(shown.viewport(), Qt.MouseButton.LeftButton, pos=at)
    assert list(opened.at(0)) == ["a", 2]


def test_an_empty_list_takes_keys_quietly(shown: MapList) -> None:
    model = shown.model()
    assert isinstance(model, MapModel)
    model.show(LineageMap(), [])
    shown.setFocus(Qt.FocusReason.TabFocusReason)
    opened = QSignalSpy(shown.message_wanted)
    for key in (Qt.Key.Key_Return, Qt.Key.Key_Down, Qt.Key.Key_F):
        QTest.keyClick(shown, key)
    assert (opened.count(), shown.current) == (0, None)


def test_rows_are_painted_and_grow_with_the_text(shown: MapList, theme: Theme) -> None:
    assert shown.accessibleName()
    assert shown.rowHeight(shown.model().index(0, 0)) == theme.row_height(32)
    shown.go_to_thread(C)
    shown.setFocus(Qt.FocusReason.TabFocusReason)
    picture = shown.viewport().grab().toImage()
    # The ground of the selected row is the token itself: no style paints over it.
    assert picture.pixelColor(880, 16) == theme.color("bg_selected")
    assert len({picture.pixel(x, 16) for x in range(0, 900, 3)}) > 2
    before = shown.columnWidth(0)
    theme.set_text_percent(200)
    try:
        QApplication.processEvents()
        assert shown.columnWidth(0) > before
        assert shown.rowHeight(shown.model().index(0, 0)) == theme.row_height(32) > 32
    finally:
        theme.set_text_percent(100)


def test_rows_are_mirrored_with_the_window(shown: MapList) -> None:
    def marks() -> set[str]:
        picture = shown.viewport().grab().toImage()
        colors = (picture.pixelColor(x, 80).name() for x in range(0, 900))
        return {name for name in colors if name != "#ffffff"}

    straight = marks()
    shown.setLayoutDirection(Qt.LayoutDirection.RightToLeft)
    QApplication.processEvents()
    assert marks() & straight
    QTest.keyClick(shown, Qt.Key.Key_Z)
    assert shown.model().data(shown.model().index(-1, 0)) is None
    assert shown.model().flags(shown.model().index(-1, 0)) == Qt.ItemFlag.NoItemFlags
