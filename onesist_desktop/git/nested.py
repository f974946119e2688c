# SPDX-License-Identifier: MIT
"""Repositories inside a repository: a worktree of the outer one lacks them, so the person is told."""

# Paths of Git's are strings, with surrogates for what is no UTF-8.
# ruff: noqa: PTH118, PTH120
from __future__ import annotations

import asyncio
import os
import threading
from collections import deque

from onesist_desktop.core.workspaces import NAMES_SHOWN
from onesist_desktop.git.gitfile import gitdir_of
from onesist_desktop.git.runner import Git, encode

DEEPEST = 6
MOST_FOLDERS = 5_000
_NOT_SEARCHED = frozenset(
    [
        ".git",
        ".bare",
        "node_modules",
        ".venv",
        "venv",
        "__pycache__",
        ".tox",
        ".nox",
        ".mypy_cache",
        ".cache",
        "site-packages",
        "target",
    ]
)
_GITLINK = b"160000"


async def nested_repositories(git: Git, path: str, common_dir: str, left_out: str = "") -> tuple[str, ...]:
    """Name folders below a working tree that are repositories of their own and no submodules.

    The search ends at a depth of ``DEEPEST`` and after ``MOST_FOLDERS`` folders, and skips folders of dependencies.

    Args:
        git: Git.
        path: The working tree, a real path.
        common_dir: The repository's common Git folder: its own worktrees don't count.
        left_out: A folder below ``path`` with ``/``, whose direct children aren't looked at.

    Returns:
        Paths relative to ``path`` with ``/``, sorted, ``NAMES_SHOWN`` at most.

    Raises:
        GitError: The index can't be read.
    """
    stop = threading.Event()
    try:
        found = await asyncio.to_thread(_search, path, common_dir, left_out, stop)
    finally:
        stop.set()
    if not found:
        return ()
    pathspecs = b"".join(encode(name) + b"\0" for name in found)
    staged = (
        await git.read(path, "--literal-pathspecs", "ls-files", "--stage", "-z", "--", *found[:NAMES_SHOWN])
        if len(pathspecs) < 64 * 1024
        else await git.read(path, "ls-files", "--stage", "-z")
    )
    links = {entry.partition(b"\t")[2] for entry in staged.stdout.split(b"\0") if entry.startswith(_GITLINK)}
    return tuple(name for name in found if encode(name) not in links)[:NAMES_SHOWN]


def _search(path: str, common_dir: str, left_out: str, stop: threading.Event) -> list[str]:
    found: list[str] = []
    waiting = deque([("", 0)])
    looked_at = 0
    while waiting and looked_at < MOST_FOLDERS and len(found) < 2 * NAMES_SHOWN and not stop.is_set():
        folder, depth = waiting.popleft()
        looked_at += 1
        for name in _folders_in(os.path.join(path, folder)):
            below = f"{folder}/{name}" if folder else name
            whole = os.path.join(path, below)
            if left_out and folder == left_out:
                continue
            if os.path.lexists(os.path.join(whole, ".git")):
                if not _is_own_worktree(whole, common_dir):
                    found.append(below)
            elif depth + 1 < DEEPEST:
                waiting.append((below, depth + 1))
    return sorted(found)


def _folders_in(folder: str) -> list[str]:
    try:
        with os.scandir(folder) as entries:
            return [entry.name for entry in entries if entry.name not in _NOT_SEARCHED and entry.is_dir(follow_symlinks=False)]
    except OSError:
        # Gone in the meantime, or not ours to read: nothing in it can be named.
        return []


def _is_own_worktree(folder: str, common_dir: str) -> bool:
    target = gitdir_of(folder)
    return target is not None and os.path.realpath(os.path.dirname(target)) == os.path.join(common_dir, "worktrees")
