# SPDX-License-Identifier: MIT
"""Rewinds: which messages of a thread were set aside, and how they come back. Nothing is ever deleted."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

from sqlalchemy import ColumnElement, Connection, RowMapping, and_, delete, func, insert, not_, select, update

from onesist_desktop.core.errors import NotFoundError
from onesist_desktop.core.ids import HandoffId, MessageId, RewindId, SessionRowId, ThreadId
from onesist_desktop.core.messages import MessageKind, MessageStatus, Role, is_empty
from onesist_desktop.core.records import HandoffDelivery, RewindState, Strategy
from onesist_desktop.core.rewinding import HeldRun, Span
from onesist_desktop.storage.codec import decode_part, decode_ranges, decode_usage
from onesist_desktop.storage.lenient import known
from onesist_desktop.storage.outlines import stretch_of
from onesist_desktop.storage.records import RewindRecord
from onesist_desktop.storage.rows import plain, record_from
from onesist_desktop.storage.tables import (
    context_handoffs,
    handoff_outlines,
    message_parts,
    messages,
    rewinds,
    run_steers,
    runs,
)

_BATCH = 500
_SAID = (Role.USER.value, Role.ASSISTANT.value)
_COUNTING = (HandoffDelivery.PENDING.value, HandoffDelivery.DELIVERED.value)


class RewindStore:
    """Rows of ``rewinds``, and the marks on messages that follow from them."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def add(self, record: RewindRecord) -> None:
        """Insert a rewind. Its messages are marked by :meth:`set_aside`."""
        self._connection.execute(insert(rewinds).values(**plain({name: getattr(record, name) for name in record.__slots__})))

    def get(self, rewind_id: RewindId) -> RewindRecord:
        """Read one rewind. Raises NotFoundError."""
        row = self._connection.execute(select(rewinds).where(rewinds.c.id == rewind_id)).mappings().first()
        if row is None:
            raise NotFoundError(f"rewind {rewind_id} isn't there")
        return _record(row)

    def of_thread(self, thread_id: ThreadId) -> list[RewindRecord]:
        """List a thread's rewinds, oldest first."""
        # Each has a notice behind what it set aside, so a later one always reaches further.
        query = select(rewinds).where(rewinds.c.thread_id == thread_id).order_by(rewinds.c.upto_seq)
        return [_record(row) for row in self._connection.execute(query).mappings()]

    def open_of(self, thread_id: ThreadId) -> tuple[RewindRecord, ...]:
        """List those that can be taken back, oldest first."""
        return tuple(record for record in self.of_thread(thread_id) if record.state is RewindState.OPEN)

    def ends_at(self, thread_id: ThreadId, seq: int) -> bool:
        """Tell whether what came after a message was set aside by a rewind to it."""
        query = select(rewinds.c.id).where(rewinds.c.thread_id == thread_id, rewinds.c.to_seq == seq)
        return self._connection.execute(query.where(rewinds.c.state != RewindState.UNDONE.value).limit(1)).first() is not None

    def move(self, rewind_id: RewindId, state: RewindState, now: float) -> bool:
        """Settle or undo an open rewind. Returns False, and changes nothing, where it isn't open any more."""
        query = update(rewinds).where(rewinds.c.id == rewind_id, rewinds.c.state == RewindState.OPEN.value)
        return bool(self._connection.execute(query.values(state=state.value, moved_at=now)).rowcount)

    def count_content(self, thread_id: ThreadId, span: Span, kind: MessageKind | None = None) -> int:
        """Count the content in a span, or the content of a kind."""
        query = select(func.count()).where(_within(thread_id, span), messages.c.is_content.is_(True))
        if kind is not None:
            query = query.where(messages.c.kind == kind.value)
        return self._connection.execute(query).scalar_one()

    def set_aside(self, thread_id: ThreadId, span: Span) -> int:
        """Mark all that is there in a span as rolled back. Returns how much content was among it."""
        count = self.count_content(thread_id, span)
        marking = update(messages).where(_within(thread_id, span), messages.c.rolled_back.is_(False))
        self._connection.execute(marking.values(rolled_back=True, is_content=False))
        self._outdate(thread_id, span)
        return count

    def restore(self, record: RewindRecord) -> None:
        """Bring back exactly what one rewind set aside: not what others had set aside before, nor notices of rewinds undone."""
        thread_id, span = record.thread_id, Span(record.to_seq, record.upto_seq)
        others = [other for other in self.of_thread(thread_id) if other.upto_seq < record.upto_seq]
        undone = [other.notice_id for other in others if other.state is RewindState.UNDONE]
        still = [_within(thread_id, Span(o.to_seq, o.upto_seq)) for o in others if o.state is not RewindState.UNDONE]
        mine = and_(
            _within(thread_id, span),
            messages.c.rolled_back.is_(True),
            messages.c.id.not_in(undone),
            *(not_(condition) for condition in still),
        )
        said = messages.c.role.in_(_SAID) & (messages.c.status != MessageStatus.STREAMING.value)
        content = self._not_empty(self._connection.execute(select(messages.c.id).where(mine, said)).scalars().all())
        self._connection.execute(update(messages).where(mine).values(rolled_back=False))
        for some in _batches(content):
            self._connection.execute(update(messages).where(messages.c.id.in_(some)).values(is_content=True))
        self._outdate(thread_id, span)

    def hide(self, message_id: MessageId) -> None:
        """Mark one message, such as the notice of a rewind that was undone, as rolled back."""
        hiding = update(messages).where(messages.c.id == message_id)
        self._connection.execute(hiding.values(rolled_back=True, is_content=False))

    def held_runs(self, row_id: SessionRowId) -> list[HeldRun]:
        """List the runs whose prompts a session holds, oldest first, with how far they reach."""
        asked, replied = messages.alias("asked"), messages.alias("replied")
        columns = (runs.c.id, runs.c.ordinal, runs.c.known_after, runs.c.anchor, runs.c.usage)
        marks = (asked.c.seq, asked.c.rolled_back, replied.c.seq, replied.c.rolled_back)
        query = (
            select(*columns, *marks)
            .join_from(runs, asked, asked.c.id == runs.c.user_message_id)
            .outerjoin(replied, replied.c.id == runs.c.reply_message_id)
            .where(runs.c.session_row_id == row_id, runs.c.prompt_held.is_(True))
            .order_by(runs.c.ordinal)
        )
        rows = self._connection.execute(query).all()
        steered = self._steered(row_id)
        made = []
        for run_id, ordinal, known_after, anchor, usage, *pair in rows:
            extents = [(pair[0], pair[1]), *([(pair[2], pair[3])] if pair[2] is not None else []), *steered.get(run_id, ())]
            used = decode_usage(usage)
            made.append(
                HeldRun(
                    run_id=run_id,
                    ordinal=ordinal,
                    last_seq=max(seq for seq, _ in extents),
                    known_after=known_after,
                    anchor=anchor,
                    is_whole=not any(is_aside for _, is_aside in extents),
                    occupied=used.occupied if used is not None else None,
                )
            )
        return made

    def _steered(self, row_id: SessionRowId) -> dict[str, list[tuple[int, bool]]]:
        """Return the seqs of what a session's runs took while they worked, and of the answers that this ended."""
        found: dict[str, list[tuple[int, bool]]] = {}
        for column in (run_steers.c.message_id, run_steers.c.reply_id):
            query = select(run_steers.c.run_id, messages.c.seq, messages.c.rolled_back).join_from(
                run_steers, messages, messages.c.id == column
            )
            query = query.join(runs, runs.c.id == run_steers.c.run_id).where(runs.c.session_row_id == row_id)
            for run_id, seq, is_aside in self._connection.execute(query):
                found.setdefault(run_id, []).append((seq, is_aside))
        return found

    def covering_handoffs(self, thread_id: ThreadId, spans: Sequence[Span]) -> list[HandoffId]:
        """List the pending and delivered handoffs that cover something in these spans."""
        query = select(context_handoffs.c.id, context_handoffs.c.covered).where(
            context_handoffs.c.thread_id == thread_id, context_handoffs.c.delivery.in_(_COUNTING)
        )
        rows = self._connection.execute(query).all()
        return [HandoffId(name) for name, covered in rows if any(seq in span for seq in decode_ranges(covered) for span in spans)]

    def runs_of_others(self, thread_id: ThreadId, row_id: SessionRowId, enough: int) -> int:
        """Count the accepted runs since a session's own last one, up to ``enough``. Those that were set aside don't count."""
        own = select(func.max(runs.c.ordinal)).where(
            runs.c.thread_id == thread_id, runs.c.session_row_id == row_id, runs.c.accepted_at.is_not(None)
        )
        after = self._connection.execute(own).scalar() or 0
        query = (
            select(runs.c.id)
            .join_from(runs, messages, messages.c.id == runs.c.user_message_id)
            .where(runs.c.thread_id == thread_id, runs.c.ordinal > after)
            .where(runs.c.accepted_at.is_not(None), messages.c.rolled_back.is_(False))
        )
        return len(self._connection.execute(query.limit(enough)).all())

    def deltas_into(self, row_id: SessionRowId) -> int:
        """Count the handoffs that were delivered into a session and still count, the one that it began with left out."""
        query = select(func.count()).where(
            context_handoffs.c.session_row_id == row_id,
            context_handoffs.c.delivery == HandoffDelivery.DELIVERED.value,
            context_handoffs.c.strategy != Strategy.FULL.value,
        )
        return self._connection.execute(query).scalar_one()

    def has_content(self, thread_id: ThreadId, span: Span, besides: Collection[int]) -> bool:
        """Tell whether a span holds content beside that with these seqs."""
        query = select(messages.c.seq).where(_within(thread_id, span), messages.c.is_content.is_(True)).order_by(messages.c.seq)
        found = self._connection.execute(query.limit(len(besides) + 1)).scalars()
        return any(seq not in besides for seq in found)

    def _not_empty(self, message_ids: Sequence[str]) -> list[str]:
        """Return those of these messages that hold something."""
        found: set[str] = set()
        for some in _batches(message_ids):
            query = select(message_parts.c.message_id, message_parts.c.kind, message_parts.c.data)
            for message_id, kind, data in self._connection.execute(query.where(message_parts.c.message_id.in_(some))):
                if message_id not in found and not is_empty(decode_part(kind, data)):
                    found.add(message_id)
        return [each for each in message_ids if each in found]

    def _outdate(self, thread_id: ThreadId, span: Span) -> None:
        outdated = handoff_outlines.c.number.between(stretch_of(span.after_seq + 1), stretch_of(span.upto_seq))
        self._connection.execute(delete(handoff_outlines).where(handoff_outlines.c.thread_id == thread_id, outdated))


def _within(thread_id: ThreadId, span: Span) -> ColumnElement[bool]:
    return and_(messages.c.thread_id == thread_id, messages.c.seq > span.after_seq, messages.c.seq <= span.upto_seq)


def _batches(values: Collection[str]) -> Iterable[list[str]]:
    listed = list(values)
    return (listed[start : start + _BATCH] for start in range(0, len(listed), _BATCH))


def _record(row: RowMapping) -> RewindRecord:
    # What only a newer version knows can't be taken back here.
    return record_from(RewindRecord, row, state=known(RewindState, row["state"], RewindState.SETTLED))
