# SPDX-License-Identifier: MIT
"""Removing a worktree's folder: only one that is ours, only by Git, and never what Git refused (decision 0020)."""

# Paths of Git's are strings, with surrogates for what is no UTF-8.
# ruff: noqa: PTH114, PTH117, PTH118, PTH120, PTH123
from __future__ import annotations

import asyncio
import os
import stat
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path

from onesist_desktop.core.errors import WorkspaceError, WorkspaceFault
from onesist_desktop.git.errors import GitError
from onesist_desktop.git.gitfile import admin_entry, same_place
from onesist_desktop.git.linked import common_folder_of, git_folder_of, place_of
from onesist_desktop.git.repositories import Repository
from onesist_desktop.git.runner import Git, encode
from onesist_desktop.git.worktree_list import GitWorktree, find_worktree
from onesist_desktop.git.worktrees import forget_worktree

SYSTEM_FOLDERS = ("/bin", "/boot", "/dev", "/etc", "/lib", "/lib64", "/proc", "/sbin", "/sys", "/usr", "/System", "/Library/System")
_SLICE = 2_000


@dataclass(frozen=True, slots=True)
class Guard:
    """What a path has to be measured against before anything is removed.

    Attributes:
        base_folder: The base folder in which the worktree was made, as its record says; empty for one made elsewhere.
        registered: Paths in the app's own list.
        kept_free: Folders that must not lie in the path, such as the project's and the person's home.
        is_forgotten: Git dropped its entry, so the folder's ``.git`` leads nowhere.
    """

    base_folder: str
    registered: Collection[str]
    kept_free: Collection[str] = field(default=())
    is_forgotten: bool = False


class Link(StrEnum):
    """How a worktree's folder hangs together with its repository."""

    WHOLE = "whole"
    GONE = "gone"
    """Neither the folder nor Git's entry is there."""
    FOLDER_GONE = "folder_gone"
    """Git still lists it."""
    CUT = "cut"
    """Git lists it, but the folder does not name Git any more: a deletion was cut off."""
    UNLISTED = "unlisted"
    """The folder is there and Git knows nothing of it."""


def refuse_path(path: str, guard: Guard, repository: Repository, worktrees: Sequence[GitWorktree]) -> None:
    """Refuse every path but one of our own worktrees. Runs no Git; blocks shortly.

    Args:
        path: The folder; it need not be there any more.
        guard: The app's side of it.
        repository: The repository that the worktree belongs to.
        worktrees: What Git lists for it.

    Raises:
        WorkspaceError: NOT_THAT_WORKTREE; ``detail`` says why.
    """
    if not os.path.isabs(path) or "\0" in path or os.path.normpath(path) != path or ".." in Path(path).parts:
        raise _refused(path, "is no plain absolute path")
    if path not in guard.registered:
        raise _refused(path, "is not in the list of this app")
    if os.path.islink(path) or os.path.realpath(path) != path:
        raise _refused(path, "is a link or lies behind one")
    if not guard.base_folder or os.path.dirname(guard.base_folder) == guard.base_folder:
        raise _refused(path, "was not made by this app")
    if not _lies_below(path, os.path.realpath(guard.base_folder)):
        raise _refused(path, "does not lie in the folder that it was made in")
    for kept in (repository.path, repository.common_dir, str(Path.home()), guard.base_folder, *guard.kept_free):
        if kept and (same_place(path, kept) or _lies_below(os.path.realpath(kept), path)):
            raise _refused(path, f"holds {kept}")
    for folder in (repository.common_dir, *SYSTEM_FOLDERS):
        if same_place(path, folder) or _lies_below(path, folder):
            raise _refused(path, f"lies in {folder}")
    listed = next((worktree for worktree in worktrees if same_place(worktree.path, path)), None)
    if listed is None:
        raise _refused(path, "is no worktree that Git lists")
    if listed.is_main or listed.is_bare:
        raise _refused(path, "is the repository itself")
    if not guard.is_forgotten and _belongs_elsewhere(path, repository):
        raise _refused(path, "belongs to another repository")


def link_of(path: str, repository: Repository, worktrees: Sequence[GitWorktree]) -> Link:
    """Tell how a worktree's folder hangs together with its repository. Blocks shortly."""
    is_listed = any(same_place(worktree.path, path) for worktree in worktrees)
    if not os.path.lexists(path):
        return Link.FOLDER_GONE if is_listed else Link.GONE
    if not is_listed:
        return Link.UNLISTED
    own = git_folder_of(path) if os.path.lexists(os.path.join(path, ".git")) else ""
    return Link.WHOLE if own and place_of(own) == path else Link.CUT


async def mend_link(git: Git, repository: Repository, path: str) -> None:
    """Let a folder whose deletion was cut off name Git again, so that what is left of it can be counted.

    Does nothing where it names something already. Not by ``git worktree repair``: see ``gitfile.name_worktree``.

    Raises:
        GitError: The repository has no entry for it.
    """
    async with git.writing(repository.common_dir):
        await asyncio.to_thread(_name_git, repository.common_dir, path)


async def remove_worktree(git: Git, repository: Repository, path: str, guard: Guard) -> bool:
    """Remove a worktree's folder with all that is in it, and Git's entry. Its branch stays.

    What was counted, rescued and kept is the caller's business; this only refuses what is not ours, what can't be removed
    whole, and what Git refuses (a lock). It can be called again after any interruption.

    Returns:
        Whether there was a folder.

    Raises:
        WorkspaceError: NOT_THAT_WORKTREE before any Git that writes, REFUSED with Git's words; the folder is as it was.
        GitError: Git could not be asked.
    """
    async with git.writing(repository.common_dir):
        listed = await find_worktree(git, repository, path)
        worktrees = (listed,) if listed is not None else ()
        link = await asyncio.to_thread(link_of, path, repository, worktrees)
        if link is Link.GONE:
            return False
        await asyncio.to_thread(refuse_path, path, guard, repository, worktrees)
        if link is not Link.FOLDER_GONE:
            await _refuse_half(path)
            await _remove(git, repository, path)
            return True
    await forget_worktree(git, repository, path)
    return False


async def _remove(git: Git, repository: Repository, path: str) -> None:
    try:
        # Once: a second --force would break a lock.
        await git.write(repository.path, "worktree", "remove", "--force", "--", path)
    except GitError as error:
        raise WorkspaceError(WorkspaceFault.REFUSED, error.words or str(error)) from error
    if await asyncio.to_thread(os.path.lexists, path):
        raise WorkspaceError(WorkspaceFault.REFUSED, f"{path} is still there")


def _name_git(common_dir: str, path: str) -> None:
    entry = admin_entry(common_dir, path)
    if entry is None:
        raise GitError(f"'{path}' is not a working tree")
    try:
        with open(os.path.join(path, ".git"), "xb") as stream:
            stream.write(b"gitdir: " + encode(entry.folder) + b"\n")
    except FileExistsError:
        return
    except OSError as error:
        raise GitError(f"{path}: {error.strerror or error}") from error


async def _refuse_half(path: str) -> None:
    """Refuse a folder of which Git could remove only a part: it would forget the worktree all the same."""
    device, is_open = await asyncio.to_thread(lambda: (os.lstat(path).st_dev, os.access(os.path.dirname(path), os.W_OK | os.X_OK)))
    if not is_open:
        raise WorkspaceError(WorkspaceFault.REFUSED, f"{os.path.dirname(path)}: permission denied")
    stack = [path]
    while stack:
        stack = await asyncio.to_thread(_look_through, stack, device)


def _look_through(stack: list[str], device: int) -> list[str]:
    for _ in range(_SLICE):
        if not stack:
            break
        folder = stack.pop()
        if not os.access(folder, os.R_OK | os.W_OK | os.X_OK):
            raise WorkspaceError(WorkspaceFault.REFUSED, f"{folder}: permission denied")
        with os.scandir(folder) as entries:
            for entry in entries:
                found = entry.stat(follow_symlinks=False)
                if not stat.S_ISDIR(found.st_mode):
                    continue
                if found.st_dev != device:
                    raise WorkspaceError(WorkspaceFault.REFUSED, f"{entry.path}: another disk is mounted there")
                stack.append(entry.path)
    return stack


def _belongs_elsewhere(path: str, repository: Repository) -> bool:
    if not os.path.lexists(os.path.join(path, ".git")):
        return False
    return common_folder_of(path) != repository.common_dir or place_of(git_folder_of(path)) != path


def _lies_below(path: str, folder: str) -> bool:
    """Tell whether ``path`` lies in ``folder`` and is not the folder. Compared as what they are: capitals may not matter."""
    return any(same_place(str(parent), folder) for parent in Path(path).parents)


def _refused(path: str, why: str) -> WorkspaceError:
    return WorkspaceError(WorkspaceFault.NOT_THAT_WORKTREE, f"{path} {why}")
