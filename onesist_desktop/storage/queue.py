# SPDX-License-Identifier: MIT
"""The durable queue of messages that wait for a run to end."""

from __future__ import annotations

from sqlalchemy import Connection, RowMapping, delete, func, insert, select, update

from onesist_desktop.core.answerer import PermissionMode
from onesist_desktop.core.errors import NotFoundError
from onesist_desktop.core.ids import QueuedId, RunId, ThreadId
from onesist_desktop.storage.codec import decode_attachments, decode_manual, encode_attachments, encode_manual
from onesist_desktop.storage.lenient import clean, known
from onesist_desktop.storage.records import QueuedRecord
from onesist_desktop.storage.rows import plain, record_from
from onesist_desktop.storage.tables import queued_messages


class QueueStore:
    """Rows of ``queued_messages``."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def next_position(self, thread_id: ThreadId) -> int:
        """Return the position behind the last."""
        query = select(func.max(queued_messages.c.position)).where(queued_messages.c.thread_id == thread_id)
        return (self._connection.execute(query).scalar() or 0) + 1

    def first(self, thread_id: ThreadId) -> QueuedRecord | None:
        """Read the one that is sent next."""
        query = (
            select(queued_messages).where(queued_messages.c.thread_id == thread_id).order_by(queued_messages.c.position).limit(1)
        )
        row = self._connection.execute(query).mappings().first()
        return None if row is None else _record(row)

    def move_first(self, record: QueuedRecord) -> None:
        """Put a message in front of all others of its thread."""
        query = select(func.min(queued_messages.c.position)).where(queued_messages.c.thread_id == record.thread_id)
        lowest = self._connection.execute(query).scalar_one()
        if record.position != lowest:
            change = update(queued_messages).where(queued_messages.c.id == record.id)
            self._connection.execute(change.values(position=lowest - 1))

    def move_before(self, record: QueuedRecord, before: QueuedId | None) -> None:
        """Put a message in front of another of its thread, or at the end. Raises NotFoundError when the other isn't there."""
        waiting = [other.id for other in self.of_thread(record.thread_id)]
        order = [other for other in waiting if other != record.id]
        if before is not None and before != record.id and before not in order:
            raise NotFoundError("that message is no longer in the queue")
        if before == record.id:
            return
        order.insert(order.index(before) if before is not None else len(order), record.id)
        if order == waiting:
            return
        # Behind all that are there: two of a thread never have the same position, not even for a moment.
        first = self.next_position(record.thread_id)
        for position, queued_id in enumerate(order, first):
            self._connection.execute(update(queued_messages).where(queued_messages.c.id == queued_id).values(position=position))

    def add(self, record: QueuedRecord) -> None:
        """Insert a queued message."""
        values = {name: getattr(record, name) for name in record.__slots__}
        values["attachments"] = encode_attachments(record.attachments)
        values["manual"] = encode_manual(record.manual)
        self._connection.execute(insert(queued_messages).values(**plain(values)))

    def get(self, queued_id: QueuedId) -> QueuedRecord:
        """Read one. Raises NotFoundError when it was sent or deleted."""
        row = self._connection.execute(select(queued_messages).where(queued_messages.c.id == queued_id)).mappings().first()
        if row is None:
            raise NotFoundError("that message is no longer in the queue")
        return _record(row)

    def of_thread(self, thread_id: ThreadId) -> list[QueuedRecord]:
        """List a thread's queue, next first."""
        query = select(queued_messages).where(queued_messages.c.thread_id == thread_id).order_by(queued_messages.c.position)
        return [_record(row) for row in self._connection.execute(query).mappings()]

    def threads(self) -> list[ThreadId]:
        """List the threads whose queue isn't empty."""
        return [ThreadId(row[0]) for row in self._connection.execute(select(queued_messages.c.thread_id).distinct())]

    def set_steering(self, queued_id: QueuedId, run_id: RunId | None) -> None:
        """Note to which run a message is being handed, or that it is handed to none. Raises NotFoundError."""
        change = update(queued_messages).where(queued_messages.c.id == queued_id)
        if not self._connection.execute(change.values(steering_run_id=run_id)).rowcount:
            raise NotFoundError("that message is no longer in the queue")

    def end_steering(self, thread_id: ThreadId, run_id: RunId) -> None:
        """Note that a run of the thread takes nothing any more."""
        change = update(queued_messages).where(
            queued_messages.c.thread_id == thread_id, queued_messages.c.steering_run_id == run_id
        )
        self._connection.execute(change.values(steering_run_id=None))

    def steering(self, thread_id: ThreadId, run_id: RunId) -> list[QueuedRecord]:
        """List the messages of a thread that are being handed to a run."""
        return [record for record in self.of_thread(thread_id) if record.steering_run_id == run_id]

    def set_text(self, queued_id: QueuedId, text: str) -> None:
        """Change a message. Raises NotFoundError."""
        query = update(queued_messages).where(queued_messages.c.id == queued_id).values(text=clean(text))
        if not self._connection.execute(query).rowcount:
            raise NotFoundError("that message is no longer in the queue")

    def remove(self, queued_id: QueuedId) -> None:
        """Take a message out. Raises NotFoundError."""
        if not self._connection.execute(delete(queued_messages).where(queued_messages.c.id == queued_id)).rowcount:
            raise NotFoundError("that message is no longer in the queue")


def _record(row: RowMapping) -> QueuedRecord:
    mode = known(PermissionMode, row["mode"], PermissionMode.ASK)
    attachments, manual = decode_attachments(row["attachments"]), decode_manual(row["manual"])
    return record_from(QueuedRecord, row, mode=mode, attachments=attachments, manual=manual)
