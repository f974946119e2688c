# SPDX-License-Identifier: MIT
"""Folders that vanish, systems that allow no more, floods, and stopping in the middle of it."""

from __future__ import annotations

import asyncio
import errno
import os
import shutil
import subprocess
import sys
import threading
from dataclasses import replace
from pathlib import Path

import pytest

from onesist_desktop.watch.changes import ChangeCollector
from onesist_desktop.watch.folder_watch import FolderWatch, WatchTimes
from onesist_desktop.watch.tree import FolderTree, TreeScope
from tests.support.watch_rig import QUICK, Told, watch_threads, watched

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="the other systems have no inotify")


async def test_a_folder_that_is_renamed_and_back(tmp_path: Path) -> None:
    root = tmp_path / "r"
    root.mkdir()
    async with watched(root) as here:
        for _ in range(2):
            root.rename(tmp_path / "away")
            await here.told.until(lambda: here.told.presence == [False])
            (tmp_path / "away").rename(root)
            await here.told.until(lambda: here.told.presence == [False, True] and here.told.rescans > 0)
            here.told.forget()
            (root / "f").write_text("1")
            await here.told.until(lambda: "f" in here.told.paths)
            here.told.forget()


async def test_a_folder_whose_parent_is_renamed(tmp_path: Path) -> None:
    root = tmp_path / "above" / "r"
    root.mkdir(parents=True)
    async with watched(root) as here:
        (tmp_path / "above").rename(tmp_path / "away")
        await here.told.until(lambda: here.told.presence == [False])


async def test_a_folder_that_is_removed_and_another_one_in_its_place(tmp_path: Path) -> None:
    root = tmp_path / "r"
    (root / "sub").mkdir(parents=True)
    async with watched(root, times=replace(QUICK, gone_s=30)) as here:
        shutil.rmtree(root)
        await here.told.until(lambda: here.told.presence == [False])
        assert here.told.presence == [False]
    root.mkdir()
    async with watched(root) as here:
        root.rename(tmp_path / "old")
        (root / "sub").mkdir(parents=True)
        here.told.forget()
        await here.told.until(lambda: here.told.rescans > 0)
        (root / "sub" / "f").write_text("1")
        await here.told.until(lambda: "sub/f" in here.told.paths)


async def test_a_folder_that_is_not_there_yet(tmp_path: Path) -> None:
    root = tmp_path / "r"
    async with watched(root) as here:
        await here.told.until(lambda: here.told.presence == [False])
        root.mkdir()
        await here.told.until(lambda: here.told.presence == [False, True] and here.told.rescans > 0)


async def test_too_much_to_name_is_one_rescan(tmp_path: Path) -> None:
    async with watched(tmp_path, queue_limit=20) as here:
        for number in range(200):
            (tmp_path / f"f{number}").write_text("1")
        await here.told.until(lambda: here.told.rescans > 0)
        assert all(not each.paths for each in here.told.changes if each.must_rescan)
        assert len(here.told.changes) == 1


async def test_events_that_the_system_lost_are_one_rescan_and_what_came_meanwhile_is_watched(tmp_path: Path) -> None:
    from onesist_desktop.watch import inotify_calls
    from onesist_desktop.watch.inotify_tree import InotifyTree

    loses = threading.Event()

    class Losing(inotify_calls.InotifyCalls):
        def read(self):  # type: ignore[no-untyped-def]
            records = list(super().read())
            return iter([(-1, inotify_calls.OVERFLOW, 0, b"")] if loses.is_set() and records else records)

    (tmp_path / "goes").mkdir()
    async with watched(tmp_path, make_tree=lambda scope, collector: InotifyTree(scope, collector, Losing)) as here:
        loses.set()
        (tmp_path / "came" / "deep").mkdir(parents=True)
        (tmp_path / "goes").rmdir()
        await here.told.until(lambda: here.told.rescans > 0)
        loses.clear()
        # Once the whole was looked at again.
        for number in range(1000):
            (tmp_path / "came" / "deep" / f"f{number}").write_text("1")
            await asyncio.sleep(0.01)
            if any(path.startswith("came/deep/") for path in here.told.paths):
                break
        assert any(path.startswith("came/deep/") for path in here.told.paths)
        assert here.folder_count == 3


@pytest.mark.parametrize("code", [errno.ENOSPC, errno.EMFILE])
@pytest.mark.parametrize("after", [0, 2])
async def test_no_more_allowed_at_the_start_is_polling_and_told_once(tmp_path: Path, code: int, after: int) -> None:
    for name in ("a", "b", "c"):
        (tmp_path / name).mkdir()
    async with watched(tmp_path, make_tree=_limited(code, after)) as here:
        await here.told.until(lambda: here.told.rescans > 2)
        assert len(here.told.limits) == 1
        assert os.strerror(code) in here.told.limits[0]
        tmp_path.rename(tmp_path.with_name("away"))
        await here.told.until(lambda: False in here.told.presence)
        tmp_path.with_name("away").rename(tmp_path)
        await here.told.until(lambda: here.told.presence[-1])
        assert len(here.told.limits) == 1


async def test_no_more_allowed_later_is_polling(tmp_path: Path) -> None:
    async with watched(tmp_path, make_tree=_limited(errno.ENOSPC, 3)) as here:
        for number in range(6):
            (tmp_path / str(number)).mkdir()
        await here.told.until(lambda: bool(here.told.limits) and here.told.rescans > 1)


async def test_more_folders_than_we_allow_ourselves_is_polling(tmp_path: Path) -> None:
    for number in range(12):
        (tmp_path / str(number)).mkdir()
    async with watched(tmp_path, scope=TreeScope(str(tmp_path), most_folders=10)) as here:
        await here.told.until(lambda: bool(here.told.limits) and here.told.rescans > 1)


async def test_no_more_files_can_be_opened(tmp_path: Path) -> None:
    def fails(scope: TreeScope, collector: ChangeCollector) -> FolderTree:
        raise OSError(errno.EMFILE, "no more")

    async with watched(tmp_path, make_tree=fails) as here:
        await here.told.until(lambda: bool(here.told.limits) and here.told.rescans > 1)


async def test_polling_rests_while_nobody_looks_and_looks_at_once_afterwards(tmp_path: Path) -> None:
    async with watched(tmp_path, make_tree=_limited(errno.ENOSPC, 0)) as here:
        here.watch.set_active(False)
        here.watch._collector.take()
        for _ in range(3):
            # A look that was on its way.
            await asyncio.sleep(QUICK.poll_s)
        here.watch._collector.take()
        await asyncio.sleep(3 * QUICK.poll_s)
        assert here.watch._collector.is_empty
        here.told.forget()
        here.watch.set_active(True)
        await here.told.until(lambda: here.told.rescans > 0)


async def test_what_happens_while_nobody_looks_is_told_once_afterwards(tmp_path: Path) -> None:
    async with watched(tmp_path) as here:
        here.watch.set_active(False)
        (tmp_path / "f").write_text("1")
        async with asyncio.timeout(10):
            while here.watch._collector.is_empty:
                await asyncio.sleep(0.01)
        await asyncio.sleep(0)
        assert here.watch._timer is None
        assert here.told.changes == []
        here.watch.set_active(True)
        await here.told.until(lambda: "f" in here.told.paths)
        assert len(here.told.changes) == 1


async def test_changes_without_end_are_told_all_the_same(tmp_path: Path) -> None:
    async with watched(tmp_path, times=replace(QUICK, quiet_s=5.0, longest_s=0.2)) as here:
        (tmp_path / "f").write_text("1")
        await here.told.until(lambda: "f" in here.told.paths)


async def test_stopping_while_events_pour_in(tmp_path: Path) -> None:
    script = "import os\nwhile True:\n    open('f', 'w').close(); os.mkdir('d'); os.rmdir('d'); os.remove('f')"
    pours = subprocess.Popen([sys.executable, "-c", script], cwd=tmp_path)
    try:
        told = Told()
        watch = FolderWatch(TreeScope(str(tmp_path)), told.listener, asyncio.get_running_loop(), times=QUICK)
        await told.until(lambda: len(told.changes) > 2)
        watch.stop()
        count = len(told.changes)
        assert await watch.close()
        assert watch._timer is None
        # What the thread left on the loop.
        for _ in range(5):
            await asyncio.sleep(0)
        assert len(told.changes) == count
    finally:
        pours.kill()
        pours.wait()
    assert watch_threads() == []


async def test_stopping_in_the_middle_of_the_first_walk_and_at_once(tmp_path: Path) -> None:
    for number in range(300):
        (tmp_path / str(number) / "x").mkdir(parents=True)
    before = len(os.listdir("/proc/self/fd"))  # noqa: PTH208 - counted only
    for _ in range(20):
        told = Told()
        watch = FolderWatch(TreeScope(str(tmp_path)), told.listener, asyncio.get_running_loop(), times=WatchTimes())
        watch.stop()
        assert await watch.close()
        assert told.changes == []
    assert watch_threads() == []
    assert len(os.listdir("/proc/self/fd")) <= before  # noqa: PTH208


async def test_a_loop_that_is_closed_before_is_no_fault(tmp_path: Path) -> None:
    def other_loop() -> FolderWatch:
        async def begin() -> FolderWatch:
            return FolderWatch(TreeScope(str(tmp_path)), Told().listener, asyncio.get_running_loop(), times=QUICK)

        return asyncio.run(begin())

    watch = await asyncio.to_thread(other_loop)
    (tmp_path / "f").write_text("1")
    watch._is_stopped = True
    watch._wake()
    await asyncio.to_thread(watch._thread.join, 5)
    assert watch_threads() == []


def _limited(code: int, after: int):  # type: ignore[no-untyped-def]
    """Watch with a system that allows only so many folders."""
    from onesist_desktop.watch import inotify_calls
    from onesist_desktop.watch.inotify_tree import InotifyTree

    class Limited(inotify_calls.InotifyCalls):
        left = after

        def add(self, path: str) -> int:
            if self.left == 0:
                raise OSError(code, os.strerror(code))
            self.left -= 1
            return super().add(path)

    return lambda scope, collector: InotifyTree(scope, collector, Limited)
