# SPDX-License-Identifier: MIT
from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from onesist_desktop.core.messages import TextPart, ThinkingPart
from onesist_desktop.core.turn_events import PartChanged, PartEnded, PartGrew, PartStarted, PartWithdrawn
from onesist_desktop.providers.part_log import PartLog


def test_a_part_appears_with_its_first_word_and_ends_with_its_whole_text() -> None:
    log = PartLog()
    assert list(log.start(0, TextPart, "")) == []
    assert list(log.grow(0, "\n ")) == []
    assert list(log.grow(0, "one")) == [PartStarted("part-0", TextPart("\n one"))]
    assert list(log.grow(0, " two")) == [PartGrew("part-0", " two")]
    assert list(log.end(0)) == [PartEnded("part-0", TextPart("\n one two"))]
    assert list(log.end(0)) == []
    assert log.has_parts


def test_the_text_given_at_the_end_is_the_truth() -> None:
    log = PartLog()
    list(log.start(0, ThinkingPart, "a"))
    assert list(log.end(0, "b")) == [PartEnded("part-0", ThinkingPart("b"))]
    list(log.start(1, TextPart, "a"))
    assert list(log.end(1, " ")) == [PartWithdrawn("part-1")]


def test_empty_parts_are_never_shown() -> None:
    log = PartLog()
    assert [*log.start(0, ThinkingPart, ""), *log.start(1, TextPart, " "), *log.end(0), *log.close()] == []
    assert not log.has_parts


def test_a_part_that_turns_out_to_be_thinking_is_replaced() -> None:
    log = PartLog()
    list(log.start(0, TextPart, "<thi"))
    assert list(log.start(0, ThinkingPart, "hm")) == [PartChanged("part-0", ThinkingPart("hm"))]
    assert list(log.close()) == [PartEnded("part-0", ThinkingPart("hm"))]


@given(st.lists(st.text("ab \n", max_size=3), max_size=12))
def test_whatever_the_pieces_the_end_holds_them_all(pieces: list[str]) -> None:
    log = PartLog()
    events = list(log.start(0, TextPart, ""))
    for piece in pieces:
        events += log.grow(0, piece)
    events += log.close()
    whole = "".join(pieces)
    if not whole.strip():
        assert events == []
        return
    shown = "".join(event.part.text if isinstance(event, PartStarted) else event.text for event in events[:-1])  # type: ignore[union-attr]
    assert shown == whole
    assert events[-1] == PartEnded("part-0", TextPart(whole))
