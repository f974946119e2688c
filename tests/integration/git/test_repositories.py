# SPDX-License-Identifier: MIT
"""Which repositories a project has, and what is the matter with its folder: on real folders, and never by running anything."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from onesist_desktop.core.errors import WorkspaceError, WorkspaceFault
from onesist_desktop.core.workspaces import FoundProblem, ProjectProblem
from onesist_desktop.git.disks import Mount, disk_problem
from onesist_desktop.git.repositories import find_repositories, make_first_commit, make_repository, open_repository
from tests.support.git_rig import GitRig

POSIX = pytest.mark.skipif(sys.platform == "win32", reason="links, owners and scripts of POSIX")


@pytest.fixture
def rig(tmp_path: Path) -> GitRig:
    return GitRig(tmp_path)


async def keys(rig: GitRig) -> list[str]:
    return [repository.key for repository in (await find_repositories(rig.git, str(rig.project)))[0]]


async def problems(rig: GitRig) -> list[FoundProblem]:
    return list((await find_repositories(rig.git, str(rig.project)))[1])


async def kinds(rig: GitRig) -> list[tuple[ProjectProblem, str]]:
    return [(found.problem, found.repository) for found in await problems(rig)]


async def test_the_root_and_direct_children_of_input_code_only(rig: GitRig) -> None:
    rig.repository(files={".gitignore": b"input/\nother/\n"})
    for key in ("input/code/one", "input/code/two words", "input/code/one/deeper", "other", "input/data/three"):
        rig.repository(key)
    (rig.project / "input/code/plain").mkdir()

    assert await keys(rig) == [".", "input/code/one", "input/code/two words"]

    one = await open_repository(rig.git, str(rig.project), "input/code/one")
    assert (one.path, one.common_dir) == (str(rig.project / "input/code/one"), str(rig.project / "input/code/one/.git"))
    assert (one.has_commits, one.is_bare, one.head_branch) == (True, False, "main")
    outside = ("other", "input/code/plain", "input/code/one/deeper", "input/code/../../other", "..", "", "/etc", "input/code")
    for key in outside:
        with pytest.raises(WorkspaceError) as caught:
            await open_repository(rig.git, str(rig.project), key)
        assert caught.value.fault is WorkspaceFault.NOT_A_REPOSITORY


@POSIX
async def test_links_in_input_code_are_refused(rig: GitRig) -> None:
    rig.repository("input/code/real")
    outside = rig.folder / "outside"
    outside.mkdir()
    rig.run("init", "-q", cwd=outside)
    (rig.project / "input/code/leads out").symlink_to(outside, target_is_directory=True)
    (rig.project / "input/code/twice").symlink_to(rig.project / "input/code/real", target_is_directory=True)
    assert await keys(rig) == ["input/code/real"]
    with pytest.raises(WorkspaceError):
        await open_repository(rig.git, str(rig.project), "input/code/leads out")

    shutil.move(rig.project / "input/code", rig.folder / "code outside")
    (rig.project / "input/code").symlink_to(rig.folder / "code outside", target_is_directory=True)
    assert await keys(rig) == []


@POSIX
async def test_a_project_that_is_reached_by_a_link(rig: GitRig) -> None:
    rig.repository()
    link = rig.folder / "link"
    link.symlink_to(rig.project, target_is_directory=True)
    found, told = await find_repositories(rig.git, str(link))
    assert [repository.path for repository in found] == [str(rig.project)]
    assert told == ()


async def test_no_repository(rig: GitRig) -> None:
    assert await problems(rig) == [FoundProblem(ProjectProblem.NO_REPOSITORY)]
    rig.repository("input/code/one")
    assert await problems(rig) == []


async def test_inside_another_repository(rig: GitRig) -> None:
    rig.run("init", "-q", cwd=rig.folder)
    assert await problems(rig) == [FoundProblem(ProjectProblem.INSIDE_REPOSITORY, "", (str(rig.folder),))]
    rig.repository("input/code/one")
    assert (ProjectProblem.INSIDE_REPOSITORY, "") in await kinds(rig)


async def test_no_commits_and_the_first_one(rig: GitRig) -> None:
    rig.repository(commits=0)
    rig.run("config", "--global", "--remove-section", "user")
    rig.run("config", "commit.gpgSign", "true")
    rig.run("config", "gpg.program", "false")
    rig.write("staged.txt")
    rig.run("add", "staged.txt")
    assert await kinds(rig) == [(ProjectProblem.NO_COMMITS, ".")]
    repository = await rig.open()
    assert not repository.has_commits

    await make_first_commit(rig.git, repository)
    await make_first_commit(rig.git, repository)

    assert rig.run("log", "--format=%an <%ae> %s") == "Onesist <onesist@localhost> First commit"
    assert rig.run("ls-tree", "-r", "HEAD") == ""
    assert rig.run("status", "--porcelain") == "A  staged.txt"
    assert await problems(rig) == []
    rig.run("fsck", "--strict")


async def test_the_first_commit_has_the_persons_name_where_there_is_one(rig: GitRig) -> None:
    rig.repository(commits=0)
    await make_first_commit(rig.git, await rig.open())
    assert rig.run("log", "--format=%an <%ae>") == "Test Person <person@example.invalid>"


async def test_a_stale_lock_of_the_head_is_told(rig: GitRig) -> None:
    rig.repository(commits=0)
    rig.write(".git/HEAD.lock", b"")
    with pytest.raises(WorkspaceError) as caught:
        await make_first_commit(rig.git, await rig.open())
    assert caught.value.fault is WorkspaceFault.REFUSED
    assert "HEAD.lock" in caught.value.detail


async def test_making_a_repository(rig: GitRig) -> None:
    rig.write("mine.txt")
    made = await make_repository(rig.git, str(rig.project))
    assert (made.key, made.path, made.has_commits) == (".", str(rig.project), True)
    assert rig.run("status", "--porcelain") == "?? mine.txt"
    with pytest.raises(WorkspaceError) as caught:
        await make_repository(rig.git, str(rig.project))
    assert caught.value.fault is WorkspaceFault.STILL_THERE


@POSIX
async def test_a_repository_that_can_not_be_made_leaves_nothing(rig: GitRig) -> None:
    template = rig.folder / "template"
    rig.write("HEAD.lock", b"", into=template)
    rig.run("config", "--global", "init.templateDir", str(template))
    with pytest.raises(WorkspaceError):
        await make_repository(rig.git, str(rig.project))
    assert list(rig.project.iterdir()) == []


async def test_a_bare_layout_names_its_peers(rig: GitRig) -> None:
    outside = rig.folder / "outside"
    outside.mkdir()
    rig.run("init", "-q", cwd=outside)
    rig.commit(cwd=outside)
    rig.run("clone", "-q", "--bare", str(outside), ".bare")
    rig.write(".git", b"gitdir: ./.bare\n")
    rig.run("worktree", "add", "-q", "main")

    found, told = await find_repositories(rig.git, str(rig.project))

    assert [(one.path, one.common_dir, one.is_bare) for one in found] == [(str(rig.project), str(rig.project / ".bare"), True)]
    assert told == (FoundProblem(ProjectProblem.BARE, ".", (str(rig.project / "main"),)),)


async def test_a_plain_bare_repository_with_peers(rig: GitRig) -> None:
    code = rig.project / "input/code"
    code.mkdir(parents=True)
    outside = rig.repository("../outside")
    rig.run("clone", "-q", "--bare", str(outside), "store.git", cwd=code)
    rig.run("worktree", "add", "-q", "../main", cwd=code / "store.git")

    found, told = await find_repositories(rig.git, str(rig.project))

    assert [(one.key, one.is_bare) for one in found] == [("input/code/main", False), ("input/code/store.git", True)]
    assert {one.common_dir for one in found} == {str(code / "store.git")}
    assert [(one.problem, one.details) for one in told] == [(ProjectProblem.BARE, (str(code / "main"),))]


async def test_nested_repositories_are_named_and_submodules_are_not(rig: GitRig) -> None:
    rig.repository(files={".gitignore": b"ignored/\ninput/\n"})
    inner = rig.repository("../inner")
    rig.run("submodule", "--quiet", "add", str(inner), "sub")
    rig.commit()
    for key in ("ignored/one", "loose", "loose/in it", "a/b/c", "input/code/mine", "input/code/mine/deep", "node_modules/x"):
        rig.repository(key)
    rig.run("worktree", "add", "-q", "--detach", "own worktree")

    told = await problems(rig)

    assert told == [
        FoundProblem(ProjectProblem.NESTED_REPOSITORIES, ".", ("a/b/c", "ignored/one", "loose")),
        FoundProblem(ProjectProblem.NESTED_REPOSITORIES, "input/code/mine", ("deep",)),
    ]


@pytest.mark.parametrize(
    "damage", ["empty HEAD", "no HEAD", "file to nowhere", "empty folder", "empty file", "head of nothing", "config"]
)
async def test_broken_repositories(rig: GitRig, damage: str) -> None:
    # Git must not take the sound one around it instead.
    rig.run("init", "-q", cwd=rig.folder)
    rig.commit(cwd=rig.folder)
    rig.repository()
    git = rig.project / ".git"
    if damage == "empty HEAD":
        (git / "HEAD").write_bytes(b"")
    elif damage == "no HEAD":
        (git / "HEAD").unlink()
    elif damage == "head of nothing":
        (git / "HEAD").write_bytes(b"1" * 40 + b"\n")
    elif damage == "config":
        (git / "config").write_bytes(b"[core\n")
    else:
        shutil.rmtree(git)
        if damage == "empty folder":
            git.mkdir()
        else:
            git.write_bytes(b"gitdir: /nowhere/at/all\n" if damage == "file to nowhere" else b"")

    found, told = await find_repositories(rig.git, str(rig.project))

    assert found == ()
    assert [(one.problem, one.repository) for one in told] == [(ProjectProblem.BROKEN_REPOSITORY, ".")]
    assert told[0].details[0]
    with pytest.raises(WorkspaceError) as caught:
        await open_repository(rig.git, str(rig.project), ".")
    assert caught.value.fault is WorkspaceFault.NOT_A_REPOSITORY


@pytest.mark.skipif(sys.platform == "win32" or os.geteuid() != 0, reason="only root gives files away")
async def test_a_repository_of_another_user(rig: GitRig) -> None:
    rig.repository()
    for path in (rig.project, rig.project / ".git"):
        os.chown(path, 12345, 12345)
    before = (rig.home / ".gitconfig").read_bytes()

    told = await problems(rig)

    assert [(one.problem, one.repository) for one in told] == [(ProjectProblem.NOT_OURS, ".")]
    assert "safe.directory" in told[0].details[0]
    assert (rig.home / ".gitconfig").read_bytes() == before


@pytest.mark.skipif(sys.platform == "win32" or os.geteuid() == 0, reason="root may read and write all")
async def test_folders_that_can_not_be_read_or_written(rig: GitRig) -> None:
    rig.repository("input/code/one")
    rig.project.chmod(0o500)
    assert (ProjectProblem.READ_ONLY, "") in await kinds(rig)
    rig.project.chmod(0)
    assert await kinds(rig) == [(ProjectProblem.UNREADABLE, "")]
    rig.project.chmod(0o700)
    (rig.project / "input/code").chmod(0)
    assert (ProjectProblem.UNREADABLE, "input/code") in await kinds(rig)
    (rig.project / "input/code").chmod(0o700)


@pytest.mark.skipif(sys.platform != "linux", reason="mounts")
@pytest.mark.parametrize("part", ["", ".git"])
async def test_a_read_only_folder(rig: GitRig, part: str) -> None:
    rig.repository()
    folder = str(rig.project / part)
    if subprocess.run(["mount", "--bind", folder, folder], capture_output=True, check=False).returncode:
        pytest.skip("can't be mounted")
    try:
        subprocess.run(["mount", "-o", "remount,ro,bind", folder], check=True)
        assert await kinds(rig) == [(ProjectProblem.READ_ONLY, "." if part else "")]
    finally:
        subprocess.run(["umount", "-l", folder], check=True)


async def test_a_project_that_vanished_or_is_a_file(rig: GitRig) -> None:
    gone = rig.folder / "gone"
    found, told = await find_repositories(rig.git, str(gone))
    assert (found, [one.problem for one in told]) == ((), [ProjectProblem.VANISHED])
    gone.write_text("a file")
    assert [one.problem for one in (await find_repositories(rig.git, str(gone)))[1]] == [ProjectProblem.VANISHED]
    with pytest.raises(WorkspaceError):
        await make_repository(rig.git, str(gone))


async def test_no_git_program(tmp_path: Path) -> None:
    rig = GitRig(tmp_path, program=str(tmp_path / "no-such-git"))
    assert await kinds(rig) == [(ProjectProblem.NO_GIT_PROGRAM, "")]
    with pytest.raises(WorkspaceError) as caught:
        await rig.open()
    assert caught.value.fault is WorkspaceFault.NO_GIT
    with pytest.raises(WorkspaceError) as caught:
        await make_repository(rig.git, str(rig.project))
    assert caught.value.fault is WorkspaceFault.NO_GIT
    assert list(rig.project.iterdir()) == []


@POSIX
async def test_git_that_is_too_old(tmp_path: Path) -> None:
    program = tmp_path / "old-git"
    program.write_text("#!/bin/sh\necho git version 2.20.1\n")
    program.chmod(0o755)
    rig = GitRig(tmp_path, program=str(program))
    assert await problems(rig) == [FoundProblem(ProjectProblem.GIT_TOO_OLD, "", ("2.20.1",))]


async def test_inherited_variables_of_git_do_not_matter(tmp_path: Path) -> None:
    elsewhere = GitRig(tmp_path)
    elsewhere.repository("../elsewhere")
    git_dir = str(elsewhere.folder / "elsewhere" / ".git")
    rig = GitRig(tmp_path, inherited={"GIT_DIR": git_dir, "GIT_WORK_TREE": "/", "GIT_INDEX_FILE": "/x", "GIT_COMMON_DIR": git_dir})
    rig.repository()
    repository = await rig.open()
    assert repository.common_dir == str(rig.project / ".git")
    assert await problems(rig) == []


@pytest.mark.parametrize(
    ("mount", "platform", "expected"),
    [
        (Mount("server:/x", "/data", "nfs4"), "linux", ProjectProblem.NETWORK_DISK),
        (Mount("//server/x", "/data", "cifs"), "linux", ProjectProblem.NETWORK_DISK),
        (Mount("me@host:", "/data", "fuse.sshfs"), "linux", ProjectProblem.NETWORK_DISK),
        (Mount("//me@server/x", "/data", "smbfs"), "darwin", ProjectProblem.NETWORK_DISK),
        (Mount("/dev/disk4s1", "/data", "apfs"), "darwin", None),
        (Mount("/dev/null1", "/data", "ext4"), "linux", None),
        (Mount("portal", "/data", "fuse.portal"), "linux", None),
        (Mount("overlay", "/", "overlay"), "linux", None),
    ],
)
def test_kinds_of_disks(mount: Mount, platform: str, expected: ProjectProblem | None) -> None:
    others = [Mount("/dev/root", "/", "ext4"), Mount("x:/", "/dat", "nfs"), Mount("x:/", "/data/project/deeper", "nfs")]
    assert disk_problem("/data/project", [others[0], mount, *others[1:]], platform=platform) is expected


def test_removable_disks(tmp_path: Path) -> None:
    blocks = tmp_path / "block"
    blocks.mkdir()
    for disk, flag in (("sdx", "1"), ("sdy", "0")):
        (tmp_path / "devices" / disk / f"{disk}1").mkdir(parents=True)
        (tmp_path / "devices" / disk / "removable").write_text(f"{flag}\n")
        (blocks / f"{disk}1").symlink_to(tmp_path / "devices" / disk / f"{disk}1")
    for disk, expected in (("sdx", ProjectProblem.REMOVABLE_DISK), ("sdy", None)):
        mounted = [Mount(f"/dev/{disk}1", "/media/stick", "vfat")]
        assert disk_problem("/media/stick/p", mounted, platform="linux", blocks=blocks) is expected
    assert (
        disk_problem("/Volumes/Stick/p", [Mount("/dev/d", "/Volumes/Stick", "exfat")], platform="darwin")
        is ProjectProblem.REMOVABLE_DISK
    )
    drives = [
        Mount("C:\\", "C:\\", "NTFS", "rw,fixed"),
        Mount("E:\\", "E:\\", "FAT32", "rw,removable"),
        Mount("Z:\\", "Z:\\", "", "rw,remote"),
    ]
    wanted = {
        "c:\\p": None,
        "e:\\p": ProjectProblem.REMOVABLE_DISK,
        "Z:\\p": ProjectProblem.NETWORK_DISK,
        "\\\\host\\p": ProjectProblem.NETWORK_DISK,
    }
    assert {path: disk_problem(path, drives, platform="win32") for path in wanted} == wanted
