# SPDX-License-Identifier: MIT
"""Where Git keeps the head, the index and the branches of a working tree; read from files, Git isn't asked."""

from __future__ import annotations

import os
import stat
from dataclasses import dataclass
from pathlib import Path

GIT_DIR_NAMES = frozenset(
    {"HEAD", "index", "packed-refs", "locked", "MERGE_HEAD", "CHERRY_PICK_HEAD", "REVERT_HEAD", "BISECT_LOG"}
    | {"rebase-merge", "rebase-apply"}
)
"""What matters directly in a Git directory; the rest of it is Git's own business."""

WATCHED_REFS = frozenset({"heads", "remotes"})
"""Folders of ``refs`` that are watched with all below; others hold what nobody shows, such as checkpoints."""

_MOST_BYTES = 4096


@dataclass(frozen=True, slots=True)
class GitPlaces:
    """Real paths of the Git directory of one working tree, and of the one that all its working trees share."""

    git_dir: str
    common_dir: str


def git_places(root: str) -> GitPlaces | None:
    """Return where the Git directories of a working tree are, None when it has none that can be read."""
    entry = Path(root, ".git")
    try:
        is_folder = stat.S_ISDIR(entry.stat().st_mode)
    except OSError:
        return None
    git_dir = str(entry) if is_folder else _pointed_at(entry, root, "gitdir:")
    if git_dir is None:
        return None
    common_dir = _pointed_at(Path(git_dir, "commondir"), git_dir, "") or git_dir
    return GitPlaces(os.path.realpath(git_dir), os.path.realpath(common_dir))


def _pointed_at(file: Path, base: str, prefix: str) -> str | None:
    """Read a file that holds a path, relative to ``base``. What isn't a plain file is not opened: a pipe would never answer."""
    try:
        if not stat.S_ISREG(file.lstat().st_mode):
            return None
        with file.open("rb") as opened:
            text = os.fsdecode(opened.read(_MOST_BYTES)).strip("\r\n")
    except OSError:
        return None
    if not text.startswith(prefix) or "\0" in text:
        return None
    return str(Path(base, text.removeprefix(prefix).strip(" ")))
