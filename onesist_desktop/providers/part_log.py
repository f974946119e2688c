# SPDX-License-Identifier: MIT
"""Follows the parts of one streamed answer, so that what arrived can be closed at any moment."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from onesist_desktop.core.messages import Part, TextPart, ThinkingPart
from onesist_desktop.core.turn_events import PartChanged, PartEnded, PartGrew, PartStarted, PartWithdrawn, TurnEvent


@dataclass(slots=True)
class _Open:
    cls: type[TextPart] | type[ThinkingPart]
    pieces: list[str] = field(default_factory=list)
    is_shown: bool = False

    @property
    def part(self) -> TextPart | ThinkingPart:
        return self.cls("".join(self.pieces))


class PartLog:
    """Turns the growth of parts into turn events. A part is shown once it has something to show.

    Attributes:
        has_parts: Whether anything was shown that stays.
    """

    def __init__(self) -> None:
        self._open: dict[int, _Open] = {}
        self.has_parts = False

    def start(self, index: int, cls: type[TextPart] | type[ThinkingPart], text: str) -> Iterator[TurnEvent]:
        """Begin a part. Beginning one again replaces it, as libraries do when they find out that text is thinking."""
        before = self._open.get(index)
        opened = self._open[index] = _Open(cls, [text] if text else [], is_shown=before is not None and before.is_shown)
        if opened.is_shown:
            yield PartChanged(_key(index), opened.part)
        elif text.strip():
            yield from self._show(index, opened)

    def grow(self, index: int, text: str) -> Iterator[TurnEvent]:
        """Append text to a part that was started."""
        opened = self._open.get(index)
        if opened is None or not text:
            return
        opened.pieces.append(text)
        if opened.is_shown:
            yield PartGrew(_key(index), text)
        # Blanks before the first word are held back with it, so that an answer of blanks shows nothing.
        elif text.strip():
            yield from self._show(index, opened)

    def end(self, index: int, text: str | None = None) -> Iterator[TurnEvent]:
        """Close a part. ``text`` is the whole of it where the library knows better."""
        opened = self._open.pop(index, None)
        if opened is None:
            return
        if text is not None:
            opened.pieces = [text]
        part = opened.part
        if part.text.strip():
            self.has_parts = True
            yield PartEnded(_key(index), part)
        elif opened.is_shown:
            yield PartWithdrawn(_key(index))

    def add(self, index: int, part: Part) -> Iterator[TurnEvent]:
        """Take a part that came as a whole."""
        self.has_parts = True
        yield PartEnded(_key(index), part)

    def close(self) -> Iterator[TurnEvent]:
        """Close whatever is open with what it holds so far."""
        for index in sorted(self._open):
            yield from self.end(index)

    def _show(self, index: int, opened: _Open) -> Iterator[TurnEvent]:
        opened.is_shown = True
        yield PartStarted(_key(index), opened.part)


def _key(index: int) -> str:
    return f"part-{index}"
