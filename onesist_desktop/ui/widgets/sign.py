# SPDX-License-Identifier: MIT
"""An icon that stands beside words. Screen readers skip it, as the words say the same."""

from __future__ import annotations

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from onesist_desktop.ui.theme.theme import Theme
from onesist_desktop.ui.widgets.glyphs import paint_glyph


class Sign(QWidget):
    """Follows the colours and the size of text."""

    def __init__(
        self, theme: Theme, glyph: str, *, color: str = "text_secondary", side: int = 16, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._theme = theme
        self._glyph = glyph
        self._color = color
        self._side = side
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        theme.changed.connect(self._fit)
        self._fit()

    def show_glyph(self, glyph: str, color: str = "text_secondary") -> None:
        """Show another icon, in the colour of that token."""
        self._glyph, self._color = glyph, color
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the icon."""
        painter = QPainter(self)
        paint_glyph(painter, QRectF(self.rect()), self._glyph, self._theme.color(self._color))
        painter.end()

    def _fit(self) -> None:
        side = self._theme.icon_size(self._side)
        self.setFixedSize(side, side)
        self.update()
