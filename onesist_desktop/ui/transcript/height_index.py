# SPDX-License-Identifier: MIT
"""Where each row of a long column stands, without adding up all rows above it. Pure."""

from __future__ import annotations

from array import array

_UNKNOWN = -1


class HeightIndex:
    """Heights of rows in pixels, known or estimated, with sums in O(log n).

    Two Fenwick trees: one sums the known heights, one counts the rows whose height is known. All others have the same estimate,
    so that neither many rows nor a better estimate cost anything.

    Args:
        count: How many rows there are.
        estimate: Height of each row whose height isn't known.
    """

    __slots__ = ("_count", "_counts", "_estimate", "_heights", "_high", "_known", "_sums")

    def __init__(self, count: int = 0, estimate: int = 0) -> None:
        self._count = count
        self._estimate = estimate
        # Arrays and not lists: a hundred thousand rows take no time to make and a megabyte or two.
        self._heights = array("i", [_UNKNOWN]) * count
        self._sums = array("q", [0]) * (count + 1)
        self._counts = array("i", [0]) * (count + 1)
        self._known = [0, 0]
        self._high = 1 << count.bit_length() >> 1

    def __len__(self) -> int:
        """Return how many rows there are."""
        return self._count

    @property
    def estimate(self) -> int:
        """The height of a row that isn't known."""
        return self._estimate

    @estimate.setter
    def estimate(self, height: int) -> None:
        self._estimate = height

    @property
    def total(self) -> int:
        """The height of all rows."""
        return self._known[0] + (self._count - self._known[1]) * self._estimate

    def height(self, row: int) -> int:
        """Return a row's height, estimated where it isn't known. Raises IndexError."""
        height = self._heights[self._checked(row)]
        return self._estimate if height == _UNKNOWN else height

    def is_known(self, row: int) -> bool:
        """Tell whether a row's height was set. Raises IndexError."""
        return self._heights[self._checked(row)] != _UNKNOWN

    def set(self, row: int, height: int) -> None:
        """Take a row's height. Raises IndexError, and ValueError for a height below 0."""
        before = self._heights[self._checked(row)]
        if height < 0:
            raise ValueError(height)
        if before == height:
            return
        self._heights[row] = height
        if before == _UNKNOWN:
            self._change(row, height, 1)
        else:
            self._change(row, height - before, 0)

    def forget(self, row: int) -> None:
        """Let a row have the estimate again. Raises IndexError."""
        before = self._heights[self._checked(row)]
        if before != _UNKNOWN:
            self._heights[row] = _UNKNOWN
            self._change(row, -before, -1)

    def append(self, count: int = 1) -> None:
        """Add rows of unknown height at the end."""
        for node in range(self._count + 1, self._count + count + 1):
            height = known = 0
            below, first = node - 1, node - (node & -node)
            while below > first:
                height += self._sums[below]
                known += self._counts[below]
                below &= below - 1
            self._heights.append(_UNKNOWN)
            self._sums.append(height)
            self._counts.append(known)
        self._count += count
        self._high = 1 << self._count.bit_length() >> 1

    def top(self, row: int) -> int:
        """Return the height of all rows above a row; for the number of rows, that of all. Raises IndexError."""
        if not 0 <= row <= self._count:
            raise IndexError(row)
        height, unknown, node = 0, row, row
        while node:
            height += self._sums[node]
            unknown -= self._counts[node]
            node &= node - 1
        return height + unknown * self._estimate

    def row_at(self, y: int) -> int:
        """Return the row at a height: the first above everything, the last below everything. Raises IndexError without rows.

        Rows without height are nowhere.
        """
        if not self._count:
            raise IndexError(y)
        left, row, step, count, estimate = max(0, y), 0, self._high, self._count, self._estimate
        while step:
            node = row + step
            if node <= count:
                # A node stands for as many rows as its lowest set bit says, which here is the step.
                height = self._sums[node] + (step - self._counts[node]) * estimate
                if height <= left:
                    row = node
                    left -= height
            step >>= 1
        return min(row, count - 1)

    def _checked(self, row: int) -> int:
        if not 0 <= row < self._count:
            raise IndexError(row)
        return row

    def _change(self, row: int, height: int, known: int) -> None:
        self._known[0] += height
        self._known[1] += known
        node, count, sums, counts = row + 1, self._count, self._sums, self._counts
        while node <= count:
            sums[node] += height
            counts[node] += known
            node += node & -node
