# SPDX-License-Identifier: MIT
"""Blocks within a row: where they stand, and which heights survive a change."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from onesist_desktop.core.ids import MessageId, ThreadId
from onesist_desktop.core.messages import Message, Role
from onesist_desktop.ui.transcript.blocks import Block, BlockKind, ProseBody
from onesist_desktop.ui.transcript.estimates import Measures, block_height, text_lines
from onesist_desktop.ui.transcript.row_layout import GAP, USER_BOTTOM, USER_TOP, RowLayout

MEASURES = Measures(720)
keys = st.lists(st.sampled_from([f"k{number}" for number in range(12)]), unique=True, max_size=12)


def block(key: str, text: str = "x", gap: int = 8) -> Block:
    return Block(key, BlockKind.PROSE, ProseBody(text), gap)


def row_of(*blocks: Block, role: Role = Role.ASSISTANT) -> RowLayout:
    row = RowLayout(Message(MessageId("m"), ThreadId("t"), 1, role), 90)
    row.take(blocks, MEASURES)
    return row


@given(st.lists(st.tuples(st.integers(0, 300), st.integers(0, 20)), max_size=30), st.integers(-50, 9_000), st.booleans())
def test_tops_are_sums_and_the_first_block_below_a_height_is_found(pairs: list[tuple[int, int]], y: int, is_user: bool) -> None:
    row = row_of(*(block(f"k{n}", gap=gap) for n, (_, gap) in enumerate(pairs)), role=Role.USER if is_user else Role.ASSISTANT)
    top, bottoms = USER_TOP if is_user else 0, []
    for index, (height, gap) in enumerate(pairs):
        row.set_height(index, height, 1)
        top += gap if index else 0
        assert row.top_of(index) == top
        top += height
        bottoms.append(top)
    end = top + (USER_BOTTOM if is_user else 0)
    assert row.height == (end + GAP if pairs else 0)
    assert row.bottom == (end if pairs else 0)
    expected = next((index for index, bottom in enumerate(bottoms) if bottom > y), len(pairs))
    found = row.first_from(y)
    # Blocks without height are nowhere, so that any of several at one place is right.
    assert found == expected or all(row.height_of(index) == 0 for index in range(min(found, expected), max(found, expected)))


@given(keys, keys, st.sets(st.sampled_from([f"k{number}" for number in range(12)])))
def test_what_stays_keeps_its_height_and_what_changed_keeps_it_as_an_estimate(
    before: list[str], after: list[str], changed: set[str]
) -> None:
    old = {key: block(key) for key in before}
    row = row_of(*old.values())
    for index, key in enumerate(before):
        row.set_height(index, 1_000 + int(key[1:]), 7)
    new = [block(key, "y" if key in changed else "x") if key in changed or key not in old else old[key] for key in after]
    row.take(tuple(new), MEASURES)
    for index, key in enumerate(after):
        if row.is_exact(index, 7):
            assert key in old
            assert key not in changed
            assert row.height_of(index) == 1_000 + int(key[1:])
    assert row.blocks == tuple(new)
    kept = [key for key in after if key in before]
    if kept == [key for key in before if key in after]:
        # Nothing changed its place, so that nothing has to be measured again but what reads differently.
        assert [row.is_exact(index, 7) for index, key in enumerate(after)] == [key in old and key not in changed for key in after]
        assert all(row.height_of(after.index(key)) == 1_000 + int(key[1:]) for key in kept)


def test_a_row_has_its_estimate_until_it_has_blocks() -> None:
    row = RowLayout(Message(MessageId("m"), ThreadId("t"), 1, Role.ASSISTANT), 90)
    assert (row.height, row.has_blocks) == (90, False)
    row.take((), MEASURES)
    assert (row.height, row.has_blocks) == (0, True)


def test_estimates_grow_with_the_text_and_with_its_size() -> None:
    short, long = block("a", "word " * 10), block("a", "word " * 1_000)
    assert block_height(short, MEASURES) < block_height(long, MEASURES) < block_height(long, Measures(300))
    assert block_height(long, MEASURES) < block_height(long, Measures(720, 2.0))
    assert text_lines("a\n" * 100_000, 80) >= 90_000
