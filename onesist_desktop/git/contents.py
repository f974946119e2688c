# SPDX-License-Identifier: MIT
"""All that a worktree holds and that removing it may lose, counted by kind."""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from onesist_desktop.core.workspaces import NAMES_SHOWN, UNKNOWN, Contents, InnerWorks, Named
from onesist_desktop.git.errors import GitError
from onesist_desktop.git.holdings import Holdings, read_holdings
from onesist_desktop.git.reachable import Loose, loose_commits, loose_of, own_commits, stash_count
from onesist_desktop.git.repositories import Repository
from onesist_desktop.git.runner import Git, encode
from onesist_desktop.git.status import changes_of, named
from onesist_desktop.git.trees import Tree, read_tree

__all__ = ["contents", "loose_commits"]


@dataclass(frozen=True, slots=True)
class _Commits:
    """What the refs of a repository say about a worktree; None and UNKNOWN for what can't be found out."""

    own: Named
    loose: Loose | None
    stashes: int


async def contents(git: Git, repository: Repository, path: str, *, clock: Callable[[], float]) -> Contents:
    """Measure a worktree. Nothing of it is changed, and nothing that its configuration names is run.

    Args:
        git: Git.
        repository: The repository that it must be a worktree of.
        path: Its top folder.
        clock: Seconds since the epoch.

    Raises:
        GitError: There is no such worktree, Git looks at another folder there, or it can't be read. Parts that can't be known
            are UNKNOWN instead.
    """
    tree = await read_tree(git, path, common_dir=repository.common_dir, with_ignored=True)
    holdings = await read_holdings(git, tree)
    commits = await _read_commits(git, tree)
    ignored = holdings.ignored_paths()
    return Contents(
        changes=changes_of(tree),
        ignored=named(ignored) if ignored is not None else UNKNOWN,
        caches=tuple(holdings.caches()),
        commits=commits.own,
        loose_commits=commits.loose.count if commits.loose else None,
        submodules=_submodules(holdings),
        stashes=commits.stashes,
        is_detached=bool(tree.report.head) and not tree.branch,
        fingerprint=await asyncio.to_thread(lambda: _digest([*holdings.lines(), encode(repr(commits))])),
        measured_at=clock(),
    )


async def _read_commits(git: Git, tree: Tree) -> _Commits:
    head = tree.report.head
    own = await own_commits(git, tree.place, head, tree.branch)
    try:
        loose: Loose | None = await loose_of(git, tree.place, head)
    except GitError:
        loose = None
    return _Commits(own, loose, await stash_count(git, tree.place))


def _submodules(holdings: Holdings) -> InnerWorks:
    found = holdings.inner_works()
    return InnerWorks(len(found) if holdings.is_known else None, tuple(found[:NAMES_SHOWN]))


def _digest(lines: Iterable[bytes]) -> str:
    digest = hashlib.sha256()
    for line in lines:
        digest.update(b"%d:" % len(line))
        digest.update(line)
    return digest.hexdigest()
