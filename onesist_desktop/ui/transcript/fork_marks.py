# SPDX-License-Identifier: MIT
"""The marks on the rail at messages from which threads were forked: buttons that open the list of those forks."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from PySide6.QtCore import QObject, QPoint, QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QAbstractButton, QWidget

from onesist_desktop.ui.theme.theme import Theme
from onesist_desktop.ui.transcript.blocks import Block
from onesist_desktop.ui.widgets.glyphs import paint_glyph
from onesist_desktop.ui.widgets.grounds import fill_rounded, paint_ring
from onesist_desktop.ui.widgets.tips import plain_tip

_SIDE = 24
_GLYPH = 14
_LOW, _BELOW = 30, 4


class ForkMark(QAbstractButton):
    """One mark. It stands on the rail and leaves a gap in it."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme
        self.setObjectName("fork_mark")
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)

    def sizeHint(self) -> QSize:
        """Be as large as the smallest target."""
        return QSize(_SIDE, _SIDE)

    def say(self, text: str) -> None:
        """Take its name."""
        if text != self.accessibleName():
            self.setAccessibleName(text)
            self.setToolTip(plain_tip(text))

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the gap, the ground under the mouse, the sign and the ring."""
        theme, painter = self._theme, QPainter(self)
        box = QRectF(self.rect())
        painter.fillRect(box.adjusted(box.width() / 2 - 2, 2, 2 - box.width() / 2, -2), theme.color("bg_canvas"))
        if self.underMouse() or self.isDown():
            fill_rounded(painter, box, theme.color("bg_pressed" if self.isDown() else "bg_hover"), 6)
        inset = (box.width() - _GLYPH) / 2
        paint_glyph(painter, box.adjusted(inset, inset, -inset, -inset), "git-fork", theme.color("text_secondary"))
        if self.hasFocus():
            paint_ring(painter, box, theme.color("focus"), 6)
        painter.end()


class ForkMarks(QObject):
    """Keeps one mark for each message in view that has forks.

    Args:
        viewport: On which the marks stand.
        on_wanted: Gets the seq of a message and the place on the screen where its forks should be listed.
    """

    def __init__(self, theme: Theme, viewport: QWidget, on_wanted: Callable[[int, QPoint], object]) -> None:
        super().__init__(viewport)
        self._theme = theme
        self._viewport = viewport
        self._on_wanted = on_wanted
        self._counts: Mapping[int, int] = {}
        self._marks: dict[int, ForkMark] = {}

    @property
    def counts(self) -> Mapping[int, int]:
        """How many forks each message has."""
        return self._counts

    def set_counts(self, counts: Mapping[int, int]) -> None:
        """Take how many forks each message has, by its seq."""
        self._counts = dict(counts)

    def last_of_rows(self, order: Iterable[tuple[int, Block, QWidget]]) -> dict[int, QWidget]:
        """Return the last widget of each message that has forks, of those in view."""
        if not self._counts:
            return {}
        return {seq: widget for seq, _, widget in order if seq in self._counts}

    def place(self, order: Iterable[tuple[int, Block, QWidget]], x: int) -> None:
        """Put the marks beside the end of their messages, their middle at ``x``. Those of messages out of view go."""
        last = self.last_of_rows(order)
        for seq in [seq for seq in self._marks if seq not in last]:
            mark = self._marks.pop(seq)
            mark.hide()
            mark.deleteLater()
        for seq, widget in last.items():
            mark = self._marks.get(seq) or self._make(seq)
            mark.say(self.tr("%n fork(s) of this message", None, self._counts[seq]))
            # Beside the last line; of a single line a bit below it, away from the bead of its message.
            y = widget.y() + widget.height() - (_BELOW if widget.height() < _LOW else _SIDE // 2)
            mark.setGeometry(x - _SIDE // 2, y - _SIDE // 2, _SIDE, _SIDE)
            mark.show()
            mark.raise_()

    def of(self, seq: int) -> ForkMark | None:
        """Return the mark of a message, if it is in view."""
        return self._marks.get(seq)

    def _make(self, seq: int) -> ForkMark:
        mark = self._marks[seq] = ForkMark(self._theme, self._viewport)
        mark.clicked.connect(lambda _checked=False: self._on_wanted(seq, mark.mapToGlobal(QPoint(mark.width(), 0))))
        return mark
