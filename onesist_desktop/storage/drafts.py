# SPDX-License-Identifier: MIT
"""What was written and not sent: at most one draft for each thread, and one for a project."""

from __future__ import annotations

from sqlalchemy import Connection, delete, insert, select

from onesist_desktop.storage.codec import decode_attachments, encode_attachments
from onesist_desktop.storage.records import DraftRecord
from onesist_desktop.storage.rows import plain, record_from
from onesist_desktop.storage.tables import drafts


class DraftStore:
    """Rows of ``drafts``."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def get(self, owner_id: str) -> DraftRecord | None:
        """Read the draft of a thread, or a project's own."""
        row = self._connection.execute(select(drafts).where(drafts.c.id == owner_id)).mappings().first()
        return None if row is None else record_from(DraftRecord, row, attachments=decode_attachments(row["attachments"]))

    def put(self, record: DraftRecord) -> None:
        """Write a draft in place of the one before."""
        self.remove(record.id)
        values = {name: getattr(record, name) for name in ("id", "project_id", "thread_id", "text", "updated_at")}
        attachments = encode_attachments(record.attachments)
        self._connection.execute(insert(drafts).values(**plain(values), attachments=attachments))

    def remove(self, owner_id: str) -> None:
        """Forget a draft, if there is one."""
        self._connection.execute(delete(drafts).where(drafts.c.id == owner_id))
