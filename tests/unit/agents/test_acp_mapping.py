# SPDX-License-Identifier: MIT
"""Session updates, in the shapes that real agents were measured to send, and the turn events that they become."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from onesist_desktop.agents.acp.mapping import UpdateMapper, parts_of
from onesist_desktop.core.messages import (
    CallState,
    ChangeKind,
    CommandPart,
    FileChangePart,
    PlanEntry,
    PlanPart,
    PlanState,
    TextPart,
    ThinkingPart,
    ToolCallPart,
    ToolKind,
)
from onesist_desktop.core.turn_events import PartChanged, PartEnded, PartGrew, PartStarted, TurnEvent, Usage, UsageReported


def text(value: str, kind: str = "agent_message_chunk", **more: Any) -> dict[str, Any]:
    return {"sessionUpdate": kind, "content": {"type": "text", "text": value}, **more}


def call(call_id: str = "c", update: str = "tool_call_update", **more: Any) -> dict[str, Any]:
    return {"sessionUpdate": update, "toolCallId": call_id, **more}


def output(value: str) -> list[dict[str, Any]]:
    return [{"type": "content", "content": {"type": "text", "text": value}}]


def run(*updates: dict[str, Any], close: bool = False) -> list[TurnEvent]:
    mapper = UpdateMapper()
    events = [event for update in updates for event in mapper.apply(update)]
    return events + (mapper.close() if close else [])


def test_text_and_thinking_become_parts_in_order() -> None:
    events = run(text("hm", "agent_thought_chunk"), text("he"), text("llo"), call(kind="other", title="t"), text("bye"), close=True)
    assert events == [
        PartStarted("text-1", ThinkingPart("hm")),
        PartEnded("text-1", ThinkingPart("hm")),
        PartStarted("text-2", TextPart("he")),
        PartGrew("text-2", "llo"),
        PartEnded("text-2", TextPart("hello")),
        PartStarted("call-c", ToolCallPart("c", "t")),
        PartStarted("text-3", TextPart("bye")),
        PartEnded("text-3", TextPart("bye")),
        PartEnded("call-c", ToolCallPart("c", "t", state=CallState.STOPPED)),
    ]


def test_another_message_id_begins_another_part() -> None:
    parts = parts_of([text("a", messageId="1"), text("b", messageId="1"), text("c", messageId="2")])
    assert parts == (TextPart("ab"), TextPart("c"))


def test_a_command_with_cumulative_content_and_raw_output() -> None:
    """The shape of Opencode: output is replaced, the exit code stands in rawOutput, a failing command is completed."""
    events = run(
        call(update="tool_call", kind="execute", title="bash", status="pending", rawInput={}),
        call(status="in_progress", title="echo out", rawInput={"command": "echo out; exit 3"}),
        call(status="in_progress", content=output("out\n")),
        call(status="in_progress", content=output("out\nmore\n")),
        call(
            status="completed",
            content=output("out\nmore\n"),
            rawOutput={"output": "out\nmore\n", "metadata": {"exit": 3, "truncated": False}},
        ),
    )
    running = CommandPart("c", "echo out; exit 3")
    assert events == [
        PartStarted("call-c", CommandPart("c", "bash")),
        PartChanged("call-c", running),
        PartGrew("call-c", "out\n"),
        PartGrew("call-c", "more\n"),
        PartEnded("call-c", CommandPart("c", "echo out; exit 3", "out\nmore\n", 3, CallState.FAILED)),
    ]


def test_a_command_with_terminal_data_at_its_end() -> None:
    """The shape of Claude's adapter."""
    events = run(
        call(update="tool_call", kind="execute", title="Terminal", rawInput={}),
        call(rawInput={"command": "ls"}),
        call(_meta={"terminal_output": {"terminal_id": "c", "data": "Exit code 3\nout"}}),
        call(status="failed", _meta={"terminal_exit": {"terminal_id": "c", "exit_code": 3, "signal": None}}),
    )
    assert events[-1] == PartEnded("call-c", CommandPart("c", "ls", "Exit code 3\nout", 3, CallState.FAILED))


def test_an_exit_code_that_is_only_said() -> None:
    events = run(call(kind="execute", rawInput={"command": "x"}, status="failed", content=output("```\nExit code 4\noh\n```")))
    assert events == [PartEnded("call-c", CommandPart("c", "x", "Exit code 4\noh", 4, CallState.FAILED))]
    worked = run(call(kind="execute", rawInput={"command": "x"}, status="completed", content=output("Exit code 4")))
    assert worked == [PartEnded("call-c", CommandPart("c", "x", "Exit code 4", None, CallState.WORKED))]


def test_a_command_with_pieces_of_terminal_output_whose_head_is_lost() -> None:
    """The shape of Codex's adapter; where the whole is reported elsewhere, it wins."""
    pieces = [call(_meta={"terminal_output": {"data": piece}}) for piece in ("tw", "o\n")]
    end = call(status="completed", _meta={"terminal_exit": {"exit_code": 0}})
    start = call(update="tool_call", kind="execute", rawInput={"command": ["bash", "-lc", "x"], "cwd": "/p"})
    assert run(start, *pieces, end)[-1] == PartEnded("call-c", CommandPart("c", "bash -lc x", "two\n", 0, CallState.WORKED))
    whole = {**end, "rawOutput": {"aggregated_output": "one\ntwo\n"}}
    last = run(start, *pieces, whole)[-1]
    assert last == PartEnded("call-c", CommandPart("c", "bash -lc x", "one\ntwo\n", 0, CallState.WORKED))


def test_a_call_that_was_never_announced() -> None:
    """The shape of Gemini: for a call it asked about only the final update comes, with nothing in it."""
    events = run(call(status="completed", kind="execute", title="ls -l", content=[], locations=[]))
    assert events == [PartEnded("call-c", CommandPart("c", "ls -l", "", None, CallState.WORKED))]


@pytest.mark.parametrize(
    ("raw", "expected"),
    [
        ("plain", ("plain", None)),
        ({"stdout": "a", "stderr": "b", "exitCode": 0}, ("a\nb", 0)),
        ({"output": "x", "exit_code": 7}, ("x", 7)),
        ({"output": 5, "exit": "no"}, ("", None)),
        ([1], ("", None)),
    ],
)
def test_shapes_of_raw_output(raw: Any, expected: tuple[str, int | None]) -> None:
    (part,) = parts_of([call(kind="execute", title="x", status="completed", rawOutput=raw)])
    assert isinstance(part, CommandPart)
    assert (part.output, part.exit_code) == expected


def test_edits_become_file_changes() -> None:
    diffs = [
        {"type": "diff", "path": "/p/a.py", "oldText": "old\n", "newText": "new\n"},
        {"type": "diff", "path": "/p/b.py", "newText": "made\n"},
    ]
    first, second = parts_of([call(kind="edit", status="completed", content=diffs)])
    assert isinstance(first, FileChangePart)
    assert isinstance(second, FileChangePart)
    assert (first.path, first.change, first.state) == ("/p/a.py", ChangeKind.CHANGED, CallState.WORKED)
    assert first.diff.splitlines()[-2:] == ["-old", "+new"]
    assert (second.path, second.change) == ("/p/b.py", ChangeKind.ADDED)
    assert second.diff.startswith("--- /dev/null")


@pytest.mark.parametrize(
    ("update", "path", "change"),
    [
        ({"kind": "delete", "locations": [{"path": "/p/x"}]}, "/p/x", ChangeKind.DELETED),
        ({"kind": "move", "rawInput": {"filePath": "/p/y"}}, "/p/y", ChangeKind.RENAMED),
        ({"kind": "edit", "title": "z.py"}, "z.py", ChangeKind.CHANGED),
    ],
)
def test_edits_without_a_diff(update: dict[str, Any], path: str, change: ChangeKind) -> None:
    assert parts_of([call(status="failed", **update)]) == (FileChangePart(path, change, "c", "", CallState.FAILED),)


def test_a_very_long_edit_is_not_compared() -> None:
    diff = {"type": "diff", "path": "a", "oldText": "x\n" * 300_000, "newText": "y"}
    (part,) = parts_of([call(kind="edit", status="completed", content=[diff])])
    assert isinstance(part, FileChangePart)
    assert part.diff == ""


@pytest.mark.parametrize(
    ("update", "kind"),
    [
        ({"kind": "read"}, ToolKind.READ),
        ({"kind": "fetch"}, ToolKind.READ),
        ({"kind": "search"}, ToolKind.SEARCH),
        ({"kind": "other"}, ToolKind.OTHER),
        ({"kind": "think", "_meta": {"claudeCode": {"toolName": "Task"}}}, ToolKind.DELEGATE),
    ],
)
def test_kinds_of_tools(update: dict[str, Any], kind: ToolKind) -> None:
    (part,) = parts_of([call(status="completed", title="t", rawInput={"a": "é"}, rawOutput="r", **update)])
    assert isinstance(part, ToolCallPart)
    assert (part.tool, part.arguments, part.result) == (kind, '{"a": "é"}', "r")


def test_a_plan_is_one_part_that_changes() -> None:
    def plan(*states: str) -> dict[str, Any]:
        return {"sessionUpdate": "plan", "entries": [{"content": state, "priority": "high", "status": state} for state in states]}

    first = PlanPart((PlanEntry("pending"), PlanEntry("in_progress", PlanState.ACTIVE)))
    second = PlanPart((PlanEntry("completed", PlanState.DONE),))
    assert run(plan("pending", "in_progress"), plan("completed"), close=True) == [
        PartStarted("plan", first),
        PartChanged("plan", second),
        PartEnded("plan", second),
    ]


def test_usage() -> None:
    mapper = UpdateMapper()
    update = {"sessionUpdate": "usage_update", "used": 1200, "size": 200_000, "cost": {"amount": 1, "currency": "USD"}}
    assert mapper.apply(update) == [UsageReported(Usage(occupied=1200, context_window=200_000))]
    assert mapper.apply({**update, "size": 0}) == [UsageReported(Usage(occupied=1200, context_window=None))]
    assert mapper.apply({**update, "size": None, "used": "many"}) == []
    tokens = {"totalTokens": 9, "inputTokens": 5, "outputTokens": 2, "cachedReadTokens": 1, "cachedWriteTokens": None}
    assert mapper.add_usage(tokens) == [UsageReported(Usage(5, 2, 1, 0, 1200, None))]
    assert mapper.add_usage(None) == []
    assert mapper.usage.input_tokens == 5


def test_a_refused_call_says_so_whatever_the_agent_reports() -> None:
    mapper = UpdateMapper()
    mapper.apply(call(kind="execute", title="rm"))
    refused = CommandPart("c", "rm", state=CallState.REFUSED)
    assert mapper.refuse("c") == [PartEnded("call-c", refused)]
    assert mapper.refuse("unknown") == []
    assert mapper.apply(call(status="failed")) == []
    assert mapper.close() == []


def test_a_stopped_command_of_an_earlier_turn_does_not_show_in_this_one() -> None:
    mapper = UpdateMapper(frozenset({"old"}))
    assert mapper.apply(call("old", status="in_progress")) == []
    # Some models give the same ids in every turn.
    assert mapper.apply(call("old", update="tool_call", kind="execute", title="ls")) == [
        PartStarted("call-old", CommandPart("old", "ls"))
    ]
    assert mapper.apply(call("old", status="completed")) != []


@pytest.mark.parametrize(
    "update",
    [
        {},
        {"sessionUpdate": "from_the_future"},
        {"sessionUpdate": "agent_message_chunk"},
        text(""),
        {"sessionUpdate": "agent_message_chunk", "content": {"type": "text", "text": 5}},
        {"sessionUpdate": "agent_message_chunk", "content": {"type": "image", "data": "x"}},
        {"sessionUpdate": "tool_call"},
        {"sessionUpdate": "plan", "entries": "x"},
        {"sessionUpdate": "user_message_chunk", "content": {"type": "text", "text": "echo"}},
    ],
)
def test_what_is_unknown_or_malformed_is_passed_over(update: dict[str, Any]) -> None:
    assert run(update, close=True) == []


JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-9, 9) | st.text(max_size=3),
    lambda inner: st.lists(inner, max_size=2) | st.dictionaries(st.text(max_size=3), inner, max_size=2),
    max_leaves=3,
)
UPDATES = st.fixed_dictionaries(
    {"sessionUpdate": st.sampled_from(["agent_message_chunk", "tool_call", "tool_call_update", "plan", "usage_update"])},
    optional={
        "toolCallId": st.sampled_from(["a", "b"]) | JSON,
        "kind": st.sampled_from(["execute", "edit", "read"]) | JSON,
        "status": st.sampled_from(["pending", "completed", "failed"]) | JSON,
        "content": JSON
        | st.lists(st.dictionaries(st.sampled_from(["type", "content", "path", "newText"]), JSON, max_size=3), max_size=2),
        "entries": JSON,
        "locations": JSON,
        "rawInput": JSON,
        "rawOutput": JSON,
        "title": JSON,
        "used": JSON,
        "size": JSON,
        "_meta": JSON,
    },
)


@given(st.lists(UPDATES, max_size=6))
def test_any_updates_give_events_in_a_sound_order(updates: list[dict[str, Any]]) -> None:
    started, ended = set(), set()
    for event in run(*updates, close=True):
        if isinstance(event, PartStarted):
            assert event.key not in started | ended
            started.add(event.key)
        elif isinstance(event, PartGrew | PartChanged):
            assert event.key in started
        elif isinstance(event, PartEnded):
            ended.add(event.key)
    assert started <= ended


def test_a_change_that_was_asked_about_keeps_its_diff() -> None:
    """The shape of Opencode: the change stands in the request, and the end says only that it was made."""
    diff = {"type": "diff", "path": "/p/a.txt", "oldText": "", "newText": "one\n"}
    asked = call(kind="edit", title="/p/a.txt", content=[diff])
    (change,) = parts_of([asked, call(status="completed", content=output("Wrote file successfully."))])
    assert isinstance(change, FileChangePart)
    assert (change.change, change.state) == (ChangeKind.ADDED, CallState.WORKED)
    assert change.diff.splitlines() == ["--- /dev/null", "+++ b/p/a.txt", "@@ -0,0 +1 @@", "+one"]


def test_a_new_file_that_nobody_was_asked_about() -> None:
    start = call(update="tool_call", kind="edit", title="write", rawInput={"filePath": "a.txt", "content": "one"})
    (change,) = parts_of([start, call(status="completed", rawOutput={"metadata": {"exists": False}})])
    assert isinstance(change, FileChangePart)
    assert (change.path, change.change) == ("a.txt", ChangeKind.ADDED)
    assert "+one" in change.diff


def test_what_explains_a_command_is_not_its_output() -> None:
    """The shape of Gemini."""
    mapper = UpdateMapper()
    mapper.apply(call(update="tool_call", kind="execute", title="ls", content=output("[current working directory /p q] (list it)")))
    card = mapper.card("c")
    assert card is not None
    assert card.parts() == [CommandPart("c", "ls")]
    assert (card.cwd, card.reason) == ("/p q", "list it")


def test_a_list_of_todos_is_a_plan() -> None:
    """The shape of Opencode: a tool call like any other."""
    todos = [{"content": "one", "status": "completed"}, {"description": "two", "status": "pending"}]
    updates = [
        call(update="tool_call", kind="other", title="todowrite", rawInput={}),
        call(rawInput={"todos": todos}),
        call(status="completed", title="1 todos", content=output("[]")),
    ]
    assert parts_of(updates) == (PlanPart((PlanEntry("one", PlanState.DONE), PlanEntry("two"))),)
    # A tool that edits something called todos is none.
    (part,) = parts_of([call(kind="edit", title="x", rawInput={"todos": todos}, status="completed")])
    assert isinstance(part, FileChangePart)
    (other,) = parts_of([call(kind="other", title="x", rawInput={"todos": ["text"]}, status="completed")])
    assert isinstance(other, ToolCallPart)


def test_words_of_the_program_are_left_out() -> None:
    mapper = UpdateMapper(own_words=(r"\[MODE_UPDATE\] \w+",))
    assert mapper.apply(text("[MODE_UPDATE] yolo")) == []
    assert mapper.apply(text("see [MODE_UPDATE] yolo")) != []


def test_token_counts_beside_the_protocol() -> None:
    mapper = UpdateMapper()
    assert mapper.add_usage({"input_tokens": 5, "output_tokens": 6}) == [UsageReported(Usage(input_tokens=5, output_tokens=6))]
