# SPDX-License-Identifier: MIT
"""Golden frames of Claude Code and the turn events that come of them."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from onesist_desktop.agents.claude_code.protocol import TurnMapper
from onesist_desktop.core.errors import FailureReason
from onesist_desktop.core.messages import (
    CallState,
    CommandPart,
    PlanEntry,
    PlanPart,
    PlanState,
    TextPart,
    ThinkingPart,
    ToolCallPart,
    ToolKind,
)
from onesist_desktop.core.turn_events import (
    COMPLETED,
    STOPPED,
    Delivery,
    PartEnded,
    PartGrew,
    PartStarted,
    PartWithdrawn,
    PromptAccepted,
    Retrying,
    SessionReported,
    TurnEnded,
    TurnEvent,
    Usage,
    UsageReported,
    failed,
)

OURS = "11111111-1111-4111-8111-111111111111"
Json = dict[str, Any]


def assistant(*blocks: Json, message: str = "msg_1", uuid: str = "a1", **more: Any) -> Json:
    return {"type": "assistant", "uuid": uuid, "message": {"id": message, "model": "opus", "content": list(blocks)}, **more}


def text(words: str) -> Json:
    return {"type": "text", "text": words}


def call(name: str, **given_: Any) -> Json:
    return {"type": "tool_use", "id": "toolu_1", "name": name, "input": given_}


def outcome_of(content: Any, *, is_error: bool = False, structured: Any = None, meta: Json | None = None) -> Json:
    block = {"type": "tool_result", "tool_use_id": "toolu_1", "content": content, "is_error": is_error}
    frame: Json = {"type": "user", "uuid": "u1", "message": {"role": "user", "content": [block]}, "tool_use_result": structured}
    return frame | ({"tool_result_meta": [{"id": "toolu_1", **meta}]} if meta else {})


def delta(index: int, kind: str, words: str) -> Json:
    return {
        "type": "stream_event",
        "event": {"type": "content_block_delta", "index": index, "delta": {"type": f"{kind}_delta", kind: words}},
    }


def begins(message: str) -> Json:
    return {"type": "stream_event", "event": {"type": "message_start", "message": {"id": message}}}


def result(**more: Any) -> Json:
    return {"type": "result", "subtype": "success", "is_error": False, "terminal_reason": "completed", **more}


def synthetic(words: str, **more: Any) -> Json:
    return {"type": "assistant", "uuid": "s1", "message": {"id": "x", "model": "<synthetic>", "content": [text(words)]}, **more}


REPLAY: Json = {"type": "user", "isReplay": True, "uuid": OURS, "message": {"role": "user", "content": "hello"}}


def feed(*frames: Json, mapper: TurnMapper | None = None) -> list[TurnEvent]:
    mapper = mapper or TurnMapper(OURS)
    return [event for frame in frames for event in mapper.feed(frame)]


def ended(events: list[TurnEvent]) -> TurnEnded:
    assert isinstance(events[-1], TurnEnded)
    return events[-1]


@pytest.mark.parametrize(
    "frame",
    [
        REPLAY,
        {"type": "system", "subtype": "status", "status": "requesting", "user_message_uuids": [OURS]},
        {"type": "stream_event", "event": {"type": "message_start", "message": {"id": "m"}}, "user_message_uuid": OURS},
    ],
)
def test_what_proves_acceptance(frame: Json) -> None:
    events = feed(frame, frame)
    assert [type(event) for event in events].count(PromptAccepted) == 1


@pytest.mark.parametrize(
    "frame",
    [
        {"type": "command_lifecycle", "command_uuid": OURS, "state": "queued"},
        {"type": "command_lifecycle", "command_uuid": OURS, "state": "started"},
        {"type": "system", "subtype": "init", "session_id": "s", "user_message_uuids": [OURS]},
        {"type": "system", "subtype": "status", "status": "requesting", "user_message_uuids": ["another"]},
        {**REPLAY, "uuid": "another"},
    ],
)
def test_what_proves_nothing(frame: Json) -> None:
    assert not any(isinstance(event, PromptAccepted) for event in feed(frame))


def test_a_streamed_answer() -> None:
    thinking = {"type": "thinking", "thinking": "hm!", "signature": "c2ln"}
    events = feed(
        {"type": "system", "subtype": "init", "session_id": "s-1", "cwd": "/work", "model": "opus"},
        REPLAY,
        begins("msg_1"),
        delta(0, "thinking", "h"),
        delta(0, "thinking", "m!"),
        assistant(thinking),
        delta(1, "text", "Hel"),
        delta(1, "text", "lo"),
        assistant(text("Hello."), uuid="a2"),
        result(usage={"input_tokens": 7, "output_tokens": 3}, modelUsage={"opus": {"contextWindow": 200_000}}),
    )
    assert events == [
        SessionReported("s-1", "/work", "opus"),
        PromptAccepted("replayed user message"),
        PartStarted("msg_1:0", ThinkingPart("h")),
        PartGrew("msg_1:0", "m!"),
        PartEnded("msg_1:0", ThinkingPart("hm!")),
        PartStarted("msg_1:1", TextPart("Hel")),
        PartGrew("msg_1:1", "lo"),
        PartEnded("msg_1:1", TextPart("Hello.")),
        UsageReported(Usage(input_tokens=7, output_tokens=3, context_window=200_000)),
        TurnEnded(COMPLETED, anchor="a2"),
    ]


def test_a_preview_that_was_never_confirmed_is_withdrawn() -> None:
    events = feed(REPLAY, begins("msg_1"), delta(0, "text", "half"), assistant(text("whole"), message="msg_2"), result())
    assert [event for event in events if isinstance(event, PartStarted | PartEnded | PartWithdrawn)] == [
        PartStarted("msg_1:0", TextPart("half")),
        PartEnded("msg_2:0", TextPart("whole")),
        PartWithdrawn("msg_1:0"),
    ]


def test_a_new_message_withdraws_the_half_of_the_old_one() -> None:
    events = feed(begins("msg_1"), delta(0, "text", "half"), begins("msg_2"), delta(0, "text", "new"))
    assert events[1:] == [PartWithdrawn("msg_1:0"), PartStarted("msg_2:0", TextPart("new"))]


def test_empty_blocks_are_no_parts() -> None:
    assert feed(assistant(text("  \n"), {"type": "thinking", "thinking": ""}, {"type": "redacted_thinking", "data": "x"})) == []


@pytest.mark.parametrize(
    ("frame", "expected"),
    [
        (
            outcome_of("a\nb", structured={"stdout": "a", "stderr": "b", "interrupted": False}),
            CommandPart("toolu_1", "ls", "a\nb", 0, CallState.WORKED),
        ),
        (outcome_of("Exit code 3\nout\nerr", is_error=True), CommandPart("toolu_1", "ls", "out\nerr", 3, CallState.FAILED)),
        (outcome_of("Exit code 127", is_error=True), CommandPart("toolu_1", "ls", "", 127, CallState.FAILED)),
        (outcome_of("Command timed out", is_error=True), CommandPart("toolu_1", "ls", "Command timed out", None, CallState.FAILED)),
        (
            outcome_of("no", is_error=True, meta={"permission_decision": {"decision": "reject"}}),
            CommandPart("toolu_1", "ls", "no", None, CallState.REFUSED),
        ),
        (
            outcome_of("<persisted-output>file", structured={"stdout": "cut", "stderr": ""}),
            CommandPart("toolu_1", "ls", "<persisted-output>file", 0, CallState.WORKED),
        ),
    ],
)
def test_how_a_command_ends(frame: Json, expected: CommandPart) -> None:
    events = feed(assistant(call("Bash", command="ls")), frame)
    assert events == [PartStarted("toolu_1", CommandPart("toolu_1", "ls")), PartEnded("toolu_1", expected)]


def test_a_call_that_is_still_open_is_closed_at_the_end() -> None:
    events = feed(assistant(call("Bash", command="ls")), result(is_error=True, terminal_reason="aborted_tools"))
    assert PartEnded("toolu_1", CommandPart("toolu_1", "ls", state=CallState.STOPPED)) in events


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("Read", ToolKind.READ),
        ("Grep", ToolKind.SEARCH),
        ("Task", ToolKind.DELEGATE),
        ("mcp__onesist__recall", ToolKind.READ),
        ("mcp__other__recall", ToolKind.OTHER),
        ("Brandnew", ToolKind.OTHER),
    ],
)
def test_kinds_of_calls(name: str, kind: ToolKind) -> None:
    events = feed(assistant(call(name, q="x")), outcome_of("found"), mapper=TurnMapper(OURS, "onesist"))
    assert events[1] == PartEnded("toolu_1", ToolCallPart("toolu_1", name, '{"q": "x"}', "found", CallState.WORKED, kind))


def test_plans() -> None:
    todos = [{"content": "one", "status": "completed"}, {"content": "two", "status": "in_progress"}, {"content": "three"}]
    events = feed(assistant(call("TodoWrite", todos=todos)), outcome_of("ok"))
    plan = PlanPart((PlanEntry("one", PlanState.DONE), PlanEntry("two", PlanState.ACTIVE), PlanEntry("three")))
    assert events == [PartStarted("toolu_1", plan), PartEnded("toolu_1", plan)]
    proposed = feed(assistant(call("ExitPlanMode", plan="# Plan\n1. Look\n2. Mend\n")), outcome_of("no", is_error=True))
    assert proposed[-1] == PartEnded("toolu_1", PlanPart((PlanEntry("Look"), PlanEntry("Mend"))))


def test_a_refused_plan_tool_is_shown_as_a_failed_call() -> None:
    events = feed(assistant(call("TodoWrite", todos=[{"content": "one"}])), outcome_of("No such tool", is_error=True))
    last = events[-1]
    assert isinstance(last, PartEnded)
    assert isinstance(last.part, ToolCallPart)
    assert last.part.state is CallState.FAILED


def test_frames_of_helpers_are_no_part_of_the_answer() -> None:
    helper = {"parent_tool_use_id": "toolu_1"}
    frames = [assistant(text("inner")), begins("m"), delta(0, "text", "x"), outcome_of("r"), synthetic("bad", error="server_error")]
    assert feed(*(frame | helper for frame in frames)) == []


@pytest.mark.parametrize(
    ("frame", "reason"),
    [
        (synthetic("Not logged in · Please run /login", error="authentication_failed"), FailureReason.NOT_SIGNED_IN),
        (synthetic("API Error: 529", error="server_error", api_error_status=529), FailureReason.OVERLOADED),
        (synthetic("API Error: 429", error="rate_limit", api_error_status=429), FailureReason.RATE_LIMITED),
        (synthetic("API Error", error="unknown", api_error_type="invalid_request_error"), FailureReason.BAD_REQUEST),
        (synthetic("Prompt is too long", error="invalid_request"), FailureReason.TOO_LONG),
        (synthetic("Unable to connect", error="unknown", api_error="connection_failed"), FailureReason.CONNECTION_LOST),
        (synthetic("Something new"), FailureReason.PROVIDER_ERROR),
    ],
)
def test_a_failure_inside_a_success_result_is_no_answer(frame: Json, reason: FailureReason) -> None:
    events = feed(REPLAY, frame, result(is_error=True, terminal_reason="api_error", result="whatever"))
    assert [type(event) for event in events] == [PromptAccepted, UsageReported, TurnEnded]
    end = ended(events)
    assert (end.outcome.reason, end.delivery, end.anchor) == (reason, Delivery.ACCEPTED, None)
    assert end.outcome.detail == frame["message"]["content"][0]["text"]


def test_a_lost_session_was_never_asked() -> None:
    words = "No conversation found with session ID: x"
    end = ended(feed({"type": "result", "subtype": "error_during_execution", "is_error": True, "errors": [words], "num_turns": 0}))
    assert end == TurnEnded(failed(FailureReason.SESSION_LOST, words), Delivery.REFUSED, session_alive=False)


def test_the_result_of_another_prompt_is_not_ours() -> None:
    assert feed(result(user_message_uuids=["another"])) == []


def test_stopped_by_a_person() -> None:
    mapper = TurnMapper(OURS)
    feed(REPLAY, begins("m"), delta(0, "text", "par"), mapper=mapper)
    mapper.stop_requested = True
    interrupted = {"type": "user", "uuid": "u9", "message": {"content": [text("[Request interrupted by user]")]}}
    cut = result(is_error=True, terminal_reason="aborted_streaming", subtype="error_during_execution")
    events = feed(assistant(text("par"), message="m", aborted=True), interrupted, cut, mapper=mapper)
    assert events[0] == PartEnded("m:0", TextPart("par"))
    assert ended(events) == TurnEnded(STOPPED, anchor="u9")


def test_stopped_before_any_answer_keeps_the_prompt() -> None:
    mapper = TurnMapper(OURS, stop_requested=True)
    assert ended(feed(REPLAY, result(is_error=True, terminal_reason="aborted_streaming"), mapper=mapper)).anchor == OURS


def test_a_stop_that_came_too_late_changes_nothing() -> None:
    mapper = TurnMapper(OURS, stop_requested=True)
    assert ended(feed(REPLAY, assistant(text("done")), result(), mapper=mapper)).outcome == COMPLETED


def test_a_wrong_key_is_given_up() -> None:
    mapper = TurnMapper(OURS)
    retry = {"type": "system", "subtype": "api_retry", "attempt": 1, "max_retries": 10, "retry_delay_ms": 500}
    events = feed(REPLAY, retry | {"error_status": 401, "error": "authentication_failed"}, mapper=mapper)
    assert events[-1] == Retrying(1, 10, FailureReason.NOT_SIGNED_IN, 0.5)
    assert mapper.give_up_reason is FailureReason.NOT_SIGNED_IN
    interrupted = {"type": "user", "uuid": "u9", "message": {"content": [text("[Request interrupted by user]")]}}
    end = ended(feed(interrupted, result(is_error=True, terminal_reason="aborted_streaming"), mapper=mapper))
    assert end.outcome == failed(FailureReason.NOT_SIGNED_IN, "401 authentication_failed")
    assert end.anchor is None


def test_an_overload_is_not_given_up() -> None:
    mapper = TurnMapper(OURS)
    retry = {"type": "system", "subtype": "api_retry", "attempt": 2, "max_retries": 10, "error_status": 529, "error": "overloaded"}
    assert feed(retry, mapper=mapper) == [Retrying(2, 10, FailureReason.OVERLOADED)]
    assert mapper.give_up_reason is None


@pytest.mark.parametrize(
    ("state", "delivery"), [("completed", Delivery.UNCERTAIN), ("cancelled", Delivery.REFUSED), ("refused", Delivery.REFUSED)]
)
def test_a_prompt_that_was_never_run_does_not_wait_for_ever(state: str, delivery: Delivery) -> None:
    idle = {"type": "system", "subtype": "session_state_changed", "state": "idle"}
    assert feed(idle) == []
    end = ended(feed({"type": "command_lifecycle", "command_uuid": OURS, "state": state}, idle))
    assert (end.outcome.reason, end.delivery) == (FailureReason.PROTOCOL, delivery)


def test_nothing_comes_after_the_end() -> None:
    mapper = TurnMapper(OURS)
    feed(REPLAY, result(), mapper=mapper)
    assert feed(assistant(text("late")), result(), mapper=mapper) == []
    assert mapper.end(STOPPED, reply_held=False, session_alive=True) == []


def test_the_occupancy_is_that_of_the_last_call_of_the_primary_agent() -> None:
    def used(count: int, **more: Any) -> Json:
        frame = assistant(text("x"), message=f"m{count}", **more)
        usage = {"input_tokens": count, "cache_read_input_tokens": 10, "cache_creation_input_tokens": 5, "output_tokens": 1}
        frame["message"]["usage"] = usage
        return frame

    events = feed(used(100), used(200), used(900, parent_tool_use_id="toolu_7"), result(usage={"input_tokens": 1200}))
    told = [event.usage for event in events if isinstance(event, UsageReported)]
    assert [usage.occupied for usage in told] == [115, 215, 215]
    assert told[-1].input_tokens == 1200


NAMES = (
    "type",
    "subtype",
    "uuid",
    "message",
    "content",
    "event",
    "delta",
    "text",
    "id",
    "usage",
    "input",
    "name",
    "errors",
    "state",
)
KEYS = st.sampled_from(
    [*NAMES, "errors", "modelUsage", "user_message_uuids", "tool_use_id", "tool_result_meta", "permission_decision"]
)
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(KEYS, inner, max_size=5),
    max_leaves=12,
)
KINDS = st.sampled_from(["system", "assistant", "user", "stream_event", "result", "command_lifecycle", "brand_new"])
SUBTYPES = st.sampled_from(["init", "api_retry", "status", "permission_denied", "session_state_changed", "new"])
BODIES = st.dictionaries(KEYS, JSON)
FRAMES = st.builds(lambda body, kind, subtype: body | {"type": kind, "subtype": subtype}, BODIES, KINDS, SUBTYPES)


@given(st.lists(FRAMES, max_size=12))
def test_no_shape_of_frames_breaks_the_mapper(frames: list[Json]) -> None:
    mapper = TurnMapper(OURS)
    events = feed(*frames, mapper=mapper)
    ends = [event for event in events if isinstance(event, TurnEnded)]
    assert len(ends) <= 1
    assert mapper.ended == (ends[0] if ends else None)
