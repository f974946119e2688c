# SPDX-License-Identifier: MIT
"""A selection over many messages covers each letter between its ends once, in whichever direction it was made."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from onesist_desktop.ui.transcript.blocks import Block, BlockKind, ProseBody
from onesist_desktop.ui.transcript.copied_text import SelectedMessage, copied
from onesist_desktop.ui.transcript.text_selection import TO_END, TextPoint, TextSelection, word_around

TEXTS = st.lists(st.lists(st.text(min_size=1, max_size=6), min_size=1, max_size=4), min_size=1, max_size=4)


def blocks_of(texts: list[str]) -> list[Block]:
    # All but the first go on in the line of the one before, so that copying puts nothing between them.
    return [
        Block(f"{index}", BlockKind.PROSE, ProseBody(text, is_markdown=False, joins=index > 0)) for index, text in enumerate(texts)
    ]


def displayed(block: Block) -> str:
    assert isinstance(block.body, ProseBody)
    return block.body.text


@given(TEXTS, st.data())
def test_each_letter_between_the_ends_is_selected_once(texts: list[list[str]], data: st.DataObject) -> None:
    places = [
        (seq, order, letter) for seq, row in enumerate(texts) for order, text in enumerate(row) for letter in range(len(text) + 1)
    ]
    first, second = data.draw(st.sampled_from(places)), data.draw(st.sampled_from(places))
    selection = TextSelection(*(TextPoint(seq, str(order), order, letter) for seq, order, letter in (first, second)))
    got = []
    for seq, row in enumerate(texts):
        for order, block in enumerate(blocks_of(row)):
            span = selection.span(seq, block, order)
            got.append(span.of(row[order]) if span else "")
    low, high = min(first, second), max(first, second)
    expected = []
    for seq, row in enumerate(texts):
        for order, text in enumerate(row):
            expected.append("".join(letter for at, letter in enumerate(text) if low <= (seq, order, at) < high))
    assert got == expected


@given(st.lists(st.text(min_size=1, max_size=9), min_size=1, max_size=5))
def test_a_whole_message_is_copied_whole(texts: list[str]) -> None:
    blocks = blocks_of(texts)
    everything = TextSelection(TextPoint(1, "", -1, 0), TextPoint(1, "", 10**9, TO_END))
    spans = [(block, span) for order, block in enumerate(blocks) if (span := everything.span(1, block, order))]
    assert copied([SelectedMessage("You", spans)], displayed, as_markdown=True) == "".join(texts)


@given(st.text(max_size=30), st.integers(0, 40))
def test_a_word_lies_around_its_place(text: str, letter: int) -> None:
    start, end = word_around(text, letter)
    assert 0 <= start <= end <= len(text)
    if text:
        assert start <= min(letter, len(text) - 1) < end
