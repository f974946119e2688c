# SPDX-License-Identifier: MIT
"""The lines between lanes of the map: forks and merges."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Mapping

from onesist_desktop.core.ids import ThreadId
from onesist_desktop.services.lineage_views import MapMerge
from onesist_desktop.ui.map.columns import Columns, LaneColumns
from onesist_desktop.ui.map.scale import Scale
from onesist_desktop.ui.map.shapes import CORNER, HALO, RING, Elbow, Rise


class Links:
    """Makes the lines that lead to a lane. ``rows``: the row of each lane that is shown."""

    def __init__(self, columns: Columns, scale: Scale, rows: Mapping[ThreadId, int], row_height: float) -> None:
        self._columns = columns
        self._scale = scale
        self._rows = rows
        self._row_height = row_height

    def to(self, thread_id: ThreadId) -> Iterator[Elbow | Rise]:
        """Yield the elbow that leads to a lane and the rises that lead to it."""
        row, lane = self._rows[thread_id], self._columns.lanes[thread_id]
        source = self._columns.sources.get(thread_id)
        if source is not None and source[0] in self._rows:
            x0 = self._scale.bead_x(self._columns.lanes[source[0]].columns[source[1]])
            yield self._elbow(thread_id, self._rows[source[0]], x0, self._scale.bead_x(lane.columns[0]) if lane.columns else None)
        for merge, column, slot in zip(lane.merges, lane.merge_columns, lane.slots, strict=True):
            if self._rows.get(merge.child_id, row) == row:
                continue
            start = self._end(self._columns.lanes[merge.child_id], merge.child_seq)
            if start is not None:
                yield self._rise(merge, row, start, self._scale.ring_x(column, slot))

    def _elbow(self, child_id: ThreadId, parent_row: int, x0: float, x1: float | None) -> Elbow:
        """Return the line of a fork from the bead at ``x0`` to its first bead at ``x1``, None while it has none."""
        row = self._rows[child_id]
        y0, y1 = self._middle(parent_row), self._middle(row)
        down = 1.0 if y1 >= y0 else -1.0
        if x1 is None:
            end = x0 + max(self._scale.step / 2.0, CORNER + HALO)
            return Elbow(x0, y0 + down * HALO, end, y1, parent_row, row, child_id, is_open=True)
        if x1 - HALO < x0 + CORNER:
            return Elbow(x0, y0 + down * HALO, x0, y1 - down * HALO, parent_row, row, child_id, is_straight=True)
        return Elbow(x0, y0 + down * HALO, x1 - HALO, y1, parent_row, row, child_id)

    def _rise(self, merge: MapMerge, parent_row: int, x0: float, x1: float) -> Rise:
        """Return the line of a merge from where the merged part of the fork ends, at ``x0``, to the ring at ``x1``.

        Where the fork goes on beyond the ring, the line leaves its lane right below the ring: what is left of that is the lane's
        own line.
        """
        row = self._rows[merge.child_id]
        y0, y1 = self._middle(row), self._middle(parent_row)
        up = -1.0 if y1 <= y0 else 1.0
        goes_on = (self._end(self._columns.lanes[merge.child_id], None) or x0) > x1
        start = x1 - CORNER if goes_on else min(x0, x1 - CORNER)
        return Rise(start, y0, x1, y1 - up * RING, row, parent_row, merge)

    def _end(self, lane: LaneColumns, seq: int | None) -> float | None:
        """Return where the last bead or ring of a lane up to a seq ends; None for none. A seq of None: of the whole lane."""
        ends = []
        place = lane.bead_up_to(seq) if seq is not None else len(lane.columns) - 1
        if place is not None and place >= 0:
            ends.append(self._scale.bead_x(lane.columns[place]) + HALO)
        count = len(lane.merges) if seq is None else bisect_right(lane.merges, seq, key=lambda merge: merge.parent_seq)
        if count:
            ends.append(self._scale.ring_x(lane.merge_columns[count - 1], lane.slots[count - 1]) + RING)
        return max(ends, default=None)

    def _middle(self, row: int) -> float:
        return (row + 0.5) * self._row_height
