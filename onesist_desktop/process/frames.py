# SPDX-License-Identifier: MIT
"""Newline framing on bytes, so that characters split between two reads come out whole."""

from __future__ import annotations

from dataclasses import dataclass

HEAD_BYTES = 1024


@dataclass(frozen=True, slots=True)
class OversizedFrame:
    """A line that was over the limit and was dropped. The lines after it are read as usual.

    Attributes:
        limit_bytes: The limit that it broke. Its full size isn't known: it is reported before it has ended.
        head: Its first bytes (at most 1 KiB), to tell what it was.
    """

    limit_bytes: int
    head: bytes


class FrameSplitter:
    """Turns chunks of any size into lines without their end (a newline, also after a carriage return).

    At most ``limit_bytes`` are held; a line that never ends is reported once, when it crosses the limit.
    """

    def __init__(self, limit_bytes: int) -> None:
        self._limit_bytes = limit_bytes
        self._chunks: list[bytes] = []
        self._held_bytes = 0
        self._is_dropping = False

    def feed(self, data: bytes) -> list[bytes | OversizedFrame]:
        """Take the next chunk and return the frames that it completes, in order."""
        frames: list[bytes | OversizedFrame] = []
        start = 0
        while (end := data.find(b"\n", start)) >= 0:
            self._hold(data[start:end], frames)
            start = end + 1
            if self._is_dropping:
                self._is_dropping = False
            else:
                frames.append(self._take())
        self._hold(data[start:], frames)
        return frames

    def finish(self) -> list[bytes | OversizedFrame]:
        """Return the last line if it had no newline. Nothing may be fed afterwards."""
        return [self._take()] if self._held_bytes else []

    def _hold(self, data: bytes, frames: list[bytes | OversizedFrame]) -> None:
        if self._is_dropping or not data:
            return
        self._chunks.append(data)
        self._held_bytes += len(data)
        if self._held_bytes > self._limit_bytes:
            head = b"".join(self._chunks)[:HEAD_BYTES]
            self._chunks.clear()
            self._held_bytes = 0
            self._is_dropping = True
            frames.append(OversizedFrame(limit_bytes=self._limit_bytes, head=head))

    def _take(self) -> bytes:
        line = b"".join(self._chunks)
        self._chunks.clear()
        self._held_bytes = 0
        return line.removesuffix(b"\r")


class TailBuffer:
    """Keeps the last bytes of a stream that nobody reads."""

    def __init__(self, limit_bytes: int) -> None:
        self._limit_bytes = limit_bytes
        self._data = bytearray()
        self._is_cut = False

    def feed(self, data: bytes) -> None:
        """Add the next chunk; what is over the limit is dropped from the front."""
        self._data += data
        over = len(self._data) - self._limit_bytes
        if over > 0:
            self._is_cut = True
            del self._data[:over]

    def text(self) -> str:
        """Return the tail, decoded leniently. A character that was cut at its front is left out."""
        data = bytes(self._data)
        if self._is_cut:
            # UTF-8 continuation bytes (10xxxxxx) at the front belong to a character whose start is gone.
            start = 0
            while start < min(3, len(data)) and data[start] & 0xC0 == 0x80:
                start += 1
            data = data[start:]
        return data.decode("utf-8", errors="replace")
