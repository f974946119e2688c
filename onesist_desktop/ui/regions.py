# SPDX-License-Identifier: MIT
"""F6: from region to region."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget


def next_region(regions: Sequence[QWidget], focused: QWidget | None, step: int) -> QWidget | None:
    """Return the widget that gets the focus in the region after (1) or before (-1) the one that has it now."""
    shown = [region for region in regions if region.isVisible() and first_focusable(region) is not None]
    if not shown:
        return None
    current = next(
        (
            index
            for index, region in enumerate(shown)
            if focused is not None and (focused is region or region.isAncestorOf(focused))
        ),
        None,
    )
    index = (0 if step > 0 else -1) if current is None else (current + step) % len(shown)
    return first_focusable(shown[index])


def first_focusable(region: QWidget) -> QWidget | None:
    """Return where the focus goes in a region: its proxy, itself, or the first child that takes focus by Tab."""
    proxy = region.focusProxy()
    if proxy is not None and proxy.isVisible() and proxy.isEnabled():
        return proxy
    candidates = [region, *region.findChildren(QWidget)]
    return next(
        (
            widget
            for widget in candidates
            if widget.focusPolicy() & Qt.FocusPolicy.TabFocus and widget.isVisible() and widget.isEnabled()
        ),
        None,
    )
