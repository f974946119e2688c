# SPDX-License-Identifier: MIT
"""Taking back a worktree that was being made: its folder, its registration and its branch, and nothing that is anybody's work."""

# Paths of Git's are strings, with surrogates for what is no UTF-8.
# ruff: noqa: PTH119, PTH112, PTH114, PTH118, PTH120, PTH208
from __future__ import annotations

import asyncio
import contextlib
import os
import tempfile
import threading
from dataclasses import dataclass

from onesist_desktop.core.errors import WorkspaceError, WorkspaceFault
from onesist_desktop.git.branches import HEADS, branch_commit
from onesist_desktop.git.errors import GitError
from onesist_desktop.git.errors_of import folder_error, workspace_error
from onesist_desktop.git.gitfile import admin_entry, gitdir_of, read_small, remove_begun_entries
from onesist_desktop.git.repositories import Repository
from onesist_desktop.git.runner import Git, decode
from onesist_desktop.git.worktree_list import find_worktree, list_worktrees

_GITLINK = b"160000"
_SHOWN = 5


@dataclass(frozen=True, slots=True)
class Addition:
    """A worktree to make.

    Attributes:
        path: Its folder, an absolute path where nothing is yet.
        branch: The branch that it is to have.
        base_commit: Object id that a new branch begins at, or that the existing one points at.
        makes_branch: The branch is new.
    """

    path: str
    branch: str
    base_commit: str
    makes_branch: bool


async def undo_addition(git: Git, repository: Repository, addition: Addition) -> None:
    """Take back what was made of an addition, for example before the app was killed. May be called again.

    The folder goes only when it holds nothing but what Git's checkout put there: no other file, none with other content. The
    branch goes only when this addition made it, it still points where it began, and another ref reaches that commit.

    Raises:
        WorkspaceError: ``STILL_THERE`` with the names of what is in the folder; ``REFUSED`` with Git's words; ``READ_ONLY``.
    """
    try:
        async with git.writing(repository.common_dir):
            await _check_folder(git, repository, addition)
            await take_back(git, repository, addition)
    except GitError as error:
        raise workspace_error(error) from error
    except OSError as error:
        raise folder_error(error, addition.path) from error


async def take_back(git: Git, repository: Repository, addition: Addition) -> None:
    """Take back an addition whose folder holds nobody's work. Hold ``git.writing`` around it. Raises GitError, OSError."""
    path = addition.path
    entry = await asyncio.to_thread(admin_entry, repository.common_dir, path)
    if entry is not None:
        # Twice: the command that was cut off may have left its lock ("initializing").
        await git.write(repository.path, "worktree", "remove", "--force", "--force", "--", path, ok=(0, 128))
        if await find_worktree(git, repository, path) is not None:
            await _take_back_stub(git, repository, path, entry.folder)
    else:
        await asyncio.to_thread(_remove_stub, path, repository.common_dir)
    if await asyncio.to_thread(os.path.lexists, path):
        raise GitError(f"{path} can't be removed")
    await asyncio.to_thread(remove_begun_entries, repository.common_dir, os.path.basename(path))
    if addition.makes_branch:
        await _take_back_branch(git, repository, addition)


async def _take_back_stub(git: Git, repository: Repository, path: str, admin: str) -> None:
    """Finish where Git refuses to remove what it had only begun: no file was checked out, so nothing but ``.git`` goes by hand."""
    await asyncio.to_thread(_remove_stub, path, repository.common_dir)
    if await asyncio.to_thread(os.path.lexists, path):
        raise GitError(f"{path} can't be removed")
    if await asyncio.to_thread(os.path.lexists, os.path.join(admin, "locked")):
        await git.write(repository.path, "worktree", "unlock", "--", path)
    await git.write(repository.path, "worktree", "remove", "--force", "--", path)


def _remove_stub(path: str, common_dir: str) -> None:
    """Remove a folder with nothing in it but a ``.git`` file that leads into this repository."""
    if os.path.islink(path) or not os.path.isdir(path):
        return
    names = os.listdir(path)
    target = gitdir_of(path)
    if (
        names == [".git"]
        and target is not None
        and os.path.dirname(os.path.realpath(target)) == os.path.join(common_dir, "worktrees")
    ):
        os.unlink(os.path.join(path, ".git"))  # noqa: PTH108
    # A folder that isn't empty stays, and the caller says so.
    with contextlib.suppress(OSError):
        os.rmdir(path)  # noqa: PTH106


async def _take_back_branch(git: Git, repository: Repository, addition: Addition) -> None:
    name, base = addition.branch, addition.base_commit
    if not base or await branch_commit(git, repository, name) != base:
        return
    if any(name in (worktree.branch, worktree.rebased_branch) for worktree in await list_worktrees(git, repository)):
        return
    if not await asyncio.to_thread(
        _was_made_by_us, os.path.join(repository.common_dir, "logs", *f"{HEADS}{name}".split("/")), base
    ):
        return
    reaching = await git.read(repository.path, "for-each-ref", "--count=2", f"--contains={base}", "--format=%(refname)")
    if any(ref != HEADS + name for ref in reaching.text.split("\n") if ref):
        # With the old value: a branch that moves in this moment stays.
        # Where a Git that was killed left its lock of the branch this fails: nobody can tell whether the lock's owner lives.
        await git.write(repository.path, "update-ref", "-d", HEADS + name, base)


def _was_made_by_us(log: str, base: str) -> bool:
    """Read the branch's log: we give the commit's id where a person gives a name. Without a log there is nothing to go by."""
    text = read_small(log)
    if text is None:
        return not os.path.lexists(log)
    lines = text.split("\n")
    return len(lines) == 1 and lines[0].endswith(f"\tbranch: Created from {base}")


async def _check_folder(git: Git, repository: Repository, addition: Addition) -> None:
    """Make sure that the folder holds nothing but a checkout, whole or in part. Raises WorkspaceError."""
    path = addition.path
    if not await asyncio.to_thread(os.path.lexists, path):
        return
    entry = await asyncio.to_thread(admin_entry, repository.common_dir, path)
    is_tied = entry is not None and await asyncio.to_thread(_leads_to, path, entry.folder)
    stop = threading.Event()
    try:
        files = await asyncio.to_thread(_files_below, path, stop)
    finally:
        stop.set()
    if is_tied:
        found = await find_worktree(git, repository, path)
        if found is None or found.is_main or (found.branch and found.branch != addition.branch):
            raise WorkspaceError(WorkspaceFault.NOT_THAT_WORKTREE, path)
        if found.head and found.head != addition.base_commit:
            raise WorkspaceError(WorkspaceFault.STILL_THERE, f"{path} has commits")
        tracked = await _tree(git, repository, addition.base_commit)
        foreign = [name for name in files if name not in tracked]
        if files and not foreign:
            foreign = await _changed(git, path, addition.base_commit)
    else:
        foreign = files
    if foreign:
        raise WorkspaceError(WorkspaceFault.STILL_THERE, ", ".join(foreign[:_SHOWN]))


def _leads_to(path: str, admin: str) -> bool:
    target = gitdir_of(path)
    return target is not None and os.path.realpath(target) == os.path.realpath(admin)


def _files_below(path: str, stop: threading.Event) -> list[str]:
    """List all that is no folder, besides ``.git`` at the top, relative and with ``/``. What can't be listed counts as a file."""
    if os.path.islink(path) or not os.path.isdir(path):
        return ["."]
    result: list[str] = []
    waiting = [""]
    while waiting and not stop.is_set():
        folder = waiting.pop()
        try:
            with os.scandir(os.path.join(path, folder)) as entries:
                for entry in entries:
                    name = f"{folder}/{entry.name}" if folder else entry.name
                    if entry.is_dir(follow_symlinks=False):
                        waiting.append(name)
                    elif name != ".git":
                        result.append(name)
        except OSError:
            result.append(folder or ".")
    return sorted(result)


async def _tree(git: Git, repository: Repository, commit: str) -> set[str]:
    output = await git.read(repository.path, "ls-tree", "-r", "-z", "--full-tree", commit)
    entries = (entry.partition(b"\t") for entry in output.stdout.split(b"\0") if entry and not entry.startswith(_GITLINK))
    return {decode(name) for _, _, name in entries}


async def _changed(git: Git, path: str, commit: str) -> list[str]:
    """Name tracked files whose content isn't the commit's; one that was cut off while it was written is none of them."""
    with tempfile.TemporaryDirectory(prefix="onesist-index-") as folder:
        # An index of our own: the worktree's may be missing, locked or half of one, and is not ours to refresh.
        extra = {"GIT_INDEX_FILE": os.path.join(folder, "index")}
        await git.read(path, "read-tree", commit, extra=extra)
        await git.read(path, "update-index", "-q", "--refresh", ok=(0, 1), with_filters=True, extra=extra)
        output = await git.read(
            path,
            "diff-files",
            "--name-status",
            "-z",
            "--no-renames",
            "--ignore-submodules=all",
            ok=(0, 1),
            with_filters=True,
            extra=extra,
        )
    fields = output.fields()
    changed = [name for status, name in zip(fields[::2], fields[1::2], strict=True) if status != "D"]
    return [name for name in changed if not await _is_beginning(git, path, commit, name)]


async def _is_beginning(git: Git, path: str, commit: str, name: str) -> bool:
    whole = os.path.join(path, name)
    if await asyncio.to_thread(os.path.islink, whole):
        return False
    content = (await git.read(path, "cat-file", "blob", f"{commit}:{name}")).stdout
    return await asyncio.to_thread(_begins_with, content, whole)


def _begins_with(content: bytes, path: str) -> bool:
    try:
        with open(path, "rb") as file:  # noqa: PTH123
            written = file.read(len(content) + 1)
    except OSError:
        return False
    return len(written) < len(content) and content.startswith(written)
