# SPDX-License-Identifier: MIT
"""Look-ups that must be right and stay quick however many runs a thread has."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from onesist_desktop.core.answerer import PermissionMode
from onesist_desktop.core.ids import MessageId, ProjectId, ProviderId, RunId, SessionRowId, ThreadId
from onesist_desktop.core.messages import Message, Role, TextPart
from onesist_desktop.core.records import RunStatus, SessionState
from onesist_desktop.storage.database import Database
from onesist_desktop.storage.records import ProjectRecord, RunRecord, SessionRecord, ThreadRecord
from onesist_desktop.storage.unit_of_work import UnitOfWork

P, T, OTHER = ProjectId("p"), ThreadId("t"), ThreadId("other")
MINE, THEIRS = SessionRowId("mine"), SessionRowId("theirs")
MANY = 600


@pytest.fixture
def database(tmp_path: Path, runner: Any) -> Iterator[Database]:
    opened = Database(tmp_path / "o.db")
    runner.run(opened.open())
    yield opened
    runner.run(opened.close())


def fill(uow: UnitOfWork) -> None:
    uow.projects.add(ProjectRecord(P, "P", "/p", 1.0, 1.0))
    for thread in (T, OTHER):
        uow.threads.add(ThreadRecord(thread, P, "T", PermissionMode.ASK, 1.0, 1.0))
    for row in (MINE, THEIRS):
        uow.sessions.add(SessionRecord(row, T, ProviderId(row), SessionState.OPENING, "/p", PermissionMode.ASK, 1.0, 1.0))


def add_run(uow: UnitOfWork, name: str, row: SessionRowId, *, of: str = "", thread: ThreadId = T, **values: Any) -> RunRecord:
    """Add a run with its question and answer, or another run ``of`` an earlier question."""
    question, answer = MessageId(of or f"{name}?"), MessageId(f"{name}!")
    for message_id in (answer,) if of else (question, answer):
        seq = uow.threads.take_seq(thread)
        uow.messages.add(Message(message_id, thread, seq, Role.USER, (TextPart("hi"),)))
    record = RunRecord(
        id=RunId(name),
        thread_id=thread,
        ordinal=uow.runs.next_ordinal(thread),
        provider_id=ProviderId(row),
        model=None,
        mode=PermissionMode.ASK,
        cwd="/p",
        status=RunStatus.FINISHED,
        user_message_id=question,
        reply_message_id=answer,
        session_row_id=row,
        started_at=1.0,
        prompt_held=True,
        reply_held=True,
        accepted_at=1.0,
    )
    uow.runs.add(replace(record, **values))
    return uow.runs.get(record.id)


async def test_own_messages_are_found_among_few_as_among_many(database: Database) -> None:
    def look(uow: UnitOfWork) -> None:
        fill(uow)
        add_run(uow, "1", MINE)
        add_run(uow, "2", THEIRS)
        add_run(uow, "3", MINE, reply_held=False)
        add_run(uow, "4", MINE, prompt_held=False)
        everything = [MessageId(f"{run}{sign}") for run in "1234" for sign in "?!"]
        own = {"1?", "1!", "3?", "4!"}
        assert uow.runs.own_message_ids(MINE) == own
        assert uow.runs.own_message_ids(MINE, everything) == own
        assert uow.runs.own_message_ids(MINE, [*everything, *(MessageId(f"m{n}") for n in range(MANY))]) == own
        assert uow.runs.own_message_ids(MINE, [MessageId("2?"), MessageId("2!")]) == set()
        assert uow.runs.own_message_ids(MINE, [MessageId("4?")]) & {"4?"} == set()
        assert uow.runs.own_message_ids(MINE, []) == set()

    await database.run(look)


async def test_the_last_accepted_run_is_the_newest_of_its_thread_whose_prompt_arrived(database: Database) -> None:
    def look(uow: UnitOfWork) -> None:
        fill(uow)
        assert uow.runs.last_accepted(T) is None
        first = add_run(uow, "1", MINE)
        second = add_run(uow, "2", THEIRS)
        add_run(uow, "3", MINE, accepted_at=None)
        add_run(uow, "4", MINE, thread=OTHER)
        assert uow.runs.last_accepted(T) == second
        assert uow.runs.last_accepted(T, besides=second.id) == first

    await database.run(look)


async def test_the_newest_run_for_a_message_is_found(database: Database) -> None:
    def look(uow: UnitOfWork) -> None:
        fill(uow)
        add_run(uow, "1", MINE)
        again = add_run(uow, "2", THEIRS, of="1?")
        assert uow.runs.newest_for(MessageId("1?")) == again
        assert uow.runs.newest_for(MessageId("nobody")) is None

    await database.run(look)
