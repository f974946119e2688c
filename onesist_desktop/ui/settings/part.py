# SPDX-License-Identifier: MIT
"""A part of somebody's settings: a heading below a line, and what belongs to it."""

from __future__ import annotations

from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from onesist_desktop.ui.theme.theme import Theme
from onesist_desktop.ui.widgets.labels import StepLabel
from onesist_desktop.ui.widgets.rows import Divider


class Part(QWidget):
    """Hidden by whoever made it while there is nothing in it.

    Attributes:
        head: The line of the heading; takes what stands behind it.
        body: What is below it.
    """

    def __init__(self, theme: Theme, title: str, *, name: str = "", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.theme = theme
        self.setObjectName(name)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 16, 0, 0)
        column.setSpacing(12)
        column.addWidget(Divider())
        self.head = QHBoxLayout()
        self.head.setSpacing(8)
        self.head.addWidget(StepLabel(theme, title, step="body_strong", wraps=theme.is_large))
        column.addLayout(self.head)
        self.body = QVBoxLayout()
        self.body.setSpacing(8)
        column.addLayout(self.body)
