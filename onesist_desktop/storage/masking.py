# SPDX-License-Identifier: MIT
"""Takes a secret out of everything that was stored before the app knew that it was one."""

from __future__ import annotations

from sqlalchemy import Column, Connection, Integer, Table, column, func, literal_column, select, table, update

from onesist_desktop.core.ids import MessageId
from onesist_desktop.storage.lenient import clean
from onesist_desktop.storage.outlines import outdate
from onesist_desktop.storage.tables import (
    context_handoffs,
    drafts,
    message_parts,
    messages,
    queued_messages,
    runs,
    setup_consents,
    threads,
    worktrees,
)

_PLACES: tuple[tuple[Table, Column[str]], ...] = (
    (message_parts, message_parts.c.data),
    (messages, messages.c.data),
    (context_handoffs, context_handoffs.c.text),
    (queued_messages, queued_messages.c.text),
    (queued_messages, queued_messages.c.attachments),
    (queued_messages, queued_messages.c.manual),
    (drafts, drafts.c.text),
    (drafts, drafts.c.attachments),
    (runs, runs.c.detail),
    (threads, threads.c.title),
    (threads, threads.c.own_words),
    (threads, threads.c.parent_title),
    (worktrees, worktrees.c.note),
    (worktrees, worktrees.c.setup_command),
    (worktrees, worktrees.c.setup_output),
    (setup_consents, setup_consents.c.command),
)
_MESSAGE_IDS = {message_parts: message_parts.c.message_id, messages: messages.c.id}
_WATCHED = table("watched", column("place", Integer), column("row", Integer), schema="temp")
_EVENTS = ("INSERT", "UPDATE")


def watch(connection: Connection) -> None:
    """Note from now on which rows are written, so that they can be searched without searching all; until :func:`unwatch`.

    Triggers of this connection alone: every write is noted, whichever store makes it, and a rollback takes its notes along.
    """
    connection.exec_driver_sql("CREATE TEMP TABLE watched (place INTEGER, row INTEGER, PRIMARY KEY (place, row)) WITHOUT ROWID")
    for place, (watched, _) in enumerate(_PLACES):
        note = f"INSERT OR IGNORE INTO watched VALUES ({place}, NEW.rowid)"  # noqa: S608 - a number of ours
        for event in _EVENTS:
            name = f"watch_{place}_{event}"
            connection.exec_driver_sql(f"CREATE TEMP TRIGGER {name} AFTER {event} ON main.{watched.name} BEGIN {note}; END")


def unwatch(connection: Connection) -> None:
    """Stop noting."""
    for place, _ in enumerate(_PLACES):
        for event in _EVENTS:
            connection.exec_driver_sql(f"DROP TRIGGER IF EXISTS temp.watch_{place}_{event}")
    connection.exec_driver_sql("DROP TABLE IF EXISTS temp.watched")


def replace_everywhere(connection: Connection, secret: str, placeholder: str, *, only_watched: bool = False) -> int:
    """Replace a secret by its placeholder in every text column, or in the rows noted since :func:`watch` began.

    Returns how many rows held it.
    """
    # Texts were made valid before they were stored, and the secret with them.
    secret, count = clean(secret), 0
    for place, (searched, text) in enumerate(_PLACES):
        query = update(searched).where(text.contains(secret, autoescape=True))
        if only_watched:
            noted = select(_WATCHED.c.row).where(_WATCHED.c.place == place)
            query = query.where(literal_column(f"{searched.name}.rowid", Integer).in_(noted))
        changing = query.values({text: func.replace(text, secret, placeholder)})
        if (message_id := _MESSAGE_IDS.get(searched)) is None:
            count += connection.execute(changing).rowcount
            continue
        # A placeholder is of another length than the secret.
        found = connection.execute(changing.returning(message_id)).scalars().all()
        outdate(connection, {MessageId(name) for name in found})
        count += len(found)
    return count
