# SPDX-License-Identifier: MIT
"""How turns fail: wrong keys, limits, failures of the service, dropped and endless streams."""

from __future__ import annotations

import asyncio
from collections.abc import Collection
from functools import partial

from onesist_desktop.core.abilities import Ability
from onesist_desktop.core.answerer import Prompt, Turn
from onesist_desktop.core.errors import FailureReason
from onesist_desktop.core.turn_events import OutcomeKind, Retrying, TurnEnded, TurnEvent
from tests.integration.agents.agent_rig import message_id
from tests.integration.contract.contract import Bench, Row, Work, texts_of

F = FailureReason
CALLS_OF_A_RUNAWAY = 60
"""So many calls may be made before it is ended: far fewer than in a minute without a guard."""


async def told(bench: Bench, text: str, reasons: Collection[FailureReason]) -> None:
    """Have a turn fail. It is told either at its end or with a retry, after which a person can stop it."""
    session = await bench.open()

    async def stop_at_retry(turn: Turn, event: TurnEvent) -> None:
        if isinstance(event, Retrying):
            await turn.stop()

    record = await bench.ask(session, text, on_event=stop_at_retry)
    retries = record.of(Retrying)
    outcome = record.end.outcome
    assert outcome.kind is OutcomeKind.FAILED or (outcome.kind is OutcomeKind.STOPPED and retries), record.end
    found = {outcome.reason} if outcome.kind is OutcomeKind.FAILED else {retry.reason for retry in retries}
    assert found <= set(reasons), (found, record.end)


async def goes_on(bench: Bench) -> None:
    """After a failure the answerer still works."""
    session = await bench.open(suffix="-after")
    assert "fine again" in texts_of(await bench.must_answer(session, "[[say:fine again]]"))


async def wrong_key(bench: Bench) -> None:
    # It ends by itself, and soon: to ask again with the same key is no use.
    record = await bench.ask(await bench.open(), "[[err:401]]")
    assert record.end.outcome.kind is OutcomeKind.FAILED
    assert record.end.outcome.reason in {F.NOT_SIGNED_IN, F.KEY_MISSING}
    await goes_on(bench)


async def failing_in_silence(bench: Bench, directive: str) -> None:
    """An agent that doesn't tell that it asks again: either the turn ends by itself, or a person can stop it."""
    before = len(bench.rig.server.model_requests())
    session = await bench.open()
    turn = session.start_turn(Prompt(message_id(), directive))

    async def stop_when_it_goes_on() -> None:
        await asyncio.to_thread(bench.rig.server.wait_for_requests, before + 2, 60)
        await turn.stop()

    async with asyncio.TaskGroup() as group:
        stopping = group.create_task(stop_when_it_goes_on())
        events = [event async for event in turn]
        stopping.cancel()
    assert isinstance(events[-1], TurnEnded)
    # Nothing may pass for an answer but a stream without an end, which some take for a short one.
    assert events[-1].outcome.kind is not OutcomeKind.COMPLETED or directive == "[[noend]]"
    await goes_on(bench)


async def too_many_requests(bench: Bench) -> None:
    await told(bench, "[[err:429]]", {F.RATE_LIMITED, F.LIMIT_REACHED})
    await goes_on(bench)


async def failing_service(bench: Bench) -> None:
    await told(bench, "[[err:500]]", {F.PROVIDER_ERROR, F.OVERLOADED, F.CONNECTION_LOST})
    await goes_on(bench)


async def overloaded(bench: Bench) -> None:
    await told(bench, "[[err:529]]", {F.OVERLOADED, F.PROVIDER_ERROR})
    await goes_on(bench)


async def bad_request(bench: Bench) -> None:
    await told(bench, "[[err:400||the request is bad]]", {F.BAD_REQUEST, F.PROVIDER_ERROR})
    await goes_on(bench)


async def dropped_stream(bench: Bench) -> None:
    session = await bench.open()

    async def stop_at_retry(turn: Turn, event: TurnEvent) -> None:
        if isinstance(event, Retrying):
            await turn.stop()

    record = await bench.ask(session, "[[drop:1]]", on_event=stop_at_retry)
    outcome = record.end.outcome
    # Some try again by themselves; then the answer must be there once and whole.
    if outcome.kind is OutcomeKind.COMPLETED:
        assert texts_of(record).count("I was given") == 1
    elif outcome.kind is OutcomeKind.FAILED:
        assert outcome.reason in {F.CONNECTION_LOST, F.PROVIDER_ERROR}
    else:
        assert record.of(Retrying)
    await goes_on(bench)


async def endless(bench: Bench) -> None:
    before = len(bench.rig.server.model_requests())
    session = await bench.open()
    record = await bench.ask(session, "[[noend]]")
    # An agent may take silence for an answer; what it must not do is ask for ever.
    assert record.end.outcome.kind is OutcomeKind.COMPLETED or record.end.outcome.reason in {
        F.RUNAWAY,
        F.PROVIDER_ERROR,
        F.PROTOCOL,
        F.CONNECTION_LOST,
    }
    assert len(bench.rig.server.model_requests()) - before <= CALLS_OF_A_RUNAWAY
    await goes_on(bench)


def _silent(directive: str) -> Work:
    return partial(failing_in_silence, directive=directive)


FAILURE_ROWS = (
    Row("wrong key (401)", "failures", wrong_key),
    Row("too many requests (429)", "failures", too_many_requests, Ability.RETRIES, _silent("[[err:429]]")),
    Row("failing service (500)", "failures", failing_service, Ability.RETRIES, _silent("[[err:500]]")),
    Row("overloaded (529)", "failures", overloaded, Ability.RETRIES, _silent("[[err:529]]")),
    Row("bad request (400)", "failures", bad_request),
    Row("dropped stream", "failures", dropped_stream, Ability.RETRIES, _silent("[[drop]]")),
    Row("model called without end", "failures", endless, Ability.RETRIES, _silent("[[noend]]")),
)
