# SPDX-License-Identifier: MIT
"""A streamed answer below every library: what it must look like, and how large its lines may be."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable

import httpx2

MAX_LINE_BYTES = 16 * 1024 * 1024
MAX_SHOWN_BODY_BYTES = 64 * 1024
_STREAM_MARK = b"data:"


class NoAnswerError(httpx2.TransportError):
    """What came with a good status is no streamed answer. ``body`` is its beginning."""

    def __init__(self, media_type: str, body: bytes) -> None:
        super().__init__("no streamed answer")
        self.media_type = media_type
        self.body = body


class EndlessError(httpx2.TransportError):
    """The answer has no end."""


class LongLineError(httpx2.TransportError):
    """The provider sends a line without an end. The libraries would keep all of it in memory."""


class AnswerStream(httpx2.AsyncByteStream):
    """Passes a streamed answer on. It bounds its lines, and doesn't let one end in which nothing was said in that format.

    Attributes:
        fault: Set from outside, it ends the answer where it is read next.
    """

    def __init__(self, inner: httpx2.AsyncByteStream, media_type: str, on_answer: Callable[[], None] | None) -> None:
        self._inner = inner
        self._media_type = media_type
        self._on_answer = on_answer
        self.fault: EndlessError | None = None

    async def __aiter__(self) -> AsyncIterator[bytes]:
        open_bytes = 0
        beginning = b""
        has_begun = False
        async for chunk in self._inner:
            if self.fault is not None:
                raise self.fault
            line_end = chunk.rfind(b"\n")
            open_bytes = open_bytes + len(chunk) if line_end < 0 else len(chunk) - line_end - 1
            if open_bytes > MAX_LINE_BYTES:
                raise LongLineError(f"The provider sent a line of more than {MAX_LINE_BYTES} bytes.")
            if has_begun:
                yield chunk
                continue
            beginning = _without_comments(beginning + chunk)
            has_begun = _STREAM_MARK in beginning
            if has_begun:
                if self._on_answer is not None:
                    self._on_answer()
                yield beginning
            elif len(beginning) > MAX_SHOWN_BODY_BYTES:
                break
        if not has_begun and beginning.strip():
            raise NoAnswerError(self._media_type, beginning)

    async def aclose(self) -> None:
        """Close the connection."""
        await self._inner.aclose()


def _without_comments(beginning: bytes) -> bytes:
    """Leave out the lines by which a service shows that it still works on it; one of the libraries stumbles over them."""
    while beginning[:1] in {b":", b"\n", b"\r"} and b"\n" in beginning:
        beginning = beginning.partition(b"\n")[2]
    return beginning


async def beginning_of(stream: httpx2.AsyncByteStream) -> bytes:
    """Read the first bytes of a body and close it."""
    found = b""
    try:
        async for chunk in stream:
            found += chunk
            if len(found) >= MAX_SHOWN_BODY_BYTES:
                break
    finally:
        await stream.aclose()
    return found[:MAX_SHOWN_BODY_BYTES]
