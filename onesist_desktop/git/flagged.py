# SPDX-License-Identifier: MIT
"""Finds changes in files that Git was told not to look at: assumed to be unchanged, or skipped.

A status never shows them, and removing a worktree would lose them without a word.
"""

# Paths of Git's are strings, with surrogates for what is no UTF-8.
# ruff: noqa: PTH118
from __future__ import annotations

import asyncio
import os
import tempfile
from collections.abc import Sequence

from onesist_desktop.git.errors import GitOutputError
from onesist_desktop.git.places import UNALTERED, Place
from onesist_desktop.git.porcelain import GITLINK, IndexEntry, IndexListing, parse_index
from onesist_desktop.git.runner import Git, decode, encode


async def read_index(git: Git, place: Place) -> IndexListing:
    """List what the index holds that a status doesn't show. Raises GitError."""
    listed = await git.read(place.path, "ls-files", "-v", "-s", "-z")
    return await asyncio.to_thread(parse_index, listed.stdout)


async def hidden_changes(git: Git, place: Place, index: IndexListing) -> tuple[list[str], list[str]]:
    """Return the paths of changed files and of deleted ones among those that Git doesn't look at.

    A skipped file that isn't there is a sparse checkout and no change. Raises GitError.
    """
    files = [entry for entry in index.flagged if not entry.info.startswith(GITLINK)]
    suspects = await asyncio.to_thread(_suspects, place.path, files) if files else []
    if not suspects:
        return [], []
    # An index of our own with these files only, without their marks. The repository's own is not touched.
    with tempfile.TemporaryDirectory(prefix="onesist-index-") as folder:
        extra = {**UNALTERED, "GIT_INDEX_FILE": os.path.join(folder, "index")}
        lines = b"".join(encode(f"{entry.info}\t{entry.path}") + b"\0" for entry in suspects)
        options = (
            *place.sees_all,
            "-c",
            "core.splitIndex=false",
            "-c",
            "core.sparseCheckout=false",
            "-c",
            "diff.autoRefreshIndex=true",
        )
        await git.read(place.path, *options, "update-index", "-z", "--index-info", stdin=lines, extra=extra)
        output = await git.read(
            place.path,
            *(*options, "diff", "--no-ext-diff", "--no-textconv", "--no-renames", "--name-status", "-z"),
            with_filters=True,
            extra=extra,
        )
    return _split(output.stdout)


def _suspects(path: str, files: Sequence[IndexEntry]) -> list[IndexEntry]:
    return [entry for entry in files if entry.is_assumed_unchanged or os.path.lexists(os.path.join(path, entry.path))]


def _split(output: bytes) -> tuple[list[str], list[str]]:
    fields = output.split(b"\0")[:-1]
    if len(fields) % 2:
        raise GitOutputError("a status without a path")
    pairs = list(zip(fields[::2], fields[1::2], strict=True))
    modified = [decode(path) for state, path in pairs if state != b"D"]
    return modified, [decode(path) for state, path in pairs if state == b"D"]
