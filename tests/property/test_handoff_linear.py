# SPDX-License-Identifier: MIT
"""The work of choosing grows with the number of items, counted rather than timed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import pytest

from onesist_desktop.core.handoff import HandoffItem, build_handoff, select_handoff_items

KINDS = ("user", "assistant", "command", "files", "plan", "error")


class Counted(Sequence[HandoffItem]):
    """A sequence that counts how often an item is looked at."""

    def __init__(self, items: list[HandoffItem]) -> None:
        self.items = items
        self.looks = 0

    def __len__(self) -> int:
        return len(self.items)

    def __getitem__(self, index: int) -> HandoffItem:  # type: ignore[override]
        self.looks += 1
        return self.items[index]

    def __iter__(self) -> Iterator[HandoffItem]:
        for item in self.items:
            self.looks += 1
            yield item


def history(count: int) -> Counted:
    return Counted([HandoffItem(KINDS[index % 6], index, "x" * (index * 7919 % 3_000)) for index in range(count)])


@pytest.mark.parametrize("budget", [0, 40, 900, 16_000, 10**9])
def test_looks_per_item_stay_bounded(budget: int) -> None:
    for count in (100, 1_000, 10_000):
        items = history(count)
        select_handoff_items(items, budget)
        assert items.looks <= 5 * count
        items.looks = 0
        build_handoff(items, budget, mode="handoff", thread_id="t", preamble="a\nb")
        assert items.looks <= 12 * count


def test_choosing_never_looks_at_texts() -> None:
    class Untouchable(str):
        __slots__ = ()

        def encode(self, *_: object) -> bytes:
            raise AssertionError("the size was reckoned when the item was made")

    items = [HandoffItem("user", 1, "a")]
    object.__setattr__(items[0], "text", Untouchable("a"))
    assert select_handoff_items(items, 100).omitted == 0


@pytest.mark.parametrize("piece", ["\n", " ", "\\", "\n ", "#", "\n#", "\u2028\u200b", "\r\n\\#", "\uff03"])
def test_escaping_copes_with_huge_monotonous_texts(piece: str) -> None:
    text = piece * (400_000 // len(piece))
    item = HandoffItem("command", 1, text)
    assert item.size_bytes <= 2 * len(text.encode()) + 64
