# SPDX-License-Identifier: MIT
"""A combo box with a painted caret, since a styled one has none."""

from __future__ import annotations

from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter, QPaintEvent, QPalette
from PySide6.QtWidgets import QComboBox

from onesist_desktop.ui.widgets.glyphs import paint_glyph
from onesist_desktop.ui.widgets.metrics import is_mirrored, scaled


class CaretCombo(QComboBox):
    """A combo box."""

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the box, then the caret at its end."""
        super().paintEvent(event)
        painter = QPainter(self)
        side = scaled(12)
        left = 12 if is_mirrored(self) else self.width() - side - 12
        group = QPalette.ColorGroup.Active if self.isEnabled() else QPalette.ColorGroup.Disabled
        color = self.palette().color(group, QPalette.ColorRole.Text)
        paint_glyph(painter, QRectF(left, (self.height() - side) / 2, side, side), "caret_down", color)
        painter.end()
