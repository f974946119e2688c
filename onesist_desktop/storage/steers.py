# SPDX-License-Identifier: MIT
"""Messages that agents took into a run while it worked: their sessions hold them, and the answers that they ended."""

from __future__ import annotations

from sqlalchemy import Connection, insert, select, update

from onesist_desktop.core.ids import MessageId, RunId, SessionRowId
from onesist_desktop.storage.records import RunRecord, SteerRecord
from onesist_desktop.storage.rows import plain, record_from
from onesist_desktop.storage.tables import messages, run_steers, runs


class SteerStore:
    """Rows of ``run_steers``."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def add(self, record: SteerRecord) -> None:
        """Note that a run took a message, which has its row already."""
        self._connection.execute(insert(run_steers).values(**plain({name: getattr(record, name) for name in record.__slots__})))

    def of_run(self, run_id: RunId) -> list[SteerRecord]:
        """List what a run took, in order."""
        query = select(run_steers, messages.c.seq).join(messages, messages.c.id == run_steers.c.message_id)
        rows = self._connection.execute(query.where(run_steers.c.run_id == run_id)).mappings().all()
        return [record_from(SteerRecord, row) for row in sorted(rows, key=lambda row: row["seq"])]

    def asked_last(self, run: RunRecord) -> MessageId:
        """Return the message that a run answered last: the one that it took last, else the one that began it."""
        taken = self.of_run(run.id)
        return taken[-1].message_id if taken else run.user_message_id

    def is_held_in(self, row_id: SessionRowId, message_id: MessageId) -> bool:
        """Tell whether a session holds a message that one of its runs took."""
        query = select(run_steers.c.run_id).join(runs, runs.c.id == run_steers.c.run_id)
        query = query.where(run_steers.c.message_id == message_id, run_steers.c.is_held.is_(True), runs.c.session_row_id == row_id)
        return self._connection.execute(query).first() is not None

    def let_go(self, run_id: RunId) -> None:
        """Note that no session holds what a run took: the session was cut back to before the run, or given up."""
        self._connection.execute(update(run_steers).where(run_steers.c.run_id == run_id).values(is_held=False))
