# SPDX-License-Identifier: MIT
"""Finds the person's own Claude Code and asks it about itself, without a model call."""

from __future__ import annotations

import asyncio
import json
import re
import sys
import tempfile
import uuid
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from onesist_desktop.agents.json_reading import as_dict
from onesist_desktop.core.errors import AnswererError, FailureReason, OnesistError
from onesist_desktop.process.child import ChildProcess
from onesist_desktop.process.environment import ShellEnvironment
from onesist_desktop.process.find import find_command
from onesist_desktop.process.frames import OversizedFrame

ProgramOverride = Callable[[], str | None] | str | None
"""Path of the program that the person chose, or how to ask for it; None where they chose nothing."""

_NAME = "claude"
_VERSION = re.compile(r"\d+\.\d+\.\d+\S*")


@dataclass(frozen=True, slots=True)
class Said:
    """What a program said and its exit code; None when it took too long."""

    returncode: int | None
    text: str


async def find_claude(shell: ShellEnvironment, override: ProgramOverride) -> tuple[str, ...]:
    """Return the start of an argv that runs Claude Code.

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


async def ask(command: Sequence[str], arguments: Sequence[str], env: Mapping[str, str], limit_s: float) -> Said:
    """Run a short command of the program and return what it said.

    Raises:
        OnesistError: It could not be started or ended.
    """
    child = await ChildProcess.start([*command, *arguments], cwd=tempfile.gettempdir(), env=env, mark=f"claude-ask-{uuid.uuid4()}")
    lines: list[str] = []
    try:
        async with asyncio.timeout(limit_s):
            await child.close_stdin()
            async for frame in child.frames():
                if not isinstance(frame, OversizedFrame):
                    lines.append(frame.decode("utf-8", errors="replace"))
            returncode = await child.wait()
    except TimeoutError:
        returncode = None
    finally:
        await child.stop(eof_s=0.5, term_s=1.0)
    return Said(returncode, "\n".join(lines).strip() or child.stderr_tail.strip())


async def version_of(command: Sequence[str], env: Mapping[str, str], limit_s: float) -> str:
    """Return the program's version. Raises AnswererError when it doesn't run."""
    try:
        said = await ask(command, ["--version"], env, limit_s)
    except OnesistError as error:
        raise AnswererError(FailureReason.PROGRAM_MISSING, str(error)) from error
    found = _VERSION.search(said.text)
    if said.returncode != 0 or found is None:
        raise AnswererError(FailureReason.PROGRAM_MISSING, said.text or f"{command[0]} --version gave no answer")
    return found[0]


async def is_signed_in(command: Sequence[str], env: Mapping[str, str], limit_s: float) -> bool | None:
    """Ask whether somebody is signed in; None where the program doesn't tell (older versions, a strange answer)."""
    try:
        said = await ask(command, ["auth", "status"], env, limit_s)
        told = as_dict(json.loads(said.text)).get("loggedIn")
    except (OnesistError, ValueError):
        return None
    return told if isinstance(told, bool) else None


def _own_folders(environment: Mapping[str, str]) -> list[str]:
    home = environment.get("HOME") or environment.get("USERPROFILE")
    if not home:
        return []
    usual = [".local/bin", ".claude/local", ".claude/local/node_modules/.bin", ".npm-global/bin", "node_modules/.bin"]
    if sys.platform == "win32":
        usual.append("AppData/Roaming/npm")
    return [str(Path(home) / folder) for folder in usual]
