# SPDX-License-Identifier: MIT
"""The app is killed at every step of a removal: the next start is consistent, goes on from there, and has lost nothing."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from onesist_desktop.core.ids import WorktreeId
from onesist_desktop.core.workspaces import WorktreeState
from onesist_desktop.services.workspace_views import INTERRUPTED_NOTE, RemovalKind, RemovalRequest, RemovalResultKind
from tests.support.cleanup_rig import cleanup_rig
from tests.support.removal_death import SECRET

ROOT = Path(__file__).parents[3]
MOST = 40
"""More than there are steps; a test says so when that is no longer true."""


def killed(folder: Path, word: str) -> bool:
    """Let an app die in a folder. Returns False when there was no such step."""
    done = subprocess.run(
        [sys.executable, "-m", "tests.support.removal_death", str(folder), word],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode in (0, -signal.SIGKILL), done.stderr
    if done.returncode == 0:
        assert done.stdout == "done\n"
    return done.returncode != 0


async def check_next_start(folder: Path, *, is_half: bool) -> str:
    """Start again, look that nothing is lost, and bring it to its end. Returns how the start found it."""
    async with cleanup_rig(folder) as rig:
        disk = rig.disk
        commits = (disk.folder / "commits").read_text().split()
        await rig.cleanup.recover_removals()
        assert await rig.cleanup.recover_removals() == 0
        record = await rig.rig.context.database.run(lambda uow: uow.worktrees.get(WorktreeId("wt-one")))
        path = Path(record.path)
        disk.run("fsck", "--strict")
        if record.state is WorktreeState.READY:
            found = "half" if is_half else "whole"
            assert path.exists()
            assert (await rig.thread()).worktree_id == record.id
            assert is_half or (path / "read me.txt").exists()
            assert await rig.notices() == []
            row = await rig.row(record)
            assert row.contents is not None, row.note
            assert row.note == (INTERRUPTED_NOTE if record.note else "")
            request = RemovalRequest(RemovalKind.REMOVE, ((record.id, row.contents.fingerprint),))
            (result,) = await rig.cleanup.remove(request)
            assert result.kind is RemovalResultKind.REMOVED, result
        else:
            found = "gone"
            assert record.state is WorktreeState.REMOVED
        assert not path.exists()
        assert str(path) not in disk.run("worktree", "list")
        assert (await rig.thread()).worktree_id is None
        assert [notice.data["code"] for notice in await rig.notices()] == ["own_copy_removed"]
        kept = [file.read_bytes() for file in (disk.project / "kept-files").rglob(".env")]
        assert SECRET in kept
        disk.run("reflog", "expire", "--expire=now", "--all")
        disk.run("gc", "-q", "--prune=now")
        for commit in commits:
            disk.run("cat-file", "-e", commit)
        branches = disk.run("for-each-ref", "--format=%(refname)", "refs/heads/onesist/rescue").split()
        assert len(branches) == 1
        disk.run("fsck", "--strict")
    return found


@pytest.mark.parametrize("first", [1, 2])
async def test_killed_between_all_that_writes(tmp_path: Path, first: int) -> None:
    found = []
    for number in range(first, MOST, 2):
        folder = tmp_path / str(number)
        folder.mkdir()
        if not killed(folder, str(number)):
            break
        found.append(await check_next_start(folder, is_half=False))
    else:
        pytest.fail("there are more steps")
    assert {"whole", "gone"} <= set(found)
    assert len(found) > 4


async def test_killed_while_git_deletes(tmp_path: Path) -> None:
    assert killed(tmp_path, "half")
    assert await check_next_start(tmp_path, is_half=True) == "half"
