# SPDX-License-Identifier: MIT
"""Editors and terminals that can open a folder, as data, and finding those that are installed."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from onesist_desktop.process.find import find_program

FOLDER = "{folder}"
"""Stands for the folder in an argument. It is always given as an absolute path, so it never looks like an option."""

_MAC_APPLICATIONS = ("/Applications", "~/Applications", "/System/Applications", "/System/Applications/Utilities")


@dataclass(frozen=True, slots=True)
class Opener:
    """A program that opens folders.

    Attributes:
        key: Names it; never changes.
        title: Its name, as its makers write it.
        programs: What it is called on the search path; the first that is there counts.
        arguments: What it is given on Linux and on the search path of any system. Without ``FOLDER`` it opens the folder that
            it is started in.
        is_terminal: It is a terminal, else an editor.
        mac_app: Name of its application on macOS, without ``.app``.
        windows: Where it lies on Windows: a variable's name, then the path below that folder.
        windows_arguments: What the program in ``windows`` is given.
    """

    key: str
    title: str
    programs: tuple[str, ...] = ()
    arguments: tuple[str, ...] = (FOLDER,)
    is_terminal: bool = False
    mac_app: str = ""
    windows: tuple[tuple[str, str], ...] = ()
    windows_arguments: tuple[str, ...] = (FOLDER,)

    def argv(self, program: Sequence[str], folder: str) -> tuple[str, ...]:
        """Return what to start, given what :func:`find_opener` returned for it."""
        return tuple(argument.replace(FOLDER, folder) for argument in program)


def _terminal(key: str, title: str, *arguments: str, programs: tuple[str, ...] = ()) -> Opener:
    return Opener(key, title, programs or (key,), arguments, is_terminal=True)


def _jetbrains(key: str, title: str, *programs: str) -> Opener:
    return Opener(key, title, (key, *programs), mac_app=title)


_LOCAL, _PROGRAMS, _SYSTEM = "LOCALAPPDATA", "PROGRAMFILES", "SYSTEMROOT"

EDITORS = (
    Opener(
        "code",
        "Visual Studio Code",
        ("code",),
        mac_app="Visual Studio Code",
        windows=((_LOCAL, "Programs/Microsoft VS Code/Code.exe"), (_PROGRAMS, "Microsoft VS Code/Code.exe")),
    ),
    Opener(
        "codium",
        "VSCodium",
        ("codium", "vscodium"),
        mac_app="VSCodium",
        windows=((_LOCAL, "Programs/VSCodium/VSCodium.exe"), (_PROGRAMS, "VSCodium/VSCodium.exe")),
    ),
    Opener("cursor", "Cursor", ("cursor",), mac_app="Cursor", windows=((_LOCAL, "Programs/cursor/Cursor.exe"),)),
    Opener("zed", "Zed", ("zed", "zeditor"), mac_app="Zed", windows=((_LOCAL, "Programs/Zed/Zed.exe"),)),
    Opener(
        "sublime",
        "Sublime Text",
        ("subl",),
        ("--new-window", FOLDER),
        mac_app="Sublime Text",
        windows=((_PROGRAMS, "Sublime Text/subl.exe"),),
    ),
    _jetbrains("idea", "IntelliJ IDEA", "intellij-idea-ultimate", "intellij-idea-community"),
    _jetbrains("pycharm", "PyCharm", "pycharm-professional", "pycharm-community"),
    _jetbrains("webstorm", "WebStorm"),
    _jetbrains("phpstorm", "PhpStorm"),
    _jetbrains("goland", "GoLand"),
    _jetbrains("clion", "CLion"),
    _jetbrains("rider", "Rider"),
    _jetbrains("rustrover", "RustRover"),
    Opener("kate", "Kate", ("kate",)),
    Opener("gnome-builder", "GNOME Builder", ("gnome-builder",), (f"--project={FOLDER}",)),
)
"""Editors that show a folder. Plain text editors, such as GNOME Text Editor, can't."""

LINUX_TERMINALS = (
    _terminal("terminal", "Terminal", programs=("x-terminal-emulator",)),
    _terminal("gnome-terminal", "GNOME Terminal", f"--working-directory={FOLDER}"),
    _terminal("ptyxis", "Ptyxis", "--new-window", f"--working-directory={FOLDER}"),
    _terminal("kgx", "Console", f"--working-directory={FOLDER}"),
    _terminal("konsole", "Konsole", "--workdir", FOLDER),
    _terminal("xfce4-terminal", "Xfce Terminal", f"--working-directory={FOLDER}"),
    _terminal("mate-terminal", "MATE Terminal", f"--working-directory={FOLDER}"),
    _terminal("kitty", "kitty", f"--directory={FOLDER}"),
    _terminal("alacritty", "Alacritty", "--working-directory", FOLDER),
    _terminal("wezterm", "WezTerm", "start", "--cwd", FOLDER),
    _terminal("ghostty", "Ghostty", f"--working-directory={FOLDER}"),
    _terminal("foot", "foot", f"--working-directory={FOLDER}"),
    _terminal("xterm", "xterm"),
)
MAC_TERMINALS = (
    Opener("mac-terminal", "Terminal", is_terminal=True, mac_app="Terminal"),
    Opener("iterm", "iTerm", is_terminal=True, mac_app="iTerm"),
)
WINDOWS_TERMINALS = (
    # A semicolon in the folder's name would begin another command of its, so it takes the folder that it is started in.
    Opener("wt", "Windows Terminal", ("wt",), ("-d", "."), is_terminal=True),
    Opener(
        "powershell",
        "PowerShell",
        ("pwsh", "powershell"),
        ("-NoLogo", "-NoExit"),
        is_terminal=True,
        windows=((_SYSTEM, "System32/WindowsPowerShell/v1.0/powershell.exe"),),
        windows_arguments=("-NoLogo", "-NoExit"),
    ),
    Opener(
        "cmd",
        "Command Prompt",
        ("cmd",),
        ("/k",),
        is_terminal=True,
        windows=((_SYSTEM, "System32/cmd.exe"),),
        windows_arguments=("/k",),
    ),
)


def openers(platform: str = sys.platform) -> tuple[Opener, ...]:
    """Return all that is known for a system: editors first, in the order in which they are shown."""
    if platform == "win32":
        return (*EDITORS, *WINDOWS_TERMINALS)
    return (*EDITORS, *(MAC_TERMINALS if platform == "darwin" else LINUX_TERMINALS))


def find_opener(
    opener: Opener, path: str, env: Mapping[str, str], platform: str = sys.platform, applications: Sequence[str] = _MAC_APPLICATIONS
) -> tuple[str, ...] | None:
    """Return the argv of an installed program, with ``FOLDER`` in it, None where it isn't there. Blocks for a moment."""
    for name in opener.programs:
        if (program := find_program(name, path)) is not None:
            return (program, *opener.arguments)
    if platform == "darwin" and opener.mac_app:
        folders = [Path(folder.replace("~", env.get("HOME", "/"), 1)) for folder in applications]
        found = next((app for folder in folders if (app := folder / f"{opener.mac_app}.app").is_dir()), None)
        return ("/usr/bin/open", "-a", str(found), FOLDER) if found is not None else None
    if platform == "win32":
        places = [Path(env[variable]) / below for variable, below in opener.windows if env.get(variable)]
        installed = next((place for place in places if os.access(place, os.X_OK) and place.is_file()), None)
        return (str(installed), *opener.windows_arguments) if installed is not None else None
    return None
