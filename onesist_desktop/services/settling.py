# SPDX-License-Identifier: MIT
"""What follows for sessions and handoffs once a rewind can't be taken back any more (docs/design.md section 6)."""

from __future__ import annotations

from collections.abc import Callable

from onesist_desktop.core.ids import ProviderId, SessionRowId, ThreadId
from onesist_desktop.core.records import HandoffDelivery, RetireReason, RewindState, SessionState
from onesist_desktop.core.rewinding import Cut, CutKind
from onesist_desktop.services.bookkeeping import withdraw_receipts
from onesist_desktop.services.session_use import cut_of, spans_of
from onesist_desktop.storage.records import SessionRecord
from onesist_desktop.storage.unit_of_work import UnitOfWork

CanTruncate = Callable[[ProviderId], bool]


def settle_rewinds(
    uow: UnitOfWork, thread_id: ThreadId, can_truncate: CanTruncate, now: float
) -> tuple[tuple[ProviderId, SessionRowId], ...]:
    """Settle a thread's open rewinds: a message is sent in this very unit of work.

    Sessions that saw more are cut back where their agent can, else given up; handoffs that cover what was set aside don't count
    any more.

    Returns:
        Sessions whose processes hold what they are to forget, and must be ended before they are used again.
    """
    rewinds = uow.rewinds.open_of(thread_id)
    if not rewinds:
        return ()
    spans, changed = spans_of(rewinds), list[tuple[ProviderId, SessionRowId]]()
    for session in uow.sessions.of_thread(thread_id):
        if session.state is not SessionState.ACTIVE:
            continue
        cut = cut_of(uow, session, spans, can_truncate=can_truncate(session.provider_id))
        if cut.kind is CutKind.KEEP:
            continue
        if cut.kind is CutKind.GIVE_UP:
            uow.sessions.retire(session.id, RetireReason.REWOUND, now)
        else:
            _cut_back(uow, session, cut, now)
        changed.append((session.provider_id, session.id))
    for handoff_id in uow.rewinds.covering_handoffs(thread_id, spans):
        uow.handoffs.move(handoff_id, HandoffDelivery.SUPERSEDED, now)
    for record in rewinds:
        uow.rewinds.move(record.id, RewindState.SETTLED, now)
    return tuple(changed)


def _cut_back(uow: UnitOfWork, session: SessionRecord, cut: Cut, now: float) -> None:
    """Cut a session back, and forget what it held of the runs after that point: their messages may still stand in the thread."""
    assert cut.run is not None
    assert cut.run.anchor is not None
    known = cut.run.known_after or 0
    uow.sessions.cut_back(session.id, cut.run.anchor, known, occupied=cut.run.occupied, updated_at=now)
    for held in uow.rewinds.held_runs(session.id):
        if held.ordinal > cut.run.ordinal:
            run = uow.runs.get(held.run_id)
            uow.runs.change(run.id, prompt_held=False, reply_held=False)
            uow.steers.let_go(run.id)
            withdraw_receipts(uow, run, now)
