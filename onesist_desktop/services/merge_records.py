# SPDX-License-Identifier: MIT
"""The transaction that merges a fork into its parent. All of it happens, or nothing does."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from onesist_desktop.core.handoff import HandoffItem
from onesist_desktop.core.ids import MessageId, ProviderId, SessionRowId, ThreadId, TransferId
from onesist_desktop.core.messages import Message, MessageKind, Role, TextPart
from onesist_desktop.core.records import Resolution, TransferKind
from onesist_desktop.services.context import ServiceContext
from onesist_desktop.services.history import outline_finished
from onesist_desktop.services.live_runs import LiveRuns, resendable
from onesist_desktop.services.merge_plan import Prospect, read_prospect
from onesist_desktop.services.reading_threads import read_thread
from onesist_desktop.services.settling import CanTruncate, settle_rewinds
from onesist_desktop.services.views import ThreadView
from onesist_desktop.storage.records import TransferRecord
from onesist_desktop.storage.unit_of_work import UnitOfWork


@dataclass(frozen=True, slots=True)
class MergeIds:
    """Fresh ids for what a merge writes."""

    transfer: TransferId
    message: MessageId
    notice: MessageId

    @classmethod
    def new(cls, context: ServiceContext) -> MergeIds:
        """Make them."""
        return cls(TransferId(context.new_id()), MessageId(context.new_id()), MessageId(context.new_id()))


@dataclass(frozen=True, slots=True)
class Merged:
    """What a merge changed.

    Attributes:
        resendable: The message of the parent that offers *Send again*.
        to_end: Sessions whose processes hold what a rewind set aside, which the merge made final.
    """

    message: Message
    notice: Message
    parent: ThreadView
    child: ThreadView
    resendable: MessageId | None
    to_end: tuple[tuple[ProviderId, SessionRowId], ...] = ()


@dataclass(frozen=True, slots=True)
class Around:
    """What a merge needs of the running app. ``can_truncate`` tells whether a provider can cut its session back."""

    context: ServiceContext
    live: LiveRuns
    can_truncate: CanTruncate


def record_merge(uow: UnitOfWork, around: Around, child_id: ThreadId, ids: MergeIds, now: float) -> Merged:
    """Put what a fork has new at its parent's end, which must not work. Raises NotFoundError, LineageError."""
    context, live = around.context, around.live
    prospect, items = read_prospect(uow, context, child_id)
    parent_id, text = prospect.pair.parent.id, prospect.choice.render(items)
    # What was set aside could come back together with what brings it again.
    to_end = settle_rewinds(uow, parent_id, around.can_truncate, now)
    message = _message(uow, prospect, items, text, ids.message, now)
    notice = _notice(uow, prospect, message, ids.notice, now)
    _note_transfer(uow, prospect, ids, now)
    uow.merges.stop_waiting(child_id)
    uow.merges.refresh(child_id)
    uow.threads.change(parent_id, updated_at=now)
    outline_finished(uow, parent_id, message.seq)
    parent, child = read_thread(uow, live, parent_id), read_thread(uow, live, child_id)
    return Merged(message, notice, parent, child, resendable(uow, parent_id), to_end)


def _message(
    uow: UnitOfWork, prospect: Prospect, items: Sequence[HandoffItem], text: str, message_id: MessageId, now: float
) -> Message:
    """Store the message that every provider of the parent is told as history: nobody's own, and content."""
    parent_id = prospect.pair.parent.id
    message = Message(
        id=message_id,
        thread_id=parent_id,
        seq=uow.threads.take_seq(parent_id),
        role=Role.USER,
        parts=(TextPart(text),),
        kind=MessageKind.MERGE,
        created_at=now,
        data={**_source(prospect), "items": [[item.kind.value, item.seq, item.text] for item in items]},
    )
    uow.messages.add(message)
    return message


def _notice(uow: UnitOfWork, prospect: Prospect, message: Message, notice_id: MessageId, now: float) -> Message:
    notice = Message(
        id=notice_id,
        thread_id=message.thread_id,
        seq=uow.threads.take_seq(message.thread_id),
        role=Role.SYSTEM,
        kind=MessageKind.MERGE,
        created_at=now,
        data={
            **_source(prospect),
            "message_id": message.id,
            "included": prospect.choice.included_count,
            "omitted": prospect.choice.omitted_count,
            "bytes": len(message.text.encode("utf-8", "surrogatepass")),
        },
    )
    uow.messages.add(notice)
    return notice


def _source(prospect: Prospect) -> dict[str, str | int]:
    child, choice = prospect.pair.child, prospect.choice
    return {
        "child_thread_id": child.id,
        "child_title": child.title,
        "from_seq": choice.from_seq,
        "to_seq": choice.upto_seq,
    }


def _note_transfer(uow: UnitOfWork, prospect: Prospect, ids: MergeIds, now: float) -> None:
    authors = [author for author in prospect.choice.outline.authors if author is not None]
    uow.handoffs.add_transfer(
        TransferRecord(
            id=ids.transfer,
            kind=TransferKind.MERGE,
            source_thread_id=prospect.pair.child.id,
            target_thread_id=prospect.pair.parent.id,
            resolution=Resolution.PORTABLE,
            created_at=now,
            source_provider_id=authors[-1] if authors else None,
            target_provider_id=prospect.pair.parent.provider_id,
            base_seq=prospect.after_seq,
            source_seq=prospect.choice.upto_seq,
            message_id=ids.message,
        )
    )
