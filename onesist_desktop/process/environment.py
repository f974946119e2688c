# SPDX-License-Identifier: MIT
"""What a child process gets to see: the search path of the person's login shell, and an environment made from nothing.

An app that was started from a desktop has a minimal ``PATH``: programs installed by version managers, and the ``node``
that an agent needs, are only on the login shell's.
"""

from __future__ import annotations

import asyncio
import os
import sys
from collections.abc import Iterable, Mapping
from pathlib import Path

from onesist_desktop.process import tree
from onesist_desktop.process.shell_path import ask_login_shell

LOGIN_SHELL_LIMIT_S = 3.0

_KEPT = frozenset(
    [
        "HOME",
        "USER",
        "LOGNAME",
        "SHELL",
        "LANG",
        "TMPDIR",
        "TZ",
        "SSH_AUTH_SOCK",
        "ALL_PROXY",
        "HTTP_PROXY",
        "HTTPS_PROXY",
        "NO_PROXY",
        "NODE_EXTRA_CA_CERTS",
        "SSL_CERT_DIR",
        "SSL_CERT_FILE",
    ]
)
_KEPT_ON_WINDOWS = frozenset(
    [
        "ALLUSERSPROFILE",
        "APPDATA",
        "COMMONPROGRAMFILES",
        "COMMONPROGRAMFILES(X86)",
        "COMPUTERNAME",
        "COMSPEC",
        "HOMEDRIVE",
        "HOMEPATH",
        "LOCALAPPDATA",
        "NUMBER_OF_PROCESSORS",
        "OS",
        "PATHEXT",
        "PROCESSOR_ARCHITECTURE",
        "PROGRAMDATA",
        "PROGRAMFILES",
        "PROGRAMFILES(X86)",
        "SYSTEMDRIVE",
        "SYSTEMROOT",
        "TEMP",
        "TMP",
        "USERDOMAIN",
        "USERNAME",
        "USERPROFILE",
        "WINDIR",
    ]
)
_KEPT_PREFIXES = ("LC_", "XDG_")
_NEVER_KEPT = ("GIT_", "QT_", "PYTHON", "VIRTUAL_ENV", "ONESIST_", "_MEI", "_PYI")
# PyInstaller puts its bundle's libraries in front and keeps the person's own value under this name.
_RESTORED = ("LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH", "LIBPATH")


class ShellEnvironment:
    """Builds the environments of child processes from the one that the app was started with.

    Args:
        inherited: Usually ``os.environ``; copied.
        app_mark: Value of ``ONESIST_APP_MARK`` in every environment, so that what a crash leaves behind can be found again.
    """

    def __init__(self, inherited: Mapping[str, str], *, app_mark: str = "") -> None:
        self._inherited = dict(inherited)
        self._app_mark = app_mark
        self._path: str | None = None
        self._lock = asyncio.Lock()

    async def path(self) -> str:
        """Return the search path for programs: the login shell's, the inherited one, then folders that are usual.

        The shell is asked once and has three seconds; if it fails, the rest is used.
        """
        async with self._lock:
            if self._path is None:
                inherited = self._inherited.get("PATH", "")
                login = await ask_login_shell(self._shell_environment(), LOGIN_SHELL_LIMIT_S) or ""
                # A terminal has the person's own order already, for example of an environment that is switched on there.
                first, second = (inherited, login) if self._inherited.get("TERM", "dumb") != "dumb" else (login, inherited)
                self._path = merge_paths(first, second, os.pathsep.join(usual_folders(self._inherited)))
            return self._path

    async def build(
        self, *, keep: Iterable[str] = (), extra: Mapping[str, str] | None = None, program_folder: str | None = None
    ) -> dict[str, str]:
        """Make the environment of one program.

        Args:
            keep: Inherited variables that this program needs besides the usual ones. A trailing ``*`` takes all with that
                prefix. Variables that would change what Git, Qt or Python do are never taken.
            extra: Variables to set, last.
            program_folder: The program's own folder, put first on its ``PATH``, where its interpreter often is.
        """
        result = self._base(tuple(keep))
        result["PATH"] = merge_paths(program_folder or "", await self.path())
        result.update(extra or {})
        if self._app_mark:
            result[tree.APP_MARK_VARIABLE] = self._app_mark
        return result

    def _base(self, keep: tuple[str, ...]) -> dict[str, str]:
        result = {name: value for name, value in self._inherited.items() if _is_kept(name, keep)}
        for name in _RESTORED:
            if original := self._inherited.get(f"{name}_ORIG"):
                result[name] = original
        result["TERM"] = "dumb"
        return result

    def _shell_environment(self) -> dict[str, str]:
        # Start files of shells look at PATH, and some start an update unless told not to.
        return {**self._base(()), "PATH": self._inherited.get("PATH", os.defpath), "DISABLE_AUTO_UPDATE": "true"}


def merge_paths(*paths: str) -> str:
    """Join search paths, first ones first, without repeated, empty and relative entries."""
    entries: dict[str, None] = {}
    for path in paths:
        for entry in path.split(os.pathsep):
            if entry and Path(entry).is_absolute():
                entries.setdefault(entry)
    return os.pathsep.join(entries)


def usual_folders(inherited: Mapping[str, str]) -> list[str]:
    """Return the existing folders where installers of agents and of their interpreters put programs."""
    if sys.platform == "win32":
        roots = {name: inherited.get(name) for name in ("APPDATA", "LOCALAPPDATA", "USERPROFILE", "PROGRAMFILES")}
        wanted = [
            ("APPDATA", "npm"),
            ("LOCALAPPDATA", "Programs"),
            ("LOCALAPPDATA", "Microsoft/WinGet/Links"),
            ("USERPROFILE", ".local/bin"),
            ("USERPROFILE", ".bun/bin"),
            ("USERPROFILE", "scoop/shims"),
            ("PROGRAMFILES", "nodejs"),
            ("PROGRAMFILES", "Git/cmd"),
        ]
        candidates = [Path(root) / folder for name, folder in wanted if (root := roots[name])]
    else:
        home = inherited.get("HOME")
        in_home = [
            ".local/bin",
            "bin",
            ".npm-global/bin",
            ".bun/bin",
            ".volta/bin",
            ".asdf/shims",
            ".local/share/mise/shims",
            ".cargo/bin",
            ".deno/bin",
            ".opencode/bin",
            ".claude/local",
        ]
        candidates = [Path(home) / folder for folder in in_home] if home else []
        candidates += [Path(folder) for folder in ("/opt/homebrew/bin", "/usr/local/bin", "/usr/bin", "/bin", "/snap/bin")]
    return [str(folder) for folder in candidates if folder.is_dir()]


def _is_kept(name: str, keep: tuple[str, ...]) -> bool:
    # Windows ignores case in names; proxies are written in either case everywhere.
    upper = name.upper()
    if upper.startswith(_NEVER_KEPT):
        return False
    if upper in _KEPT or upper.startswith(_KEPT_PREFIXES) or (sys.platform == "win32" and upper in _KEPT_ON_WINDOWS):
        return True
    return any(name.startswith(wanted[:-1]) if wanted.endswith("*") else name == wanted for wanted in keep)
