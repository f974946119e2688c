# SPDX-License-Identifier: MIT
"""A button that shows the current choice and opens a menu of others above itself."""

from __future__ import annotations

from PySide6.QtCore import QPoint, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QIcon, QPainter, QPaintEvent, QPalette
from PySide6.QtWidgets import QMenu, QPushButton, QWidget

from onesist_desktop.ui.widgets.glyphs import paint_glyph

_CARET = 12
_MAX_LETTERS = 26


class PickerButton(QPushButton):
    """Shows a choice, with a caret.

    Signals:
        opening: The menu is about to open; fill :attr:`menu_of_choices` now.
    """

    opening = Signal()

    def __init__(self, label: str, *, name: str = "", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._label = label
        self.menu_of_choices = QMenu(self)
        self.menu_of_choices.setToolTipsVisible(True)
        self.setObjectName(name)
        self.setProperty("kind", "ghost")
        self.setAutoDefault(False)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setIconSize(QSize(18, 12))
        self.setProperty("picker", True)
        self.clicked.connect(self.open_menu)
        self.set_choice("")

    def set_choice(self, text: str, icon: QIcon | None = None) -> None:
        """Show this choice. Long ones are cut in the middle; the whole is in the tooltip and the accessible name."""
        room = self.fontMetrics().averageCharWidth() * _MAX_LETTERS
        self.setText(self.fontMetrics().elidedText(text, Qt.TextElideMode.ElideMiddle, room).replace("&", "&&"))
        self.setIcon(icon or QIcon())
        self.setAccessibleName(f"{self._label}: {text}")
        self.setToolTip(self._label if text in self.text() else f"{self._label}: {text}")

    def open_menu(self) -> None:
        """Open the menu, its lower edge at the button's upper edge."""
        self.opening.emit()
        if self.menu_of_choices.isEmpty():
            return
        height = self.menu_of_choices.sizeHint().height()
        self.menu_of_choices.popup(self.mapToGlobal(QPoint(0, -height - 4)))

    def sizeHint(self) -> QSize:
        """Leave room for the caret."""
        hint = super().sizeHint()
        return QSize(hint.width() + _CARET + 4, hint.height())

    def minimumSizeHint(self) -> QSize:
        """Leave room for the caret."""
        return self.sizeHint()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the button, then the caret at its right end."""
        super().paintEvent(event)
        painter = QPainter(self)
        color = self.palette().color(QPalette.ColorRole.ButtonText)
        box = QRectF(self.width() - _CARET - 8, (self.height() - _CARET) / 2, _CARET, _CARET)
        paint_glyph(painter, box, "caret_down", color)
        painter.end()
