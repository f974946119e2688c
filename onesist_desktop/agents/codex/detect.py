# SPDX-License-Identifier: MIT
"""Finds the person's own Codex and asks it about itself, without a model call.

npm installs a wrapper that starts the real program below itself. We start that one directly: signals reach it, and there is one
process less. What else lies there belongs to it, so it is never copied or moved.
"""

from __future__ import annotations

import asyncio
import platform
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

_NAME = "codex"
_VERSION = re.compile(r"\d+\.\d+\.\d+\S*")
_SYSTEMS = {"linux": ("linux", "unknown-linux-musl"), "darwin": ("darwin", "apple-darwin"), "win32": ("win32", "pc-windows-msvc")}
_X64, _ARM64 = ("x64", "x86_64"), ("arm64", "aarch64")
_MACHINES = {"x86_64": _X64, "amd64": _X64, "aarch64": _ARM64, "arm64": _ARM64}


async def find_codex(shell: ShellEnvironment, override: ProgramOverride) -> tuple[str, ...]:
    """Return the start of an argv that runs Codex.

    Raises:
        AnswererError: PROGRAM_MISSING, with where it was looked for.
    """
    chosen = override() if callable(override) else override
    path = await shell.path()
    folders = _own_folders(await shell.build())
    command = await asyncio.to_thread(find_command, chosen or _NAME, path, folders)
    if command is None:
        raise AnswererError(FailureReason.PROGRAM_MISSING, chosen or f"{_NAME}: {path}")
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


async def ask(command: Sequence[str], arguments: Sequence[str], env: Mapping[str, str], limit_s: float) -> tuple[int | None, str]:
    """Run a short command of the program and return its exit code and what it said; None where it took too long.

    Raises:
        OnesistError: It could not be started or ended.
    """
    child = await ChildProcess.start([*command, *arguments], cwd=tempfile.gettempdir(), env=env, mark=f"codex-ask-{uuid.uuid4()}")
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
        pass
    finally:
        await child.stop(eof_s=0.5, term_s=1.0)
    return returncode, "\n".join(lines).strip() or child.stderr_tail.strip()


async def version_of(command: Sequence[str], env: Mapping[str, str], limit_s: float) -> str:
    """Return the program's version. Raises AnswererError when it doesn't run."""
    try:
        returncode, said = await ask(command, ["--version"], env, limit_s)
    except OnesistError as error:
        raise AnswererError(FailureReason.PROGRAM_MISSING, str(error)) from error
    found = _VERSION.search(said)
    if returncode != 0 or found is None:
        raise AnswererError(FailureReason.PROGRAM_MISSING, said or f"{command[0]} --version gave no answer")
    return found[0]


def _own_folders(environment: Mapping[str, str]) -> list[str]:
    home = environment.get("HOME") or environment.get("USERPROFILE")
    if not home:
        return []
    usual = [".local/bin", ".codex/bin", ".npm-global/bin", "node_modules/.bin"]
    if sys.platform == "win32":
        usual.append("AppData/Roaming/npm")
    return [str(Path(home) / folder) for folder in usual]
