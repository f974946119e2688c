# SPDX-License-Identifier: MIT
"""Whether an agent's session can be used for the next turn, and as what: the facts that core's rules ask for."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from onesist_desktop.core.records import RetireReason
from onesist_desktop.core.rewinding import KEEP, Cut, CutKind, Span, cut_for
from onesist_desktop.core.staleness import MAX_DELTAS, MAX_RUNS_OF_OTHERS, SessionFacts, staleness
from onesist_desktop.storage.records import RewindRecord, SessionRecord
from onesist_desktop.storage.unit_of_work import UnitOfWork


@dataclass(frozen=True, slots=True)
class Wanted:
    """What a turn wants of a session.

    Attributes:
        current_seq: Seq of the message that is sent.
        is_narrow: The last message or answer would fit a fresh session's budget but not the delta's.
    """

    cwd: str
    model: str | None
    current_seq: int
    can_change_model: bool = False
    can_truncate: bool = False
    is_narrow: bool = False


@dataclass(frozen=True, slots=True)
class AsSettled:
    """An active session as the next send would find it, rewinds that are open now being settled by it.

    Attributes:
        session: The session, cut back as it would be.
        must_give_up: It saw what was set aside and can't be cut back.
        own_upto: Greatest seq that can be its own; None for no limit.
    """

    session: SessionRecord
    must_give_up: bool = False
    own_upto: int | None = None


def spans_of(rewinds: Iterable[RewindRecord]) -> list[Span]:
    """Return what rewinds set aside."""
    return [Span(record.to_seq, record.upto_seq) for record in rewinds]


def cut_of(uow: UnitOfWork, session: SessionRecord, spans: list[Span], *, can_truncate: bool) -> Cut:
    """Return what becomes of an active session once what lies in these spans is gone for good."""
    if not spans:
        return KEEP
    inherited_upto = max(session.inherited_seqs, default=0)
    runs = uow.rewinds.held_runs(session.id)
    return cut_for(session.known_upto_seq, runs, spans, inherited_upto=inherited_upto, can_truncate=can_truncate)


def as_settled(uow: UnitOfWork, session: SessionRecord, *, can_truncate: bool) -> AsSettled:
    """Return an active session as the next send would find it. Nothing is changed."""
    cut = cut_of(uow, session, spans_of(uow.rewinds.open_of(session.thread_id)), can_truncate=can_truncate)
    if cut.kind is CutKind.GIVE_UP:
        return AsSettled(session, must_give_up=True)
    if cut.run is None:
        return AsSettled(session)
    anchor, known = cut.run.anchor, cut.run.known_after or 0
    seen = replace(session, anchor=anchor, truncate_to=anchor, known_upto_seq=known, occupied=cut.run.occupied)
    return AsSettled(seen, own_upto=cut.run.last_seq)


def own_seqs(uow: UnitOfWork, session: SessionRecord, *, can_truncate: bool) -> set[int]:
    """Return the seqs beyond what it is known to have seen that are a session's own, as the next send would find it."""
    own = uow.runs.own_seqs(session, session.known_upto_seq)
    own_upto = as_settled(uow, session, can_truncate=can_truncate).own_upto
    return own if own_upto is None else {seq for seq in own if seq <= own_upto}


def usable(uow: UnitOfWork, active: SessionRecord, wanted: Wanted) -> tuple[SessionRecord | None, RetireReason | None]:
    """Return an active session as the turn would use it, or why it can't."""
    settled = as_settled(uow, active, can_truncate=wanted.can_truncate)
    session = settled.session
    others = uow.rewinds.runs_of_others(session.thread_id, session.id, MAX_RUNS_OF_OTHERS + 1)
    deltas = uow.rewinds.deltas_into(session.id)
    is_long = others > MAX_RUNS_OF_OTHERS or deltas >= MAX_DELTAS
    facts = SessionFacts(
        cwd=session.cwd,
        wanted_cwd=wanted.cwd,
        model=session.model,
        wanted_model=wanted.model,
        can_change_model=wanted.can_change_model,
        must_give_up=settled.must_give_up,
        # Read only where it matters.
        is_owed=wanted.is_narrow or (is_long and _is_owed(uow, session, wanted)),
        runs_of_others=others,
        deltas=deltas,
        is_narrow=wanted.is_narrow,
    )
    stale = staleness(facts)
    return (None, stale) if stale is not None else (session, None)


def _is_owed(uow: UnitOfWork, session: SessionRecord, wanted: Wanted) -> bool:
    own = own_seqs(uow, session, can_truncate=wanted.can_truncate) | set(session.inherited_seqs)
    return uow.rewinds.has_content(session.thread_id, Span(session.known_upto_seq, wanted.current_seq - 1), own)
