# SPDX-License-Identifier: MIT
"""Messages and their parts."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any

from sqlalchemy import Connection, Row, Select, delete, func, insert, select, update

from onesist_desktop.core.errors import NotFoundError
from onesist_desktop.core.ids import MessageId, ThreadId
from onesist_desktop.core.messages import Message, MessageKind, MessageStatus, Part, Role
from onesist_desktop.storage.codec import decode_object, decode_part, encode_part
from onesist_desktop.storage.lenient import known
from onesist_desktop.storage.rows import plain
from onesist_desktop.storage.tables import message_parts, messages

_BATCH = 500
_NO_DATA = "{}"
_COPIED = (
    "id", "thread_id", "seq", "role", "kind", "status", "provider_id", "model", "run_id", "origin_id", "rolled_back", "created_at",
)  # fmt: skip


class MessageStore:
    """Rows of ``messages`` with their ``message_parts``."""

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

    def get(self, message_id: MessageId) -> Message:
        """Read one message with its parts. Raises NotFoundError."""
        found = self._read(select(messages).where(messages.c.id == message_id))
        if not found:
            raise NotFoundError(f"message {message_id} isn't there")
        return found[0]

    def page(self, thread_id: ThreadId, before_seq: int | None, limit: int) -> list[Message]:
        """Read the newest ``limit`` messages before a seq (or the end), oldest first."""
        query = select(messages).where(messages.c.thread_id == thread_id)
        if before_seq is not None:
            query = query.where(messages.c.seq < before_seq)
        return self._read(query.order_by(messages.c.seq.desc()).limit(limit))[::-1]

    def content_seqs(self, thread_id: ThreadId, after_seq: int, before_seq: int) -> list[tuple[int, MessageId]]:
        """List seq and id of the content strictly between two seqs, oldest first."""
        query = select(messages.c.seq, messages.c.id).where(
            messages.c.thread_id == thread_id,
            messages.c.is_content.is_(True),
            messages.c.seq > after_seq,
            messages.c.seq < before_seq,
        )
        return [(row[0], MessageId(row[1])) for row in self._connection.execute(query.order_by(messages.c.seq))]

    def content(self, thread_id: ThreadId, after_seq: int, before_seq: int) -> list[Message]:
        """Read the content strictly between two seqs, oldest first."""
        query = select(messages).where(
            messages.c.thread_id == thread_id,
            messages.c.is_content.is_(True),
            messages.c.seq > after_seq,
            messages.c.seq < before_seq,
        )
        return self._read(query.order_by(messages.c.seq))

    def last_content(self, thread_id: ThreadId) -> Message | None:
        """Read the newest content message."""
        query = select(messages).where(messages.c.thread_id == thread_id, messages.c.is_content.is_(True))
        found = self._read(query.order_by(messages.c.seq.desc()).limit(1))
        return found[0] if found else None

    def size_bytes(self, ids: Collection[MessageId]) -> int:
        """Return about how many bytes those messages hold, as stored."""
        total, wanted = 0, list(ids)
        for start in range(0, len(wanted), _BATCH):
            query = select(func.coalesce(func.sum(func.length(message_parts.c.data)), 0))
            total += self._connection.execute(
                query.where(message_parts.c.message_id.in_(wanted[start : start + _BATCH]))
            ).scalar_one()
        return total

    def write_parts(self, message_id: MessageId, parts: Mapping[int, Part], keep: int) -> None:
        """Write the given parts at their ordinals, and drop parts from ordinal ``keep`` on."""
        self._connection.execute(
            delete(message_parts).where(
                message_parts.c.message_id == message_id,
                message_parts.c.ordinal.in_(list(parts)) | (message_parts.c.ordinal >= keep),
            )
        )
        self._insert_parts(message_id, parts.items())

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
        parts = self._parts([row.id for row in rows])
        return [_message_from(row, tuple(parts.get(row.id, ()))) for row in rows]

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


def _message_from(row: Row[Any], parts: tuple[Part, ...]) -> Message:
    """Build a message from its row and parts. Field by field: whole threads are read, and this is done for each message."""
    return Message(
        id=row.id,
        thread_id=row.thread_id,
        seq=row.seq,
        role=known(Role, row.role, Role.SYSTEM),
        parts=parts,
        kind=known(MessageKind, row.kind, None) if row.kind else None,
        status=known(MessageStatus, row.status, MessageStatus.SETTLED),
        provider_id=row.provider_id,
        model=row.model,
        run_id=row.run_id,
        origin_id=row.origin_id,
        rolled_back=row.rolled_back,
        created_at=row.created_at,
        data=decode_object(row.data) or {} if row.data != _NO_DATA else {},
    )
