# SPDX-License-Identifier: MIT
"""Goes back to a message, and starts providers clean (docs/design.md section 6)."""

from __future__ import annotations

import contextlib
from collections.abc import AsyncIterator
from dataclasses import dataclass, replace

from onesist_desktop.core.errors import BusyError, LineageError, LineageFault, NotFoundError
from onesist_desktop.core.ids import MessageId, ProviderId, RewindId, SessionRowId, ThreadId
from onesist_desktop.core.messages import Message, MessageKind, MessageStatus, Role
from onesist_desktop.core.records import RetireReason, RewindState, SessionState
from onesist_desktop.core.rewinding import CutKind, Span
from onesist_desktop.services.context import ServiceContext
from onesist_desktop.services.events import MessageAdded, MessagesSetAside, ResendableChanged, ThreadChanged
from onesist_desktop.services.lineage_views import RewindPreview, RewindView
from onesist_desktop.services.live_runs import LiveRuns, resendable
from onesist_desktop.services.merge_looks import MergeLook, merge_look
from onesist_desktop.services.moving import release
from onesist_desktop.services.resolving import workspace_of
from onesist_desktop.services.session_use import cut_of, spans_of
from onesist_desktop.services.shown import thread_view
from onesist_desktop.services.turns import TurnService
from onesist_desktop.storage.records import RewindRecord, RunRecord, SessionRecord, ThreadRecord
from onesist_desktop.storage.unit_of_work import UnitOfWork


@dataclass(frozen=True, slots=True)
class _State:
    """How a thread stands after a change: ``rewind`` can be taken back, ``again`` offers *Send again*."""

    thread: ThreadRecord
    newest: RunRecord | None
    again: MessageId | None
    rewind: RewindView | None
    merge: MergeLook
    children: tuple[tuple[ThreadRecord, RunRecord | None, MergeLook], ...] = ()


class RewindService:
    """The use cases of ``services.lineage_api.Rewinds``."""

    def __init__(self, context: ServiceContext, live: LiveRuns, turns: TurnService) -> None:
        self._context = context
        self._live = live
        self._turns = turns

    async def preview(self, thread_id: ThreadId, to_seq: int) -> RewindPreview:
        """Work out what would be set aside. Raises LineageError (UNKNOWN_SEQ, NOTHING_LATER)."""
        return await self._context.database.run(lambda uow: self._preview(uow, thread_id, to_seq))

    async def rewind(self, thread_id: ThreadId, to_seq: int) -> RewindView:
        """Set aside everything after a message; see ``services.lineage_api.Rewinds``."""
        context, now = self._context, self._context.clock()
        rewind_id, notice_id = RewindId(context.new_id()), MessageId(context.new_id())

        def go_back(uow: UnitOfWork) -> tuple[RewindRecord, Message, _State]:
            span = _span(uow, thread_id, to_seq)
            count = uow.rewinds.set_aside(thread_id, span)
            record = RewindRecord(rewind_id, thread_id, to_seq, span.upto_seq, notice_id, RewindState.OPEN, now)
            notice = _notice(uow, record, count)
            uow.messages.add(notice)
            uow.rewinds.add(record)
            return record, notice, self._state(uow, thread_id)

        async with self._idle(thread_id, LineageFault.WORKS):
            record, notice, state = await context.database.run(go_back)
        assert state.rewind is not None
        context.bus.publish(MessagesSetAside(thread_id, to_seq, record.upto_seq, rewind=state.rewind))
        context.bus.publish(MessageAdded(notice))
        self._tell(state)
        return state.rewind

    async def undo(self, thread_id: ThreadId) -> None:
        """Take the newest rewind back. Raises LineageError(ALREADY_SETTLED) once something was sent since."""
        now = self._context.clock()

        def take_back(uow: UnitOfWork) -> tuple[RewindRecord, _State]:
            record = next(iter(uow.rewinds.open_of(thread_id)[::-1]), None)
            if record is None:
                raise LineageError(LineageFault.ALREADY_SETTLED)
            uow.rewinds.move(record.id, RewindState.UNDONE, now)
            uow.rewinds.restore(record)
            uow.messages.set_data(record.notice_id, {**uow.messages.get(record.notice_id).data, "is_undone": True})
            uow.rewinds.hide(record.notice_id)
            return record, self._state(uow, thread_id)

        # A thread that works was sent something, and that settled it.
        async with self._idle(thread_id, LineageFault.ALREADY_SETTLED):
            record, state = await self._context.database.run(take_back)
        event = MessagesSetAside(thread_id, record.to_seq, record.upto_seq, is_undone=True, rewind=state.rewind)
        self._context.bus.publish(event)
        self._tell(state)

    async def open_rewind(self, thread_id: ThreadId) -> RewindView | None:
        """Return the newest rewind that can be taken back."""
        return await self._context.database.run(lambda uow: open_rewind(uow, thread_id))

    async def start_clean(self, thread_id: ThreadId, provider_id: ProviderId) -> None:
        """Give up the provider's session. Raises LineageError(WORKS) while the thread works."""
        now, row_id = self._context.clock(), SessionRowId(self._context.new_id())

        def give_up(uow: UnitOfWork) -> tuple[SessionRowId | None, _State]:
            active = uow.sessions.active(thread_id, provider_id)
            if active is not None:
                uow.sessions.retire(active.id, RetireReason.START_CLEAN, now)
            elif self._is_agent(provider_id) and not uow.sessions.of_thread(thread_id, provider_id):
                _forgo_fork(uow, uow.threads.get(thread_id), provider_id, row_id, now)
            return active.id if active is not None else None, self._state(uow, thread_id)

        async with self._idle(thread_id, LineageFault.WORKS):
            given_up, state = await self._context.database.run(give_up)
        if given_up is not None:
            await release(self._context, [(provider_id, given_up)])
        self._tell(state)

    def _preview(self, uow: UnitOfWork, thread_id: ThreadId, to_seq: int) -> RewindPreview:
        span = _span(uow, thread_id, to_seq)
        spans = [*spans_of(uow.rewinds.open_of(thread_id)), span]
        active = [row for row in uow.sessions.of_thread(thread_id) if row.state is SessionState.ACTIVE]
        cuts = [
            (row.provider_id, cut_of(uow, row, spans, can_truncate=self._turns.can_truncate(row.provider_id))) for row in active
        ]
        return RewindPreview(
            thread_id=thread_id,
            to_seq=to_seq,
            message_count=uow.rewinds.count_content(thread_id, span),
            forgotten_by=tuple(provider_id for provider_id, cut in cuts if cut.kind is CutKind.GIVE_UP),
            merge_count=uow.rewinds.count_content(thread_id, span, MessageKind.MERGE),
        )

    def _state(self, uow: UnitOfWork, thread_id: ThreadId) -> _State:
        """Read how a thread stands. Forks whose merges were set aside, or came back, count as not merged, or merged, again."""
        forks = [uow.threads.get(child_id) for child_id in uow.merges.refresh_into(thread_id)]
        children = tuple((child, uow.runs.newest(child.id), merge_look(uow, child)) for child in forks)
        thread, newest, again = uow.threads.get(thread_id), uow.runs.newest(thread_id), resendable(uow, thread_id)
        return _State(thread, newest, again, open_rewind(uow, thread_id), merge_look(uow, thread), children)

    def _tell(self, state: _State) -> None:
        for thread, newest, merge in ((state.thread, state.newest, state.merge), *state.children):
            self._context.bus.publish(ThreadChanged(thread_view(thread, self._live.state_of(thread.id, newest), merge)))
        self._context.bus.publish(ResendableChanged(state.thread.id, state.again))

    def _is_agent(self, provider_id: ProviderId) -> bool:
        answerer = self._context.answerers.all().get(provider_id)
        return answerer is not None and answerer.capabilities.is_agent

    @contextlib.asynccontextmanager
    async def _idle(self, thread_id: ThreadId, fault: LineageFault) -> AsyncIterator[None]:
        """Keep a thread from working meanwhile. Raises LineageError with that fault where it works."""
        async with contextlib.AsyncExitStack() as stack:
            try:
                await stack.enter_async_context(self._turns.idle(thread_id))
            except BusyError as error:
                raise LineageError(fault) from error
            yield


def _span(uow: UnitOfWork, thread_id: ThreadId, to_seq: int) -> Span:
    """Return what comes after a message. Raises LineageError."""
    found = uow.messages.with_seqs(thread_id, [to_seq])
    is_there = bool(found) and not found[0].rolled_back and found[0].status is not MessageStatus.STREAMING
    if not is_there or found[0].role not in {Role.USER, Role.ASSISTANT}:
        raise LineageError(LineageFault.UNKNOWN_SEQ, str(to_seq))
    span = Span(to_seq, uow.threads.get(thread_id).last_seq)
    if not uow.rewinds.count_content(thread_id, span):
        raise LineageError(LineageFault.NOTHING_LATER)
    return span


def _notice(uow: UnitOfWork, record: RewindRecord, count: int) -> Message:
    data = {
        "rewind_id": record.id,
        "to_seq": record.to_seq,
        "upto_seq": record.upto_seq,
        "message_count": count,
        "is_undone": False,
    }
    return Message(
        id=record.notice_id,
        thread_id=record.thread_id,
        seq=uow.threads.take_seq(record.thread_id),
        role=Role.SYSTEM,
        kind=MessageKind.REWIND,
        created_at=record.created_at,
        data=data,
    )


def open_rewind(uow: UnitOfWork, thread_id: ThreadId) -> RewindView | None:
    """Return the newest rewind of a thread that can be taken back."""
    rewinds = uow.rewinds.open_of(thread_id)
    if not rewinds:
        return None
    record = rewinds[-1]
    try:
        count = uow.messages.get(record.notice_id).data.get("message_count", 0)
    except NotFoundError:
        count = 0
    return RewindView(record.id, thread_id, record.to_seq, count if isinstance(count, int) else 0)


def _forgo_fork(uow: UnitOfWork, thread: ThreadRecord, provider_id: ProviderId, row_id: SessionRowId, now: float) -> None:
    """Note in a fork whose session wasn't built yet that it isn't to be forked from the parent's."""
    project = uow.projects.get(thread.project_id)
    if thread.parent_thread_id is None or project is None:
        return
    cwd = workspace_of(uow, thread, project).path
    row = SessionRecord(row_id, thread.id, provider_id, SessionState.RETIRED, cwd, thread.mode, now, now)
    uow.sessions.add(replace(row, retired_reason=RetireReason.START_CLEAN))
