# SPDX-License-Identifier: MIT
"""Puts right, at the start, what a crash left half done (docs/design.md section 4, step 7). Nothing is ever sent by itself."""

from __future__ import annotations

import asyncio
import logging
from dataclasses import dataclass, replace

from onesist_desktop.core.answerer import Answerer, Arrival, ReadBack
from onesist_desktop.core.errors import DiskFullError, NotFoundError, OnesistError
from onesist_desktop.core.handoff import handoff_items
from onesist_desktop.core.ids import MessageId, QueuedId, RunId
from onesist_desktop.core.messages import Message, MessageStatus, Part, Role
from onesist_desktop.core.records import ReceiptKind, RetireReason, RunStatus, SessionState
from onesist_desktop.core.turn_events import CANCELLED, COMPLETED, Delivery, TurnEnded
from onesist_desktop.services import bookkeeping, receipts
from onesist_desktop.services.context import ServiceContext
from onesist_desktop.services.reading_back import CutOff, asked_last, closed_parts, session_spec, split_reply, unheld, within_limit
from onesist_desktop.services.session_use import Wanted, usable
from onesist_desktop.storage.records import RunRecord, SessionRecord
from onesist_desktop.storage.unit_of_work import UnitOfWork

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Look:
    """What was found of a run in its agent's own session.

    ``steered`` is a message that was being handed to it while it worked, and whether it arrived.
    """

    arrival: Arrival
    read_back: ReadBack | None = None
    steered: QueuedId | None = None
    steer_arrival: Arrival = Arrival.NOT_ARRIVED


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
        looks: dict[RunId, Look] = {}

        async def look(run: RunRecord) -> None:
            looks[run.id] = await self._look(run)

        # Looking into the agents' sessions may take seconds each; what is found is recorded in the order of the runs.
        async with asyncio.TaskGroup() as group:
            for run in unfinished:
                group.create_task(look(run))
        return sum([await self._close(run, looks[run.id]) for run in unfinished])

    async def _look(self, run: RunRecord) -> Look:
        """Find out what an agent's own session holds of a run."""
        if run.status is RunStatus.PREPARING:
            return Look(Arrival.NOT_ARRIVED)
        arrival = Arrival.ARRIVED if run.status is RunStatus.STREAMING else Arrival.UNKNOWN
        answerer = self._answerer_of(run)
        row, prompt_id, steered = await self._context.database.run(lambda uow: _session_of(uow, run))
        # A retired row says itself that its session can't be used on, so there is nothing to look for.
        if answerer is None or row is None or row.state is SessionState.RETIRED:
            return Look(arrival, steered=steered, steer_arrival=Arrival.UNKNOWN)
        spec, can = session_spec(run, row), answerer.capabilities
        if run.status is RunStatus.SENDING and can.can_verify:
            arrival = await within_limit(answerer.verify(spec, prompt_id), Arrival.UNKNOWN)
        steer_arrival = Arrival.UNKNOWN
        if steered is not None and can.can_verify:
            steer_arrival = await within_limit(answerer.verify(spec, MessageId(steered)), Arrival.UNKNOWN)
            if steer_arrival is Arrival.ARRIVED:
                prompt_id = MessageId(steered)
        read_back = None
        if arrival is Arrival.ARRIVED and can.can_read_back:
            read_back = await within_limit(answerer.read_back(spec, prompt_id), None)
        return Look(arrival, read_back, steered, steer_arrival)

    async def _close(self, run: RunRecord, look: Look) -> bool:
        """Close one run. A run that can't be closed is left for the next start, and must not keep the app from starting."""
        log.info("run %s was %s when the app ended: %s", run.id, run.status, look.arrival)
        try:
            await self._context.database.run(lambda uow: self._record(uow, run, look))
        except DiskFullError:
            raise
        except OnesistError as error:
            log.warning("run %s can't be closed: %s", run.id, error)
            return False
        return True

    def _record(self, uow: UnitOfWork, run: RunRecord, look: Look) -> None:
        now, arrival, read_back = self._context.clock(), look.arrival, look.read_back
        if arrival is Arrival.ARRIVED and run.accepted_at is None:
            message = uow.messages.get(run.user_message_id)
            receipt, stale = self._receipt(uow, run, now)
            bookkeeping.record_accepted(uow, run, message.seq, receipt, native_session_id=None, stale=stale, now=now)
            bookkeeping.settle_fork(uow, run)
            run = uow.runs.get(run.id)
        if look.steered is not None and look.steer_arrival is Arrival.ARRIVED:
            self._record_steer(uow, run, look.steered, now)
            run = uow.runs.get(run.id)
        cut_off = self._cut_off(uow, run, read_back, now)
        reply, rest = (cut_off.reply, cut_off.rest) if cut_off is not None else (None, ())
        run = uow.runs.get(run.id)
        is_unclear = look.steered is not None and look.steer_arrival is Arrival.UNKNOWN
        is_whole = read_back is not None and read_back.is_whole and bool(read_back.parts)
        ended = TurnEnded(
            COMPLETED if is_whole else CANCELLED,
            {
                Arrival.ARRIVED: Delivery.ACCEPTED,
                Arrival.NOT_ARRIVED: Delivery.REFUSED,
                Arrival.UNKNOWN: Delivery.UNCERTAIN,
            }[arrival],
            # A session that holds the prompt alone has to be told what the person saw of the answer.
            reply_held=cut_off is not None and cut_off.is_held,
            anchor=read_back.anchor if read_back else None,
            # Without a look into the session nobody knows what it holds of the answer, or of a message that waits in the queue.
            session_alive=(read_back is not None and not is_unclear) or run.session_row_id is None,
        )
        stored = bookkeeping.record_finished(uow, run.id, bookkeeping.Finish(ended, run.usage, reply, can_truncate=False, now=now))
        if rest:
            uow.messages.add(self._new_message(uow, run, MessageStatus.INTERRUPTED, now, rest))
        if not is_whole:
            uow.messages.add(receipts.error_notice(uow, stored, MessageId(self._context.new_id()), now))

    def _record_steer(self, uow: UnitOfWork, run: RunRecord, queued_id: QueuedId, now: float) -> None:
        """Record that a message had been taken although the app didn't live to hear it."""
        stored = uow.messages.get(run.reply_message_id) if run.reply_message_id is not None else None
        reply = replace(stored, status=MessageStatus.SETTLED, parts=closed_parts(stored.parts)) if stored is not None else None
        bookkeeping.record_steer(uow, run.id, queued_id, reply, now)

    def _receipt(self, uow: UnitOfWork, run: RunRecord, now: float) -> tuple[Message | None, RetireReason | None]:
        """Build the receipt of a prompt that had arrived although the app didn't live to see it.

        The plan of the run is gone, so what it said is read back from the rows that it left.

        Returns:
            The receipt, and why an active row is retired for this run's new one.
        """
        stale = _staleness(uow, run)
        handoff = uow.handoffs.get(run.handoff_id) if run.handoff_id is not None else None
        kind = _receipt_kind(uow, run, is_stale=stale is not None)
        if kind is None:
            return None, stale
        left_out = len(handoff.omitted_seqs) if handoff else _count_due(uow, run) if run.had_due else 0
        counts = receipts.Counts(len(handoff.included_seqs) if handoff else 0, left_out, handoff.size_bytes if handoff else 0)
        notice = receipts.receipt(uow, run, kind, counts, MessageId(self._context.new_id()), now, stale)
        return notice, stale

    def _cut_off(self, uow: UnitOfWork, run: RunRecord, read_back: ReadBack | None, now: float) -> CutOff | None:
        """Return the answer as it is to be stored; None without one.

        Without a look into the session it is what we had, closed, and nothing counts as held.
        """
        stored = uow.messages.get(run.reply_message_id) if run.reply_message_id is not None else None
        if read_back is None or not read_back.parts:
            return unheld(stored) if stored is not None else None
        if stored is None:
            stored = self._new_message(uow, run, MessageStatus.STREAMING, now, ())
            uow.messages.add(stored)
            uow.runs.change(run.id, reply_message_id=stored.id)
        return split_reply(stored, read_back, self._context.redactor.mask_part)

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


def _session_of(uow: UnitOfWork, run: RunRecord) -> tuple[SessionRecord | None, MessageId, QueuedId | None]:
    """Return a run's session row, the id of what it answered last, and what was being handed to it."""
    row_id = run.session_row_id
    row = uow.sessions.get(row_id) if row_id is not None else None
    steering = uow.queue.steering(run.thread_id, run.id)
    return row, asked_last(uow, run), steering[0].id if steering else None


def _staleness(uow: UnitOfWork, run: RunRecord) -> RetireReason | None:
    """Return why a run went to a new session row although another one was active; None where none was."""
    active = uow.sessions.active(run.thread_id, run.provider_id)
    if active is None or active.id == run.session_row_id:
        return None
    current_seq = uow.messages.get(run.user_message_id).seq
    return usable(uow, active, Wanted(run.cwd, run.model, current_seq))[1] or RetireReason.REPLACED


def _receipt_kind(uow: UnitOfWork, run: RunRecord, *, is_stale: bool) -> ReceiptKind | None:
    rows = uow.sessions.of_thread(run.thread_id, run.provider_id)
    return receipts.agent_receipt_kind(
        [row for row in rows if row.id != run.session_row_id],
        had_due=run.had_due,
        delivered_any=run.delivered_any,
        is_resumed=run.known_before is not None,
        is_stale=is_stale,
        is_forked=run.known_before is None and any(row.forked_from for row in rows if row.id == run.session_row_id),
    )


def _count_due(uow: UnitOfWork, run: RunRecord) -> int:
    """Return how many messages were owed to a session of which none went over."""
    current = uow.messages.get(run.user_message_id).seq
    if run.session_row_id is None:
        row, own = None, set[MessageId]()
    else:
        row, own = uow.sessions.get(run.session_row_id), uow.runs.own_message_ids(run.session_row_id)
    # A session that was forked begins with what it was forked from.
    known, inherited = (row.known_upto_seq, set(row.inherited_seqs)) if row is not None else (0, set[int]())
    content = uow.messages.content(run.thread_id, known if run.known_before is None else run.known_before, current)
    owed = (message for message in content if message.id not in own and message.seq not in inherited)
    return sum(1 for message in owed if handoff_items([message]))
