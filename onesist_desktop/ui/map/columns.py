# SPDX-License-Identifier: MIT
"""Puts the answers and merges of many threads into columns by order of time. Independent of rows, zoom and pixels."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Collection, Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from math import inf, nextafter

from onesist_desktop.core.ids import ThreadId
from onesist_desktop.services.lineage_views import Lane, LineageMap, MapMerge
from onesist_desktop.ui.map.shapes import MarkKind

_MERGES_EACH = 2
"""So many merges share a column at most, a little beside each other, so that their lines can be told apart."""
_LATEST = 250_000_000_000.0
"""A little before the last day that a date can name."""
_BEAD, _MERGE = 0, 1


@dataclass(slots=True)
class LaneColumns:
    """A lane with the columns of what is in it. Lists of one kind have one order and length; columns only go up.

    ``slots``: 1 for a merge that stands a little right of its column, because another one has that place, else 0.
    """

    lane: Lane
    columns: list[int] = field(default_factory=list)
    merges: list[MapMerge] = field(default_factory=list)
    merge_columns: list[int] = field(default_factory=list)
    slots: list[int] = field(default_factory=list)

    def bead_up_to(self, seq: int) -> int | None:
        """Return the place of the last answer that was asked for at or before a seq."""
        place = bisect_right(self.lane.beads, seq, key=lambda bead: bead.question_seq) - 1
        return place if place >= 0 else None


@dataclass(frozen=True, slots=True)
class Period:
    """A day, or an hour of today, that something happened in. ``column`` is its first."""

    column: int
    kind: MarkKind
    start: float


@dataclass(slots=True)
class _Item:
    at: float
    rank: int
    kind: int
    place: int
    lane: LaneColumns
    seq: int


class Columns:
    """Columns of a lineage.

    What stands in one column happened before whatever stands in the next one; within a lane the order is that of its messages, also
    where a clock was set back. No lane has two things in one column, a fork begins right of where it branches off, merges have
    columns of their own, and no column holds things of two days, or of two hours of today.

    Args:
        lineage: What there is.
        now: Seconds since the epoch, for what today is.
        only: Leaves out all other threads.
    """

    def __init__(self, lineage: LineageMap, now: float, only: Collection[ThreadId] | None = None) -> None:
        self.lanes: dict[ThreadId, LaneColumns] = {
            lane.thread.id: LaneColumns(lane) for lane in lineage.lanes if only is None or lane.thread.id in only
        }
        self.sources: dict[ThreadId, tuple[ThreadId, int]] = {}
        """Of a fork: the thread and the place of the answer in it from which it branches off."""
        self.periods: list[Period] = []
        self.count = 0
        self._now = now
        for merge in sorted(lineage.merges, key=lambda merge: merge.parent_seq):
            if merge.parent_id in self.lanes and merge.child_id in self.lanes:
                self.lanes[merge.parent_id].merges.append(merge)
        order = list(self._parents_first())
        for thread_id in order:
            self._find_source(thread_id)
        self._fill(self._items(order))

    def _parents_first(self) -> Iterator[ThreadId]:
        """Yield all lanes, forks after their parents. Lineage that goes in a circle is cut somewhere."""
        done: set[ThreadId] = set()
        for start in self.lanes:
            way: list[ThreadId] = []
            above: ThreadId | None = start
            while above is not None and above in self.lanes and above not in done:
                done.add(above)
                way.append(above)
                above = self.lanes[above].lane.thread.parent_thread_id
            yield from reversed(way)

    def _find_source(self, thread_id: ThreadId) -> None:
        """Find the answer that a fork branches off from: in its parent, or above, where the parent had it from its own parent."""
        thread = self.lanes[thread_id].lane.thread
        seq, above, seen = thread.forked_at_seq, thread.parent_thread_id, {thread_id}
        while seq is not None and above is not None and above in self.lanes and above not in seen:
            seen.add(above)
            parent = self.lanes[above]
            place = parent.bead_up_to(seq)
            if place is not None:
                self.sources[thread_id] = above, place
                return
            at = parent.lane.thread.forked_at_seq
            seq, above = (None if at is None else min(seq, at)), parent.lane.thread.parent_thread_id

    def _items(self, order: list[ThreadId]) -> list[_Item]:
        """List everything by time, where a time that contradicts the order of messages is moved behind what came before."""
        items: list[_Item] = []
        starts: dict[ThreadId, list[float]] = {}
        for rank, thread_id in enumerate(order):
            lane = self.lanes[thread_id]
            mine = [_Item(_sound(bead.at), rank, _BEAD, n, lane, bead.seq) for n, bead in enumerate(lane.lane.beads)]
            times = mine
            if lane.merges:
                mine += [_Item(_sound(merge.at), rank, _MERGE, n, lane, merge.parent_seq) for n, merge in enumerate(lane.merges)]
                mine.sort(key=lambda item: item.seq)
            last, source = 0.0, self.sources.get(thread_id)
            if source is not None and source[0] in starts:
                last = starts[source[0]][source[1]]
            elif source is not None:
                del self.sources[thread_id]
            for item in mine:
                # Strictly later, so that the order within a lane holds whatever is sorted with it.
                item.at = last = max(item.at, nextafter(last, inf))
            starts[thread_id] = [item.at for item in times if item.kind == _BEAD]
            items += mine
        # Of one moment: answers from parents to forks, then merges from forks to parents.
        items.sort(key=lambda item: (item.at, item.kind, item.rank if item.kind == _BEAD else -item.rank))
        return items

    def _fill(self, items: list[_Item]) -> None:
        column, kind, merges = -1, -1, 0
        taken: set[ThreadId] = set()
        clock = _Clock(self._now)
        for item in items:
            thread_id = item.lane.lane.thread.id
            is_new = clock.move_to(item.at) or item.kind != kind or thread_id in taken
            if item.kind == _BEAD:
                is_new = is_new or (item.place == 0 and self._begins_at(thread_id, column))
            else:
                is_new = is_new or merges >= _MERGES_EACH or item.lane.merges[item.place].child_id in taken
            if is_new:
                column, kind, merges = column + 1, item.kind, 0
                taken.clear()
                if not self.periods or self.periods[-1].start != clock.start:
                    self.periods.append(Period(column, clock.kind, clock.start))
            taken.add(thread_id)
            if item.kind == _BEAD:
                item.lane.columns.append(column)
            else:
                item.lane.merge_columns.append(column)
                item.lane.slots.append(merges)
                merges += 1
        self.count = column + 1

    def _begins_at(self, thread_id: ThreadId, column: int) -> bool:
        """Tell whether a fork branches off in a column."""
        source = self.sources.get(thread_id)
        return source is not None and self.lanes[source[0]].columns[source[1]] == column


class _Clock:
    """Walks from one period to the next. Days and hours are those of the desktop's time zone."""

    def __init__(self, now: float) -> None:
        self._today = _local(_sound(now)).replace(hour=0, minute=0, second=0, microsecond=0)
        self.kind, self.start, self._end = MarkKind.DAY, -1.0, -1.0

    def move_to(self, at: float) -> bool:
        """Go to the period of a time that isn't before the last one. Tells whether that is another period."""
        if at < self._end:
            return False
        moment = _local(at)
        day = moment.replace(hour=0, minute=0, second=0, microsecond=0)
        if day == self._today:
            begin = moment.replace(minute=0, second=0, microsecond=0)
            self.kind, end = MarkKind.HOUR, begin + timedelta(hours=1)
        else:
            begin, self.kind, end = day, MarkKind.DAY, day + timedelta(days=1)
        self.start = begin.timestamp()
        # A clock that is set back at night has one hour twice: never stand still.
        self._end = max(end.timestamp(), at + 1.0)
        return True


def _local(at: float) -> datetime:
    """Return a time by the desktop's clock, without its zone, so that adding a day to it leads to the next midnight."""
    return datetime.fromtimestamp(at, tz=UTC).astimezone().replace(tzinfo=None)


def _sound(at: float) -> float:
    """Return a time that a date can be made of, whatever a damaged database says."""
    return at if 0.0 <= at <= _LATEST else 0.0
