# SPDX-License-Identifier: MIT
"""Cuts Markdown, line by line, into blocks that can be rendered apart. Pure.

A block is handed out as soon as it is known to be finished, and never changes after that. The rules are CommonMark's, with three
exceptions that serve the reader:

- Fenced code inside a list is a block of its own, like all code. The list goes on below it with its numbers, and what follows in
  the same item stands at the margin.
- Such a fence is closed by its closing line only, and not by a line that is moved too far to the left.
- A table may follow the line above it without an empty line in between.
"""

from __future__ import annotations

from dataclasses import replace
from enum import Enum, auto

from onesist_desktop.ui.transcript.code_lines import CodeLines
from onesist_desktop.ui.transcript.markdown_lines import (
    TAB,
    Fence,
    Item,
    cells_of,
    dedented,
    fence_of,
    indent_of,
    is_heading,
    is_rule,
    is_table_head,
    is_underline,
    item_of,
)
from onesist_desktop.ui.transcript.segments import Segment

MAX_LETTERS = 4_000
"""A longer piece of prose is cut at the next place where that can be done."""

MAX_LINES = 60
MAX_ROWS = 20
"""Of a table: cells take far longer to lay out than words."""

MAX_CELLS = 240
"""Of a table with many columns fewer rows are a piece: it is the cells that take time."""

_FAR_TOO_LONG = 2


class _Kind(Enum):
    """Which block is open."""

    NONE = auto()
    PARAGRAPH = auto()
    TABLE = auto()
    LIST = auto()
    QUOTE = auto()
    CODE = auto()


class BlockCutter:
    """Takes whole lines and appends finished blocks to ``out``."""

    __slots__ = (
        "_after_blank",
        "_base",
        "_code",
        "_columns",
        "_continues",
        "_fence",
        "_head",
        "_is_bare",
        "_item",
        "_kind",
        "_lines",
        "_number",
        "_out",
        "_quoted",
        "_shift",
        "_size",
    )

    def __init__(self, out: list[Segment]) -> None:
        self._out = out
        self._kind = _Kind.NONE
        self._lines: list[str] = []
        self._size = 0
        self._continues = False
        # Of code: where its lines go, and the fence that ends it. Without a fence it is code by its indent.
        self._code: CodeLines | None = None
        self._fence: Fence | None = None
        # Of a table: its first two lines, to be repeated, and the cells of its longest row.
        self._head: tuple[str, ...] = ()
        self._columns = 0
        # Of a quote: the fence that is open inside.
        self._quoted: Fence | None = None
        # Of a list: its current item and that one's number; how far the lines are moved to the left where they go on after a
        # cut inside an item; how far to the right, where a number became longer; whether the item has no text yet.
        self._item: Item | None = None
        self._number = 0
        self._base: int | None = None
        self._shift = 0
        self._after_blank = False
        self._is_bare = False

    def fork(self, out: list[Segment]) -> BlockCutter:
        """Return a cutter in the same state that appends to another list, to see what would come if the text ended here."""
        other = BlockCutter.__new__(BlockCutter)
        for name in BlockCutter.__slots__:
            setattr(other, name, getattr(self, name))
        other._out = out
        other._lines = list(self._lines)
        other._code = self._code.fork(out) if self._code is not None else None
        return other

    @property
    def fence(self) -> Fence | None:
        """The fence that is open."""
        return self._fence

    def take(self, line: str) -> None:
        """Take the next line, without its end."""
        text = line.lstrip(" \t")
        if self._fence is not None:
            self._take_code(line, text)
        elif not text:
            if self._kind is not _Kind.NONE:
                self._take_blank()
        else:
            indent = indent_of(line)
            match self._kind:
                case _Kind.NONE:
                    self._start(line, text, indent)
                case _Kind.PARAGRAPH:
                    self._take_in_paragraph(line, text, indent)
                case _Kind.TABLE:
                    self._take_in_table(line, text, indent)
                case _Kind.LIST:
                    self._take_in_list(line, text, indent)
                case _Kind.QUOTE:
                    self._take_in_quote(line, text, indent)
                case _Kind.CODE:
                    self._take_indented(line, text, indent)

    def take_piece(self, text: str, *, joins: bool) -> None:
        """Take a piece of a line that is too long to be read as Markdown. Unless it is code, it is a block of plain text."""
        if self._fence is not None and self._code is not None:
            self._code.add_piece(text, joins=joins)
            return
        self._end()
        self._out.append(Segment(text, is_markdown=False, joins=joins))

    def finish(self, *, is_open: bool = False) -> None:
        """The text ends here. ``is_open``: perhaps it goes on, so that even empty code is shown as code."""
        if self._fence is not None and self._code is not None:
            self._code.close(is_open=is_open)
            return
        before = len(self._out)
        self._end()
        if is_open and len(self._out) > before:
            self._out[-1] = replace(self._out[-1], is_open=True)

    # -- blocks begin and end -----------------------------------------------------------------------------------------------

    def _start(self, line: str, text: str, indent: int) -> None:
        """Begin a block at a line, where none is open."""
        if indent >= TAB:
            self._kind = _Kind.CODE
            self._code = CodeLines(self._out, "")
            self._code.add(dedented(line, TAB))
        elif (fence := fence_of(text, indent)) is not None:
            self._open_fence(fence)
        elif is_heading(text) or is_rule(text):
            self._out.append(Segment(line))
        elif text[0] == ">":
            self._kind = _Kind.QUOTE
            self._quoted = None
            self._append_quoted(line, text)
        elif (item := item_of(text, indent)) is not None:
            self._start_list(line, item)
        else:
            self._kind = _Kind.PARAGRAPH
            self._append(line)

    def _begins_block(self, text: str, indent: int) -> bool:
        """Tell whether a line begins a block even right below a paragraph."""
        if indent >= TAB:
            return False
        if fence_of(text, indent) is not None or is_heading(text) or is_rule(text) or text[0] == ">":
            return True
        item = item_of(text, indent)
        return item is not None and item.interrupts

    def _end(self) -> None:
        """End the block that is open."""
        if self._code is not None:
            self._code.close()
            self._code = None
        self._commit()
        self._kind = _Kind.NONE
        self._fence = self._item = self._base = None
        self._continues = self._after_blank = False
        self._shift = 0

    def _commit(self, *, goes_on: bool = False) -> None:
        """Hand out the lines so far as a piece."""
        text = "\n".join(self._lines).strip("\n")
        if text.strip():
            self._out.append(Segment(text, continues=self._continues))
        self._lines.clear()
        self._size = 0
        self._continues = goes_on

    def _append(self, line: str) -> None:
        self._lines.append(line)
        self._size += len(line) + 1

    def _is_full(self, line: str, most: int = MAX_LINES, times: int = 1) -> bool:
        full = len(self._lines) >= most * times or self._size + len(line) > MAX_LETTERS * times
        return full and bool(self._lines)

    def _take_blank(self) -> None:
        match self._kind:
            case _Kind.LIST if not self._is_bare:
                if self._lines:
                    self._append("")
                self._after_blank = True
            case _Kind.CODE if self._code is not None:
                self._code.add_blank()
            case _:
                self._end()

    # -- paragraphs and tables ----------------------------------------------------------------------------------------------

    def _take_in_paragraph(self, line: str, text: str, indent: int) -> None:
        if self._lines and indent < TAB:
            if is_underline(text):
                self._append(line)
                self._end()
                return
            above = self._lines[-1]
            if is_table_head(above, text) and (len(self._lines) == 1 or cells_of(above) == cells_of(text)):
                self._lines.pop()
                self._end()
                self._kind = _Kind.TABLE
                self._head = (above, line)
                self._columns = cells_of(above)
                self._lines = [above, line]
                self._size = len(above) + len(line) + 2
                return
        if self._begins_block(text, indent):
            self._end()
            self._start(line, text, indent)
            return
        if self._is_full(line):
            self._commit(goes_on=True)
        # An indent inside a paragraph means nothing; at its start it would be code.
        self._append(line if self._lines else text)

    def _take_in_table(self, line: str, text: str, indent: int) -> None:
        if self._begins_block(text, indent):
            self._end()
            self._start(line, text, indent)
            return
        self._columns = max(self._columns, cells_of(line))
        is_full = self._is_full(line, MAX_ROWS) or len(self._lines) * self._columns > MAX_CELLS
        if is_full and len(self._lines) > len(self._head):
            self._commit(goes_on=True)
            for row in self._head:
                self._append(row)
            self._columns = max(cells_of(self._head[0]), cells_of(line))
        self._append(line)

    # -- quotes -------------------------------------------------------------------------------------------------------------

    def _take_in_quote(self, line: str, text: str, indent: int) -> None:
        if indent < TAB and text[0] == ">":
            self._append_quoted(line, text)
        elif self._quoted is not None or self._begins_block(text, indent) or (indent < TAB and item_of(text, indent) is not None):
            self._end()
            self._start(line, text, indent)
        else:
            # A line of text right below a quote belongs to it.
            if self._is_full(line):
                self._commit(goes_on=True)
            self._append(line if self._lines else f"> {text}")

    def _append_quoted(self, line: str, text: str) -> None:
        inner = text[1:].lstrip(" \t")
        if self._is_full(line):
            if self._quoted is not None:
                self._append(f"> {self._quoted.marks}")
            self._commit(goes_on=True)
            if self._quoted is not None:
                self._append(f"> {self._quoted.marks}{self._quoted.language}")
        if self._quoted is None:
            self._quoted = fence_of(inner, 0)
        elif self._quoted.is_closed_by(inner):
            self._quoted = None
        self._append(line)

    # -- lists --------------------------------------------------------------------------------------------------------------

    def _start_list(self, line: str, item: Item) -> None:
        self._kind = _Kind.LIST
        self._number = item.number or 0
        self._take_item(line, item)

    def _take_in_list(self, line: str, text: str, indent: int) -> None:
        current = self._item
        if current is None:
            raise AssertionError("a list without an item")
        is_inside = indent >= current.offset
        fence = fence_of(text, indent)
        if fence is not None and (is_inside or indent < TAB):
            if is_inside:
                self._commit()
            else:
                self._end()
            self._open_fence(fence)
            return
        if is_inside:
            self._take_inside(line, indent)
            return
        item = item_of(text, indent) if not is_rule(text) else None
        if item is not None and item.kind == current.kind:
            self._number += 1
            self._take_item(line, item)
        elif self._after_blank or not self._lines or self._is_bare or item is not None or self._begins_block(text, indent):
            self._end()
            self._start(line, text, indent)
        else:
            # A line of text right below an item belongs to it, wherever it stands.
            self._append(text)
        self._after_blank = False

    def _take_item(self, line: str, item: Item) -> None:
        """Take the first line of an item, in a new piece if the one so far is long enough or stands at the margin."""
        self._after_blank = False
        if self._lines and (self._base is not None or self._is_full(line)):
            self._commit(goes_on=self._base is None)
        self._base = None
        self._shift = 0
        is_first = self._item is None
        self._item = item
        self._is_bare = not item.content
        if not is_first and not self._lines and item.number is not None and item.number != self._number:
            marker = f"{self._number}{item.kind}"
            self._shift = max(0, len(marker) - len(item.marker))
            line = line.replace(item.marker, marker, 1)
        fence = fence_of(item.content, item.offset)
        if fence is None:
            self._append(line)
            return
        self._append(line[: len(line) - len(item.content)].rstrip(" \t"))
        self._commit()
        self._open_fence(fence)

    def _take_inside(self, line: str, indent: int) -> None:
        """Take a further line of an item."""
        self._after_blank = self._is_bare = False
        if not self._lines or self._is_full(line, times=_FAR_TOO_LONG):
            self._commit(goes_on=bool(self._lines))
            self._base = indent
        self._append(dedented(line, min(self._base, indent)) if self._base is not None else " " * self._shift + line)

    # -- code ---------------------------------------------------------------------------------------------------------------

    def _open_fence(self, fence: Fence) -> None:
        if self._kind is not _Kind.LIST:
            self._kind = _Kind.CODE
        self._fence = fence
        self._code = CodeLines(self._out, fence.language)

    def _take_code(self, line: str, text: str) -> None:
        if self._fence is None or self._code is None:
            raise AssertionError("code without a fence")
        if not self._fence.is_closed_by(text):
            self._code.add(dedented(line, min(self._fence.indent, indent_of(line))))
        elif self._kind is _Kind.LIST:
            self._code.close()
            self._code = self._fence = None
            self._after_blank = False
            self._continues = False
        else:
            self._end()

    def _take_indented(self, line: str, text: str, indent: int) -> None:
        if indent >= TAB and self._code is not None:
            self._code.add(dedented(line, TAB))
        else:
            self._end()
            self._start(line, text, indent)
