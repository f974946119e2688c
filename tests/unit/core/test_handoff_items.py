# SPDX-License-Identifier: MIT
"""Which items messages give."""

from __future__ import annotations

from typing import Any

import pytest

from onesist_desktop.core.handoff import HandoffItem, ItemKind, due_messages, handoff_items
from onesist_desktop.core.handoff_items import INTERRUPTED
from onesist_desktop.core.ids import MessageId, ThreadId
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


def message(seq: int, role: Role, *parts: Part, **fields: Any) -> Message:
    return Message(MessageId(f"m{seq}"), ThreadId("t"), seq, role, parts, **fields)


def said(seq: int, text: str, role: Role = Role.USER, **fields: Any) -> Message:
    return message(seq, role, TextPart(text), **fields)


def compaction(seq: int, text: str, **data: int) -> Message:
    return said(seq, text, Role.SYSTEM, kind=MessageKind.COMPACTION, data=data)


def pairs(*messages: Message) -> list[tuple[str, str]]:
    return [(str(item.kind), item.text) for item in handoff_items(messages)]


def test_item_takes_plain_strings_and_compares_by_value() -> None:
    item = HandoffItem("user", 4, "hi")
    assert item.kind is ItemKind.USER
    assert item == HandoffItem(ItemKind.USER, 4, "hi")
    assert item != HandoffItem("user", 4, "hi", brought=True)
    assert item.size_bytes == len("### Pengguna (#4)\nhi\n\n")
    assert HandoffItem("user", 4, "é\ud800").size_bytes == len("### Pengguna (#4)\n\n\n") + 2 + 3
    assert len({item, HandoffItem("user", 4, "hi")}) == 1
    with pytest.raises(ValueError, match="thinking"):
        HandoffItem("thinking", 1, "")


def test_person_and_answer_in_order() -> None:
    assert pairs(said(1, "hello"), said(2, "hi there", Role.ASSISTANT)) == [("user", "hello"), ("assistant", "hi there")]


def test_attachments_are_lines_of_the_persons_text() -> None:
    shot = AttachmentPart("shot.png", "pics/shot.png", "image/png")
    assert pairs(message(1, Role.USER, TextPart("see"), shot)) == [("user", "see\n\nAttachment: shot.png (pics/shot.png)")]
    assert pairs(message(1, Role.USER, shot)) == [("user", "Attachment: shot.png (pics/shot.png)")]


def test_parts_of_an_answer_keep_their_order() -> None:
    answer = message(
        2,
        Role.ASSISTANT,
        ThinkingPart("hmm"),
        TextPart("First."),
        ToolCallPart("c0", "Read", '{"path": "a"}', "text of a", CallState.WORKED, ToolKind.READ),
        TextPart("  \n"),
        TextPart("Second."),
        CommandPart("c1", "npm test", "1 failed", 1, CallState.FAILED),
        FileChangePart("a.py", ChangeKind.CHANGED),
        QuestionPart("q", "Which one?", answer="the red one"),
        QuestionPart("q2", "Still open?"),
        TextPart("Done."),
    )
    assert pairs(answer) == [
        ("assistant", "First.\n\nSecond."),
        ("command", "Command: npm test\nExit code: 1\nOutput:\n1 failed"),
        ("assistant", "Question: Which one?\nAnswer: the red one\n\nDone."),
        ("files", "changed: a.py"),
    ]


@pytest.mark.parametrize(
    ("part", "text"),
    [
        (CommandPart("c", "true", "", 0, CallState.WORKED), "Command: true\nExit code: 0\nOutput: none"),
        (CommandPart("c", "x", "o", None, CallState.WORKED), "Command: x\nExit code: unknown\nOutput:\no"),
        (CommandPart("c", "x", "o", None, CallState.STOPPED), "Command: x\nExit code: unknown (interrupted)\nOutput:\no"),
        (CommandPart("c", "x"), "Command: x\nExit code: unknown (interrupted)\nOutput: none"),
        (CommandPart("c", "rm", state=CallState.REFUSED), "Command: rm\nExit code: unknown (refused)\nOutput: none"),
    ],
)
def test_commands_tell_what_came_of_them(part: CommandPart, text: str) -> None:
    assert pairs(message(1, Role.ASSISTANT, part)) == [("command", text)]


def test_reads_searches_and_other_calls_stay_out() -> None:
    calls = [
        ToolCallPart("c", "tool", "{}", "result", CallState.WORKED, kind) for kind in ToolKind if kind is not ToolKind.DELEGATE
    ]
    assert pairs(message(1, Role.ASSISTANT, *calls)) == []


def test_results_of_delegated_agents_go_in() -> None:
    def delegated(result: str, state: CallState) -> Message:
        return message(1, Role.ASSISTANT, ToolCallPart("c", "reviewer", "{}", result, state, ToolKind.DELEGATE))

    assert pairs(delegated("All good.", CallState.WORKED)) == [("assistant", "Result of reviewer:\nAll good.")]
    assert pairs(delegated("half", CallState.STOPPED)) == [("assistant", "Result of reviewer (interrupted):\nhalf")]
    assert pairs(delegated("no", CallState.FAILED)) == [("assistant", "Result of reviewer (failed):\nno")]
    assert pairs(delegated(" ", CallState.FAILED)) == []


def test_changed_files_once_each_without_those_that_failed() -> None:
    answer = message(
        1,
        Role.ASSISTANT,
        FileChangePart("new.py", ChangeKind.ADDED),
        FileChangePart("a.py"),
        FileChangePart("a.py"),
        FileChangePart("b.py", state=CallState.FAILED),
        FileChangePart("c.py", state=CallState.REFUSED),
        FileChangePart("d.py", ChangeKind.DELETED, state=CallState.STOPPED),
    )
    assert pairs(answer) == [("files", "added: new.py\nchanged: a.py\ndeleted: d.py (interrupted)")]


def test_plans() -> None:
    plan = PlanPart((PlanEntry("one", PlanState.DONE), PlanEntry("two", PlanState.ACTIVE), PlanEntry("three")))
    assert pairs(message(1, Role.ASSISTANT, plan, PlanPart(()))) == [("plan", "[x] one\n[>] two\n[ ] three")]


def test_errors_and_interrupted_answers_are_labelled() -> None:
    failed = message(1, Role.ASSISTANT, TextPart("so far"), ErrorPart("overloaded", "try later"), status=MessageStatus.INTERRUPTED)
    assert pairs(failed) == [("assistant", "so far"), ("error", "Error: overloaded\ntry later")]
    assert pairs(message(1, Role.ASSISTANT, ErrorPart("crashed"))) == [("error", "Error: crashed")]
    stopped = message(1, Role.ASSISTANT, TextPart("so far"), status=MessageStatus.INTERRUPTED)
    assert pairs(stopped) == [("assistant", "so far"), ("error", INTERRUPTED)]


def test_what_is_no_content_gives_nothing() -> None:
    assert (
        pairs(
            said(1, "notice", Role.SYSTEM, kind=MessageKind.HANDOFF),
            said(2, "back", rolled_back=True),
            said(3, "still", Role.ASSISTANT, status=MessageStatus.STREAMING),
            said(4, " "),
            message(5, Role.ASSISTANT),
            said(6, "old summary", Role.SYSTEM, kind=MessageKind.COMPACTION, rolled_back=True),
            said(7, "growing", Role.SYSTEM, kind=MessageKind.COMPACTION, status=MessageStatus.STREAMING),
            compaction(8, ""),
        )
        == []
    )


def test_compaction_gives_a_summary_and_a_document_speaks_for_its_author() -> None:
    assert pairs(compaction(3, "all so far")) == [("summary", "all so far")]
    assert pairs(said(1, "# Goal", Role.ASSISTANT, kind=MessageKind.DOCUMENT)) == [("assistant", "# Goal")]


def test_merge_is_expanded_into_what_it_brought() -> None:
    brought = [["user", 7, "try red"], ["assistant", 8, "red works"]]
    merge = said(12, "framed history", kind=MessageKind.MERGE, data={"items": brought})
    items = handoff_items([merge])
    assert items == [HandoffItem("user", 7, "try red", brought=True), HandoffItem("assistant", 8, "red works", brought=True)]
    bare = said(12, "framed history", kind=MessageKind.MERGE)
    assert handoff_items([bare]) == [HandoffItem("user", 12, "framed history", brought=True)]
    assert handoff_items([message(12, Role.USER, AttachmentPart("a", "a"), kind=MessageKind.MERGE)]) == []


def due(messages: list[Message], known: int, current: int, *own: int) -> list[int]:
    return [each.seq for each in due_messages(messages, known_upto_seq=known, current_seq=current, own_seqs=set(own))]


def test_due_is_content_that_the_session_has_not_seen() -> None:
    thread = [
        said(1, "a"),
        said(2, "b", Role.ASSISTANT),
        said(3, "n", Role.SYSTEM, kind=MessageKind.ERROR),
        said(4, "c"),
        said(5, "new"),
    ]
    assert due(thread, 0, 5) == [1, 2, 4]
    assert due(thread, 1, 5) == [2, 4]
    assert due(thread, 0, 5, 2) == [1, 4]
    assert due(thread, 4, 5) == []


def test_summary_is_due_only_with_all_that_it_covers() -> None:
    thread = [said(1, "a"), said(2, "b", Role.ASSISTANT), compaction(3, "1 to 2", covers_upto=2), said(4, "c"), said(6, "new")]
    assert due(thread, 0, 6) == [1, 2, 3, 4]
    assert due(thread, 1, 6) == [2, 4]
    assert due(thread, 0, 6, 2) == [1, 4], "one of its messages is the session's own"
    assert due([*thread, compaction(7, "too late", covers_upto=4)], 0, 6) == [1, 2, 3, 4]
    silent = [said(1, "a"), compaction(2, "covers all before it"), said(3, "new")]
    assert due(silent, 0, 3) == [1, 2]
    assert due(silent, 1, 3) == []
