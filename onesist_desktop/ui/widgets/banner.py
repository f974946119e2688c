# SPDX-License-Identifier: MIT
"""A line under the header that says that something is not set up."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QWidget

from onesist_desktop.ui.widgets.buttons import IconButton
from onesist_desktop.ui.widgets.glyphs import glyph_pixmap
from onesist_desktop.ui.widgets.labels import PlainLabel

_MAX_TEXTS = 4


class Banner(QFrame):
    """Hidden until there is something to say; the person closes it."""

    def __init__(self, close_label: str, *, name: str = "banner", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName(name)
        self.setProperty("surface", "banner")
        self.setMinimumHeight(40)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(32, 4, 8, 4)
        self._sign = QLabel(self)
        self._text = PlainLabel(wraps=True, name=f"{name}_text")
        self._text.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        layout.addWidget(self._sign)
        layout.addWidget(self._text, 1)
        layout.addWidget(IconButton("close", close_label, name=f"{name}_close", on_click=self.hide))
        self.hide()

    @property
    def text(self) -> str:
        """What it says."""
        return self._text.text()

    def say(self, text: str) -> None:
        """Show a text, below what is still shown. The same text again changes nothing."""
        texts = [] if self.isHidden() else self._text.text().split("\n")
        if text in texts:
            return
        text = "\n".join([*texts, text][-_MAX_TEXTS:])
        self._sign.setPixmap(glyph_pixmap("warning", self.palette().windowText().color()))
        self._text.setText(text)
        self.setAccessibleName(text)
        self.show()
