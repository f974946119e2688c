# SPDX-License-Identifier: MIT
"""The map as a table: one row per answer, with everything that the picture shows in lines and marks said in words."""

from __future__ import annotations

import time
from bisect import bisect_right
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from enum import IntEnum
from itertools import accumulate
from typing import Any

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from onesist_desktop.core.ids import ProviderId, RunId, ThreadId
from onesist_desktop.services.lineage_views import Bead, Lane, LineageMap, MapMerge
from onesist_desktop.services.views import ThreadView
from onesist_desktop.ui.language import fill
from onesist_desktop.ui.map.map_words import bead_state_text, bead_time_text, title_of
from onesist_desktop.ui.roles import Role
from onesist_desktop.ui.widgets.tips import plain_tip

Index = QModelIndex | QPersistentModelIndex


class Column(IntEnum):
    """What a column tells of an answer."""

    THREAD = 0
    PROVIDER = 1
    TIME = 2
    STATE = 3
    MESSAGE = 4
    LINEAGE = 5


@dataclass(frozen=True, slots=True)
class AnswerRow:
    """One answer in its thread.

    Attributes:
        parent: Title of the thread that this one is a fork of, where this is its first answer; None for another answer.
        took_over_from: Who answered before, where that was somebody else.
        merged_into: Titles of the threads into which this answer, as the last one, was merged.
        brought: Titles of the forks that were merged between the answer before and this one; for the last one, also after it.
    """

    thread: ThreadView
    bead: Bead
    parent: str | None = None
    took_over_from: ProviderId | None = None
    merged_into: tuple[str, ...] = ()
    brought: tuple[str, ...] = ()


class AnswersOfLane:
    """The answers of a thread that has some. What is said of each is worked out where it is asked for: there may be many.

    ``gone`` and ``come``: merges from and into the thread, in the order of the parent's messages. ``titles``: of all threads.
    """

    def __init__(
        self, lane: Lane, titles: Mapping[ThreadId, str], gone: Sequence[MapMerge] = (), come: Sequence[MapMerge] = ()
    ) -> None:
        self.thread = lane.thread
        self.beads = lane.beads
        self._titles = titles
        self._gone = gone
        self._come = come

    def row(self, place: int) -> AnswerRow:
        """Return an answer by its place."""
        bead, beads = self.beads[place], self.beads
        before = beads[place - 1].provider_id if place else bead.provider_id
        asked = [each.question_seq for each in beads] if self._gone or self._come else []
        return AnswerRow(
            self.thread,
            bead,
            self._parent() if place == 0 else None,
            before if before != bead.provider_id else None,
            tuple(self._titles.get(m.parent_id, "") for m in self._gone if bisect_right(asked, m.child_seq) - 1 == place),
            tuple(
                self._titles.get(m.child_id, "")
                for m in self._come
                if min(bisect_right(asked, m.parent_seq), len(asked) - 1) == place
            ),
        )

    def without(self, keys: Collection[RunId]) -> AnswersOfLane:
        """Return the same with only some of its answers."""
        beads = tuple(bead for bead in self.beads if bead.run_id in keys)
        return AnswersOfLane(Lane(self.thread, beads), self._titles, self._gone, self._come)

    def _parent(self) -> str | None:
        parent = self.thread.parent_thread_id
        return None if parent is None else self._titles.get(parent) or self.thread.parent_title


class MapModel(QAbstractTableModel):
    """Answers in the order of the tree's rows, those of one thread in the order in which they were given.

    Changes are exact: rows that stay keep their selection.

    Args:
        title_of_provider: Names a provider.
        now: The time in seconds since the epoch.
    """

    def __init__(
        self,
        title_of_provider: Callable[[ProviderId | None], str],
        parent: QObject | None = None,
        *,
        now: Callable[[], float] = time.time,
    ) -> None:
        super().__init__(parent)
        self._title_of_provider = title_of_provider
        self._now = now
        self._lanes: list[AnswersOfLane] = []
        self._starts: list[int] = []
        self._keys: list[RunId] = []

    def show(self, lineage: LineageMap, rows: Sequence[ThreadId | None], only: Collection[ThreadId] | None = None) -> None:
        """Show the answers of the threads that have a row in the tree, ``only`` of some where it is given."""
        lanes = lanes_of(lineage, rows, only)
        keys = [bead.run_id for lane in lanes for bead in lane.beads]
        start = _shared(self._keys, keys)
        end = _shared(self._keys[start:][::-1], keys[start:][::-1])
        if len(self._keys) > start + end:
            self.beginRemoveRows(QModelIndex(), start, len(self._keys) - end - 1)
            del self._keys[start : len(self._keys) - end]
            self._lanes = _without_rows(self._lanes, self._keys)
            self._count()
            self.endRemoveRows()
        if len(keys) > start + end:
            self.beginInsertRows(QModelIndex(), start, len(keys) - end - 1)
            self._take(lanes, keys)
            self.endInsertRows()
        else:
            self._take(lanes, keys)
        self.refresh()

    def _take(self, lanes: list[AnswersOfLane], keys: list[RunId]) -> None:
        self._lanes, self._keys = lanes, keys
        self._count()

    def _count(self) -> None:
        self._starts = list(accumulate((len(lane.beads) for lane in self._lanes), initial=0))[:-1]

    def refresh(self) -> None:
        """Names of providers, or the day, changed: let every row be painted again."""
        if self._keys:
            self.dataChanged.emit(self.index(0, 0), self.index(len(self._keys) - 1, len(Column) - 1))

    def row(self, place: int) -> AnswerRow | None:
        """Return an answer by its row; None beyond the ends."""
        if not 0 <= place < len(self._keys):
            return None
        lane = bisect_right(self._starts, place) - 1
        return self._lanes[lane].row(place - self._starts[lane])

    def place_of(self, run_id: RunId) -> int | None:
        """Return the row of an answer; None where it isn't shown."""
        return self._keys.index(run_id) if run_id in self._keys else None

    def last_of(self, thread_id: ThreadId) -> int | None:
        """Return the row of a thread's last answer; None where it has none."""
        for lane, start in zip(self._lanes, self._starts, strict=True):
            if lane.thread.id == thread_id:
                return start + len(lane.beads) - 1
        return None

    # -- QAbstractTableModel ------------------------------------------------------------------------------------------------

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's own signature
        """Return the number of answers."""
        return 0 if parent.isValid() else len(self._keys)

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's own signature
        """Return the number of columns."""
        return 0 if parent.isValid() else len(Column)

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """Return the head of a column."""
        if orientation is not Qt.Orientation.Horizontal or role != Qt.ItemDataRole.DisplayRole or not 0 <= section < len(Column):
            return None
        match Column(section):
            case Column.THREAD:
                return self.tr("Thread")
            case Column.PROVIDER:
                return self.tr("Who answered")
            case Column.TIME:
                return self.tr("When")
            case Column.STATE:
                return self.tr("State")
            case Column.MESSAGE:
                return self.tr("Message")
            case Column.LINEAGE:
                return self.tr("Lineage")

    def flags(self, index: Index) -> Qt.ItemFlag:
        """Let rows be chosen and nothing be edited."""
        if not index.isValid():
            return Qt.ItemFlag.NoItemFlags
        return Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable | Qt.ItemFlag.ItemNeverHasChildren

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """Return what a cell shows."""
        row = self.row(index.row()) if index.isValid() else None
        if row is None:
            return None
        match role:
            case Qt.ItemDataRole.DisplayRole | Qt.ItemDataRole.AccessibleTextRole:
                return self._text(row, Column(index.column()))
            case Qt.ItemDataRole.ToolTipRole:
                return plain_tip(self._text(row, Column(index.column()))) or None
            case Role.BEAD:
                return row.bead
            case Role.THREAD:
                return row.thread
            case Role.THREAD_ID:
                return row.thread.id
            case Role.PROVIDER_ID:
                return row.bead.provider_id
            case Role.STATE:
                return row.bead.state.value
            case _:
                return None

    # -- words --------------------------------------------------------------------------------------------------------------

    def _text(self, row: AnswerRow, column: Column) -> str:
        match column:
            case Column.THREAD:
                return title_of(row.thread)
            case Column.PROVIDER:
                return self._title_of_provider(row.bead.provider_id)
            case Column.TIME:
                return bead_time_text(row.bead.at, self._now())
            case Column.STATE:
                return bead_state_text(row.bead.state)
            case Column.MESSAGE:
                if row.bead.seq == row.bead.question_seq:
                    return fill(self.tr("no answer to %1", "the number of a message"), str(row.bead.question_seq))
                return fill(self.tr("%1, answers %2", "numbers of messages"), str(row.bead.seq), str(row.bead.question_seq))
            case Column.LINEAGE:
                return " · ".join(self._lineage(row))

    def _lineage(self, row: AnswerRow) -> list[str]:
        pieces = []
        if row.parent is not None:
            at = str(row.thread.forked_at_seq or 0)
            if row.parent:
                pieces.append(fill(self.tr("forked from message %1 of %2"), at, row.parent))
            else:
                pieces.append(fill(self.tr("forked from message %1 of a removed thread"), at))
        pieces += [fill(self.tr("%1 was merged into this thread"), title) for title in row.brought]
        if row.took_over_from is not None:
            pieces.append(fill(self.tr("takes over from %1"), self._title_of_provider(row.took_over_from)))
        pieces += [fill(self.tr("merged into %1"), title) for title in row.merged_into]
        return pieces


def lanes_of(lineage: LineageMap, rows: Sequence[ThreadId | None], only: Collection[ThreadId] | None = None) -> list[AnswersOfLane]:
    """List the threads that have answers and a row, in the order of these rows."""
    lanes = {lane.thread.id: lane for lane in lineage.lanes if lane.beads and (only is None or lane.thread.id in only)}
    titles = {lane.thread.id: title_of(lane.thread) for lane in lineage.lanes}
    gone: dict[ThreadId, list[MapMerge]] = {}
    come: dict[ThreadId, list[MapMerge]] = {}
    for merge in sorted(lineage.merges, key=lambda merge: merge.parent_seq):
        gone.setdefault(merge.child_id, []).append(merge)
        come.setdefault(merge.parent_id, []).append(merge)
    shown = (lanes[thread_id] for thread_id in rows if thread_id in lanes)
    return [AnswersOfLane(lane, titles, gone.get(lane.thread.id, ()), come.get(lane.thread.id, ())) for lane in shown]


def _without_rows(lanes: Sequence[AnswersOfLane], keys: Sequence[RunId]) -> list[AnswersOfLane]:
    """Return lanes with only the answers that are among these."""
    left = set(keys)
    return [lane for lane in (each.without(left) for each in lanes) if lane.beads]


def _shared(one: Sequence[RunId], other: Sequence[RunId]) -> int:
    """Return how many keys from the start on are the same."""
    if one == other:
        return len(one)
    count = 0
    for mine, theirs in zip(one, other, strict=False):
        if mine != theirs:
            break
        count += 1
    return count
