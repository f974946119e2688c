# SPDX-License-Identifier: MIT
"""Fonts of the type steps: the desktop's own for words, and one with letters of one width for code."""

from __future__ import annotations

import sys
from collections.abc import Mapping

from PySide6.QtGui import QFont, QFontDatabase

from onesist_desktop.ui.theme.tokens import TypeStep

# Asked for in this order. Families that aren't there are never given to Qt: on some systems it searches long for them.
_CODE_FAMILIES = {
    "darwin": ("JetBrains Mono", "SF Mono", "Menlo"),
    "win32": ("JetBrains Mono", "Cascadia Mono", "Consolas"),
}
# Elsewhere the person chose a fixed font for the whole desktop, which comes before any of our taste but the first.
_CODE_FAMILIES_ELSEWHERE = ("JetBrains Mono",)
_TABULAR = QFont.Tag("tnum")
# JetBrains Mono and Cascadia join signs such as != by contextual alternates, others by ligatures.
_JOINING = (QFont.Tag("liga"), QFont.Tag("calt"))


class Fonts:
    """Builds the fonts of the type steps in one size of text.

    Args:
        steps: The type steps.
        percent: Whole percent, 100 being the design's own size.
        family: Family for words instead of the desktop's own; empty for the desktop's.
    """

    def __init__(self, steps: Mapping[str, TypeStep], percent: int, family: str = "") -> None:
        self.percent = percent
        self.family = family
        self._steps = steps
        self._code_family = code_family()
        self._made: dict[tuple[str, bool], QFont] = {}

    def scaled(self, px: float) -> int:
        """Return a length that grows with the text, in whole logical pixels."""
        return max(1, round(px * self.percent / 100))

    def font(self, step: str, *, is_tabular: bool = False) -> QFont:
        """Return the font of a type step; figures are tabular in captions and where wished. Raises KeyError."""
        key = (step, is_tabular)
        made = self._made.get(key)
        if made is None:
            made = self._made[key] = self._make(step, is_tabular=is_tabular)
        # A font can be changed by whoever has it.
        return QFont(made)

    def _make(self, step: str, *, is_tabular: bool) -> QFont:
        token = self._steps[step]
        is_code = step == "code"
        font = QFont(self._code_family) if is_code else self._word_font()
        font.setPixelSize(self.scaled(token.px))
        font.setWeight(QFont.Weight(token.weight))
        if is_code:
            font.setStyleHint(QFont.StyleHint.Monospace)
            for tag in _JOINING:
                font.setFeature(tag, 0)
        elif is_tabular or step == "caption":
            font.setFeature(_TABULAR, 1)
        return font

    def _word_font(self) -> QFont:
        return QFont(self.family) if self.family else QFontDatabase.systemFont(QFontDatabase.SystemFont.GeneralFont)


def code_family(platform: str = sys.platform) -> str:
    """Return the family for code: the first of the platform's list that is installed, or else the desktop's fixed one."""
    for family in _CODE_FAMILIES.get(platform, _CODE_FAMILIES_ELSEWHERE):
        if QFontDatabase.hasFamily(family):
            return family
    return QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont).family()
