# SPDX-License-Identifier: MIT
"""A selection that may reach from one message into another. Values and rules only.

Its ends are letters of blocks. It holds while the messages between them are not even read.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from onesist_desktop.ui.transcript.blocks import Block

TO_END = -1
"""An end that means the block's last letter, whatever its text is."""


@dataclass(frozen=True, slots=True)
class TextPoint:
    """A place between two letters.

    Attributes:
        seq: The message's seq.
        key: The block's key.
        order: The block's place within its message when the point was made; used while the message is not held.
        letter: Letters of the block's displayed text before it; ``TO_END`` for all of them.
    """

    seq: int
    key: str
    order: int
    letter: int


@dataclass(frozen=True, slots=True)
class Span:
    """Letters of one block. ``end`` may be ``TO_END``."""

    start: int
    end: int

    @property
    def is_whole(self) -> bool:
        """Whether all letters are in it, as far as can be told without the text."""
        return self.start == 0 and self.end == TO_END

    def of(self, text: str) -> str:
        """Cut the letters out of the block's text."""
        return text[self.start :] if self.end == TO_END else text[self.start : self.end]


@dataclass(frozen=True, slots=True)
class TextSelection:
    """From where the person began to where they are now, in whichever direction."""

    anchor: TextPoint
    head: TextPoint

    @property
    def is_empty(self) -> bool:
        """Whether no letter lies between the ends."""
        return (self.anchor.seq, self.anchor.key, self.anchor.letter) == (self.head.seq, self.head.key, self.head.letter)

    @property
    def ends(self) -> tuple[TextPoint, TextPoint]:
        """Both ends, the earlier one first."""
        return (self.anchor, self.head) if _rank(self.anchor) <= _rank(self.head) else (self.head, self.anchor)

    @property
    def seqs(self) -> tuple[int, int]:
        """Seqs of the first and the last message that it touches."""
        first, last = self.ends
        return first.seq, last.seq

    def span(self, seq: int, block: Block, order: int) -> Span | None:
        """Return which letters of a block are in it, None for none. ``order`` is the block's place within its message now."""
        first, last = self.ends
        here = (seq, order)
        start = (first.seq, order if first.seq == seq and first.key == block.key else first.order)
        end = (last.seq, order if last.seq == seq and last.key == block.key else last.order)
        if not start <= here <= end:
            return None
        from_letter = first.letter if here == start else 0
        to_letter = last.letter if here == end else TO_END
        if from_letter == TO_END or (to_letter != TO_END and to_letter <= from_letter):
            return None
        return Span(from_letter, to_letter)

    def settled(self, seq: int, blocks: Sequence[Block]) -> TextSelection:
        """Take the places that blocks have now within a message: a step above may have been opened since."""
        places = {block.key: order for order, block in enumerate(blocks)}
        anchor, head = (_placed(point, seq, places) for point in (self.anchor, self.head))
        return self if (anchor, head) == (self.anchor, self.head) else TextSelection(anchor, head)


def _placed(point: TextPoint, seq: int, places: dict[str, int]) -> TextPoint:
    order = places.get(point.key, point.order) if point.seq == seq else point.order
    return point if order == point.order else replace(point, order=order)


def _rank(point: TextPoint) -> tuple[int, int, float]:
    return point.seq, point.order, float("inf") if point.letter == TO_END else point.letter


def word_around(text: str, letter: int) -> tuple[int, int]:
    """Return the word at a place of a text, or the run of equal kind: blanks, or signs."""
    if not text:
        return 0, 0
    at = min(letter, len(text) - 1)
    kind = _kind(text[at])
    start, end = at, at + 1
    while start > 0 and _kind(text[start - 1]) == kind:
        start -= 1
    while end < len(text) and _kind(text[end]) == kind:
        end += 1
    return start, end


def _kind(letter: str) -> int:
    if letter.isalnum() or letter == "_":
        return 0
    return 1 if letter.isspace() else 2
