# SPDX-License-Identifier: MIT
"""Asking the person's login shell for its search path."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

from onesist_desktop.process.streams import ChildStreams

_MARKER = b"__onesist_path__"
_MAX_BYTES = 1024 * 1024


async def ask_login_shell(environment: Mapping[str, str], limit_s: float) -> str | None:
    """Return the ``PATH`` that a login shell sets up, None where there is none or it doesn't answer in time.

    The shell runs in a session of its own, so that its start files can't reach our terminal. What they start in the
    background (an agent for keys, for example) is the person's and is left alone. It is interactive, since many people
    set their path in start files that are only read then.
    """
    if sys.platform == "win32":
        return None
    shell = environment.get("SHELL") or "/bin/sh"
    # Start files may print anything, so the value stands between markers.
    script = f"printf '%s' '{_MARKER.decode()}'; printf '%s' \"$PATH\"; printf '%s' '{_MARKER.decode()}'; exit"
    flags = ["-i", "-c"] if Path(shell).name in {"csh", "tcsh"} else ["-i", "-l", "-c"]
    home = environment.get("HOME", "/")
    loop = asyncio.get_running_loop()
    try:
        transport, streams = await loop.subprocess_exec(
            lambda: ChildStreams(_MAX_BYTES, loop),
            shell,
            *flags,
            script,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env=dict(environment),
            cwd=home if os.path.isdir(home) else "/",  # noqa: ASYNC240, PTH112 - one look at a local folder
            start_new_session=True,
        )
    except OSError:
        return None
    assert streams.stdout is not None
    path: str | None = None
    try:
        async with asyncio.timeout(limit_s):
            path = await _read_path(streams.stdout)
            # Time to end by itself: killing it would take along what its start files run in its group.
            await streams.exited.wait()
    except TimeoutError:
        return path
    finally:
        _kill_group(transport)
        # Closing also ends a pipe that something in the background still holds.
        transport.close()
        await streams.exited.wait()
    return path


async def _read_path(stdout: asyncio.StreamReader) -> str | None:
    data = b""
    while len(data) < _MAX_BYTES and (chunk := await stdout.read(64 * 1024)):
        data += chunk
        pieces = data.split(_MARKER)
        if len(pieces) >= 3:
            return os.fsdecode(pieces[1])
    return None


def _kill_group(transport: asyncio.SubprocessTransport) -> None:
    # Only while the shell itself lives: its pid, and with it the group's number, can't be anybody else's then.
    pid = transport.get_pid()
    if sys.platform != "win32" and pid is not None and transport.get_returncode() is None:
        try:
            os.killpg(pid, signal.SIGKILL)
        except ProcessLookupError:
            return
