# SPDX-License-Identifier: MIT
"""Runs: what was asked of whom, on which session, and how it ended."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

from sqlalchemy import Connection, RowMapping, case, func, insert, or_, select, update

from onesist_desktop.core.answerer import PermissionMode
from onesist_desktop.core.errors import FailureReason, NotFoundError
from onesist_desktop.core.ids import MessageId, ProviderId, RunId, SessionRowId, ThreadId
from onesist_desktop.core.records import RunStatus
from onesist_desktop.core.turn_events import Delivery, OutcomeKind, Usage
from onesist_desktop.storage.codec import decode_usage, encode_usage
from onesist_desktop.storage.lenient import known
from onesist_desktop.storage.records import RunRecord, SessionRecord
from onesist_desktop.storage.rows import plain, record_from
from onesist_desktop.storage.tables import message_parts, messages, run_steers, runs, threads

_FEW = 500
_STEP = 100
# Named one by one, so that the index finds the few among all runs.
_UNFINISHED = [status.value for status in RunStatus if status is not RunStatus.FINISHED]
_HELD_REPLY = case((run_steers.c.reply_held, run_steers.c.reply_id))
_IS_THERE = ~select(messages.c.id).where(messages.c.id == runs.c.user_message_id, messages.c.rolled_back.is_(True)).exists()
_TAKEN = select(run_steers.c.message_id, _HELD_REPLY)


class RunStore:
    """Rows of ``runs``."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def next_ordinal(self, thread_id: ThreadId) -> int:
        """Return the ordinal of a thread's next run, from 1."""
        newest = self._connection.execute(select(func.max(runs.c.ordinal)).where(runs.c.thread_id == thread_id)).scalar()
        return (newest or 0) + 1

    def add(self, record: RunRecord) -> None:
        """Insert a run."""
        values = {name: getattr(record, name) for name in record.__slots__}
        values["usage"] = encode_usage(record.usage)
        self._connection.execute(insert(runs).values(**plain(values)))

    def get(self, run_id: RunId) -> RunRecord:
        """Read one run. Raises NotFoundError."""
        row = self._connection.execute(select(runs).where(runs.c.id == run_id)).mappings().first()
        if row is None:
            raise NotFoundError(f"run {run_id} isn't there")
        return _record(row)

    def by_ids(self, run_ids: Collection[RunId]) -> list[RunRecord]:
        """Read these runs, in no order; those that aren't there are left out."""
        found: list[RunRecord] = []
        wanted = list(run_ids)
        for start in range(0, len(wanted), _FEW):
            query = select(runs).where(runs.c.id.in_(wanted[start : start + _FEW]))
            found += [_record(row) for row in self._connection.execute(query).mappings()]
        return found

    def neighbours(self, record: RunRecord) -> tuple[RunId | None, RunId | None]:
        """Return the ids of the runs before and after a run in its thread, stepping over those whose messages were set aside."""
        ordinal = runs.c.ordinal
        query = select(runs.c.id).where(runs.c.thread_id == record.thread_id, _IS_THERE)
        before = query.where(ordinal < record.ordinal).order_by(ordinal.desc()).limit(1)
        after = query.where(ordinal > record.ordinal).order_by(ordinal).limit(1)
        return self._connection.execute(before).scalar(), self._connection.execute(after).scalar()

    def change(self, run_id: RunId, **values: Any) -> None:
        """Set columns of a run."""
        if "usage" in values:
            values["usage"] = encode_usage(values["usage"])
        self._connection.execute(update(runs).where(runs.c.id == run_id).values(**plain(values)))

    def newest(self, thread_id: ThreadId) -> RunRecord | None:
        """Read a thread's newest run, leaving out those whose messages were set aside."""
        query = select(runs).where(runs.c.thread_id == thread_id, _IS_THERE).order_by(runs.c.ordinal.desc()).limit(1)
        row = self._connection.execute(query).mappings().first()
        return None if row is None else _record(row)

    def of_thread(self, thread_id: ThreadId) -> list[RunRecord]:
        """List a thread's runs in order."""
        query = select(runs).where(runs.c.thread_id == thread_id).order_by(runs.c.ordinal)
        return [_record(row) for row in self._connection.execute(query).mappings()]

    def unfinished(self) -> list[RunRecord]:
        """List every run that an earlier run of the app left unfinished, oldest first."""
        query = select(runs).where(runs.c.status.in_(_UNFINISHED)).order_by(runs.c.started_at, runs.c.ordinal)
        return [_record(row) for row in self._connection.execute(query).mappings()]

    def last_accepted(self, thread_id: ThreadId, besides: RunId | None = None) -> RunRecord | None:
        """Read a thread's newest run whose prompt was accepted, leaving out ``besides`` and those whose messages were set aside."""
        query = select(runs).where(runs.c.thread_id == thread_id, runs.c.accepted_at.is_not(None), _IS_THERE)
        if besides is not None:
            query = query.where(runs.c.id != besides)
        row = self._connection.execute(query.order_by(runs.c.ordinal.desc()).limit(1)).mappings().first()
        return None if row is None else _record(row)

    def last_accepted_in(self, row_id: SessionRowId) -> RunRecord | None:
        """Read the newest run whose prompt a session accepted."""
        query = select(runs).where(runs.c.session_row_id == row_id, runs.c.accepted_at.is_not(None))
        row = self._connection.execute(query.order_by(runs.c.ordinal.desc()).limit(1)).mappings().first()
        return None if row is None else _record(row)

    def newest_for(self, message_id: MessageId) -> RunRecord | None:
        """Read the newest run that asked a message."""
        query = select(runs).where(runs.c.user_message_id == message_id).order_by(runs.c.ordinal.desc()).limit(1)
        row = self._connection.execute(query).mappings().first()
        return None if row is None else _record(row)

    def own_message_ids(self, row_id: SessionRowId) -> set[MessageId]:
        """Return the messages that a session's own runs left in it: prompts it holds and replies it holds.

        Among them are messages that a run took while it worked, and the answers that each of them ended.
        """
        query = select(runs.c.user_message_id, runs.c.prompt_held, runs.c.reply_message_id, runs.c.reply_held).where(
            runs.c.session_row_id == row_id, or_(runs.c.prompt_held.is_(True), runs.c.reply_held.is_(True))
        )
        own: set[MessageId] = set()
        for prompt, prompt_held, reply, reply_held in self._connection.execute(query):
            if prompt_held:
                own.add(MessageId(prompt))
            if reply_held and reply:
                own.add(MessageId(reply))
        taken = _TAKEN.join(runs, runs.c.id == run_steers.c.run_id)
        taken = taken.where(runs.c.session_row_id == row_id, run_steers.c.is_held.is_(True))
        for message, reply in self._connection.execute(taken):
            own.update(MessageId(each) for each in (message, reply) if each)
        return own

    def held_upto(
        self, thread_id: ThreadId, row_ids: Collection[SessionRowId], upto_seq: int, before: RunRecord | None = None
    ) -> list[RunRecord]:
        """Read some finished runs of a thread whose prompts these sessions hold, asked at a seq or before, newest first.

        ``before`` is the last of those that were read already. Empty once there are no more.
        """
        query = (
            select(runs)
            .join(messages, messages.c.id == runs.c.user_message_id)
            .where(
                runs.c.thread_id == thread_id,
                runs.c.session_row_id.in_(list(row_ids)),
                runs.c.status == RunStatus.FINISHED.value,
                runs.c.accepted_at.is_not(None),
                runs.c.prompt_held.is_(True),
                runs.c.known_after.is_not(None),
                messages.c.seq <= upto_seq,
            )
        )
        if before is not None:
            query = query.where(runs.c.ordinal < before.ordinal)
        return [_record(row) for row in self._connection.execute(query.order_by(runs.c.ordinal.desc()).limit(_STEP)).mappings()]

    def works_in(self, row_id: SessionRowId) -> bool:
        """Tell whether a run that isn't finished uses a session."""
        query = select(runs.c.id).where(runs.c.session_row_id == row_id, runs.c.status.in_(_UNFINISHED))
        return self._connection.execute(query.limit(1)).first() is not None

    def own_seqs(self, session: SessionRecord, after_seq: int, upto: RunRecord | None = None) -> set[int]:
        """Return the seqs of those of them that come after a seq, with those that the session holds from where it was forked.

        Takes as long as there were runs since. ``upto`` leaves out the runs after that one.
        """
        asked, replied = messages.alias("asked"), messages.alias("replied")
        query = (
            select(
                runs.c.ordinal, runs.c.id, runs.c.session_row_id, runs.c.prompt_held, runs.c.reply_held, asked.c.seq, replied.c.seq
            )
            .join_from(runs, asked, asked.c.id == runs.c.user_message_id)
            .outerjoin(replied, replied.c.id == runs.c.reply_message_id)
            .where(runs.c.thread_id == session.thread_id)
            .order_by(runs.c.ordinal.desc())
            .limit(_STEP)
        )
        if upto is not None:
            query = query.where(runs.c.ordinal <= upto.ordinal)
        own = set(session.inherited_seqs)
        rows: Sequence[Any] = self._connection.execute(query).all()
        while rows:
            taken = self._taken_seqs([row[1] for row in rows if row[2] == session.id])
            for _, run_id, row_id, prompt_held, reply_held, asked_seq, reply_seq in rows:
                if row_id == session.id:
                    own.update([asked_seq] * prompt_held + [reply_seq] * (reply_held and reply_seq is not None))
                    own.update(taken.get(run_id, ()))
                if reply_seq is not None and reply_seq <= after_seq:
                    # Whatever an earlier run asked or answered was there before this answer.
                    return {seq for seq in own if seq > after_seq}
            rows = self._connection.execute(query.where(runs.c.ordinal < rows[-1][0])).all()
        return {seq for seq in own if seq > after_seq}

    def _taken_seqs(self, run_ids: Collection[str]) -> dict[str, list[int]]:
        """Return the seqs of what these runs took while they worked, and of the answers that this ended."""
        if not run_ids:
            return {}
        found: dict[str, list[int]] = {}
        for column in (run_steers.c.message_id, _HELD_REPLY):
            query = select(run_steers.c.run_id, messages.c.seq).join(messages, messages.c.id == column)
            for run_id, seq in self._connection.execute(
                query.where(run_steers.c.run_id.in_(run_ids), run_steers.c.is_held.is_(True))
            ):
                found.setdefault(run_id, []).append(seq)
        return found

    def own_size_bytes(self, session: SessionRecord, enough: int) -> int:
        """Return about how many bytes those of them hold, as stored, or only that there are ``enough``: newer ones count first."""
        query = (
            select(
                runs.c.ordinal,
                runs.c.id,
                runs.c.session_row_id,
                runs.c.user_message_id,
                runs.c.prompt_held,
                runs.c.reply_message_id,
                runs.c.reply_held,
            )
            .where(runs.c.thread_id == session.thread_id)
            .order_by(runs.c.ordinal.desc())
            .limit(_STEP)
        )
        size = func.coalesce(func.sum(func.length(message_parts.c.data)), 0)
        total, counted = 0, set[str]()
        if session.forked_from is not None:
            # About what it holds from there: nobody knows how much of it went over as text, or not at all.
            forked_at = select(threads.c.forked_at_seq).where(threads.c.id == session.thread_id).scalar_subquery()
            copied = select(messages.c.id).where(
                messages.c.thread_id == session.thread_id, messages.c.is_content.is_(True), messages.c.seq <= forked_at
            )
            total = self._connection.execute(select(size).where(message_parts.c.message_id.in_(copied))).scalar_one()
        rows: Sequence[Any] = self._connection.execute(query).all()
        while rows and total < enough:
            own: set[str] = set()
            mine = [row[1] for row in rows if row[2] == session.id]
            taken = _TAKEN.where(run_steers.c.run_id.in_(mine), run_steers.c.is_held.is_(True))
            for message, reply in self._connection.execute(taken):
                own.update(each for each in (message, reply) if each is not None)
            for _, _, row_id, prompt, prompt_held, reply, reply_held in rows:
                if row_id == session.id:
                    own.update([prompt] * prompt_held + [reply] * (reply_held and reply is not None))
            own -= counted
            counted |= own
            total += self._connection.execute(select(size).where(message_parts.c.message_id.in_(own))).scalar_one()
            rows = self._connection.execute(query.where(runs.c.ordinal < rows[-1][0])).all()
        return total

    def holds_prompt(self, row_id: SessionRowId, message_id: MessageId) -> bool:
        """Tell whether a session holds that message as a prompt of its own."""
        query = select(runs.c.id).where(
            runs.c.session_row_id == row_id, runs.c.user_message_id == message_id, runs.c.prompt_held.is_(True)
        )
        return self._connection.execute(query.limit(1)).first() is not None

    def usage(self, thread_id: ThreadId) -> list[tuple[ProviderId, Usage | None]]:
        """List what each run of a thread used, with who answered."""
        query = select(runs.c.provider_id, runs.c.usage).where(runs.c.thread_id == thread_id)
        return [(ProviderId(name), decode_usage(usage)) for name, usage in self._connection.execute(query)]


def _record(row: RowMapping) -> RunRecord:
    return record_from(
        RunRecord,
        row,
        status=known(RunStatus, row["status"], RunStatus.FINISHED),
        mode=known(PermissionMode, row["mode"], PermissionMode.ASK),
        delivery=known(Delivery, row["delivery"], Delivery.UNCERTAIN) if row["delivery"] else None,
        outcome=known(OutcomeKind, row["outcome"], OutcomeKind.FAILED) if row["outcome"] else None,
        reason=known(FailureReason, row["reason"], FailureReason.INTERNAL) if row["reason"] else None,
        usage=decode_usage(row["usage"]),
    )
