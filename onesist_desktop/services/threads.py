# SPDX-License-Identifier: MIT
"""Threads of a project and their transcripts."""

from __future__ import annotations

from collections.abc import Sequence

from onesist_desktop.core.answerer import PermissionMode
from onesist_desktop.core.errors import InvalidInputError
from onesist_desktop.core.ids import MessageId, ProjectId, ThreadId
from onesist_desktop.core.messages import Message
from onesist_desktop.services.context import ServiceContext
from onesist_desktop.services.events import ThreadAdded, ThreadChanged
from onesist_desktop.services.live_runs import LiveRuns, resendable, thread_view
from onesist_desktop.services.queue import Queue
from onesist_desktop.services.shown import run_view, shown_message
from onesist_desktop.services.views import EARLIER_PAGE, FIRST_PAGE, MessagePage, QueueView, ThreadSnapshot, ThreadView
from onesist_desktop.storage.records import RunRecord, ThreadRecord
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

        def read(uow: UnitOfWork) -> tuple[list[ThreadRecord], dict[ThreadId, RunRecord]]:
            records = uow.threads.of_project(project_id)
            return records, uow.runs.newest_of_threads([record.id for record in records])

        records, newest = await self._context.database.run(read)
        return [thread_view(record, self._live.state_of(record.id, newest.get(record.id))) for record in records]

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

    async def open_thread(self, thread_id: ThreadId, limit: int = FIRST_PAGE) -> ThreadSnapshot:
        """Read the newest messages and the thread's live state."""

        def read(uow: UnitOfWork) -> tuple[ThreadRecord, RunRecord | None, list[Message], QueueView, MessageId | None]:
            return (
                uow.threads.get(thread_id),
                uow.runs.newest(thread_id),
                uow.messages.page(thread_id, None, limit + 1),
                self._queue.view(uow, thread_id),
                resendable(uow, thread_id),
            )

        record, newest, found, queue, again = await self._context.database.run(read)
        live = self._live.get(thread_id)
        return ThreadSnapshot(
            thread=thread_view(record, self._live.state_of(thread_id, newest)),
            page=self._page(found, limit),
            run=run_view(newest) if newest is not None else None,
            queue=queue,
            approvals=live.life.approvals.views if live is not None else (),
            resendable_id=again if live is None else None,
        )

    async def earlier(self, thread_id: ThreadId, before_seq: int, limit: int = EARLIER_PAGE) -> MessagePage:
        """Read messages before a seq."""
        found = await self._context.database.run(lambda uow: uow.messages.page(thread_id, before_seq, limit + 1))
        return self._page(found, limit)

    def _page(self, found: list[Message], limit: int) -> MessagePage:
        shown = tuple(shown_message(message, self._context.redactor) for message in found[-limit:])
        return MessagePage(shown, len(found) > limit)

    def _title(self, title: str) -> str:
        return self._context.redactor.mask(" ".join(title.split()))[:TITLE_LIMIT]

    async def _change(self, thread_id: ThreadId, **values: object) -> None:
        def change(uow: UnitOfWork) -> tuple[ThreadRecord, RunRecord | None]:
            uow.threads.change(thread_id, **values)
            return uow.threads.get(thread_id), uow.runs.newest(thread_id)

        record, newest = await self._context.database.run(change)
        self._context.bus.publish(ThreadChanged(thread_view(record, self._live.state_of(thread_id, newest))))
