# SPDX-License-Identifier: MIT
"""Builds what has to do with the folders in which threads work, and joins it: Git, worktrees, their set-up, and watching."""

from __future__ import annotations

import logging
from pathlib import Path

from onesist_desktop.agents.codex.turn import HELPERS
from onesist_desktop.git.runner import Git
from onesist_desktop.paths import AppPaths
from onesist_desktop.process.environment import ShellEnvironment
from onesist_desktop.services.cleanup import CleanupService
from onesist_desktop.services.context import ServiceContext
from onesist_desktop.services.live_runs import LiveRuns
from onesist_desktop.services.openers import Openers
from onesist_desktop.services.setup import SetupService
from onesist_desktop.services.turns import TurnService
from onesist_desktop.services.watching import Watching
from onesist_desktop.services.workspace_recovery import WorkspaceRecovery
from onesist_desktop.services.workspaces import WorkspaceService
from onesist_desktop.storage.private import private_folder

log = logging.getLogger(__name__)

NO_HOOKS = "no-hooks"


class Workplaces:
    """The services of workspaces, and what they need.

    Args:
        context: Shared by all services.
        shell: Builds the environments of Git, set-ups, editors and terminals.
        paths: The app's folders. An empty folder for Git is made below ``run``.
        turns: Keeps threads from working while they are moved.
        live: Which threads work.
        app_mark: By which processes of ours are told.
    """

    def __init__(
        self, context: ServiceContext, shell: ShellEnvironment, paths: AppPaths, turns: TurnService, live: LiveRuns, app_mark: str
    ) -> None:
        git = Git(shell, _no_hooks(paths))
        self._setups = SetupService(context, shell, git)
        openers = Openers(shell, context.redactor)
        self.workspaces = WorkspaceService(context, git, paths.worktrees, turns, live, self._setups, openers)
        self.cleanup = CleanupService(context, git, live, turns, self._setups.is_running, app_mark, HELPERS)
        self._watching = Watching(context, self.workspaces, paths.worktrees)
        self.workspaces.shown_changed = self._watching.show
        self.workspaces.seen_changed = self._watching.set_active
        self._recovery = WorkspaceRecovery(context, git)

    async def recover(self) -> None:
        """Close what a crash left of makings, removals and set-ups. Processes of that time must have been ended before."""
        await self._recovery.recover()
        await self.cleanup.recover_removals()
        await self._setups.recover()

    async def close(self) -> None:
        """End running set-ups, and stop watching."""
        self.workspaces.shown_changed = lambda view: None
        self.workspaces.seen_changed = lambda is_seen: None
        try:
            await self._watching.close()
        finally:
            await self._setups.close()


def _no_hooks(paths: AppPaths) -> Path:
    """Make the empty folder that stands for a repository's hooks. One that isn't there holds no hooks either."""
    folder = paths.run / NO_HOOKS
    try:
        private_folder(folder)
    except OSError as error:
        log.warning("%s can't be made: %s", folder, error)
    return folder
