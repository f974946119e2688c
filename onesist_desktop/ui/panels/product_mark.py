# SPDX-License-Identifier: MIT
"""The mark of the product: a string with a circle above and a diamond below, and a square that branches off it."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPainterPath, QPaintEvent, QPen, QPolygonF
from PySide6.QtWidgets import QWidget

from onesist_desktop.ui.theme.theme import Theme
from onesist_desktop.ui.widgets.grounds import fill_rounded

_UNITS = 48.0


class ProductMark(QWidget):
    """Decoration beside the product's name, so screen readers skip it."""

    def __init__(self, theme: Theme, side: int = 48, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._side = side
        theme.changed.connect(self.update)
        self.setFixedSize(QSize(side, side))

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint it on its tile."""
        ground, ink = self._theme.color("text_primary"), self._theme.color("bg_canvas")
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.scale(self.width() / _UNITS, self.height() / _UNITS)
        fill_rounded(painter, QRectF(0, 0, _UNITS, _UNITS), ground, 10)
        pen = QPen(ink, 3)
        pen.setCapStyle(Qt.PenCapStyle.RoundCap)
        painter.setPen(pen)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawLine(QPointF(16, 14), QPointF(16, 36))
        branch = QPainterPath(QPointF(16, 17))
        branch.cubicTo(QPointF(17, 23), QPointF(24, 21), QPointF(32, 27))
        painter.drawPath(branch)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(ink)
        painter.drawEllipse(QPointF(16, 12.5), 5.5, 5.5)
        painter.drawPolygon(QPolygonF([QPointF(16, 29.5), QPointF(22, 35.5), QPointF(16, 41.5), QPointF(10, 35.5)]))
        painter.drawRoundedRect(QRectF(27, 24, 11, 11), 2, 2)
        painter.end()
