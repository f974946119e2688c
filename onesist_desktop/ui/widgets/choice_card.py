# SPDX-License-Identifier: MIT
"""A card with a glyph, a line and a smaller line below, that is one button."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QEvent, QSize, Qt
from PySide6.QtGui import QFont
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QSizePolicy, QVBoxLayout, QWidget

from onesist_desktop.ui.widgets.glyphs import glyph_pixmap
from onesist_desktop.ui.widgets.labels import PlainLabel
from onesist_desktop.ui.widgets.metrics import scaled


class ChoiceCard(QPushButton):
    """One of a few ways to go on."""

    def __init__(
        self,
        glyph: str,
        text: str,
        help_text: str,
        *,
        name: str,
        small: QFont,
        on_click: Callable[[], object],
        height: int = 56,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._glyph = glyph
        self._height = height
        self.setProperty("choice", True)
        self.setObjectName(name)
        self.setAutoDefault(False)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(text)
        self.setAccessibleDescription(help_text)
        self.clicked.connect(lambda _checked=False: on_click())
        line = QHBoxLayout(self)
        line.setContentsMargins(16, 8, 16, 8)
        line.setSpacing(14)
        self._sign = QLabel()
        words = QVBoxLayout()
        words.setSpacing(0)
        words.addWidget(PlainLabel(text))
        words.addWidget(PlainLabel(help_text, tone="secondary", font=small))
        line.addWidget(self._sign)
        line.addLayout(words, 1)
        for child in self.findChildren(QLabel):
            child.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self._paint_glyph()

    def sizeHint(self) -> QSize:
        """Be as high as a choice is, and higher with larger text."""
        layout = self.layout()
        return QSize(320, max(self._height, layout.sizeHint().height() if layout else 0))

    def changeEvent(self, event: QEvent) -> None:
        """Follow the palette with the glyph."""
        super().changeEvent(event)
        if event.type() in {QEvent.Type.PaletteChange, QEvent.Type.FontChange}:
            self._paint_glyph()

    def _paint_glyph(self) -> None:
        self._sign.setPixmap(glyph_pixmap(self._glyph, self.palette().placeholderText().color(), scaled(20)))
