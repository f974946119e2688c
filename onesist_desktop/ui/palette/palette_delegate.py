# SPDX-License-Identifier: MIT
"""Paints the palette's rows: sign, text with the found letters bold, hint, keys."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QFont, QFontMetrics, QPainter
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from onesist_desktop.ui.palette.entries import Entry, Found
from onesist_desktop.ui.palette.palette_model import FOUND_ROLE
from onesist_desktop.ui.provider_book import ProviderBook
from onesist_desktop.ui.theme.theme import Theme
from onesist_desktop.ui.widgets.glyphs import paint_glyph

_INSET = 8
_PADDING = 16
_SIGN = 16
_GAP = 12


class PaletteDelegate(QStyledItemDelegate):
    """Rows of one height; headings of another. Mirrored where the language is written from the right."""

    def __init__(self, theme: Theme, book: ProviderBook, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme
        self._book = book

    def sizeHint(self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> QSize:
        """Ask for the height of a row or a heading."""
        return QSize(200, self._theme.row_height(36 if index.data(FOUND_ROLE) else 32))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> None:
        """Paint one row."""
        theme = self._theme
        rect: QRect = option.rect
        state: QStyle.StateFlag = option.state
        direction: Qt.LayoutDirection = option.direction
        found = index.data(FOUND_ROLE)
        painter.save()
        if found is None:
            painter.setFont(theme.font("caption"))
            painter.setPen(theme.color("text_secondary"))
            inner = rect.adjusted(_PADDING + 4, 4, -_PADDING, 0)
            painter.drawText(inner, int(Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeading), str(index.data()))
        else:
            if state & QStyle.StateFlag.State_Selected:
                painter.setRenderHint(QPainter.RenderHint.Antialiasing)
                painter.setPen(Qt.PenStyle.NoPen)
                painter.setBrush(theme.color("bg_selected"))
                painter.drawRoundedRect(rect.adjusted(_INSET, 0, -_INSET, 0), 6, 6)
            self._paint_entry(painter, rect, found, direction)
        painter.restore()

    def _paint_entry(self, painter: QPainter, rect: QRect, found: Found, direction: Qt.LayoutDirection) -> None:
        theme, entry = self._theme, found.entry
        inner = rect.adjusted(_PADDING + 4, 0, -_PADDING - 4, 0)
        sign = QRect(inner.left(), inner.center().y() - _SIGN // 2 + 1, _SIGN, _SIGN)
        self._paint_sign(painter, _mirrored(direction, inner, sign), entry)
        keys_width = self._paint_keys(painter, inner, entry, direction)
        text = QRect(inner.left() + _SIGN + _GAP, inner.top(), inner.width() - _SIGN - _GAP - keys_width, inner.height())
        painter.setPen(theme.color("text_primary"))
        used = self._paint_text(painter, _mirrored(direction, inner, text), found, direction)
        if entry.hint and used + _GAP < text.width():
            hint = QRect(text.left() + used + _GAP, text.top(), text.width() - used - _GAP, text.height())
            font = theme.font("caption")
            painter.setFont(font)
            painter.setPen(theme.color("text_secondary"))
            words = QFontMetrics(font).elidedText(entry.hint, Qt.TextElideMode.ElideRight, hint.width())
            flags = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeading
            painter.drawText(_mirrored(direction, inner, hint), int(flags), words)

    def _paint_sign(self, painter: QPainter, rect: QRect, entry: Entry) -> None:
        if entry.provider_id is not None:
            self._book.paint(painter, QRectF(rect.adjusted(2, 2, -2, -2)), entry.provider_id)
        elif entry.icon:
            paint_glyph(painter, QRectF(rect), entry.icon, self._theme.color("text_secondary"))

    def _paint_keys(self, painter: QPainter, inner: QRect, entry: Entry, direction: Qt.LayoutDirection) -> int:
        if not entry.shortcut:
            return 0
        font = self._theme.font("caption")
        width = QFontMetrics(font).horizontalAdvance(entry.shortcut) + _GAP
        painter.setFont(font)
        painter.setPen(self._theme.color("text_secondary"))
        keys = QRect(inner.right() - width, inner.top(), width, inner.height())
        flags = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignTrailing
        painter.drawText(_mirrored(direction, inner, keys), int(flags), entry.shortcut)
        return width

    def _paint_text(self, painter: QPainter, rect: QRect, found: Found, direction: Qt.LayoutDirection) -> int:
        """Paint the text with its found letters bold and return its width. A text that is too long is cut, and then plain."""
        usual = self._theme.font("body")
        bold = QFont(usual)
        bold.setWeight(QFont.Weight.DemiBold)
        text = found.entry.text
        is_plain = direction == Qt.LayoutDirection.RightToLeft or not found.match.ranges
        flags = int(Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeading)
        if is_plain or QFontMetrics(bold).horizontalAdvance(text) > rect.width():
            painter.setFont(usual)
            words = QFontMetrics(usual).elidedText(text, Qt.TextElideMode.ElideRight, rect.width())
            painter.drawText(rect, flags, words)
            return QFontMetrics(usual).horizontalAdvance(words)
        x = rect.left()
        for piece, is_found in _pieces(text, found.match.ranges):
            font = bold if is_found else usual
            painter.setFont(font)
            width = QFontMetrics(font).horizontalAdvance(piece)
            painter.drawText(QRect(x, rect.top(), width + 2, rect.height()), flags, piece)
            x += width
        return x - rect.left()


def _pieces(text: str, ranges: tuple[tuple[int, int], ...]) -> list[tuple[str, bool]]:
    """Cut a text into what was found and what lies between. Ranges may overlap."""
    pieces, at = [], 0
    for first, end in ranges:
        start = max(first, at)
        if end <= start:
            continue
        pieces += [(text[at:start], False), (text[start:end], True)]
        at = end
    pieces.append((text[at:], False))
    return [piece for piece in pieces if piece[0]]


def _mirrored(direction: Qt.LayoutDirection, within: QRect, rect: QRect) -> QRect:
    return QStyle.visualRect(direction, within, rect)
