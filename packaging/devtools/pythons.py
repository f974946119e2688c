# SPDX-License-Identifier: MIT
"""Finding a Python that the app runs on."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path

from devtools.common import DevError, output_of

OLDEST = (3, 11)
NEWEST = (3, 13)
PROBE = "import sys; print('%d.%d' % sys.version_info[:2])"


def fits(version: tuple[int, int]) -> bool:
    """Tell whether the app runs on this version."""
    return OLDEST <= version <= NEWEST


def version_of(command: list[str]) -> tuple[int, int] | None:
    """Ask an interpreter for its version, None where it doesn't run (a version manager's stand-in, for example)."""
    text = output_of([*command, "-c", PROBE])
    if text is None:
        return None
    try:
        major, minor = text.split(".")
        return int(major), int(minor)
    except ValueError:
        return None


def candidates() -> Iterator[list[str]]:
    """Yield commands that could be a fitting Python, best first."""
    yield [sys.executable]
    for minor in range(NEWEST[1], OLDEST[1] - 1, -1):
        if sys.platform == "win32" and (launcher := shutil.which("py")):
            yield [launcher, f"-3.{minor}"]
        if found := shutil.which(f"python3.{minor}"):
            yield [found]
    pyenv = Path(os.environ.get("PYENV_ROOT") or Path.home() / ".pyenv") / "versions"
    for folder in sorted(pyenv.glob("3.*"), key=lambda found: version_key(found.name), reverse=True):
        for name in ("bin/python", "python.exe"):
            if (folder / name).is_file():
                yield [str(folder / name)]


def version_key(name: str) -> list[int]:
    """Order version names by their numbers, so that 3.9 comes before 3.11."""
    return [int(piece) for piece in name.split(".") if piece.isdigit()]


def find() -> list[str]:
    """Return the command of a Python that fits.

    Raises:
        DevError: There is none on this machine.
    """
    for command in candidates():
        version = version_of(command)
        if version is not None and fits(version):
            return command
    running = ".".join(str(number) for number in sys.version_info[:3])
    raise DevError(f"Python 3.11, 3.12 or 3.13 is needed and was not found (this is {running}): install one of them and try again.")
