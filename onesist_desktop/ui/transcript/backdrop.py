# SPDX-License-Identifier: MIT
"""What stands behind the blocks in view: which rows have a bead, a ground, a colour, and what of it has to be painted again."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import QRect, QRectF
from PySide6.QtGui import QPainter

from onesist_desktop.ui.transcript.context import TranscriptContext
from onesist_desktop.ui.transcript.document import Document
from onesist_desktop.ui.transcript.page_keeper import PageState
from onesist_desktop.ui.transcript.page_note import UnreadRun
from onesist_desktop.ui.transcript.rail import CARD_X, RAIL_X, RowPaint, bead_of, paint_row, paint_unread
from onesist_desktop.ui.transcript.row_layout import GAP


class Backdrop:
    """Follows the document and paints behind its blocks.

    Attributes:
        rows: The rows in view by seq.
        unread: What in view was not read.
    """

    def __init__(self, context: TranscriptContext, document: Document) -> None:
        self._context = context
        self._document = document
        self.rows: dict[int, RowPaint] = {}
        self.unread: list[UnreadRun] = []

    def clear(self) -> None:
        """Forget what was in view."""
        self.rows.clear()
        self.unread.clear()

    def renew(self, scroll: int, width: int, height: int, shift: int | None) -> list[QRect] | None:
        """Work out what stands there now.

        Args:
            scroll: Where the viewport begins in the document.
            width: Of the viewport.
            height: Of the viewport.
            shift: By how much all that was painted has been moved already; None where it was not moved as one piece.

        Returns:
            What has to be painted again; None for everything.
        """
        before, had_unread = self.rows, bool(self.unread)
        self.rows = self._rows_in_view(scroll, height)
        self.unread = self._unread_in_view(scroll, height)
        if shift is None or self.unread or had_unread:
            return None
        dirty = []
        for seq in before.keys() | self.rows.keys():
            old, new = before.get(seq), self.rows.get(seq)
            old = _moved(old, shift) if old is not None else None
            if old != new:
                top, bottom = _difference([row for row in (old, new) if row is not None])
                dirty.append(QRect(0, top, width, bottom - top + 1))
        return dirty

    def paint(self, painter: QPainter, clip: QRect, left: int, width: int, *, is_mirrored: bool) -> None:
        """Paint what lies within ``clip``, in a column of ``width`` that begins at ``left``."""
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        ground = QRectF(left + CARD_X, 0, width - 2 * CARD_X, 0)
        x = left + (width - RAIL_X if is_mirrored else RAIL_X)
        for row in self.rows.values():
            if row.top <= clip.bottom() and max(row.bottom, row.line_bottom) >= clip.top():
                paint_row(painter, self._context, row, ground, x)
        for run in self.unread:
            paint_unread(painter, self._context, x, run.top, run.bottom)

    def _rows_in_view(self, scroll: int, height: int) -> dict[int, RowPaint]:
        document = self._document
        rows: dict[int, RowPaint] = {}
        first, seq = document.seq_at(0), document.seq_at(scroll)
        above = document.speaker_before(seq) if seq is not None else None
        while seq is not None:
            top = document.top_of(seq)
            if top >= scroll + height:
                break
            row, following = document.row(seq), document.next_of(seq)
            if row is not None:
                speaker = document.speaker_of(seq)
                below = speaker or above
                bead, bead_y = bead_of(row)
                y, bottom = top - scroll, top - scroll + row.bottom
                line_bottom = bottom if following is None else y + row.height
                rows[seq] = RowPaint(
                    seq, y, bottom, line_bottom, row.is_user, bead, bead_y, speaker, above, below, is_first=seq == first
                )
                above = below
            seq = following
        return rows

    def _unread_in_view(self, scroll: int, height: int) -> list[UnreadRun]:
        document = self._document
        runs: list[UnreadRun] = []
        row, last = document.rows_between(scroll, scroll + height)
        while row <= last:
            start, end = document.pages.run_at(row, row, last)
            state = document.pages.state(row)
            if state is not PageState.READ:
                top = document.top_of(document.first_seq + start) - scroll
                bottom = document.top_of(document.first_seq + end + 1) - scroll
                if bottom > top:
                    runs.append(UnreadRun(start, end, max(0, top), min(height, bottom), state is PageState.FAILED))
            row = end + 1
        return _joined(runs)


def _moved(row: RowPaint, by: int) -> RowPaint:
    return replace(row, top=row.top + by, bottom=row.bottom + by, line_bottom=row.line_bottom + by) if by else row


def _difference(rows: list[RowPaint]) -> tuple[int, int]:
    """Return between which heights a row before and after a change, or one that came or went, looks different."""
    bottom = max(max(row.bottom, row.line_bottom) for row in rows)
    old, new = rows[0], rows[-1]
    if len(rows) == 2 and old == replace(new, bottom=old.bottom, line_bottom=old.line_bottom):
        # Only its end has moved, as in an answer that grows.
        return min(old.bottom, new.bottom, old.line_bottom, new.line_bottom) - GAP, bottom
    return min(row.top for row in rows), bottom


def _joined(runs: list[UnreadRun]) -> list[UnreadRun]:
    """Join stretches that follow each other and say the same."""
    joined: list[UnreadRun] = []
    for run in runs:
        last = joined[-1] if joined else None
        if last is not None and last.is_failed == run.is_failed and last.last_row + 1 == run.first_row:
            joined[-1] = replace(last, last_row=run.last_row, bottom=run.bottom)
        else:
            joined.append(run)
    return joined
