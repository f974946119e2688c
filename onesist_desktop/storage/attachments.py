# SPDX-License-Identifier: MIT
"""Copies of what was attached, named by their content, so that the transcript keeps what was sent. Blocking; not for the loop."""

from __future__ import annotations

import contextlib
import errno
import hashlib
import os
import re
import stat
import tempfile
import threading
import unicodedata
from collections.abc import Iterable, Iterator
from pathlib import Path, PurePath
from typing import IO

from onesist_desktop.core.errors import AttachmentError, AttachmentFault, DiskFullError, StorageError
from onesist_desktop.core.media_types import HEAD_BYTES, PICTURES, media_type_of
from onesist_desktop.core.messages import AttachmentPart
from onesist_desktop.runtime.lasting import sync_folder
from onesist_desktop.storage.lenient import clean
from onesist_desktop.storage.private import private_folder

MAX_BYTES = 32 * 1024 * 1024
_CHUNK_BYTES = 1024 * 1024
_NAME_CHARS = 120
_UNFINISHED = ".new-"
_UNSEEN = frozenset({"Cc", "Cf", "Cn", "Co"})
_KEPT = re.compile(r"([0-9a-f]{64})(?:\.[a-z0-9]{1,12})?")
_ENDING = re.compile(r"\.[a-z0-9]{1,12}")
# Without waiting for somebody at the other end of a pipe, and on Windows without changing line ends.
_READ_FLAGS = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0) | getattr(os, "O_NOCTTY", 0)


class AttachmentStore:
    """One folder of files that never change: ``<first two>/<sha256><ending>``."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._given: set[str] = set()
        self._giving = threading.Lock()

    def add_file(self, path: str) -> AttachmentPart:
        """Copy a file. Raises AttachmentError, StorageError."""
        name = PurePath(path).name or path
        handle = _opened(path, name)
        try:
            _check_kind(os.fstat(handle), name)
            return self._keep(name, _chunks(handle, name))
        finally:
            os.close(handle)

    def add_data(self, name: str, media_type: str, data: bytes) -> AttachmentPart:
        """Keep data under a name; ``media_type`` is what its source says of it. Raises AttachmentError, StorageError."""
        if len(data) > MAX_BYTES:
            raise _too_large(name)
        return self._keep(name, [data], media_type)

    def clear_unfinished(self) -> None:
        """Remove what an app that was killed left half-written. Raises OSError."""
        for left in self._folder.glob(f"{_UNFINISHED}*"):
            left.unlink(missing_ok=True)

    def remove_unnamed(self, named: frozenset[str]) -> int:
        """Remove the files whose digests nobody names, but for those that were attached since the app started.

        Other files in the folder are left alone. Returns how many were removed. Raises OSError.
        """
        removed = 0
        for file in self._folder.glob("??/*"):
            match = _KEPT.fullmatch(file.name)
            if match is None or match[1][:2] != file.parent.name or match[1] in named or file.is_symlink() or not file.is_file():
                continue
            # The same content may be attached at this moment, which then counts on the file that is there.
            with self._giving:
                if match[1] not in self._given:
                    file.unlink(missing_ok=True)
                    removed += 1
        return removed

    def _keep(self, name: str, chunks: Iterable[bytes], said: str = "") -> AttachmentPart:
        shown = shown_name(name, PICTURES.get(said, ""))
        digest, size, head = hashlib.sha256(), 0, b""
        try:
            private_folder(self._folder)
            with _new_file(self._folder) as (new, file):
                for chunk in chunks:
                    file.write(chunk)
                    digest.update(chunk)
                    size += len(chunk)
                    head += chunk[: HEAD_BYTES - len(head)]
                file.flush()
                os.fsync(file.fileno())
                file.close()
                target = self._target(digest.hexdigest(), shown)
                with self._giving:
                    self._given.add(digest.hexdigest())
                # What is there under this name is checked: nothing keeps other programs from writing into it.
                if not _holds(target, digest.hexdigest()):
                    private_folder(target.parent)
                    new.replace(target)
                    sync_folder(target.parent)
        except OSError as error:
            kind = DiskFullError if error.errno in {errno.ENOSPC, errno.EDQUOT} else StorageError
            raise kind(f"{self._folder}: the copy of {shown} can't be written ({error.strerror or error}).") from error
        return AttachmentPart(shown, str(target), media_type_of(shown, head, said), size)

    def _target(self, digest: str, name: str) -> Path:
        ending = PurePath(name).suffix.lower()
        return self._folder / digest[:2] / f"{digest}{ending if _ENDING.fullmatch(ending) else ''}"


def shown_name(name: str, ending: str = "") -> str:
    """Return a name that is safe to show, to hand over and to use for a file: no folders, no characters that can't be seen.

    Args:
        name: As it came, perhaps with folders of any system.
        ending: For a name without one.
    """
    last = re.split(r"[/\\]", unicodedata.normalize("NFC", clean(name)))[-1]
    # Controls and formats go, those that turn the reading direction too: "gpj.exe" must not look like "exe.jpg".
    seen = "".join(" " if char.isspace() else char for char in last if char.isspace() or unicodedata.category(char) not in _UNSEEN)
    base = " ".join(seen.split())
    if not base.strip("."):
        base = "attachment"
    own = PurePath(base).suffix
    stem, suffix = (base[: -len(own)], own) if own else (base, ending)
    suffix = suffix[: _NAME_CHARS // 2]
    return stem[: _NAME_CHARS - len(suffix)] + suffix


def _opened(path: str, name: str) -> int:
    if not PurePath(path).is_absolute():
        # It would depend on where the app was started.
        raise AttachmentError(AttachmentFault.MISSING, name, f"{path!r} is no whole path.")
    try:
        return os.open(path, _READ_FLAGS)
    except ValueError as error:
        raise AttachmentError(AttachmentFault.MISSING, name, f"{path!r} is no file's name.") from error
    except OSError as error:
        # Windows refuses to open a folder at all.
        if Path(path).is_dir():
            raise AttachmentError(AttachmentFault.FOLDER, name, f"{path} is a folder. Attach the files in it.") from error
        if isinstance(error, FileNotFoundError):
            raise AttachmentError(AttachmentFault.MISSING, name, f"{path} isn't there (any more).") from error
        if error.errno in {errno.ENXIO, errno.ENODEV, errno.EOPNOTSUPP}:
            raise AttachmentError(AttachmentFault.NO_FILE, name, f"{path} is no file.") from error
        raise _unreadable(name, error) from error


def _check_kind(found: os.stat_result, name: str) -> None:
    if stat.S_ISDIR(found.st_mode):
        raise AttachmentError(AttachmentFault.FOLDER, name, f"{name} is a folder. Attach the files in it.")
    if not stat.S_ISREG(found.st_mode):
        raise AttachmentError(AttachmentFault.NO_FILE, name, f"{name} is no file but a device or a pipe.")
    if found.st_size > MAX_BYTES:
        raise _too_large(name)


def _chunks(handle: int, name: str) -> Iterator[bytes]:
    """Yield a file's content. It may still grow, so its size is watched."""
    size = 0
    while True:
        try:
            chunk = os.read(handle, _CHUNK_BYTES)
        except OSError as error:
            raise _unreadable(name, error) from error
        if not chunk:
            return
        size += len(chunk)
        if size > MAX_BYTES:
            raise _too_large(name)
        yield chunk


def _unreadable(name: str, error: OSError) -> AttachmentError:
    return AttachmentError(AttachmentFault.UNREADABLE, name, f"{name} can't be read: {error.strerror or error}.")


def _too_large(name: str) -> AttachmentError:
    return AttachmentError(AttachmentFault.TOO_LARGE, name, f"{name} is larger than {MAX_BYTES // 1024 // 1024} MB.")


@contextlib.contextmanager
def _new_file(folder: Path) -> Iterator[tuple[Path, IO[bytes]]]:
    """Make a file for its owner only, that is gone afterwards unless it was moved."""
    handle, name = tempfile.mkstemp(prefix=_UNFINISHED, dir=folder)
    new = Path(name)
    try:
        with os.fdopen(handle, "wb") as file:
            yield new, file
    finally:
        new.unlink(missing_ok=True)


def _holds(path: Path, digest: str) -> bool:
    try:
        with path.open("rb") as file:
            return hashlib.file_digest(file, "sha256").hexdigest() == digest
    except OSError:
        return False
