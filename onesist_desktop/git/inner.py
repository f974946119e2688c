# SPDX-License-Identifier: MIT
"""Repositories inside a working tree that are no submodules: their commits are on no other place, and Git counts them as one."""

# Paths of Git's are strings, with surrogates for what is no UTF-8.
# ruff: noqa: PTH112, PTH114, PTH118
from __future__ import annotations

import os
from collections.abc import Collection, Iterator
from dataclasses import dataclass

from onesist_desktop.git.walks import in_slices, is_folder, walk

Mark = tuple[str, int, int]
"""A file as a fingerprint sees it: its relative path with ``/``, its size in bytes, and when it was written in ns."""


@dataclass(frozen=True, slots=True)
class InnerRepository:
    """A repository inside a working tree.

    Attributes:
        path: Its folder, relative, with ``/`` at the end.
        is_whole: Git lists none of its files, so all of them count here; else only those of its Git folder.
        files: The files that count.
    """

    path: str
    is_whole: bool
    files: tuple[Mark, ...]


async def inner_repositories(top: str, *, submodules: Collection[str], unlisted: Collection[str]) -> list[InnerRepository]:
    """Find the outermost repositories inside a working tree, in caches too. Links are not followed.

    Args:
        top: Its folder.
        submodules: Folders of it that are not searched.
        unlisted: Paths that Git names as a folder only, with ``/``.

    Raises:
        OSError: A folder can't be read.
    """
    found: list[str] = []
    async for piece in in_slices(_search(top, {os.path.join(top, *path.split("/")) for path in submodules})):
        found += [path for path in piece if path]
    result: list[InnerRepository] = []
    for path in _outermost(found):
        is_whole = any(path.startswith(folder) for folder in unlisted if folder.endswith("/"))
        result.append(InnerRepository(path, is_whole, tuple(await files_below(top, path if is_whole else f"{path}.git"))))
    return result


async def files_below(top: str, path: str) -> list[Mark]:
    """List all files below a relative path, or the one file that it is. Raises OSError."""
    return [mark async for piece in in_slices(_marks(top, path)) for mark in piece]


def mark_of(top: str, path: str) -> Mark:
    """Look at one file, without following a link. One that isn't there has size -1."""
    try:
        found = os.lstat(os.path.join(top, path))
    except OSError:
        return path, -1, 0
    return path, found.st_size, found.st_mtime_ns


def relative(top: str, path: str) -> str:
    """Return a path below ``top`` as Git writes it."""
    return path[len(top) :].replace(os.sep, "/").removeprefix("/")


def _search(top: str, left_out: Collection[str]) -> Iterator[str]:
    own = os.path.join(top, ".git")
    for entry in walk(top, descends=lambda entry: entry.name != ".git" and entry.path not in left_out):
        is_one = entry.name == ".git" and entry.path != own
        yield relative(top, entry.path).removesuffix(".git") if is_one else ""


def _outermost(found: list[str]) -> list[str]:
    result: list[str] = []
    for path in sorted(found):
        if not result or not path.startswith(result[-1]):
            result.append(path)
    return result


def _marks(top: str, path: str) -> Iterator[Mark]:
    whole = os.path.join(top, path.rstrip("/"))
    if os.path.islink(whole) or not os.path.isdir(whole):
        yield mark_of(top, path)
        return
    for entry in walk(whole):
        if not is_folder(entry):
            yield mark_of(top, relative(top, entry.path))
