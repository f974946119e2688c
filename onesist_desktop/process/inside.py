# SPDX-License-Identifier: MIT
"""Who works in a folder: running processes with the folder that they are in, and how they hang together with this app."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable
from dataclasses import dataclass

import psutil

from onesist_desktop.process import tree

_DELETED = " (deleted)"


@dataclass(frozen=True, slots=True)
class Working:
    """A process and where it works.

    Attributes:
        process: Its identity.
        folder: The folder that it works in, a real path; empty where that can't be read.
        parent: Pid of its parent.
        session: Pid that its session is named after, 0 on Windows.
        mark: What it has of the mark of the child that it belongs to, empty for none.
        has_app_mark: It carries the app's mark.
        is_below: It is a child of this process, or below one.
        carries: It has the variable that was asked for in its environment.
    """

    process: tree.ProcessId
    folder: str
    parent: int = 0
    session: int = 0
    mark: str = ""
    has_app_mark: bool = False
    is_below: bool = False
    carries: bool = False

    @property
    def is_ours(self) -> bool:
        """It was started by this app, or by what this app started."""
        return self.is_below or self.has_app_mark

    @property
    def is_own_child(self) -> bool:
        """This process itself started it as one of its marked children."""
        return self.has_app_mark and self.parent == os.getpid()


def working_processes(app_mark: str, variable: str = "") -> tuple[Working, ...]:
    """List all running processes that this user may look at, without this one. Blocks some 10 ms per hundred processes.

    Args:
        app_mark: The mark of what this app starts; empty for none.
        variable: Name of the environment variable that ``Working.carries`` is about.
    """
    own = os.getpid()
    below = {process.pid for process in tree.descendants(own)}
    found = []
    for process in psutil.process_iter():
        if process.pid in (0, own):
            continue
        try:
            working = _look(process, app_mark, variable, is_below=process.pid in below)
        except (psutil.Error, OSError):
            # It has ended, or is another user's: nobody may look at it.
            continue
        if working is not None:
            found.append(working)
    return tuple(found)


def family_of(root: Working, processes: Iterable[Working]) -> tuple[Working, ...]:
    """Return what ends together with a child of ours, without itself: by parent, session or mark, as ``tree.family`` finds it."""
    others = {one.process.pid: one for one in processes if one.process.pid != root.process.pid}
    members = {root.process.pid}
    while True:
        more = {pid for pid, one in others.items() if pid not in members and _belongs(one, root, members)}
        if not more:
            return tuple(others[pid] for pid in others if pid in members)
        members |= more


def lies_in(path: str, folder: str) -> bool:
    """Tell whether a real path is a folder or lies in it."""
    return path == folder or path.startswith(folder.rstrip(os.sep) + os.sep)


def _belongs(one: Working, root: Working, members: set[int]) -> bool:
    return one.parent in members or one.session == root.process.pid or bool(root.mark and one.mark == root.mark)


def _look(process: psutil.Process, app_mark: str, variable: str, *, is_below: bool) -> Working | None:
    with process.oneshot():
        if process.status() == psutil.STATUS_ZOMBIE:
            return None
        identity = tree.ProcessId(process.pid, process.create_time(), process.name())
        parent = process.ppid()
        folder, marks = _folder(process), _environment(process)
    return Working(
        process=identity,
        folder=folder,
        parent=parent,
        session=0 if sys.platform == "win32" else os.getsid(process.pid),
        mark=marks.get(tree.MARK_VARIABLE, ""),
        has_app_mark=bool(app_mark) and marks.get(tree.APP_MARK_VARIABLE) == app_mark,
        is_below=is_below,
        carries=bool(variable) and variable in marks,
    )


def _folder(process: psutil.Process) -> str:
    try:
        folder = process.cwd()
    except (psutil.Error, OSError):
        return ""
    return os.path.realpath(folder.removesuffix(_DELETED)) if folder else ""


def _environment(process: psutil.Process) -> dict[str, str]:
    try:
        return dict(process.environ())
    except (psutil.Error, OSError):
        # Readable for fewer processes than the folder is.
        return {}
