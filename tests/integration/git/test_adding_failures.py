# SPDX-License-Identifier: MIT
"""Making worktrees on real repositories: what goes wrong leaves nothing behind."""

from __future__ import annotations

import asyncio
import contextlib
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from onesist_desktop.core.errors import WorkspaceError, WorkspaceFault
from onesist_desktop.git.repositories import Repository
from onesist_desktop.git.worktrees import (
    Addition,
    add_worktree,
)
from tests.integration.git.adding import POSIX, Steps, add, addition, hook, refused, until_there
from tests.support.git_rig import GitRig


@pytest.fixture
def rig(tmp_path: Path) -> GitRig:
    return GitRig(tmp_path)


async def test_a_branch_that_is_checked_out_elsewhere_says_where(rig: GitRig) -> None:
    rig.repository()
    there = rig.worktree("there", "taken")

    error = await refused(rig, addition(rig, branch="taken", is_new=False))
    assert (error.fault, error.detail) == (WorkspaceFault.CHECKED_OUT, str(there))
    error = await refused(rig, addition(rig, branch="main", is_new=False))
    assert (error.fault, error.detail) == (WorkspaceFault.CHECKED_OUT, str(rig.project))


async def test_a_branch_that_is_being_rebased_elsewhere(rig: GitRig) -> None:
    rig.repository(files={"a": b"1\n"})
    there = rig.worktree("there", "taken")
    rig.write("a", b"2\n")
    rig.commit("two")
    rig.write("a", b"3\n", into=there)
    rig.commit("three", cwd=there)
    rig.run("rebase", "main", cwd=there, ok=(1,))

    error = await refused(rig, addition(rig, branch="taken", is_new=False))

    assert (error.fault, error.detail) == (WorkspaceFault.CHECKED_OUT, str(there))


async def test_a_branch_that_is_being_bisected_elsewhere(rig: GitRig) -> None:
    rig.repository(commits=5)
    there = rig.worktree("there", "taken")
    rig.run("bisect", "start", "HEAD", "HEAD~4", cwd=there)
    error = await refused(rig, addition(rig, branch="taken", is_new=False))
    assert (error.fault, error.detail) == (WorkspaceFault.CHECKED_OUT, str(there))


@pytest.mark.parametrize(
    ("branch", "is_new", "fault"),
    [
        ("main", True, WorkspaceFault.BRANCH_EXISTS),
        ("MAIN", True, WorkspaceFault.BRANCH_EXISTS),
        ("gone", False, WorkspaceFault.BRANCH_MISSING),
        ("-d", True, WorkspaceFault.BAD_BRANCH),
        ("a..b", True, WorkspaceFault.BAD_BRANCH),
        ("HEAD", True, WorkspaceFault.BAD_BRANCH),
        ("new\n", True, WorkspaceFault.BAD_BRANCH),
        ("@{-1}", False, WorkspaceFault.BRANCH_MISSING),
        ("main/below", True, WorkspaceFault.REFUSED),
    ],
)
async def test_branches_that_can_not_be(rig: GitRig, branch: str, is_new: bool, fault: WorkspaceFault) -> None:
    rig.repository()
    assert (await refused(rig, addition(rig, branch=branch, is_new=is_new))).fault is fault


async def test_no_commits(rig: GitRig) -> None:
    rig.repository(commits=0)
    error = await refused(rig, Addition(str(rig.base / "copy"), "new", "", makes_branch=True))
    assert error.fault is WorkspaceFault.NO_COMMITS


@pytest.mark.parametrize("what", ["folder", "file", "dead link"])
async def test_what_is_at_the_path_is_never_used(rig: GitRig, what: str) -> None:
    rig.repository()
    rig.base.mkdir()
    path = rig.base / "copy"
    if what == "folder":
        path.mkdir()
    elif what == "file":
        path.write_text("mine")
    else:
        path.symlink_to(rig.folder / "nowhere")
    assert (await refused(rig, addition(rig))).fault is WorkspaceFault.STILL_THERE


async def test_a_relative_path_or_one_with_dots_is_refused(rig: GitRig) -> None:
    rig.repository()
    for path in ("copy", f"{rig.base}/../project/copy"):
        error = await refused(rig, Addition(path, "new", rig.run("rev-parse", "HEAD"), makes_branch=True))
        assert error.fault is WorkspaceFault.BASE_UNUSABLE


@POSIX
async def test_a_hook_that_leaves_the_branch_fails_and_is_taken_back(rig: GitRig) -> None:
    rig.repository()
    hook(rig, "post-checkout", 'git update-ref --no-deref HEAD "$2"\n')
    assert (await refused(rig, addition(rig))).fault is WorkspaceFault.REFUSED


async def test_a_path_that_is_still_registered_is_refused_and_stays_registered(rig: GitRig) -> None:
    rig.repository()
    rig.worktree("copy", "there").rename(rig.folder / "moved away")
    assert (await refused(rig, addition(rig))).fault is WorkspaceFault.REFUSED


async def test_a_base_that_can_not_be_made(rig: GitRig) -> None:
    rig.repository()
    rig.write("file", into=rig.folder)
    (rig.folder / "dead").symlink_to(rig.folder / "nowhere")
    for name in ("file", "dead"):
        wanted = Addition(str(rig.folder / name / "x" / "copy"), "new", rig.run("rev-parse", "HEAD"), makes_branch=True)
        error = await refused(rig, wanted)
        assert error.fault is WorkspaceFault.BASE_UNUSABLE


@POSIX
async def test_a_hanging_hook_is_cancelled_and_all_is_taken_back(rig: GitRig) -> None:
    rig.repository()
    sign = rig.folder / "hook runs"
    hook(rig, "post-checkout", f"touch made-by-hook; touch '{sign}'; sleep 1000\n")
    before = rig.state()

    async with asyncio.TaskGroup() as group:
        adding = group.create_task(add(rig, addition(rig)))
        await until_there(sign)
        assert (rig.base / "copy" / ".git").exists()
        adding.cancel()

    assert rig.state() == before
    assert not rig.base.exists()


@POSIX
async def test_cancelled_during_the_checkout_all_is_taken_back(rig: GitRig) -> None:
    sign = rig.folder / "filter runs"
    rig.repository(files={".gitattributes": b"*.slow filter=slow\n", "a.slow": b"a\n", "b.txt": b"b\n"})
    rig.run("config", "filter.slow.smudge", f"touch '{sign}'; sleep 1000")
    before = rig.state()

    async with asyncio.TaskGroup() as group:
        adding = group.create_task(add(rig, addition(rig)))
        await until_there(sign)
        adding.cancel()

    assert rig.state() == before
    assert not rig.base.exists()


async def test_a_stale_lock_of_the_branch_is_told_in_gits_words(rig: GitRig) -> None:
    rig.repository()
    rig.write(".git/refs/heads/new.lock", b"")
    error = await refused(rig, addition(rig, branch="new"))
    assert error.fault is WorkspaceFault.REFUSED
    assert ".lock" in error.detail


@contextlib.contextmanager
def mounted(folder: Path, *options: str) -> Iterator[None]:
    done = subprocess.run(["mount", *options, str(folder)], capture_output=True, text=True, check=False)
    if done.returncode != 0:
        pytest.skip(f"can't be mounted: {done.stderr.strip()}")
    try:
        yield
    finally:
        subprocess.run(["umount", "-l", str(folder)], check=True)


@pytest.mark.skipif(sys.platform != "linux", reason="mounts")
async def test_a_full_disk_leaves_nothing(rig: GitRig) -> None:
    rig.repository(files={f"{number}.bin": os.urandom(200_000) for number in range(20)})
    rig.base.mkdir()
    with mounted(rig.base, "-t", "tmpfs", "-o", "size=1m", "none"):
        error = await refused(rig, addition(rig))
    assert error.fault is WorkspaceFault.DISK_FULL, error.detail


@pytest.mark.skipif(sys.platform != "linux", reason="mounts")
async def test_a_read_only_repository_or_base(rig: GitRig) -> None:
    rig.repository()
    rig.base.mkdir()
    repository = await rig.open()
    for folder in (rig.base, rig.project / ".git"):
        with mounted(folder, "--bind", str(folder)):
            subprocess.run(["mount", "-o", "remount,ro,bind", str(folder)], check=True)
            with pytest.raises(WorkspaceError) as caught:
                await add_worktree(rig.git, repository, addition(rig), on_step=Steps())
            assert caught.value.fault is WorkspaceFault.READ_ONLY
        assert list(rig.base.iterdir()) == []
    assert rig.run("branch", "--list", "onesist/*") == ""


async def test_a_path_that_is_too_long(rig: GitRig) -> None:
    rig.repository()
    error = await refused(rig, addition(rig, name="/".join(["x" * 300] * 2)))
    assert error.fault is WorkspaceFault.BASE_UNUSABLE


async def test_a_repository_that_vanished(rig: GitRig) -> None:
    rig.repository()
    repository, wanted = await rig.open(), addition(rig)
    rig.project.rename(rig.folder / "moved")
    with pytest.raises(WorkspaceError):
        await add_worktree(rig.git, repository, wanted, on_step=Steps())
    assert not rig.base.exists()
    assert isinstance(repository, Repository)
