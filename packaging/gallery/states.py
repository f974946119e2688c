# SPDX-License-Identifier: MIT
"""Controls that are kept in one state, so that all states can be seen at once."""

from __future__ import annotations

from PySide6.QtWidgets import QAbstractButton, QLineEdit, QStyle, QStyleOption, QWidget

from onesist_desktop.ui.widgets.buttons import FlatButton, IconButton
from onesist_desktop.ui.widgets.choices import CheckBox, RadioButton, Switch
from onesist_desktop.ui.widgets.rows import Row


class _Focused:
    """Looks as if it had the focus."""

    def hasFocus(self) -> bool:
        return True

    def initStyleOption(self, option: QStyleOption) -> None:
        super().initStyleOption(option)
        option.state |= QStyle.StateFlag.State_HasFocus


class FocusedButton(_Focused, FlatButton):
    """A button with the ring."""


class FocusedCheckBox(_Focused, CheckBox):
    """A check box with the ring."""


class FocusedRadioButton(_Focused, RadioButton):
    """A radio with the ring."""


class FocusedSwitch(_Focused, Switch):
    """A switch with the ring."""


class FocusedField(_Focused, QLineEdit):
    """A field with the ring."""


class FocusedRow(Row):
    """A row with the ring."""

    def __init__(self, *args: object, **named: object) -> None:
        super().__init__(*args, **named)
        self._has_ring = True


class HoveredButton(FlatButton):
    """A button under the pointer."""

    def initStyleOption(self, option: QStyleOption) -> None:
        super().initStyleOption(option)
        option.state |= QStyle.StateFlag.State_MouseOver


class HoveredIconButton(IconButton):
    """A button that is only an icon, under the pointer."""

    def initStyleOption(self, option: QStyleOption) -> None:
        super().initStyleOption(option)
        option.state |= QStyle.StateFlag.State_MouseOver


def hovered(widget: QWidget) -> QWidget:
    """Let a painted control look as if the pointer were on it."""
    widget.setProperty("hovered", True)
    return widget


def pressed(button: QAbstractButton) -> QAbstractButton:
    """Let a button look as if it were held down."""
    button.setDown(True)
    return button


def off(widget: QWidget, reason: str = "Nothing is written yet") -> QWidget:
    """Switch a control off, with the reason."""
    if isinstance(widget, FlatButton):
        widget.set_available(False, reason)
    else:
        widget.setEnabled(False)
        widget.setToolTip(reason)
    return widget
