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
NEWEST = ROOT / ".tools" / "agents-newest"
CLAUDE = "@anthropic-ai/claude-code"
CODEX = "@openai/codex"
OPENCODE = "opencode-ai"
GEMINI = "@google/gemini-cli"

_SYSTEMS = {"linux": "linux", "darwin": "darwin", "win32": "win32"}
_PROCESSORS = {"x86_64": "x64", "amd64": "x64", "aarch64": "arm64", "arm64": "arm64"}
_CODEX_TRIPLES = {
    "linux-x64": "x86_64-unknown-linux-musl",
    "linux-arm64": "aarch64-unknown-linux-musl",
    "darwin-x64": "x86_64-apple-darwin",
    "darwin-arm64": "aarch64-apple-darwin",
    "win32-x64": "x86_64-pc-windows-msvc",
    "win32-arm64": "aarch64-pc-windows-msvc",
}


def platform_name(*, system_name: str, machine: str) -> str:
    """Return how the packages name a platform, as in ``linux-x64``."""
    kind, processor = _SYSTEMS.get(system_name), _PROCESSORS.get(machine.lower())
    if kind is None or processor is None:
        raise DevError(f"There is no agent program for {system_name} on {machine}, so the tests that need it can't run here.")
    return f"{kind}-{processor}"


def platform_package(name: str, *, system_name: str, machine: str, is_musl: bool) -> str:
    """Return the package that holds Claude Code for one platform."""
    platform_part = platform_name(system_name=system_name, machine=machine)
    return f"{name}-{platform_part}" + ("-musl" if system_name == "linux" and is_musl else "")


def programs(tools: Path = TOOLS) -> dict[str, Path]:
    """Return where the programs are on this platform once installed, by the variable that tells the tests.

    The programs themselves, not the scripts of npm that start them: one process less, and no installation script is needed.
    """
    modules = tools / "node_modules"
    this = platform_name(system_name=sys.platform, machine=platform.machine())
    is_musl = sys.platform == "linux" and platform.libc_ver()[0] != "glibc"
    suffix = ".exe" if sys.platform == "win32" else ""
    claude = platform_package(CLAUDE, system_name=sys.platform, machine=platform.machine(), is_musl=is_musl)
    opencode = "opencode-" + this.replace("win32", "windows") + ("" if _has_avx2() else "-baseline") + ("-musl" if is_musl else "")
    return {
        "ONESIST_TEST_CLAUDE": modules / claude / f"claude{suffix}",
        "ONESIST_TEST_CODEX": modules / f"{CODEX}-{this}" / "vendor" / _CODEX_TRIPLES[this] / "bin" / f"codex{suffix}",
        "ONESIST_TEST_OPENCODE": modules / opencode / "bin" / f"opencode{suffix}",
        "ONESIST_TEST_GEMINI": modules / GEMINI / "bundle" / "gemini.js",
    }


def _has_avx2() -> bool:
    """Tell whether the usual build of Opencode runs on this processor. Only Linux on x64 can lack it without a word."""
    cpuinfo = Path("/proc/cpuinfo")
    if platform.machine().lower() not in {"x86_64", "amd64"} or not cpuinfo.is_file():
        return True
    return " avx2" in cpuinfo.read_text(encoding="utf-8", errors="replace")


def pins() -> dict[str, str]:
    """Return the versions that the project pins, by package."""
    return dict(json.loads((PINS / "package.json").read_text(encoding="utf-8"))["dependencies"])


def installed_version(folder: Path) -> str | None:
    """Return the version of an installed package, None if it isn't there."""
    try:
        return str(json.loads((folder / "package.json").read_text(encoding="utf-8"))["version"])
    except (OSError, ValueError, KeyError):
        return None


def versions(tools: Path) -> dict[str, str | None]:
    """Return the installed versions of the agents, by package."""
    return {name: installed_version(tools / "node_modules" / name) for name in pins()}


def ensure() -> dict[str, str]:
    """Install the pinned agent programs if they aren't there, and return the variables that tell the tests where.

    No installation script is run: the programs come inside the packages.
    """
    found = programs()
    if versions(TOOLS) != pins() or not all(program.is_file() for program in found.values()):
        say("installing the pinned agent programs into .tools (1.3 GB)")
        TOOLS.mkdir(parents=True, exist_ok=True)
        for name in ("package.json", "package-lock.json"):
            shutil.copyfile(PINS / name, TOOLS / name)
        # Not "ci": it refuses a lock that lacks packages of other platforms, and those of Opencode aren't everywhere to be had.
        # What is in the lock is installed at its version and checked against its sum all the same.
        _npm(TOOLS, ["install", "--no-save"])
        _must_be_there(found)
    return {name: str(program) for name, program in found.items()}


def ensure_newest() -> dict[str, str]:
    """Install the newest versions beside the pinned ones, and return the variables that tell the tests where."""
    say("installing the newest agent programs into .tools")
    NEWEST.mkdir(parents=True, exist_ok=True)
    (NEWEST / "package.json").write_text('{"private": true}\n', encoding="utf-8")
    _npm(NEWEST, ["install", *(f"{name}@latest" for name in pins())])
    found = programs(NEWEST)
    _must_be_there(found)
    return {name: str(program) for name, program in found.items()}


def _npm(folder: Path, arguments: list[str]) -> None:
    must_run(
        [find_npm(), *arguments, "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"],
        "The agent programs could not be installed.",
        cwd=folder,
    )


def _must_be_there(found: dict[str, Path]) -> None:
    missing = [str(program) for program in found.values() if not program.is_file()]
    if missing:
        raise DevError(f"An agent program is not where it should be: {', '.join(missing)}")


def find_npm() -> str:
    """Return npm, after installing it where that needs no password."""
    if shutil.which("npm") is None or shutil.which("node") is None:
        system.install(["nodejs", "npm"], "The tests drive real agent programs that npm brings, and Node.js with npm is missing.")
    npm = shutil.which("npm")
    if npm is None:
        raise DevError("npm was not found: install Node.js with npm and try again.")
    return npm
