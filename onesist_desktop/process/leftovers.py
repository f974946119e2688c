# SPDX-License-Identifier: MIT
"""Ending what an earlier run of the app left behind when it crashed.

Every child inherits a mark that belongs to this data folder. Whoever holds the folder's single-instance lock knows that any
process which carries the mark is nobody's any more.
"""

from __future__ import annotations

import asyncio
import os
from dataclasses import dataclass

import psutil

from onesist_desktop.process import tree


@dataclass(frozen=True, slots=True)
class LeftoverReport:
    """What was found from an earlier run.

    Attributes:
        ended: Processes that were still alive and have been ended.
        left: Processes that outlived being killed.
    """

    ended: tuple[tree.ProcessId, ...] = ()
    left: tuple[tree.ProcessId, ...] = ()


async def end_marked_by_app(app_mark: str, *, term_s: float = 2.0, kill_s: float = 2.0) -> LeftoverReport:
    """End every process that carries the app's mark, but never this one and those that it runs under.

    Processes are told by pid and start time, so none that got a pid later is ever hit.

    Args:
        app_mark: What ``ShellEnvironment`` puts into each environment.
        term_s: Seconds to wait after asking to terminate.
        kill_s: Seconds to wait after killing.
    """
    found = await asyncio.to_thread(_find, app_mark)
    left = await tree.end(found, term_s=term_s, kill_s=kill_s)
    return LeftoverReport(ended=tuple(process for process in found if process not in left), left=tuple(left))


def _find(app_mark: str) -> list[tree.ProcessId]:
    protected = {os.getpid(), *(parent.pid for parent in psutil.Process().parents())}
    return [process for process in tree.marked(app_mark, tree.APP_MARK_VARIABLE) if process.pid not in protected]
