# SPDX-License-Identifier: MIT
"""Turns what the database driver raises into the app's own errors."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from sqlalchemy.exc import DBAPIError

from onesist_desktop.core.errors import CorruptDatabaseError, DiskFullError, StorageError

_FULL = ("database or disk is full", "no space left", "disk i/o error")
_CORRUPT = ("malformed", "file is not a database", "file is encrypted")


def translated(error: DBAPIError) -> StorageError:
    """Build the app's error for a driver's error."""
    words = str(error.orig).lower()
    if any(sign in words for sign in _FULL):
        return DiskFullError(str(error.orig))
    if any(sign in words for sign in _CORRUPT):
        return CorruptDatabaseError(str(error.orig))
    return StorageError(str(error.orig))


@contextmanager
def translating() -> Iterator[None]:
    """Raise StorageError and its kinds instead of the driver's errors."""
    try:
        yield
    except DBAPIError as error:
        raise translated(error) from error
