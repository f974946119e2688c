# SPDX-License-Identifier: MIT
"""What stretches of a thread become in a handoff, worked out once: only derived from the messages, and lost with any of them."""

from __future__ import annotations

from collections.abc import Collection

from sqlalchemy import Connection, delete, insert, select

from onesist_desktop.core.handoff_outline import RULES, Outline
from onesist_desktop.core.ids import MessageId, ThreadId
from onesist_desktop.storage.tables import handoff_outlines as outlines
from onesist_desktop.storage.tables import messages

STRETCH_SEQS = 256
"""A stretch is this many seqs. Another number needs other ``RULES``."""
_BATCH = 500


class OutlineStore:
    """Rows of ``handoff_outlines``. Stretch n holds the content with the seqs n * STRETCH_SEQS + 1 to (n + 1) * STRETCH_SEQS."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def read(self, thread_id: ThreadId, first: int, last: int) -> dict[int, Outline]:
        """Read the outlines of the stretches from one number to another, both included; those that aren't known are left out."""
        query = select(outlines.c.number, outlines.c.rules, outlines.c.data).where(
            outlines.c.thread_id == thread_id, outlines.c.number.between(first, last)
        )
        found: dict[int, Outline] = {}
        for number, rules, data in self._connection.execute(query):
            if rules == RULES:
                try:
                    found[number] = Outline.from_bytes(data)
                except (ValueError, IndexError):
                    # Damaged: it is worked out again, and replaced.
                    continue
        return found

    def put(self, thread_id: ThreadId, number: int, outline: Outline) -> None:
        """Remember the outline of a stretch. It holds until one of its messages is written."""
        self._connection.execute(delete(outlines).where(outlines.c.thread_id == thread_id, outlines.c.number == number))
        values = {"thread_id": thread_id, "number": number, "rules": RULES, "data": outline.to_bytes()}
        self._connection.execute(insert(outlines).values(**values))

    def forget(self, thread_id: ThreadId) -> None:
        """Forget all that is known of a thread."""
        self._connection.execute(delete(outlines).where(outlines.c.thread_id == thread_id))


def outdate(connection: Connection, message_ids: Collection[MessageId]) -> None:
    """Forget the outlines of the stretches that hold these messages. For whoever writes messages or parts."""
    wanted = list(message_ids)
    for start in range(0, len(wanted), _BATCH):
        query = select(messages.c.thread_id, messages.c.seq).where(messages.c.id.in_(wanted[start : start + _BATCH]))
        for thread_id, number in {(row[0], stretch_of(row[1])) for row in connection.execute(query)}:
            connection.execute(delete(outlines).where(outlines.c.thread_id == thread_id, outlines.c.number == number))


def stretch_of(seq: int) -> int:
    """Return the number of the stretch that a seq belongs to."""
    return (seq - 1) // STRETCH_SEQS
