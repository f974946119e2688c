# SPDX-License-Identifier: MIT
"""Writes a long thread into a database, the same on every run."""

from __future__ import annotations

import uuid
from dataclasses import replace

from sqlalchemy import text

from onesist_desktop.core.answerer import PermissionMode
from onesist_desktop.core.ids import MessageId, ProviderId, RunId, ThreadId
from onesist_desktop.core.messages import CallState, CommandPart, Message, Part, Role, TextPart
from onesist_desktop.core.records import RunStatus
from onesist_desktop.core.turn_events import Delivery, OutcomeKind
from onesist_desktop.services.history import History
from onesist_desktop.storage.records import RunRecord, SessionRecord
from onesist_desktop.storage.unit_of_work import UnitOfWork

_SENTENCE = "The cookie is written twice, and the second write loses its age, so people are signed out too early. "
_STARTED_AT = 1_700_000_000.0


def write_history(uow: UnitOfWork, thread_id: ThreadId, provider_id: ProviderId, cwd: str, count: int) -> None:
    """Add ``count`` settled messages, questions and answers of one provider, with the runs that they belong to.

    An active session of that provider comes out as having seen them all, each one by a run of its own: the most that a thread
    of that length can ask of the bookkeeping.
    """
    session = uow.sessions.active(thread_id, provider_id)
    template = RunRecord(
        id=RunId(""),
        thread_id=thread_id,
        ordinal=0,
        provider_id=provider_id,
        model=None,
        mode=PermissionMode.ASK,
        cwd=cwd,
        status=RunStatus.FINISHED,
        user_message_id=MessageId(""),
        started_at=_STARTED_AT,
        session_row_id=session.id if session else None,
        delivery=Delivery.ACCEPTED,
        prompt_held=session is not None,
        reply_held=session is not None,
        outcome=OutcomeKind.COMPLETED,
        accepted_at=_STARTED_AT,
        finished_at=_STARTED_AT,
    )
    ordinal = uow.runs.next_ordinal(thread_id)
    for pair in range(count // 2):
        run_id = RunId(str(uuid.uuid4()))
        question = _message(uow, thread_id, Role.USER, pair)
        uow.messages.add(question)
        answer = replace(_message(uow, thread_id, Role.ASSISTANT, pair), provider_id=provider_id, run_id=run_id)
        uow.messages.add(answer)
        run = replace(template, id=run_id, ordinal=ordinal + pair, user_message_id=question.id, reply_message_id=answer.id)
        uow.runs.add(run)
    if session is not None:
        _raise_known(uow, session, thread_id)
    _outline(uow, thread_id)


def _raise_known(uow: UnitOfWork, session: SessionRecord, thread_id: ThreadId) -> None:
    uow.sessions.raise_known(session.id, uow.threads.get(thread_id).last_seq)


def _message(uow: UnitOfWork, thread_id: ThreadId, role: Role, number: int) -> Message:
    is_user = role is Role.USER
    text = f"{number}. " + _SENTENCE * (1 + number % 3 if is_user else 3 + number * 7 % 9)
    parts: list[Part] = [TextPart(text)]
    if not is_user and number % 4 == 0:
        parts.append(CommandPart(f"call-{number}", f"pytest tests/test_{number}.py", _SENTENCE * 4, number % 2, CallState.WORKED))
    return Message(
        id=MessageId(str(uuid.uuid4())),
        thread_id=thread_id,
        seq=uow.threads.take_seq(thread_id),
        role=role,
        parts=tuple(parts),
        created_at=_STARTED_AT + number,
    )


def multiply_history(uow: UnitOfWork, thread_id: ThreadId, times: int) -> None:
    """Make a thread ``times`` as long as it is by copying what it holds, in a few statements. The copies have ids of their own.

    A session that had seen all of it has seen all of it afterwards.
    """
    connection = uow._connection
    count = uow.threads.get(thread_id).last_seq
    values = {"thread": thread_id, "count": count}
    for copy in range(1, times):
        now = {**values, "shift": copy * count, "mark": f"-{copy}"}
        for statement in _COPIES:
            connection.execute(text(statement), now)
    uow.threads.change(thread_id, last_seq=count * times)
    for session in uow.sessions.of_thread(thread_id):
        if session.known_upto_seq == count:
            _raise_known(uow, session, thread_id)
    _outline(uow, thread_id)


def _outline(uow: UnitOfWork, thread_id: ThreadId) -> None:
    """Have the outlines there, as those of a thread that grew in the app."""
    History(thread_id).outline(uow, 0, uow.threads.get(thread_id).last_seq + 1)


_COPIES = (
    """insert into messages (id, thread_id, seq, role, kind, status, provider_id, model, run_id, origin_id, rolled_back, is_content,
         data, created_at)
       select id || :mark, thread_id, seq + :shift, role, kind, status, provider_id, model, run_id || :mark, origin_id, rolled_back,
         is_content, data, created_at from messages where thread_id = :thread and seq <= :count""",
    """insert into message_parts (message_id, ordinal, kind, data)
       select message_id || :mark, ordinal, message_parts.kind, message_parts.data from message_parts
       join messages on messages.id = message_id where thread_id = :thread and seq <= :count""",
    """insert into runs (id, thread_id, ordinal, provider_id, model, mode, cwd, status, user_message_id, reply_message_id,
         session_row_id, delivery, had_due, delivered_any, prompt_held, reply_held, outcome, started_at, accepted_at, finished_at)
       select id || :mark, thread_id, ordinal + :shift, provider_id, model, mode, cwd, status, user_message_id || :mark,
         reply_message_id || :mark, session_row_id, delivery, had_due, delivered_any, prompt_held, reply_held, outcome, started_at,
         accepted_at, finished_at from runs where thread_id = :thread and ordinal <= :count""",
)
