# SPDX-License-Identifier: MIT
"""Cuts text that is shown as it is: what the person wrote, and the output of commands. Pure, and quick for megabytes."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from onesist_desktop.ui.transcript import code_lines
from onesist_desktop.ui.transcript.segments import Segment
from onesist_desktop.ui.transcript.stream_buffer import (
    CODE_LINE,
    FLAT_PIECE,
    LINE_PIECE,
    LOOKED_AT,
    cut_line,
    is_flat,
    whole_letters,
)

TEXT_LINES, TEXT_LETTERS = 80, 6_000
_FENCE = re.compile(r"^ {0,3}(?P<marks>`{3,}|~{3,})(?P<info>[^`\n]*)$", re.MULTILINE)


class Piece(NamedTuple):
    """Some lines. ``joins``: its first line goes on in the last one of the piece above."""

    text: str
    joins: bool


def pieces_of(text: str, max_lines: int, max_letters: int, max_line: int = 0) -> Iterator[Piece]:
    """Cut a text at line ends, and a line that is longer than a piece inside. Joined again, the pieces are the text.

    With ``max_line``, lines that are longer than that are cut as well.
    """
    long_line = re.compile(rf"[^\n]{{{max_line + 1}}}") if max_line else None
    lines = re.compile(rf"(?:[^\n]*\n){{1,{max_lines}}}")
    start, joins = 0, False
    while True:
        most, size = _room(text, start, max_letters)
        end = start + most + 1
        cut = long_line.search(text, start, end) if long_line is not None else None
        if cut is None and len(text) - start <= most and text.count("\n", start) < max_lines:
            break
        if cut is not None:
            end, size = cut.start(), min(size, max_line)
        found = lines.match(text, start, end)
        if found is not None:
            yield Piece(text[start : found.end() - 1], joins)
            start, joins = found.end(), False
        else:
            end = start + cut_line(text[start : start + size + 1], size)
            yield Piece(text[start:end], joins)
            start, joins = end, True
    yield Piece(text[start:], joins)


def _room(text: str, start: int, max_letters: int) -> tuple[int, int]:
    """Return how many letters the next piece may have, and how many if there is no line end among them."""
    for place in range(start, min(start + max_letters, len(text)), LOOKED_AT):
        if is_flat(text[place : place + LOOKED_AT]):
            most = max(FLAT_PIECE, place - start)
            return most, min(most, LINE_PIECE)
    return max_letters, LINE_PIECE


def written_segments(text: str) -> list[Segment]:
    """Cut what a person wrote. It is shown as typed, apart from code between two fences, which is shown as code."""
    return list(iter_written(text))


def iter_written(text: str) -> Iterator[Segment]:
    """Yield what :func:`written_segments` returns: of megabytes no more than is wanted."""
    text, held = whole_letters(text)
    text += "\n" if held == "\r" else "\ufffd" * len(held)
    start = 0
    opened: re.Match[str] | None = None
    for fence in _FENCE.finditer(text):
        if opened is None:
            opened = fence
        elif _closes(fence, opened):
            yield from _plain(text[start : max(start, opened.start() - 1)])
            yield from _code(text[opened.end() + 1 : fence.start() - 1], opened["info"].strip().split(" ")[0])
            start, opened = fence.end() + 1, None
    yield from _plain(text[start:])


def _closes(fence: re.Match[str], opened: re.Match[str]) -> bool:
    return fence["marks"].startswith(opened["marks"]) and not fence["info"].strip()


def _plain(text: str) -> Iterator[Segment]:
    if not text or text.isspace():
        return
    for index, piece in enumerate(pieces_of(text, TEXT_LINES, TEXT_LETTERS)):
        yield Segment(piece.text, is_markdown=False, joins=piece.joins, continues=index > 0 and not piece.joins)


def _code(text: str, language: str) -> list[Segment]:
    segments: list[Segment] = []
    pieces = list(pieces_of(text, code_lines.MAX_LINES, code_lines.MAX_LETTERS, CODE_LINE))
    line = 0
    for index, piece in enumerate(pieces):
        is_last = index == len(pieces) - 1
        segments.append(
            Segment(piece.text, True, language, joins=piece.joins, is_first=index == 0, is_last=is_last, first_line=line)
        )
        line += piece.text.count("\n") + (is_last or not pieces[index + 1].joins)
    return segments
