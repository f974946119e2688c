# SPDX-License-Identifier: MIT
"""Positions in a text, as Python counts them and as Qt does. Pure.

Qt counts halves of UTF-16: a letter outside of the first plane, such as most emoji, counts twice there.
"""

from __future__ import annotations

from bisect import bisect_left


class Letters:
    """Translates positions in one text. Costs nothing where both count alike."""

    __slots__ = ("_places", "_units")

    def __init__(self, text: str) -> None:
        self._places: list[int] = []
        if text and not text.isascii() and max(text) > "\uffff":
            self._places = [place for place, letter in enumerate(text) if letter > "\uffff"]
        self._units = [place + before for before, place in enumerate(self._places)]

    def to_qt(self, place: int) -> int:
        """Return Qt's position of a letter."""
        return place + bisect_left(self._places, place)

    def from_qt(self, position: int) -> int:
        """Return the letter at Qt's position; between the halves of a letter, that letter."""
        return position - bisect_left(self._units, position)
