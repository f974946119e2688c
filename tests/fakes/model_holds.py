# SPDX-License-Identifier: MIT
"""Answers that wait: until the test lets them go on, the client goes away, or a time has passed."""

from __future__ import annotations

import select
import socket
import threading
import time


class ClientGoneError(Exception):
    """The client closed its connection while an answer was on its way."""


class Holds:
    """All answers that wait at the moment. Thread-safe."""

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self._waiting: list[socket.socket] = []

    def wait(self, client: socket.socket, seconds: float | None = None) -> bool:
        """Block until released (True) or ``seconds`` passed (False). Raises ClientGoneError."""
        ours, theirs = socket.socketpair()
        with self._changed:
            self._waiting.append(theirs)
            self._changed.notify_all()
        deadline = None if seconds is None else time.monotonic() + seconds
        try:
            while True:
                left = None if deadline is None else max(0.0, deadline - time.monotonic())
                ready = select.select([ours, client], [], [], left)[0]
                if ours in ready:
                    return True
                if not ready:
                    return False
                # Nothing is sent to us during an answer, so a readable connection has ended.
                raise ClientGoneError
        finally:
            with self._changed:
                if theirs in self._waiting:
                    self._waiting.remove(theirs)
                self._changed.notify_all()
            ours.close()
            theirs.close()

    def release(self) -> int:
        """Let everything go on that waits now. Returns how many that were."""
        with self._changed:
            released = len(self._waiting)
            for waiting in self._waiting:
                waiting.send(b"1")
            self._waiting.clear()
            return released

    def wait_for_one(self, timeout_s: float) -> bool:
        """Block until an answer waits."""
        with self._changed:
            return self._changed.wait_for(lambda: bool(self._waiting), timeout_s)

    def wait_for_none(self, timeout_s: float) -> bool:
        """Block until no answer waits any more, for example because its client went away."""
        with self._changed:
            return self._changed.wait_for(lambda: not self._waiting, timeout_s)
