# SPDX-License-Identifier: MIT
"""The ring around the transcript while the keyboard is on it."""

from __future__ import annotations

from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QRegion
from PySide6.QtWidgets import QWidget

from onesist_desktop.ui.theme.theme import Theme

_WIDTH = 2


class FocusRing(QWidget):
    """Lies above its parent, only as wide as its line, and takes no mouse."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.hide()

    def surround(self, rect: QRect) -> None:
        """Lie on the inner edge of a rectangle of the parent."""
        self.setGeometry(rect)
        inner = self.rect().adjusted(_WIDTH, _WIDTH, -_WIDTH, -_WIDTH)
        self.setMask(QRegion(self.rect()) - QRegion(inner))

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the ring; the mask leaves only the line."""
        painter = QPainter(self)
        painter.fillRect(self.rect(), self._theme.color("focus"))
        painter.end()
