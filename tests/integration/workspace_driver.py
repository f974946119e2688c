# SPDX-License-Identifier: MIT
"""Moves a thread into an own copy and kills this process at an exact point. Run as ``python -m … <folder> <point>``."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from pathlib import Path
from typing import Any

from onesist_desktop.git import worktrees as git_worktrees
from onesist_desktop.services import mover
from onesist_desktop.services.workspace_views import NewBranch
from tests.support.workspace_rig import workspace_rig

POINTS = ("row stored", "in the checkout", "added", "in the transaction", "moved")
APP_MARK = "workspace-driver"


def die(*_: Any, **__: Any) -> None:
    """End as a crash does."""
    os.kill(os.getpid(), signal.SIGKILL)


def prepare(point: str) -> None:
    """Put the end where it is wanted. The checkout's is in a filter of the repository, which kills the writer of this file."""
    if point == "row stored":
        git_worktrees.add_worktree = die  # type: ignore[assignment]
    elif point == "added":
        whole = git_worktrees.add_worktree

        async def add_and_die(*args: Any, **values: Any) -> tuple[str, ...]:
            await whole(*args, **values)
            die()
            return ()

        git_worktrees.add_worktree = add_and_die
    elif point == "in the transaction":
        move = mover.record_move

        def move_and_die(*args: Any) -> Any:
            move(*args)
            die()

        mover.record_move = move_and_die
    elif point == "moved":
        mover.tell = die


async def work(folder: Path, point: str) -> None:
    """Do it."""
    async with workspace_rig(folder, app_mark=APP_MARK) as rig:
        await rig.app.send("hello")
        prepare(point)
        (folder / "pid").write_text(str(os.getpid()))
        await rig.workspaces.move(rig.thread_id, NewBranch(".", "topic"))


if __name__ == "__main__":
    asyncio.run(work(Path(sys.argv[1]), sys.argv[2]))
