# SPDX-License-Identifier: MIT
"""Limits of the service and of a plan, models that never say anything, and windows that aren't known."""

from __future__ import annotations

from typing import Any

import pytest

from onesist_desktop.agents.claude_code.failures import asked_wait
from onesist_desktop.agents.claude_code.protocol import MAX_BARREN_CALLS, TurnMapper
from onesist_desktop.core.errors import FailureReason
from onesist_desktop.core.messages import PlanEntry, PlanPart, TextPart, ToolCallPart
from onesist_desktop.core.turn_events import (
    COMPLETED,
    Outcome,
    PartChanged,
    PartEnded,
    PartGrew,
    PartStarted,
    TurnEnded,
    UsageReported,
)

Json = dict[str, Any]
NOW = 1_790_000_000.0
OURS = "11111111-1111-4111-8111-111111111111"


def mapper() -> TurnMapper:
    return TurnMapper(OURS, now=lambda: NOW)


def begins(message: str = "m") -> Json:
    return {"type": "stream_event", "event": {"type": "message_start", "message": {"id": message}}}


def assistant(*blocks: Json) -> Json:
    return {"type": "assistant", "uuid": "a1", "message": {"id": "m", "model": "opus", "content": list(blocks)}}


def result(**more: Any) -> Json:
    return {"type": "result", "subtype": "success", "is_error": False, "terminal_reason": "completed", **more}


def failure(words: str, **more: Any) -> list[Json]:
    """The two frames of a failure as the program has them: an answer of no model, and a result that calls itself a success."""
    told = {"type": "assistant", "message": {"model": "<synthetic>", "content": [{"type": "text", "text": words}]}, **more}
    return [told, result(is_error=True, terminal_reason="api_error", result=words, api_error_status=429)]


def outcome(*frames: Json, of: TurnMapper | None = None) -> Outcome:
    turn = of or mapper()
    for frame in frames:
        turn.feed(frame)
    assert turn.ended is not None
    return turn.ended.outcome


def limit_event(status: str, until: float) -> Json:
    return {"type": "rate_limit_event", "rate_limit_info": {"status": status, "resetsAt": int(until), "rateLimitType": "five_hour"}}


def retry(attempt: int, delay_ms: int) -> Json:
    told = {"attempt": attempt, "max_retries": 10, "retry_delay_ms": delay_ms, "error_status": 429, "error": "rate_limit"}
    return {"type": "system", "subtype": "api_retry", **told}


USED_UP = failure(
    "You've hit your 5-hour limit · resets 3:51am (UTC)",
    error="rate_limit",
    api_error_status=429,
    api_error="usage_limit_reached",
    api_error_type="rate_limit_error",
)
TOO_FAST = failure(
    "API Error: Request rejected (429) · Too many requests",
    error="rate_limit",
    api_error_status=429,
    api_error_type="rate_limit_error",
)


def test_a_used_up_plan_says_until_when() -> None:
    found = outcome(limit_event("rejected", NOW + 5400), *USED_UP)
    assert (found.reason, found.resets_at) == (FailureReason.LIMIT_REACHED, NOW + 5400)


def test_the_failure_itself_may_say_until_when() -> None:
    info = {"rate_limit_info": {"status": "rejected", "resetsAt": int(NOW + 60)}}
    found = outcome({**USED_UP[0], "api_error_params": info}, USED_UP[1])
    assert (found.reason, found.resets_at) == (FailureReason.LIMIT_REACHED, NOW + 60)


def test_a_warning_before_the_limit_is_no_time_of_reset() -> None:
    assert outcome(limit_event("allowed_warning", NOW + 60), *USED_UP).resets_at is None
    assert outcome(limit_event("allowed_warning", NOW + 60), result()) == COMPLETED


def test_the_sentence_of_older_versions() -> None:
    found = outcome(*failure(f"Claude AI usage limit reached|{int(NOW) + 90}", error="rate_limit"))
    assert (found.reason, found.resets_at) == (FailureReason.LIMIT_REACHED, NOW + 90)


@pytest.mark.parametrize("words", ["Your credit balance is too low to access the Anthropic API", "You're out of usage credits."])
def test_no_credit_is_a_limit_without_a_time(words: str) -> None:
    found = outcome(*failure(words, error="billing_error", api_error_status=400))
    assert (found.reason, found.resets_at) == (FailureReason.LIMIT_REACHED, None)


def test_too_many_requests_is_no_limit_of_the_plan() -> None:
    found = outcome(*TOO_FAST)
    assert (found.reason, found.resets_at) == (FailureReason.RATE_LIMITED, None)


def test_the_wait_that_the_service_asked_for_is_told() -> None:
    found = outcome(retry(1, 30_128), *TOO_FAST)
    assert (found.reason, found.resets_at) == (FailureReason.RATE_LIMITED, NOW + 30.128)


def test_the_programs_own_wait_is_not_taken_for_the_services() -> None:
    assert outcome(retry(1, 612), retry(2, 1203), *TOO_FAST).resets_at is None
    assert [asked_wait(attempt, 0.5 * 2 ** (attempt - 1) * 1.25) for attempt in range(1, 11)] == [False] * 10
    assert asked_wait(1, 3.128)
    assert not asked_wait(0, 0)


def test_another_failure_has_no_time_of_reset() -> None:
    found = outcome(limit_event("rejected", NOW + 60), *failure("Overloaded", error="server_error", api_error_status=529))
    assert (found.reason, found.resets_at) == (FailureReason.OVERLOADED, None)


# -- nothing comes of it ------------------------------------------------------------------------------------------------


def test_a_model_that_never_says_anything_is_given_up() -> None:
    turn = mapper()
    for number in range(MAX_BARREN_CALLS):
        turn.feed(begins(f"m{number}"))
    assert turn.give_up_reason is None
    turn.feed(begins("one more"))
    assert turn.give_up_reason is FailureReason.RUNAWAY
    assert outcome(result(is_error=True, terminal_reason="aborted_streaming"), of=turn).reason is FailureReason.RUNAWAY


def test_a_long_turn_that_gets_somewhere_goes_on() -> None:
    turn = mapper()
    for _ in range(3 * MAX_BARREN_CALLS):
        turn.feed(begins())
        turn.feed(assistant({"type": "text", "text": "so"}))
    assert turn.give_up_reason is None
    assert outcome(result(), of=turn) == COMPLETED


def test_the_calls_of_helpers_do_not_count() -> None:
    turn = mapper()
    for _ in range(2 * MAX_BARREN_CALLS):
        turn.feed({**begins(), "parent_tool_use_id": "t"})
    assert turn.give_up_reason is None


def test_a_turn_in_which_nothing_was_said_has_not_worked() -> None:
    assert outcome(begins("m1"), begins("m2"), result()).reason is FailureReason.RUNAWAY
    broken = failure("The model's tool call could not be parsed (retry also failed).")
    assert outcome(begins("m1"), begins("m2"), *broken[:1], {**broken[1], "api_error_status": None}).reason is FailureReason.RUNAWAY


def test_one_empty_answer_is_an_answer() -> None:
    assert outcome(begins(), result()) == COMPLETED


def test_a_failure_that_is_told_stays_what_it_is() -> None:
    assert outcome(begins("m1"), begins("m2"), *TOO_FAST).reason is FailureReason.RATE_LIMITED


def test_a_stop_is_no_runaway() -> None:
    turn = mapper()
    turn.stop_requested = True
    assert outcome(begins("m1"), begins("m2"), result(), of=turn).reason is None


# -- windows, thinking, plans, folders ----------------------------------------------------------------------------------


def usage_of(basis: str) -> Json:
    return {"opus": {"contextWindow": 1_000_000, "costBasis": basis}}


@pytest.mark.parametrize(("basis", "window"), [("list", 1_000_000), ("unknown", None)])
def test_the_window_of_a_model_that_the_program_does_not_know_is_not_believed(basis: str, window: int | None) -> None:
    turn = mapper()
    turn.feed(assistant({"type": "text", "text": "so"}))
    events = turn.feed(result(modelUsage=usage_of(basis)))
    assert [event.usage.context_window for event in events if isinstance(event, UsageReported)] == [window]


def test_thinking_that_is_withheld_is_no_part() -> None:
    turn = mapper()
    turn.feed(begins())
    shown = turn.feed(assistant({"type": "redacted_thinking", "data": "c2VjcmV0"}))
    shown += turn.feed(assistant({"type": "thinking", "thinking": "", "signature": "x"}))
    shown += turn.feed(assistant({"type": "text", "text": "so"}))
    assert [event for event in shown if isinstance(event, PartStarted | PartEnded | PartGrew)] == [PartEnded("m:2", TextPart("so"))]


def plan_call(**given: Any) -> Json:
    return assistant({"type": "tool_use", "id": "t1", "name": "ExitPlanMode", "input": given})


def test_a_plan_that_comes_with_the_request_is_shown() -> None:
    turn = mapper()
    (started,) = turn.feed(plan_call())
    assert isinstance(started, PartStarted)
    assert isinstance(started.part, ToolCallPart)
    plan = PlanPart((PlanEntry("one"), PlanEntry("two")))
    assert turn.show_plan("t1", "- one\n- two") == [PartChanged("t1", plan)]
    assert turn.show_plan("t1", "- one\n- two") == []
    assert turn.show_plan("unknown", "- one") == []
    refused = {"type": "tool_result", "tool_use_id": "t1", "content": "no", "is_error": True}
    assert turn.feed({"type": "user", "message": {"content": [refused]}}) == [PartEnded("t1", plan)]


def test_a_plan_that_comes_with_the_result_is_shown() -> None:
    turn = mapper()
    turn.feed(plan_call())
    worked = {"type": "tool_result", "tool_use_id": "t1", "content": "approved"}
    told = {"type": "user", "message": {"content": [worked]}, "tool_use_result": {"plan": "- one"}}
    assert turn.feed(told) == [PartEnded("t1", PlanPart((PlanEntry("one"),)))]


def test_a_plan_of_the_call_itself() -> None:
    turn = mapper()
    turn.feed(plan_call(plan="- one"))
    assert turn.plan_of("t1") == "- one"
    assert turn.plan_of("unknown") == ""


@pytest.mark.parametrize(
    ("command", "left"),
    [
        ("cd sub && ls", True),
        ("(pushd x)", True),
        ("ls;cd ..", True),
        ("cdrecord x", False),
        ("echo abcd e", False),
        ("make -C cd", True),
    ],
)
def test_a_command_that_may_have_changed_the_folder_is_noted(command: str, left: bool) -> None:
    turn = mapper()
    turn.feed(assistant({"type": "tool_use", "id": "t1", "name": "Bash", "input": {"command": command}}))
    assert not turn.left_folder
    turn.feed({"type": "user", "message": {"content": [{"type": "tool_result", "tool_use_id": "t1", "content": ""}]}})
    assert turn.left_folder is left


def test_the_end_comes_once() -> None:
    turn = mapper()
    ends = [event for _ in range(2) for event in turn.feed(result()) if isinstance(event, TurnEnded)]
    assert len(ends) == 1
