# SPDX-License-Identifier: MIT
"""Brings a fork's own content back to its parent (docs/design.md section 6)."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence

from onesist_desktop.core.errors import BusyError, LineageError, LineageFault, NotFoundError, StorageError
from onesist_desktop.core.handoff import HandoffItem
from onesist_desktop.core.ids import ThreadId
from onesist_desktop.services.context import ServiceContext
from onesist_desktop.services.events import MessageAdded, NoticeLevel, NoticeRaised, ResendableChanged, ThreadChanged
from onesist_desktop.services.history import OutlineError
from onesist_desktop.services.lineage_views import MergePreview
from onesist_desktop.services.live_runs import LiveRuns
from onesist_desktop.services.merge_plan import Outlining, Prospect, find_pair, find_prospect
from onesist_desktop.services.merge_records import Around, Merged, MergeIds, record_merge
from onesist_desktop.services.moving import release
from onesist_desktop.services.reading_threads import read_thread
from onesist_desktop.services.shown import shown_message
from onesist_desktop.services.turns import TurnService
from onesist_desktop.services.views import ThreadView
from onesist_desktop.storage.unit_of_work import UnitOfWork

log = logging.getLogger(__name__)

DROPPED = "waiting_merge_dropped"


class MergeService:
    """The use cases of ``services.lineage_api.Merges``."""

    def __init__(self, context: ServiceContext, live: LiveRuns, turns: TurnService) -> None:
        self._context = context
        self._live = live
        self._turns = turns
        self._around = Around(context, live, turns.can_truncate)
        turns.when_idle(self._merge_waiting)

    async def preview(self, child_id: ThreadId) -> MergePreview:
        """Work out what a merge would bring now, by the same code that the merge uses."""
        await self._outline(child_id)
        try:
            return await self._preview(child_id)
        except OutlineError:
            # Something changed between two slices, or somebody wrote who doesn't know of outlines.
            await self._context.database.run(lambda uow: uow.outlines.forget(child_id))
        return await self._preview(child_id)

    async def merge(self, child_id: ThreadId) -> None:
        """Merge now. See ``services.lineage_api.Merges``."""
        pair = await self._context.database.run(lambda uow: find_pair(uow, child_id))
        await self._outline(child_id)
        try:
            async with self._turns.idle(pair.parent.id):
                await self._merge(child_id)
        except BusyError:
            raise LineageError(LineageFault.PARENT_WORKS, pair.parent.title) from None

    async def merge_when_ended(self, child_id: ThreadId) -> None:
        """Merge as soon as the parent's run has ended, or now. Raises LineageError as :meth:`preview`; then nothing waits."""
        now, is_working = self._context.clock(), self._live.get(child_id) is not None

        def wait(uow: UnitOfWork) -> ThreadView:
            parent_id = find_pair(uow, child_id).parent.id
            if not is_working:
                # What works may still have something new by then.
                find_prospect(uow, self._context, child_id)
            uow.merges.wait(child_id, parent_id, now)
            return read_thread(uow, self._live, child_id)

        await self._outline(child_id)
        child = await self._context.database.run(wait)
        parent_id = child.parent_thread_id
        assert parent_id is not None
        try:
            # It was noted first, so that a run that ends at this moment finds it.
            async with self._turns.idle(parent_id):
                await self._merge_if_waiting(child_id)
        except BusyError:
            self._context.bus.publish(ThreadChanged(child))

    async def do_not_wait(self, child_id: ThreadId) -> None:
        """Take :meth:`merge_when_ended` back."""
        child = await self._context.database.run(lambda uow: self._stop_waiting(uow, child_id))
        if child is not None:
            self._context.bus.publish(ThreadChanged(child))

    async def resume(self) -> None:
        """Do, at the start of the app and after recovery, what waited when it ended."""
        waiting = await self._context.database.run(lambda uow: uow.merges.all_waiting())
        for parent_id in dict.fromkeys(record.parent_id for record in waiting):
            try:
                async with self._turns.idle(parent_id):
                    await self._merge_waiting(parent_id)
            except BusyError:
                # Somebody was quick to send: it is done when that run has ended.
                continue

    async def _outline(self, child_id: ThreadId) -> None:
        outlining = Outlining(child_id)
        while not await self._context.database.run(outlining.read_slice):
            pass

    async def _preview(self, child_id: ThreadId) -> MergePreview:
        def find(uow: UnitOfWork) -> tuple[Prospect, ThreadView, ThreadView]:
            prospect = find_prospect(uow, self._context, child_id)
            parent_id = prospect.pair.parent.id
            return prospect, read_thread(uow, self._live, child_id), read_thread(uow, self._live, parent_id)

        prospect, child, parent = await self._context.database.run(find)
        texts = prospect.all_texts()
        while not await self._context.database.run(texts.read_slice):
            pass
        is_working = self._live.get(parent.id) is not None
        return await asyncio.to_thread(_preview, prospect, child, parent, texts.items(), is_working)

    async def _merge(self, child_id: ThreadId) -> None:
        """Merge, the parent being kept from working, and tell of it."""
        ids, now = MergeIds.new(self._context), self._context.clock()
        merged = await self._context.database.run(lambda uow: record_merge(uow, self._around, child_id, ids, now))
        await release(self._context, merged.to_end)
        self._tell(merged)

    async def _merge_if_waiting(self, child_id: ThreadId) -> None:
        """Merge unless it was done meanwhile. Raises LineageError; then it waits no longer."""
        waits = await self._context.database.run(lambda uow: bool(uow.merges.waiting([child_id])))
        if waits:
            try:
                await self._merge(child_id)
            except LineageError:
                await self.do_not_wait(child_id)
                raise

    async def _merge_waiting(self, parent_id: ThreadId) -> None:
        """Merge what waited for a thread's end, that thread being kept from working."""
        for record in await self._context.database.run(lambda uow: uow.merges.waiting_for(parent_id)):
            try:
                await self._merge_or_drop(record.child_id)
            except StorageError as error:
                # It goes on waiting, for the next end or the next start.
                log.warning("a merge that waited can't be stored: %s", error)
                self._context.bus.publish(NoticeRaised(NoticeLevel.ERROR, "storage", str(error)))

    async def _merge_or_drop(self, child_id: ThreadId) -> None:
        """Merge, or let it wait no longer where that can't be done any more. Raises StorageError; then it goes on waiting."""
        try:
            await self._merge(child_id)
        except (LineageError, NotFoundError) as error:
            log.info("a merge that waited is dropped: %s", error)
            await self._drop(child_id)

    async def _drop(self, child_id: ThreadId) -> None:
        child = await self._context.database.run(lambda uow: self._stop_waiting(uow, child_id))
        if child is not None:
            self._context.bus.publish(ThreadChanged(child))
            self._context.bus.publish(NoticeRaised(NoticeLevel.WARNING, DROPPED, child.title))

    def _stop_waiting(self, uow: UnitOfWork, child_id: ThreadId) -> ThreadView | None:
        return read_thread(uow, self._live, child_id) if uow.merges.stop_waiting(child_id) else None

    def _tell(self, merged: Merged) -> None:
        bus = self._context.bus
        bus.publish(MessageAdded(shown_message(merged.message, self._context.redactor)))
        bus.publish(MessageAdded(merged.notice))
        bus.publish(ResendableChanged(merged.parent.id, merged.resendable))
        bus.publish(ThreadChanged(merged.parent))
        bus.publish(ThreadChanged(merged.child))


def _preview(
    prospect: Prospect, child: ThreadView, parent: ThreadView, items: Sequence[HandoffItem], parent_works: bool
) -> MergePreview:
    choice = prospect.choice
    chosen = [items[index] for index in choice.indexes]
    return MergePreview(
        child=child,
        parent=parent,
        items=tuple(chosen),
        left_out=tuple(items[index] for index in choice.left_out),
        text=choice.render(chosen),
        budget_bytes=choice.budget_bytes,
        message_count=choice.included_count,
        parent_works=parent_works,
    )
