# SPDX-License-Identifier: MIT
"""How well a text fits what was typed. Pure."""

from __future__ import annotations

from dataclasses import dataclass

_WHOLE_PREFIX = 0
_WORD_PREFIX = 1
_INSIDE = 2


@dataclass(frozen=True, slots=True)
class Match:
    """How a text fits. A lower ``rank`` fits better; ``ranges`` are the letters that were found, as start and end."""

    rank: tuple[int, int]
    ranges: tuple[tuple[int, int], ...] = ()


EVERYTHING = Match((0, 0))


def match(typed: str, text: str) -> Match | None:
    """Match a text against typed words, whatever their case and order; None if a word is missing.

    Best is a word that begins the text, then one that begins a word of it, then one inside a word.
    """
    words = typed.split()
    if not words:
        return EVERYTHING
    folded = _folded(text)
    ranges, worst, first = [], 0, len(text)
    for word in words:
        found = _find(_folded(word), folded)
        if found is None:
            return None
        quality, start = found
        worst, first = max(worst, quality), min(first, start)
        ranges.append((start, start + len(word)))
    return Match((worst, first), tuple(sorted(ranges)))


def _find(word: str, text: str) -> tuple[int, int] | None:
    """Return how well and where a word stands in a text, best place first."""
    if text.startswith(word):
        return _WHOLE_PREFIX, 0
    start = text.find(word)
    inside = start
    while start != -1:
        if not text[start - 1].isalnum():
            return _WORD_PREFIX, start
        start = text.find(word, start + 1)
    return None if inside == -1 else (_INSIDE, inside)


def _folded(text: str) -> str:
    """Fold the case letter by letter: the whole text's folding could have another length, and ranges would be wrong."""
    return "".join(folded if len(folded := letter.casefold()) == 1 else letter for letter in text)
