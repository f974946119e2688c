# SPDX-License-Identifier: MIT
"""Takes a secret out of everything that was stored before the app knew that it was one."""

from __future__ import annotations

from sqlalchemy import Column, Connection, Table, func, update

from onesist_desktop.storage.tables import context_handoffs, message_parts, messages, queued_messages, runs, threads

_PLACES: tuple[tuple[Table, Column[str]], ...] = (
    (message_parts, message_parts.c.data),
    (messages, messages.c.data),
    (context_handoffs, context_handoffs.c.text),
    (queued_messages, queued_messages.c.text),
    (runs, runs.c.detail),
    (threads, threads.c.title),
)


def replace_everywhere(connection: Connection, secret: str, placeholder: str) -> int:
    """Replace a secret by its placeholder in every text column. Returns how many rows held it."""
    count = 0
    for table, column in _PLACES:
        query = update(table).where(column.contains(secret, autoescape=True))
        count += connection.execute(query.values({column: func.replace(column, secret, placeholder)})).rowcount
    return count
