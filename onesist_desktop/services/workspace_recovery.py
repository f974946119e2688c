# SPDX-License-Identifier: MIT
"""Closes at the start what a crash left of worktrees that were being made."""

from __future__ import annotations

import logging

from onesist_desktop.core.errors import OnesistError
from onesist_desktop.core.workspaces import WorktreeState
from onesist_desktop.git import worktrees as git_worktrees
from onesist_desktop.git.repositories import open_repository
from onesist_desktop.git.runner import Git
from onesist_desktop.services.context import ServiceContext
from onesist_desktop.services.making import addition_of, undo_making
from onesist_desktop.storage.records import ProjectRecord, WorktreeRecord
from onesist_desktop.storage.unit_of_work import UnitOfWork

log = logging.getLogger(__name__)


class WorkspaceRecovery:
    """Finishes or takes away what was being made. No thread is moved: that happens at the very end of making, or not at all."""

    def __init__(self, context: ServiceContext, git: Git) -> None:
        self._context = context
        self._git = git

    async def recover(self) -> int:
        """Close every row that says ``creating``. One that can't be looked at stays for the next start. Returns how many closed."""

        def read(uow: UnitOfWork) -> list[tuple[WorktreeRecord, ProjectRecord | None]]:
            rows = [row for row in uow.worktrees.listed() if row.state is WorktreeState.CREATING]
            return [(row, uow.projects.get(row.project_id)) for row in rows]

        closed = 0
        for record, project in await self._context.database.run(read):
            try:
                closed += project is not None and await self._close(record, project)
            except OnesistError as error:
                log.warning("a worktree that was being made can't be looked at: %s", error)
        return closed

    async def _close(self, record: WorktreeRecord, project: ProjectRecord) -> bool:
        repository = await open_repository(self._git, project.root_path, record.repository)
        if repository.path != record.repository_path:
            log.warning("%s is another repository now", record.repository)
            return False
        if await git_worktrees.is_whole(self._git, repository, addition_of(record)):
            await self._context.database.run(lambda uow: uow.worktrees.change(record.id, state=WorktreeState.READY))
            return True
        return await undo_making(self._context, self._git, record, repository) is not WorktreeState.CREATING
