# SPDX-License-Identifier: MIT
"""Takes threads that were deleted in an earlier run of the app away for good, and attachments that nothing names any more."""

from __future__ import annotations

import asyncio
import logging

from onesist_desktop.core.errors import OnesistError
from onesist_desktop.core.ids import ThreadId
from onesist_desktop.services.context import ServiceContext
from onesist_desktop.storage.attachments import AttachmentStore
from onesist_desktop.storage.thread_removal import SLICE
from onesist_desktop.storage.unit_of_work import UnitOfWork

log = logging.getLogger(__name__)

SWEEP_DUE = "attachments_sweep_due"
"""Name of the app's own value that says that a sweep was begun or is owed."""


class Purge:
    """Worktrees and branches are left alone. Nothing here keeps the app from starting: what fails is tried at the next start."""

    def __init__(self, context: ServiceContext, attachments: AttachmentStore) -> None:
        self._context = context
        self._attachments = attachments
        self._doomed: list[ThreadId] = []

    async def note(self) -> None:
        """Note what is to go. Called before the window can delete: what is deleted from then on can be taken back.

        Writes nothing, for the app must also start where a full disk takes nothing more.
        """
        self._doomed = await self._context.database.run(lambda uow: uow.removal.deleted())

    async def run(self) -> None:
        """Remove what was noted, in slices between which others get the database, and then sweep the attachments."""
        try:
            if self._doomed:
                # Owed from before the first row goes, so that an app that dies meanwhile sweeps at its next start.
                await self._context.database.run(lambda uow: uow.values.put(SWEEP_DUE, "1"))
            for thread_id in self._doomed:
                await self._remove(thread_id)
            if await self._context.database.run(lambda uow: uow.values.get(SWEEP_DUE)) == "1":
                await self._sweep()
        except (OnesistError, OSError) as error:
            log.warning("what was deleted can't be taken away yet: %s", error)

    async def _remove(self, thread_id: ThreadId) -> None:
        while await self._context.database.run(lambda uow: uow.removal.remove_slice(thread_id)):
            pass

    async def _sweep(self) -> None:
        """Remove the files that nothing names.

        While the messages are read, a file's name may go from a draft to the queue and on into a message. So drafts and queue are
        read last, together with the messages that were stored meanwhile. What is attached anew meanwhile the store knows.
        """
        database = self._context.database
        last = await database.run(lambda uow: uow.removal.last_message())
        named: set[str] = set()
        for first in range(0, last, SLICE):
            upto = min(first + SLICE, last)
            named |= await database.run(lambda uow, a=first, b=upto: uow.removal.named_in_messages(a, b))  # type: ignore[misc]

        def rest(uow: UnitOfWork) -> set[str]:
            return uow.removal.named_in_messages(last, uow.removal.last_message()) | uow.removal.named_elsewhere()

        named |= await database.run(rest)
        removed = await asyncio.to_thread(self._attachments.remove_unnamed, frozenset(named))
        log.info("%d attachments that nothing names any more were removed", removed)
        await database.run(lambda uow: uow.values.put(SWEEP_DUE, "0"))
