# SPDX-License-Identifier: MIT
"""A real folder on a real disk, changed by others."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from onesist_desktop.watch.tree import TreeScope
from tests.support.watch_rig import new_repository, run_git, watched

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="the other systems have no inotify")


async def test_files_that_are_made_changed_renamed_and_removed(tmp_path: Path) -> None:
    (tmp_path / "sub").mkdir()
    file = tmp_path / "sub" / "a b é.txt"
    async with watched(tmp_path) as here:
        for act, name in (
            (lambda: file.write_text("1"), file.name),
            (lambda: file.write_text("2"), file.name),
            (lambda: file.chmod(0o700), file.name),
            (lambda: file.rename(file.with_name("b")), "b"),
            (lambda: file.with_name("b").unlink(), "b"),
        ):
            here.told.forget()
            act()
            await here.told.until(lambda name=name: f"sub/{name}" in here.told.paths)
        assert here.told.rescans == 0


async def test_names_that_are_no_valid_text(tmp_path: Path) -> None:
    async with watched(tmp_path) as here:
        Path(os.fsdecode(os.fsencode(tmp_path) + b"/\xff\n->")).write_text("1")
        await here.told.until(lambda: os.fsdecode(b"\xff\n->") in here.told.paths)


async def test_a_folder_that_comes_with_all_that_is_in_it(tmp_path: Path) -> None:
    async with watched(tmp_path) as here:
        deep = tmp_path / "one" / "two" / "three"
        deep.mkdir(parents=True)
        (deep / "f").write_text("1")
        await here.told.until(lambda: "one" in here.told.paths)
        await here.quiet()
        (deep / "g").write_text("1")
        await here.told.until(lambda: "one/two/three/g" in here.told.paths)


async def test_a_folder_that_is_moved_in_about_and_out(tmp_path: Path) -> None:
    root = tmp_path / "root"
    (tmp_path / "came" / "below").mkdir(parents=True)
    root.mkdir()
    async with watched(root) as here:
        (tmp_path / "came").rename(root / "came")
        await here.quiet()
        (root / "came" / "below" / "f").write_text("1")
        await here.told.until(lambda: "came/below/f" in here.told.paths)
        (root / "came").rename(root / "went")
        await here.quiet()
        (root / "went" / "below" / "g").write_text("1")
        await here.told.until(lambda: "went/below/g" in here.told.paths)
        (root / "went").rename(tmp_path / "out")
        await here.quiet()
        (tmp_path / "out" / "below" / "h").write_text("1")
        await here.quiet_is_silent()
        assert here.folder_count == 1


async def test_what_is_left_out_is_silent_and_costs_nothing(tmp_path: Path) -> None:
    for name in ("node_modules", "build", "worktrees", ".git"):
        for number in range(50):
            (tmp_path / name / str(number)).mkdir(parents=True)
    (tmp_path / "src" / "node_modules" / "x").mkdir(parents=True)
    scope = TreeScope(str(tmp_path), frozenset({"node_modules", "build"}), frozenset({str(tmp_path / "worktrees")}))
    async with watched(tmp_path, scope=scope) as here:
        # The folder itself, src, and the Git directory.
        assert here.folder_count == 3
        for name in ("node_modules", "build", "worktrees", ".git", "src/node_modules"):
            (tmp_path / name / "new").mkdir()
            (tmp_path / name / "file").write_text("1")
        await here.quiet_is_silent()
        # One that comes later, by its making or by a move, is left out as well.
        (tmp_path / "src" / "build" / "x").mkdir(parents=True)
        (tmp_path / "src" / "came").mkdir()
        await here.quiet()
        (tmp_path / "src" / "came").rename(tmp_path / "src" / "x")
        (tmp_path / "src" / "x").rename(tmp_path / "node_modules" / "x")
        await here.quiet()
        assert here.folder_count == 3


async def test_links_are_not_followed_and_unreadable_folders_are_passed_over(tmp_path: Path) -> None:
    outside, root = tmp_path / "outside", tmp_path / "root"
    (outside / "deep").mkdir(parents=True)
    root.mkdir()
    (root / "link").symlink_to(outside)
    (root / "loop").symlink_to(root)
    closed = root / "closed"
    closed.mkdir()
    (closed / "below").mkdir()
    closed.chmod(0)
    try:
        async with watched(root) as here:
            (root / "later").symlink_to(outside)
            await here.quiet()
            (outside / "deep" / "f").write_text("1")
            await here.quiet_is_silent()
            assert here.folder_count <= (4 if os.geteuid() == 0 else 2)
    finally:
        closed.chmod(0o700)


async def test_a_bare_repository_in_the_tree_is_gits_own_business(tmp_path: Path) -> None:
    run_git(tmp_path, "init", "-q", "--bare", "store.git")
    async with watched(tmp_path) as here:
        assert here.folder_count == 2


async def test_reading_is_no_change(tmp_path: Path) -> None:
    root = new_repository(tmp_path / "r")
    async with watched(root) as here:
        (root / "a.txt").read_text()
        assert list(root.iterdir())
        run_git(root, "--no-optional-locks", "status", "--porcelain=v2")
        await here.quiet_is_silent()


async def test_an_empty_folder_is_watched_no_deeper_when_only_the_folder_matters(tmp_path: Path) -> None:
    (tmp_path / "sub").mkdir()
    async with watched(tmp_path, scope=TreeScope(str(tmp_path), is_deep=False)) as here:
        assert here.folder_count == 1
        (tmp_path / "sub" / "f").write_text("1")
        await here.quiet_is_silent()
