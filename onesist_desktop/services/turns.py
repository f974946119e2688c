# SPDX-License-Identifier: MIT
"""Sending, stopping and queueing. Owns which thread works; one run per thread at a time."""

from __future__ import annotations

import asyncio
import logging
from dataclasses import dataclass, replace

from onesist_desktop.core.answerer import RunOptions
from onesist_desktop.core.errors import BusyError, FailureReason, InvalidInputError, NotFoundError, StorageError
from onesist_desktop.core.ids import MessageId, ProjectId, QueuedId, RunId, ThreadId
from onesist_desktop.core.messages import Message, Part, Role, TextPart
from onesist_desktop.core.records import RunStatus
from onesist_desktop.core.turn_events import CANCELLED, Outcome, OutcomeKind, failed
from onesist_desktop.services.context import ServiceContext
from onesist_desktop.services.events import MessageAdded, NoticeLevel, NoticeRaised, ResendableChanged, RunChanged, ThreadChanged
from onesist_desktop.services.history_access import HistoryAccess
from onesist_desktop.services.live_runs import LiveRun, LiveRuns, resendable, thread_view
from onesist_desktop.services.queue import Queue
from onesist_desktop.services.run_life import Request, RunLife, Windows
from onesist_desktop.services.shown import run_view, shown_message
from onesist_desktop.storage.records import QueuedRecord, RunRecord, ThreadRecord
from onesist_desktop.storage.unit_of_work import UnitOfWork

log = logging.getLogger(__name__)

CONTINUE = {
    "en": "Please continue. Your answer to my last message did not arrive, or was cut off.",
    "id": "Silakan lanjutkan. Jawaban Anda atas pesan terakhir saya tidak sampai, atau terpotong.",
}
"""What a session is told that already holds the message: the model must never see one request twice."""

TITLE_CHARS = 60


@dataclass(frozen=True, slots=True)
class _Started:
    message: Message
    run: RunRecord
    thread: ThreadRecord
    project_id: ProjectId


class TurnService:
    """The use cases of ``services.api.Turns``."""

    def __init__(self, context: ServiceContext, live: LiveRuns, queue: Queue, windows: Windows, access: HistoryAccess) -> None:
        self._context = context
        self._live = live
        self._queue = queue
        self._windows = windows
        self._access = access
        self._locks: dict[ThreadId, asyncio.Lock] = {}
        self._is_closing = False

    async def send(self, thread_id: ThreadId, text: str, options: RunOptions) -> None:
        """Store the message and start a run, or queue it. See ``services.api.Turns``."""
        if not text.strip() and not options.attachments:
            raise InvalidInputError("an empty message can't be sent")
        async with self._lock(thread_id):
            if self._is_closing:
                raise BusyError("the app is closing")
            if self._live.get(thread_id) is not None:
                await self._queue.add(thread_id, text, options)
                return
            await self._start(thread_id, text, options)

    async def send_again(self, thread_id: ThreadId, message_id: MessageId, options: RunOptions | None = None) -> None:
        """Run the last content message again. An answer that was cut off stays, and a new message asks to go on."""
        async with self._lock(thread_id):
            if self._live.get(thread_id) is not None:
                raise BusyError("the thread works on an answer")

            def look(uow: UnitOfWork) -> tuple[Message, Message | None, RunOptions]:
                message, last, thread = (
                    uow.messages.get(message_id),
                    uow.messages.last_content(thread_id),
                    uow.threads.get(thread_id),
                )
                if message.thread_id != thread_id or message.role is not Role.USER:
                    raise NotFoundError("that message isn't one of yours in this thread")
                newest = uow.runs.newest_for(message_id)
                if newest is None and options is None:
                    raise NotFoundError("nobody was asked that message")
                chosen = options or RunOptions(newest.provider_id, newest.model, thread.mode)  # type: ignore[union-attr]
                return message, last, chosen

            message, last, chosen = await self._context.database.run(look)
            if last is not None and last.id == message.id:
                await self._start_again(message, chosen)
            else:
                await self._start(thread_id, self._continue_text(), chosen)

    async def stop(self, thread_id: ThreadId) -> None:
        """Stop a thread's run and wait for its outcome."""
        live = self._live.get(thread_id)
        if live is not None:
            await live.life.stop()
            await asyncio.wait({live.task})

    async def decide(self, thread_id: ThreadId, request_id: str, option: str) -> None:
        """Answer what an agent waits on."""
        live = self._live.get(thread_id)
        if live is not None:
            await live.life.decide(request_id, option)

    async def edit_queued(self, queued_id: QueuedId, text: str) -> None:
        """Change a queued message."""
        await self._queue.edit(queued_id, text)

    async def delete_queued(self, queued_id: QueuedId) -> None:
        """Take a message out of the queue."""
        await self._queue.delete(queued_id)

    async def send_queued(self, queued_id: QueuedId) -> None:
        """Send a queued message now; a run that works is stopped first."""
        while True:
            # Read each time: it may have been sent by itself while the run before it was stopping.
            record = await self._context.database.run(lambda uow: uow.queue.get(queued_id))
            await self.stop(record.thread_id)
            async with self._lock(record.thread_id):
                if self._live.get(record.thread_id) is None:
                    await self._dispatch(record)
                    await self._queue.hold(record.thread_id, is_held=False)
                    return

    async def close(self, limit_s: float) -> None:
        """Stop every run because the app closes; nothing new starts. What does not end in time is recovered at the next start."""
        self._is_closing = True
        lives = self._live.all()
        for live in lives:
            await live.life.stop(CANCELLED)
        if lives:
            await asyncio.wait({live.task for live in lives}, timeout=limit_s)

    # -- starting ----------------------------------------------------------------------------------------------------

    def _lock(self, thread_id: ThreadId) -> asyncio.Lock:
        return self._locks.setdefault(thread_id, asyncio.Lock())

    def _continue_text(self) -> str:
        return CONTINUE.get(self._context.preferences.locale[:2], CONTINUE["en"])

    async def _start(self, thread_id: ThreadId, text: str, options: RunOptions) -> None:
        message_id, run_id, now = MessageId(self._context.new_id()), RunId(self._context.new_id()), self._context.clock()
        stored_text = self._context.redactor.mask(text)

        def store(uow: UnitOfWork) -> _Started:
            return self._store(uow, thread_id, stored_text, options, message_id, run_id, now)

        self._work(await self._context.database.run(store), text)

    async def _start_again(self, message: Message, options: RunOptions) -> None:
        run_id, now = RunId(self._context.new_id()), self._context.clock()

        def store(uow: UnitOfWork) -> _Started:
            return self._store_run(uow, message, options, run_id, now)

        self._work(await self._context.database.run(store), self._context.redactor.restore(message.text))

    async def _dispatch(self, record: QueuedRecord) -> None:
        options = RunOptions(record.provider_id, record.model, record.mode, record.attachments)
        message_id, run_id, now = MessageId(self._context.new_id()), RunId(self._context.new_id()), self._context.clock()

        def store(uow: UnitOfWork) -> _Started:
            uow.queue.remove(record.id)
            return self._store(uow, record.thread_id, record.text, options, message_id, run_id, now)

        self._work(await self._context.database.run(store), self._context.redactor.restore(record.text))

    def _store(
        self, uow: UnitOfWork, thread_id: ThreadId, text: str, options: RunOptions, message_id: MessageId, run_id: RunId, now: float
    ) -> _Started:
        """Step 1: from here on the message can't be lost."""
        thread = uow.threads.get(thread_id)
        parts: list[Part] = [TextPart(text)] if text.strip() else []
        message = Message(
            id=message_id,
            thread_id=thread_id,
            seq=uow.threads.take_seq(thread_id),
            role=Role.USER,
            parts=(*parts, *options.attachments),
            run_id=run_id,
            created_at=now,
        )
        uow.messages.add(message)
        if not thread.title:
            uow.threads.change(thread_id, title=title_from(text))
        return self._store_run(uow, message, options, run_id, now)

    def _store_run(self, uow: UnitOfWork, message: Message, options: RunOptions, run_id: RunId, now: float) -> _Started:
        thread = uow.threads.get(message.thread_id)
        project = uow.projects.get(thread.project_id)
        if project is None:
            raise NotFoundError("the thread's project isn't there")
        run = RunRecord(
            id=run_id,
            thread_id=message.thread_id,
            ordinal=uow.runs.next_ordinal(message.thread_id),
            provider_id=options.provider_id,
            model=options.model,
            mode=options.mode,
            cwd=project.root_path,
            status=RunStatus.PREPARING,
            user_message_id=message.id,
            started_at=now,
        )
        uow.runs.add(run)
        uow.threads.change(thread.id, provider_id=options.provider_id, model=options.model, mode=options.mode, updated_at=now)
        return _Started(message, run, uow.threads.get(thread.id), project.id)

    def _work(self, started: _Started, text: str) -> None:
        context, thread_id = self._context, started.run.thread_id
        request = Request(started.message, started.project_id, text, self._continue_text())
        life = RunLife(context, self._windows, self._access, started.run, request)
        task = context.supervisor.spawn(self._run(life, started.thread), name=f"turn:{thread_id}")
        self._live.add(thread_id, LiveRun(life, task))
        if started.message.run_id == started.run.id:
            context.bus.publish(MessageAdded(shown_message(started.message, context.redactor)))
        context.bus.publish(RunChanged(run_view(started.run)))
        context.bus.publish(ResendableChanged(thread_id, None))
        context.bus.publish(ThreadChanged(thread_view(started.thread, self._live.state_of(thread_id, None))))

    async def _run(self, life: RunLife, thread: ThreadRecord) -> Outcome:
        outcome = failed(FailureReason.INTERNAL)
        try:
            outcome = await life.work()
        except StorageError as error:
            # Its last state is in the database and is recovered at the next start; here it is only told.
            outcome = failed(FailureReason.STORAGE, str(error))
            self._context.bus.publish(NoticeRaised(NoticeLevel.ERROR, "storage", str(error)))
            self._context.bus.publish(RunChanged(replace(run_view(life.run), status=RunStatus.FINISHED, outcome=outcome)))
        finally:
            # Under the lock, so that a message sent at this moment comes behind those that are queued.
            async with self._lock(thread.id):
                self._live.remove(thread.id)
                if not self._is_closing:
                    await self._after(thread.id, outcome)
        return outcome

    async def _after(self, thread_id: ThreadId, outcome: Outcome) -> None:
        """Tell how the thread is now; go on with the queue after a completed run, hold it after any other."""

        def look(uow: UnitOfWork) -> tuple[ThreadRecord, RunRecord | None, MessageId | None, list[QueuedRecord]]:
            return (
                uow.threads.get(thread_id),
                uow.runs.newest(thread_id),
                resendable(uow, thread_id),
                uow.queue.of_thread(thread_id),
            )

        try:
            thread, newest, again, queued = await self._context.database.run(look)
        except StorageError as error:
            log.warning("the thread can't be read after its run: %s", error)
            return
        self._context.bus.publish(ThreadChanged(thread_view(thread, self._live.state_of(thread_id, newest))))
        self._context.bus.publish(ResendableChanged(thread_id, again))
        if not queued:
            return
        if outcome.kind is not OutcomeKind.COMPLETED:
            await self._queue.hold(thread_id, is_held=True)
        elif not thread.queue_held:
            await self._dispatch(queued[0])
            await self._queue.announce(thread_id)


def title_from(text: str) -> str:
    """Return a thread's first title: the first line of its first message, cut at a word."""
    line = next((line.strip() for line in text.splitlines() if line.strip()), "")
    if len(line) <= TITLE_CHARS:
        return line
    return line[:TITLE_CHARS].rsplit(" ", 1)[0].rstrip() + "…"
