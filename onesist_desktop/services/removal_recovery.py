# SPDX-License-Identifier: MIT
"""Closes at the start what a crash left of removals. Removes nothing: it finishes what is gone and lists the rest again."""

from __future__ import annotations

import asyncio
import logging
import os

from onesist_desktop.core.errors import OnesistError
from onesist_desktop.core.workspaces import WorktreeState
from onesist_desktop.git.removal import Link
from onesist_desktop.git.runner import Git
from onesist_desktop.git.worktrees import forget_worktree
from onesist_desktop.services.context import ServiceContext
from onesist_desktop.services.measuring import UNFINISHED, Copy, Measurer, read_copies
from onesist_desktop.services.removing import REMOVING, Remover
from onesist_desktop.services.workspace_views import INTERRUPTED_NOTE, RemovalKind
from onesist_desktop.storage.unit_of_work import UnitOfWork

log = logging.getLogger(__name__)


class RemovalRecovery:
    """Closes rows that say ``removing``."""

    def __init__(self, context: ServiceContext, git: Git, measurer: Measurer, remover: Remover) -> None:
        self._context = context
        self._git = git
        self._measurer = measurer
        self._remover = remover

    async def recover(self) -> int:
        """Close them all. One that can't be looked at stays for the next start. Returns how many were closed."""

        def read(uow: UnitOfWork) -> list[Copy]:
            return read_copies(uow, [row for row in uow.worktrees.listed() if row.state is WorktreeState.REMOVING])

        closed = 0
        for copy in await self._context.database.run(read):
            try:
                closed += await self._close(copy)
            except OnesistError as error:
                log.warning("a removal that was interrupted can't be looked at: %s", error)
        return closed

    async def _close(self, copy: Copy) -> bool:
        row, steps = copy.row, copy.row.steps
        is_base_there = await asyncio.to_thread(os.path.isdir, row.base_folder)
        is_there = await asyncio.to_thread(os.path.lexists, row.path)
        if is_there or steps.get("step") != REMOVING:
            note = INTERRUPTED_NOTE if steps.get("step") == REMOVING else ""
            # If Git forgot it on the way, this is from where it can be counted again.
            left = {"step": UNFINISHED, "head": steps.get("head", "")} if steps.get("step") == REMOVING else {}
            await self._context.database.run(
                lambda uow: uow.worktrees.change(row.id, state=WorktreeState.READY, steps=left, note=note)
            )
            return True
        if not is_base_there:
            # Its disk may be away, and the folder with it.
            return False
        look = await self._measurer.look(copy)
        if look.link is Link.FOLDER_GONE and look.repository is not None:
            await forget_worktree(self._git, look.repository, row.path)
        kind = RemovalKind.RELEASE if steps.get("kind") == RemovalKind.RELEASE else RemovalKind.REMOVE
        told = (str(steps.get("branch", row.branch)), row.path, str(steps.get("kept", "")), str(steps.get("rescue", "")))
        await self._remover.finish(copy, kind, told)
        return True
