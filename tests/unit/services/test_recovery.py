# SPDX-License-Identifier: MIT
"""What the next start makes of a run that a crash cut off at each of its steps. The crash: the app's tasks just end."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from onesist_desktop.core.answerer import Arrival, ReadBack
from onesist_desktop.core.messages import CallState, CommandPart, MessageKind, MessageStatus, Role, TextPart
from onesist_desktop.core.records import HandoffDelivery, RetireReason, RunStatus, SessionState
from onesist_desktop.core.turn_events import Delivery, OutcomeKind, PartEnded, PartStarted
from onesist_desktop.services.turns import CONTINUE
from onesist_desktop.storage.unit_of_work import UnitOfWork
from tests.fakes.scripted_answerer import Script
from tests.support.service_rig import Rig, service_rig


@asynccontextmanager
async def crashed(folder: Path, script: Script, wanted: RunStatus) -> AsyncIterator[Rig]:
    """Send *two* to agent-b behind a first turn of agent-a, end all tasks once the run is ``wanted``, and open the app again."""
    async with service_rig(folder) as rig:
        await rig.send("one")
        rig.answerers["agent-b"].scripts = [script]
        await rig.turns.send(rig.thread_id, "two", rig.options("agent-b"))
        while (await rig.runs())[-1].status is not wanted:
            await asyncio.sleep(0)
        if script.partial or script.events:
            while (await rig.runs())[-1].reply_message_id is None:
                await asyncio.sleep(0)
            live = rig.turns._live.get(rig.thread_id)
            assert live is not None
            await live.life._recorder.write()
        rig.turns._live.remove(rig.thread_id)
        await rig.context.supervisor.close()
    async with service_rig(folder) as rig:
        yield rig


async def test_before_the_send_the_message_is_there_and_nothing_counts_as_seen(tmp_path: Path) -> None:
    hold = asyncio.Event()
    async with crashed(tmp_path, Script(hold_before_acceptance=hold), RunStatus.SENDING) as rig:
        agent = rig.answerers["agent-b"]
        await rig.context.database.run(lambda uow: uow.runs.change(uow.runs.unfinished()[0].id, status=RunStatus.PREPARING))
        assert await rig.recovery.recover() == 1
        assert agent.prompts == []
        assert await rig.receipts() == []
        (row,) = await rig.sessions("agent-b")
        assert (row.state, row.retired_reason) == (SessionState.RETIRED, RetireReason.NEVER_ACCEPTED)
        snapshot = await rig.threads.open_thread(rig.thread_id)
        assert snapshot.resendable_id == await rig.message_id("two")
        await rig.send_again("two")
        assert "one" in agent.prompts[0].context


async def test_a_prompt_that_did_not_arrive_is_refused(tmp_path: Path) -> None:
    async with crashed(tmp_path, Script(hold_before_acceptance=asyncio.Event()), RunStatus.SENDING) as rig:
        rig.answerers["agent-b"].arrivals[await rig.message_id("two")] = Arrival.NOT_ARRIVED
        await rig.recovery.recover()
        assert (await rig.handed_over())[0].delivery is HandoffDelivery.REFUSED
        assert await rig.receipts() == []


async def test_a_prompt_that_nobody_can_tell_of_is_uncertain(tmp_path: Path) -> None:
    async with crashed(tmp_path, Script(hold_before_acceptance=asyncio.Event()), RunStatus.SENDING) as rig:
        await rig.recovery.recover()
        assert (await rig.handed_over())[0].delivery is HandoffDelivery.UNCERTAIN
        (row,) = await rig.sessions("agent-b")
        assert row.retired_reason is RetireReason.UNCERTAIN
        assert await rig.receipts() == []


async def test_a_prompt_that_arrived_unseen_gets_its_receipt_and_its_answer(tmp_path: Path) -> None:
    async with crashed(tmp_path, Script(hold_before_acceptance=asyncio.Event()), RunStatus.SENDING) as rig:
        agent = rig.answerers["agent-b"]
        two = await rig.message_id("two")
        agent.arrivals[two] = Arrival.ARRIVED
        agent.read_backs[two] = ReadBack((TextPart("the whole answer"),), is_whole=True, anchor="2")
        await rig.recovery.recover()
        assert [r["receipt"] for r in await rig.receipts()] == ["joined"]
        run = (await rig.runs())[-1]
        assert (run.outcome, run.reply_held) == (OutcomeKind.COMPLETED, True)
        assert [m.text for m in await rig.messages() if m.role is Role.ASSISTANT] == ["fine", "the whole answer"]
        assert await rig.notices(MessageKind.ERROR) == []
        await rig.send("three", "agent-b")
        assert agent.prompts[0].full_text == "three"


async def test_a_cut_stream_is_read_back_and_not_echoed(tmp_path: Path) -> None:
    script = Script(partial="half", hold=asyncio.Event())
    async with crashed(tmp_path, script, RunStatus.STREAMING) as rig:
        agent = rig.answerers["agent-b"]
        two = await rig.message_id("two")
        agent.read_backs[two] = ReadBack((TextPart("half and a bit"),), anchor="2")
        await rig.recovery.recover()
        reply = [m for m in await rig.messages() if m.role is Role.ASSISTANT][-1]
        assert (reply.text, reply.status) == ("half and a bit", MessageStatus.INTERRUPTED)
        (row,) = await rig.sessions("agent-b")
        assert (row.state, row.known_upto_seq) == (SessionState.ACTIVE, reply.seq)
        await rig.send("three", "agent-b")
        assert agent.prompts[0].full_text == "three"


async def test_a_cut_stream_that_can_not_be_read_back_retires_the_session(tmp_path: Path) -> None:
    events = (
        PartStarted("c", CommandPart("c", "make")),
        PartEnded("d", CommandPart("d", "ls", "x", 0, CallState.WORKED)),
    )
    async with crashed(tmp_path, Script(events=events, hold=asyncio.Event()), RunStatus.STREAMING) as rig:
        await rig.recovery.recover()
        reply = [m for m in await rig.messages() if m.role is Role.ASSISTANT][-1]
        assert [part.state for part in reply.parts if isinstance(part, CommandPart)] == [CallState.STOPPED, CallState.WORKED]
        assert (await rig.sessions("agent-b"))[0].retired_reason is RetireReason.INTERRUPTED
        await rig.send("three", "agent-b")
        told = rig.answerers["agent-b"].prompts[0].context
        assert all(words in told for words in ("one", "two", "Command: make", "(interrupted)"))


async def test_an_accepted_prompt_without_an_answer_says_continue(tmp_path: Path) -> None:
    async with crashed(tmp_path, Script(hold=asyncio.Event()), RunStatus.STREAMING) as rig:
        agent = rig.answerers["agent-b"]
        agent.read_backs[await rig.message_id("two")] = ReadBack(())
        await rig.recovery.recover()
        assert [r["receipt"] for r in await rig.receipts()] == ["joined"]
        await rig.send_again("two")
        assert agent.prompts[0].full_text == CONTINUE["en"]


async def test_queues_are_held_after_a_restart_and_nothing_is_sent(tmp_path: Path) -> None:
    async with service_rig(tmp_path) as rig:
        rig.answerers["agent-a"].scripts = [Script(hold=asyncio.Event())]
        await rig.turns.send(rig.thread_id, "one", rig.options("agent-a"))
        await rig.answerers["agent-a"].accepted.wait()
        await rig.turns.send(rig.thread_id, "two", rig.options("agent-a"))
        rig.turns._live.remove(rig.thread_id)
        await rig.context.supervisor.close()
    async with service_rig(tmp_path) as rig:
        await rig.recovery.recover()
        queue = (await rig.threads.open_thread(rig.thread_id)).queue
        assert queue is not None
        assert (queue.is_held, [item.text for item in queue.items]) == (True, ["two"])
        assert rig.answerers["agent-a"].prompts == []
        assert await rig.recovery.recover() == 0


async def test_words_that_the_session_does_not_hold_stay_and_are_told_to_it(tmp_path: Path) -> None:
    ended = PartEnded("c", CommandPart("c", "ls", "x", 0, CallState.WORKED))
    script = Script(events=(ended, PartStarted("w", TextPart("it says"))), hold=asyncio.Event())
    async with crashed(tmp_path, script, RunStatus.STREAMING) as rig:
        agent = rig.answerers["agent-b"]
        agent.read_backs[await rig.message_id("two")] = ReadBack((ended.part,), anchor="2")
        await rig.recovery.recover()
        held, rest = [m for m in await rig.messages() if m.role is Role.ASSISTANT][-2:]
        assert (held.parts, rest.parts) == ((ended.part,), (TextPart("it says"),))
        assert {held.status, rest.status} == {MessageStatus.INTERRUPTED}
        await rig.send("three", "agent-b")
        assert "it says" in agent.prompts[0].context
        assert "Command: ls" not in agent.prompts[0].context


async def test_words_are_told_to_a_session_that_holds_the_prompt_alone(tmp_path: Path) -> None:
    script = Script(partial="half", hold=asyncio.Event())
    async with crashed(tmp_path, script, RunStatus.STREAMING) as rig:
        agent = rig.answerers["agent-b"]
        agent.read_backs[await rig.message_id("two")] = ReadBack(())
        await rig.recovery.recover()
        await rig.send("three", "agent-b")
        assert "half" in agent.prompts[0].context
        assert "#2" not in agent.prompts[0].context


async def test_a_fault_of_an_adapter_does_not_end_the_start(
    tmp_path: Path, expect_warnings: list[logging.LogRecord], monkeypatch: pytest.MonkeyPatch
) -> None:
    async with crashed(tmp_path, Script(hold_before_acceptance=asyncio.Event()), RunStatus.SENDING) as rig:

        async def verify(*_: object) -> Arrival:
            raise RecursionError

        monkeypatch.setattr(rig.answerers["agent-b"], "verify", verify)
        assert await rig.recovery.recover() == 1
        assert (await rig.runs())[-1].delivery is Delivery.UNCERTAIN
        assert len(expect_warnings) == 1


async def test_a_provider_that_starts_afresh_gets_the_receipt_that_says_so(tmp_path: Path) -> None:
    async with service_rig(tmp_path) as rig:
        rig.answerers["agent-b"].scripts = [Script(session_alive=False)]
        await rig.send("zero", "agent-b")
        await rig.context.database.run(
            lambda uow: uow.sessions.retire(uow.sessions.of_thread(rig.thread_id)[0].id, RetireReason.SESSION_LOST, 1.0)
        )
    async with crashed(tmp_path, Script(hold_before_acceptance=asyncio.Event()), RunStatus.SENDING) as rig:
        rig.answerers["agent-b"].arrivals[await rig.message_id("two")] = Arrival.ARRIVED
        await rig.recovery.recover()
        assert (await rig.receipts())[-1]["receipt"] == "afresh"


async def test_a_history_that_did_not_fit_is_said_to_be_missing(tmp_path: Path) -> None:
    async with crashed(tmp_path, Script(hold_before_acceptance=asyncio.Event()), RunStatus.SENDING) as rig:

        def fitted_nothing(uow: UnitOfWork) -> None:
            run = uow.runs.unfinished()[0]
            uow.runs.change(run.id, handoff_id=None, delivered_any=False)

        await rig.context.database.run(fitted_nothing)
        rig.answerers["agent-b"].arrivals[await rig.message_id("two")] = Arrival.ARRIVED
        await rig.recovery.recover()
        receipt = (await rig.receipts())[-1]
        assert (receipt["receipt"], receipt["included"], receipt["omitted"]) == ("nothing_fitted", 0, 2)
        assert (await rig.sessions("agent-b"))[0].known_upto_seq == 0
