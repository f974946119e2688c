# SPDX-License-Identifier: MIT
"""Tokens that scope the history server to one project."""

from __future__ import annotations

import hashlib

from sqlalchemy import Connection, insert, update

from onesist_desktop.core.ids import ProjectId, SessionRowId, ThreadId
from onesist_desktop.storage.tables import history_tokens


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

    def revoke_all(self, now: float) -> None:
        """Let every token die: no session process outlives the app."""
        self._connection.execute(update(history_tokens).where(history_tokens.c.revoked_at.is_(None)).values(revoked_at=now))
