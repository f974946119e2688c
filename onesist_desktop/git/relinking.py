# SPDX-License-Identifier: MIT
"""Makes what is left of a half-removed worktree one again, so that it can be counted, kept and removed by Git like any other.

Git forgets a worktree also when it could delete only a part of its folder. What is left is then no worktree, and Git will
never remove it; neither do we.
"""

# Paths of Git's are strings, with surrogates for what is no UTF-8.
# ruff: noqa: PTH105, PTH106, PTH112, PTH118, PTH208
from __future__ import annotations

import asyncio
import os
from collections.abc import Sequence
from dataclasses import replace

from onesist_desktop.core.errors import WorkspaceError, WorkspaceFault
from onesist_desktop.git.errors import GitError
from onesist_desktop.git.gitfile import admin_entry, gitdir_of, name_worktree, same_place
from onesist_desktop.git.removal import Guard, refuse_path
from onesist_desktop.git.repositories import Repository
from onesist_desktop.git.runner import Git
from onesist_desktop.git.worktree_list import GitWorktree, list_worktrees

_SUFFIX = ".relink"


async def relink(git: Git, repository: Repository, path: str, guard: Guard, commit: str) -> None:
    """Register a folder again that Git forgot in the middle of a removal. Changes no file in it but its ``.git``.

    Its head is detached at ``commit``; what is gone of that commit's files then counts as deleted.

    Raises:
        WorkspaceError: The folder isn't ours, or is something else now; REFUSED with Git's words.
    """
    try:
        async with git.writing(repository.common_dir):
            listed = await list_worktrees(git, repository)
            beside = path + _SUFFIX
            await asyncio.to_thread(_refuse, path, guard, repository, listed)
            if not await asyncio.to_thread(_is_handed_over, repository.common_dir, beside, path):
                if any(worktree.path == beside for worktree in listed):
                    await asyncio.to_thread(_refuse_filled, beside)
                    await git.write(repository.path, "worktree", "remove", "--force", "--", beside)
                await git.write(repository.path, "worktree", "add", "--no-checkout", "--detach", "--", beside, commit)
            await asyncio.to_thread(_hand_over, repository.common_dir, beside, path)
            await git.write(path, "read-tree", commit)
    except GitError as error:
        raise WorkspaceError(WorkspaceFault.REFUSED, error.words or str(error)) from error


def _refuse(path: str, guard: Guard, repository: Repository, listed: Sequence[GitWorktree]) -> None:
    entry = os.path.join(path, ".git")
    target = gitdir_of(path)
    is_elsewhere = target is not None and os.path.lexists(target)
    if is_elsewhere and _is_handed_over(repository.common_dir, path + _SUFFIX, path):
        is_elsewhere = False
    if not os.path.isdir(path) or is_elsewhere or (os.path.lexists(entry) and target is None):
        raise WorkspaceError(WorkspaceFault.NOT_THAT_WORKTREE, path)
    # All but what Git says of it, which is the very thing that is amiss.
    refuse_path(path, replace(guard, is_forgotten=True), repository, (*listed, GitWorktree(path)))


def _is_handed_over(common_dir: str, beside: str, path: str) -> bool:
    """Tell whether an earlier try was cut off after the folder got its ``.git``, and before its entry was told."""
    entry, target = admin_entry(common_dir, beside), gitdir_of(path)
    return entry is not None and target is not None and same_place(entry.folder, target)


def _refuse_filled(beside: str) -> None:
    """An earlier try was cut off before it: all that may be there is its own ``.git``."""
    if os.path.isdir(beside) and set(os.listdir(beside)) - {".git"}:
        raise GitError(f"{beside} is not empty")


def _hand_over(common_dir: str, beside: str, path: str) -> None:
    """Let the entry of one folder be that of another. Not by ``git worktree move``: see ``name_worktree``."""
    entry = admin_entry(common_dir, beside)
    if entry is None:
        raise GitError(f"'{beside}' is not a working tree")
    try:
        if not _is_handed_over(common_dir, beside, path):
            os.replace(os.path.join(beside, ".git"), os.path.join(path, ".git"))
        name_worktree(entry, path)
        if os.path.isdir(beside):
            os.rmdir(beside)
    except OSError as error:
        raise GitError(f"{error.filename or path}: {error.strerror or error}") from error
