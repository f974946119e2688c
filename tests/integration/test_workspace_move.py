# SPDX-License-Identifier: MIT
"""A thread that moves, on the wire: real Git, real agents, and what they say where they work (RULES B7, B15, C2)."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
import uuid
from dataclasses import replace
from pathlib import Path

import pytest

from onesist_desktop.core.answerer import Answerer, PermissionMode, RunOptions
from onesist_desktop.core.messages import CommandPart, MessageKind, Role
from onesist_desktop.core.records import SessionState
from onesist_desktop.core.turn_events import OutcomeKind
from onesist_desktop.core.workspaces import WorktreeState
from onesist_desktop.process.leftovers import end_marked_by_app
from onesist_desktop.services.workspace_views import NewBranch, ProjectFolder
from tests.fakes.model_server import FakeModelServer, wire_texts
from tests.integration.agents.claude_rig import claude_rig
from tests.integration.practice_rig import rig_in
from tests.integration.workspace_driver import APP_MARK, POINTS
from tests.support.git_rig import GitRig
from tests.support.workspace_rig import WorkspaceRig, workspace_rig

ROOT = Path(__file__).parents[2]


async def ask(rig: WorkspaceRig, answerer: Answerer, text: str) -> str:
    """Send, and return what its commands printed together with what it said. It has to complete."""
    options = RunOptions(answerer.info.id, mode=PermissionMode.FULL_ACCESS)
    await rig.app.turns.send(rig.thread_id, text, options)
    await rig.app.idle()
    run = (await rig.app.runs())[-1]
    assert run.outcome is OutcomeKind.COMPLETED, (run.reason, run.detail)
    reply = next(m for m in reversed(await rig.app.messages()) if m.role is Role.ASSISTANT)
    return "\n".join([part.output for part in reply.parts if isinstance(part, CommandPart)] + [reply.text])


async def test_the_practice_agent_works_in_the_own_copy_and_knows_what_was_said(tmp_path: Path) -> None:
    agents, app = tmp_path / "agents", tmp_path / "app"
    agents.mkdir()
    app.mkdir()
    async with rig_in(agents) as practice, workspace_rig(app) as rig:
        agent = practice.practice()
        rig.app.context.answerers.replace([agent])
        rig.files.repository()
        assert str(rig.files.project) in (await ask(rig, agent, "run: pwd")).splitlines()
        view = await rig.workspaces.move(rig.thread_id, NewBranch(".", "topic"))
        answer = await ask(rig, agent, "run: pwd; git branch --show-current; touch made-here")
        assert view.path in answer.splitlines()
        assert "topic" in answer.splitlines()
        assert (Path(view.path) / "made-here").exists()
        assert not (rig.files.project / "made-here").exists()
        (handoff,) = [one for one in await rig.app.handed_over() if one.run_id == (asked := (await rig.app.runs())[-1].id)]
        assert handoff.run_id == asked
        assert "run: pwd" in handoff.text
        assert str(rig.files.project) in handoff.text
        old, new = await rig.app.sessions(agent.info.id)
        assert (old.state, new.state, new.cwd) == (SessionState.RETIRED, SessionState.ACTIVE, view.path)
        assert old.native_session_id != new.native_session_id
        await rig.workspaces.move(rig.thread_id, ProjectFolder())
        assert str(rig.files.project) in (await ask(rig, agent, "run: pwd")).splitlines()
        counts = await rig.workspaces.move(rig.thread_id, NewBranch(".", "second"))
        assert counts.changes is not None
        assert counts.changes.count == 0


@pytest.mark.real_agent
async def test_claude_code_is_started_in_the_own_copy_and_told_the_history_once(tmp_path: Path) -> None:
    agents, app = tmp_path / "agents", tmp_path / "app"
    agents.mkdir()
    app.mkdir()
    with FakeModelServer() as server:
        claude = claude_rig(server, agents)
        async with claude.answerer() as agent, workspace_rig(app, new_id=lambda: str(uuid.uuid4())) as rig:
            rig.app.context.answerers.replace([agent])
            rig.files.repository()
            claude.trust(rig.files.project)
            assert str(rig.files.project) in await ask(rig, agent, "Alpha question [[bash:pwd]] [[say:alpha-answer]]")
            view = await rig.workspaces.move(rig.thread_id, NewBranch(".", "topic"))
            before = len(server.model_requests())
            # The run would have failed if the program had reported another folder than this one.
            assert view.path in await ask(rig, agent, "Beta question [[bash:pwd]] [[say:beta-answer]]")
            told = "\n".join(wire_texts(server.model_requests()[before]))
            assert told.count("Alpha question") == 1
            assert "alpha-answer" in told
            assert view.path in told
            runs = await rig.app.runs()
            assert [run.cwd for run in runs] == [str(rig.files.project), view.path]
        assert claude.end_what_is_left() == []


# -- kill -9 while it is made ----------------------------------------------------------------------------------------------------


@pytest.mark.skipif(sys.platform == "win32", reason="no signals there")
@pytest.mark.parametrize("point", POINTS)
async def test_a_crash_while_it_is_made(tmp_path: Path, point: str) -> None:
    files = GitRig(tmp_path)
    files.repository(files={f"file {number}.txt": b"text\n" for number in range(20)})
    files.write("mine.txt", b"not committed")
    if point == "in the checkout":
        killer = f'pid=$(cat "{tmp_path / "pid"}"); kill -9 $pid 2>/dev/null; cat'
        files.write(".gitattributes", b"*.txt filter=killer\n")
        files.commit("with a filter")
        files.run("config", "filter.killer.smudge", killer)
        files.write("mine.txt", b"changed since")
    before = files.state()
    environment = {name: value for name, value in os.environ.items() if not name.startswith("ONESIST_")}
    driver = await asyncio.create_subprocess_exec(
        sys.executable,
        "-m",
        "tests.integration.workspace_driver",
        str(tmp_path),
        point,
        cwd=ROOT,
        env=environment,
        stderr=subprocess.PIPE,
    )
    _, words = await driver.communicate()
    assert driver.returncode == -signal.SIGKILL, words.decode()
    files.run("config", "--unset", "filter.killer.smudge", ok=(0, 5))
    # As a start of the app does: what the crash left behind is ended before anything is looked at.
    await end_marked_by_app(APP_MARK)
    async with workspace_rig(tmp_path) as rig:
        await rig.recovery.recover()
        rows, thread = await rig.rows(), await rig.thread()
        codes = [dict(notice.data)["code"] for notice in await rig.app.notices(MessageKind.WORKSPACE)]
        if point == "moved":
            assert (thread.worktree_id, codes) == (rows[0].id, ["moved"])
        else:
            assert (thread.worktree_id, codes) == (None, [])
        for row in rows:
            assert row.state is WorktreeState.READY
            assert rig.files.run("branch", "--show-current", cwd=row.path) == "topic"
            assert rig.files.run("status", "--porcelain", cwd=row.path) == ""
        if point in ("row stored",):
            assert rows == []
        if point in ("added", "in the transaction", "moved"):
            assert len(rows) == 1
        if not rows:
            assert files.state()[:2] == before[:2]
        assert (files.project / "mine.txt").exists()
        # Whatever was left, the same can be done now.
        view = await rig.workspaces.move(rig.thread_id, NewBranch(".", "topic-2"))
        assert view.exists
        assert replace(view, setup=None).branch == "topic-2"
        await rig.app.send("go on")
        assert (await rig.app.runs())[-1].cwd == view.path
