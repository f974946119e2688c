# SPDX-License-Identifier: MIT
"""Finds the person's own Claude Code and asks whether somebody is signed in, without a model call."""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping, Sequence

from onesist_desktop.agents.installed import ProgramOverride, ask, find_program
from onesist_desktop.agents.json_reading import as_dict
from onesist_desktop.core.errors import OnesistError
from onesist_desktop.process.environment import ShellEnvironment

_FOLDERS = (".local/bin", ".claude/local", ".claude/local/node_modules/.bin", ".npm-global/bin", "node_modules/.bin")


async def find_claude(shell: ShellEnvironment, override: ProgramOverride) -> tuple[str, ...]:
    """Return the start of an argv that runs Claude Code. Raises as ``find_program``."""
    folders = [*_FOLDERS, *(["AppData/Roaming/npm"] if sys.platform == "win32" else [])]
    return await find_program(shell, "claude", override, folders)


async def is_signed_in(command: Sequence[str], env: Mapping[str, str], limit_s: float) -> bool | None:
    """Ask whether somebody is signed in; None where the program doesn't tell (older versions, a strange answer)."""
    try:
        said = await ask(command, ["auth", "status"], env, limit_s)
        told = as_dict(json.loads(said.text)).get("loggedIn")
    except (OnesistError, ValueError):
        return None
    return told if isinstance(told, bool) else None
