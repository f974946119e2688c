# SPDX-License-Identifier: MIT
"""The world of the tour: a home, a data folder and a small project, all in a temporary folder, and nothing of the person's own."""

from __future__ import annotations

import json
import os
import shutil
import sys
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from tour.repository import make_repository

PROJECT_TITLE = "Toko Kita"

# What Qt needs to find the screen, and Windows to start anything.
_KEPT = (
    "DISPLAY",
    "WAYLAND_DISPLAY",
    "XAUTHORITY",
    "QT_QPA_PLATFORM",
    "TMPDIR",
    "TEMP",
    "TMP",
    "SYSTEMROOT",
    "WINDIR",
    "COMSPEC",
    "PATHEXT",
    "LD_LIBRARY_PATH",
)

# Nothing of the person's own is looked through for programs.
_USUAL = ("/usr/local/bin", "/usr/bin", "/bin")

_FILES = {
    "README.md": "# Toko Kita\n\nA small shop: a price list, and a program that works out a receipt.\n",
    "data/prices.csv": "item,price\nteh,4000\nkopi,12000\nroti,8500\n",
    "shop/receipt.py": (
        "def total(prices: list[int], member: bool) -> int:\n"
        '    """Add up the prices. Members get ten percent off."""\n'
        "    whole = sum(prices)\n"
        "    return whole * 90 // 100 if member else whole\n"
    ),
    "notes/ideas.md": "- A loyalty card\n- Prices with tax\n",
}


@dataclass(frozen=True, slots=True)
class World:
    """Where everything is.

    Attributes:
        home: Stands for the person's home folder.
        data: The app's own folder.
        project: The practice project.
        has_git: The project is a repository; without Git on this machine it is only a folder.
    """

    home: Path
    data: Path
    project: Path
    has_git: bool

    @property
    def database(self) -> Path:
        """The app's database."""
        return self.data / "onesist.db"

    @property
    def programs(self) -> Path:
        """A folder of the search path, for programs that are in none of the usual ones."""
        return self.home / "programs"


@contextmanager
def temporary_world() -> Iterator[World]:
    """Make the folders, and remove them afterwards."""
    base = Path(tempfile.mkdtemp(prefix="onesist-tour-")).resolve()
    try:
        home = base / "home"
        world = World(
            home, home / ".local" / "share" / "onesist-desktop", home / PROJECT_TITLE, has_git=shutil.which("git") is not None
        )
        for folder in (world.home, world.data, world.home / "run", world.programs):
            folder.mkdir(parents=True)
        (world.home / "run").chmod(0o700)
        write_project(world.project)
        if world.has_git:
            make_repository(world.project)
            link_git(world.programs)
        # An agent program that is on this machine belongs to the person, so it is looked for where none can be.
        settings = {"version": 1, "agents": {"claude_code_program": str(world.home / "not-installed" / "claude")}}
        (world.data / "settings.json").write_text(json.dumps(settings), encoding="utf-8")
        yield world
    finally:
        shutil.rmtree(base, ignore_errors=True)


def write_project(folder: Path) -> None:
    """Write the practice project."""
    for name, text in _FILES.items():
        file = folder / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8", newline="\n")


def link_git(folder: Path) -> None:
    """Make Git found in a folder where it is in none of the usual ones; the folder that it is in may hold agents as well."""
    program = shutil.which("git")
    if program is not None and sys.platform != "win32" and shutil.which("git", path=os.pathsep.join(_USUAL)) is None:
        (folder / "git").symlink_to(program)


def environment_in(world: World, inherited: Mapping[str, str]) -> dict[str, str]:
    """Return an environment that leads to nothing but the world: no keys, no proxies, no configuration of the person."""
    usual = [*_USUAL, str(world.programs)] if sys.platform != "win32" else [inherited.get("PATH", "")]
    home = str(world.home)
    return {
        **{name: inherited[name] for name in _KEPT if inherited.get(name)},
        "HOME": home,
        "USERPROFILE": home,
        "APPDATA": str(world.home / "appdata"),
        "LOCALAPPDATA": str(world.home / "appdata"),
        "XDG_CACHE_HOME": str(world.home / ".cache"),
        "XDG_CONFIG_HOME": str(world.home / ".config"),
        "XDG_DATA_HOME": str(world.home / ".local" / "share"),
        "XDG_STATE_HOME": str(world.home / ".local" / "state"),
        "XDG_RUNTIME_DIR": str(world.home / "run"),
        "PATH": os.pathsep.join(usual),
        "SHELL": "/bin/sh",
        "LANG": "C.UTF-8",
        "TERM": "dumb",
        # Only used if something asked for a key, which nothing here may.
        "PYTHON_KEYRING_BACKEND": "keyring.backends.fail.Keyring",
        "ONESIST_DB_PATH": str(world.database),
    }
