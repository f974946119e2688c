# SPDX-License-Identifier: MIT
"""Outlines hold until one of their messages is written, whoever writes it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from onesist_desktop.core.answerer import PermissionMode
from onesist_desktop.core.handoff_outline import Outline
from onesist_desktop.core.ids import MessageId, ProjectId, ThreadId
from onesist_desktop.core.messages import Message, MessageKind, MessageStatus, Role, TextPart
from onesist_desktop.storage import outlines
from onesist_desktop.storage.database import Database
from onesist_desktop.storage.outlines import STRETCH_SEQS, stretch_of
from onesist_desktop.storage.records import ProjectRecord, ThreadRecord
from onesist_desktop.storage.unit_of_work import UnitOfWork

T, OTHER = ThreadId("t"), ThreadId("other")
KEY = "sk-canary-0123456789"


def message(seq: int, text: str = "hi", thread: ThreadId = T, **values: Any) -> Message:
    return Message(MessageId(f"{thread}{seq}"), thread, seq, Role.USER, (TextPart(text),), **values)


LAST, FIRST = message(STRETCH_SEQS, f"about {KEY}"), message(STRETCH_SEQS + 1)
MADE = Outline.of([LAST, FIRST])


@pytest.fixture
def database(tmp_path: Path, runner: Any) -> Iterator[Database]:
    def fill(uow: UnitOfWork) -> None:
        uow.projects.add(ProjectRecord(ProjectId("p"), "P", "/p", 1.0, 1.0))
        for thread in (T, OTHER):
            uow.threads.add(ThreadRecord(thread, ProjectId("p"), "T", PermissionMode.ASK, 1.0, 1.0))
        uow.messages.add(LAST)
        uow.messages.add(FIRST)
        for thread in (T, OTHER):
            for number in range(3):
                uow.outlines.put(thread, number, MADE)

    opened = Database(tmp_path / "o.db")
    runner.run(opened.open())
    runner.run(opened.run(fill))
    yield opened
    runner.run(opened.close())


def known(uow: UnitOfWork) -> dict[str, list[int]]:
    return {thread: sorted(uow.outlines.read(thread, 0, 9)) for thread in (T, OTHER)}


def test_stretches_follow_one_another() -> None:
    assert [stretch_of(seq) for seq in (1, STRETCH_SEQS, STRETCH_SEQS + 1, 2 * STRETCH_SEQS)] == [0, 0, 1, 1]


async def test_what_was_put_is_read_until_it_is_replaced_or_forgotten(database: Database) -> None:
    def look(uow: UnitOfWork) -> None:
        assert uow.outlines.read(T, 1, 2) == {1: MADE, 2: MADE}
        uow.outlines.put(T, 1, Outline())
        assert uow.outlines.read(T, 1, 1) == {1: Outline()}
        uow.outlines.forget(T)
        assert known(uow) == {T: [], OTHER: [0, 1, 2]}

    await database.run(look)


async def test_other_rules_and_damage_count_as_nothing(database: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    def look(uow: UnitOfWork) -> None:
        with monkeypatch.context() as patch:
            patch.setattr(outlines, "RULES", "0-little")
            uow.outlines.put(T, 0, MADE)
        uow._connection.exec_driver_sql(
            "UPDATE handoff_outlines SET data = substr(data, 1, 40) WHERE thread_id = 't' AND number = 1"
        )
        # A list of names with too few of them.
        data = MADE.to_bytes().replace(b"[null]", b"[]")
        uow._connection.exec_driver_sql("UPDATE handoff_outlines SET data = ? WHERE thread_id = 't' AND number = 2", (data,))
        assert known(uow) == {T: [], OTHER: [0, 1, 2]}
        uow.outlines.put(T, 0, MADE)
        assert uow.outlines.read(T, 0, 0) == {0: MADE}

    await database.run(look)


WRITES: dict[str, tuple[Callable[[UnitOfWork], object], list[int]]] = {
    "a message that came late": (lambda uow: uow.messages.add(message(2)), [1, 2]),
    "parts": (lambda uow: uow.messages.write_parts(FIRST.id, {0: TextPart("x")}, 1), [0, 2]),
    "parts dropped": (lambda uow: uow.messages.write_parts(FIRST.id, {}, 0), [0, 2]),
    "the end of an answer": (lambda uow: uow.messages.settle(replace(LAST, status=MessageStatus.INTERRUPTED)), [1, 2]),
    "data": (lambda uow: uow.messages.set_data(FIRST.id, {"items": []}), [0, 2]),
    "a secret in a text": (lambda uow: uow.replace_everywhere(KEY, "[secret:1]"), [1, 2]),
    "a secret that isn't there": (lambda uow: uow.replace_everywhere("sk-other-secret", "[secret:2]"), [0, 1, 2]),
    "of nobody": (lambda uow: uow.messages.write_parts(MessageId("nobody"), {}, 0), [0, 1, 2]),
}


@pytest.mark.parametrize("name", WRITES)
async def test_only_the_stretch_that_is_written_to_is_forgotten(database: Database, name: str) -> None:
    write, left = WRITES[name]

    def look(uow: UnitOfWork) -> dict[str, list[int]]:
        write(uow)
        return known(uow)

    assert await database.run(look) == {T: left, OTHER: [0, 1, 2]}


async def test_a_secret_in_what_a_merge_brought_is_taken_out_of_its_outline(database: Database) -> None:
    def look(uow: UnitOfWork) -> None:
        uow.messages.add(message(5, kind=MessageKind.MERGE, data={"items": [["user", 1, KEY]]}))
        for number in range(3):
            uow.outlines.put(T, number, MADE)
        uow.messages.write_parts(LAST.id, {}, 0)
        uow.outlines.put(T, 0, MADE)
        assert uow.replace_everywhere(KEY, "[secret:1]") == 1
        assert known(uow)[T] == [1, 2]

    await database.run(look)
