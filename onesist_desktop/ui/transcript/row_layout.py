# SPDX-License-Identifier: MIT
"""One message as a column of blocks with heights. Knows no widgets and no scroll position."""

from __future__ import annotations

from bisect import bisect_right
from itertools import accumulate

from onesist_desktop.core.messages import Message, Role
from onesist_desktop.ui.transcript.blocks import Block
from onesist_desktop.ui.transcript.estimates import Measures, block_height
from onesist_desktop.ui.transcript.message_state import MessageState

GAP = 16
"""Logical pixels between messages."""

USER_TOP, USER_BOTTOM = 8, 12
"""What the ground of the person's message stands over above and below its blocks."""

_ESTIMATED = -1


class RowLayout:
    """The blocks of one message and where they stand, from the row's top.

    A height counts as exact together with a stamp, a number that the view changes with width and theme: whatever has an older
    stamp is a good estimate and nothing more.

    Args:
        message: What the row shows; None for the row of cards at the end.
        estimate: Height of the row until it has blocks.
    """

    __slots__ = ("_estimate", "_has_blocks", "_heights", "_indexes", "_stamps", "_tops", "blocks", "made_of", "message")

    def __init__(self, message: Message | None, estimate: int = 0) -> None:
        self.message = message
        self.blocks: tuple[Block, ...] = ()
        self.made_of: tuple[Message, MessageState] | None = None
        self._estimate = estimate
        self._has_blocks = False
        self._heights: list[int] = []
        self._stamps: list[int] = []
        self._tops: list[int] | None = None
        self._indexes: dict[str, int] | None = None

    @property
    def is_user(self) -> bool:
        """Whether the person wrote it, so that it stands on a ground of its own."""
        return self.message is not None and self.message.role is Role.USER

    @property
    def has_blocks(self) -> bool:
        """Whether it was cut into blocks; what was is perhaps nothing."""
        return self._has_blocks

    @property
    def height(self) -> int:
        """Height in logical pixels, with the gap below."""
        if not self._has_blocks:
            return self._estimate
        return self.bottom + GAP if self.blocks else 0

    @property
    def bottom(self) -> int:
        """Where its content ends."""
        if not self._has_blocks:
            return max(0, self._estimate - GAP)
        if not self.blocks:
            return 0
        return self._all_tops()[-1] + self._heights[-1] + (USER_BOTTOM if self.is_user else 0)

    def take(self, blocks: tuple[Block, ...], measures: Measures) -> None:
        """Take blocks. What is the same object or equal keeps its height; what has the same key keeps it as an estimate."""
        before, self.blocks = self.blocks, blocks
        self._has_blocks = True
        if before is blocks:
            return
        self._indexes = None
        head, shorter = 0, min(len(before), len(blocks))
        while head < shorter and blocks[head] is before[head]:
            head += 1
        tail, most = 0, shorter - head
        while tail < most and blocks[-1 - tail] is before[-1 - tail]:
            tail += 1
        end = len(before) - tail
        changed = {block.key: index for index, block in enumerate(before[head:end], head)}
        heights, stamps = [], []
        for block in blocks[head : len(blocks) - tail]:
            index = changed.get(block.key)
            if index is None or before[index].kind is not block.kind:
                heights.append(block_height(block, measures))
                stamps.append(_ESTIMATED)
            else:
                heights.append(self._heights[index])
                stamps.append(self._stamps[index] if before[index].body == block.body else _ESTIMATED)
        self._heights[head:end] = heights
        self._stamps[head:end] = stamps
        self._tops = None

    def is_exact(self, index: int, stamp: int) -> bool:
        """Tell whether a block was measured as it is now."""
        return self._stamps[index] == stamp

    def stamp_of(self, index: int) -> int:
        """Return the stamp of a block's height, below 0 for an estimate."""
        return self._stamps[index]

    def set_height(self, index: int, height: int, stamp: int) -> bool:
        """Take a measured height. Return whether it is another one."""
        self._stamps[index] = stamp
        if self._heights[index] == height:
            return False
        self._heights[index] = height
        self._tops = None
        return True

    def loosen(self, index: int) -> None:
        """Let a block be measured again."""
        self._stamps[index] = _ESTIMATED

    def top_of(self, index: int) -> int:
        """Return where a block begins."""
        return self._all_tops()[index]

    def height_of(self, index: int) -> int:
        """Return a block's height."""
        return self._heights[index]

    def index_of(self, key: str) -> int | None:
        """Return which block has a key."""
        if self._indexes is None:
            self._indexes = {block.key: index for index, block in enumerate(self.blocks)}
        return self._indexes.get(key)

    def first_from(self, y: int) -> int:
        """Return the first block that ends below a height, the number of blocks for none."""
        if not self.blocks:
            return 0
        index = max(0, bisect_right(self._all_tops(), y) - 1)
        return index if self._all_tops()[index] + self._heights[index] > y else index + 1

    def _all_tops(self) -> list[int]:
        if self._tops is None:
            top = USER_TOP if self.is_user else 0
            steps = [top]
            steps += [height + block.gap for height, block in zip(self._heights, self.blocks[1:], strict=False)]
            self._tops = list(accumulate(steps))
        return self._tops
