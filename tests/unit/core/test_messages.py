# SPDX-License-Identifier: MIT
"""What counts as content, and how open parts are closed."""

from __future__ import annotations

from typing import Any

import pytest

from onesist_desktop.core.ids import MessageId, ThreadId
from onesist_desktop.core.messages import (
    AttachmentPart,
    CallState,
    CommandPart,
    FileChangePart,
    Message,
    MessageKind,
    MessageStatus,
    Part,
    PlanEntry,
    PlanPart,
    QuestionPart,
    Role,
    TextPart,
    ThinkingPart,
    ToolCallPart,
    close_part,
    is_empty,
)


def message(*parts: Part, role: Role = Role.USER, **fields: Any) -> Message:
    return Message(MessageId("m"), ThreadId("t"), 1, role, parts, **fields)


@pytest.mark.parametrize(
    ("part", "empty"),
    [
        (TextPart(""), True),
        (TextPart(" \n"), True),
        (TextPart("x"), False),
        (ThinkingPart(""), True),
        (PlanPart(()), True),
        (PlanPart((PlanEntry("x"),)), False),
        (CommandPart("c", ""), False),
        (AttachmentPart("a", "a"), False),
    ],
)
def test_empty_parts(part: Part, empty: bool) -> None:
    assert is_empty(part) is empty


@pytest.mark.parametrize(
    ("given", "content"),
    [
        (message(TextPart("hi")), True),
        (message(TextPart(""), TextPart("x")), True),
        (message(), False),
        (message(TextPart("")), False),
        (message(TextPart("hi"), role=Role.ASSISTANT), True),
        (message(TextPart("hi"), role=Role.SYSTEM, kind=MessageKind.HANDOFF), False),
        (message(TextPart("hi"), rolled_back=True), False),
        (message(TextPart("hi"), status=MessageStatus.STREAMING), False),
        (message(TextPart("hi"), status=MessageStatus.INTERRUPTED), True),
        (message(TextPart("hi"), kind=MessageKind.MERGE), True),
        (message(TextPart("hi"), role=Role.ASSISTANT, kind=MessageKind.DOCUMENT), True),
    ],
)
def test_content(given: Message, content: bool) -> None:
    assert given.is_content is content


def test_text_joins_text_parts_only() -> None:
    assert message(TextPart("a"), ThinkingPart("no"), TextPart(""), TextPart("b")).text == "a\n\nb"


def test_closing_parts() -> None:
    for part in (CommandPart("c", "x"), ToolCallPart("c", "x"), FileChangePart("p", state=CallState.RUNNING)):
        assert close_part(part) == type(part)(**{**fields_of(part), "state": CallState.STOPPED})
    assert close_part(QuestionPart("q", "?")) == QuestionPart("q", "?", expired=True)
    for settled in (CommandPart("c", "x", state=CallState.WORKED), QuestionPart("q", "?", answer="y"), TextPart("t")):
        assert close_part(settled) is settled


def fields_of(part: Part) -> dict[str, Any]:
    return {name: getattr(part, name) for name in part.__slots__}
