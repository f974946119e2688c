# SPDX-License-Identifier: MIT
"""Forks a thread at a message (docs/design.md section 6). Nothing of the parent is written, so it may work meanwhile."""

from __future__ import annotations

from dataclasses import dataclass

from onesist_desktop.core.answerer import Answerer
from onesist_desktop.core.beginnings import beginning_of
from onesist_desktop.core.errors import NotFoundError
from onesist_desktop.core.ids import MessageId, ProviderId, ThreadId, TransferId
from onesist_desktop.core.lineage import base_title, check_fork_point, fork_title, next_fork_number
from onesist_desktop.core.messages import Message, MessageKind, Role
from onesist_desktop.core.records import Resolution, TransferKind
from onesist_desktop.core.redaction import Redactor
from onesist_desktop.services.context import ServiceContext
from onesist_desktop.services.events import ThreadAdded
from onesist_desktop.services.handoff_looks import Look, Looking
from onesist_desktop.services.handoff_plan import PlanRequest
from onesist_desktop.services.handoffs import KnownModels
from onesist_desktop.services.lineage_views import ForkChoice, ForkOutlook, ForkPreview
from onesist_desktop.services.live_runs import LiveRuns
from onesist_desktop.services.native_forks import read_reaches
from onesist_desktop.services.resolving import workspace_of
from onesist_desktop.services.shown import shown_message, thread_view
from onesist_desktop.services.threads import TITLE_LIMIT
from onesist_desktop.services.views import ThreadView
from onesist_desktop.storage.records import ThreadRecord, TransferRecord
from onesist_desktop.storage.unit_of_work import UnitOfWork

AT_TEXT_CHARS = 200
"""How much of the fork point's text a preview shows."""
_SCANNED = 2_000
"""Characters of an answer that are looked at for its beginning."""


@dataclass(frozen=True, slots=True)
class _Point:
    """A fork that can be made. ``root_id`` and ``number`` are those of the fork."""

    parent: ThreadRecord
    message: Message
    root_id: ThreadId
    number: int

    @property
    def title(self) -> str:
        return fork_title(base_title(self.parent.title, self.parent.fork_number), self.number, TITLE_LIMIT)


@dataclass(frozen=True, slots=True)
class _Ids:
    child: ThreadId
    notice: MessageId
    transfer: TransferId
    now: float


class ForkService:
    """The use cases of ``services.lineage_api.Forks``."""

    def __init__(self, context: ServiceContext, live: LiveRuns, models: KnownModels) -> None:
        self._context = context
        self._live = live
        self._models = models

    async def preview(self, thread_id: ThreadId, at_seq: int) -> ForkPreview:
        """Work out what a fork there would be, by the code that its first send uses. Raises LineageError, NotFoundError."""

        def look(uow: UnitOfWork) -> tuple[_Point, int]:
            return _point(uow, thread_id, at_seq), uow.copies.count(thread_id, at_seq)

        point, count = await self._context.database.run(look)
        looking = Looking(thread_id, lambda uow: self._requests(uow, thread_id, at_seq), {})
        while not await self._context.database.run(looking.work):
            pass
        parent = point.parent
        return ForkPreview(
            thread_id=thread_id,
            at_seq=at_seq,
            title=point.title,
            copied_count=count,
            mode=parent.mode,
            at_text=_beginning(point.message, self._context.redactor),
            outlooks=tuple(_outlook(each) for each in looking.looks),
            provider_id=parent.provider_id,
        )

    async def fork(self, thread_id: ThreadId, at_seq: int, choice: ForkChoice | None = None) -> ThreadView:
        """Fork a thread at a settled message. Raises LineageError, NotFoundError, StorageError; then nothing was changed."""
        context, wanted = self._context, choice or ForkChoice()
        if wanted.provider_id is not None:
            context.answerers.get(wanted.provider_id)
        ids = _Ids(ThreadId(context.new_id()), MessageId(context.new_id()), TransferId(context.new_id()), context.clock())

        def make(uow: UnitOfWork) -> ThreadRecord:
            point = _point(uow, thread_id, at_seq)
            uow.threads.add(_child(point, wanted, ids))
            uow.copies.copy(thread_id, ids.child, at_seq, context.new_id)
            _note(uow, point, ids)
            return uow.threads.get(ids.child)

        record = await context.database.run(make)
        view = thread_view(record, self._live.state_of(record.id, None))
        context.bus.publish(ThreadAdded(view))
        return view

    def _requests(self, uow: UnitOfWork, thread_id: ThreadId, at_seq: int) -> list[PlanRequest]:
        thread = uow.threads.get(thread_id)
        cwd = workspace_of(uow, thread).path
        return [self._request(thread, at_seq, cwd, answerer) for answerer in self._context.answerers.all().values()]

    def _request(self, thread: ThreadRecord, at_seq: int, cwd: str, answerer: Answerer) -> PlanRequest:
        provider_id = answerer.info.id
        model = _model(thread, ForkChoice(provider_id))
        return PlanRequest(
            thread_id=thread.id,
            provider_id=provider_id,
            capabilities=answerer.capabilities,
            current_seq=at_seq + 1,
            cwd=cwd,
            mode=thread.mode,
            model=model,
            context_window=self._models.known_window(provider_id, model),
            message_bytes=0,
            cap_bytes=self._context.preferences.handoff_cap_bytes,
            locale=self._context.preferences.locale,
            fork_at=at_seq,
        )


def _point(uow: UnitOfWork, thread_id: ThreadId, at_seq: int) -> _Point:
    """Look whether a thread can be forked at a message. Raises LineageError, NotFoundError."""
    parent = uow.threads.get(thread_id)
    if parent.deleted_at is not None:
        raise NotFoundError(f"thread {thread_id} isn't there any more")
    read_reaches(uow, parent)
    found = uow.messages.with_seqs(thread_id, [at_seq])
    message = check_fork_point(found[0] if found else None, has_content=uow.messages.last_content(thread_id) is not None)
    root_id = parent.root_thread_id or parent.id
    return _Point(parent, message, root_id, next_fork_number([*uow.threads.fork_numbers(root_id), parent.fork_number]))


def _model(parent: ThreadRecord, choice: ForkChoice) -> str | None:
    """Return the model of a fork: the parent's, unless somebody else answers."""
    if choice.model is not None:
        return choice.model
    return parent.model if choice.provider_id in (None, parent.provider_id) else None


def _child(point: _Point, choice: ForkChoice, ids: _Ids) -> ThreadRecord:
    parent = point.parent
    model = _model(parent, choice)
    return ThreadRecord(
        id=ids.child,
        project_id=parent.project_id,
        title=point.title,
        mode=parent.mode,
        created_at=ids.now,
        updated_at=ids.now,
        parent_thread_id=parent.id,
        root_thread_id=point.root_id,
        forked_at_seq=point.message.seq,
        provider_id=choice.provider_id or parent.provider_id,
        model=model,
        effort=parent.effort if choice.provider_id in (None, parent.provider_id) and model == parent.model else None,
        last_seq=point.message.seq,
        repository=parent.repository,
        worktree_id=parent.worktree_id,
        fork_number=point.number,
        parent_title=parent.title,
    )


def _note(uow: UnitOfWork, point: _Point, ids: _Ids) -> None:
    """Write the transfer and the line in the transcript. How the fork begins is known once its first message was accepted."""
    parent, seq = point.parent, point.message.seq
    uow.messages.add(
        Message(
            id=ids.notice,
            thread_id=ids.child,
            seq=uow.threads.take_seq(ids.child),
            role=Role.SYSTEM,
            kind=MessageKind.FORK,
            created_at=ids.now,
            data={"parent_thread_id": parent.id, "parent_title": parent.title, "at_seq": seq, "resolution": ""},
        )
    )
    uow.handoffs.add_transfer(
        TransferRecord(
            id=ids.transfer,
            kind=TransferKind.FORK,
            source_thread_id=parent.id,
            target_thread_id=ids.child,
            resolution=Resolution.PORTABLE,
            created_at=ids.now,
            base_seq=seq,
            source_seq=seq,
            message_id=ids.notice,
        )
    )


def _beginning(message: Message, redactor: Redactor) -> str:
    """Return the beginning of what a message says, in one line. What a person wrote is no Markdown."""
    text = shown_message(message, redactor).text
    if message.role is Role.ASSISTANT:
        return beginning_of(text[:_SCANNED], AT_TEXT_CHARS)
    line = " ".join(text.split())
    return line if len(line) <= AT_TEXT_CHARS else line[: AT_TEXT_CHARS - 1].rstrip() + "…"


def _outlook(look: Look) -> ForkOutlook:
    gathered = look.known.gathered
    provider_id: ProviderId = look.request.provider_id
    resolution = Resolution.NATIVE if gathered.native is not None else Resolution.PORTABLE
    return ForkOutlook(provider_id, resolution, gathered.due_count, look.fit.omitted_count)
