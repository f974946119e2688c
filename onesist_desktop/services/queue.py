# SPDX-License-Identifier: MIT
"""The durable queue of a thread. A queued message has no seq; it gets one when it is dispatched."""

from __future__ import annotations

from onesist_desktop.core.answerer import RunOptions
from onesist_desktop.core.errors import BusyError, InvalidInputError
from onesist_desktop.core.ids import QueuedId, ThreadId
from onesist_desktop.services.context import ServiceContext
from onesist_desktop.services.drafts import forget_same, masked_attachments, shown_attachments
from onesist_desktop.services.events import QueueChanged
from onesist_desktop.services.handoff_manual import masked_manual
from onesist_desktop.services.views import QueuedView, QueueView
from onesist_desktop.storage.records import QueuedRecord
from onesist_desktop.storage.unit_of_work import UnitOfWork


class Queue:
    """Adds, changes and reads queued messages. Dispatching them is the business of ``services.turns``."""

    def __init__(self, context: ServiceContext) -> None:
        self._context = context

    async def add(self, thread_id: ThreadId, text: str, options: RunOptions) -> None:
        """Put a message at the end of a thread's queue."""
        now, queued_id = self._context.clock(), QueuedId(self._context.new_id())
        stored_text = self._context.redactor.mask(text)
        attachments = masked_attachments(options.attachments, self._context.redactor)
        manual = masked_manual(options.manual, self._context.redactor)

        def add(uow: UnitOfWork) -> None:
            record = QueuedRecord(
                id=queued_id,
                thread_id=thread_id,
                position=uow.queue.next_position(thread_id),
                text=stored_text,
                provider_id=options.provider_id,
                model=options.model,
                mode=options.mode,
                created_at=now,
                attachments=attachments,
                effort=options.effort,
                manual=manual,
            )
            uow.queue.add(record)
            forget_same(uow, [thread_id], stored_text, attachments)

        await self._context.database.run(add)
        await self.announce(thread_id)

    async def edit(self, queued_id: QueuedId, text: str) -> None:
        """Change a queued message."""
        stored_text = self._context.redactor.mask(text)

        def edit(uow: UnitOfWork) -> ThreadId:
            record = _settable(uow, queued_id)
            if not text.strip() and not record.attachments:
                raise InvalidInputError("an empty message can't be queued")
            uow.queue.set_text(queued_id, stored_text)
            return record.thread_id

        await self.announce(await self._context.database.run(edit))

    async def delete(self, queued_id: QueuedId) -> None:
        """Take a queued message out."""

        def delete(uow: UnitOfWork) -> ThreadId:
            thread_id = _settable(uow, queued_id).thread_id
            uow.queue.remove(queued_id)
            return thread_id

        await self.announce(await self._context.database.run(delete))

    async def move(self, queued_id: QueuedId, before: QueuedId | None) -> None:
        """Let a message wait in front of another one, or at the end."""

        def move(uow: UnitOfWork) -> ThreadId:
            record = uow.queue.get(queued_id)
            uow.queue.move_before(record, before)
            return record.thread_id

        await self.announce(await self._context.database.run(move))

    async def hold(self, thread_id: ThreadId, *, is_held: bool) -> None:
        """Hold or release a thread's queue."""
        await self._context.database.run(lambda uow: uow.threads.change(thread_id, queue_held=is_held))
        await self.announce(thread_id)

    async def announce(self, thread_id: ThreadId) -> None:
        """Tell the window how the queue is now."""
        self._context.bus.publish(QueueChanged(await self._context.database.run(lambda uow: self.view(uow, thread_id))))

    def view(self, uow: UnitOfWork, thread_id: ThreadId) -> QueueView:
        """Read a thread's queue."""
        redactor = self._context.redactor
        items = tuple(
            QueuedView(
                id=item.id,
                thread_id=thread_id,
                text=redactor.restore(item.text),
                provider_id=item.provider_id,
                model=item.model,
                attachments=shown_attachments(item.attachments, redactor),
            )
            for item in uow.queue.of_thread(thread_id)
        )
        return QueueView(thread_id, items, bool(items) and uow.threads.get(thread_id).queue_held)


def _settable(uow: UnitOfWork, queued_id: QueuedId) -> QueuedRecord:
    """Return a queued message that can still be changed. Raises NotFoundError, BusyError."""
    record = uow.queue.get(queued_id)
    if record.steering_run_id is not None:
        raise BusyError("that message is being handed to the agent")
    return record
