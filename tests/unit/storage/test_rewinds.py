# SPDX-License-Identifier: MIT
"""Rewinds as rows: marks on messages, their outlines, and what can't be taken back."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, TypeVar

import pytest

from onesist_desktop.core.answerer import PermissionMode
from onesist_desktop.core.errors import NotFoundError
from onesist_desktop.core.handoff_outline import Outline
from onesist_desktop.core.ids import MessageId, ProjectId, ProviderId, RewindId, SessionRowId, ThreadId
from onesist_desktop.core.messages import Message, MessageKind, MessageStatus, PlanPart, Role, TextPart, ThinkingPart
from onesist_desktop.core.records import RewindState, SessionState
from onesist_desktop.core.rewinding import Span
from onesist_desktop.storage.database import Database
from onesist_desktop.storage.outlines import STRETCH_SEQS
from onesist_desktop.storage.records import ProjectRecord, RewindRecord, SessionRecord, ThreadRecord
from onesist_desktop.storage.unit_of_work import UnitOfWork

R = TypeVar("R")
T = ThreadId("t")
LAST = 2 * STRETCH_SEQS


def message(seq: int, role: Role = Role.USER, **values: Any) -> Message:
    values.setdefault("parts", (TextPart("hi"),))
    return Message(MessageId(f"m{seq}"), T, seq, role, **values)


MESSAGES = [
    message(1),
    message(2, Role.ASSISTANT),
    message(3),
    message(4, Role.SYSTEM, kind=MessageKind.HANDOFF, parts=()),
    message(5, Role.ASSISTANT, parts=(ThinkingPart("  "), TextPart("\n"), PlanPart(()))),
    message(6, Role.ASSISTANT, parts=(TextPart(""), ThinkingPart("so"))),
    message(7, Role.ASSISTANT, status=MessageStatus.STREAMING),
    message(LAST),
]


def rewind(name: str, to_seq: int, upto_seq: int) -> RewindRecord:
    return RewindRecord(RewindId(name), T, to_seq, upto_seq, MessageId(f"n{name}"), RewindState.OPEN, 1.0)


@pytest.fixture
def run(tmp_path: Path, runner: Any) -> Iterator[Callable[[Callable[[UnitOfWork], R]], R]]:
    def fill(uow: UnitOfWork) -> None:
        uow.projects.add(ProjectRecord(ProjectId("p"), "P", "/p", 1.0, 1.0))
        uow.threads.add(ThreadRecord(T, ProjectId("p"), "T", PermissionMode.ASK, 1.0, 1.0))
        for each in MESSAGES:
            uow.messages.add(each)
        uow.threads.change(T, last_seq=LAST)

    opened = Database(tmp_path / "o.db")
    runner.run(opened.open())
    runner.run(opened.run(fill))
    yield lambda work: runner.run(opened.run(work))
    runner.run(opened.close())


def marks(uow: UnitOfWork) -> list[tuple[int, int, int]]:
    rows = uow._connection.exec_driver_sql("SELECT seq, rolled_back, is_content FROM messages ORDER BY seq")
    return [tuple(row) for row in rows]


def test_what_comes_back_is_content_where_it_was(run: Any) -> None:
    before = run(marks)
    assert run(lambda uow: uow.rewinds.set_aside(T, Span(2, LAST))) == 3
    assert [seq for seq, aside, content in run(marks) if not aside] == [1, 2]
    assert not any(content for seq, _, content in run(marks) if seq > 2)
    record = rewind("r", 2, LAST)
    run(lambda uow: uow.rewinds.add(record))
    run(lambda uow: uow.rewinds.move(record.id, RewindState.UNDONE, 2.0))
    run(lambda uow: uow.rewinds.restore(record))
    assert run(marks) == before


def test_outlines_of_what_was_set_aside_or_came_back_are_outdated(run: Any) -> None:
    def put(uow: UnitOfWork) -> None:
        for number in range(3):
            uow.outlines.put(T, number, Outline.of([MESSAGES[0]]))

    def known(uow: UnitOfWork) -> list[int]:
        return sorted(uow.outlines.read(T, 0, 9))

    run(put)
    run(lambda uow: uow.rewinds.set_aside(T, Span(STRETCH_SEQS, LAST)))
    assert run(known) == [0, 2]
    run(put)
    run(lambda uow: uow.rewinds.add(rewind("r", STRETCH_SEQS - 1, LAST)))
    run(lambda uow: uow.rewinds.restore(uow.rewinds.get(RewindId("r"))))
    assert run(known) == [2]


def test_only_an_open_rewind_moves(run: Any) -> None:
    record = rewind("r", 2, LAST)
    run(lambda uow: uow.rewinds.add(record))
    assert run(lambda uow: uow.rewinds.open_of(T)) == (record,)
    assert run(lambda uow: uow.rewinds.ends_at(T, 2))
    assert run(lambda uow: uow.rewinds.move(record.id, RewindState.SETTLED, 2.0))
    assert not run(lambda uow: uow.rewinds.move(record.id, RewindState.UNDONE, 3.0))
    assert run(lambda uow: uow.rewinds.get(record.id)).state is RewindState.SETTLED
    assert run(lambda uow: uow.rewinds.open_of(T)) == ()
    with pytest.raises(NotFoundError):
        run(lambda uow: uow.rewinds.get(RewindId("nobody")))


def test_a_state_that_only_a_newer_version_knows_cannot_be_taken_back(run: Any) -> None:
    run(lambda uow: uow.rewinds.add(rewind("r", 2, LAST)))
    run(lambda uow: uow._connection.exec_driver_sql("UPDATE rewinds SET state = 'later'"))
    assert run(lambda uow: uow.rewinds.get(RewindId("r"))).state is RewindState.SETTLED
    assert run(lambda uow: uow.rewinds.open_of(T)) == ()


def test_the_transcript_leaves_out_what_was_set_aside(run: Any) -> None:
    run(lambda uow: uow.rewinds.set_aside(T, Span(2, LAST)))
    assert [m.seq for m in run(lambda uow: uow.messages.newest(T, 10))] == [1, 2]
    assert [m.seq for m in run(lambda uow: uow.messages.between(T, 2, LAST))] == [2]
    assert run(lambda uow: uow.messages.next_question(T, 1, forward=True)) is None
    assert run(lambda uow: uow.messages.last_content(T)).seq == 2
    assert run(lambda uow: uow.search.last_seq(T)) == 2
    run(lambda uow: uow.rewinds.hide(MessageId("m1")))
    assert run(lambda uow: uow.messages.first_seq(T)) == 2


def test_content_beside_some(run: Any) -> None:
    assert run(lambda uow: uow.rewinds.has_content(T, Span(1, LAST), {2, 3, 6}))
    assert not run(lambda uow: uow.rewinds.has_content(T, Span(1, LAST), {2, 3, 6, LAST}))


def test_what_a_session_knows_is_lowered_only_by_cutting_it_back(run: Any) -> None:
    row = SessionRecord(SessionRowId("s"), T, ProviderId("a"), SessionState.ACTIVE, "/p", PermissionMode.ASK, 1.0, 1.0)
    run(lambda uow: uow.sessions.add(row))
    run(lambda uow: uow.sessions.raise_known(row.id, 6))
    run(lambda uow: uow.sessions.raise_known(row.id, 3))
    assert run(lambda uow: uow.sessions.get(row.id)).known_upto_seq == 6
    with pytest.raises(ValueError, match="cut back"):
        run(lambda uow: uow.sessions.change(row.id, known_upto_seq=3))
    run(lambda uow: uow.sessions.cut_back(row.id, "x", 2, updated_at=9.0))
    cut = run(lambda uow: uow.sessions.get(row.id))
    assert (cut.known_upto_seq, cut.truncate_to, cut.anchor, cut.updated_at) == (2, "x", "x", 9.0)
