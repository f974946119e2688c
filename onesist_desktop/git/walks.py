# SPDX-License-Identifier: MIT
"""Walks through folders without following links, in slices off the loop, so that it can be cancelled."""

from __future__ import annotations

import asyncio
import itertools
import os
import stat
from collections.abc import AsyncIterator, Callable, Iterator
from typing import TypeVar

SLICE = 2_000
"""Entries that one turn of a worker thread takes: some milliseconds."""

Item = TypeVar("Item")


async def in_slices(items: Iterator[Item]) -> AsyncIterator[list[Item]]:
    """Take what a blocking iterator gives, piece by piece, in worker threads."""
    while piece := await asyncio.to_thread(lambda: list(itertools.islice(items, SLICE))):
        yield piece


def walk(
    folder: str, *, descends: Callable[[os.DirEntry[str]], bool] | None = None, is_strict: bool = True
) -> Iterator[os.DirEntry[str]]:
    """Yield everything below a folder, folders before what is in them. Links and junctions are yielded and not followed.

    Args:
        folder: Where to begin.
        descends: Tells whether to go into a folder; all by default.
        is_strict: Raise OSError for a folder that can't be read, instead of passing it over. One that has just vanished is
            passed over always.
    """
    waiting = [folder]
    while waiting:
        try:
            with os.scandir(waiting.pop()) as found:
                entries = list(found)
        except FileNotFoundError:
            continue
        except OSError:
            if is_strict:
                raise
            continue
        for entry in entries:
            yield entry
            if is_folder(entry) and (descends is None or descends(entry)):
                waiting.append(entry.path)


def is_folder(entry: os.DirEntry[str]) -> bool:
    """Tell whether an entry is a folder and no link or junction to one."""
    try:
        if not entry.is_dir(follow_symlinks=False):
            return False
        # Of folders only Windows has any; there the answer costs nothing.
        marks = getattr(entry.stat(follow_symlinks=False), "st_file_attributes", 0) if os.name == "nt" else 0
    except OSError:
        return False
    return not marks & getattr(stat, "FILE_ATTRIBUTE_REPARSE_POINT", 0)
