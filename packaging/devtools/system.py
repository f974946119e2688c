# SPDX-License-Identifier: MIT
"""System packages that pip can't bring: the libraries that Qt opens, fonts, a virtual screen."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Sequence
from pathlib import Path

from devtools.common import DevError, must_run, output_of, run, say

QT_PACKAGES = (
    "libegl1",
    "libgl1",
    "libxkbcommon-x11-0",
    "libxcb-cursor0",
    "libxcb-icccm4",
    "libxcb-keysyms1",
    "libxcb-shape0",
    "libxcb-xinerama0",
    "libdbus-1-3",
    "fontconfig",
    "fonts-dejavu-core",
)
TEST_FONTS = {"Inter": "fonts-inter", "JetBrains Mono": "fonts-jetbrains-mono"}
"""Families that the pictures of the window are taken with, and Debian's packages of them."""

FIND_PLUGIN = (
    "import pathlib, PySide6; print(next((str(p) for p in pathlib.Path(PySide6.__file__).parent.rglob('libqxcb.so')), ''), end='')"
)
LOAD_QT = "from PySide6 import QtWidgets"
FONT_FOLDERS = ("/usr/share/fonts", "/usr/local/share/fonts")


def missing_libraries(ldd_output: str) -> list[str]:
    """Return the names of libraries that ``ldd`` could not find."""
    return [line.split()[0] for line in ldd_output.splitlines() if "not found" in line and line.split()]


def ensure_qt(python: Path) -> None:
    """Make sure that Qt can open a window here.

    Raises:
        DevError: Something is missing and can't be installed by this script.
    """
    if sys.platform != "linux":
        if output_of([str(python), "-c", LOAD_QT]) is None:
            raise DevError(
                "Qt can't be loaded on this machine: run the app's Python with -c 'from PySide6 import QtWidgets' to see why."
            )
        return
    problem = qt_problem(python)
    if problem is None:
        return
    install(QT_PACKAGES, problem)
    problem = qt_problem(python)
    if problem is not None:
        raise DevError(f"{problem} Installing {' '.join(QT_PACKAGES)} did not help.")


def qt_problem(python: Path) -> str | None:
    """Say in one sentence what keeps Qt from working, None if nothing does."""
    plugin = output_of([str(python), "-c", FIND_PLUGIN])
    if plugin and shutil.which("ldd"):
        missing = missing_libraries(output_of(["ldd", plugin]) or "")
        if missing:
            return f"Qt needs system libraries that are missing: {', '.join(missing)}."
    if output_of([str(python), "-c", LOAD_QT]) is None:
        return "Qt can't be loaded: system libraries are missing."
    if not has_fonts():
        return "There are no fonts on this machine."
    return None


def has_fonts() -> bool:
    """Tell whether there is any scalable font."""
    folders = [Path(folder) for folder in FONT_FOLDERS] + [Path.home() / ".local/share/fonts", Path.home() / ".fonts"]
    return any(next(folder.rglob(f"*.{kind}"), None) for folder in folders if folder.is_dir() for kind in ("ttf", "otf", "ttc"))


def ensure_test_fonts() -> None:
    """Install the fonts that the pictures of the window are taken with, where that is possible; else those tests are skipped."""
    if sys.platform != "linux" or not shutil.which("fc-list"):
        return
    missing = [package for family, package in TEST_FONTS.items() if not output_of(["fc-list", f":family={family}", "family"])]
    if not missing:
        return
    problem = "Fonts for the pictures of the window are missing."
    try:
        install(missing, problem)
    except DevError as error:
        say(f"{error} Without them these tests are skipped.")


def ensure_tracer() -> None:
    """Install what watches the agents from outside, where that is possible; else that test is skipped."""
    if sys.platform != "linux" or shutil.which("strace"):
        return
    try:
        install(["strace"], "The program that watches which addresses agents reach is missing.")
    except DevError as error:
        say(f"{error} The test that needs it is skipped.")


def ensure_virtual_screen() -> None:
    """Make sure that Xvfb is there.

    Raises:
        DevError: It isn't, and can't be installed by this script.
    """
    if shutil.which("Xvfb") is None:
        install(["xvfb"], "There is no screen here, and no Xvfb to stand in for one.")


def privilege() -> list[str] | None:
    """Return what goes before a command to run it as root: nothing, ``sudo``, or None where neither works."""
    if hasattr(os, "geteuid") and os.geteuid() == 0:
        return []
    if shutil.which("sudo") and output_of(["sudo", "-n", "true"]) is not None:
        return ["sudo", "-n"]
    return None


def advice(packages: Sequence[str], problem: str) -> str:
    """Word what the person has to install."""
    if shutil.which("apt-get"):
        return f"{problem} Please run: sudo apt-get install {' '.join(packages)}"
    return f"{problem} Please install your system's packages for (Debian's names): {' '.join(packages)}"


def install(packages: Sequence[str], problem: str) -> None:
    """Install Debian packages where that needs no password.

    Raises:
        DevError: It can't be done here. The text says what to install.
    """
    prefix = privilege()
    if shutil.which("apt-get") is None or prefix is None:
        raise DevError(advice(packages, problem))
    say(f"{problem} Installing {' '.join(packages)}")
    # DEBIAN_FRONTEND by env(1): sudo drops variables.
    apt = [*prefix, "env", "DEBIAN_FRONTEND=noninteractive", "apt-get"]
    run([*apt, "-qq", "update"])
    must_run([*apt, "-qq", "-y", "--no-install-recommends", "install", *packages], advice(packages, problem))
