# SPDX-License-Identifier: MIT
"""Finds the person's own Codex.

npm installs a wrapper that starts the real program below itself. We start that one directly: signals reach it, and there is one
process less. What else lies there belongs to it, so it is never copied or moved.
"""

from __future__ import annotations

import asyncio
import platform
import sys
from pathlib import Path

from onesist_desktop.agents.installed import ProgramOverride, find_program
from onesist_desktop.process.environment import ShellEnvironment

_FOLDERS = (".local/bin", ".codex/bin", ".npm-global/bin", "node_modules/.bin")
_SYSTEMS = {"linux": ("linux", "unknown-linux-musl"), "darwin": ("darwin", "apple-darwin"), "win32": ("win32", "pc-windows-msvc")}
_X64, _ARM64 = ("x64", "x86_64"), ("arm64", "aarch64")
_MACHINES = {"x86_64": _X64, "amd64": _X64, "aarch64": _ARM64, "arm64": _ARM64}


async def find_codex(shell: ShellEnvironment, override: ProgramOverride) -> tuple[str, ...]:
    """Return the start of an argv that runs Codex. Raises as ``find_program``."""
    folders = [*_FOLDERS, *(["AppData/Roaming/npm"] if sys.platform == "win32" else [])]
    command = await find_program(shell, "codex", override, folders)
    native = await asyncio.to_thread(native_program, Path(command[-1]))
    return (str(native),) if native is not None else command


def native_program(wrapper: Path) -> Path | None:
    """Return the program that npm's wrapper script would start, None where there is none or it is no wrapper."""
    try:
        script = wrapper.resolve(strict=True)
    except (OSError, RuntimeError):
        return None
    system, machine = _SYSTEMS.get(sys.platform), _MACHINES.get(platform.machine().lower())
    if script.suffix not in {".js", ".mjs", ".cjs"} or system is None or machine is None:
        return None
    package = script.parent.parent
    name = "codex.exe" if sys.platform == "win32" else "codex"
    below = Path("vendor") / f"{machine[1]}-{system[1]}" / "bin" / name
    for_platform = f"codex-{system[0]}-{machine[0]}"
    places = (package.parent / for_platform, package / "node_modules" / "@openai" / for_platform, package)
    return next((found for place in places if (found := place / below).is_file()), None)
