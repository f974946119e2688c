# SPDX-License-Identifier: MIT
"""Notifications of one turn as turn events."""

from __future__ import annotations

from typing import Any

import pytest

from onesist_desktop.agents.codex.failures import classify, is_history_server_failure, not_opened
from onesist_desktop.agents.codex.mapping import MAX_FRUITLESS_CALLS, TurnMapper
from onesist_desktop.core.errors import FailureReason
from onesist_desktop.core.messages import PlanEntry, PlanPart, TextPart, ThinkingPart
from onesist_desktop.core.turn_events import (
    COMPLETED,
    Delivery,
    PartChanged,
    PartEnded,
    PartGrew,
    PartStarted,
    PartWithdrawn,
    PromptAccepted,
    SteerTaken,
    TurnEvent,
    Usage,
    UsageReported,
)


def mapper(**more: Any) -> TurnMapper:
    return TurnMapper("message", turn_id="turn", **more)


def feed(turn_mapper: TurnMapper, method: str, /, **params: Any) -> list[TurnEvent]:
    return turn_mapper.feed(method, {"threadId": "thread", "turnId": "turn", **params})


def user(client_id: str | None) -> dict[str, Any]:
    return {"type": "userMessage", "id": "u", "clientId": client_id, "content": []}


def test_only_the_completed_item_with_our_id_is_acceptance() -> None:
    turn = mapper()
    assert feed(turn, "turn/started", turn={"id": "turn"}) == []
    assert feed(turn, "item/started", item=user("message")) == []
    assert feed(turn, "item/completed", item=user(None)) == []
    assert feed(turn, "item/completed", item=user("other")) == []
    assert not turn.is_accepted
    [accepted] = feed(turn, "item/completed", item=user("message"))
    assert isinstance(accepted, PromptAccepted)
    assert feed(turn, "item/completed", item=user("message")) == []


def test_a_message_that_was_handed_in_splits_the_answer() -> None:
    turn = mapper(steered={"second"})
    feed(turn, "item/agentMessage/delta", itemId="m", delta="half")
    dropped = SteerTaken("second", reply_held=False)  # type: ignore[arg-type]
    assert feed(turn, "item/completed", item=user("second")) == [PartEnded("m", TextPart("half")), dropped]
    # What comes after it is another matter.
    assert turn.end(COMPLETED)[-1].reply_held  # type: ignore[union-attr]


def test_text_and_reasoning_grow_and_the_item_is_the_truth() -> None:
    turn = mapper()
    assert feed(turn, "item/started", item={"type": "agentMessage", "id": "m", "text": ""}) == []
    assert feed(turn, "item/agentMessage/delta", itemId="m", delta="on") == [PartStarted("m", TextPart("on"))]
    assert feed(turn, "item/agentMessage/delta", itemId="m", delta="e") == [PartGrew("m", "e")]
    assert feed(turn, "item/completed", item={"type": "agentMessage", "id": "m", "text": "one."}) == [
        PartEnded("m", TextPart("one."))
    ]
    first = feed(turn, "item/reasoning/summaryTextDelta", itemId="r", delta="a", summaryIndex=0)
    second = feed(turn, "item/reasoning/summaryTextDelta", itemId="r", delta="b", summaryIndex=1)
    assert (first, second) == ([PartStarted("r", ThinkingPart("a"))], [PartGrew("r", "\n\nb")])
    empty = {"type": "reasoning", "id": "r", "summary": [], "content": []}
    assert feed(turn, "item/completed", item=empty) == [PartWithdrawn("r")]


def test_a_plan_is_one_part_that_changes() -> None:
    turn = mapper()
    one = [{"step": "a", "status": "pending"}]
    [started] = feed(turn, "turn/plan/updated", plan=one)
    [changed] = feed(turn, "turn/plan/updated", plan=[*one, {"step": "b", "status": "pending"}])
    assert isinstance(started, PartStarted)
    assert isinstance(changed, PartChanged)
    assert started.key == changed.key
    [ended, _] = turn.end(COMPLETED)
    assert ended == PartEnded(started.key, PlanPart((PlanEntry("a"), PlanEntry("b"))))


def test_other_turns_are_not_this_one() -> None:
    message = {"type": "agentMessage", "id": "m", "text": "x"}
    assert mapper().feed("item/completed", {"turnId": "earlier", "item": message}) == []
    fresh = TurnMapper("message", old_turns=frozenset({"earlier"}))
    assert fresh.feed("item/completed", {"turnId": "earlier", "item": message}) == []
    assert fresh.feed("turn/completed", {"turn": {"id": "earlier", "status": "completed"}}) == []
    assert fresh.feed("item/completed", {"turnId": "new", "item": message}) == [PartEnded("m", TextPart("x"))]


def test_usage_is_what_this_turn_used() -> None:
    turn = mapper()
    before = {"inputTokens": 1000, "cachedInputTokens": 100, "outputTokens": 10, "totalTokens": 1010}
    last = {"inputTokens": 300, "cachedInputTokens": 200, "outputTokens": 5, "totalTokens": 305}
    total = {key: before[key] + last[key] for key in before}
    feed(turn, "thread/tokenUsage/updated", tokenUsage={"total": total, "last": last, "modelContextWindow": 9000})
    total = {key: total[key] + last[key] for key in before}
    [event] = feed(turn, "thread/tokenUsage/updated", tokenUsage={"total": total, "last": last, "modelContextWindow": 9000})
    assert event == UsageReported(Usage(200, 10, 400, 0, 305, 9000))


def test_calls_of_which_nothing_comes_are_counted_in_a_row() -> None:
    turn = mapper()
    told = {"total": {}, "last": {}}
    for _ in range(3):
        for _ in range(MAX_FRUITLESS_CALLS):
            feed(turn, "thread/tokenUsage/updated", tokenUsage=told)
        feed(turn, "item/started", item={"type": "commandExecution", "id": "c", "command": "ls"})
    assert turn.give_up is None
    for _ in range(MAX_FRUITLESS_CALLS + 1):
        feed(turn, "thread/tokenUsage/updated", tokenUsage=told)
    assert turn.give_up is not None
    assert turn.give_up.reason is FailureReason.RUNAWAY
    ended = feed(turn, "turn/completed", turn={"id": "turn", "status": "interrupted"})[-1]
    assert ended.outcome is turn.give_up  # type: ignore[union-attr]


@pytest.mark.parametrize(
    ("primary", "secondary", "resets_at"),
    [
        ({"usedPercent": 100, "resetsAt": 50}, {"usedPercent": 20, "resetsAt": 900}, 50),
        ({"usedPercent": 100, "resetsAt": 50}, {"usedPercent": 100, "resetsAt": 900}, 900),
        ({"usedPercent": 10, "resetsAt": 50}, None, None),
        ({"usedPercent": 100, "resetsAt": None}, None, None),
    ],
)
def test_a_limit_tells_when_it_ends(primary: object, secondary: object, resets_at: float | None) -> None:
    turn = mapper()
    turn.feed("account/rateLimits/updated", {"rateLimits": {"primary": primary, "secondary": secondary}})
    error = {"message": "You've hit your usage limit.", "codexErrorInfo": "usageLimitExceeded"}
    [ended] = feed(turn, "turn/completed", turn={"id": "turn", "status": "failed", "error": error})
    assert ended.outcome.reason is FailureReason.LIMIT_REACHED  # type: ignore[union-attr]
    assert ended.outcome.resets_at == resets_at  # type: ignore[union-attr]


def test_an_end_without_acceptance_is_uncertain_and_has_no_anchor() -> None:
    [ended] = mapper().end(COMPLETED)
    assert ended.delivery is Delivery.UNCERTAIN  # type: ignore[union-attr]
    assert ended.anchor is None  # type: ignore[union-attr]


@pytest.mark.parametrize(
    ("info", "message", "reason"),
    [
        ({"responseStreamDisconnected": {"httpStatusCode": None}}, "", FailureReason.CONNECTION_LOST),
        ({"httpConnectionFailed": {"httpStatusCode": None}}, "", FailureReason.CONNECTION_LOST),
        ({"httpConnectionFailed": {"httpStatusCode": 418}}, "", FailureReason.PROVIDER_ERROR),
        ({"fromTheFuture": {"httpStatusCode": 429}}, "", FailureReason.RATE_LIMITED),
        ("other", "Missing environment variable: `K`.", FailureReason.NOT_SIGNED_IN),
        ("other", "whatever", FailureReason.PROVIDER_ERROR),
        (None, "", FailureReason.PROVIDER_ERROR),
        (7, "", FailureReason.PROVIDER_ERROR),
    ],
)
def test_failures_are_told_apart(info: object, message: str, reason: FailureReason) -> None:
    assert classify({"codexErrorInfo": info, "message": message}) is reason


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        ("no rollout found for thread id x", FailureReason.SESSION_LOST),
        ("thread x is archived, unarchive it first", FailureReason.SESSION_LOST),
        ("failed to read thread: rollout at /x is empty", FailureReason.SESSION_LOST),
        ("invalid session id: urn", FailureReason.SESSION_LOST),
        ("thread x already has an active writer", FailureReason.INTERNAL),
        ("anything else", FailureReason.PROTOCOL),
    ],
)
def test_why_a_thread_is_not_opened(words: str, reason: FailureReason) -> None:
    assert not_opened(words).reason is reason


def test_only_our_own_server_is_left_out() -> None:
    words = "Failed to initialize session: required MCP servers failed to initialize: %s: No such file"
    assert is_history_server_failure(words % "onesist", "onesist")
    assert not is_history_server_failure(words % "theirs", "onesist")
    assert not is_history_server_failure("onesist: no", "onesist")
