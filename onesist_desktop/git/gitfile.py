# SPDX-License-Identifier: MIT
"""The small files that tie a worktree to its repository, read as Git writes them (``gitrepository-layout``)."""

# Paths of Git's are strings, with surrogates for what is no UTF-8.
# ruff: noqa: PTH105, PTH106, PTH108, PTH119, PTH112, PTH118, PTH120, PTH121, PTH208
from __future__ import annotations

import contextlib
import os
import re
import shutil
import stat
import tempfile
from dataclasses import dataclass

from onesist_desktop.git.runner import decode, encode

_MOST_BYTES = 64 * 1024
_BEGUN = (("locked", "initializing"), ("locked", ""), ("gitdir", ""))


def read_small(path: str) -> str | None:
    """Read a small regular file without its last line end; None where there is none, or another thing is in its place."""
    try:
        descriptor = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0))
        with os.fdopen(descriptor, "rb") as file:
            if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
                return None
            return decode(file.read(_MOST_BYTES)).rstrip("\r\n")
    except OSError:
        return None


def gitdir_of(folder: str) -> str | None:
    """Return where a folder's ``.git`` file leads, as an absolute path; None where ``.git`` is no such file."""
    text = read_small(os.path.join(folder, ".git"))
    if text is None or not text.startswith("gitdir: "):
        return None
    return os.path.normpath(os.path.join(folder, text.removeprefix("gitdir: ")))


def same_place(one: str, other: str) -> bool:
    """Tell whether two paths are one place: by the file system where both are there (which may ignore case), else by name."""
    try:
        return os.path.samefile(one, other)
    except OSError:
        return os.path.realpath(one) == os.path.realpath(other)


@dataclass(frozen=True, slots=True)
class AdminEntry:
    """A worktree's own folder in its repository.

    Attributes:
        folder: The folder, ``<common>/worktrees/<name>``.
        worktree: Where the worktree is or was; empty when the entry does not say.
    """

    folder: str
    worktree: str

    @property
    def lock_reason(self) -> str | None:
        """The reason of its lock, None when it isn't locked."""
        return text.strip() if (text := read_small(os.path.join(self.folder, "locked"))) is not None else None


def admin_entries(common_dir: str) -> tuple[AdminEntry, ...]:
    """List the entries of a repository's linked worktrees. Blocks for a moment."""
    parent = os.path.join(common_dir, "worktrees")
    try:
        names = sorted(os.listdir(parent))
    except OSError:
        return ()
    folders = [folder for name in names if os.path.isdir(folder := os.path.join(parent, name))]
    return tuple(AdminEntry(folder, _worktree_of(folder)) for folder in folders)


def admin_entry(common_dir: str, path: str) -> AdminEntry | None:
    """Find the entry of the worktree at a path."""
    return next((entry for entry in admin_entries(common_dir) if entry.worktree and same_place(entry.worktree, path)), None)


def name_worktree(entry: AdminEntry, path: str) -> None:
    """Let an entry say that its worktree is at ``path``. Raises OSError.

    Links are written by hand, for ``git worktree repair`` and ``move`` take all worktrees of the repository along: in a copied
    repository they would bend those of the original to the copy.
    """
    _exchange(os.path.join(entry.folder, "gitdir"), os.path.join(path, ".git"))


def name_entry(path: str, entry: AdminEntry) -> None:
    """Let the ``.git`` file that is at a worktree's folder lead to its entry. Raises OSError."""
    _exchange(os.path.join(path, ".git"), f"gitdir: {entry.folder}")


def _exchange(path: str, text: str) -> None:
    """Write a small file that is there anew: it has what it had or all of the text, whenever this is cut off."""
    descriptor, fresh = tempfile.mkstemp(prefix=f"{os.path.basename(path)}.", dir=os.path.dirname(path))
    try:
        with os.fdopen(descriptor, "wb") as file:
            file.write(encode(text) + b"\n")
        shutil.copymode(path, fresh)
        os.replace(fresh, path)
    except BaseException:
        with contextlib.suppress(OSError):
            os.unlink(fresh)
        raise


def remove_begun_entries(common_dir: str, name: str) -> None:
    """Remove what a Git that was killed had only begun of an entry for a folder of that name: it says of no worktree yet.

    Such an entry is locked, so that Git would keep it for ever. Nothing but Git's own lock and an empty file is in it.
    """
    for entry in admin_entries(common_dir):
        if entry.worktree or not _is_named_after(os.path.basename(entry.folder), name):
            continue
        inside = {found: read_small(os.path.join(entry.folder, found)) for found in os.listdir(entry.folder)}
        if all((found, text) in _BEGUN for found, text in inside.items()):
            for found in inside:
                os.unlink(os.path.join(entry.folder, found))
            os.rmdir(entry.folder)


def _is_named_after(entry: str, name: str) -> bool:
    """Git writes ``-`` for what can't be in the name of a ref, and a number after a name that is taken."""
    plain, wanted = (re.sub("[^A-Za-z0-9.]+", "-", text).strip("-") for text in (entry, name))
    return (plain.startswith(wanted) and plain[len(wanted) :].isdigit()) or plain == wanted


def _worktree_of(folder: str) -> str:
    text = read_small(os.path.join(folder, "gitdir"))
    return os.path.dirname(os.path.normpath(os.path.join(folder, text))) if text else ""
