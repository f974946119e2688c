# SPDX-License-Identifier: MIT
"""Turns of the real Opencode: acceptance, streaming, ends, failures, and what is found afterwards."""

from __future__ import annotations

import asyncio
import os
import signal

import pytest

from onesist_desktop.agents.opencode.answerer import OpencodeAnswerer
from onesist_desktop.core.answerer import Arrival, ForkPoint
from onesist_desktop.core.errors import AnswererError, FailureReason
from onesist_desktop.core.ids import SessionRowId
from onesist_desktop.core.messages import CallState, CommandPart, TextPart, ThinkingPart
from onesist_desktop.core.turn_events import (
    Delivery,
    OutcomeKind,
    PartGrew,
    PromptAccepted,
    Retrying,
    SessionReported,
    TurnEnded,
    TurnEvent,
    UsageReported,
)
from onesist_desktop.process.environment import ShellEnvironment
from onesist_desktop.runtime.supervisor import TaskSupervisor
from tests.fakes.model_server import wire_texts
from tests.integration.agents.agent_rig import prompt, run, until
from tests.integration.agents.opencode_rig import OpencodeRig


async def test_a_fresh_turn(opencode: OpencodeRig) -> None:
    async with opencode.answerer() as answerer:
        session = await answerer.open_session(opencode.spec(index_text="INDEX-TEXT"))
        turn = await run(session.start_turn(prompt("[[think:let me see]]")))
        assert turn.end.outcome.kind is OutcomeKind.COMPLETED
        assert turn.end.delivery is Delivery.ACCEPTED
        assert turn.of(SessionReported)[0].cwd == str(opencode.work)
        assert len(turn.of(PromptAccepted)) == 1
        assert turn.parts_of(ThinkingPart) == [ThinkingPart("let me see")]
        assert "1 prompt(s)" in turn.parts_of(TextPart)[0].text
        usage = turn.of(UsageReported)[-1].usage
        assert usage.occupied == usage.input_tokens + usage.output_tokens
        assert usage.context_window == 200_000
        again = await run(session.start_turn(prompt("second")))
        assert "2 prompt(s)" in again.parts_of(TextPart)[0].text
    texts = "\n".join(wire_texts(opencode.server.model_requests()[-1]))
    assert "INDEX-TEXT" in texts
    # No title and nothing else was asked of a model.
    assert len(opencode.server.model_requests()) == 2


async def test_text_streams_and_a_session_is_resumed_by_another_start(opencode: OpencodeRig) -> None:
    async with opencode.answerer() as answerer:
        session = await answerer.open_session(opencode.spec())
        turn = session.start_turn(prompt("[[slow:3]]"))
        grew: list[str] = []

        def heard(event: TurnEvent) -> None:
            if isinstance(event, PartGrew):
                grew.append(event.text)
                opencode.server.release()

        record = await run(turn, on_event=heard)
        assert record.parts_of(TextPart) == [TextPart("word0 word1 word2 ")] or "word2" in record.parts_of(TextPart)[0].text
        assert grew
        native = session.native_session_id
    async with opencode.answerer() as answerer:
        resumed = await answerer.open_session(opencode.spec(native=native))
        assert resumed.native_session_id == native
        record = await run(resumed.start_turn(prompt("again")))
        assert "2 prompt(s)" in record.parts_of(TextPart)[0].text


async def test_dead_and_moved_sessions_are_lost(opencode: OpencodeRig) -> None:
    other = opencode.folder / "other"
    other.mkdir()
    async with opencode.answerer() as answerer:
        session = await answerer.open_session(opencode.spec())
        with pytest.raises(AnswererError) as moved:
            await answerer.open_session(opencode.spec(native=session.native_session_id, key="row-2", cwd=other))
        assert moved.value.reason is FailureReason.SESSION_LOST
        for native in ("ses_dd5c8b926ffeXo4E6OWyVHrIse", "nonsense"):
            with pytest.raises(AnswererError) as dead:
                await answerer.open_session(opencode.spec(native=native, key="row-3"))
            assert dead.value.reason is FailureReason.SESSION_LOST
        with pytest.raises(AnswererError) as missing:
            await answerer.open_session(opencode.spec(key="row-4", cwd=opencode.folder / "nowhere"))
        assert missing.value.reason is FailureReason.WORKSPACE_MISSING


async def test_forks_and_cutting_back(opencode: OpencodeRig) -> None:
    def last_prompts() -> list[str]:
        return [text.split("\n", 1)[0] for text in opencode.server.model_requests()[-1].prompts]

    async with opencode.answerer() as answerer:
        session = await answerer.open_session(opencode.spec())
        first = await run(session.start_turn(prompt("one")))
        await run(session.start_turn(prompt("two")))
        native = session.native_session_id
        assert native is not None and first.end.anchor is not None
        at_end = await answerer.open_session(opencode.spec(key="end", fork=ForkPoint(native)))
        await run(at_end.start_turn(prompt("three")))
        assert last_prompts() == ["one", "two", "three"]
        at_message = await answerer.open_session(opencode.spec(key="message", fork=ForkPoint(native, first.end.anchor)))
        await run(at_message.start_turn(prompt("four")))
        assert last_prompts() == ["one", "four"]
        # An anchor names the same point in a copy.
        copy = await answerer.open_session(opencode.spec(key="end", native=at_end.native_session_id, truncate_to=first.end.anchor))
        await run(copy.start_turn(prompt("five")))
        assert last_prompts() == ["one", "five"]
        with pytest.raises(AnswererError) as unknown:
            await answerer.open_session(opencode.spec(key="unknown", fork=ForkPoint(native, "msg_nope@1")))
        assert unknown.value.reason is FailureReason.SESSION_LOST
        await run(session.start_turn(prompt("six")))
        assert last_prompts() == ["one", "two", "six"]


async def test_a_failed_prompt_is_cut_off_and_sent_again(opencode: OpencodeRig) -> None:
    async with opencode.answerer() as answerer:
        session = await answerer.open_session(opencode.spec())
        first = await run(session.start_turn(prompt("one")))
        sent = prompt("[[err:400|1|broken]]")
        failed = await run(session.start_turn(sent))
        assert failed.end.outcome.reason is FailureReason.BAD_REQUEST
        native = session.native_session_id
        spec = opencode.spec(native=native, truncate_to=first.end.anchor)
        again = await run((await answerer.open_session(spec)).start_turn(sent))
        assert again.end.outcome.kind is OutcomeKind.COMPLETED
        assert await answerer.verify(opencode.spec(native=native), sent.message_id) is Arrival.ARRIVED
        assert await answerer.verify(opencode.spec(native=native), prompt("x").message_id) is Arrival.NOT_ARRIVED
        back = await answerer.read_back(opencode.spec(native=native), sent.message_id)
        assert back is not None and back.is_whole and back.anchor == again.end.anchor
        assert list(back.parts) == again.parts
    assert len(opencode.server.model_requests()[-1].prompts) == 2


@pytest.mark.parametrize(
    ("directive", "reason"),
    [
        ("[[err:401]]", FailureReason.NOT_SIGNED_IN),
        ("[[err:400||nonsense]]", FailureReason.BAD_REQUEST),
    ],
)
async def test_failures_say_why(opencode: OpencodeRig, directive: str, reason: FailureReason) -> None:
    async with opencode.answerer() as answerer:
        session = await answerer.open_session(opencode.spec())
        record = await run(session.start_turn(prompt(directive)))
        assert (record.end.outcome.reason, record.end.delivery) == (reason, Delivery.ACCEPTED)
        after = await run(session.start_turn(prompt("and now")))
        assert after.end.outcome.kind is OutcomeKind.COMPLETED


@pytest.mark.parametrize(
    ("directive", "reason"), [("[[err:429|1]]", FailureReason.RATE_LIMITED), ("[[err:500|1]]", FailureReason.PROVIDER_ERROR)]
)
async def test_retries_are_told(opencode: OpencodeRig, directive: str, reason: FailureReason) -> None:
    async with opencode.answerer() as answerer:
        session = await answerer.open_session(opencode.spec())
        record = await run(session.start_turn(prompt(directive)))
        assert record.of(Retrying)[0].attempt == 1
        assert record.of(Retrying)[0].reason is reason
        assert record.end.outcome.kind is OutcomeKind.COMPLETED


async def test_a_dropped_stream_is_retried_and_can_be_stopped(opencode: OpencodeRig) -> None:
    async with opencode.answerer() as answerer:
        session = await answerer.open_session(opencode.spec())
        turn = session.start_turn(prompt("[[drop]]"))
        stopping: list[asyncio.Task[None]] = []

        def heard(event: TurnEvent) -> None:
            if isinstance(event, Retrying) and not stopping:
                stopping.append(asyncio.ensure_future(turn.stop()))

        record = await run(turn, on_event=heard)
        await asyncio.gather(*stopping)
        assert record.of(Retrying)
        assert record.end.outcome.kind is OutcomeKind.STOPPED


async def test_a_bad_model_is_told_and_does_not_stick(opencode: OpencodeRig) -> None:
    async with opencode.answerer() as answerer:
        session = await answerer.open_session(opencode.spec(model="fake/nope"))
        record = await run(session.start_turn(prompt("hello")))
        assert record.end.outcome.reason is FailureReason.MODEL_UNKNOWN
        session = await answerer.open_session(opencode.spec(native=session.native_session_id))
        assert (await run(session.start_turn(prompt("again")))).end.outcome.kind is OutcomeKind.COMPLETED


async def test_a_model_that_never_ends_is_cut_off(opencode: OpencodeRig) -> None:
    async with opencode.answerer() as answerer:
        session = await answerer.open_session(opencode.spec())
        record = await run(session.start_turn(prompt("[[noend]]")))
        assert record.end.outcome.reason is FailureReason.RUNAWAY
    assert len(opencode.server.model_requests()) < 12


async def test_a_silent_provider_can_be_stopped(opencode: OpencodeRig) -> None:
    async with opencode.answerer() as answerer:
        session = await answerer.open_session(opencode.spec())
        turn = session.start_turn(prompt("[[hang]]"))
        events = aiter(turn)
        while not isinstance(await anext(events), PromptAccepted):
            pass
        await asyncio.to_thread(opencode.server.wait_for_hold)
        await turn.stop()
        rest = [event async for event in events]
        assert isinstance(rest[-1], TurnEnded)
        assert rest[-1].outcome.kind is OutcomeKind.STOPPED
        assert rest[-1].delivery is Delivery.ACCEPTED


async def test_a_stop_works_when_the_server_hangs(opencode: OpencodeRig) -> None:
    async with opencode.answerer() as answerer:
        session = await answerer.open_session(opencode.spec())
        turn = session.start_turn(prompt("[[hang]]"))
        events = aiter(turn)
        while not isinstance(await anext(events), PromptAccepted):
            pass
        serving = next(process for process in opencode.processes() if "serve" in process.cmdline())
        os.kill(serving.pid, signal.SIGSTOP)
        stopping = asyncio.ensure_future(turn.stop())
        rest = [event async for event in events]
        await stopping
        assert isinstance(rest[-1], TurnEnded)
        assert (rest[-1].outcome.kind, rest[-1].reply_held) == (OutcomeKind.STOPPED, False)
        resumed = await answerer.open_session(opencode.spec(native=session.native_session_id))
        assert (await run(resumed.start_turn(prompt("go on")))).end.outcome.kind is OutcomeKind.COMPLETED


async def test_closing_during_a_start_is_quick(opencode: OpencodeRig) -> None:
    async with opencode.answerer() as answerer:
        opening = asyncio.ensure_future(answerer.open_session(opencode.spec()))

        async def starts() -> bool:
            return any(" serve " in line for line in opencode.command_lines())

        await until(starts, 60)
        await answerer.close()
        with pytest.raises(AnswererError) as closed:
            await opening
        assert closed.value.reason is FailureReason.APP_CLOSED


async def test_the_server_is_killed_and_started_again(opencode: OpencodeRig) -> None:
    async with opencode.answerer() as answerer:
        session = await answerer.open_session(opencode.spec())
        sent = prompt("[[bash:echo begun; sleep 300]]")
        turn = session.start_turn(sent)
        killed: list[int] = []

        async def is_running() -> bool:
            return any("sleep 300" in line for line in opencode.command_lines())

        async def kill() -> None:
            await until(is_running)
            serving = next(process for process in opencode.processes() if "serve" in process.cmdline())
            os.kill(serving.pid, signal.SIGKILL)
            killed.append(serving.pid)

        killing = asyncio.ensure_future(kill())
        record = await run(turn, decide="allow")
        await killing
        assert killed
        assert record.end.outcome.reason is FailureReason.CRASHED
        assert record.end.delivery is Delivery.ACCEPTED
        native = session.native_session_id
        back = await answerer.read_back(opencode.spec(native=native), sent.message_id)
        assert back is not None and not back.is_whole
        assert [part.state for part in back.parts if isinstance(part, CommandPart)] == [CallState.STOPPED]
        # Starting the next server ended what the first one had left.
        assert not any("sleep 300" in line for line in opencode.command_lines())
        resumed = await answerer.open_session(opencode.spec(native=native))
        assert (await run(resumed.start_turn(prompt("go on")))).end.outcome.kind is OutcomeKind.COMPLETED


async def test_models_and_readiness(opencode: OpencodeRig) -> None:
    async with opencode.answerer() as answerer:
        ready = await answerer.check()
        assert ready.is_ready and ready.version.startswith("1.") and ready.program == opencode.program
        models = {model.id: model for model in await answerer.list_models()}
        assert models["fake/fake-1"].context_window == 200_000
        assert models["fake/fake-1"].efforts == ("low", "medium", "high")
        assert models["fake/fake-nolimit"].context_window is None


async def test_another_program_that_the_person_chooses_is_followed_at_once(opencode: OpencodeRig) -> None:
    other = opencode.folder / "another place" / "opencode"
    other.parent.mkdir()
    other.symlink_to(opencode.program)
    chosen = [opencode.program]
    errors: list[BaseException] = []
    supervisor = TaskSupervisor("test", lambda error, _name: errors.append(error))
    answerer = OpencodeAnswerer(ShellEnvironment(opencode.environment), supervisor, program=lambda: chosen[0])
    try:
        first = await answerer.open_session(opencode.spec(key="row-1"))
        chosen[0] = str(other)
        second = await answerer.open_session(opencode.spec(key="row-2"))
        assert any(line.startswith(str(other)) for line in opencode.command_lines())
        for session in (first, second):
            assert (await run(session.start_turn(prompt("[[say:here]]")))).parts_of(TextPart) == [TextPart("here")]
        await answerer.release(SessionRowId("row-1"))
    finally:
        await answerer.close()
        await supervisor.close()
    assert errors == []
