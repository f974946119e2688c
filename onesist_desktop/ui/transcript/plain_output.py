# SPDX-License-Identifier: MIT
"""What a program wrote for a terminal, as text that can be read elsewhere. Pure."""

from __future__ import annotations

import re

MAX_LINE_LETTERS = 20_000
"""Longer lines are cut where they are shown, as laying one of a megabyte out takes seconds. *Copy* gives all of it."""

# CSI with its parameters, OSC and other strings up to their end, and the short sequences.
_ESCAPES = re.compile(
    r"(?:\x1b\[|\x9b)[0-?]*[ -/]*[@-~]?"
    r"|\x1b[\]PX^_][^\x07\x1b\x9c]*(?:\x07|\x1b\\|\x9c)?|\x1b[ -/]*[0-~]?"
)
_BACKSPACED = re.compile(r"[^\n\x08]\x08")
_OVERWRITTEN = re.compile(r"^[^\n]*\r(?=[^\n\r])", re.MULTILINE)
# Controls go; what Qt takes for the end of a paragraph becomes a space, so that lines stay as they were counted.
_REPLACED: dict[int, str | None] = {code: None for code in (*range(32), *range(127, 160)) if code not in {9, 10}}
_REPLACED |= {0x2028: " ", 0x2029: " "}
_DIRECTIONS = frozenset("\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
_HIDDEN = _DIRECTIONS | frozenset("\u200b\u200c\u200d\u2060\ufeff\u00ad")


def plain_output(text: str) -> str:
    """Return the text without colours and other commands to a terminal. Of a line that was written over, the last text stays."""
    if text.isascii() and text.isprintable():
        return _cut(text)
    if "\x1b" in text or "\x9b" in text:
        text = _ESCAPES.sub("", text)
    if "\r" in text:
        text = _OVERWRITTEN.sub("", text.replace("\r\n", "\n"))
    if "\b" in text:
        text = _BACKSPACED.sub("", text)
    return _cut(text.translate(_REPLACED))


def with_hidden_shown(text: str) -> str:
    """Return the text with letters that nobody sees written out, such as those that turn the direction of what follows.

    For what a person allows: it must not read differently from what runs.
    """
    if text.isascii():
        return text
    return "".join(f"⟨U+{ord(letter):04X}⟩" if letter in _HIDDEN else letter for letter in text)


def in_short_lines(text: str, most: int) -> str:
    """Break lines that are longer than ``most``, with a sign where they go on, as Qt lays a line out as a whole."""
    if len(text) <= most:
        return text
    lines = text.split("\n")
    if all(len(line) <= most for line in lines):
        return text
    pieces = (line[start : start + most] for line in lines for start in range(0, max(1, len(line)), most))
    starts = (start == 0 for line in lines for start in range(0, max(1, len(line)), most))
    return "".join(("\n" if begins else "\n↪ ") + piece for begins, piece in zip(starts, pieces, strict=True))[1:]


def _cut(text: str) -> str:
    if len(text) <= MAX_LINE_LETTERS:
        return text
    return "\n".join(line if len(line) <= MAX_LINE_LETTERS else line[:MAX_LINE_LETTERS] + "…" for line in text.split("\n"))
