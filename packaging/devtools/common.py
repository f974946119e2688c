# SPDX-License-Identifier: MIT
"""What all parts share: where the project is, how to run a program, and failures that are one line."""

from __future__ import annotations

import os
import shlex
import subprocess
from collections.abc import Mapping, Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
BUILD = ROOT / "build"


class DevError(Exception):
    """Something that the person at the keyboard has to do, in one line."""


def say(text: str) -> None:
    """Print a line of progress."""
    print(f"-- {text}", flush=True)


def run(argv: Sequence[str], *, env: Mapping[str, str] | None = None, cwd: Path = ROOT) -> int:
    """Run a program without a keyboard and return its exit code. Its output is shown."""
    return subprocess.run(list(argv), cwd=cwd, env={**os.environ, **(env or {})}, stdin=subprocess.DEVNULL, check=False).returncode


def run_quietly(argv: Sequence[str]) -> int:
    """Run a program and return its exit code. Its output is shown only if it fails."""
    result = subprocess.run(
        list(argv), cwd=ROOT, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False
    )
    if result.returncode != 0:
        print(result.stdout.decode("utf-8", "replace"), end="", flush=True)
    return result.returncode


def must_run(argv: Sequence[str], problem: str, *, env: Mapping[str, str] | None = None, cwd: Path = ROOT) -> None:
    """Run a program that has to succeed.

    Raises:
        DevError: It failed; ``problem`` says what that means, and the command follows.
    """
    if run(argv, env=env, cwd=cwd) != 0:
        raise DevError(f"{problem} The command was: {shlex.join(argv)}")


def output_of(argv: Sequence[str], *, timeout_s: float = 60) -> str | None:
    """Return what a program prints, None where it fails, hangs or isn't there."""
    try:
        result = subprocess.run(
            list(argv), stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, timeout=timeout_s, check=False
        )
    except (OSError, subprocess.TimeoutExpired):
        return None
    return result.stdout.decode("utf-8", "replace") if result.returncode == 0 else None
