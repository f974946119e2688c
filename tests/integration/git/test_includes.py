# SPDX-License-Identifier: MIT
"""``.worktreeinclude``: which files come along, and that no link is followed and nothing written over."""

from __future__ import annotations

import errno
import os
import stat
import sys
import threading
from pathlib import Path

import pytest

from onesist_desktop.git.copying import copy_below
from onesist_desktop.git.includes import included_files
from onesist_desktop.git.worktrees import copy_included
from tests.support.git_rig import GitRig

POSIX = pytest.mark.skipif(sys.platform == "win32", reason="links and special files")


@pytest.fixture
def rig(tmp_path: Path) -> GitRig:
    made = GitRig(tmp_path)
    made.repository(files={".gitignore": b"*.env\n/local/\nsecret*\n", "tracked.txt": b"tracked\n"})
    return made


async def copied(rig: GitRig, target: Path) -> tuple[str, ...]:
    return await copy_included(rig.git, await rig.open(), str(rig.project), str(target), lambda *_: None)


async def test_only_what_is_ignored_and_matches(rig: GitRig) -> None:
    rig.write(".worktreeinclude", b"# a comment\n*.env\nlocal/**\n!local/skip.db\nuntracked.txt\ntracked.txt\n")
    for name in ("a.env", "deep/er/b.env", "local/data.db", "local/skip.db", "secret.txt", "untracked.txt"):
        rig.write(name, name.encode())
    target = rig.worktree("copy", "new")
    steps: list[tuple[str, int, int]] = []

    notes = await copy_included(
        rig.git,
        await rig.open(),
        str(rig.project),
        str(target),
        lambda *step: steps.append(step),  # type: ignore[arg-type]
    )

    assert notes == ()
    made = sorted(str(path.relative_to(target)) for path in target.rglob("*") if path.is_file() and path.name != ".git")
    assert made == [".gitignore", "a.env", "deep/er/b.env", "local/data.db", "tracked.txt"]
    assert (target / "deep/er/b.env").read_bytes() == b"deep/er/b.env"
    assert steps == [("copying", 0, 3), ("copying", 3, 3)]
    assert rig.run("status", "--porcelain", cwd=target) == ""


async def test_no_file_no_match_or_a_bare_repository(rig: GitRig) -> None:
    target = rig.worktree("copy", "new")
    rig.write("a.env")
    assert await copied(rig, target) == ()
    rig.write(".worktreeinclude", b"\n")
    assert await copied(rig, target) == ()
    assert not (target / "a.env").exists()


@POSIX
async def test_the_file_itself_must_not_be_a_link(rig: GitRig) -> None:
    (rig.folder / "outside").write_text("*.env\n")
    (rig.project / ".worktreeinclude").symlink_to(rig.folder / "outside")
    rig.write("a.env")
    assert await included_files(rig.git, str(rig.project)) == ()


async def test_nothing_is_written_over(rig: GitRig) -> None:
    rig.write(".worktreeinclude", b"*.env\n")
    rig.write("a.env", b"mine\n")
    rig.write("b.env", b"mine\n")
    target = rig.worktree("copy", "new")
    rig.write("a.env", b"already there\n", into=target)

    notes = await copied(rig, target)

    assert notes == (f"a.env: {os.strerror(errno.EEXIST)}",)
    assert (target / "a.env").read_bytes() == b"already there\n"
    assert (target / "b.env").read_bytes() == b"mine\n"


@POSIX
async def test_links_and_special_files_are_skipped(rig: GitRig) -> None:
    rig.write(".worktreeinclude", b"*.env\nlocal\n")
    outside = rig.folder / "outside"
    rig.write("passwords.env", b"secret\n", into=outside)
    (rig.project / "link.env").symlink_to(outside / "passwords.env")
    os.mkfifo(rig.project / "pipe.env")
    (rig.project / "local").symlink_to(outside, target_is_directory=True)
    rig.write("good.env", b"good\n")
    target = rig.worktree("copy", "new")

    notes = await copied(rig, target)

    assert (target / "good.env").read_bytes() == b"good\n"
    assert not any(os.path.lexists(target / name) for name in ("link.env", "pipe.env", "local"))
    assert any(note.startswith("link.env") for note in notes)


@POSIX
async def test_a_link_in_the_way_of_the_target_is_not_followed(rig: GitRig) -> None:
    rig.write(".worktreeinclude", b"*.env\n")
    rig.write("conf/deep/a.env", b"secret\n")
    rig.write("b.env", b"secret\n")
    target = rig.worktree("copy", "new")
    outside = rig.folder / "outside"
    outside.mkdir()
    (target / "conf").symlink_to(outside, target_is_directory=True)
    (target / "b.env").symlink_to(outside / "b.env")

    notes = await copied(rig, target)

    assert len(notes) == 2
    assert list(outside.iterdir()) == []


@POSIX
async def test_odd_names_and_modes(rig: GitRig) -> None:
    rig.write(".worktreeinclude", b"*.env\n")
    names = [" space .env", "new\nline.env", '"quoted".env', "-dash.env", "ąęść.env", "a -> b.env"]
    if sys.platform == "linux":
        names.append(os.fsdecode(b"caf\xe9.env"))
    for name in names:
        rig.write(name, b"x").chmod(0o640)
    target = rig.worktree("copy", "new")

    assert await copied(rig, target) == ()

    for name in names:
        assert stat.S_IMODE((target / name).stat().st_mode) == 0o640


@POSIX
async def test_a_repository_inside_is_left_out(rig: GitRig) -> None:
    rig.write(".worktreeinclude", b"local/\n")
    inner = rig.write("local/inner/a.txt").parent
    rig.run("init", "-q", cwd=inner)
    rig.write("local/b.txt")
    assert await included_files(rig.git, str(rig.project)) == ("local/b.txt",)


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="no full disk at hand")  # noqa: PTH110
async def test_what_can_not_be_read_is_a_note_and_nothing_is_half_written(rig: GitRig) -> None:
    target = rig.worktree("copy", "new")
    stop = threading.Event()
    stop.set()
    rig.write("a.env", b"x" * 100)
    with pytest.raises(OSError, match="ancel"):
        copy_below(str(rig.project), str(target), "a.env", stop)
    assert not (target / "a.env").exists()


@pytest.mark.parametrize("name", ["../a.env", "a/../../b", "/etc/passwd", "a//b", "", "./a"])
def test_paths_that_lead_out_are_refused(rig: GitRig, name: str) -> None:
    with pytest.raises(ValueError, match="leads out"):
        copy_below(str(rig.project), str(rig.folder), name, threading.Event())
