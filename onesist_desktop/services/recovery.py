# SPDX-License-Identifier: MIT
"""Puts right, at the start, what a crash left half done (docs/design.md section 4, step 7). Nothing is ever sent by itself."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable
from dataclasses import replace
from typing import TypeVar

from onesist_desktop.core.answerer import Answerer, Arrival, ReadBack, SessionSpec
from onesist_desktop.core.errors import NotFoundError, OnesistError
from onesist_desktop.core.ids import MessageId
from onesist_desktop.core.messages import Message, MessageKind, MessageStatus, Role, close_part
from onesist_desktop.core.records import RunStatus
from onesist_desktop.core.turn_events import CANCELLED, COMPLETED, Delivery, TurnEnded
from onesist_desktop.services import bookkeeping
from onesist_desktop.services.context import ServiceContext
from onesist_desktop.storage.records import RunRecord, SessionRecord
from onesist_desktop.storage.unit_of_work import UnitOfWork

log = logging.getLogger(__name__)

LOOK_LIMIT_S = 10.0

T = TypeVar("T")


class Recovery:
    """Closes the runs that an earlier run of the app left unfinished."""

    def __init__(self, context: ServiceContext) -> None:
        self._context = context

    async def recover(self) -> int:
        """Close every unfinished run, hold every queue and let old tokens die. Returns how many runs were closed."""
        now = self._context.clock()

        def begin(uow: UnitOfWork) -> list[RunRecord]:
            uow.tokens.revoke_all(now)
            for thread_id in uow.queue.threads():
                uow.threads.change(thread_id, queue_held=True)
            return uow.runs.unfinished()

        unfinished = await self._context.database.run(begin)
        for run in unfinished:
            await self._close(run)
        return len(unfinished)

    async def _close(self, run: RunRecord) -> None:
        answerer = self._answerer_of(run)
        row = await self._row_of(run)
        spec = None if row is None else _spec(run, row)
        arrival = Arrival.NOT_ARRIVED if run.status is RunStatus.PREPARING else Arrival.UNKNOWN
        if run.status is RunStatus.SENDING and answerer is not None and spec is not None and answerer.capabilities.can_verify:
            arrival = await self._limited(answerer.verify(spec, run.user_message_id), Arrival.UNKNOWN)
        if run.status is RunStatus.STREAMING:
            arrival = Arrival.ARRIVED
        read_back: ReadBack | None = None
        if arrival is Arrival.ARRIVED and answerer is not None and spec is not None and answerer.capabilities.can_read_back:
            read_back = await self._limited(answerer.read_back(spec, run.user_message_id), None)
        log.info("run %s was %s when the app ended: %s", run.id, run.status, arrival)
        await self._context.database.run(lambda uow: self._record(uow, run, arrival, read_back))

    def _record(self, uow: UnitOfWork, run: RunRecord, arrival: Arrival, read_back: ReadBack | None) -> None:
        now = self._context.clock()
        if arrival is Arrival.ARRIVED and run.accepted_at is None:
            message = uow.messages.get(run.user_message_id)
            receipt = self._receipt(uow, run, now)
            bookkeeping.record_accepted(uow, run, message.seq, receipt, native_session_id=None, now=now)
            run = uow.runs.get(run.id)
        reply = self._reply(uow, run, read_back, now)
        run = uow.runs.get(run.id)
        is_whole = read_back is not None and read_back.is_whole and bool(read_back.parts)
        ended = TurnEnded(
            COMPLETED if is_whole else CANCELLED,
            {
                Arrival.ARRIVED: Delivery.ACCEPTED,
                Arrival.NOT_ARRIVED: Delivery.REFUSED,
                Arrival.UNKNOWN: Delivery.UNCERTAIN,
            }[arrival],
            reply_held=read_back is not None,
            anchor=read_back.anchor if read_back else None,
            # Without a look into the session nobody knows what it holds of the answer.
            session_alive=read_back is not None or run.session_row_id is None,
        )
        stored = bookkeeping.record_finished(uow, run.id, bookkeeping.Finish(ended, run.usage, reply, can_truncate=False, now=now))
        if not is_whole:
            notice_id, seq = MessageId(self._context.new_id()), uow.threads.take_seq(run.thread_id)
            uow.messages.add(bookkeeping.error_notice(stored, notice_id, seq, now))

    def _receipt(self, uow: UnitOfWork, run: RunRecord, now: float) -> Message | None:
        """Build the receipt of a prompt that had arrived although the app didn't live to see it."""
        if run.handoff_id is None:
            return None
        handoff = uow.handoffs.get(run.handoff_id)
        answered = [other for other in uow.runs.of_thread(run.thread_id) if other.id != run.id and other.accepted_at]
        return Message(
            id=MessageId(self._context.new_id()),
            thread_id=run.thread_id,
            seq=uow.threads.take_seq(run.thread_id),
            role=Role.SYSTEM,
            kind=MessageKind.HANDOFF,
            run_id=run.id,
            provider_id=run.provider_id,
            created_at=now,
            data={
                "receipt": "joined" if run.known_before is None else "back",
                "handoff_id": handoff.id,
                "provider_id": run.provider_id,
                "previous_provider_id": answered[-1].provider_id if answered else None,
                "included": len(handoff.included_seqs),
                "omitted": len(handoff.omitted_seqs),
                "bytes": handoff.size_bytes,
                "withdrawn": False,
                "user_message_id": run.user_message_id,
            },
        )

    def _reply(self, uow: UnitOfWork, run: RunRecord, read_back: ReadBack | None, now: float) -> Message | None:
        """Return the answer as it is to be stored: what the agent's session holds where it tells, else what we had, closed."""
        mask = self._context.redactor.mask_part
        stored = uow.messages.get(run.reply_message_id) if run.reply_message_id is not None else None
        if read_back is not None and read_back.parts and stored is None:
            stored = Message(
                id=MessageId(self._context.new_id()),
                thread_id=run.thread_id,
                seq=uow.threads.take_seq(run.thread_id),
                role=Role.ASSISTANT,
                status=MessageStatus.STREAMING,
                provider_id=run.provider_id,
                model=run.model,
                run_id=run.id,
                created_at=now,
            )
            uow.messages.add(stored)
            uow.runs.change(run.id, reply_message_id=stored.id)
        if stored is None:
            return None
        parts = read_back.parts if read_back is not None and read_back.parts else stored.parts
        is_whole = read_back is not None and read_back.is_whole
        status = MessageStatus.SETTLED if is_whole else MessageStatus.INTERRUPTED
        return replace(stored, status=status, parts=tuple(mask(close_part(part)) for part in parts))

    def _answerer_of(self, run: RunRecord) -> Answerer | None:
        try:
            return self._context.answerers.get(run.provider_id)
        except NotFoundError:
            return None

    async def _row_of(self, run: RunRecord) -> SessionRecord | None:
        row_id = run.session_row_id
        return None if row_id is None else await self._context.database.run(lambda uow: uow.sessions.get(row_id))

    async def _limited(self, look: Awaitable[T], otherwise: T) -> T:
        """Look into an agent's session, but never let it hold up the start or break it."""
        try:
            async with asyncio.timeout(LOOK_LIMIT_S):
                return await look
        except (OnesistError, OSError, TimeoutError) as error:
            log.info("an agent's session can't be looked at: %s", error)
            return otherwise


def _spec(run: RunRecord, row: SessionRecord) -> SessionSpec:
    return SessionSpec(
        thread_id=run.thread_id,
        session_key=row.id,
        cwd=row.cwd,
        native_session_id=row.native_session_id,
        mode=row.mode,
        model=row.model,
    )
