# SPDX-License-Identifier: MIT
"""Cuts Markdown into pieces that can be rendered apart, so that a growing answer renders only its open end again.

Pure text rules; nothing here knows Qt.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

_FENCE = re.compile(r"^ {0,3}(?P<marks>`{3,}|~{3,})(?P<info>[^\n]*)$")
_LIST_ITEM = re.compile(r"^ {0,3}(?:[-*+]|\d{1,9}[.)])(?:\s|$)")
_CONTINUES = re.compile(
    r"^ {0,3}(?:(?:-[ \t]*){3,}|(?:\*[ \t]*){3,}|(?:_[ \t]*){3,})$|^(?: {1,}|\t)\S|^\[[^\]]+\]:|^ {0,3}>|^\s*\|"
)


@dataclass(frozen=True, slots=True)
class Segment:
    """A piece of an answer. Code has its ``language`` (as written behind the fence); ``is_open`` while its end has not come."""

    text: str
    is_code: bool = False
    language: str = ""
    is_open: bool = False


def split_segments(text: str, *, is_growing: bool = False) -> list[Segment]:
    """Cut at fenced code that stands at the left margin, and while the text grows also between finished paragraphs.

    The pieces hold the whole text, in order, without the fences and without blank lines around them. Fences inside lists or
    quotes stay in their prose. Only the last piece may change when the text grows.
    """
    segments: list[Segment] = []
    prose: list[str] = []
    lines = text.split("\n")
    index = 0
    while index < len(lines):
        fence = _FENCE.match(lines[index])
        if fence is None or not _opens_code(fence, prose):
            prose.append(lines[index])
            index += 1
            continue
        _flush(prose, segments, is_growing=is_growing, is_last=False)
        marks, info = fence["marks"], fence["info"].strip()
        end = _closing_line(lines, index + 1, marks)
        body = lines[index + 1 : len(lines) if end is None else end]
        segments.append(Segment("\n".join(body), True, info.split(" ")[0] if info else "", end is None))
        index = len(lines) if end is None else end + 1
    _flush(prose, segments, is_growing=is_growing, is_last=True)
    return segments


def _opens_code(fence: re.Match[str], prose: list[str]) -> bool:
    """Tell whether a fence starts a code block of its own. Backticks in the info mean that it is inline code."""
    if fence["marks"][0] == "`" and "`" in fence["info"]:
        return False
    # A fence with an indent right below a list item belongs to that item.
    if not fence.string.startswith((" ", "\t")):
        return True
    return not any(_LIST_ITEM.match(line) for line in prose[-8:])


def _closing_line(lines: list[str], start: int, marks: str) -> int | None:
    for index in range(start, len(lines)):
        line = lines[index].strip()
        if len(line) >= len(marks) and line[0] == marks[0] and not line.strip(marks[0]):
            return index
    return None


def _flush(prose: list[str], segments: list[Segment], *, is_growing: bool, is_last: bool) -> None:
    if is_growing:
        start = 0
        for cut in _safe_cuts(prose, is_last=is_last):
            _append_prose(prose[start:cut], segments)
            start = cut
        _append_prose(prose[start:], segments, is_open=is_last)
    else:
        _append_prose(prose, segments)
    prose.clear()


def _append_prose(lines: list[str], segments: list[Segment], *, is_open: bool = False) -> None:
    text = "\n".join(lines).strip("\n")
    if text.strip():
        segments.append(Segment(text, is_open=is_open))


def _safe_cuts(lines: list[str], *, is_last: bool) -> list[int]:
    """Find lines where a new block surely starts: after a blank line, at the margin, and neither in nor beside a list.

    The last block is never cut off from what may still continue it.
    """
    cuts = []
    in_list = False
    for index, line in enumerate(lines):
        if not line.strip():
            continue
        is_item = bool(_LIST_ITEM.match(line))
        after_blank = index > 0 and not lines[index - 1].strip()
        continues = bool(_CONTINUES.match(line))
        # The last line is still being written: "1" may become "1. ", which would belong to the list above it.
        is_complete = not is_last or index < len(lines) - 1
        if after_blank and is_complete and not continues and not (is_item and in_list):
            cuts.append(index)
        if is_item:
            in_list = True
        elif after_blank and not continues:
            in_list = False
    return cuts
