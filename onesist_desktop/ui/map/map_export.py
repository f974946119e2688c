# SPDX-License-Identifier: MIT
"""The whole map as one picture, with titles and times."""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QImage, QPainter

from onesist_desktop.core.ids import ThreadId
from onesist_desktop.ui.map.columns import Columns
from onesist_desktop.ui.map.layout import MapLayout
from onesist_desktop.ui.map.map_painter import MapPainter
from onesist_desktop.ui.map.map_words import title_of
from onesist_desktop.ui.map.time_row import paint_marks, time_row_height
from onesist_desktop.ui.provider_book import ProviderBook
from onesist_desktop.ui.theme.theme import Theme

_TITLES = 280
_INDENT = 18
_DEEPEST = 8
_MOST_PIXELS = 40_000_000
"""A picture of 160 MB in memory. A larger map is drawn smaller."""
_LONGEST = 30_000
"""Programs that show pictures refuse longer sides."""
_BAND = 64
"""Rows that are painted at a time, so that what is drawn is never held as a whole."""


def map_image(
    theme: Theme, book: ProviderBook, columns: Columns, rows: Sequence[ThreadId | None], zoom: float, now_s: float
) -> QImage:
    """Paint the map as large as it is shown, but smaller where that would be more than a picture can hold.

    Rows are those of the tree: what is folded away there is not in the picture. Without memory for it the image is null.
    """
    layout = MapLayout(columns, rows, float(theme.row_height(theme.size("row"))), zoom)
    titles, top = theme.icon_size(_TITLES), time_row_height(theme)
    width, height = titles + layout.width, top + layout.height + 16
    scale = min(1.0, sqrt(_MOST_PIXELS / (width * height)), _LONGEST / width, _LONGEST / height)
    image = QImage(max(1, round(width * scale)), max(1, round(height * scale)), QImage.Format.Format_RGB32)
    if image.isNull():
        return image
    image.fill(theme.color("bg_canvas"))
    painter = QPainter(image)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.scale(scale, scale)
    paint_marks(painter, theme, layout.marks, 0.0, QRectF(titles, 0, layout.width, top), now_s)
    for mark in layout.marks[1:]:
        painter.fillRect(QRectF(titles + mark.x, top, 1, height - top), theme.color("line"))
    _paint_titles(painter, theme, book, layout, columns, rows, titles, top)
    painter.translate(titles, top)
    mine = MapPainter(theme, book)
    for first in range(0, len(rows), _BAND):
        last = min(first + _BAND, len(rows)) - 1
        band = QRectF(0, first * layout.row_height, layout.width, (last - first + 1) * layout.row_height)
        painter.save()
        painter.setClipRect(band)
        mine.paint(painter, layout.visible(first - 1, last + 1, 0.0, layout.width))
        painter.restore()
    painter.end()
    return image


def _paint_titles(
    painter: QPainter,
    theme: Theme,
    book: ProviderBook,
    layout: MapLayout,
    columns: Columns,
    rows: Sequence[ThreadId | None],
    width: int,
    top: int,
) -> None:
    side = theme.icon_size(theme.size("bead"))
    painter.setFont(theme.font("body"))
    flags = int(Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft | Qt.TextFlag.TextSingleLine)
    levels: dict[ThreadId, int] = {}
    for row, thread_id in enumerate(rows):
        lane = columns.lanes.get(thread_id) if thread_id is not None else None
        if lane is None:
            continue
        thread, y = lane.lane.thread, top + layout.middle_of(row)
        # Forks stand below their parents, so that the parent's level is known already.
        above = levels.get(thread.parent_thread_id) if thread.parent_thread_id is not None else None
        level = levels[thread.id] = 0 if above is None else min(above + 1, _DEEPEST)
        x = 16 + level * _INDENT
        book.paint(painter, QRectF(x, y - side / 2, side, side), thread.provider_id)
        words = QRectF(x + side + 8, y - layout.row_height / 2, width - x - side - 24, layout.row_height)
        painter.setPen(theme.color("text_primary"))
        text = painter.fontMetrics().elidedText(title_of(thread), Qt.TextElideMode.ElideRight, int(words.width()))
        painter.drawText(words, flags, text)
    painter.fillRect(QRectF(width - 1, 0, 1, top + layout.height + 16), theme.color("line"))
