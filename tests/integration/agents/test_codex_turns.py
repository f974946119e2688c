# SPDX-License-Identifier: MIT
"""Codex, the real program: sessions, streaming, resuming, cutting back, forking."""

from __future__ import annotations

import asyncio
import base64
import os
import signal
from dataclasses import replace
from pathlib import Path

import pytest

from onesist_desktop.core.answerer import Arrival, ForkPoint, PermissionMode, Prompt
from onesist_desktop.core.errors import AnswererError, FailureReason
from onesist_desktop.core.ids import SessionRowId
from onesist_desktop.core.messages import AttachmentPart, CommandPart, TextPart, ThinkingPart
from onesist_desktop.core.turn_events import (
    COMPLETED,
    Delivery,
    OutcomeKind,
    PartEnded,
    PartGrew,
    PartStarted,
    PromptAccepted,
    SessionReported,
    TurnEvent,
    UsageReported,
)
from tests.fakes.model_server import wire_texts
from tests.integration.agents.agent_rig import message_id, prompt, run
from tests.integration.agents.codex_rig import CodexRig

pytestmark = pytest.mark.real_agent

DOT = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
UNKNOWN = "7b0a3c52-2a0e-4f39-9a55-52b1e0f3a111"


async def test_a_fresh_turn_streams_and_is_accepted(codex: CodexRig) -> None:
    async with codex.answerer() as answerer:
        session = await answerer.open_session(codex.spec(index_text="the index of memory"))
        record = await run(session.start_turn(prompt("hello [[think:let me see]]")))
    kinds = [type(event) for event in record.events]
    assert kinds.index(PromptAccepted) < kinds.index(PartStarted)
    assert record.of(PromptAccepted)[0].proof == answerer.capabilities.acceptance_proof
    assert record.of(SessionReported) == [SessionReported(session.native_session_id, str(codex.work), "gpt-5.5")]
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
    assert record.end.reply_held
    assert record.end.anchor
    assert any("the index of memory" in text for text in wire_texts(codex.server.model_requests()[0]))


async def test_usage_tells_what_the_window_holds(codex: CodexRig) -> None:
    async with codex.answerer() as answerer:
        session = await answerer.open_session(codex.spec(mode=PermissionMode.FULL_ACCESS))
        await run(session.start_turn(prompt("before [[usage:50|5]]")))
        record = await run(session.start_turn(prompt("[[bash:echo one]] [[say:done]] [[usage:100|5|900]] [[usage:200|7|1000]]")))
        usage = record.of(UsageReported)[-1].usage
        models = await answerer.list_models()
    assert (usage.input_tokens, usage.cache_read_tokens, usage.output_tokens) == (300, 1900, 12)
    assert usage.occupied == 1207
    assert usage.context_window == next(model.context_window for model in models if model.id == "gpt-5.5")


async def test_the_models_are_listed_with_windows_and_efforts(codex: CodexRig) -> None:
    async with codex.answerer() as answerer:
        models = await answerer.list_models()
    assert len(models) > 2
    assert all(model.title and model.context_window and model.default_effort in model.efforts for model in models)
    assert codex.server.requests == []


async def test_model_and_effort_reach_the_wire(codex: CodexRig) -> None:
    async with codex.answerer() as answerer:
        session = await answerer.open_session(replace(codex.spec(model="gpt-5.4-unknown"), effort="high"))
        await run(session.start_turn(prompt("one")))
        again = await answerer.open_session(replace(codex.spec(native=session.native_session_id, model="gpt-5.5"), effort="low"))
        await run(again.start_turn(prompt("two")))
    first, second = (request.body for request in codex.server.model_requests())
    assert (first["model"], first["reasoning"]["effort"]) == ("gpt-5.4-unknown", "high")
    assert (second["model"], second["reasoning"]["effort"]) == ("gpt-5.5", "low")
    assert codex.server.model_requests()[-1].prompts == ("one", "two")


async def test_the_text_arrives_as_it_was_written(codex: CodexRig) -> None:
    (codex.work / "notes.txt").write_text("not for the prompt", encoding="utf-8")
    texts = ["/compact now", "see @notes.txt", "$skill !ls", "  two\n\nparagraphs – ünïcödé 🙂  "]
    async with codex.answerer() as answerer:
        session = await answerer.open_session(codex.spec())
        for text in texts:
            await run(session.start_turn(prompt(text)))
    last = codex.server.model_requests()[-1]
    assert list(last.prompts) == texts
    assert not any("not for the prompt" in text for text in wire_texts(last))


async def test_an_empty_message_is_refused(codex: CodexRig) -> None:
    async with codex.answerer() as answerer:
        session = await answerer.open_session(codex.spec())
        record = await run(session.start_turn(prompt("  ")))
    assert record.end.outcome.reason is FailureReason.BAD_REQUEST
    assert record.end.delivery is Delivery.REFUSED
    assert codex.server.model_requests() == []


async def test_the_next_turn_uses_the_same_process(codex: CodexRig) -> None:
    async with codex.answerer() as answerer:
        session = await answerer.open_session(codex.spec())
        await run(session.start_turn(prompt("one")))
        before = codex.programs()
        again = await answerer.open_session(codex.spec(native=session.native_session_id))
        await run(again.start_turn(prompt("two")))
        assert codex.programs() == before
        assert len(before) == 1
    assert codex.server.model_requests()[-1].prompts == ("one", "two")


async def test_a_session_goes_on_after_a_restart_of_the_app(codex: CodexRig) -> None:
    async with codex.answerer() as answerer:
        session = await answerer.open_session(codex.spec(index_text="the index of memory"))
        await run(session.start_turn(prompt("one")))
    assert codex.processes() == []
    async with codex.answerer() as answerer:
        session = await answerer.open_session(codex.spec(native=session.native_session_id, index_text="another index"))
        record = await run(session.start_turn(prompt("two")))
    assert record.end.outcome == COMPLETED
    assert codex.server.model_requests()[-1].prompts == ("one", "two")
    assert any("the index of memory" in text for text in wire_texts(codex.server.model_requests()[-1]))


async def test_a_dead_session_is_told_before_anything_is_sent(codex: CodexRig) -> None:
    async with codex.answerer() as answerer:
        with pytest.raises(AnswererError) as caught:
            await answerer.open_session(codex.spec(native=UNKNOWN))
        assert codex.processes() == []
    assert caught.value.reason is FailureReason.SESSION_LOST
    assert "no rollout found" in caught.value.detail
    assert codex.server.model_requests() == []


async def test_a_folder_that_has_moved_is_told(codex: CodexRig) -> None:
    async with codex.answerer() as answerer:
        session = await answerer.open_session(codex.spec())
        await run(session.start_turn(prompt("one")))
        moved = codex.folder / "moved"
        codex.work.rename(moved)
        with pytest.raises(AnswererError) as caught:
            await answerer.open_session(codex.spec(native=session.native_session_id, key="row-2"))
        assert caught.value.reason is FailureReason.WORKSPACE_MISSING
        there = await answerer.open_session(
            codex.spec(native=session.native_session_id, cwd=moved, mode=PermissionMode.FULL_ACCESS)
        )
        record = await run(there.start_turn(prompt("[[bash:pwd]]")))
    assert record.of(SessionReported)[0].cwd == str(moved)
    assert record.parts_of(CommandPart)[0].output.strip() == str(moved)


async def test_another_row_takes_the_session_over(codex: CodexRig) -> None:
    async with codex.answerer() as answerer:
        session = await answerer.open_session(codex.spec())
        await run(session.start_turn(prompt("one")))
        other = await answerer.open_session(codex.spec(native=session.native_session_id, key="row-2"))
        assert len(codex.programs()) == 1
        await run(other.start_turn(prompt("two")))
        await answerer.release(SessionRowId("row-2"))
        assert codex.processes() == []


async def test_a_session_that_another_program_has_open_is_not_lost(codex: CodexRig) -> None:
    async with codex.answerer() as first, codex.answerer() as second:
        session = await first.open_session(codex.spec())
        await run(session.start_turn(prompt("one")))
        with pytest.raises(AnswererError) as caught:
            await second.open_session(codex.spec(native=session.native_session_id))
    assert caught.value.reason is FailureReason.INTERNAL
    assert "active writer" in caught.value.detail


async def test_a_cut_back_session_forgets_what_came_after(codex: CodexRig) -> None:
    async with codex.answerer() as answerer:
        session = await answerer.open_session(codex.spec())
        first = await run(session.start_turn(prompt("one")))
        await run(session.start_turn(prompt("two")))
        native = session.native_session_id
        cut = await answerer.open_session(codex.spec(native=native, truncate_to=first.end.anchor))
        third = await run(cut.start_turn(prompt("three")))
        assert codex.server.model_requests()[-1].prompts == ("one", "three")
        same = await answerer.open_session(codex.spec(native=native, truncate_to=third.end.anchor))
        await run(same.start_turn(prompt("four")))
        assert codex.server.model_requests()[-1].prompts == ("one", "three", "four")
        with pytest.raises(AnswererError) as caught:
            await answerer.open_session(codex.spec(native=native, truncate_to=UNKNOWN))
    assert caught.value.reason is FailureReason.SESSION_LOST


async def test_a_failed_message_sent_again_is_seen_once(codex: CodexRig) -> None:
    async with codex.answerer() as answerer:
        session = await answerer.open_session(codex.spec())
        first = await run(session.start_turn(prompt("one")))
        again = Prompt(message_id(), "two [[err:500|1]]")
        failed = await run(session.start_turn(again))
        assert failed.end.outcome.reason is FailureReason.PROVIDER_ERROR
        assert failed.end.delivery is Delivery.ACCEPTED
        cut = await answerer.open_session(codex.spec(native=session.native_session_id, truncate_to=first.end.anchor))
        second = await run(cut.start_turn(again))
    assert second.end.outcome == COMPLETED
    assert codex.server.model_requests()[-1].prompts == ("one", "two [[err:500|1]]")


async def test_a_fork_begins_where_it_was_asked_for(codex: CodexRig) -> None:
    async with codex.answerer() as answerer:
        parent = await answerer.open_session(codex.spec(model="fake-model"))
        first = await run(parent.start_turn(prompt("one")))
        await run(parent.start_turn(prompt("two")))
        source = parent.native_session_id
        at_end = await answerer.open_session(codex.spec(key="row-2", fork=ForkPoint(source), model="fake-model"))
        assert at_end.native_session_id != source
        assert await answerer.open_session(codex.spec(key="row-2", fork=ForkPoint(source), model="fake-model")) is at_end
        await run(at_end.start_turn(prompt("three")))
        assert codex.server.model_requests()[-1].prompts == ("one", "two", "three")
        assert codex.server.model_requests()[-1].body["model"] == "fake-model"
        at_message = await answerer.open_session(codex.spec(key="row-3", fork=ForkPoint(source, first.end.anchor)))
        forked = await run(at_message.start_turn(prompt("four")))
        assert codex.server.model_requests()[-1].prompts == ("one", "four")
        of_fork = await answerer.open_session(
            codex.spec(key="row-4", fork=ForkPoint(at_message.native_session_id, forked.end.anchor))
        )
        await run(of_fork.start_turn(prompt("five")))
        assert codex.server.model_requests()[-1].prompts == ("one", "four", "five")
        await run(parent.start_turn(prompt("six")))
    assert codex.server.model_requests()[-1].prompts == ("one", "two", "six")


async def test_a_fork_while_its_source_works(codex: CodexRig) -> None:
    async with codex.answerer() as answerer:
        parent = await answerer.open_session(codex.spec())
        first = await run(parent.start_turn(prompt("one")))
        working = asyncio.create_task(run(parent.start_turn(prompt("two [[slow:3]]"))))
        await asyncio.to_thread(codex.server.wait_for_hold)
        fork = await answerer.open_session(codex.spec(key="row-2", fork=ForkPoint(parent.native_session_id, first.end.anchor)))
        await run(fork.start_turn(prompt("three")))
        assert codex.server.model_requests()[-1].prompts == ("one", "three")
        codex.server.holds.release()
        assert (await working).end.outcome == COMPLETED


@pytest.mark.parametrize("point", [ForkPoint(UNKNOWN), ForkPoint("", UNKNOWN)])
async def test_a_fork_of_nothing_is_told(codex: CodexRig, point: ForkPoint) -> None:
    async with codex.answerer() as answerer:
        parent = await answerer.open_session(codex.spec())
        await run(parent.start_turn(prompt("one")))
        fork = ForkPoint(point.native_session_id or parent.native_session_id, point.anchor)
        with pytest.raises(AnswererError) as caught:
            await answerer.open_session(codex.spec(key="row-2", fork=fork))
    assert caught.value.reason is FailureReason.SESSION_LOST


async def test_what_arrived_is_found_afterwards(codex: CodexRig) -> None:
    sent, missing = Prompt(message_id(), "[[bash:echo hi; exit 3]] [[say:done]]"), message_id()
    async with codex.answerer() as answerer:
        session = await answerer.open_session(codex.spec(mode=PermissionMode.FULL_ACCESS))
        record = await run(session.start_turn(sent))
        spec = codex.spec(native=session.native_session_id)
        # Also while the session is open.
        assert await answerer.verify(spec, sent.message_id) is Arrival.ARRIVED
    async with codex.answerer() as answerer:
        assert await answerer.verify(spec, sent.message_id) is Arrival.ARRIVED
        assert await answerer.verify(spec, missing) is Arrival.NOT_ARRIVED
        assert await answerer.verify(codex.spec(), missing) is Arrival.UNKNOWN
        found = await answerer.read_back(spec, sent.message_id)
        assert await answerer.read_back(spec, missing) is None
    assert found is not None
    assert found.is_whole
    assert found.anchor == record.end.anchor
    assert list(found.parts) == record.parts
    assert len(codex.server.model_requests()) == 2


async def test_two_sessions_work_at_once(codex: CodexRig) -> None:
    async with codex.answerer() as answerer:
        one = await answerer.open_session(codex.spec(key="row-1"))
        two = await answerer.open_session(codex.spec(key="row-2"))
        first = asyncio.create_task(run(one.start_turn(prompt("alpha [[slow:3]]"))))
        await asyncio.to_thread(codex.server.wait_for_hold)
        second = await run(two.start_turn(prompt("beta")))
        codex.server.holds.release()
        assert (await first).end.outcome == second.end.outcome == COMPLETED
    assert {request.prompts for request in codex.server.model_requests()} == {("alpha [[slow:3]]",), ("beta",)}


async def test_a_killed_program_is_told_and_the_session_goes_on(codex: CodexRig) -> None:
    async with codex.answerer() as answerer:
        session = await answerer.open_session(codex.spec())
        await run(session.start_turn(prompt("one")))

        def kill(event: TurnEvent) -> None:
            if isinstance(event, PromptAccepted):
                for pid in codex.programs():
                    os.kill(pid, signal.SIGKILL)

        record = await run(session.start_turn(prompt("two [[hang]]")), on_event=kill)
        assert record.end.outcome.kind is OutcomeKind.FAILED
        assert record.end.outcome.reason is FailureReason.CRASHED
        assert record.end.delivery is Delivery.ACCEPTED
        again = await answerer.open_session(codex.spec(native=session.native_session_id))
        await run(again.start_turn(prompt("three")))
    assert codex.server.model_requests()[-1].prompts == ("one", "two [[hang]]", "three")


async def test_a_picture_goes_as_a_picture_and_a_file_by_its_path(codex: CodexRig, tmp_path: Path) -> None:
    picture, notes = tmp_path / "dot.png", tmp_path / "notes.txt"
    picture.write_bytes(base64.b64decode(DOT))
    notes.write_text("notes", encoding="utf-8")
    attached = (AttachmentPart("dot.png", str(picture), "image/png"), AttachmentPart("notes.txt", str(notes), "text/plain"))
    async with codex.answerer() as answerer:
        session = await answerer.open_session(codex.spec())
        await run(session.start_turn(Prompt(message_id(), "look", attachments=attached)))
    content = [block for item in codex.server.model_requests()[0].body["input"] for block in item.get("content", [])]
    assert any(block["type"] == "input_image" and block["image_url"].startswith("data:image/png;base64,") for block in content)
    assert any(f"look\n\n[Attachment: notes.txt, {notes}]" == block.get("text") for block in content)
