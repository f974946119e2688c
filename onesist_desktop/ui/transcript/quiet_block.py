# SPDX-License-Identifier: MIT
"""Quiet lines: notes below a message, notices that only tell, and what a run took."""

from __future__ import annotations

from PySide6.QtCore import QRect
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from onesist_desktop.ui.transcript.block_paint import TEXT_INSET, PaintedBlock, TextLines
from onesist_desktop.ui.transcript.blocks import Block, FootBody, NoteBody, QuietBody
from onesist_desktop.ui.transcript.context import TranscriptContext


class _LineBlock(PaintedBlock):
    """A few words in caption size, wrapped. Its accessible name is what it says."""

    tone = "text_secondary"
    at_least = 16

    def __init__(self, context: TranscriptContext, parent: QWidget | None = None) -> None:
        super().__init__(context, parent)
        self._lines = TextLines()

    def fill(self, block: Block) -> None:
        """Take the line."""
        text = _text_of(block)
        theme = self.theme
        self._lines.set_text(text, theme.font("caption"), theme.line_height("caption"), is_mirrored=self.is_mirrored)
        self.setAccessibleName(text)

    def height_for(self, width: int) -> int:
        """Return the height of all lines."""
        return max(self.at_least, self._lines.height(width - 2 * TEXT_INSET))

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the line, in the middle where one line is lower than the block."""
        painter = QPainter(self)
        width = self.width() - 2 * TEXT_INSET
        top = max(0, (self.height() - self._lines.height(width)) // 2)
        self._lines.paint(painter, QRect(TEXT_INSET, top, width, self.height()), self.theme.color(self.tone))
        painter.end()


class QuietBlock(_LineBlock):
    """One line that only tells, such as that a run was stopped. At least as high as its dot on the rail."""

    at_least = 20

    def __init__(self, context: TranscriptContext, parent: QWidget | None = None) -> None:
        super().__init__(context, parent)
        self.setObjectName("quiet_note")


class NoteBlock(_LineBlock):
    """One line below a message, such as that it was interrupted."""

    def __init__(self, context: TranscriptContext, parent: QWidget | None = None) -> None:
        super().__init__(context, parent)
        self.setObjectName("message_note")


class FootBlock(_LineBlock):
    """What a run took: time and tokens, below its answer."""

    tone = "text_tertiary"

    def __init__(self, context: TranscriptContext, parent: QWidget | None = None) -> None:
        super().__init__(context, parent)
        self.setObjectName("message_foot")


def _text_of(block: Block) -> str:
    if not isinstance(block.body, QuietBody | NoteBody | FootBody):
        message = f"a block of kind {block.kind} with a {type(block.body).__name__}"
        raise TypeError(message)
    return block.body.text
