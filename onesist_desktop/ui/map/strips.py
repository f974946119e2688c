# SPDX-License-Identifier: MIT
"""A lane as it is drawn: its beads and rings, and the line on which they are strung."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from dataclasses import dataclass

from onesist_desktop.services.lineage_views import Bead, MapMerge
from onesist_desktop.services.views import ThreadView
from onesist_desktop.ui.map.columns import LaneColumns
from onesist_desktop.ui.map.scale import Scale
from onesist_desktop.ui.map.shapes import ARROW_GAP, HALO, RING, Arrow, BeadShape, Piece, RingShape, Shapes

_ARROW_ROOM = 12.0
"""Less than this has no place for a handover's arrow: far away only the marks tell that somebody else went on."""


@dataclass(frozen=True, slots=True)
class Strip:
    """A lane as it is drawn. ``xs`` and ``ring_xs`` are the places of ``beads`` and ``rings``, for bisection."""

    row: int
    y: float
    thread: ThreadView
    beads: tuple[BeadShape, ...]
    xs: tuple[float, ...]
    rings: tuple[RingShape, ...]
    ring_xs: tuple[float, ...]


def make_strip(scale: Scale, row: int, y: float, lane: LaneColumns) -> Strip:
    """Place what is in a lane."""
    grouped: dict[float, list[Bead]] = {}
    for bead, column in zip(lane.lane.beads, lane.columns, strict=True):
        grouped.setdefault(scale.bead_x(column), []).append(bead)
    rings: dict[float, list[MapMerge]] = {}
    for merge, column, slot in zip(lane.merges, lane.merge_columns, lane.slots, strict=True):
        rings.setdefault(scale.ring_x(column, slot), []).append(merge)
    return Strip(
        row,
        y,
        lane.lane.thread,
        tuple(BeadShape(x, y, row, tuple(beads)) for x, beads in grouped.items()),
        tuple(grouped),
        tuple(RingShape(x, y, row, tuple(merges)) for x, merges in rings.items()),
        tuple(rings),
    )


def add_strip(shapes: Shapes, strip: Strip, step: float, x0: float, x1: float) -> None:
    """Add what of a lane is to be seen between two x. ``step``: from one column to the next."""
    first, last = bisect_left(strip.xs, x0 - HALO), bisect_right(strip.xs, x1 + HALO)
    shapes.beads.extend(strip.beads[first:last])
    shapes.rings.extend(strip.rings[bisect_left(strip.ring_xs, x0 - HALO) : bisect_right(strip.ring_xs, x1 + HALO)])
    for place in range(max(first, 1), min(last + 1, len(strip.beads))):
        _add_pieces(shapes, strip, strip.beads[place - 1], strip.beads[place], step)
    if strip.rings and strip.beads and last == len(strip.beads):
        _add_tail(shapes, strip)


def _add_pieces(shapes: Shapes, strip: Strip, before: BeadShape, after: BeadShape, step: float) -> None:
    """Add the line between two beads, with gaps for rings and for the arrow of a handover."""
    gaps = [(x, RING) for x in _between(strip.ring_xs, before.x, after.x)]
    first = after.beads[0]
    is_handover = before.bead.provider_id != first.provider_id
    start = gaps[-1][0] + RING if gaps else before.x + HALO
    room = after.x - HALO - start
    if is_handover and room >= _ARROW_ROOM:
        # Half a step before the answer that it leads to, or in the middle where something stands there.
        x = after.x - min(step / 2.0, HALO + room / 2.0)
        gaps.append((x, min(ARROW_GAP, room / 2.0)))
        shapes.arrows.append(Arrow(x, strip.y, before.bead.provider_id, first))
    x = before.x + HALO
    for middle, half in (*gaps, (after.x, HALO)):
        if middle - half > x:
            shapes.pieces.append(Piece(x, middle - half, strip.y, first.provider_id))
        x = max(x, middle + half)


def _add_tail(shapes: Shapes, strip: Strip) -> None:
    """Add the line from the last bead to the rings that no answer followed yet."""
    x, provider_id = strip.beads[-1].x + HALO, strip.beads[-1].bead.provider_id
    for ring_x in strip.ring_xs[bisect_right(strip.ring_xs, strip.beads[-1].x) :]:
        if ring_x - RING > x:
            shapes.pieces.append(Piece(x, ring_x - RING, strip.y, provider_id))
        x = ring_x + RING


def _between(xs: Sequence[float], low: float, high: float) -> Sequence[float]:
    return xs[bisect_right(xs, low) : bisect_left(xs, high)]
