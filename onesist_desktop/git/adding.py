# SPDX-License-Identifier: MIT
"""Making a worktree. One that fails or is given up at any step leaves no folder, no registration and no branch behind."""

# Paths of Git's are strings, with surrogates for what is no UTF-8.
# ruff: noqa: PTH103, PTH106, PTH117, PTH120
from __future__ import annotations

import asyncio
import contextlib
import os
from collections.abc import Sequence

from onesist_desktop.core.errors import WorkspaceError, WorkspaceFault
from onesist_desktop.git.branches import branch_commit, branches, check_branch_name, resolve_commit
from onesist_desktop.git.checkout import (
    CheckoutProgress,
    OnStep,
    filters_off,
    fits,
    is_about_filters,
    is_registered,
    is_whole_worktree,
)
from onesist_desktop.git.errors import GitError
from onesist_desktop.git.errors_of import folder_error, plain_words, workspace_error
from onesist_desktop.git.gitfile import admin_entry
from onesist_desktop.git.repositories import Repository
from onesist_desktop.git.runner import Git
from onesist_desktop.git.undoing import Addition, take_back

_CONFIG = ("core.longpaths=true", "commit.gpgSign=false", "submodule.recurse=false")


class NotBegunError(WorkspaceError):
    """An addition was refused before anything was made. A folder, branch or entry of its name is somebody else's."""


async def add_worktree(git: Git, repository: Repository, addition: Addition, *, on_step: OnStep) -> tuple[str, ...]:
    """Make a worktree.

    It is judged by what is there afterwards: hooks that fail become notes. A content filter that fails, such as that of LFS
    where it isn't installed, is left out, with a note. When this fails or is cancelled, all that it made is taken back.

    Args:
        git: Git.
        repository: Where the branch is.
        addition: What to make.
        on_step: Gets ``files``, how many files are written and of how many.

    Returns:
        What did not work but does not matter, in Git's words.

    Raises:
        WorkspaceError: ``NO_COMMITS``, ``BAD_BRANCH``, ``BRANCH_EXISTS``, ``BRANCH_MISSING``, ``CHECKED_OUT`` with the folder
            that has the branch, ``STILL_THERE`` for a path where something is, ``BASE_UNUSABLE``, ``READ_ONLY``,
            ``DISK_FULL``, or ``REFUSED`` with Git's words. A ``NotBegunError`` where that was known before anything was made.
    """
    async with git.writing(repository.common_dir):
        try:
            addition = await _checked(git, repository, addition)
        except WorkspaceError as error:
            raise NotBegunError(error.fault, error.detail) from error
        except GitError as error:
            refused = workspace_error(error)
            raise NotBegunError(refused.fault, refused.detail) from error
        made = await asyncio.to_thread(_make_parents, addition.path)
        try:
            return await _add(git, repository, addition, on_step)
        except BaseException as error:
            await _give_up(git, repository, addition, made)
            if isinstance(error, GitError):
                raise await _why(git, repository, addition, error) from error
            raise


async def is_whole(git: Git, repository: Repository, addition: Addition) -> bool:
    """Tell whether an addition is complete: registered, on its branch, and checked out. Raises WorkspaceError."""
    try:
        return await is_whole_worktree(git, repository, addition.path, addition.branch)
    except GitError as error:
        raise workspace_error(error) from error


async def _checked(git: Git, repository: Repository, addition: Addition) -> Addition:
    """Check all that can be known before Git runs, and fill in the commit of an existing branch."""
    path = addition.path
    if not os.path.isabs(path) or os.path.normpath(path) != path:  # noqa: ASYNC240 - looks at the text only
        raise WorkspaceError(WorkspaceFault.BASE_UNUSABLE, path)
    if await asyncio.to_thread(os.path.lexists, path):
        raise WorkspaceError(WorkspaceFault.STILL_THERE, path)
    if await asyncio.to_thread(admin_entry, repository.common_dir, path) is not None:
        # Taking this one back would take along what Git still knows of the one before.
        raise WorkspaceError(WorkspaceFault.REFUSED, f"{path} is a missing but already registered worktree")
    if not await asyncio.to_thread(os.access, repository.common_dir, os.W_OK):
        raise WorkspaceError(WorkspaceFault.READ_ONLY, repository.common_dir)
    listed = await branches(git, repository)
    if not listed:
        # A detached head may still have a commit.
        await resolve_commit(git, repository, "")
    if addition.makes_branch:
        await check_branch_name(git, addition.branch)
        if any(not branch.is_remote and branch.name.casefold() == addition.branch.casefold() for branch in listed):
            raise WorkspaceError(WorkspaceFault.BRANCH_EXISTS, addition.branch)
        commit = await resolve_commit(git, repository, addition.base_commit)
    else:
        commit = await branch_commit(git, repository, addition.branch)
        if not commit:
            raise WorkspaceError(WorkspaceFault.BRANCH_MISSING, addition.branch)
        place = next((branch.checked_out_at for branch in listed if not branch.is_remote and branch.name == addition.branch), "")
        if place:
            raise WorkspaceError(WorkspaceFault.CHECKED_OUT, place)
    return Addition(path, addition.branch, commit, addition.makes_branch)


async def _add(git: Git, repository: Repository, addition: Addition, on_step: OnStep) -> tuple[str, ...]:
    try:
        return await _attempt(git, repository, addition, on_step)
    except GitError as error:
        if not is_about_filters(error):
            raise
        first = error
    await take_back(git, repository, addition)
    try:
        notes = await _attempt(git, repository, addition, on_step, extra={"GIT_LFS_SKIP_SMUDGE": "1"})
    except GitError as error:
        if not is_about_filters(error):
            raise
        await take_back(git, repository, addition)
        off = await filters_off(git, repository.path)
        notes = await _attempt(git, repository, addition, on_step, config=off)
    return (plain_words(first.words), *notes)


async def _attempt(
    git: Git,
    repository: Repository,
    addition: Addition,
    on_step: OnStep,
    *,
    config: Sequence[str] = (),
    extra: dict[str, str] | None = None,
) -> tuple[str, ...]:
    is_new = addition.makes_branch
    what = ("--no-track", "-b", addition.branch) if is_new else ()
    progress = CheckoutProgress(on_step)
    on_step("files", 0, 0)
    failure: GitError | None = None
    try:
        await git.write(
            repository.path,
            "worktree",
            "add",
            *what,
            "--",
            addition.path,
            addition.base_commit if is_new else addition.branch,
            config=(*_CONFIG, *config),
            runs_hooks=True,
            on_words=progress.feed,
            # Without it the first two seconds tell nothing.
            extra={"GIT_PROGRESS_DELAY": "0", **(extra or {})},
        )
    except GitError as error:
        failure = error
    # When Git says that it is done, a hook may have changed files and the index; when not, all has to be there.
    judge = is_registered if failure is None else is_whole_worktree
    if await judge(git, repository, addition.path, addition.branch):
        return () if failure is None else (plain_words(failure.words) or str(failure),)
    raise failure or GitError(f"{addition.path} is not what it should be")


async def _give_up(git: Git, repository: Repository, addition: Addition, made: Sequence[str]) -> None:
    """Take all back. If that fails too, the failure that led here is the one to tell; recovery finds what is left."""
    with contextlib.suppress(GitError, OSError):
        await take_back(git, repository, addition)
    await asyncio.to_thread(_remove_empty, made)


async def _why(git: Git, repository: Repository, addition: Addition, error: GitError) -> WorkspaceError:
    """Say why an addition failed, once it was taken back."""
    found = workspace_error(error)
    if found.fault is WorkspaceFault.REFUSED and "unable to write" in error.words:
        with contextlib.suppress(GitError, OSError):
            if not await fits(git, repository, addition.base_commit, addition.path):
                return WorkspaceError(WorkspaceFault.DISK_FULL, found.detail)
    return found


def _make_parents(path: str) -> list[str]:
    """Make the folders above a path. Returns those that weren't there, innermost first. Raises WorkspaceError."""
    missing = []
    folder = os.path.dirname(path)
    while not os.path.lexists(folder) and folder != os.path.dirname(folder):
        missing.append(folder)
        folder = os.path.dirname(folder)
    try:
        os.makedirs(os.path.dirname(path), exist_ok=True)
    except OSError as error:
        _remove_empty(missing)
        raise folder_error(error, path) from error
    return missing


def _remove_empty(folders: Sequence[str]) -> None:
    for folder in folders:
        with contextlib.suppress(OSError):
            os.rmdir(folder)
