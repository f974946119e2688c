# SPDX-License-Identifier: MIT
"""Which worktrees the clean-up shows, in which order, and which of them can be ticked. Pure."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from enum import StrEnum

from onesist_desktop.core.ids import WorktreeId
from onesist_desktop.core.workspaces import WorktreeState
from onesist_desktop.services.workspace_views import WorktreeRow


class Standing(StrEnum):
    """What can be said of a worktree at once; also the parts of the filter."""

    ALL = "all"
    """As a part of the filter only."""
    NOTHING_TO_LOSE = "nothing"
    HOLDS_WORK = "work"
    """Something would be lost, or commits of its own would stay on its branch only."""
    BLOCKED = "blocked"
    """It can't be removed now, for what blocks it or for having no folder."""
    MEASURING = "measuring"
    """Not known yet; listed under *All* only."""


class Order(StrEnum):
    """By what rows are ordered."""

    SAFE = "safe"
    """Nothing to lose first, what can't be removed at the end; of each last used last."""
    USED = "used"
    """Last used last, as the service lists them."""
    NAME = "name"
    SIZE = "size"
    """Largest first; those without a size at the end."""


_RANKS = {Standing.NOTHING_TO_LOSE: 0, Standing.HOLDS_WORK: 1, Standing.MEASURING: 1, Standing.BLOCKED: 2}


class Ticks(StrEnum):
    """How many of the rows that can be ticked are."""

    NONE = "none"
    SOME = "some"
    ALL = "all"


def standing_of(row: WorktreeRow) -> Standing:
    """Say how a worktree stands."""
    if row.blockers or not row.exists or row.state is WorktreeState.CREATING:
        return Standing.BLOCKED
    if row.contents is None:
        # What could not be measured has no numbers that could be confirmed.
        return Standing.BLOCKED if row.note else Standing.MEASURING
    is_plain = row.contents.holds_nothing and row.contents.commits.count == 0
    return Standing.NOTHING_TO_LOSE if is_plain else Standing.HOLDS_WORK


def can_tick(row: WorktreeRow) -> bool:
    """Whether a worktree can be chosen for removal."""
    return standing_of(row) in {Standing.NOTHING_TO_LOSE, Standing.HOLDS_WORK}


def is_found(row: WorktreeRow, wanted: str) -> bool:
    """Whether a text stands in a worktree's repository, branch, folder or threads, whatever its case. Empty is in all."""
    parts = wanted.casefold().split()
    if not parts:
        return True
    texts = (row.repository_title, row.branch, row.path, *(thread.title for thread in row.threads))
    whole = "\n".join(texts).casefold()
    return all(part in whole for part in parts)


def arranged(rows: Iterable[WorktreeRow], part: Standing, wanted: str, order: Order = Order.SAFE) -> list[WorktreeRow]:
    """Return the rows to show, in their order."""
    found = [row for row in rows if (part is Standing.ALL or standing_of(row) is part) and is_found(row, wanted)]
    keys: dict[Order, Callable[[WorktreeRow], tuple[object, ...]]] = {
        Order.SAFE: lambda row: (_RANKS[standing_of(row)], row.used_at),
        Order.USED: lambda row: (row.used_at,),
        Order.NAME: lambda row: (row.repository_title.casefold(), row.branch.casefold()),
        Order.SIZE: lambda row: (row.size_bytes is None, -(row.size_bytes or 0)),
    }
    return sorted(found, key=keys[order])


def tally(rows: Iterable[WorktreeRow]) -> dict[Standing, int]:
    """Count the rows of each part of the filter."""
    counts = dict.fromkeys(Standing, 0)
    for row in rows:
        counts[Standing.ALL] += 1
        counts[standing_of(row)] += 1
    return counts


def ticks_of(shown: Sequence[WorktreeRow], ticked: Collection[WorktreeId]) -> Ticks:
    """Say how many of the shown rows that can be ticked are."""
    can = [row.id for row in shown if can_tick(row)]
    on = sum(one in ticked for one in can)
    if not on:
        return Ticks.NONE
    return Ticks.ALL if on == len(can) else Ticks.SOME


def still_ticked(rows: Iterable[WorktreeRow], ticked: Collection[WorktreeId]) -> set[WorktreeId]:
    """Return the ticks that still stand: those of rows that are there and can be ticked."""
    return {row.id for row in rows if row.id in ticked and can_tick(row)}
