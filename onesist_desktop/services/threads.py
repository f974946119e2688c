# SPDX-License-Identifier: MIT
"""Threads of a project and their transcripts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from onesist_desktop.core.answerer import PermissionMode
from onesist_desktop.core.errors import InvalidInputError
from onesist_desktop.core.ids import MessageId, ProjectId, ThreadId
from onesist_desktop.core.messages import Message
from onesist_desktop.core.redaction import Redactor
from onesist_desktop.services.context import ServiceContext
from onesist_desktop.services.drafts import draft_view
from onesist_desktop.services.events import ThreadAdded, ThreadChanged
from onesist_desktop.services.finding import find_in_thread
from onesist_desktop.services.live_runs import LiveRun, LiveRuns, resendable
from onesist_desktop.services.merge_looks import MergeLook, merge_look
from onesist_desktop.services.queue import Queue
from onesist_desktop.services.reading_threads import read_threads
from onesist_desktop.services.shown import run_view, shown_message, thread_view
from onesist_desktop.services.views import (
    FIRST_PAGE,
    FoundInThread,
    Landmark,
    MessagePage,
    QueueView,
    RunView,
    ThreadSnapshot,
    ThreadView,
)
from onesist_desktop.storage.records import DraftRecord, RunRecord, ThreadRecord
from onesist_desktop.storage.unit_of_work import UnitOfWork

TITLE_LIMIT = 200


@dataclass(frozen=True, slots=True)
class _Read:
    """Messages as they were read, with the runs that they belong to."""

    messages: list[Message]
    runs: list[RunRecord]

    def page(self, redactor: Redactor, live: LiveRun | None, from_seq: int, to_seq: int) -> MessagePage:
        """Return them as the window shows them, as the messages from one seq to another. ``live`` is the run that works."""
        shown = tuple(shown_message(message, redactor) for message in self.messages)
        runs = tuple(_view(run, live) for run in sorted(self.runs, key=lambda run: run.ordinal))
        return MessagePage(shown, from_seq, to_seq, runs)

    def whole_page(self, redactor: Redactor, live: LiveRun | None) -> MessagePage:
        """Return them as a page from the first of them to the last."""
        seqs = [message.seq for message in self.messages] or [0]
        return self.page(redactor, live, seqs[0], seqs[-1])


@dataclass(frozen=True, slots=True)
class _Row:
    """What a thread's row is made of."""

    record: ThreadRecord
    newest: RunRecord | None
    merge: MergeLook


class ThreadService:
    """The use cases of ``services.api.Threads``."""

    def __init__(self, context: ServiceContext, live: LiveRuns, queue: Queue) -> None:
        self._context = context
        self._live = live
        self._queue = queue

    async def list_threads(self, project_id: ProjectId) -> Sequence[ThreadView]:
        """List a project's threads that are neither archived nor deleted, newest activity first."""
        return await self._context.database.run(lambda uow: read_threads(uow, self._live, uow.threads.of_project(project_id)))

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
        await self._change(thread_id, title=self._title(title), is_renamed=True)

    async def set_mode(self, thread_id: ThreadId, mode: PermissionMode) -> None:
        """Change what the thread's agent may do, from the next run on."""
        await self._change(thread_id, mode=mode)

    async def open_thread(self, thread_id: ThreadId, limit: int = FIRST_PAGE) -> ThreadSnapshot:
        """Read the newest messages and the thread's live state."""

        def read(
            uow: UnitOfWork,
        ) -> tuple[_Row, _Read, int, QueueView, MessageId | None, DraftRecord | None]:
            return (
                _row(uow, thread_id),
                _read(uow, uow.messages.newest(thread_id, limit)),
                uow.messages.first_seq(thread_id),
                self._queue.view(uow, thread_id),
                resendable(uow, thread_id),
                uow.drafts.get(thread_id),
            )

        row, found, first_seq, queue, again, draft = await self._context.database.run(read)
        live = self._live.get(thread_id)
        page = found.whole_page(self._context.redactor, live)
        return ThreadSnapshot(
            thread=thread_view(row.record, self._live.state_of(thread_id, row.newest), row.merge),
            page=page,
            run=_view(row.newest, live) if row.newest is not None else None,
            queue=queue,
            approvals=live.life.approvals.views if live is not None else (),
            resendable_id=again if live is None else None,
            first_seq=first_seq,
            last_seq=page.to_seq,
            draft=draft_view(draft, self._context.redactor),
        )

    async def page(self, thread_id: ThreadId, from_seq: int, to_seq: int) -> MessagePage:
        """Read the messages from one seq to another, both included. None where the thread has none there."""
        found = await self._context.database.run(lambda uow: _read(uow, uow.messages.between(thread_id, from_seq, to_seq)))
        return found.page(self._context.redactor, self._live.get(thread_id), from_seq, to_seq)

    async def find(self, thread_id: ThreadId, text: str) -> FoundInThread:
        """Find a text in what the thread's messages say."""
        return await find_in_thread(self._context, thread_id, text)

    async def landmark(self, thread_id: ThreadId, from_seq: int, what: Landmark, *, forward: bool) -> int | None:
        """Return the seq of the next landmark after, or before, a seq."""

        def read(uow: UnitOfWork) -> int | None:
            if what is Landmark.QUESTION:
                return uow.messages.next_question(thread_id, from_seq, forward=forward)
            return uow.messages.next_error(thread_id, from_seq, forward=forward)

        return await self._context.database.run(read)

    async def mark_read(self, thread_id: ThreadId) -> None:
        """The person has seen the thread's end. Announced only where it was unread."""

        def mark(uow: UnitOfWork) -> _Row | None:
            return _row(uow, thread_id) if uow.threads.mark_read(thread_id) else None

        changed = await self._context.database.run(mark)
        if changed is not None:
            self._announce(changed)

    def _title(self, title: str) -> str:
        return self._context.redactor.mask(" ".join(title.split()))[:TITLE_LIMIT]

    async def _change(self, thread_id: ThreadId, **values: object) -> None:
        def change(uow: UnitOfWork) -> _Row:
            uow.threads.change(thread_id, **values)
            return _row(uow, thread_id)

        self._announce(await self._context.database.run(change))

    def _announce(self, row: _Row) -> None:
        state = self._live.state_of(row.record.id, row.newest)
        self._context.bus.publish(ThreadChanged(thread_view(row.record, state, row.merge)))


def _row(uow: UnitOfWork, thread_id: ThreadId) -> _Row:
    record = uow.threads.get(thread_id)
    return _Row(record, uow.runs.newest(thread_id), merge_look(uow, record))


def _read(uow: UnitOfWork, messages: list[Message]) -> _Read:
    run_ids = {message.run_id for message in messages if message.run_id is not None}
    return _Read(messages, uow.runs.by_ids(run_ids))


def _view(run: RunRecord, live: LiveRun | None) -> RunView:
    """Return a stored run as the window shows it; of the one that works, also what is known only while it works."""
    return run_view(run, live.life.activity if live is not None and live.life.run.id == run.id else None)
