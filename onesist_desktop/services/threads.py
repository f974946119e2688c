# SPDX-License-Identifier: MIT
"""Threads of a project and their transcripts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from onesist_desktop.core.answerer import PermissionMode
from onesist_desktop.core.errors import InvalidInputError
from onesist_desktop.core.ids import ProjectId, ThreadId
from onesist_desktop.core.messages import Message
from onesist_desktop.services.context import ServiceContext
from onesist_desktop.services.events import ThreadAdded, ThreadChanged
from onesist_desktop.services.live_runs import LiveRuns, resendable, thread_view
from onesist_desktop.services.queue import Queue
from onesist_desktop.services.shown import run_view, shown_message
from onesist_desktop.services.views import MessagePage, ThreadSnapshot, ThreadView
from onesist_desktop.storage.records import ThreadRecord
from onesist_desktop.storage.unit_of_work import UnitOfWork

TITLE_LIMIT = 200


class ThreadService:
    """The use cases of ``services.api.Threads``."""

    def __init__(self, context: ServiceContext, live: LiveRuns, queue: Queue) -> None:
        self._context = context
        self._live = live
        self._queue = queue

    async def list_threads(self, project_id: ProjectId) -> Sequence[ThreadView]:
        """List a project's threads, newest activity first."""

        def read(uow: UnitOfWork) -> list[ThreadView]:
            records = uow.threads.of_project(project_id)
            newest = uow.runs.newest_of_threads([record.id for record in records])
            return [thread_view(record, self._live.state_of(record.id, newest.get(record.id))) for record in records]

        return await self._context.database.run(read)

    async def create(self, project_id: ProjectId, title: str = "") -> ThreadView:
        """Create an empty thread."""
        now, thread_id = self._context.clock(), ThreadId(self._context.new_id())
        record = ThreadRecord(thread_id, project_id, self._title(title), PermissionMode.ASK, now, now, root_thread_id=thread_id)
        await self._context.database.run(lambda uow: uow.threads.add(record))
        view = thread_view(record, self._live.state_of(thread_id, None))
        self._context.bus.publish(ThreadAdded(view))
        return view

    async def rename(self, thread_id: ThreadId, title: str) -> None:
        """Rename a thread."""
        if not title.strip():
            raise InvalidInputError("a thread needs a title")
        await self._change(thread_id, title=self._title(title))

    async def set_mode(self, thread_id: ThreadId, mode: PermissionMode) -> None:
        """Change what the thread's agent may do, from the next run on."""
        await self._change(thread_id, mode=mode)

    async def open_thread(self, thread_id: ThreadId, limit: int = 200) -> ThreadSnapshot:
        """Read the newest messages and the thread's live state."""
        live = self._live.get(thread_id)

        def read(uow: UnitOfWork) -> ThreadSnapshot:
            record, newest = uow.threads.get(thread_id), uow.runs.newest(thread_id)
            page = self._page(uow.messages.page(thread_id, None, limit + 1), limit)
            return ThreadSnapshot(
                thread=thread_view(record, self._live.state_of(thread_id, newest)),
                page=page,
                run=run_view(newest) if newest is not None else None,
                queue=self._queue.view(uow, thread_id),
                resendable_id=None if live is not None else resendable(uow, thread_id),
            )

        snapshot = await self._context.database.run(read)
        return replace(snapshot, approvals=tuple(live.life.approvals.values())) if live is not None else snapshot

    async def earlier(self, thread_id: ThreadId, before_seq: int, limit: int = 200) -> MessagePage:
        """Read messages before a seq."""
        found = await self._context.database.run(lambda uow: uow.messages.page(thread_id, before_seq, limit + 1))
        return self._page(found, limit)

    def _page(self, found: list[Message], limit: int) -> MessagePage:
        shown = tuple(shown_message(message, self._context.redactor) for message in found[-limit:])
        return MessagePage(shown, len(found) > limit)

    def _title(self, title: str) -> str:
        return self._context.redactor.mask(" ".join(title.split()))[:TITLE_LIMIT]

    async def _change(self, thread_id: ThreadId, **values: object) -> None:
        def change(uow: UnitOfWork) -> ThreadView:
            uow.threads.change(thread_id, **values)
            return thread_view(uow.threads.get(thread_id), self._live.state_of(thread_id, uow.runs.newest(thread_id)))

        self._context.bus.publish(ThreadChanged(await self._context.database.run(change)))
