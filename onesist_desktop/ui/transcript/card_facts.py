# SPDX-License-Identifier: MIT
"""Rows of a card that say where something would happen and why: a word at the left, what it is at the right."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QPoint, QRect
from PySide6.QtGui import QPainter

from onesist_desktop.ui.theme.theme import Theme
from onesist_desktop.ui.transcript.block_paint import TextLines

_LABEL = 92
_GAP = 4


@dataclass(frozen=True, slots=True)
class CardFact:
    """One row. ``tip`` is the whole of what ``value`` says in short; ``is_foreign``: the words are the agent's."""

    label: str
    value: str
    tip: str = ""
    is_foreign: bool = False


class CardFacts:
    """Paints rows. Where text is large, what it is stands below its word."""

    def __init__(self, theme: Theme) -> None:
        self._theme = theme
        self._facts: tuple[CardFact, ...] = ()
        self._lines: list[tuple[TextLines, TextLines]] = []

    @property
    def sentence(self) -> str:
        """All of it in words, for a screen reader."""
        return ". ".join(f"{fact.label}: {fact.tip or fact.value}" for fact in self._facts)

    def show_facts(self, facts: Sequence[CardFact], *, is_mirrored: bool) -> None:
        """Take the rows."""
        theme = self._theme
        self._facts = tuple(facts)
        self._lines = []
        line = theme.line_height("body")
        for fact in self._facts:
            label, value = TextLines(), TextLines()
            label.set_text(fact.label, theme.font("body"), line, is_mirrored=is_mirrored)
            value.set_text(fact.value, theme.font("body"), line, is_mirrored=is_mirrored, is_foreign=fact.is_foreign)
            self._lines.append((label, value))

    def height(self, width: int) -> int:
        """Return how high all rows are at a width; 0 for none."""
        return sum(label.height() + _GAP for label, _ in self._places(width)) - _GAP if self._lines else 0

    def tip_at(self, point: QPoint, area: QRect) -> str:
        """Return the whole of what stands at a point of the area that the rows are painted in; empty for nothing more."""
        for fact, (row, _) in zip(self._facts, self._places(area.width()), strict=True):
            if row.translated(area.topLeft()).contains(point):
                return fact.tip if fact.tip != fact.value else ""
        return ""

    def paint(self, painter: QPainter, area: QRect, *, is_mirrored: bool) -> None:
        """Paint the rows from the top of an area."""
        theme = self._theme
        for (label, value), (row, inner) in zip(self._lines, self._places(area.width()), strict=True):
            label_box = QRect(row.left(), row.top(), row.width() if inner.left() == 0 else inner.left(), row.height())
            for lines, box, tone in ((label, label_box, "text_tertiary"), (value, inner, "text_primary")):
                placed = box.translated(area.topLeft())
                if is_mirrored:
                    placed.moveRight(area.left() + area.right() - placed.left())
                lines.paint(painter, placed, theme.color(tone))

    def _places(self, width: int) -> list[tuple[QRect, QRect]]:
        """Return the box of each row and of what it says, from the top left of all."""
        places, y = [], 0
        line = self._theme.line_height("body")
        for label, value in self._lines:
            if self._theme.is_large:
                top = label.height(width)
                inner = QRect(0, y + top, width, value.height(width))
                row = QRect(0, y, width, top + inner.height())
            else:
                inner = QRect(_LABEL, y, width - _LABEL, max(line, value.height(width - _LABEL)))
                row = QRect(0, y, width, inner.height())
            places.append((row, inner))
            y += row.height() + _GAP
        return places
