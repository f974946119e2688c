# SPDX-License-Identifier: MIT
"""The question before the window closes while somebody works."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QWidget

from onesist_desktop.ui.controllers.desk import Desk
from onesist_desktop.ui.dialogs.message_box import ask

_NAME = "close_question"


class ClosingQuestion(QObject):
    """Asks once, however often the person tries to close."""

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk)
        self._desk = desk

    def ask(self, working: int, on_confirmed: Callable[[], object]) -> None:
        """Ask whether the answers that are being written may be stopped."""
        window = self._desk.window
        if window.findChild(QWidget, _NAME) is not None:
            return
        ask(
            window,
            self._desk.theme,
            title=self.tr("%n answer(s) still being written", None, working),
            text=self.tr("Closing stops them. What was written so far is kept, and your messages can be sent again."),
            action=self.tr("Stop and close"),
            cancel=self.tr("Keep working"),
            on_confirmed=on_confirmed,
            is_loss=True,
            name=_NAME,
        )
