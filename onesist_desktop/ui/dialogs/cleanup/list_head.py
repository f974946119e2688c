# SPDX-License-Identifier: MIT
"""The head of the clean-up's list: a tick for all that are shown, and the names of the columns."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QFrame, QWidget

from onesist_desktop.ui.dialogs.cleanup.columns import columns_of
from onesist_desktop.ui.models.worktree_filter import Ticks
from onesist_desktop.ui.theme.theme import Theme
from onesist_desktop.ui.widgets.choices import CheckBox
from onesist_desktop.ui.widgets.metrics import is_mirrored

_HEIGHT = 40
_RING = 4
_STATES = {Ticks.NONE: Qt.CheckState.Unchecked, Ticks.SOME: Qt.CheckState.PartiallyChecked, Ticks.ALL: Qt.CheckState.Checked}


class ListHead(QFrame):
    """Stands above the list and is as wide.

    Signals:
        all_wanted(is_ticked: bool): Tick or untick all that are shown.
    """

    all_wanted = Signal(bool)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._ticks = Ticks.NONE
        self._bar = 0
        self.setObjectName("cleanup_head")
        self.setProperty("surface", "bar")
        self.tick = CheckBox(theme, name="tick_all", parent=self)
        self.tick.setAccessibleName(self.tr("Tick all that are listed"))
        self.tick.setToolTip(self.tr("Tick all that are listed"))
        self.tick.clicked.connect(lambda _checked=False: self._on_clicked())
        theme.changed.connect(self._measure)
        self._measure()

    def show_ticks(self, ticks: Ticks, *, can_tick: bool) -> None:
        """Show how many of the listed ones are ticked."""
        self._ticks = ticks
        self.tick.setCheckState(_STATES[ticks])
        self.tick.setEnabled(can_tick)

    def keep_room(self, width: int) -> None:
        """Leave the room of the list's scroll bar empty."""
        if width != self._bar:
            self._bar = width
            self.update()

    def sizeHint(self) -> QSize:
        """Be 40 high, more with larger text."""
        return QSize(200, max(_HEIGHT, 2 * self._theme.line_height("caption") + 8))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keep the tick above the others."""
        super().resizeEvent(event)
        self._place()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the names of the columns."""
        super().paintEvent(event)
        columns = columns_of(self._theme, self.width() - self._bar)
        painter = QPainter(self)
        painter.setFont(self._theme.font("caption"))
        painter.setPen(self._theme.color("text_secondary"))
        tr = QCoreApplication.translate
        self._write(painter, columns.name, tr("Cleanup", "Own copy and thread"))
        if not columns.is_stacked:
            self._write(painter, columns.used, tr("Cleanup", "Last used"))
            self._write(painter, columns.size, tr("Cleanup", "Size"), ends=True)
            names = (
                tr("Cleanup", "Changed"),
                tr("Cleanup", "New"),
                tr("Cleanup", "Ignored"),
                tr("Cleanup", "Commits only here"),
            )
            for box, name in zip(columns.counts, names, strict=True):
                self._write(painter, box, name, ends=True)
            self._write(painter, columns.meaning, tr("Cleanup", "What removing means"))
        painter.end()

    def _write(self, painter: QPainter, box: QRectF, text: str, *, ends: bool = False) -> None:
        place = QRectF(box.left(), 0, box.width(), self.height() - 1)
        if is_mirrored(self):
            place.moveLeft(self.width() - self._bar - box.right())
        at_right = ends != is_mirrored(self)
        side = Qt.AlignmentFlag.AlignRight if at_right else Qt.AlignmentFlag.AlignLeft
        flags = Qt.AlignmentFlag.AlignVCenter | side | Qt.AlignmentFlag.AlignAbsolute | Qt.TextFlag.TextWordWrap
        painter.drawText(place, int(flags), text)

    def _on_clicked(self) -> None:
        # Qt walks through all three states; for the person some is as good as none.
        wanted = self._ticks is not Ticks.ALL
        self.tick.setCheckState(_STATES[self._ticks])
        self.all_wanted.emit(wanted)

    def _measure(self) -> None:
        self.setFixedHeight(self.sizeHint().height())
        self._place()
        self.update()

    def _place(self) -> None:
        hint = self.tick.sizeHint()
        left = round(columns_of(self._theme, self.width()).tick.left()) - _RING
        if is_mirrored(self):
            left = self.width() - left - hint.width()
        self.tick.setGeometry(left, (self.height() - 1 - hint.height()) // 2, hint.width(), hint.height())
