# SPDX-License-Identifier: MIT
"""Reads whether the person trusted a folder in Claude Code itself, in a terminal. Never writes, and believes only a clear yes.

In print mode the program asks nobody: hooks, helpers and variables of a project's settings count at once. So we look up what
the person answered when the program asked. The answer is kept under one folder: the root of the repository, for a linked worktree
the main checkout, outside of a repository the folder itself. A terminal also goes by a trusted folder further up; a folder of
downloads that was once trusted is no reason to run what is unpacked in it, so we don't.

All functions read files and belong into a thread.
"""

from __future__ import annotations

import json
import os
import stat
import sys
from collections.abc import Mapping
from pathlib import Path

from onesist_desktop.agents.claude_code.transcript import config_folder
from onesist_desktop.agents.json_reading import as_dict

_POINTER_BYTES = 8192


def is_trusted(folder: str, environment: Mapping[str, str]) -> bool:
    """Tell whether the person's record trusts this folder. A record that is missing or can't be read trusts nothing.

    Args:
        folder: The folder to work in.
        environment: What the program is started with, which decides where its record is.
    """
    file = record_file(environment)
    if file is None:
        return False
    try:
        record = json.loads(file.read_bytes())
        key = trust_root(folder).as_posix()
    except (OSError, ValueError, RecursionError):
        return False
    projects = as_dict(as_dict(record).get("projects"))
    return as_dict(projects.get(key)).get("hasTrustDialogAccepted") is True


def record_file(environment: Mapping[str, str]) -> Path | None:
    """Return the file that holds the record, whether or not it exists; None where no absolute path comes of the environment."""
    folder = config_folder(environment)
    beside = environment.get("CLAUDE_CONFIG_DIR") or environment.get("USERPROFILE" if sys.platform == "win32" else "HOME")
    # A relative one would be found below the project, where a stranger could have put a record of theirs.
    if folder is None or not folder.is_absolute() or not beside or not Path(beside).is_absolute():
        return None
    # Where the file of old versions is still there, it is the one that counts.
    old = folder / ".config.json"
    return old if old.is_file() else Path(beside) / ".claude.json"


def trust_root(folder: str) -> Path:
    """Return the folder under which trust in ``folder`` is recorded. Raises OSError."""
    real = Path(os.path.realpath(folder))
    root = next((place for place in (real, *real.parents) if os.path.lexists(place / ".git")), real)
    try:
        return _main_checkout(root)
    except (OSError, ValueError):
        return root


def _main_checkout(root: Path) -> Path:
    """Return the main checkout of a linked worktree, and any other folder as it is.

    A folder can claim to be a worktree of any repository, so the repository has to name the folder too.
    """
    marker = root / ".git"
    if not stat.S_ISREG(marker.lstat().st_mode):
        return root
    said = _read(marker)
    if not said.startswith("gitdir:"):
        return root
    administration = _follow(root, said.removeprefix("gitdir:").strip())
    common = _follow(administration, _read(administration / "commondir"))
    named = _follow(administration, _read(administration / "gitdir"))
    is_linked = administration.parent == common / "worktrees" and named == Path(os.path.realpath(marker))
    return common.parent if is_linked and common.name == ".git" else root


def _read(file: Path) -> str:
    with file.open("rb") as stream:
        return stream.read(_POINTER_BYTES).decode("utf-8").strip()


def _follow(base: Path, target: str) -> Path:
    if not target or target.replace("\\", "/").startswith("//"):
        # Only to look at a path on another host can send it the person's credentials.
        raise ValueError("no path on this computer")
    return Path(os.path.realpath(base / target))
