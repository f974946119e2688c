# SPDX-License-Identifier: MIT
"""Finds the person's own Opencode and asks for its version."""

from __future__ import annotations

import asyncio
import re
import sys
import tempfile
import uuid
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from onesist_desktop.core.errors import AnswererError, FailureReason, OnesistError
from onesist_desktop.process.child import ChildProcess
from onesist_desktop.process.environment import ShellEnvironment
from onesist_desktop.process.find import find_command
from onesist_desktop.process.frames import OversizedFrame

ProgramOverride = Callable[[], str | None] | str | None
"""Path of the program that the person chose, or how to ask for it; None where they chose nothing."""

_NAME = "opencode"
_VERSION = re.compile(r"\d+\.\d+\.\d+\S*")


async def find_opencode(shell: ShellEnvironment, override: ProgramOverride) -> tuple[str, ...]:
    """Return the start of an argv that runs Opencode.

    Raises:
        AnswererError: PROGRAM_MISSING, with where it was looked for.
    """
    chosen = override() if callable(override) else override
    path = await shell.path()
    folders = _own_folders(await shell.build())
    command = await asyncio.to_thread(find_command, chosen or _NAME, path, folders)
    if command is None:
        raise AnswererError(FailureReason.PROGRAM_MISSING, chosen or f"{_NAME}: {path}")
    return command


async def version_of(command: Sequence[str], env: Mapping[str, str], limit_s: float) -> str:
    """Return the program's version. Raises AnswererError when it doesn't run."""
    try:
        text = await _said(command, env, limit_s)
    except OnesistError as error:
        raise AnswererError(FailureReason.PROGRAM_MISSING, str(error)) from error
    found = _VERSION.search(text)
    if found is None:
        raise AnswererError(FailureReason.PROGRAM_MISSING, text or f"{command[0]} --version gave no answer")
    return found[0]


def is_first_line(version: str) -> bool:
    """Tell whether this version is of the line whose HTTP interface we know."""
    return version.startswith("1.")


async def _said(command: Sequence[str], env: Mapping[str, str], limit_s: float) -> str:
    mark = f"opencode-ask-{uuid.uuid4()}"
    child = await ChildProcess.start([*command, "--version"], cwd=tempfile.gettempdir(), env=env, mark=mark)
    lines: list[str] = []
    try:
        async with asyncio.timeout(limit_s):
            await child.close_stdin()
            async for frame in child.frames():
                if not isinstance(frame, OversizedFrame):
                    lines.append(frame.decode("utf-8", errors="replace"))
    except TimeoutError:
        lines.clear()
    finally:
        await child.stop(eof_s=0.5, term_s=1.0)
    return "\n".join(lines).strip() or child.stderr_tail.strip()


def _own_folders(environment: Mapping[str, str]) -> list[str]:
    home = environment.get("HOME") or environment.get("USERPROFILE")
    if not home:
        return []
    folders = [Path(home) / ".opencode/bin"]
    if sys.platform == "darwin":
        folders.append(Path("/opt/homebrew/bin"))
    return [str(folder) for folder in folders]
