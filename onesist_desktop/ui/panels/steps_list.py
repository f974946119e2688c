# SPDX-License-Identifier: MIT
"""The steps of an answer as rows. The list is as high as its rows: the page around it scrolls."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import (
    QAbstractListModel,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QRect,
    QRectF,
    QSize,
    Qt,
    QTimer,
    Signal,
)
from PySide6.QtGui import QFontMetricsF, QHideEvent, QKeyEvent, QPainter, QShowEvent
from PySide6.QtWidgets import QFrame, QListView, QSizePolicy, QStyle, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from onesist_desktop.ui.language import fill
from onesist_desktop.ui.panels.run_words import RunStep
from onesist_desktop.ui.roles import Role
from onesist_desktop.ui.theme.theme import Theme
from onesist_desktop.ui.transcript.step_words import Step
from onesist_desktop.ui.widgets.glyphs import paint_glyph
from onesist_desktop.ui.widgets.grounds import paint_row_ground
from onesist_desktop.ui.widgets.spinner import paint_working
from onesist_desktop.ui.widgets.tips import plain_tip

Index = QModelIndex | QPersistentModelIndex

_SPIN_MS = 100
_EDGE = 8
_GAP = 8


class StepsModel(QAbstractListModel):
    """Steps only come at the end and change where they are while an answer grows."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._steps: tuple[RunStep, ...] = ()

    @property
    def steps(self) -> tuple[RunStep, ...]:
        """The steps that are shown."""
        return self._steps

    def set_steps(self, steps: Sequence[RunStep]) -> None:
        """Show these steps, and announce only what is different."""
        before, now = self._steps, tuple(steps)
        if [each.part for each in before] != [each.part for each in now[: len(before)]]:
            self.beginResetModel()
            self._steps = now
            self.endResetModel()
            return
        if len(now) > len(before):
            self.beginInsertRows(QModelIndex(), len(before), len(now) - 1)
            self._steps = now
            self.endInsertRows()
        self._steps = now
        for row, (old, new) in enumerate(zip(before, now, strict=False)):
            if old != new:
                self.dataChanged.emit(self.index(row), self.index(row))

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's own signature
        """Return the number of steps."""
        return 0 if parent.isValid() else len(self._steps)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """Return what a row shows."""
        if not index.isValid() or index.row() >= len(self._steps):
            return None
        each = self._steps[index.row()]
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return each.step.what
            case Qt.ItemDataRole.ToolTipRole:
                return plain_tip(each.step.what)
            case Qt.ItemDataRole.AccessibleTextRole:
                step = each.step
                what = fill(self.tr("%1 %2"), step.label, step.what) if step.label else step.what
                return fill(self.tr("%1, %2"), what, step.result) if step.result else what
            case Role.STEP:
                return each
            case _:
                return None


class StepsDelegate(QStyledItemDelegate):
    """Icon, what, and the result at the end."""

    def __init__(self, theme: Theme, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self.spinner_angle = 0.0

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        """Return the row's height, which grows with the text only."""
        return QSize(120, self._theme.row_height(self._theme.size("row")))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Paint one row."""
        each = index.data(Role.STEP)
        if not isinstance(each, RunStep):
            return
        theme, step, row = self._theme, each.step, QRectF(option.rect)
        by_keys = QStyle.StateFlag.State_HasFocus | QStyle.StateFlag.State_KeyboardFocusChange
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        paint_row_ground(
            painter,
            row,
            theme,
            is_hovered=bool(option.state & QStyle.StateFlag.State_MouseOver),
            has_ring=(option.state & by_keys) == by_keys,
        )
        inner, side = row.adjusted(_EDGE, 0, -_EDGE, 0), theme.icon_size(16)
        sign = QRectF(inner.left(), inner.center().y() - side / 2, side, side)
        paint_glyph(painter, self._placed(sign, option), step.glyph, theme.color("text_secondary"))
        right = self._paint_result(painter, inner, step, option)
        left = sign.right() + _GAP
        if step.label:
            left = self._write(painter, QRectF(left, row.top(), right - left, row.height()), step.label, option, "text_secondary")
        painter.setFont(theme.font("code" if step.is_code else "body"))
        mode = Qt.TextElideMode.ElideMiddle if step.label else Qt.TextElideMode.ElideRight
        self._write(painter, QRectF(left, row.top(), right - left, row.height()), step.what, option, "text_primary", mode)
        painter.restore()

    def _paint_result(self, painter: QPainter, inner: QRectF, step: Step, option: QStyleOptionViewItem) -> float:
        """Paint how it ended and return where that begins."""
        theme, side = self._theme, self._theme.icon_size(14 if step.is_running else 16)
        right = inner.right()
        box = QRectF(right - side, inner.center().y() - side / 2, side, side)
        place = self._placed(box, option)
        if step.is_running:
            paint_working(painter, place, theme, self.spinner_angle)
            return box.left() - _GAP
        if step.tone == "success":
            paint_glyph(painter, place, "check-circle", theme.color("success_text"))
            return box.left() - _GAP
        if step.tone == "danger":
            paint_glyph(painter, place, "x-circle", theme.color("danger_text"))
            right = box.left() - 4
        painter.setFont(theme.font("caption", is_tabular=True))
        metrics = QFontMetricsF(painter.font())
        if step.result.startswith("+") and step.tone == "secondary":
            pieces = [
                (piece, "success_text" if piece.startswith("+") else "danger_text")
                for piece in step.result.split(" ")
                if piece[1:] != "0"
            ]
        else:
            pieces = [(step.result, f"{step.tone}_text" if step.tone in {"danger", "warning"} else "text_secondary")]
        room = inner.width() * 0.6
        for text, color in reversed(pieces):
            shown = metrics.elidedText(text, Qt.TextElideMode.ElideRight, room)
            width = metrics.horizontalAdvance(shown) + 1
            piece = QRectF(right - width, inner.top(), width, inner.height())
            painter.setPen(theme.color(color))
            painter.drawText(self._placed(piece, option), int(Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextSingleLine), shown)
            right = piece.left() - 6
        return right - 2 if step.result else right

    def _write(
        self,
        painter: QPainter,
        box: QRectF,
        text: str,
        option: QStyleOptionViewItem,
        color: str,
        mode: Qt.TextElideMode = Qt.TextElideMode.ElideRight,
    ) -> float:
        """Write one line and return where the next words begin."""
        metrics = QFontMetricsF(painter.font())
        shown = metrics.elidedText(text, mode, max(0.0, box.width()))
        width = metrics.horizontalAdvance(shown) + 1
        painter.setPen(self._theme.color(color))
        placed = self._placed(QRectF(box.left(), box.top(), width, box.height()), option)
        painter.drawText(placed, int(Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextSingleLine), shown)
        return box.left() + width + _GAP

    def _placed(self, box: QRectF, option: QStyleOptionViewItem) -> QRectF:
        """Return where a box laid out from left to right stands."""
        if option.direction is not Qt.LayoutDirection.RightToLeft:
            return box
        return QRectF(option.rect.left() + option.rect.right() + 1 - box.right(), box.top(), box.width(), box.height())


class StepsList(QListView):
    """Rows that lead to their step in the transcript.

    Signals:
        chosen(part: int): Show the step of that ordinal.
        row_entered(place: QRect): The keyboard is on the row that stands there, in the list's own coordinates.
    """

    chosen = Signal(int)
    row_entered = Signal(QRect)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._steps = StepsModel(self)
        self._delegate = StepsDelegate(theme, self)
        self.setObjectName("run_steps")
        self.setProperty("surface", "panel")
        self.setAccessibleName(self.tr("Steps"))
        self.setModel(self._steps)
        self.setItemDelegate(self._delegate)
        self.setUniformItemSizes(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setMouseTracking(True)
        self.setSelectionMode(QListView.SelectionMode.NoSelection)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.clicked.connect(self._choose)
        self.selectionModel().currentChanged.connect(lambda current, _: self.row_entered.emit(self.visualRect(current)))
        self._spin = QTimer(self)
        self._spin.setInterval(_SPIN_MS)
        self._spin.timeout.connect(self._on_spin)
        theme.changed.connect(self._fit)
        self._fit()

    @property
    def steps(self) -> tuple[RunStep, ...]:
        """The steps that are shown."""
        return self._steps.steps

    def set_steps(self, steps: Sequence[RunStep]) -> None:
        """Show these steps."""
        self._steps.set_steps(steps)
        self._fit()
        self._show_spin()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Choose with Enter and the space bar; leave the scroll keys to the page."""
        if event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space}:
            self._choose(self.currentIndex())
        else:
            super().keyPressEvent(event)

    def showEvent(self, event: QShowEvent) -> None:
        """Turn spinners while they are seen."""
        super().showEvent(event)
        self._show_spin()

    def hideEvent(self, event: QHideEvent) -> None:
        """Let nothing run while nobody looks."""
        super().hideEvent(event)
        self._spin.stop()

    def _choose(self, index: QModelIndex) -> None:
        each = index.data(Role.STEP)
        if isinstance(each, RunStep):
            self.chosen.emit(each.part)

    def _fit(self) -> None:
        self.setFixedHeight(len(self.steps) * self._theme.row_height(self._theme.size("row")))
        self.scheduleDelayedItemsLayout()

    def _show_spin(self) -> None:
        turns = self.isVisible() and not self._theme.reduced_motion and any(each.step.is_running for each in self.steps)
        if turns != self._spin.isActive():
            (self._spin.start if turns else self._spin.stop)()

    def _on_spin(self) -> None:
        self._delegate.spinner_angle = (self._delegate.spinner_angle + 360 * _SPIN_MS / 1000) % 360
        for row, each in enumerate(self.steps):
            if each.step.is_running:
                self.update(self._steps.index(row))
