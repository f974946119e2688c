# SPDX-License-Identifier: MIT
"""A burst of 100,000 file events in the open project: row P18 of the targets.

Another process makes 50,000 files in 100 new folders and removes them again, in memory where the system has a disk for that: as
quick as can be, and a burst that a slow disk draws out is none. Here is the loop of the window with the real
services: the project is watched, and read again with Git when something changed. A stall is how long the loop did not come
round, by the clock of the wall, on a machine that has the other process to run as well.
"""

from __future__ import annotations

import asyncio
import gc
import os
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, cast

import psutil
from PySide6.QtWidgets import QApplication

from onesist_desktop.git.runner import Git
from onesist_desktop.services.watching import Watching
from onesist_desktop.services.workspaces import WorkspaceService
from onesist_desktop.ui.async_bridge import collected_on_this_thread, make_loop
from tests.perf.rows import Row
from tests.support.git_rig import MaskedShell
from tests.support.service_rig import service_rig
from tests.support.stall_meter import StallMeter
from tests.support.watch_rig import new_repository

FILES, FOLDERS = 50_000, 100
MEMORY_MB, STALL_MS = 50.0, 100.0
TICK_S = 0.005
MEMORY_DISK = "/dev/shm"
BURST = f"""
import os
for folder in range({FOLDERS}):
    os.mkdir(f"new{{folder}}")
    for file in range({FILES // FOLDERS}):
        with open(f"new{{folder}}/f{{file}}", "w") as opened:
            opened.write("x")
for folder in range({FOLDERS}):
    for file in range({FILES // FOLDERS}):
        os.remove(f"new{{folder}}/f{{file}}")
    os.rmdir(f"new{{folder}}")
"""


def run(session_path: str | None = None) -> list[Row]:
    """Measure one burst on the window's loop."""
    del session_path
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    app = QApplication.instance() or QApplication(sys.argv[:1])
    assert isinstance(app, QApplication)

    def loop() -> asyncio.AbstractEventLoop:
        return make_loop(app, ThreadPoolExecutor(2))

    with collected_on_this_thread(), asyncio.Runner(loop_factory=loop) as runner:
        return runner.run(_measure())


@dataclass(slots=True)
class Counting:
    """Reads the shown workspace again, and counts how often."""

    service: WorkspaceService
    reads: int = 0

    async def refresh_shown(self) -> None:
        self.reads += 1
        await self.service.refresh_shown()


@dataclass(slots=True)
class Memory:
    """What the process takes at most, looked at from a thread."""

    before: int = 0
    most: int = 0
    _is_over: threading.Event = field(default_factory=threading.Event)

    @contextmanager
    def watched(self) -> Iterator[None]:
        me = psutil.Process()
        gc.collect()
        self.before = self.most = me.memory_info().rss

        def look() -> None:
            while not self._is_over.wait(0.02):
                self.most = max(self.most, me.memory_info().rss)

        thread = threading.Thread(target=look)
        thread.start()
        try:
            yield
        finally:
            self._is_over.set()
            thread.join()

    @property
    def more_mb(self) -> float:
        return (self.most - self.before) / 1e6


async def _measure() -> list[Row]:
    with tempfile.TemporaryDirectory(prefix="onesist-bench-", dir=MEMORY_DISK if Path(MEMORY_DISK).is_dir() else None) as name:
        folder = Path(name).resolve()
        home = folder / "home"
        home.mkdir()
        async with service_rig(folder) as rig:
            record = await rig.context.database.run(lambda uow: uow.projects.get(rig.project_id))
            assert record is not None
            project = new_repository(Path(record.root_path))
            shell = MaskedShell({"PATH": os.environ["PATH"], "HOME": str(home)})
            git = Git(shell, folder / "no-hooks")
            service = WorkspaceService(
                rig.context, git, folder / "copies", rig.turns, rig.turns._live, cast(Any, None), cast(Any, None)
            )
            counting = Counting(service)
            watching = Watching(rig.context, counting, folder / "copies")
            service.shown_changed = watching.show
            try:
                await service.of_thread(rig.thread_id)
                await _until(lambda: counting.reads > 0)
                await _quiet(watching)
                return await _burst(project, counting, watching)
            finally:
                await watching.close()


async def _burst(project: Path, counting: Counting, watching: Watching) -> list[Row]:
    counting.reads = 0
    memory, gaps = Memory(), Gaps()
    with memory.watched(), StallMeter() as meter:
        ticking = asyncio.get_running_loop().create_task(gaps.tick())
        started = time.monotonic()
        maker = subprocess.Popen([sys.executable, "-c", BURST], cwd=project)
        while maker.poll() is None:
            await asyncio.sleep(0.05)
        took = time.monotonic() - started
        await _until(lambda: counting.reads > 0)
        await _quiet(watching)
        ticking.cancel()
        longest = meter.longest_s
    stall = max(gaps.longest_s - TICK_S, longest) * 1000
    what = f"{FILES:,} files made and {FILES:,} removed by another process in {took:.1f} s"
    return [
        Row(
            "P18 burst of 100,000 file events, more memory",
            f"{memory.more_mb:.1f} MB",
            f"<= {MEMORY_MB:g} MB",
            memory.more_mb <= MEMORY_MB,
            what,
        ),
        Row(
            "P18 the same, longest stall of the loop",
            f"{stall:.0f} ms",
            f"<= {STALL_MS:g} ms",
            stall <= STALL_MS,
            f"by the wall's clock; {longest * 1000:.0f} ms of the processor",
        ),
        Row("P18 the same, readings of the workspace", str(counting.reads), "1", counting.reads == 1, "each is a run of Git"),
    ]


@dataclass(slots=True)
class Gaps:
    """How long the loop did not come round at most."""

    longest_s: float = 0.0

    async def tick(self) -> None:
        last = time.monotonic()
        while True:
            await asyncio.sleep(TICK_S)
            now = time.monotonic()
            self.longest_s, last = max(self.longest_s, now - last), now


async def _quiet(watching: Watching) -> None:
    """Wait until all that happened was told and read."""
    quiet = 0
    while quiet < 20:
        await asyncio.sleep(0.05)
        watch = watching._workspace
        rests = watch is not None and watch._collector.is_empty and not watching._is_reading and not watching._is_following
        quiet = quiet + 1 if rests else 0


async def _until(is_so: Any) -> None:
    async with asyncio.timeout(60):
        while not is_so():
            await asyncio.sleep(0.02)


if __name__ == "__main__":
    for each in run():
        sys.stdout.write(f"{each}\n")
