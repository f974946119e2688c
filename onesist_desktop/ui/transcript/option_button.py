# SPDX-License-Identifier: MIT
"""A button for one option of a card. Its words wrap, and it can show the digit that chooses it."""

from __future__ import annotations

from PySide6.QtCore import QRect, QSize, Qt, Signal
from PySide6.QtGui import QFocusEvent, QFont, QKeyEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QStyle, QStyleOptionButton, QWidget

from onesist_desktop.ui.theme.theme import Theme
from onesist_desktop.ui.transcript.block_paint import TextLines
from onesist_desktop.ui.transcript.card_keys import is_enter
from onesist_desktop.ui.widgets.buttons import ButtonKind, FlatButton
from onesist_desktop.ui.widgets.metrics import restyle

_PAD = 12
_HINT_GAP = 8


class OptionButton(FlatButton):
    """One option. It has room for its digit all the time, so that nothing moves when the digit appears.

    Signals:
        focus_changed(): It got or lost the focus.
    """

    focus_changed = Signal()

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__("", ButtonKind.SECONDARY, parent=parent)
        self._theme = theme
        self.option = ""
        self._lines, self._digit_lines = TextLines(), TextLines()
        self._digit = ""
        self._shows_digit = False
        self._most = 10_000

    def show_option(self, option: str, label: str, digit: str, most: int) -> None:
        """Show an option.

        Args:
            option: The id that is chosen by it.
            label: Its words.
            digit: The key that chooses it, empty for none.
            most: How wide it may be, in logical pixels.
        """
        theme = self._theme
        self.option, self._digit, self._most = option, digit, most
        self.setObjectName(f"option_{option}")
        self.setText(label.replace("&", "&&"))
        self.setAccessibleName(label)
        font = theme.font("body")
        font.setWeight(QFont.Weight.Medium)
        is_mirrored = self.layoutDirection() is Qt.LayoutDirection.RightToLeft
        self._lines.set_text(label, font, theme.line_height("body"), is_mirrored=is_mirrored)
        self._digit_lines.set_text(digit, theme.font("caption"), theme.line_height("body"))
        self.updateGeometry()
        self.update()

    def set_most(self, most: int) -> None:
        """Say how wide it may be."""
        self._most = most

    def set_hint(self, shown: bool) -> None:
        """Show its digit, or don't."""
        if shown != self._shows_digit:
            self._shows_digit = shown
            self.update()

    def set_filled(self, is_filled: bool) -> None:
        """Fill it as the main button of the card that has the focus."""
        restyle(self, "kind", (ButtonKind.PRIMARY if is_filled else ButtonKind.SECONDARY).value)

    def sizeHint(self) -> QSize:
        """Ask for one line, or for as many as its words need at the width that there is."""
        around = 2 * _PAD + self._room_for_digit()
        words = min(self._lines.natural_width(), self._most - around)
        return QSize(words + around, max(self._theme.row_height(32), self._lines.height(words) + 12))

    def minimumSizeHint(self) -> QSize:
        """Never be smaller than its words."""
        return self.sizeHint()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Choose by Enter too, as the focus is on this very button. With Ctrl it is the card's."""
        if is_enter(event):
            if not event.isAutoRepeat():
                self.click()
            return
        super().keyPressEvent(event)

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Tell the card."""
        super().focusInEvent(event)
        self.focus_changed.emit()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Tell the card."""
        super().focusOutEvent(event)
        self.focus_changed.emit()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the button of the style, then its words and its digit."""
        option = QStyleOptionButton()
        self.initStyleOption(option)
        option.text = ""
        painter = QPainter(self)
        self.style().drawControl(QStyle.ControlElement.CE_PushButton, option, painter, self)
        room = self._room_for_digit()
        words = self.width() - 2 * _PAD - room
        height = self._lines.height(words)
        # Without its digit the words stand in the middle, with it they make room.
        left = _PAD if self._shows_digit and self._digit else _PAD + room // 2
        top = (self.height() - height) // 2
        box = QRect(left, top, words, height)
        self._lines.paint(painter, self._mirrored(box), self._theme.color(self._tone()))
        if self._shows_digit and self._digit:
            digit = QRect(self.width() - _PAD - room + _HINT_GAP, top, room - _HINT_GAP, height)
            self._digit_lines.paint(painter, self._mirrored(digit), self._theme.color(self._tone(is_hint=True)))
        painter.end()

    def _room_for_digit(self) -> int:
        return self._digit_lines.natural_width() + _HINT_GAP if self._digit else 0

    def _tone(self, *, is_hint: bool = False) -> str:
        is_filled = self.property("kind") == ButtonKind.PRIMARY.value
        if not self.isEnabled():
            return "text_tertiary" if is_filled else "text_disabled"
        if is_filled:
            return "on_accent"
        return "text_secondary" if is_hint else "text_primary"

    def _mirrored(self, box: QRect) -> QRect:
        return QStyle.visualRect(self.layoutDirection(), self.rect(), box)
