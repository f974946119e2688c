# SPDX-License-Identifier: MIT
"""A turn that broke off while the app lived: what its agent's session holds of the answer is never told to it again."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from onesist_desktop.core.answerer import ReadBack
from onesist_desktop.core.errors import FailureReason
from onesist_desktop.core.messages import CallState, CommandPart, Message, MessageKind, MessageStatus, Role, TextPart
from onesist_desktop.core.records import SessionState
from onesist_desktop.core.turn_events import STOPPED, Outcome, OutcomeKind, PartEnded, TurnEvent, failed
from onesist_desktop.services.events import MessageAdded
from tests.fakes.scripted_answerer import Script, ScriptedAnswerer
from tests.support.service_rig import Rig, service_rig

CRASHED = failed(FailureReason.CRASHED, "exit 137")


async def answers_of(rig: Rig) -> list[Message]:
    return [message for message in await rig.messages() if message.role is Role.ASSISTANT and message.kind is None][1:]


@asynccontextmanager
async def broken_off(
    folder: Path,
    read: ReadBack | Exception | None,
    seen: str = "half",
    outcome: Outcome = CRASHED,
    events: Sequence[TurnEvent] = (),
) -> AsyncIterator[tuple[Rig, ScriptedAnswerer]]:
    """Ask agent-b behind a turn of agent-a; of its answer the person saw ``seen``, and its session holds ``read``."""
    added: list[MessageAdded] = []
    async with service_rig(folder) as rig:
        await rig.send("one")
        rig.context.bus.subscribe(MessageAdded, added.append)
        agent = rig.answerers["agent-b"]

        async def read_back(*_: object) -> ReadBack | None:
            if isinstance(read, Exception):
                raise read
            return read

        agent.read_back = read_back  # type: ignore[method-assign, assignment]
        agent.scripts = [Script(partial=seen, outcome=outcome, reply_held=False, events=events)]
        await rig.send("two", "agent-b")
        yield rig, agent
        shown = [event.message.id for event in added if event.message.role is Role.ASSISTANT and event.message.kind is None]
        assert shown == [message.id for message in (await answers_of(rig))[: len(shown)]]
        assert len(shown) >= 1


async def test_what_the_session_holds_is_the_agents_own(tmp_path: Path) -> None:
    async with broken_off(tmp_path, ReadBack((TextPart("half and a bit"),), anchor="2")) as (rig, agent):
        (reply,) = await answers_of(rig)
        assert (reply.text, reply.status) == ("half and a bit", MessageStatus.INTERRUPTED)
        (row,) = await rig.sessions("agent-b")
        assert (row.state, row.known_upto_seq, row.anchor) == (SessionState.ACTIVE, reply.seq, "2")
        await rig.send("three", "agent-b")
        assert "half" not in agent.prompts[-1].full_text


async def test_what_was_shown_beyond_it_stays_and_is_owed(tmp_path: Path) -> None:
    async with broken_off(tmp_path, ReadBack((TextPart("A block. "),)), "A block. And half") as (rig, agent):
        reply, rest = await answers_of(rig)
        assert [reply.text, rest.text] == ["A block. ", "And half"]
        assert {reply.status, rest.status} == {MessageStatus.INTERRUPTED}
        await rig.send("three", "agent-b")
        context = agent.prompts[-1].context
        assert "And half" in context
        assert "A block" not in context


async def test_a_call_whose_end_the_session_lacks_is_owed_whole(tmp_path: Path) -> None:
    ended = CommandPart("c", "make", "done", 0, CallState.WORKED)
    read = (CommandPart("c", "make", state=CallState.STOPPED),)
    for said in ((), (TextPart("half"),)):
        folder = tmp_path / str(len(said))
        folder.mkdir()
        async with broken_off(folder, ReadBack((*said, *read)), "half" if said else "", events=[PartEnded("c", ended)]) as (
            rig,
            agent,
        ):
            answers = await answers_of(rig)
            assert [part for message in answers for part in message.parts] == [*said, ended]
            await rig.send("three", "agent-b")
            context = agent.prompts[-1].context
            assert [context.count(words) for words in ("Command: make", "done", "half")] == [1, 1, 0]


async def test_a_program_that_died_behind_its_answer_has_answered(tmp_path: Path) -> None:
    async with broken_off(tmp_path, ReadBack((TextPart("half and the rest"),), is_whole=True, anchor="2")) as (rig, _):
        (reply,) = await answers_of(rig)
        assert (reply.text, reply.status) == ("half and the rest", MessageStatus.SETTLED)
        assert (await rig.runs())[-1].outcome is OutcomeKind.COMPLETED
        assert await rig.notices(MessageKind.ERROR) == []


async def test_whoever_stopped_it_finds_it_stopped(tmp_path: Path) -> None:
    async with broken_off(tmp_path, ReadBack((TextPart("half"),), is_whole=True), outcome=STOPPED) as (rig, _):
        assert (await rig.runs())[-1].outcome is OutcomeKind.STOPPED


async def test_an_answer_that_nobody_saw_is_shown(tmp_path: Path) -> None:
    async with broken_off(tmp_path, ReadBack((TextPart("unseen"),)), "") as (rig, agent):
        (reply,) = await answers_of(rig)
        assert (reply.text, reply.status) == ("unseen", MessageStatus.INTERRUPTED)
        assert (await rig.runs())[-1].reply_message_id == reply.id
        await rig.send("three", "agent-b")
        assert "unseen" not in agent.prompts[-1].full_text


@pytest.mark.parametrize("read", [None, ReadBack(()), OSError("gone")])
async def test_where_nobody_knows_it_is_told_again(tmp_path: Path, read: ReadBack | Exception | None) -> None:
    async with broken_off(tmp_path, read) as (rig, agent):
        (reply,) = await answers_of(rig)
        assert (reply.text, reply.status) == ("half", MessageStatus.INTERRUPTED)
        await rig.send("three", "agent-b")
        assert "half" in agent.prompts[-1].context
