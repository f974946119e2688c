# SPDX-License-Identifier: MIT
"""Git folders of submodules that go with a worktree: commits in them that no remote has are lost with it."""

# Paths of Git's are strings, with surrogates for what is no UTF-8.
# ruff: noqa: PTH118, PTH123
from __future__ import annotations

import asyncio
import os
from dataclasses import dataclass

from onesist_desktop.git.errors import GitError
from onesist_desktop.git.places import UNALTERED, Place
from onesist_desktop.git.runner import Git

_NOT_SEARCHED = frozenset(["objects", "refs", "logs", "hooks", "info", "branches", "lfs"])


@dataclass(frozen=True, slots=True)
class OwnCommits:
    """What of a submodule's repository no remote has. None for what can't be found out."""

    commits: int | None = 0
    stashes: int = 0


async def module_folders(place: Place) -> list[str]:
    """Return the Git folders of submodules inside a worktree's own Git folder, also of those that aren't checked out any more.

    Empty for a repository's main working tree, which is never removed. Raises OSError.
    """
    return await asyncio.to_thread(_search, os.path.join(place.git_dir, "modules")) if place.is_linked else []


async def commits_of_module(git: Git, git_dir: str) -> OwnCommits:
    """Count the commits that a submodule's refs and reflogs reach and its remote-tracking refs don't, and its stash."""
    # Its configuration names a working tree that may be gone.
    extra = {**UNALTERED, "GIT_DIR": git_dir, "GIT_WORK_TREE": git_dir}
    args = ("rev-list", "--count", "--all", "--reflog", "--not", "--remotes", "--")
    try:
        told = (await git.read(git_dir, *args, extra=extra)).text
        log = os.path.join(git_dir, "logs", "refs", "stash")
        return OwnCommits(int(told), await asyncio.to_thread(_lines, log))
    except (GitError, OSError, ValueError):
        return OwnCommits(None)


def _lines(path: str) -> int:
    try:
        with open(path, "rb") as file:
            return sum(1 for line in file if line.strip())
    except FileNotFoundError:
        return 0


def _search(top: str) -> list[str]:
    found: list[str] = []
    for folder, folders, files in os.walk(top, onerror=_fail):
        if "HEAD" in files and "objects" in folders:
            found.append(folder)
        folders[:] = [name for name in folders if name not in _NOT_SEARCHED]
    return sorted(os.path.realpath(folder) for folder in found)


def _fail(error: OSError) -> None:
    if not isinstance(error, FileNotFoundError):
        raise error
