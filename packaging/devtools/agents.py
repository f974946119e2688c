# SPDX-License-Identifier: MIT
"""The real agent programs that the tests drive, at pinned versions, under the ignored folder ``.tools``."""

from __future__ import annotations

import json
import platform
import shutil
import sys
from pathlib import Path

from devtools import system
from devtools.common import ROOT, DevError, must_run, say

PINS = ROOT / "constraints" / "agents"
TOOLS = ROOT / ".tools" / "agents"
CLAUDE = "@anthropic-ai/claude-code"


def platform_package(name: str, *, system_name: str, machine: str, is_musl: bool) -> str:
    """Return the package that holds the program for one platform."""
    kind = {"linux": "linux", "darwin": "darwin", "win32": "win32"}.get(system_name)
    processor = {"x86_64": "x64", "amd64": "x64", "aarch64": "arm64", "arm64": "arm64"}.get(machine.lower())
    if kind is None or processor is None:
        raise DevError(f"There is no agent program for {system_name} on {machine}, so the tests that need it can't run here.")
    return f"{name}-{kind}-{processor}" + ("-musl" if kind == "linux" and is_musl else "")


def claude_folder() -> Path:
    """Return the folder of this platform's program."""
    is_musl = sys.platform == "linux" and platform.libc_ver()[0] != "glibc"
    package = platform_package(CLAUDE, system_name=sys.platform, machine=platform.machine(), is_musl=is_musl)
    return TOOLS / "node_modules" / package


def claude_program() -> Path:
    """Return where this platform's program is, once installed."""
    return claude_folder() / ("claude.exe" if sys.platform == "win32" else "claude")


def pinned_version(package: str) -> str:
    """Return the version that the project pins."""
    pins = json.loads((PINS / "package.json").read_text(encoding="utf-8"))
    return str(pins["dependencies"][package])


def installed_version(folder: Path) -> str | None:
    """Return the version of an installed package, None if it isn't there."""
    try:
        return str(json.loads((folder / "package.json").read_text(encoding="utf-8"))["version"])
    except (OSError, ValueError, KeyError):
        return None


def ensure() -> dict[str, str]:
    """Install the agent programs if they aren't there, and return the variables that tell the tests where.

    No installation script is run: the programs come inside the packages.
    """
    if installed_version(claude_folder()) != pinned_version(CLAUDE) or not claude_program().is_file():
        npm = find_npm()
        say("installing the pinned agent programs into .tools")
        TOOLS.mkdir(parents=True, exist_ok=True)
        for name in ("package.json", "package-lock.json"):
            shutil.copyfile(PINS / name, TOOLS / name)
        must_run(
            [npm, "ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"],
            "The agent programs could not be installed.",
            cwd=TOOLS,
        )
        if not claude_program().is_file():
            raise DevError(f"The agent program is not where it should be: {claude_program()}")
    return {"ONESIST_TEST_CLAUDE": str(claude_program())}


def find_npm() -> str:
    """Return npm, after installing it where that needs no password."""
    if shutil.which("npm") is None or shutil.which("node") is None:
        system.install(["nodejs", "npm"], "The tests drive a real agent program that npm brings, and Node.js with npm is missing.")
    npm = shutil.which("npm")
    if npm is None:
        raise DevError("npm was not found: install Node.js with npm and try again.")
    return npm
