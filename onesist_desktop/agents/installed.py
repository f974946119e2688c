# SPDX-License-Identifier: MIT
"""Finds an agent's program on this machine, and asks it about itself without a session or a model call."""

from __future__ import annotations

import asyncio
import re
import tempfile
import uuid
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from onesist_desktop.core.errors import AnswererError, FailureReason, OnesistError
from onesist_desktop.process.child import ChildProcess
from onesist_desktop.process.environment import ShellEnvironment
from onesist_desktop.process.find import find_command
from onesist_desktop.process.frames import OversizedFrame

ProgramOverride = Callable[[], str | None] | str | None
"""Path of the program that the person chose, or how to ask for it; None where they chose nothing."""

_VERSION = re.compile(r"\d+\.\d+\.\d+\S*")


@dataclass(frozen=True, slots=True)
class Said:
    """What a program wrote, and its exit code; None when it took too long. ``complaint`` is the end of its stderr."""

    returncode: int | None
    output: str
    complaint: str = ""

    @property
    def text(self) -> str:
        """What it wrote, or else what it complained about."""
        return self.output or self.complaint


async def find_program(
    shell: ShellEnvironment, name: str, override: ProgramOverride, below_home: Sequence[str], elsewhere: Sequence[str] = ()
) -> tuple[str, ...]:
    """Return the start of an argv that runs a program: the one that was chosen, else one that is installed.

    Args:
        shell: Knows the login shell's path, which is looked through first.
        name: What the program is called.
        override: What the person chose.
        below_home: Folders of the person in which its installers put it.
        elsewhere: Other such folders.

    Raises:
        AnswererError: PROGRAM_MISSING, with where it was looked for.
    """
    chosen = override() if callable(override) else override
    path = await shell.path()
    environment = await shell.build()
    home = environment.get("HOME") or environment.get("USERPROFILE")
    folders = [*(str(Path(home) / folder) for folder in below_home if home), *elsewhere]
    command = await asyncio.to_thread(find_command, chosen or name, path, folders)
    if command is None:
        raise AnswererError(FailureReason.PROGRAM_MISSING, chosen or f"{name}: {path}")
    return command


async def ask(command: Sequence[str], arguments: Sequence[str], env: Mapping[str, str], limit_s: float) -> Said:
    """Run a short command of a program and return what it said.

    Raises:
        OnesistError: It could not be started or ended.
    """
    mark = f"ask-{Path(command[-1]).name}-{uuid.uuid4()}"
    child = await ChildProcess.start([*command, *arguments], cwd=tempfile.gettempdir(), env=env, mark=mark)
    lines: list[str] = []
    returncode: int | None = None
    try:
        async with asyncio.timeout(limit_s):
            await child.close_stdin()
            async for frame in child.frames():
                if not isinstance(frame, OversizedFrame):
                    lines.append(frame.decode("utf-8", errors="replace"))
            returncode = await child.wait()
    except TimeoutError:
        # The caller sees it by the missing exit code.
        pass
    finally:
        await child.stop(eof_s=0.5, term_s=1.0)
    return Said(returncode, "\n".join(lines).strip(), child.stderr_tail.strip())


async def version_of(command: Sequence[str], env: Mapping[str, str], limit_s: float) -> str:
    """Return a program's version. Raises AnswererError when it doesn't run."""
    try:
        said = await ask(command, ["--version"], env, limit_s)
    except OnesistError as error:
        raise AnswererError(FailureReason.PROGRAM_MISSING, str(error)) from error
    found = _VERSION.search(said.text)
    if said.returncode != 0 or found is None:
        raise AnswererError(FailureReason.PROGRAM_MISSING, said.text or f"{command[0]} --version gave no answer")
    return found[0]
