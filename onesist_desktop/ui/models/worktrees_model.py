# SPDX-License-Identifier: MIT
"""The rows of the clean-up: worktrees of ours with what they hold, which of them are ticked, and how a removal goes."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from PySide6.QtCore import QAbstractListModel, QCoreApplication, QLocale, QModelIndex, QObject, QPersistentModelIndex, Qt, Signal

from onesist_desktop.core.ids import WorktreeId
from onesist_desktop.services.workspace_views import RemovalResult, WorktreeRow
from onesist_desktop.ui.language import fill
from onesist_desktop.ui.models.removal_words import progress_meaning
from onesist_desktop.ui.models.worktree_filter import Order, Standing, Ticks, arranged, can_tick, still_ticked, tally, ticks_of
from onesist_desktop.ui.models.worktree_meaning import Meaning, Surroundings, meaning_of
from onesist_desktop.ui.models.worktree_names import shown_name
from onesist_desktop.ui.models.worktree_numbers import Counts, Number, counts_of
from onesist_desktop.ui.models.worktree_words import (
    all_threads_text,
    branch_text,
    commits_text,
    repository_text,
    state_notes,
    used_text,
)
from onesist_desktop.ui.roles import Role
from onesist_desktop.ui.widgets.tips import plain_tip
from onesist_desktop.ui.words import room_text

Index = QModelIndex | QPersistentModelIndex


class WorktreesModel(QAbstractListModel):
    """One row per shown worktree. What is measured changes its row and never moves it, until they are put in order anew.

    Args:
        around: Names of providers and states of threads.
        now: The time in seconds since the epoch.

    Signals:
        ticks_changed(): Other rows are ticked, or a ticked one holds something else.
        counts_changed(): The parts of the filter hold other numbers.
    """

    ticks_changed = Signal()
    counts_changed = Signal()

    def __init__(self, around: Surroundings, parent: QObject | None = None, *, now: Callable[[], float] = time.time) -> None:
        super().__init__(parent)
        self._around = around
        self._now = now
        self._rows: dict[WorktreeId, WorktreeRow] = {}
        self._shown: list[WorktreeId] = []
        self._ticked: set[WorktreeId] = set()
        self._part, self._wanted, self._order = Standing.ALL, "", Order.SAFE
        self._steps: dict[WorktreeId, str] = {}
        self._results: dict[WorktreeId, RemovalResult] = {}

    # -- what happened ------------------------------------------------------------------------------------------------------

    def reset(self, rows: Sequence[WorktreeRow]) -> None:
        """Show these worktrees. Ticks stay, and so does what was measured before until it is measured anew."""
        self._rows = {row.id: _with_earlier(row, self._rows.get(row.id)) for row in rows}
        self._steps, self._results = {}, {}
        self._show_anew()
        self._check_ticks()
        self.counts_changed.emit()

    def put(self, row: WorktreeRow) -> None:
        """Show what is known of a listed worktree now. Unknown ones are none of this project's: they are left out."""
        if row.id not in self._rows or self._rows[row.id] == row:
            return
        self._rows[row.id] = row
        self._emit_changed(row.id)
        self._check_ticks()
        self.counts_changed.emit()

    def remove(self, worktree_id: WorktreeId) -> None:
        """Take a worktree out of the list."""
        if self._rows.pop(worktree_id, None) is None:
            return
        if worktree_id in self._shown:
            place = self._shown.index(worktree_id)
            self.beginRemoveRows(QModelIndex(), place, place)
            del self._shown[place]
            self.endRemoveRows()
        self._check_ticks()
        self.counts_changed.emit()

    def refresh(self) -> None:
        """States of threads, names of providers or the time of day changed: let every row be painted again."""
        if self._shown:
            self.dataChanged.emit(self.index(0), self.index(len(self._shown) - 1))

    # -- a removal ----------------------------------------------------------------------------------------------------------

    def begin_removal(self, ids: Iterable[WorktreeId]) -> None:
        """Show that these wait for their removal."""
        self._results = {}
        self._steps = dict.fromkeys(ids, "waiting")
        self.refresh()
        self.ticks_changed.emit()

    def show_step(self, worktree_id: WorktreeId, step: str) -> None:
        """Show how far the removal of one is: ``waiting``, ``counting``, ``keeping`` or ``removing``."""
        self._steps[worktree_id] = step
        self._emit_changed(worktree_id)

    def show_result(self, result: RemovalResult) -> None:
        """Show how the removal of one ended."""
        self._steps.pop(result.worktree_id, None)
        self._results[result.worktree_id] = result
        self._emit_changed(result.worktree_id)

    @property
    def is_removing(self) -> bool:
        """Whether the removal of one of them goes on."""
        return bool(self._steps)

    # -- what is shown ------------------------------------------------------------------------------------------------------

    def show_part(self, part: Standing) -> None:
        """Show one part of the filter only."""
        self._part = part
        self._show_anew()

    def search(self, text: str) -> None:
        """Show worktrees only that hold a text in their names."""
        self._wanted = text
        self._show_anew()

    def order_by(self, order: Order) -> None:
        """Show them in another order. The current one stays the current one."""
        self._order = order
        self.arrange()

    def arrange(self) -> None:
        """Put those that are shown in their order again, by what is known of them now."""
        wanted = [row.id for row in arranged(self._shown_rows(), Standing.ALL, "", self._order)]
        if wanted == self._shown:
            return
        self.layoutAboutToBeChanged.emit()
        before = self.persistentIndexList()
        ids = [self._shown[index.row()] for index in before]
        self._shown = wanted
        self.changePersistentIndexList(before, [self.index_of(one) for one in ids])
        self.layoutChanged.emit()

    @property
    def order(self) -> Order:
        """The order that they are shown in."""
        return self._order

    # -- ticks --------------------------------------------------------------------------------------------------------------

    @property
    def ticked(self) -> list[WorktreeRow]:
        """The ticked worktrees, in their order, shown or not."""
        return [row for row in arranged(self._rows.values(), Standing.ALL, "", self._order) if row.id in self._ticked]

    @property
    def ticks(self) -> Ticks:
        """How many of the shown ones are ticked."""
        return ticks_of(self._shown_rows(), self._ticked)

    @property
    def can_tick_any(self) -> bool:
        """Whether one of the shown ones can be ticked."""
        return not self._steps and any(can_tick(row) for row in self._shown_rows())

    def set_ticked(self, worktree_id: WorktreeId, is_ticked: bool) -> None:
        """Tick one, if it can be."""
        row = self._rows.get(worktree_id)
        if row is None or self._steps or (is_ticked and not can_tick(row)) or is_ticked == (worktree_id in self._ticked):
            return
        (self._ticked.add if is_ticked else self._ticked.discard)(worktree_id)
        self._emit_changed(worktree_id)
        self.ticks_changed.emit()

    def toggle(self, worktree_id: WorktreeId) -> None:
        """Tick or untick one."""
        self.set_ticked(worktree_id, worktree_id not in self._ticked)

    def tick_shown(self, is_ticked: bool) -> None:
        """Tick or untick all that are shown and can be ticked."""
        if self._steps:
            return
        can = {row.id for row in self._shown_rows() if can_tick(row)}
        self._ticked = self._ticked | can if is_ticked else self._ticked - can
        self.refresh()
        self.ticks_changed.emit()

    def untick_all(self) -> None:
        """Untick all, shown or not."""
        self._ticked.clear()
        self.refresh()
        self.ticks_changed.emit()

    # -- looking up ---------------------------------------------------------------------------------------------------------

    @property
    def count(self) -> int:
        """How many worktrees there are, shown or not."""
        return len(self._rows)

    @property
    def tally(self) -> Mapping[Standing, int]:
        """How many there are in each part of the filter."""
        return tally(self._rows.values())

    def row_of(self, worktree_id: WorktreeId) -> WorktreeRow | None:
        """Return a worktree, or None."""
        return self._rows.get(worktree_id)

    def rows(self) -> list[WorktreeRow]:
        """Return all worktrees, shown or not."""
        return list(self._rows.values())

    def index_of(self, worktree_id: WorktreeId) -> QModelIndex:
        """Return a worktree's index, invalid when it isn't shown."""
        return self.index(self._shown.index(worktree_id)) if worktree_id in self._shown else QModelIndex()

    # -- QAbstractListModel -------------------------------------------------------------------------------------------------

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's own signature
        """Return the number of shown worktrees."""
        return 0 if parent.isValid() else len(self._shown)

    def flags(self, index: Index) -> Qt.ItemFlag:
        """Let those be ticked that can be."""
        row = self._at(index)
        if row is None:
            return Qt.ItemFlag.NoItemFlags
        flags = Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable | Qt.ItemFlag.ItemNeverHasChildren
        return flags | Qt.ItemFlag.ItemIsUserCheckable if can_tick(row) and not self._steps else flags

    def setData(self, index: Index, value: Any, role: int = Qt.ItemDataRole.EditRole) -> bool:
        """Tick or untick a row."""
        row = self._at(index)
        if row is None or role != Qt.ItemDataRole.CheckStateRole or not can_tick(row):
            return False
        self.set_ticked(row.id, Qt.CheckState(value) is Qt.CheckState.Checked)
        return True

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """Return what a row shows."""
        row = self._at(index)
        if row is None:
            return None
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return f"{repository_text(row)} {branch_text(row)}"
            case Qt.ItemDataRole.ToolTipRole:
                return plain_tip("\n".join([shown_name(row.path), *([all_threads_text(row)] if len(row.threads) > 1 else [])]))
            case Qt.ItemDataRole.AccessibleTextRole:
                return self.spoken(row)
            case Qt.ItemDataRole.CheckStateRole:
                return Qt.CheckState.Checked if row.id in self._ticked else Qt.CheckState.Unchecked
            case Role.WORKTREE:
                return row
            case Role.CAN_TICK:
                return can_tick(row) and not self._steps
            case Role.COUNTS:
                return counts_of(row.contents) if row.contents is not None or row.note or not row.exists else None
            case Role.MEANING:
                return self.meaning(row)
            case Role.UPDATED_AT:
                return used_text(row.used_at, self._now())
            case _:
                return None

    def meaning(self, row: WorktreeRow) -> Meaning:
        """Say what removing it means, or how its removal goes."""
        found = progress_meaning(self._steps.get(row.id), self._results.get(row.id))
        return found or meaning_of(row, self._around)

    def spoken(self, row: WorktreeRow) -> str:
        """Say all of a row, as a screen reader has no columns to look at."""
        tr = QCoreApplication.translate
        parts = [
            fill(tr("Cleanup", "Own copy of %1, branch %2"), repository_text(row), branch_text(row)),
            all_threads_text(row) or tr("Cleanup", "No thread works here"),
        ]
        if row.id in self._ticked:
            parts.insert(0, tr("Cleanup", "Ticked"))
        elif not can_tick(row):
            parts.insert(0, tr("Cleanup", "Can't be ticked"))
        if used := used_text(row.used_at, self._now()):
            parts.append(fill(tr("Cleanup", "last used %1"), used))
        if row.size_bytes is not None:
            parts.append(room_text(row.size_bytes))
        if row.contents is not None:
            parts += counts_spoken(counts_of(row.contents))
            parts += state_notes(row.contents)
        parts.append(self.meaning(row).spoken())
        return ". ".join(part.rstrip(".") for part in parts if part)

    def _at(self, index: Index) -> WorktreeRow | None:
        if not index.isValid() or not 0 <= index.row() < len(self._shown):
            return None
        return self._rows[self._shown[index.row()]]

    def _shown_rows(self) -> list[WorktreeRow]:
        return [self._rows[one] for one in self._shown]

    def _show_anew(self) -> None:
        wanted = [row.id for row in arranged(self._rows.values(), self._part, self._wanted, self._order)]
        self.beginResetModel()
        self._shown = wanted
        self.endResetModel()
        self.ticks_changed.emit()

    def _emit_changed(self, worktree_id: WorktreeId) -> None:
        index = self.index_of(worktree_id)
        if index.isValid():
            self.dataChanged.emit(index, index)

    def _check_ticks(self) -> None:
        self._ticked = still_ticked(self._rows.values(), self._ticked)
        self.ticks_changed.emit()


def _with_earlier(row: WorktreeRow, before: WorktreeRow | None) -> WorktreeRow:
    """Return a row that was only listed with what it held when it was measured last: numbers don't flicker."""
    if before is None or row.is_measured:
        return row
    return replace(row, contents=before.contents, size_bytes=row.size_bytes or before.size_bytes, note=before.note)


def counts_spoken(counts: Counts) -> list[str]:
    """Say each count with its kind; unknown ones as well."""
    tr = QCoreApplication.translate

    def say(number: Number, known: str, unknown: str) -> str:
        return unknown if number is None else known

    texts = [
        say(counts.changed, tr("Cleanup", "%n changed", None, counts.changed or 0), tr("Cleanup", "changed files unknown")),
        say(counts.new, tr("Cleanup", "%n new", None, counts.new or 0), tr("Cleanup", "new files unknown")),
        say(counts.ignored, tr("Cleanup", "%n ignored", None, counts.ignored or 0), tr("Cleanup", "ignored files unknown")),
        commits_text(counts.commits),
    ]
    return [QLocale().createSeparatedList(texts)]
