# SPDX-License-Identifier: MIT
"""Run one shell command for the practice agent, with its output as it comes and an end even when a grandchild lives on."""

from __future__ import annotations

import asyncio
import codecs
import os
import signal
import subprocess
import threading
from collections.abc import Awaitable, Callable
from typing import IO

READ_BYTES = 16_384
_AFTER_EXIT_S = 0.3
_TERM_S = 1.0


def shell_argv(command: str) -> list[str]:
    """Return how the system's own shell runs a command line."""
    if os.name == "nt":
        return [os.environ.get("COMSPEC", "cmd.exe"), "/d", "/s", "/c", command]
    return ["/bin/sh", "-c", command]


async def run_shell(command: str, cwd: str, on_output: Callable[[str], Awaitable[None]], cancelled: asyncio.Event) -> int | None:
    """Run a command; its standard output and error come together.

    Args:
        command: A command line for the system's shell.
        cwd: Where it runs.
        on_output: Called with each piece of text, in order.
        cancelled: Once set, the command's process group is ended.

    Returns:
        The exit code (negative for a signal), or None when it was cancelled.
    """
    loop = asyncio.get_running_loop()
    pieces: asyncio.Queue[bytes] = asyncio.Queue()
    # Threads rather than asyncio's subprocess: there, wait() also waits for the pipe, which a background child may keep open.
    process = await asyncio.to_thread(_start, command, cwd)
    assert process.stdout is not None
    reader = threading.Thread(target=_read, args=(process.stdout, loop, pieces), name="practice-output", daemon=True)
    reader.start()
    decoder = codecs.getincrementaldecoder("utf-8")("replace")

    async def forward() -> None:
        while data := await pieces.get():
            if text := decoder.decode(data):
                await on_output(text)

    async with asyncio.TaskGroup() as group:
        exited = group.create_task(asyncio.to_thread(process.wait))
        forwarding = group.create_task(forward())
        stop = group.create_task(cancelled.wait())
        try:
            await asyncio.wait({exited, stop}, return_when=asyncio.FIRST_COMPLETED)
        finally:
            if process.poll() is None:
                await asyncio.shield(asyncio.to_thread(_end, process))
        await asyncio.wait({forwarding}, timeout=_AFTER_EXIT_S)
        forwarding.cancel()
        stop.cancel()
    return None if cancelled.is_set() else process.returncode


def _start(command: str, cwd: str) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        shell_argv(command),
        cwd=cwd,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        start_new_session=os.name == "posix",
        bufsize=0,
    )


def _read(stream: IO[bytes], loop: asyncio.AbstractEventLoop, pieces: asyncio.Queue[bytes]) -> None:
    with stream:
        while True:
            data = stream.read(READ_BYTES)
            try:
                loop.call_soon_threadsafe(pieces.put_nowait, data or b"")
            except RuntimeError:
                return  # The loop is closed: nobody reads any more.
            if not data:
                return


def _end(process: subprocess.Popen[bytes]) -> None:
    if os.name == "posix":
        for number in (signal.SIGTERM, signal.SIGKILL):
            try:
                os.killpg(process.pid, number)
            except ProcessLookupError:
                return
            try:
                process.wait(_TERM_S)
            except subprocess.TimeoutExpired:
                continue
            return
    process.kill()
    process.wait(_TERM_S)
