# SPDX-License-Identifier: MIT
"""What the transcript paints by itself: the rail with its beads, and the ground of the person's messages."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, auto

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen

from onesist_desktop.core.ids import ProviderId
from onesist_desktop.ui.transcript.blocks import BlockKind, HeaderBody, LineageBody
from onesist_desktop.ui.transcript.context import TranscriptContext
from onesist_desktop.ui.transcript.row_layout import RowLayout
from onesist_desktop.ui.widgets.glyphs import paint_glyph
from onesist_desktop.ui.widgets.grounds import paint_outline

RAIL_X = 16
CARD_X = 32
BEAD = 12
_LINE = 2
_HALO = 2
# A shorter piece at the thread's end looks like a speck.
_LEAST_LINE = 4


class Bead(Enum):
    """What marks a row on the rail."""

    NONE = auto()
    RING = auto()
    MARK = auto()
    ARROWS = auto()
    FORK = auto()
    MERGE = auto()
    DOT = auto()


_LINEAGE_BEADS = {"git-fork": Bead.FORK, "git-merge": Bead.MERGE}
_GLYPHS = {Bead.ARROWS: "swap", Bead.FORK: "git-fork", Bead.MERGE: "git-merge"}


@dataclass(frozen=True, slots=True)
class RowPaint:
    """One row as it is painted, in logical pixels from the viewport's top.

    Attributes:
        seq: The row.
        top: Where it begins.
        bottom: Where its content ends.
        line_bottom: Where the rail beside it ends: at the next row, or with its content where nothing follows.
        is_user: Whether it stands on the person's ground.
        bead: What marks it,
        bead_y: and how far below its top, in the middle.
        provider_id: Whose mark the bead is.
        above: Who answers above the bead,
        below: and below it.
        is_first: Whether the rail begins here.
    """

    seq: int
    top: int
    bottom: int
    line_bottom: int
    is_user: bool = False
    bead: Bead = Bead.NONE
    bead_y: int = 0
    provider_id: ProviderId | None = None
    above: ProviderId | None = None
    below: ProviderId | None = None
    is_first: bool = False


def bead_of(row: RowLayout) -> tuple[Bead, int]:
    """Return what marks a row, and how far below its top."""
    if not row.blocks:
        return Bead.NONE, 0
    first, top, height = row.blocks[0], row.top_of(0), row.height_of(0)
    match first.kind:
        case BlockKind.HEADER if isinstance(first.body, HeaderBody):
            return (Bead.RING if first.body.is_user else Bead.MARK), top + height // 2
        case BlockKind.RECEIPT:
            return Bead.ARROWS, top + min(height // 2, 24)
        case BlockKind.LINEAGE if isinstance(first.body, LineageBody):
            return _LINEAGE_BEADS.get(first.body.notice.glyph, Bead.DOT), top + min(height // 2, 24)
        case BlockKind.ERROR:
            return Bead.MARK, top + min(height // 2, 26)
        case BlockKind.QUIET:
            return Bead.DOT, top + min(height // 2, 12)
        case _:
            return Bead.NONE, 0


def paint_row(painter: QPainter, context: TranscriptContext, row: RowPaint, ground: QRectF, x: int) -> None:
    """Paint one row with the rail at ``x``; where the person wrote it, on a ground that reaches from side to side of ``ground``."""
    theme = context.theme
    if row.is_user:
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(theme.color("user_bg"))
        radius = theme.radius("card")
        box = QRectF(ground.left(), row.top, ground.width(), row.bottom - row.top)
        painter.drawRoundedRect(box, radius, radius)
        if theme.is_high_contrast:
            paint_outline(painter, box, theme.color("line"), radius)
    bead = row.top + row.bead_y
    if row.bead is Bead.NONE:
        _line(painter, context, row.above, x, row.top, row.line_bottom)
        return
    # The lines stop at the bead, so that a hollow one stays hollow on any ground.
    edge = BEAD // 2 + _HALO
    if not row.is_first:
        _line(painter, context, row.above, x, row.top, bead - edge)
    if row.line_bottom - bead - edge >= _LEAST_LINE:
        _line(painter, context, row.below, x, bead + edge, row.line_bottom)
    rect = QRectF(x - BEAD / 2, bead - BEAD / 2, BEAD, BEAD)
    match row.bead:
        case Bead.RING:
            painter.setPen(QPen(theme.color("text_secondary"), 1.8))
            painter.setBrush(theme.color("bg_canvas"))
            painter.drawEllipse(rect.adjusted(2, 2, -2, -2))
        case Bead.MARK:
            context.book.paint(painter, rect, row.provider_id)
        case Bead.ARROWS | Bead.FORK | Bead.MERGE:
            paint_glyph(painter, rect.adjusted(-1, -1, 1, 1), _GLYPHS[row.bead], theme.color("text_secondary"))
        case Bead.DOT:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(theme.color("text_tertiary"))
            painter.drawEllipse(rect.adjusted(4, 4, -4, -4))


def paint_unread(painter: QPainter, context: TranscriptContext, x: int, top: int, bottom: int) -> None:
    """Paint the rail beside messages that were not read: nobody knows yet who answers there."""
    _bar(painter, context.theme.color("line"), x, top, bottom)


def _line(painter: QPainter, context: TranscriptContext, provider_id: ProviderId | None, x: int, top: int, bottom: int) -> None:
    theme = context.theme
    color = theme.provider_color(context.book.family(provider_id)) if provider_id else theme.color("line_strong")
    _bar(painter, color, x, top, bottom)


def _bar(painter: QPainter, color: QColor, x: int, top: int, bottom: int) -> None:
    if bottom > top:
        painter.fillRect(QRectF(x - _LINE / 2, top, _LINE, bottom - top), color)
