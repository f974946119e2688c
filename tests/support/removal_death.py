# SPDX-License-Identifier: MIT
"""An app that is killed in the middle of a removal: ``python -m tests.support.removal_death <folder> <number or word>``.

It makes a worktree with work of every kind in ``<folder>``, measures and removes it, and kills itself before the numbered
call that may write anything, which is also after the one before it; with ``half``, while Git deletes. Without that many calls
it ends well and prints ``done``.
"""

from __future__ import annotations

import asyncio
import itertools
import os
import signal
import sys
from pathlib import Path
from typing import Any

from onesist_desktop.git.runner import Git
from onesist_desktop.services import removing
from onesist_desktop.storage.database import Database
from tests.support.cleanup_rig import CleanupRig, cleanup_rig

SECRET = b"KEY=only here\n"


def die() -> None:
    """End as a power cut would."""
    os.kill(os.getpid(), signal.SIGKILL)


class Steps:
    """Dies at the wanted one."""

    def __init__(self, wanted: int) -> None:
        self._count = itertools.count(1)
        self._wanted = wanted

    def step(self) -> None:
        if next(self._count) == self._wanted:
            die()


def watched(function: Any, steps: Steps) -> Any:
    """Step before each call. What is on the disk after it is there before the next one too."""

    async def call(*args: Any, **more: Any) -> Any:
        steps.step()
        return await function(*args, **more)

    return call


def half_way(folder: str) -> None:
    """Leave what Git leaves when it is killed while it deletes."""
    Path(folder, ".git").unlink()
    Path(folder, "read me.txt").unlink()
    die()


async def prepare(rig: CleanupRig) -> str:
    """Make the worktree, with a head on no branch, a commit that was thrown away, and an ignored file. Returns its folder."""
    record = await rig.add("one")
    await rig.rig.send("hello")
    path = Path(record.path)
    rig.disk.commit("thrown away", cwd=path)
    rig.disk.run("update-ref", "refs/notes/thrown", "HEAD", cwd=path)
    rig.disk.run("reset", "-q", "--hard", "HEAD~1", cwd=path)
    rig.disk.commit("on no branch", cwd=path)
    (path / ".env").write_bytes(SECRET)
    ids = rig.disk.run("rev-parse", "refs/notes/thrown", "HEAD", cwd=path)
    rig.disk.run("update-ref", "-d", "refs/notes/thrown")
    (rig.disk.folder / "commits").write_text(ids)
    return record.path


async def main(folder: Path, word: str) -> None:
    """Be that app."""
    async with cleanup_rig(folder) as rig:
        path = await prepare(rig)
        record = await rig.rig.context.database.run(lambda uow: uow.worktrees.listed()[0])
        row = await rig.row(record)
        assert row.contents is not None
        steps = Steps(int(word) if word.isdecimal() else 0)
        if word == "half":
            write = Git.write

            async def cut(self: Git, cwd: str, *args: str, **more: Any) -> Any:
                if args[:2] == ("worktree", "remove"):
                    half_way(path)
                return await write(self, cwd, *args, **more)

            Git.write = cut  # type: ignore[method-assign, assignment]
        else:
            Git.write = watched(Git.write, steps)  # type: ignore[method-assign]
            Database.run = watched(Database.run, steps)  # type: ignore[method-assign]
            removing.keep_files = watched(removing.keep_files, steps)
        result = await rig.remove_as(record, row.contents.fingerprint)
        sys.stdout.write(f"{'done' if result.kind == 'removed' else result}\n")


if __name__ == "__main__":
    asyncio.run(main(Path(sys.argv[1]), sys.argv[2]))
