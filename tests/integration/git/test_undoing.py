# SPDX-License-Identifier: MIT
"""Taking back worktrees that were being made when the app was killed, and nothing that is anybody's work."""

from __future__ import annotations

import contextlib
import os
import subprocess
from pathlib import Path

import pytest

from onesist_desktop.core.errors import WorkspaceError, WorkspaceFault
from onesist_desktop.git.worktrees import (
    Addition,
    is_whole,
    undo_addition,
)
from tests.integration.git.adding import POSIX, add, addition, until_there
from tests.support.git_rig import GitRig


@pytest.fixture
def rig(tmp_path: Path) -> GitRig:
    return GitRig(tmp_path)


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
    lock = rig.project / f".git/refs/heads/{wanted.branch}.lock"
    if lock.exists():
        with pytest.raises(WorkspaceError, match=r"\.lock"):
            await undo_addition(rig.git, repository, wanted)
        lock.unlink()
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


async def test_undoing_an_entry_that_was_only_begun(rig: GitRig) -> None:
    rig.repository()
    before = rig.state()
    wanted, repository = addition(rig, name="a copy"), await rig.open()
    entries = rig.project / ".git" / "worktrees"
    rig.write("a-copy/locked", b"initializing", into=entries)
    rig.write("a-copy1/gitdir", b"", into=entries)
    rig.write("a-copy2/HEAD", b"something else\n", into=entries)
    rig.write("another/locked", b"initializing", into=entries)
    rig.run("branch", wanted.branch, wanted.base_commit)

    await undo_addition(rig.git, repository, wanted)

    assert rig.state()[0] == before[0]
    assert sorted(path.name for path in entries.iterdir()) == ["a-copy2", "another"]


async def test_undoing_leaves_a_lock_whose_owner_may_live_and_its_branch(rig: GitRig) -> None:
    rig.repository()
    before = rig.state()
    wanted, repository = addition(rig), await rig.open()
    await add(rig, wanted)
    lock = rig.write(f".git/refs/heads/{wanted.branch}.lock", b"theirs")

    with pytest.raises(WorkspaceError) as caught:
        await undo_addition(rig.git, repository, wanted)

    assert caught.value.fault is WorkspaceFault.REFUSED
    assert str(lock) in caught.value.detail
    assert lock.read_bytes() == b"theirs"
    assert rig.run("rev-parse", wanted.branch) == wanted.base_commit
    lock.unlink()
    await undo_addition(rig.git, repository, wanted)
    assert rig.state() == before


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
