# SPDX-License-Identifier: MIT
"""Starting a program that is the person's from then on: it outlives the app, and nothing of ours holds on to it."""

from __future__ import annotations

import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import IO

from onesist_desktop.process.errors import ProgramMissingError, ProgramNotStartedError, WorkingFolderMissingError
from onesist_desktop.process.tree import APP_MARK_VARIABLE, MARK_VARIABLE

_WORDS_BYTES = 4 * 1024


@dataclass(slots=True)
class DetachedProgram:
    """A program that was started. Ask :meth:`has_ended` now and then: an ended one stays in the system's table until then."""

    _process: subprocess.Popen[bytes]

    @property
    def pid(self) -> int:
        """Its process id."""
        return self._process.pid

    def has_ended(self) -> bool:
        """Tell whether it has ended."""
        return self._process.poll() is not None


def start_detached(
    argv: Sequence[str], *, cwd: str, env: Mapping[str, str], look_s: float, own_console: bool = False
) -> DetachedProgram:
    """Start a program in a session of its own, without pipes and without the app's marks, and look whether it fails at once.

    Blocks for up to ``look_s`` seconds.

    Args:
        argv: Program and arguments; there is no shell.
        cwd: Folder to start in.
        env: The environment; marks of ours are taken out of it.
        look_s: How long to wait for a failure. A program that ends well is no failure: many only tell a running one.
        own_console: On Windows it gets a console window of its own.

    Raises:
        ProgramMissingError: There is no such program.
        ProgramNotStartedError: It was refused, or ended with a failure at once; ``detail`` are its words.
        WorkingFolderMissingError: ``cwd`` isn't there any more.
    """
    unmarked = {name: value for name, value in env.items() if name not in (MARK_VARIABLE, APP_MARK_VARIABLE)}
    # A file instead of a pipe: closing a pipe would end the program at the next thing that it says.
    with tempfile.TemporaryFile() as words:
        try:
            process = subprocess.Popen(
                tuple(argv),
                cwd=cwd,
                env=unmarked,
                stdin=subprocess.DEVNULL if not own_console else None,
                stdout=subprocess.DEVNULL if not own_console else None,
                stderr=words if not own_console else None,
                start_new_session=sys.platform != "win32",
                creationflags=_creation_flags(own_console=own_console),
            )
        except FileNotFoundError as error:
            raise WorkingFolderMissingError(cwd) if error.filename == cwd else ProgramMissingError(argv[0]) from error
        except (OSError, ValueError) as error:
            raise ProgramNotStartedError(argv[0], str(error)) from error
        try:
            code = process.wait(look_s)
        except subprocess.TimeoutExpired:
            return DetachedProgram(process)
        if code != 0:
            raise ProgramNotStartedError(argv[0], _last_words(words) or f"It ended with code {code}.")
        return DetachedProgram(process)


def _last_words(words: IO[bytes]) -> str:
    size = words.seek(0, 2)
    words.seek(max(0, size - _WORDS_BYTES))
    return words.read().decode("utf-8", "replace").strip()


def _creation_flags(*, own_console: bool) -> int:
    if sys.platform == "win32":
        console = subprocess.CREATE_NEW_CONSOLE if own_console else subprocess.DETACHED_PROCESS
        return console | subprocess.CREATE_NEW_PROCESS_GROUP
    return 0
