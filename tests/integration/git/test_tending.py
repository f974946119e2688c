# SPDX-License-Identifier: MIT
"""Worktrees that were locked, moved by hand or removed outside, on real repositories."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from onesist_desktop.core.errors import WorkspaceError, WorkspaceFault
from onesist_desktop.git.worktrees import (
    find_worktree,
    forget_worktree,
    list_worktrees,
    recreate_worktree,
    repair_worktree,
    unlock_worktree,
)
from tests.integration.git.adding import Steps, add, addition
from tests.support.git_rig import GitRig


@pytest.fixture
def rig(tmp_path: Path) -> GitRig:
    return GitRig(tmp_path)


@pytest.mark.parametrize("is_old", [False, True], ids=["newest", "2.30"])
@pytest.mark.parametrize("reason", ["", "on a stick", 'two\nlines "quoted" \\ ąę', "\n\nworktree /x"])
async def test_locks_and_their_reasons(rig: GitRig, is_old: bool, reason: str) -> None:
    rig.repository()
    path = rig.worktree("locked", "locked")
    rig.worktree("other", "other")
    rig.run("worktree", "lock", *(("--reason", reason) if reason else ()), str(path))
    repository = await rig.open()
    if is_old:
        rig.git._version = (2, 30, 0)

    listed = {worktree.branch: worktree for worktree in await list_worktrees(rig.git, repository)}

    assert list(listed) == ["main", "locked", "other"]
    assert listed["locked"].lock_reason == reason.strip()
    assert listed["other"].lock_reason is None
    await unlock_worktree(rig.git, repository, str(path))
    await unlock_worktree(rig.git, repository, str(path))
    found = await find_worktree(rig.git, repository, str(path))
    assert found is not None
    assert found.lock_reason is None


@pytest.mark.parametrize("is_old", [False, True], ids=["newest", "2.30"])
async def test_the_list_tells_all(rig: GitRig, is_old: bool) -> None:
    rig.repository()
    rig.worktree("detached")
    gone = rig.worktree("gone", "gone")
    gone.rename(rig.folder / "moved")
    repository = await rig.open()
    if is_old:
        rig.git._version = (2, 30, 0)

    main, detached, missing = await list_worktrees(rig.git, repository)

    assert (main.is_main, main.branch, main.path) == (True, "main", str(rig.project))
    assert (detached.is_detached, detached.branch, detached.head) == (True, "", main.head)
    assert (missing.is_prunable, missing.branch) == (True, "gone")
    assert not main.is_prunable


async def test_forgetting_takes_that_one_entry(rig: GitRig) -> None:
    rig.repository()
    one, two = rig.worktree("one", "one"), rig.worktree("two", "two")
    repository = await rig.open()
    with pytest.raises(WorkspaceError) as caught:
        await forget_worktree(rig.git, repository, str(one))
    assert caught.value.fault is WorkspaceFault.STILL_THERE
    for path in (one, two):
        path.rename(rig.folder / f"moved {path.name}")

    await forget_worktree(rig.git, repository, str(one))
    await forget_worktree(rig.git, repository, str(one))

    assert [worktree.branch for worktree in await list_worktrees(rig.git, repository)] == ["main", "two"]
    assert rig.run("branch", "--list", "one").strip() == "one"


async def test_forgetting_respects_a_lock_and_commits_on_no_branch(rig: GitRig) -> None:
    rig.repository()
    locked, loose = rig.worktree("locked", "locked"), rig.worktree("loose")
    rig.run("worktree", "lock", "--reason", "on a stick", str(locked))
    commit = rig.commit("work", cwd=loose)
    repository = await rig.open()
    for path, words in ((locked, "on a stick"), (loose, commit)):
        path.rename(rig.folder / f"moved {path.name}")
        with pytest.raises(WorkspaceError) as caught:
            await forget_worktree(rig.git, repository, str(path))
        assert caught.value.fault is WorkspaceFault.REFUSED
        assert words in caught.value.detail
    assert len(await list_worktrees(rig.git, repository)) == 3


async def test_a_folder_moved_by_hand_is_tied_again(rig: GitRig) -> None:
    rig.repository()
    path, moved = rig.worktree("old", "mine"), rig.folder / "moved here"
    rig.write("unsaved.txt", into=path)
    path.rename(moved)
    repository = await rig.open()
    with pytest.raises(WorkspaceError):
        await repair_worktree(rig.git, repository, str(moved), "another")

    found = await repair_worktree(rig.git, repository, str(moved), "mine")

    assert (found.path, found.branch) == (str(moved), "mine")
    assert rig.run("status", "--porcelain", cwd=moved) == "?? unsaved.txt"
    assert await find_worktree(rig.git, repository, str(path)) is None


async def test_what_is_not_that_worktree_is_not_tied(rig: GitRig) -> None:
    rig.repository()
    other = rig.repository("input/code/other")
    path = rig.worktree("one", "one")
    foreign = rig.worktree("foreign", "foreign", cwd=other)
    copy = rig.folder / "copy of one"
    copy.mkdir()
    (copy / ".git").write_bytes((path / ".git").read_bytes())
    plain = rig.folder / "plain"
    plain.mkdir()
    repository, before = await rig.open(), rig.state()
    for folder in (foreign, copy, plain, rig.folder / "nowhere", other, rig.project):
        with pytest.raises(WorkspaceError) as caught:
            await repair_worktree(rig.git, repository, str(folder))
        assert caught.value.fault is WorkspaceFault.NOT_THAT_WORKTREE
    assert rig.state() == before


async def test_a_repository_moved_by_hand_finds_its_worktree_again(rig: GitRig) -> None:
    rig.repository()
    path = rig.worktree("one", "one")
    moved = rig.project.rename(rig.folder / "moved project")
    rig.project = moved
    with pytest.raises(WorkspaceError):
        await repair_worktree(rig.git, await rig.open(), str(path), "two")
    found = await repair_worktree(rig.git, await rig.open(), str(path), "one")
    assert (found.path, found.branch) == (str(path), "one")
    assert rig.run("status", "--porcelain", cwd=path) == ""


@pytest.mark.parametrize("what", ["folder", "repository"])
async def test_tying_one_leaves_the_links_of_others(rig: GitRig, what: str) -> None:
    """``git worktree repair`` with a path looks at all of them: in a copy of a repository it bends those of the original."""
    rig.repository()
    one, two, gone, moved = (rig.worktree(name, name) for name in ("one", "two", "gone", "moved"))
    original = rig.folder / "original"
    # The project is a copy now, and all worktrees but the one belong to the original.
    shutil.copytree(rig.project, original)
    for path in (two, moved):
        link = path / ".git"
        link.write_text(link.read_text().replace(str(rig.project), str(original)))
    moved.rename(rig.folder / "moved away")
    shutil.rmtree(gone)
    if what == "folder":
        one = one.rename(rig.folder / "one elsewhere")
    else:
        # As if the repository had been somewhere else before.
        (one / ".git").write_text(f"gitdir: {rig.folder}/nowhere/.git/worktrees/one\n")
    entries = [rig.project / ".git" / "worktrees", original / ".git" / "worktrees"]
    own = {one / ".git", entries[0] / "one" / "gitdir"}

    def others() -> dict[Path, bytes]:
        links = [two / ".git", rig.folder / "moved away" / ".git", *(path for entry in entries for path in entry.glob("*/*"))]
        return {path: path.read_bytes() for path in links if path.is_file() and path not in own}

    before = others()

    found = await repair_worktree(rig.git, await rig.open(), str(one), "one")

    assert (found.path, found.branch) == (str(one), "one")
    assert rig.run("status", "--porcelain", cwd=one) == ""
    assert Path(rig.run("rev-parse", "--git-common-dir", cwd=one)) == rig.project / ".git"
    assert sorted(path.name for path in one.iterdir()) == [".git", "read me.txt"]
    index = entries[0] / "one" / "index"
    assert {**others(), index: b""} == {**before, index: b""}


async def test_making_it_again_from_its_branch(rig: GitRig) -> None:
    rig.repository()
    wanted, repository = addition(rig), await rig.open()
    await add(rig, wanted)
    commit = rig.commit("work", cwd=rig.base / "copy")
    (rig.base / "copy").rename(rig.folder / "moved away")

    assert await recreate_worktree(rig.git, repository, wanted, Steps()) == ()

    assert rig.run("rev-parse", "HEAD", cwd=rig.base / "copy") == commit
    assert len(await list_worktrees(rig.git, repository)) == 2
    with pytest.raises(WorkspaceError) as caught:
        await recreate_worktree(rig.git, repository, wanted, Steps())
    assert caught.value.fault is WorkspaceFault.STILL_THERE


async def test_making_it_again_without_its_branch_or_where_that_is_elsewhere(rig: GitRig) -> None:
    rig.repository()
    wanted, repository = addition(rig, branch="mine", is_new=False), await rig.open()
    with pytest.raises(WorkspaceError) as caught:
        await recreate_worktree(rig.git, repository, wanted, Steps())
    assert caught.value.fault is WorkspaceFault.BRANCH_MISSING
    there = rig.worktree("elsewhere", "mine")
    with pytest.raises(WorkspaceError) as caught:
        await recreate_worktree(rig.git, repository, wanted, Steps())
    assert (caught.value.fault, caught.value.detail) == (WorkspaceFault.CHECKED_OUT, str(there))
