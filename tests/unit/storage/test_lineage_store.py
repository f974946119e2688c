# SPDX-License-Identifier: MIT
"""What the map and families read across threads, also where the database is damaged."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from onesist_desktop.core.answerer import PermissionMode
from onesist_desktop.core.ids import HandoffId, MessageId, ProjectId, ProviderId, RunId, SessionRowId, ThreadId, TransferId
from onesist_desktop.core.messages import CommandPart, FileChangePart, Message, MessageKind, Role, TextPart, ThinkingPart
from onesist_desktop.core.records import HandoffDelivery, Resolution, RunStatus, SessionState, Strategy, TransferKind
from onesist_desktop.core.turn_events import OutcomeKind
from onesist_desktop.storage.database import Database
from onesist_desktop.storage.lineage import Answered, LiveMerge
from onesist_desktop.storage.records import HandoffRecord, ProjectRecord, RunRecord, SessionRecord, ThreadRecord, TransferRecord
from onesist_desktop.storage.unit_of_work import UnitOfWork

P, T, FORK = ProjectId("p"), ThreadId("t"), ThreadId("fork")
ONE, TWO = ProviderId("one"), ProviderId("two")


@pytest.fixture
def database(tmp_path: Path, runner: Any) -> Iterator[Database]:
    opened = Database(tmp_path / "o.db")
    runner.run(opened.open())
    yield opened
    runner.run(opened.close())


def fill(uow: UnitOfWork) -> None:
    uow.projects.add(ProjectRecord(P, "P", "/p", 1.0, 1.0))
    uow.threads.add(ThreadRecord(T, P, "T", PermissionMode.ASK, 1.0, 1.0))
    uow.threads.add(ThreadRecord(FORK, P, "F", PermissionMode.ASK, 1.0, 1.0, parent_thread_id=T, forked_at_seq=2))


def say(uow: UnitOfWork, name: str, role: Role, *parts: Any, thread: ThreadId = T, **more: Any) -> int:
    seq = uow.threads.take_seq(thread)
    uow.messages.add(Message(MessageId(name), thread, seq, role, parts or (TextPart("hi"),), created_at=float(seq), **more))
    return seq


def add_run(uow: UnitOfWork, name: str, *, thread: ThreadId = T, replies: bool = True, again: str = "", **values: Any) -> None:
    """Add a run with its question and answer; ``again``: it asks the question of that run once more."""
    asked = f"{again or name}?"
    if not again:
        say(uow, asked, Role.USER, thread=thread)
    if replies:
        say(uow, f"{name}!", Role.ASSISTANT, thread=thread, run_id=RunId(name))
    record: dict[str, Any] = {
        "provider_id": ONE,
        "model": None,
        "mode": PermissionMode.ASK,
        "cwd": "/p",
        "status": RunStatus.FINISHED,
        "outcome": OutcomeKind.COMPLETED,
        "started_at": 1.0,
        "reply_message_id": MessageId(f"{name}!") if replies else None,
    } | values
    ordinal = uow.runs.next_ordinal(thread)
    uow.runs.add(RunRecord(id=RunId(name), thread_id=thread, ordinal=ordinal, user_message_id=MessageId(asked), **record))


def add_handoff(uow: UnitOfWork, name: str, delivery: HandoffDelivery, at: float = 1.0) -> HandoffId:
    uow.handoffs.add_transfer(
        TransferRecord(TransferId(f"x{name}"), TransferKind.SWITCH, T, T, Resolution.PORTABLE, at, source_provider_id=ONE)
    )
    uow.handoffs.add(
        HandoffRecord(
            HandoffId(name),
            TransferId(f"x{name}"),
            T,
            TWO,
            Strategy.FULL,
            (1, 2, 3, 4),
            (1, 2, 4),
            (3,),
            9,
            9,
            "text",
            4,
            "onesist",
            delivery,
            at,
        )
    )
    return HandoffId(name)


def add_merge(uow: UnitOfWork, name: str, source: ThreadId = FORK, target: ThreadId = T, upto: int | None = 4) -> int:
    seq = say(uow, name, Role.USER, thread=target, kind=MessageKind.MERGE)
    uow.handoffs.add_transfer(
        TransferRecord(
            TransferId(name),
            TransferKind.MERGE,
            source,
            target,
            Resolution.PORTABLE,
            1.0,
            source_seq=upto,
            message_id=MessageId(name),
        )
    )
    return seq


def execute(uow: UnitOfWork, statement: str, *values: Any) -> None:
    uow._connection.exec_driver_sql(statement, values)


async def test_runs_come_with_the_seqs_of_question_and_answer(database: Database) -> None:
    def look(uow: UnitOfWork) -> None:
        fill(uow)
        add_run(uow, "a", handoff_id=add_handoff(uow, "got", HandoffDelivery.DELIVERED), started_at=7.0)
        add_run(uow, "b", replies=False, outcome=OutcomeKind.FAILED, handoff_id=add_handoff(uow, "lost", HandoffDelivery.REFUSED))
        add_run(uow, "c", again="b", provider_id=TWO)
        add_run(uow, "d", thread=FORK)
        add_run(uow, "e", replies=False, status=RunStatus.STREAMING, outcome=None, handoff_id=HandoffId("none"))
        found = uow.lineage.runs_of([T, FORK, ThreadId("nobody")])
        assert {thread: [run.id for run in each] for thread, each in found.items()} == {T: ["a", "b", "c", "e"], FORK: ["d"]}
        rows = [(run.question_seq, run.reply_seq, run.outcome, run.was_told) for run in found[T]]
        assert rows == [
            (1, 2, OutcomeKind.COMPLETED, True),
            (3, None, OutcomeKind.FAILED, False),
            (3, 4, OutcomeKind.COMPLETED, False),
            (5, None, None, False),
        ]
        assert (found[T][0].started_at, found[T][2].provider_id, found[T][3].status) == (7.0, TWO, RunStatus.STREAMING)
        assert uow.lineage.run(RunId("c")) == found[T][2]
        assert uow.lineage.run(RunId("none")) is None
        assert uow.lineage.runs_of([]) == {}

    await database.run(look)


async def test_runs_of_what_was_set_aside_are_left_out(database: Database) -> None:
    def look(uow: UnitOfWork) -> None:
        fill(uow)
        for name in "abc":
            add_run(uow, name)
        execute(uow, "UPDATE messages SET rolled_back = 1 WHERE id IN ('b!', 'c?', 'c!')")
        assert [run.id for run in uow.lineage.runs_of([T])[T]] == ["a"]
        assert uow.lineage.run(RunId("b")) is None

    await database.run(look)


async def test_words_of_a_newer_version_and_lost_answers_do_no_harm(database: Database) -> None:
    def look(uow: UnitOfWork) -> None:
        fill(uow)
        add_run(uow, "a")
        execute(uow, "PRAGMA foreign_keys = OFF")
        execute(uow, "UPDATE runs SET status = 'dreaming', outcome = 'enlightened'")
        (run,) = uow.lineage.runs_of([T])[T]
        assert (run.status, run.outcome) == (RunStatus.FINISHED, OutcomeKind.FAILED)

    await database.run(look)


async def test_merges_are_live_while_their_message_stands(database: Database) -> None:
    def look(uow: UnitOfWork) -> None:
        fill(uow)
        seq = add_merge(uow, "m1")
        add_merge(uow, "m2")
        odd = add_merge(uow, "m3", upto=None)
        assert uow.lineage.merges(P)[0] == LiveMerge(FORK, T, 4, seq, MessageId("m1"), float(seq))
        execute(uow, "UPDATE messages SET rolled_back = 1 WHERE id = 'm2'")
        assert [(merge.parent_seq, merge.child_seq) for merge in uow.lineage.merges(P)] == [(seq, 4), (odd, 0)]
        assert uow.lineage.merges(ProjectId("other")) == []
        # As only a damaged database has it: the message is another thread's, or gone.
        execute(uow, "UPDATE context_transfers SET target_thread_id = 'fork' WHERE id = 'm1'")
        execute(uow, "UPDATE context_transfers SET message_id = 'gone' WHERE id = 'm3'")
        assert uow.lineage.merges(P) == []

    await database.run(look)


async def test_an_answer_is_read_without_what_the_card_does_not_show(database: Database) -> None:
    def look(uow: UnitOfWork) -> None:
        fill(uow)
        say(uow, "q", Role.USER, run_id=RunId("r"))
        say(uow, "r1", Role.ASSISTANT, ThinkingPart("hm"), TextPart("first"), CommandPart("c", "make"), run_id=RunId("r"))
        say(uow, "r2", Role.ASSISTANT, FileChangePart("a.py"), TextPart("second"), CommandPart("d", "make"), run_id=RunId("r"))
        say(uow, "copy", Role.ASSISTANT, TextPart("copied"), CommandPart("e", "make"), thread=FORK, run_id=RunId("r"))
        say(uow, "old", Role.ASSISTANT, TextPart("set aside"), run_id=RunId("r"), rolled_back=True)
        found = uow.lineage.answer_parts(RunId("r"), T)
        assert found.parts == (TextPart("first"), FileChangePart("a.py"), TextPart("second"))
        assert found.command_count == 2
        execute(uow, "UPDATE message_parts SET data = 'damaged' WHERE kind = 'text'")
        assert len(uow.lineage.answer_parts(RunId("r"), T).parts) == 3
        assert uow.lineage.answer_parts(RunId("none"), T).parts == ()

    await database.run(look)


async def test_content_is_counted_up_to_a_seq(database: Database) -> None:
    def look(uow: UnitOfWork) -> None:
        fill(uow)
        assert uow.lineage.content_count(T) == (0, 0)
        add_run(uow, "a")
        say(uow, "notice", Role.SYSTEM, kind=MessageKind.WORKSPACE)
        add_run(uow, "b")
        assert uow.lineage.content_count(T) == (4, 5)
        assert uow.lineage.content_count(T, 3) == (2, 2)
        assert uow.lineage.content_count(T, 0) == (0, 0)

    await database.run(look)


async def test_who_answered_last_comes_first(database: Database) -> None:
    def look(uow: UnitOfWork) -> None:
        fill(uow)
        for row, provider, state, known in (
            ("s1", ONE, SessionState.RETIRED, 9),
            ("s2", ONE, SessionState.ACTIVE, 4),
            ("s3", TWO, SessionState.RETIRED, 9),
        ):
            uow.sessions.add(
                SessionRecord(SessionRowId(row), T, provider, state, "/p", PermissionMode.ASK, 1.0, 1.0, known_upto_seq=known)
            )
        add_run(uow, "a")
        add_run(uow, "b", provider_id=ProviderId("three"))
        add_run(uow, "c", provider_id=TWO)
        add_run(uow, "d")
        assert uow.lineage.answered(T) == [
            Answered(ONE, 4, 4, had_session=True),
            Answered(TWO, 3, None, had_session=True),
            Answered(ProviderId("three"), 2, None, had_session=False),
        ]

    await database.run(look)


async def test_handoffs_that_arrived_and_merges_that_stand_newest_first(database: Database) -> None:
    def look(uow: UnitOfWork) -> None:
        fill(uow)
        for at, (name, delivery) in enumerate(
            [("one", HandoffDelivery.DELIVERED), ("two", HandoffDelivery.PENDING), ("three", HandoffDelivery.DELIVERED)]
        ):
            add_handoff(uow, name, delivery, float(at))
        found = uow.lineage.delivered(T, 10)
        assert [(each.id, each.source_provider_id, each.target_provider_id, each.included, each.omitted) for each in found] == [
            ("three", ONE, TWO, 3, 1),
            ("one", ONE, TWO, 3, 1),
        ]
        assert [each.id for each in uow.lineage.delivered(T, 1)] == ["three"]
        execute(uow, "UPDATE context_handoffs SET included = 'damaged', omitted = '[1]'")
        assert (uow.lineage.delivered(T, 1)[0].included, uow.lineage.delivered(T, 1)[0].omitted) == (0, 0)
        data = {"child_thread_id": "fork", "child_title": "F", "message_id": "m", "included": 2, "omitted": "many"}
        for name in ("n1", "n2", "n3"):
            say(uow, name, Role.SYSTEM, kind=MessageKind.MERGE, data=data, rolled_back=name == "n2")
        say(uow, "brought", Role.USER, kind=MessageKind.MERGE)
        execute(uow, "UPDATE messages SET data = 'damaged' WHERE id = 'n1'")
        newest, damaged = uow.lineage.merge_notices(T, 10)
        assert (newest.child_id, newest.child_title, newest.message_id, newest.included, newest.omitted) == (FORK, "F", "m", 2, 0)
        assert (damaged.child_id, damaged.included) == ("", 0)

    await database.run(look)


async def test_many_threads_are_read_quickly(database: Database) -> None:
    """500 threads with 20 answers each, as the map's target has them."""

    def build(uow: UnitOfWork) -> None:
        fill(uow)
        names = [f"t{n}" for n in range(500)]
        uow._connection.exec_driver_sql(
            "INSERT INTO threads (id, project_id, mode, created_at, updated_at) VALUES (?, 'p', 'ask', 1, 1)", [(n,) for n in names]
        )
        said = [(f"{t}-{seq}", t, seq, "user" if seq % 2 else "assistant") for t in names for seq in range(1, 41)]
        uow._connection.exec_driver_sql(
            "INSERT INTO messages (id, thread_id, seq, role, status, is_content, created_at) VALUES (?, ?, ?, ?, 'settled', 1, 1)",
            said,
        )
        ran = [(f"{t}r{n}", t, n, f"{t}-{2 * n - 1}", f"{t}-{2 * n}") for t in names for n in range(1, 21)]
        uow._connection.exec_driver_sql(
            "INSERT INTO runs (id, thread_id, ordinal, user_message_id, reply_message_id, provider_id, mode, cwd, status, outcome,"
            " started_at) VALUES (?, ?, ?, ?, ?, 'one', 'ask', '/p', 'finished', 'completed', 1)",
            ran,
        )

    await database.run(build)
    names = [ThreadId(f"t{n}") for n in range(500)]
    took = []
    for _ in range(3):
        began = time.process_time()
        found = await database.run(lambda uow: uow.lineage.runs_of(names))
        took.append(time.process_time() - began)
    assert sum(map(len, found.values())) == 10_000
    # Some fifty milliseconds; a query for each thread or message would take seconds.
    assert min(took) < 1.0
