# SPDX-License-Identifier: MIT
"""What keeps a worktree from being removed: whoever works in it, a lock, and what else lies inside."""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import psutil

from onesist_desktop.core.workspaces import Blocker, BlockerKind, BlockingProcess
from onesist_desktop.git.worktree_list import GitWorktree
from onesist_desktop.process import tree

_GIT_MARK = "git-"
_DELETED = " (deleted)"


@dataclass(frozen=True, slots=True)
class Working:
    """A process and the folder that it works in, a real path."""

    process: BlockingProcess
    folder: str


@dataclass(frozen=True, slots=True)
class Surroundings:
    """What is known of a worktree from outside of its folder.

    Attributes:
        path: The folder, a real path.
        runs: Titles of threads whose run works there.
        is_set_up: Its set-up command runs.
        others: Folders that must not go with it: of other worktrees of ours, and of projects.
    """

    path: str
    runs: tuple[str, ...] = ()
    is_set_up: bool = False
    others: tuple[str, ...] = ()


def working_processes(app_mark: str) -> tuple[Working, ...]:
    """List the processes whose folder can be read, without this one and the Gits that it asks. Takes some 10 ms per hundred."""
    own = os.getpid()
    below = {process.pid for process in tree.descendants(own)}
    found = []
    for process in psutil.process_iter():
        if process.pid in (0, own):
            continue
        try:
            with process.oneshot():
                if process.status() == psutil.STATUS_ZOMBIE:
                    continue
                folder = process.cwd()
                marks = _environment(process)
                is_ours = process.pid in below or bool(app_mark and marks.get(tree.APP_MARK_VARIABLE) == app_mark)
                if is_ours and marks.get(tree.MARK_VARIABLE, "").startswith(_GIT_MARK):
                    continue
                known = BlockingProcess(process.pid, process.create_time(), process.name(), is_ours)
        except (psutil.Error, OSError):
            # It has ended, or is another user's: nobody may look at it.
            continue
        if folder:
            found.append(Working(known, os.path.realpath(folder.removesuffix(_DELETED))))
    return tuple(found)


def blockers_of(where: Surroundings, processes: Iterable[Working], worktrees: Sequence[GitWorktree]) -> tuple[Blocker, ...]:
    """Return all that keeps a worktree from being removed now, in the order in which a person can do something about it."""
    found = []
    if where.runs:
        found.append(Blocker(BlockerKind.RUN, where.runs))
    if where.is_set_up:
        found.append(Blocker(BlockerKind.SETUP))
    inside = tuple(working.process for working in processes if lies_in(working.folder, where.path))
    if inside:
        found.append(Blocker(BlockerKind.PROCESSES, tuple(process.name for process in inside), inside))
    for worktree in worktrees:
        if worktree.lock_reason is not None and os.path.realpath(worktree.path) == where.path:
            found.append(Blocker(BlockerKind.LOCKED, (worktree.lock_reason,)))
    listed = (os.path.realpath(worktree.path) for worktree in worktrees)
    inner = sorted({path for path in (*listed, *where.others) if path != where.path and lies_in(path, where.path)})
    if inner:
        found.append(Blocker(BlockerKind.SHARED, tuple(inner)))
    return tuple(found)


def lies_in(path: str, folder: str) -> bool:
    """Tell whether a real path is a folder or lies in it."""
    return path == folder or path.startswith(folder.rstrip(os.sep) + os.sep)


def _environment(process: psutil.Process) -> dict[str, str]:
    try:
        return dict(process.environ())
    except (psutil.Error, OSError):
        # Readable for fewer processes than the folder is.
        return {}
