# SPDX-License-Identifier: MIT
"""What a single line of Markdown is by itself: the start of an item, a fence, a heading. Pure; used to cut texts into blocks.

Only as much of Markdown as decides where a block begins and ends. What is inside is the renderer's business.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

TAB = 4
_FENCE = re.compile(r"(?P<marks>`{3,}|~{3,})(?P<info>.*)$", re.DOTALL)
_MARKER = re.compile(r"(?:[-*+]|\d{1,9}[.)])(?=[ \t]|$)")
_HEADING = re.compile(r"#{1,6}(?:[ \t]|$)")
_RULE = re.compile(r"(?:(?:-[ \t]*){3,}|(?:\*[ \t]*){3,}|(?:_[ \t]*){3,})$")
_UNDERLINE = re.compile(r"(?:=+|-+)[ \t]*$")
_DELIMITERS = re.compile(r"\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*\|?[ \t]*$")
_UNDECIDED = re.compile(r"[ \t]*(?:[-+*_=#>|`~: \t]*|\d{1,9}[.)]?[ \t]*)$")
_CELL_EDGE = re.compile(r"(?<!\\)\|")


@dataclass(frozen=True, slots=True)
class Fence:
    """An opening fence. ``indent`` is how far its lines are moved to the right, in columns."""

    marks: str
    language: str
    indent: int

    def is_closed_by(self, text: str) -> bool:
        """Tell whether a line, without what stands before its first letter, is the closing fence."""
        bare = text.rstrip(" \t")
        return len(bare) >= len(self.marks) and not bare.strip(self.marks[0])

    def may_be_closed_by(self, text: str) -> bool:
        """Tell whether an unfinished line may still become the closing fence."""
        bare = text.strip(" \t")
        return bool(bare) and not bare.strip(self.marks[0])


@dataclass(frozen=True, slots=True)
class Item:
    """The start of a list item. ``offset`` is the column of its content, ``kind`` what its neighbours in the list share."""

    marker: str
    offset: int
    content: str

    @property
    def kind(self) -> str:
        """The bullet, or what stands behind the number."""
        return self.marker[-1]

    @property
    def number(self) -> int | None:
        """The number, None for a bullet."""
        return int(self.marker[:-1]) if len(self.marker) > 1 else None

    @property
    def interrupts(self) -> bool:
        """Whether it ends a paragraph right above it. Else ``1984.`` at the start of a line would begin a list."""
        return bool(self.content) and self.number in {None, 1}


def indent_of(line: str) -> int:
    """Return how many columns stand before the first letter."""
    if not line or line[0] not in " \t":
        return 0
    blank = line[: len(line) - len(line.lstrip(" \t"))]
    if "\t" not in blank:
        return len(blank)
    column = 0
    for letter in blank:
        column += TAB - column % TAB if letter == "\t" else 1
    return column


def dedented(line: str, columns: int) -> str:
    """Return a line moved to the left, by less where less is blank."""
    if not columns or not line or line[0] not in " \t":
        return line
    return " " * (indent_of(line) - columns) + line.lstrip(" \t")


def fence_of(text: str, indent: int) -> Fence | None:
    """Return the fence that a line opens. Backticks behind it mean that it is inline code."""
    if not text.startswith(("```", "~~~")):
        return None
    found = _FENCE.match(text)
    if found is None or (text[0] == "`" and "`" in found["info"]):
        return None
    words = found["info"].split()
    return Fence(found["marks"], words[0] if words else "", indent)


def item_of(text: str, indent: int) -> Item | None:
    """Return the list item that a line starts."""
    found = _MARKER.match(text)
    if found is None:
        return None
    marker, rest = found[0], text[found.end() :]
    content = rest.lstrip(" \t")
    gap = indent_of(rest)
    return Item(marker, indent + len(marker) + (gap if content and gap <= TAB else 1), content)


def is_heading(text: str) -> bool:
    """Tell whether a line is a heading with number signs."""
    return text[0] == "#" and _HEADING.match(text) is not None


def is_rule(text: str) -> bool:
    """Tell whether a line is a horizontal rule."""
    return text[0] in "-*_" and _RULE.match(text) is not None


def is_underline(text: str) -> bool:
    """Tell whether a line makes the paragraph above it a heading."""
    return text[0] in "=-" and _UNDERLINE.match(text) is not None


def cells_of(text: str) -> int:
    """Return how many cells a row of a table has. A bar inside inline code counts as one, as the renderer counts it."""
    bare = text.strip(" \t")
    return len(_CELL_EDGE.findall(bare)) + 1 - bare.startswith("|") - (bare.endswith("|") and not bare.endswith("\\|"))


def is_table_head(head: str, text: str) -> bool:
    """Tell whether a line is the second one of a table whose first line is ``head``."""
    return "|" in head and "|" in text and "-" in text and _DELIMITERS.match(text) is not None


def is_undecided(line: str) -> bool:
    """Tell whether an unfinished line may still turn into something else: ``-`` into an item or the rule below a heading."""
    return _UNDECIDED.match(line) is not None
