# SPDX-License-Identifier: MIT
"""Where the columns of the clean-up's list stand, for its head and its rows alike."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QRectF

from onesist_desktop.ui.theme.theme import Theme

EDGE = 24
_TICK = 32
_USED = 72
_SIZE = 64
_COUNT = 72
_MEANING = 200
_ENOUGH_NAME = 320
_SPARE = 72
_LEAST_NAME = 216
_ROW = 56
COUNT_KINDS = 4


@dataclass(frozen=True, slots=True)
class Columns:
    """Columns in a list of some width, laid out from left to right. Where they have no room a row is stacked instead.

    Attributes:
        is_stacked: Counts and meaning stand below the name.
        row_height: Of one row.
        counts: Left edges of the four counts.
    """

    is_stacked: bool
    row_height: int
    tick: QRectF
    name: QRectF
    used: QRectF
    size: QRectF
    counts: tuple[QRectF, ...]
    meaning: QRectF

    def mirrored(self, box: QRectF, width: float) -> QRectF:
        """Return where a box stands in a list that is read from right to left."""
        return QRectF(width - box.right(), box.top(), box.width(), box.height())


def columns_of(theme: Theme, width: float) -> Columns:
    """Lay columns out; their boxes are those of the first row."""
    grow = theme.text_percent / 100
    grow = max(1.0, grow)
    line, caption = theme.line_height("body"), theme.line_height("caption")
    tick, meaning = _TICK * grow, _MEANING * grow
    fixed = (_USED + _SIZE + COUNT_KINDS * _COUNT + _MEANING) * grow
    name_width = width - 2 * EDGE - tick - fixed
    # What removing means is read first: it gets what the names don't need.
    spare = min(_SPARE, max(0.0, name_width / grow - _ENOUGH_NAME)) * grow
    name_width, meaning = name_width - spare, meaning + spare
    if name_width >= _LEAST_NAME * min(grow, 1.5):
        height = max(_ROW, line + caption + 20)
        left = EDGE + tick
        name = QRectF(left, 0, name_width, height)
        used = QRectF(name.right(), 0, _USED * grow, height)
        size = QRectF(used.right(), 0, _SIZE * grow, height)
        counts = tuple(QRectF(size.right() + _COUNT * grow * at, 0, _COUNT * grow, height) for at in range(COUNT_KINDS))
        return Columns(
            is_stacked=False,
            row_height=height,
            tick=QRectF(EDGE, 0, tick, height),
            name=name,
            used=used,
            size=size,
            counts=counts,
            meaning=QRectF(counts[-1].right() + 24, 0, meaning - 24, height),
        )
    height = 16 + line + caption + 4 + 2 * caption + 6 + caption
    left, inner = EDGE + tick, width - 2 * EDGE - tick
    top = 8.0
    name = QRectF(left, top, inner, line + caption)
    facts = QRectF(left, name.bottom() + 4, inner, caption)
    return Columns(
        is_stacked=True,
        row_height=height,
        tick=QRectF(EDGE, top, tick, line),
        name=name,
        used=facts,
        size=facts,
        counts=(facts,) * COUNT_KINDS,
        meaning=QRectF(left, facts.bottom() + 4, inner, 2 * caption + 6),
    )
