# SPDX-License-Identifier: MIT
"""Where a window is put: as it was, but on a screen that is there now, and all of it."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QPoint, QRect, QSize

from onesist_desktop.services.views import WindowPlace

LEAST = QSize(720, 520)


def fitted(place: WindowPlace, screens: Sequence[QRect]) -> tuple[QSize, QPoint | None]:
    """Return the size that a window gets, and where its upper left corner goes; None lets the desktop decide.

    Args:
        place: Where it was.
        screens: The room of each screen that windows may take, the first one being where windows open.
    """
    wanted = QSize(place.width, place.height).expandedTo(LEAST)
    if not screens:
        return wanted, None
    if place.x is None or place.y is None:
        return _within(wanted, screens[0]), None
    box = QRect(QPoint(place.x, place.y), wanted)
    screen = max(screens, key=lambda each: _shared(each, box))
    if not _shared(screen, box):
        # That screen was unplugged.
        return _within(wanted, screens[0]), None
    size = _within(wanted, screen)
    x = min(max(box.x(), screen.x()), screen.x() + max(0, screen.width() - size.width()))
    y = min(max(box.y(), screen.y()), screen.y() + max(0, screen.height() - size.height()))
    return size, QPoint(x, y)


def _within(size: QSize, screen: QRect) -> QSize:
    # A screen smaller than the smallest window can't be helped.
    return size.boundedTo(screen.size()).expandedTo(LEAST)


def _shared(screen: QRect, box: QRect) -> int:
    part = screen.intersected(box)
    return part.width() * part.height() if part.isValid() else 0
