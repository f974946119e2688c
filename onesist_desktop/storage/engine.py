# SPDX-License-Identifier: MIT
"""Opens the SQLite file with the settings that keep it safe."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from sqlalchemy import URL, Engine, create_engine, event
from sqlalchemy.engine import Connection
from sqlalchemy.pool import StaticPool

BUSY_TIMEOUT_S = 5.0


def make_engine(path: Path) -> Engine:
    """Build an engine with one connection, for one thread.

    Every transaction starts as a writer (``BEGIN IMMEDIATE``): it waits for its turn at the start instead of failing half-way.
    """
    engine = create_engine(
        # Built, not written: a folder may be called "a?b".
        URL.create("sqlite", database=str(path)),
        poolclass=StaticPool,
        connect_args={"timeout": BUSY_TIMEOUT_S, "check_same_thread": False},
    )

    @event.listens_for(engine, "connect")
    def _on_connect(connection: Any, _record: Any) -> None:
        connection.isolation_level = None
        cursor = connection.cursor()
        cursor.execute("PRAGMA journal_mode=WAL")
        # A message that the app says is stored must survive the loss of power too.
        cursor.execute("PRAGMA synchronous=FULL")
        cursor.execute("PRAGMA foreign_keys=ON")
        # What is masked later must not stay readable in free pages.
        cursor.execute("PRAGMA secure_delete=ON")
        cursor.close()

    @event.listens_for(engine, "begin")
    def _on_begin(connection: Connection) -> None:
        connection.exec_driver_sql("BEGIN IMMEDIATE")

    return engine
