# SPDX-License-Identifier: MIT
"""What providers were told, and what they would be told."""

from __future__ import annotations

import asyncio
from collections.abc import Hashable

from onesist_desktop.core.answerer import RunOptions
from onesist_desktop.core.errors import NotFoundError
from onesist_desktop.core.ids import HandoffId, ThreadId
from onesist_desktop.services.context import ServiceContext
from onesist_desktop.services.handoff_plan import Gathered, PlanRequest, fit, gather, message_size_bytes
from onesist_desktop.services.run_life import Windows
from onesist_desktop.services.views import HandoffPreview, HandoffView
from onesist_desktop.storage.unit_of_work import UnitOfWork


class HandoffService:
    """The use cases of ``services.api.Handoffs``."""

    def __init__(self, context: ServiceContext, windows: Windows) -> None:
        self._context = context
        self._windows = windows
        self._previewing = asyncio.Lock()
        self._last: tuple[Hashable, Gathered] | None = None

    async def read(self, handoff_id: HandoffId) -> HandoffView:
        """Read one handoff with its exact text. Secrets stay hidden: it shows what the provider got."""
        record = await self._context.database.run(lambda uow: uow.handoffs.get(handoff_id))
        return HandoffView(
            id=record.id,
            thread_id=record.thread_id,
            provider_id=record.provider_id,
            strategy=record.strategy,
            delivery=record.delivery,
            text=record.text,
            size_bytes=record.size_bytes,
            included_count=record.included_count,
            omitted_count=record.omitted_count,
            created_at=record.created_at,
        )

    async def preview(self, thread_id: ThreadId, options: RunOptions, text: str = "") -> HandoffPreview:
        """Work out what a send would hand over now, by the same code that the send uses."""
        answerer = self._context.answerers.get(options.provider_id)
        window = await self._windows.window(options.provider_id, options.model)

        def request(uow: UnitOfWork) -> PlanRequest:
            thread = uow.threads.get(thread_id)
            project = uow.projects.get(thread.project_id)
            if project is None:
                raise NotFoundError("the thread's project isn't there")
            return PlanRequest(
                thread_id=thread_id,
                provider_id=options.provider_id,
                capabilities=answerer.capabilities,
                current_seq=thread.last_seq + 1,
                cwd=project.root_path,
                mode=options.mode,
                model=options.model,
                context_window=window,
                message_bytes=message_size_bytes(text, options.attachments),
                cap_bytes=self._context.preferences.handoff_cap_bytes,
                locale=self._context.preferences.locale,
            )

        # One at a time: a person types faster than a long history is read, and a send must not wait behind many of these.
        async with self._previewing:
            wanted, state = await self._context.database.run(lambda uow: (made := request(uow), _state(uow, made)))
            if self._last is None or self._last[0] != state:
                self._last = (state, await self._context.database.run(lambda uow: gather(uow, wanted)))
            planned = fit(self._last[1], wanted)
        # A provider that gets the whole history each time has missed nothing worth a line unless it is new here.
        is_quiet = not answerer.capabilities.is_agent and planned.receipt is None
        return HandoffPreview(
            thread_id=thread_id,
            provider_id=options.provider_id,
            transition=planned.transition.kind,
            due_count=0 if is_quiet else len({item.seq for item in planned.items}),
            chosen=planned.block.chosen or (planned.items if planned.history else ()),
            omitted_count=planned.counts.omitted,
            text=planned.told_text,
            budget_bytes=planned.budget_bytes,
        )


def _state(uow: UnitOfWork, request: PlanRequest) -> Hashable:
    """Return what the gathered history depends on: the same state gives the same history, and is quick to read."""
    return (
        request.thread_id,
        request.provider_id,
        request.model,
        request.cwd,
        request.context_window,
        request.current_seq,
        uow.sessions.active(request.thread_id, request.provider_id),
        uow.runs.newest(request.thread_id),
    )
