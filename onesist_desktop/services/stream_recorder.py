# SPDX-License-Identifier: MIT
"""Assembles the streaming answers of a run from turn events: frames for the screen, rows for the database.

The screen gets at most one frame per 40 ms. The database gets a part when it ends, and what grows at most every 500 ms: never a
row or a transaction per token. A run has one answer, unless it takes messages while it works: each of them ends the answer so
far, and another one begins.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable
from dataclasses import replace
from typing import TypeVar

from onesist_desktop.core.errors import StorageError
from onesist_desktop.core.ids import MessageId
from onesist_desktop.core.messages import Message, MessageStatus, Role
from onesist_desktop.core.turn_events import PartEnded, PartStarted, PartWithdrawn
from onesist_desktop.services.answer_parts import AnswerParts, PartEvent
from onesist_desktop.services.context import ServiceContext
from onesist_desktop.services.events import AnswerGrew, MessageAdded, MessageChanged
from onesist_desktop.storage.records import RunRecord
from onesist_desktop.storage.unit_of_work import UnitOfWork

log = logging.getLogger(__name__)

FRAME_S = 0.04
WRITE_S = 0.5

T = TypeVar("T")


class StreamRecorder:
    """Records the answers of one run.

    Args:
        reply_id: Id for the answer's message, which is stored when its first part starts.
    """

    def __init__(self, context: ServiceContext, run: RunRecord, reply_id: MessageId) -> None:
        self._context = context
        self._run = run
        self._answer = AnswerParts(reply_id)
        self._earlier: list[AnswerParts] = []
        self._model = run.model
        self._frame_timer: asyncio.TimerHandle | None = None
        self._write_timer: asyncio.TimerHandle | None = None
        self._writing = asyncio.Lock()
        self._write_every_s = WRITE_S
        self._frame_every_s = FRAME_S
        self._is_settled = False

    @property
    def has_output(self) -> bool:
        """Whether the answer that grows holds anything that a person would miss."""
        return self._answer.has_output

    @property
    def reply_id(self) -> MessageId | None:
        """Id of the answer's message once it is stored."""
        return self._answer.row.id if self._answer.row else None

    def set_model(self, model: str) -> None:
        """Note which model the provider says it answers with."""
        self._model = model

    async def take(self, event: PartEvent) -> None:
        """Take one event. Raises StorageError when the database can't be written."""
        earlier = self._earlier_of(event)
        if earlier is not None:
            await self._take_late(earlier, event)
            return
        self._answer.take(event)
        self._ask_for_frame()
        if self._answer.row is None:
            if not self.has_output:
                return
            await self._store_row()
        if isinstance(event, PartEnded | PartWithdrawn):
            await self.write()
        else:
            self._ask_for_write()

    async def write(self) -> None:
        """Write every part that changed since it was last written. Secrets of ours are stored as placeholders."""
        self._cancel_write()
        async with self._writing:
            # A write that waited for its turn must not undo what was stored for good meanwhile.
            if self._answer.row is None or self._is_settled:
                return
            parts, count = self._answer.take_unsaved(), len(self._answer)
            reply_id, mask = self._answer.row.id, self._context.redactor.mask_part
            began = time.monotonic()

            def store(uow: UnitOfWork) -> None:
                # Masked here, off the loop: it reads every character of an output that may be long.
                masked = {ordinal: mask(part) for ordinal, part in parts.items()}
                uow.messages.write_parts(reply_id, masked, count)

            try:
                await self._context.database.run(store)
            except StorageError:
                self._answer.put_back(parts)
                raise
            # What takes long is written less often, so that a very long output stays linear.
            self._write_every_s = max(WRITE_S, 10 * (time.monotonic() - began))

    async def split(self, record: Callable[[UnitOfWork, Message | None], T | None], next_id: MessageId) -> T | None:
        """End the answer so far and begin another one, in the transaction of ``record``.

        ``record`` gets the answer so far as it is to be stored, seq 0 where it has no row yet, and None where there is none. When
        it returns None everything stays as it is. What still runs is stored as closed; its events are still taken and correct it.

        Raises:
            StorageError: Nothing was changed.
        """
        self._cancel_write()
        async with self._writing:
            reply = self._finished(MessageStatus.SETTLED) if self._answer.row is not None or self.has_output else None
            mask = self._context.redactor.mask_part

            def store(uow: UnitOfWork) -> tuple[T | None, Message | None]:
                masked = replace(reply, parts=tuple(mask(part) for part in reply.parts)) if reply is not None else None
                result = record(uow, masked)
                return result, uow.messages.get(reply.id) if reply is not None and result is not None else None

            result, stored = await self._context.database.run(store)
            if result is None:
                return None
            if reply is not None and stored is not None:
                row = replace(reply, seq=stored.seq)
                self._answer.row = row
                self._earlier.append(self._answer)
                shown = replace(row, parts=self._answer.filled())
                self._context.bus.publish(MessageChanged(shown) if reply.seq else MessageAdded(shown))
            self._answer = AnswerParts(next_id)
            return result

    def settled(self, *, is_whole: bool) -> Message | None:
        """Return the answer as the person sees it for good; None without any. No write comes after this.

        Its seq is 0 when it could never be stored so far.

        Args:
            is_whole: Whether it ended well. Else it is *interrupted*, and what still ran is closed.
        """
        self._is_settled = True
        self._cancel_timers()
        if self._answer.row is None and not self.has_output:
            return None
        return self._finished(MessageStatus.SETTLED if is_whole else MessageStatus.INTERRUPTED)

    def unshown(self) -> Message:
        """Return an empty answer that was never stored, for one that nothing was seen of."""
        return self._new_row()

    def late(self) -> list[Message]:
        """Return the earlier answers of which something never ended, as they are to be stored for good."""
        return [
            replace(answer.row, parts=answer.closed()) for answer in self._earlier if answer.row is not None and answer.open_keys
        ]

    def _earlier_of(self, event: PartEvent) -> AnswerParts | None:
        """Return the earlier answer that an event belongs to; None for the one that grows."""
        if isinstance(event, PartStarted) or event.key in self._answer:
            return None
        return next((answer for answer in reversed(self._earlier) if event.key in answer), None)

    async def _take_late(self, answer: AnswerParts, event: PartEvent) -> None:
        """Correct an answer that has ended already. Only what ends is written and shown: until then it is stored as closed."""
        answer.take(event)
        if not isinstance(event, PartEnded | PartWithdrawn):
            return
        assert answer.row is not None
        row, parts, mask = answer.row, answer.closed(), self._context.redactor.mask_part

        def correct(uow: UnitOfWork) -> None:
            uow.messages.settle(replace(row, parts=tuple(mask(part) for part in parts)))

        await self._context.database.run(correct)
        self._context.bus.publish(MessageChanged(replace(row, parts=answer.filled())))

    def _finished(self, status: MessageStatus) -> Message:
        return replace(self._answer.row or self._new_row(), status=status, model=self._model, parts=self._answer.closed())

    async def _store_row(self) -> None:
        row = self._new_row()

        def store(uow: UnitOfWork) -> Message:
            stored = replace(row, seq=uow.threads.take_seq(row.thread_id))
            uow.messages.add(stored)
            uow.runs.change(self._run.id, reply_message_id=stored.id)
            return stored

        self._answer.row = await self._context.database.run(store)
        self._context.bus.publish(MessageAdded(self._shown()))

    def _new_row(self) -> Message:
        return Message(
            id=self._answer.reply_id,
            thread_id=self._run.thread_id,
            seq=0,
            role=Role.ASSISTANT,
            status=MessageStatus.STREAMING,
            provider_id=self._run.provider_id,
            model=self._model,
            run_id=self._run.id,
            created_at=self._context.clock(),
        )

    def _shown(self) -> Message:
        assert self._answer.row is not None
        return replace(self._answer.row, model=self._model, parts=self._answer.parts())

    def _ask_for_frame(self) -> None:
        if self._frame_timer is None:
            self._frame_timer = asyncio.get_running_loop().call_later(self._frame_every_s, self._show_frame)

    def _show_frame(self) -> None:
        self._frame_timer = None
        if self._answer.row is not None:
            began = time.monotonic()
            self._context.bus.publish(AnswerGrew(self._shown()))
            self._frame_every_s = max(FRAME_S, 4 * (time.monotonic() - began))

    def _ask_for_write(self) -> None:
        if self._write_timer is None:
            self._write_timer = asyncio.get_running_loop().call_later(self._write_every_s, self._write_later)

    def _write_later(self) -> None:
        self._write_timer = None
        if not self._context.supervisor.is_closed:
            self._context.supervisor.spawn(self._write_ahead(), name=f"write:{self._run.thread_id}")

    async def _write_ahead(self) -> None:
        """Write what grew. A failure is met again by the next write of the run itself, which then ends the run with it."""
        try:
            await self.write()
        except StorageError as error:
            log.info("an answer that grows can't be written yet: %s", error)

    def _cancel_write(self) -> None:
        if self._write_timer is not None:
            self._write_timer.cancel()
            self._write_timer = None

    def _cancel_timers(self) -> None:
        self._cancel_write()
        if self._frame_timer is not None:
            self._frame_timer.cancel()
            self._frame_timer = None
