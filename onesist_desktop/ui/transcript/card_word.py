# SPDX-License-Identifier: MIT
"""The field in a card in which a person says why they don't allow something."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent
from PySide6.QtWidgets import QLineEdit, QWidget

from onesist_desktop.ui.transcript.card_keys import is_enter


class CardField(QLineEdit):
    """One line. Enter, with Ctrl or without, sends what is written; Escape leaves it.

    Signals:
        submitted(): Send it. With nothing written this doesn't come.
        left(): The person doesn't want to write after all.
        entered(): It got the focus.
        focus_changed(): It got or lost the focus.
    """

    submitted = Signal()
    left = Signal()
    entered = Signal()
    focus_changed = Signal()

    def __init__(self, name: str, label: str, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName(name)
        self.setPlaceholderText(label)
        self.setAccessibleName(label)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Send or leave; what is typed stays here, digits as well."""
        if is_enter(event) or is_enter(event, Qt.KeyboardModifier.ControlModifier):
            if self.text().strip() and not event.isAutoRepeat():
                self.submitted.emit()
            event.accept()
            return
        if event.key() == Qt.Key.Key_Escape:
            self.left.emit()
            event.accept()
            return
        super().keyPressEvent(event)

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Tell the card."""
        super().focusInEvent(event)
        self.entered.emit()
        self.focus_changed.emit()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Tell the card."""
        super().focusOutEvent(event)
        self.focus_changed.emit()
