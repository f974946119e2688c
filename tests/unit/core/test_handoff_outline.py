# SPDX-License-Identifier: MIT
"""What is kept of messages so that a handoff can be chosen without reading them."""

from __future__ import annotations

import sys
import zlib

import pytest

from onesist_desktop.core.handoff import HandoffItem, ItemKind, handoff_items
from onesist_desktop.core.handoff_outline import RULES, Outline, entry_text
from onesist_desktop.core.ids import MessageId, ProviderId, ThreadId
from onesist_desktop.core.messages import (
    AttachmentPart,
    CallState,
    ChangeKind,
    CommandPart,
    ErrorPart,
    FileChangePart,
    Message,
    MessageKind,
    MessageStatus,
    Part,
    PlanEntry,
    PlanPart,
    PlanState,
    QuestionPart,
    Role,
    TextPart,
    ThinkingPart,
    ToolCallPart,
    ToolKind,
)

EVERY_STATE: tuple[Part, ...] = tuple(
    part
    for state in CallState
    for part in (
        CommandPart("c", "ls", "out" * len(state), 1, state),
        ToolCallPart("t", "helper", "{}", "found", state, ToolKind.DELEGATE),
        FileChangePart(f"{state}.py", ChangeKind.ADDED, state=state),
    )
)


def message(seq: int, *parts: Part, role: Role = Role.ASSISTANT, author: str | None = "a", **values: object) -> Message:
    provider = ProviderId(author) if author else None
    return Message(MessageId(f"m{seq}"), ThreadId("t"), seq, role, parts, provider_id=provider, **values)  # type: ignore[arg-type]


MESSAGES = [
    message(1, TextPart("# Hello\n\\## there"), TextPart("again"), AttachmentPart("a.png", "/a.png"), role=Role.USER, author=None),
    message(2, ThinkingPart("hm"), TextPart("é with [secret:1]"), *EVERY_STATE),
    message(3, ThinkingPart("only this"), author="b"),
    message(4, PlanPart(tuple(PlanEntry(state.value, state) for state in PlanState)), ErrorPart("overloaded", "why"), author="b"),
    message(5, QuestionPart("q", "Really?", answer="yes"), status=MessageStatus.INTERRUPTED),
    message(
        1_234,
        TextPart("x"),
        role=Role.USER,
        kind=MessageKind.MERGE,
        data={"items": [[kind.value, 2_000 + number, "brought\ufeff\n #"] for number, kind in enumerate(ItemKind)]},
    ),
    message(1_240, TextPart("a merge without a list"), kind=MessageKind.MERGE),
    message(1_300, TextPart("what was before"), kind=MessageKind.COMPACTION),
]


def test_an_outline_tells_what_the_messages_become() -> None:
    outline = Outline.of(MESSAGES)
    items = handoff_items(MESSAGES)
    assert list(outline.seqs) == [each.seq for each in MESSAGES]
    assert outline.authors == [each.provider_id for each in MESSAGES]
    assert list(outline.counts) == [len(handoff_items([each])) for each in MESSAGES]
    assert list(outline.text_bytes) == [len(entry_text(each, handoff_items([each])).encode()) for each in MESSAGES]
    marks = outline.marks()
    assert list(marks.kinds) == [item.code for item in items]
    assert list(marks.seqs) == [item.seq for item in items]
    assert list(marks.sizes) == [item.size_bytes for item in items]
    assert all(outline.tells(index, item) for index, item in enumerate(items))
    assert not outline.tells(0, HandoffItem("user", 1, "other"))
    assert outline.names_secret()
    assert not Outline.of(MESSAGES[2:]).names_secret()
    assert not Outline().names_secret()


def test_items_are_found_in_their_messages() -> None:
    for messages in (MESSAGES, MESSAGES[:5]):
        outline, expected = Outline.of(messages), []
        for each in messages:
            expected += [(each.seq, ordinal) for ordinal, _ in enumerate(handoff_items([each]))]
        assert list(outline.places(range(len(expected)))) == expected
        assert list(outline.places([0, len(expected) - 1])) == [expected[0], expected[-1]]
        assert list(outline.places([])) == []
        telling = {message.seq for message in messages if handoff_items([message])}
        assert (outline.count_seqs(), outline.telling_seqs()) == (len(telling), telling)


def test_it_can_be_cut_and_joined() -> None:
    outline = Outline.of(MESSAGES)
    cut = [outline.between(0, 3), outline.between(2, 1_234), outline.between(1_233, 9_999)]
    assert cut == [
        Outline.of(each for each in MESSAGES if low < each.seq < high) for low, high in ((0, 3), (2, 1_234), (1_233, 9_999))
    ]
    assert Outline.joined(cut) == outline
    assert outline.between(5, 6) == Outline.joined([]) == Outline()


def test_without_messages_that_are_not_in_it_it_stays() -> None:
    outline = Outline.of(MESSAGES)
    assert outline.without({6, 2_000}) is outline
    assert outline.without([2, 1_234]) == Outline.of(each for each in MESSAGES if each.seq not in {2, 1_234})


@pytest.mark.parametrize("cut", [0, 5, 20, 60, -1])
def test_a_damaged_one_is_told(cut: int) -> None:
    data = Outline.of(MESSAGES).to_bytes()
    assert Outline.from_bytes(data) == Outline.of(MESSAGES)
    with pytest.raises(ValueError):
        Outline.from_bytes(data[:cut])


@pytest.mark.skipif(sys.byteorder != "little", reason="stored as the machine has it")
def test_stored_outlines_are_of_no_worth_once_the_rules_change() -> None:
    # Where this fails, what is made of messages has changed: RULES must go up, then the number here may.
    assert (RULES, zlib.crc32(Outline.of(MESSAGES).to_bytes())) == ("2-little", 2_157_561_942)


def test_the_places_of_named_items_are_found_and_others_ignored() -> None:
    brought = {"items": [["user", 900, "a"], ["assistant", 901, "b"]]}
    messages = [
        message(1, TextPart("one")),
        message(3, TextPart("merged"), role=Role.USER, kind=MessageKind.MERGE, data=brought),
        message(5, TextPart("three")),
    ]
    outline = Outline.of(messages)
    everything = range(len(outline.kinds))
    names = list(outline.places(everything))
    assert names == [(1, 0), (3, 0), (3, 1), (5, 0)]
    assert [outline.indexes_of([name]) for name in names] == [{index} for index in everything]
    assert outline.indexes_of([(2, 0), (3, 2), (5, -1), (9, 0)]) == set()
    assert Outline().indexes_of([(1, 0)]) == set()
