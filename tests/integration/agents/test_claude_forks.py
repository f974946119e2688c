# SPDX-License-Identifier: MIT
"""Claude Code, the real program: branching a session off, at its end or at a message, without touching it."""

from __future__ import annotations

import asyncio
import dataclasses
import hashlib
from pathlib import Path

import pytest

from onesist_desktop.core.answerer import Arrival, ForkPoint
from onesist_desktop.core.errors import AnswererError, FailureReason
from onesist_desktop.core.turn_events import COMPLETED, STOPPED, SessionReported
from tests.integration.agents.claude_rig import ClaudeRig, prompt, run

pytestmark = pytest.mark.real_agent

NOWHERE = "7b0a3c52-2a0e-4f39-9a55-52b1e0f3a111"


def session_file(claude: ClaudeRig, native: str) -> Path:
    (file,) = Path(claude.environment["CLAUDE_CONFIG_DIR"]).glob(f"projects/*/{native}.jsonl")
    return file


def digest(claude: ClaudeRig, native: str) -> str:
    return hashlib.sha256(session_file(claude, native).read_bytes()).hexdigest()


async def test_fork_at_the_end_and_at_a_message(claude: ClaudeRig) -> None:
    async with claude.answerer() as answerer:
        source = claude.spec()
        session = await answerer.open_session(source)
        first = await run(session.start_turn(prompt("one")))
        await run(session.start_turn(prompt("two")))
        await answerer.release(source.session_key)
        before = digest(claude, source.new_session_id)

        at_end = claude.spec(key="row-2", fork=ForkPoint(source.new_session_id))
        forked = await answerer.open_session(at_end)
        record = await run(forked.start_turn(prompt("three")))
        assert record.end.outcome == COMPLETED
        assert forked.native_session_id == at_end.new_session_id
        assert record.of(SessionReported)[0].native_session_id == at_end.new_session_id
        assert claude.server.model_requests()[-1].prompts == ("one", "two", "three")

        at_message = claude.spec(key="row-3", fork=ForkPoint(source.new_session_id, first.end.anchor))
        sent = prompt("four")
        await run((await answerer.open_session(at_message)).start_turn(sent))
        assert claude.server.model_requests()[-1].prompts == ("one", "four")
        assert await answerer.verify(at_message, sent.message_id) is Arrival.ARRIVED

        assert digest(claude, source.new_session_id) == before
        # All three go on for themselves.
        again = await answerer.open_session(claude.spec(native=source.new_session_id))
        await run(again.start_turn(prompt("five")))
        assert claude.server.model_requests()[-1].prompts == ("one", "two", "five")
        await run(forked.start_turn(prompt("six")))
        assert claude.server.model_requests()[-1].prompts == ("one", "two", "three", "six")


async def test_a_fork_goes_on_after_a_restart_of_the_app(claude: ClaudeRig) -> None:
    async with claude.answerer() as answerer:
        source = claude.spec()
        await run((await answerer.open_session(source)).start_turn(prompt("one")))
        fork = claude.spec(key="row-2", fork=ForkPoint(source.new_session_id))
        await run((await answerer.open_session(fork)).start_turn(prompt("two")))
    async with claude.answerer() as answerer:
        session = await answerer.open_session(claude.spec(native=fork.new_session_id, key="row-2"))
        await run(session.start_turn(prompt("three")))
    assert claude.server.model_requests()[-1].prompts == ("one", "two", "three")


async def test_fork_while_the_source_works(claude: ClaudeRig) -> None:
    async with claude.answerer() as answerer:
        source = claude.spec()
        session = await answerer.open_session(source)
        first = await run(session.start_turn(prompt("one")))
        turn = session.start_turn(prompt("[[hang]]"))
        working = asyncio.create_task(run(turn))
        await asyncio.to_thread(claude.server.wait_for_hold)
        fork = claude.spec(key="row-2", fork=ForkPoint(source.new_session_id, first.end.anchor))
        await run((await answerer.open_session(fork)).start_turn(prompt("two")))
        assert claude.server.model_requests()[-1].prompts == ("one", "two")
        assert not working.done()
        await turn.stop()
        assert (await working).end.outcome == STOPPED


async def test_a_fork_of_what_is_not_there_is_told_before_anything_is_sent(claude: ClaudeRig) -> None:
    async with claude.answerer() as answerer:
        source = claude.spec()
        await run((await answerer.open_session(source)).start_turn(prompt("one")))
        sent = len(claude.server.model_requests())
        for point in (ForkPoint(NOWHERE), ForkPoint(source.new_session_id, NOWHERE)):
            with pytest.raises(AnswererError) as caught:
                await answerer.open_session(claude.spec(key="row-2", fork=point))
            assert caught.value.reason is FailureReason.SESSION_LOST
        assert len(claude.server.model_requests()) == sent


async def test_a_message_that_the_source_knows_can_be_sent_in_the_fork(claude: ClaudeRig) -> None:
    async with claude.answerer() as answerer:
        source = claude.spec()
        session = await answerer.open_session(source)
        first = await run(session.start_turn(prompt("one")))
        sent = prompt("two")
        await run(session.start_turn(sent))
        fork = claude.spec(key="row-2", fork=ForkPoint(source.new_session_id, first.end.anchor))
        record = await run((await answerer.open_session(fork)).start_turn(dataclasses.replace(sent, text="two again")))
    assert record.end.outcome == COMPLETED
    assert claude.server.model_requests()[-1].prompts == ("one", "two again")
