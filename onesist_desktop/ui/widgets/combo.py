# SPDX-License-Identifier: MIT
"""A combo box with a painted caret, since a styled one has none."""

from __future__ import annotations

from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QComboBox

from onesist_desktop.ui.widgets.glyphs import paint_glyph


class CaretCombo(QComboBox):
    """A combo box."""

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the box, then the caret at its right end."""
        super().paintEvent(event)
        painter = QPainter(self)
        box = QRectF(self.width() - 24, self.height() / 2 - 6, 12, 12)
        paint_glyph(painter, box, "caret_down", self.palette().text().color())
        painter.end()
