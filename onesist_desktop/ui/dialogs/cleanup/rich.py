# SPDX-License-Identifier: MIT
"""Labels with one part that stands out. Only texts of ours are markup; values are escaped, so that no name can pose as it."""

from __future__ import annotations

import html
import re

from PySide6.QtCore import Qt
from PySide6.QtGui import QMouseEvent
from PySide6.QtWidgets import QAbstractButton, QLabel, QSizePolicy

from onesist_desktop.ui.language import fill
from onesist_desktop.ui.widgets.metrics import restyle

_TAG = re.compile(r"<[^>]*>")


class StrongLabel(QLabel):
    """Shows a text of ours in which ``<b>`` marks what stands out. A screen reader gets it without.

    Args:
        button: A click on the label is a click on this.
    """

    def __init__(self, *, tone: str = "", wraps: bool = False, name: str = "", button: QAbstractButton | None = None) -> None:
        super().__init__()
        self.setTextFormat(Qt.TextFormat.RichText)
        self.setObjectName(name)
        self.setWordWrap(wraps)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Preferred)
        self._button = button
        if tone:
            restyle(self, "tone", tone)

    def show_text(self, text: str, *values: object) -> None:
        """Show a text with values in the places of ``%1``, ``%2``…"""
        shown = fill(text, *(html.escape(str(value)) for value in values))
        self.setText(shown.replace("<b>", '<span style="font-weight:600">').replace("</b>", "</span>"))
        self.setAccessibleName(plain_text(fill(text, *values)))

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Click the button that it belongs to."""
        super().mouseReleaseEvent(event)
        if self._button is not None and self._button.isEnabled() and self.rect().contains(event.position().toPoint()):
            self._button.click()


def plain_text(text: str) -> str:
    """Return a text of ours without its marks."""
    return _TAG.sub("", text)
