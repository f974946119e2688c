# SPDX-License-Identifier: MIT
"""What providers were told, and what they would be told."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Protocol

from onesist_desktop.core.answerer import Answerer, RunOptions
from onesist_desktop.core.errors import NotFoundError
from onesist_desktop.core.ids import HandoffId, MessageId, ProviderId, ThreadId
from onesist_desktop.core.messages import AttachmentPart, Role
from onesist_desktop.core.redaction import count_placeholders
from onesist_desktop.services.context import ServiceContext
from onesist_desktop.services.handoff_looks import Known, Look, Looking
from onesist_desktop.services.handoff_manual import due_items, masked_manual
from onesist_desktop.services.handoff_plan import Fit, PlanRequest, complete, message_size_bytes, room_taken
from onesist_desktop.services.history import OutlineError
from onesist_desktop.services.resolving import workspace_of
from onesist_desktop.services.run_life import Models
from onesist_desktop.services.shown import handoff_view
from onesist_desktop.services.views import HandoffPreview, HandoffView, Outlook
from onesist_desktop.storage.records import ThreadRecord
from onesist_desktop.storage.unit_of_work import UnitOfWork


class KnownModels(Models, Protocol):
    """Knows the context windows of models, some without asking anybody."""

    def known_window(self, provider_id: ProviderId, model: str | None) -> int | None:
        """Return the window in tokens as far as it is in memory."""
        ...


@dataclass(frozen=True, slots=True)
class _Asked:
    """The message that would be sent: its seq, None for one that would be new, and its size."""

    seq: int | None
    size_bytes: int


class HandoffService:
    """The use cases of ``services.api.Handoffs``."""

    def __init__(self, context: ServiceContext, models: KnownModels) -> None:
        self._context = context
        self._models = models
        self._looking = asyncio.Lock()
        self._known_of: ThreadId | None = None
        self._known: dict[ProviderId, Known] = {}

    async def read(self, handoff_id: HandoffId) -> HandoffView:
        """Read one handoff with its exact text. Secrets stay hidden: it shows what the provider got."""
        return handoff_view(await self._context.database.run(lambda uow: uow.handoffs.get(handoff_id)))

    async def preview(
        self,
        thread_id: ThreadId,
        options: RunOptions,
        text: str = "",
        again: MessageId | None = None,
        *,
        with_items: bool = False,
    ) -> HandoffPreview:
        """Work out what a send, or a send again, would hand over now, by the same code that the send uses.

        Raises NotFoundError: no such provider, thread or message of the person.
        """
        answerer = self._context.answerers.get(options.provider_id)
        window = await self._models.window(options.provider_id, options.model)
        size = message_size_bytes(text, options.attachments)

        async def work_out() -> HandoffPreview:
            def request(uow: UnitOfWork) -> list[PlanRequest]:
                asked = _asked_again(uow, thread_id, again) if again is not None else _Asked(None, size)
                return [self._request(uow, thread_id, answerer, options, window, asked)]

            (look,) = await self._look(thread_id, request, with_texts=True, with_items=with_items)
            preview = await asyncio.to_thread(_preview, look)
            return replace(preview, manual=options.manual)

        try:
            return await work_out()
        except OutlineError:
            # A secret was taken out of all that is stored.
            self._known = {}
        try:
            return await work_out()
        except OutlineError:
            # Somebody wrote who doesn't know of outlines.
            self._known = {}
            await self._context.database.run(lambda uow: uow.outlines.forget(thread_id))
        return await work_out()

    async def outlooks(self, thread_id: ThreadId, text: str = "") -> Sequence[Outlook]:
        """Work out for every provider what the next send would tell it, each with the model that it was used with last."""
        return [_outlook(look) for look in await self.looks(thread_id, text)]

    async def looks(self, thread_id: ThreadId, text: str = "") -> list[Look]:
        """Work out what :meth:`outlooks` counts."""
        size = message_size_bytes(text, ())

        def requests(uow: UnitOfWork) -> list[PlanRequest]:
            thread, made = uow.threads.get(thread_id), []
            for provider_id, answerer in list(self._context.answerers.all().items()):
                options = RunOptions(provider_id, _model(uow, thread, answerer), thread.mode)
                window = self._models.known_window(provider_id, options.model)
                made.append(self._request(uow, thread_id, answerer, options, window, _Asked(None, size)))
            return made

        return await self._look(thread_id, requests)

    async def _look(
        self,
        thread_id: ThreadId,
        make: Callable[[UnitOfWork], list[PlanRequest]],
        *,
        with_texts: bool = False,
        with_items: bool = False,
    ) -> list[Look]:
        """Work out what these requests are about."""
        # One at a time: a person types faster than a long history is read, and a send must not wait behind many of these.
        async with self._looking:
            # Of one thread only: histories may be long.
            if thread_id != self._known_of:
                self._known_of, self._known = thread_id, {}
            looking = Looking(thread_id, make, self._known, with_texts=with_texts, with_items=with_items)
            while not await self._context.database.run(looking.work):
                pass
            self._known |= {look.request.provider_id: look.known for look in looking.looks}
            return looking.looks

    def _request(
        self, uow: UnitOfWork, thread_id: ThreadId, answerer: Answerer, options: RunOptions, window: int | None, asked: _Asked
    ) -> PlanRequest:
        thread = uow.threads.get(thread_id)
        project = uow.projects.get(thread.project_id)
        if project is None:
            raise NotFoundError("the thread's project isn't there")
        return PlanRequest(
            thread_id=thread_id,
            provider_id=options.provider_id,
            capabilities=answerer.capabilities,
            current_seq=asked.seq or thread.last_seq + 1,
            cwd=workspace_of(uow, thread, project).path,
            mode=options.mode,
            model=options.model,
            context_window=window,
            message_bytes=asked.size_bytes,
            cap_bytes=self._context.preferences.handoff_cap_bytes,
            locale=self._context.preferences.locale,
            manual=masked_manual(options.manual, self._context.redactor),
        )


def _asked_again(uow: UnitOfWork, thread_id: ThreadId, message_id: MessageId) -> _Asked:
    """Return what *Send again* would send: the message itself, or a new one where something was answered already."""
    message, last = uow.messages.get(message_id), uow.messages.last_content(thread_id)
    if message.thread_id != thread_id or message.role is not Role.USER:
        raise NotFoundError("that message isn't one of yours in this thread")
    if last is None or last.id != message_id:
        return _Asked(None, 0)
    attachments = [part for part in message.parts if isinstance(part, AttachmentPart)]
    return _Asked(message.seq, message_size_bytes(message.text, attachments))


def _model(uow: UnitOfWork, thread: ThreadRecord, answerer: Answerer) -> str | None:
    """Return the model that a provider is likely to be asked with: another one would start an agent's session afresh."""
    session = uow.sessions.active(thread.id, answerer.info.id) if answerer.capabilities.is_agent else None
    if session is not None:
        return session.model
    return thread.model if thread.provider_id == answerer.info.id else None


def _preview(look: Look) -> HandoffPreview:
    plan = complete(look.fit, look.texts)
    occupied, context_window = room_taken(plan, look.request)
    return HandoffPreview(
        thread_id=look.request.thread_id,
        provider_id=look.request.provider_id,
        transition=plan.transition.kind,
        due_count=_due_count(look.fit, look.request),
        chosen=plan.told,
        omitted_count=look.fit.omitted_count,
        text=plan.told_text,
        budget_bytes=look.fit.budget_bytes,
        occupied=occupied,
        context_window=context_window,
        items=tuple(due_items(look.fit, look.request, look.listed, look.listed_texts)),
        unlisted_count=len(look.fit.gathered.due.kinds) - len(look.listed) if look.listed else 0,
        is_new=_is_new(look),
        note_fits=look.request.manual is None or not look.request.manual.note or plan.fit.takes_note,
        secret_count=count_placeholders(plan.told_text),
    )


def _due_count(chosen: Fit, request: PlanRequest) -> int:
    """Return how many messages a provider has missed.

    One that gets the whole history each time has missed nothing worth a line unless it is new here.
    """
    is_quiet = not request.capabilities.is_agent and chosen.receipt is None
    return 0 if is_quiet else chosen.gathered.due_count


def _outlook(look: Look) -> Outlook:
    request = look.request
    return Outlook(request.provider_id, _due_count(look.fit, request), look.fit.omitted_count, _is_new(look))


def _is_new(look: Look) -> bool:
    """Tell whether a provider was never in the thread."""
    request, gathered = look.request, look.known.gathered
    return not (gathered.others if request.capabilities.is_agent else request.provider_id in gathered.due.authors)
