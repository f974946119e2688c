# SPDX-License-Identifier: MIT
"""The real services of workspaces on a real database, real Git and answerers that the test scripts."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path

from onesist_desktop.core.ids import ThreadId, WorktreeId
from onesist_desktop.git.runner import Git
from onesist_desktop.services.setup import SetupService
from onesist_desktop.services.workspace_recovery import WorkspaceRecovery
from onesist_desktop.services.workspace_views import OpenTarget
from onesist_desktop.services.workspaces import WorkspaceService
from onesist_desktop.storage.records import ThreadRecord, WorktreeRecord
from tests.support.git_rig import GitRig, MaskedShell
from tests.support.service_rig import Rig, service_rig


@dataclass
class NoOpeners:
    """A machine without editors."""

    opened: list[tuple[str, str]] = field(default_factory=list)

    async def targets(self) -> Sequence[OpenTarget]:
        return ()

    async def open_in(self, path: str, key: str) -> None:
        self.opened.append((path, key))


@dataclass
class WorkspaceRig:
    """One app without a window, whose project is a real folder. ``events`` holds all that was published of some types."""

    app: Rig
    files: GitRig
    setups: SetupService
    workspaces: WorkspaceService
    recovery: WorkspaceRecovery

    @property
    def thread_id(self) -> ThreadId:
        return self.app.thread_id

    async def thread(self) -> ThreadRecord:
        return await self.app.context.database.run(lambda uow: uow.threads.get(self.thread_id))

    async def rows(self) -> list[WorktreeRecord]:
        return await self.app.context.database.run(lambda uow: uow.worktrees.listed())

    async def row(self, worktree_id: WorktreeId) -> WorktreeRecord:
        return await self.app.context.database.run(lambda uow: uow.worktrees.get(worktree_id))

    def heard(self, kind: type) -> list:  # type: ignore[type-arg]
        """Collect events of a type from now on."""
        found: list[object] = []
        self.app.context.bus.subscribe(kind, found.append)
        return found


@asynccontextmanager
async def workspace_rig(
    folder: Path, *, base: Path | None = None, app_mark: str = "", new_id: Callable[[], str] | None = None
) -> AsyncIterator[WorkspaceRig]:
    """Open everything on ``folder``, again after it was closed as after a restart. The project is no repository by itself."""
    files = GitRig(folder)
    if app_mark:
        files.git = Git(MaskedShell(files.environment, app_mark=app_mark), folder / "no-hooks")
    async with service_rig(folder, new_id=new_id) as app:
        setups = SetupService(app.context, files.shell, files.git)
        workspaces = WorkspaceService(app.context, files.git, base or files.base, app.turns, app.turns._live, setups, NoOpeners())
        try:
            yield WorkspaceRig(app, files, setups, workspaces, WorkspaceRecovery(app.context, files.git))
        finally:
            await setups.close()
