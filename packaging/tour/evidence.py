# SPDX-License-Identifier: MIT
"""What the app stored, read from its database file as anybody could, past all of its own code."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any


class Evidence:
    """Reads the database, never writes it."""

    def __init__(self, database: Path) -> None:
        self._uri = f"{database.as_uri()}?mode=ro"

    def rows(self, query: str, *values: object) -> list[tuple[Any, ...]]:
        """Return the rows of a query."""
        with closing(sqlite3.connect(self._uri, uri=True, timeout=5.0)) as connection:
            return connection.execute(query, values).fetchall()

    def column(self, query: str, *values: object) -> list[Any]:
        """Return the first column of a query."""
        return [row[0] for row in self.rows(query, *values)]

    def one(self, query: str, *values: object) -> Any:
        """Return the first value of the first row, None where there is no row."""
        return next(iter(self.column(query, *values)), None)

    # -- what several stops ask ----------------------------------------------------------------------------------------

    def parts(self, kind: str, *fields: str) -> list[tuple[Any, ...]]:
        """List fields of all parts of a kind, in order."""
        query = (
            "SELECT p.data FROM message_parts p JOIN messages m ON m.id = p.message_id WHERE p.kind = ? ORDER BY m.seq, p.ordinal"
        )
        return [tuple(json.loads(data).get(field) for field in fields) for data in self.column(query, kind)]

    def roles(self) -> list[str]:
        """List who wrote the messages of the content, in order."""
        return self.column("SELECT role FROM messages WHERE is_content ORDER BY seq")

    def last_run(self) -> tuple[str, str, str]:
        """Return provider, status and outcome of the newest run."""
        query = "SELECT provider_id, status, coalesce(outcome, '') FROM runs ORDER BY started_at DESC, ordinal DESC LIMIT 1"
        found = self.rows(query)
        return found[0] if found else ("", "", "")

    def receipts(self) -> list[str]:
        """List the kinds of the receipts, in order."""
        return self.column(
            "SELECT json_extract(data, '$.receipt') FROM messages WHERE role = 'system' AND kind = 'handoff' ORDER BY seq"
        )

    def sessions(self, provider_id: str) -> list[tuple[str, int]]:
        """List state and known seq of a provider's sessions."""
        query = "SELECT state, known_upto_seq FROM chat_provider_sessions WHERE provider_id = ? ORDER BY created_at"
        return self.rows(query, provider_id)

    def last_handoff(self, provider_id: str) -> tuple[str, str, str]:
        """Return strategy, delivery and exact text of what a provider was told last."""
        query = "SELECT strategy, delivery, text FROM context_handoffs WHERE provider_id = ? ORDER BY created_at DESC LIMIT 1"
        found = self.rows(query, provider_id)
        return found[0] if found else ("", "", "")

    def last_answer(self) -> str:
        """Return the text of the newest answer."""
        return "\n\n".join(
            self.column(
                "SELECT json_extract(p.data, '$.text') FROM message_parts p WHERE p.kind = 'text' AND p.message_id = "
                "(SELECT id FROM messages WHERE role = 'assistant' ORDER BY seq DESC LIMIT 1) ORDER BY p.ordinal"
            )
        )
