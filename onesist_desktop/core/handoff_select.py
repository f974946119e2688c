# SPDX-License-Identifier: MIT
"""Chooses which items of a history fit a budget. Linear in their number, and quick: neither texts nor items are looked at."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import compress

from onesist_desktop.core.handoff_items import HandoffItem
from onesist_desktop.core.handoff_text import BROUGHT, KIND_CODES, MIN_ITEM_BYTES, ItemKind

_SUMMARY, _USER, _ASSISTANT = (KIND_CODES[kind, False] for kind in (ItemKind.SUMMARY, ItemKind.USER, ItemKind.ASSISTANT))
NO_KIND = 255
"""Code of an item that can't be chosen."""
_IS_OWN = bytes(code < BROUGHT for code in range(256))


@dataclass(frozen=True, slots=True)
class ItemMarks:
    """All that choosing has to know of items in the order of a history: columns with a value for each.

    Attributes:
        kinds: ``HandoffItem.code`` of each item.
        seqs: Seq of each item.
        sizes: ``HandoffItem.size_bytes`` of each.
    """

    kinds: bytes
    seqs: Sequence[int]
    sizes: Sequence[int]

    @classmethod
    def of(cls, items: Sequence[HandoffItem]) -> ItemMarks:
        """Return the marks of items."""
        return cls(bytes([item.code for item in items]), [item.seq for item in items], [item.size_bytes for item in items])

    def __len__(self) -> int:
        """Return how many items there are."""
        return len(self.kinds)

    def has_brought(self) -> bool:
        """Tell whether a merge brought one of them. Where it didn't, the seqs never go down."""
        return self.kinds.translate(_IS_OWN).find(0) >= 0

    def last_seq(self) -> int:
        """Return the greatest seq; 0 for no items."""
        return max(self.seqs) if self.has_brought() else self.seqs[-1] if self.seqs else 0

    def before_seq(self, chosen: Sequence[int]) -> int:
        """Return the seq below which the read tool finds the newest item that isn't among the chosen places.

        Where none is left out, that below which it finds what came before the items. Brought items are numbered as in their
        branch, so they count only when nothing else was left out.
        """
        is_own = bytearray(self.kinds.translate(_IS_OWN))
        if len(chosen) == len(self):
            oldest = is_own.find(1)
            return self.seqs[oldest] if oldest >= 0 else 0
        is_left_out = bytearray(b"\x01") * len(self)
        for index in chosen:
            is_own[index] = is_left_out[index] = 0
        newest = is_own.rfind(1)
        return (self.seqs[newest] if newest >= 0 else max(compress(self.seqs, is_left_out))) + 1


@dataclass(frozen=True, slots=True)
class Selection:
    """What was chosen, in the order of the history, and how many items were left out.

    ``indexes`` are the places of the chosen items in what was given; they tell equal items apart.
    """

    chosen: tuple[HandoffItem, ...]
    omitted: int
    indexes: tuple[int, ...] = ()


class Chooser:
    """Takes items by their order of choice until the room is used up.

    Attributes:
        room: Bytes that are left.
    """

    def __init__(self, kinds: bytes, sizes: Sequence[int], room: int) -> None:
        self.room = room
        self._kinds, self._sizes = kinds, sizes
        self._taken: set[int] = set()

    def take_summary_and_last_user(self) -> None:
        """Take the last compaction summary, then the last thing that the person said."""
        self._take(self._kinds.rfind(_SUMMARY))
        self._take(self._kinds.rfind(_USER))

    def take_rest(self) -> None:
        """Take the last answer, the person's first message, then whatever fits from the newest to the oldest."""
        self._take(self._kinds.rfind(_ASSISTANT))
        self._take(self._kinds.find(_USER))
        sizes, taken, room = self._sizes, self._taken, self.room
        for index in range(len(sizes) - 1, -1, -1):
            size_bytes = sizes[index]
            if size_bytes <= room and index not in taken:
                taken.add(index)
                room -= size_bytes
                if room < MIN_ITEM_BYTES:
                    break
        self.room = room

    def indexes(self) -> tuple[int, ...]:
        """Return the places of what was taken so far, in the order of the history."""
        return tuple(sorted(self._taken))

    def _take(self, index: int) -> None:
        """Take one item if it fits; -1 is none."""
        if index < 0 or index in self._taken:
            return
        size_bytes = self._sizes[index]
        if size_bytes <= self.room:
            self._taken.add(index)
            self.room -= size_bytes


def select_handoff_items(items: Sequence[HandoffItem], budget_bytes: int) -> Selection:
    """Choose whole items whose sizes add up to at most ``budget_bytes``.

    The last summary, last user message, last answer and first user message come first, then the newest before the older.
    One that does not fit is skipped, and smaller ones after it are still tried.
    """
    chooser = Chooser(bytes([item.code for item in items]), [item.size_bytes for item in items], budget_bytes)
    chooser.take_summary_and_last_user()
    chooser.take_rest()
    indexes = chooser.indexes()
    return Selection(tuple(items[index] for index in indexes), len(items) - len(indexes), indexes)
