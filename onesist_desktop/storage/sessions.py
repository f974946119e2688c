# SPDX-License-Identifier: MIT
"""Session rows: many for a thread and provider, at most one active. Every update names its row and fails when it is retired."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sqlalchemy import Connection, RowMapping, case, insert, select, update

from onesist_desktop.core.answerer import PermissionMode
from onesist_desktop.core.errors import NotFoundError, StaleSessionError
from onesist_desktop.core.ids import ProviderId, SessionRowId, ThreadId
from onesist_desktop.core.records import RetireReason, SessionState
from onesist_desktop.storage.codec import decode_ranges, encode_ranges
from onesist_desktop.storage.lenient import known
from onesist_desktop.storage.records import SessionRecord
from onesist_desktop.storage.rows import plain, record_from
from onesist_desktop.storage.tables import chat_provider_sessions as sessions


class SessionStore:
    """Rows of ``chat_provider_sessions``."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def add(self, record: SessionRecord) -> None:
        """Insert a row."""
        values = plain({name: getattr(record, name) for name in record.__slots__ if name != "inherited_seqs"})
        self._connection.execute(insert(sessions).values(**values, inherited=encode_ranges(record.inherited_seqs)))

    def get(self, row_id: SessionRowId) -> SessionRecord:
        """Read one row. Raises NotFoundError."""
        row = self._connection.execute(select(sessions).where(sessions.c.id == row_id)).mappings().first()
        if row is None:
            raise NotFoundError(f"session row {row_id} isn't there")
        return _record(row)

    def active(self, thread_id: ThreadId, provider_id: ProviderId) -> SessionRecord | None:
        """Read the active row of a thread and provider."""
        query = select(sessions).where(
            sessions.c.thread_id == thread_id, sessions.c.provider_id == provider_id, sessions.c.state == SessionState.ACTIVE.value
        )
        row = self._connection.execute(query).mappings().first()
        return None if row is None else _record(row)

    def of_thread(self, thread_id: ThreadId, provider_id: ProviderId | None = None) -> list[SessionRecord]:
        """List all rows of a thread, oldest first."""
        query = select(sessions).where(sessions.c.thread_id == thread_id)
        if provider_id is not None:
            query = query.where(sessions.c.provider_id == provider_id)
        return [_record(row) for row in self._connection.execute(query.order_by(sessions.c.created_at, sessions.c.id)).mappings()]

    def activate(self, row_id: SessionRowId, replaced_reason: RetireReason, **values: Any) -> list[SessionRowId]:
        """Make a row the active one, at acceptance. Returns the rows that it replaced, now retired. Raises StaleSessionError."""
        record = self.get(row_id)
        replaced = []
        old = self.active(record.thread_id, record.provider_id)
        if old is not None and old.id != row_id:
            self.retire(old.id, replaced_reason, values["updated_at"])
            replaced.append(old.id)
        self.change(row_id, state=SessionState.ACTIVE, **values)
        return replaced

    def change(self, row_id: SessionRowId, **values: Any) -> None:
        """Set columns of a row that is not retired. Raises StaleSessionError."""
        if "known_upto_seq" in values:
            raise ValueError("what a session knows is raised, or cut back with the session")
        self._set(row_id, values)

    def _set(self, row_id: SessionRowId, values: Mapping[str, Any]) -> None:
        query = update(sessions).where(sessions.c.id == row_id, sessions.c.state != SessionState.RETIRED.value)
        if not self._connection.execute(query.values(**plain(values))).rowcount:
            raise StaleSessionError(f"session row {row_id} was retired")

    def cut_back(self, row_id: SessionRowId, anchor: str, known_upto_seq: int, **values: Any) -> None:
        """Have a session go back to an anchor when it is opened next. Raises StaleSessionError.

        Nothing else lowers what it knows.
        """
        self._set(row_id, {"truncate_to": anchor, "anchor": anchor, "known_upto_seq": known_upto_seq, **values})

    def raise_known(self, row_id: SessionRowId, seq: int) -> None:
        """Set ``known_upto_seq`` to the greater of itself and ``seq``. Raises StaleSessionError."""
        known = sessions.c.known_upto_seq
        self._set(row_id, {"known_upto_seq": case((known < seq, seq), else_=known)})

    def retire(self, row_id: SessionRowId, reason: RetireReason, now: float) -> None:
        """Retire a row for good; a row that is retired already keeps its first reason."""
        query = update(sessions).where(sessions.c.id == row_id, sessions.c.state != SessionState.RETIRED.value)
        self._connection.execute(query.values(state=SessionState.RETIRED.value, retired_reason=reason.value, updated_at=now))


def _record(row: RowMapping) -> SessionRecord:
    return record_from(
        SessionRecord,
        row,
        # A session of which nobody knows how it stands is not used again.
        state=known(SessionState, row["state"], SessionState.RETIRED),
        mode=known(PermissionMode, row["mode"], PermissionMode.ASK),
        retired_reason=known(RetireReason, row["retired_reason"], RetireReason.REPLACED) if row["retired_reason"] else None,
        inherited_seqs=tuple(decode_ranges(row["inherited"])),
    )
