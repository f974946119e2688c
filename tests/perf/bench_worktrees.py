# SPDX-License-Identifier: MIT
"""Measuring 50 worktrees for the clean-up list: row P16 of the targets, the part that reads Git and the disk.

The worktrees are real, of one repository with 1,000 files, each with a commit, changed, new and ignored files of its own. At most
four are measured at once, and never two commands at once on one index.
"""

from __future__ import annotations

import asyncio
import os
import tempfile
import time
from pathlib import Path
from statistics import median

from onesist_desktop.git.contents import contents
from onesist_desktop.git.repositories import Repository
from onesist_desktop.git.sizes import folder_size
from tests.perf.rows import Row
from tests.support.git_rig import GitRig

WORKTREES = 50
FILES = 1_000
AT_ONCE = 4
ROUNDS = 3
FIRST_S = 0.3
ALL_S = 3.0


def run(session_path: str | None = None) -> list[Row]:
    """Measure them all several times."""
    del session_path
    with tempfile.TemporaryDirectory(prefix="onesist-bench-") as folder:
        return asyncio.run(_measure(GitRig(Path(folder))))


async def _measure(rig: GitRig) -> list[Row]:
    paths = _make(rig)
    repository = await rig.open()
    await rig.git.version()
    rounds = [await _round(rig, repository, paths) for _ in range(ROUNDS)]
    first, whole = median(took[0] for took in rounds), median(took[-1] for took in rounds)
    note = f"{WORKTREES} worktrees of {FILES:,} files, {AT_ONCE} at once, median of {ROUNDS}; without window and database"
    return [
        _row("P16 clean-up list, first worktree measured", first, FIRST_S, note),
        _row("P16 clean-up list, all worktrees measured", whole, ALL_S, note),
    ]


async def _round(rig: GitRig, repository: Repository, paths: list[str]) -> list[float]:
    """Return after how many seconds each was done, in order."""
    waiting = iter(paths)
    done: list[float] = []
    began = time.perf_counter()

    async def work() -> None:
        for path in waiting:
            found = await contents(rig.git, repository, path, clock=time.time)
            size = await folder_size(path)
            assert (found.changes.count, found.ignored.count, found.commits.count) == (2, 1, 1)
            assert size > FILES
            done.append(time.perf_counter() - began)

    async with asyncio.TaskGroup() as group:
        for _ in range(AT_ONCE):
            group.create_task(work())
    return done


def _make(rig: GitRig) -> list[str]:
    files = {f"src/part {number % 40}/file {number}.txt": f"{number}\n".encode() * 20 for number in range(FILES)}
    rig.repository(files={**files, ".gitignore": b".env\n"}, commits=3)
    paths = []
    for number in range(WORKTREES):
        folder = rig.worktree(f"copy {number}", f"onesist/work-{number}")
        rig.write("own.txt", into=folder)
        rig.commit(f"work {number}", cwd=folder)
        rig.write("src/part 1/file 1.txt", b"changed", into=folder)
        rig.write("new.txt", into=folder)
        rig.write(".env", into=folder)
        paths.append(os.fspath(folder))
    return paths


def _row(name: str, seconds: float, limit: float, note: str) -> Row:
    return Row(name, f"{seconds * 1000:.0f} ms", f"<= {limit * 1000:.0f} ms", seconds <= limit, note)
