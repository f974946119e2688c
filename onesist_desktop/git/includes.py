# SPDX-License-Identifier: MIT
"""``.worktreeinclude``: ignored files, such as ``.env``, that a new worktree gets a copy of.

The file has the syntax of ``.gitignore``. Git itself finds what matches; a file that is not ignored is never copied.
"""

# Paths of Git's are strings, with surrogates for what is no UTF-8.
# ruff: noqa: PTH118
from __future__ import annotations

import asyncio
import os
import stat
import threading

from onesist_desktop.git.checkout import OnStep
from onesist_desktop.git.copying import copy_below
from onesist_desktop.git.errors import GitError
from onesist_desktop.git.repositories import Repository
from onesist_desktop.git.runner import Git

INCLUDE_FILE = ".worktreeinclude"
_AT_ONCE = 50


async def included_files(git: Git, source: str) -> tuple[str, ...]:
    """Name the files of a working tree that are ignored and match its ``.worktreeinclude``, relative with ``/``, sorted.

    Folders that are repositories of their own are left out. Raises GitError.
    """
    if not await asyncio.to_thread(_is_plain_file, os.path.join(source, INCLUDE_FILE)):
        return ()
    matching = await git.read(source, "ls-files", "--others", "--ignored", f"--exclude-from={INCLUDE_FILE}", "-z")
    names = [name for name in matching.fields() if not name.endswith("/")]
    if not names:
        return ()
    asked = b"".join(field + b"\0" for field in matching.stdout.split(b"\0") if field and not field.endswith(b"/"))
    ignored = await git.read(source, "check-ignore", "-z", "--stdin", stdin=asked, ok=(0, 1))
    return tuple(sorted(set(names) & set(ignored.fields())))


async def copy_included(git: Git, repository: Repository, source: str, target: str, on_step: OnStep) -> tuple[str, ...]:
    """Copy what ``.worktreeinclude`` of a working tree names into a new worktree. Never raises for what does not work.

    No links are copied or followed in either tree, nothing is written over, and only regular files are copied.

    Args:
        git: Git.
        repository: The repository that both belong to.
        source: The working tree that has the files.
        target: The new worktree.
        on_step: Gets ``copying``, how many files are done and of how many.

    Returns:
        ``<path>: <why>`` for each file that was not copied.
    """
    if repository.is_bare and source == repository.path:
        return ()
    try:
        names = await included_files(git, source)
    except GitError as error:
        return (f"{INCLUDE_FILE}: {error.words or error}",)
    notes: list[str] = []
    stop = threading.Event()
    try:
        for start in range(0, len(names), _AT_ONCE):
            on_step("copying", start, len(names))
            notes += await asyncio.to_thread(_copy_all, source, target, names[start : start + _AT_ONCE], stop)
    finally:
        # A large copy ends at its next piece when this is cancelled.
        stop.set()
    if names:
        on_step("copying", len(names), len(names))
    return tuple(notes)


def _copy_all(source: str, target: str, names: tuple[str, ...], stop: threading.Event) -> list[str]:
    notes = []
    for name in names:
        if stop.is_set():
            break
        try:
            copy_below(source, target, name, stop)
        except (OSError, ValueError) as error:
            notes.append(f"{name}: {(isinstance(error, OSError) and error.strerror) or error}")
    return notes


def _is_plain_file(path: str) -> bool:
    try:
        return stat.S_ISREG(os.lstat(path).st_mode)
    except OSError:
        return False
