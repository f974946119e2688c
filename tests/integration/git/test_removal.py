# SPDX-License-Identifier: MIT
"""Only our own worktrees are removed, by Git alone, and what it refuses stays (RULES A1, A2, A5, A13, A16, A17)."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest

from onesist_desktop.core.errors import WorkspaceError, WorkspaceFault
from onesist_desktop.git.removal import Guard, Link, link_of, mend_link, refuse_path, remove_worktree
from onesist_desktop.git.worktree_list import list_worktrees
from tests.support.git_rig import GitRig


@pytest.fixture
def rig(tmp_path: Path) -> GitRig:
    rig = GitRig(tmp_path)
    rig.repository()
    return rig


def guard(rig: GitRig, *paths: Path | str, base: Path | str | None = None) -> Guard:
    return Guard(str(base if base is not None else rig.base), tuple(str(path) for path in paths), (str(rig.project),))


async def removed(rig: GitRig, path: Path | str, allowed: Guard | None = None) -> bool:
    return await remove_worktree(rig.git, await rig.open(), str(path), allowed or guard(rig, path))


async def refused(rig: GitRig, path: Path | str, allowed: Guard) -> WorkspaceError:
    """Have a path refused, before any Git that writes runs."""
    before = rig.state()
    ran: list[tuple[str, ...]] = []
    write = rig.git.write

    async def watched(cwd: str, *args: str, **more: object) -> object:
        ran.append(args)
        return await write(cwd, *args, **more)  # type: ignore[arg-type]

    rig.git.write = watched  # type: ignore[method-assign, assignment]
    try:
        with pytest.raises(WorkspaceError) as caught:
            await removed(rig, path, allowed)
    finally:
        rig.git.write = write  # type: ignore[method-assign]
    assert ran == []
    assert rig.state() == before
    rig.run("fsck", "--strict")
    return caught.value


async def test_a_worktree_goes_and_its_branch_stays(rig: GitRig) -> None:
    path = rig.worktree("one", "work")
    commit = rig.commit("more", cwd=path)
    rig.write("new.txt", into=path)
    assert await removed(rig, path)
    assert not path.exists()
    assert rig.run("rev-parse", "work") == commit
    assert "one" not in rig.run("worktree", "list")
    assert not await removed(rig, path), "a second time is no error"
    rig.run("fsck", "--strict")


@pytest.mark.parametrize("which", ["the repository", "its git folder", "etc", "root", "home", "base", "parent"])
async def test_other_folders_are_refused(rig: GitRig, which: str) -> None:
    rig.worktree("one", "work")
    paths = {
        "the repository": rig.project,
        "its git folder": rig.project / ".git",
        "etc": Path("/etc"),
        "root": Path("/"),
        "home": Path.home(),
        "base": rig.base,
        "parent": rig.folder,
    }
    path = paths[which]
    repository = await rig.open()
    listed = await list_worktrees(rig.git, repository)
    for base in (rig.base, rig.folder, path.parent, Path("/"), ""):
        with pytest.raises(WorkspaceError) as caught:
            refuse_path(str(path), guard(rig, path, base=base), repository, listed)
        assert caught.value.fault is WorkspaceFault.NOT_THAT_WORKTREE
    await refused(rig, path, guard(rig, path, base=path.parent))


@pytest.mark.parametrize("target", ["project", "worktrees/one", "etc"])
async def test_links_are_refused(rig: GitRig, target: str) -> None:
    rig.worktree("one", "work")
    link = rig.base / "link"
    link.symlink_to("/etc" if target == "etc" else rig.folder / target)
    error = await refused(rig, link, guard(rig, link))
    assert error.fault is WorkspaceFault.NOT_THAT_WORKTREE


async def test_a_path_behind_a_link_and_dots_are_refused(rig: GitRig) -> None:
    path = rig.worktree("one", "work")
    behind = rig.folder / "other"
    behind.symlink_to(rig.base)
    await refused(rig, behind / "one", guard(rig, behind / "one", base=behind))
    for dotted in (f"{rig.base}/../worktrees/one", f"{path}/../one", f"{path}/", f"{rig.base}//one", "worktrees/one", f"{path}\0"):
        with pytest.raises(WorkspaceError):
            refuse_path(dotted, guard(rig, dotted), await rig.open(), await list_worktrees(rig.git, await rig.open()))


async def test_not_in_our_list_not_in_gits_list_or_of_another_repository(rig: GitRig) -> None:
    path = rig.worktree("one", "work")
    await refused(rig, path, guard(rig))
    plain = rig.base / "plain"
    plain.mkdir()
    rig.write("file", into=plain)
    await refused(rig, plain, guard(rig, plain))
    other = rig.repository("input/code/other")
    strange = rig.worktree("strange", "elsewhere", cwd=other)
    await refused(rig, strange, guard(rig, strange))


async def test_a_worktree_made_elsewhere_or_outside_of_its_base_is_refused(rig: GitRig) -> None:
    path = rig.worktree("one", "work")
    await refused(rig, path, guard(rig, path, base=""))
    await refused(rig, path, guard(rig, path, base=rig.folder / "another base"))


async def test_the_folder_was_replaced_by_another_repository(rig: GitRig) -> None:
    path = rig.worktree("one", "work")
    shutil.rmtree(path)
    path.mkdir()
    rig.run("init", "-q", cwd=path)
    rig.write("precious", into=path)
    await refused(rig, path, guard(rig, path))
    assert (path / "precious").exists()


async def test_a_worktree_that_holds_the_project_or_a_base_is_refused(rig: GitRig) -> None:
    path = rig.worktree("one", "work")
    inner = path / "deep" / "project"
    inner.mkdir(parents=True)
    allowed = Guard(str(rig.base), (str(path),), (str(inner),))
    await refused(rig, path, allowed)


async def test_links_inside_are_not_followed(rig: GitRig) -> None:
    path = rig.worktree("one", "work")
    kept = rig.write("kept/deep/file", b"precious\n", into=rig.folder)
    (path / "to folder").symlink_to(kept.parent)
    (path / "to file").symlink_to(kept)
    (path / "to project").symlink_to(rig.project)
    (path / "sub").mkdir()
    (path / "sub" / "up").symlink_to("../../..")
    assert await removed(rig, path)
    assert kept.read_bytes() == b"precious\n"
    assert (rig.project / "read me.txt").exists()


@pytest.mark.parametrize("reason", ["on a stick\nsecond line", ""])
async def test_a_lock_is_respected_and_nothing_is_touched(rig: GitRig, reason: str) -> None:
    path = rig.worktree("one", "work")
    rig.write("new.txt", into=path)
    rig.run("worktree", "lock", *(("--reason", reason) if reason else ()), "--", str(path))
    before = rig.state()
    with pytest.raises(WorkspaceError) as caught:
        await removed(rig, path)
    assert caught.value.fault is WorkspaceFault.REFUSED
    assert "lock" in caught.value.detail
    assert rig.state() == before
    rig.run("worktree", "unlock", "--", str(path))
    assert await removed(rig, path)


async def test_a_locked_entry_without_folder_is_kept(rig: GitRig) -> None:
    path = rig.worktree("one", "work")
    rig.run("worktree", "lock", "--reason", "on a stick", "--", str(path))
    shutil.rmtree(path)
    with pytest.raises(WorkspaceError) as caught:
        await removed(rig, path)
    assert caught.value.detail == "on a stick"
    assert str(path) in rig.run("worktree", "list")


async def test_a_missing_folder_takes_that_one_entry_away(rig: GitRig) -> None:
    path, other = rig.worktree("one", "work"), rig.worktree("two", "other")
    shutil.rmtree(path)
    shutil.rmtree(other)
    assert not await removed(rig, path)
    listed = rig.run("worktree", "list")
    assert str(path) not in listed
    assert str(other) in listed
    assert rig.run("rev-parse", "work")


async def test_a_folder_of_which_only_a_part_could_go_is_left_whole(rig: GitRig, monkeypatch: pytest.MonkeyPatch) -> None:
    path = rig.worktree("one", "work")
    rig.write("shut/file", into=path)
    shut = path / "shut"
    real = os.access
    # A test that runs as root may write everywhere.
    monkeypatch.setattr(os, "access", lambda folder, mode: folder != str(shut) and real(folder, mode))
    error = await refused(rig, path, guard(rig, path))
    assert error.fault is WorkspaceFault.REFUSED
    assert str(shut) in error.detail


async def test_submodules_need_no_force_of_the_persons(rig: GitRig) -> None:
    library = rig.folder / "library"
    library.mkdir()
    rig.run("init", "-q", cwd=library)
    rig.commit(cwd=library)
    rig.run("submodule", "add", "-q", "--", str(library), "lib")
    rig.commit("with lib")
    path = rig.worktree("one", "work")
    rig.run("submodule", "update", "--init", "-q", cwd=path)
    rig.write("lib/new.txt", into=path)
    rig.run("worktree", "remove", "--", str(path), ok=(128,))
    assert await removed(rig, path)
    assert (rig.project / "lib" / ".git").exists()
    rig.run("status", cwd=rig.project / "lib")


@pytest.mark.parametrize("name", ["with space", "-dash", "quote'\"", "new\nline", "täglich 日本", "arrow -> there", "a" * 200])
async def test_names(rig: GitRig, name: str) -> None:
    path = rig.worktree(name, "work")
    rig.write("new\nfile", into=path)
    assert await removed(rig, path)
    assert not path.exists()
    assert rig.run("worktree", "list", "--porcelain").count("worktree ") == 1


async def test_a_bare_layout(tmp_path: Path) -> None:
    rig = GitRig(tmp_path)
    made = rig.repository("input/code/plain")
    bare = rig.project / "input" / "code" / "bare"
    rig.run("clone", "-q", "--bare", str(made), str(bare))
    path = rig.worktree("one", "work", cwd=bare)
    repository = await rig.open("input/code/bare")
    assert await remove_worktree(rig.git, repository, str(path), guard(rig, path))
    with pytest.raises(WorkspaceError):
        await remove_worktree(rig.git, repository, str(bare), guard(rig, bare, base=bare.parent))
    assert bare.exists()


@pytest.mark.parametrize("gone", [[".git"], [".git", "read me.txt"], ["read me.txt"]])
async def test_a_deletion_that_was_cut_off_is_finished(rig: GitRig, gone: list[str]) -> None:
    path = rig.worktree("one", "work")
    rig.write("left.txt", into=path)
    for name in gone:
        (path / name).unlink()
    repository = await rig.open()
    listed = await list_worktrees(rig.git, repository)
    expected = Link.CUT if ".git" in gone else Link.WHOLE
    assert link_of(str(path), repository, listed) is expected
    await mend_link(rig.git, repository, str(path))
    assert link_of(str(path), repository, listed) is Link.WHOLE
    assert "left.txt" in rig.run("status", "--porcelain", cwd=path)
    assert await removed(rig, path)
    assert not path.exists()
    rig.run("fsck", "--strict")


async def test_killed_in_the_middle_by_the_system(rig: GitRig) -> None:
    """Git itself is killed while it deletes: afterwards it can be counted and removed again."""
    path = rig.worktree("one", "work")
    for number in range(400):
        rig.write(f"d{number % 20}/{number}.txt", into=path)
    process = subprocess.Popen(
        ["git", "worktree", "remove", "--force", "--", str(path)],
        cwd=rig.project,
        stderr=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
    )
    while len(list(path.iterdir()) if path.exists() else ()) > 15 and process.poll() is None:
        pass
    process.kill()
    process.wait()
    repository = await rig.open()
    link = link_of(str(path), repository, await list_worktrees(rig.git, repository))
    if link is Link.CUT:
        await mend_link(rig.git, repository, str(path))
    await removed(rig, path)
    assert not path.exists()
    assert str(path) not in rig.run("worktree", "list")
    rig.run("fsck", "--strict")
