# SPDX-License-Identifier: MIT
"""The notices that a run leaves in the transcript: what was handed over, and how it ended otherwise than well.

Both a run that lives and the recovery of one that a crash cut off build them here, so that they can't differ.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from onesist_desktop.core.ids import MessageId
from onesist_desktop.core.messages import Message, MessageKind, Role
from onesist_desktop.core.records import ReceiptKind, RetireReason
from onesist_desktop.core.turn_events import Delivery
from onesist_desktop.storage.records import RunRecord, SessionRecord
from onesist_desktop.storage.unit_of_work import UnitOfWork


@dataclass(frozen=True, slots=True)
class Counts:
    """How much went over, in messages and bytes."""

    included: int = 0
    omitted: int = 0
    size_bytes: int = 0


def agent_receipt_kind(
    others: Sequence[SessionRecord],
    *,
    had_due: bool,
    delivered_any: bool,
    is_resumed: bool,
    is_stale: bool,
    is_forked: bool = False,
) -> ReceiptKind | None:
    """Return what the transcript says of an agent's turn; None for nothing.

    Args:
        others: The other session rows of that agent in the thread.
        had_due: Whether something had to go over.
        delivered_any: Whether any of it did.
        is_resumed: Whether the turn went into a session that the agent had already.
        is_stale: Whether another session had to be given up for it.
        is_forked: Whether the agent forked a session for it, so that it knows more than what went over.
    """
    if is_forked:
        return ReceiptKind.FORKED
    if not had_due:
        return ReceiptKind.AFRESH if is_stale else None
    if not delivered_any:
        return ReceiptKind.NOTHING_FITTED
    if is_resumed:
        return ReceiptKind.BACK
    was_here = any(row.retired_reason is not RetireReason.NEVER_ACCEPTED for row in others)
    return ReceiptKind.AFRESH if was_here else ReceiptKind.JOINED


def receipt(
    uow: UnitOfWork,
    run: RunRecord,
    kind: ReceiptKind,
    counts: Counts,
    notice_id: MessageId,
    now: float,
    stale: RetireReason | None = None,
) -> Message:
    """Build the receipt of a run's handoff with its seq. Its data are ids and counts, never wording.

    ``stale`` is why a session that is active still is given up for this run.
    """
    before = uow.runs.last_accepted(run.thread_id, besides=run.id)
    data = {
        "receipt": str(kind),
        "handoff_id": run.handoff_id,
        "provider_id": run.provider_id,
        "previous_provider_id": before.provider_id if before else None,
        "included": counts.included,
        "omitted": counts.omitted,
        "bytes": counts.size_bytes,
        "withdrawn": False,
        "user_message_id": run.user_message_id,
        "reason": str(stale or _given_up_for(uow, run) or "") if kind is ReceiptKind.AFRESH else "",
    }
    return notice(uow, run, MessageKind.HANDOFF, data, notice_id, now)


def _given_up_for(uow: UnitOfWork, run: RunRecord) -> RetireReason | None:
    """Return why the session before a run's own was given up."""
    rows = [row for row in uow.sessions.of_thread(run.thread_id, run.provider_id) if row.id != run.session_row_id]
    reasons = [row.retired_reason for row in rows if row.retired_reason not in {None, RetireReason.NEVER_ACCEPTED}]
    return reasons[-1] if reasons else None


def error_notice(uow: UnitOfWork, run: RunRecord, notice_id: MessageId, now: float) -> Message:
    """Build the notice that tells how a finished run ended otherwise than well. A person's stop has no reason."""
    data = {
        "reason": str(run.reason) if run.reason else "",
        "provider_id": run.provider_id,
        "detail": run.detail or "",
        "delivery": str(run.delivery or Delivery.REFUSED),
        "outcome": str(run.outcome),
        "user_message_id": uow.steers.asked_last(run),
        "resets_at": run.resets_at,
    }
    return notice(uow, run, MessageKind.ERROR, data, notice_id, now)


def notice(
    uow: UnitOfWork, run: RunRecord, kind: MessageKind, data: Mapping[str, object], notice_id: MessageId, now: float
) -> Message:
    """Build a notice of a run at the end of its thread."""
    return Message(
        id=notice_id,
        thread_id=run.thread_id,
        seq=uow.threads.take_seq(run.thread_id),
        role=Role.SYSTEM,
        kind=kind,
        run_id=run.id,
        provider_id=run.provider_id,
        created_at=now,
        data=data,
    )
