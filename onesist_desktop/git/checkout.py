# SPDX-License-Identifier: MIT
"""Judging a new worktree by what is there, not by how Git's command ended (a failing hook ends it with an error)."""

# Paths of Git's are strings, with surrogates for what is no UTF-8.
# ruff: noqa: PTH112, PTH118, PTH120
from __future__ import annotations

import asyncio
import os
import re
import shutil
from collections.abc import Callable

from onesist_desktop.git.errors import GitError
from onesist_desktop.git.gitfile import admin_entry
from onesist_desktop.git.repositories import Repository
from onesist_desktop.git.runner import Git
from onesist_desktop.git.worktree_list import find_worktree

OnStep = Callable[[str, int, int], object]
"""Gets the name of a step (``files``, ``copying``, ``submodules``), how many are done and of how many (0: unknown)."""

_UPDATING = re.compile(r"Updating files:\s+\d+% \((\d+)/(\d+)\)")
_FILTER_WORDS = re.compile(
    r"smudge filter|external filter|filter-process|clean filter|git-lfs|Smudge error|remote end hung up", re.IGNORECASE
)


class CheckoutProgress:
    """Reads how far a checkout is from what Git writes to stderr, piece by piece."""

    def __init__(self, on_step: OnStep) -> None:
        self._on_step = on_step
        self._rest = ""

    def feed(self, words: str) -> None:
        """Take the next piece; a line ends with CR or LF and may be split anywhere."""
        *lines, self._rest = re.split(r"[\r\n]", self._rest + words)
        self._rest = self._rest[-200:]
        found = [match for line in lines if (match := _UPDATING.search(line))]
        if found:
            self._on_step("files", int(found[-1][1]), int(found[-1][2]))


async def is_registered(git: Git, repository: Repository, path: str, branch: str) -> bool:
    """Tell whether a linked worktree is known at a path, on that branch with a commit. Raises GitError."""
    found = await find_worktree(git, repository, path)
    return found is not None and not found.is_main and found.branch == branch and bool(found.head)


async def is_whole_worktree(git: Git, repository: Repository, path: str, branch: str) -> bool:
    """Tell whether a worktree is registered, on that branch, and checked out completely. Runs no filters. Raises GitError."""
    if not await is_registered(git, repository, path, branch):
        return False
    entry = await asyncio.to_thread(admin_entry, repository.common_dir, path)
    if entry is None or not await asyncio.to_thread(_is_settled, entry.folder, path):
        return False
    try:
        staged = await git.read(path, "diff-index", "--cached", "--quiet", "--ignore-submodules=all", "HEAD", "--", ok=(0, 1))
        gone = await git.read(path, "ls-files", "--deleted", "-z")
    except GitError:
        return False
    return staged.code == 0 and not gone.stdout


def is_about_filters(error: GitError) -> bool:
    """Tell whether a checkout failed because a content filter, such as that of LFS, did not work."""
    return bool(_FILTER_WORDS.search(error.words))


async def fits(git: Git, repository: Repository, commit: str, base: str) -> bool:
    """Tell whether a commit's files have room on the disk of a folder. Git does not say so when a disk is full."""
    listed = await git.read(repository.path, "ls-tree", "-r", "-l", "-z", "--full-tree", commit)
    sizes = (entry.partition(b"\t")[0].split()[-1] for entry in listed.stdout.split(b"\0") if entry)
    needed = sum(int(size) for size in sizes if size.isdigit())
    return needed < await asyncio.to_thread(_free_bytes, base)


def _free_bytes(folder: str) -> int:
    while not os.path.isdir(folder):
        folder = os.path.dirname(folder)
    return shutil.disk_usage(folder).free


async def filters_off(git: Git, path: str) -> tuple[str, ...]:
    """Return the settings that take all content filters out of one command, those of the person's configuration too."""
    listed = await git.read(
        path, "config", "--name-only", "-z", "--get-regexp", r"^filter\..*\.(smudge|process|clean|required)$", ok=(0, 1)
    )
    drivers = sorted({name.rpartition(".")[0] for name in listed.fields()})
    return tuple(
        setting for driver in drivers for setting in (f"{driver}.smudge=", f"{driver}.process=", f"{driver}.required=false")
    )


def _is_settled(admin: str, path: str) -> bool:
    return os.path.isfile(os.path.join(path, ".git")) and not os.path.lexists(os.path.join(admin, "index.lock"))  # noqa: PTH113
