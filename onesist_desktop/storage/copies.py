# SPDX-License-Identifier: MIT
"""Copies a thread's messages to a fork of it: new ids, the same seqs. Quick for long threads, so no message is built for it."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping

from sqlalchemy import Connection, func, insert, or_, select, update

from onesist_desktop.core.ids import MessageId, ThreadId
from onesist_desktop.core.messages import CallState, MessageKind, MessageStatus, close_part
from onesist_desktop.storage.codec import decode_object, decode_part, encode_part
from onesist_desktop.storage.outlines import outdate, stretch_of
from onesist_desktop.storage.tables import handoff_outlines, message_parts, messages

_NO_DATA = "{}"
_CLOSABLE = ("command", "tool_call", "file_change", "question")
_OPEN_WORDS = (f'"{CallState.RUNNING.value}"', '"answer":null')
"""What the data of an open part holds in any case."""


class CopyStore:
    """Copies rows of ``messages`` and ``message_parts``."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def count(self, source: ThreadId, upto_seq: int) -> int:
        """Count the content that :meth:`copy` would copy."""
        query = select(func.count()).select_from(messages)
        is_content = (messages.c.thread_id == source) & messages.c.is_content.is_(True)
        return int(self._connection.execute(query.where(is_content, messages.c.seq <= upto_seq)).scalar_one())

    def copy(self, source: ThreadId, target: ThreadId, upto_seq: int, new_id: Callable[[], str]) -> int:
        """Copy what a thread has up to a seq, that one included, to another that has nothing there.

        Left out are what was rolled back, what still streams, and lines about rewinds. Calls that nobody works on in the copy
        are closed. Nothing of the source is written.

        Returns:
            How many content messages were copied.
        """
        columns = [column for column in messages.c if column.name not in {"id", "thread_id"}]
        query = select(messages.c.id, *columns).where(
            messages.c.thread_id == source,
            messages.c.seq <= upto_seq,
            messages.c.rolled_back.is_(False),
            messages.c.status != MessageStatus.STREAMING.value,
            messages.c.kind.is_distinct_from(MessageKind.REWIND.value),
        )
        rows = self._connection.execute(query.order_by(messages.c.seq)).mappings().all()
        if not rows:
            return 0
        ids = {row["id"]: new_id() for row in rows}
        copied = [
            {
                **row,
                "id": ids[row["id"]],
                "thread_id": target,
                "origin_id": row["origin_id"] or row["id"],
                "data": _with_new_ids(row["data"], ids),
            }
            for row in rows
        ]
        self._connection.execute(insert(messages), copied)
        self._copy_parts(source, target)
        self._copy_outlines(source, target, upto_seq)
        self._close_parts(target)
        return sum(row["is_content"] for row in rows)

    def _copy_parts(self, source: ThreadId, target: ThreadId) -> None:
        """Copy the parts of messages whose copies are there."""
        copy, original = messages.alias("copy"), messages.alias("original")
        found = (
            select(copy.c.id, message_parts.c.ordinal, message_parts.c.kind, message_parts.c.data)
            .join_from(copy, original, original.c.seq == copy.c.seq)
            .join(message_parts, message_parts.c.message_id == original.c.id)
            .where(copy.c.thread_id == target, original.c.thread_id == source)
        )
        self._connection.execute(insert(message_parts).from_select(["message_id", "ordinal", "kind", "data"], found))

    def _close_parts(self, target: ThreadId) -> None:
        """Close what nobody works on in the copy."""
        query = (
            select(message_parts)
            .join(messages, messages.c.id == message_parts.c.message_id)
            .where(
                messages.c.thread_id == target,
                message_parts.c.kind.in_(_CLOSABLE),
                or_(*(message_parts.c.data.contains(word, autoescape=True) for word in _OPEN_WORDS)),
            )
        )
        changed: dict[MessageId, None] = {}
        for message_id, ordinal, kind, data in self._connection.execute(query).all():
            part = decode_part(kind, data)
            closed = close_part(part)
            if closed == part:
                continue
            place = (message_parts.c.message_id == message_id) & (message_parts.c.ordinal == ordinal)
            self._connection.execute(update(message_parts).where(place).values(data=encode_part(closed)[1]))
            changed[message_id] = None
        # What a part that was closed becomes in a handoff is something else now.
        outdate(self._connection, list(changed))

    def _copy_outlines(self, source: ThreadId, target: ThreadId, upto_seq: int) -> None:
        """Copy the outlines of the stretches that are the same in both threads, so that they need not be made again."""
        table = handoff_outlines
        whole = table.c.number < stretch_of(upto_seq + 1)
        found = self._connection.execute(select(table).where(table.c.thread_id == source, whole)).all()
        if found:
            self._connection.execute(insert(table), [{**row._mapping, "thread_id": target} for row in found])


def _with_new_ids(data: str, ids: Mapping[str, str]) -> str:
    """Let a notice's data name the copies of the messages that it names."""
    if data == _NO_DATA:
        return data
    values = decode_object(data)
    if not values or not any(isinstance(value, str) and value in ids for value in values.values()):
        return data
    return json.dumps({name: ids.get(value, value) if isinstance(value, str) else value for name, value in values.items()})
