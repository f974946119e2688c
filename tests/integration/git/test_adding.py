# SPDX-License-Identifier: MIT
"""Making worktrees on real repositories: what is there afterwards, and that what does not matter is told."""

from __future__ import annotations

import asyncio
import os
import sys
from pathlib import Path

import pytest

from onesist_desktop.core.errors import WorkspaceFault
from onesist_desktop.git.runner import decode
from onesist_desktop.git.worktrees import (
    Addition,
    add_worktree,
    find_worktree,
    is_whole,
    list_worktrees,
    undo_addition,
    update_submodules,
)
from tests.integration.git.adding import POSIX, Steps, add, addition, hook, refused
from tests.support.git_rig import GitRig


@pytest.fixture
def rig(tmp_path: Path) -> GitRig:
    return GitRig(tmp_path)


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


@POSIX
async def test_a_failing_hook_is_a_note(rig: GitRig) -> None:
    rig.repository()
    hook(rig, "post-checkout", "echo no luck today >&2; exit 3\n")

    notes = await add(rig, addition(rig))

    assert any("no luck today" in note for note in notes)
    assert await is_whole(rig.git, await rig.open(), addition(rig))


@POSIX
async def test_a_hook_that_changes_files_is_left_alone(rig: GitRig) -> None:
    rig.repository(files={"a.txt": b"a\n", "b.txt": b"b\n"})
    hook(rig, "post-checkout", "rm a.txt; echo made > b.txt; git add b.txt\n")
    assert await add(rig, addition(rig)) == ()
    assert (rig.base / "copy" / "b.txt").read_bytes() == b"made\n"


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


async def test_stale_locks_of_the_index_and_the_head_do_not_matter_here(rig: GitRig) -> None:
    rig.repository()
    rig.write(".git/index.lock", b"")
    rig.write(".git/HEAD.lock", b"")
    assert await add(rig, addition(rig)) == ()


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


async def test_two_at_once_wait_for_each_other(rig: GitRig) -> None:
    rig.repository()
    repository = await rig.open()

    async def one(number: int) -> None:
        await add_worktree(rig.git, repository, addition(rig, f"copy {number}", f"new-{number}"), on_step=Steps())

    async with asyncio.TaskGroup() as group:
        for number in range(4):
            group.create_task(one(number))
    assert len(await list_worktrees(rig.git, repository)) == 5
