# SPDX-License-Identifier: MIT
"""Forks of threads that the real agent programs answer: what goes over the wire, and that the parent's session stays as it is."""

from __future__ import annotations

import uuid
from collections.abc import AsyncIterator, Mapping
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest

from onesist_desktop.core.answerer import Answerer
from onesist_desktop.core.ids import ProviderId, ThreadId
from onesist_desktop.core.messages import Message, MessageKind
from onesist_desktop.core.turn_events import OutcomeKind
from onesist_desktop.services.forking import ForkService
from onesist_desktop.storage.records import SessionRecord
from tests.fakes.model_server import FakeModelServer
from tests.integration.agents.agent_rig import AgentRig, until
from tests.integration.contract.rigs import AGENTS
from tests.support.service_rig import Rig, service_rig

pytestmark = pytest.mark.real_agent

AT_MESSAGE = ("claude-code", "codex", "opencode")
SCRIPTED = "agent-b"
CONTEXT = "## Context from Onesist"


@dataclass
class Desk:
    """The services with real agents beside the scripted ones."""

    rig: Rig
    forks: ForkService
    server: FakeModelServer
    agents: Mapping[str, AgentRig]

    async def say(self, thread_id: ThreadId, text: str, provider: str) -> None:
        """Send in a thread, and wait for a completed answer."""
        self.rig.thread_id = thread_id
        await self.rig.send(text, provider)
        newest = (await self.rig.runs())[-1]
        assert newest.outcome is OutcomeKind.COMPLETED, (newest.reason, newest.detail)

    async def fork(self, thread_id: ThreadId, at: str) -> ThreadId:
        """Fork a thread at the message that says this."""
        self.rig.thread_id = thread_id
        message = next(m for m in await self.rig.messages() if m.text == at)
        return (await self.forks.fork(thread_id, message.seq)).id

    async def began(self, thread_id: ThreadId) -> str:
        """How a fork began, as both the transfer and the line in the transcript tell it."""
        self.rig.thread_id = thread_id
        transfer = await self.rig.context.database.run(lambda uow: uow.handoffs.fork_of(thread_id))
        notices: list[Message] = await self.rig.notices(MessageKind.FORK)
        assert transfer is not None
        assert notices[-1].id == transfer.message_id
        assert notices[-1].data["resolution"] == str(transfer.resolution)
        return str(transfer.resolution)

    async def sessions(self, thread_id: ThreadId, provider: str) -> list[SessionRecord]:
        self.rig.thread_id = thread_id
        return await self.rig.sessions(provider)

    def told(self, word: str) -> str:
        """All prompts of the last request that told the model this word."""
        requests = ["\n".join(request.prompts) for request in self.server.model_requests()]
        return next(text for text in reversed(requests) if word in text)


@asynccontextmanager
async def desk(folder: Path, server: FakeModelServer, *names: str) -> AsyncIterator[Desk]:
    """Set up the services with these real agents."""
    agents = {name: AGENTS[name](server, folder) for name in names}
    first = agents[names[0]]
    data = folder / "app"
    data.mkdir()
    async with AsyncExitStack() as stack:
        rig = await stack.enter_async_context(service_rig(data, new_id=lambda: str(uuid.uuid4()), history=first.tiny_mcp))
        answerers: list[Answerer] = [await stack.enter_async_context(agent.answerer()) for agent in agents.values()]
        for answerer in answerers:
            await answerer.check()
        rig.context.answerers.replace([*answerers, *rig.answerers.values()])
        yield Desk(rig, ForkService(rig.context, rig.turns._live, rig.catalog), server, agents)
        await rig.turns.close(20.0)
    for agent in agents.values():
        assert agent.end_what_is_left() == [], "processes outlived the test"


def counts(text: str, *words: str) -> list[int]:
    return [text.count(word) for word in words]


async def two_turns(desk: Desk, name: str) -> ThreadId:
    parent = desk.rig.thread_id
    await desk.say(parent, "remember ALPHA [[say:noted first]]", name)
    await desk.say(parent, "remember BETA [[say:noted second]]", name)
    return parent


@pytest.mark.parametrize("name", AT_MESSAGE)
async def test_native_forks_at_the_end_and_at_a_message(name: str, tmp_path: Path, model_server: FakeModelServer) -> None:
    async with desk(tmp_path, model_server, name) as d:
        parent = await two_turns(d, name)
        at_end, at_first = await d.fork(parent, "noted second"), await d.fork(parent, "noted first")

        await d.say(at_end, "branch GAMMA [[say:branched]]", name)
        assert counts(d.told("GAMMA"), "ALPHA", "BETA", "GAMMA", CONTEXT) == [1, 1, 1, 0]
        assert await d.began(at_end) == "native"

        await d.say(at_first, "branch DELTA [[say:branched too]]", name)
        assert counts(d.told("DELTA"), "ALPHA", "BETA", "DELTA", CONTEXT) == [1, 0, 1, 0]
        assert await d.began(at_first) == "native"

        # The parent and its forks go on, each with a history of its own.
        await d.say(parent, "parent EPSILON [[say:undisturbed]]", name)
        assert counts(d.told("EPSILON"), "ALPHA", "BETA", "GAMMA", "DELTA", CONTEXT) == [1, 1, 0, 0, 0]
        await d.say(at_end, "branch ZETA [[say:still here]]", name)
        assert counts(d.told("ZETA"), "ALPHA", "BETA", "GAMMA", "DELTA", "EPSILON", CONTEXT) == [1, 1, 1, 0, 0, 0]
        assert len(await d.sessions(parent, name)) == 1

        # A fork of a fork: at what the fork said, and at what it has from the parent.
        deep, high = await d.fork(at_end, "branched"), await d.fork(at_end, "noted first")
        await d.say(deep, "deep ETA [[say:deep]]", name)
        assert counts(d.told("ETA [["), "ALPHA", "BETA [[", "GAMMA", "ZETA", CONTEXT) == [1, 1, 1, 0, 0]
        await d.say(high, "high THETA [[say:high]]", name)
        assert counts(d.told("THETA"), "ALPHA", "BETA", "GAMMA", CONTEXT) == [1, 0, 0, 0]
        assert [await d.began(deep), await d.began(high)] == ["native", "native"]


@pytest.mark.parametrize("name", AT_MESSAGE)
async def test_what_the_forked_session_has_not_seen_goes_over_once(
    name: str, tmp_path: Path, model_server: FakeModelServer
) -> None:
    async with desk(tmp_path, model_server, name) as d:
        parent = d.rig.thread_id
        await d.say(parent, "remember ALPHA [[say:noted first]]", name)
        await d.say(parent, "remember BETA", SCRIPTED)
        await d.say(parent, "remember LATER [[say:noted later]]", name)
        child = await d.fork(parent, "remember BETA")
        await d.say(child, "branch GAMMA [[say:branched]]", name)
        assert counts(d.told("GAMMA"), "ALPHA", "BETA", "LATER", CONTEXT) == [1, 1, 0, 1]
        assert await d.began(child) == "native"
        await d.say(child, "branch DELTA [[say:branched]]", name)
        assert counts(d.told("DELTA"), "ALPHA", "BETA", "LATER", CONTEXT) == [1, 1, 0, 1]


@pytest.mark.parametrize("name", AT_MESSAGE)
async def test_a_fork_that_the_agent_refuses_begins_as_text(name: str, tmp_path: Path, model_server: FakeModelServer) -> None:
    async with desk(tmp_path, model_server, name) as d:
        parent = await two_turns(d, name)
        child = await d.fork(parent, "noted second")
        (source,) = await d.sessions(parent, name)
        dead = d.agents[name].dead_session_id
        await d.rig.context.database.run(lambda uow: uow.sessions.change(source.id, native_session_id=dead))
        await d.say(child, "branch GAMMA [[say:branched]]", name)
        assert counts(d.told("GAMMA"), "ALPHA", "BETA", CONTEXT) == [1, 1, 1]
        assert await d.began(child) == "portable"
        given_up, active = await d.sessions(child, name)
        assert (given_up.retired_reason, given_up.forked_from) == ("never_accepted", dead)
        assert (active.retired_reason, active.forked_from) == (None, None)
        await d.say(child, "branch DELTA [[say:branched]]", name)
        assert counts(d.told("DELTA"), "ALPHA", "BETA", "GAMMA") == [1, 1, 1]


@pytest.mark.parametrize("name", AT_MESSAGE)
async def test_fork_while_the_parent_works(name: str, tmp_path: Path, model_server: FakeModelServer) -> None:
    async with desk(tmp_path, model_server, name) as d:
        parent = await two_turns(d, name)
        await d.rig.turns.send(parent, "now WAIT [[slow:3]]", d.rig.options(name))
        await until(lambda: _streams(d, parent))
        child = await d.fork(parent, "noted second")
        await d.say(child, "branch GAMMA [[say:branched]]", name)
        assert counts(d.told("GAMMA"), "ALPHA", "BETA", "WAIT", CONTEXT) == [1, 1, 0, 0]
        assert await d.began(child) == "native"
        d.rig.thread_id = parent
        model_server.release()
        await d.rig.idle()
        assert (await d.rig.runs())[-1].outcome is OutcomeKind.COMPLETED
        await d.say(parent, "parent EPSILON [[say:undisturbed]]", name)
        assert counts(d.told("EPSILON"), "ALPHA", "BETA", "WAIT", "GAMMA") == [1, 1, 1, 0]


async def _streams(d: Desk, thread_id: ThreadId) -> bool:
    newest = await d.rig.context.database.run(lambda uow: uow.runs.newest(thread_id))
    return newest is not None and newest.reply_message_id is not None


async def test_an_agent_that_forks_only_at_its_end(tmp_path: Path, model_server: FakeModelServer) -> None:
    name = "opencode-acp"
    async with desk(tmp_path, model_server, name) as d:
        parent = await two_turns(d, name)
        at_end, at_first = await d.fork(parent, "noted second"), await d.fork(parent, "noted first")
        await d.say(at_first, "branch DELTA [[say:branched too]]", name)
        assert counts(d.told("DELTA"), "ALPHA", "BETA", CONTEXT) == [1, 0, 1]
        assert await d.began(at_first) == "portable"
        await d.say(at_end, "branch GAMMA [[say:branched]]", name)
        assert counts(d.told("GAMMA"), "ALPHA", "BETA", CONTEXT) == [1, 1, 0]
        assert await d.began(at_end) == "native"
        await d.say(parent, "parent EPSILON [[say:undisturbed]]", name)
        assert counts(d.told("EPSILON"), "ALPHA", "BETA", "GAMMA", "DELTA") == [1, 1, 0, 0]


@pytest.mark.parametrize(("first", "second"), [("claude-code", "codex"), ("codex", "opencode"), ("opencode", "claude-code")])
async def test_a_fork_that_another_agent_answers(first: str, second: str, tmp_path: Path, model_server: FakeModelServer) -> None:
    async with desk(tmp_path, model_server, first, second) as d:
        parent = await two_turns(d, first)
        child = await d.fork(parent, "noted first")
        await d.say(child, "branch GAMMA [[say:branched]]", second)
        assert counts(d.told("GAMMA"), "ALPHA", "BETA", CONTEXT) == [1, 0, 1]
        assert await d.began(child) == "portable"
        # The first agent joins the fork from its own session, and hears what the other one was asked.
        await d.say(child, "branch DELTA [[say:joined]]", first)
        assert counts(d.told("DELTA"), "ALPHA", "BETA", "GAMMA", CONTEXT) == [1, 0, 1, 1]
        (row,) = await d.sessions(child, first)
        assert row.forked_from is not None
        await d.say(parent, "parent EPSILON [[say:undisturbed]]", first)
        assert counts(d.told("EPSILON"), "ALPHA", "BETA", "GAMMA", "DELTA") == [1, 1, 0, 0]
        assert ProviderId(second) not in {run.provider_id for run in await d.rig.runs()}
