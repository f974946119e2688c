# SPDX-License-Identifier: MIT
"""Commits that only a worktree reaches get a ref of their own first, and no ref is ever moved (RULES A3, A4, A9)."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from onesist_desktop.git.errors import GitError
from onesist_desktop.git.rescue import commits_of_missing, keep_commits, rescue_branch
from tests.support.git_rig import GitRig

DAY = "20261128"


@pytest.fixture
def rig(tmp_path: Path) -> GitRig:
    rig = GitRig(tmp_path)
    rig.repository()
    return rig


async def test_a_rescue_branch_holds_the_commit(rig: GitRig) -> None:
    path = rig.worktree("one")
    commit = rig.commit("work", cwd=path)
    branch = await rescue_branch(rig.git, await rig.open(), commit, "Fix the parser!", DAY)
    assert branch == f"onesist/rescue/fix-the-parser-{DAY}"
    assert rig.run("rev-parse", branch) == commit


async def test_taken_names_are_never_moved(rig: GitRig) -> None:
    path = rig.worktree("one")
    first = rig.run("rev-parse", "HEAD")
    repository = await rig.open()
    made = []
    for number in range(3):
        made.append(await rescue_branch(rig.git, repository, rig.commit(str(number), cwd=path), "日本", DAY))
    stem = f"onesist/rescue/thread-{DAY}"
    assert made == [stem, f"{stem}-2", f"{stem}-3"]
    assert rig.run("rev-parse", stem) != first
    assert len({rig.run("rev-parse", name) for name in made}) == 3


@pytest.mark.parametrize("taken", ["onesist", "onesist/rescue"])
async def test_a_branch_leaves_no_room_below_it(rig: GitRig, taken: str) -> None:
    rig.run("branch", taken)
    commit = rig.commit("work", cwd=rig.worktree("one"))
    branch = await rescue_branch(rig.git, await rig.open(), commit, "title", DAY)
    assert branch == f"onesist-rescue-title-{DAY}"
    assert rig.run("rev-parse", branch) == commit


async def test_what_is_no_commit_is_refused(rig: GitRig) -> None:
    repository = await rig.open()
    tree = rig.run("rev-parse", "HEAD^{tree}")
    before = rig.state()
    for wrong in (tree, "0" * 40, "1" * 40):
        with pytest.raises(GitError):
            await rescue_branch(rig.git, repository, wrong, "title", DAY)
    assert rig.state() == before


async def test_hidden_refs_keep_commits_once(rig: GitRig) -> None:
    path = rig.worktree("one", "work")
    tips = []
    for number in range(3):
        tips.append(rig.commit(f"amended {number}", cwd=path))
        rig.run("reset", "-q", "--hard", "HEAD~1", cwd=path)
    repository = await rig.open()
    made = await keep_commits(rig.git, repository, "wt-1", tips[:2])
    assert made == ("refs/onesist/kept/wt-1/1", "refs/onesist/kept/wt-1/2")
    assert await keep_commits(rig.git, repository, "wt-1", tips) == ("refs/onesist/kept/wt-1/3",)
    assert await keep_commits(rig.git, repository, "wt-1", tips) == ()
    assert [rig.run("rev-parse", f"refs/onesist/kept/wt-1/{number}") for number in (1, 2, 3)] == tips
    assert "kept" not in rig.run("branch", "-a")
    rig.run("worktree", "remove", "--force", "--", str(path))
    rig.run("reflog", "expire", "--expire=now", "--all")
    rig.run("gc", "-q", "--prune=now")
    for tip in tips:
        rig.run("cat-file", "-e", tip)


async def test_strange_ids_stay_in_their_folder(rig: GitRig) -> None:
    commit = rig.run("rev-parse", "HEAD")
    for key in ("../../heads/main", "a b", "x/y", "-n", "a..b"):
        (made,) = await keep_commits(rig.git, await rig.open(), key, [commit])
        assert made.startswith("refs/onesist/kept/")
        rig.run("update-ref", "-d", made)
    rig.run("fsck", "--strict")


async def test_commits_of_a_worktree_whose_folder_is_gone(rig: GitRig) -> None:
    path = rig.worktree("one")
    first = rig.commit("thrown away", cwd=path)
    rig.run("reset", "-q", "--hard", "HEAD~1", cwd=path)
    second = rig.commit("head", cwd=path)
    shutil.rmtree(path)
    found = await commits_of_missing(rig.git, await rig.open(), str(path))
    assert set(found) == {first, second}
    rig.run("branch", "kept", second)
    assert await commits_of_missing(rig.git, await rig.open(), str(path)) == (first,)
    assert await commits_of_missing(rig.git, await rig.open(), str(rig.base / "none")) == ()
