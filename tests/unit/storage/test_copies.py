# SPDX-License-Identifier: MIT
"""Copies for a fork: what is taken along, what is closed, and that a long thread is copied quickly."""

from __future__ import annotations

import itertools
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from onesist_desktop.core.answerer import PermissionMode
from onesist_desktop.core.handoff_outline import Outline
from onesist_desktop.core.ids import MessageId, ProjectId, RunId, ThreadId
from onesist_desktop.core.messages import (
    AttachmentPart,
    CallState,
    ChangeKind,
    CommandPart,
    FileChangePart,
    Message,
    MessageKind,
    MessageStatus,
    Part,
    QuestionPart,
    Role,
    TextPart,
    ThinkingPart,
    ToolCallPart,
)
from onesist_desktop.storage.database import Database
from onesist_desktop.storage.outlines import STRETCH_SEQS
from onesist_desktop.storage.records import ProjectRecord, ThreadRecord
from onesist_desktop.storage.unit_of_work import UnitOfWork

T, CHILD = ThreadId("t"), ThreadId("child")


@pytest.fixture
def database(tmp_path: Path, runner: Any) -> Iterator[Database]:
    def fill(uow: UnitOfWork) -> None:
        uow.projects.add(ProjectRecord(ProjectId("p"), "P", "/p", 1.0, 1.0))
        for thread in (T, CHILD):
            uow.threads.add(ThreadRecord(thread, ProjectId("p"), "T", PermissionMode.ASK, 1.0, 1.0))

    opened = Database(tmp_path / "o.db")
    runner.run(opened.open())
    runner.run(opened.run(fill))
    yield opened
    runner.run(opened.close())


def message(seq: int, *parts: Part, role: Role = Role.USER, **values: Any) -> Message:
    return Message(MessageId(f"m{seq}"), T, seq, role, parts or (TextPart(f"text {seq}"),), created_at=float(seq), **values)


def copied(runner: Any, database: Database, upto: int, *messages: Message) -> tuple[list[Message], int]:
    """Store messages, copy them up to a seq, and return the copies with what was counted."""

    def work(uow: UnitOfWork) -> tuple[list[Message], int]:
        for each in messages:
            uow.messages.add(each)
        before = uow.messages.newest(T, 10_000)
        expected, ids = uow.copies.count(T, upto), itertools.count(1)
        count = uow.copies.copy(T, CHILD, upto, lambda: f"c{next(ids)}")
        assert count == expected
        assert uow.messages.newest(T, 10_000) == before
        return uow.messages.newest(CHILD, 10_000), count

    result: tuple[list[Message], int] = runner.run(database.run(work))
    return result


def test_a_copy_is_the_same_but_for_its_id_and_thread(runner: Any, database: Database) -> None:
    picture = AttachmentPart("a.png", "/kept/a.png", "image/png", 3)
    given = [
        message(1, TextPart("look"), picture, run_id=RunId("r")),
        message(4, ThinkingPart("hm"), TextPart("seen"), role=Role.ASSISTANT, run_id=RunId("r"), model="m"),
        message(5, status=MessageStatus.INTERRUPTED, role=Role.ASSISTANT, origin_id=MessageId("first")),
        message(9),
    ]
    copies, count = copied(runner, database, 5, *given)
    assert count == 3
    assert [copy.id for copy in copies] == ["c1", "c2", "c3"]
    for copy, original in zip(copies, given, strict=False):
        origin = original.origin_id or original.id
        assert copy == replace(original, id=copy.id, thread_id=CHILD, origin_id=origin)


def test_what_is_not_copied(runner: Any, database: Database) -> None:
    rewind = message(6, role=Role.SYSTEM, kind=MessageKind.REWIND, data={"rewind_id": "r"})
    copies, count = copied(
        runner,
        database,
        7,
        message(1),
        message(2, rolled_back=True),
        message(3, status=MessageStatus.STREAMING, role=Role.ASSISTANT),
        message(5, role=Role.SYSTEM, kind=MessageKind.HANDOFF, data={"receipt": "joined"}),
        rewind,
        message(7),
    )
    assert [copy.seq for copy in copies] == [1, 5, 7]
    assert count == 2


def test_open_calls_are_closed(runner: Any, database: Database) -> None:
    parts = (
        CommandPart("1", "make", "so far"),
        CommandPart("2", "ls", 'says "running"', 0, CallState.WORKED),
        ToolCallPart("3", "search"),
        FileChangePart("a.py", ChangeKind.CHANGED, "4", state=CallState.RUNNING),
        QuestionPart("5", "May I?"),
        QuestionPart("6", "May I?", answer="allow"),
        QuestionPart("7", "May I?", expired=True),
    )
    (copy,), _ = copied(runner, database, 1, message(1, *parts, role=Role.ASSISTANT))
    assert copy.parts == (
        replace(parts[0], state=CallState.STOPPED),
        parts[1],
        replace(parts[2], state=CallState.STOPPED),
        replace(parts[3], state=CallState.STOPPED),
        replace(parts[4], expired=True),
        parts[5],
        parts[6],
    )


def test_notices_name_the_copies(runner: Any, database: Database) -> None:
    data = {"user_message_id": "m1", "handoff_id": "h", "included": 2, "none": None}
    copies, _ = copied(
        runner,
        database,
        3,
        message(1),
        message(2, role=Role.SYSTEM, kind=MessageKind.HANDOFF, data=data),
        message(3, role=Role.SYSTEM, kind=MessageKind.ERROR, data={"user_message_id": "elsewhere"}),
    )
    assert copies[1].data == {**data, "user_message_id": "c1"}
    assert copies[2].data == {"user_message_id": "elsewhere"}


def test_nothing_to_copy(runner: Any, database: Database) -> None:
    assert copied(runner, database, 3) == ([], 0)


def test_outlines_go_along_where_they_are_the_same(runner: Any, database: Database) -> None:
    def work(uow: UnitOfWork) -> list[dict[int, Outline]]:
        for seq in (1, STRETCH_SEQS, STRETCH_SEQS + 1, 2 * STRETCH_SEQS):
            uow.messages.add(message(seq))
        uow.messages.add(message(2 * STRETCH_SEQS + 1, CommandPart("1", "make"), role=Role.ASSISTANT))
        made = Outline.of([message(1)])
        for number in range(4):
            uow.outlines.put(T, number, made)
        found = []
        for upto in (STRETCH_SEQS - 1, STRETCH_SEQS, 4 * STRETCH_SEQS):
            child = ThreadId(f"child {upto}")
            uow.threads.add(ThreadRecord(child, ProjectId("p"), "T", PermissionMode.ASK, 1.0, 1.0))
            ids = itertools.count(1)
            uow.copies.copy(T, child, upto, lambda child=child, ids=ids: f"{child} {next(ids)}")  # type: ignore[misc]
            found.append(uow.outlines.read(child, 0, 9))
        return found

    short, exact, long = runner.run(database.run(work))
    assert [list(each) for each in (short, exact)] == [[], [0]]
    # Something of the third stretch was closed, and is told otherwise in the copy.
    assert list(long) == [0, 1, 3]


def test_ten_thousand_messages_are_copied_quickly(runner: Any, database: Database) -> None:
    def fill(uow: UnitOfWork) -> None:
        execute = uow._connection.exec_driver_sql
        seqs = range(1, 10_001)
        columns = "id, thread_id, seq, role, created_at, status, is_content"
        rows = [(f"m{seq}", T, seq, "user" if seq % 2 else "assistant", 1.0) for seq in seqs]
        execute(f"INSERT INTO messages ({columns}) VALUES (?, ?, ?, ?, ?, 'settled', 1)", rows)
        for ordinal, (kind, data) in enumerate((("text", '{"text":"%s"}' % ("word " * 60)), ("thinking", '{"text":"hm"}'))):
            execute(f"INSERT INTO message_parts VALUES (?, {ordinal}, '{kind}', ?)", [(f"m{seq}", data) for seq in seqs])

    runner.run(database.run(fill))
    ids = itertools.count(1)
    begun = time.process_time()
    count = runner.run(database.run(lambda uow: uow.copies.copy(T, CHILD, 10_000, lambda: f"c{next(ids)}")))
    took_s = time.process_time() - begun
    assert count == 10_000
    assert took_s < 3.0, f"copying took {took_s:.2f} s"
