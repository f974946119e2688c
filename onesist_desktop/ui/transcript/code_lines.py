# SPDX-License-Identifier: MIT
"""Gathers the lines of one block of code and hands them out in chunks of bounded size. Pure."""

from __future__ import annotations

from onesist_desktop.ui.transcript.segments import Segment

MAX_LINES = 200
MAX_LETTERS = 16_000


class CodeLines:
    """Appends a chunk to ``out`` once it is full and more has come: only then is it known that it isn't the last."""

    __slots__ = ("_blanks", "_first_line", "_has_chunk", "_is_cut", "_joins", "_language", "_lines", "_out", "_size")

    def __init__(self, out: list[Segment], language: str) -> None:
        self._out = out
        self._language = language
        self._lines: list[str] = []
        self._size = 0
        self._blanks = 0
        self._first_line = 0
        self._has_chunk = False
        self._joins = False
        self._is_cut = False

    def fork(self, out: list[Segment]) -> CodeLines:
        """Return the same state, appending to another list."""
        other = CodeLines.__new__(CodeLines)
        for name in CodeLines.__slots__:
            setattr(other, name, getattr(self, name))
        other._out = out
        other._lines = list(self._lines)
        return other

    def add(self, line: str) -> None:
        """Add a line."""
        for _ in range(self._blanks):
            self._add("")
        self._blanks = 0
        self._add(line)

    def add_blank(self) -> None:
        """Add a blank line, which counts only if another line follows."""
        self._blanks += 1

    def add_piece(self, text: str, *, joins: bool) -> None:
        """Add a piece of a long line as a chunk of its own. ``joins``: it is not the line's first."""
        self._flush()
        self._joins = joins
        self._add(text)
        self._is_cut = True

    def close(self, *, is_open: bool = False) -> None:
        """Hand out the last chunk. Nothing, for code without a line that is not open."""
        if self._lines or self._has_chunk or is_open:
            self._flush(is_last=True, is_open=is_open)

    def _add(self, line: str) -> None:
        if self._is_cut or len(self._lines) >= MAX_LINES or (self._lines and self._size + len(line) > MAX_LETTERS):
            self._flush()
        self._lines.append(line)
        self._size += len(line) + 1

    def _flush(self, *, is_last: bool = False, is_open: bool = False) -> None:
        if not self._lines and not is_last:
            return
        self._out.append(
            Segment(
                "\n".join(self._lines),
                True,
                self._language,
                is_open,
                joins=self._joins,
                is_first=not self._has_chunk,
                is_last=is_last,
                first_line=self._first_line,
            )
        )
        self._first_line += len(self._lines)
        self._lines.clear()
        self._size = 0
        self._has_chunk = True
        self._joins = self._is_cut = False
