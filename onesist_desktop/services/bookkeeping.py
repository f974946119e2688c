# SPDX-License-Identifier: MIT
"""The transactions of a run: planned, sending, accepted, steered, finished (docs/design.md section 4, steps 2 to 6).

Each function is one unit of work on the database thread. Together with ``core.transition`` they decide what a session counts
as having seen, which is why they are kept apart from streaming and from the window.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from onesist_desktop.core.errors import NotFoundError
from onesist_desktop.core.ids import HandoffId, MessageId, QueuedId, RunId, SessionRowId, TransferId
from onesist_desktop.core.messages import Message, MessageKind, Part, Role, TextPart
from onesist_desktop.core.records import HandoffDelivery, Resolution, RetireReason, RunStatus, SessionState, TransferKind
from onesist_desktop.core.transition import is_still_owed
from onesist_desktop.core.turn_events import Delivery, OutcomeKind, TurnEnded, Usage
from onesist_desktop.services.handoff_plan import Plan
from onesist_desktop.services.history import outline_finished
from onesist_desktop.services.native_forks import NativeFork
from onesist_desktop.storage.records import HandoffRecord, RunRecord, SessionRecord, SteerRecord, TransferRecord
from onesist_desktop.storage.unit_of_work import UnitOfWork


@dataclass(frozen=True, slots=True)
class PlanIds:
    """Fresh ids for what a plan may write."""

    session_row: SessionRowId
    native_session: str
    transfer: TransferId
    handoff: HandoffId


def record_plan(uow: UnitOfWork, run: RunRecord, plan: Plan, ids: PlanIds, *, is_agent: bool, now: float) -> RunRecord:
    """Write a plan: the session row that will be used, and the handoff as pending. Nothing counts as seen yet."""
    row = plan.session
    if is_agent and row is None:
        row = SessionRecord(
            id=ids.session_row,
            thread_id=run.thread_id,
            provider_id=run.provider_id,
            state=SessionState.OPENING,
            cwd=run.cwd,
            mode=run.mode,
            created_at=now,
            updated_at=now,
            native_session_id=ids.native_session,
            model=run.model,
        )
        if plan.native is not None:
            row = _forked(row, plan.native)
        uow.sessions.add(row)
    handoff_id = _record_handoff(uow, run, plan, ids, row, now) if plan.told_text else None
    changes = {
        "mode": run.mode,
        "effort": run.effort,
        "session_row_id": row.id if row else None,
        "handoff_id": handoff_id,
        "had_due": plan.had_due,
        "delivered_any": plan.delivered_any,
        "known_before": plan.session.known_upto_seq if plan.session else None,
        "anchor_before": plan.session.anchor if plan.session else None,
    }
    uow.runs.change(run.id, **changes)
    return replace(run, **changes)  # type: ignore[arg-type]


def _forked(row: SessionRecord, native: NativeFork) -> SessionRecord:
    """Return a new session row that begins with what an ancestor's session holds."""
    return replace(
        row,
        known_upto_seq=native.known_upto_seq,
        forked_from=native.native_session_id,
        fork_anchor=native.anchor,
        inherited_seqs=native.inherited_seqs,
        occupied=native.occupied,
        context_window=native.context_window,
    )


def _record_handoff(uow: UnitOfWork, run: RunRecord, plan: Plan, ids: PlanIds, row: SessionRecord | None, now: float) -> HandoffId:
    covered = plan.due.seqs
    included = set(plan.fit.included_seqs)
    uow.handoffs.add_transfer(
        TransferRecord(
            id=ids.transfer,
            kind=TransferKind.SWITCH,
            source_thread_id=run.thread_id,
            target_thread_id=run.thread_id,
            resolution=Resolution.PORTABLE,
            created_at=now,
            source_provider_id=plan.due.authors[-1],
            target_provider_id=run.provider_id,
            base_seq=plan.transition.after_seq,
            source_seq=covered[-1],
        )
    )
    uow.handoffs.add(
        HandoffRecord(
            id=ids.handoff,
            transfer_id=ids.transfer,
            thread_id=run.thread_id,
            provider_id=run.provider_id,
            strategy=plan.fit.strategy,
            covered_seqs=tuple(covered),
            included_seqs=tuple(sorted(included)),
            omitted_seqs=tuple(sorted(plan.due.telling_seqs() - included)),
            included_count=len(plan.told),
            omitted_count=len(plan.due.kinds) - len(plan.told),
            text=plan.told_text,
            size_bytes=len(plan.told_text.encode("utf-8", "surrogatepass")),
            made_by="onesist",
            delivery=HandoffDelivery.PENDING,
            created_at=now,
            run_id=run.id,
            session_row_id=row.id if row else None,
        )
    )
    return ids.handoff


def prompt_id_of(uow: UnitOfWork, run: RunRecord, row_id: SessionRowId | None) -> MessageId:
    """Return the id under which a run's prompt goes to its agent, and is looked for afterwards.

    That of the message, unless the session holds the message already from an earlier run: then only "continue" is said, and
    under the message's id the earlier prompt would be found instead.
    """
    message_id = run.user_message_id
    if row_id is None:
        return message_id
    if uow.steers.is_held_in(row_id, message_id):
        return MessageId(run.id)
    if not uow.runs.holds_prompt(row_id, message_id):
        return message_id
    earlier = (other for other in uow.runs.of_thread(run.thread_id) if other.ordinal < run.ordinal and other.prompt_held)
    is_held = any(other.session_row_id == row_id and other.user_message_id == message_id for other in earlier)
    return MessageId(run.id) if is_held else message_id


def record_sending(uow: UnitOfWork, run: RunRecord, native_session_id: str | None, now: float) -> None:
    """Commit that bytes may leave from now on, and under which native session they would be found."""
    if run.session_row_id is not None:
        uow.sessions.change(run.session_row_id, native_session_id=native_session_id, updated_at=now)
    uow.runs.change(run.id, status=RunStatus.SENDING)


def record_accepted(
    uow: UnitOfWork,
    run: RunRecord,
    current_seq: int,
    receipt: Message | None,
    *,
    native_session_id: str | None,
    stale: RetireReason | None = None,
    now: float,
) -> tuple[SessionRowId, ...]:
    """Commit everything that acceptance proves, in one transaction.

    Returns:
        Session rows that the accepted one replaced; their processes can be ended now.

    Raises:
        StaleSessionError: The row was retired meanwhile.
    """
    replaced: Sequence[SessionRowId] = ()
    if run.session_row_id is not None:
        values: dict[str, object] = {"updated_at": now, "truncate_to": None, "model": run.model, "mode": run.mode}
        if native_session_id is not None:
            values["native_session_id"] = native_session_id
        replaced = uow.sessions.activate(run.session_row_id, stale or RetireReason.REPLACED, **values)
        if not is_still_owed(had_due=run.had_due, delivered_any=run.delivered_any):
            uow.sessions.raise_known(run.session_row_id, current_seq)
    if run.handoff_id is not None:
        uow.handoffs.move(run.handoff_id, HandoffDelivery.DELIVERED, now)
    if receipt is not None:
        uow.messages.add(receipt)
    uow.runs.change(
        run.id, status=RunStatus.STREAMING, delivery=Delivery.ACCEPTED, accepted_at=now, prompt_held=run.session_row_id is not None
    )
    return tuple(replaced)


def settle_fork(uow: UnitOfWork, run: RunRecord) -> Message | None:
    """Note how a fork began, once the first prompt in it was accepted.

    Returns:
        The changed notice of the fork; None where nothing was to be noted.
    """
    transfer = uow.handoffs.fork_of(run.thread_id)
    if transfer is None or transfer.message_id is None:
        return None
    try:
        notice = uow.messages.get(transfer.message_id)
    except NotFoundError:
        return None
    if notice.data.get("resolution") != "":
        return None
    is_native = run.session_row_id is not None and uow.sessions.get(run.session_row_id).forked_from is not None
    resolution = Resolution.NATIVE if is_native else Resolution.PORTABLE
    uow.handoffs.set_resolution(transfer.id, resolution)
    uow.messages.set_data(notice.id, {**notice.data, "resolution": str(resolution), "provider_id": run.provider_id})
    return uow.messages.get(notice.id)


def give_up_fork(uow: UnitOfWork, run: RunRecord, now: float) -> None:
    """Note that an agent could not fork a session for a run: what was planned with it is not used, and nothing was sent."""
    _close_unaccepted(uow, run, Delivery.REFUSED, now)


def record_steer(
    uow: UnitOfWork, run_id: RunId, queued_id: QueuedId, reply: Message | None, now: float, *, reply_held: bool = True
) -> Message | None:
    """Commit that a run took a queued message while it worked: it leaves the queue, and its row ends the answer so far.

    ``reply`` is the answer so far, settled; its seq is 0 when no part of it was stored yet. None without any. What the session
    doesn't hold of it (``reply_held``) is told to it with the next prompt.

    Returns:
        The message; None when it isn't in the queue any more, and then nothing was changed.

    Raises:
        StaleSessionError: The session row was retired meanwhile.
    """
    run = uow.runs.get(run_id)
    try:
        record = uow.queue.get(queued_id)
    except NotFoundError:
        return None
    if record.thread_id != run.thread_id:
        return None
    uow.queue.remove(record.id)
    if reply is not None:
        _store_reply(uow, reply)
    text: list[Part] = [TextPart(record.text)] if record.text.strip() else []
    message = Message(
        id=record.message_id,
        thread_id=run.thread_id,
        seq=uow.threads.take_seq(run.thread_id),
        role=Role.USER,
        parts=(*text, *record.attachments),
        run_id=run.id,
        created_at=now,
    )
    uow.messages.add(message)
    reply_id = reply.id if reply is not None and reply.parts else None
    uow.steers.add(SteerRecord(message.id, run.id, reply_id, reply_held=reply_held))
    uow.runs.change(run.id, reply_message_id=None)
    if run.session_row_id is not None and not _is_behind(uow, run):
        uow.sessions.raise_known(run.session_row_id, message.seq)
    return message


def _is_behind(uow: UnitOfWork, run: RunRecord) -> bool:
    """Tell whether a run's session still has to be told something from before or from within the run."""
    owes = is_still_owed(had_due=run.had_due, delivered_any=run.delivered_any)
    return owes or any(steer.reply_id is not None and not steer.reply_held for steer in uow.steers.of_run(run.id))


def _store_reply(uow: UnitOfWork, reply: Message) -> Message:
    """Settle an answer, which has no row yet where nothing of it could be written while it grew."""
    if not reply.seq:
        reply = replace(reply, seq=uow.threads.take_seq(reply.thread_id))
        uow.messages.add(reply)
    uow.messages.settle(reply)
    outline_finished(uow, reply.thread_id, reply.seq)
    return reply


@dataclass(frozen=True, slots=True)
class Finish:
    """How a run ended, for :func:`record_finished`. ``reply`` is the settled answer, None when there was no output."""

    ended: TurnEnded
    usage: Usage | None
    reply: Message | None
    can_truncate: bool
    now: float

    @property
    def has_output(self) -> bool:
        """Whether the answer holds anything."""
        return self.reply is not None and bool(self.reply.parts)


def record_finished(uow: UnitOfWork, run_id: RunId, finish: Finish) -> RunRecord:
    """Commit the outcome of a run and what its session holds of it.

    Returns:
        The run as stored.
    """
    run = uow.runs.get(run_id)
    ended, now = finish.ended, finish.now
    if finish.reply is not None:
        uow.messages.settle(finish.reply)
        outline_finished(uow, run.thread_id, finish.reply.seq)
    changes: dict[str, object] = {
        "status": RunStatus.FINISHED,
        "outcome": ended.outcome.kind,
        "reason": ended.outcome.reason,
        "detail": ended.outcome.detail or None,
        "resets_at": ended.outcome.resets_at,
        "usage": finish.usage,
        "finished_at": now,
        "anchor": ended.anchor,
    }
    accepted = run.accepted_at is not None
    if not accepted:
        changes["delivery"] = ended.delivery if ended.delivery is not Delivery.ACCEPTED else Delivery.UNCERTAIN
        _close_unaccepted(uow, run, ended.delivery, now)
    elif run.session_row_id is not None:
        changes.update(_close_accepted(uow, run, finish))
    uow.runs.change(run.id, **changes)
    # What was handed to it and not taken waits in the queue again.
    uow.queue.end_steering(run.thread_id, run.id)
    if ended.outcome.kind is not OutcomeKind.STOPPED:
        # Who stopped it has seen what there was.
        uow.threads.change(run.thread_id, is_unread=True)
    return uow.runs.get(run.id)


def _close_unaccepted(uow: UnitOfWork, run: RunRecord, delivery: Delivery, now: float) -> None:
    """Nothing was proved: a refused prompt leaves all as it was, an uncertain one ends the session."""
    refused = delivery is Delivery.REFUSED
    if run.handoff_id is not None:
        uow.handoffs.move(run.handoff_id, HandoffDelivery.REFUSED if refused else HandoffDelivery.UNCERTAIN, now)
    if run.session_row_id is None:
        return
    if uow.sessions.get(run.session_row_id).state is SessionState.OPENING:
        uow.sessions.retire(run.session_row_id, RetireReason.NEVER_ACCEPTED if refused else RetireReason.UNCERTAIN, now)
    elif not refused:
        uow.sessions.retire(run.session_row_id, RetireReason.UNCERTAIN, now)


def _close_accepted(uow: UnitOfWork, run: RunRecord, finish: Finish) -> dict[str, object]:
    assert run.session_row_id is not None
    row_id, ended, now = run.session_row_id, finish.ended, finish.now
    row = uow.sessions.get(row_id)
    if row.state is SessionState.RETIRED:
        return {}
    is_newest = (newest := uow.runs.last_accepted_in(row_id)) is None or newest.id == run.id
    # An answer that a steered message ended is output too.
    has_output = finish.has_output or any(steer.reply_id is not None for steer in uow.steers.of_run(run.id))
    if is_newest and ended.outcome.kind is OutcomeKind.FAILED and not has_output:
        return _undo_without_output(uow, run, row, finish)
    if finish.usage is not None:
        usage = finish.usage
        uow.sessions.change(
            row_id,
            occupied=usage.occupied if usage.occupied is not None else row.occupied,
            context_window=usage.context_window or row.context_window,
        )
    changes: dict[str, object] = {}
    if finish.reply is not None and finish.has_output and ended.reply_held:
        changes["reply_held"] = True
        if not _is_behind(uow, run):
            uow.sessions.raise_known(row_id, finish.reply.seq)
    if is_newest:
        # Unknown replaces known: cutting back to an older anchor would also cut off what this run left in the session.
        uow.sessions.change(row_id, anchor=ended.anchor, updated_at=now)
    changes["known_after"] = uow.sessions.get(row_id).known_upto_seq
    if not ended.session_alive:
        uow.sessions.retire(row_id, RetireReason.INTERRUPTED, now)
    return changes


def _undo_without_output(uow: UnitOfWork, run: RunRecord, row: SessionRecord, finish: Finish) -> dict[str, object]:
    """Keep the model from ever seeing one request twice after an accepted prompt failed without an answer.

    A fresh session is given up; a resumed one is cut back to where it was. Where neither can be done the prompt counts as seen,
    and *Send again* says "continue".
    """
    if run.known_before is None or not finish.ended.session_alive:
        uow.sessions.retire(row.id, RetireReason.FAILED_WITHOUT_OUTPUT, finish.now)
    elif finish.can_truncate and run.anchor_before is not None:
        uow.sessions.cut_back(row.id, run.anchor_before, run.known_before, updated_at=finish.now)
    else:
        return {"known_after": row.known_upto_seq}
    withdraw_receipts(uow, run, finish.now)
    uow.steers.let_go(run.id)
    return {"prompt_held": False, "known_after": run.known_before}


def withdraw_receipts(uow: UnitOfWork, run: RunRecord, now: float) -> None:
    """Say that what a run handed over doesn't count any more: its session was given up or cut back."""
    if run.handoff_id is not None:
        uow.handoffs.move(run.handoff_id, HandoffDelivery.SUPERSEDED, now)
    for notice in uow.messages.notices(run.thread_id, MessageKind.HANDOFF, run.id):
        uow.messages.set_data(notice.id, {**notice.data, "withdrawn": True})
