# SPDX-License-Identifier: MIT
"""Merges of forks into their parents: which still stand, what they brought, what is not brought yet, and which wait."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import ColumnElement, Connection, Select, delete, func, insert, select, update

from onesist_desktop.core.ids import MessageId, ThreadId, TransferId
from onesist_desktop.core.messages import Message, MessageKind, MessageStatus
from onesist_desktop.core.records import TransferKind
from onesist_desktop.storage.messages import MessageStore
from onesist_desktop.storage.tables import IS_ANSWER, messages, threads, waiting_merges
from onesist_desktop.storage.tables import context_transfers as transfers

_BATCH = 500
_MERGE = MessageKind.MERGE.value


@dataclass(frozen=True, slots=True)
class MergeRecord:
    """A merge whose message is not rolled back.

    What the child had after ``base_seq`` up to ``source_seq`` stands at the parent's ``parent_seq``.
    """

    id: TransferId
    child_id: ThreadId
    parent_id: ThreadId
    base_seq: int
    source_seq: int
    message_id: MessageId
    parent_seq: int
    created_at: float


@dataclass(frozen=True, slots=True)
class OwnAnswers:
    """How many answers a fork has of its own, merges from its forks included, and how many of them no live merge brought."""

    count: int = 0
    unmerged: int = 0


@dataclass(frozen=True, slots=True)
class WaitingMerge:
    """Row of ``waiting_merges``."""

    child_id: ThreadId
    parent_id: ThreadId
    created_at: float


class MergeStore:
    """Reads merges from their transfers, and keeps ``threads.merged_upto_seq`` and ``waiting_merges``."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    # -- what was merged -----------------------------------------------------------------------------------------------

    def of_child(self, child_id: ThreadId) -> list[MergeRecord]:
        """List the live merges of a fork, oldest first."""
        return self._live(transfers.c.source_thread_id == child_id)

    def into(self, parent_id: ThreadId, after_seq: int = 0) -> list[MergeRecord]:
        """List the live merges into a thread whose messages come after a seq, oldest first."""
        return self._live((transfers.c.target_thread_id == parent_id) & (messages.c.seq > after_seq))

    def merged_upto(self, child_id: ThreadId) -> int:
        """Return the child's seq up to which live merges have brought its content to its parent; 0 for none."""
        return self._connection.execute(_upto(transfers.c.source_thread_id == child_id)).scalar() or 0

    def refresh(self, child_id: ThreadId) -> bool:
        """Set a fork's ``merged_upto_seq`` by its live merges. Returns whether that changed it."""
        upto = self.merged_upto(child_id) or None
        change = update(threads).where(threads.c.id == child_id, threads.c.merged_upto_seq.is_distinct_from(upto))
        return bool(self._connection.execute(change.values(merged_upto_seq=upto)).rowcount)

    def refresh_into(self, parent_id: ThreadId) -> list[ThreadId]:
        """Do :meth:`refresh` for all that was ever merged into a thread, as after a rewind. Returns the forks that it changed."""
        query = select(transfers.c.source_thread_id).distinct()
        query = query.where(transfers.c.target_thread_id == parent_id, transfers.c.kind == TransferKind.MERGE.value)
        children = [ThreadId(row[0]) for row in self._connection.execute(query)]
        return [child_id for child_id in children if self.refresh(child_id)]

    # -- what is there to be merged --------------------------------------------------------------------------------------

    def first_streaming(self, thread_id: ThreadId, after_seq: int) -> int | None:
        """Return the seq of the first message after a seq that may still change; None for none."""
        query = select(func.min(messages.c.seq)).where(
            messages.c.thread_id == thread_id, messages.c.seq > after_seq, messages.c.status == MessageStatus.STREAMING.value
        )
        return self._connection.execute(query).scalar()

    def last_said(self, thread_id: ThreadId) -> Message | None:
        """Read the newest content message that no merge brought."""
        query = select(messages.c.id).where(
            messages.c.thread_id == thread_id, messages.c.is_content.is_(True), messages.c.kind.is_distinct_from(_MERGE)
        )
        found = self._connection.execute(query.order_by(messages.c.seq.desc()).limit(1)).scalar()
        return MessageStore(self._connection).get(found) if found is not None else None

    def own_answers(self, thread_ids: Collection[ThreadId]) -> dict[ThreadId, OwnAnswers]:
        """Count the own answers of these forks. Threads that are no fork, or have none, are left out."""
        found: dict[ThreadId, OwnAnswers] = {}
        wanted = list(thread_ids)
        for start in range(0, len(wanted), _BATCH):
            rows = self._connection.execute(_own_counts(wanted[start : start + _BATCH])).all()
            found |= {ThreadId(name): OwnAnswers(count, unmerged) for name, count, unmerged in rows if count}
        return found

    # -- what waits ------------------------------------------------------------------------------------------------------

    def wait(self, child_id: ThreadId, parent_id: ThreadId, now: float) -> None:
        """Note that a fork is to be merged when its parent's run has ended. One that waits already keeps its place."""
        if not self.waiting([child_id]):
            values = {"child_thread_id": child_id, "parent_thread_id": parent_id, "created_at": now}
            self._connection.execute(insert(waiting_merges).values(**values))

    def stop_waiting(self, child_id: ThreadId) -> bool:
        """Take that back. Returns whether it waited."""
        return bool(self._connection.execute(delete(waiting_merges).where(waiting_merges.c.child_thread_id == child_id)).rowcount)

    def waiting(self, thread_ids: Collection[ThreadId]) -> set[ThreadId]:
        """Return those of these forks that wait."""
        return {record.child_id for record in self.all_waiting()} & set(thread_ids)

    def waiting_for(self, parent_id: ThreadId) -> list[WaitingMerge]:
        """List what waits for the end of a thread's run, in the order in which it was asked for."""
        return [record for record in self.all_waiting() if record.parent_id == parent_id]

    def all_waiting(self) -> list[WaitingMerge]:
        """List all that wait, in the order in which it was asked for. These are few: each is for a run that works."""
        order = waiting_merges.c.created_at, waiting_merges.c.child_thread_id
        columns = waiting_merges.c.child_thread_id, waiting_merges.c.parent_thread_id, waiting_merges.c.created_at
        return [WaitingMerge(*row) for row in self._connection.execute(select(*columns).order_by(*order))]

    def _live(self, condition: ColumnElement[bool]) -> list[MergeRecord]:
        query = select(
            transfers.c.id,
            transfers.c.source_thread_id,
            transfers.c.target_thread_id,
            func.coalesce(transfers.c.base_seq, 0),
            func.coalesce(transfers.c.source_seq, 0),
            messages.c.id,
            messages.c.seq,
            transfers.c.created_at,
        )
        query = query.join(messages, messages.c.id == transfers.c.message_id).where(_is_live_merge(), condition)
        return [MergeRecord(*row) for row in self._connection.execute(query.order_by(messages.c.seq, transfers.c.id))]


def _is_live_merge() -> ColumnElement[bool]:
    return (transfers.c.kind == TransferKind.MERGE.value) & messages.c.rolled_back.is_(False)


def _upto(condition: ColumnElement[bool]) -> Select[Any]:
    query = select(func.max(transfers.c.source_seq)).join(messages, messages.c.id == transfers.c.message_id)
    # Of the parent that it has: what went elsewhere says nothing of what that one knows.
    query = query.join(threads, threads.c.id == transfers.c.source_thread_id)
    return query.where(_is_live_merge(), condition, transfers.c.target_thread_id == threads.c.parent_thread_id)


def _own_counts(thread_ids: Sequence[ThreadId]) -> Select[Any]:
    """Count once from the fork point and once from what was merged last: twice in an index is quicker than in groups."""
    forked_at, merged_upto = func.coalesce(threads.c.forked_at_seq, 0), func.coalesce(threads.c.merged_upto_seq, 0)
    own = select(func.count()).where(messages.c.thread_id == threads.c.id, messages.c.seq > forked_at, IS_ANSWER)
    counts = own.scalar_subquery(), own.where(messages.c.seq > merged_upto).scalar_subquery()
    return select(threads.c.id, *counts).where(threads.c.id.in_(thread_ids), threads.c.parent_thread_id.is_not(None))
