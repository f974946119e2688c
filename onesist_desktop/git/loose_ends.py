# SPDX-License-Identifier: MIT
"""Reads the object ids that only a worktree's own Git folder names: its reflog, former heads, an unfinished rebase."""

# Paths of Git's are strings, with surrogates for what is no UTF-8.
# ruff: noqa: PTH112, PTH113, PTH118, PTH123, PTH208
from __future__ import annotations

import os
import re
from collections.abc import Iterator

from onesist_desktop.git.linked import place_of
from onesist_desktop.git.places import Place

OWN_REFS = ("refs/worktree", "refs/bisect", "refs/rewritten")
"""Below these, each worktree has refs of its own."""
_ID = re.compile(rb"(?<![0-9a-f])(?:[0-9a-f]{64}|[0-9a-f]{40})(?![0-9a-f])")
_FILE = re.compile(r"[A-Z_]+_HEAD|BISECT_[A-Z_]+|MERGE_AUTOSTASH")
_FOLDERS = ("rebase-merge", "rebase-apply", "sequencer", *OWN_REFS)


def is_reftable(place: Place) -> bool:
    """Tell whether refs and reflogs are in a format that only Git itself reads."""
    return os.path.isdir(os.path.join(place.common_dir, "reftable"))


def ids_in_files(place: Place) -> dict[str, None]:
    """Return every object id that the worktree's own files name, whether or not there is such an object.

    Raises OSError for a file that is there and can't be read.
    """
    result: dict[str, None] = {}
    for path in _files(place):
        try:
            with open(path, "rb") as file:
                for line in file:
                    result.update((found.decode("ascii"), None) for found in _ID.findall(line))
        except FileNotFoundError:
            continue
    return {name: None for name in result if name.strip("0")}


def other_heads(place: Place) -> list[str]:
    """Return the detached heads of the repository's other worktrees whose folders are there. Raises OSError."""
    folders = [place.common_dir]
    parent = os.path.join(place.common_dir, "worktrees")
    if os.path.isdir(parent):
        folders += [os.path.join(parent, name) for name in sorted(os.listdir(parent))]
    result = []
    for folder in folders:
        if os.path.realpath(folder) == place.git_dir:
            continue
        try:
            with open(os.path.join(folder, "HEAD"), "rb") as file:
                found = _ID.fullmatch(file.read(4096).strip())
        except (FileNotFoundError, NotADirectoryError):
            continue
        if found and (folder == place.common_dir or os.path.isdir(place_of(folder) or os.devnull)):
            result.append(found[0].decode("ascii"))
    return result


def stash_entries(place: Place) -> int:
    """Count the lines of the stash's log. Raises OSError; FileNotFoundError where there is none."""
    with open(os.path.join(place.common_dir, "logs", "refs", "stash"), "rb") as file:
        return sum(1 for line in file if line.strip())


def _files(place: Place) -> Iterator[str]:
    with os.scandir(place.git_dir) as entries:
        yield from [entry.path for entry in entries if _FILE.fullmatch(entry.name) and entry.is_file(follow_symlinks=False)]
    # A main worktree's other logs are those of branches, which all share.
    logs = ("logs",) if place.is_linked else ("logs/HEAD",)
    for name in (*logs, *_FOLDERS):
        whole = os.path.join(place.git_dir, *name.split("/"))
        if os.path.isfile(whole):
            yield whole
        for folder, _, files in os.walk(whole, onerror=_fail):
            yield from (os.path.join(folder, file) for file in files)


def _fail(error: OSError) -> None:
    if not isinstance(error, (FileNotFoundError, NotADirectoryError)):
        raise error
