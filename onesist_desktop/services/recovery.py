# SPDX-License-Identifier: MIT
"""Puts right, at the start, what a crash left half done (docs/design.md section 4, step 7). Nothing is ever sent by itself."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Sequence
from dataclasses import replace
from typing import TypeVar

from onesist_desktop.core.answerer import Answerer, Arrival, ReadBack, SessionSpec
from onesist_desktop.core.errors import NotFoundError, OnesistError
from onesist_desktop.core.handoff import handoff_items
from onesist_desktop.core.ids import MessageId
from onesist_desktop.core.messages import Message, MessageKind, MessageStatus, Part, Role, close_part, is_empty
from onesist_desktop.core.records import ReceiptKind, RetireReason, RunStatus, SessionState
from onesist_desktop.core.turn_events import CANCELLED, COMPLETED, Delivery, TurnEnded
from onesist_desktop.services import bookkeeping
from onesist_desktop.services.context import ServiceContext
from onesist_desktop.services.recovered_answer import join_answer
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
        row, prompt_id = await self._context.database.run(lambda uow: _session_of(uow, run))
        # A retired row says itself that its session can't be used on, so there is nothing to look for.
        spec = None if row is None or row.state is SessionState.RETIRED else _spec(run, row)
        arrival = Arrival.NOT_ARRIVED if run.status is RunStatus.PREPARING else Arrival.UNKNOWN
        if run.status is RunStatus.SENDING and answerer is not None and spec is not None and answerer.capabilities.can_verify:
            arrival = await self._limited(answerer.verify(spec, prompt_id), Arrival.UNKNOWN)
        if run.status is RunStatus.STREAMING:
            arrival = Arrival.ARRIVED
        read_back: ReadBack | None = None
        if arrival is Arrival.ARRIVED and answerer is not None and spec is not None and answerer.capabilities.can_read_back:
            read_back = await self._limited(answerer.read_back(spec, prompt_id), None)
        log.info("run %s was %s when the app ended: %s", run.id, run.status, arrival)
        await self._context.database.run(lambda uow: self._record(uow, run, arrival, read_back))

    def _record(self, uow: UnitOfWork, run: RunRecord, arrival: Arrival, read_back: ReadBack | None) -> None:
        now = self._context.clock()
        if arrival is Arrival.ARRIVED and run.accepted_at is None:
            message = uow.messages.get(run.user_message_id)
            receipt, stale = self._receipt(uow, run, now)
            bookkeeping.record_accepted(uow, run, message.seq, receipt, native_session_id=None, stale=stale, now=now)
            run = uow.runs.get(run.id)
        reply, rest = self._reply(uow, run, read_back, now)
        run = uow.runs.get(run.id)
        is_whole = read_back is not None and read_back.is_whole and bool(read_back.parts)
        ended = TurnEnded(
            COMPLETED if is_whole else CANCELLED,
            {
                Arrival.ARRIVED: Delivery.ACCEPTED,
                Arrival.NOT_ARRIVED: Delivery.REFUSED,
                Arrival.UNKNOWN: Delivery.UNCERTAIN,
            }[arrival],
            # A session that holds the prompt alone has to be told what the person saw of the answer.
            reply_held=read_back is not None and bool(read_back.parts),
            anchor=read_back.anchor if read_back else None,
            # Without a look into the session nobody knows what it holds of the answer.
            session_alive=read_back is not None or run.session_row_id is None,
        )
        stored = bookkeeping.record_finished(uow, run.id, bookkeeping.Finish(ended, run.usage, reply, can_truncate=False, now=now))
        if rest:
            uow.messages.add(self._new_message(uow, run, MessageStatus.INTERRUPTED, now, rest))
        if not is_whole:
            notice_id, seq = MessageId(self._context.new_id()), uow.threads.take_seq(run.thread_id)
            uow.messages.add(bookkeeping.error_notice(stored, notice_id, seq, now))

    def _receipt(self, uow: UnitOfWork, run: RunRecord, now: float) -> tuple[Message | None, RetireReason | None]:
        """Build the receipt of a prompt that had arrived although the app didn't live to see it.

        The plan of the run is gone, so what it said is read back from the rows that it left.

        Returns:
            The receipt, and why an active row is retired for this run's new one.
        """
        stale = _staleness(uow, run)
        handoff = uow.handoffs.get(run.handoff_id) if run.handoff_id is not None else None
        kind = _receipt_kind(uow, run, handoff is not None, is_stale=stale is not None)
        if kind is None:
            return None, stale
        answered = [other for other in uow.runs.of_thread(run.thread_id) if other.id != run.id and other.accepted_at]
        left_out = len(handoff.omitted_seqs) if handoff else _count_due(uow, run) if run.had_due else 0
        notice = Message(
            id=MessageId(self._context.new_id()),
            thread_id=run.thread_id,
            seq=uow.threads.take_seq(run.thread_id),
            role=Role.SYSTEM,
            kind=MessageKind.HANDOFF,
            run_id=run.id,
            provider_id=run.provider_id,
            created_at=now,
            data={
                "receipt": str(kind),
                "handoff_id": run.handoff_id,
                "provider_id": run.provider_id,
                "previous_provider_id": answered[-1].provider_id if answered else None,
                "included": len(handoff.included_seqs) if handoff else 0,
                "omitted": left_out,
                "bytes": handoff.size_bytes if handoff else 0,
                "withdrawn": False,
                "user_message_id": run.user_message_id,
            },
        )
        return notice, stale

    def _reply(
        self, uow: UnitOfWork, run: RunRecord, read_back: ReadBack | None, now: float
    ) -> tuple[Message | None, tuple[Part, ...]]:
        """Return the answer as it is to be stored, and what the person saw of it beyond what the agent's session holds.

        Without a look into the session the answer is what we had, closed, and there is no such rest.
        """
        mask = self._context.redactor.mask_part
        stored = uow.messages.get(run.reply_message_id) if run.reply_message_id is not None else None
        if read_back is None or not read_back.parts:
            if stored is None:
                return None, ()
            return replace(stored, status=MessageStatus.INTERRUPTED, parts=_closed(stored.parts)), ()
        if stored is None:
            stored = self._new_message(uow, run, MessageStatus.STREAMING, now, ())
            uow.messages.add(stored)
            uow.runs.change(run.id, reply_message_id=stored.id)
        answer = join_answer(stored.parts, [mask(part) for part in read_back.parts])
        status = MessageStatus.SETTLED if read_back.is_whole else MessageStatus.INTERRUPTED
        rest = () if read_back.is_whole else _closed(answer.rest)
        return replace(stored, status=status, parts=_closed(answer.held)), rest

    def _new_message(self, uow: UnitOfWork, run: RunRecord, status: MessageStatus, now: float, parts: tuple[Part, ...]) -> Message:
        return Message(
            id=MessageId(self._context.new_id()),
            thread_id=run.thread_id,
            seq=uow.threads.take_seq(run.thread_id),
            role=Role.ASSISTANT,
            status=status,
            provider_id=run.provider_id,
            model=run.model,
            run_id=run.id,
            created_at=now,
            parts=parts,
        )

    def _answerer_of(self, run: RunRecord) -> Answerer | None:
        try:
            return self._context.answerers.get(run.provider_id)
        except NotFoundError:
            return None

    async def _limited(self, look: Awaitable[T], otherwise: T) -> T:
        """Look into an agent's session, but never let it hold up the start or break it."""
        try:
            async with asyncio.timeout(LOOK_LIMIT_S):
                return await look
        except (OnesistError, OSError, TimeoutError) as error:
            log.info("an agent's session can't be looked at: %s", error)
        except Exception:
            # A fault of an adapter, met with a file that another program wrote: the person's start must not end with it.
            log.exception("an agent's session can't be looked at")
        return otherwise


def _spec(run: RunRecord, row: SessionRecord) -> SessionSpec:
    return SessionSpec(
        thread_id=run.thread_id,
        session_key=row.id,
        cwd=row.cwd,
        native_session_id=row.native_session_id,
        mode=row.mode,
        model=row.model,
        # Not cut back yet as far as we know, so what the cut was to remove is no sign of this prompt.
        truncate_to=row.truncate_to,
    )


def _session_of(uow: UnitOfWork, run: RunRecord) -> tuple[SessionRecord | None, MessageId]:
    row_id = run.session_row_id
    row = uow.sessions.get(row_id) if row_id is not None else None
    return row, bookkeeping.prompt_id_of(uow, run, row_id)


def _closed(parts: Sequence[Part]) -> tuple[Part, ...]:
    return tuple(close_part(part) for part in parts if not is_empty(part))


def _staleness(uow: UnitOfWork, run: RunRecord) -> RetireReason | None:
    """Return why a run went to a new session row although another one was active; None where none was."""
    active = uow.sessions.active(run.thread_id, run.provider_id)
    if active is None or active.id == run.session_row_id:
        return None
    if active.cwd != run.cwd:
        return RetireReason.CWD_CHANGED
    return RetireReason.MODEL_CHANGED if active.model != run.model else RetireReason.REPLACED


def _receipt_kind(uow: UnitOfWork, run: RunRecord, has_handoff: bool, *, is_stale: bool) -> ReceiptKind | None:
    if run.had_due and not run.delivered_any:
        return ReceiptKind.NOTHING_FITTED
    if not has_handoff:
        return ReceiptKind.AFRESH if is_stale else None
    if run.known_before is not None:
        return ReceiptKind.BACK
    others = (row for row in uow.sessions.of_thread(run.thread_id, run.provider_id) if row.id != run.session_row_id)
    was_here = any(row.retired_reason is not RetireReason.NEVER_ACCEPTED for row in others)
    return ReceiptKind.AFRESH if was_here else ReceiptKind.JOINED


def _count_due(uow: UnitOfWork, run: RunRecord) -> int:
    """Return how many messages were owed to a session of which none went over."""
    current = uow.messages.get(run.user_message_id).seq
    own = uow.runs.own_message_ids(run.session_row_id) if run.session_row_id is not None else set()
    content = uow.messages.content(run.thread_id, run.known_before or 0, current)
    return len({item.seq for item in handoff_items(message for message in content if message.id not in own)})
