# SPDX-License-Identifier: MIT
"""A growing Markdown text as finished pieces and an open end. Pure.

Feeding costs what is new: whole lines go to the cutter once, and what is finished is never looked at again. However a text is cut
into deltas, the pieces are those of the whole text at once.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence

from onesist_desktop.ui.transcript.block_cutter import BlockCutter
from onesist_desktop.ui.transcript.markdown_lines import is_undecided
from onesist_desktop.ui.transcript.segments import Segment

LONG_LINE = 8_000
"""A longer line is no Markdown that anybody wrote: it is shown as it is, in pieces."""

LINE_PIECE = 4_000

CODE_LINE = 1_000
"""The same for a line of code or output, which does not wrap: all of it is painted, however little is in view."""

FLAT_PIECE = 300
"""Of letters without width, such as marks above others, thousands stand in one line. Qt takes as long for each as for any other."""

LOOKED_AT = 1_000
_FLAT = frozenset({"Mn", "Me", "Cf", "Cc"})
_EACH = 23
_PLAIN = re.compile(r"[\t\n\r -~]*")
_HALVES = re.compile("[\ud800-\udfff]+")
_PAIR = re.compile("[\ud800-\udbff][\udc00-\udfff]")
_JOINER = "\u200d"


class StreamBuffer:
    """Takes a text in deltas of any size, which may part a line end or a letter outside of the first plane."""

    __slots__ = ("_cutter", "_has_pieces", "_held", "_line", "_out")

    def __init__(self, text: str = "") -> None:
        self._out: list[Segment] = []
        self._cutter = BlockCutter(self._out)
        self._line = ""
        self._held = ""
        self._has_pieces = False
        self.feed(text)

    @property
    def finished(self) -> Sequence[Segment]:
        """The pieces that will never change, oldest first. Only grows."""
        return self._out

    def feed(self, text: str) -> None:
        """Take what the text goes on with."""
        if not text:
            return
        text, self._held = whole_letters(self._held + text)
        lines = text.split("\n")
        rest = lines.pop()
        for line in lines:
            if self._line or self._has_pieces or len(line) > _longest(self._cutter) or is_flat(line[:LOOKED_AT]):
                self._line += line
                self._end_line()
            else:
                self._cutter.take(line)
        self._line += rest
        self._line, self._has_pieces = _cut_long(self._cutter, self._line, has_pieces=self._has_pieces)

    def tail(self, *, is_open: bool) -> tuple[Segment, ...]:
        """Return the pieces behind the finished ones, if the text ended here.

        Args:
            is_open: Whether more is expected. Then the last piece is open, and an unfinished line that may still turn into
                something else, such as a single ``-``, is left out until it has.
        """
        out: list[Segment] = []
        cutter = self._cutter.fork(out)
        line, held, has_pieces = self._line, self._held, self._has_pieces
        if held and not is_open:
            # A carriage return ends the line. Half a letter is none.
            line += "\ufffd" if held != "\r" else ""
            line, has_pieces = _cut_long(cutter, line, has_pieces=has_pieces)
        if has_pieces:
            if line:
                cutter.take_piece(line, joins=True)
        elif (line or (held and not is_open)) and not (is_open and _is_undecided(line, cutter)):
            cutter.take(line)
        cutter.finish(is_open=is_open)
        return tuple(out)

    def _end_line(self) -> None:
        self._line, self._has_pieces = _cut_long(self._cutter, self._line, has_pieces=self._has_pieces)
        if not self._has_pieces:
            self._cutter.take(self._line)
        elif self._line:
            self._cutter.take_piece(self._line, joins=True)
        self._line, self._has_pieces = "", False


def whole_letters(text: str) -> tuple[str, str]:
    """Return a text with plain line ends and whole letters, and what of its end has to wait for more.

    Halves of a letter that stand together become that letter. A half alone is none, and becomes the sign for that.
    """
    held = ""
    if text and (text[-1] == "\r" or "\ud800" <= text[-1] <= "\udbff"):
        text, held = text[:-1], text[-1]
    if "\r" in text:
        text = text.replace("\r\n", "\n").replace("\r", "\n")
    if not text.isascii() and _HALVES.search(text):
        text = _PAIR.sub(_joined, text)
        text = _HALVES.sub(lambda found: "\ufffd" * len(found[0]), text)
    return text, held


def _longest(cutter: BlockCutter) -> int:
    return LONG_LINE if cutter.fence is None else CODE_LINE


def is_flat(text: str) -> bool:
    """Tell whether most letters of a text have no width, and are so many that laying them out takes long."""
    if len(text) < LOOKED_AT or _PLAIN.fullmatch(text) is not None:
        return False
    # Some letters tell enough, as megabytes have to be looked through.
    some = text[::_EACH]
    return 2 * sum(unicodedata.category(letter) in _FLAT and letter not in "\t\n\r" for letter in some) > len(some)


def _joined(found: re.Match[str]) -> str:
    return found[0].encode("utf-16-le", "surrogatepass").decode("utf-16-le")


def cut_line(line: str, size: int = LINE_PIECE) -> int:
    """Return where to cut a long line: behind a space if there is one, and not inside what is seen as one letter."""
    cut = line.rfind(" ", size // 2, size) + 1 or size
    for place in range(cut, cut - 16, -1):
        if line[place - 1] != _JOINER and not unicodedata.category(line[place]).startswith(("M", "C")):
            return place
    return cut


def _cut_long(cutter: BlockCutter, line: str, *, has_pieces: bool) -> tuple[str, bool]:
    """Hand the start of a long line over in pieces, and return what is left of it."""
    longest = _longest(cutter)
    if not has_pieces and len(line) <= longest and not is_flat(line[:LOOKED_AT]):
        return line, False
    start = 0
    # Each piece depends on letters that are there, however many more will come: any chunking gives the same.
    while (room := len(line) - start) > LOOKED_AT:
        size = FLAT_PIECE if is_flat(line[start : start + LOOKED_AT]) else min(longest, LINE_PIECE)
        if room <= size:
            break
        end = start + cut_line(line[start : start + size + 1], size)
        cutter.take_piece(line[start:end], joins=has_pieces)
        has_pieces = True
        start = end
    return line[start:], has_pieces


def _is_undecided(line: str, cutter: BlockCutter) -> bool:
    fence = cutter.fence
    return fence.may_be_closed_by(line) if fence is not None else is_undecided(line)
