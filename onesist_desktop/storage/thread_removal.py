# SPDX-License-Identifier: MIT
"""Takes deleted threads out of the database for good, in slices, and finds out which attachments still have a name."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from sqlalchemy import ColumnElement, Connection, Integer, Table, delete, func, literal_column, or_, select

from onesist_desktop.core.ids import ThreadId
from onesist_desktop.core.messages import MessageKind
from onesist_desktop.storage.tables import (
    chat_provider_sessions,
    context_handoffs,
    context_transfers,
    drafts,
    handoff_outlines,
    history_tokens,
    message_parts,
    messages,
    queued_messages,
    rewinds,
    run_steers,
    runs,
    threads,
    waiting_merges,
)

SLICE = 500
"""Rows that one transaction removes, or messages that it looks through."""

_DIGEST = re.compile(r"[0-9a-f]{64}")


class ThreadRemoval:
    """Removes threads that were deleted. Rows of other threads are not touched: forks keep their copies and merges their text."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def deleted(self) -> list[ThreadId]:
        """List the threads that are to go for good."""
        query = select(threads.c.id).where(threads.c.deleted_at.is_not(None)).order_by(threads.c.deleted_at)
        return [ThreadId(row) for row in self._connection.execute(query).scalars()]

    def remove_slice(self, thread_id: ThreadId, limit: int = SLICE) -> bool:
        """Remove some of what belongs to a deleted thread, the thread itself last. Returns whether something is left of it.

        Does nothing to a thread that isn't deleted. Where it is interrupted the next call goes on.
        """
        wanted = select(threads.c.id).where(threads.c.id == thread_id, threads.c.deleted_at.is_not(None))
        if self._connection.execute(wanted).first() is None:
            return False
        for table, belongs in _belongings(thread_id):
            if self._remove_some(table, belongs, limit):
                return True
        if self._remove_messages(thread_id, limit):
            return True
        # A run names a message and a session, so these go after it.
        sessions = chat_provider_sessions
        if self._remove_some(sessions, sessions.c.thread_id == thread_id, limit):
            return True
        self._connection.execute(delete(threads).where(threads.c.id == thread_id))
        return False

    def forget_waiting_merges(self, thread_id: ThreadId) -> None:
        """Let nothing wait to be merged from a thread, or into it."""
        self._connection.execute(delete(waiting_merges).where(_waits(thread_id)))

    def last_message(self) -> int:
        """Return the number of the newest row of all messages; what is written from now on has a greater one."""
        return int(self._connection.execute(select(func.max(_number(messages))).select_from(messages)).scalar() or 0)

    def named_in_messages(self, after: int, upto: int) -> set[str]:
        """Return the digests of attachments that messages name whose rows are numbered after one number up to another.

        A merge's text names files of a thread that may be gone.
        """
        number = _number(messages)
        inside = (number > after, number <= upto)
        names = or_(message_parts.c.kind == "attachment", messages.c.kind == MessageKind.MERGE.value)
        query = select(message_parts.c.data).join(messages, messages.c.id == message_parts.c.message_id).where(*inside, names)
        return set(_digests(self._connection.execute(query).scalars()))

    def named_elsewhere(self) -> set[str]:
        """Return the digests of attachments that drafts and queued messages name."""
        found: set[str] = set()
        for column in (drafts.c.attachments, queued_messages.c.attachments):
            found.update(_digests(self._connection.execute(select(column).where(column != "[]")).scalars()))
        return found

    def _remove_some(self, table: Table, belongs: ColumnElement[bool], limit: int) -> int:
        chosen = select(_number(table)).select_from(table).where(belongs).limit(limit).correlate(None)
        return self._connection.execute(delete(table).where(_number(table).in_(chosen))).rowcount

    def _remove_messages(self, thread_id: ThreadId, limit: int) -> int:
        query = select(messages.c.id).where(messages.c.thread_id == thread_id).order_by(messages.c.seq).limit(limit)
        ids = self._connection.execute(query).scalars().all()
        if ids:
            self._connection.execute(delete(message_parts).where(message_parts.c.message_id.in_(ids)))
            self._connection.execute(delete(messages).where(messages.c.id.in_(ids)))
        return len(ids)


def _belongings(thread_id: ThreadId) -> Iterator[tuple[Table, ColumnElement[bool]]]:
    """Yield what belongs to a thread besides messages and sessions, in an order that the references between tables allow."""
    yield waiting_merges, _waits(thread_id)
    yield run_steers, run_steers.c.run_id.in_(select(runs.c.id).where(runs.c.thread_id == thread_id))
    for table in (runs, rewinds, drafts, queued_messages, handoff_outlines, history_tokens, context_handoffs):
        yield table, table.c.thread_id == thread_id
    # What it was told is its own. What others were told of it, a merge or a fork, is theirs.
    yield context_transfers, context_transfers.c.target_thread_id == thread_id


def _waits(thread_id: ThreadId) -> ColumnElement[bool]:
    return or_(waiting_merges.c.child_thread_id == thread_id, waiting_merges.c.parent_thread_id == thread_id)


def _number(table: Table) -> ColumnElement[int]:
    return literal_column(f"{table.name}.rowid", Integer)


def _digests(texts: Iterable[str]) -> Iterator[str]:
    for text in texts:
        yield from _DIGEST.findall(text)
