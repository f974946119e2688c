# SPDX-License-Identifier: MIT
"""Where columns of the map stand at a zoom, and the time row above them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import ceil

from onesist_desktop.ui.map.columns import Columns, Period
from onesist_desktop.ui.map.shapes import BEAD_REACH, LEFT, RIGHT, STEP, MarkKind, TimeMark

MIN_ZOOM, MAX_ZOOM = 0.2, 2.0
GROUPS_BELOW = 0.6
MARK_WIDTH = 112.0
_GROUP_WIDTH = 44.0
"""At least so wide is the room of a bead and a ring beside it."""
_COUNT_REACH = 26.0
"""So far right of its middle reach a bead's number, its cross and a ring beside it."""


class Scale:
    """Columns at a zoom. Below 60 % several neighbours share a place, so that beads keep apart.

    Attributes:
        pitch: From one place to the next; ``step`` is that from one column to the next.
        width: That of the whole picture.
        marks: The time row.
    """

    def __init__(self, columns: Columns, zoom: float, mark_width: float = MARK_WIDTH) -> None:
        self.zoom = min(max(zoom, MIN_ZOOM), MAX_ZOOM)
        self.step = STEP * self.zoom
        self.is_grouped = self.zoom < GROUPS_BELOW
        each = ceil(_GROUP_WIDTH / self.step) if self.is_grouped else 1
        self.pitch = self.step * each
        self._periods = columns.periods
        self._groups, count = _groups(columns.periods, columns.count, each)
        self._last_x = LEFT + max(count - 1, 0) * self.pitch
        self.width = self._last_x + RIGHT
        self.marks = tuple(self._time_marks(mark_width))

    def bead_x(self, column: int) -> float:
        """Return where beads of a column stand."""
        return LEFT + self._groups[column] * self.pitch

    def ring_x(self, column: int, slot: int) -> float:
        """Return where a merge of a column stands."""
        x = self.bead_x(column)
        return x + self.pitch / 2.0 if self.is_grouped else x + slot * self.step / 4.0

    def whole_from(self, x: float) -> float:
        """Return from where on, at or right of an x, a picture shows its first bead whole, with rings round it, and none cut."""
        margin = min(LEFT, max(BEAD_REACH, self.pitch - _COUNT_REACH))
        from_x = LEFT - margin + max(0, ceil((x - LEFT + margin) / self.pitch)) * self.pitch
        return from_x if x > 0 and from_x + margin <= self._last_x else x

    def _time_marks(self, least: float) -> Iterator[TimeMark]:
        """Yield the stretches of the time row. Days, and hours of today, that are too narrow for words share one."""
        edges = [0.0 if place == 0 else self.bead_x(period.column) - self.pitch / 2.0 for place, period in enumerate(self._periods)]
        edges.append(self.width)
        place, periods = 0, self._periods
        while place < len(periods):
            first = last = place
            while (
                edges[last + 1] - edges[first] < least
                and last + 1 < len(periods)
                and periods[last + 1].kind is periods[first].kind
                and not _is_last_day(periods, last + 1)
            ):
                last += 1
            is_first_today = periods[first].kind is MarkKind.HOUR and (first == 0 or periods[first - 1].kind is MarkKind.DAY)
            begin, end = periods[first].start, periods[last].start
            yield TimeMark(edges[first], edges[last + 1] - edges[first], periods[first].kind, begin, end, is_first_today)
            place = last + 1


def zoom_to_fit(columns: Columns, width: float) -> float:
    """Return the greatest zoom, at most 1, at which a map is not wider than that; the smallest one where even that is too wide."""
    for percent in range(100, int(MIN_ZOOM * 100), -1):
        step = STEP * percent / 100.0
        each = ceil(_GROUP_WIDTH / step) if percent / 100.0 < GROUPS_BELOW else 1
        _, count = _groups(columns.periods, columns.count, each, is_counted_only=True)
        if LEFT + max(count - 1, 0) * step * each + RIGHT <= width:
            return percent / 100.0
    return MIN_ZOOM


def _groups(periods: Sequence[Period], count: int, per_group: int, *, is_counted_only: bool = False) -> tuple[Sequence[int], int]:
    """Return for each column its place among groups that hold columns of one period, and how many groups there are."""
    if per_group == 1:
        return range(count), count
    groups: list[int] = []
    total = 0
    for place, period in enumerate(periods):
        size = (periods[place + 1].column if place + 1 < len(periods) else count) - period.column
        if not is_counted_only:
            groups += [total + n // per_group for n in range(size)]
        total += ceil(size / per_group)
    return groups, total


def _is_last_day(periods: Sequence[Period], place: int) -> bool:
    """Tell whether a day is the last one that isn't today: often yesterday, which has a word of its own."""
    return periods[place].kind is MarkKind.DAY and (place + 1 == len(periods) or periods[place + 1].kind is MarkKind.HOUR)
