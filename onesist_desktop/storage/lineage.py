# SPDX-License-Identifier: MIT
"""Reads what the map and a thread's family show. Many threads at once, and no message's text but that of one answer."""

from __future__ import annotations

import json
from collections.abc import Collection
from dataclasses import dataclass
from typing import NamedTuple

from sqlalchemy import ColumnElement, Connection, func, or_, select

from onesist_desktop.core.ids import HandoffId, MessageId, ProjectId, ProviderId, RunId, ThreadId
from onesist_desktop.core.messages import MessageKind, Part, Role
from onesist_desktop.core.records import HandoffDelivery, RunStatus, SessionState, TransferKind
from onesist_desktop.core.turn_events import OutcomeKind
from onesist_desktop.storage.codec import decode_object, decode_part
from onesist_desktop.storage.tables import (
    chat_provider_sessions,
    context_handoffs,
    context_transfers,
    message_parts,
    messages,
    runs,
    threads,
)

_BATCH = 500
_CALLS = ("command",)
_SHOWN = ("text", "file_change")


class MapRun(NamedTuple):
    """A run as the map needs it. ``reply_seq`` is None while, and where, there is no answer; ``was_told``: a handoff got there.

    A tuple, because a map is made of ten thousand of them.
    """

    id: RunId
    thread_id: ThreadId
    ordinal: int
    provider_id: ProviderId
    started_at: float
    status: RunStatus
    outcome: OutcomeKind | None
    question_seq: int
    reply_seq: int | None
    was_told: bool


@dataclass(frozen=True, slots=True)
class LiveMerge:
    """A merge whose message stands: what the child had up to ``child_seq`` is the parent's message ``parent_seq``."""

    child_id: ThreadId
    parent_id: ThreadId
    child_seq: int
    parent_seq: int
    message_id: MessageId
    at: float


@dataclass(frozen=True, slots=True)
class MergeNotice:
    """What the line of a merge in the parent's transcript tells. Counts are messages."""

    at: float
    message_id: MessageId
    child_id: ThreadId
    child_title: str
    included: int
    omitted: int


@dataclass(frozen=True, slots=True)
class Delivered:
    """A handoff that its provider got. Counts are messages."""

    id: HandoffId
    at: float
    source_provider_id: ProviderId | None
    target_provider_id: ProviderId
    included: int
    omitted: int


@dataclass(frozen=True, slots=True)
class AnswerParts:
    """What an answer is made of, in order: its texts and changed files. Of its commands only their number."""

    parts: tuple[Part, ...]
    command_count: int


@dataclass(frozen=True, slots=True)
class Answered:
    """Somebody who answered in a thread. ``known_upto_seq``: what its session was told and said, None where it has none."""

    provider_id: ProviderId
    last_ordinal: int
    known_upto_seq: int | None
    had_session: bool


class LineageStore:
    """Reads runs, merges and handoffs across threads. Writes nothing."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    # -- the map --------------------------------------------------------------------------------------------------------

    def runs_of(self, thread_ids: Collection[ThreadId]) -> dict[ThreadId, list[MapRun]]:
        """List the runs of threads by thread, each in order. Runs whose question or answer was set aside are left out."""
        found: dict[ThreadId, list[MapRun]] = {}
        wanted = list(thread_ids)
        for start in range(0, len(wanted), _BATCH):
            self._read_runs(runs.c.thread_id.in_(wanted[start : start + _BATCH]), found)
        for each in found.values():
            each.sort(key=lambda run: (run.question_seq, run.ordinal))
        return found

    def run(self, run_id: RunId) -> MapRun | None:
        """Read one run in the same way."""
        found: dict[ThreadId, list[MapRun]] = {}
        self._read_runs(runs.c.id == run_id, found)
        return next((run for each in found.values() for run in each), None)

    def _read_runs(self, condition: ColumnElement[bool], found: dict[ThreadId, list[MapRun]]) -> None:
        asked, replied = messages.alias("asked"), messages.alias("replied")
        query = (
            select(
                runs.c.id,
                runs.c.thread_id,
                runs.c.ordinal,
                runs.c.provider_id,
                runs.c.started_at,
                runs.c.status,
                runs.c.outcome,
                asked.c.seq,
                replied.c.seq,
                context_handoffs.c.delivery,
            )
            .join_from(runs, asked, asked.c.id == runs.c.user_message_id)
            .outerjoin(replied, replied.c.id == runs.c.reply_message_id)
            .outerjoin(context_handoffs, context_handoffs.c.id == runs.c.handoff_id)
            .where(condition, asked.c.rolled_back.is_(False), or_(replied.c.id.is_(None), replied.c.rolled_back.is_(False)))
        )
        # All at once: one row at a time takes twice as long.
        rows = self._connection.execute(query).all()
        for run_id, thread_id, ordinal, provider, at, status, outcome, question, reply, delivery in rows:
            found.setdefault(thread_id, []).append(
                MapRun(
                    run_id,
                    thread_id,
                    ordinal,
                    provider,
                    at,
                    _STATUSES.get(status, RunStatus.FINISHED),
                    _OUTCOMES.get(outcome, OutcomeKind.FAILED) if outcome else None,
                    question,
                    reply,
                    delivery == _DELIVERED,
                )
            )

    def merges(self, project_id: ProjectId) -> list[LiveMerge]:
        """List the live merges into a project's threads, oldest first."""
        query = (
            select(
                context_transfers.c.source_thread_id,
                context_transfers.c.target_thread_id,
                func.coalesce(context_transfers.c.source_seq, 0),
                messages.c.seq,
                messages.c.id,
                messages.c.created_at,
            )
            .join(messages, messages.c.id == context_transfers.c.message_id)
            .join(threads, threads.c.id == context_transfers.c.target_thread_id)
            .where(
                context_transfers.c.kind == TransferKind.MERGE.value,
                messages.c.thread_id == context_transfers.c.target_thread_id,
                messages.c.rolled_back.is_(False),
                threads.c.project_id == project_id,
            )
        )
        return sorted((LiveMerge(*row) for row in self._connection.execute(query)), key=lambda merge: merge.at)

    # -- one answer -----------------------------------------------------------------------------------------------------

    def answer_parts(self, run_id: RunId, thread_id: ThreadId) -> AnswerParts:
        """Read what a run's answer is made of: the answers of all messages that it took while it worked, in order."""
        ids = select(messages.c.id).where(
            messages.c.run_id == run_id,
            messages.c.thread_id == thread_id,
            messages.c.role == Role.ASSISTANT.value,
            messages.c.rolled_back.is_(False),
        )
        query = (
            select(message_parts.c.kind, message_parts.c.data)
            .join(messages, messages.c.id == message_parts.c.message_id)
            .where(message_parts.c.message_id.in_(ids), message_parts.c.kind.in_(_SHOWN))
            .order_by(messages.c.seq, message_parts.c.ordinal)
        )
        count = select(func.count()).where(message_parts.c.message_id.in_(ids), message_parts.c.kind.in_(_CALLS))
        parts = tuple(decode_part(kind, data) for kind, data in self._connection.execute(query).all())
        return AnswerParts(parts, self._connection.execute(count).scalar_one())

    # -- a family -------------------------------------------------------------------------------------------------------

    def content_count(self, thread_id: ThreadId, upto_seq: int | None = None) -> tuple[int, int]:
        """Return how much content a thread has, all of it or up to a seq, and the last seq of that; 0 for none."""
        query = select(func.count(), func.coalesce(func.max(messages.c.seq), 0)).where(
            messages.c.thread_id == thread_id, messages.c.is_content.is_(True)
        )
        if upto_seq is not None:
            query = query.where(messages.c.seq <= upto_seq)
        count, last = self._connection.execute(query).one()
        return count, last

    def answered(self, thread_id: ThreadId) -> list[Answered]:
        """List who answered in a thread, who did so last first."""
        query = select(runs.c.provider_id, func.max(runs.c.ordinal)).where(runs.c.thread_id == thread_id)
        last = {row[0]: row[1] for row in self._connection.execute(query.group_by(runs.c.provider_id))}
        sessions = chat_provider_sessions.c
        rows = self._connection.execute(
            select(sessions.provider_id, sessions.state, sessions.known_upto_seq).where(sessions.thread_id == thread_id)
        ).all()
        active = {provider: upto for provider, state, upto in rows if state == SessionState.ACTIVE.value}
        had = {provider for provider, _, _ in rows}
        found = [Answered(provider, ordinal, active.get(provider), provider in had) for provider, ordinal in last.items()]
        return sorted(found, key=lambda each: -each.last_ordinal)

    def delivered(self, thread_id: ThreadId, limit: int) -> list[Delivered]:
        """List what was handed over in a thread, newest first."""
        handoffs, transfers = context_handoffs.c, context_transfers.c
        query = (
            select(
                handoffs.id,
                handoffs.created_at,
                transfers.source_provider_id,
                handoffs.provider_id,
                handoffs.included,
                handoffs.omitted,
            )
            .join(context_transfers, transfers.id == handoffs.transfer_id)
            .where(handoffs.thread_id == thread_id, handoffs.delivery == HandoffDelivery.DELIVERED.value)
            .order_by(handoffs.created_at.desc())
            .limit(limit)
        )
        return [
            Delivered(name, at, source, target, _count(included), _count(omitted))
            for name, at, source, target, included, omitted in self._connection.execute(query)
        ]

    def merge_notices(self, thread_id: ThreadId, limit: int) -> list[MergeNotice]:
        """List what was merged into a thread and stands, newest first."""
        query = (
            select(messages.c.created_at, messages.c.data)
            .where(
                messages.c.thread_id == thread_id,
                messages.c.kind == MessageKind.MERGE.value,
                messages.c.role == Role.SYSTEM.value,
                messages.c.rolled_back.is_(False),
            )
            .order_by(messages.c.seq.desc())
            .limit(limit)
        )
        return [_notice(at, decode_object(data) or {}) for at, data in self._connection.execute(query)]


_DELIVERED = HandoffDelivery.DELIVERED.value
_STATUSES = {status.value: status for status in RunStatus}
_OUTCOMES = {outcome.value: outcome for outcome in OutcomeKind}


def _notice(at: float, data: dict[str, object]) -> MergeNotice:
    def number(name: str) -> int:
        value = data.get(name)
        return value if isinstance(value, int) else 0

    return MergeNotice(
        at,
        MessageId(str(data.get("message_id", ""))),
        ThreadId(str(data.get("child_thread_id", ""))),
        str(data.get("child_title", "")),
        number("included"),
        number("omitted"),
    )


def _count(ranges: str) -> int:
    """Return how many seqs are stored, without listing them; 0 where that can't be read."""
    try:
        return sum(high - low + 1 for low, high in json.loads(ranges))
    except (ValueError, TypeError):
        return 0
