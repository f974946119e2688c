# SPDX-License-Identifier: MIT
"""A long text to be read exactly as it is, in a sunken box of its own."""

from __future__ import annotations

from PySide6.QtWidgets import QFrame, QHBoxLayout, QPlainTextEdit

from onesist_desktop.ui.theme.theme import Theme


class SunkenText(QFrame):
    """The box. What it shows can be selected and walked through by keyboard, and not be changed.

    Args:
        theme: Gives the font.
        name: Object name of the text.
        label: What a screen reader calls it.

    Attributes:
        view: The text itself.
    """

    def __init__(self, theme: Theme, name: str, label: str) -> None:
        super().__init__()
        self.setProperty("surface", "code")
        self.view = QPlainTextEdit()
        self.view.setObjectName(name)
        self.view.setProperty("code", True)
        self.view.setReadOnly(True)
        self.view.setFont(theme.font("code"))
        self.view.setFrameShape(QFrame.Shape.NoFrame)
        self.view.setAccessibleName(label)
        self.view.setTabChangesFocus(True)
        inner = QHBoxLayout(self)
        inner.setContentsMargins(16, 12, 4, 12)
        inner.addWidget(self.view)
