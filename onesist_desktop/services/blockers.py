# SPDX-License-Identifier: MIT
"""What keeps a worktree from being removed: whoever works in it, a lock, and what else lies inside."""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from onesist_desktop.core.workspaces import Blocker, BlockerKind, BlockingProcess
from onesist_desktop.git.worktree_list import GitWorktree
from onesist_desktop.process import tree
from onesist_desktop.process.inside import Working, family_of, lies_in

HISTORY_VARIABLE = "ONESIST_HISTORY_TOKEN"
"""What our own history server has in its environment, and nothing else."""

_GIT_MARK = "git-"


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


def blocking_processes(
    where: Surroundings,
    processes: Sequence[Working],
    *,
    spares_idle: bool,
    stayed: Sequence[BlockingProcess] = (),
    helpers: tuple[str, ...] = (),
) -> tuple[BlockingProcess, ...]:
    """Return the processes that keep a worktree's folder, without the Gits that this app asks.

    An agent of ours that idles there is let go by the removal itself, and our history server with it. All else that such an
    agent started would end with it, wherever it works, so it counts as working in the folder: nobody ends it unseen.

    Args:
        where: The worktree. While a run or its set-up works there nothing idles.
        processes: All that run.
        spares_idle: Leave out the agents that idle there and their history servers.
        stayed: Processes that letting go did not end: not left out either.
        helpers: Beginnings of the names of what agents start for themselves, which holds no work; left out with their agent.
    """
    known = [one for one in processes if not (one.is_ours and one.mark.startswith(_GIT_MARK))]
    inside = {one.process.pid: one for one in known if lies_in(one.folder, where.path)}
    if spares_idle and not where.runs and not where.is_set_up:
        idle = [one for one in inside.values() if one.is_own_child and not is_among(_shown(one), stayed)]
        for root in idle:
            inside |= {one.process.pid: one for one in family_of(root, known)}
        spared = {root.process.pid for root in idle}
        spared |= {one.process.pid for root in idle for one in family_of(root, known) if _is_helper(one, helpers)}
        inside = {pid: one for pid, one in inside.items() if pid not in spared}
    return tuple(_shown(inside[one.process.pid]) for one in known if one.process.pid in inside)


def is_among(process: BlockingProcess, others: Iterable[BlockingProcess]) -> bool:
    """Tell whether exactly this process is among others, not one that had or got its pid."""
    same = (one for one in others if one.pid == process.pid)
    return any(abs(one.started_at - process.started_at) <= tree.SAME_START_S for one in same)


def blockers_of(where: Surroundings, inside: Sequence[BlockingProcess], worktrees: Sequence[GitWorktree]) -> tuple[Blocker, ...]:
    """Return all that keeps a worktree from being removed now, in the order in which a person can do something about it."""
    found = []
    if where.runs:
        found.append(Blocker(BlockerKind.RUN, where.runs))
    if where.is_set_up:
        found.append(Blocker(BlockerKind.SETUP))
    if inside:
        found.append(Blocker(BlockerKind.PROCESSES, tuple(process.name for process in inside), tuple(inside)))
    for worktree in worktrees:
        if worktree.lock_reason is not None and os.path.realpath(worktree.path) == where.path:
            found.append(Blocker(BlockerKind.LOCKED, (worktree.lock_reason,)))
    listed = (os.path.realpath(worktree.path) for worktree in worktrees)
    inner = sorted({path for path in (*listed, *where.others) if path != where.path and lies_in(path, where.path)})
    if inner:
        found.append(Blocker(BlockerKind.SHARED, tuple(inner)))
    return tuple(found)


def _is_helper(working: Working, helpers: tuple[str, ...]) -> bool:
    return working.carries or working.process.name.startswith(helpers)


def _shown(working: Working) -> BlockingProcess:
    process = working.process
    return BlockingProcess(process.pid, process.started_at, process.name, working.is_ours)
