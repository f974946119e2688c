# SPDX-License-Identifier: MIT
"""Which messages were read, are on their way, or have to be asked for. Pure; rows are counted from 0."""

from __future__ import annotations

from enum import IntEnum

PAGE = 50
"""Messages asked for at once."""

MOST_AT_ONCE = 2
"""Pages on their way at the same time: whoever drags the scroll bar through a long thread wants the place where it stops."""


class PageState(IntEnum):
    """How far a row is."""

    UNREAD = 0
    ASKED = 1
    READ = 2
    FAILED = 3


class PageKeeper:
    """Keeps the state of each row and says which to ask for.

    Args:
        count: How many rows there are, all unread.
    """

    __slots__ = ("_asked", "_states")

    def __init__(self, count: int = 0) -> None:
        self._states = bytearray(count)
        self._asked: list[tuple[int, int]] = []

    def __len__(self) -> int:
        """Return how many rows there are."""
        return len(self._states)

    def state(self, row: int) -> PageState:
        """Return how far a row is. Raises IndexError."""
        return PageState(self._states[row])

    def is_read(self, row: int) -> bool:
        """Tell whether a row was read, which it also is where there is no message. Raises IndexError."""
        return self._states[row] == PageState.READ

    def append(self, count: int = 1) -> None:
        """Add rows at the end. They came by themselves, so they count as read."""
        self._states.extend(bytes((PageState.READ,)) * count)

    def take(self, first: int, last: int) -> None:
        """Count rows as read, both included."""
        first, last = max(0, first), min(last, len(self._states) - 1)
        self._close(first, last)
        if first <= last:
            self._states[first : last + 1] = bytes((PageState.READ,)) * (last + 1 - first)

    def fail(self, first: int, last: int) -> None:
        """Count rows that were asked for as failed: they are asked for again by :meth:`retry` only."""
        first, last = max(0, first), min(last, len(self._states) - 1)
        self._close(first, last)
        for row in range(first, last + 1):
            if self._states[row] != PageState.READ:
                self._states[row] = PageState.FAILED

    def retry(self, first: int, last: int) -> None:
        """Let failed rows be asked for again."""
        for row in range(max(0, first), min(last, len(self._states) - 1) + 1):
            if self._states[row] == PageState.FAILED:
                self._states[row] = PageState.UNREAD

    def forget(self, row: int) -> None:
        """Count a row as unread again. Raises IndexError."""
        self._states[row] = PageState.UNREAD

    def run_at(self, row: int, low: int, high: int) -> tuple[int, int]:
        """Return the first and last of the rows around one that are in the same state, not beyond ``low`` and ``high``."""
        state = self._states[row]
        first = last = row
        while first > low and self._states[first - 1] == state:
            first -= 1
        while last < high and self._states[last + 1] == state:
            last += 1
        return first, last

    def ask(self, low: int, high: int, centre: int) -> list[tuple[int, int]]:
        """Return the pages to ask for now so that the rows from ``low`` to ``high`` will be read, the nearest to ``centre`` first.

        They count as asked for from now on.
        """
        low, high = max(0, low), min(high, len(self._states) - 1)
        pages: list[tuple[int, int]] = []
        while len(self._asked) < MOST_AT_ONCE:
            row = self._nearest_unread(low, high, min(max(centre, low), high))
            if row is None:
                break
            page = self._page_around(row, low, high)
            self._states[page[0] : page[1] + 1] = bytes((PageState.ASKED,)) * (page[1] + 1 - page[0])
            self._asked.append(page)
            pages.append(page)
        return pages

    def _nearest_unread(self, low: int, high: int, centre: int) -> int | None:
        below = self._states.find(PageState.UNREAD, centre, high + 1)
        above = self._states.rfind(PageState.UNREAD, low, centre) if centre > low else -1
        found = [row for row in (below, above) if row >= 0]
        return min(found, key=lambda row: abs(row - centre)) if found else None

    def _page_around(self, row: int, low: int, high: int) -> tuple[int, int]:
        """Return up to a page of unread rows that holds a row: what is wanted first, then what lies around it."""
        first, last = self._grow(row, row, low, high)
        return self._grow(first, last, 0, len(self._states) - 1)

    def _grow(self, first: int, last: int, low: int, high: int) -> tuple[int, int]:
        grows_up = grows_down = True
        while last + 1 - first < PAGE and (grows_up or grows_down):
            grows_up = first > low and self._states[first - 1] == PageState.UNREAD
            if grows_up:
                first -= 1
            grows_down = last < high and last + 1 - first < PAGE and self._states[last + 1] == PageState.UNREAD
            if grows_down:
                last += 1
        return first, last

    def _close(self, first: int, last: int) -> None:
        """Take what was asked for and now answered off the list. Rows that an answer left out may be asked for again."""
        for page in [page for page in self._asked if page[0] <= last and first <= page[1]]:
            self._asked.remove(page)
            for row in range(page[0], page[1] + 1):
                if self._states[row] == PageState.ASKED:
                    self._states[row] = PageState.UNREAD
