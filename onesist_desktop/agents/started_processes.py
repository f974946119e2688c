# SPDX-License-Identifier: MIT
"""The processes that the commands of one turn started, told from those that live as long as the session."""

from __future__ import annotations

import asyncio
import os
import sys
import time
from collections.abc import Sequence

import psutil

from onesist_desktop.process import tree

_SLACK_S = 0.05
_ROUNDS = 3


def process_clock() -> float:
    """Return now on the clock by which processes' start times are told.

    On Linux these count from the boot, whose time is rounded to seconds, so they can be a second off the real time.
    """
    if sys.platform == "linux":
        now = float(psutil.boot_time()) + time.clock_gettime(time.CLOCK_BOOTTIME)
    else:
        now = time.time()
    return now


def started_since(
    pid: int, mark: str, since: float, spared: Sequence[str], spared_names: Sequence[str] = ()
) -> list[tree.ProcessId]:
    """List what belongs to a child by parent, session or mark and was started since then.

    Args:
        pid: The child.
        mark: Its mark.
        since: Time on :func:`process_clock`.
        spared: Argument list of our own history server, which lives as long as the session.
        spared_names: How the names of the agent's own helpers begin.
    """
    recent = [one for one in tree.family(pid, mark) if one.started_at >= since - _SLACK_S]
    recent = [one for one in recent if not one.name.startswith(tuple(spared_names))]
    return [one for one in recent if not runs(one, spared)]


async def end_started_since(
    pid: int, mark: str, since: float, spared: Sequence[str], spared_names: Sequence[str] = ()
) -> list[tree.ProcessId]:
    """End those processes, looking again until nothing new is found. Returns what could not be ended."""
    left: list[tree.ProcessId] = []
    for _ in range(_ROUNDS):
        found = await asyncio.to_thread(started_since, pid, mark, since, spared, spared_names)
        if not found:
            return []
        left = await tree.end(found, term_s=1.0, kill_s=2.0)
        if left:
            return left
    return left


def runs(process: tree.ProcessId, argv: Sequence[str]) -> bool:
    """Tell whether a process runs that argument list; a script's interpreter may stand before it."""
    if not argv:
        return False
    try:
        found = psutil.Process(process.pid).cmdline()
    except psutil.Error:
        return False
    # A script is shown behind its interpreter, and a name without its folder is shown as it was given.
    wanted = [os.path.basename(argv[0]), *argv[1:]]  # noqa: PTH119 - the other system's separators don't matter here
    for start in range(len(found)):
        shown = [os.path.basename(found[start]), *found[start + 1 :]]  # noqa: PTH119
        if shown == wanted:
            return True
    return False
