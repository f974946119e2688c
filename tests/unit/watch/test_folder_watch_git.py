# SPDX-License-Identifier: MIT
"""What others do with Git in a watched folder: it is told though the Git directory itself is left out."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from onesist_desktop.watch.git_places import git_places
from tests.support.watch_rig import Watched, new_repository, run_git, watched

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="the other systems have no inotify")


async def _tells_git(here: Watched, act: Callable[[], object]) -> None:
    here.told.forget()
    act()
    await here.told.until(lambda: here.told.has_git)
    await here.quiet()


async def test_switch_commit_staging_stash_and_merge_by_others(tmp_path: Path) -> None:
    root = new_repository(tmp_path / "r")
    async with watched(root) as here:
        await _tells_git(here, lambda: run_git(root, "branch", "feature/deep/one"))
        await _tells_git(here, lambda: run_git(root, "switch", "-q", "feature/deep/one"))
        await _tells_git(here, lambda: run_git(root, "commit", "--allow-empty", "-qm", "nothing else changes"))
        (root / "b.txt").write_text("b")
        await here.quiet()
        await _tells_git(here, lambda: run_git(root, "add", "b.txt"))
        await _tells_git(here, lambda: run_git(root, "stash"))
        await _tells_git(here, lambda: run_git(root, "checkout", "-q", "--detach"))
        await _tells_git(here, lambda: run_git(root, "branch", "-D", "feature/deep/one"))
        await _tells_git(here, lambda: run_git(root, "pack-refs", "--all"))


async def test_a_worktree_whose_git_directory_is_elsewhere(tmp_path: Path) -> None:
    root = new_repository(tmp_path / "r")
    copy = tmp_path / "copy"
    run_git(root, "worktree", "add", "-q", "-b", "other", str(copy))
    async with watched(copy) as here:
        await _tells_git(here, lambda: run_git(copy, "commit", "--allow-empty", "-qm", "in the copy"))
        await _tells_git(here, lambda: run_git(copy, "switch", "-q", "-c", "third"))
        # In the main checkout: a branch that the copy's counts may be compared with.
        await _tells_git(here, lambda: run_git(root, "commit", "--allow-empty", "-qm", "in the main checkout"))
        await _tells_git(here, lambda: run_git(root, "worktree", "lock", str(copy)))


async def test_a_bare_layout_in_the_folder(tmp_path: Path) -> None:
    source = new_repository(tmp_path / "source")
    root = tmp_path / "layout"
    root.mkdir()
    run_git(root, "clone", "-q", "--bare", str(source), ".bare")
    (root / ".git").write_text("gitdir: ./.bare\n")
    assert git_places(str(root)) is not None
    async with watched(root) as here:
        await _tells_git(here, lambda: run_git(root, "branch", "one"))
        (root / ".bare" / "objects" / "new").write_text("1")
        await here.quiet_is_silent()


async def test_a_folder_that_becomes_a_repository_and_stops_being_one(tmp_path: Path) -> None:
    root = tmp_path / "r"
    root.mkdir()
    async with watched(root) as here:
        await _tells_git(here, lambda: new_repository(root))
        await _tells_git(here, lambda: run_git(root, "switch", "-q", "-c", "x"))
        await _tells_git(here, lambda: (root / ".git").rename(tmp_path / "away"))
        await _tells_git(here, lambda: (root / ".git").write_text(f"gitdir: {tmp_path / 'away'}\n"))
        await _tells_git(here, lambda: run_git(root, "switch", "-q", "-c", "y"))


def test_what_points_nowhere_is_no_git_directory(tmp_path: Path) -> None:
    import os

    assert git_places(str(tmp_path)) is None
    entry = tmp_path / ".git"
    entry.write_text("something else")
    assert git_places(str(tmp_path)) is None
    entry.write_bytes(b"gitdir: \0")
    assert git_places(str(tmp_path)) is None
    entry.unlink()
    # Opening it would wait for ever.
    os.mkfifo(entry)
    assert git_places(str(tmp_path)) is None
