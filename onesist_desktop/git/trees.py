# SPDX-License-Identifier: MIT
"""Reads what differs in a working tree and in the submodules below it, whatever its configuration tries to hide."""

# Paths of Git's are strings, with surrogates for what is no UTF-8.
# ruff: noqa: PTH112, PTH114, PTH118, PTH123
from __future__ import annotations

import asyncio
import os
from collections.abc import Sequence
from dataclasses import dataclass

from onesist_desktop.git.errors import GitError
from onesist_desktop.git.flagged import hidden_changes, read_index
from onesist_desktop.git.inner import files_below
from onesist_desktop.git.places import UNALTERED, Place, find_place, operation_in
from onesist_desktop.git.porcelain import StatusReport, parse_status
from onesist_desktop.git.runner import Git, decode

_NOT_READ = "could not open directory"
_DETACHED = "(detached)"


@dataclass(frozen=True, slots=True)
class Tree:
    """A working tree as it is now. Paths are relative to its top folder.

    Attributes:
        place: Where it is.
        report: What ``git status`` tells; of submodules only whether they are at another commit.
        branch: Name of the branch, empty for a detached head.
        operation: The unfinished operation, empty for none.
        is_complete: Git could read every folder.
        hidden_modified: Changed files that Git was told not to look at, None when they couldn't be found out.
        hidden_deleted: Likewise deleted ones.
        submodules: The submodules that are checked out; None for one that can't be read.
        folders: Folders that belong to submodules, checked out or not.
        stray: Files in the folder of a submodule that isn't checked out, which Git never mentions; None if they can't be read.
    """

    place: Place
    report: StatusReport
    branch: str
    operation: str
    is_complete: bool
    hidden_modified: tuple[str, ...] | None
    hidden_deleted: tuple[str, ...]
    submodules: tuple[tuple[str, Tree | None], ...]
    folders: tuple[str, ...]
    stray: tuple[str, ...] | None = ()

    @property
    def conflicted(self) -> list[str]:
        """Files with unsettled conflicts."""
        return [entry.path for entry in self.report.of_kind("u")]

    @property
    def modified(self) -> list[str]:
        """Tracked files with other content, conflicted ones and changed submodules included."""
        told = [entry.path for entry in self.report.of_kind("12u") if not entry.is_deleted]
        changed = [path for path, tree in self.submodules if tree is None or not tree.is_clean]
        return list(dict.fromkeys([*told, *(self.hidden_modified or ()), *changed]))

    @property
    def deleted(self) -> list[str]:
        """Tracked files that are gone."""
        told = [entry.path for entry in self.report.of_kind("12") if entry.is_deleted]
        return list(dict.fromkeys([*told, *self.hidden_deleted]))

    @property
    def untracked(self) -> list[str]:
        """New files that are not ignored. A path that ends with ``/`` is a repository of its own."""
        return [*(entry.path for entry in self.report.of_kind("?")), *(self.stray or ())]

    @property
    def ignored(self) -> list[str]:
        """Ignored files and, with ``/``, folders that are ignored as a whole; only if they were asked for."""
        return [entry.path for entry in self.report.of_kind("!")]

    @property
    def is_known(self) -> bool:
        """Every folder could be read, so that what is untracked and ignored is all of it."""
        return self.is_complete and self.stray is not None

    @property
    def is_clean(self) -> bool:
        """Nothing differs, and that is known."""
        return (
            self.is_known
            and self.hidden_modified is not None
            and not (self.operation or self.modified or self.deleted or self.untracked)
        )


async def read_tree(git: Git, path: str, *, common_dir: str = "", with_ignored: bool = False) -> Tree:
    """Read a working tree and its submodules.

    Args:
        git: Git.
        path: Its top folder.
        common_dir: The shared Git folder of the repository that it must belong to.
        with_ignored: Also list what is ignored.

    Raises:
        GitError: It is none, belongs to another repository or folder, or Git can't read it.
    """
    place = await find_place(git, path, common_dir)
    index = await read_index(git, place)
    report, is_complete = await _read_status(git, place, with_ignored=with_ignored)
    try:
        modified, deleted = await hidden_changes(git, place, index)
    except GitError:
        hidden: tuple[str, ...] | None = None
        deleted = []
    else:
        hidden = tuple(modified)
    branch, operation = await asyncio.to_thread(lambda: (_branch(place, report), operation_in(place.git_dir)))
    checked_out = await asyncio.to_thread(_checked_out, place.path, index.gitlinks) if index.gitlinks else []
    submodules = [
        (link, await _read_submodule(git, os.path.join(place.path, link), with_ignored=with_ignored)) for link in checked_out
    ]
    stray = await _stray_files(place.path, [link for link in index.gitlinks if link not in checked_out])
    return Tree(place, report, branch, operation, is_complete, hidden, tuple(deleted), tuple(submodules), index.gitlinks, stray)


async def _read_status(git: Git, place: Place, *, with_ignored: bool) -> tuple[StatusReport, bool]:
    # Git itself would start a status in each submodule, with the filters of the submodule's own configuration: they are
    # read one by one instead, and here only their commits are compared.
    output = await git.read(
        place.path,
        *place.sees_all,
        "status",
        "--porcelain=v2",
        "-z",
        "--branch",
        "--untracked-files=all",
        "--ignore-submodules=dirty",
        *(("--ignored=matching",) if with_ignored else ()),
        with_filters=True,
        extra=UNALTERED,
    )
    return await asyncio.to_thread(parse_status, output.stdout), _NOT_READ not in output.words


def _checked_out(top: str, links: tuple[str, ...]) -> list[str]:
    return [link for link in links if _is_plain_folder(top, link) and os.path.lexists(os.path.join(top, link, ".git"))]


async def _stray_files(top: str, links: Sequence[str]) -> tuple[str, ...] | None:
    try:
        # A changed type of the path itself is in the status.
        found = [await files_below(top, link) for link in links if await asyncio.to_thread(_is_plain_folder, top, link)]
    except OSError:
        return None
    return tuple(path for marks in found for path, _, _ in marks)


def _is_plain_folder(top: str, link: str) -> bool:
    path = os.path.join(top, link)
    return os.path.isdir(path) and not os.path.islink(path)


async def _read_submodule(git: Git, path: str, *, with_ignored: bool) -> Tree | None:
    try:
        return await read_tree(git, path, with_ignored=with_ignored)
    except GitError:
        return None


def _branch(place: Place, report: StatusReport) -> str:
    """Tell a detached head from a branch that is called so."""
    if report.branch or not report.head:
        return report.branch
    try:
        with open(os.path.join(place.git_dir, "HEAD"), "rb") as file:
            named = file.read(4096).rstrip(b"\n")
    except OSError:
        return ""
    return _DETACHED if decode(named) == f"ref: refs/heads/{_DETACHED}" else ""
