# SPDX-License-Identifier: MIT
"""A column of limited width, centred where there is more room."""

from __future__ import annotations

from PySide6.QtWidgets import QHBoxLayout, QWidget

SCROLL_BAR = 12
"""Width of a scroll bar in the style sheet."""


class CentredColumn(QWidget):
    """Holds one widget, at most ``max_width`` wide and in the middle of what is left of ``right``."""

    def __init__(self, content: QWidget, max_width: int, *, right: int = 0, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, right, 0)
        layout.setSpacing(0)
        content.setMaximumWidth(max_width)
        # A stretch of 1000 lets the content grow to its limit before the sides get anything.
        layout.addStretch(1)
        layout.addWidget(content, 1000)
        layout.addStretch(1)
