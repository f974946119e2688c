# SPDX-License-Identifier: MIT
"""Finds the items of a handover in its exact text, so that both can be walked together."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Sequence

from onesist_desktop.core.handoff_text import escape
from onesist_desktop.services.views import DueItem

_SECRET = re.compile(r"\[secret:[0-9a-f]{12}\]")


class Pieces:
    """Where each item stands in a text, in the positions of a Qt document: UTF-16 units, line ends of two characters as one.

    Attributes:
        secrets: From where to where the placeholders of secrets stand.
    """

    def __init__(self, text: str, items: Sequence[DueItem]) -> None:
        shown = _as_shown(text)
        spans: list[tuple[int, int, int]] = []
        at = 0
        for row, due in enumerate(items):
            if due.is_chosen and (found := _find(shown, _as_shown(due.item.text), at)) is not None:
                start, at = found
                # The heading above belongs to it.
                spans.append((shown.rfind("\n", 0, max(0, start - 1)) + 1, at, row))
        units = _Units(shown)
        self._spans = [(units.of(start), units.of(end), row) for start, end, row in spans]
        self._of_row = {row: (start, end) for start, end, row in self._spans}
        self.secrets = [(units.of(match.start()), units.of(match.end())) for match in _SECRET.finditer(shown)]
        self._starts = [start for start, _, _ in self._spans]

    def of_row(self, row: int) -> tuple[int, int] | None:
        """Return from where to where an item stands; None for one that doesn't."""
        return self._of_row.get(row)

    def row_at(self, position: int) -> int:
        """Return the item that stands at a position; -1 for none."""
        place = bisect_right(self._starts, position) - 1
        if place < 0 or position > self._spans[place][1]:
            return -1
        return self._spans[place][2]


def _as_shown(text: str) -> str:
    return text.replace("\r\n", "\n")


def _find(shown: str, text: str, at: int) -> tuple[int, int] | None:
    # A history that goes whole is not escaped.
    for wanted in (escape(text), text):
        start = shown.find(f"\n{wanted}", at)
        if start >= 0:
            return start + 1, start + 1 + len(wanted)
    return None


class _Units:
    """Counts UTF-16 units up to positions that only grow."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._is_plain = text.isascii() or max(text) <= "\uffff"
        self._wide = [] if self._is_plain else [place for place, letter in enumerate(text) if letter > "\uffff"]

    def of(self, position: int) -> int:
        if self._is_plain:
            return position
        return position + bisect_right(self._wide, position - 1)
