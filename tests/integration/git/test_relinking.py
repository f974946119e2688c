# SPDX-License-Identifier: MIT
"""What Git forgot half-way becomes a worktree again, wherever that is cut off, and nothing else is touched (RULES A13)."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest

from onesist_desktop.core.errors import WorkspaceError
from onesist_desktop.git.relinking import relink
from onesist_desktop.git.removal import Guard, mend_link, remove_worktree
from tests.support.git_rig import GitRig


class CutError(Exception):
    """Stands for a crash."""


@pytest.fixture
def rig(tmp_path: Path) -> GitRig:
    rig = GitRig(tmp_path)
    rig.repository()
    return rig


def forgotten(rig: GitRig) -> tuple[Path, str, Guard]:
    """A worktree of which Git removed a part and all that it knew."""
    path = rig.worktree("one", "work")
    commit = rig.commit("work", cwd=path)
    rig.write("left.txt", b"left\n", into=path)
    shutil.rmtree(rig.run("rev-parse", "--absolute-git-dir", cwd=path))
    return path, commit, Guard(str(rig.base), (str(path),))


async def check(rig: GitRig, path: Path, guard: Guard) -> None:
    assert rig.run("status", "--porcelain", cwd=path) == "?? left.txt"
    assert (path / "left.txt").read_bytes() == b"left\n"
    assert [str(found) for found in rig.base.iterdir()] == [str(path)]
    rig.run("fsck", "--strict")
    assert await remove_worktree(rig.git, await rig.open(), str(path), guard)
    assert rig.run("worktree", "list", "--porcelain").count("worktree ") == 1


@pytest.mark.parametrize("has_pointer", [True, False])
async def test_it_can_be_counted_and_removed(rig: GitRig, has_pointer: bool) -> None:
    path, commit, guard = forgotten(rig)
    if not has_pointer:
        (path / ".git").unlink()
    await relink(rig.git, await rig.open(), str(path), guard, commit)
    await check(rig, path, guard)


@pytest.mark.parametrize("number", [1, 2, 3, 4])
async def test_cut_off_and_tried_again(rig: GitRig, number: int, monkeypatch: pytest.MonkeyPatch) -> None:
    path, commit, guard = forgotten(rig)
    repository, write, replace = await rig.open(), rig.git.write, os.replace
    left = number

    async def git(cwd: str, *args: str, **more: object) -> object:
        count()
        return await write(cwd, *args, **more)  # type: ignore[arg-type]

    def count() -> None:
        nonlocal left
        left -= 1
        if not left:
            raise CutError

    def moved(*args: str) -> None:
        count()
        replace(*args)

    monkeypatch.setattr(rig.git, "write", git)
    monkeypatch.setattr(os, "replace", moved)
    with pytest.raises(CutError):
        await relink(rig.git, repository, str(path), guard, commit)
    monkeypatch.undo()
    if number < 4:
        await relink(rig.git, repository, str(path), guard, commit)
    else:
        rig.run("read-tree", commit, cwd=path)
    await check(rig, path, guard)


async def test_what_is_something_else_by_now_is_refused(rig: GitRig) -> None:
    path, commit, guard = forgotten(rig)
    (path / ".git").unlink()
    rig.run("init", "-q", cwd=path)
    with pytest.raises(WorkspaceError):
        await relink(rig.git, await rig.open(), str(path), guard, commit)
    other, allowed = rig.base / "two", Guard(str(rig.folder / "elsewhere"), (str(rig.base / "two"),))
    other.mkdir()
    with pytest.raises(WorkspaceError):
        await relink(rig.git, await rig.open(), str(other), allowed, commit)
    assert list(other.iterdir()) == []


async def test_mending_one_link_leaves_those_of_others(rig: GitRig) -> None:
    """``git worktree repair`` in a copied repository would bend the original's worktrees to the copy."""
    one, two = rig.worktree("one", "work"), rig.worktree("two", "other")
    copied = rig.folder / "copied"
    shutil.copytree(rig.project, copied)
    shutil.rmtree(rig.project)
    shutil.copytree(copied, rig.project)
    before = (two / ".git").read_text().replace(str(rig.project), str(copied))
    (two / ".git").write_text(before)
    (one / ".git").unlink()
    await mend_link(rig.git, await rig.open(), str(one))
    assert rig.run("status", "--porcelain", cwd=one) == ""
    assert (two / ".git").read_text() == before
