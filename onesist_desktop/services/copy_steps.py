# SPDX-License-Identifier: MIT
"""What is done in a new worktree once Git has made it: none of it is needed, so none of it makes the worktree fail."""

from __future__ import annotations

import logging
from collections.abc import Sequence

from onesist_desktop.core.errors import OnesistError
from onesist_desktop.core.ids import MessageId, ThreadId
from onesist_desktop.core.messages import Message
from onesist_desktop.git.repositories import Repository
from onesist_desktop.git.runner import Git
from onesist_desktop.git.worktrees import copy_included, update_submodules
from onesist_desktop.services.context import ServiceContext
from onesist_desktop.services.events import MessageAdded
from onesist_desktop.services.making import OnStep
from onesist_desktop.services.moving import add_notice
from onesist_desktop.services.workspace_parts import Setups
from onesist_desktop.storage.records import WorktreeRecord
from onesist_desktop.storage.unit_of_work import UnitOfWork

log = logging.getLogger(__name__)


class CopySteps:
    """Submodules, ignored files that the person wants along, and the set-up command."""

    def __init__(self, context: ServiceContext, git: Git, setups: Setups) -> None:
        self._context = context
        self._git = git
        self._setups = setups

    async def run(
        self,
        record: WorktreeRecord,
        repository: Repository,
        project_root: str,
        thread_id: ThreadId | None,
        on_step: OnStep,
        notes: Sequence[str] = (),
    ) -> None:
        """Do all of it; what did not work is told in the thread, together with ``notes`` of what came before."""
        told = [*notes, *await self._copy(record, repository, on_step), *await self._submodules(record, on_step)]
        if thread_id is None:
            return
        await self._tell(thread_id, [self._context.redactor.mask(note) for note in told if note.strip()])
        try:
            await self._setups.begin(record, thread_id, project_root)
        except OnesistError as error:
            await self._tell(thread_id, [self._context.redactor.mask(str(error))])

    async def _copy(self, record: WorktreeRecord, repository: Repository, on_step: OnStep) -> tuple[str, ...]:
        if repository.is_bare:
            return ()
        try:
            return await copy_included(self._git, repository, repository.path, record.path, on_step)
        except (OnesistError, OSError) as error:
            return (str(error),)

    async def _submodules(self, record: WorktreeRecord, on_step: OnStep) -> tuple[str, ...]:
        try:
            return (await update_submodules(self._git, record.path, on_step),)
        except (OnesistError, OSError) as error:
            return (str(error),)

    async def _tell(self, thread_id: ThreadId, notes: Sequence[str]) -> None:
        if not notes:
            return
        log.info("a worktree was made with notes: %s", notes)
        now, notice_id = self._context.clock(), MessageId(self._context.new_id())

        def add(uow: UnitOfWork) -> Message | None:
            return add_notice(uow, thread_id, "copy_notes", notes, notice_id, now)

        notice = await self._context.database.run(add)
        if notice is not None:
            self._context.bus.publish(MessageAdded(notice))
