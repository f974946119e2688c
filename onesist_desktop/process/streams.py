# SPDX-License-Identifier: MIT
"""The pipes of a child process."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from onesist_desktop.process.frames import TailBuffer

STDERR_TAIL_BYTES = 16 * 1024

_QUIET_S = 0.5


class ChildStreams(asyncio.subprocess.SubprocessStreamProtocol):
    """Drains stderr without a reader, and tells of the exit even while others hold the pipes.

    ``Process.wait`` of Python 3.11 waits for the pipes as well, which a grandchild can keep open for ever.
    """

    def __init__(self, limit: int, loop: asyncio.AbstractEventLoop, on_stderr: Callable[[bytes], object] | None = None) -> None:
        super().__init__(limit=limit, loop=loop)
        self._on_stderr = on_stderr
        self.tail = TailBuffer(STDERR_TAIL_BYTES)
        self.exited = asyncio.Event()
        self._loop = loop
        self._subprocess: asyncio.SubprocessTransport | None = None
        self._last_data_at = 0.0

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Take the transport. Called by asyncio."""
        super().connection_made(transport)
        assert isinstance(transport, asyncio.SubprocessTransport)
        self._subprocess = transport

    def pipe_data_received(self, fd: int, data: bytes | str) -> None:
        """Keep the tail of stderr, hand stdout to its reader. Called by asyncio."""
        assert isinstance(data, bytes)
        if fd == 2:
            self.tail.feed(data)
            if self._on_stderr is not None:
                self._on_stderr(data)
            return
        self._last_data_at = self._loop.time()
        super().pipe_data_received(fd, data)

    def process_exited(self) -> None:
        """Tell of the exit and give the pipes a last moment. Called by asyncio."""
        self.exited.set()
        super().process_exited()
        self._loop.call_later(_QUIET_S, self._close_quiet_pipes)

    def _close_quiet_pipes(self) -> None:
        transport = self._subprocess
        if transport is None or transport.is_closing():
            return
        stdout = transport.get_pipe_transport(1)
        is_flowing = self._loop.time() - self._last_data_at < _QUIET_S
        # A paused pipe still holds what the reader hasn't come to yet.
        is_paused = isinstance(stdout, asyncio.ReadTransport) and not stdout.is_closing() and not stdout.is_reading()
        if is_flowing or is_paused:
            self._loop.call_later(_QUIET_S, self._close_quiet_pipes)
            return
        for descriptor in (1, 2):
            pipe = transport.get_pipe_transport(descriptor)
            if pipe is not None:
                pipe.close()
