# SPDX-License-Identifier: MIT
"""The row of days and hours above the lanes. It moves sideways with the picture; a stretch's words stay in sight."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from onesist_desktop.ui.map.map_words import mark_text
from onesist_desktop.ui.map.shapes import TimeMark
from onesist_desktop.ui.theme.theme import Theme

_HEIGHT = 36
_GAP, _FIRST_GAP = 8, 16


def time_row_height(theme: Theme) -> int:
    """Return the row's height, which grows with the text."""
    return theme.row_height(_HEIGHT, "caption")


class TimeRow(QWidget):
    """Paints stretches of time. A screen reader hears the time of each answer instead."""

    def __init__(self, theme: Theme, now: Callable[[], float], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._now = now
        self._marks: Sequence[TimeMark] = ()
        self._scrolled = 0

    def show_marks(self, marks: Sequence[TimeMark], scrolled: int) -> None:
        """Show these stretches, from so many pixels on."""
        if marks is not self._marks or scrolled != self._scrolled:
            self._marks, self._scrolled = marks, scrolled
            self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the stretches that are to be seen."""
        painter = QPainter(self)
        if self.layoutDirection() is Qt.LayoutDirection.RightToLeft:
            paint_marks(painter, self._theme, self._marks, self._scrolled, self.rect().toRectF(), self._now(), is_mirrored=True)
        else:
            paint_marks(painter, self._theme, self._marks, self._scrolled, self.rect().toRectF(), self._now())
        painter.end()


def paint_marks(
    painter: QPainter,
    theme: Theme,
    marks: Sequence[TimeMark],
    scrolled: float,
    box: QRectF,
    now_s: float,
    *,
    is_mirrored: bool = False,
) -> None:
    """Paint stretches of time into a box that begins ``scrolled`` pixels right of the picture's left edge."""
    painter.fillRect(box, theme.color("bg_canvas"))
    line = theme.color("line")
    painter.fillRect(QRectF(box.left(), box.bottom() - 1, box.width(), 1), line)
    painter.setFont(theme.font("caption", is_tabular=True))
    side = Qt.AlignmentFlag.AlignRight if is_mirrored else Qt.AlignmentFlag.AlignLeft
    flags = int(side | Qt.AlignmentFlag.AlignAbsolute | Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextSingleLine)
    for place, mark in enumerate(marks):
        left, right = mark.x - scrolled, mark.x + mark.width - scrolled
        if right < 0 or left > box.width():
            continue
        if place:
            x = box.right() - left - 1 if is_mirrored else box.left() + left
            painter.fillRect(QRectF(x, box.top(), 1, box.height()), line)
        gap = _GAP if place else _FIRST_GAP
        words = QRectF(box.left() + max(left, 0.0) + gap, box.top(), max(0.0, right - max(left, 0.0) - gap - 4), box.height())
        if is_mirrored:
            words = QRectF(box.left() + box.right() - words.right(), words.top(), words.width(), words.height())
        painter.setPen(theme.color("text_tertiary"))
        text = mark_text(mark, now_s)
        # Rather no day than half of its name; the line stays, and the cards have the time.
        if painter.fontMetrics().horizontalAdvance(text) <= words.width() + 1:
            painter.drawText(words, flags, text)
