# SPDX-License-Identifier: MIT
"""Which processes belong to a child, and ending exactly those.

A child's children can leave its process group, its session and even its tree (a daemon), so they are looked for in
three ways: by parent, by session, and by a mark in the environment that every one of them inherits.
"""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from collections.abc import Iterable
from dataclasses import dataclass

import psutil

MARK_VARIABLE = "ONESIST_PROCESS_MARK"
APP_MARK_VARIABLE = "ONESIST_APP_MARK"

SAME_START_S = 2.0
"""Start times are derived from the boot time, which shifts a little when the clock is set; a pid isn't reused that fast."""

_POLL_S = 0.02


@dataclass(frozen=True, slots=True)
class ProcessId:
    """A process that can't be mistaken for another one which got its pid later.

    Attributes:
        started_at: Seconds since the epoch, as the operating system tells it.
        name: For people only.
    """

    pid: int
    started_at: float
    name: str = ""


def identify(pid: int) -> ProcessId | None:
    """Return the identity of a running process, None if there is none with that pid (a zombie counts as none)."""
    try:
        process = psutil.Process(pid)
        return _identity(process)
    except psutil.Error:
        return None


def is_alive(process: ProcessId) -> bool:
    """Tell whether exactly this process still runs. A zombie doesn't."""
    found = identify(process.pid)
    return found is not None and _is_same(found, process)


def descendants(pid: int) -> list[ProcessId]:
    """Return the children of ``pid`` and theirs. Processes whose parent has ended are not among them: see ``marked``."""
    try:
        children = psutil.Process(pid).children(recursive=True)
    except psutil.Error:
        return []
    return _identities(children)


def in_session(pid: int) -> list[ProcessId]:
    """Return the processes of the session that ``pid`` leads or led, without ``pid``. Empty on Windows."""
    if sys.platform == "win32":
        return []
    found: list[psutil.Process] = []
    for process in psutil.process_iter():
        try:
            if process.pid != pid and os.getsid(process.pid) == pid:
                found.append(process)
        except (ProcessLookupError, PermissionError):
            continue
    return _identities(found)


def marked(mark: str, variable: str = MARK_VARIABLE, *, not_before: float = 0.0) -> list[ProcessId]:
    """Return this user's processes that inherited ``mark``, wherever they hang now, without this process.

    Args:
        mark: What to look for; empty finds nothing.
        variable: Name of the variable that holds it.
        not_before: When the first process with it was started. Older ones can't have it and are not read, which saves some
            milliseconds per hundred processes.
    """
    if not mark:
        return []
    found: list[psutil.Process] = []
    own_pid = os.getpid()
    for process in psutil.process_iter():
        if process.pid == own_pid:
            continue
        try:
            if process.create_time() < not_before - SAME_START_S:
                continue
            if process.environ().get(variable) == mark:
                found.append(process)
        except (psutil.Error, OSError):
            # Gone in the meantime, or another user's: not ours to end in either case.
            continue
    return _identities(found)


def family(pid: int, mark: str, *, not_before: float = 0.0) -> list[ProcessId]:
    """Return all that belongs to a child by parent, session or mark, without the child itself. ``not_before``: its start."""
    groups = (descendants(pid), in_session(pid), marked(mark, not_before=not_before))
    found = {process.pid: process for group in groups for process in group}
    found.pop(pid, None)
    return list(found.values())


async def end(processes: Iterable[ProcessId], *, term_s: float = 2.0, kill_s: float = 2.0) -> list[ProcessId]:
    """Ask processes to end, kill those that haven't after ``term_s`` seconds, and wait at most ``kill_s`` for these.

    Returns:
        What is still there.
    """
    left = [process for process in processes if is_alive(process)]
    for process in left:
        send_signal(process, signal.SIGTERM)
    left = await wait_gone(left, term_s)
    for process in left:
        kill(process)
    return await wait_gone(left, kill_s)


def kill(process: ProcessId) -> None:
    """Kill exactly this process, now. One that is gone already is no error."""
    # Windows has no SIGKILL; its SIGTERM is as final.
    send_signal(process, getattr(signal, "SIGKILL", signal.SIGTERM))


async def wait_gone(processes: Iterable[ProcessId], limit_s: float) -> list[ProcessId]:
    """Wait until these processes have ended, at most ``limit_s`` seconds, and return those that have not."""
    loop = asyncio.get_running_loop()
    deadline = loop.time() + limit_s
    left = [process for process in processes if is_alive(process)]
    while left and loop.time() < deadline:
        await asyncio.sleep(_POLL_S)
        left = [process for process in left if is_alive(process)]
    return left


def send_signal(process: ProcessId, signal_number: int) -> None:
    """Signal exactly this process: a process that got its pid later is left alone, and so is one that has ended."""
    if process.pid in (0, 1, os.getpid()):
        return
    # On Linux a descriptor pins the process: after the start time was compared, the pid can't become another's.
    if sys.platform == "linux":
        try:
            descriptor = os.pidfd_open(process.pid)
        except OSError:
            return
        try:
            if is_alive(process):
                signal.pidfd_send_signal(descriptor, signal_number)
        except (ProcessLookupError, PermissionError):
            # Gone is what was wanted. What may not be signalled shows as a process that is left over.
            return
        finally:
            os.close(descriptor)
    else:
        try:
            found = psutil.Process(process.pid)
            if _is_same(_identity(found), process):
                found.send_signal(signal_number)
        except (psutil.NoSuchProcess, psutil.AccessDenied, ProcessLookupError):
            return


def _identity(process: psutil.Process) -> ProcessId:
    with process.oneshot():
        if process.status() == psutil.STATUS_ZOMBIE:
            raise psutil.NoSuchProcess(process.pid)
        return ProcessId(process.pid, process.create_time(), process.name())


def _identities(processes: Iterable[psutil.Process]) -> list[ProcessId]:
    found = []
    for process in processes:
        try:
            found.append(_identity(process))
        except psutil.Error:
            continue
    return found


def _is_same(left: ProcessId, right: ProcessId) -> bool:
    return left.pid == right.pid and abs(left.started_at - right.started_at) <= SAME_START_S
