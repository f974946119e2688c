# SPDX-License-Identifier: MIT
"""The height index against naive sums, and the page keeper against a plain list."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule

from onesist_desktop.ui.transcript.height_index import HeightIndex
from onesist_desktop.ui.transcript.page_keeper import MOST_AT_ONCE, PAGE, PageKeeper, PageState

heights = st.integers(0, 5_000)


class HeightIndexMachine(RuleBasedStateMachine):
    """Compares each answer with the one that adding up gives."""

    def __init__(self) -> None:
        super().__init__()
        self.index = HeightIndex(3, 40)
        self.naive: list[int | None] = [None] * 3
        self.estimate = 40

    def plain(self) -> list[int]:
        return [self.estimate if height is None else height for height in self.naive]

    @rule(count=st.integers(1, 70))
    def append(self, count: int) -> None:
        self.index.append(count)
        self.naive += [None] * count

    @rule(row=st.integers(0, 10_000), height=heights)
    def set_height(self, row: int, height: int) -> None:
        row %= len(self.naive)
        self.index.set(row, height)
        self.naive[row] = height

    @rule(row=st.integers(0, 10_000))
    def forget(self, row: int) -> None:
        row %= len(self.naive)
        self.index.forget(row)
        self.naive[row] = None

    @rule(height=heights)
    def learn(self, height: int) -> None:
        self.index.estimate = self.estimate = height

    @rule(share=st.floats(-0.2, 1.2))
    def find(self, share: float) -> None:
        plain, y = self.plain(), int(sum(self.plain()) * share)
        row, top = len(plain) - 1, 0
        for number, height in enumerate(plain):
            if max(y, 0) < top + height:
                row = number
                break
            top += height
        assert self.index.row_at(y) == row

    @invariant()
    def sums_are_those_of_a_plain_list(self) -> None:
        plain = self.plain()
        assert len(self.index) == len(plain)
        assert self.index.total == sum(plain)
        tops = [sum(plain[:row]) for row in range(0, len(plain) + 1, max(1, len(plain) // 7))]
        assert [self.index.top(row) for row in range(0, len(plain) + 1, max(1, len(plain) // 7))] == tops
        assert [self.index.height(row) for row in range(len(plain))] == plain
        assert [self.index.is_known(row) for row in range(len(plain))] == [height is not None for height in self.naive]


TestHeightIndex = HeightIndexMachine.TestCase
TestHeightIndex.settings = settings(stateful_step_count=30, deadline=None)


@given(st.integers(0, 300), st.integers(0, 200), st.integers(0, 300))
def test_what_is_built_and_what_is_appended_are_the_same(count: int, estimate: int, more: int) -> None:
    built, grown = HeightIndex(count + more, estimate), HeightIndex(count, estimate)
    grown.append(more)
    rows = range(count + more + 1)
    assert [grown.top(row) for row in rows] == [built.top(row) for row in rows]


@pytest.mark.parametrize("row", [-1, 3])
def test_rows_that_are_not_there_are_refused(row: int) -> None:
    index = HeightIndex(3, 10)
    for call in (index.height, index.is_known, index.forget):
        with pytest.raises(IndexError):
            call(row)
    with pytest.raises(IndexError):
        index.set(row, 1)
    with pytest.raises(IndexError):
        index.top(row if row < 0 else row + 1)
    with pytest.raises(ValueError, match="-1"):
        index.set(0, -1)
    with pytest.raises(IndexError):
        HeightIndex().row_at(0)


@given(st.data(), st.integers(1, 400))
def test_every_unread_row_in_a_window_is_asked_for_once(data: st.DataObject, count: int) -> None:
    keeper = PageKeeper(count)
    for _ in range(data.draw(st.integers(0, 5))):
        first = data.draw(st.integers(0, count - 1))
        keeper.take(first, first + data.draw(st.integers(0, 60)))
    low = data.draw(st.integers(0, count - 1))
    high = data.draw(st.integers(low, min(count - 1, low + 150)))
    centre = data.draw(st.integers(low, high))
    asked: list[int] = []
    for _ in range(count):
        pages = keeper.ask(low, high, centre)
        assert len(pages) <= MOST_AT_ONCE
        if not pages:
            break
        for first, last in pages:
            assert 1 <= last + 1 - first <= PAGE
            assert all(keeper.state(row) is PageState.ASKED for row in range(first, last + 1))
            asked += range(first, last + 1)
        for page in pages:
            keeper.take(*page)
    assert len(asked) == len(set(asked))
    assert all(keeper.is_read(row) for row in range(low, high + 1))


def test_what_failed_is_asked_for_again_on_demand_only() -> None:
    keeper = PageKeeper(200)
    assert keeper.ask(90, 110, 100) == [(75, 124)] or keeper.ask(90, 110, 100) == []
    (first, last), *_ = [keeper.run_at(100, 0, 199)]
    assert keeper.ask(90, 110, 100) == []
    keeper.fail(first, last)
    assert keeper.state(100) is PageState.FAILED
    assert keeper.ask(90, 110, 100) == []
    keeper.retry(first, last)
    assert keeper.ask(90, 110, 100) == [(first, last)]
    # An answer that leaves rows out lets these be asked for again.
    keeper.take(first, first + 3)
    assert keeper.state(first + 4) is PageState.UNREAD
    keeper.forget(first)
    assert not keeper.is_read(first)
