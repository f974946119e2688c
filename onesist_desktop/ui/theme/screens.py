# SPDX-License-Identifier: MIT
"""How many device pixels stand for a logical one, for what is painted before it is known on which screen it will be."""

from __future__ import annotations

from PySide6.QtGui import QGuiApplication


def sharpest_ratio() -> float:
    """Return the ratio of the sharpest screen at hand."""
    app = QGuiApplication.instance()
    return app.devicePixelRatio() if isinstance(app, QGuiApplication) else 1.0


def screen_ratios() -> tuple[float, ...]:
    """Return the ratios that an icon needs a pixmap for: the usual ones, as windows move, and the sharpest at hand."""
    return tuple(sorted({1.0, 2.0, sharpest_ratio()}))
