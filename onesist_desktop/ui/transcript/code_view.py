# SPDX-License-Identifier: MIT
"""Code and output: fixed pitch, not wrapped, and growing text is appended instead of set again."""

from __future__ import annotations

from math import ceil

from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication, QTextCursor, QWheelEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QPlainTextEdit, QSizePolicy, QVBoxLayout, QWidget

from onesist_desktop.ui.theme.theme import Theme
from onesist_desktop.ui.transcript.segments import Segment
from onesist_desktop.ui.widgets.buttons import IconButton
from onesist_desktop.ui.widgets.labels import PlainLabel


class CodeView(QPlainTextEdit):
    """Read-only text of fixed pitch. As high as its text, up to ``max_lines``; None for no limit."""

    def __init__(self, theme: Theme, *, max_lines: int | None = None, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._max_lines = max_lines
        self.setProperty("code", True)
        self.setReadOnly(True)
        self.setUndoRedoEnabled(False)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)
        self.setTabChangesFocus(True)
        self.setFont(theme.font("code"))
        self.document().setDocumentMargin(0)
        self.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse | Qt.TextInteractionFlag.TextSelectableByKeyboard)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        if max_lines is None:
            self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.horizontalScrollBar().rangeChanged.connect(self._fit)
        self._text = ""
        self._fit()

    @property
    def source(self) -> str:
        """The text."""
        return self._text

    def show_source(self, text: str) -> None:
        """Show a text; what only grew is appended."""
        if text == self._text:
            return
        if self._text and text.startswith(self._text):
            cursor = QTextCursor(self.document())
            cursor.movePosition(QTextCursor.MoveOperation.End)
            cursor.insertText(text[len(self._text) :])
        else:
            self.setPlainText(text)
        self._text = text
        self._fit()

    def show_end(self) -> None:
        """Scroll to the last line."""
        self.verticalScrollBar().setValue(self.verticalScrollBar().maximum())

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Leave vertical scrolling to the transcript unless this view has lines of its own to scroll."""
        if event.angleDelta().x() or self.verticalScrollBar().maximum() > 0:
            super().wheelEvent(event)
        else:
            event.ignore()

    def _fit(self) -> None:
        lines = self.document().blockCount()
        if self._max_lines is not None:
            has_more = lines > self._max_lines
            policy = Qt.ScrollBarPolicy
            self.setVerticalScrollBarPolicy(policy.ScrollBarAsNeeded if has_more else policy.ScrollBarAlwaysOff)
            lines = min(lines, self._max_lines)
        bar = self.horizontalScrollBar()
        extra = bar.sizeHint().height() if bar.maximum() > 0 else 0
        # One pixel more than the text, without which Qt takes the last line for cut off and lets it be scrolled.
        self.setFixedHeight(ceil(self._height_of(lines)) + 1 + extra)

    def _height_of(self, lines: int) -> float:
        """Measure the first lines. Qt rounds each one up, and letters of another font may make one higher."""
        height = 0.0
        block = self.document().firstBlock()
        while block.isValid() and block.blockNumber() < lines:
            height += self.blockBoundingRect(block).height()
            block = block.next()
        return height


class CodeFrame(QFrame):
    """A code block of an answer, with its language and *Copy*."""

    def __init__(self, theme: Theme, segment: Segment, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("surface", "code")
        layout = QVBoxLayout(self)
        layout.setContentsMargins(15, 8, 8, 10)
        layout.setSpacing(4)
        head = QHBoxLayout()
        self._language = PlainLabel(tone="tertiary", font=theme.font("caption"))
        head.addWidget(self._language)
        head.addStretch(1)
        head.addWidget(IconButton("copy", self.tr("Copy code"), compact=True, on_click=self._copy))
        layout.addLayout(head)
        self.view = CodeView(theme)
        layout.addWidget(self.view)
        self.show_segment(segment)

    def show_segment(self, segment: Segment) -> None:
        """Show a code segment."""
        self._language.setText(segment.language[:40])
        self.view.show_source(segment.text)
        self.view.setAccessibleName(self.tr("Code %1").replace("%1", segment.language[:40]).strip())

    def _copy(self) -> None:
        QGuiApplication.clipboard().setText(self.view.source)
