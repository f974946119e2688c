# SPDX-License-Identifier: MIT
"""Merges as the database knows them: which stand, up to where a fork was merged, what waits."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from onesist_desktop.core.answerer import PermissionMode
from onesist_desktop.core.ids import MessageId, ProjectId, ThreadId, TransferId
from onesist_desktop.core.messages import Message, MessageKind, MessageStatus, Role, TextPart
from onesist_desktop.core.records import Resolution, TransferKind
from onesist_desktop.storage.database import Database
from onesist_desktop.storage.merges import OwnAnswers
from onesist_desktop.storage.records import ProjectRecord, ThreadRecord, TransferRecord
from onesist_desktop.storage.unit_of_work import UnitOfWork

PARENT, CHILD, OTHER = ThreadId("parent"), ThreadId("child"), ThreadId("other")


def thread(thread_id: ThreadId, parent: ThreadId | None = None, at: int | None = None) -> ThreadRecord:
    return ThreadRecord(
        thread_id, ProjectId("p"), "T", PermissionMode.ASK, 1.0, 1.0, parent_thread_id=parent, forked_at_seq=at, last_seq=20
    )


def message(thread_id: ThreadId, seq: int, role: Role = Role.ASSISTANT, **more: Any) -> Message:
    return Message(MessageId(f"{thread_id}{seq}"), thread_id, seq, role, (TextPart("x"),), **more)


def merge(uow: UnitOfWork, child: ThreadId, source_seq: int, parent_seq: int, parent: ThreadId = PARENT) -> MessageId:
    brought = message(parent, parent_seq, Role.USER, kind=MessageKind.MERGE)
    uow.messages.add(brought)
    uow.handoffs.add_transfer(
        TransferRecord(
            TransferId(f"{child}{source_seq}-{parent_seq}"), TransferKind.MERGE, child, parent, Resolution.PORTABLE, 5.0,
            base_seq=2, source_seq=source_seq, message_id=brought.id,
        )
    )  # fmt: skip
    return brought.id


def set_aside(uow: UnitOfWork, message_id: MessageId) -> None:
    uow._connection.exec_driver_sql("UPDATE messages SET rolled_back = 1, is_content = 0 WHERE id = ?", (message_id,))


@pytest.fixture
def database(tmp_path: Path, runner: Any) -> Iterator[Database]:
    def fill(uow: UnitOfWork) -> None:
        uow.projects.add(ProjectRecord(ProjectId("p"), "P", "/p", 1.0, 1.0))
        for record in (thread(PARENT), thread(CHILD, PARENT, 2), thread(OTHER, PARENT, 2)):
            uow.threads.add(record)

    opened = Database(tmp_path / "o.db")
    runner.run(opened.open())
    runner.run(opened.run(fill))
    yield opened
    runner.run(opened.close())


async def test_a_fork_is_merged_up_to_what_its_live_merges_brought(database: Database) -> None:
    def work(uow: UnitOfWork) -> None:
        assert uow.merges.merged_upto(CHILD) == 0
        assert not uow.merges.refresh(CHILD)
        merge(uow, CHILD, 5, 7)
        second = merge(uow, CHILD, 9, 11)
        merge(uow, OTHER, 4, 9)
        assert uow.merges.refresh(CHILD)
        assert not uow.merges.refresh(CHILD)
        assert uow.threads.get(CHILD).merged_upto_seq == 9
        assert [(m.child_id, m.base_seq, m.source_seq, m.parent_seq) for m in uow.merges.into(PARENT)] == [
            (CHILD, 2, 5, 7), (OTHER, 2, 4, 9), (CHILD, 2, 9, 11),
        ]  # fmt: skip
        assert [m.source_seq for m in uow.merges.into(PARENT, 7)] == [4, 9]
        set_aside(uow, second)
        assert uow.merges.merged_upto(CHILD) == 5
        assert [m.source_seq for m in uow.merges.of_child(CHILD)] == [5]
        assert set(uow.merges.refresh_into(PARENT)) == {CHILD, OTHER}
        assert uow.merges.refresh_into(PARENT) == []
        assert (uow.threads.get(CHILD).merged_upto_seq, uow.threads.get(OTHER).merged_upto_seq) == (5, 4)

    await database.run(work)


async def test_with_no_live_merge_nothing_is_merged(database: Database) -> None:
    def work(uow: UnitOfWork) -> None:
        first = merge(uow, CHILD, 5, 7)
        uow.merges.refresh(CHILD)
        set_aside(uow, first)
        assert uow.merges.refresh_into(PARENT) == [CHILD]
        assert uow.threads.get(CHILD).merged_upto_seq is None

    await database.run(work)


async def test_what_went_to_another_thread_does_not_count(database: Database) -> None:
    def work(uow: UnitOfWork) -> None:
        merge(uow, CHILD, 8, 7, parent=OTHER)
        assert uow.merges.merged_upto(CHILD) == 0

    await database.run(work)


async def test_own_answers_are_counted_for_many_at_once(database: Database) -> None:
    def work(uow: UnitOfWork) -> None:
        uow.messages.add(message(CHILD, 1, Role.USER))
        uow.messages.add(message(CHILD, 2))
        for seq in (4, 8):
            uow.messages.add(message(CHILD, seq - 1, Role.USER))
            uow.messages.add(message(CHILD, seq))
        uow.messages.add(message(CHILD, 9, Role.USER, kind=MessageKind.MERGE))
        uow.messages.add(message(CHILD, 10, Role.SYSTEM, kind=MessageKind.MERGE))
        uow.messages.add(message(CHILD, 11, status=MessageStatus.INTERRUPTED))
        uow.messages.add(message(CHILD, 12, status=MessageStatus.STREAMING))
        uow.messages.add(message(CHILD, 13, rolled_back=True))
        uow.messages.add(message(PARENT, 2))
        uow.messages.add(message(OTHER, 2))
        assert uow.merges.own_answers([PARENT, CHILD, OTHER]) == {CHILD: OwnAnswers(4, 4)}
        uow.threads.change(CHILD, merged_upto_seq=4)
        assert uow.merges.own_answers([CHILD]) == {CHILD: OwnAnswers(4, 3)}
        assert uow.merges.own_answers([]) == {}
        assert uow.merges.first_streaming(CHILD, 2) == 12
        assert uow.merges.first_streaming(CHILD, 12) is None

    await database.run(work)


async def test_what_waits_is_kept_in_the_order_of_asking(database: Database) -> None:
    def work(uow: UnitOfWork) -> None:
        uow.merges.wait(OTHER, PARENT, 2.0)
        uow.merges.wait(CHILD, PARENT, 3.0)
        uow.merges.wait(OTHER, PARENT, 9.0)
        assert [record.child_id for record in uow.merges.waiting_for(PARENT)] == [OTHER, CHILD]
        assert uow.merges.waiting_for(CHILD) == []
        assert uow.merges.waiting([CHILD, PARENT]) == {CHILD}
        assert uow.merges.stop_waiting(OTHER)
        assert not uow.merges.stop_waiting(OTHER)
        assert [record.child_id for record in uow.merges.all_waiting()] == [CHILD]

    await database.run(work)


async def test_the_newest_thing_said_is_none_that_a_merge_brought(database: Database) -> None:
    def work(uow: UnitOfWork) -> None:
        assert uow.merges.last_said(PARENT) is None
        uow.messages.add(message(PARENT, 2))
        merge(uow, CHILD, 5, 7)
        found = uow.merges.last_said(PARENT)
        assert found is not None
        assert found.seq == 2

    await database.run(work)
