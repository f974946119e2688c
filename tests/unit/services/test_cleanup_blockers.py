# SPDX-License-Identifier: MIT
"""What keeps a worktree from being removed is looked for again at that moment, and shown (RULES A7, A8, A17)."""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
import uuid
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path

import psutil
import pytest

from onesist_desktop.core.ids import SessionRowId
from onesist_desktop.core.workspaces import Blocker, BlockerKind, BlockingProcess, WorktreeState
from onesist_desktop.mcp.server import TOKEN_VARIABLE
from onesist_desktop.process import tree
from onesist_desktop.process.child import ChildProcess
from onesist_desktop.services.blockers import HISTORY_VARIABLE
from onesist_desktop.services.projects import ProjectService
from onesist_desktop.services.workspace_views import RemovalKind, RemovalRequest, RemovalResultKind
from onesist_desktop.storage.records import WorktreeRecord
from tests.fakes.scripted_answerer import Script
from tests.support.cleanup_rig import APP_MARK, CleanupRig, cleanup_rig

WAIT = "import sys; print('ready', flush=True); sys.stdin.read()"
# An agent that lives: it starts a program in each folder that it is given, with a token of the history server or without.
LIVING = f"""
import os, subprocess, sys
kept = []
for folder, token in zip(sys.argv[1::2], sys.argv[2::2]):
    environ = {{**os.environ, **({{{HISTORY_VARIABLE!r}: token}} if token else {{}})}}
    command = [sys.executable, "-c", {WAIT!r}]
    pipes = {{"stdin": subprocess.PIPE, "stdout": subprocess.PIPE}}
    kept.append(subprocess.Popen(command, cwd=folder, env=environ, start_new_session=True, **pipes))
    kept[-1].stdout.readline()
    print(kept[-1].pid, flush=True)
print("ready", flush=True)
sys.stdin.read()
"""
# An agent that has ended: what it started works on in the folder, below nobody of ours.
AGENT = f"""
import subprocess, sys
child = subprocess.Popen([sys.executable, "-c", {WAIT!r}], cwd=sys.argv[1], start_new_session=True, stdout=subprocess.PIPE)
child.stdout.readline()
print(child.pid, flush=True)
"""


@contextmanager
def working_in(folder: str, environ: dict[str, str] | None = None) -> Iterator[int]:
    """A process that works in a folder until the block ends."""
    process = subprocess.Popen(
        [sys.executable, "-c", WAIT],
        cwd=folder,
        env={**os.environ, **(environ or {})},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    )
    try:
        assert process.stdout is not None
        process.stdout.readline()
        yield process.pid
    finally:
        process.kill()
        process.communicate()


@asynccontextmanager
async def idle_agent(rig: CleanupRig, record: WorktreeRecord, *below: tuple[str, str]) -> AsyncIterator[tuple[int, list[int]]]:
    """An agent that idles in a worktree, whose session is let go as a real one's. Yields its pid and those of what it started."""
    await rig.rig.send("hello")
    environ = {**os.environ, tree.APP_MARK_VARIABLE: APP_MARK}
    argv = (sys.executable, "-c", LIVING, *(word for pair in below for word in pair))
    child = await ChildProcess.start(argv, cwd=record.path, env=environ, mark=f"agent-{uuid.uuid4()}")
    answerer = rig.rig.answerers["agent-a"]

    async def release(session_key: SessionRowId) -> None:
        answerer.released.append(session_key)
        await child.stop(eof_s=1)

    answerer.release = release  # type: ignore[method-assign]
    try:
        frames = child.frames()
        pids = []
        for _ in below:
            line = await anext(frames)
            assert isinstance(line, bytes)
            pids.append(int(line))
        assert await anext(frames) == b"ready"
        yield child.pid, pids
        await frames.aclose()
    finally:
        await child.stop(eof_s=0.1)


def processes(blockers: tuple[Blocker, ...]) -> dict[int, bool]:
    return {one.pid: one.is_ours for blocker in blockers if blocker.kind is BlockerKind.PROCESSES for one in blocker.processes}


async def blocked(rig: CleanupRig, record, shown: str) -> tuple[Blocker, ...]:
    """Try to remove it; nothing may change."""
    before = rig.disk.state()
    result = await rig.remove_as(record, shown)
    assert result.kind is RemovalResultKind.BLOCKED
    assert rig.disk.state() == before
    assert (await rig.stored(record)).state is WorktreeState.READY
    return result.blockers


async def test_a_run_that_works_or_asks(tmp_path: Path) -> None:
    async with cleanup_rig(tmp_path) as rig:
        record = await rig.add("one", "work")
        shown = (await rig.row(record)).contents.fingerprint
        hold = asyncio.Event()
        await rig.rig.begin("hello", Script(hold=hold))
        row = await rig.row(record)
        assert [blocker.kind for blocker in row.blockers] == [BlockerKind.RUN]
        assert [blocker.kind for blocker in await blocked(rig, record, shown)] == [BlockerKind.RUN]
        hold.set()
        await rig.rig.idle()
        assert (await rig.remove_as(record, shown)).kind is RemovalResultKind.REMOVED


async def test_a_grandchild_of_an_agent_that_works_there(tmp_path: Path) -> None:
    async with cleanup_rig(tmp_path) as rig:
        record = await rig.add("one", "work")
        shown = (await rig.row(record)).contents.fingerprint
        (Path(record.path) / "deep").mkdir()
        reader, writer = os.pipe()
        environ = {**os.environ, tree.APP_MARK_VARIABLE: APP_MARK}
        try:
            told = subprocess.run(
                [sys.executable, "-c", AGENT, f"{record.path}/deep"], env=environ, stdin=reader, stdout=subprocess.PIPE, check=True
            )
            pid = int(told.stdout)
            row = await rig.row(record)
            assert processes(row.blockers) == {pid: True}
            assert processes(await blocked(rig, record, shown)) == {pid: True}
            (process,) = row.blockers[0].processes
            assert await rig.cleanup.end_processes(record.id, [BlockingProcess(pid, process.started_at - 100, "x")]) == []
            assert tree.identify(pid) is not None, "another process that had this number"
            assert await rig.cleanup.end_processes(record.id, [process]) == []
            assert tree.identify(pid) is None
        finally:
            os.close(reader)
            os.close(writer)
        assert (await rig.remove(record)).kind is RemovalResultKind.REMOVED


async def test_somebody_elses_process_through_a_link(tmp_path: Path) -> None:
    async with cleanup_rig(tmp_path) as rig:
        record = await rig.add("one", "work")
        shown = (await rig.row(record)).contents.fingerprint
        link = rig.disk.folder / "shortcut"
        link.symlink_to(record.path)
        reader, writer = os.pipe()
        try:
            told = subprocess.run([sys.executable, "-c", AGENT, str(link)], stdin=reader, stdout=subprocess.PIPE, check=True)
            pid = int(told.stdout)
            assert processes(await blocked(rig, record, shown)) == {pid: False}
            (process,) = (await rig.row(record)).blockers[0].processes
            assert await rig.cleanup.end_processes(record.id, [process]) == []
        finally:
            os.close(reader)
            os.close(writer)


async def test_processes_beside_it_do_not_block(tmp_path: Path) -> None:
    async with cleanup_rig(tmp_path) as rig:
        record = await rig.add("one", "work")
        beside = rig.disk.base / "one more"
        beside.mkdir()
        with working_in(str(beside)) as pid:
            assert (await rig.row(record)).blockers == ()
            wrong = BlockingProcess(pid, psutil.Process(pid).create_time(), "python")
            assert await rig.cleanup.end_processes(record.id, [wrong]) == []
            assert tree.identify(pid) is not None, "only what works in that worktree may be ended"
            assert (await rig.remove(record)).kind is RemovalResultKind.REMOVED


@pytest.mark.parametrize("reason", ["on a stick", ""])
async def test_a_lock_with_its_reason(tmp_path: Path, reason: str) -> None:
    async with cleanup_rig(tmp_path) as rig:
        record = await rig.add("one", "work")
        shown = (await rig.row(record)).contents.fingerprint
        rig.disk.run("worktree", "lock", *(("--reason", reason) if reason else ()), "--", record.path)
        (blocker,) = await blocked(rig, record, shown)
        assert (blocker.kind, blocker.details) == (BlockerKind.LOCKED, (reason,))
        await rig.cleanup.unlock(record.id)
        assert (await rig.remove_as(record, shown)).kind is RemovalResultKind.REMOVED


async def test_a_setup_that_runs(tmp_path: Path) -> None:
    async with cleanup_rig(tmp_path) as rig:
        record = await rig.add("one", "work")
        shown = (await rig.row(record)).contents.fingerprint
        rig.set_up.add(record.id)
        assert [blocker.kind for blocker in await blocked(rig, record, shown)] == [BlockerKind.SETUP]


async def test_another_worktree_inside(tmp_path: Path) -> None:
    async with cleanup_rig(tmp_path) as rig:
        record = await rig.add("one", "work")
        inner = Path(record.path) / "inner"
        rig.disk.run("worktree", "add", "-q", "-b", "inner", "--", str(inner))
        row = await rig.row(record)
        assert BlockerKind.SHARED in [blocker.kind for blocker in row.blockers]
        shown = row.contents.fingerprint if row.contents else ""
        assert BlockerKind.SHARED in [blocker.kind for blocker in await blocked(rig, record, shown)]
        assert (inner / "read me.txt").exists()


async def test_a_project_inside(tmp_path: Path) -> None:
    async with cleanup_rig(tmp_path) as rig:
        record = await rig.add("one", "work")
        inner = Path(record.path) / "notes"
        inner.mkdir()
        await ProjectService(rig.rig.context).open_folder(str(inner))
        row = await rig.row(record)
        assert BlockerKind.SHARED in [blocker.kind for blocker in row.blockers]
        assert (await rig.remove_as(record, "x")).kind is RemovalResultKind.BLOCKED


async def test_a_repository_inside_counts_and_has_to_be_confirmed(tmp_path: Path) -> None:
    async with cleanup_rig(tmp_path) as rig:
        record = await rig.add("one", "work")
        shown = (await rig.row(record)).contents.fingerprint
        inner = Path(record.path) / "inner"
        inner.mkdir()
        rig.disk.run("init", "-q", cwd=inner)
        rig.disk.commit("only here", cwd=inner)
        row = await rig.row(record)
        assert not row.loses_nothing
        assert (await rig.remove_as(record, shown)).kind is not RemovalResultKind.REMOVED
        assert inner.exists()


async def test_an_agent_that_idles_there_is_let_go_first(tmp_path: Path) -> None:
    async with cleanup_rig(tmp_path) as rig:
        record = await rig.add("one", "work")
        await rig.rig.send("hello")
        (session,) = await rig.rig.sessions()
        row = await rig.row(record)
        request = RemovalRequest(RemovalKind.REMOVE, ((record.id, row.contents.fingerprint),))
        await rig.cleanup.remove(request)
        assert session.id in rig.rig.answerers["agent-a"].released


async def test_an_idle_agent_alone_blocks_nothing_and_ends(tmp_path: Path) -> None:
    async with cleanup_rig(tmp_path) as rig:
        record = await rig.add("one", "work")
        async with idle_agent(rig, record) as (pid, _):
            row = await rig.row(record)
            assert row.blockers == ()
            assert row.loses_nothing
            assert (await rig.remove(record)).kind is RemovalResultKind.REMOVED
            assert tree.identify(pid) is None


async def test_our_history_server_below_it_blocks_nothing(tmp_path: Path) -> None:
    async with cleanup_rig(tmp_path) as rig:
        record = await rig.add("one", "work")
        async with idle_agent(rig, record, (record.path, "t0ken")) as (pid, (server,)):
            assert (await rig.row(record)).blockers == ()
            assert (await rig.remove(record)).kind is RemovalResultKind.REMOVED
            assert [tree.identify(one) for one in (pid, server)] == [None, None]


@pytest.mark.parametrize("is_elsewhere", [False, True])
async def test_what_an_idle_agent_started_blocks_and_nobody_ends_it_unseen(tmp_path: Path, is_elsewhere: bool) -> None:
    async with cleanup_rig(tmp_path) as rig:
        record = await rig.add("one", "work")
        shown = (await rig.row(record)).contents.fingerprint
        folder = str(tmp_path) if is_elsewhere else record.path
        async with idle_agent(rig, record, (record.path, "t0ken"), (folder, "")) as (pid, (server, worker)):
            answerer = rig.rig.answerers["agent-a"]
            (blocker,) = await blocked(rig, record, shown)
            (process,) = blocker.processes
            assert (process.pid, process.is_ours) == (worker, True)
            assert process.name.startswith("python")
            assert blocker.details == (process.name,)
            assert (await rig.row(record)).blockers == (blocker,)
            assert answerer.released == []
            assert all(tree.identify(one) is not None for one in (pid, server, worker))
            assert await rig.cleanup.end_processes(record.id, [process]) == []
            assert tree.identify(worker) is None
            assert all(tree.identify(one) is not None for one in (pid, server)), "only what was shown"
            assert (await rig.row(record)).blockers == ()
            assert (await rig.remove_as(record, shown)).kind is RemovalResultKind.REMOVED
            assert tree.identify(pid) is None


async def test_an_agent_that_works_is_shown(tmp_path: Path) -> None:
    async with cleanup_rig(tmp_path) as rig:
        record = await rig.add("one", "work")
        async with idle_agent(rig, record) as (pid, _):
            hold = asyncio.Event()
            await rig.rig.begin("hello", Script(hold=hold))
            assert processes((await rig.row(record)).blockers) == {pid: True}
            hold.set()
            await rig.rig.idle()
            assert (await rig.row(record)).blockers == ()


async def test_one_that_outlives_being_let_go_blocks_and_is_shown_from_then_on(tmp_path: Path) -> None:
    async with cleanup_rig(tmp_path) as rig:
        record = await rig.add("one", "work")
        shown = (await rig.row(record)).contents.fingerprint
        async with idle_agent(rig, record) as (pid, _):

            async def release(session_key: SessionRowId) -> None:
                """Leave it there, as a program does that can't be ended."""

            rig.rig.answerers["agent-a"].release = release  # type: ignore[method-assign]
            assert processes(await blocked(rig, record, shown)) == {pid: True}
            (blocker,) = (await rig.row(record)).blockers
            assert await rig.cleanup.end_processes(record.id, blocker.processes) == []
            assert tree.identify(pid) is None
            assert (await rig.remove_as(record, shown)).kind is RemovalResultKind.REMOVED


def test_the_history_server_is_told_by_its_own_variable() -> None:
    assert HISTORY_VARIABLE == TOKEN_VARIABLE


async def test_one_that_is_blocked_does_not_keep_the_others(tmp_path: Path) -> None:
    async with cleanup_rig(tmp_path) as rig:
        one, two = await rig.add("one", "work"), await rig.add("two", "other")
        rows = await rig.cleanup.measure([one.id, two.id])
        rig.set_up.add(one.id)
        request = RemovalRequest(RemovalKind.REMOVE, tuple((row.id, row.contents.fingerprint) for row in rows))
        kinds = [result.kind for result in await rig.cleanup.remove(request)]
        assert kinds == [RemovalResultKind.BLOCKED, RemovalResultKind.REMOVED]
