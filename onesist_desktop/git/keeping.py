# SPDX-License-Identifier: MIT
"""Copies ignored files out of a worktree before it is removed. All of them arrive, or the caller is told that they didn't."""

# Paths of Git's are strings, with surrogates for what is no UTF-8.
# ruff: noqa: PTH101, PTH102, PTH106, PTH108, PTH115, PTH117, PTH118, PTH120, PTH123, PTH208, PTH211
from __future__ import annotations

import asyncio
import contextlib
import os
import stat
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeVar

from onesist_desktop.core.errors import OnesistError

T = TypeVar("T")

_CHUNK = 1024 * 1024
_SLICE = 50
_FOLDERS = 1_000
_IGNORE = "# Copies of ignored files from a removed worktree.\n*\n"


class KeepingError(OnesistError):
    """The files could not be copied; what was copied of them was taken away again."""


@dataclass(frozen=True, slots=True)
class Kept:
    """What was copied.

    Attributes:
        folder: Where to; empty when there was nothing to copy.
        count: How many files.
        left_out: Links that lead out of the worktree, and what is no file: names only, as in the worktree.
    """

    folder: str = ""
    count: int = 0
    left_out: tuple[str, ...] = ()


@dataclass(slots=True)
class _Copy:
    source: str
    folder: str
    made: list[str] = field(default_factory=list)
    folders: list[str] = field(default_factory=list)
    count: int = 0
    left_out: list[str] = field(default_factory=list)
    at: str = ""


async def keep_files(
    source: str, names: Sequence[str], folder: str, on_step: Callable[[int, int], object] = lambda done, total: None
) -> Kept:
    """Copy files out of a worktree into a new folder, with their relative paths.

    Nothing is overwritten: a folder that is there gets a numbered sibling. Links are never followed; those that stay in the
    worktree are copied as links. Every file is on the disk, with the size that it has, before this returns.

    Args:
        source: The worktree, a real path.
        names: Paths relative to it; a folder stands for all in it.
        folder: Where to copy to; folders above it are made.
        on_step: Gets how many of how many names are done.

    Raises:
        KeepingError: Something could not be copied. Also raised cancelled, with nothing left behind.
    """
    if not names:
        return Kept()
    made = await _in_thread(_new_folder, folder)
    copy = _Copy(source, made)
    try:
        for start in range(0, len(names), _SLICE):
            await _in_thread(_copy_some, copy, names[start : start + _SLICE])
            on_step(min(start + _SLICE, len(names)), len(names))
        await _in_thread(_seal, copy)
    except BaseException as error:
        # Only what this call itself wrote; the worktree still has it all.
        await _in_thread(_take_back, copy)
        if isinstance(error, OSError):
            # A write that fails doesn't say into which file.
            raise KeepingError(f"{error.filename or copy.at or source}: {error.strerror or error}") from error
        raise
    return Kept(copy.folder, copy.count, tuple(copy.left_out))


async def _in_thread(function: Callable[..., T], *args: object) -> T:
    """Run something to its end, also when the caller is cancelled: nothing may go on copying beside what takes it back."""
    future = asyncio.get_running_loop().run_in_executor(None, lambda: function(*args))
    try:
        return await asyncio.shield(future)
    except asyncio.CancelledError:
        await asyncio.wait([future])
        if not future.cancelled():
            future.exception()
        raise


def _new_folder(wanted: str) -> str:
    try:
        parent = Path(wanted).parent
        parent.mkdir(parents=True, exist_ok=True)
        if os.path.realpath(parent) != str(parent):
            raise KeepingError(f"{parent} is a link")
        for number in range(1, _FOLDERS):
            path = wanted if number == 1 else f"{wanted} {number}"
            with contextlib.suppress(FileExistsError):
                os.mkdir(path, 0o700)
                return path
    except OSError as error:
        raise KeepingError(f"{error.filename or wanted}: {error.strerror or error}") from error
    raise KeepingError(f"no free name for {wanted}")


def _copy_some(copy: _Copy, names: Sequence[str]) -> None:
    for name in names:
        relative = name.rstrip("/")
        parts = Path(relative).parts
        if not parts or os.path.isabs(relative) or ".." in parts:
            raise KeepingError(f"{name} does not lie in {copy.source}")
        _refuse_links_above(copy.source, parts)
        _copy_entry(copy, relative)


def _refuse_links_above(source: str, parts: Sequence[str]) -> None:
    path = source
    for part in parts[:-1]:
        path = os.path.join(path, part)
        if not stat.S_ISDIR(os.lstat(path).st_mode):
            raise KeepingError(f"{path} is no folder")


def _copy_entry(copy: _Copy, relative: str) -> None:
    path = os.path.join(copy.source, relative)
    found = os.lstat(path)
    if stat.S_ISDIR(found.st_mode):
        for entry in sorted(os.listdir(path)):
            _copy_entry(copy, os.path.join(relative, entry))
    elif stat.S_ISREG(found.st_mode):
        _copy_file(copy, relative, found)
    elif stat.S_ISLNK(found.st_mode) and _stays_inside(copy.source, path):
        target = _target(copy, relative)
        os.symlink(os.readlink(path), target)
        copy.made.append(target)
        copy.count += 1
    else:
        copy.left_out.append(relative)


def _stays_inside(source: str, path: str) -> bool:
    target = os.readlink(path)
    if os.path.isabs(target):
        # It would point at what is about to be removed.
        return False
    real = os.path.realpath(path)
    return real.startswith(source + os.sep)


def _copy_file(copy: _Copy, relative: str, found: os.stat_result) -> None:
    path, target = os.path.join(copy.source, relative), _target(copy, relative)
    copy.at = target
    flags = os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_BINARY", 0)
    with open(os.open(path, flags), "rb") as reader:
        mode = stat.S_IMODE(found.st_mode)
        new = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_BINARY", 0)
        with open(os.open(target, new, 0o600), "wb") as writer:
            copy.made.append(target)
            while chunk := reader.read(_CHUNK):
                writer.write(chunk)
            writer.flush()
            os.fsync(writer.fileno())
            size = os.fstat(writer.fileno()).st_size
        if size != os.fstat(reader.fileno()).st_size or size != os.lstat(path).st_size:
            raise KeepingError(f"{path} changed while it was copied")
    os.utime(target, ns=(found.st_atime_ns, found.st_mtime_ns))
    os.chmod(target, mode & 0o777)
    copy.count += 1


def _target(copy: _Copy, relative: str) -> str:
    folder = copy.folder
    for part in Path(relative).parts[:-1]:
        folder = os.path.join(folder, part)
        with contextlib.suppress(FileExistsError):
            os.mkdir(folder, 0o700)
            copy.folders.append(folder)
    return os.path.join(copy.folder, relative)


def _seal(copy: _Copy) -> None:
    """Hide the folder from Git's status, and write the folders themselves to the disk."""
    ignore = os.path.join(copy.folder, ".gitignore")
    if os.path.lexists(ignore):
        # One of the kept files has that name: the folder above is hidden instead, if nobody wrote one there.
        ignore = os.path.join(os.path.dirname(copy.folder), ".gitignore")
    with contextlib.suppress(FileExistsError), open(ignore, "x", encoding="utf-8") as stream:
        copy.made.append(ignore)
        stream.write(_IGNORE)
        stream.flush()
        os.fsync(stream.fileno())
    for folder in (*reversed(copy.folders), copy.folder, os.path.dirname(copy.folder)):
        _sync_folder(folder)


def _sync_folder(folder: str) -> None:
    # Windows can't open folders; it writes their entries through by itself.
    if os.name == "nt":
        return
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def _take_back(copy: _Copy) -> None:
    for path in reversed(copy.made):
        with contextlib.suppress(OSError):
            os.unlink(path)
    for folder in (*reversed(copy.folders), copy.folder):
        with contextlib.suppress(OSError):
            os.rmdir(folder)
