# SPDX-License-Identifier: MIT
"""Copying one file between two trees in which an agent may have put links: none is followed, and nothing is written over."""

# Paths of Git's are strings, with surrogates for what is no UTF-8.
# ruff: noqa: PTH102, PTH118
from __future__ import annotations

import contextlib
import errno
import os
import stat
import sys
import threading
from collections.abc import Iterator

_PIECE = 1024 * 1024
_HAS_FOLDER_DESCRIPTORS = os.open in os.supports_dir_fd and os.mkdir in os.supports_dir_fd
_NO_LINKS: int = getattr(os, "O_NOFOLLOW", 0)
_FOLDER = os.O_RDONLY | getattr(os, "O_DIRECTORY", 0) | _NO_LINKS | getattr(os, "O_CLOEXEC", 0)
_READ = os.O_RDONLY | _NO_LINKS | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
_WRITE = os.O_WRONLY | os.O_CREAT | os.O_EXCL | _NO_LINKS | getattr(os, "O_BINARY", 0)


def copy_below(source: str, target: str, name: str, stop: threading.Event) -> None:
    """Copy ``source/name`` to ``target/name``, with the folders between. Blocks.

    Args:
        source: Tree to copy from.
        target: Tree to copy to.
        name: Relative path with ``/``.
        stop: Ends the copy at its next piece; what was written of it is removed.

    Raises:
        ValueError: ``name`` leads out of the tree, or is no regular file.
        OSError: A link is in the way, the target has such a file, or it can't be read or written.
    """
    parts = name.split("/")
    if not all(part and part not in (".", "..") for part in parts) or any(
        "\\" in part or ":" in part for part in parts if sys.platform == "win32"
    ):
        raise ValueError("leads out of the folder")
    with contextlib.ExitStack() as stack:
        reader, mode = stack.enter_context(_opened(source, parts))
        folder = stack.enter_context(_folder(target, parts[:-1], makes=True))
        _write(reader, folder, parts[-1], mode, stop)


@contextlib.contextmanager
def _opened(tree: str, parts: list[str]) -> Iterator[tuple[int, int]]:
    with _folder(tree, parts[:-1], makes=False) as folder:
        if not _HAS_FOLDER_DESCRIPTORS and stat.S_ISLNK(os.lstat(_below(folder, parts[-1])).st_mode):
            raise OSError(errno.ELOOP, os.strerror(errno.ELOOP))
        descriptor = os.open(parts[-1] if isinstance(folder, int) else _below(folder, parts[-1]), _READ, dir_fd=_dir_fd(folder))
    try:
        status = os.fstat(descriptor)
        if not stat.S_ISREG(status.st_mode):
            raise ValueError("is no regular file")
        yield descriptor, stat.S_IMODE(status.st_mode) & 0o777
    finally:
        os.close(descriptor)


@contextlib.contextmanager
def _folder(tree: str, parts: list[str], *, makes: bool) -> Iterator[int | str]:
    """Give the folder below a tree: a descriptor where there are such, else its path, each step of it no link."""
    if not _HAS_FOLDER_DESCRIPTORS:
        yield _checked_folder(tree, parts, makes=makes)
        return
    # The tree itself is the caller's and may be reached by a link.
    descriptor = os.open(tree, _FOLDER & ~_NO_LINKS)
    try:
        for part in parts:
            if makes:
                with contextlib.suppress(FileExistsError):
                    os.mkdir(part, dir_fd=descriptor)
            below = os.open(part, _FOLDER, dir_fd=descriptor)
            os.close(descriptor)
            descriptor = below
        yield descriptor
    finally:
        os.close(descriptor)


def _checked_folder(tree: str, parts: list[str], *, makes: bool) -> str:
    folder = tree
    for part in parts:
        folder = os.path.join(folder, part)
        if makes:
            with contextlib.suppress(FileExistsError):
                os.mkdir(folder)
        status = os.lstat(folder)
        # A junction is no link to Python before 3.12, but a reparse point.
        reparse_tag: int = getattr(status, "st_reparse_tag", 0)
        if not stat.S_ISDIR(status.st_mode) or reparse_tag:
            raise OSError(errno.ENOTDIR, os.strerror(errno.ENOTDIR))
    return folder


def _write(reader: int, folder: int | str, name: str, mode: int, stop: threading.Event) -> None:
    path = name if isinstance(folder, int) else _below(folder, name)
    # For the person alone until it is whole: it may hold secrets.
    writer = os.open(path, _WRITE, 0o600, dir_fd=_dir_fd(folder))
    is_whole = False
    try:
        while piece := os.read(reader, _PIECE):
            if stop.is_set():
                raise OSError(errno.ECANCELED, os.strerror(errno.ECANCELED))
            view = memoryview(piece)
            while view:
                view = view[os.write(writer, view) :]
        if hasattr(os, "fchmod"):
            os.fchmod(writer, mode)
        is_whole = True
    finally:
        os.close(writer)
        if not is_whole:
            os.unlink(path, dir_fd=_dir_fd(folder))


def _below(folder: int | str, name: str) -> str:
    assert isinstance(folder, str)
    return os.path.join(folder, name)


def _dir_fd(folder: int | str) -> int | None:
    return folder if isinstance(folder, int) else None
