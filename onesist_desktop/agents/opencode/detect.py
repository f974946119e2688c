# SPDX-License-Identifier: MIT
"""Finds the person's own Opencode."""

from __future__ import annotations

import sys

from onesist_desktop.agents.installed import ProgramOverride, find_program
from onesist_desktop.process.environment import ShellEnvironment


async def find_opencode(shell: ShellEnvironment, override: ProgramOverride) -> tuple[str, ...]:
    """Return the start of an argv that runs Opencode. Raises as ``find_program``."""
    elsewhere = ["/opt/homebrew/bin"] if sys.platform == "darwin" else []
    return await find_program(shell, "opencode", override, [".opencode/bin"], elsewhere)


def is_first_line(version: str) -> bool:
    """Tell whether this version is of the line whose HTTP interface we know."""
    return version.startswith("1.")
