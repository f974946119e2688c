# SPDX-License-Identifier: MIT
"""The quick counts of a workspace."""

from __future__ import annotations

from collections.abc import Sequence

from onesist_desktop.core.workspaces import NAMES_SHOWN, UNKNOWN, Changes, Named
from onesist_desktop.git.runner import Git
from onesist_desktop.git.trees import Tree, read_tree


async def changes(git: Git, path: str) -> Changes:
    """Count what differs in a working tree, its submodules included. What can't be known is UNKNOWN.

    Raises:
        GitError: ``path`` is no working tree, Git looks at another folder there, or it can't be read.
    """
    return changes_of(await read_tree(git, path))


def changes_of(tree: Tree) -> Changes:
    """Return the counts of a tree that was read."""
    modified = named(tree.modified)
    return Changes(
        branch=tree.branch,
        head=tree.report.head,
        modified=modified if tree.hidden_modified is not None else Named(None, modified.names),
        deleted=named(tree.deleted),
        untracked=named(tree.untracked) if tree.is_known else UNKNOWN,
        conflicted=named(tree.conflicted),
        operation=tree.operation,
    )


def named(names: Sequence[str]) -> Named:
    """Count names and keep the first of them."""
    return Named(len(names), tuple(names[:NAMES_SHOWN]))
