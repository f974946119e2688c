# SPDX-License-Identifier: MIT
"""Threads."""

from __future__ import annotations

from typing import Any

from sqlalchemy import Connection, RowMapping, insert, select, update

from onesist_desktop.core.answerer import PermissionMode
from onesist_desktop.core.errors import NotFoundError
from onesist_desktop.core.ids import ProjectId, ThreadId
from onesist_desktop.storage.lenient import known
from onesist_desktop.storage.records import ThreadRecord
from onesist_desktop.storage.rows import plain, record_from
from onesist_desktop.storage.tables import threads


class ThreadStore:
    """Rows of ``threads``."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def add(self, record: ThreadRecord) -> None:
        """Insert a thread."""
        values = {name: getattr(record, name) for name in record.__slots__}
        self._connection.execute(insert(threads).values(**plain(values)))

    def get(self, thread_id: ThreadId) -> ThreadRecord:
        """Read one thread. Raises NotFoundError."""
        row = self._connection.execute(select(threads).where(threads.c.id == thread_id)).mappings().first()
        if row is None:
            raise NotFoundError(f"thread {thread_id} isn't there")
        return _record(row)

    def of_project(self, project_id: ProjectId) -> list[ThreadRecord]:
        """List a project's threads that are not archived, newest activity first."""
        query = select(threads).where(threads.c.project_id == project_id, threads.c.archived_at.is_(None))
        return [_record(row) for row in self._connection.execute(query.order_by(threads.c.updated_at.desc())).mappings()]

    def change(self, thread_id: ThreadId, **values: Any) -> None:
        """Set columns of a thread. Raises NotFoundError."""
        if not self._connection.execute(update(threads).where(threads.c.id == thread_id).values(**plain(values))).rowcount:
            raise NotFoundError(f"thread {thread_id} isn't there")

    def mark_read(self, thread_id: ThreadId) -> bool:
        """Note that the person saw a thread's end. Returns whether it was unread."""
        query = update(threads).where(threads.c.id == thread_id, threads.c.is_unread.is_(True))
        return bool(self._connection.execute(query.values(is_unread=False)).rowcount)

    def take_seq(self, thread_id: ThreadId) -> int:
        """Give out the next seq of a thread; it is never given out again, even if its message goes. Raises NotFoundError."""
        self.change(thread_id, last_seq=threads.c.last_seq + 1)
        return int(self._connection.execute(select(threads.c.last_seq).where(threads.c.id == thread_id)).scalar_one())


def _record(row: RowMapping) -> ThreadRecord:
    return record_from(ThreadRecord, row, mode=known(PermissionMode, row["mode"], PermissionMode.ASK))
