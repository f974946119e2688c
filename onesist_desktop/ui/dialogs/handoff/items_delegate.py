# SPDX-License-Identifier: MIT
"""Paints a row of the items: tick, sign, first line, whose it is, and its size."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QObject, QPersistentModelIndex, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter
from PySide6.QtWidgets import QAbstractScrollArea, QStyle, QStyledItemDelegate, QStyleOptionViewItem

from onesist_desktop.services.views import DueItem
from onesist_desktop.ui.dialogs.handoff.item_words import ItemWords
from onesist_desktop.ui.dialogs.handoff.items_model import DUE_ITEM, FITS, WORDS
from onesist_desktop.ui.provider_book import ProviderBook
from onesist_desktop.ui.theme.theme import Theme
from onesist_desktop.ui.widgets.glyphs import paint_glyph
from onesist_desktop.ui.widgets.grounds import fill_rounded, paint_outline, paint_row_ground
from onesist_desktop.ui.words import size_text

Index = QModelIndex | QPersistentModelIndex
_HEIGHT = 48
_EDGE = 24
_END = 16
_GAP = 12


class ItemsDelegate(QStyledItemDelegate):
    """All rows are equally high."""

    def __init__(self, theme: Theme, book: ProviderBook, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._book = book

    def row_height(self) -> int:
        """Return how high a row is: two lines of text have room in it."""
        return max(_HEIGHT, self._theme.line_height("body") + self._theme.line_height("caption") + 10)

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        """Return a row's height."""
        return QSize(120, self.row_height())

    def is_tick(self, row: QRect, x: float) -> bool:
        """Tell whether a click at ``x`` of a row is meant for its tick."""
        inside = row.right() - x if self._is_mirrored() else x - row.left()
        return inside < _EDGE + self._theme.icon_size(16) + _GAP / 2

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Paint a row."""
        item: DueItem | None = index.data(DUE_ITEM)
        words: ItemWords | None = index.data(WORDS)
        if item is None or words is None:
            return
        theme, row = self._theme, QRectF(option.rect)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        surface = self._paint_ground(painter, option)
        is_ticked = index.data(Qt.ItemDataRole.CheckStateRole) is Qt.CheckState.Checked
        fits = bool(index.data(FITS))
        side = theme.icon_size(16)
        left = row.left() + _EDGE
        self._paint_tick(
            painter, self._placed(QRectF(left, row.center().y() - side / 2, side, side), row), is_on=is_ticked, fits=fits
        )
        left += side + _GAP
        sign = QRectF(left, row.center().y() - side / 2, side, side)
        self._paint_sign(painter, self._placed(sign, row), item, words, surface)
        left += side + _GAP
        size = size_text(item.item.size_bytes)
        caption = theme.font("caption", is_tabular=True)
        needed = QFontMetricsF(caption).horizontalAdvance(size) + 2
        right = row.right() - _END - needed
        painter.setPen(theme.color("text_secondary" if fits else "warning_text"))
        self._write(painter, caption, QRectF(right, row.top(), needed, row.height()), size, row, ends=True)
        self._paint_lines(painter, QRectF(left, row.top(), right - _GAP - left, row.height()), words, row, is_on=is_ticked)
        painter.restore()

    def _paint_ground(self, painter: QPainter, option: QStyleOptionViewItem) -> str:
        state = option.state
        is_selected = bool(state & QStyle.StateFlag.State_Selected)
        is_hovered = bool(state & QStyle.StateFlag.State_MouseOver)
        by_keys = QStyle.StateFlag.State_HasFocus | QStyle.StateFlag.State_KeyboardFocusChange
        has_focus = option.widget is not None and option.widget.hasFocus()
        paint_row_ground(
            painter,
            QRectF(option.rect),
            self._theme,
            is_hovered=is_hovered,
            is_selected=is_selected,
            has_ring=has_focus and (state & by_keys) == by_keys,
            radius=0,
        )
        return "bg_selected" if is_selected else "bg_hover" if is_hovered else "bg_raised"

    def _paint_tick(self, painter: QPainter, box: QRectF, *, is_on: bool, fits: bool) -> None:
        theme = self._theme
        if not fits:
            fill_rounded(painter, box, theme.color("bg_sunken"), 4)
            paint_outline(painter, box, theme.color("text_disabled" if theme.is_high_contrast else "line_strong"), 4)
            return
        fill_rounded(painter, box, theme.color("accent" if is_on else "bg_raised"), 4)
        paint_outline(painter, box, theme.color("focus" if is_on else "border_control"), 4)
        if is_on:
            inset = box.width() / 8
            paint_glyph(painter, box.adjusted(inset, inset, -inset, -inset), "check-bold", theme.color("on_accent"))

    def _paint_sign(self, painter: QPainter, box: QRectF, item: DueItem, words: ItemWords, surface: str) -> None:
        if words.glyph:
            paint_glyph(painter, box, words.glyph, self._theme.color("text_secondary"))
            return
        side = self._theme.icon_size(12)
        bead = QRectF(0, 0, side, side)
        bead.moveCenter(box.center())
        self._book.paint(painter, bead, item.provider_id, surface)

    def _paint_lines(self, painter: QPainter, box: QRectF, words: ItemWords, row: QRectF, *, is_on: bool) -> None:
        theme = self._theme
        first, second = theme.line_height("body"), theme.line_height("caption")
        top = box.center().y() - (first + second) / 2
        painter.setPen(self._ink(is_on=is_on))
        place = QRectF(box.left(), top, box.width(), first)
        if words.code:
            code = theme.font("code")
            needed = min(box.width(), QFontMetricsF(code).horizontalAdvance(words.code) + 2)
            if words.title:
                # The result of a command is never cut for the command.
                result = QFontMetricsF(theme.font("body")).horizontalAdvance(words.title) + 6
                needed = min(needed, max(box.width() / 3, box.width() - result))
            self._write(painter, code, QRectF(place.left(), top, needed, first), words.code, row)
            place.setLeft(place.left() + needed + theme.icon_size(5))
        self._write(painter, theme.font("body"), place, words.title, row)
        painter.setPen(theme.color("text_secondary"))
        # That it doesn't fit, at the end, matters more than where it stands.
        place = QRectF(box.left(), top + first, box.width(), second)
        self._write(painter, theme.font("caption"), place, words.detail, row, mode=Qt.TextElideMode.ElideMiddle)

    def _ink(self, *, is_on: bool) -> QColor:
        return self._theme.color("text_primary" if is_on else "text_secondary")

    def _write(
        self,
        painter: QPainter,
        font: QFont,
        box: QRectF,
        text: str,
        row: QRectF,
        *,
        ends: bool = False,
        mode: Qt.TextElideMode = Qt.TextElideMode.ElideRight,
    ) -> None:
        painter.setFont(font)
        shown = painter.fontMetrics().elidedText(text, mode, int(box.width()) + 1)
        at_right = ends != self._is_mirrored()
        side = Qt.AlignmentFlag.AlignRight if at_right else Qt.AlignmentFlag.AlignLeft
        flags = Qt.AlignmentFlag.AlignVCenter | side | Qt.AlignmentFlag.AlignAbsolute | Qt.TextFlag.TextSingleLine
        painter.drawText(self._placed(box, row), int(flags), shown)

    def _placed(self, box: QRectF, row: QRectF) -> QRectF:
        if not self._is_mirrored():
            return box
        return QRectF(row.left() + row.right() - box.right(), box.top(), box.width(), box.height())

    def _is_mirrored(self) -> bool:
        view = self.parent()
        return isinstance(view, QAbstractScrollArea) and view.layoutDirection() is Qt.LayoutDirection.RightToLeft
