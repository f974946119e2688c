# SPDX-License-Identifier: MIT
"""Failures of starting and ending programs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from onesist_desktop.core.errors import OnesistError

if TYPE_CHECKING:
    from onesist_desktop.process.tree import ProcessId


class ProgramMissingError(OnesistError):
    """The program isn't installed, or the interpreter that its first line names isn't.

    Attributes:
        program: What was to be started.
    """

    def __init__(self, program: str) -> None:
        super().__init__(f"The program {program} was not found.")
        self.program = program


class ProgramNotStartedError(OnesistError):
    """The operating system refused to start the program; the text holds its words.

    Attributes:
        program: What was to be started.
        detail: The operating system's words.
    """

    def __init__(self, program: str, detail: str) -> None:
        super().__init__(f"The program {program} could not be started: {detail}")
        self.program = program
        self.detail = detail


class WorkingFolderMissingError(OnesistError):
    """The folder to work in isn't there (any more), so nothing was started.

    Attributes:
        folder: The folder.
    """

    def __init__(self, folder: str) -> None:
        super().__init__(f"The folder {folder} does not exist.")
        self.folder = folder


class ProcessesLeftError(OnesistError):
    """Processes that had to be ended are still there, after they were killed.

    Attributes:
        left: Those processes.
    """

    def __init__(self, left: Sequence[ProcessId]) -> None:
        names = ", ".join(f"{process.name} ({process.pid})" for process in left)
        super().__init__(f"These processes could not be ended: {names}")
        self.left = tuple(left)
