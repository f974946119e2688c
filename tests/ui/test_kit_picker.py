# SPDX-License-Identifier: MIT
"""The picker: filtered by typing, walked by arrows, named for a screen reader, quick with many rows, inside the screen."""

from __future__ import annotations

import time
from collections.abc import Iterator

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QAccessible, QIcon, QPixmap
from PySide6.QtTest import QAbstractItemModelTester, QSignalSpy, QTest
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from onesist_desktop.ui.theme.theme import Theme
from onesist_desktop.ui.widgets.picker import Picker, PickerRow
from onesist_desktop.ui.widgets.picker_button import PickerButton
from onesist_desktop.ui.widgets.picker_list import PickerModel

AGENTS, MODELS = "Agents", "Models"
ROWS = (
    PickerRow("codex", "Codex", "has seen everything", group=AGENTS, is_current=True),
    PickerRow("claude", "Claude Code", "has not seen 3 messages", group=AGENTS),
    PickerRow("openai", "OpenAI", "no key yet", group=MODELS, is_dim=True, tip="Paste a key to use it"),
)


@pytest.fixture
def button(qtbot: QtBot, theme: Theme) -> Iterator[PickerButton]:
    window = QWidget()
    window.resize(400, 300)
    made = PickerButton("Who answers", name="who", picker=Picker(theme, "Who answers", footer="Add who answers…"), parent=window)
    made.move(20, 250)
    window.show()
    picker_of(made).set_rows(ROWS)
    yield made
    picker_of(made).hide()
    window.close()
    window.deleteLater()


def picker_of(button: PickerButton) -> Picker:
    assert button.picker is not None
    return button.picker


def press(key: Qt.Key) -> None:
    focused = QApplication.focusWidget()
    assert focused is not None
    QTest.keyClick(focused, key)


def many(count: int) -> list[PickerRow]:
    return [PickerRow(f"m{number}", f"Model {number}", f"room for {number}") for number in range(count)]


def test_it_opens_above_its_button_on_the_current_choice(button: PickerButton) -> None:
    opening = QSignalSpy(button.opening)
    button.click()
    picker = picker_of(button)
    assert picker.isVisible()
    assert opening.count() == 1
    assert picker.current_key == "codex"
    assert picker.geometry().bottom() < button.mapToGlobal(QPoint(0, 0)).y() or picker.y() > button.mapToGlobal(QPoint(0, 0)).y()
    assert button.screen().availableGeometry().contains(picker.geometry())


def test_arrows_skip_headings_and_enter_takes_a_row(button: PickerButton) -> None:
    picker = picker_of(button)
    taken = QSignalSpy(picker.chosen)
    button.click()
    press(Qt.Key.Key_Down)
    assert picker.current_key == "claude"
    press(Qt.Key.Key_Down)
    assert picker.current_key == "openai"
    press(Qt.Key.Key_Down)
    assert picker.current_key == "openai"
    press(Qt.Key.Key_PageUp)
    assert picker.current_key == "codex"
    press(Qt.Key.Key_PageDown)
    press(Qt.Key.Key_Return)
    # It looks as if it were off, and leads to the fix all the same.
    assert [taken.at(0)[0]] == ["openai"]
    assert not picker.isVisible()


def test_escape_closes_without_a_choice(button: PickerButton) -> None:
    picker = picker_of(button)
    taken, closed = QSignalSpy(picker.chosen), QSignalSpy(picker.closed)
    button.click()
    press(Qt.Key.Key_Escape)
    assert not picker.isVisible()
    assert (taken.count(), closed.count()) == (0, 1)


def test_a_click_takes_a_row_but_not_a_heading(button: PickerButton) -> None:
    picker = picker_of(button)
    taken = QSignalSpy(picker.chosen)
    button.click()
    view = picker.view
    heading, row = view.visualRect(view.model().index(0, 0)), view.visualRect(view.model().index(2, 0))
    QTest.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=heading.center())
    assert taken.count() == 0
    QTest.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=row.center())
    assert taken.at(0) == ["claude"]


def test_typing_filters_even_where_no_field_was_there(button: PickerButton) -> None:
    picker = picker_of(button)
    button.click()
    assert picker.search.isHidden()
    focused = QApplication.focusWidget()
    assert focused is not None
    QTest.keyClicks(focused, "o")
    assert picker.search.isVisible()
    QTest.keyClicks(picker.search, "penai")
    assert [row.key for row in picker.shown_rows] == ["openai"]
    press(Qt.Key.Key_Return)
    button.click()
    assert len(picker.shown_rows) == 3


def test_nothing_found_takes_nothing(button: PickerButton) -> None:
    picker = picker_of(button)
    taken = QSignalSpy(picker.chosen)
    picker.set_rows(many(20))
    button.click()
    assert picker.search.hasFocus()
    QTest.keyClicks(picker.search, "nobody")
    press(Qt.Key.Key_Down)
    press(Qt.Key.Key_Return)
    assert taken.count() == 0
    assert picker.view.accessibleDescription() == "Nothing found"
    QTest.keyClick(picker.search, Qt.Key.Key_A, Qt.KeyboardModifier.ControlModifier)
    QTest.keyClicks(picker.search, "room 17")
    press(Qt.Key.Key_Return)
    assert taken.at(0) == ["m17"]


def test_fresh_rows_keep_what_was_typed_and_where_one_is(button: PickerButton) -> None:
    picker = picker_of(button)
    picker.set_rows(many(12))
    button.click()
    QTest.keyClicks(picker.search, "model")
    for _ in range(5):
        press(Qt.Key.Key_Down)
    assert picker.current_key == "m5"
    picker.set_rows([PickerRow("new", "Model new"), *many(40)])
    assert picker.search.text() == "model"
    assert picker.current_key == "m5"


def test_the_footer_is_an_action_of_its_own(button: PickerButton) -> None:
    picker = picker_of(button)
    wanted = QSignalSpy(picker.footer_wanted)
    button.click()
    picker.footer.click()
    assert wanted.count() == 1
    assert not picker.isVisible()
    picker.set_footer("")
    button.click()
    assert not picker.footer.isVisible()


def test_a_note_says_what_can_not_be_chosen(button: PickerButton) -> None:
    picker = picker_of(button)
    button.click()
    before = picker.height()
    picker.set_note("Listing models…")
    assert picker.height() > before
    picker.set_note("")
    assert picker.height() == before


def test_a_screen_reader_hears_title_second_line_and_reason(button: PickerButton) -> None:
    picker = picker_of(button)
    button.click()
    view = QAccessible.queryAccessibleInterface(picker.view)
    assert view.text(QAccessible.Text.Name) == "Who answers"
    assert view.role() is QAccessible.Role.List
    names = [view.child(place).text(QAccessible.Text.Name) for place in range(view.childCount())]
    assert names == [
        AGENTS,
        "Codex, has seen everything",
        "Claude Code, has not seen 3 messages",
        MODELS,
        "OpenAI, no key yet",
    ]
    assert picker.view.model().index(4, 0).data(Qt.ItemDataRole.ToolTipRole) == "Paste a key to use it"
    search = QAccessible.queryAccessibleInterface(picker.search)
    assert search.text(QAccessible.Text.Name)


def test_five_hundred_rows_are_quick(button: PickerButton) -> None:
    picker = picker_of(button)
    picker.set_rows(many(500))
    button.click()
    started = time.perf_counter()
    picker.search.setText("49")
    picker.grab()
    elapsed = time.perf_counter() - started
    assert {row.key for row in picker.shown_rows} == {"m49", "m149", "m249", "m349", "m449", *(f"m{n}" for n in range(490, 500))}
    assert elapsed < 0.25
    assert picker.height() <= 480


def test_a_mirrored_button_opens_a_mirrored_picker_at_its_right_edge(button: PickerButton) -> None:
    button.window().setLayoutDirection(Qt.LayoutDirection.RightToLeft)
    button.window().move(400, 200)
    button.click()
    picker = picker_of(button)
    assert picker.layoutDirection() is Qt.LayoutDirection.RightToLeft
    assert picker.geometry().right() == button.mapToGlobal(QPoint(button.width() - 1, 0)).x()


def test_without_a_picker_the_button_opens_its_menu(qtbot: QtBot, theme: Theme) -> None:
    button = PickerButton("Model")
    qtbot.addWidget(button)
    button.show()
    button.menu_of_choices.addAction("Sonnet")
    button.click()
    assert button.menu_of_choices.isVisible()
    button.menu_of_choices.close()
    button.set_choice("A & B")
    assert (button.text(), button.accessibleName()) == ("A && B", "Model: A & B")
    button.close()


def test_the_model_keeps_qts_rules(qapp: QApplication) -> None:
    model = PickerModel()
    tester = QAbstractItemModelTester(model, QAbstractItemModelTester.FailureReportingMode.Fatal)
    model.show_rows(ROWS)
    model.show_rows(ROWS, "c")
    model.show_rows(ROWS, "nothing at all")
    assert model.rowCount() == 0
    model.show_rows([PickerRow("a", "A", icon=QIcon(QPixmap(4, 4)))])
    assert (model.place_of("a"), model.place_of("b"), model.choosable) == (0, -1, [0])
    del tester
