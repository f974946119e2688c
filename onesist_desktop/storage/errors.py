# SPDX-License-Identifier: MIT
"""Turns what the database driver and the operating system raise into the app's own errors, worded for the person."""

from __future__ import annotations

import errno
import os
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from sqlalchemy.exc import DBAPIError, StatementError

from onesist_desktop.core.errors import CorruptDatabaseError, DiskFullError, StorageError

# With less than this free, a write that failed without saying why failed for want of room.
_LITTLE_BYTES = 64 * 1024
_CORRUPT = ("SQLITE_CORRUPT", "SQLITE_NOTADB")
_MAYBE_FULL = ("SQLITE_IOERR", "SQLITE_CANTOPEN")
_MAYBE_READ_ONLY = ("SQLITE_READONLY", "SQLITE_CANTOPEN", "SQLITE_IOERR")


def translated(error: Exception, path: Path) -> StorageError:
    """Build the app's error for one of the driver or the operating system, met at the database ``path``."""
    cause = error.orig if isinstance(error, StatementError) and error.orig is not None else error
    name = str(getattr(cause, "sqlite_errorname", ""))
    is_write_refused = isinstance(cause, PermissionError) or getattr(cause, "errno", None) == errno.EROFS
    if name == "SQLITE_FULL" or getattr(cause, "errno", None) in {errno.ENOSPC, errno.EDQUOT}:
        return _full(cause, path)
    if name.startswith(_MAYBE_FULL) and _free_bytes(path.parent) < _LITTLE_BYTES:
        return _full(cause, path)
    if name.startswith(_CORRUPT):
        return CorruptDatabaseError(
            f"{path}: {cause}. It was left as it is. Copies from before updates are beside it, in 'backups'."
        )
    if is_write_refused or (name.startswith(_MAYBE_READ_ONLY) and not _is_writable(path)):
        return StorageError(
            f"{path} can't be written ({cause}). What was stored before is safe. Allow writing to its folder, or move it elsewhere."
        )
    return StorageError(f"{path}: {cause}")


@contextmanager
def translating(path: Path) -> Iterator[None]:
    """Raise StorageError and its kinds instead of the driver's errors; ``path`` is the database file."""
    try:
        yield
    except (DBAPIError, StatementError, sqlite3.Error, UnicodeError) as error:
        raise translated(error, path) from error


def _full(cause: BaseException, path: Path) -> DiskFullError:
    return DiskFullError(f"{path}: the disk is full ({cause}). What was stored before is safe. Make room on it, then try again.")


def _free_bytes(folder: Path) -> float:
    try:
        return shutil.disk_usage(folder).free
    except OSError:
        return float("inf")


def _is_writable(path: Path) -> bool:
    return os.access(path.parent, os.W_OK) and (not path.exists() or os.access(path, os.W_OK))
