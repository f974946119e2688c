# SPDX-License-Identifier: MIT
"""A fork's first turn, while the parent whose session is forked for it is sent something, or rewound."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from onesist_desktop.core.answerer import Capabilities, ForkAbility
from onesist_desktop.core.records import RunStatus
from onesist_desktop.services.rewinding import RewindService
from tests.fakes.scripted_answerer import Script
from tests.support.fork_rig import AT_END, AT_MESSAGE, Forking, forking


async def opening(f: Forking, text: str) -> asyncio.Event:
    """Fork the parent at a message, send in the fork, and let its agent take long to open the session: until this is set."""
    child, goes_on = await f.fork(text), asyncio.Event()
    agent = f.rig.answerers["agent-a"]
    agent.scripts = [Script(reply="FIRST", hold_opening=goes_on), Script(reply="FIRST")]
    f.rig.thread_id, opened = child, len(agent.specs)
    await f.rig.turns.send(child, "first", f.rig.options("agent-a"))
    while len(agent.specs) == opened:
        await asyncio.sleep(0)
    return goes_on


@pytest.mark.parametrize("works", [True, False])
async def test_what_the_parent_is_sent_meanwhile_is_not_in_the_fork(works: bool, tmp_path: Path) -> None:
    async with forking(tmp_path) as f:
        agent = f.rig.answerers["agent-a"]
        agent.capabilities = AT_END
        await f.talk("agent-a:alpha", "agent-a:beta")
        goes_on = await opening(f, "BETA")
        child, spare = f.rig.thread_id, agent.scripts
        agent.scripts = [Script(reply="GAMMA", hold=asyncio.Event()) if works else Script(reply="GAMMA")]
        agent.accepted.clear()
        f.rig.thread_id = f.parent
        await f.rig.turns.send(f.parent, "gamma", f.rig.options("agent-a"))
        await agent.accepted.wait()
        if not works:
            await f.rig.idle()
        agent.scripts = spare
        goes_on.set()
        f.rig.thread_id = child
        await f.rig.idle()

        assert await f.began(child) == "portable"
        (row,) = [row for row in await f.sessions(child) if row.state.value == "active"]
        held = agent.held[row.native_session_id or ""]
        assert "gamma" not in "\n".join(held)
        assert held[-1] == "FIRST"
        assert all(held[0].count(said) == 1 for said in ("alpha", "ALPHA", "beta", "BETA"))
        await f.rig.turns.stop(f.parent)


@pytest.mark.parametrize(("ability", "began"), [(AT_END, "native"), (AT_MESSAGE, "native")])
async def test_a_parent_that_is_left_alone_is_forked(ability: Capabilities, began: str, tmp_path: Path) -> None:
    async with forking(tmp_path) as f:
        f.rig.answerers["agent-a"].capabilities = ability
        await f.talk("agent-a:one")
        goes_on = await opening(f, "ONE")
        goes_on.set()
        await f.rig.idle()
        assert await f.began(f.rig.thread_id) == began


async def test_a_parent_that_is_cut_back_meanwhile_is_not_forked(tmp_path: Path) -> None:
    async with forking(tmp_path) as f:
        agent = f.rig.answerers["agent-a"]
        agent.capabilities = AT_MESSAGE
        await f.talk("agent-a:alpha", "agent-a:beta")
        goes_on = await opening(f, "BETA")
        child, spare = f.rig.thread_id, agent.scripts
        agent.scripts = []
        await RewindService(f.rig.context, f.rig.turns._live, f.rig.turns).rewind(f.parent, await f.seq("ALPHA"))
        await f.say(f.parent, "gamma")
        agent.scripts = spare
        goes_on.set()
        f.rig.thread_id = child
        await f.rig.idle()
        assert await f.began(child) == "portable"
        assert f.times("alpha", "ALPHA", "beta", "BETA", "gamma", "first") == [1, 1, 1, 1, 0, 1]


async def test_a_fork_at_a_message_need_not_care(tmp_path: Path) -> None:
    async with forking(tmp_path) as f:
        agent = f.rig.answerers["agent-a"]
        assert AT_MESSAGE.fork is ForkAbility.AT_MESSAGE
        agent.capabilities = AT_MESSAGE
        await f.talk("agent-a:one")
        goes_on = await opening(f, "ONE")
        child, agent.scripts = f.rig.thread_id, []
        await f.say(f.parent, "two")
        goes_on.set()
        f.rig.thread_id = child
        await f.rig.idle()
        assert await f.began(child) == "native"
        assert [run.status for run in await f.rig.runs()] == [RunStatus.FINISHED]
        (row,) = await f.sessions(child)
        assert agent.held[row.native_session_id or ""] == ["one", "ONE", "first", "FIRST"]
