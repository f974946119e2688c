# SPDX-License-Identifier: MIT
from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from onesist_desktop.core.finding import count_found, message_texts, part_texts, places_of
from onesist_desktop.core.ids import MessageId, ThreadId
from onesist_desktop.core.messages import (
    AttachmentPart,
    CommandPart,
    ErrorPart,
    FileChangePart,
    Message,
    MessageKind,
    Part,
    PlanEntry,
    PlanPart,
    QuestionPart,
    Role,
    TextPart,
    ThinkingPart,
    ToolCallPart,
)


@pytest.mark.parametrize(
    ("part", "texts"),
    [
        (TextPart("a"), ("a",)),
        (ThinkingPart("b"), ("b",)),
        (CommandPart("c", "ls", "out"), ("ls", "out")),
        (ToolCallPart("c", "Read", '{"x":1}', "res"), ("Read", '{"x":1}', "res")),
        (FileChangePart("src/a.py", diff="+x"), ("src/a.py", "+x")),
        (AttachmentPart("plan.pdf", "/data/3f.pdf"), ("plan.pdf",)),
        (PlanPart((PlanEntry("one"), PlanEntry("two"))), ("one", "two")),
        (QuestionPart("r", "Go?", ("yes", "no"), "yes"), ("Go?", "yes", "no", "yes")),
        (QuestionPart("r", "Go?"), ("Go?", "")),
        (ErrorPart("crashed", "boom"), ("boom",)),
    ],
)
def test_every_kind_of_part_says_what_a_person_can_see(part: Part, texts: tuple[str, ...]) -> None:
    assert part_texts(part) == texts


def test_an_error_notice_counts_as_part_0_and_other_notices_say_nothing() -> None:
    notice = Message(MessageId("m"), ThreadId("t"), 1, Role.SYSTEM, kind=MessageKind.ERROR, data={"detail": "401"})
    assert list(message_texts(notice)) == [(0, ("401",))]
    receipt = Message(MessageId("m"), ThreadId("t"), 1, Role.SYSTEM, kind=MessageKind.HANDOFF, data={"detail": "401"})
    assert list(message_texts(receipt)) == []
    answer = Message(MessageId("m"), ThreadId("t"), 1, Role.ASSISTANT, (TextPart("a"), ThinkingPart("b")))
    assert list(message_texts(answer)) == [(0, ("a",)), (1, ("b",))]


@pytest.mark.parametrize(
    ("text", "sought", "places"),
    [
        ("Login, LOGIN, login", "login", [(0, 5), (7, 12), (14, 19)]),
        ("aaaa", "aa", [(0, 2), (2, 4)]),
        ("Straße STRASSE", "strasse", [(0, 6), (7, 14)]),
        ("ß", "s", [(0, 1), (0, 1)]),
        ("ΣΊΣΥΦΟΣ", "σίσυφος", [(0, 7)]),
        ("x", "", []),
        ("ß", "q", []),
    ],
)
def test_places_are_found_whatever_the_case(text: str, sought: str, places: list[tuple[int, int]]) -> None:
    assert places_of(text, sought) == places
    assert count_found(text, sought) == len(places)


@given(st.text(alphabet="aAßſİiΣσ \n", max_size=20), st.text(alphabet="aAßſİiΣσs", min_size=1, max_size=3))
def test_the_marks_are_as_many_as_were_counted_and_hold_the_text(text: str, sought: str) -> None:
    places = places_of(text, sought)
    assert len(places) == count_found(text, sought)
    for start, end in places:
        assert sought.casefold() in text[start:end].casefold()
