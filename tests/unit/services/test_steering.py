# SPDX-License-Identifier: MIT
"""A queued message that is handed to a run while it works: taken, refused, left, stopped, failed, and cut off by a crash."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from onesist_desktop.core.answerer import Arrival, ReadBack
from onesist_desktop.core.errors import BusyError, FailureReason, NotFoundError
from onesist_desktop.core.ids import MessageId, QueuedId
from onesist_desktop.core.messages import CallState, CommandPart, Message, MessageStatus, Role, TextPart
from onesist_desktop.core.records import SessionState
from onesist_desktop.core.turn_events import OutcomeKind, PartEnded, PartStarted, SteerTaken, failed
from onesist_desktop.services.events import MessageAdded, MessageChanged, QueueChanged, RunChanged
from tests.fakes.scripted_answerer import Script
from tests.support.service_rig import Rig, service_rig

KEY = "sk-canary-0123456789abcdef"


async def steer(rig: Rig, text: str) -> QueuedId:
    """Queue a message, hand it to the run and wait until it was taken."""
    queued_id = await rig.put_in_queue(text)
    await rig.turns.steer_queued(queued_id)
    while await rig.queued():
        await asyncio.sleep(0)
    return queued_id


def said(messages: list[Message]) -> list[tuple[Role, str]]:
    return [(m.role, m.text) for m in messages if m.role is not Role.SYSTEM]


async def owed(rig: Rig) -> list[int]:
    """What the agent's session would be told with the next message."""
    (row,) = [row for row in await rig.sessions() if row.state is SessionState.ACTIVE]
    own = await rig.context.database.run(lambda uow: uow.runs.own_message_ids(row.id))
    content = [m for m in await rig.messages() if m.is_content]
    by_ids = [m.seq for m in content if m.seq > row.known_upto_seq and m.id not in own]
    by_seqs = await rig.context.database.run(lambda uow: uow.runs.own_seqs(row, 0))
    assert by_seqs == {m.seq for m in content if m.id in own}
    return by_ids


async def test_a_message_that_was_taken_ends_the_answer_and_another_begins(tmp_path: Path) -> None:
    async with service_rig(tmp_path) as rig:
        agent, hold = rig.answerers["agent-a"], asyncio.Event()
        told: list[object] = []
        for kind in (MessageAdded, MessageChanged, QueueChanged):
            rig.context.bus.subscribe(kind, told.append)
        await rig.begin("one", Script("well then", partial="so far", hold=hold, steers="taken"))
        queued_id = await steer(rig, "and two")
        (run,) = await rig.runs()
        assert run.reply_message_id is None
        hold.set()
        await rig.idle()
        messages = await rig.messages()
        assert said(messages) == [
            (Role.USER, "one"), (Role.ASSISTANT, "so far"), (Role.USER, "and two"), (Role.ASSISTANT, "well then")
        ]  # fmt: skip
        assert [m.status for m in messages] == [MessageStatus.SETTLED] * 4
        assert {m.run_id for m in messages} == {run.id}
        assert messages[2].id == queued_id
        assert [prompt.text for prompt in agent.steered] == ["and two"]
        assert agent.steered[0].message_id == queued_id
        (run,) = await rig.runs()
        assert (run.user_message_id, run.reply_message_id, run.outcome) == (messages[0].id, messages[3].id, OutcomeKind.COMPLETED)
        assert (await rig.sessions())[0].known_upto_seq == messages[3].seq
        assert await owed(rig) == []
        assert [queue.queue.items for queue in told if isinstance(queue, QueueChanged)][-1] == ()
        assert [m.message.text for m in told if isinstance(m, MessageAdded)] == ["one", "so far", "and two", "well then"]
        # The next message goes alone into the same session.
        await rig.send("three")
        assert agent.prompts[-1].full_text == "three"
        assert agent.held[(await rig.sessions())[0].native_session_id or ""] == [
            "one", "so far", "and two", "well then", "three", "fine"
        ]  # fmt: skip
        # Another agent gets all of it, once.
        await rig.send("four", "agent-b")
        assert all(rig.answerers["agent-b"].prompts[0].full_text.count(text) == 1 for text in ("so far", "and two", "well then"))


async def test_what_an_agent_dropped_for_the_message_is_told_to_it_later_and_nothing_else(tmp_path: Path) -> None:
    async with service_rig(tmp_path) as rig:
        agent, hold = rig.answerers["agent-a"], asyncio.Event()
        await rig.begin("number 1", Script("well then", partial="so far", partial_after="well", hold=hold, steers="dropping"))
        await steer(rig, "and two")
        await steer(rig, "and three")
        hold.set()
        await rig.idle()
        messages = await rig.messages()
        texts = ["number 1", "so far", "and two", "well", "and three", "well then"]
        assert [text for _, text in said(messages)] == texts
        assert await owed(rig) == [messages[1].seq, messages[3].seq]
        await rig.send("four")
        held = agent.held[(await rig.sessions())[0].native_session_id or ""]
        assert ["\n".join(held).count(text) for text in ("number 1", "so far", "and two", "and three", "well then", "four")] == [
            1
        ] * 6
        assert await owed(rig) == []
        await rig.send("five")
        assert agent.prompts[-1].full_text == "five"


async def test_whether_a_message_can_be_handed_over_is_told(tmp_path: Path) -> None:
    async with service_rig(tmp_path) as rig:
        told: list[bool] = []
        rig.context.bus.subscribe(RunChanged, lambda event: told.append(event.run.can_steer))
        hold = asyncio.Event()
        await rig.begin("one", Script(partial="so far", hold=hold, steers="ignored"))
        assert told[-1]
        assert (await rig.threads.open_thread(rig.thread_id)).run.can_steer  # type: ignore[union-attr]
        first, second = await rig.put_in_queue("two"), await rig.put_in_queue("three")
        await rig.turns.steer_queued(second)
        assert not told[-1]
        with pytest.raises(BusyError):
            await rig.turns.steer_queued(first)
        for change in (rig.turns.edit_queued(second, "else"), rig.turns.delete_queued(second)):
            with pytest.raises(BusyError):
                await change
        assert [item.id for item in await rig.queued()] == [second, first]
        hold.set()
        await rig.idle()
        # It was not taken: it is asked by itself, and before what was queued earlier.
        assert [prompt.text for prompt in rig.answerers["agent-a"].prompts] == ["one", "three", "two"]
        assert await rig.message_id("three") == second
        assert not told[-1]
        with pytest.raises(NotFoundError):
            await rig.turns.steer_queued(second)


async def test_a_run_that_does_not_take_it_leaves_it_in_the_queue(tmp_path: Path) -> None:
    async with service_rig(tmp_path) as rig:
        hold = asyncio.Event()
        await rig.begin("one", Script(partial="so far", hold=hold))
        queued_id = await rig.put_in_queue("two")
        with pytest.raises(BusyError):
            await rig.turns.steer_queued(queued_id)
        assert [item.steering_run_id for item in await rig.queued()] == [None]
        await rig.turns.edit_queued(queued_id, "two, then")
        hold.set()
        await rig.idle()
        assert [prompt.text for prompt in rig.answerers["agent-a"].prompts] == ["one", "two, then"]


async def test_nothing_is_handed_to_a_run_before_it_took_its_prompt_or_by_who_can_not(tmp_path: Path) -> None:
    async with service_rig(tmp_path) as rig:
        for provider, script in (
            ("agent-a", Script(hold_before_acceptance=asyncio.Event(), steers="taken")),
            ("model-m", Script(partial="so far", hold=asyncio.Event(), steers="taken")),
        ):
            rig.answerers[provider].scripts = [script]
            await rig.turns.send(rig.thread_id, "one", rig.options(provider))
            queued_id = await rig.put_in_queue("two")
            with pytest.raises(BusyError):
                await rig.turns.steer_queued(queued_id)
            await rig.turns.stop(rig.thread_id)
            await rig.idle()
            with pytest.raises(BusyError, match="no run works"):
                await rig.turns.steer_queued(queued_id)
            await rig.turns.delete_queued(queued_id)


async def test_own_keys_are_stored_as_placeholders_and_handed_over_as_they_are(tmp_path: Path) -> None:
    async with service_rig(tmp_path) as rig:
        rig.context.redactor.set_own_keys([KEY])
        hold = asyncio.Event()
        shown: list[str] = []
        rig.context.bus.subscribe(MessageAdded, lambda event: shown.append(event.message.text))
        await rig.begin("one", Script(partial=f"it is {KEY}", hold=hold, steers="taken"))
        await steer(rig, f"use {KEY}")
        hold.set()
        await rig.idle()
        assert rig.answerers["agent-a"].steered[0].text == f"use {KEY}"
        assert shown[2] == f"use {KEY}"
        assert not any(KEY in m.text for m in await rig.messages())


@pytest.mark.parametrize("after", ["", "and more"])
async def test_a_stop_after_it_was_taken_keeps_both_answers(tmp_path: Path, after: str) -> None:
    async with service_rig(tmp_path) as rig:
        await rig.begin("one", Script(partial="so far", partial_after=after, hold=asyncio.Event(), steers="taken"))
        await steer(rig, "and two")
        await rig.turns.stop(rig.thread_id)
        await rig.idle()
        texts = [text for _, text in said(await rig.messages())]
        assert texts == ["one", "so far", "and two", *([after] if after else [])]
        assert await owed(rig) == []
        # What offers "Send again" is what was asked last.
        again = (await rig.threads.open_thread(rig.thread_id)).resendable_id
        assert again == await rig.message_id("and two")
        await rig.send_again("and two")
        prompt = rig.answerers["agent-a"].prompts[-1]
        # The session holds the question: it is never asked a second time.
        assert "and two" not in prompt.full_text
        assert await owed(rig) == []


@pytest.mark.parametrize("partial", ["", "so far"])
async def test_a_failure_after_it_was_taken_neither_loses_nor_repeats_anything(tmp_path: Path, partial: str) -> None:
    async with service_rig(tmp_path) as rig:
        agent, hold = rig.answerers["agent-a"], asyncio.Event()
        await rig.send("zero")
        await rig.begin("number one", Script(partial=partial, outcome=failed(FailureReason.OVERLOADED), hold=hold, steers="taken"))
        await steer(rig, "and two")
        hold.set()
        await rig.idle()
        notice = (await rig.messages())[-1]
        assert notice.data["user_message_id"] == await rig.message_id("and two")
        await rig.send_again("and two")
        (row,) = [row for row in await rig.sessions() if row.state is SessionState.ACTIVE]
        held = "\n".join(agent.held[row.native_session_id or ""])
        # Without any output the session is cut back to before the run, and all of it is told again.
        assert [held.count(text) for text in ("zero", "number one", "and two")] == [1, 1, 1]
        assert await owed(rig) == []


async def test_what_still_ran_is_corrected_in_the_answer_in_which_it_began(tmp_path: Path) -> None:
    async with service_rig(tmp_path) as rig:
        agent = rig.answerers["agent-a"]
        running = PartStarted("c", CommandPart("c", "make"))
        ended = PartEnded("c", CommandPart("c", "make", "done", 0, CallState.WORKED))
        await rig.begin("one", Script("well", events=[running], hold=asyncio.Event()))
        queued_id = await rig.put_in_queue("and two")
        live = rig.turns._live.get(rig.thread_id)
        assert live is not None
        while not live.life._recorder.has_output:
            await asyncio.sleep(0)
        await live.life._take(SteerTaken(MessageId(queued_id)), None)
        stored = (await rig.messages())[1]
        # As a crash at this moment would find it.
        assert stored.parts == (CommandPart("c", "make", state=CallState.STOPPED),)
        changed: list[Message] = []
        rig.context.bus.subscribe(MessageChanged, lambda event: changed.append(event.message))
        await live.life._take(PartEnded("t", TextPart("well")), None)
        await live.life._take(ended, None)
        assert [m.id for m in changed] == [stored.id]
        await rig.turns.stop(rig.thread_id)
        await rig.idle()
        assert [m.parts for m in await rig.messages() if m.role is Role.ASSISTANT] == [(ended.part,), (TextPart("well"),)]
        assert agent.prompts[0].text == "one"


async def test_a_message_that_nobody_handed_over_changes_nothing(tmp_path: Path, expect_warnings: list[logging.LogRecord]) -> None:
    async with service_rig(tmp_path) as rig:
        hold = asyncio.Event()
        await rig.begin("one", Script("so far and more", events=[SteerTaken(MessageId("strange"))], partial="so far", hold=hold))
        hold.set()
        await rig.idle()
        assert said(await rig.messages()) == [(Role.USER, "one"), (Role.ASSISTANT, "so far and more")]
    assert len(expect_warnings) == 1


@asynccontextmanager
async def crashed(folder: Path, *, is_recorded: bool) -> AsyncIterator[tuple[Rig, QueuedId]]:
    """End all tasks while a message is being handed over, or after that was recorded, and open the app again."""
    async with service_rig(folder) as rig:
        script = Script(partial="so far", hold=asyncio.Event(), steers="taken" if is_recorded else "ignored")
        await rig.begin("number one", script)
        if is_recorded:
            queued_id = await steer(rig, "and two")
        else:
            queued_id = await rig.put_in_queue("and two")
            await rig.put_in_queue("three")
            await rig.turns.steer_queued(queued_id)
        live = rig.turns._live.get(rig.thread_id)
        assert live is not None
        await live.life._recorder.write()
        rig.turns._live.remove(rig.thread_id)
        await rig.context.supervisor.close()
    async with service_rig(folder) as rig:
        yield rig, queued_id


async def test_a_crash_after_it_was_recorded_reads_the_second_answer_back(tmp_path: Path) -> None:
    async with crashed(tmp_path, is_recorded=True) as (rig, queued_id):
        agent = rig.answerers["agent-a"]
        agent.read_backs[queued_id] = ReadBack((TextPart("well then"),), is_whole=True, anchor="4")
        await rig.recovery.recover()
        assert [text for _, text in said(await rig.messages())] == ["number one", "so far", "and two", "well then"]
        assert await owed(rig) == []
        await rig.send("three")
        assert agent.prompts[0].full_text == "three"


async def test_a_crash_after_it_was_recorded_without_a_look_gives_the_session_up(tmp_path: Path) -> None:
    async with crashed(tmp_path, is_recorded=True) as (rig, _):
        await rig.recovery.recover()
        assert [row.state for row in await rig.sessions()] == [SessionState.RETIRED]
        again = (await rig.threads.open_thread(rig.thread_id)).resendable_id
        assert again == await rig.message_id("and two")
        await rig.send_again("and two")
        (prompt,) = rig.answerers["agent-a"].prompts
        assert [prompt.full_text.count(text) for text in ("number one", "so far", "and two")] == [1, 1, 1]


@pytest.mark.parametrize("arrival", [Arrival.ARRIVED, Arrival.NOT_ARRIVED, Arrival.UNKNOWN])
async def test_a_crash_while_it_is_handed_over_sends_it_once_and_never_loses_it(tmp_path: Path, arrival: Arrival) -> None:
    async with crashed(tmp_path, is_recorded=False) as (rig, queued_id):
        agent = rig.answerers["agent-a"]
        agent.arrivals[queued_id] = arrival
        one = await rig.message_id("number one")
        agent.read_backs[one] = ReadBack((TextPart("so far"),), anchor="2")
        agent.read_backs[queued_id] = ReadBack((TextPart("well then"),), anchor="4")
        await rig.recovery.recover()
        queue = (await rig.threads.open_thread(rig.thread_id)).queue
        assert queue is not None
        assert queue.is_held
        waiting = [item.text for item in queue.items]
        texts = [text for _, text in said(await rig.messages())]
        states = [row.state for row in await rig.sessions()]
        assert [item.steering_run_id for item in await rig.queued()] == [None] * len(waiting)
        if arrival is Arrival.ARRIVED:
            assert (texts, waiting) == (["number one", "so far", "and two", "well then"], ["three"])
        else:
            assert (texts, waiting) == (["number one", "so far"], ["and two", "three"])
        # A session of which nobody knows whether it holds the message is never used again.
        assert states == [SessionState.RETIRED if arrival is Arrival.UNKNOWN else SessionState.ACTIVE]
        if arrival is not Arrival.ARRIVED:
            await rig.turns.send_queued(queued_id)
            await rig.idle()
            assert agent.prompts[0].message_id == queued_id
            assert agent.prompts[0].text == "and two"
            assert agent.prompts[0].full_text.count("so far") == (arrival is Arrival.UNKNOWN)
        assert await owed(rig) == []
