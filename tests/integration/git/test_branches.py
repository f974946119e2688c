# SPDX-License-Identifier: MIT
"""Branches of real repositories, and names for new ones that Git really takes."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from onesist_desktop.core.errors import WorkspaceError, WorkspaceFault
from onesist_desktop.git.branches import branches, check_branch_name, free_branch_name, free_name, resolve_commit
from tests.support.git_rig import GitRig


@pytest.fixture
def rig(tmp_path: Path) -> GitRig:
    return GitRig(tmp_path)


def commit_at(rig: GitRig, seconds: int, branch: str) -> None:
    environment = {**rig.environment, "GIT_COMMITTER_DATE": f"{seconds} +0000", "GIT_CONFIG_NOSYSTEM": "1"}
    rig.run("branch", "-f", branch)
    tree = rig.run("rev-parse", "HEAD^{tree}")
    done = subprocess.run(
        ["git", "commit-tree", tree, "-m", "x"], cwd=rig.project, env=environment, capture_output=True, text=True, check=True
    )
    rig.run("update-ref", f"refs/heads/{branch}", done.stdout.strip())


async def test_newest_first_with_where_they_are_checked_out(rig: GitRig) -> None:
    rig.repository()
    commit_at(rig, 1_000_000_000, "old")
    commit_at(rig, 2_000_000_000, "newest/ąę")
    commit_at(rig, 1_500_000_000, "middle")
    there = rig.worktree("line\nbreak", "held")
    commit_at(rig, 1_200_000_000, "unheld")
    rig.run("worktree", "lock", str(there))

    found = {branch.name: branch for branch in await branches(rig.git, await rig.open())}

    names = [name for name in found if name not in ("main", "held")]
    assert names == ["newest/ąę", "middle", "unheld", "old"]
    assert found["held"].checked_out_at == str(there)
    assert found["main"].checked_out_at == str(rig.project)
    assert found["middle"].checked_out_at == ""
    assert found["old"].committed_at == 1_000_000_000


async def test_remote_branches_without_their_head(rig: GitRig) -> None:
    outside = rig.folder / "outside"
    outside.mkdir()
    rig.run("init", "-q", cwd=outside)
    rig.commit(cwd=outside)
    rig.run("branch", "feature/a", cwd=outside)
    rig.run("clone", "-q", str(outside), ".")

    found = await branches(rig.git, await rig.open())

    assert {(branch.name, branch.is_remote) for branch in found} == {
        ("main", False),
        ("origin/main", True),
        ("origin/feature/a", True),
    }
    assert await resolve_commit(rig.git, await rig.open(), "origin/feature/a") == rig.run("rev-parse", "HEAD")


async def test_no_commits_no_branches(rig: GitRig) -> None:
    rig.repository(commits=0)
    assert await branches(rig.git, await rig.open()) == ()
    with pytest.raises(WorkspaceError) as caught:
        await resolve_commit(rig.git, await rig.open(), "")
    assert caught.value.fault is WorkspaceFault.NO_COMMITS


@pytest.mark.parametrize("name", ["a", "onesist/a--123456", "A.b_c-d/e", "x" * 200])
async def test_names_that_are_good(rig: GitRig, name: str) -> None:
    rig.repository()
    await check_branch_name(rig.git, name)
    rig.run("branch", name)


@pytest.mark.parametrize(
    "name",
    [
        "",
        "-a",
        "a b",
        "a..b",
        "a/",
        "/a",
        "a//b",
        ".a",
        "a.lock",
        "a.lock/b",
        "a~1",
        "a^",
        "a:b",
        "@",
        "HEAD",
        "ąę",
        "a\n",
        "a\0b",
        "@{-1}",
        "-",
    ],
)
async def test_names_that_are_bad(rig: GitRig, name: str) -> None:
    rig.repository()
    with pytest.raises(WorkspaceError) as caught:
        await check_branch_name(rig.git, name)
    assert caught.value.fault is WorkspaceFault.BAD_BRANCH
    with pytest.raises(WorkspaceError):
        await free_branch_name(rig.git, await rig.open(), name)


@pytest.mark.parametrize(
    ("there", "wanted", "expected"),
    [
        ([], "a", "a"),
        (["a"], "a", "a-2"),
        (["a", "a-2"], "a", "a-3"),
        (["a/b"], "a", "a-2"),
        (["a"], "a/b", "a-b"),
        (["a", "a-b"], "a/b", "a-b-2"),
        (["a"], "a/b/c", "a-b-c"),
        (["a/b"], "a/b/c", "a/b-c"),
        (["A"], "a", "a-2"),
        (["A/b"], "a", "a-2"),
        (["onesist"], "onesist/fix--abc123", "onesist-fix--abc123"),
        (["main"], "a/main", "a/main"),
    ],
)
async def test_free_names_can_be_made(rig: GitRig, there: list[str], wanted: str, expected: str) -> None:
    rig.repository()
    for name in there:
        rig.run("branch", "-f", name) if name != "main" else None
    repository = await rig.open()

    free = await free_branch_name(rig.git, repository, wanted)

    assert free == expected == free_name(wanted, ["main", *there])
    rig.run("branch", free)
    assert rig.run("branch", "--list", free).strip() == free


async def test_resolving_names_and_what_is_none(rig: GitRig) -> None:
    rig.repository(commits=2)
    head = rig.run("rev-parse", "HEAD")
    rig.run("tag", "main", "HEAD~1")
    rig.run("branch", "topic", "HEAD~1")
    repository = await rig.open()
    assert await resolve_commit(rig.git, repository, "") == head
    # The branch, also where a tag has the same name.
    assert await resolve_commit(rig.git, repository, "main") == head
    assert await resolve_commit(rig.git, repository, head) == head
    assert await resolve_commit(rig.git, repository, "topic") == rig.run("rev-parse", "HEAD~1")
    for name in (
        "gone",
        "main~1",
        "main^{tree}",
        "main:read me.txt",
        "--all",
        "@{-1}",
        "HEAD",
        ":/commit",
        "0" * 40,
        "\0",
        "main\n",
    ):
        with pytest.raises(WorkspaceError) as caught:
            await resolve_commit(rig.git, repository, name)
        assert caught.value.fault is WorkspaceFault.BRANCH_MISSING
