# SPDX-License-Identifier: MIT
"""Where everything on the map is. Geometry only: knows nothing of Qt.

How to use it::

    columns = Columns(lineage, now)                      # once for each LineageMap (and for "This family": only={...})
    layout = MapLayout(columns, rows, row_height, zoom)  # again when rows, folding, text size or zoom change: quick
    shapes = layout.visible(first_row, last_row, x0, x1) # at each paint; both rows included
    layout.marks                                         # the time row
    layout.hit(x, y)                                     # what is at a point
    layout.walk(run_id, Way.RIGHT)                       # keyboard

``rows`` has for each row of the tree's model its thread, None for a heading: ``rows_of(model)`` of ui/map/rows.py. Threads that are
folded away, or not found by a search, have no row: they keep their columns, so that nothing jumps, and aren't drawn.

x counts from the left edge of the picture, y from the top of the tree's first row; ``width`` and ``height`` are those of the whole.
Zoom changes the steps between columns only: rows are as high as the tree's. Below 60 % several answers of a lane become one bead,
and several merges one ring, each with a count; then a ring stands right of the bead of its place. Shapes: ui/map/shapes.py.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import Enum
from math import hypot

from onesist_desktop.core.ids import RunId, ThreadId
from onesist_desktop.services.views import MergeState, ThreadState
from onesist_desktop.ui.map.columns import Columns
from onesist_desktop.ui.map.links import Links
from onesist_desktop.ui.map.scale import MARK_WIDTH, MAX_ZOOM, MIN_ZOOM, Scale, zoom_to_fit
from onesist_desktop.ui.map.shapes import END_GAP, HALO, RIGHT, BeadShape, Elbow, EndKind, Guide, LaneEnd, RingShape, Rise, Shapes
from onesist_desktop.ui.map.strips import Strip, add_strip, make_strip

__all__ = ["MAX_ZOOM", "MIN_ZOOM", "Hit", "MapLayout", "Strip", "Way", "zoom_to_fit"]

_REACH = 14.0
"""So far from its middle a bead or ring is still hit."""
_BLOCK = 16
"""Rows by which lines between lanes are looked up."""


class Way(Enum):
    """Where to walk."""

    LEFT = "left"
    RIGHT = "right"
    UP = "up"
    DOWN = "down"
    FIRST = "first"
    LAST = "last"


@dataclass(frozen=True, slots=True)
class Hit:
    """What is at a point: a bead, else a ring, else a lane."""

    row: int
    thread_id: ThreadId
    bead: BeadShape | None = None
    ring: RingShape | None = None


class MapLayout:
    """The map for some rows, a height of rows and a zoom.

    Args:
        mark_width: How wide a stretch of the time row should be at least, for its words; two columns are always enough.
    """

    def __init__(
        self,
        columns: Columns,
        rows: Sequence[ThreadId | None],
        row_height: float = 32.0,
        zoom: float = 1.0,
        *,
        mark_width: float = MARK_WIDTH,
    ) -> None:
        self._scale = Scale(columns, zoom, mark_width)
        self.zoom, self.step, self.width, self.marks = self._scale.zoom, self._scale.step, self._scale.width, self._scale.marks
        self.row_height = row_height
        self.height = len(rows) * row_height
        self._columns = columns
        self._rows = rows
        self._row_of = {thread_id: row for row, thread_id in enumerate(rows) if thread_id in columns.lanes}
        self._lane_rows = sorted(self._row_of.values())
        self._strips: dict[int, Strip] = {}
        self._threads_of_runs: dict[RunId, ThreadId] | None = None
        self._links: dict[int, list[Elbow | Rise]] | None = None

    def whole_from(self, x: float) -> float:
        """Return from where on, at or right of an x, a picture shows its first bead whole, with rings round it, and none cut."""
        return self._scale.whole_from(x)

    # -- looking up ---------------------------------------------------------------------------------------------------------

    @property
    def is_grouped(self) -> bool:
        """Whether a bead may stand for several answers."""
        return self._scale.is_grouped

    def row_of(self, thread_id: ThreadId) -> int | None:
        """Return the row of a lane; None when it isn't shown."""
        return self._row_of.get(thread_id)

    def middle_of(self, row: int) -> float:
        """Return y of a row's middle."""
        return (row + 0.5) * self.row_height

    def strip(self, row: int) -> Strip | None:
        """Return the lane of a row; None for a heading and for a thread that the map doesn't know."""
        thread_id = self._rows[row] if 0 <= row < len(self._rows) else None
        lane = self._columns.lanes.get(thread_id) if thread_id is not None else None
        if lane is None:
            return None
        if row not in self._strips:
            self._strips[row] = make_strip(self._scale, row, self.middle_of(row), lane)
        return self._strips[row]

    def place_of(self, run_id: RunId) -> BeadShape | None:
        """Return the bead that shows an answer; None when it isn't shown."""
        if self._threads_of_runs is None:
            self._threads_of_runs = {
                bead.run_id: thread_id for thread_id in self._row_of for bead in self._columns.lanes[thread_id].lane.beads
            }
        thread_id = self._threads_of_runs.get(run_id)
        strip = self.strip(self._row_of[thread_id]) if thread_id is not None else None
        if strip is None:
            return None
        return next((shape for shape in strip.beads if any(bead.run_id == run_id for bead in shape.beads)), None)

    def hit(self, x: float, y: float) -> Hit | None:
        """Return what is at a point: the nearest bead or ring within reach, else the lane; None for a heading."""
        row = int(y // self.row_height)
        strip = self.strip(row)
        if strip is None:
            return None
        near = [
            (hypot(shape.x - x, shape.y - y), shape)
            for shapes, xs in ((strip.beads, strip.xs), (strip.rings, strip.ring_xs))
            for shape in shapes[bisect_left(xs, x - _REACH) : bisect_right(xs, x + _REACH)]
        ]
        distance, shape = min(near, key=lambda each: each[0], default=(_REACH + 1.0, None))
        if distance > _REACH:
            shape = None
        return Hit(
            row,
            strip.thread.id,
            shape if isinstance(shape, BeadShape) else None,
            shape if isinstance(shape, RingShape) else None,
        )

    # -- walking ------------------------------------------------------------------------------------------------------------

    def first(self) -> BeadShape | None:
        """Return where walking begins: the last bead of the first lane that has one."""
        return self._nearest(self._lane_rows, None)

    def in_lane(self, thread_id: ThreadId) -> BeadShape | None:
        """Return a lane's last bead; None when it has none or isn't shown."""
        row = self._row_of.get(thread_id)
        return None if row is None else self._nearest([row], None)

    def walk(self, run_id: RunId | None, way: Way) -> BeadShape | None:
        """Return the bead that a key leads to from another one; None where there is none that way. From nowhere: :meth:`first`."""
        here = self.place_of(run_id) if run_id is not None else None
        if here is None:
            return self.first()
        strip = self.strip(here.row)
        assert strip is not None
        place = strip.beads.index(here)
        match way:
            case Way.UP:
                return self._nearest(reversed(self._lane_rows[: bisect_left(self._lane_rows, here.row)]), here.x)
            case Way.DOWN:
                return self._nearest(self._lane_rows[bisect_right(self._lane_rows, here.row) :], here.x)
            case Way.LEFT:
                return strip.beads[place - 1] if place else None
            case Way.RIGHT:
                return strip.beads[place + 1] if place + 1 < len(strip.beads) else None
            case Way.FIRST:
                return strip.beads[0]
            case Way.LAST:
                return strip.beads[-1]

    def _nearest(self, rows: Iterable[int], x: float | None) -> BeadShape | None:
        """Return, of the first of these rows that has a bead, the one nearest to ``x``; the last one for None."""
        for row in rows:
            strip = self.strip(row)
            if strip is not None and strip.beads:
                return strip.beads[-1] if x is None else min(strip.beads, key=lambda shape: abs(shape.x - x))
        return None

    # -- what is drawn ------------------------------------------------------------------------------------------------------

    def visible(self, first_row: int, last_row: int, x0: float, x1: float) -> Shapes:
        """Return what is to be drawn between two rows, both included, and between two x.

        Things that begin or end outside but cross it are among them.
        """
        shapes = Shapes()
        for row in self._lane_rows[bisect_left(self._lane_rows, first_row) : bisect_right(self._lane_rows, last_row)]:
            strip = self.strip(row)
            if strip is not None:
                self._add_strip(shapes, strip, x0, x1)
        seen: set[int] = set()
        for block in range(max(first_row, 0) // _BLOCK, last_row // _BLOCK + 1):
            for link in self._all_links().get(block, ()):
                top, bottom = min(link.row, link.parent_row), max(link.row, link.parent_row)
                if id(link) in seen or top > last_row or bottom < first_row:
                    continue
                seen.add(id(link))
                if max(link.x0, link.x1) + HALO >= x0 and min(link.x0, link.x1) - HALO <= x1:
                    if isinstance(link, Elbow):
                        shapes.elbows.append(link)
                    else:
                        shapes.rises.append(link)
        return shapes

    def _add_strip(self, shapes: Shapes, strip: Strip, x0: float, x1: float) -> None:
        add_strip(shapes, strip, self.step, x0, x1)
        start = self._start_of(strip)
        if start is not None and start - HALO > 0 and x0 <= start:
            shapes.guides.append(Guide(start - HALO, strip.y, strip.row))
        end = self._end_of(strip)
        if end is not None and x0 - 2 * RIGHT <= end.x <= x1:
            shapes.ends.append(end)

    def _start_of(self, strip: Strip) -> float | None:
        """Return x of what a lane begins with: its elbow, else its first bead or ring."""
        source = self._columns.sources.get(strip.thread.id)
        xs = [*strip.xs[:1], *strip.ring_xs[:1]]
        if source is not None and source[0] in self._row_of:
            xs.append(self._scale.bead_x(self._columns.lanes[source[0]].columns[source[1]]))
        return min(xs, default=None)

    def _end_of(self, strip: Strip) -> LaneEnd | None:
        thread = strip.thread
        ends = [*strip.xs[-1:], *strip.ring_xs[-1:]]
        if not ends:
            return None
        match thread.state:
            case ThreadState.ASKS:
                kind = EndKind.ASKS
            case ThreadState.WORKING:
                kind = EndKind.WORKING
            case _ if thread.parent_thread_id is not None and thread.parent_thread_id not in self._columns.lanes:
                kind = EndKind.PARENT_GONE
            case _ if thread.merge in (MergeState.UNMERGED, MergeState.PARTLY):
                kind = EndKind.UNMERGED
            case _:
                return None
        return LaneEnd(max(ends) + END_GAP, strip.y, strip.row, kind, thread)

    def _all_links(self) -> dict[int, list[Elbow | Rise]]:
        """Return elbows and rises by blocks of rows that they cross."""
        if self._links is None:
            self._links = {}
            links = Links(self._columns, self._scale, self._row_of, self.row_height)
            for thread_id in self._row_of:
                for link in links.to(thread_id):
                    top, bottom = min(link.row, link.parent_row), max(link.row, link.parent_row)
                    for block in range(top // _BLOCK, bottom // _BLOCK + 1):
                        self._links.setdefault(block, []).append(link)
        return self._links
