# SPDX-License-Identifier: MIT
"""What a working tree holds besides tracked files: ignored files, repositories inside it, submodules."""

# Paths of Git's are strings, with surrogates for what is no UTF-8.
# ruff: noqa: PTH118
from __future__ import annotations

import asyncio
import os
from dataclasses import dataclass, replace

from onesist_desktop.core.workspaces import InnerWork
from onesist_desktop.git.ignored import Ignored, expand
from onesist_desktop.git.inner import InnerRepository, Mark, inner_repositories, mark_of
from onesist_desktop.git.modules import OwnCommits, commits_of_module, module_folders
from onesist_desktop.git.runner import Git, encode
from onesist_desktop.git.trees import Tree


@dataclass(frozen=True, slots=True)
class Submodule:
    """A submodule that is checked out, with what only it holds. ``holdings`` is None when it can't be read."""

    path: str
    holdings: Holdings | None
    own: OwnCommits


@dataclass(frozen=True, slots=True)
class Holdings:
    """See the module.

    Attributes:
        tree: The working tree.
        marks: Its changed and untracked files.
        ignored: Its ignored files, None when a folder can't be read.
        inner: Repositories inside it, None likewise.
        submodules: Its submodules.
        leftover: Git folders of submodules that aren't checked out any more, by name.
    """

    tree: Tree
    marks: tuple[Mark, ...]
    ignored: Ignored | None
    inner: tuple[InnerRepository, ...] | None
    submodules: tuple[Submodule, ...]
    leftover: tuple[tuple[str, OwnCommits], ...] | None

    def ignored_paths(self) -> list[str] | None:
        """Return the ignored files, those of submodules too; None when they can't be known."""
        if self.ignored is None or not self.tree.is_known:
            return None
        result = [path for path, _, _ in self.ignored.files]
        for submodule in self.submodules:
            below = submodule.holdings.ignored_paths() if submodule.holdings else None
            if below is None:
                return None
            result += [f"{submodule.path}/{path}" for path in below]
        return sorted(result)

    def caches(self) -> list[str]:
        """Return the known caches, those of submodules too, with ``/`` at the end."""
        below = [f"{module.path}/{name}" for module in self.submodules if module.holdings for name in module.holdings.caches()]
        return sorted([*(self.ignored.caches if self.ignored else ()), *below])

    def inner_works(self) -> list[InnerWork]:
        """List the submodules and repositories inside that hold what exists nowhere else, with what that is."""
        result = [InnerWork(inner.path, files=len(inner.files)) for inner in self.inner or ()]
        for submodule in self.submodules:
            work = _work_in(submodule)
            result += [work] if work is not None else []
            if submodule.holdings is not None:
                result += [replace(one, path=f"{submodule.path}/{one.path}") for one in submodule.holdings.inner_works()]
        for name, own in self.leftover or ():
            if own != OwnCommits():
                result.append(InnerWork(f"{name}/", commits=own.commits, stashes=own.stashes))
        return result

    @property
    def is_known(self) -> bool:
        """All folders could be searched for repositories."""
        below = all(module.holdings is not None and module.holdings.is_known for module in self.submodules)
        return below and self.inner is not None and self.leftover is not None

    def lines(self) -> list[bytes]:
        """Return complete lists of all of it, for a fingerprint."""
        tree = self.tree
        result = [encode(f"{tree.place.path}\0{tree.branch}\0{tree.report.head}\0{tree.operation}")]
        result += [entry.raw for entry in tree.report.entries]
        result += [encode("\0".join(("hidden", *(tree.hidden_modified or ("?",)), "", *tree.hidden_deleted)))]
        marks = [*self.marks, *(self.ignored.files if self.ignored else ())]
        marks += [mark for inner in self.inner or () for mark in inner.files]
        result += [encode(f"{path}\0{size}\0{written}") for path, size, written in sorted(marks)]
        result += [encode(repr((self.ignored is None, self.ignored and self.ignored.caches, self.inner is None, self.leftover)))]
        for submodule in self.submodules:
            result.append(encode(f"{submodule.path}\0{submodule.own!r}"))
            result += submodule.holdings.lines() if submodule.holdings else [b"?"]
        return result


async def read_holdings(git: Git, tree: Tree) -> Holdings:
    """Look for all that a tree, which was read with what it ignores, holds. What can't be read is None."""
    top = tree.place.path
    paths = [path for path in (*tree.modified, *tree.deleted, *tree.untracked) if not path.endswith("/")]
    marks = await asyncio.to_thread(lambda: tuple(mark_of(top, path) for path in paths))
    try:
        inner = await inner_repositories(top, submodules=tree.folders, unlisted=(*tree.untracked, *tree.ignored))
    except OSError:
        inner = None
    try:
        ignored = await expand(top, tree.ignored, [found.path for found in inner or () if found.is_whole])
    except OSError:
        ignored = None
    submodules = [await _submodule(git, tree, path, below) for path, below in tree.submodules]
    known = {below.place.git_dir for _, below in tree.submodules if below is not None}
    try:
        folders = [folder for folder in await module_folders(tree.place) if folder not in known]
        leftover = tuple([(_module_name(tree, folder), await commits_of_module(git, folder)) for folder in folders])
    except OSError:
        leftover = None
    return Holdings(tree, marks, ignored, tuple(inner) if inner is not None else None, tuple(submodules), leftover)


async def _submodule(git: Git, outer: Tree, path: str, tree: Tree | None) -> Submodule:
    if tree is None:
        return Submodule(path, None, OwnCommits(None))
    goes_with_it = (outer.place.path, outer.place.git_dir)
    is_inside = any(tree.place.git_dir.startswith(folder + os.sep) for folder in goes_with_it)
    own = await commits_of_module(git, tree.place.git_dir) if is_inside else OwnCommits()
    return Submodule(path, await read_holdings(git, tree), own)


def _module_name(tree: Tree, folder: str) -> str:
    return folder.removeprefix(os.path.join(tree.place.git_dir, "modules") + os.sep).replace(os.sep, "/")


def _work_in(submodule: Submodule) -> InnerWork | None:
    """Return what only a submodule holds itself, without what is inside it; None for nothing."""
    path = f"{submodule.path}/"
    if submodule.holdings is None:
        return InnerWork(path, is_readable=False)
    tree, own = submodule.holdings.tree, submodule.own
    work = InnerWork(
        path,
        changed=len(tree.modified),
        deleted=len(tree.deleted),
        new=len(tree.untracked),
        operation=tree.operation,
        commits=own.commits,
        stashes=own.stashes,
    )
    if work != InnerWork(path):
        return work
    return None if tree.is_clean else InnerWork(path, is_readable=False)
