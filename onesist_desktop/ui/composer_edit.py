# SPDX-License-Identifier: MIT
"""The field in which a message is written: grows with its text, sends on Enter, leaves input methods alone."""

from __future__ import annotations

from math import ceil

from PySide6.QtCore import QMimeData, Qt, Signal
from PySide6.QtGui import QFocusEvent, QInputMethodEvent, QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QFrame, QTextEdit, QWidget

MAX_LINES = 12


class ComposerEdit(QTextEdit):
    """Plain text of one to twelve lines, then it scrolls.

    Signals:
        submitted: Enter was pressed, and not to confirm what an input method is composing.
        focus_changed(has_focus: bool): For the outline around it.
    """

    submitted = Signal()
    focus_changed = Signal(bool)

    def __init__(self, line_height: int, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._line_height = line_height
        self._is_composing = False
        self.setAcceptRichText(False)
        self.setProperty("plain", True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setTabChangesFocus(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAsNeeded)
        self.document().setDocumentMargin(0)
        self.document().documentLayout().documentSizeChanged.connect(self._fit)
        self._fit()

    @property
    def is_composing(self) -> bool:
        """Whether an input method holds text that is not confirmed yet."""
        return self._is_composing

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Send on Enter; Shift+Enter makes a line."""
        is_enter = event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter}
        makes_line = event.modifiers() & (Qt.KeyboardModifier.ShiftModifier | Qt.KeyboardModifier.AltModifier)
        if not is_enter or makes_line:
            super().keyPressEvent(event)
            return
        event.accept()
        if not self._is_composing and not event.isAutoRepeat():
            self.submitted.emit()

    def inputMethodEvent(self, event: QInputMethodEvent) -> None:
        """Note whether text is being composed, so that the Enter which confirms it doesn't send."""
        self._is_composing = bool(event.preeditString())
        super().inputMethodEvent(event)

    def insertFromMimeData(self, source: QMimeData) -> None:
        """Paste text only."""
        if source.hasText():
            self.insertPlainText(source.text())

    def canInsertFromMimeData(self, source: QMimeData) -> bool:
        """Take text only."""
        return source.hasText()

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Tell the frame."""
        super().focusInEvent(event)
        self.focus_changed.emit(True)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Tell the frame."""
        super().focusOutEvent(event)
        self.focus_changed.emit(False)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Wrap again, and grow or shrink with it."""
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        height = min(max(ceil(self.document().size().height()), self._line_height), self._line_height * MAX_LINES)
        if height != self.height():
            self.setFixedHeight(height)
