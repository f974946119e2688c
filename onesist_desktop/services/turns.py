# SPDX-License-Identifier: MIT
"""Sending, stopping and queueing. Owns which thread works; one run per thread at a time."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass, replace

from onesist_desktop.core.answerer import Answers, ManualContext, RunOptions
from onesist_desktop.core.errors import BusyError, DiskFullError, FailureReason, InvalidInputError, NotFoundError, StorageError
from onesist_desktop.core.ids import MessageId, ProjectId, ProviderId, QueuedId, RunId, SessionRowId, ThreadId
from onesist_desktop.core.messages import Message, Part, Role, TextPart
from onesist_desktop.core.records import RunStatus
from onesist_desktop.core.turn_events import CANCELLED, STOPPED, Outcome, OutcomeKind, failed
from onesist_desktop.services.context import ServiceContext
from onesist_desktop.services.drafts import forget_sent, masked_attachments
from onesist_desktop.services.events import MessageAdded, NoticeLevel, NoticeRaised, ResendableChanged, RunChanged, ThreadChanged
from onesist_desktop.services.guarded import quietly
from onesist_desktop.services.handoff_manual import masked_manual
from onesist_desktop.services.history_access import HistoryAccess
from onesist_desktop.services.live_runs import LiveRun, LiveRuns, resendable
from onesist_desktop.services.merge_looks import MergeLook, merge_look
from onesist_desktop.services.moving import release
from onesist_desktop.services.queue import Queue
from onesist_desktop.services.resolving import Workspace, workspace_of
from onesist_desktop.services.run_life import Models, Request, RunLife
from onesist_desktop.services.settling import settle_rewinds
from onesist_desktop.services.shown import run_view, shown_message, thread_view
from onesist_desktop.services.views import ThreadState
from onesist_desktop.storage.records import RunRecord, ThreadRecord
from onesist_desktop.storage.unit_of_work import UnitOfWork

log = logging.getLogger(__name__)

CONTINUE = {
    "en": "Please continue. Your answer to my last message did not arrive, or was cut off.",
    "id": "Silakan lanjutkan. Jawaban Anda atas pesan terakhir saya tidak sampai, atau terpotong.",
}
"""What a session is told that already holds the message: the model must never see one request twice."""

TITLE_CHARS = 60
OWN_WORDS_CHARS = 80


STOP_LIMIT_S = 20.0
"""How long a stop may take. After half of it the answerer is not waited for any longer."""


WhenIdle = Callable[[ThreadId], Awaitable[None]]


@dataclass(frozen=True, slots=True)
class _NewIds:
    message: MessageId
    run: RunId
    now: float


@dataclass(frozen=True, slots=True)
class _Started:
    message: Message
    run: RunRecord
    thread: ThreadRecord
    merge: MergeLook
    project_id: ProjectId
    workspace: Workspace
    manual: ManualContext | None
    to_end: tuple[tuple[ProviderId, SessionRowId], ...] = ()


class TurnService:
    """The use cases of ``services.api.Turns``."""

    def __init__(self, context: ServiceContext, live: LiveRuns, queue: Queue, models: Models, access: HistoryAccess) -> None:
        self._context = context
        self._live = live
        self._queue = queue
        self._models = models
        self._access = access
        self._locks: dict[ThreadId, asyncio.Lock] = {}
        self._unfinished: dict[ThreadId, RunLife] = {}
        self._when_idle: list[WhenIdle] = []
        self._is_closing = False

    async def send(self, thread_id: ThreadId, text: str, options: RunOptions) -> None:
        """Store the message and start a run, or queue it. See ``services.api.Turns``."""
        if not text.strip() and not options.attachments:
            raise InvalidInputError("an empty message can't be sent")
        async with self._lock(thread_id):
            if self._live.get(thread_id) is not None and not self._is_closing:
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
                is_said = message.role is Role.USER and message.kind is None
                if message.thread_id != thread_id or not is_said or message.rolled_back:
                    raise NotFoundError("that message isn't one of yours in this thread")
                # A message that a run took while it worked has none of its own.
                newest = uow.runs.newest_for(message_id) or (uow.runs.get(message.run_id) if message.run_id else None)
                if newest is None and options is None:
                    raise NotFoundError("nobody was asked that message")
                if options is not None:
                    return message, last, options
                assert newest is not None
                return message, last, RunOptions(newest.provider_id, newest.model, thread.mode, effort=newest.effort)

            message, last, chosen = await self._context.database.run(look)
            if last is not None and last.id == message.id:
                await self._start_again(message, chosen)
            else:
                await self._start(thread_id, self._continue_text(), chosen)

    async def stop(self, thread_id: ThreadId) -> None:
        """Stop a thread's run and wait for its outcome."""
        live = self._live.get(thread_id)
        if live is not None:
            await self._stop(live, STOPPED, STOP_LIMIT_S)

    async def decide(self, thread_id: ThreadId, request_id: str, option: str, word: str = "", answers: Answers = ()) -> None:
        """Answer what an agent waits on."""
        live = self._live.get(thread_id)
        if live is not None:
            await live.life.decide(request_id, option, word, answers)

    async def edit_queued(self, queued_id: QueuedId, text: str) -> None:
        """Change a queued message."""
        await self._queue.edit(queued_id, text)

    async def delete_queued(self, queued_id: QueuedId) -> None:
        """Take a message out of the queue."""
        await self._queue.delete(queued_id)

    async def move_queued(self, queued_id: QueuedId, before: QueuedId | None) -> None:
        """Let a queued message wait in front of another of its thread, or at the end."""
        await self._queue.move(queued_id, before)

    async def send_queued(self, queued_id: QueuedId) -> None:
        """Send a queued message now; the run that works is stopped first."""
        thread_id = (await self._context.database.run(lambda uow: uow.queue.get(queued_id))).thread_id
        seen = self._live.get(thread_id)
        if seen is not None:
            await self._stop(seen, STOPPED, STOP_LIMIT_S)
        async with self._lock(thread_id):
            if self._live.get(thread_id) is None:
                await self._dispatch(thread_id, queued_id)
                await self._queue.hold(thread_id, is_held=False)
            else:
                # What was seen had ended by itself, and the queue went on. Nobody asked to stop that one.
                await self._context.database.run(lambda uow: uow.queue.move_first(uow.queue.get(queued_id)))
                await self._queue.announce(thread_id)

    async def steer_queued(self, queued_id: QueuedId) -> None:
        """Hand a queued message to the run that works."""
        record = await self._context.database.run(lambda uow: uow.queue.get(queued_id))
        live = self._live.get(record.thread_id)
        if live is None:
            raise BusyError("no run works that could take it")
        await live.life.steer(queued_id)

    @contextlib.asynccontextmanager
    async def idle(self, thread_id: ThreadId) -> AsyncIterator[None]:
        """Keep a thread from working as long as the block lasts, which must be short: what is sent meanwhile waits.

        Raises:
            BusyError: A run of the thread works.
            StorageError: The outcome of its last run still can't be stored.
        """
        async with self._lock(thread_id):
            if self._live.get(thread_id) is not None:
                raise BusyError("the thread works on an answer")
            await self._finish_late(thread_id)
            yield

    def can_truncate(self, provider_id: ProviderId) -> bool:
        """Tell whether a provider can cut a session of its own back. Callable from any thread."""
        answerer = self._context.answerers.all().get(provider_id)
        return answerer is not None and answerer.capabilities.can_truncate

    def when_idle(self, call: WhenIdle) -> None:
        """Have this called when a run of a thread has ended and its outcome is stored, before its queue goes on.

        It must be short, and it must not ask for :meth:`idle`: the thread is kept from working as long as it lasts.
        """
        self._when_idle.append(call)

    async def close(self, limit_s: float) -> None:
        """Stop every run because the app closes; nothing new starts.

        What does not end within ``limit_s`` seconds is left as it is, and recovered at the next start.
        """
        self._is_closing = True
        deadline = asyncio.get_running_loop().time() + limit_s
        while lives := self._live.all():
            left_s = deadline - asyncio.get_running_loop().time()
            if left_s <= 0:
                log.warning("%d runs did not end in time", len(lives))
                return
            async with asyncio.TaskGroup() as group:
                for live in lives:
                    group.create_task(self._stop(live, CANCELLED, max(0.1, left_s / 2)))

    async def _stop(self, live: LiveRun, outcome: Outcome, limit_s: float) -> None:
        """End a run, first with its answerer's help, and after half of ``limit_s`` seconds without it."""
        await quietly("stopping a run", live.life.stop(outcome), limit_s / 2)
        done, _ = await asyncio.wait({live.task}, timeout=limit_s / 2)
        if not done:
            live.life.give_up(live.task)
            await asyncio.wait({live.task}, timeout=limit_s / 2)

    # -- starting ----------------------------------------------------------------------------------------------------

    def _lock(self, thread_id: ThreadId) -> asyncio.Lock:
        return self._locks.setdefault(thread_id, asyncio.Lock())

    def _may_begin(self) -> bool:
        """Asked again after each wait: the app may close at any of them."""
        return not self._is_closing

    def _continue_text(self) -> str:
        return CONTINUE.get(self._context.preferences.locale[:2], CONTINUE["en"])

    async def _start(self, thread_id: ThreadId, text: str, options: RunOptions) -> None:
        redactor = self._context.redactor
        stored_text = redactor.mask(text)
        manual = masked_manual(options.manual, redactor)
        stored_options = replace(options, attachments=masked_attachments(options.attachments, redactor), manual=manual)

        def store(uow: UnitOfWork, new: _NewIds) -> _Started:
            started = self._store(uow, thread_id, stored_text, stored_options, new)
            forget_sent(uow, started.project_id, started.message)
            return started

        await self._begin(thread_id, store, text)

    async def _start_again(self, message: Message, options: RunOptions) -> None:
        stored = replace(options, manual=masked_manual(options.manual, self._context.redactor))
        await self._begin(message.thread_id, lambda uow, new: self._store_run(uow, message, stored, new))

    async def _dispatch(self, thread_id: ThreadId, queued_id: QueuedId | None = None) -> bool:
        """Send a queued message, the next one unless told which. Returns False when the queue is empty. Raises NotFoundError."""

        def store(uow: UnitOfWork, new: _NewIds) -> _Started | None:
            # Read where it is taken out, so that a change of the last moment is what is sent.
            record = uow.queue.first(thread_id) if queued_id is None else uow.queue.get(queued_id)
            if record is None:
                return None
            uow.queue.remove(record.id)
            options = RunOptions(record.provider_id, record.model, record.mode, record.attachments, record.effort, record.manual)
            return self._store(uow, thread_id, record.text, options, replace(new, message=record.message_id))

        return await self._begin(thread_id, store)

    async def _begin(
        self, thread_id: ThreadId, store: Callable[[UnitOfWork, _NewIds], _Started | None], text: str | None = None
    ) -> bool:
        """Store what begins and start its run, the thread's lock being held. ``text`` is the message's unless it is read back."""
        if not self._may_begin():
            raise BusyError("the app is closing")
        await self._finish_late(thread_id)
        new = _NewIds(MessageId(self._context.new_id()), RunId(self._context.new_id()), self._context.clock())
        started = await self._context.database.run(lambda uow: store(uow, new))
        if started is None:
            return False
        # Their processes hold what was set aside.
        await release(self._context, started.to_end)
        if not self._may_begin():
            # It is stored, and the next start offers to send it again. Nobody would stop a run that begins now.
            return True
        self._work(started, self._context.redactor.restore(started.message.text) if text is None else text)
        return True

    async def _finish_late(self, thread_id: ThreadId) -> None:
        """Store the outcome of a run that could not be stored when it ended. Raises StorageError while that still fails."""
        life = self._unfinished.get(thread_id)
        if life is not None:
            await life.finish()
            del self._unfinished[thread_id]

    def _store(self, uow: UnitOfWork, thread_id: ThreadId, text: str, options: RunOptions, new: _NewIds) -> _Started:
        """Step 1: from here on the message can't be lost."""
        thread = uow.threads.get(thread_id)
        if thread.deleted_at is not None:
            raise NotFoundError("that thread was deleted")
        parts: list[Part] = [TextPart(text)] if text.strip() else []
        message = Message(
            id=new.message,
            thread_id=thread_id,
            seq=uow.threads.take_seq(thread_id),
            role=Role.USER,
            parts=(*parts, *options.attachments),
            run_id=new.run,
            created_at=new.now,
        )
        uow.messages.add(message)
        if thread.parent_thread_id is not None and not thread.own_words:
            uow.threads.change(thread_id, own_words=first_words(text))
        if not thread.title:
            names = (attachment.name for attachment in options.attachments)
            uow.threads.change(thread_id, title=title_from(text) or title_from(next(names, "")))
        return self._store_run(uow, message, options, new)

    def _store_run(self, uow: UnitOfWork, message: Message, options: RunOptions, new: _NewIds) -> _Started:
        thread = uow.threads.get(message.thread_id)
        project = uow.projects.get(thread.project_id)
        if project is None:
            raise NotFoundError("the thread's project isn't there")
        workspace = workspace_of(uow, thread, project)
        to_end = settle_rewinds(uow, thread.id, self.can_truncate, new.now)
        run = RunRecord(
            id=new.run,
            thread_id=message.thread_id,
            ordinal=uow.runs.next_ordinal(message.thread_id),
            provider_id=options.provider_id,
            model=options.model,
            effort=options.effort,
            mode=options.mode,
            cwd=workspace.path,
            status=RunStatus.PREPARING,
            user_message_id=message.id,
            started_at=new.now,
        )
        uow.runs.add(run)
        chosen = {"provider_id": options.provider_id, "model": options.model, "effort": options.effort, "mode": options.mode}
        uow.threads.change(thread.id, **chosen, updated_at=new.now)
        thread = uow.threads.get(thread.id)
        return _Started(message, run, thread, merge_look(uow, thread), project.id, workspace, options.manual, to_end)

    def _work(self, started: _Started, text: str) -> None:
        context, thread_id = self._context, started.run.thread_id
        request = Request(started.message, started.project_id, text, self._continue_text(), started.workspace, started.manual)
        life = RunLife(context, self._models, self._access, started.run, request)
        task = context.supervisor.spawn(self._run(life, started), name=f"turn:{thread_id}")
        self._live.add(thread_id, LiveRun(life, task))
        if started.message.run_id == started.run.id:
            context.bus.publish(MessageAdded(shown_message(started.message, context.redactor)))
        context.bus.publish(RunChanged(run_view(started.run)))
        context.bus.publish(ResendableChanged(thread_id, None))
        context.bus.publish(ThreadChanged(thread_view(started.thread, self._live.state_of(thread_id, None), started.merge)))

    async def _run(self, life: RunLife, started: _Started) -> Outcome:
        thread, outcome = started.thread, failed(FailureReason.INTERNAL)
        try:
            outcome = await life.work()
        except StorageError as error:
            outcome = failed(FailureReason.STORAGE, str(error))
            # Stored before the thread's next run, else at the next start: without it the answer would be skipped.
            self._unfinished[thread.id] = life
            self._context.bus.publish(NoticeRaised(NoticeLevel.ERROR, _storage_code(error), str(error)))
            self._context.bus.publish(RunChanged(replace(run_view(life.run), status=RunStatus.FINISHED, outcome=outcome)))
        finally:
            # Under the lock, so that a message sent at this moment comes behind those that are queued.
            async with self._lock(thread.id):
                self._live.remove(thread.id)
                if not self._is_closing:
                    if thread.id not in self._unfinished:
                        await self._tell_idle(thread.id)
                    await self._after(started, outcome)
        return outcome

    async def _tell_idle(self, thread_id: ThreadId) -> None:
        """Let those have their turn who waited for the end of the thread's run; what they do wrong must not hold up the thread."""
        for call in self._when_idle:
            try:
                await call(thread_id)
            except Exception:
                log.exception("what waited for the end of a run failed")

    async def _after(self, started: _Started, outcome: Outcome) -> None:
        """Tell how the thread is now; go on with the queue after a completed run, hold it after any other."""
        thread = started.thread

        def look(uow: UnitOfWork) -> tuple[ThreadRecord, MergeLook, RunRecord | None, MessageId | None, bool]:
            has_queue, record = uow.queue.first(thread.id) is not None, uow.threads.get(thread.id)
            return record, merge_look(uow, record), uow.runs.newest(thread.id), resendable(uow, thread.id), has_queue

        bus = self._context.bus
        try:
            record, merge, newest, again, has_queue = await self._context.database.run(look)
            bus.publish(ThreadChanged(thread_view(record, self._live.state_of(thread.id, newest), merge)))
            bus.publish(ResendableChanged(thread.id, again))
            if not has_queue:
                return
            if outcome.kind is not OutcomeKind.COMPLETED:
                await self._queue.hold(thread.id, is_held=True)
            elif not record.queue_held and not self._is_closing and await self._dispatch(thread.id):
                await self._queue.announce(thread.id)
        except StorageError as error:
            log.warning("the thread can't go on after its run: %s", error)
            bus.publish(ThreadChanged(thread_view(thread, ThreadState.FAILED, started.merge)))
            bus.publish(NoticeRaised(NoticeLevel.ERROR, _storage_code(error), str(error)))
            with contextlib.suppress(StorageError):
                # Nothing may overtake what waits. After a restart every queue is held anyway.
                await self._queue.hold(thread.id, is_held=True)


def _storage_code(error: StorageError) -> str:
    return "disk_full" if isinstance(error, DiskFullError) else "storage"


def title_from(text: str) -> str:
    """Return a thread's first title: the first line of its first message, cut at a word."""
    return _first_line(text, TITLE_CHARS)


def first_words(text: str) -> str:
    """Return what tells a fork from others: the first line of its own first message, cut at a word."""
    return _first_line(text, OWN_WORDS_CHARS)


def _first_line(text: str, limit: int) -> str:
    line = next((line.strip() for line in text.splitlines() if line.strip()), "")
    if len(line) <= limit:
        return line
    return line[:limit].rsplit(" ", 1)[0].rstrip() + "…"
