# SPDX-License-Identifier: MIT
"""The spinner: a ring with a quarter arc that turns. Words always stand beside it."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSize, Qt, QTimer
from PySide6.QtGui import QColor, QHideEvent, QPainter, QPaintEvent, QPalette, QPen, QShowEvent
from PySide6.QtWidgets import QWidget

TURN_MS = 1000
_FRAME_MS = 50


def paint_spinner(painter: QPainter, rect: QRectF, color: QColor, track: QColor, angle: float) -> None:
    """Paint one frame; ``angle`` in degrees, clockwise from the top."""
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    ring = rect.adjusted(1.5, 1.5, -1.5, -1.5)
    painter.setPen(QPen(track, 2))
    painter.drawEllipse(ring)
    pen = QPen(color, 2)
    pen.setCapStyle(Qt.PenCapStyle.RoundCap)
    painter.setPen(pen)
    painter.drawArc(ring, round((90 - angle) * 16), -90 * 16)
    painter.restore()


class Spinner(QWidget):
    """Turns while it is visible."""

    def __init__(self, *, side: int = 14, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._angle = 0.0
        self._timer = QTimer(self)
        self._timer.setInterval(_FRAME_MS)
        self._timer.timeout.connect(self._on_frame)
        self._side = side
        self.setFixedSize(side, side)

    def sizeHint(self) -> QSize:
        """Be a small square."""
        return QSize(self._side, self._side)

    def showEvent(self, event: QShowEvent) -> None:
        """Start to turn."""
        self._timer.start()
        super().showEvent(event)

    def hideEvent(self, event: QHideEvent) -> None:
        """Stop the timer, so that a hidden spinner costs nothing."""
        self._timer.stop()
        super().hideEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the ring and its arc."""
        painter = QPainter(self)
        palette = self.palette()
        accent = palette.color(QPalette.ColorRole.Accent)
        paint_spinner(painter, QRectF(self.rect()), accent, palette.color(QPalette.ColorRole.Mid), self._angle)
        painter.end()

    def _on_frame(self) -> None:
        self._angle = (self._angle + 360 * _FRAME_MS / TURN_MS) % 360
        self.update()
