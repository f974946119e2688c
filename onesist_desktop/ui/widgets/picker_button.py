# SPDX-License-Identifier: MIT
"""A button that shows the current choice and opens others above itself, as a menu or as a picker."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QPoint, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QIcon, QPainter, QPaintEvent, QPalette
from PySide6.QtWidgets import QMenu, QPushButton, QWidget

from onesist_desktop.ui.widgets.buttons import paint_mirrored
from onesist_desktop.ui.widgets.glyphs import paint_glyph
from onesist_desktop.ui.widgets.metrics import is_mirrored, scaled
from onesist_desktop.ui.widgets.picker import Picker
from onesist_desktop.ui.widgets.tips import plain_tip

ICON_GAP = 2
"""Empty room at the end of an icon. The style adds 4 to it, so that the words begin 6 after the icon."""

_CARET = 12
_MAX_LETTERS = 26


class PickerButton(QPushButton):
    """Shows a choice, with a caret.

    Signals:
        opening(): It is about to open; fill :attr:`menu_of_choices`, or the picker, now.
    """

    opening = Signal()

    def __init__(self, label: str, *, name: str = "", picker: Picker | None = None, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._label = label
        self._choice = ""
        self.picker: Picker | None = None
        self.menu_of_choices = QMenu(self)
        self.menu_of_choices.setToolTipsVisible(True)
        self.setObjectName(name)
        self.setProperty("kind", "ghost")
        self.setAutoDefault(False)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setProperty("picker", True)
        self.clicked.connect(self.open_menu)
        self.set_choice("")
        if picker is not None:
            self.set_picker(picker)

    def set_picker(self, picker: Picker) -> None:
        """Open this picker instead of the menu from now on."""
        self.picker = picker
        picker.setParent(self, picker.windowFlags())

    def set_choice(self, text: str, icon: QIcon | None = None) -> None:
        """Show this choice. Long ones are cut in the middle; the whole is in the tooltip and the accessible name."""
        self._choice = text
        self.setIcon(icon or QIcon())
        self._show_text()

    def open_menu(self) -> None:
        """Open the choices, their lower edge at the button's upper edge."""
        self.opening.emit()
        if self.picker is not None:
            self.picker.open_above(self)
            return
        if self.menu_of_choices.isEmpty():
            return
        size = self.menu_of_choices.sizeHint()
        left = self.width() - size.width() if is_mirrored(self) else 0
        self.menu_of_choices.popup(self.mapToGlobal(QPoint(left, -size.height() - 4)))

    def changeEvent(self, event: QEvent) -> None:
        """Follow the text's size."""
        super().changeEvent(event)
        if event.type() is QEvent.Type.FontChange:
            self._show_text()

    def sizeHint(self) -> QSize:
        """Leave room for the caret."""
        hint = super().sizeHint()
        return QSize(hint.width() + scaled(_CARET) + 4, hint.height())

    def minimumSizeHint(self) -> QSize:
        """Leave room for the caret."""
        return self.sizeHint()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the button, then the caret at its end."""
        if is_mirrored(self):
            paint_mirrored(self, 8)
        else:
            super().paintEvent(event)
        painter = QPainter(self)
        side = scaled(_CARET)
        left = 8 if is_mirrored(self) else self.width() - side - 8
        color = self.palette().color(QPalette.ColorRole.PlaceholderText)
        paint_glyph(painter, QRectF(left, (self.height() - side) / 2, side, side), "caret_down", color)
        painter.end()

    def _show_text(self) -> None:
        # A name of many lines would make the button as high.
        text = " ".join(self._choice[:1_000].split())
        self.setIconSize(QSize(scaled(12) + ICON_GAP, scaled(12)))
        room = self.fontMetrics().averageCharWidth() * _MAX_LETTERS
        self.setText(self.fontMetrics().elidedText(text, Qt.TextElideMode.ElideMiddle, room).replace("&", "&&"))
        self.setAccessibleName(f"{self._label}: {text}")
        self.setToolTip(plain_tip(self._label if text in self.text() else f"{self._label}: {text}"))
