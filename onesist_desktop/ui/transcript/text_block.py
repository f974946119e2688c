# SPDX-License-Identifier: MIT
"""What prose and code have in common: a native text widget inside a block, its letters, selection and marks."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QPoint, QRect, Qt, QUrl
from PySide6.QtGui import QKeyEvent, QTextCharFormat, QTextCursor, QWheelEvent
from PySide6.QtWidgets import QFrame, QTextBrowser, QTextEdit, QWidget

from onesist_desktop.ui.transcript.block_widget import BlockWidget, TextMark
from onesist_desktop.ui.transcript.context import TranscriptContext
from onesist_desktop.ui.transcript.letters import Letters
from onesist_desktop.ui.transcript.safe_markdown import is_web_link

TEXT_INSET = 16
_SCROLLING_KEYS = frozenset({Qt.Key.Key_PageUp, Qt.Key.Key_PageDown, Qt.Key.Key_Space})


class TextArea(QTextBrowser):
    """Read-only text that is as high as it needs to be: it never scrolls up or down, and fetches nothing."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("plain", True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setOpenLinks(False)
        self.setUndoRedoEnabled(False)
        self.setTabChangesFocus(True)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextBrowserInteraction | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )
        self.document().setDocumentMargin(0)

    @property
    def bar_height(self) -> int:
        """How high the bar is that scrolls sideways."""
        return self.horizontalScrollBar().sizeHint().height()

    @property
    def has_bar(self) -> bool:
        """Whether there is a bar that scrolls sideways."""
        return self.horizontalScrollBarPolicy() == Qt.ScrollBarPolicy.ScrollBarAlwaysOn

    def show_bar(self, *, wanted: bool) -> None:
        """Show or hide the bar that scrolls sideways."""
        policy = Qt.ScrollBarPolicy.ScrollBarAlwaysOn if wanted else Qt.ScrollBarPolicy.ScrollBarAlwaysOff
        if policy != self.horizontalScrollBarPolicy():
            self.setHorizontalScrollBarPolicy(policy)

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Take what scrolls sideways, and leave the rest to the transcript."""
        sideways = abs(event.angleDelta().x()) > abs(event.angleDelta().y())
        if sideways and self.horizontalScrollBar().maximum() > 0:
            super().wheelEvent(event)
        else:
            event.ignore()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Leave the keys that scroll to the transcript."""
        if event.key() in _SCROLLING_KEYS:
            event.ignore()
            return
        super().keyPressEvent(event)

    def scrollContentsBy(self, dx: int, dy: int) -> None:
        """Never move up or down: all lines are in view, and Qt would make room below the last one."""
        del dy
        if dx:
            super().scrollContentsBy(dx, 0)


class TextBlock(BlockWidget):
    """A block with a text area."""

    def __init__(self, context: TranscriptContext, area: TextArea, parent: QWidget | None = None) -> None:
        super().__init__(context, parent)
        self.area = area
        area.setParent(self)
        self._text: str | None = None
        self._letters: Letters | None = None

    @property
    def has_text(self) -> bool:
        """It is text."""
        return True

    def text(self) -> str:
        """Return the text as it is displayed."""
        if self._text is None:
            self._text = self.displayed_text()
        return self._text

    def displayed_text(self) -> str:
        """Work out what :meth:`text` returns: one letter for each position of the document."""
        raise NotImplementedError

    def forget_text(self) -> None:
        """The document is another one now: what was selected and marked in it is gone."""
        self._text = self._letters = None
        self.area.setTextCursor(QTextCursor(self.area.document()))
        if self.area.extraSelections():
            self.area.setExtraSelections([])
        self.area.horizontalScrollBar().setValue(0)

    def position_at(self, point: QPoint) -> int:
        """Return the letter nearest to a point."""
        cursor = self.area.cursorForPosition(self.area.viewport().mapFrom(self, point))
        return min(self.letters.from_qt(cursor.position()), len(self.text()))

    def link_at(self, point: QPoint) -> str:
        """Return the web address at a point."""
        address = self.area.anchorAt(self.area.viewport().mapFrom(self, point))
        return address if address and is_web_link(QUrl(address)) else ""

    def rect_of(self, position: int) -> QRect:
        """Return where a letter stands."""
        rect = self.area.cursorRect(self._cursor(position, position))
        return QRect(self.area.viewport().mapTo(self, rect.topLeft()), rect.size())

    def select(self, start: int, end: int) -> None:
        """Show letters as selected, where it doesn't scroll the block sideways."""
        if start >= end and not self.area.textCursor().hasSelection():
            return
        bar = self.area.horizontalScrollBar()
        before = bar.value()
        self.area.setTextCursor(self._cursor(start, max(start, end)))
        bar.setValue(before)

    def mark(self, marks: Sequence[TextMark]) -> None:
        """Show letters as found."""
        if not marks and not self.area.extraSelections():
            return
        theme = self.context.theme
        found, current = QTextCharFormat(), QTextCharFormat()
        found.setBackground(theme.color("find_bg"))
        found.setForeground(theme.color("text_primary"))
        current.setBackground(theme.color("accent"))
        current.setForeground(theme.color("on_accent"))
        selections = []
        for mark in marks:
            selection = QTextEdit.ExtraSelection()
            selection.cursor = self._cursor(mark.start, mark.end)
            selection.format = current if mark.is_current else found
            selections.append(selection)
        self.area.setExtraSelections(selections)

    def release(self) -> None:
        """Keep nothing of the block but what is drawn, in case it comes back."""
        self.select(0, 0)
        self.mark(())
        super().release()

    @property
    def letters(self) -> Letters:
        """How positions in the text are counted."""
        if self._letters is None:
            self._letters = Letters(self.text())
        return self._letters

    def _cursor(self, start: int, end: int) -> QTextCursor:
        most = self.area.document().characterCount() - 1
        cursor = QTextCursor(self.area.document())
        cursor.setPosition(min(self.letters.to_qt(start), most))
        if end > start:
            cursor.setPosition(min(self.letters.to_qt(end), most), QTextCursor.MoveMode.KeepAnchor)
        return cursor
