# SPDX-License-Identifier: MIT
"""Submodules of a new worktree, as far as they are to be had."""

# Paths of Git's are strings, with surrogates for what is no UTF-8.
# ruff: noqa: PTH118
from __future__ import annotations

import asyncio
import os

from onesist_desktop.git.checkout import OnStep
from onesist_desktop.git.errors import GitError
from onesist_desktop.git.runner import Git

_GITLINK = b"160000"


async def update_submodules(git: Git, path: str, on_step: OnStep) -> str:
    """Check out the submodules of a worktree, their own too. Never raises for what does not work.

    What the repository's configuration says of how to update them is not followed: it may be a command.

    Args:
        git: Git.
        path: The worktree.
        on_step: Gets ``submodules``, how many of the outer ones are done and of how many.

    Returns:
        Git's words of what did not work, empty when all did.
    """
    if not await asyncio.to_thread(os.path.lexists, os.path.join(path, ".gitmodules")):
        return ""
    try:
        staged = await git.read(path, "ls-files", "--stage", "-z")
        count = sum(entry.startswith(_GITLINK) for entry in staged.stdout.split(b"\0"))
        if not count:
            return ""
        on_step("submodules", 0, count)
        common = (await git.read(path, "rev-parse", "--git-common-dir")).text
        async with git.writing(await asyncio.to_thread(os.path.realpath, os.path.join(path, common))):
            await git.write(path, "submodule", "update", "--init", "--recursive", "--checkout")
    except GitError as error:
        return error.words or str(error)
    on_step("submodules", count, count)
    return ""
