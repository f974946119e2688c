# SPDX-License-Identifier: MIT
"""Recognizes our own history server among the processes that an agent started."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import psutil

from onesist_desktop.process import tree


def runs(process: tree.ProcessId, argv: Sequence[str]) -> bool:
    """Tell whether a process runs that argument list; a script's interpreter may stand before it."""
    if not argv:
        return False
    try:
        found = psutil.Process(process.pid).cmdline()
    except psutil.Error:
        return False
    wanted = [Path(argv[0]).name, *argv[1:]]
    return any([Path(found[start]).name, *found[start + 1 :]] == wanted for start in range(len(found)))
