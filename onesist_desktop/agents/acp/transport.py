# SPDX-License-Identifier: MIT
"""Messages over a child's frames, for the protocol library.

The library's own reader would join lines of any length in memory, and stop for good at a line that is JSON but no message.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from onesist_desktop.process.child import ChildProcess
from onesist_desktop.process.frames import OversizedFrame

MAX_GARBAGE_LINES = 500
_SAMPLE_CHARS = 300


class FrameTransport:
    """Moves messages between a child process and the library's connection.

    Attributes:
        garbage: The start of the last line that was no message; empty for none.
    """

    def __init__(self, child: ChildProcess, on_oversized: Callable[[OversizedFrame], None]) -> None:
        self.garbage = ""
        self._child = child
        self._frames = child.frames()
        self._on_oversized = on_oversized
        self._garbage_lines = 0

    async def send(self, message: dict[str, Any]) -> None:
        """Send one message. Raises ConnectionError when the program is gone."""
        await self._child.write_line(json.dumps(message, separators=(",", ":")).encode())

    async def receive(self) -> dict[str, Any] | None:
        """Return the next message, None at the end. A program that only talks nonsense counts as ended."""
        async for frame in self._frames:
            if isinstance(frame, OversizedFrame):
                self._on_oversized(frame)
                continue
            message = _message_in(frame)
            if message is not None:
                self._garbage_lines = 0
                return message
            if not frame.strip():
                continue
            self.garbage = frame.decode(errors="replace")[:_SAMPLE_CHARS]
            self._garbage_lines += 1
            if self._garbage_lines >= MAX_GARBAGE_LINES:
                return None
        return None

    async def close(self) -> None:
        """Do nothing: whoever started the child stops it."""


def _message_in(frame: bytes) -> dict[str, Any] | None:
    try:
        message = json.loads(frame)
    except (ValueError, RecursionError):
        return None
    if not isinstance(message, dict) or not isinstance(message.get("method", ""), str):
        return None
    # Anything else would end the library's receiving loop.
    if not isinstance(message.get("id"), int | str | None) or not isinstance(message.get("error") or {}, dict):
        return None
    return message if "method" in message or "id" in message else None
