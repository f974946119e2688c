# SPDX-License-Identifier: MIT
"""Where the words and the button of a divider stand: beside each other, or below where there is no room."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QRect, QSize

from onesist_desktop.ui.transcript.block_paint import TextLines

PAD = 16
_PAD_Y = 10
_LEAST_WORDS = 200


@dataclass(frozen=True, slots=True)
class DividerPlan:
    """Where words and button stand at a width."""

    words: QRect
    button: QRect
    height: int


NOTHING = DividerPlan(QRect(), QRect(), 0)


def plan_divider(words: TextLines, button: QSize | None, *, start: int, width: int, gap: int, text_percent: int) -> DividerPlan:
    """Place words that begin at ``start``, with a button of that size if there is one. Lengths are logical pixels."""
    whole = width - start - PAD
    if button is None:
        lines = words.height(whole)
        height = max(40, lines + 2 * _PAD_Y)
        return DividerPlan(QRect(start, (height - lines) // 2, whole, lines), QRect(), height)
    beside = whole - button.width() - gap + 8
    # Rather below than words in a narrow column.
    if beside < min(words.natural_width(), _LEAST_WORDS * text_percent // 100):
        lines = words.height(whole)
        below = QRect(start - 8, _PAD_Y + lines + 4, min(button.width(), whole + 8), button.height())
        return DividerPlan(QRect(start, _PAD_Y, whole, lines), below, below.bottom() + 1 + 8)
    lines = words.height(beside)
    height = max(40, lines + 2 * _PAD_Y, button.height() + 8)
    place = QRect(width - 8 - button.width(), (height - button.height()) // 2, button.width(), button.height())
    return DividerPlan(QRect(start, (height - lines) // 2, beside, lines), place, height)
