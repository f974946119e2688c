# SPDX-License-Identifier: MIT
"""A folder that is watched for a test, with short times, and what was told of it."""

from __future__ import annotations

import asyncio
import subprocess
import threading
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path

from onesist_desktop.watch.changes import FolderChanges
from onesist_desktop.watch.folder_watch import THREAD_NAME, FolderWatch, WatchListener, WatchTimes
from onesist_desktop.watch.makers import tree_of_this_system
from onesist_desktop.watch.tree import TreeMaker, TreeScope

QUICK = WatchTimes(quiet_s=0.05, longest_s=0.4, flood_s=1.0, poll_s=0.1, gone_s=0.03, there_s=0.05)
LIMIT_S = 20.0


@dataclass
class Told:
    """What was told, in order."""

    changes: list[FolderChanges] = field(default_factory=list)
    presence: list[bool] = field(default_factory=list)
    limits: list[str] = field(default_factory=list)
    threads: set[int] = field(default_factory=set)
    _new: asyncio.Event = field(default_factory=asyncio.Event)

    @property
    def listener(self) -> WatchListener:
        return WatchListener(self._take(self.changes.append), self._take(self.presence.append), self._take(self.limits.append))

    @property
    def paths(self) -> set[str]:
        return {path for each in self.changes for path in each.paths}

    @property
    def has_git(self) -> bool:
        return any(each.has_git for each in self.changes)

    @property
    def rescans(self) -> int:
        return sum(each.must_rescan for each in self.changes)

    def forget(self) -> None:
        self.changes.clear()
        self.presence.clear()

    async def until(self, is_so: Callable[[], bool]) -> None:
        async with asyncio.timeout(LIMIT_S):
            while not is_so():
                self._new.clear()
                await self._new.wait()

    def _take(self, keep: Callable[..., None]) -> Callable[..., None]:
        def take(what: object) -> None:
            self.threads.add(threading.get_ident())
            keep(what)
            self._new.set()

        return take


@dataclass
class Watched:
    """One folder that is watched."""

    root: Path
    told: Told
    watch: FolderWatch
    _marks: int = 0

    @property
    def folder_count(self) -> int:
        """How many folders the system watches for it."""
        from onesist_desktop.watch.inotify_tree import InotifyTree

        assert isinstance(self.watch._tree, InotifyTree)
        return self.watch._tree.folder_count

    async def quiet(self) -> list[FolderChanges]:
        """Wait until all that happened so far has been told, and return it: a mark that is made now is told after it."""
        self._marks += 1
        mark = self.root / f"mark {self._marks}"
        mark.write_text("x", encoding="utf-8")
        await self.told.until(lambda: mark.name in self.told.paths or self.told.rescans > 0)
        told = list(self.told.changes)
        self.told.forget()
        return told

    async def quiet_is_silent(self) -> None:
        """Nothing but the mark itself is told."""
        for each in await self.quiet():
            assert not each.has_git
            assert not each.must_rescan
            assert all(path.startswith("mark ") for path in each.paths), each.paths


@asynccontextmanager
async def watched(
    root: Path,
    *,
    times: WatchTimes = QUICK,
    make_tree: TreeMaker = tree_of_this_system,
    queue_limit: int = 1000,
    scope: TreeScope | None = None,
) -> AsyncIterator[Watched]:
    """Watch a folder until the block ends; its thread must have ended then."""
    told = Told()
    scope = scope or TreeScope(str(root), frozenset({"node_modules", "build"}))
    watch = FolderWatch(scope, told.listener, asyncio.get_running_loop(), times=times, queue_limit=queue_limit, make_tree=make_tree)
    try:
        if root.is_dir():
            await told.until(lambda: told.rescans > 0)
        told.forget()
        yield Watched(root, told, watch)
    finally:
        assert await watch.close()
    assert watch_threads() == []
    assert told.threads <= {threading.get_ident()}


def watch_threads() -> list[threading.Thread]:
    """Return the threads of watches that still run; they are daemons, which the guards of the suite don't look at."""
    return [thread for thread in threading.enumerate() if thread.name == THREAD_NAME]


def run_git(folder: Path, *args: str) -> str:
    """Be somebody else who uses Git there."""
    who = ("-c", "user.name=T", "-c", "user.email=t@example.invalid", "-c", "init.defaultBranch=main")
    done = subprocess.run(["git", *who, *args], cwd=folder, capture_output=True, text=True, check=True)
    return done.stdout


def new_repository(folder: Path) -> Path:
    """Make a repository with one commit."""
    folder.mkdir(parents=True, exist_ok=True)
    run_git(folder, "init", "-q")
    (folder / "a.txt").write_text("a", encoding="utf-8")
    run_git(folder, "add", "-A")
    run_git(folder, "commit", "-qm", "first")
    return folder
