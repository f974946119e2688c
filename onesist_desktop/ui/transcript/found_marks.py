# SPDX-License-Identifier: MIT
"""Marks what was found in the blocks that are shown."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QObject

from onesist_desktop.core.finding import places_of
from onesist_desktop.ui.transcript.block_widget import BlockWidget, TextMark
from onesist_desktop.ui.transcript.blocks import Block
from onesist_desktop.ui.transcript.selection_controller import SelectableView


@dataclass(frozen=True, slots=True)
class FoundPlace:
    """One found place: the ``nth`` (from 0) within a part of a message."""

    seq: int
    part: int
    nth: int


class FoundMarks(QObject):
    """Follows the view: whatever block comes to be shown is marked, and only when it is new or reads otherwise."""

    def __init__(self, view: SelectableView, parent: QObject) -> None:
        super().__init__(parent)
        self._view = view
        self._sought = ""
        self._current: FoundPlace | None = None
        self._marked: dict[int, tuple[BlockWidget, Block, tuple[TextMark, ...]]] = {}
        view.shown_changed.connect(self._show)

    def show_text(self, sought: str, current: FoundPlace | None = None) -> None:
        """Mark a text everywhere; empty marks nothing. ``current`` is marked as the one that was gone to."""
        if (sought, current) == (self._sought, self._current):
            return
        self._sought, self._current = sought, current
        self._show()

    def place(self, place: FoundPlace, sought: str) -> tuple[str, int] | None:
        """Return the block's key and the letter where a found place stands, None while its message is not held.

        What is displayed may hold the text less often than what is stored, as markup is not displayed; then it is the last one.
        """
        blocks = self._view.blocks_of_row(place.seq)
        if blocks is None:
            return None
        before = 0
        last: tuple[str, int] | None = None
        shown = {block.key: widget for seq, block, widget in self._view.visible_blocks() if seq == place.seq}
        for block in blocks:
            if part_of(block) != place.part:
                continue
            widget = shown.get(block.key)
            text = widget.text() if widget is not None else str(getattr(block.body, "text", ""))
            for start, _ in places_of(text, sought):
                last = (block.key, start)
                if before == place.nth:
                    return last
                before += 1
        return last

    def _show(self) -> None:
        now: dict[int, tuple[BlockWidget, Block, tuple[TextMark, ...]]] = {}
        if self._sought:
            current = self._current
            # Once for all blocks: it reads every text of the part.
            at = self.place(current, self._sought) if current is not None else None
            for seq, block, widget in self._view.visible_blocks():
                if not widget.has_text:
                    continue
                is_here = current is not None and seq == current.seq
                places = places_of(widget.text(), self._sought)
                marks = tuple(TextMark(start, end, is_here and at == (block.key, start)) for start, end in places)
                if marks:
                    known = self._marked.get(id(widget))
                    now[id(widget)] = (widget, block, marks)
                    if known is None or known[1:] != (block, marks):
                        widget.mark(marks)
        for key, (widget, _, _) in self._marked.items():
            if key not in now:
                widget.mark(())
        self._marked = now


def part_of(block: Block) -> int:
    """Return the ordinal of the part that a block belongs to, -1 for none."""
    head = block.key.partition(":")[0]
    return int(head) if head.isdecimal() else -1
