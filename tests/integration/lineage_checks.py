# SPDX-License-Identifier: MIT
"""A family of threads that the app is killed in, and what must hold of it afterwards, read past all code of the app."""

from __future__ import annotations

import hashlib
import json
import re
import sqlite3
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from onesist_desktop.core.messages import MessageKind
from onesist_desktop.core.practice_commands import item_headings
from onesist_desktop.core.records import SessionState
from tests.integration.kill_checks import MODEL, PRACTICE, check_practice, check_rows, last_run
from tests.integration.kill_rig import Driver, Place

Rows = dict[str, list[str]]

TABLES = (
    "threads",
    "messages",
    "message_parts",
    "runs",
    "run_steers",
    "chat_provider_sessions",
    "context_transfers",
    "context_handoffs",
    "rewinds",
    "waiting_merges",
    "queued_messages",
    "drafts",
)
"""All that is said of threads. Outlines are derived from it, and tokens are made for each run of the app."""

_MADE = re.compile(r"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}|practice-[0-9a-f]{32}|\b1[0-9]{9}\.[0-9]+")
"""Ids, and times since the epoch."""


@dataclass(frozen=True, slots=True)
class Family:
    """A parent and its fork. ``fork_seq``: the parent's answer at which it was forked; both went on after it.

    Attributes:
        folder: The place that they are in. It is only ever copied.
        made: All ids and times that it had.
    """

    folder: Path
    parent: str
    child: str
    fork_seq: int
    made: frozenset[str]


def make_family(place: Place) -> Family:
    """Let both providers talk in a thread and in a fork of it, so that each session is owed something, and knows more than else."""
    driver = place.start()
    for provider, text in ((PRACTICE, "Alpha"), (MODEL, "Beta"), (PRACTICE, "Gamma")):
        driver.ask(do="send", provider=provider, text=text)
    (parent,) = (row[0] for row in ask_database(place, "SELECT id FROM threads"))
    fork_seq = place.content()[-1].seq
    child = driver.ask(do="fork", seq=fork_seq)["fork"]
    for thread, provider, text in (
        (child, PRACTICE, "Cedar"),
        (child, MODEL, "Cypress"),
        (parent, MODEL, "Delta"),
        (parent, PRACTICE, "Epsilon"),
    ):
        driver.ask(do="send", thread=thread, provider=provider, text=text)
    driver.close()
    return Family(place.folder, parent, child, fork_seq, frozenset(_MADE.findall(repr(rows_of(place)))))


# -- what is stored -----------------------------------------------------------------------------------------------------


def ask_database(place: Place, query: str, *values: object) -> list[tuple[Any, ...]]:
    with closing(sqlite3.connect(place.data / "onesist.db", timeout=10)) as connection:
        return connection.execute(query, values).fetchall()


def rows_of(place: Place, family: Family | None = None) -> Rows:
    """Return every row there is. Given the family, ids and times that it didn't have are all the same, to compare two places."""

    def one(found: re.Match[str]) -> str:
        return found[0] if family is None or found[0] in family.made else "new"

    with closing(sqlite3.connect(place.data / "onesist.db", timeout=10)) as connection:
        found = {table: connection.execute(f"SELECT * FROM {table}").fetchall() for table in TABLES}
    return {table: sorted(_MADE.sub(one, repr(row)) for row in rows) for table, rows in found.items()}


def digest(place: Place, thread_id: str) -> str:
    """Return a hash of every column of a thread's messages and their parts."""
    rows = ask_database(place, "SELECT * FROM messages WHERE thread_id = ? ORDER BY seq", thread_id)
    query = "SELECT p.* FROM message_parts p JOIN messages m ON m.id = p.message_id WHERE m.thread_id = ? ORDER BY 1, 2"
    return hashlib.sha256(repr([*rows, *ask_database(place, query, thread_id)]).encode()).hexdigest()


def thread_ids(place: Place) -> list[str]:
    """Return the threads that a person sees, the oldest first."""
    return [row[0] for row in ask_database(place, "SELECT id FROM threads WHERE deleted_at IS NULL ORDER BY created_at")]


def count_rows(place: Place) -> int:
    """Count all rows of all tables but the app's own values."""
    names = ask_database(place, "SELECT name FROM sqlite_master WHERE type = 'table' AND name != 'app_values'")
    return sum(ask_database(place, f"SELECT count(*) FROM {name}")[0][0] for (name,) in names)


# -- what must hold -----------------------------------------------------------------------------------------------------


def reopen(place: Place, recovered: int = 0) -> Driver:
    """Start the app after a kill, with all that it does once its window is shown, and check all that this must never do."""
    driver, told = restart(place, recovered), place.told()
    driver.ask(do="after_start")
    assert place.told() == told, "the start sent something by itself"
    check_family(place)
    return driver


def restart(place: Place, recovered: int = 0) -> Driver:
    """Start the app, which does nothing yet but recover what was cut off."""
    told, stored = place.told(), rows_of(place)
    check_database(place)
    driver = place.start()
    assert driver.first["recovered"] == recovered
    assert place.told() == told, "the start sent something by itself"
    if not recovered:
        assert rows_of(place) == stored
    check_family(place)
    return driver


def check_family(place: Place) -> None:
    """What has to hold whenever nothing runs, of every thread that a person sees and between them."""
    check_database(place)
    for thread_id in thread_ids(place):
        check_rows(place.of(thread_id))
        check_beginning(place.of(thread_id))
    check_merges(place)


def check_database(place: Place) -> None:
    assert ask_database(place, "PRAGMA integrity_check") == [("ok",)]
    assert ask_database(place, "PRAGMA foreign_key_check") == []


def check_beginning(place: Place) -> None:
    """A fork has one line that says how it began, which a rewind may hide, and one transfer that says the same."""
    query = "SELECT id, data FROM messages WHERE thread_id = ? AND kind = 'fork' AND origin_id IS NULL"
    lines = [(line_id, json.loads(data)["resolution"]) for line_id, data in ask_database(place, query, place.thread_id)]
    query = "SELECT message_id, resolution FROM context_transfers WHERE kind = 'fork' AND target_thread_id = ?"
    transfers = ask_database(place, query, place.thread_id)
    (parent,) = ask_database(place, "SELECT parent_thread_id IS NOT NULL FROM threads WHERE id = ?", place.thread_id)
    assert len(lines) == parent[0]
    # The line says nothing of how it began until its first message was accepted.
    assert transfers in (lines, [(line_id, "portable") for line_id, resolution in lines if not resolution])


def check_merges(place: Place) -> None:
    """Each merge is a message, a line and a transfer; what a fork counts as merged is what they brought."""
    for thread_id in thread_ids(place):
        merged = [m for m in place.of(thread_id).messages() if m.kind is MessageKind.MERGE and m.origin_id is None]
        messages, lines = [m for m in merged if not m.is_notice], [m for m in merged if m.is_notice]
        assert [line.data["message_id"] for line in lines] == [message.id for message in messages]
        query = "SELECT message_id FROM context_transfers WHERE kind = 'merge' AND target_thread_id = ? ORDER BY created_at"
        assert [row[0] for row in ask_database(place, query, thread_id)] == [message.id for message in messages]
    query = """
        SELECT t.id, t.merged_upto_seq, (SELECT max(x.source_seq) FROM context_transfers x JOIN messages m ON m.id = x.message_id
            WHERE x.kind = 'merge' AND x.source_thread_id = t.id AND NOT m.rolled_back) AS upto FROM threads t
    """
    assert [row for row in ask_database(place, query) if row[1] != row[2]] == []


def go_on(place: Place, driver: Driver, *ids: str) -> None:
    """Do what these threads offer, ask once more in each, and end the app in order. Each session must have been told all, once."""
    for thread_id in ids:
        if driver.ask(do="look", thread=thread_id)["resendable"]:
            driver.ask(do="again", thread=thread_id)
            assert last_run(place.of(thread_id)).outcome == "completed"
        driver.ask(do="send", thread=thread_id, provider=PRACTICE, text="Omega")
        assert last_run(place.of(thread_id)).outcome == "completed"
    driver.close()
    check_family(place)
    for thread_id in ids:
        check_practice(place.of(thread_id))
        check_forgotten(place.of(thread_id))


def check_forgotten(place: Place) -> None:
    """The session of the practice agent holds nothing that was set aside."""
    (row,) = [row for row in place.rows().values() if row.state is SessionState.ACTIVE and row.provider_id == PRACTICE]
    turns = place.practice_sessions()[row.native_session_id or ""].turns
    aside = dict(ask_database(place, "SELECT id, seq FROM messages WHERE thread_id = ? AND rolled_back", place.thread_id))
    assert [turn.message for turn in turns if turn.message_id in aside] == []
    for turn in turns:
        headings = " ".join(item_headings(turn.context))
        assert [seq for seq in aside.values() if f"(#{seq})" in headings] == []
