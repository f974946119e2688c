# SPDX-License-Identifier: MIT
"""Tells from a folder's own files whether it is a worktree of a repository. Runs no Git, so that every run can ask."""

from __future__ import annotations

import os
from pathlib import Path

from onesist_desktop.git.gitfile import gitdir_of, read_small, same_place


def git_folder_of(folder: str) -> str:
    """Return the real path of the Git folder that ``folder/.git`` is or names; of a bare repository the folder itself.

    Empty where there is none. Blocks shortly.
    """
    entry = Path(folder, ".git")
    if entry.is_dir():
        return os.path.realpath(entry)
    named = gitdir_of(folder)
    if named is not None:
        return os.path.realpath(named)
    is_bare = not os.path.lexists(entry) and Path(folder, "HEAD").is_file() and Path(folder, "objects").is_dir()
    return os.path.realpath(folder) if is_bare else ""


def common_folder_of(folder: str) -> str:
    """Return the real path of the Git folder that all worktrees of ``folder``'s repository share; empty where there is none."""
    own = git_folder_of(folder)
    named = read_small(str(Path(own, "commondir"))) if own else None
    return own if named is None else os.path.realpath(Path(own, named))


def is_worktree_of(path: str, repository: str) -> bool:
    """Tell whether the folder ``path`` is a worktree of the repository whose folder is ``repository``.

    Its ``.git`` has to name a Git folder of that repository, and that one has to name ``path``: a copy of a worktree's folder
    is none, and neither is one that was moved by hand. The repository's main folder counts. Blocks shortly.
    """
    common = common_folder_of(repository)
    own = git_folder_of(path)
    if not common or not own or not same_place(common_folder_of(path), common):
        return False
    if same_place(own, common):
        return True
    place = place_of(own)
    return bool(place) and same_place(place, path)


def place_of(git_folder: str) -> str:
    """Return the real path of the folder of which a worktree's own Git folder says that it is its worktree; empty for none."""
    named = read_small(str(Path(git_folder, "gitdir")))
    return str(Path(os.path.realpath(Path(git_folder, named))).parent) if named else ""
