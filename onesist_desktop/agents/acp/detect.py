# SPDX-License-Identifier: MIT
"""Asks an agent program for its version, and finds which known ones are installed. Without a session or a model call."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Sequence
from pathlib import Path

from onesist_desktop.agents.acp.program import AcpProgram
from onesist_desktop.agents.installed import ask
from onesist_desktop.core.errors import OnesistError
from onesist_desktop.process.environment import ShellEnvironment
from onesist_desktop.process.find import find_command

VERSION_LIMIT_S = 12.0
_VERSION = re.compile(r"\d+\.\d+(?:\.\d+)?\S*")


async def version_of(command: Sequence[str], program: AcpProgram, environment: ShellEnvironment) -> str:
    """Return what the program says at ``--version``; empty when it says nothing in time. Advice only."""
    env = await environment.build(keep=program.keep, extra=program.extra_env, program_folder=str(Path(command[0]).parent))
    try:
        said = await ask(command, [*_before_the_protocol(program.argv[1:]), "--version"], env, VERSION_LIMIT_S)
    except OnesistError:
        return ""
    found = _VERSION.search(said.output)
    return found[0] if found else ""


def _before_the_protocol(arguments: Sequence[str]) -> list[str]:
    """Return the leading arguments that are a script's path: of an interpreter that was given as the program."""
    return [argument for argument in arguments[:1] if Path(argument).is_absolute()]


async def find_programs(names: Sequence[str], environment: ShellEnvironment) -> dict[str, str]:
    """Return where those of the programs are that are installed: on the login shell's path and in the usual folders."""
    path = await environment.path()

    def look() -> dict[str, str]:
        found = {name: find_command(name, path) for name in names}
        return {name: command[-1] for name, command in found.items() if command is not None}

    return await asyncio.to_thread(look)
