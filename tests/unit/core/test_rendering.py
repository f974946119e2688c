# SPDX-License-Identifier: MIT
"""Messages as text for the history tool."""

from typing import Any

import pytest

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
from onesist_desktop.core.rendering import render_message, render_part


def message(role: Role = Role.USER, *parts: Part, **values: Any) -> Message:
    return Message(MessageId("m"), ThreadId("t"), 4, role, parts, **values)


def test_a_message_has_its_seq_role_and_provider() -> None:
    answer = message(Role.ASSISTANT, TextPart("hi"), ThinkingPart("secret thoughts"), provider_id=ProviderId("codex"), model="m-1")
    assert render_message(answer) == "### #4 assistant (codex, m-1)\n\nhi"
    assert render_message(message(Role.USER, TextPart("a"), TextPart(" "), TextPart("b"))) == "### #4 user\n\na\n\nb"
    assert render_message(message(Role.ASSISTANT, model="m-1")) == "### #4 assistant (m-1)"
    assert render_message(message(Role.USER, kind=MessageKind.MERGE)) == "### #4 user [merge]"


def test_a_notice_is_its_kind_line_only() -> None:
    assert render_message(message(Role.SYSTEM, TextPart("x"), kind=MessageKind.HANDOFF)) == "### #4 notice: handoff"
    assert render_message(message(Role.SYSTEM)) == "### #4 notice: system"


@pytest.mark.parametrize(
    ("part", "text"),
    [
        (CommandPart("c", "ls", "a\nb\n", 2, CallState.FAILED), "Command (failed): ls\nExit code: 2\nOutput:\na\nb"),
        (CommandPart("c", "true", "", None, CallState.WORKED), "Command: true\nExit code: unknown"),
        (ToolCallPart("c", "ask", "{}", "42", CallState.WORKED), "Tool: ask {}\n42"),
        (ToolCallPart("c", "cat", "", "whole file", CallState.WORKED, ToolKind.READ), "Tool: cat"),
        (FileChangePart("a.py", ChangeKind.ADDED), "File added: a.py"),
        (AttachmentPart("a.png", "/p/a.png"), "Attachment: a.png (/p/a.png)"),
        (PlanPart((PlanEntry("one", PlanState.DONE), PlanEntry("two"))), "Plan:\n- [done] one\n- [open] two"),
        (QuestionPart("q", "Go?", answer="yes"), "Question: Go?\nAnswer: yes"),
        (QuestionPart("q", "Go?"), "Question: Go?\nAnswer: none"),
        (ErrorPart("overloaded", "busy"), "Error: overloaded: busy"),
        (ErrorPart("overloaded"), "Error: overloaded"),
        (ThinkingPart("hm"), ""),
    ],
)
def test_each_part_has_a_text(part: Part, text: str) -> None:
    assert render_part(part) == text
