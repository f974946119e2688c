# SPDX-License-Identifier: MIT
"""F6: from region to region."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget


@dataclass(frozen=True, slots=True)
class Region:
    """A part of the window. ``target`` gets the focus; None for the first that takes it.

    A focus proxy would do the same, but Tab then jumps over everything in the region that stands before the proxy.
    """

    widget: QWidget
    target: QWidget | None = None

    def holds(self, focused: QWidget | None) -> bool:
        """Tell whether the focus is in this region."""
        return focused is not None and (focused is self.widget or self.widget.isAncestorOf(focused))

    def first_focusable(self) -> QWidget | None:
        """Return where the focus goes: the target, else the region itself or its first child that takes focus by Tab."""
        if self.target is not None and self.target.isVisible() and self.target.isEnabled():
            return self.target
        candidates = [self.widget, *self.widget.findChildren(QWidget)]
        return next(
            (
                widget
                for widget in candidates
                if widget.focusPolicy() & Qt.FocusPolicy.TabFocus and widget.isVisible() and widget.isEnabled()
            ),
            None,
        )


def next_region(regions: Sequence[Region], focused: QWidget | None, step: int) -> QWidget | None:
    """Return the widget that gets the focus in the region after (1) or before (-1) the one that has it now."""
    shown = [region for region in regions if region.widget.isVisible() and region.first_focusable() is not None]
    if not shown:
        return None
    current = next((index for index, region in enumerate(shown) if region.holds(focused)), None)
    index = (0 if step > 0 else -1) if current is None else (current + step) % len(shown)
    return shown[index].first_focusable()
