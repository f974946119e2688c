# SPDX-License-Identifier: MIT
from __future__ import annotations

import asyncio
import errno
import os
import shutil
import socket
import stat
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from onesist_desktop.core.errors import AttachmentError, AttachmentFault, DiskFullError, StorageError
from onesist_desktop.core.messages import AttachmentPart
from onesist_desktop.services.attachments import AttachmentService
from onesist_desktop.storage import attachments
from onesist_desktop.storage.attachments import AttachmentStore, shown_name

PNG = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR"
POSIX = pytest.mark.skipif(sys.platform == "win32", reason="needs a POSIX system")


@pytest.fixture
def store(tmp_path: Path) -> AttachmentStore:
    return AttachmentStore(tmp_path / "data" / "attachments")


def kept(tmp_path: Path) -> list[Path]:
    return sorted(path for path in (tmp_path / "data").rglob("*") if path.is_file())


def test_a_copy_stays_when_the_file_changes_or_goes(tmp_path: Path, store: AttachmentStore) -> None:
    source = tmp_path / "Shot 1.PNG"
    source.write_bytes(PNG)
    part = store.add_file(str(source))
    assert (part.name, part.media_type, part.size_bytes) == ("Shot 1.PNG", "image/png", len(PNG))
    source.unlink()
    copy = Path(part.path)
    assert copy.read_bytes() == PNG
    assert copy.parent.parent == tmp_path / "data" / "attachments"
    assert copy.parent.name == copy.name[:2]
    assert copy.suffix == ".png"
    assert kept(tmp_path) == [copy]


@POSIX
def test_only_the_owner_may_read_a_copy(tmp_path: Path, store: AttachmentStore) -> None:
    old = os.umask(0)
    try:
        copy = Path(store.add_data("a.txt", "text/plain", b"x").path)
    finally:
        os.umask(old)
    assert stat.S_IMODE(copy.stat().st_mode) == 0o600
    assert [stat.S_IMODE(folder.stat().st_mode) for folder in (copy.parent, copy.parent.parent)] == [0o700, 0o700]


def test_the_same_content_is_stored_once_and_mended_when_somebody_changed_it(tmp_path: Path, store: AttachmentStore) -> None:
    first, second = store.add_data("a.txt", "", b"same"), store.add_data("b.txt", "", b"same")
    assert first.path == second.path
    assert (first.name, second.name) == ("a.txt", "b.txt")
    before = Path(first.path).stat().st_mtime_ns
    store.add_data("c.txt", "", b"same")
    assert Path(first.path).stat().st_mtime_ns == before
    Path(first.path).write_bytes(b"other")
    store.add_data("a.txt", "", b"same")
    assert Path(first.path).read_bytes() == b"same"
    assert len(kept(tmp_path)) == 1


def test_text_of_any_kind_and_nothing_at_all_are_fine(store: AttachmentStore) -> None:
    assert store.add_data("Makefile", "", b"all:\n").media_type == "text/plain"
    assert store.add_data("", "image/png", PNG).name == "attachment.png"
    assert store.add_data("pasted", "text/plain", b"").size_bytes == 0
    assert store.add_data("x.png", "image/png", b"no picture \0").media_type == "application/octet-stream"


def fault_of(store: AttachmentStore, path: Path | str) -> AttachmentFault:
    with pytest.raises(AttachmentError) as refused:
        store.add_file(str(path))
    assert str(refused.value)
    return refused.value.fault


def test_what_is_no_file_that_can_be_read_is_refused(tmp_path: Path, store: AttachmentStore) -> None:
    assert fault_of(store, tmp_path) is AttachmentFault.FOLDER
    assert fault_of(store, tmp_path / "none.txt") is AttachmentFault.MISSING
    assert fault_of(store, f"{tmp_path}/a\0b") is AttachmentFault.MISSING
    assert fault_of(store, "") is AttachmentFault.MISSING
    assert fault_of(store, "pyproject.toml") is AttachmentFault.MISSING
    assert kept(tmp_path) == []


@POSIX
def test_devices_pipes_and_sockets_are_refused_at_once(tmp_path: Path, store: AttachmentStore) -> None:
    os.mkfifo(tmp_path / "pipe")
    assert fault_of(store, tmp_path / "pipe") is AttachmentFault.NO_FILE
    assert fault_of(store, "/dev/zero") is AttachmentFault.NO_FILE
    (tmp_path / "gone").symlink_to(tmp_path / "none")
    assert fault_of(store, tmp_path / "gone") is AttachmentFault.MISSING
    with socket.socket(socket.AF_UNIX) as server:
        server.bind(str(tmp_path / "s"))
        assert fault_of(store, tmp_path / "s") is AttachmentFault.NO_FILE


def test_a_link_to_a_file_is_that_file(tmp_path: Path, store: AttachmentStore) -> None:
    (tmp_path / "real.txt").write_bytes(b"real")
    (tmp_path / "link.txt").symlink_to(tmp_path / "real.txt")
    assert Path(store.add_file(str(tmp_path / "link.txt")).path).read_bytes() == b"real"


def test_a_file_that_may_not_be_read_or_breaks_off_is_refused(
    tmp_path: Path, store: AttachmentStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    source = tmp_path / "a.txt"
    source.write_bytes(b"x" * 100)

    def refuse(*_: Any) -> int:
        raise PermissionError(errno.EACCES, "Permission denied")

    with monkeypatch.context() as patch:
        patch.setattr(attachments.os, "open", refuse)
        assert fault_of(store, source) is AttachmentFault.UNREADABLE

    def broken(*_: Any) -> bytes:
        raise OSError(errno.EIO, "Input/output error")

    with monkeypatch.context() as patch:
        patch.setattr(attachments.os, "read", broken)
        assert fault_of(store, source) is AttachmentFault.UNREADABLE
    assert kept(tmp_path) == []


def test_what_is_too_large_or_grows_too_large_is_refused(
    tmp_path: Path, store: AttachmentStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    source = tmp_path / "big.bin"
    with source.open("wb") as file:
        file.truncate(attachments.MAX_BYTES + 1)
    assert fault_of(store, source) is AttachmentFault.TOO_LARGE
    with pytest.raises(AttachmentError, match="32 MB"):
        store.add_data("big", "", b"x" * (attachments.MAX_BYTES + 1))
    with source.open("wb") as file:
        file.truncate(attachments.MAX_BYTES)
    assert store.add_file(str(source)).size_bytes == attachments.MAX_BYTES
    left = len(kept(tmp_path))
    with source.open("ab") as file:
        file.write(b"more")
    monkeypatch.setattr(attachments, "_check_kind", lambda *_: None)
    assert fault_of(store, source) is AttachmentFault.TOO_LARGE
    assert len(kept(tmp_path)) == left


def test_a_full_disk_is_said_and_leaves_nothing_half(
    tmp_path: Path, store: AttachmentStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(_: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(attachments.os, "fsync", full)
        with pytest.raises(DiskFullError, match=r"a\.txt"):
            store.add_data("a.txt", "", b"x")
    assert kept(tmp_path) == []
    (tmp_path / "blocked").write_bytes(b"a file where the folder should be")
    with pytest.raises(StorageError):
        AttachmentStore(tmp_path / "blocked").add_data("a.txt", "", b"x")


@pytest.mark.skipif(sys.platform != "linux" or os.geteuid() != 0, reason="needs to mount a small tmpfs")
def test_a_disk_that_is_really_full(tmp_path: Path) -> None:
    mount = tmp_path / "small"
    mount.mkdir()
    if subprocess.run(["mount", "-t", "tmpfs", "-o", "size=1m", "tmpfs", mount], check=False, capture_output=True).returncode:
        pytest.skip("this machine lets nobody mount a tmpfs")
    try:
        store = AttachmentStore(mount / "attachments")
        kept_part = store.add_data("a.txt", "", b"kept")
        with pytest.raises(DiskFullError):
            store.add_data("b.bin", "", os.urandom(2_000_000))
        assert [path for path in (mount / "attachments").rglob("*") if path.is_file()] == [Path(kept_part.path)]
    finally:
        subprocess.run(["umount", "-l", mount], check=True)


def test_what_an_app_that_was_killed_left_is_cleared(tmp_path: Path, store: AttachmentStore) -> None:
    store.clear_unfinished()
    part = store.add_data("a.txt", "", b"x")
    (tmp_path / "data" / "attachments" / ".new-abc").write_bytes(b"half")
    store.clear_unfinished()
    assert kept(tmp_path) == [Path(part.path)]


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("../../etc/passwd", "passwd"),
        ("D:\\work\\a.txt", "a.txt"),
        ("a\nb\t c.txt", "a b c.txt"),
        ("photo\u202egpj.exe", "photogpj.exe"),
        ("..", "attachment"),
        ("", "attachment"),
        ("/", "attachment"),
        (".env", ".env"),
        ("e\u0301.txt", "\u00e9.txt"),
        ("lone \udcff.txt", "lone \ufffd.txt"),
        ("x" * 300 + ".png", "x" * 116 + ".png"),
    ],
)
def test_names_are_safe_to_show(name: str, shown: str) -> None:
    assert shown_name(name) == shown


@given(st.text(max_size=200))
def test_any_name_becomes_one_that_can_be_shown(name: str) -> None:
    shown = shown_name(name, ".txt")
    assert 0 < len(shown) <= 120
    assert shown.isprintable() or not shown.isascii()
    assert not set(shown) & set("/\\\0\n\r")
    assert shown_name(shown, ".txt") == shown


async def test_the_service_works_beside_the_loop(tmp_path: Path, store: AttachmentStore, monkeypatch: pytest.MonkeyPatch) -> None:
    service = AttachmentService(store)
    loop, waiting = asyncio.get_running_loop(), asyncio.Event()
    real = store.add_file

    def slow(path: str) -> AttachmentPart:
        # Comes back only because the loop goes on meanwhile.
        asyncio.run_coroutine_threadsafe(waiting.wait(), loop).result(10)
        return real(path)

    monkeypatch.setattr(AttachmentStore, "add_file", lambda _, path: slow(path))
    (tmp_path / "a.txt").write_bytes(b"x")
    loop.call_soon(waiting.set)
    part = await service.add_file(str(tmp_path / "a.txt"))
    again = await service.add_data("a.txt", "text/plain", b"x")
    assert part == again
    shutil.rmtree(tmp_path / "data")
