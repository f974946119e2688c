# SPDX-License-Identifier: MIT
"""Forks, merges, rewinds and the map in memory. Calls are recorded in ``FakeServices.calls``, each with its service before it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from onesist_desktop.core.answerer import PermissionMode
from onesist_desktop.core.errors import LineageError, LineageFault, NotFoundError
from onesist_desktop.core.ids import ProjectId, ProviderId, RewindId, RunId, ThreadId
from onesist_desktop.services.events import MessagesSetAside, ThreadAdded, ThreadChanged, ThreadRemoved
from onesist_desktop.services.lineage_views import (
    BeadDetails,
    FamilyView,
    ForkChoice,
    ForkPreview,
    LineageMap,
    MergePreview,
    RewindPreview,
    RewindView,
)
from onesist_desktop.services.views import ThreadView

if TYPE_CHECKING:
    from tests.ui.fakes import FakeServices


class FakeForks:
    """``previews`` by thread; a thread without one gets a plain one."""

    def __init__(self, services: FakeServices) -> None:
        self._services = services
        self.previews: dict[ThreadId, ForkPreview] = {}

    async def preview(self, thread_id: ThreadId, at_seq: int) -> ForkPreview:
        await self._services.enter("fork_preview", thread_id, at_seq)
        title = f"{self._services.threads[thread_id].title} (2)"
        return self.previews.get(thread_id) or ForkPreview(thread_id, at_seq, title, at_seq, PermissionMode.ASK)

    async def fork(self, thread_id: ThreadId, at_seq: int, choice: ForkChoice | None = None) -> ThreadView:
        await self._services.enter("fork", thread_id, at_seq, choice)
        parent = self._services.threads[thread_id]
        number = len(self._services.threads) + 1
        view = ThreadView(
            ThreadId(f"fork{number}"),
            parent.project_id,
            f"{parent.title} ({number})",
            parent_thread_id=thread_id,
            forked_at_seq=at_seq,
            provider_id=(choice.provider_id if choice else None) or parent.provider_id,
            mode=parent.mode,
            updated_at=20_000.0 + number,
            fork_number=number,
            parent_title=parent.title,
        )
        self._services.put_thread(view)
        self._services.bus.publish(ThreadAdded(view))
        return view


class FakeMerges:
    """``previews`` by child; a child without one has nothing new."""

    def __init__(self, services: FakeServices) -> None:
        self._services = services
        self.previews: dict[ThreadId, MergePreview] = {}

    async def preview(self, child_id: ThreadId) -> MergePreview:
        await self._services.enter("merge_preview", child_id)
        if child_id not in self.previews:
            raise LineageError(LineageFault.NOTHING_NEW)
        return self.previews[child_id]

    async def merge(self, child_id: ThreadId) -> None:
        await self._services.enter("merge", child_id)

    async def merge_when_ended(self, child_id: ThreadId) -> None:
        await self._services.enter("merge_when_ended", child_id)
        self._wait(child_id, waits=True)

    async def do_not_wait(self, child_id: ThreadId) -> None:
        await self._services.enter("do_not_wait", child_id)
        self._wait(child_id, waits=False)

    def _wait(self, child_id: ThreadId, *, waits: bool) -> None:
        view = replace(self._services.threads[child_id], merge_waits=waits)
        self._services.threads[child_id] = view
        self._services.bus.publish(ThreadChanged(view))


class FakeRewinds:
    """``previews`` and ``open`` rewinds by thread."""

    def __init__(self, services: FakeServices) -> None:
        self._services = services
        self.previews: dict[ThreadId, RewindPreview] = {}
        self.open: dict[ThreadId, RewindView] = {}

    async def preview(self, thread_id: ThreadId, to_seq: int) -> RewindPreview:
        await self._services.enter("rewind_preview", thread_id, to_seq)
        return self.previews.get(thread_id) or RewindPreview(thread_id, to_seq, 2)

    async def rewind(self, thread_id: ThreadId, to_seq: int) -> RewindView:
        await self._services.enter("rewind", thread_id, to_seq)
        last = self._services.snapshots[thread_id].last_seq
        view = RewindView(RewindId("w1"), thread_id, to_seq, last - to_seq)
        self.open[thread_id] = view
        self._services.bus.publish(MessagesSetAside(thread_id, to_seq, last, rewind=view))
        return view

    async def undo(self, thread_id: ThreadId) -> None:
        await self._services.enter("undo_rewind", thread_id)
        view = self.open.pop(thread_id, None)
        if view is None:
            raise LineageError(LineageFault.ALREADY_SETTLED)
        upto = view.to_seq + view.message_count
        self._services.bus.publish(MessagesSetAside(thread_id, view.to_seq, upto, is_undone=True))

    async def open_rewind(self, thread_id: ThreadId) -> RewindView | None:
        await self._services.enter("open_rewind", thread_id)
        return self.open.get(thread_id)

    async def start_clean(self, thread_id: ThreadId, provider_id: ProviderId) -> None:
        await self._services.enter("start_clean", thread_id, provider_id)


class FakeLineage:
    """What was put into ``map_view``, ``beads`` and ``families``."""

    def __init__(self, services: FakeServices) -> None:
        self._services = services
        self.map_view = LineageMap()
        self.beads: dict[RunId, BeadDetails] = {}
        self.families: dict[ThreadId, FamilyView] = {}

    async def map(self, project_id: ProjectId) -> LineageMap:
        await self._services.enter("map", project_id)
        return self.map_view

    async def bead(self, run_id: RunId) -> BeadDetails:
        await self._services.enter("bead", run_id)
        if run_id not in self.beads:
            raise NotFoundError("no such run")
        return self.beads[run_id]

    async def family(self, thread_id: ThreadId) -> FamilyView:
        await self._services.enter("family", thread_id)
        return self.families.get(thread_id) or FamilyView(thread_id)


class FakeShelf:
    """``away`` holds what is archived, and ``gone`` what was deleted, with whether it was archived before."""

    def __init__(self, services: FakeServices) -> None:
        self._services = services
        self.away: dict[ThreadId, ThreadView] = {}
        self.gone: dict[ThreadId, tuple[ThreadView, bool]] = {}

    async def pin(self, thread_id: ThreadId, *, is_pinned: bool) -> None:
        await self._services.enter("pin", thread_id, is_pinned)
        view = replace(self._services.threads[thread_id], is_pinned=is_pinned)
        self._services.threads[thread_id] = view
        self._services.bus.publish(ThreadChanged(view))

    async def archive(self, thread_id: ThreadId) -> None:
        await self._services.enter("archive", thread_id)
        self._put_away(thread_id, is_deleted=False)

    async def delete(self, thread_id: ThreadId) -> None:
        await self._services.enter("delete_thread", thread_id)
        self._put_away(thread_id, is_deleted=True)

    async def restore(self, thread_id: ThreadId) -> None:
        await self._services.enter("restore", thread_id)
        view, was_archived = self.gone.pop(thread_id, (None, False))
        if view is not None and was_archived:
            self.away[thread_id] = view
            return
        view = view or self.away.pop(thread_id, None)
        if view is None:
            raise NotFoundError("no such thread")
        self._services.threads[thread_id] = view
        self._services.bus.publish(ThreadAdded(view))

    async def archived(self, project_id: ProjectId) -> Sequence[ThreadView]:
        await self._services.enter("archived", project_id)
        return list(self.away.values())

    def _put_away(self, thread_id: ThreadId, *, is_deleted: bool) -> None:
        was_archived = thread_id in self.away
        view = self.away.pop(thread_id) if was_archived else self._services.threads.pop(thread_id)
        if is_deleted:
            self.gone[thread_id] = (view, was_archived)
        else:
            self.away[thread_id] = view
        self._services.bus.publish(ThreadRemoved(thread_id, view.project_id, is_deleted))
