# SPDX-License-Identifier: MIT
"""The blocks of one text part. Pure; what is finished is made once and stays the same object while the text grows."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from onesist_desktop.core.ids import MessageId
from onesist_desktop.ui.transcript.blocks import Block, BlockKind, CodeBody, ProseBody
from onesist_desktop.ui.transcript.plain_pieces import iter_written
from onesist_desktop.ui.transcript.segments import Segment
from onesist_desktop.ui.transcript.stream_buffer import StreamBuffer

GAP = 8
_CODE_BELOW_HEAD = 4
_HEADING_GAP = 16

AT_ONCE = 100_000
"""Letters that are cut at once where no more than a slice of the work is wanted."""

_LINES_AT_ONCE = 4_000


class TextBlocks:
    """Cuts one text part.

    Args:
        message_id: Of its message.
        part: Its ordinal, with which the keys of its blocks begin.
        is_written: Whether a person wrote it: then it is shown as typed, and not as Markdown.
        below_head: Whether nothing stands between it and the header of its message.
        is_sliced: Whether a long text is cut in slices, one with each call of :meth:`blocks_of`, until :attr:`is_whole`.
    """

    def __init__(self, message_id: MessageId, part: int, *, is_written: bool, below_head: bool, is_sliced: bool = False) -> None:
        self._message_id = message_id
        self._part = part
        self._is_written = is_written
        self._below_head = below_head
        self._text = ""
        self._buffer: StreamBuffer | None = None
        self._finished: list[Block] = []
        self._tail: list[Block] = []
        self._fence = ""
        self._wrapped: frozenset[str] = frozenset()
        self._is_sliced = is_sliced
        self._written: Iterator[Segment] | None = None
        self.is_whole = True

    def is_for(self, *, is_written: bool, below_head: bool) -> bool:
        """Whether it was made for a text of this kind at such a place."""
        return (self._is_written, self._below_head) == (is_written, below_head)

    def blocks_of(self, text: str, *, is_growing: bool, wrapped: frozenset[str]) -> tuple[Block, ...]:
        """Return the blocks of a text. Where it goes on from the one before, only what is new is cut."""
        before = (*self._finished, *self._tail)
        # Whoever wraps lines stands in the middle of the text, which must not go away and come back.
        is_sliced = self._is_sliced and wrapped == self._wrapped
        if wrapped != self._wrapped or not text.startswith(self._text):
            self._wrapped = wrapped
            self._begin()
        if self._is_written:
            self._take_written(text, is_sliced=is_sliced)
        else:
            self._take_markdown(text, is_growing=is_growing, is_sliced=is_sliced)
        blocks = reused(before, [*self._finished, *self._tail])
        count = len(self._finished)
        self._finished, self._tail = list(blocks[:count]), list(blocks[count:])
        return blocks

    def code_of(self, fence: str) -> str:
        """Return all code of a fenced block, empty if there is none of that name."""
        code = ""
        for block in (*self._finished, *self._tail):
            body = block.body
            if isinstance(body, CodeBody) and body.fence == fence:
                code += ("" if body.is_first or body.joins else "\n") + body.text
        return code

    def _begin(self) -> None:
        self._finished, self._tail, self._fence, self._text = [], [], "", ""
        self._written = self._buffer = None

    def _take_written(self, text: str, *, is_sliced: bool) -> None:
        if self._written is None or text != self._text:
            self._begin()
            self._text, self._written = text, iter_written(text)
        segments: list[Segment] = []
        letters = 0
        self.is_whole = False
        while not is_sliced or letters < AT_ONCE:
            segment = next(self._written, None)
            if segment is None:
                self.is_whole = True
                break
            segments.append(segment)
            # A line counts as some letters more, and a piece too: many short ones take longer than few long ones.
            letters += len(segment.text) + (segment.text.count("\n") + 2) * (AT_ONCE // _LINES_AT_ONCE)
        new, self._fence = self._make(segments, len(self._finished), self._fence)
        self._finished += new

    def _take_markdown(self, text: str, *, is_growing: bool, is_sliced: bool) -> None:
        self._buffer = self._buffer or StreamBuffer()
        start, end = len(self._text), len(text)
        if is_sliced and end - start > _LINES_AT_ONCE:
            end = min(end, start + AT_ONCE)
            lines = text.count("\n", start, end)
            if lines > _LINES_AT_ONCE:
                end = start + (end - start) * _LINES_AT_ONCE // lines
        self._buffer.feed(text[start:end])
        self.is_whole = end == len(text)
        self._text = text if self.is_whole else text[:end]
        count = len(self._finished)
        new, self._fence = self._make(self._buffer.finished[count:], count, self._fence)
        self._finished += new
        tail = self._buffer.tail(is_open=is_growing or not self.is_whole)
        self._tail, _ = self._make(tail, len(self._finished), self._fence)

    def _make(self, segments: Iterable[Segment], start: int, fence: str) -> tuple[list[Block], str]:
        """Return the blocks of some segments, and the name of the code that may go on below them."""
        blocks: list[Block] = []
        for index, segment in enumerate(segments, start):
            key = f"{self._part}:{index}"
            gap = self._gap(segment, is_first=index == 0)
            if segment.is_code:
                fence = key if segment.is_first else fence
                blocks.append(Block(key, BlockKind.CODE, self._code(segment, fence), gap))
            else:
                prose = ProseBody(segment.text, segment.is_markdown, segment.is_open, segment.joins, segment.continues)
                blocks.append(Block(key, BlockKind.PROSE, prose, gap))
        return blocks, fence

    def _code(self, segment: Segment, fence: str) -> CodeBody:
        return CodeBody(
            segment.text,
            segment.language,
            is_first=segment.is_first,
            is_last=segment.is_last,
            is_open=segment.is_open,
            first_line=segment.first_line,
            joins=segment.joins,
            message_id=self._message_id,
            fence=fence,
            is_wrapped=fence in self._wrapped,
        )

    def _gap(self, segment: Segment, *, is_first: bool) -> int:
        if segment.joins or segment.continues or (segment.is_code and not segment.is_first):
            return 0
        if is_first and self._below_head:
            return _CODE_BELOW_HEAD if segment.is_code else 0
        is_heading = segment.is_markdown and not segment.is_code and segment.text.startswith("#")
        return _HEADING_GAP if is_heading and not is_first else GAP


def reused(before: tuple[Block, ...], now: list[Block]) -> tuple[Block, ...]:
    """Return blocks with the same objects as before wherever they are equal; the same tuple where all are."""
    both = [old if old is new or old == new else new for old, new in zip(before, now, strict=False)]
    if len(before) == len(now) and all(old is new for old, new in zip(before, both, strict=True)):
        return before
    return (*both, *now[len(both) :])
