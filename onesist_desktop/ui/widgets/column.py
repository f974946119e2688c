# SPDX-License-Identifier: MIT
"""A column of limited width, centred where there is more room."""

from __future__ import annotations

from PySide6.QtWidgets import QHBoxLayout, QWidget


class CentredColumn(QWidget):
    """Holds one widget, at most ``max_width`` wide and in the middle."""

    def __init__(self, content: QWidget, max_width: int, *, margin: int = 0, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(margin, 0, margin, 0)
        layout.setSpacing(0)
        content.setMaximumWidth(max_width)
        # A stretch of 1000 lets the content grow to its limit before the sides get anything.
        layout.addStretch(1)
        layout.addWidget(content, 1000)
        layout.addStretch(1)
