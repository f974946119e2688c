# SPDX-License-Identifier: MIT
"""Opening folders in the person's own editors and terminals."""

from __future__ import annotations

import asyncio
import os
import sys
from collections.abc import Sequence

from onesist_desktop.core.errors import OnesistError, WorkspaceError, WorkspaceFault
from onesist_desktop.core.redaction import Redactor
from onesist_desktop.process.detached import DetachedProgram, start_detached
from onesist_desktop.process.environment import ShellEnvironment
from onesist_desktop.process.errors import ProgramNotStartedError, WorkingFolderMissingError
from onesist_desktop.process.openers import Opener, find_opener, openers
from onesist_desktop.services.workspace_views import OpenTarget

LOOK_S = 1.5
"""How long a program may take to fail and still be heard."""

# What a program with a window needs of the person's desktop, and what their own shells and editors go by.
_DESKTOP = (
    "DISPLAY", "WAYLAND_*", "XAUTHORITY", "DBUS_SESSION_BUS_ADDRESS", "DESKTOP_*", "SESSION_MANAGER", "GNOME_*", "KDE_*", "GTK_*",
    "GDK_*", "XMODIFIERS", "SWAYSOCK", "HYPRLAND_*", "I3SOCK", "LANGUAGE", "SSH_AGENT_PID", "GNUPGHOME", "GPG_TTY", "EDITOR",
    "VISUAL", "PAGER", "BROWSER",
)  # fmt: skip


class Openers:
    """Finds editors and terminals, and starts them so that they are the person's from then on.

    Args:
        shell: Knows the search path of the person's login shell.
        redactor: Takes secrets out of the words of a program that fails.
        look_s: How long to look whether a program fails at once.
    """

    def __init__(self, shell: ShellEnvironment, redactor: Redactor, *, look_s: float = LOOK_S) -> None:
        self._shell = shell
        self._redactor = redactor
        self._look_s = look_s
        self._started: list[DetachedProgram] = []

    async def targets(self) -> tuple[OpenTarget, ...]:
        """List what is installed, editors first."""
        path, env = await self._shell.path(), await self._environment()
        found = await asyncio.to_thread(_installed, openers(), path, env)
        return tuple(OpenTarget(opener.key, opener.title, opener.is_terminal) for opener in found)

    async def open_in(self, path: str, key: str) -> None:
        """Open a folder, given by its absolute path.

        Raises:
            WorkspaceError: ``NOT_THAT_WORKTREE`` when it isn't a folder, ``NOT_STARTED`` with the program's own words.
        """
        if not os.path.isabs(path) or not await asyncio.to_thread(os.path.isdir, path):  # noqa: PTH117 - may hold surrogates
            raise WorkspaceError(WorkspaceFault.NOT_THAT_WORKTREE, path)
        opener = next((opener for opener in openers() if opener.key == key), None)
        search_path, env = await self._shell.path(), await self._environment()
        found = await asyncio.to_thread(find_opener, opener, search_path, env) if opener is not None else None
        if opener is None or found is None:
            raise WorkspaceError(WorkspaceFault.NOT_STARTED, opener.title if opener else key)
        self.reap()
        argv = opener.argv(found, path)
        own_console = sys.platform == "win32" and opener.is_terminal
        self._started.append(await self._start(argv, path, env, own_console=own_console))

    def reap(self) -> int:
        """Let go of programs that have ended. Returns how many still run."""
        self._started = [program for program in self._started if not program.has_ended()]
        return len(self._started)

    async def _start(self, argv: Sequence[str], cwd: str, env: dict[str, str], *, own_console: bool) -> DetachedProgram:
        try:
            return await asyncio.to_thread(start_detached, argv, cwd=cwd, env=env, look_s=self._look_s, own_console=own_console)
        except WorkingFolderMissingError as error:
            raise WorkspaceError(WorkspaceFault.NOT_THAT_WORKTREE, cwd) from error
        except OnesistError as error:
            words = error.detail if isinstance(error, ProgramNotStartedError) else str(error)
            raise WorkspaceError(WorkspaceFault.NOT_STARTED, self._redactor.mask(words)) from error

    async def _environment(self) -> dict[str, str]:
        env = await self._shell.build(keep=_DESKTOP)
        # A terminal says itself which kind it is.
        del env["TERM"]
        return env


def _installed(known: Sequence[Opener], path: str, env: dict[str, str]) -> list[Opener]:
    return [opener for opener in known if find_opener(opener, path, env) is not None]
