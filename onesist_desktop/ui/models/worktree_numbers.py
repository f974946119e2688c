# SPDX-License-Identifier: MIT
"""The numbers of the clean-up: what worktrees hold and what removing them would lose. Pure; unknown stays unknown."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from onesist_desktop.core.workspaces import Contents, Named
from onesist_desktop.services.workspace_views import WorktreeRow

Number = int | None
"""None: it could not be found out. It is shown as ``?`` and treated as something to lose."""


@dataclass(frozen=True, slots=True)
class Counts:
    """What one or several worktrees hold, by kind.

    Attributes:
        changed: Tracked files with other content, and those that are gone.
        new: Files that Git doesn't know and doesn't ignore.
        ignored: Ignored files that are no known cache.
        commits: Commits that no other branch has. They stay.
        submodules: Submodules and nested repositories with content of their own.
        operations: Unfinished merges, rebases and the like.
        loose: Commits that only the worktree's own records reach. They are kept below a hidden name.
        detached: Worktrees on no branch that hold commits; those get a branch first.
    """

    changed: Number = 0
    new: Number = 0
    ignored: Number = 0
    commits: Number = 0
    submodules: Number = 0
    operations: Number = 0
    loose: Number = 0
    detached: int = 0


UNKNOWN_COUNTS = Counts(None, None, None, None, None, None, None)


@dataclass(frozen=True, slots=True)
class Loss:
    """What would be gone for good. A kind that is None can't be counted, and may be anything.

    ``commits`` is 0 or None: known ones stay.
    """

    changed: Number = 0
    new: Number = 0
    ignored: Number = 0
    submodules: Number = 0
    operations: Number = 0
    commits: Number = 0

    @property
    def is_none(self) -> bool:
        """Whether nothing would be lost, and that is known."""
        kinds = (self.changed, self.new, self.ignored, self.submodules, self.operations, self.commits)
        return all(kind == 0 for kind in kinds)

    @property
    def files(self) -> Number:
        """How many files, None when one of the kinds is unknown."""
        return add((self.changed, self.new, self.ignored))


def add(numbers: Iterable[Number]) -> Number:
    """Return the sum, None as soon as one of them is unknown."""
    total = 0
    for number in numbers:
        if number is None:
            return None
        total += number
    return total


def counts_of(contents: Contents | None) -> Counts:
    """Count what one worktree holds. Nothing is known of one that was not measured."""
    if contents is None:
        return UNKNOWN_COUNTS
    changes = contents.changes
    has_commits = contents.commits.count != 0
    return Counts(
        changed=add((changes.modified.count, changes.deleted.count)),
        new=changes.untracked.count,
        ignored=contents.ignored.count,
        commits=contents.commits.count,
        submodules=contents.submodules.count,
        operations=1 if changes.operation else 0,
        loose=contents.loose_commits,
        detached=1 if contents.is_detached and has_commits else 0,
    )


def counts_of_all(rows: Iterable[WorktreeRow]) -> Counts:
    """Count what several worktrees hold together."""
    each = [counts_of(row.contents) for row in rows]
    return Counts(
        changed=add(one.changed for one in each),
        new=add(one.new for one in each),
        ignored=add(one.ignored for one in each),
        commits=add(one.commits for one in each),
        submodules=add(one.submodules for one in each),
        operations=add(one.operations for one in each),
        loose=add(one.loose for one in each),
        detached=sum(one.detached for one in each),
    )


def loss_of(counts: Counts, *, keeps_ignored: bool) -> Loss:
    """Return what removing would lose. Ignored files that can't be counted are lost even where they are to be kept."""
    ignored = 0 if keeps_ignored and counts.ignored is not None else counts.ignored
    commits = 0 if counts.commits is not None and counts.loose is not None else None
    return Loss(counts.changed, counts.new, ignored, counts.submodules, counts.operations, commits)


def freed_bytes(rows: Iterable[WorktreeRow]) -> Number:
    """Return what removing several worktrees would free, None as soon as one size is unknown."""
    return add(row.size_bytes for row in rows)


def changed_names(contents: Contents) -> Named:
    """Return changed and deleted files as one kind."""
    changes = contents.changes
    count = add((changes.modified.count, changes.deleted.count))
    return Named(count, changes.modified.names + changes.deleted.names)


def is_changed(before: WorktreeRow, now: WorktreeRow) -> bool:
    """Whether a worktree holds something else than was shown before."""
    first, second = before.contents, now.contents
    return (first.fingerprint if first else "") != (second.fingerprint if second else "")
