# SPDX-License-Identifier: MIT
"""One piece of Markdown as a widget: no HTML, nothing fetched, links by click and only to the web."""

from __future__ import annotations

from math import ceil
from typing import Any

from PySide6.QtCore import QSize, Qt, QUrl
from PySide6.QtGui import (
    QDesktopServices,
    QFont,
    QImage,
    QKeyEvent,
    QTextBlock,
    QTextBlockFormat,
    QTextCharFormat,
    QTextCursor,
    QTextDocument,
    QTextFormat,
    QTextFrameFormat,
    QTextTable,
    QTextTableFormat,
    QWheelEvent,
)
from PySide6.QtWidgets import QFrame, QSizePolicy, QTextBrowser, QWidget

from onesist_desktop.ui.theme.theme import Theme

FEATURES = QTextDocument.MarkdownFeature.MarkdownDialectGitHub | QTextDocument.MarkdownFeature.MarkdownNoHTML


class MarkdownView(QTextBrowser):
    """As high as its text. Text can be selected by mouse and keyboard."""

    def __init__(self, theme: Theme, *, is_markdown: bool = True, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._is_markdown = is_markdown
        self._source = ""
        self.setProperty("plain", True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setOpenLinks(False)
        self.setUndoRedoEnabled(False)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextBrowserInteraction | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )
        self.document().setDocumentMargin(0)
        self.document().documentLayout().documentSizeChanged.connect(self._fit)
        self.anchorClicked.connect(_open_link)

    def show_source(self, source: str) -> None:
        """Render a text. The same text again costs nothing."""
        if source == self._source and not self.document().isEmpty():
            return
        self._source = source
        self._render()

    def render_again(self) -> None:
        """Render with the theme's colours of now."""
        self._render()

    def loadResource(self, kind: int, name: QUrl | str) -> Any:
        """Fetch nothing. Without a picture of ours, Qt would open the address as a file by itself."""
        picture = QImage(1, 1, QImage.Format.Format_ARGB32)
        picture.fill(Qt.GlobalColor.transparent)
        return picture

    def sizeHint(self) -> QSize:
        """Ask for the height of the text."""
        return QSize(320, self.height())

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Leave scrolling to the transcript."""
        event.ignore()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Leave the keys that scroll to the transcript."""
        if event.key() in {Qt.Key.Key_PageUp, Qt.Key.Key_PageDown, Qt.Key.Key_Space}:
            event.ignore()
            return
        super().keyPressEvent(event)

    def _render(self) -> None:
        document = self.document()
        document.setDefaultFont(self._theme.font("reading"))
        if self._is_markdown:
            document.setMarkdown(self._source, FEATURES)
        else:
            document.setPlainText(self._source)
        self._dress(document)
        self._fit()

    def _dress(self, document: QTextDocument) -> None:
        """Set line heights, headings, inline code and picture names, which Markdown leaves to defaults."""
        cursor = QTextCursor(document)
        cursor.beginEditBlock()
        block = document.begin()
        while block.isValid():
            self._dress_block(cursor, block)
            block = block.next()
        for frame in document.rootFrame().childFrames():
            if isinstance(frame, QTextTable):
                frame.setFormat(self._table_format(frame.format()))
        cursor.endEditBlock()

    def _dress_block(self, cursor: QTextCursor, block: QTextBlock) -> None:
        block_format = QTextBlockFormat()
        block_format.setLineHeight(self._theme.line_height("reading"), QTextBlockFormat.LineHeightTypes.MinimumHeight.value)
        if self._is_markdown:
            # Items stand close to each other; a list stands off what is above it, as a piece of its own would.
            follows_item = block.textList() is not None and block.previous().textList() is not None
            block_format.setTopMargin(0 if block.position() == 0 or follows_item else 8)
            block_format.setBottomMargin(0)
        cursor.setPosition(block.position())
        cursor.mergeBlockFormat(block_format)
        level = block.blockFormat().headingLevel()
        spans = []
        iterator = block.begin()
        while not iterator.atEnd():
            fragment = iterator.fragment()
            spans.append((fragment.position(), fragment.length(), fragment.charFormat()))
            iterator += 1
        # From the end on, since replacing a picture by its name changes the positions behind it.
        for position, length, char_format in reversed(spans):
            cursor.setPosition(position)
            cursor.setPosition(position + length, QTextCursor.MoveMode.KeepAnchor)
            if char_format.isImageFormat():
                name = char_format.toImageFormat().property(QTextCharFormat.Property.ImageAltText) or ""
                cursor.insertText(f"[{name or char_format.toImageFormat().name()}]", QTextCharFormat())
            elif level:
                cursor.mergeCharFormat(self._heading_format(level))
            elif char_format.fontFixedPitch() or "monospace" in (char_format.fontFamilies() or []):
                cursor.mergeCharFormat(
                    self._code_format(in_fence=bool(block.blockFormat().property(QTextFormat.Property.BlockCodeFence)))
                )

    def _table_format(self, table_format: QTextTableFormat) -> QTextTableFormat:
        table_format.setBorderCollapse(True)
        table_format.setCellSpacing(0)
        table_format.setBorderStyle(QTextFrameFormat.BorderStyle.BorderStyle_Solid)
        table_format.setBorder(1)
        table_format.setBorderBrush(self._theme.color("line_strong"))
        table_format.setCellPadding(4)
        table_format.setTopMargin(8)
        return table_format

    def _heading_format(self, level: int) -> QTextCharFormat:
        font = self._theme.font("heading" if level <= 2 else "reading")
        font.setWeight(QFont.Weight.DemiBold)
        char_format = QTextCharFormat()
        char_format.setProperty(QTextFormat.Property.FontSizeAdjustment, 0)
        char_format.setFont(font)
        return char_format

    def _code_format(self, *, in_fence: bool) -> QTextCharFormat:
        char_format = QTextCharFormat()
        char_format.setFont(self._theme.font("code"))
        if not in_fence:
            char_format.setBackground(self._theme.color("bg_sunken"))
        return char_format

    def _fit(self) -> None:
        height = max(ceil(self.document().size().height()), 1)
        if height != self.height():
            self.setFixedHeight(height)


def _open_link(url: QUrl) -> None:
    """Open web addresses in the browser; files, data and everything else stay closed."""
    if is_web_link(url):
        QDesktopServices.openUrl(url)


def is_web_link(url: QUrl) -> bool:
    """Tell whether a link leads to the web, to a host."""
    return url.scheme().lower() in {"http", "https"} and bool(url.host())
