# SPDX-License-Identifier: MIT
"""The transaction in which a thread comes to work somewhere else. All of it happens, or nothing does."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from onesist_desktop.core.ids import MessageId, ProviderId, SessionRowId, ThreadId, TransferId
from onesist_desktop.core.messages import Message, MessageKind, Role
from onesist_desktop.core.records import Resolution, RetireReason, SessionState, TransferKind
from onesist_desktop.services.context import ServiceContext
from onesist_desktop.services.events import MessageAdded, ThreadChanged
from onesist_desktop.services.guarded import quietly
from onesist_desktop.services.live_runs import LiveRuns
from onesist_desktop.services.merge_looks import MergeLook, merge_look
from onesist_desktop.services.resolving import Workspace, storable
from onesist_desktop.services.shown import thread_view
from onesist_desktop.storage.records import RunRecord, ThreadRecord, TransferRecord
from onesist_desktop.storage.unit_of_work import UnitOfWork

RELEASE_S = 10.0
"""How long an answerer may take to end the process of a session that was retired."""


@dataclass(frozen=True, slots=True)
class MoveIds:
    """Fresh ids for what a move writes."""

    transfer: TransferId
    notice: MessageId

    @classmethod
    def new(cls, context: ServiceContext) -> MoveIds:
        """Make them."""
        return cls(TransferId(context.new_id()), MessageId(context.new_id()))


@dataclass(frozen=True, slots=True)
class Moved:
    """What a move changed. ``retired``: sessions whose processes can be ended; ``notice`` is None in an empty thread."""

    thread: ThreadRecord
    merge: MergeLook
    newest: RunRecord | None
    notice: Message | None
    retired: tuple[tuple[ProviderId, SessionRowId], ...]


def record_move(uow: UnitOfWork, thread_id: ThreadId, target: Workspace, details: Sequence[str], ids: MoveIds, now: float) -> Moved:
    """Let a thread work in ``target`` from its next run on. What waits in its queue and its draft stay.

    Args:
        uow: The unit of work.
        thread_id: Of the thread, which must not work.
        target: Where it is to work.
        details: What the notice tells.
        ids: For the rows.
        now: The time.
    """
    uow.threads.change(thread_id, repository=_column(target), worktree_id=target.worktree_id)
    return record_new_folder(uow, thread_id, "moved", details, ids, now)


def record_new_folder(uow: UnitOfWork, thread_id: ThreadId, code: str, details: Sequence[str], ids: MoveIds, now: float) -> Moved:
    """Retire a thread's sessions, as its folder is another one now, and say so in the thread."""
    retired = retire_sessions(uow, thread_id, now)
    last = uow.messages.last_content(thread_id)
    uow.handoffs.add_transfer(
        TransferRecord(
            id=ids.transfer,
            kind=TransferKind.WORKSPACE,
            source_thread_id=thread_id,
            target_thread_id=thread_id,
            resolution=Resolution.PORTABLE,
            created_at=now,
            source_seq=last.seq if last is not None else None,
        )
    )
    notice = add_notice(uow, thread_id, code, details, ids.notice, now)
    thread = uow.threads.get(thread_id)
    return Moved(thread, merge_look(uow, thread), uow.runs.newest(thread_id), notice, retired)


def retire_sessions(uow: UnitOfWork, thread_id: ThreadId, now: float) -> tuple[tuple[ProviderId, SessionRowId], ...]:
    """Retire all sessions of a thread: they belong to a folder. The next turn hands the whole history over."""
    rows = [row for row in uow.sessions.of_thread(thread_id) if row.state is not SessionState.RETIRED]
    for row in rows:
        uow.sessions.retire(row.id, RetireReason.CWD_CHANGED, now)
    return tuple((row.provider_id, row.id) for row in rows)


def add_notice(
    uow: UnitOfWork, thread_id: ThreadId, code: str, details: Sequence[str], notice_id: MessageId, now: float
) -> Message | None:
    """Put a notice about a thread's folder at its end. None in a thread without messages: there is nobody to be told."""
    if not uow.threads.get(thread_id).last_seq:
        return None
    notice = Message(
        id=notice_id,
        thread_id=thread_id,
        seq=uow.threads.take_seq(thread_id),
        role=Role.SYSTEM,
        kind=MessageKind.WORKSPACE,
        created_at=now,
        data={"code": code, "details": [storable(detail) for detail in details]},
    )
    uow.messages.add(notice)
    return notice


def tell(context: ServiceContext, live: LiveRuns, moved: Moved) -> None:
    """Tell the window of a move."""
    if moved.notice is not None:
        context.bus.publish(MessageAdded(moved.notice))
    state = live.state_of(moved.thread.id, moved.newest)
    context.bus.publish(ThreadChanged(thread_view(moved.thread, state, moved.merge)))


async def release(context: ServiceContext, retired: Sequence[tuple[ProviderId, SessionRowId]]) -> None:
    """End the processes of retired sessions: one that idles would keep the old folder in use."""
    for provider_id, row_id in retired:
        answerer = context.answerers.all().get(provider_id)
        if answerer is not None:
            await quietly("ending an agent's process", answerer.release(row_id), RELEASE_S)


def _column(target: Workspace) -> str | None:
    # The project folder is nothing said, as in threads that never moved.
    if target.worktree_id is None and target.repository == ".":
        return None
    return target.repository
