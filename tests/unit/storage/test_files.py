# SPDX-License-Identifier: MIT
"""The files: folders with odd names, who may read them, copies from before migrations, and disks without room."""

from __future__ import annotations

import os
import shutil
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from onesist_desktop.core.errors import DiskFullError, StorageError
from onesist_desktop.core.ids import ProjectId
from onesist_desktop.storage import backups, migrate
from onesist_desktop.storage.database import Database
from onesist_desktop.storage.errors import translated
from onesist_desktop.storage.history_reader import open_history
from onesist_desktop.storage.records import ProjectRecord

ODD_NAMES = ("a?b", "a%20b", "a#b", "100%d", "ü ö", "file:x", "a&mode=memory")
NEEDS_MOUNT = pytest.mark.skipif(sys.platform != "linux" or os.geteuid() != 0, reason="needs to mount a small tmpfs")


async def filled(path: Path) -> None:
    database = Database(path)
    await database.open()
    await database.run(lambda uow: uow.projects.add(ProjectRecord(ProjectId("p"), "P", "/p", 1.0, 1.0)))
    await database.close()


@contextmanager
def small_disk(folder: Path) -> Iterator[Path]:
    mount = folder / "small"
    mount.mkdir()
    if subprocess.run(["mount", "-t", "tmpfs", "-o", "size=600k", "tmpfs", mount], check=False, capture_output=True).returncode:
        pytest.skip("this machine lets nobody mount a tmpfs")
    try:
        yield mount
    finally:
        subprocess.run(["umount", "-l", mount], check=True)


def fill_up(mount: Path) -> None:
    with pytest.raises(OSError, match="No space"), (mount / "fill").open("wb", buffering=0) as file:
        while True:
            file.write(b"x" * 1024)


@pytest.mark.parametrize("name", ODD_NAMES)
async def test_any_folder_name_will_do(tmp_path: Path, name: str) -> None:
    path = tmp_path / name / name / "o.db"
    await filled(path)
    assert {file.name for file in path.parent.iterdir()} == {"o.db"}
    assert {file.name for file in tmp_path.iterdir()} == {name}
    assert migrate.read_revision(path) == migrate.HEAD
    reader = open_history(str(path))
    assert reader.scope_of("unknown") is None
    reader.close()
    await Database(path).close()


async def test_a_percent_sign_in_the_apps_own_folder_stops_no_migration(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    installed = tmp_path / "100%d of %(here)s"
    shutil.copytree(Path(migrate.__file__).parent / "migrations", installed / "migrations")
    monkeypatch.setattr(migrate, "__file__", str(installed / "migrate.py"))
    await filled(tmp_path / "o.db")


@pytest.mark.skipif(sys.platform == "win32", reason="Windows keeps to what the folder inherits")
@pytest.mark.parametrize("mask", [0o000, 0o022])
async def test_only_the_owner_can_read_what_is_stored(tmp_path: Path, mask: int) -> None:
    path = tmp_path / "deep" / "data" / "o.db"
    before = os.umask(mask)
    try:
        database = Database(path)
        await database.open()
        await database.run(lambda uow: uow.values.put("a", "b"))
        copy = backups.back_up(path, "0001")
        modes = {file.name: file.stat().st_mode & 0o777 for file in [path.parent, *path.parent.iterdir(), copy]}
        await database.close()
    finally:
        os.umask(before)
    assert modes == {
        "data": 0o700, "o.db": 0o600, "o.db-wal": 0o600, "o.db-shm": 0o600, "backups": 0o700, copy.name: 0o600
    }  # fmt: skip


@pytest.mark.skipif(sys.platform == "win32", reason="Windows keeps to what the folder inherits")
async def test_a_folder_that_was_there_stays_as_it_is_and_the_file_does_not(tmp_path: Path) -> None:
    shared = tmp_path / "shared"
    shared.mkdir()
    shared.chmod(0o755)
    await filled(shared / "o.db")
    (shared / "o.db").chmod(0o644)
    await Database(shared / "o.db").close()
    database = Database(shared / "o.db")
    await database.open()
    await database.close()
    assert ((shared / "o.db").stat().st_mode & 0o777, shared.stat().st_mode & 0o777) == (0o600, 0o755)


async def test_a_copy_just_made_survives_a_clock_that_went_back(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "o.db"
    await filled(path)
    days = iter([*(f"2030010{day}-000000" for day in range(1, 7)), "20200101-000000"])
    monkeypatch.setattr(time, "strftime", lambda _format: next(days))
    made = [backups.back_up(path, "0001") for _ in range(7)]
    kept = sorted((tmp_path / "backups").iterdir())
    assert kept == sorted([*made[-backups.BACKUPS_KEPT : -1], made[-1]])


async def test_two_copies_in_one_second_are_two_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "o.db"
    await filled(path)
    monkeypatch.setattr(time, "strftime", lambda _format: "20300101-000000")
    first = backups.back_up(path, "0001")
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("DELETE FROM projects")
        connection.commit()
    second = backups.back_up(path, "0001")
    assert first != second
    counts = []
    for copy in (first, second):
        with closing(sqlite3.connect(copy)) as connection:
            counts.append(connection.execute("SELECT count(*) FROM projects").fetchone()[0])
    assert counts == [1, 0]


async def test_half_a_copy_is_not_kept(tmp_path: Path) -> None:
    path = tmp_path / "o.db"
    path.write_bytes(b"no database, but long enough to be taken for one" * 100)
    with pytest.raises(sqlite3.DatabaseError):
        backups.back_up(path, "0001")
    assert list((tmp_path / "backups").iterdir()) == []


async def test_a_closed_database_says_so_and_can_be_closed_again(tmp_path: Path) -> None:
    database = Database(tmp_path / "o.db")
    await database.open()
    await database.close()
    await database.close()
    with pytest.raises(StorageError, match="closed"):
        await database.run(lambda uow: uow.projects.recent())
    with pytest.raises(StorageError, match="closed"):
        await database.empty_log()


def test_an_io_error_on_a_disk_with_room_is_not_called_a_full_disk(tmp_path: Path) -> None:
    error = sqlite3.OperationalError("disk I/O error")
    error.sqlite_errorname = "SQLITE_IOERR_WRITE"
    found = translated(error, tmp_path / "o.db")
    assert type(found) is StorageError
    assert "disk I/O error" in str(found)
    error.sqlite_errorname = "SQLITE_FULL"
    assert isinstance(translated(error, tmp_path / "o.db"), DiskFullError)


@NEEDS_MOUNT
async def test_a_full_disk_at_the_start_says_what_is_safe_and_what_to_do(tmp_path: Path) -> None:
    await filled(tmp_path / "o.db")
    with small_disk(tmp_path) as mount:
        shutil.copy(tmp_path / "o.db", mount / "o.db")
        before = (mount / "o.db").read_bytes()
        fill_up(mount)
        database = Database(mount / "o.db")
        with pytest.raises(DiskFullError, match=r"disk is full .*What was stored before is safe\. Make room"):
            await database.open()
            await database.run(lambda uow: uow.values.put("a", "b" * 5000))
        await database.close()
        assert (mount / "o.db").read_bytes() == before
        (mount / "fill").unlink()
        again = Database(mount / "o.db")
        await again.open()
        assert [project.title for project in await again.run(lambda uow: uow.projects.recent())] == ["P"]
        await again.close()


@NEEDS_MOUNT
async def test_a_disk_that_can_only_be_read_is_said(tmp_path: Path) -> None:
    await filled(tmp_path / "o.db")
    with small_disk(tmp_path) as mount:
        shutil.copy(tmp_path / "o.db", mount / "o.db")
        subprocess.run(["mount", "-o", "remount,ro", mount], check=True)
        for path in (mount / "o.db", mount / "new" / "o.db"):
            database = Database(path)
            with pytest.raises(StorageError, match=r"can't be written .*What was stored before is safe") as caught:
                await database.open()
            assert not isinstance(caught.value, DiskFullError)
            await database.close()
