# SPDX-License-Identifier: MIT
"""The schema is portable SQL, and what the app asks often is found by an index."""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Table, event
from sqlalchemy.dialects import postgresql
from sqlalchemy.schema import CreateIndex, CreateTable

from onesist_desktop.core.answerer import PermissionMode
from onesist_desktop.core.errors import NotFoundError
from onesist_desktop.core.ids import MessageId, ProjectId, ProviderId, RunId, SessionRowId, ThreadId
from onesist_desktop.core.messages import MessageKind
from onesist_desktop.core.records import RunStatus, SessionState
from onesist_desktop.storage.database import Database
from onesist_desktop.storage.records import RunRecord, SessionRecord
from onesist_desktop.storage.tables import metadata
from onesist_desktop.storage.unit_of_work import UnitOfWork

RUN = RunRecord(
    RunId("r"), ThreadId("t"), 1, ProviderId("a"), None, PermissionMode.ASK, "/p", RunStatus.FINISHED, MessageId("m"), 1.0
)
SESSION = SessionRecord(SessionRowId("s"), ThreadId("t"), ProviderId("a"), SessionState.ACTIVE, "/p", PermissionMode.ASK, 1.0, 1.0)
T, M, S, A = ThreadId("t"), MessageId("m"), SessionRowId("s"), ProviderId("a")

HOT: dict[str, Callable[[UnitOfWork], object]] = {
    "newest messages": lambda uow: uow.messages.newest(T, 50),
    "message": lambda uow: uow.messages.get(M),
    "between": lambda uow: uow.messages.between(T, 1, 100),
    "first seq": lambda uow: uow.messages.first_seq(T),
    "last seq": lambda uow: uow.search.last_seq(T),
    "next question": lambda uow: uow.messages.next_question(T, 5, forward=True),
    "question before": lambda uow: uow.messages.next_question(T, 5, forward=False),
    "next error": lambda uow: uow.messages.next_error(T, 5, forward=True),
    "error before": lambda uow: uow.messages.next_error(T, 5, forward=False),
    "search": lambda uow: list(uow.search._rows(T, 1, 100)),
    "runs by ids": lambda uow: uow.runs.by_ids([RunId("r")]),
    "neighbours": lambda uow: uow.runs.neighbours(RUN),
    "mark read": lambda uow: uow.threads.mark_read(T),
    "draft": lambda uow: uow.drafts.get(T),
    "no draft": lambda uow: uow.drafts.remove(T),
    "content": lambda uow: uow.messages.content(T, 1, 100),
    "with seqs": lambda uow: uow.messages.with_seqs(T, [1, 2]),
    "outlines": lambda uow: uow.outlines.read(T, 0, 9),
    "no outlines": lambda uow: uow.outlines.forget(T),
    "last content": lambda uow: uow.messages.last_content(T),
    "notices": lambda uow: uow.messages.notices(T, MessageKind.HANDOFF, RunId("r")),
    "parts": lambda uow: uow.messages.write_parts(M, {}, 0),
    "unfinished": lambda uow: uow.runs.unfinished(),
    "run": lambda uow: uow.runs.get(RunId("r")),
    "newest": lambda uow: uow.runs.newest(T),
    "failed threads": lambda uow: uow.threads.failed(ProjectId("p")),
    "archived threads": lambda uow: uow.threads.archived(ProjectId("p")),
    "next ordinal": lambda uow: uow.runs.next_ordinal(T),
    "newest for": lambda uow: uow.runs.newest_for(M),
    "last accepted": lambda uow: uow.runs.last_accepted(T),
    "own messages": lambda uow: uow.runs.own_message_ids(S),
    "own seqs": lambda uow: uow.runs.own_seqs(SESSION, 5),
    "own size": lambda uow: uow.runs.own_size_bytes(SESSION, 100),
    "steers": lambda uow: uow.steers.of_run(RunId("r")),
    "holds steer": lambda uow: uow.steers.is_held_in(S, M),
    "let go": lambda uow: uow.steers.let_go(RunId("r")),
    "usage": lambda uow: uow.runs.usage(T),
    "end steering": lambda uow: uow.queue.end_steering(T, RunId("r")),
    "steering": lambda uow: uow.queue.steering(T, RunId("r")),
    "holds prompt": lambda uow: uow.runs.holds_prompt(S, M),
    "threads": lambda uow: uow.threads.of_project(ProjectId("p")),
    "active session": lambda uow: uow.sessions.active(T, A),
    "sessions": lambda uow: uow.sessions.of_thread(T, A),
    "handoffs": lambda uow: uow.handoffs.of_session(S),
    "queue": lambda uow: uow.queue.of_thread(T),
}


@pytest.mark.parametrize("table", metadata.sorted_tables, ids=lambda table: table.name)
def test_every_table_can_be_made_in_postgresql(table: Table) -> None:
    dialect = postgresql.dialect()  # type: ignore[no-untyped-call]
    made = str(CreateTable(table).compile(dialect=dialect))
    for index in table.indexes:
        assert str(CreateIndex(index).compile(dialect=dialect))
    assert "BOOLEAN DEFAULT 0" not in made
    assert "DEFAULT 1" not in made


async def test_no_hot_query_reads_a_whole_table(tmp_path: Path) -> None:
    database = Database(tmp_path / "o.db")
    await database.open()
    asked: list[tuple[str, Any]] = []

    def record(_connection: Any, _cursor: Any, statement: str, parameters: Any, *_: Any) -> None:
        asked.append((statement, parameters))

    def ask(uow: UnitOfWork) -> dict[str, list[str]]:
        connection = uow._connection
        plans: dict[str, list[str]] = {}
        for name, query in HOT.items():
            asked.clear()
            event.listen(connection, "before_cursor_execute", record)
            # There is nothing to be found.
            with contextlib.suppress(NotFoundError):
                query(uow)
            event.remove(connection, "before_cursor_execute", record)
            for statement, parameters in list(asked):
                rows = connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {statement}", parameters)
                plans.setdefault(name, []).extend(str(row[3]) for row in rows)
        return plans

    plans = await database.run(ask)
    await database.close()
    assert plans.keys() == HOT.keys()
    scans = [(name, step) for name, plan in plans.items() for step in plan if step.startswith("SCAN")]
    assert [(name, step) for name, step in scans if step.split()[1] in metadata.tables] == []
    assert any("ix_runs_status" in step for step in plans["unfinished"])
    assert any("ix_messages_run_id" in step for step in plans["notices"])
    for name, index in {"question": "ix_questions", "error": "ix_errors"}.items():
        for direction in (f"next {name}", f"{name} before"):
            assert any(f"INDEX {index} " in step for step in plans[direction]), plans[direction]
    # In the order of the index, without sorting: what comes first can be shown at once.
    ordered = (
        "newest messages",
        "between",
        "search",
        "first seq",
        "last seq",
        "next question",
        "error before",
        "own seqs",
        "own size",
    )
    assert [(name, step) for name in ordered for step in plans[name] if "TEMP B-TREE" in step and "LAST TERM" not in step] == []
