# SPDX-License-Identifier: MIT
"""Makes a piece of Markdown ready for the renderer, which would leave two things out without a word. Pure.

- The definition of a link, ``[1]: https://example.org/``. What it defines stands in another piece, so it is shown as text.
- Cells of a table beyond those of its head. The head gets empty ones instead.
"""

from __future__ import annotations

import re

from onesist_desktop.ui.transcript.markdown_lines import cells_of, is_table_head

_DEFINITION = re.compile(r"^(?P<margin> {0,3})(?P<rest>\[[^\]\n]+\]:)", re.MULTILINE)
_INLINE_CODE = re.compile(r"`+[^`]*`+")


def shown_source(text: str) -> str:
    """Return the Markdown to render, in which nothing is missing."""
    if "]:" in text:
        text = _DEFINITION.sub(r"\g<margin>\\\g<rest>", text)
    if "|" not in text:
        return text
    lines = text.split("\n")
    if len(lines) < 2 or not is_table_head(lines[0], lines[1].strip(" \t")):
        return text
    counts = [_cells(line) for line in lines]
    most = max(counts)
    lines[0] = _widened(lines[0], most - counts[0], " ")
    lines[1] = _widened(lines[1], most - counts[1], "---")
    return "\n".join(lines)


def _cells(line: str) -> int:
    return cells_of(_INLINE_CODE.sub("", line))


def _widened(line: str, count: int, cell: str) -> str:
    if count <= 0:
        return line
    bare = line.rstrip(" \t")
    # A bar that ends the row is needed, whether or not the row was written with one.
    edge = "" if bare.endswith("|") and not bare.endswith("\\|") else " |"
    return bare + edge + f"{cell}|" * count
