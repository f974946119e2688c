# SPDX-License-Identifier: MIT
"""How much of the disk a folder takes."""

from __future__ import annotations

import os
from collections.abc import Iterator

from onesist_desktop.git.walks import in_slices, walk

_BLOCK_BYTES = 512


async def folder_size(path: str) -> int:
    """Return how many bytes of the disk a folder takes, of all that can be read of it; 0 for one that isn't there.

    A file with several names in it counts once. Links are never followed, and other disks that are mounted inside don't count.
    """
    total = 0
    async for piece in in_slices(_sizes(path)):
        total += sum(piece)
    return total


def _sizes(path: str) -> Iterator[int]:
    try:
        top = os.lstat(path)
    except OSError:
        return
    yield _size(top)
    counted: set[tuple[int, int]] = set()
    for entry in walk(path, descends=lambda entry: _device(entry) == top.st_dev, is_strict=False):
        try:
            # On Windows only this one tells how many names a file has, and its number.
            found = os.lstat(entry.path) if os.name == "nt" else entry.stat(follow_symlinks=False)
        except OSError:
            continue
        key = (found.st_dev, found.st_ino)
        if found.st_dev != top.st_dev or (found.st_nlink > 1 and key in counted):
            yield 0
            continue
        if found.st_nlink > 1:
            counted.add(key)
        yield _size(found)


def _device(entry: os.DirEntry[str]) -> int | None:
    try:
        return os.lstat(entry.path).st_dev if os.name == "nt" else entry.stat(follow_symlinks=False).st_dev
    except OSError:
        return None


def _size(found: os.stat_result) -> int:
    blocks: int | None = getattr(found, "st_blocks", None)
    return found.st_size if blocks is None else blocks * _BLOCK_BYTES
