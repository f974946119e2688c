# SPDX-License-Identifier: MIT
"""Turns that meet what must not happen: a full disk at any write, answerers that hang, raise or lie, and bad moments."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from onesist_desktop.core.answerer import RunOptions
from onesist_desktop.core.errors import BusyError, DiskFullError, FailureReason, StorageError
from onesist_desktop.core.ids import ProviderId
from onesist_desktop.core.messages import AttachmentPart, CallState, CommandPart, MessageKind, MessageStatus, Role, TextPart
from onesist_desktop.core.records import RunStatus
from onesist_desktop.core.turn_events import OutcomeKind, PartEnded, PartStarted, SessionReported, WorkspaceNoted
from onesist_desktop.services import handoff_looks, stream_recorder, turns
from onesist_desktop.services.events import NoticeRaised, ThreadChanged
from onesist_desktop.services.handoff_plan import gather
from onesist_desktop.services.views import ThreadState
from tests.fakes.scripted_answerer import Script, ScriptedTurn
from tests.support.service_rig import Rig, service_rig


def fail_at(rig: Rig, monkeypatch: pytest.MonkeyPatch, wanted: Callable[[int], bool]) -> list[int]:
    """Let the database's n-th call from now on fail as a full disk does. Returns a list that grows by each call."""
    calls: list[int] = []
    real = rig.context.database.run

    async def run(work: Callable[[Any], Any]) -> Any:
        calls.append(len(calls) + 1)
        if wanted(calls[-1]):
            raise DiskFullError("database or disk is full")
        return await real(work)

    monkeypatch.setattr(rig.context.database, "run", run)
    return calls


@pytest.mark.parametrize("nth", range(1, 11))
async def test_a_disk_that_is_full_for_one_write_loses_and_skips_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, nth: int, expect_warnings: list[logging.LogRecord]
) -> None:
    async with service_rig(tmp_path) as rig:
        await rig.send("<before>")
        with monkeypatch.context() as patch:
            fail_at(rig, patch, lambda number: number == nth)
            try:
                await rig.send("<asked>", "agent-b")
            except StorageError:
                was_stored = False
            else:
                was_stored = True
        said = [m.text for m in await rig.messages() if m.role is Role.USER]
        assert ("<asked>" in said) == was_stored
        # The thread goes on in the same run of the app, and nobody misses what was said or answered.
        await rig.send("<next>")
        told = rig.answerers["agent-a"].prompts[-1].full_text
        if was_stored:
            assert "<asked>" in told
            answered = [m for m in await rig.messages() if m.role is Role.ASSISTANT and m.provider_id == "agent-b" and m.is_content]
            assert all(m.status is not MessageStatus.STREAMING for m in answered)
            assert [m.seq for m in answered] == [] or "Assistant" in told
        assert all(run.status is RunStatus.FINISHED for run in await rig.runs())
        await rig.send("<last>", "agent-b")
        assert (await rig.runs())[-1].outcome is OutcomeKind.COMPLETED


async def test_a_disk_that_stays_full_is_told_and_keeps_the_text_with_the_person(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, expect_warnings: list[logging.LogRecord]
) -> None:
    async with service_rig(tmp_path) as rig:
        told: list[str] = []
        states: list[ThreadState] = []
        rig.context.bus.subscribe(NoticeRaised, lambda event: told.append(event.code))
        rig.context.bus.subscribe(ThreadChanged, lambda event: states.append(event.thread.state))
        hold = asyncio.Event()
        rig.answerers["agent-a"].scripts = [Script("an answer", hold=hold)]
        await rig.turns.send(rig.thread_id, "one", rig.options("agent-a"))
        await rig.answerers["agent-a"].accepted.wait()
        with monkeypatch.context() as patch:
            fail_at(rig, patch, lambda _: True)
            hold.set()
            await rig.idle()
            with pytest.raises(DiskFullError):
                await rig.turns.send(rig.thread_id, "two", rig.options("agent-a"))
        assert told
        assert set(told) == {"disk_full"}
        assert states[-1] is ThreadState.FAILED
        await rig.send("two", "agent-b")
        first = next(m for m in await rig.messages() if m.role is Role.ASSISTANT)
        assert first.provider_id == "agent-a"
        assert first.status is not MessageStatus.STREAMING
        assert first.text == "an answer"
        assert "an answer" in rig.answerers["agent-b"].prompts[0].full_text
        assert "one" in rig.answerers["agent-b"].prompts[0].full_text


async def test_a_write_that_comes_late_does_not_undo_the_settled_answer(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stream_recorder, "WRITE_S", 0.0)
    async with service_rig(tmp_path) as rig:
        agent = rig.answerers["agent-a"]
        events = (
            PartStarted("empty", TextPart("")),
            PartEnded("hello", TextPart("hello")),
            PartStarted("run", CommandPart("run", "make")),
        )
        agent.scripts = [Script(events=events, hold=asyncio.Event())]
        await rig.turns.send(rig.thread_id, "one", rig.options("agent-a"))
        await agent.accepted.wait()
        live = rig.turns._live.get(rig.thread_id)
        assert live is not None
        recorder = live.life._recorder
        while "run" not in recorder._answer:
            await asyncio.sleep(0)
        async with recorder._writing:
            late = [rig.context.supervisor.spawn(recorder._write_ahead(), name="late")]
            await asyncio.sleep(0)
            await rig.turns.stop(rig.thread_id)
        await asyncio.wait(late)
        reply = [m for m in await rig.messages() if m.role is Role.ASSISTANT][-1]
        assert reply.text == "hello"
        assert [part.state for part in reply.parts if isinstance(part, CommandPart)] == [CallState.STOPPED]


async def test_an_answerer_whose_stream_and_stop_raise_still_ends_as_a_failed_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, expect_warnings: list[logging.LogRecord]
) -> None:
    async def broken(self: ScriptedTurn) -> None:
        raise OSError("stop is broken too")

    async with service_rig(tmp_path) as rig:
        monkeypatch.setattr(ScriptedTurn, "stop", broken)
        monkeypatch.setattr(ScriptedTurn, "_wait", lambda *_: (_ for _ in ()).throw(ValueError("stream is broken")))
        rig.answerers["agent-a"].scripts = [Script(hold=asyncio.Event())]
        await rig.turns.send(rig.thread_id, "one", rig.options("agent-a"))
        live = rig.turns._live.get(rig.thread_id)
        assert live is not None
        await asyncio.wait({live.task})
        (run,) = await rig.runs()
        assert (run.status, run.reason) == (RunStatus.FINISHED, FailureReason.INTERNAL)
        assert len(await rig.notices(MessageKind.ERROR)) == 1
        assert (await rig.threads.open_thread(rig.thread_id)).resendable_id is not None
        assert rig.errors
        rig.errors.clear()


async def test_an_answerer_that_never_stops_is_given_up(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, expect_warnings: list[logging.LogRecord]
) -> None:
    async def deaf(self: ScriptedTurn) -> None:
        await asyncio.Event().wait()

    monkeypatch.setattr(ScriptedTurn, "stop", deaf)
    monkeypatch.setattr(turns, "STOP_LIMIT_S", 1.0)
    monkeypatch.setattr("onesist_desktop.services.run_life.LET_GO_S", 0.1)
    async with service_rig(tmp_path) as rig:
        agent = rig.answerers["agent-a"]
        agent.scripts = [Script(partial="half", hold=asyncio.Event()), Script("new")]
        await rig.turns.send(rig.thread_id, "one", rig.options("agent-a"))
        await agent.accepted.wait()
        await rig.turns.stop(rig.thread_id)
        (run,) = await rig.runs()
        assert run.outcome is OutcomeKind.STOPPED
        await rig.send("two")
        assert agent.specs[-1].native_session_id is None
        assert "one" in agent.prompts[-1].context


async def test_closing_keeps_its_limit_and_asks_every_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, expect_warnings: list[logging.LogRecord]
) -> None:
    async def deaf(self: ScriptedTurn) -> None:
        await asyncio.Event().wait()

    monkeypatch.setattr(ScriptedTurn, "stop", deaf)
    monkeypatch.setattr("onesist_desktop.services.run_life.LET_GO_S", 0.1)
    async with service_rig(tmp_path) as rig:
        rig.answerers["agent-a"].scripts = [Script(hold=asyncio.Event())]
        await rig.turns.send(rig.thread_id, "one", rig.options("agent-a"))
        await rig.answerers["agent-a"].accepted.wait()
        async with asyncio.timeout(5):
            await rig.turns.close(0.6)
        assert rig.turns._live.all() == []
        assert (await rig.runs())[0].outcome is OutcomeKind.CANCELLED
        with pytest.raises(BusyError):
            await rig.turns.send(rig.thread_id, "two", rig.options("agent-a"))
        with pytest.raises(BusyError):
            await rig.turns.send_again(rig.thread_id, await rig.message_id("one"))


async def test_a_message_stored_while_the_app_closes_is_kept_and_not_sent(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with service_rig(tmp_path) as rig:
        real = rig.context.database.run

        async def closing_meanwhile(work: Callable[[Any], Any]) -> Any:
            result = await real(work)
            await rig.turns.close(1.0)
            return result

        with monkeypatch.context() as patch:
            patch.setattr(rig.context.database, "run", closing_meanwhile)
            await rig.turns.send(rig.thread_id, "one", rig.options("agent-a"))
        assert rig.turns._live.all() == []
        assert rig.answerers["agent-a"].prompts == []
        assert [m.text for m in await rig.messages()] == ["one"]
        assert (await rig.runs())[0].status is RunStatus.PREPARING
    async with service_rig(tmp_path) as rig:
        assert await rig.recovery.recover() == 1
        assert (await rig.threads.open_thread(rig.thread_id)).resendable_id == await rig.message_id("one")


async def test_a_change_of_the_last_moment_is_what_is_sent(tmp_path: Path) -> None:
    async with service_rig(tmp_path) as rig:
        agent = rig.answerers["agent-a"]
        agent.scripts = [Script(hold=asyncio.Event())]
        await rig.turns.send(rig.thread_id, "one", rig.options("agent-a"))
        await agent.accepted.wait()
        await rig.turns.send(rig.thread_id, "second, old", rig.options("agent-a"))
        queue = (await rig.threads.open_thread(rig.thread_id)).queue
        assert queue is not None
        queued_id = queue.items[0].id
        async with asyncio.TaskGroup() as group:
            group.create_task(rig.turns.send_queued(queued_id))
            await asyncio.sleep(0)
            await rig.turns.edit_queued(queued_id, "second, new")
        await rig.idle()
        assert [m.text for m in await rig.messages() if m.role is Role.USER] == ["one", "second, new"]


async def test_a_queue_that_can_not_go_on_is_held_and_nothing_overtakes_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, expect_warnings: list[logging.LogRecord]
) -> None:
    async with service_rig(tmp_path) as rig:
        agent = rig.answerers["agent-a"]
        hold = asyncio.Event()
        agent.scripts = [Script(hold=hold)]
        await rig.turns.send(rig.thread_id, "one", rig.options("agent-a"))
        await agent.accepted.wait()
        await rig.turns.send(rig.thread_id, "two", rig.options("agent-a"))
        real = rig.turns._store

        def full(*_: object) -> Any:
            raise DiskFullError("full")

        with monkeypatch.context() as patch:
            patch.setattr(rig.turns, "_store", full)
            hold.set()
            await rig.idle()
        assert rig.turns._store == real
        queue = (await rig.threads.open_thread(rig.thread_id)).queue
        assert queue is not None
        assert (queue.is_held, [item.text for item in queue.items]) == (True, ["two"])


async def test_attachments_reach_the_answerer(tmp_path: Path) -> None:
    async with service_rig(tmp_path) as rig:
        attachment = AttachmentPart("a.txt", "/p/a.txt", "text/plain", 3)
        options = RunOptions(ProviderId("agent-a"), attachments=(attachment,))
        await rig.turns.send(rig.thread_id, "look", options)
        await rig.idle()
        assert rig.answerers["agent-a"].prompts[0].attachments == (attachment,)


async def test_an_agent_in_the_wrong_folder_fails_even_when_it_answers_at_once(tmp_path: Path) -> None:
    async with service_rig(tmp_path) as rig:
        rig.answerers["agent-a"].scripts = [Script(events=(SessionReported("s", cwd=str(tmp_path)),))]
        await rig.send("hello")
        assert (await rig.runs())[0].reason is FailureReason.WORKSPACE_MISSING


async def test_a_cancellation_that_nobody_asked_for_is_a_fault_and_not_silence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, expect_warnings: list[logging.LogRecord]
) -> None:
    async def cancelled(*_: object) -> bool:
        raise asyncio.CancelledError

    async with service_rig(tmp_path) as rig:
        monkeypatch.setattr(ScriptedTurn, "_wait", cancelled)
        rig.answerers["agent-a"].scripts = [Script(hold=asyncio.Event())]
        await rig.turns.send(rig.thread_id, "one", rig.options("agent-a"))
        live = rig.turns._live.get(rig.thread_id)
        assert live is not None
        await asyncio.wait({live.task})
        assert (await rig.runs())[0].reason is FailureReason.INTERNAL
        rig.errors.clear()


async def test_recovering_an_old_run_does_not_move_the_anchor_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, expect_warnings: list[logging.LogRecord]
) -> None:
    async with service_rig(tmp_path) as rig:
        for text in ("one", "two", "three"):
            await rig.send(text)
        second = (await rig.runs())[1]
        await rig.context.database.run(lambda uow: uow.runs.change(second.id, status=RunStatus.STREAMING))
        await rig.recovery.recover()
        (row,) = [row for row in await rig.sessions() if row.retired_reason is None] or await rig.sessions()
        assert row.anchor == "6"


async def test_what_is_to_be_known_of_the_folder_is_a_notice(tmp_path: Path) -> None:
    async with service_rig(tmp_path) as rig:
        rig.answerers["agent-a"].scripts = [Script(events=(WorkspaceNoted("project_settings_withheld", ("hooks",)),))]
        await rig.send("hello")
        (notice,) = await rig.notices(MessageKind.WORKSPACE)
        assert notice.data == {"code": "project_settings_withheld", "details": ["hooks"], "provider_id": "agent-a"}


async def test_previews_read_a_long_history_once_while_a_person_types(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with service_rig(tmp_path) as rig:
        await rig.send("one")
        calls = fail_at(rig, monkeypatch, lambda _: False)
        reads: list[object] = []
        monkeypatch.setattr(handoff_looks, "gather", lambda *given: reads.append(given) or gather(*given))  # type: ignore[func-returns-value]
        sizes = [(await rig.handoffs.preview(rig.thread_id, rig.options("agent-b"), "x" * length)).due_count for length in range(5)]
        assert sizes == [2] * 5
        assert len(calls) == 5
        assert len(reads) == 1
        await rig.send("two")
        assert (await rig.handoffs.preview(rig.thread_id, rig.options("agent-b"))).due_count == 4
