# SPDX-License-Identifier: MIT
"""A child process with a protocol on its standard streams, that can be ended together with all it started."""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from onesist_desktop.process import tree
from onesist_desktop.process.errors import (
    ProcessesLeftError,
    ProgramMissingError,
    ProgramNotStartedError,
    WorkingFolderMissingError,
)
from onesist_desktop.process.frames import FrameSplitter, OversizedFrame
from onesist_desktop.process.streams import ChildStreams
from onesist_desktop.runtime.completing import completed

DEFAULT_FRAME_BYTES = 16 * 1024 * 1024

_READ_BYTES = 64 * 1024
_MAX_ROUNDS = 5


class ChildProcess:
    """A running program with pipes on its three standard streams.

    Its stderr is always drained. Read its stdout either by :meth:`frames` or by :attr:`stdout`, not both.
    Whoever starts a child also calls :meth:`stop`, even when the program ended by itself: what it started may still run.

    Attributes:
        mark: Value of ``ONESIST_PROCESS_MARK`` in the environment of the whole tree. :meth:`stop` ends everything that
            carries it, so it must be unique to this child.
        pid: Its process id.
        started_at: When it started, seconds since the epoch; identifies the process together with ``pid``.
    """

    def __init__(self, transport: asyncio.SubprocessTransport, protocol: ChildStreams, mark: str, max_frame_bytes: int) -> None:
        pid = transport.get_pid()
        assert pid is not None
        identity = tree.identify(pid)
        self.mark = mark
        self.pid: int = pid
        # A program that has ended already has no start time any more. Now is as good: nothing has that pid and time.
        self.started_at = identity.started_at if identity else time.time()
        self._transport = transport
        self._protocol = protocol
        self._max_frame_bytes = max_frame_bytes
        self._is_read = False
        self._write_lock = asyncio.Lock()
        self._stop_lock = asyncio.Lock()

    @classmethod
    async def start(
        cls,
        argv: Sequence[str],
        *,
        cwd: str,
        env: Mapping[str, str],
        mark: str,
        max_frame_bytes: int = DEFAULT_FRAME_BYTES,
        on_stderr: Callable[[bytes], object] | None = None,
        merges_stderr: bool = False,
    ) -> ChildProcess:
        """Start a program in a session of its own.

        Args:
            argv: Program and arguments, as they are; there is no shell. Secrets and prompts don't belong here: everyone
                on the machine can read them.
            cwd: Folder to work in.
            env: The whole environment. Only ``ONESIST_PROCESS_MARK`` is added.
            mark: See the class.
            max_frame_bytes: Longest line that :meth:`frames` delivers, and limit of ``stdout.readline()``.
            on_stderr: Gets what the program writes to stderr as it comes; must not raise.
            merges_stderr: Stderr goes into stdout, in the order in which the program writes.

        Raises:
            ProgramMissingError: There is no such program.
            ProgramNotStartedError: The operating system refused to start it.
            WorkingFolderMissingError: ``cwd`` isn't a folder.
        """
        loop = asyncio.get_running_loop()

        def streams() -> ChildStreams:
            return ChildStreams(max_frame_bytes, loop, on_stderr)

        options = _options(cwd, env, mark, merges_stderr=merges_stderr)

        async def start() -> ChildProcess:
            transport, protocol = await loop.subprocess_exec(streams, *argv, **options)
            return cls(transport, protocol, mark, max_frame_bytes)

        with _telling(argv[0], cwd):
            # It may run, and have started others, before we are told so. Cancelled by then, asyncio would kill it alone, and wait
            # for its pipes, which the others keep open.
            return await completed(start(), _end)

    @classmethod
    async def start_shell(cls, command: str, *, cwd: str, env: Mapping[str, str], mark: str) -> ChildProcess:
        """Let the system's shell (see :func:`shell_program`) read a command that the person agreed to, and nothing else.

        Stderr goes into stdout. Raises as :meth:`start` does.
        """
        if sys.platform == "win32":
            # An argv would be quoted in a way that cmd.exe doesn't understand; here the standard library hands the text on
            # as it is, within quotes that cmd.exe takes away again.
            loop = asyncio.get_running_loop()
            options = _options(cwd, env, mark, merges_stderr=True)

            async def start() -> ChildProcess:
                transport, protocol = await loop.subprocess_shell(
                    lambda: ChildStreams(DEFAULT_FRAME_BYTES, loop), command, executable=shell_program(), **options
                )
                return cls(transport, protocol, mark, DEFAULT_FRAME_BYTES)

            with _telling(shell_program(), cwd):
                return await completed(start(), _end)
        return await cls.start((shell_program(), "-c", command), cwd=cwd, env=env, mark=mark, merges_stderr=True)

    @property
    def returncode(self) -> int | None:
        """Exit code, negative signal number on POSIX, None while it runs."""
        return self._transport.get_returncode()

    @property
    def stdin(self) -> asyncio.StreamWriter:
        """The raw writer, for libraries that write by themselves."""
        assert self._protocol.stdin is not None
        return self._protocol.stdin

    @property
    def stdout(self) -> asyncio.StreamReader:
        """The raw reader, for libraries that read by themselves."""
        assert self._protocol.stdout is not None
        return self._protocol.stdout

    @property
    def stderr_tail(self) -> str:
        """The last 16 KiB that the program wrote to stderr, decoded leniently."""
        return self._protocol.tail.text()

    async def write_line(self, data: bytes) -> None:
        """Write one line and wait until the pipe has room again.

        Raises:
            ConnectionError: The program has ended or closed its stdin.
            ValueError: ``data`` holds a newline, which would make two frames of it.
        """
        if b"\n" in data:
            raise ValueError("a frame can't hold a newline")
        async with self._write_lock:
            if self.returncode is not None or self.stdin.is_closing():
                raise ConnectionResetError("the program has ended or its stdin is closed")
            self.stdin.write(data + b"\n")
            await self.stdin.drain()

    async def frames(self) -> AsyncIterator[bytes | OversizedFrame]:
        """Deliver stdout line by line, without line ends, until the program closes it or has ended.

        A line over the limit comes as one :class:`OversizedFrame`, and the ones after it as usual. Stdout also counts
        as ended when the program has ended and what it started keeps the pipe open but is quiet.
        """
        if self._is_read:
            raise RuntimeError("a child's frames can be read once")
        self._is_read = True
        splitter = FrameSplitter(self._max_frame_bytes)
        while data := await self._read():
            for frame in splitter.feed(data):
                yield frame
        for frame in splitter.finish():
            yield frame

    async def wait(self, timeout_s: float | None = None) -> int | None:
        """Wait until the program itself has ended and return its exit code; None if it still runs after ``timeout_s``."""
        try:
            async with asyncio.timeout(timeout_s):
                await self._protocol.exited.wait()
        except TimeoutError:
            return None
        return self.returncode

    async def close_stdin(self) -> None:
        """Tell the program that nothing more comes. What was written before is still delivered."""
        if not self.stdin.is_closing():
            self.stdin.close()

    async def stop(self, *, eof_s: float = 2.0, term_s: float = 2.0, kill_s: float = 2.0) -> None:
        """End the program and everything that it started, and make sure that nothing is left.

        Close stdin and wait ``eof_s`` seconds for the program to end; then ask all that is left to terminate and wait
        ``term_s``; then kill and wait ``kill_s``. Calling it again does nothing new. When it is cancelled, everything
        is killed at once.

        Raises:
            ProcessesLeftError: Something outlived being killed.
        """
        async with self._stop_lock:
            try:
                # Before the program ends by itself: a child of its with a session and an environment of its own can
                # only be told by its parent.
                known = await asyncio.to_thread(self._whole_family)
                await self.close_stdin()
                await self.wait(eof_s)
                await self._end_family(known, term_s, kill_s)
                await self.wait(kill_s)
            except asyncio.CancelledError:
                for process in self._whole_family():
                    tree.kill(process)
                raise
            finally:
                self._transport.close()

    def close(self) -> None:
        """Let go of a program that has ended by itself, without looking for what it may have started: for short commands."""
        self._transport.close()

    def send_signal(self, signal_number: int) -> None:
        """Signal the program alone, such as an interrupt. One that has ended is no error."""
        if self.returncode is None:
            tree.send_signal(tree.ProcessId(self.pid, self.started_at), signal_number)

    def interrupt(self) -> None:
        """Ask the program alone to stop what it does (``SIGINT``, on Windows Ctrl+Break)."""
        self.send_signal(getattr(signal, "CTRL_BREAK_EVENT", signal.SIGINT))

    async def _end_family(self, known: list[tree.ProcessId], term_s: float, kill_s: float) -> None:
        # What is being ended may still start something, so look again until nothing new is found.
        left: list[tree.ProcessId] = []
        for _ in range(_MAX_ROUNDS):
            # The look takes some milliseconds per hundred processes, so not on the loop.
            found = await asyncio.to_thread(self._whole_family)
            members = list(dict.fromkeys([*found, *filter(tree.is_alive, known)]))
            if not members:
                return
            left = await tree.end(members, term_s=term_s, kill_s=kill_s)
            known, term_s = [], 0.0
            if left:
                break
        if left:
            raise ProcessesLeftError(left)

    def _whole_family(self) -> list[tree.ProcessId]:
        members = tree.family(self.pid, self.mark)
        if self.returncode is None and (own := tree.identify(self.pid)) is not None:
            # The program first: a supervisor that is still there would start its workers again.
            members.insert(0, own)
        return members

    async def _read(self) -> bytes:
        try:
            return await self.stdout.read(_READ_BYTES)
        except (ConnectionError, BrokenPipeError):
            # Windows reports a killed program's pipe as broken instead of ended.
            return b""


def shell_program() -> str:
    """Return the program that reads commands of :meth:`ChildProcess.start_shell`."""
    if sys.platform == "win32":
        return str(Path(os.environ.get("SYSTEMROOT", r"C:\Windows")) / "System32" / "cmd.exe")
    return "/bin/sh"


async def _end(child: ChildProcess) -> None:
    # What outlives being killed is found by its mark at the next start; here the cancellation is what there is to tell.
    with contextlib.suppress(ProcessesLeftError):
        await child.stop(eof_s=0.0)


@contextlib.contextmanager
def _telling(program: str, cwd: str) -> Iterator[None]:
    """Turn the operating system's refusals to start a program into ours."""
    if not Path(cwd).is_dir():
        raise WorkingFolderMissingError(cwd)
    try:
        yield
    except FileNotFoundError as error:
        raise ProgramMissingError(program) from error
    except (OSError, ValueError) as error:
        # ValueError: a NUL byte in an argument or a variable.
        raise ProgramNotStartedError(program, str(error)) from error


def _options(cwd: str, env: Mapping[str, str], mark: str, *, merges_stderr: bool) -> dict[str, Any]:
    return {
        "cwd": cwd,
        "env": {**env, tree.MARK_VARIABLE: mark},
        "stdin": subprocess.PIPE,
        "stdout": subprocess.PIPE,
        "stderr": subprocess.STDOUT if merges_stderr else subprocess.PIPE,
        "start_new_session": sys.platform != "win32",
        "creationflags": _creation_flags(),
    }


def _creation_flags() -> int:
    # No console window flashes up, and a Ctrl+C of ours isn't the child's.
    if sys.platform == "win32":
        return subprocess.CREATE_NO_WINDOW | subprocess.CREATE_NEW_PROCESS_GROUP
    return 0
