# SPDX-License-Identifier: MIT
"""Paints a thread's row: lines of its lineage, mark, title, and one status at the right end."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QObject, QPersistentModelIndex, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFontMetrics, QPainter, QPainterPath, QPen
from PySide6.QtWidgets import QAbstractScrollArea, QStyle, QStyledItemDelegate, QStyleOptionViewItem

from onesist_desktop.core.ids import ProviderId
from onesist_desktop.services.views import ThreadState
from onesist_desktop.ui.provider_book import ProviderBook
from onesist_desktop.ui.roles import Role
from onesist_desktop.ui.theme.theme import Theme
from onesist_desktop.ui.widgets.glyphs import paint_glyph
from onesist_desktop.ui.widgets.spinner import paint_spinner
from onesist_desktop.ui.words import when_text

INDENT = 18
_BEAD = 12
_BEAD_X = 16
_INSET = 8
_NEEDS_YOU_MIN = 240


class ThreadsDelegate(QStyledItemDelegate):
    """Fixed-height rows. ``spinner_angle`` is set by the panel while something works."""

    def __init__(self, theme: Theme, book: ProviderBook, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._book = book
        self.spinner_angle = 0.0

    def sizeHint(self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> QSize:
        """Return the row's height, which grows with the text only."""
        line = QFontMetrics(self._theme.font("body")).height()
        return QSize(120, max(self._theme.size("row"), line + 12))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> None:
        """Paint one row over the view's full width."""
        theme = self._theme
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        widget = option.widget
        width = widget.viewport().width() if isinstance(widget, QAbstractScrollArea) else option.rect.right()
        row = QRectF(_INSET, option.rect.top(), width - 2 * _INSET, option.rect.height())
        state = option.state
        surface = self._paint_surface(painter, row, state)
        depth = _depth(index)
        bead_x = row.left() + _BEAD_X + INDENT * depth
        self._paint_lines(painter, row, index, depth)
        self._book.paint(
            painter,
            QRectF(bead_x - _BEAD / 2, row.center().y() - _BEAD / 2, _BEAD, _BEAD),
            _provider(index.data(Role.PROVIDER_ID)),
            surface,
        )
        right = self._paint_status(painter, row, index)
        left = bead_x + _BEAD / 2 + 8
        painter.setFont(theme.font("body"))
        painter.setPen(theme.color("text_primary"))
        title = str(index.data(Qt.ItemDataRole.DisplayRole) or "")
        box = QRectF(left, row.top(), right - left - 8, row.height())
        shown = painter.fontMetrics().elidedText(title, Qt.TextElideMode.ElideRight, int(box.width()))
        painter.drawText(box, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft | Qt.TextFlag.TextSingleLine, shown)
        painter.restore()

    def _paint_surface(self, painter: QPainter, row: QRectF, state: QStyle.StateFlag) -> str:
        """Paint the row's background and ring; return the colour token of what marks stand on."""
        theme = self._theme
        surface = "bg_sidebar"
        if state & QStyle.StateFlag.State_Selected:
            surface = "bg_selected" if state & QStyle.StateFlag.State_HasFocus else "bg_selected_inactive"
        elif state & QStyle.StateFlag.State_MouseOver:
            surface = "bg_hover"
        if surface != "bg_sidebar":
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(theme.color(surface))
            painter.drawRoundedRect(row, 6, 6)
        if state & QStyle.StateFlag.State_HasFocus and state & QStyle.StateFlag.State_KeyboardFocusChange:
            painter.setPen(QPen(theme.color("focus"), 2))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(row.adjusted(1, 1, -1, -1), 5, 5)
        return surface

    def _paint_lines(self, painter: QPainter, row: QRectF, index: QModelIndex | QPersistentModelIndex, depth: int) -> None:
        """Paint the string that leads from the parent's bead to this one, and those of ancestors that go on below."""
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(QPen(self._theme.color("border_control"), 1.5))
        first = row.left() + _BEAD_X
        middle = row.center().y()
        if depth:
            x = first + INDENT * (depth - 1)
            elbow = QPainterPath()
            elbow.moveTo(x, row.top())
            elbow.lineTo(x, middle - 6)
            elbow.quadTo(x, middle, x + 6, middle)
            elbow.lineTo(x + INDENT - _BEAD / 2 - 1, middle)
            painter.drawPath(elbow)
        ancestor, level = index, depth - 1
        while level >= 0:
            has_next = ancestor.sibling(ancestor.row() + 1, 0).isValid()
            if has_next:
                x = first + INDENT * level
                painter.drawLine(int(x), int(row.top()), int(x), int(row.bottom()))
            ancestor, level = ancestor.parent(), level - 1
        view = self.parent()
        is_open = getattr(view, "isExpanded", lambda _index: True)(index)
        if index.model().rowCount(index) and is_open:
            x = first + INDENT * depth
            painter.drawLine(int(x), int(middle + _BEAD / 2), int(x), int(row.bottom()))

    def _paint_status(self, painter: QPainter, row: QRectF, index: QModelIndex | QPersistentModelIndex) -> float:
        """Paint the one status at the right end and return where it begins."""
        theme = self._theme
        right = row.right() - 8
        box = QRectF(right - 14, row.center().y() - 7, 14, 14)
        match index.data(Role.STATE):
            case ThreadState.WORKING.value:
                paint_spinner(painter, box, theme.color("accent"), theme.color("line_strong"), self.spinner_angle)
                return box.left()
            case ThreadState.FAILED.value:
                painter.setPen(Qt.PenStyle.NoPen)
                painter.setBrush(theme.color("danger_fill"))
                painter.drawEllipse(box)
                paint_glyph(painter, box.adjusted(3, 3, -3, -3), "close", theme.color("on_danger"), 2.4)
                return box.left()
            case ThreadState.ASKS.value:
                return self._paint_badge(painter, row, right)
        text = when_text(float(index.data(Role.UPDATED_AT) or 0))
        painter.setFont(theme.font("caption"))
        painter.setPen(theme.color("text_secondary"))
        width = painter.fontMetrics().horizontalAdvance(text)
        painter.drawText(QRectF(right - width, row.top(), width + 1, row.height()), Qt.AlignmentFlag.AlignVCenter, text)
        return right - width

    def _paint_badge(self, painter: QPainter, row: QRectF, right: float) -> float:
        theme = self._theme
        painter.setFont(theme.font("caption"))
        text = self.tr("Needs you") if row.width() >= _NEEDS_YOU_MIN else ""
        text_width = painter.fontMetrics().horizontalAdvance(text)
        width = text_width + 28 if text else 22
        badge = QRectF(right - width, row.center().y() - 10, width, 20)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(theme.color("warning_bg"))
        painter.drawRoundedRect(badge, 4, 4)
        color = QColor(theme.color("warning_text"))
        paint_glyph(painter, QRectF(badge.left() + 5, badge.center().y() - 6, 12, 12), "hand", color, 1.6)
        painter.setPen(color)
        painter.drawText(badge.adjusted(20, 0, 0, 0), Qt.AlignmentFlag.AlignVCenter, text)
        return badge.left()


def _depth(index: QModelIndex | QPersistentModelIndex) -> int:
    depth, above = 0, index.parent()
    while above.isValid():
        depth, above = depth + 1, above.parent()
    return depth


def _provider(value: object) -> ProviderId | None:
    return ProviderId(value) if isinstance(value, str) else None
