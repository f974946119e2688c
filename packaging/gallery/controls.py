# SPDX-License-Identifier: MIT
"""The sections of the gallery with what one presses and writes in."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QGridLayout, QLineEdit, QVBoxLayout, QWidget

from gallery.states import (
    FocusedButton,
    FocusedCheckBox,
    FocusedField,
    FocusedRadioButton,
    FocusedRow,
    FocusedSwitch,
    HoveredButton,
    HoveredIconButton,
    hovered,
    off,
    pressed,
)
from onesist_desktop.ui.theme.theme import Theme
from onesist_desktop.ui.widgets.badge import Badge, BadgeTone
from onesist_desktop.ui.widgets.buttons import ButtonKind, FlatButton, IconButton
from onesist_desktop.ui.widgets.choice_card import ChoiceCard
from onesist_desktop.ui.widgets.choices import CheckBox, RadioButton, Switch
from onesist_desktop.ui.widgets.combo import CaretCombo
from onesist_desktop.ui.widgets.fields import Field, SearchField
from onesist_desktop.ui.widgets.flow import FlowRow
from onesist_desktop.ui.widgets.form import Form
from onesist_desktop.ui.widgets.labels import StepLabel
from onesist_desktop.ui.widgets.rows import Divider, Row
from onesist_desktop.ui.widgets.segmented import SegmentedSwitch

_BUTTONS = (
    ("Send", ButtonKind.PRIMARY, "arrow-up"),
    ("Send again", ButtonKind.SECONDARY, ""),
    ("Fork here", ButtonKind.GHOST, "git-fork"),
    ("Remove…", ButtonKind.DANGER, ""),
    ("Remove", ButtonKind.DANGER_FILLED, ""),
)
_STATES = ("normal", "hover", "pressed", "focus", "off")


def section(theme: Theme, title: str, *widgets: QWidget) -> QWidget:
    """Put a caption above controls."""
    made = QWidget()
    column = QVBoxLayout(made)
    column.setContentsMargins(0, 0, 0, 0)
    column.setSpacing(8)
    column.addWidget(StepLabel(theme, title, tone="secondary"))
    for widget in widgets:
        column.addWidget(widget)
    return made


def line(*widgets: QWidget, gap: int = 12) -> FlowRow:
    """Put controls beside each other."""
    row = FlowRow(gap=gap)
    row.add(*widgets)
    return row


def buttons(theme: Theme) -> QWidget:
    """Every kind of button in every state, then small ones and those that are only an icon."""
    table = QWidget()
    grid = QGridLayout(table)
    grid.setContentsMargins(0, 0, 0, 0)
    grid.setSpacing(12)
    for column, state in enumerate(_STATES):
        grid.addWidget(StepLabel(theme, state, tone="secondary"), 0, column)
    for row, (text, kind, glyph) in enumerate(_BUTTONS, start=1):
        made = [
            FlatButton(text, kind, glyph=glyph),
            HoveredButton(text, kind, glyph=glyph),
            pressed(FlatButton(text, kind, glyph=glyph)),
            FocusedButton(text, kind, glyph=glyph),
            off(FlatButton(text, kind, glyph=glyph)),
        ]
        for column, button in enumerate(made):
            grid.addWidget(button, row, column, Qt.AlignmentFlag.AlignLeading)
    small = line(
        FlatButton("Open all", ButtonKind.GHOST, compact=True),
        FlatButton("Unlock…", compact=True),
        FlatButton("Allow once", ButtonKind.PRIMARY, compact=True),
        FlatButton("Copy", ButtonKind.GHOST, glyph="copy", compact=True),
        IconButton("paperclip", "Attach"),
        HoveredIconButton("gear-six", "Settings"),
        off(IconButton("stop", "Stop"), "Nothing runs"),
        IconButton("close", "Close", compact=True),
    )
    return section(theme, "Buttons", table, small)


def fields(theme: Theme) -> QWidget:
    """Fields, combo and segmented switch."""
    written = SearchField("Search threads")
    written.setText("login")
    focused = FocusedField("login")
    focused.setAccessibleName("A field with the focus")
    switched_off = QLineEdit("can't be changed")
    switched_off.setAccessibleName("A field that is off")
    switched_off.setEnabled(False)
    folder = CaretCombo()
    folder.setAccessibleName("Folder")
    folder.addItems(["Project folder", "Own copy of api"])
    wrong = Field(theme, "Address", QLineEdit("ftp:models"), help_text="Where the service listens.")
    wrong.set_error("The address has to begin with http or https.")
    helped = Field(theme, "Name", QLineEdit("Ollama"), help_text="How it is called in the list of who answers.")
    views = SegmentedSwitch("How changes are shown", (("unified", "Unified"), ("split", "Side by side")))
    small = SegmentedSwitch("Whose changes", (("thread", "This thread"), ("answer", "Last answer")), compact=True)
    return section(
        theme,
        "Fields and segmented switch",
        line(SearchField("Search threads"), written),
        line(focused, switched_off),
        line(folder, views, small),
        helped,
        wrong,
    )


def choices(theme: Theme) -> QWidget:
    """Check boxes, radios and switches."""
    boxes: list[CheckBox] = [
        CheckBox(theme, "off"),
        CheckBox(theme, "on"),
        CheckBox(theme, "some"),
        FocusedCheckBox(theme, "focus"),
    ]
    boxes[1].setChecked(True)
    boxes[2].setTristate(True)
    boxes[2].setCheckState(Qt.CheckState.PartiallyChecked)
    boxes[3].setChecked(True)
    locked = CheckBox(theme, "not now")
    off(locked)
    radios = [RadioButton(theme, "one"), RadioButton(theme, "two")]
    radios[1].setChecked(True)
    lonely = QWidget()
    inside = QVBoxLayout(lonely)
    inside.setContentsMargins(0, 0, 0, 0)
    focused = FocusedRadioButton(theme, "focus")
    focused.setChecked(True)
    inside.addWidget(focused)
    switches = [Switch(theme, "Off"), Switch(theme, "On"), FocusedSwitch(theme, "Focus"), Switch(theme, "Not now")]
    switches[1].setChecked(True)
    switches[2].setChecked(True)
    off(switches[3])
    return section(theme, "Choices", line(*boxes, locked), line(*radios, lonely), line(*switches))


def rows(theme: Theme) -> QWidget:
    """Rows in their states, then a card that is one button."""
    made: list[tuple[Row, QWidget | None]] = [
        (Row(theme, "Normal", glyph="chat-text"), StepLabel(theme, "08:15", tone="secondary")),
        (hovered(Row(theme, "Under the mouse", glyph="chat-text")), StepLabel(theme, "08:15", tone="secondary")),
        (FocusedRow(theme, "Selected, list has focus", glyph="chat-text"), None),
        (Row(theme, "Selected", glyph="chat-text"), StepLabel(theme, "08:15", tone="secondary")),
        (Row(theme, "Selected, focus elsewhere", glyph="chat-text"), None),
        (Row(theme, "Asks something", glyph="chat-text"), Badge(theme, "Needs you", BadgeTone.WARNING, glyph="hand-palm-bold")),
    ]
    for row, extra in made:
        if extra is not None:
            row.add(extra)
    made[2][0].set_selected(True)
    made[3][0].set_selected(True)
    made[4][0].set_selected(True, is_active=False)
    card = ChoiceCard(
        "folder-open", "Open a folder", "It becomes a project.", name="", small=theme.font("caption"), on_click=lambda: None
    )
    return section(theme, "Rows and dividers", *(row for row, _ in made), Divider(), card)


def form(theme: Theme) -> QWidget:
    """Lines of a form, as in settings."""
    made = Form(theme, is_ruled=True)
    keeps = Switch(theme, "")
    keeps.setChecked(True)
    made.add_row("Keep drafts", keeps, "What was written stays until it is sent.")
    size = CaretCombo()
    size.addItems(["100 %", "150 %", "200 %"])
    made.add_row("Text size", size, "All controls grow with it.")
    return section(theme, "Form", made)
