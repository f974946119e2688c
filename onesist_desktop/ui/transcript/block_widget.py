# SPDX-License-Identifier: MIT
"""What the pool asks of a widget that shows blocks of one kind, one after another."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QPoint, QRect, Signal
from PySide6.QtWidgets import QWidget

from onesist_desktop.ui.transcript.blocks import Block
from onesist_desktop.ui.transcript.context import TranscriptContext


@dataclass(frozen=True, slots=True)
class TextMark:
    """Letters to mark as found, as positions in :meth:`BlockWidget.text`. ``is_current`` for the one that was gone to."""

    start: int
    end: int
    is_current: bool = False


class BlockWidget(QWidget):
    """Shows one block at a time and is used again for another of its kind. Made without work; filled by :meth:`show_block`.

    A subclass must cope with being shown any body of its kind in any order, and keep nothing of the one before: neither a
    selection, nor a hover, nor a scroll position. Its own signals end in ``context.actions``.

    Signals:
        height_changed(): It wants another height than :meth:`height_for` told last, without having been given a block.
    """

    height_changed = Signal()

    def __init__(self, context: TranscriptContext, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.context = context
        self.block: Block | None = None

    def show_block(self, block: Block) -> None:
        """Show a block. An equal body as before must cost next to nothing; text that only grew is appended."""
        raise NotImplementedError

    def height_for(self, width: int) -> int:
        """Return the height in logical pixels that the block shown needs at a width. Called after each change of either."""
        raise NotImplementedError

    def release(self) -> None:
        """Forget the block: the widget goes back to the pool."""
        self.block = None

    def refresh(self) -> None:
        """The theme or the text size changed: take colours and fonts again."""
        block, self.block = self.block, None
        if block is not None:
            self.show_block(block)

    # -- text: what a person selects, copies and finds ----------------------------------------------------------------------

    @property
    def has_text(self) -> bool:
        """Whether it has text that takes part in a selection across blocks."""
        return False

    def text(self) -> str:
        """Return the text as it is displayed, without markup. Positions below count in it."""
        return ""

    def position_at(self, point: QPoint) -> int:
        """Return the text position nearest to a point in this widget's coordinates."""
        del point
        return 0

    def link_at(self, point: QPoint) -> str:
        """Return the address of the link at a point, empty for none."""
        del point
        return ""

    def rect_of(self, position: int) -> QRect:
        """Return where a text position stands, in this widget's coordinates."""
        del position
        return self.rect()

    def select(self, start: int, end: int) -> None:
        """Show letters as selected; an empty range shows none."""

    def mark(self, marks: Sequence[TextMark]) -> None:
        """Show letters as found; none for no marks."""
