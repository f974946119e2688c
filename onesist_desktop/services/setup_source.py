# SPDX-License-Identifier: MIT
"""Reading the set-up file of a project's own checkout: never through a link, and with who changed it last."""

from __future__ import annotations

import asyncio
import os
import stat
import sys
from collections.abc import Iterable
from pathlib import Path

from onesist_desktop.core.setup_file import (
    MAX_BYTES,
    SETUP_FILE,
    SETUP_FOLDER,
    SETUP_NAME,
    SetupFile,
    SetupFileError,
    parse_setup_file,
)
from onesist_desktop.git.errors import GitError
from onesist_desktop.git.runner import Git

UNCOMMITTED = "?"
_CHANGED_BY_LIMIT_S = 10.0


def read_setup_file(project_root: str) -> SetupFile | None:
    """Read and parse the file of a project, None where there is none. Blocks.

    Raises:
        SetupFileError: It can't be used, or it or its folder is a link: what a link leads to is nothing that the project holds.
    """
    try:
        data = _read_windows(project_root) if sys.platform == "win32" else _read_posix(project_root)
    except (FileNotFoundError, NotADirectoryError):
        return None
    except OSError as error:
        raise SetupFileError(error.strerror or str(error)) from error
    return parse_setup_file(data)


def command_of(file: SetupFile, project_root: str, repository: str) -> str | None:
    """Return the command of a repository; a key that is written otherwise but leads to the same folder counts. Blocks."""
    if repository in file.commands:
        return file.commands[repository]
    return next((file.commands[key] for key in _same_folder(file.commands, project_root, repository)), None)


async def changed_by(git: Git, project_root: str) -> str:
    """Tell who committed the file last and on which day, ``?`` for a change not committed, empty where Git can't tell."""
    try:
        async with asyncio.timeout(_CHANGED_BY_LIMIT_S):
            changes = await git.read(
                project_root, "status", "--porcelain=v1", "-z", "--ignored", "--", SETUP_FILE, with_filters=True
            )
            if changes.stdout:
                return UNCOMMITTED
            # The history of a file can be long to walk through, and this is only said beside the command.
            last = await git.read(project_root, "log", "-1", "--format=%an%x00%as", "--", SETUP_FILE)
    except (GitError, TimeoutError):
        return ""
    name, _, day = last.stdout.decode("utf-8", "replace").strip().partition("\0")
    return f"{name}, {day}" if name and day else ""


def _same_folder(keys: Iterable[str], project_root: str, repository: str) -> Iterable[str]:
    root = Path(project_root)
    for key in sorted(keys):
        try:
            if (root / key).samefile(root / repository):
                yield key
        except (OSError, ValueError):
            # A repository that isn't in this checkout.
            continue


def _read_posix(project_root: str) -> bytes:
    root = os.open(project_root, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        folder = _open_child(SETUP_FOLDER, os.O_DIRECTORY, root)
        try:
            # Not blocking: a named pipe would wait for its writer.
            return _read_regular(_open_child(SETUP_NAME, os.O_NONBLOCK, folder))
        finally:
            os.close(folder)
    finally:
        os.close(root)


def _open_child(name: str, flags: int, folder: int) -> int:
    if stat.S_ISLNK(os.stat(name, dir_fd=folder, follow_symlinks=False).st_mode):
        raise SetupFileError(f"{name} is a link.")
    return os.open(name, os.O_RDONLY | os.O_NOFOLLOW | os.O_CLOEXEC | flags, dir_fd=folder)


def _read_windows(project_root: str) -> bytes:
    folder = Path(project_root) / SETUP_FOLDER
    for path in (folder, folder / SETUP_NAME):
        attributes = getattr(os.lstat(path), "st_file_attributes", 0)
        # Links and junctions alike.
        if attributes & getattr(stat, "FILE_ATTRIBUTE_REPARSE_POINT", 0x400):
            raise SetupFileError(f"{path.name} is a link.")
    return _read_regular(os.open(folder / SETUP_NAME, os.O_RDONLY | getattr(os, "O_BINARY", 0)))


def _read_regular(descriptor: int) -> bytes:
    with os.fdopen(descriptor, "rb") as file:
        if not stat.S_ISREG(os.fstat(descriptor).st_mode):
            raise SetupFileError(f"{SETUP_NAME} is not a file.")
        return file.read(MAX_BYTES + 1)
