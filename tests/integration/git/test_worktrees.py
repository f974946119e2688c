# SPDX-License-Identifier: MIT
"""Making worktrees on real repositories: what goes wrong leaves nothing behind, and what does not matter is told."""

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
from onesist_desktop.git.runner import decode
from onesist_desktop.git.worktrees import (
    Addition,
    add_worktree,
    find_worktree,
    forget_worktree,
    is_whole,
    list_worktrees,
    recreate_worktree,
    repair_worktree,
    undo_addition,
    unlock_worktree,
    update_submodules,
)
from tests.support.git_rig import GitRig

POSIX = pytest.mark.skipif(sys.platform == "win32", reason="scripts and names of POSIX")
WAIT_S = 30.0


@pytest.fixture
def rig(tmp_path: Path) -> GitRig:
    return GitRig(tmp_path)


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


async def test_a_new_branch_from_a_base_with_progress(rig: GitRig) -> None:
    rig.repository(files={f"file {number}.txt": b"text\n" for number in range(300)})
    steps = Steps()

    assert await add(rig, addition(rig), steps) == ()

    path = rig.base / "copy"
    assert len(list(path.iterdir())) == 301
    assert rig.run("symbolic-ref", "--short", "HEAD", cwd=path) == "onesist/new"
    assert steps.told[0] == ("files", 0, 0)
    assert steps.told[-1] == ("files", 300, 300)
    assert rig.run("status", "--porcelain", cwd=path) == ""
    assert await is_whole(rig.git, await rig.open(), addition(rig))
    assert rig.run("config", "--get-regexp", r"^branch\.", ok=(1,)) == ""


async def test_an_existing_branch_and_no_tracking(rig: GitRig) -> None:
    rig.repository()
    rig.run("branch", "there")
    rig.run("config", "branch.autoSetupMerge", "always")

    await add(rig, addition(rig, branch="there", is_new=False))

    assert rig.run("config", "branch.there.merge", ok=(1,)) == ""
    found = await find_worktree(rig.git, await rig.open(), str(rig.base / "copy"))
    assert found is not None
    assert found.branch == "there"


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
async def test_a_failing_hook_is_a_note(rig: GitRig) -> None:
    rig.repository()
    hook(rig, "post-checkout", "echo no luck today >&2; exit 3\n")

    notes = await add(rig, addition(rig))

    assert any("no luck today" in note for note in notes)
    assert await is_whole(rig.git, await rig.open(), addition(rig))


@POSIX
async def test_a_hook_that_leaves_the_branch_fails_and_is_taken_back(rig: GitRig) -> None:
    rig.repository()
    hook(rig, "post-checkout", 'git update-ref --no-deref HEAD "$2"\n')
    assert (await refused(rig, addition(rig))).fault is WorkspaceFault.REFUSED


@POSIX
async def test_a_hook_that_changes_files_is_left_alone(rig: GitRig) -> None:
    rig.repository(files={"a.txt": b"a\n", "b.txt": b"b\n"})
    hook(rig, "post-checkout", "rm a.txt; echo made > b.txt; git add b.txt\n")
    assert await add(rig, addition(rig)) == ()
    assert (rig.base / "copy" / "b.txt").read_bytes() == b"made\n"


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


@POSIX
async def test_signing_that_fails_and_a_hostile_editor_do_not_matter(rig: GitRig) -> None:
    rig.repository()
    for name, value in (("commit.gpgSign", "true"), ("gpg.program", "false"), ("core.editor", "false"), ("tag.gpgSign", "true")):
        rig.run("config", name, value)
    assert await add(rig, addition(rig)) == ()


@POSIX
async def test_a_filter_that_is_not_installed_is_left_out_with_a_note(rig: GitRig) -> None:
    rig.repository(files={".gitattributes": b"*.big filter=lfs\n", "a.big": b"version https://git-lfs\n", "b.txt": b"b\n"})
    for name, value in (("smudge", "no-such-lfs smudge %f"), ("process", "no-such-lfs process"), ("required", "true")):
        rig.run("config", "--global", f"filter.lfs.{name}", value)

    notes = await add(rig, addition(rig))

    assert any("no-such-lfs" in note or "filter" in note for note in notes)
    assert (rig.base / "copy" / "a.big").read_bytes() == b"version https://git-lfs\n"
    assert await is_whole(rig.git, await rig.open(), addition(rig))


@POSIX
async def test_lfs_that_can_not_fetch_leaves_its_pointers(rig: GitRig) -> None:
    rig.repository(files={".gitattributes": b"*.big filter=lfs\n", "a.big": b"pointer\n"})
    program = rig.write(
        "lfs", b'#!/bin/sh\n[ "$GIT_LFS_SKIP_SMUDGE" = 1 ] && exec cat\necho no server >&2; exit 1\n', into=rig.folder
    )
    program.chmod(0o755)
    rig.run("config", "filter.lfs.smudge", f"'{program}'")
    rig.run("config", "filter.lfs.required", "true")

    notes = await add(rig, addition(rig))

    assert any("no server" in note for note in notes)
    assert (rig.base / "copy" / "a.big").read_bytes() == b"pointer\n"


async def test_a_stale_lock_of_the_branch_is_told_in_gits_words(rig: GitRig) -> None:
    rig.repository()
    rig.write(".git/refs/heads/new.lock", b"")
    error = await refused(rig, addition(rig, branch="new"))
    assert error.fault is WorkspaceFault.REFUSED
    assert ".lock" in error.detail


async def test_stale_locks_of_the_index_and_the_head_do_not_matter_here(rig: GitRig) -> None:
    rig.repository()
    rig.write(".git/index.lock", b"")
    rig.write(".git/HEAD.lock", b"")
    assert await add(rig, addition(rig)) == ()


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


async def test_a_long_path_that_fits(rig: GitRig) -> None:
    rig.repository(files={"/".join(["folder" * 10] * 8) + "/file.txt": b"deep\n"})
    name = "/".join(["name" * 20] * 6)
    assert await add(rig, addition(rig, name=name)) == ()
    assert await is_whole(rig.git, await rig.open(), addition(rig, name=name))


NAMES = [
    "with space",
    "quote'\"",
    "line\nbreak",
    "a -> b",
    "-dash",
    "nama ąęść 名前 اسم",
    "tab\there",
    "back\\slash",
    "end ",
    "new\n\nworktree x",
]


@POSIX
@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("is_old", [False, True], ids=["newest", "2.30"])
async def test_names_of_folders_and_files(rig: GitRig, name: str, is_old: bool) -> None:
    rig.repository(
        files={name: b"1\n", f"{name}/below" if name == "end " else f"folder {name}/{name}": b"2\n"} if name != "end " else None
    )
    if is_old:
        rig.git._version = (2, 30, 0)
    rig.base.mkdir()
    rig.worktree("other", "other")

    assert await add(rig, addition(rig, name=name)) == ()

    repository = await rig.open()
    found = await find_worktree(rig.git, repository, str(rig.base / name))
    assert found is not None
    assert (found.path, found.branch) == (str(rig.base / name), "onesist/new")
    assert len(await list_worktrees(rig.git, repository)) == 3
    await undo_addition(rig.git, repository, addition(rig, name=name))
    assert len(await list_worktrees(rig.git, repository)) == 2


@pytest.mark.skipif(sys.platform != "linux", reason="names that are no UTF-8")
async def test_names_that_are_no_utf8(rig: GitRig) -> None:
    rig.repository()
    Path(rig.project, os.fsdecode(b"caf\xe9 \xff.txt")).write_bytes(b"x\n")
    rig.commit()
    name = decode(b"folder \xe9")

    assert await add(rig, addition(rig, name=name)) == ()

    assert os.fsdecode(b"caf\xe9 \xff.txt") in os.listdir(rig.base / name)  # noqa: PTH208
    await undo_addition(rig.git, await rig.open(), addition(rig, name=name))
    assert not rig.base.joinpath(name).exists()


async def test_a_link_in_the_base_path(rig: GitRig) -> None:
    rig.repository()
    rig.base.mkdir()
    link = rig.folder / "link"
    link.symlink_to(rig.base, target_is_directory=True)
    wanted = Addition(str(link / "copy"), "new", rig.run("rev-parse", "HEAD"), makes_branch=True)
    repository = await rig.open()

    assert await add(rig, wanted) == ()
    assert await is_whole(rig.git, repository, wanted)
    found = await find_worktree(rig.git, repository, str(rig.base / "copy"))
    assert found is not None

    await undo_addition(rig.git, repository, wanted)
    assert list(rig.base.iterdir()) == []


async def test_a_sparse_checkout_is_whole(rig: GitRig) -> None:
    rig.repository(files={"in/a": b"a\n", "out/b": b"b\n", "top": b"t\n"})
    rig.run("sparse-checkout", "set", "in")
    assert await add(rig, addition(rig)) == ()
    assert not (rig.base / "copy" / "out").exists()
    assert await is_whole(rig.git, await rig.open(), addition(rig))


async def test_a_bare_layout_with_peers(rig: GitRig) -> None:
    outside = rig.folder / "outside"
    outside.mkdir()
    rig.run("init", "-q", cwd=outside)
    rig.commit(cwd=outside)
    rig.run("clone", "-q", "--bare", str(outside), ".bare")
    rig.write(".git", b"gitdir: ./.bare\n")
    rig.run("worktree", "add", "-q", "main")

    assert await add(rig, addition(rig)) == ()
    error = await refused(rig, addition(rig, name="two", branch="main", is_new=False))
    assert (error.fault, error.detail) == (WorkspaceFault.CHECKED_OUT, str(rig.project / "main"))
    await undo_addition(rig.git, await rig.open(), addition(rig))
    assert rig.run("branch", "--list", "onesist/*") == ""


# Submodules


async def test_submodules_are_checked_out(rig: GitRig) -> None:
    inner = with_submodule(rig)
    await add(rig, addition(rig))
    path = rig.base / "copy"
    steps = Steps()

    assert await update_submodules(rig.git, str(path), steps) == ""

    assert (path / "lib" / "read me.txt").exists()
    assert rig.run("rev-parse", "HEAD", cwd=path / "lib") == rig.run("rev-parse", "HEAD", cwd=inner)
    assert steps.told == [("submodules", 0, 1), ("submodules", 1, 1)]


async def test_submodules_that_are_not_to_be_had_are_told(rig: GitRig) -> None:
    inner = with_submodule(rig)
    await add(rig, addition(rig))
    inner.rename(inner.with_name("elsewhere"))

    words = await update_submodules(rig.git, str(rig.base / "copy"), Steps())

    assert "inner" in words


@POSIX
async def test_a_command_as_the_way_to_update_a_submodule_is_not_run(rig: GitRig) -> None:
    with_submodule(rig)
    rig.run("config", "submodule.lib.update", f"!touch '{rig.folder / 'evil'}'")
    await add(rig, addition(rig))

    await update_submodules(rig.git, str(rig.base / "copy"), Steps())

    assert not (rig.folder / "evil").exists()
    assert (rig.base / "copy" / "lib" / "read me.txt").exists()


def with_submodule(rig: GitRig) -> Path:
    rig.repository()
    inner = rig.folder / "inner"
    inner.mkdir()
    rig.run("init", "-q", cwd=inner)
    rig.write("read me.txt", into=inner)
    rig.commit(cwd=inner)
    rig.run("submodule", "--quiet", "add", str(inner), "lib")
    rig.commit("submodule")
    return inner


# Undoing after the app was killed


async def test_undoing_is_idempotent_and_keeps_what_others_made(rig: GitRig) -> None:
    rig.repository()
    before = rig.state()
    repository, wanted = await rig.open(), addition(rig)
    await undo_addition(rig.git, repository, wanted)
    await add(rig, wanted)
    await undo_addition(rig.git, repository, wanted)
    await undo_addition(rig.git, repository, wanted)
    assert rig.state() == before
    # The same name, made by a person.
    rig.run("branch", wanted.branch)
    await undo_addition(rig.git, repository, wanted)
    assert rig.run("branch", "--list", "onesist/*").strip() == wanted.branch


async def test_undoing_keeps_a_branch_that_moved_or_was_there(rig: GitRig) -> None:
    rig.repository()
    repository = await rig.open()
    await add(rig, addition(rig))
    rig.commit("work", cwd=rig.base / "copy")
    with pytest.raises(WorkspaceError) as caught:
        await undo_addition(rig.git, repository, addition(rig))
    assert caught.value.fault is WorkspaceFault.STILL_THERE
    rig.run("worktree", "remove", str(rig.base / "copy"))
    await undo_addition(rig.git, repository, addition(rig))
    assert rig.run("branch", "--list", "onesist/*").strip() == "onesist/new"

    rig.run("branch", "there")
    there = addition(rig, branch="there", is_new=False)
    await add(rig, there)
    await undo_addition(rig.git, repository, there)
    assert rig.run("branch", "--list", "there").strip() == "there"


async def test_undoing_keeps_the_last_ref_of_a_commit(rig: GitRig) -> None:
    rig.repository()
    base = rig.run("rev-parse", "HEAD")
    await add(rig, addition(rig))
    repository = await rig.open()
    rig.run("worktree", "remove", str(rig.base / "copy"))
    rig.run("commit", "--amend", "-q", "--allow-empty", "-m", "another")
    await undo_addition(rig.git, repository, addition(rig, base=base))
    assert rig.run("rev-parse", "onesist/new") == base


@pytest.mark.parametrize("change", ["new file", "ignored file", "other content", "link", "in a folder", "longer"])
async def test_undoing_refuses_a_folder_with_work(rig: GitRig, change: str) -> None:
    rig.repository(files={"a.txt": b"one\n", "folder/b.txt": b"two\n", ".gitignore": b"*.env\n"})
    wanted, repository = addition(rig), await rig.open()
    await add(rig, wanted)
    path = rig.base / "copy"
    if change == "new file":
        rig.write("new.txt", into=path)
    elif change == "ignored file":
        rig.write("x.env", into=path)
    elif change == "other content":
        rig.write("a.txt", b"ONE\n", into=path)
    elif change == "link":
        (path / "link").symlink_to("/etc")
    elif change == "in a folder":
        rig.write("folder/deep/c.txt", into=path)
    else:
        rig.write("a.txt", b"one\nand more\n", into=path)
    before = rig.state()

    with pytest.raises(WorkspaceError) as caught:
        await undo_addition(rig.git, repository, wanted)

    assert caught.value.fault is WorkspaceFault.STILL_THERE
    assert rig.state() == before


async def test_undoing_what_a_kill_left_of_a_checkout(rig: GitRig) -> None:
    rig.repository(files={"a.txt": b"one\n" * 1000, "b.txt": b"two\n", "c/d.txt": b"three\n"})
    before = rig.state()
    wanted, repository = addition(rig), await rig.open()
    await add(rig, wanted)
    path = rig.base / "copy"
    admin = Path(rig.run("rev-parse", "--git-dir", cwd=path))
    # As it is when Git is killed in the middle: a file cut off, others missing, no index but its lock, and Git's own lock.
    (path / "a.txt").write_bytes(b"one\n" * 500)
    (path / "b.txt").unlink()
    (admin / "index").rename(admin / "index.lock")
    (admin / "locked").write_text("initializing")

    assert not await is_whole(rig.git, repository, wanted)
    await undo_addition(rig.git, repository, wanted)

    assert rig.state() == before


@POSIX
async def test_undoing_after_git_was_killed(rig: GitRig) -> None:
    sign = rig.folder / "filter runs"
    rig.repository(files={".gitattributes": b"*.slow filter=slow\n", "a.slow": b"a\n", "b.txt": b"b\n"})
    rig.run("config", "filter.slow.smudge", f"touch '{sign}'; exec sleep 1000")
    before = rig.state()
    wanted, repository = addition(rig), await rig.open()
    child = subprocess.Popen(
        ["git", "worktree", "add", "--no-track", "-b", wanted.branch, "--", wanted.path, wanted.base_commit],
        cwd=rig.project,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
    await until_there(sign)
    os.killpg(child.pid, 9)
    child.wait()
    assert (rig.base / "copy" / ".git").exists()

    await undo_addition(rig.git, repository, wanted)

    refs, worktrees, files = rig.state()
    assert (refs, worktrees) == before[:2]
    assert files == ()


@POSIX
@pytest.mark.parametrize("moment", [".git/worktrees/copy", "copy/.git", "copy/0.txt", "copy/500.txt", "copy/999.txt", "index"])
async def test_undoing_after_a_kill_at_any_moment(rig: GitRig, moment: str) -> None:
    rig.repository(files={f"{number}.txt": b"text\n" * 500 for number in range(1000)})
    before = rig.state()
    wanted, repository = addition(rig), await rig.open()
    admin = rig.project / ".git" / "worktrees" / "copy"
    sign = admin / "index" if moment == "index" else (rig.project if moment.startswith(".git") else rig.base) / moment
    child = subprocess.Popen(
        ["git", "worktree", "add", "--no-track", "-b", wanted.branch, "--", wanted.path, wanted.base_commit],
        cwd=rig.project,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
    while not os.path.lexists(sign) and child.poll() is None:
        pass
    with contextlib.suppress(ProcessLookupError):
        os.killpg(child.pid, 9)
    child.wait()

    if not await is_whole(rig.git, repository, wanted):
        assert not (admin / "index").exists() or (admin / "index.lock").exists()
    await undo_addition(rig.git, repository, wanted)

    assert rig.state()[:2] == before[:2]
    assert not os.path.lexists(wanted.path)
    assert not admin.exists()
    rig.run("fsck", "--strict")


async def test_undoing_a_stub_with_nothing_checked_out(rig: GitRig) -> None:
    rig.repository()
    before = rig.state()
    wanted, repository = addition(rig), await rig.open()
    admin = rig.project / ".git" / "worktrees" / "copy"
    rig.write("gitdir", f"{wanted.path}/.git\n".encode(), into=admin)
    rig.write("commondir", b"../..\n", into=admin)
    rig.write("locked", b"initializing", into=admin)
    rig.write(".git", f"gitdir: {admin}\n".encode(), into=Path(wanted.path))

    await undo_addition(rig.git, repository, wanted)

    assert rig.state()[:2] == before[:2]
    assert not Path(wanted.path).exists()


async def test_undoing_an_entry_that_was_only_begun_and_a_lock_that_was_left(rig: GitRig) -> None:
    rig.repository()
    before = rig.state()
    wanted, repository = addition(rig, name="a copy"), await rig.open()
    entries = rig.project / ".git" / "worktrees"
    rig.write("a-copy/locked", b"initializing", into=entries)
    rig.write("a-copy1/gitdir", b"", into=entries)
    rig.write("a-copy2/HEAD", b"something else\n", into=entries)
    rig.write("another/locked", b"initializing", into=entries)
    rig.run("branch", wanted.branch, wanted.base_commit)
    rig.write(f".git/refs/heads/{wanted.branch}.lock", b"")

    await undo_addition(rig.git, repository, wanted)

    assert rig.state()[0] == before[0]
    assert sorted(path.name for path in entries.iterdir()) == ["a-copy2", "another"]
    assert not (rig.project / f".git/refs/heads/{wanted.branch}.lock").exists()


async def test_undoing_never_touches_a_folder_of_somebody_else(rig: GitRig) -> None:
    rig.repository()
    repository = await rig.open()
    rig.write("copy/mine.txt", into=rig.base)
    with pytest.raises(WorkspaceError):
        await undo_addition(rig.git, repository, addition(rig))
    assert (rig.base / "copy" / "mine.txt").exists()
    for path in (rig.project, rig.folder / "link"):
        if path.name == "link":
            path.symlink_to(rig.project)
        with pytest.raises(WorkspaceError):
            await undo_addition(rig.git, repository, Addition(str(path), "main", rig.run("rev-parse", "HEAD"), makes_branch=True))
    assert rig.run("status", "--porcelain") == ""
    assert (rig.project / "read me.txt").exists()


# Locked, moved and gone


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


async def test_two_at_once_wait_for_each_other(rig: GitRig) -> None:
    rig.repository()
    repository = await rig.open()

    async def one(number: int) -> None:
        await add_worktree(rig.git, repository, addition(rig, f"copy {number}", f"new-{number}"), on_step=Steps())

    async with asyncio.TaskGroup() as group:
        for number in range(4):
            group.create_task(one(number))
    assert len(await list_worktrees(rig.git, repository)) == 5


async def test_a_branch_that_is_being_bisected_elsewhere(rig: GitRig) -> None:
    rig.repository(commits=5)
    there = rig.worktree("there", "taken")
    rig.run("bisect", "start", "HEAD", "HEAD~4", cwd=there)
    error = await refused(rig, addition(rig, branch="taken", is_new=False))
    assert (error.fault, error.detail) == (WorkspaceFault.CHECKED_OUT, str(there))


async def test_a_repository_that_vanished(rig: GitRig) -> None:
    rig.repository()
    repository, wanted = await rig.open(), addition(rig)
    rig.project.rename(rig.folder / "moved")
    with pytest.raises(WorkspaceError):
        await add_worktree(rig.git, repository, wanted, on_step=Steps())
    assert not rig.base.exists()
    assert isinstance(repository, Repository)
