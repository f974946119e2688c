# SPDX-License-Identifier: MIT
"""The field in which a message is written: grows with its text, sends on Enter, leaves input methods alone."""

from __future__ import annotations

from math import ceil

from PySide6.QtCore import QMimeData, Qt, Signal
from PySide6.QtGui import (
    QDragEnterEvent,
    QDragMoveEvent,
    QFocusEvent,
    QInputMethodEvent,
    QKeyEvent,
    QResizeEvent,
    QTextCursor,
)
from PySide6.QtWidgets import QFrame, QTextEdit, QWidget

from onesist_desktop.ui.composer.sources import has_files, read_mime

MAX_LINES = 12


class ComposerEdit(QTextEdit):
    """Plain text of one to twelve lines, then it scrolls.

    Attributes:
        enter_sends: Enter sends and Shift+Enter makes a line; else the other way round. Ctrl+Enter sends in both.

    Signals:
        submitted: A key that sends was pressed, and not to confirm what an input method is composing.
        submitted_now: The key that sends at once was pressed, likewise.
        escaped: Escape was pressed.
        erased_at_start: Backspace was pressed where there is nothing to erase.
        sources_taken(sources: tuple[Source, ...]): Something to attach was pasted.
        focus_changed(has_focus: bool): For the outline around it.
    """

    submitted = Signal()
    submitted_now = Signal()
    escaped = Signal()
    erased_at_start = Signal()
    sources_taken = Signal(object)
    focus_changed = Signal(bool)

    def __init__(self, line_height: int, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.enter_sends = True
        self._line_height = line_height
        self._is_composing = False
        self._room: int | None = None
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

    def set_line_height(self, line_height: int) -> None:
        """Follow the size of text."""
        self._line_height = line_height
        self._fit()

    def set_room(self, height: int | None) -> None:
        """Be at most so high in logical pixels, but never less than a line: the text scrolls then. None: twelve lines."""
        if height != self._room:
            self._room = height
            self._fit()

    def put(self, text: str) -> None:
        """Show another text, the cursor behind it."""
        self.setPlainText(text)
        self.moveCursor(QTextCursor.MoveOperation.End)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Send on Enter; Shift+Enter makes a line; or the other way round."""
        key, modifiers = event.key(), event.modifiers()
        if key in {Qt.Key.Key_Return, Qt.Key.Key_Enter}:
            self._on_enter(event, modifiers)
        elif key == Qt.Key.Key_Escape and not self._is_composing:
            self.escaped.emit()
            event.ignore()
        elif key == Qt.Key.Key_Backspace and self.document().isEmpty() and not self._is_composing:
            event.accept()
            # A key that is held down to erase the text must not go on with what is attached.
            if not event.isAutoRepeat():
                self.erased_at_start.emit()
        else:
            super().keyPressEvent(event)

    def inputMethodEvent(self, event: QInputMethodEvent) -> None:
        """Note whether text is being composed, so that the Enter which confirms it doesn't send."""
        self._is_composing = bool(event.preeditString())
        super().inputMethodEvent(event)

    def insertFromMimeData(self, source: QMimeData) -> None:
        """Paste plain text; what is to be attached goes to the composer."""
        taken = read_mime(source)
        if taken.sources:
            self.sources_taken.emit(taken.sources)
        elif taken.text:
            self.insertPlainText(taken.text)

    def canInsertFromMimeData(self, source: QMimeData) -> bool:
        """Take text, files and pictures."""
        return source.hasText() or has_files(source)

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        """Leave files to the composer around it, which says where they go."""
        if has_files(event.mimeData()):
            event.ignore()
            return
        super().dragEnterEvent(event)

    def dragMoveEvent(self, event: QDragMoveEvent) -> None:
        """Leave files to the composer around it."""
        if has_files(event.mimeData()):
            event.ignore()
            return
        super().dragMoveEvent(event)

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

    def _on_enter(self, event: QKeyEvent, modifiers: Qt.KeyboardModifier) -> None:
        has_shift = bool(modifiers & Qt.KeyboardModifier.ShiftModifier)
        has_control = bool(modifiers & Qt.KeyboardModifier.ControlModifier)
        is_plain = not has_control and not modifiers & Qt.KeyboardModifier.AltModifier
        if not has_control and (not is_plain or has_shift is self.enter_sends):
            # Without modifiers, so that both keys make the same kind of line.
            if not self._is_composing:
                self.insertPlainText("\n")
                self.ensureCursorVisible()
            event.accept()
            return
        event.accept()
        if not self._is_composing and not event.isAutoRepeat():
            (self.submitted_now if has_control and has_shift else self.submitted).emit()

    def _fit(self) -> None:
        most = self._line_height * MAX_LINES
        if self._room is not None:
            most = max(self._line_height, min(most, self._room))
        height = min(max(ceil(self.document().size().height()), self._line_height), most)
        if height != self.height():
            self.setFixedHeight(height)
