# SPDX-License-Identifier: MIT
"""The service that watches, on real folders and a real database: what it lets read again, and what it tells."""

from __future__ import annotations

import asyncio
import errno
import os
import shutil
import sys
import tempfile
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from onesist_desktop.core.ids import ProjectId
from onesist_desktop.core.workspaces import WorkspaceKind
from onesist_desktop.services.events import NoticeLevel, NoticeRaised, ProjectFolderChanged
from onesist_desktop.services.watching import Watching
from onesist_desktop.services.workspace_views import WorkspaceView
from onesist_desktop.watch.changes import ChangeCollector
from onesist_desktop.watch.folder_watch import FolderWatch, WatchListener, WatchTimes
from onesist_desktop.watch.makers import tree_of_this_system
from onesist_desktop.watch.tree import FolderTree, TreeMaker, TreeScope
from tests.support.service_rig import Rig, service_rig
from tests.support.stall_meter import StallMeter
from tests.support.watch_rig import QUICK, new_repository, run_git, watch_threads

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="the other systems have no inotify")


@dataclass
class Desk:
    """The service with a window that counts how often it had to read."""

    rig: Rig
    project: Path
    base: Path
    reads: int = 0
    holds: asyncio.Event | None = None
    events: list[object] = field(default_factory=list)
    watching: Watching = field(init=False)
    _new: asyncio.Event = field(default_factory=asyncio.Event)

    async def refresh_shown(self) -> None:
        self.reads += 1
        self._new.set()
        if self.holds is not None:
            await self.holds.wait()

    def take(self, event: object) -> None:
        self.events.append(event)
        self._new.set()

    async def until_reads(self, count: int) -> None:
        async with asyncio.timeout(20):
            while self.reads < count:
                self._new.clear()
                await self._new.wait()

    async def until_event(self, event: object) -> None:
        async with asyncio.timeout(20):
            while event not in self.events:
                self._new.clear()
                await self._new.wait()

    def view(self, path: Path, kind: WorkspaceKind = WorkspaceKind.PROJECT) -> WorkspaceView:
        return WorkspaceView(kind, str(path), self.rig.project_id)

    async def show(self, view: WorkspaceView | None) -> None:
        """Show it, and wait until it is watched."""
        before = self.reads
        self.watching.show(view)
        if view is not None:
            await self.until_reads(before + 1)
        await self.idle()

    async def idle(self) -> None:
        async with asyncio.timeout(20):
            while self.watching._is_following or self.watching._is_reading:
                await asyncio.sleep(0.01)


@asynccontextmanager
async def _desk(folder: Path, make_tree: TreeMaker = tree_of_this_system, times: WatchTimes = QUICK) -> AsyncIterator[Desk]:
    def make_watch(scope: TreeScope, listener: WatchListener, loop: asyncio.AbstractEventLoop) -> FolderWatch:
        return FolderWatch(scope, listener, loop, times=times, make_tree=make_tree)

    async with service_rig(folder) as rig:
        record = await rig.context.database.run(lambda uow: uow.projects.get(rig.project_id))
        assert record is not None
        desk = Desk(rig, Path(record.root_path), folder / "copies")
        desk.watching = Watching(rig.context, desk, desk.base, make_watch)
        for kind in (ProjectFolderChanged, NoticeRaised):
            rig.context.bus.subscribe(kind, desk.take)
        try:
            yield desk
        finally:
            await desk.watching.close()
        assert rig.errors == []
        assert watch_threads() == []


async def test_changes_by_others_are_read_once_each(tmp_path: Path) -> None:
    async with _desk(tmp_path) as desk:
        new_repository(desk.project)
        await desk.show(desk.view(desk.project))
        assert desk.watching.roots == (str(desk.project),)
        for act in (
            lambda: (desk.project / "b.txt").write_text("b"),
            lambda: run_git(desk.project, "add", "-A"),
            lambda: run_git(desk.project, "commit", "-qm", "by others"),
            lambda: run_git(desk.project, "switch", "-qc", "other"),
        ):
            before = desk.reads
            act()
            await desk.until_reads(before + 1)
            await desk.idle()


async def test_changes_while_it_is_read_are_exactly_one_more_reading(tmp_path: Path) -> None:
    async with _desk(tmp_path) as desk:
        await desk.show(desk.view(desk.project))
        desk.holds = asyncio.Event()
        before = desk.reads
        (desk.project / "a").write_text("1")
        await desk.until_reads(before + 1)
        for number in range(5):
            desk.watching._read_again()
            (desk.project / f"b{number}").write_text("1")
        assert desk.reads == before + 1
        collector = desk.watching._workspace
        assert collector is not None
        async with asyncio.timeout(20):
            while not collector._collector.is_empty or collector._timer is not None:
                await asyncio.sleep(0.01)
        desk.holds.set()
        await desk.until_reads(before + 2)
        await desk.idle()
        assert desk.reads == before + 2


async def test_an_own_copy_and_its_project_are_two_roots_and_no_more(tmp_path: Path) -> None:
    async with _desk(tmp_path) as desk:
        new_repository(desk.project)
        copies = [desk.base / name for name in ("one", "two")]
        for copy in copies:
            run_git(desk.project, "worktree", "add", "-q", "-b", copy.name, str(copy))
        for copy in copies:
            await desk.show(desk.view(copy, WorkspaceKind.WORKTREE))
            assert set(desk.watching.roots) == {str(copy), str(desk.project)}
            assert len(watch_threads()) == 2
        # The other one isn't shown.
        before = desk.reads
        (copies[0] / "f").write_text("1")
        (copies[1] / "f").write_text("1")
        await desk.until_reads(before + 1)
        await desk.show(desk.view(desk.project))
        assert desk.watching.roots == (str(desk.project),)
        await desk.show(None)
        async with asyncio.timeout(20):
            while watch_threads():
                await asyncio.sleep(0.01)


async def test_a_repository_of_the_project_is_watched_alone(tmp_path: Path) -> None:
    async with _desk(tmp_path) as desk:
        inner = new_repository(desk.project / "input" / "code" / "app")
        await desk.show(desk.view(inner, WorkspaceKind.REPOSITORY))
        assert set(desk.watching.roots) == {str(inner), str(desk.project)}
        (desk.project / "f").write_text("not in it")
        before = desk.reads
        run_git(inner, "switch", "-qc", "other")
        await desk.until_reads(before + 1)


async def test_the_folder_of_an_own_copy_is_removed_and_made_again(tmp_path: Path) -> None:
    async with _desk(tmp_path) as desk:
        new_repository(desk.project)
        copy = desk.base / "one"
        run_git(desk.project, "worktree", "add", "-q", "-b", "one", str(copy))
        await desk.show(desk.view(copy, WorkspaceKind.WORKTREE))
        before = desk.reads
        shutil.rmtree(copy)
        await desk.until_reads(before + 1)
        await desk.idle()
        before = desk.reads
        run_git(desk.project, "worktree", "prune")
        run_git(desk.project, "worktree", "add", "-q", str(copy), "one")
        await desk.until_reads(before + 1)
        assert [event for event in desk.events if isinstance(event, ProjectFolderChanged)] == []


@pytest.mark.parametrize("with_copy", [False, True])
async def test_the_project_folder_vanishes_and_is_there_again(tmp_path: Path, with_copy: bool) -> None:
    async with _desk(tmp_path) as desk:
        copy = desk.base / "one"
        copy.mkdir(parents=True)
        await desk.show(desk.view(copy, WorkspaceKind.WORKTREE) if with_copy else desk.view(desk.project))
        for _ in range(2):
            desk.events.clear()
            before = desk.reads
            desk.project.rename(tmp_path / "away")
            await desk.until_event(ProjectFolderChanged(desk.rig.project_id, exists=False))
            await desk.until_reads(before + 1)
            await desk.idle()
            before = desk.reads
            (tmp_path / "away").rename(desk.project)
            await desk.until_event(ProjectFolderChanged(desk.rig.project_id, exists=True))
            await desk.until_reads(before + 1)
            assert len(desk.events) == 2


async def test_a_project_folder_that_came_back_while_something_else_was_shown(tmp_path: Path) -> None:
    async with _desk(tmp_path) as desk:
        copy = desk.base / "one"
        copy.mkdir(parents=True)
        await desk.show(desk.view(desk.project))
        desk.project.rename(tmp_path / "away")
        await desk.until_event(ProjectFolderChanged(desk.rig.project_id, exists=False))
        await desk.show(None)
        (tmp_path / "away").rename(desk.project)
        await desk.show(desk.view(copy, WorkspaceKind.WORKTREE))
        await desk.until_event(ProjectFolderChanged(desk.rig.project_id, exists=True))


async def test_while_the_window_is_not_seen_nothing_is_read(tmp_path: Path) -> None:
    async with _desk(tmp_path) as desk:
        await desk.show(desk.view(desk.project))
        desk.watching.set_active(False)
        before = desk.reads
        (desk.project / "f").write_text("1")
        watch = desk.watching._workspace
        assert watch is not None
        async with asyncio.timeout(20):
            while watch._collector.is_empty:
                await asyncio.sleep(0.01)
        desk.watching._read_again()
        assert not desk.watching._is_reading
        assert watch._timer is None
        assert desk.reads == before
        desk.watching.set_active(True)
        await desk.until_reads(before + 1)


async def test_a_limit_is_told_once_however_many_folders_meet_it(tmp_path: Path) -> None:
    def fails(scope: TreeScope, collector: ChangeCollector) -> FolderTree:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    async with _desk(tmp_path, fails) as desk:
        copy = desk.base / "one"
        copy.mkdir(parents=True)
        await desk.show(desk.view(desk.project))
        await desk.show(desk.view(copy, WorkspaceKind.WORKTREE))
        await desk.until_reads(desk.reads + 3)
        notices = [event for event in desk.events if isinstance(event, NoticeRaised)]
        assert [(notice.level, notice.code) for notice in notices] == [(NoticeLevel.INFO, "watch_polling")]


async def test_quick_changes_of_what_is_shown_end_with_the_last(tmp_path: Path) -> None:
    async with _desk(tmp_path) as desk:
        for number in range(10):
            folder = tmp_path / f"w{number}"
            folder.mkdir()
            desk.watching.show(desk.view(folder, WorkspaceKind.WORKTREE))
            await asyncio.sleep(0)
        await desk.until_reads(1)
        await desk.idle()
        assert desk.watching.roots == (str(tmp_path / "w9"), str(desk.project))


async def test_a_project_that_nobody_knows_is_no_fault(tmp_path: Path) -> None:
    async with _desk(tmp_path) as desk:
        await desk.show(WorkspaceView(WorkspaceKind.PROJECT, str(tmp_path), ProjectId("gone")))
        assert desk.watching.roots == (str(tmp_path),)


async def test_closing_ends_it_all(tmp_path: Path) -> None:
    async with _desk(tmp_path) as desk:
        desk.watching.show(desk.view(desk.project))
        await desk.watching.close()
        desk.watching.show(desk.view(desk.project))
        await desk.idle()
        assert desk.watching.roots == ()
        assert desk.reads == 0


async def test_a_burst_in_the_project_is_one_reading_and_no_stall(qapp: object) -> None:
    """On Qt's loop, the real times, and another process; P18 of ``make bench`` is the whole of it."""
    with tempfile.TemporaryDirectory(dir="/dev/shm" if Path("/dev/shm").is_dir() else None) as name:
        folder = Path(name).resolve()
        async with _desk(folder, times=WatchTimes()) as desk:
            await desk.show(desk.view(desk.project))
            before = desk.reads
            script = "import os\nfor n in range(5000): open(f'f{n}', 'w').close()\nfor n in range(5000): os.remove(f'f{n}')"
            with StallMeter() as meter:
                maker = await asyncio.create_subprocess_exec(sys.executable, "-c", script, cwd=desk.project)
                assert await maker.wait() == 0
                await desk.until_reads(before + 1)
                watch = desk.watching._workspace
                assert watch is not None
                async with asyncio.timeout(20):
                    while not watch._collector.is_empty:
                        await asyncio.sleep(0.01)
                await desk.idle()
            assert desk.reads == before + 1
            assert meter.over(0.1) == {}
