# SPDX-License-Identifier: MIT
"""Chooses which items of a history fit a budget. Linear in their number; the texts are never looked at."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import compress

from onesist_desktop.core.handoff_items import HandoffItem
from onesist_desktop.core.handoff_text import MIN_ITEM_BYTES, ItemKind


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

    def __init__(self, items: Sequence[HandoffItem], room: int) -> None:
        self.room = room
        self._items = items
        self._taken = bytearray(len(items))
        self._marks = _find_marks(items)

    def take_summary_and_last_user(self) -> None:
        """Take the last compaction summary, then the last thing that the person said."""
        self._take(self._marks[0])
        self._take(self._marks[1])

    def take_rest(self) -> None:
        """Take the last answer, the person's first message, then whatever fits from the newest to the oldest."""
        self._take(self._marks[2])
        self._take(self._marks[3])
        items, taken, room = self._items, self._taken, self.room
        for index in range(len(items) - 1, -1, -1):
            size_bytes = items[index].size_bytes
            if size_bytes <= room and not taken[index]:
                taken[index] = 1
                room -= size_bytes
                if room < MIN_ITEM_BYTES:
                    break
        self.room = room

    def selection(self) -> Selection:
        """Return what was taken so far."""
        chosen = tuple(compress(self._items, self._taken))
        return Selection(chosen, len(self._items) - len(chosen), tuple(compress(range(len(self._items)), self._taken)))

    def _take(self, index: int) -> None:
        if index < 0 or self._taken[index]:
            return
        size_bytes = self._items[index].size_bytes
        if size_bytes <= self.room:
            self._taken[index] = 1
            self.room -= size_bytes


def select_handoff_items(items: Sequence[HandoffItem], budget_bytes: int) -> Selection:
    """Choose whole items whose sizes add up to at most ``budget_bytes``.

    The last summary, last user message, last answer and first user message come first, then the newest before the older.
    One that does not fit is skipped, and smaller ones after it are still tried.
    """
    chooser = Chooser(items, budget_bytes)
    chooser.take_summary_and_last_user()
    chooser.take_rest()
    return chooser.selection()


def _find_marks(items: Sequence[HandoffItem]) -> tuple[int, int, int, int]:
    """Return the places of the last summary, last user, last assistant and first user item; -1 for none."""
    last = {ItemKind.SUMMARY: -1, ItemKind.USER: -1, ItemKind.ASSISTANT: -1}
    for index in range(len(items) - 1, -1, -1):
        item = items[index]
        if last.get(item.kind, 0) < 0 and not item.brought:
            last[item.kind] = index
            if min(last.values()) >= 0:
                break
    first_user = next((index for index, item in enumerate(items) if item.kind is ItemKind.USER and not item.brought), -1)
    return last[ItemKind.SUMMARY], last[ItemKind.USER], last[ItemKind.ASSISTANT], first_user
