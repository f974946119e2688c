# SPDX-License-Identifier: MIT
from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import pytest

from onesist_desktop.core.errors import FailureReason
from onesist_desktop.core.messages import TextPart
from onesist_desktop.core.turn_events import (
    COMPLETED,
    STOPPED,
    Delivery,
    PartEnded,
    PartStarted,
    PromptAccepted,
    Retrying,
    TurnEnded,
    TurnEvent,
    failed,
)
from onesist_desktop.providers.config import RequestLimits
from onesist_desktop.providers.model_turn import ModelTurn
from onesist_desktop.providers.part_log import PartLog
from onesist_desktop.providers.wire_values import Ending, WireError
from onesist_desktop.runtime.supervisor import TaskSupervisor

QUICK = RequestLimits(retries=2, retry_delay_s=0.0, max_retry_delay_s=5.0)
Emit = Callable[[TurnEvent], None]


def turn_of(ask: Any, errors: list[BaseException] | None = None) -> ModelTurn:
    found = errors if errors is not None else []
    return ModelTurn(ask, TaskSupervisor("test", lambda error, _: found.append(error)), QUICK, "t")


async def events_of(turn: ModelTurn) -> list[TurnEvent]:
    return [event async for event in turn]


async def test_a_whole_answer() -> None:
    async def ask(parts: PartLog, emit: Emit) -> Ending:
        emit(PromptAccepted("test"))
        for event in parts.start(0, TextPart, "hello"):
            emit(event)
        for event in parts.end(0):
            emit(event)
        return Ending()

    assert await events_of(turn_of(ask)) == [
        PromptAccepted("test"),
        PartStarted("part-0", TextPart("hello")),
        PartEnded("part-0", TextPart("hello")),
        TurnEnded(COMPLETED),
    ]


@pytest.mark.parametrize(
    ("ending", "reason"),
    [
        (Ending(was_cut=True, detail="d"), FailureReason.TOO_LONG),
        (Ending(was_filtered=True, detail="d"), FailureReason.PROVIDER_ERROR),
        (Ending(), FailureReason.PROVIDER_ERROR),
    ],
)
async def test_an_answer_that_is_not_all_is_no_success(ending: Ending, reason: FailureReason) -> None:
    async def ask(parts: PartLog, emit: Emit) -> Ending:
        return ending

    (ended,) = await events_of(turn_of(ask))
    assert isinstance(ended, TurnEnded)
    assert ended.outcome.reason is reason


def failing(error: WireError, times: int, *, accept: bool = False) -> tuple[Any, list[int]]:
    tries: list[int] = []

    async def ask(parts: PartLog, emit: Emit) -> Ending:
        tries.append(1)
        if accept:
            emit(PromptAccepted("test"))
        if len(tries) <= times:
            raise error
        for event in [*parts.start(0, TextPart, "ok"), *parts.end(0)]:
            emit(event)
        return Ending()

    return ask, tries


async def test_an_overloaded_provider_is_asked_again_and_it_shows() -> None:
    ask, tries = failing(WireError(FailureReason.OVERLOADED), 2)
    events = await events_of(turn_of(ask))
    assert [event for event in events if isinstance(event, Retrying)] == [
        Retrying(1, 2, FailureReason.OVERLOADED, 0.0),
        Retrying(2, 2, FailureReason.OVERLOADED, 0.0),
    ]
    assert events[-1] == TurnEnded(COMPLETED, Delivery.REFUSED)
    assert len(tries) == 3


@pytest.mark.parametrize(
    ("error", "accept", "expected"),
    [
        (WireError(FailureReason.OVERLOADED), False, 3),
        (WireError(FailureReason.OVERLOADED), True, 1),
        (WireError(FailureReason.OVERLOADED, retry_after_s=60), False, 1),
        (WireError(FailureReason.RATE_LIMITED), False, 1),
        (WireError(FailureReason.RATE_LIMITED, retry_after_s=0), False, 3),
        (WireError(FailureReason.NOT_SIGNED_IN), False, 1),
        (WireError(FailureReason.CONNECTION_LOST), False, 1),
    ],
)
async def test_tries(error: WireError, accept: bool, expected: int) -> None:
    ask, tries = failing(error, 99, accept=accept)
    events = await events_of(turn_of(ask))
    assert events[-1] == TurnEnded(failed(error.reason), Delivery.ACCEPTED if accept else Delivery.REFUSED)
    assert len(tries) == expected


async def test_delivery_of_a_failure_is_kept() -> None:
    ask, _ = failing(WireError(FailureReason.CONNECTION_LOST, delivery=Delivery.UNCERTAIN), 1)
    assert (await events_of(turn_of(ask)))[-1].delivery is Delivery.UNCERTAIN  # type: ignore[union-attr]


async def test_a_stop_before_the_iteration_sends_nothing() -> None:
    ask, tries = failing(WireError(FailureReason.INTERNAL), 0)
    turn = turn_of(ask)
    await turn.stop()
    assert await events_of(turn) == [TurnEnded(STOPPED, Delivery.REFUSED)]
    assert tries == []


async def test_a_stop_keeps_what_arrived() -> None:
    reached = asyncio.Event()
    ended = asyncio.Event()

    async def ask(parts: PartLog, emit: Emit) -> Ending:
        emit(PromptAccepted("test"))
        for event in parts.start(0, TextPart, "half an"):
            emit(event)
        reached.set()
        try:
            await asyncio.Event().wait()
        finally:
            ended.set()
        return Ending()

    turn = turn_of(ask)
    reading = asyncio.create_task(events_of(turn))
    await reached.wait()
    await turn.stop()
    assert ended.is_set()
    assert (await reading)[2:] == [PartEnded("part-0", TextPart("half an")), TurnEnded(STOPPED)]
    await turn.stop()


async def test_a_stop_during_the_wait_for_another_try() -> None:
    async def ask(parts: PartLog, emit: Emit) -> Ending:
        raise WireError(FailureReason.OVERLOADED, retry_after_s=4)

    turn = turn_of(ask)
    events: list[TurnEvent] = []
    async for event in turn:
        events.append(event)
        if isinstance(event, Retrying):
            await turn.stop()
    assert events[-1] == TurnEnded(STOPPED, Delivery.REFUSED)


async def test_a_stop_after_the_end_changes_nothing() -> None:
    ask, _ = failing(WireError(FailureReason.INTERNAL), 0)
    turn = turn_of(ask)
    events = await events_of(turn)
    await turn.stop()
    assert events[-1].outcome == COMPLETED  # type: ignore[union-attr]


async def test_leaving_the_iteration_ends_the_request() -> None:
    ended = asyncio.Event()

    async def ask(parts: PartLog, emit: Emit) -> Ending:
        emit(PromptAccepted("test"))
        try:
            await asyncio.Event().wait()
        finally:
            ended.set()
        return Ending()

    iterator = aiter(turn_of(ask))
    assert await anext(iterator) == PromptAccepted("test")
    await iterator.aclose()  # type: ignore[attr-defined]
    assert ended.is_set()


async def test_a_turn_is_iterated_once() -> None:
    ask, _ = failing(WireError(FailureReason.INTERNAL), 0)
    turn = turn_of(ask)
    await events_of(turn)
    with pytest.raises(RuntimeError):
        aiter(turn)


async def test_a_fault_of_ours_ends_the_turn_and_is_reported_once() -> None:
    errors: list[BaseException] = []

    async def ask(parts: PartLog, emit: Emit) -> Ending:
        raise KeyError("sk-canary")

    events = await events_of(turn_of(ask, errors))
    assert events == [TurnEnded(failed(FailureReason.INTERNAL, "KeyError"), Delivery.REFUSED)]
    assert len(errors) == 1


async def test_a_closed_app_starts_nothing() -> None:
    ask, tries = failing(WireError(FailureReason.INTERNAL), 0)
    supervisor = TaskSupervisor("test", lambda error, _: None)
    await supervisor.close()
    events = await events_of(ModelTurn(ask, supervisor, QUICK, "t"))
    assert events == [TurnEnded(failed(FailureReason.APP_CLOSED), Delivery.REFUSED)]
    assert tries == []
