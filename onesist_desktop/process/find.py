# SPDX-License-Identifier: MIT
"""Finding a program on a search path that isn't this process's own."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterable
from pathlib import Path

_SHIM_TARGET = re.compile(r'"%(?:~dp0|dp0%)\\?([^"%]+?\.(?:exe|com|js|cjs|mjs))"', re.IGNORECASE)
_WINDOWS_ENDINGS = (".exe", ".com", ".cmd", ".bat")


def find_program(name: str, path: str, extra_folders: Iterable[str] = ()) -> str | None:
    """Return the absolute path of a program, None if it isn't found.

    Links are not followed: version managers decide by the name that they were called under. On Windows a ``.cmd`` shim
    is resolved to the program that it starts; a shim of a script isn't a program and isn't returned: use
    :func:`find_command` for these.

    Args:
        name: A program's name, or an absolute path that is then only checked.
        path: Search path, as in ``PATH``. Relative entries are skipped: they depend on the current folder.
        extra_folders: Absolute folders that are tried afterwards.
    """
    command = find_command(name, path, extra_folders)
    return command[0] if command is not None and len(command) == 1 else None


def find_command(name: str, path: str, extra_folders: Iterable[str] = ()) -> tuple[str, ...] | None:
    """Like :func:`find_program`, but returns the start of an argv: a script behind a Windows shim comes with its ``node``."""
    folders = [*path.split(os.pathsep), *extra_folders]
    for candidate in _candidates(name, folders):
        if candidate.suffix.lower() not in {".cmd", ".bat"}:
            return (str(candidate),)
        target = shim_target(candidate)
        if target is None:
            continue
        if target.suffix.lower() in {".exe", ".com"}:
            return (str(target),)
        node = _candidates("node", [str(candidate.parent), *folders])
        if node and node[0].suffix.lower() == ".exe":
            return (str(node[0]), str(target))
    return None


def shim_target(shim: Path) -> Path | None:
    """Return the program or script that npm's ``.cmd`` shim starts, None if it isn't such a shim or its target is gone.

    Without this a shell would have to read the arguments, and each of its special characters would be a hole.
    """
    try:
        text = shim.read_text(encoding="utf-8", errors="replace")
    except OSError:
        return None
    # The last one is the program: before it the shim looks for a node.exe of its own.
    for found in reversed(_SHIM_TARGET.findall(text)):
        target = shim.parent.joinpath(*found.split("\\"))
        if target.is_file():
            return Path(os.path.normpath(target))
    return None


def _candidates(name: str, folders: Iterable[str]) -> list[Path]:
    is_windows = sys.platform == "win32"
    endings = ("",) if not is_windows or Path(name).suffix.lower() in _WINDOWS_ENDINGS else _WINDOWS_ENDINGS
    if Path(name).name != name:
        given = Path(name)
        places = [given] if given.is_absolute() else []
    else:
        places = [Path(folder) / name for folder in folders if folder and Path(folder).is_absolute()]
    return [found for place in places for ending in endings if _is_program(found := place.with_name(place.name + ending))]


def _is_program(path: Path) -> bool:
    try:
        return path.is_file() and os.access(path, os.X_OK)
    except OSError:
        return False
