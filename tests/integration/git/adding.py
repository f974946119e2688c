# SPDX-License-Identifier: MIT
"""What the tests of worktrees share: a worktree to make, and how it is made or refused."""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path

import pytest

from onesist_desktop.core.errors import WorkspaceError
from onesist_desktop.git.worktrees import (
    Addition,
    add_worktree,
)
from tests.support.git_rig import GitRig

POSIX = pytest.mark.skipif(sys.platform == "win32", reason="scripts and names of POSIX")
WAIT_S = 30.0


class Steps:
    """Records progress, and can set an event at the first step."""

    def __init__(self) -> None:
        self.told: list[tuple[str, int, int]] = []

    def __call__(self, step: str, done: int, total: int) -> None:
        self.told.append((step, done, total))


def addition(rig: GitRig, name: str = "copy", branch: str = "onesist/new", *, is_new: bool = True, base: str = "") -> Addition:
    return Addition(str(rig.base / name), branch, base or rig.run("rev-parse", "HEAD"), is_new)


async def add(rig: GitRig, wanted: Addition, steps: Steps | None = None) -> tuple[str, ...]:
    return await add_worktree(rig.git, await rig.open(), wanted, on_step=steps or Steps())


async def refused(rig: GitRig, wanted: Addition) -> WorkspaceError:
    """Add a worktree that can't be, and make sure that nothing changed."""
    before, was_there = rig.state(), rig.base.exists()
    with pytest.raises(WorkspaceError) as caught:
        await add(rig, wanted)
    assert rig.state() == before
    assert rig.base.exists() == was_there
    return caught.value


def hook(rig: GitRig, name: str, script: str) -> None:
    rig.write(f".git/hooks/{name}", b"#!/bin/sh\n" + script.encode()).chmod(0o755)


async def until_there(path: Path) -> None:
    async with asyncio.timeout(WAIT_S):
        while not path.exists():
            await asyncio.sleep(0.01)
