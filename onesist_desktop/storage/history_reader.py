# SPDX-License-Identifier: MIT
"""Reads threads for the history server, in a process of its own: read-only, and with nothing that is slow to import.

Plain SQL on the tables of ``storage.tables``; a test holds both together.
"""

from __future__ import annotations

import hashlib
import sqlite3
from dataclasses import dataclass
from pathlib import Path

from onesist_desktop.core.errors import StorageError
from onesist_desktop.core.ids import MessageId, ProjectId, ProviderId, RunId, ThreadId
from onesist_desktop.core.messages import Message, MessageKind, MessageStatus, Part, Role
from onesist_desktop.storage.codec import decode_object, decode_part
from onesist_desktop.storage.lenient import clean, known


@dataclass(frozen=True, slots=True)
class HistoryScope:
    """What a token gives access to: the threads of one project."""

    project_id: ProjectId
    thread_id: ThreadId


class HistoryReader:
    """A read-only view of the database. Not thread-safe."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection

    def scope_of(self, token: str) -> HistoryScope | None:
        """Return what a token gives access to; None when it is unknown, was revoked, or its session was retired."""
        digest = hashlib.sha256(token.encode(errors="surrogatepass")).hexdigest()
        query = (
            "SELECT t.project_id, t.thread_id FROM history_tokens t WHERE t.token_sha256 = ? AND t.revoked_at IS NULL"
            " AND NOT EXISTS (SELECT 1 FROM chat_provider_sessions s WHERE s.id = t.session_row_id AND s.state = 'retired')"
        )
        row = self._connection.execute(query, (digest,)).fetchone()
        return None if row is None else HistoryScope(ProjectId(row[0]), ThreadId(row[1]))

    def has_thread(self, scope: HistoryScope, thread_id: str) -> bool:
        """Tell whether that thread belongs to the scope's project, and the person did not delete it."""
        query = "SELECT 1 FROM threads WHERE id = ? AND project_id = ? AND deleted_at IS NULL"
        return self._connection.execute(query, (clean(thread_id), scope.project_id)).fetchone() is not None

    def read(self, thread_id: str, before_seq: int | None, limit: int) -> list[Message]:
        """Return the newest ``limit`` messages before a seq (or the end) that were not rolled back, oldest first."""
        query = (
            "SELECT id, seq, role, kind, status, provider_id, model, run_id, data, created_at FROM messages"
            " WHERE thread_id = ? AND rolled_back = 0 AND seq < ? ORDER BY seq DESC LIMIT ?"
        )
        ceiling = 2**62 if before_seq is None else before_seq
        rows = self._connection.execute(query, (thread_id, ceiling, limit)).fetchall()
        return [self._message(thread_id, row) for row in reversed(rows)]

    def close(self) -> None:
        """Close the connection."""
        self._connection.close()

    def _message(self, thread_id: str, row: tuple[str, int, str, str, str, str, str, str, str, float]) -> Message:
        query = "SELECT kind, data FROM message_parts WHERE message_id = ? ORDER BY ordinal"
        parts: tuple[Part, ...] = tuple(decode_part(kind, data) for kind, data in self._connection.execute(query, (row[0],)))
        return Message(
            id=MessageId(row[0]),
            thread_id=ThreadId(thread_id),
            seq=row[1],
            role=known(Role, row[2], Role.SYSTEM),
            kind=known(MessageKind, row[3], None) if row[3] else None,
            status=known(MessageStatus, row[4], MessageStatus.SETTLED),
            provider_id=ProviderId(row[5]) if row[5] else None,
            model=row[6],
            run_id=RunId(row[7]) if row[7] else None,
            data=decode_object(row[8]) or {},
            created_at=row[9],
            parts=parts,
        )


def open_history(database_path: str) -> HistoryReader:
    """Open the database for reading. Raises StorageError."""
    try:
        uri = f"{Path(database_path).absolute().as_uri()}?mode=ro"
        return HistoryReader(sqlite3.connect(uri, uri=True, timeout=5.0, check_same_thread=False))
    except sqlite3.Error as error:
        raise StorageError(f"{database_path}: {error}") from error
