# SPDX-License-Identifier: MIT
"""What controls measure themselves by: the size of the text, the scheme, and properties that the style sheet reads."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication, QWidget

from onesist_desktop.ui.theme.theme import Theme

_BODY_PX = 13
# Where windows always lie in a compositor, a popup may have clear corners. Elsewhere they would be black.
_COMPOSED = frozenset({"wayland", "cocoa", "windows", "offscreen"})


def text_scale() -> float:
    """Return how large the application's text is, 1.0 being the design's own size. Never below 1."""
    pixels = QApplication.font().pixelSize()
    return max(1.0, pixels / _BODY_PX) if pixels > 0 else 1.0


def scaled(pixels: float) -> int:
    """Return a length that grows with the text, such as the side of an icon."""
    return round(pixels * text_scale())


def outline_width(theme: Theme) -> int:
    """Return how wide the outline of a card is in logical pixels."""
    return 2 if theme.is_high_contrast else 1


def is_mirrored(widget: QWidget) -> bool:
    """Whether a widget is laid out from right to left."""
    return widget.layoutDirection() is Qt.LayoutDirection.RightToLeft


def has_clear_corners() -> bool:
    """Whether a popup may be a rounded shape on this platform."""
    return QGuiApplication.platformName() in _COMPOSED


def restyle(widget: QWidget, name: str, value: object) -> None:
    """Set a property that the style sheet reads, and apply the sheet again if it changed."""
    if widget.property(name) == value:
        return
    widget.setProperty(name, value)
    style = widget.style()
    style.unpolish(widget)
    style.polish(widget)
    widget.update()
