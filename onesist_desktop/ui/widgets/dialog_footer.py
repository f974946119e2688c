# SPDX-License-Identifier: MIT
"""The footer of dialogs: at the left status or a way back, at the right Cancel and then the action, on every system."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QHBoxLayout, QSizePolicy, QWidget

from onesist_desktop.ui.widgets.labels import OneLineLabel
from onesist_desktop.ui.widgets.metrics import restyle

USUAL_HEIGHT = 64
SMALL_HEIGHT = 56


class DialogFooter(QFrame):
    """Status and way back at the left, buttons at the right.

    Attributes:
        row: The layout itself, for dialogs that put things into it on their own.
    """

    def __init__(self, *, is_small: bool = False, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("surface", "footer")
        self.setMinimumHeight(SMALL_HEIGHT if is_small else USUAL_HEIGHT)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)
        self.row = QHBoxLayout(self)
        self.row.setContentsMargins(24, 12, 24, 12)
        self.row.setSpacing(8)
        self._status: OneLineLabel | None = None

    def set_status(self, text: str, tone: str = "secondary") -> None:
        """Say how things stand, at the left."""
        if self._status is None:
            self._status = OneLineLabel(name="footer_status")
            self.row.insertWidget(0, self._status, 1)
        restyle(self._status, "tone", tone)
        self._status.setText(text)

    def set_way_back(self, button: QWidget) -> None:
        """Put a way back at the left."""
        self.row.insertWidget(0, button)

    def set_buttons(self, cancel: QWidget, action: QWidget | None = None) -> None:
        """Put Cancel and the action at the right."""
        if self._status is None:
            self.row.addStretch(1)
        for button in (cancel, action):
            if button is not None:
                self.row.addWidget(button, 0, Qt.AlignmentFlag.AlignVCenter)
