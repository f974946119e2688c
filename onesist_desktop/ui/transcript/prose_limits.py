# SPDX-License-Identifier: MIT
"""Which rendered texts would take too long to lay out, or leave no room for their words. They are shown as they were written."""

from __future__ import annotations

from PySide6.QtGui import QTextDocument, QTextFormat, QTextTable

MAX_COLUMNS = 24
MAX_CELLS = 480
"""Qt takes a tenth of a millisecond for each cell."""

MAX_DEPTH = 16
"""Quotes and lists inside each other."""


_MAX_BARS = 100
_MARKS = "*_`~[]"
_MAX_MARKS = 1_500


def is_readable(text: str) -> bool:
    """Tell whether a piece of Markdown can be read at all: thousands of cells in a row or of marks take long.

    The pieces that a text is cut into have a few thousand letters; nobody makes every third of them bold.
    """
    if len(text) > _MAX_MARKS and sum(map(text.count, _MARKS)) > _MAX_MARKS:
        return False
    return text.count("|") <= _MAX_BARS or all(line.count("|") <= _MAX_BARS for line in text.split("\n"))


def is_beyond_limits(document: QTextDocument) -> bool:
    """Tell whether rendered Markdown is more than can be shown. Costs nothing to speak of as long as nothing was laid out."""
    cells = 0
    for frame in document.rootFrame().childFrames():
        if isinstance(frame, QTextTable):
            cells += frame.rows() * frame.columns()
            if frame.columns() > MAX_COLUMNS or cells > MAX_CELLS:
                return True
    block = document.begin()
    while block.isValid():
        items = block.textList()
        depth = items.format().indent() if items is not None else 0
        if depth + block.blockFormat().intProperty(QTextFormat.Property.BlockQuoteLevel) > MAX_DEPTH:
            return True
        block = block.next()
    return False
