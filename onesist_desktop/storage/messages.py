# SPDX-License-Identifier: MIT
"""Messages and their parts."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any

from sqlalchemy import ColumnElement, Connection, Select, TextClause, delete, insert, select, true, update

from onesist_desktop.core.errors import NotFoundError
from onesist_desktop.core.ids import MessageId, ThreadId
from onesist_desktop.core.messages import Message, MessageKind, MessageStatus, Part, Role
from onesist_desktop.storage.codec import decode_object, decode_part, encode_part
from onesist_desktop.storage.outlines import outdate
from onesist_desktop.storage.rows import plain
from onesist_desktop.storage.tables import IS_ERROR, IS_QUESTION, message_parts, messages

_BATCH = 500
_NO_DATA = "{}"
_IS_THERE = messages.c.rolled_back.is_(False)
"""It was not set aside by a rewind."""
# Words that only a newer version knows are in none of these.
_ROLES = {role.value: role for role in Role}
_KINDS = {kind.value: kind for kind in MessageKind}
_STATUSES = {status.value: status for status in MessageStatus}
_COPIED = (
    "id", "thread_id", "seq", "role", "kind", "status", "provider_id", "model", "run_id", "origin_id", "rolled_back", "created_at",
)  # fmt: skip


class MessageStore:
    """Rows of ``messages`` with their ``message_parts``. Whatever is written here outdates what was derived from it."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def add(self, message: Message) -> None:
        """Insert a message with its parts. Its seq must come from ``ThreadStore.take_seq``."""
        self._connection.execute(
            insert(messages).values(
                **plain({name: getattr(message, name) for name in _COPIED}),
                is_content=message.is_content,
                data=json.dumps(dict(message.data)),
            )
        )
        self._insert_parts(message.id, enumerate(message.parts))
        outdate(self._connection, [message.id])

    def get(self, message_id: MessageId) -> Message:
        """Read one message with its parts. Raises NotFoundError."""
        found = self._read(select(messages).where(messages.c.id == message_id))
        if not found:
            raise NotFoundError(f"message {message_id} isn't there")
        return found[0]

    def newest(self, thread_id: ThreadId, limit: int) -> list[Message]:
        """Read the newest ``limit`` messages, oldest first. Those that were set aside are left out, here and in what follows."""
        query = select(messages).where(messages.c.thread_id == thread_id, _IS_THERE)
        return self._read(query.order_by(messages.c.seq.desc()).limit(limit))[::-1]

    def between(self, thread_id: ThreadId, from_seq: int, to_seq: int) -> list[Message]:
        """Read the messages from one seq to another, both included, oldest first."""
        query = select(messages).where(_in_range(thread_id, from_seq, to_seq), _IS_THERE)
        return self._read(query.order_by(messages.c.seq))

    def first_seq(self, thread_id: ThreadId) -> int:
        """Return the lowest seq of a thread that a message has; 0 for none."""
        query = select(messages.c.seq).where(messages.c.thread_id == thread_id, _IS_THERE)
        return self._connection.execute(query.order_by(messages.c.seq).limit(1)).scalar() or 0

    def next_question(self, thread_id: ThreadId, from_seq: int, *, forward: bool) -> int | None:
        """Return the seq of the next message of the person strictly after, or before, a seq. What a merge brought is none."""
        is_said = messages.c.kind.is_(None) | (messages.c.kind != MessageKind.MERGE.value)
        return self._next(thread_id, IS_QUESTION, from_seq, is_said, forward=forward)

    def next_error(self, thread_id: ThreadId, from_seq: int, *, forward: bool) -> int | None:
        """Return the seq of the next notice of a failed run strictly after, or before, a seq."""
        return self._next(thread_id, IS_ERROR, from_seq, forward=forward)

    def _next(
        self, thread_id: ThreadId, condition: TextClause, from_seq: int, more: ColumnElement[bool] | None = None, *, forward: bool
    ) -> int | None:
        seq = messages.c.seq
        beyond = seq > from_seq if forward else seq < from_seq
        query = select(seq).where(messages.c.thread_id == thread_id, condition, beyond, _IS_THERE, true() if more is None else more)
        return self._connection.execute(query.order_by(seq if forward else seq.desc()).limit(1)).scalar()

    def content(self, thread_id: ThreadId, after_seq: int, before_seq: int) -> list[Message]:
        """Read the content strictly between two seqs, oldest first."""
        query = select(messages).where(
            messages.c.thread_id == thread_id,
            messages.c.is_content.is_(True),
            messages.c.seq > after_seq,
            messages.c.seq < before_seq,
        )
        return self._read(query.order_by(messages.c.seq))

    def with_seqs(self, thread_id: ThreadId, seqs: Collection[int]) -> list[Message]:
        """Read the messages that have these seqs, oldest first; those that aren't there are left out."""
        found: list[Message] = []
        wanted = sorted(seqs)
        for start in range(0, len(wanted), _BATCH):
            query = select(messages).where(messages.c.thread_id == thread_id, messages.c.seq.in_(wanted[start : start + _BATCH]))
            found += self._read(query.order_by(messages.c.seq))
        return found

    def last_content(self, thread_id: ThreadId) -> Message | None:
        """Read the newest content message."""
        query = select(messages).where(messages.c.thread_id == thread_id, messages.c.is_content.is_(True))
        found = self._read(query.order_by(messages.c.seq.desc()).limit(1))
        return found[0] if found else None

    def write_parts(self, message_id: MessageId, parts: Mapping[int, Part], keep: int) -> None:
        """Write the given parts at their ordinals, and drop parts from ordinal ``keep`` on."""
        self._connection.execute(
            delete(message_parts).where(
                message_parts.c.message_id == message_id,
                message_parts.c.ordinal.in_(list(parts)) | (message_parts.c.ordinal >= keep),
            )
        )
        self._insert_parts(message_id, parts.items())
        outdate(self._connection, [message_id])

    def settle(self, message: Message) -> None:
        """Write a message's final status, data and parts. Where it has no data, what is stored stays. Raises NotFoundError."""
        values = plain({"status": message.status, "is_content": message.is_content, "model": message.model})
        if message.data:
            values["data"] = json.dumps(dict(message.data))
        if not self._connection.execute(update(messages).where(messages.c.id == message.id).values(**values)).rowcount:
            raise NotFoundError(f"message {message.id} isn't there")
        self.write_parts(message.id, dict(enumerate(message.parts)), len(message.parts))

    def set_data(self, message_id: MessageId, data: Mapping[str, Any]) -> None:
        """Replace a notice's data; data that can't be read stays as it is."""
        stored = self._connection.execute(select(messages.c.data).where(messages.c.id == message_id)).scalar()
        if decode_object(stored) is None:
            return
        self._connection.execute(update(messages).where(messages.c.id == message_id).values(data=json.dumps(dict(data))))
        outdate(self._connection, [message_id])

    def notices(self, thread_id: ThreadId, kind: MessageKind, run_id: str) -> list[Message]:
        """Read the notices of a kind that belong to a run."""
        query = select(messages).where(
            messages.c.thread_id == thread_id,
            messages.c.kind == kind.value,
            messages.c.run_id == run_id,
            messages.c.role == Role.SYSTEM.value,
        )
        # Sorted here: asked for an order, SQLite walks through the whole thread instead of the few rows of the run.
        return sorted(self._read(query), key=lambda message: message.seq)

    def _insert_parts(self, message_id: MessageId, parts: Iterable[tuple[int, Part]]) -> None:
        rows = []
        for ordinal, part in parts:
            kind, data = encode_part(part)
            rows.append({"message_id": message_id, "ordinal": ordinal, "kind": kind, "data": data})
        if rows:
            self._connection.execute(insert(message_parts), rows)

    def _read(self, query: Select[Any]) -> list[Message]:
        rows = self._connection.execute(query).all()
        parts = self._parts([row[0] for row in rows])
        return [_message_from(row, tuple(parts.get(row[0], ()))) for row in rows]

    def _parts(self, ids: Sequence[str]) -> dict[str, list[Part]]:
        found: dict[str, list[Part]] = {}
        for start in range(0, len(ids), _BATCH):
            query = select(message_parts.c.message_id, message_parts.c.kind, message_parts.c.data).where(
                message_parts.c.message_id.in_(ids[start : start + _BATCH])
            )
            rows = self._connection.execute(query.order_by(message_parts.c.message_id, message_parts.c.ordinal))
            for message_id, kind, data in rows.all():
                found.setdefault(message_id, []).append(decode_part(kind, data))
        return found


def _in_range(thread_id: ThreadId, from_seq: int, to_seq: int) -> ColumnElement[bool]:
    return (messages.c.thread_id == thread_id) & messages.c.seq.between(from_seq, to_seq)


def _message_from(row: Sequence[Any], parts: tuple[Part, ...]) -> Message:
    """Build a message from its row and parts. Field by field: whole threads are read, and this is done for each message."""
    (message_id, thread_id, seq, role, kind, status, provider_id, model, run_id, origin_id, rolled_back, _, data, created_at) = row
    return Message(
        id=message_id,
        thread_id=thread_id,
        seq=seq,
        role=_ROLES.get(role, Role.SYSTEM),
        parts=parts,
        kind=_KINDS.get(kind),
        status=_STATUSES.get(status, MessageStatus.SETTLED),
        provider_id=provider_id,
        model=model,
        run_id=run_id,
        origin_id=origin_id,
        rolled_back=rolled_back,
        created_at=created_at,
        data=decode_object(data) or {} if data != _NO_DATA else {},
    )
