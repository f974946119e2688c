# SPDX-License-Identifier: MIT
"""Transfers and handoffs. A handoff's text never changes; its delivery only moves forward."""

from __future__ import annotations

from sqlalchemy import Connection, RowMapping, insert, select, update

from onesist_desktop.core.errors import NotFoundError
from onesist_desktop.core.ids import HandoffId, SessionRowId, ThreadId, TransferId
from onesist_desktop.core.records import HandoffDelivery, Resolution, Strategy, TransferKind
from onesist_desktop.storage.codec import decode_ranges, encode_ranges
from onesist_desktop.storage.lenient import known
from onesist_desktop.storage.records import HandoffRecord, TransferRecord
from onesist_desktop.storage.rows import plain, record_from
from onesist_desktop.storage.tables import context_handoffs, context_transfers

_FORWARD = {
    HandoffDelivery.DELIVERED: (HandoffDelivery.PENDING,),
    HandoffDelivery.REFUSED: (HandoffDelivery.PENDING,),
    HandoffDelivery.UNCERTAIN: (HandoffDelivery.PENDING,),
    HandoffDelivery.SUPERSEDED: (
        HandoffDelivery.PENDING,
        HandoffDelivery.DELIVERED,
        HandoffDelivery.REFUSED,
        HandoffDelivery.UNCERTAIN,
    ),
}


class HandoffStore:
    """Rows of ``context_transfers`` and ``context_handoffs``."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def add_transfer(self, record: TransferRecord) -> None:
        """Insert a transfer."""
        self._connection.execute(insert(context_transfers).values(**plain({n: getattr(record, n) for n in record.__slots__})))

    def fork_of(self, thread_id: ThreadId) -> TransferRecord | None:
        """Read the transfer that a fork began with; None for a thread that is no fork."""
        query = select(context_transfers).where(
            context_transfers.c.target_thread_id == thread_id, context_transfers.c.kind == TransferKind.FORK.value
        )
        row = self._connection.execute(query).mappings().first()
        return None if row is None else _transfer(row)

    def set_resolution(self, transfer_id: TransferId, resolution: Resolution) -> None:
        """Note how a transfer came about in the end."""
        query = update(context_transfers).where(context_transfers.c.id == transfer_id)
        self._connection.execute(query.values(resolution=resolution.value))

    def add(self, record: HandoffRecord) -> None:
        """Insert a handoff."""
        values = {name: getattr(record, name) for name in record.__slots__ if not name.endswith("_seqs")}
        self._connection.execute(
            insert(context_handoffs).values(
                **plain(values),
                covered=encode_ranges(record.covered_seqs),
                included=encode_ranges(record.included_seqs),
                omitted=encode_ranges(record.omitted_seqs),
            )
        )

    def get(self, handoff_id: HandoffId) -> HandoffRecord:
        """Read one handoff. Raises NotFoundError."""
        row = self._connection.execute(select(context_handoffs).where(context_handoffs.c.id == handoff_id)).mappings().first()
        if row is None:
            raise NotFoundError(f"handoff {handoff_id} isn't there")
        return _record(row)

    def of_thread(self, thread_id: ThreadId) -> list[HandoffRecord]:
        """List a thread's handoffs, oldest first."""
        query = select(context_handoffs).where(context_handoffs.c.thread_id == thread_id).order_by(context_handoffs.c.created_at)
        return [_record(row) for row in self._connection.execute(query).mappings()]

    def of_session(self, row_id: SessionRowId) -> list[HandoffRecord]:
        """List what was handed over to one session row, oldest first."""
        query = select(context_handoffs).where(context_handoffs.c.session_row_id == row_id).order_by(context_handoffs.c.created_at)
        return [_record(row) for row in self._connection.execute(query).mappings()]

    def move(self, handoff_id: HandoffId, delivery: HandoffDelivery, now: float) -> bool:
        """Move a handoff's delivery forward. Returns False, and changes nothing, where that would be a step back."""
        query = update(context_handoffs).where(
            context_handoffs.c.id == handoff_id, context_handoffs.c.delivery.in_([d.value for d in _FORWARD[delivery]])
        )
        return bool(self._connection.execute(query.values(delivery=delivery.value, moved_at=now)).rowcount)


def _transfer(row: RowMapping) -> TransferRecord:
    kind = known(TransferKind, row["kind"], TransferKind.SWITCH)
    return record_from(TransferRecord, row, kind=kind, resolution=known(Resolution, row["resolution"], Resolution.PORTABLE))


def _record(row: RowMapping) -> HandoffRecord:
    return record_from(
        HandoffRecord,
        row,
        strategy=known(Strategy, row["strategy"], Strategy.FULL),
        delivery=known(HandoffDelivery, row["delivery"], HandoffDelivery.UNCERTAIN),
        covered_seqs=tuple(decode_ranges(row["covered"])),
        included_seqs=tuple(decode_ranges(row["included"])),
        omitted_seqs=tuple(decode_ranges(row["omitted"])),
    )
