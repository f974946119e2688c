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
from onesist_desktop.storage.codec import encode_part
from onesist_desktop.storage.database import Database
from onesist_desktop.storage.records import ProjectRecord, RunRecord, SessionRecord, ThreadRecord
from onesist_desktop.storage.unit_of_work import UnitOfWork

P, T, OTHER = ProjectId("p"), ThreadId("t"), ThreadId("other")
MINE, THEIRS = SessionRowId("mine"), SessionRowId("theirs")


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


async def test_own_messages_are_those_that_the_session_holds(database: Database) -> None:
    def look(uow: UnitOfWork) -> None:
        fill(uow)
        add_run(uow, "1", MINE)
        add_run(uow, "2", THEIRS)
        add_run(uow, "3", MINE, reply_held=False)
        add_run(uow, "4", MINE, prompt_held=False)
        assert uow.runs.own_message_ids(MINE) == {"1?", "1!", "3?", "4!"}
        assert uow.runs.own_message_ids(SessionRowId("nobody")) == set()

    await database.run(look)


@pytest.mark.parametrize("step", [1, 2, 3, 100])
async def test_own_seqs_after_a_seq_are_those_of_the_own_messages(
    database: Database, monkeypatch: pytest.MonkeyPatch, step: int
) -> None:
    monkeypatch.setattr("onesist_desktop.storage.runs._STEP", step)

    def look(uow: UnitOfWork) -> None:
        fill(uow)
        mine = uow.sessions.get(MINE)
        assert uow.runs.own_seqs(mine, 0) == set()
        add_run(uow, "1", MINE)
        add_run(uow, "2", MINE, reply_message_id=None, reply_held=False)
        add_run(uow, "3", THEIRS)
        add_run(uow, "4", THEIRS, of="2?")
        add_run(uow, "5", MINE, of="2?", prompt_held=False)
        add_run(uow, "6", MINE, reply_held=False)
        add_run(uow, "7", MINE, reply_message_id=None)
        add_run(uow, "8", THEIRS)
        own = {uow.messages.get(message_id).seq for message_id in uow.runs.own_message_ids(MINE)}
        assert own == {1, 2, 3, 8, 9, 11}
        for after_seq in range(20):
            assert uow.runs.own_seqs(mine, after_seq) == {seq for seq in own if seq > after_seq}

    await database.run(look)


@pytest.mark.parametrize("step", [1, 2, 100])
async def test_what_a_session_holds_is_counted_until_it_is_enough(
    database: Database, monkeypatch: pytest.MonkeyPatch, step: int
) -> None:
    monkeypatch.setattr("onesist_desktop.storage.runs._STEP", step)

    def look(uow: UnitOfWork) -> None:
        fill(uow)
        mine, size = uow.sessions.get(MINE), len(encode_part(TextPart("hi"))[1])
        assert uow.runs.own_size_bytes(mine, 10**6) == 0
        add_run(uow, "1", MINE)
        add_run(uow, "2", THEIRS)
        add_run(uow, "3", MINE, reply_held=False)
        # Asked once more: it is held twice, and counts once.
        add_run(uow, "4", MINE, of="1?")
        add_run(uow, "5", MINE, reply_message_id=None)
        assert uow.runs.own_size_bytes(mine, 10**6) == 5 * size
        for enough in range(5 * size + 1):
            assert enough <= uow.runs.own_size_bytes(mine, enough) <= 5 * size
        assert uow.runs.own_size_bytes(mine, 0) == 0
        if step == 1:
            assert uow.runs.own_size_bytes(mine, 2 * size) == 3 * size

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
