# SPDX-License-Identifier: MIT
"""Makes sure that what is measured is the folder that was asked for, and tells which operation it is in the middle of."""

# Paths of Git's are strings, with surrogates for what is no UTF-8.
# ruff: noqa: PTH118, PTH121
from __future__ import annotations

import asyncio
import os
from dataclasses import dataclass
from pathlib import Path

from onesist_desktop.git.errors import GitError
from onesist_desktop.git.linked import common_folder_of, git_folder_of, place_of
from onesist_desktop.git.runner import Git, decode, encode

UNALTERED = {"GIT_NO_REPLACE_OBJECTS": "1"}
"""Replaced objects would show another content than the one that is there."""


@dataclass(frozen=True, slots=True)
class Place:
    """A working tree; real paths.

    Attributes:
        path: Its top folder.
        git_dir: Its own Git folder, with its index and head.
        common_dir: The Git folder that all worktrees of its repository share.
        tells_case: Whether names that differ only in upper and lower case are two files here.
    """

    path: str
    git_dir: str
    common_dir: str
    tells_case: bool = True

    @property
    def is_linked(self) -> bool:
        """A worktree beside the repository's main one."""
        return self.git_dir != self.common_dir

    @property
    def sees_all(self) -> tuple[str, ...]:
        """Options for Git that undo settings which would hide changes."""
        return (*_SEES_ALL, *(("-c", "core.ignoreCase=false") if self.tells_case else ()))


_SEES_ALL = tuple(
    part
    for setting in (
        "core.checkStat=default",
        "core.trustctime=true",
        "sparse.expectFilesOutsideOfPatterns=false",
        "status.renames=true",
        "status.aheadBehind=false",
    )
    for part in ("-c", setting)
)


async def find_place(git: Git, path: str, common_dir: str = "") -> Place:
    """Return the working tree at ``path``.

    Raises:
        GitError: The folder is none, or one of another repository than the one whose shared Git folder is given; its ``.git``
            belongs to another folder; or its configuration makes Git look at another one.
    """
    place = await asyncio.to_thread(_look, path, common_dir)
    told = (await git.read(path, "rev-parse", "--show-toplevel", "--absolute-git-dir")).stdout
    top = encode(_as_git_writes(place.path)) + b"\n"
    git_dir = told.removeprefix(top) if told.startswith(top) else b""
    if not git_dir and told.count(b"\n") == 2:
        # The same folder under another spelling.
        first, _, second = told.partition(b"\n")
        if await asyncio.to_thread(_is_same, decode(first), place.path):
            git_dir = second
    if not git_dir or not await asyncio.to_thread(_is_same, decode(git_dir.removesuffix(b"\n")), place.git_dir):
        raise GitError(f"Git looks at another folder than {path}.")
    return place


def operation_in(git_dir: str) -> str:
    """Name the unfinished operation of a working tree's own Git folder, empty for none. Blocks shortly."""
    folder = Path(git_dir)
    if (folder / "rebase-merge").exists():
        return "rebase"
    if (folder / "rebase-apply").exists():
        return "am" if (folder / "rebase-apply" / "applying").exists() else "rebase"
    for name, operation in (
        ("CHERRY_PICK_HEAD", "cherry-pick"),
        ("REVERT_HEAD", "revert"),
        ("MERGE_HEAD", "merge"),
    ):
        if (folder / name).exists():
            return operation
    if (folder / "sequencer").exists():
        return _sequenced(folder / "sequencer" / "todo")
    return "bisect" if (folder / "BISECT_LOG").exists() else ""


def _sequenced(todo: Path) -> str:
    try:
        first = todo.read_bytes().split(maxsplit=1)
    except OSError:
        first = []
    return "revert" if first[:1] == [b"revert"] else "cherry-pick"


def _look(path: str, common_dir: str) -> Place:
    real = os.path.realpath(path)
    git_dir = git_folder_of(real)
    common = common_folder_of(real)
    if not git_dir or not os.path.lexists(os.path.join(real, ".git")):
        raise GitError(f"{path} is no working tree.")
    if common_dir and common != os.path.realpath(common_dir):
        raise GitError(f"{path} belongs to another repository.")
    if git_dir != common and place_of(git_dir) != real:
        raise GitError(f"The Git folder of {path} belongs to another folder.")
    return Place(real, git_dir, common, not os.path.lexists(os.path.join(real, ".GIT")))


def _as_git_writes(path: str) -> str:
    return path.replace(os.sep, "/")


def _is_same(one: str, other: str) -> bool:
    try:
        return os.path.realpath(one) == other or os.path.samefile(one, other)
    except OSError:
        return False
