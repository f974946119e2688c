# SPDX-License-Identifier: MIT
"""The virtual environment ``.venv`` with exactly the pinned packages."""

from __future__ import annotations

import hashlib
import shutil
import sys
from pathlib import Path

from devtools import pythons, system
from devtools.common import ROOT, DevError, must_run, output_of, say

VENV = ROOT / ".venv"
STAMP = VENV / "onesist-stamp"
CONSTRAINTS = ROOT / "constraints" / "constraints.txt"


def python() -> Path:
    """Return the environment's interpreter."""
    return program("python")


def program(name: str) -> Path:
    """Return a program of the environment."""
    return VENV / "Scripts" / f"{name}.exe" if sys.platform == "win32" else VENV / "bin" / name


def wanted_stamp(extra: str) -> str:
    """Return what the stamp says when everything for ``extra`` (``run`` or ``dev``) is installed as it is pinned now."""
    digest = hashlib.sha256()
    for file in (ROOT / "pyproject.toml", CONSTRAINTS):
        digest.update(file.read_bytes())
    return f"{extra} {digest.hexdigest()}"


def is_current(extra: str, stamp: str) -> bool:
    """Tell whether nothing has to be installed. What is enough for working on the app is enough for running it."""
    return stamp in {wanted_stamp(extra), wanted_stamp("dev")}


def ensure(extra: str) -> Path:
    """Make or complete the environment for ``run`` or ``dev`` and return its interpreter. Quick when nothing changed."""
    stamp = STAMP.read_text(encoding="utf-8").strip() if STAMP.is_file() else ""
    if is_current(extra, stamp) and is_usable():
        return python()
    if not is_usable():
        create()
    say("installing the pinned packages into .venv")
    target = ".[dev]" if extra == "dev" else "."
    pip = [str(python()), "-m", "pip", "install", "-qq", "--disable-pip-version-check", "--no-input"]
    must_run([*pip, "-c", str(CONSTRAINTS), "-e", target], "The packages could not be installed.")
    STAMP.write_text(wanted_stamp(extra) + "\n", encoding="utf-8")
    return python()


def is_usable() -> bool:
    """Tell whether the environment's Python runs, fits, and has pip."""
    version = pythons.version_of([str(python())]) if python().exists() else None
    return version is not None and pythons.fits(version) and output_of([str(python()), "-m", "pip", "--version"]) is not None


def create() -> None:
    """Make the environment anew."""
    command = pythons.find()
    if output_of([*command, "-c", "import ensurepip, venv"]) is None:
        version = pythons.version_of(command) or pythons.OLDEST
        packages = ["python3-venv", f"python{version[0]}.{version[1]}-venv"]
        system.install(packages, "This Python can't make virtual environments without python3-venv.")
        if output_of([*command, "-c", "import ensurepip, venv"]) is None:
            raise DevError("This Python can't make virtual environments: install its venv and ensurepip modules and try again.")
    say("creating .venv")
    if VENV.exists():
        shutil.rmtree(VENV)
    must_run([*command, "-m", "venv", str(VENV)], "The virtual environment could not be made.")
