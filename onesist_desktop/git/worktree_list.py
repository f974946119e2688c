# SPDX-License-Identifier: MIT
"""The worktrees of a repository, as Git lists them."""

# Paths of Git's are strings, with surrogates for what is no UTF-8.
# ruff: noqa: PTH118, PTH120
from __future__ import annotations

import asyncio
import os
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from onesist_desktop.git.errors import GitOutputError
from onesist_desktop.git.gitfile import admin_entries, read_small, same_place
from onesist_desktop.git.runner import Git, decode, encode

if TYPE_CHECKING:
    from onesist_desktop.git.repositories import Repository

WITH_NULS = (2, 36, 0)
_BEING_REBASED = ("rebase-merge/head-name", "rebase-apply/head-name", "BISECT_START")


@dataclass(frozen=True, slots=True)
class GitWorktree:
    """A worktree as Git knows it.

    Attributes:
        path: Its folder as Git has it, an absolute path that need not be there any more.
        head: Object id of its head, empty before the first commit and for a bare repository.
        branch: Name of its branch; empty for a detached head. While a branch is rebased its head is detached.
        is_main: It is the repository's own working tree, or a bare repository.
        lock_reason: None when it isn't locked.
        is_prunable: Git would forget it by itself some day, mostly because its folder is gone.
        rebased_branch: The branch that is being rebased or bisected in it, and can't be checked out elsewhere until then.
    """

    path: str
    head: str = ""
    branch: str = ""
    is_main: bool = False
    is_bare: bool = False
    is_detached: bool = False
    lock_reason: str | None = None
    is_prunable: bool = False
    rebased_branch: str = ""


async def list_worktrees(git: Git, repository: Repository) -> tuple[GitWorktree, ...]:
    """List a repository's worktrees, the main one first. Raises GitError."""
    if await git.version() >= WITH_NULS:
        output = await git.read(repository.path, "worktree", "list", "--porcelain", "-z")
        listed = parse_records(output.stdout)
    else:
        output = await git.read(repository.path, "worktree", "list", "--porcelain")
        listed = parse_lines(output.stdout, await asyncio.to_thread(_known_paths, repository))
    return await asyncio.to_thread(_completed, repository.common_dir, listed)


async def find_worktree(git: Git, repository: Repository, path: str) -> GitWorktree | None:
    """Find the worktree at a path, compared by real paths. Raises GitError."""
    listed = await list_worktrees(git, repository)
    return await asyncio.to_thread(lambda: next((worktree for worktree in listed if same_place(worktree.path, path)), None))


def parse_records(data: bytes) -> tuple[GitWorktree, ...]:
    """Read ``worktree list --porcelain -z``: an attribute ends with NUL, a worktree with another one. Raises GitOutputError."""
    records = [record.split(b"\0") for record in data.split(b"\0\0") if record.strip(b"\0")]
    return _first_is_main(_worktree([decode(line) for line in record if line]) for record in records)


def parse_lines(data: bytes, known: Iterable[str] = ()) -> tuple[GitWorktree, ...]:
    """Read ``worktree list --porcelain`` of Git before 2.36, which writes paths as they are, line breaks included.

    Reasons of locks are quoted there, or missing before 2.31: they are read from the repository instead.

    Args:
        data: Git's output.
        known: Where worktrees are to be expected; only such paths may hold line breaks.

    Raises:
        GitOutputError: It is no such list.
    """
    broken = [path for path in known if "\n" in path]
    for number, path in enumerate(broken):
        # A NUL can't be in what Git wrote.
        data = data.replace(b"worktree " + encode(path) + b"\n", b"worktree \0%d\n" % number)
    records = [decode(record).split("\n") for record in data.split(b"\n\n") if record.strip()]
    listed = [_worktree([line for line in record if line]) for record in records]
    paths = {f"\0{number}": path for number, path in enumerate(broken)}
    return _first_is_main(replace(worktree, path=paths.get(worktree.path, worktree.path)) for worktree in listed)


def _first_is_main(worktrees: Iterable[GitWorktree]) -> tuple[GitWorktree, ...]:
    return tuple(replace(worktree, is_main=index == 0) for index, worktree in enumerate(worktrees))


def _worktree(lines: list[str]) -> GitWorktree:
    values: dict[str, str] = {}
    for line in lines:
        name, _, value = line.partition(" ")
        values[name] = value
    if "worktree" not in values:
        raise GitOutputError(f"not a list of worktrees: {lines[:1]}")
    head = values.get("HEAD", "")
    return GitWorktree(
        path=values["worktree"],
        head="" if set(head) == {"0"} else head,
        branch=values.get("branch", "").removeprefix("refs/heads/"),
        is_bare="bare" in values,
        is_detached="detached" in values,
        lock_reason=values.get("locked"),
        is_prunable="prunable" in values,
    )


def _completed(common_dir: str, listed: tuple[GitWorktree, ...]) -> tuple[GitWorktree, ...]:
    """Add what Git doesn't list, or didn't before 2.31: locks with their reasons, folders that are gone, and rebases."""
    entries = {os.path.realpath(entry.worktree): entry for entry in admin_entries(common_dir) if entry.worktree}
    result = []
    for worktree in listed:
        if os.sep != "/":
            # Git writes / on every system.
            worktree = replace(worktree, path=os.path.normpath(worktree.path))  # noqa: PLW2901
        entry = entries.get(os.path.realpath(worktree.path))
        if worktree.is_main or entry is None:
            result.append(replace(worktree, rebased_branch=_rebased_in(common_dir) if worktree.is_main else ""))
            continue
        reason = entry.lock_reason
        is_gone = not os.path.lexists(os.path.join(worktree.path, ".git"))
        result.append(
            replace(
                worktree,
                lock_reason=reason,
                is_prunable=worktree.is_prunable or (is_gone and reason is None),
                rebased_branch=_rebased_in(entry.folder),
            )
        )
    return tuple(result)


def _known_paths(repository: Repository) -> list[str]:
    common = repository.common_dir
    linked = [entry.worktree for entry in admin_entries(common)]
    return [*linked, repository.path, common, os.path.dirname(common)]


def _rebased_in(git_dir: str) -> str:
    names = (read_small(os.path.join(git_dir, name)) for name in _BEING_REBASED)
    return next((name.removeprefix("refs/heads/") for name in names if name), "")
