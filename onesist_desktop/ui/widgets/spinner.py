# SPDX-License-Identifier: MIT
"""The spinner: a ring with a quarter arc that turns. Words always stand beside it."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, QTimer
from PySide6.QtGui import QColor, QHideEvent, QPainter, QPaintEvent, QPalette, QPen, QShowEvent
from PySide6.QtWidgets import QWidget

from onesist_desktop.ui.theme.theme import Theme
from onesist_desktop.ui.widgets.metrics import scaled

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


def paint_still_spinner(painter: QPainter, rect: QRectF, color: QColor, track: QColor) -> None:
    """Paint the ring with three dots that stands for the spinner where nothing may move."""
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(QPen(track, 1.5))
    painter.drawEllipse(rect.adjusted(1.5, 1.5, -1.5, -1.5))
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(color)
    step = rect.width() / 5
    for place in (-1, 0, 1):
        painter.drawEllipse(rect.center() + QPointF(place * step, 0), step / 3, step / 3)
    painter.restore()


def paint_working(painter: QPainter, rect: QRectF, theme: Theme, angle: float) -> None:
    """Paint one frame in the theme's colours, or what stands for it where nothing may move."""
    accent, track = theme.color("accent"), theme.color("line_strong")
    if theme.reduced_motion:
        paint_still_spinner(painter, rect, accent, track)
    else:
        paint_spinner(painter, rect, accent, track, angle)


class Spinner(QWidget):
    """Turns while it is visible; with a theme that knows of reduced motion it stands still then."""

    def __init__(self, *, side: int = 14, theme: Theme | None = None, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._angle = 0.0
        self._timer = QTimer(self)
        self._timer.setInterval(_FRAME_MS)
        self._timer.timeout.connect(self._on_frame)
        self._side = side
        self.setFixedSize(scaled(side), scaled(side))

    def sizeHint(self) -> QSize:
        """Be a small square."""
        return QSize(scaled(self._side), scaled(self._side))

    def changeEvent(self, event: QEvent) -> None:
        """Grow with the text."""
        super().changeEvent(event)
        if event.type() is QEvent.Type.FontChange:
            self.setFixedSize(self.sizeHint())

    def showEvent(self, event: QShowEvent) -> None:
        """Start to turn."""
        if not self._is_still:
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
        accent, track = palette.color(QPalette.ColorRole.Accent), palette.color(QPalette.ColorRole.Mid)
        if self._is_still:
            paint_still_spinner(painter, QRectF(self.rect()), accent, track)
        else:
            paint_spinner(painter, QRectF(self.rect()), accent, track, self._angle)
        painter.end()

    @property
    def _is_still(self) -> bool:
        return self._theme is not None and self._theme.reduced_motion

    def _on_frame(self) -> None:
        self._angle = (self._angle + 360 * _FRAME_MS / TURN_MS) % 360
        self.update()
