# SPDX-License-Identifier: MIT
"""The exact text of a handover with what is hidden in it."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtGui import QGuiApplication, QPalette, Qt, QTextCharFormat, QTextCursor, QTextFormat
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QPlainTextEdit, QSizePolicy, QTextEdit, QVBoxLayout, QWidget

from onesist_desktop.services.views import DueItem
from onesist_desktop.ui.dialogs.handoff.pieces import Pieces
from onesist_desktop.ui.theme.theme import Theme
from onesist_desktop.ui.widgets.buttons import IconButton
from onesist_desktop.ui.widgets.glyphs import glyph_pixmap
from onesist_desktop.ui.widgets.labels import StepLabel

_MOST_MARKS = 200


class TextPanel(QWidget):
    """Read only, but the cursor walks in it.

    Signals:
        walked(row: int): The cursor came into the piece of another item.
    """

    walked = Signal(int)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._pieces = Pieces("", ())
        self._row = -1
        self._text = ""
        self._is_filling = False
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self._make_head())
        self.view = QPlainTextEdit()
        self.view.setObjectName("handoff_text")
        self.view.setAccessibleName(self.tr("Exact text"))
        self.view.setProperty("code", True)
        self.view.setReadOnly(True)
        self.view.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByMouse | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )
        self.view.setFrameShape(QFrame.Shape.NoFrame)
        self.view.setTabChangesFocus(True)
        self.view.document().setDocumentMargin(24)
        self.view.setMinimumHeight(120)
        self.view.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.view.cursorPositionChanged.connect(self._on_walked)
        column.addWidget(self.view, 1)
        theme.changed.connect(self._on_theme_changed)
        self._on_theme_changed()

    def show_text(self, text: str, items: Sequence[DueItem], secret_count: int) -> None:
        """Show a text in which those of the items stand that are chosen."""
        self._pieces = Pieces(text, items)
        if text != self.view.toPlainText():
            bar = self.view.verticalScrollBar()
            place = bar.value()
            self._is_filling = True
            self.view.setPlainText(text)
            self._is_filling = False
            bar.setValue(place)
        self._text = text
        words = self.tr("%n secret(s) hidden", None, secret_count)
        self._secrets.setText(words)
        self._secrets.setVisible(secret_count > 0)
        self._shield.setVisible(secret_count > 0)
        self._mark()

    def mark_row(self, row: int) -> None:
        """Mark the piece of an item and show it; -1 marks none."""
        is_other = row != self._row
        self._row = row
        span = self._pieces.of_row(row)
        if is_other and span is not None and self.view.isVisible():
            self._show_from(span[0])
        self._mark()

    def _show_from(self, position: int) -> None:
        cursor = QTextCursor(self.view.document())
        cursor.setPosition(min(position, max(0, self.view.document().characterCount() - 1)))
        self._is_filling = True
        if not self.view.viewport().rect().contains(self.view.cursorRect(cursor).center()):
            # Coming from the end, its beginning stands at the top.
            self.view.moveCursor(QTextCursor.MoveOperation.End)
        self.view.setTextCursor(cursor)
        self._is_filling = False

    def _make_head(self) -> QWidget:
        head = QFrame()
        head.setProperty("surface", "card_head")
        line = QHBoxLayout(head)
        line.setContentsMargins(24, 4, 16, 4)
        line.setSpacing(6)
        line.addWidget(StepLabel(self._theme, self.tr("Exact text"), tone="secondary"))
        line.addStretch(1)
        self._shield = QLabel()
        self._secrets = StepLabel(self._theme, name="handoff_secrets")
        self.copy_button = IconButton("copy", self.tr("Copy"), name="copy_handoff", on_click=self._copy)
        for widget in (self._shield, self._secrets):
            widget.hide()
            line.addWidget(widget)
        line.addWidget(self.copy_button)
        return head

    def _copy(self) -> None:
        QGuiApplication.clipboard().setText(self._text)

    def _on_walked(self) -> None:
        if self._is_filling:
            return
        row = self._pieces.row_at(self.view.textCursor().position())
        if row >= 0 and row != self._row:
            self._row = row
            self._mark()
            self.walked.emit(row)

    def _mark(self) -> None:
        marks = []
        if (span := self._pieces.of_row(self._row)) is not None:
            marks.append(self._selection(*span, "bg_selected", is_wide=True))
        marks += [self._selection(*span, "accent_soft", ink="accent_text") for span in self._pieces.secrets[:_MOST_MARKS]]
        self.view.setExtraSelections(marks)

    def _selection(self, start: int, end: int, ground: str, *, ink: str = "", is_wide: bool = False) -> QTextEdit.ExtraSelection:
        selection = QTextEdit.ExtraSelection()
        look = QTextCharFormat()
        look.setBackground(self._theme.color(ground))
        if ink:
            look.setForeground(self._theme.color(ink))
        if is_wide:
            look.setProperty(QTextFormat.Property.FullWidthSelection, True)
        last = max(0, self.view.document().characterCount() - 1)
        cursor = QTextCursor(self.view.document())
        cursor.setPosition(min(start, last))
        cursor.setPosition(min(end, last), QTextCursor.MoveMode.KeepAnchor)
        selection.cursor = cursor
        selection.format = look
        return selection

    def _on_theme_changed(self) -> None:
        theme = self._theme
        self.view.setFont(theme.font("code"))
        palette = self.view.palette()
        palette.setColor(QPalette.ColorRole.Base, theme.color("bg_sunken"))
        self.view.setPalette(palette)
        self._shield.setPixmap(glyph_pixmap("shield-check", theme.color("success_text"), theme.icon_size()))
        self._mark()
