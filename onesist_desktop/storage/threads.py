# SPDX-License-Identifier: MIT
"""Threads."""

from __future__ import annotations

from dataclasses import fields
from typing import Any

from sqlalchemy import Connection, RowMapping, Select, func, insert, or_, select, update

from onesist_desktop.core.answerer import PermissionMode
from onesist_desktop.core.errors import NotFoundError
from onesist_desktop.core.ids import ProjectId, ThreadId
from onesist_desktop.core.turn_events import OutcomeKind
from onesist_desktop.storage.lenient import known
from onesist_desktop.storage.records import ThreadRecord
from onesist_desktop.storage.rows import plain, record_from
from onesist_desktop.storage.tables import messages, rewinds, runs, threads

_FIELDS = tuple(field.name for field in fields(ThreadRecord))
_COLUMNS = tuple(threads.c[name] for name in _FIELDS)


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
        """List a project's threads that are neither archived nor deleted, newest activity first."""
        is_there = (threads.c.project_id == project_id, threads.c.archived_at.is_(None), threads.c.deleted_at.is_(None))
        return self._list(select(*_COLUMNS).where(*is_there).order_by(threads.c.updated_at.desc()))

    def archived(self, project_id: ProjectId) -> list[ThreadRecord]:
        """List a project's archived threads that are not deleted, put away last first."""
        is_away = (threads.c.project_id == project_id, threads.c.archived_at.is_not(None), threads.c.deleted_at.is_(None))
        return self._list(select(*_COLUMNS).where(*is_away).order_by(threads.c.archived_at.desc()))

    def failed(self, project_id: ProjectId) -> set[ThreadId]:
        """Return those of a project's threads whose newest run failed, leaving out runs whose messages were set aside."""
        asked = select(messages.c.id).where(messages.c.id == runs.c.user_message_id, messages.c.rolled_back.is_(False))
        # Few threads were ever rewound, and only of these the questions have to be read.
        is_there = or_(runs.c.thread_id.not_in(select(rewinds.c.thread_id)), asked.exists())
        newest = (
            select(runs.c.thread_id, func.max(runs.c.ordinal).label("ordinal"))
            .join(threads, threads.c.id == runs.c.thread_id)
            .where(threads.c.project_id == project_id, is_there)
            .group_by(runs.c.thread_id)
            .subquery()
        )
        last = (runs.c.thread_id == newest.c.thread_id) & (runs.c.ordinal == newest.c.ordinal)
        query = select(runs.c.thread_id).join(newest, last).where(runs.c.outcome == OutcomeKind.FAILED.value)
        return {ThreadId(thread_id) for thread_id in self._connection.execute(query).scalars()}

    def fork_numbers(self, root_id: ThreadId) -> list[int | None]:
        """List the numbers of a family's threads, whether archived, deleted or not."""
        return list(self._connection.execute(select(threads.c.fork_number).where(threads.c.root_thread_id == root_id)).scalars())

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

    def _list(self, query: Select[Any]) -> list[ThreadRecord]:
        """Read many at once: row by row through mappings, thousands of threads would take a third of a second."""
        place = _FIELDS.index("mode")
        found: list[ThreadRecord] = []
        for row in self._connection.execute(query):
            values = list(row)
            values[place] = known(PermissionMode, values[place], PermissionMode.ASK)
            found.append(ThreadRecord(*values))
        return found


def _record(row: RowMapping) -> ThreadRecord:
    return record_from(ThreadRecord, row, mode=known(PermissionMode, row["mode"], PermissionMode.ASK))
