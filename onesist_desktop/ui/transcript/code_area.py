# SPDX-License-Identifier: MIT
"""The text of a chunk of code, and its colours."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil

from PySide6.QtGui import (
    QColor,
    QPainter,
    QPaintEvent,
    QTextBlock,
    QTextBlockFormat,
    QTextCharFormat,
    QTextCursor,
    QTextLayout,
    QTextOption,
)
from PySide6.QtWidgets import QTextEdit, QWidget

from onesist_desktop.ui.transcript.blocks import CodeBody
from onesist_desktop.ui.transcript.code_colors import code_colors
from onesist_desktop.ui.transcript.context import TranscriptContext
from onesist_desktop.ui.transcript.highlighter import Spans
from onesist_desktop.ui.transcript.letters import Letters
from onesist_desktop.ui.transcript.text_block import TextArea

_DIFFS = frozenset({"diff", "patch"})
# Lines above a new one that are read with it while the code is still being written.
_CONTEXT_LINES = 12
_CONTEXT_LETTERS = 1_000


def _grounds(body: CodeBody) -> list[tuple[int, str]]:
    """Return which lines of a change stand on which colour."""
    if body.language.lower() not in _DIFFS:
        return []
    lines = enumerate(body.text.split("\n"))
    return [
        (number, "diff_add_bg" if line[0] == "+" else "diff_del_bg")
        for number, line in lines
        if line.startswith(("+", "-")) and not line.startswith(("+++", "---"))
    ]


class CodeArea(TextArea):
    """Code in lines of one height. Colours come a moment later, unless the same code was read before."""

    def __init__(self, context: TranscriptContext, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._context = context
        self._body: CodeBody | None = None
        self._formats: dict[str, QTextCharFormat] = {}
        self._line = QTextBlockFormat()
        self._colored = 0
        self._grounds: list[tuple[int, str]] = []
        option = QTextOption(self.document().defaultTextOption())
        option.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        self.document().setDefaultTextOption(option)
        self.setLineWrapMode(QTextEdit.LineWrapMode.NoWrap)

    def dress(self) -> None:
        """Take the font; colours are taken as they are needed."""
        theme = self._context.theme
        self._formats.clear()
        self._line = QTextBlockFormat()
        self._line.setLineHeight(theme.line_height("code"), QTextBlockFormat.LineHeightTypes.MinimumHeight.value)
        font = theme.font("code")
        self.document().setDefaultFont(font)
        self.setFont(font)

    def show_code(self, body: CodeBody, *, goes_on: bool) -> bool:
        """Show code, appended to what is there where it ``goes_on``. Return whether the text was put in anew."""
        before, self._body = self._body, body
        wrap = QTextEdit.LineWrapMode.WidgetWidth if body.is_wrapped else QTextEdit.LineWrapMode.NoWrap
        if wrap is not self.lineWrapMode():
            self.setLineWrapMode(wrap)
        is_new = before is None or not goes_on or not body.text.startswith(before.text)
        if is_new:
            self._fill(body.text)
        elif before is not None and len(body.text) > len(before.text):
            self._append(body.text[len(before.text) :])
        if is_new or before is None or (body.text, body.language, body.is_open) != (before.text, before.language, before.is_open):
            self._color(body)
        return is_new

    def forget_code(self) -> None:
        """Wait for no colours any more."""
        self._body = None
        code_colors(self._context.theme).forget(self)

    def measure(self, width: int) -> tuple[int, bool]:
        """Return how high the text is, and whether a line is longer than ``width``."""
        document = self.document()
        if self._body is not None and self._body.is_wrapped:
            if document.textWidth() != width:
                document.setTextWidth(width)
            return ceil(document.size().height()), False
        return ceil(document.size().height()), document.idealWidth() > width

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the grounds of a change, then the text."""
        if self._grounds:
            document = self.document()
            layout = document.documentLayout()
            painter = QPainter(self.viewport())
            for line, ground in self._grounds:
                block = document.findBlockByNumber(line)
                below = block.next()
                # From line to line: a line's own box leaves out the room between lines.
                top = round(layout.blockBoundingRect(block).top())
                bottom = round(layout.blockBoundingRect(below).top() if below.isValid() else document.size().height())
                painter.fillRect(0, top + 1, self.viewport().width(), bottom - top, self._context.theme.color(ground))
            painter.end()
        super().paintEvent(event)

    def _fill(self, text: str) -> None:
        document = self.document()
        # Laid out once at the end, and not after each step.
        document.setLayoutEnabled(False)
        document.setPlainText(text)
        whole = QTextCursor(document)
        whole.select(QTextCursor.SelectionType.Document)
        whole.setBlockFormat(self._line)
        document.setLayoutEnabled(True)
        document.markContentsDirty(0, document.characterCount())
        self._colored = 0

    def _append(self, text: str) -> None:
        cursor = QTextCursor(self.document())
        cursor.movePosition(QTextCursor.MoveOperation.End)
        self._colored = min(self._colored, cursor.blockNumber())
        cursor.insertText(text)

    # -- colours ------------------------------------------------------------------------------------------------------------

    def _color(self, body: CodeBody) -> None:
        self._grounds = _grounds(body)
        colors = code_colors(self._context.theme)
        known = colors.known(body.text, body.language)
        if known is not None:
            colors.forget(self)
            self._paint(known, 0)
        elif body.is_open and self._color_end(body):
            colors.forget(self)
        else:
            colors.want(self, body.text, body.language, self._take)

    def _color_end(self, body: CodeBody) -> bool:
        """Colour the lines that are new, read together with a few above them. All of it is read once its end has come."""
        lines = body.text.split("\n")
        start = max(0, self._colored - _CONTEXT_LINES)
        while start < self._colored and sum(map(len, lines[start:])) > _CONTEXT_LETTERS:
            start += 1
        end = "\n".join(lines[start:])
        if len(end) > 2 * _CONTEXT_LETTERS:
            return False
        found = code_colors(self._context.theme).read_now(end, body.language)
        if found is None:
            return False
        self._paint(found[self._colored - start :], self._colored)
        # The last line may still grow.
        self._colored = len(lines) - 1
        return True

    def _take(self, text: str, lines: list[Spans]) -> None:
        if self._body is not None and self._body.text.startswith(text):
            self._paint(lines, 0)

    def _paint(self, lines: Sequence[Spans], first: int) -> None:
        """Colour lines from the first on. Letters stay what they are: only the layout of a line gets formats."""
        document = self.document()
        block = document.findBlockByNumber(first)
        start = block.position()
        for spans in lines:
            if not block.isValid():
                break
            self._paint_line(block, spans)
            block = block.next()
        end = block.position() if block.isValid() else document.characterCount()
        self._colored = max(self._colored, first + len(lines) - 1)
        # Nothing marked as changed would take its first line out of the layout.
        if end > start:
            document.markContentsDirty(start, end - start)

    def _paint_line(self, block: QTextBlock, spans: Spans) -> None:
        layout = block.layout()
        if not spans and not layout.formats():
            return
        letters = Letters(block.text())
        ranges = []
        for span in spans:
            painted = QTextLayout.FormatRange()
            painted.start = letters.to_qt(span.start)
            painted.length = letters.to_qt(span.start + span.length) - painted.start
            painted.format = self._format(span.kind)
            ranges.append(painted)
        layout.setFormats(ranges)

    def _format(self, kind: str) -> QTextCharFormat:
        known = self._formats.get(kind)
        if known is None:
            known = self._formats[kind] = QTextCharFormat()
            known.setForeground(self._color_of(kind))
        return known

    def _color_of(self, kind: str) -> QColor:
        theme = self._context.theme
        match kind:
            case "added":
                return theme.color("diff_add_text")
            case "removed":
                return theme.color("diff_del_text")
            case _:
                return theme.syntax_color(kind)
