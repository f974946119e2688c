# SPDX-License-Identifier: MIT
"""Ignored files that are no known cache: keys, local databases, results. Removing a worktree takes them along."""

# Paths of Git's are strings, with surrogates for what is no UTF-8.
# ruff: noqa: PTH118, PTH119
from __future__ import annotations

import os
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass

from onesist_desktop.git.caches import cache_in, is_cache, is_kept_in_cache
from onesist_desktop.git.errors import GitError
from onesist_desktop.git.inner import Mark, inner_repositories, mark_of, relative
from onesist_desktop.git.runner import Git
from onesist_desktop.git.trees import Tree, read_tree
from onesist_desktop.git.walks import in_slices, is_folder, walk


@dataclass(frozen=True, slots=True)
class Ignored:
    """What of a working tree is ignored. ``caches`` are folders with ``/``, whose files don't count, sorted."""

    files: tuple[Mark, ...]
    caches: tuple[str, ...]


async def ignored_files(git: Git, path: str) -> list[str]:
    """List all ignored files of a working tree that are no known cache, relative and sorted; those of submodules too.

    Repositories inside it are none of them. Raises GitError when a part can't be read.
    """
    tree = await read_tree(git, path, with_ignored=True)
    try:
        return sorted(await _all_files(tree))
    except OSError as error:
        raise GitError(str(error)) from error


async def _all_files(tree: Tree) -> list[str]:
    if not tree.is_known:
        raise GitError(f"A folder in {tree.place.path} can't be read.")
    found = await expand(tree.place.path, tree.ignored, await inner_of(tree))
    result = [path for path, _, _ in found.files]
    for path, submodule in tree.submodules:
        if submodule is None:
            raise GitError(f"{path} can't be read.")
        result += [f"{path}/{file}" for file in await _all_files(submodule)]
    return result


async def inner_of(tree: Tree) -> list[str]:
    """Name the repositories inside a working tree whose files Git doesn't list. Raises OSError."""
    found = await inner_repositories(tree.place.path, submodules=tree.folders, unlisted=(*tree.untracked, *tree.ignored))
    return [inner.path for inner in found if inner.is_whole]


async def expand(top: str, listed: Sequence[str], inner: Collection[str]) -> Ignored:
    """Find the files behind what Git lists as ignored.

    Args:
        top: The working tree.
        listed: Ignored paths; folders end with ``/``.
        inner: Repositories inside it, with ``/``: they count apart.

    Raises:
        OSError: A folder can't be read.
    """
    files: dict[str, Mark] = {}
    caches: set[str] = set()
    async for piece in in_slices(_expand(top, listed, inner)):
        for found in piece:
            if isinstance(found, str):
                caches.add(found)
            elif found is not None:
                files[found[0]] = found
    return Ignored(tuple(files.values()), tuple(sorted(caches)))


def _expand(top: str, listed: Sequence[str], inner: Collection[str]) -> Iterator[Mark | str | None]:
    """Yield files as marks, caches as names, and None for each file that doesn't count, so that slices stay short."""
    repositories = tuple(inner)
    for path in listed:
        if repositories and path.startswith(repositories):
            continue
        cache = cache_in(top, path)
        if cache:
            yield cache
        if path.endswith("/"):
            yield from _below(top, path, frozenset(repositories), is_in_cache=bool(cache))
        elif not cache or is_kept_in_cache(os.path.basename(path)):
            yield mark_of(top, path)


def _below(top: str, path: str, inner: Collection[str], *, is_in_cache: bool) -> Iterator[Mark | str | None]:
    caches: list[str] = []

    def descends(entry: os.DirEntry[str]) -> bool:
        below = relative(top, entry.path) + "/"
        if below in inner:
            return False
        if is_in_cache or not is_cache(entry.path):
            return True
        caches.append(below)
        return False

    for entry in walk(os.path.join(top, path.rstrip("/")), descends=descends):
        counts = not is_folder(entry) and (not is_in_cache or is_kept_in_cache(entry.name))
        yield mark_of(top, relative(top, entry.path)) if counts else None
    for cache in caches:
        yield cache
        yield from _below(top, cache, inner, is_in_cache=True)
