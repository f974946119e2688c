# SPDX-License-Identifier: MIT
"""What one presses and writes in: by mouse and keyboard, named, as high as its text needs, off with a reason."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible
from PySide6.QtTest import QSignalSpy, QTest
from PySide6.QtWidgets import QApplication, QComboBox, QLabel, QLineEdit, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from onesist_desktop.ui.theme.theme import Theme
from onesist_desktop.ui.theme.tokens import Scheme
from onesist_desktop.ui.widgets.buttons import ButtonKind, FlatButton, IconButton
from onesist_desktop.ui.widgets.chip import Chip
from onesist_desktop.ui.widgets.choices import CheckBox, RadioButton, Switch
from onesist_desktop.ui.widgets.fields import Field, SearchField
from onesist_desktop.ui.widgets.form import Form
from onesist_desktop.ui.widgets.rows import Row
from onesist_desktop.ui.widgets.segmented import SegmentedSwitch


@pytest.fixture
def large(theme: Theme) -> Iterator[Theme]:
    theme.set_text_percent(200)
    yield theme
    theme.set_text_percent(100)


@pytest.fixture
def window(qtbot: QtBot, theme: Theme) -> Iterator[QWidget]:
    made = QWidget()
    QVBoxLayout(made)
    yield made
    made.close()
    made.deleteLater()


def put(window: QWidget, *widgets: QWidget) -> None:
    layout = window.layout()
    assert layout is not None
    for widget in widgets:
        layout.addWidget(widget)
    window.show()
    window.activateWindow()
    # The focus comes with the window, and a window comes when the platform says so.
    assert QTest.qWaitForWindowActive(window)


def role(widget: QWidget) -> QAccessible.Role:
    return QAccessible.queryAccessibleInterface(widget).role()


def name(widget: QWidget) -> str:
    return QAccessible.queryAccessibleInterface(widget).text(QAccessible.Text.Name)


@pytest.mark.parametrize("kind", ButtonKind)
def test_a_button_is_as_high_as_the_design_says_and_doesnt_move_with_the_focus(window: QWidget, kind: ButtonKind) -> None:
    usual, small = FlatButton("Send", kind, glyph="arrow-up"), FlatButton("Send", kind, compact=True)
    put(window, usual, small)
    assert (usual.sizeHint().height(), small.sizeHint().height()) == (32, 24)
    before = usual.sizeHint()
    usual.setFocus(Qt.FocusReason.TabFocusReason)
    assert usual.hasFocus()
    assert usual.sizeHint() == before


def test_controls_grow_with_the_text_while_they_are_shown(window: QWidget, theme: Theme) -> None:
    button, small, icon = FlatButton("Send", glyph="arrow-up"), FlatButton("Send", compact=True), IconButton("close", "Close")
    field, row, box, switch = QLineEdit(), Row(theme, "Row"), CheckBox(theme, "Box"), Switch(theme, "Switch")
    chip, combo = Chip(theme, "notes.md", remove_label="Take off"), QComboBox()
    controls = (button, small, icon, field, row, box, switch, chip, combo)
    put(window, *controls)
    before = [one.sizeHint() for one in controls]
    theme.set_text_percent(200)
    try:
        after = [one.sizeHint() for one in controls]
        assert all(new.height() > old.height() for old, new in zip(before, after, strict=True))
        # The height of a line, and 12.
        assert [one.sizeHint().height() for one in (button, field, row, combo)] == [52] * 4
        assert button.iconSize().height() == icon.iconSize().height() == 32
    finally:
        theme.set_text_percent(100)
    assert [one.sizeHint() for one in controls] == before


def test_a_button_that_is_off_keeps_its_place_and_says_why(window: QWidget) -> None:
    button, icon = FlatButton("Send"), IconButton("stop", "Stop")
    put(window, button, icon)
    size = button.sizeHint()
    for one in (button, icon):
        one.set_available(False, "Nothing is written yet")
        assert (one.isEnabled(), one.toolTip()) == (False, "Nothing is written yet")
    assert button.sizeHint() == size
    assert icon.accessibleName() == "Stop"
    for one in (button, icon):
        one.set_available(True)
    assert (button.toolTip(), icon.toolTip(), button.accessibleDescription()) == ("", "Stop", "")


def test_a_click_takes_no_focus_from_who_writes(window: QWidget, theme: Theme) -> None:
    field, button, switch = QLineEdit(), FlatButton("Send"), Switch(theme, "Keep drafts")
    put(window, field, button, switch)
    field.setFocus()
    for one in (button, switch):
        QTest.mouseClick(one, Qt.MouseButton.LeftButton)
        assert field.hasFocus()
    assert switch.isChecked()


def test_choices_are_what_they_look_like_to_a_screen_reader(window: QWidget, theme: Theme) -> None:
    box, radio, switch = CheckBox(theme, "Hide secrets"), RadioButton(theme, "Ask"), Switch(theme, "Keep drafts")
    put(window, box, radio, switch)
    assert [role(one) for one in (box, radio, switch)] == [
        QAccessible.Role.CheckBox,
        QAccessible.Role.RadioButton,
        QAccessible.Role.CheckBox,
    ]
    assert [name(one) for one in (box, radio, switch)] == ["Hide secrets", "Ask", "Keep drafts"]
    for one in (box, switch):
        one.setFocus(Qt.FocusReason.TabFocusReason)
        QTest.keyClick(one, Qt.Key.Key_Space)
        assert one.isChecked()
    assert switch.sizeHint().height() >= 24
    # Everything of it is a target, not only the box.
    QTest.mouseClick(box, Qt.MouseButton.LeftButton, pos=box.rect().center())
    assert not box.isChecked()


def test_a_switch_shows_its_state_without_colour(window: QWidget, theme: Theme) -> None:
    switch = Switch(theme, "Keep drafts")
    put(window, switch)
    before = switch.grab().toImage().convertToFormat(switch.grab().toImage().Format.Format_Grayscale8)
    switch.setChecked(True)
    assert switch.grab().toImage().convertToFormat(before.Format.Format_Grayscale8) != before


def test_arrows_walk_a_segmented_switch_and_tab_leaves_it(window: QWidget) -> None:
    switch = SegmentedSwitch("Changes", (("a", "Unified"), ("b", "Side by side"), ("c", "Files")), name="view")
    after = QLineEdit()
    put(window, switch, after)
    chosen = QSignalSpy(switch.chosen)
    switch.part("a").setFocus(Qt.FocusReason.TabFocusReason)
    focused = QApplication.focusWidget()
    assert focused is not None
    QTest.keyClick(focused, Qt.Key.Key_Right)
    assert (switch.current, chosen.at(0)) == ("b", ["b"])
    focused = QApplication.focusWidget()
    assert focused is switch.part("b")
    QTest.keyClick(focused, Qt.Key.Key_Tab)
    assert after.hasFocus()
    assert name(switch) == "Changes"
    assert {role(switch.part(key)) for key in "abc"} == {QAccessible.Role.RadioButton}
    switch.choose("c")
    assert switch.current == "c"
    with pytest.raises(ValueError, match="5 parts"):
        SegmentedSwitch("Too many", [(str(number), str(number)) for number in range(5)])


def test_the_cross_clears_a_search(window: QWidget) -> None:
    field = SearchField("Search threads", name="search")
    put(window, field)
    clear = field.findChild(QWidget, "clear_search")
    assert clear is not None
    assert clear.isHidden()
    field.setText("login")
    assert clear.isVisible()
    QTest.mouseClick(clear, Qt.MouseButton.LeftButton)
    assert field.text() == ""
    assert (name(field), name(clear)) == ("Search threads", "Clear the search")
    field.setLayoutDirection(Qt.LayoutDirection.RightToLeft)
    assert clear.x() < field.width() / 2


def test_a_field_says_what_is_wrong_below_and_to_a_screen_reader(window: QWidget, theme: Theme) -> None:
    inside = QLineEdit("ftp:x")
    field = Field(theme, "Address", inside, help_text="Where it listens.")
    put(window, field)
    line = field.findChild(QLabel, "field_line")
    assert line is not None
    assert (line.text(), inside.accessibleDescription(), inside.property("invalid")) == ("Where it listens.",) * 2 + (False,)
    field.set_error("It has to begin with http.")
    assert (line.text(), inside.accessibleDescription(), inside.property("invalid")) == ("It has to begin with http.",) * 2 + (
        True,
    )
    assert line.property("tone") == "danger"
    field.set_error("")
    assert (line.text(), field.error) == ("Where it listens.", "")
    assert inside.accessibleName() == "Address"


def test_a_form_names_its_fields_in_one_call(window: QWidget, theme: Theme) -> None:
    form, field, switch = Form(theme, is_ruled=True), QLineEdit(), Switch(theme, "")
    form.add_row("Text size", field, "Everything grows with it.")
    form.add_row("&Keep drafts", switch)
    put(window, form)
    assert (field.accessibleName(), field.accessibleDescription()) == ("Text size", "Everything grows with it.")
    labels = [one for one in form.findChildren(QLabel) if one.buddy() is field]
    assert [one.text() for one in labels] == ["Text size"]
    assert field.x() > labels[0].x()
    theme.set_text_percent(200)
    try:
        form.adjustSize()
        assert field.mapTo(form, field.rect().topLeft()).y() > labels[0].mapTo(form, labels[0].rect().topLeft()).y()
    finally:
        theme.set_text_percent(100)


def test_a_chip_goes_by_cross_delete_and_backspace(window: QWidget, theme: Theme) -> None:
    chip = Chip(theme, "notes.md", glyph="file-text", remove_label="Take off notes.md")
    put(window, chip)
    removed, clicked = QSignalSpy(chip.removed), QSignalSpy(chip.clicked)
    chip.setFocus(Qt.FocusReason.TabFocusReason)
    for key in (Qt.Key.Key_Delete, Qt.Key.Key_Backspace):
        QTest.keyClick(chip, key)
    assert (removed.count(), clicked.count()) == (2, 0)
    cross = chip.findChild(QWidget, "remove_chip")
    assert cross is not None
    QTest.mouseClick(cross, Qt.MouseButton.LeftButton)
    assert (removed.count(), clicked.count()) == (3, 0)
    QTest.keyClick(chip, Qt.Key.Key_Return)
    assert clicked.count() == 1
    assert (name(chip), name(cross), chip.sizeHint().height()) == ("notes.md", "Take off notes.md", 24)
    chip.set_text("a-very-long-name-" * 5 + ".md")
    assert chip.toolTip() == chip.accessibleName() == "a-very-long-name-" * 5 + ".md"
    assert chip.sizeHint().width() < 320


def test_a_chip_that_stays_has_no_cross(window: QWidget, theme: Theme) -> None:
    chip = Chip(theme, "login")
    put(window, chip)
    removed = QSignalSpy(chip.removed)
    QTest.keyClick(chip, Qt.Key.Key_Delete)
    assert removed.count() == 0


def test_a_row_has_the_ring_for_the_keyboard_only(window: QWidget, theme: Theme) -> None:
    row, other = Row(theme, "Fix the login loop", glyph="chat-text", name="row"), QLineEdit()
    put(window, row, other)
    clicked = QSignalSpy(row.clicked)
    other.setFocus()
    plain = row.grab().toImage()
    row.setFocus(Qt.FocusReason.TabFocusReason)
    assert row.grab().toImage() != plain
    other.setFocus()
    QTest.mouseClick(row, Qt.MouseButton.LeftButton)
    assert row.hasFocus()
    row.setAttribute(Qt.WidgetAttribute.WA_UnderMouse, False)
    assert row.grab().toImage() == plain
    assert clicked.count() == 1
    assert (name(row), row.sizeHint().height()) == ("Fix the login loop", 32)


def test_a_selected_row_has_the_focus_outline_in_high_contrast(window: QWidget, theme: Theme) -> None:
    row = Row(theme, "Fix the login loop")
    put(window, row)
    row.set_selected(True)
    focus = {}
    for scheme in (Scheme.LIGHT, Scheme.HIGH_CONTRAST_LIGHT):
        theme.choose(scheme)
        focus[scheme] = row.grab().toImage().pixelColor(row.width() // 2, 0) == theme.color("focus")
    theme.choose(Scheme.LIGHT)
    assert focus == {Scheme.LIGHT: False, Scheme.HIGH_CONTRAST_LIGHT: True}


@pytest.mark.parametrize("key", [Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space])
def test_a_button_with_the_focus_is_pressed_by_enter_and_space(window: QWidget, key: Qt.Key) -> None:
    button, other = FlatButton("Merge back", ButtonKind.PRIMARY), FlatButton("Cancel")
    put(window, button, other)
    pressed = QSignalSpy(button.clicked)
    other.setFocus(Qt.FocusReason.TabFocusReason)
    QTest.keyClick(other, key)
    assert pressed.count() == 0
    button.setFocus(Qt.FocusReason.TabFocusReason)
    QTest.keyClick(button, key)
    if key is not Qt.Key.Key_Space:
        QTest.keyClick(button, key, Qt.KeyboardModifier.ControlModifier)
    assert pressed.count() == 1
    button.setEnabled(False)
    QTest.keyClick(button, key)
    assert pressed.count() == 1
