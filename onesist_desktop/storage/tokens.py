# SPDX-License-Identifier: MIT
"""Tokens that scope the history server to one project, and the record of child processes for the next start."""

from __future__ import annotations

import hashlib

from sqlalchemy import Connection, delete, insert, select, update

from onesist_desktop.core.ids import ProjectId, SessionRowId, ThreadId
from onesist_desktop.storage.tables import child_processes, history_tokens


def token_hash(token: str) -> str:
    """Return what is stored of a token: its SHA-256, so that the file gives none away."""
    return hashlib.sha256(token.encode()).hexdigest()


class TokenStore:
    """Rows of ``history_tokens``."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def add(self, token: str, project_id: ProjectId, thread_id: ThreadId, row_id: SessionRowId, now: float) -> None:
        """Remember a token for one session row."""
        self._connection.execute(
            insert(history_tokens).values(
                token_sha256=token_hash(token), project_id=project_id, thread_id=thread_id, session_row_id=row_id, created_at=now
            )
        )

    def revoke(self, row_id: SessionRowId, now: float) -> None:
        """Let a session's tokens die with it."""
        query = update(history_tokens).where(history_tokens.c.session_row_id == row_id, history_tokens.c.revoked_at.is_(None))
        self._connection.execute(query.values(revoked_at=now))

    def revoke_all(self, now: float) -> None:
        """Let every token die: no session process outlives the app."""
        self._connection.execute(update(history_tokens).where(history_tokens.c.revoked_at.is_(None)).values(revoked_at=now))


class ChildStore:
    """Rows of ``child_processes``: agents that run, to be ended at the next start if the app dies first."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def add(self, pid: int, started_at: float, mark: str, what: str) -> None:
        """Remember a process."""
        self.remove(pid, started_at)
        self._connection.execute(insert(child_processes).values(pid=pid, started_at=started_at, mark=mark, what=what))

    def remove(self, pid: int, started_at: float) -> None:
        """Forget a process that has ended."""
        self._connection.execute(
            delete(child_processes).where(child_processes.c.pid == pid, child_processes.c.started_at == started_at)
        )

    def all(self) -> list[tuple[int, float, str]]:
        """List pid, start time and mark of what was remembered."""
        rows = self._connection.execute(select(child_processes.c.pid, child_processes.c.started_at, child_processes.c.mark))
        return [(row[0], row[1], row[2]) for row in rows]

    def clear(self) -> None:
        """Forget all."""
        self._connection.execute(delete(child_processes))
