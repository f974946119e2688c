# SPDX-License-Identifier: MIT
"""Codex, the real program: what goes wrong on the way to the model, and what a person is told."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from onesist_desktop.agents.codex.answerer import CodexAnswerer
from onesist_desktop.agents.codex.mapping import MAX_FRUITLESS_CALLS
from onesist_desktop.core.errors import AnswererError, FailureReason
from onesist_desktop.core.messages import TextPart
from onesist_desktop.core.turn_events import COMPLETED, STOPPED, Delivery, OutcomeKind, PartWithdrawn, PromptAccepted, Retrying
from onesist_desktop.process.environment import ShellEnvironment
from onesist_desktop.runtime.supervisor import TaskSupervisor
from tests.integration.agents.agent_rig import prompt, run
from tests.integration.agents.codex_rig import KEY, CodexRig, Seen

pytestmark = pytest.mark.real_agent

LIMIT_ENDS = 1_799_999_999


@pytest.mark.parametrize(
    ("directive", "reason"),
    [
        ("[[err:401]]", FailureReason.NOT_SIGNED_IN),
        ("[[err:403]]", FailureReason.NOT_SIGNED_IN),
        ("[[err:404||model_not_found]]", FailureReason.MODEL_UNKNOWN),
        ("[[err:400||bad words]]", FailureReason.BAD_REQUEST),
        ("[[err:429]]", FailureReason.RATE_LIMITED),
        ("[[err:200||rate_limit_exceeded]]", FailureReason.RATE_LIMITED),
        (f"[[err:429||usage_limit_reached {LIMIT_ENDS}]]", FailureReason.LIMIT_REACHED),
        ("[[err:429||insufficient_quota]]", FailureReason.LIMIT_REACHED),
        ("[[err:500]]", FailureReason.PROVIDER_ERROR),
        ("[[err:503]]", FailureReason.OVERLOADED),
        ("[[err:529]]", FailureReason.OVERLOADED),
        ("[[err:200||context_length_exceeded]]", FailureReason.TOO_LONG),
        ("[[drop]]", FailureReason.CONNECTION_LOST),
    ],
)
async def test_each_failure_has_its_reason_and_the_session_goes_on(codex: CodexRig, directive: str, reason: FailureReason) -> None:
    async with codex.answerer() as answerer:
        session = await answerer.open_session(codex.spec())
        record = await run(session.start_turn(prompt(directive)))
        assert record.end.outcome.kind is OutcomeKind.FAILED
        assert record.end.outcome.reason is reason
        assert record.end.outcome.detail
        assert record.end.delivery is Delivery.ACCEPTED
        assert record.end.session_alive
        assert len(record.of(PromptAccepted)) == 1
        is_usage_limit = "usage_limit" in directive
        assert record.end.outcome.resets_at == (LIMIT_ENDS if is_usage_limit else None)
        after = await run(session.start_turn(prompt("go on")))
    assert after.end.outcome == COMPLETED


async def test_a_refused_connection_is_told(codex: CodexRig) -> None:
    async with codex.answerer() as answerer:
        session = await answerer.open_session(codex.spec())
        codex.server.close()
        record = await run(session.start_turn(prompt("hello")))
    assert record.end.outcome.reason is FailureReason.CONNECTION_LOST


async def test_a_retry_is_told_and_takes_the_half_said_back(codex: CodexRig) -> None:
    codex.configure(retries=2)
    async with codex.answerer() as answerer:
        session = await answerer.open_session(codex.spec())
        record = await run(session.start_turn(prompt("hello [[drop:1]]")))
    [retry] = record.of(Retrying)
    assert (retry.attempt, retry.max_attempts, retry.reason) == (1, 2, FailureReason.CONNECTION_LOST)
    assert len(record.of(PartWithdrawn)) == 1
    assert len(record.parts_of(TextPart)) == 1
    assert record.end.outcome == COMPLETED
    assert record.end.reply_held


async def test_a_silent_model_can_be_stopped(codex: CodexRig) -> None:
    async with codex.answerer() as answerer:
        session = await answerer.open_session(codex.spec())
        turn = session.start_turn(prompt("[[hang]]"))
        seen = Seen(PromptAccepted)
        working = asyncio.create_task(run(turn, on_event=seen))
        await seen.wait()
        await asyncio.to_thread(codex.server.wait_for_hold)
        await turn.stop()
        record = await working
        assert await asyncio.to_thread(codex.server.holds.wait_for_none, 10.0)
    assert record.end.outcome == STOPPED
    assert record.end.delivery is Delivery.ACCEPTED


async def test_an_answer_without_anything_ends_the_turn(codex: CodexRig) -> None:
    async with codex.answerer() as answerer:
        session = await answerer.open_session(codex.spec())
        record = await run(session.start_turn(prompt("[[noend]]")))
    assert record.end.outcome == COMPLETED
    assert record.parts == []
    assert len(codex.server.model_requests()) == 1


async def test_a_model_that_gets_nowhere_is_ended(codex: CodexRig) -> None:
    async with codex.answerer() as answerer:
        session = await answerer.open_session(codex.spec())
        record = await run(session.start_turn(prompt("[[tool:nothing_of_that_name|{}]] " * (2 * MAX_FRUITLESS_CALLS))))
        assert record.end.outcome.reason is FailureReason.RUNAWAY
        assert MAX_FRUITLESS_CALLS < len(codex.server.model_requests()) < 2 * MAX_FRUITLESS_CALLS
        after = await run(session.start_turn(prompt("go on")))
    assert after.end.outcome == COMPLETED


# Signing in -----------------------------------------------------------------------------------------------------------------


async def test_nobody_signed_in_is_told_before_anything_is_sent(codex: CodexRig) -> None:
    codex.config_file.write_text("[features]\nplugins = false\napps = false\n", encoding="utf-8")
    codex.is_reconfigured = True
    async with codex.answerer() as answerer:
        readiness = await answerer.check()
        with pytest.raises(AnswererError) as caught:
            await answerer.open_session(codex.spec())
        assert codex.processes() == []
    assert caught.value.reason is FailureReason.NOT_SIGNED_IN
    assert (readiness.is_ready, readiness.reason, readiness.is_signed_in) == (False, FailureReason.NOT_SIGNED_IN, False)
    assert readiness.version.startswith("0.")
    assert readiness.program == codex.program


async def test_a_provider_of_ones_own_needs_no_account(codex: CodexRig) -> None:
    async with codex.answerer() as answerer:
        readiness = await answerer.check()
    assert (readiness.is_ready, readiness.is_signed_in, readiness.program) == (True, True, codex.program)
    assert codex.processes() == []
    assert codex.server.requests == []


async def test_a_key_that_is_not_taken_is_told(codex: CodexRig) -> None:
    codex.server.bad_keys.add(KEY)
    async with codex.answerer() as answerer:
        session = await answerer.open_session(codex.spec())
        record = await run(session.start_turn(prompt("hello")))
    assert record.end.outcome.reason is FailureReason.NOT_SIGNED_IN


async def test_a_program_that_is_not_there_is_told(codex: CodexRig) -> None:
    codex.program = str(codex.folder / "nothing")
    async with codex.answerer() as answerer:
        readiness = await answerer.check()
        with pytest.raises(AnswererError) as caught:
            await answerer.open_session(codex.spec())
    assert caught.value.reason is FailureReason.PROGRAM_MISSING
    assert readiness.reason is FailureReason.PROGRAM_MISSING


async def test_another_account_has_a_home_of_its_own(codex: CodexRig) -> None:
    """The person's usual home has a provider; the other account's has none, so nobody is signed in there."""
    other = codex.folder / "other"
    other.mkdir()
    (other / "config.toml").write_text("[features]\nplugins = false\napps = false\n", encoding="utf-8")
    supervisor = TaskSupervisor("test", lambda error, _name: codex.errors.append(error))
    answerer = CodexAnswerer(ShellEnvironment(codex.environment), supervisor, program=codex.program, home=other)
    try:
        assert (await answerer.check()).is_signed_in is False
        with pytest.raises(AnswererError) as caught:
            await answerer.open_session(codex.spec())
        assert caught.value.reason is FailureReason.NOT_SIGNED_IN
    finally:
        await answerer.close()
        await supervisor.close()
    assert codex.errors == []


async def test_the_program_behind_npm_s_wrapper_is_run(codex: CodexRig) -> None:
    wrapper = next(
        (place / "@openai/codex/bin/codex.js" for place in Path(codex.program).parents if place.name == "node_modules"), None
    )
    if wrapper is None or not wrapper.is_file():
        pytest.skip("the pinned program isn't npm's")
    codex.program = str(wrapper)
    async with codex.answerer() as answerer:
        session = await answerer.open_session(codex.spec())
        assert len(codex.programs()) == 1
        assert not any("codex.js" in line for line in codex.command_lines())
        record = await run(session.start_turn(prompt("hello")))
    assert record.end.outcome == COMPLETED
