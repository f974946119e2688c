# SPDX-License-Identifier: MIT
"""What macOS and Windows use, run here with the observer of this system: what it leaves out, and how it ends."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

import pytest

from onesist_desktop.watch.tree import TreeScope
from tests.support.watch_rig import new_repository, run_git, watched

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="renames folders that are watched")


async def test_files_git_and_what_is_left_out(tmp_path: Path) -> None:
    from onesist_desktop.watch.observer_tree import ObserverTree

    root = new_repository(tmp_path / "r")
    for name in ("node_modules", "src", "copies"):
        (root / name).mkdir()
    scope = TreeScope(str(root), frozenset({"node_modules"}), frozenset({str(root / "copies")}))
    async with watched(root, scope=scope, make_tree=ObserverTree) as here:
        (root / "src" / "f").write_text("1")
        await here.told.until(lambda: "src/f" in here.told.paths)
        await here.quiet()
        (root / "node_modules" / "f").write_text("1")
        (root / "copies" / "f").write_text("1")
        (root / ".git" / "objects" / "f").write_text("1")
        await here.quiet_is_silent()
        run_git(root, "switch", "-q", "-c", "feature/one")
        await here.told.until(lambda: here.told.has_git)


async def test_a_worktree_whose_git_directory_is_elsewhere(tmp_path: Path) -> None:
    from onesist_desktop.watch.observer_tree import ObserverTree

    root, copy = new_repository(tmp_path / "r"), tmp_path / "copy"
    run_git(root, "worktree", "add", "-q", "-b", "other", str(copy))
    async with watched(copy, make_tree=ObserverTree) as here:
        run_git(copy, "commit", "--allow-empty", "-qm", "x")
        await here.told.until(lambda: here.told.has_git)


async def test_a_folder_that_is_removed_and_made_again(tmp_path: Path) -> None:
    from onesist_desktop.watch.observer_tree import ObserverTree

    root = tmp_path / "r"
    root.mkdir()
    async with watched(root, make_tree=ObserverTree) as here:
        shutil.rmtree(root)
        await here.told.until(lambda: here.told.presence == [False])
        root.mkdir()
        await here.told.until(lambda: here.told.presence == [False, True] and here.told.rescans > 0)
