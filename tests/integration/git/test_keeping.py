# SPDX-License-Identifier: MIT
"""Ignored files are copied whole, or nothing is and it is said (RULES A11)."""

from __future__ import annotations

import asyncio
import os
import stat
from pathlib import Path

import pytest

from onesist_desktop.git import keeping
from onesist_desktop.git.keeping import KeepingError, Kept, keep_files
from tests.support.git_rig import GitRig


@pytest.fixture
def places(tmp_path: Path) -> tuple[Path, Path]:
    folder = Path(os.path.realpath(tmp_path))
    source, target = folder / "worktree", folder / "project" / "kept-files" / "2026-11-28 one"
    source.mkdir()
    (folder / "project").mkdir()
    return source, target


def write(source: Path, name: str, data: bytes = b"secret\n") -> Path:
    path = source / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)
    return path


def names_in(folder: Path) -> list[str]:
    return sorted(str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_symlink() or not path.is_dir())


async def test_files_arrive_with_path_mode_and_time(places: tuple[Path, Path]) -> None:
    source, target = places
    env = write(source, ".env")
    env.chmod(0o600)
    os.utime(env, (1_700_000_000, 1_700_000_000))
    write(source, "data/db.sqlite", os.urandom(3_000_000))
    write(source, "new\nline \udcff".encode("utf-8", "surrogateescape").decode("utf-8", "surrogateescape"))
    names = [".env", "data/db.sqlite", "new\nline \udcff"]
    kept = await keep_files(str(source), names, str(target))
    assert kept == Kept(str(target), 3, ())
    for name in names:
        assert (target / name).read_bytes() == (source / name).read_bytes()
    assert stat.S_IMODE((target / ".env").stat().st_mode) == 0o600
    assert (target / ".env").stat().st_mtime == 1_700_000_000


async def test_nothing_is_overwritten_and_nothing_is_made_of_nothing(places: tuple[Path, Path]) -> None:
    source, target = places
    write(source, ".env")
    assert await keep_files(str(source), [], str(target)) == Kept()
    assert not target.parent.exists()
    first = await keep_files(str(source), [".env"], str(target))
    write(source, ".env", b"other\n")
    second = await keep_files(str(source), [".env"], str(target))
    assert (first.folder, second.folder) == (str(target), f"{target} 2")
    assert Path(first.folder, ".env").read_bytes() == b"secret\n"
    assert Path(second.folder, ".env").read_bytes() == b"other\n"


async def test_a_folder_stands_for_all_in_it(places: tuple[Path, Path]) -> None:
    source, target = places
    write(source, "inner/.git/config")
    write(source, "inner/deep/file")
    kept = await keep_files(str(source), ["inner/"], str(target))
    assert kept.count == 2
    assert (target / "inner" / "deep" / "file").read_bytes() == b"secret\n"


async def test_links(places: tuple[Path, Path]) -> None:
    source, target = places
    outside = write(source.parent, "outside/secret")
    write(source, "file")
    (source / "inside").symlink_to("file")
    (source / "absolute").symlink_to(source / "file")
    (source / "out").symlink_to("../outside")
    (source / "far").symlink_to(outside)
    os.mkfifo(source / "pipe")
    kept = await keep_files(str(source), ["absolute", "far", "file", "inside", "out", "pipe"], str(target))
    assert kept.count == 2
    assert kept.left_out == ("absolute", "far", "out", "pipe")
    assert (target / "inside").is_symlink()
    assert names_in(target) == [".gitignore", "file", "inside"]


@pytest.mark.parametrize("name", ["../outside/secret", "/etc/passwd", "link/secret", "missing", "sub/../../x"])
async def test_names_that_lead_out_or_nowhere_fail_and_leave_nothing(places: tuple[Path, Path], name: str) -> None:
    source, target = places
    write(source.parent, "outside/secret")
    write(source, "file")
    write(source, "sub/file")
    (source / "link").symlink_to(source.parent / "outside")
    with pytest.raises(KeepingError):
        await keep_files(str(source), ["file", "sub/file", name], str(target))
    assert not target.exists()
    assert names_in(source) == ["file", "link", "sub/file"]


async def test_the_place_for_them_is_a_link_or_a_file(places: tuple[Path, Path]) -> None:
    source, target = places
    write(source, "file")
    (source.parent / "elsewhere").mkdir()
    target.parent.symlink_to(source.parent / "elsewhere")
    with pytest.raises(KeepingError):
        await keep_files(str(source), ["file"], str(target))
    assert list((source.parent / "elsewhere").iterdir()) == []
    target.parent.unlink()
    target.parent.write_text("a file")
    with pytest.raises(KeepingError):
        await keep_files(str(source), ["file"], str(target))


async def test_a_failure_in_the_middle_leaves_nothing(places: tuple[Path, Path], monkeypatch: pytest.MonkeyPatch) -> None:
    source, target = places
    names = [write(source, f"d{number % 7}/{number}").relative_to(source).as_posix() for number in range(120)]
    calls = 0
    real = os.fsync

    def full(descriptor: int) -> None:
        nonlocal calls
        calls += 1
        if calls == 70:
            raise OSError(28, "No space left on device")
        real(descriptor)

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(KeepingError, match="No space left"):
        await keep_files(str(source), names, str(target))
    assert not target.exists()
    assert len(names_in(source)) == 120


async def test_cancelling_leaves_nothing(places: tuple[Path, Path]) -> None:
    source, target = places
    names = [write(source, str(number)).name for number in range(200)]
    steps: list[int] = []

    async def keep() -> None:
        await keep_files(str(source), names, str(target), lambda done, total: (steps.append(done), task.cancel()))

    task = asyncio.ensure_future(keep())
    with pytest.raises(asyncio.CancelledError):
        await task
    assert steps == [50]
    assert not target.exists()


async def test_a_file_that_grows_meanwhile(places: tuple[Path, Path], monkeypatch: pytest.MonkeyPatch) -> None:
    source, target = places
    path = write(source, "log")
    real = os.fsync

    def grow(descriptor: int) -> None:
        with path.open("ab") as stream:
            stream.write(b"more\n")
        real(descriptor)

    monkeypatch.setattr(keeping.os, "fsync", grow)
    with pytest.raises(KeepingError, match="changed"):
        await keep_files(str(source), ["log"], str(target))
    assert not target.exists()


async def test_the_project_shows_no_new_files(tmp_path: Path) -> None:
    rig = GitRig(tmp_path)
    rig.repository()
    source = rig.folder / "source"
    write(source, ".env")
    write(source, ".gitignore", b"!.env\n")
    await keep_files(str(source), [".env"], str(rig.project / "kept-files" / "one"))
    await keep_files(str(source), [".env", ".gitignore"], str(rig.project / "kept-files" / "two"))
    assert (rig.project / "kept-files" / "two" / ".gitignore").read_bytes() == b"!.env\n"
    kept = rig.run("status", "--porcelain", "-uall")
    assert "kept-files/one" not in kept
    assert "kept-files/two/.env" in kept or not kept
