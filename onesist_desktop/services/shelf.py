# SPDX-License-Identifier: MIT
"""Pins, archives and deletes threads (docs/design.md section 6). Each can be taken back; nothing of other threads changes."""

from __future__ import annotations

from collections.abc import Sequence

from onesist_desktop.core.errors import BusyError, LineageError, LineageFault, NotFoundError
from onesist_desktop.core.ids import ProjectId, ThreadId
from onesist_desktop.services.context import ServiceContext
from onesist_desktop.services.events import ThreadAdded, ThreadChanged, ThreadRemoved
from onesist_desktop.services.live_runs import LiveRuns
from onesist_desktop.services.reading_threads import read_thread, read_threads
from onesist_desktop.services.turns import TurnService
from onesist_desktop.services.views import ThreadView
from onesist_desktop.storage.records import ThreadRecord
from onesist_desktop.storage.unit_of_work import UnitOfWork


class ShelfService:
    """The use cases of ``services.lineage_api.ThreadShelf``."""

    def __init__(self, context: ServiceContext, live: LiveRuns, turns: TurnService) -> None:
        self._context = context
        self._live = live
        self._turns = turns

    async def pin(self, thread_id: ThreadId, *, is_pinned: bool) -> None:
        """Keep a thread's family at the top, or no longer."""
        pinned_at = self._context.clock() if is_pinned else None

        def pin(uow: UnitOfWork) -> ThreadView:
            uow.threads.change(thread_id, pinned_at=pinned_at)
            return read_thread(uow, self._live, thread_id)

        self._context.bus.publish(ThreadChanged(await self._context.database.run(pin)))

    async def archive(self, thread_id: ThreadId) -> None:
        """Put a thread away."""
        now = self._context.clock()
        await self._put_away(thread_id, is_deleted=False, archived_at=now)

    async def delete(self, thread_id: ThreadId) -> None:
        """Hide a thread until it goes for good at the next start."""
        now = self._context.clock()
        await self._put_away(thread_id, is_deleted=True, deleted_at=now)

    async def restore(self, thread_id: ThreadId) -> None:
        """Take the last step back: a thread that was deleted from the archive is archived again, any other is in the tree again."""

        def restore(uow: UnitOfWork) -> ThreadView | None:
            record = uow.threads.get(thread_id)
            if record.deleted_at is not None and record.archived_at is not None:
                uow.threads.change(thread_id, deleted_at=None)
                return None
            if record.deleted_at is None and record.archived_at is None:
                return None
            uow.threads.change(thread_id, deleted_at=None, archived_at=None)
            return read_thread(uow, self._live, thread_id)

        view = await self._context.database.run(restore)
        if view is not None:
            self._context.bus.publish(ThreadAdded(view))

    async def archived(self, project_id: ProjectId) -> Sequence[ThreadView]:
        """List the archived threads, put away last first."""
        return await self._context.database.run(lambda uow: read_threads(uow, self._live, uow.threads.archived(project_id)))

    async def _put_away(self, thread_id: ThreadId, *, is_deleted: bool, **values: float) -> None:
        def put_away(uow: UnitOfWork) -> ThreadRecord:
            record = uow.threads.get(thread_id)
            if record.deleted_at is not None:
                raise NotFoundError(f"thread {thread_id} was deleted")
            uow.threads.change(thread_id, **values)
            if is_deleted:
                # What goes for good brings nothing more to its parent.
                uow.removal.forget_waiting_merges(thread_id)
            return record

        try:
            async with self._turns.idle(thread_id):
                record = await self._context.database.run(put_away)
        except BusyError as error:
            raise LineageError(LineageFault.WORKS) from error
        self._context.bus.publish(ThreadRemoved(thread_id, record.project_id, is_deleted))
