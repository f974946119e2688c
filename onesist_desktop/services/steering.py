# SPDX-License-Identifier: MIT
"""Hands queued messages to a run that works. Until its agent took one, the message stays in the queue."""

from __future__ import annotations

import logging

from onesist_desktop.core.answerer import Prompt, Turn
from onesist_desktop.core.errors import BusyError
from onesist_desktop.core.ids import MessageId, QueuedId
from onesist_desktop.core.messages import Message
from onesist_desktop.services import bookkeeping
from onesist_desktop.services.context import ServiceContext
from onesist_desktop.services.events import MessageAdded
from onesist_desktop.services.queue import Queue
from onesist_desktop.services.shown import shown_message
from onesist_desktop.services.stream_recorder import StreamRecorder
from onesist_desktop.storage.records import QueuedRecord, RunRecord
from onesist_desktop.storage.unit_of_work import UnitOfWork

log = logging.getLogger(__name__)


class Steering:
    """The messages that are handed to one run.

    Attributes:
        in_flight: The message that was handed over and of which nobody knows yet whether it was taken.
    """

    def __init__(self, context: ServiceContext, run: RunRecord, recorder: StreamRecorder) -> None:
        self.in_flight: QueuedId | None = None
        self._context = context
        self._run = run
        self._recorder = recorder
        self._queue = Queue(context)

    async def hand_over(self, turn: Turn, queued_id: QueuedId) -> None:
        """Hand a queued message to the turn. It waits as the first of the queue until it was taken.

        Raises:
            NotFoundError: It is no longer in the queue.
            BusyError: The turn can't take it now, or is being handed another one.
        """
        if self.in_flight is not None:
            raise BusyError("another message is being handed over")
        self.in_flight = queued_id
        is_handed = False
        try:
            record = await self._context.database.run(lambda uow: _begin(uow, self._run, queued_id))
            await self._queue.announce(self._run.thread_id)
            prompt = Prompt(record.message_id, self._context.redactor.restore(record.text), attachments=record.attachments)
            is_handed = await turn.steer(prompt)
            if not is_handed:
                await self._context.database.run(lambda uow: uow.queue.set_steering(queued_id, None))
                raise BusyError("the run can't take a message now")
        finally:
            if not is_handed and self.in_flight == queued_id:
                self.in_flight = None

    async def taken(self, message_id: MessageId, *, reply_held: bool) -> bool:
        """Record that the turn took a message: it leaves the queue and ends the answer so far. Returns whether it was one of ours.

        ``reply_held``: the agent's session holds that answer.

        Raises:
            StorageError: It can't be recorded. The message is still in the queue.
        """
        run, now, queued_id = self._run, self._context.clock(), QueuedId(message_id)

        def record(uow: UnitOfWork, reply: Message | None) -> Message | None:
            return bookkeeping.record_steer(uow, run.id, queued_id, reply, now, reply_held=reply_held)

        message = await self._recorder.split(record, MessageId(self._context.new_id()))
        if self.in_flight == queued_id:
            self.in_flight = None
        if message is None:
            log.warning("the agent of run %s says that it took a message that was not handed to it", run.id)
            return False
        self._context.bus.publish(MessageAdded(shown_message(message, self._context.redactor)))
        await self._queue.announce(run.thread_id)
        return True


def _begin(uow: UnitOfWork, run: RunRecord, queued_id: QueuedId) -> QueuedRecord:
    """Commit that a message may be on its way into a run, so that after a crash it is looked for there."""
    record = uow.queue.get(queued_id)
    uow.queue.move_first(record)
    uow.queue.set_steering(queued_id, run.id)
    return record
