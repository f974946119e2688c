# SPDX-License-Identifier: MIT
"""Reads what a thread says for searching it, in slices: a long thread must not keep others from the database."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from sqlalchemy import Connection, select

from onesist_desktop.core.finding import count_found, message_texts, part_texts
from onesist_desktop.core.ids import MessageId, ThreadId
from onesist_desktop.core.messages import Message, MessageKind, Part, Role
from onesist_desktop.storage.codec import decode_object, decode_part
from onesist_desktop.storage.tables import message_parts, messages

_STEP = 128
"""Seqs that are read before the clock is looked at."""
_NOT_AS_IT_IS = '"\\'


@dataclass(frozen=True, slots=True)
class Sought:
    """What is looked for.

    Attributes:
        text: The text; its case doesn't matter.
        shown: Turns a stored part into the one that the window shows.
        hidden_start: What a stored part holds wherever ``shown`` changes it.
    """

    text: str
    shown: Callable[[Part], Part]
    hidden_start: str


@dataclass(frozen=True, slots=True)
class Hit:
    """A part that holds the text, and how often."""

    seq: int
    part: int
    count: int


@dataclass(frozen=True, slots=True)
class Slice:
    """What one slice found. ``next_seq`` is where the next one begins; None at the end."""

    hits: tuple[Hit, ...]
    next_seq: int | None


class SearchStore:
    """Searches messages and their parts."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def last_seq(self, thread_id: ThreadId) -> int:
        """Return the highest seq of a thread that a message has; 0 for none."""
        query = select(messages.c.seq).where(messages.c.thread_id == thread_id, messages.c.rolled_back.is_(False))
        return self._connection.execute(query.order_by(messages.c.seq.desc()).limit(1)).scalar() or 0

    def search(self, thread_id: ThreadId, sought: Sought, from_seq: int, is_late: Callable[[], bool]) -> Slice:
        """Search from a seq on, until the end of the thread or until ``is_late``, which is asked after a few messages each."""
        may_hold, hits, last = _first_look(sought), list[Hit](), self.last_seq(thread_id)
        while from_seq <= last:
            for seq, ordinal, kind, data, is_notice in self._rows(thread_id, from_seq, from_seq + _STEP - 1):
                if not may_hold(data):
                    continue
                texts = _notice_texts(data) if is_notice else part_texts(sought.shown(decode_part(kind, data)))
                count = sum(count_found(text, sought.text) for text in texts)
                if count:
                    hits.append(Hit(seq, ordinal, count))
            from_seq += _STEP
            if is_late():
                break
        return Slice(tuple(hits), from_seq if from_seq <= last else None)

    def _rows(self, thread_id: ThreadId, from_seq: int, to_seq: int) -> Iterator[tuple[int, int, str, str, bool]]:
        """Yield seq, ordinal, kind and data of parts in order; for an error notice without parts, its own data."""
        p, m = message_parts.c, messages.c
        query = (
            select(m.seq, m.kind, m.data, p.ordinal, p.kind, p.data)
            .join_from(messages, message_parts, p.message_id == m.id, isouter=True)
            .where(m.thread_id == thread_id, m.seq.between(from_seq, to_seq), m.rolled_back.is_(False))
            .order_by(m.seq, p.ordinal)
        )
        for seq, kind, data, ordinal, part_kind, part_data in self._connection.execute(query):
            if ordinal is not None:
                yield seq, ordinal, part_kind, part_data, False
            elif kind == MessageKind.ERROR.value:
                yield seq, 0, kind, data, True


def _notice_texts(data: str) -> tuple[str, ...]:
    notice = Message(MessageId(""), ThreadId(""), 0, Role.SYSTEM, kind=MessageKind.ERROR, data=decode_object(data) or {})
    return tuple(text for _, texts in message_texts(notice) for text in texts)


def _first_look(sought: Sought) -> Callable[[str], bool]:
    r"""Return a quick test that tells of stored JSON whether it can hold the text at all; most can't, and need not be decoded.

    Letters beyond ASCII stand there as ``\u…`` and may fold to anything; what is hidden may be restored to anything. All the
    rest stands there as it is, but for quotes, backslashes and control characters.
    """
    folded, hidden = sought.text.casefold(), sought.hidden_start
    is_plain = folded.isascii() and folded.isprintable() and not any(char in folded for char in _NOT_AS_IT_IS)
    if not is_plain and folded.isascii():
        return lambda data: True

    def may_hold(data: str) -> bool:
        return "\\u" in data or hidden in data or (is_plain and folded in data.lower())

    return may_hold
