# SPDX-License-Identifier: MIT
"""Worktrees that came apart from their repository: locked, moved by hand, or gone."""

# Paths of Git's are strings, with surrogates for what is no UTF-8.
# ruff: noqa: PTH118, PTH120
from __future__ import annotations

import asyncio
import os
from dataclasses import replace

from onesist_desktop.core.errors import WorkspaceError, WorkspaceFault
from onesist_desktop.git.adding import add_worktree
from onesist_desktop.git.branches import branch_commit
from onesist_desktop.git.checkout import OnStep
from onesist_desktop.git.errors import GitError
from onesist_desktop.git.errors_of import folder_error, workspace_error
from onesist_desktop.git.gitfile import (
    AdminEntry,
    admin_entries,
    admin_entry,
    gitdir_of,
    name_entry,
    name_worktree,
    read_small,
    same_place,
)
from onesist_desktop.git.repositories import Repository
from onesist_desktop.git.runner import Git
from onesist_desktop.git.undoing import Addition
from onesist_desktop.git.worktree_list import GitWorktree, find_worktree


async def unlock_worktree(git: Git, repository: Repository, path: str) -> None:
    """Take away Git's lock of a worktree; one that has none is left as it is.

    Raises:
        WorkspaceError: ``NOT_THAT_WORKTREE``, ``REFUSED``.
    """
    try:
        async with git.writing(repository.common_dir):
            found = await _linked(git, repository, path)
            if found.lock_reason is not None:
                await git.write(repository.path, "worktree", "unlock", "--", found.path)
    except GitError as error:
        raise workspace_error(error) from error


async def forget_worktree(git: Git, repository: Repository, path: str) -> None:
    """Take a worktree whose folder is gone out of Git's list: that one entry. Its branch stays. Unknown to Git counts as done.

    Raises:
        WorkspaceError: ``STILL_THERE`` when anything is at the path; ``REFUSED`` with the reason of its lock, or for a detached
            head whose commits nothing else reaches.
    """
    try:
        async with git.writing(repository.common_dir):
            await _forget(git, repository, path)
    except GitError as error:
        raise workspace_error(error) from error


async def repair_worktree(git: Git, repository: Repository, path: str, branch: str = "") -> GitWorktree:
    """Tie a folder that was moved by hand to its repository again.

    Args:
        git: Git.
        repository: The repository.
        path: Where the folder is now.
        branch: The branch that it must have, empty for any.

    Raises:
        WorkspaceError: ``NOT_THAT_WORKTREE`` when it is none of this repository's, has another branch, or is a copy of a
            worktree that is still where it was; ``READ_ONLY``, ``REFUSED``.
    """
    try:
        async with git.writing(repository.common_dir):
            entry = await asyncio.to_thread(_entry_of_moved, repository.common_dir, path)
            if entry is None or (branch and await _branch_of(git, path, entry) != branch):
                raise WorkspaceError(WorkspaceFault.NOT_THAT_WORKTREE, path)
            await asyncio.to_thread(_tie, entry, path)
            return await _linked(git, repository, path)
    except GitError as error:
        raise workspace_error(error) from error
    except OSError as error:
        raise folder_error(error, path) from error


async def recreate_worktree(git: Git, repository: Repository, addition: Addition, on_step: OnStep) -> tuple[str, ...]:
    """Make the folder of a worktree again from its branch. The rest as for ``add_worktree``.

    Raises:
        WorkspaceError: ``BRANCH_MISSING``, ``STILL_THERE``, ``REFUSED`` with the reason of a lock, and those of ``add_worktree``.
    """
    try:
        async with git.writing(repository.common_dir):
            if not await branch_commit(git, repository, addition.branch):
                raise WorkspaceError(WorkspaceFault.BRANCH_MISSING, addition.branch)
            await _forget(git, repository, addition.path)
    except GitError as error:
        raise workspace_error(error) from error
    return await add_worktree(git, repository, replace(addition, makes_branch=False), on_step=on_step)


async def _linked(git: Git, repository: Repository, path: str) -> GitWorktree:
    found = await find_worktree(git, repository, path)
    if found is None or found.is_main:
        raise WorkspaceError(WorkspaceFault.NOT_THAT_WORKTREE, path)
    return found


async def _forget(git: Git, repository: Repository, path: str) -> None:
    if await asyncio.to_thread(os.path.lexists, path):
        raise WorkspaceError(WorkspaceFault.STILL_THERE, path)
    found = await find_worktree(git, repository, path)
    if found is None:
        return
    if found.is_main:
        raise WorkspaceError(WorkspaceFault.NOT_THAT_WORKTREE, path)
    if found.lock_reason is not None:
        raise WorkspaceError(WorkspaceFault.REFUSED, found.lock_reason or "locked")
    if found.is_detached and found.head and not await _is_reached(git, repository, found.head):
        raise WorkspaceError(WorkspaceFault.REFUSED, f"commit {found.head} is on no branch")
    # Of a folder that is gone this removes the entry alone; prune would take others along.
    await git.write(repository.path, "worktree", "remove", "--", found.path)


async def _is_reached(git: Git, repository: Repository, commit: str) -> bool:
    reaching = await git.read(
        repository.path, "for-each-ref", "--count=1", f"--contains={commit}", "--format=%(refname)", ok=(0, 129)
    )
    return bool(reaching.text)


def _entry_of_moved(common_dir: str, path: str) -> AdminEntry | None:
    """Find the entry of a folder by its ``.git`` file, or, where the repository itself was moved, by the entry's."""
    target = gitdir_of(path)
    if target is None or os.path.islink(path):  # noqa: PTH114
        return None
    real = os.path.realpath(target)
    for entry in admin_entries(common_dir):
        if same_place(entry.folder, real):
            is_elsewhere = entry.worktree and not same_place(entry.worktree, path) and gitdir_of(entry.worktree) is not None
            return None if is_elsewhere else entry
    return None if os.path.lexists(real) else admin_entry(common_dir, path)


def _tie(entry: AdminEntry, path: str) -> None:
    """Write the one link of the two that is wrong. Those of other worktrees stay as they are."""
    if same_place(gitdir_of(path) or "", entry.folder):
        name_worktree(entry, path)
    else:
        name_entry(path, entry)


async def _branch_of(git: Git, path: str, entry: AdminEntry) -> str:
    told = await git.read(
        path, "symbolic-ref", "-q", "HEAD", ok=(0, 1, 128), extra={"GIT_CEILING_DIRECTORIES": os.path.dirname(path)}
    )
    if told.code != 128:
        return told.text.removeprefix("refs/heads/")
    # Where the repository was moved the folder leads to it no more.
    head = await asyncio.to_thread(read_small, os.path.join(entry.folder, "HEAD"))
    return (head or "").removeprefix("ref: ").removeprefix("refs/heads/")
