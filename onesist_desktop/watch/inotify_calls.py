# SPDX-License-Identifier: MIT
"""The calls of Linux' inotify, through watchdog's bindings. One descriptor for a whole tree, however many folders it has."""

from __future__ import annotations

import ctypes
import os
import struct
from collections.abc import Iterator

from watchdog.observers.inotify_c import InotifyConstants as Flag
from watchdog.observers.inotify_c import inotify_add_watch, inotify_init, inotify_rm_watch

IS_FOLDER = Flag.IN_ISDIR
OVERFLOW = Flag.IN_Q_OVERFLOW
FORGOTTEN = Flag.IN_IGNORED
APPEARED = Flag.IN_CREATE | Flag.IN_MOVED_TO
VANISHED = Flag.IN_DELETE | Flag.IN_MOVED_FROM
MOVED_FROM = Flag.IN_MOVED_FROM
MOVED_TO = Flag.IN_MOVED_TO
SELF_GONE = Flag.IN_DELETE_SELF | Flag.IN_MOVE_SELF | Flag.IN_UNMOUNT
# Reading is no change: our own look at a repository must not be a reason for the next look.
_WANTED = APPEARED | VANISHED | Flag.IN_MODIFY | Flag.IN_ATTRIB | Flag.IN_CLOSE_WRITE | Flag.IN_DELETE_SELF | Flag.IN_MOVE_SELF
_MASK = _WANTED | Flag.IN_ONLYDIR | Flag.IN_DONT_FOLLOW | Flag.IN_EXCL_UNLINK
_HEAD = struct.Struct("iIII")
_AT_ONCE = 64 * 1024


Record = tuple[int, int, int, bytes]
"""One event: the number of the folder's watch, what happened, the cookie of a move, and the name in the folder, if it is one."""


class InotifyCalls:
    """One inotify descriptor. Raises OSError, with one of ``watch.errors.LIMITS`` where the system allows no more."""

    def __init__(self) -> None:
        self.fd: int = inotify_init()
        if self.fd == -1:
            raise _failure("")
        os.set_inheritable(self.fd, False)
        os.set_blocking(self.fd, False)

    def add(self, path: str) -> int:
        """Watch a folder, not what is below it. The same folder gets the same number again. Raises OSError."""
        number: int = inotify_add_watch(self.fd, os.fsencode(path), _MASK)
        if number == -1:
            raise _failure(path)
        return number

    def remove(self, number: int) -> None:
        """Stop watching a folder. One that is gone is not watched any more anyway."""
        inotify_rm_watch(self.fd, number)

    def read(self) -> Iterator[Record]:
        """Return what happened, without waiting."""
        try:
            buffer = os.read(self.fd, _AT_ONCE)
        except BlockingIOError:
            return iter(())
        return _records(buffer)

    def close(self) -> None:
        """Close the descriptor, which removes all its watches."""
        os.close(self.fd)


def _records(buffer: bytes) -> Iterator[Record]:
    at = 0
    while at + _HEAD.size <= len(buffer):
        number, mask, cookie, length = _HEAD.unpack_from(buffer, at)
        at += _HEAD.size
        yield number, mask, cookie, buffer[at : at + length].rstrip(b"\0")
        at += length


def _failure(path: str) -> OSError:
    code = ctypes.get_errno()
    return OSError(code, os.strerror(code), path)
