# SPDX-License-Identifier: MIT
"""Claude Code, the real program: sessions, streaming, resuming, truncating."""

from __future__ import annotations

import asyncio
import os
import signal
from pathlib import Path

import pytest

from onesist_desktop.core.answerer import Arrival, Prompt
from onesist_desktop.core.errors import AnswererError, FailureReason
from onesist_desktop.core.ids import SessionRowId
from onesist_desktop.core.messages import CommandPart, TextPart, ThinkingPart
from onesist_desktop.core.turn_events import (
    COMPLETED,
    Delivery,
    OutcomeKind,
    PartEnded,
    PartGrew,
    PartStarted,
    PromptAccepted,
    Retrying,
    SessionReported,
    TurnEvent,
    UsageReported,
)
from tests.fakes.model_server import wire_texts
from tests.integration.agents.claude_rig import ClaudeRig, message_id, prompt, run, until

pytestmark = pytest.mark.real_agent


async def test_a_fresh_turn_streams_and_is_accepted(claude: ClaudeRig) -> None:
    async with claude.answerer() as answerer:
        spec = claude.spec()
        session = await answerer.open_session(spec)
        assert session.native_session_id == spec.new_session_id
        record = await run(session.start_turn(prompt("hello [[think:let me see]]")))
    kinds = [type(event) for event in record.events]
    assert kinds.index(PromptAccepted) < kinds.index(PartStarted)
    assert record.of(PromptAccepted)[0].proof == "system status that names the prompt"
    assert record.of(SessionReported)[0].native_session_id == spec.new_session_id
    assert record.of(SessionReported)[0].cwd == str(claude.work)
    assert record.parts == [
        ThinkingPart("let me see"),
        TextPart("I was given 1 prompt(s). The last one reads: hello [[think:let me see]]"),
    ]
    assert len(record.of(PartGrew)) >= 2
    streamed = {event.key: event.part.text for event in record.of(PartStarted) if isinstance(event.part, TextPart)}
    for event in record.of(PartGrew):
        streamed[event.key] = streamed.get(event.key, "") + event.text
    ended = {event.key: event.part.text for event in record.of(PartEnded) if isinstance(event.part, TextPart)}
    assert {key: streamed[key] for key in ended} == ended
    assert record.end.outcome == COMPLETED
    assert record.end.delivery is Delivery.ACCEPTED
    assert record.end.anchor


async def test_usage_tells_what_the_window_holds(claude: ClaudeRig) -> None:
    async with claude.answerer() as answerer:
        session = await answerer.open_session(claude.spec())
        record = await run(session.start_turn(prompt("[[bash:echo one]] [[say:done]] [[usage:100|5|900]] [[usage:200|7|1000]]")))
        usage = record.of(UsageReported)[-1].usage
        models = await answerer.list_models()
    assert (usage.occupied, usage.input_tokens, usage.cache_read_tokens, usage.output_tokens) == (1200, 300, 1900, 12)
    assert usage.context_window
    assert usage.context_window in {model.context_window for model in models}


async def test_the_text_arrives_as_it_was_written(claude: ClaudeRig) -> None:
    (claude.work / "notes.txt").write_text("not for the prompt", encoding="utf-8")
    texts = ["/context", "/compact now", "see @notes.txt", "  two\n\nparagraphs – ünïcödé 🙂  "]
    async with claude.answerer() as answerer:
        session = await answerer.open_session(claude.spec())
        for text in texts:
            await run(session.start_turn(prompt(text)))
    last = claude.server.model_requests()[-1]
    assert [sent.strip() for sent in last.prompts] == [text.strip() for text in texts]
    assert not any("not for the prompt" in text for text in wire_texts(last))


async def test_the_next_turn_uses_the_same_process(claude: ClaudeRig) -> None:
    async with claude.answerer() as answerer:
        spec = claude.spec()
        session = await answerer.open_session(spec)
        await run(session.start_turn(prompt("one")))
        before = [process.pid for process in claude.processes()]
        again = await answerer.open_session(claude.spec(native=spec.new_session_id))
        await run(again.start_turn(prompt("two")))
        assert [process.pid for process in claude.processes()] == before
        assert len(before) == 1
    assert claude.server.model_requests()[-1].prompts == ("one", "two")


async def test_a_session_goes_on_after_a_restart_of_the_app(claude: ClaudeRig) -> None:
    spec = claude.spec()
    async with claude.answerer() as answerer:
        await run((await answerer.open_session(spec)).start_turn(prompt("one")))
    assert claude.processes() == []
    async with claude.answerer() as answerer:
        session = await answerer.open_session(claude.spec(native=spec.new_session_id))
        record = await run(session.start_turn(prompt("two")))
    assert record.end.outcome == COMPLETED
    assert claude.server.model_requests()[-1].prompts == ("one", "two")


async def test_a_dead_session_is_told_before_anything_is_sent(claude: ClaudeRig) -> None:
    async with claude.answerer() as answerer:
        with pytest.raises(AnswererError) as caught:
            await answerer.open_session(claude.spec(native="7b0a3c52-2a0e-4f39-9a55-52b1e0f3a111"))
    assert caught.value.reason is FailureReason.SESSION_LOST
    assert "No conversation found" in caught.value.detail
    assert claude.server.model_requests() == []


async def test_another_row_takes_the_session_over(claude: ClaudeRig) -> None:
    async with claude.answerer() as answerer:
        spec = claude.spec()
        await run((await answerer.open_session(spec)).start_turn(prompt("one")))
        other = await answerer.open_session(claude.spec(native=spec.new_session_id, key="row-2"))
        assert len(claude.processes()) == 1
        await run(other.start_turn(prompt("two")))
        await answerer.release(SessionRowId("row-2"))
        assert claude.processes() == []


async def test_a_truncated_session_forgets_what_came_after(claude: ClaudeRig) -> None:
    async with claude.answerer() as answerer:
        spec = claude.spec()
        session = await answerer.open_session(spec)
        first = await run(session.start_turn(prompt("one")))
        await run(session.start_turn(prompt("two")))
        cut = await answerer.open_session(claude.spec(native=spec.new_session_id, truncate_to=first.end.anchor))
        await run(cut.start_turn(prompt("three")))
    assert claude.server.model_requests()[-1].prompts == ("one", "three")


async def test_a_failed_message_sent_again_is_seen_once(claude: ClaudeRig) -> None:
    claude.environment["CLAUDE_CODE_MAX_RETRIES"] = "1"
    async with claude.answerer() as answerer:
        spec = claude.spec()
        session = await answerer.open_session(spec)
        first = await run(session.start_turn(prompt("one")))
        again = Prompt(message_id(), "two [[err:529|3]]")
        failed = await run(session.start_turn(again))
        assert failed.end.outcome.reason is FailureReason.OVERLOADED
        assert failed.end.delivery is Delivery.ACCEPTED
        assert failed.end.anchor is None
        assert failed.parts == []
        assert failed.of(Retrying)
        cut_spec = claude.spec(native=spec.new_session_id, truncate_to=first.end.anchor)
        # The same message id: the program would take it for done, so the try has an id of its own.
        second = await run((await answerer.open_session(cut_spec)).start_turn(Prompt(again.message_id, "two")))
        assert second.end.outcome == COMPLETED
        assert await answerer.verify(cut_spec, again.message_id) is Arrival.ARRIVED
        read = await answerer.read_back(cut_spec, again.message_id)
    assert claude.server.model_requests()[-1].prompts == ("one", "two")
    assert read is not None
    assert read.is_whole
    assert read.parts == tuple(second.parts)
    assert read.anchor == second.end.anchor


async def test_a_retry_inside_the_program_is_shown(claude: ClaudeRig) -> None:
    async with claude.answerer() as answerer:
        session = await answerer.open_session(claude.spec())
        record = await run(session.start_turn(prompt("[[err:529|1]]")))
    assert record.of(Retrying)[0].reason is FailureReason.OVERLOADED
    assert record.end.outcome == COMPLETED


async def test_a_wrong_key_stops_at_once_and_the_model_sees_the_request_once(claude: ClaudeRig) -> None:
    claude.server.bad_keys.add(claude.environment["ANTHROPIC_API_KEY"])
    async with claude.answerer() as answerer:
        refused = claude.spec()
        sent = Prompt(message_id(), "what is it")
        record = await run((await answerer.open_session(refused)).start_turn(sent))
        assert record.end.outcome.kind is OutcomeKind.FAILED
        assert record.end.outcome.reason is FailureReason.NOT_SIGNED_IN
        assert record.end.delivery is Delivery.ACCEPTED
        assert record.parts == []
        assert len(claude.server.model_requests()) <= 2
        claude.server.bad_keys.clear()
        fresh = await run((await answerer.open_session(claude.spec(key="row-2"))).start_turn(sent))
    assert fresh.end.outcome == COMPLETED
    assert claude.server.model_requests()[-1].prompts == ("what is it",)


async def test_a_failure_inside_a_success_result_is_no_answer(claude: ClaudeRig) -> None:
    claude.environment["CLAUDE_CODE_MAX_RETRIES"] = "0"
    claude.server.bad_keys.add(claude.environment["ANTHROPIC_API_KEY"])
    async with claude.answerer() as answerer:
        record = await run((await answerer.open_session(claude.spec())).start_turn(prompt("hello")))
    assert record.end.outcome.reason is FailureReason.NOT_SIGNED_IN
    assert record.parts == []


async def test_without_any_key_nothing_is_sent(claude: ClaudeRig) -> None:
    del claude.environment["ANTHROPIC_API_KEY"]
    async with claude.answerer() as answerer:
        with pytest.raises(AnswererError) as caught:
            await answerer.open_session(claude.spec())
    assert caught.value.reason is FailureReason.NOT_SIGNED_IN
    assert claude.server.model_requests() == []


@pytest.mark.parametrize(
    ("directive", "reason"),
    [
        ("[[err:400]]", FailureReason.BAD_REQUEST),
        ("[[err:400||prompt is too long: 210000 tokens > 200000 maximum]]", FailureReason.TOO_LONG),
        ("[[err:404]]", FailureReason.MODEL_UNKNOWN),
        ("[[err:429]]", FailureReason.RATE_LIMITED),
        ("[[err:500]]", FailureReason.PROVIDER_ERROR),
    ],
)
async def test_failures_are_told_apart(claude: ClaudeRig, directive: str, reason: FailureReason) -> None:
    claude.environment["CLAUDE_CODE_MAX_RETRIES"] = "0"
    async with claude.answerer() as answerer:
        record = await run((await answerer.open_session(claude.spec())).start_turn(prompt(directive)))
    assert record.end.outcome.reason is reason
    assert record.parts == []


async def test_an_answer_that_broke_off_is_taken_back_and_asked_again(claude: ClaudeRig) -> None:
    async with claude.answerer() as answerer:
        record = await run((await answerer.open_session(claude.spec())).start_turn(prompt("[[drop:1]]")))
    assert record.end.outcome == COMPLETED
    assert record.parts == [TextPart("I was given 1 prompt(s). The last one reads: [[drop:1]]")]


async def test_no_service_at_all(claude: ClaudeRig) -> None:
    claude.environment |= {"CLAUDE_CODE_MAX_RETRIES": "1", "ANTHROPIC_BASE_URL": "http://127.0.0.1:9"}
    async with claude.answerer() as answerer:
        record = await run((await answerer.open_session(claude.spec())).start_turn(prompt("hello")))
    assert record.end.outcome.reason is FailureReason.CONNECTION_LOST


async def test_what_a_killed_program_wrote_can_be_read_back(claude: ClaudeRig) -> None:
    async with claude.answerer() as answerer:
        spec = claude.spec()
        session = await answerer.open_session(spec)
        sent = prompt("[[bash:echo kept]] [[hang]]")
        turn = session.start_turn(sent)
        reading = asyncio.create_task(run(turn, decide="allow"))
        await asyncio.to_thread(claude.server.wait_for_hold)

        async def reads_the_result() -> bool:
            # The prompt is flushed at once, but what comes after it a moment later than it is told.
            read = await answerer.read_back(spec, sent.message_id)
            return read is not None and any(isinstance(part, CommandPart) and part.output for part in read.parts)

        await until(reads_the_result)
        os.kill(claude.processes()[0].pid, signal.SIGKILL)
        record = await reading
        assert record.end.outcome.reason is FailureReason.CRASHED
        assert record.end.delivery is Delivery.ACCEPTED
        assert not record.end.reply_held
        assert await answerer.verify(spec, sent.message_id) is Arrival.ARRIVED
        assert await answerer.verify(spec, message_id()) is Arrival.NOT_ARRIVED
        read = await answerer.read_back(spec, sent.message_id)
    assert read is not None
    assert not read.is_whole
    assert list(read.parts) == record.parts


async def test_a_prompt_is_in_the_session_once_it_was_accepted(claude: ClaudeRig) -> None:
    async with claude.answerer() as answerer:
        spec = claude.spec()
        sent = prompt("[[hang]]")
        turn = (await answerer.open_session(spec)).start_turn(sent)

        def kill(event: TurnEvent) -> None:
            if isinstance(event, PromptAccepted):
                os.kill(claude.processes()[0].pid, signal.SIGKILL)

        record = await run(turn, on_event=kill)
        assert record.end.delivery is Delivery.ACCEPTED
        assert await answerer.verify(spec, sent.message_id) is Arrival.ARRIVED
        again = await answerer.open_session(claude.spec(native=spec.new_session_id))
        await run(again.start_turn(prompt("go on")))
    assert claude.server.model_requests()[-1].prompts[0].strip() == "[[hang]]"


async def test_models_come_from_the_program(claude: ClaudeRig) -> None:
    async with claude.answerer() as answerer:
        models = await answerer.list_models()
    assert "opus" in {model.id for model in models}
    assert "default" not in {model.id for model in models}
    assert list(Path(claude.environment["CLAUDE_CONFIG_DIR"]).glob("projects/*/*.jsonl")) == []


async def test_the_program_is_found_and_asked(claude: ClaudeRig) -> None:
    async with claude.answerer() as answerer:
        readiness = await answerer.check()
    assert readiness.is_ready
    assert readiness.version.startswith("2.")
    assert readiness.detail == claude.program


async def test_not_signed_in_is_advice(claude: ClaudeRig) -> None:
    del claude.environment["ANTHROPIC_API_KEY"]
    async with claude.answerer() as answerer:
        readiness = await answerer.check()
    assert not readiness.is_ready
    assert readiness.reason == FailureReason.NOT_SIGNED_IN
