# SPDX-License-Identifier: MIT
"""Rewinds of threads that the real agent programs answer: what went over the wire after them."""

from __future__ import annotations

import uuid
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest

from onesist_desktop.core.ids import ProviderId
from onesist_desktop.core.records import RetireReason
from onesist_desktop.core.turn_events import OutcomeKind
from onesist_desktop.services.rewinding import RewindService
from tests.fakes.model_server import FakeModelServer
from tests.integration.contract.rigs import AGENTS
from tests.support.service_rig import Rig, service_rig

pytestmark = pytest.mark.real_agent

PROGRAMS = ("claude-code", "codex", "opencode")
OTHER = "agent-b"
CONTEXT = "## Context from Onesist"


@dataclass
class Desk:
    """The services with a real agent beside the scripted ones."""

    rig: Rig
    rewinds: RewindService
    server: FakeModelServer

    async def say(self, text: str, provider: str) -> None:
        await self.rig.send(text, provider)
        newest = (await self.rig.runs())[-1]
        assert newest.outcome is OutcomeKind.COMPLETED, (newest.reason, newest.detail)

    async def rewind(self, to: str) -> None:
        seq = next(m.seq for m in await self.rig.messages() if m.text == to)
        await self.rewinds.rewind(self.rig.thread_id, seq)

    def told(self, word: str) -> list[int]:
        """How often the last request that told the model this word told it each of the others."""
        requests = ["\n".join(request.prompts) for request in self.server.model_requests()]
        text = next(text for text in reversed(requests) if word in text)
        return [text.count(each) for each in ("ALPHA", "BETA", "GAMMA", "DELTA", CONTEXT)]

    async def reasons(self, provider: str) -> list[RetireReason | None]:
        return [row.retired_reason for row in await self.rig.sessions(provider)]


@asynccontextmanager
async def desk(name: str, folder: Path, server: FakeModelServer) -> AsyncIterator[Desk]:
    """Set up the services with a real agent."""
    agent = AGENTS[name](server, folder)
    data = folder / "app"
    data.mkdir()
    async with AsyncExitStack() as stack:
        rig = await stack.enter_async_context(service_rig(data, new_id=lambda: str(uuid.uuid4()), history=agent.tiny_mcp))
        answerer = await stack.enter_async_context(agent.answerer())
        await answerer.check()
        rig.context.answerers.replace([answerer, *rig.answerers.values()])
        yield Desk(rig, RewindService(rig.context, rig.turns._live, rig.turns), server)
        await rig.turns.close(20.0)
    assert agent.end_what_is_left() == [], "processes outlived the test"


@pytest.mark.parametrize("name", PROGRAMS)
async def test_a_session_is_cut_back_to_what_stays(name: str, tmp_path: Path, model_server: FakeModelServer) -> None:
    async with desk(name, tmp_path, model_server) as d:
        await d.say("remember ALPHA [[say:noted first]]", name)
        await d.say("remember BETA [[say:noted second]]", name)
        await d.rewind("noted first")
        await d.say("remember GAMMA [[say:noted third]]", name)
        assert d.told("GAMMA") == [1, 0, 1, 0, 0]
        assert await d.reasons(name) == [None]

        # Again, and to the question alone: it is told with the next message, its answer isn't.
        await d.rewind("remember GAMMA [[say:noted third]]")
        await d.say("remember DELTA [[say:noted fourth]]", name)
        assert d.told("DELTA") == [1, 0, 1, 1, 1]
        assert await d.reasons(name) == [None]


@pytest.mark.parametrize("name", PROGRAMS)
async def test_an_agent_that_joined_later_begins_afresh(name: str, tmp_path: Path, model_server: FakeModelServer) -> None:
    async with desk(name, tmp_path, model_server) as d:
        await d.say("ALPHA", OTHER)
        await d.say("remember BETA [[say:noted second]]", name)
        await d.rewind("fine")
        await d.say("remember GAMMA [[say:noted third]]", name)
        assert d.told("GAMMA") == [1, 0, 1, 0, 1]
        assert await d.reasons(name) == [RetireReason.REWOUND, None]


@pytest.mark.parametrize("name", PROGRAMS)
async def test_an_undone_rewind_leaves_the_session_as_it_was(name: str, tmp_path: Path, model_server: FakeModelServer) -> None:
    async with desk(name, tmp_path, model_server) as d:
        await d.say("remember ALPHA [[say:noted first]]", name)
        await d.say("remember BETA [[say:noted second]]", name)
        await d.rewind("noted first")
        await d.rewinds.undo(d.rig.thread_id)
        await d.say("remember GAMMA [[say:noted third]]", name)
        assert d.told("GAMMA") == [1, 1, 1, 0, 0]
        assert await d.reasons(name) == [None]


@pytest.mark.parametrize("name", PROGRAMS)
async def test_a_clean_start_is_told_the_history(name: str, tmp_path: Path, model_server: FakeModelServer) -> None:
    async with desk(name, tmp_path, model_server) as d:
        await d.say("remember ALPHA [[say:noted first]]", name)
        await d.rewinds.start_clean(d.rig.thread_id, ProviderId(name))
        await d.say("remember BETA [[say:noted second]]", name)
        assert d.told("BETA") == [1, 1, 0, 0, 1]
        assert await d.reasons(name) == [RetireReason.START_CLEAN, None]
