# SPDX-License-Identifier: MIT
"""Assembles a streaming answer from turn events: frames for the screen, rows for the database.

The screen gets at most one frame per 40 ms. The database gets a part when it ends, and what grows at most every 500 ms: never a
row or a transaction per token.
"""

from __future__ import annotations

import asyncio
import logging
from dataclasses import dataclass, field, replace

from onesist_desktop.core.errors import StorageError
from onesist_desktop.core.ids import MessageId
from onesist_desktop.core.messages import (
    CommandPart,
    Message,
    MessageStatus,
    Part,
    Role,
    TextPart,
    ThinkingPart,
    close_part,
    is_empty,
)
from onesist_desktop.core.turn_events import PartChanged, PartEnded, PartGrew, PartStarted, PartWithdrawn
from onesist_desktop.services.context import ServiceContext
from onesist_desktop.services.events import AnswerGrew, MessageAdded, MessageChanged
from onesist_desktop.storage.records import RunRecord
from onesist_desktop.storage.unit_of_work import UnitOfWork

log = logging.getLogger(__name__)

FRAME_S = 0.04
WRITE_S = 0.5

PartEvent = PartStarted | PartGrew | PartChanged | PartEnded | PartWithdrawn


@dataclass(slots=True)
class _Slot:
    """A part on its way. Growth is collected and joined when somebody looks, so that long answers stay linear."""

    part: Part
    grown: list[str] = field(default_factory=list)
    is_unsaved: bool = True

    def value(self) -> Part:
        if self.grown:
            more = "".join(self.grown)
            self.grown.clear()
            match self.part:
                case TextPart(text) | ThinkingPart(text):
                    self.part = replace(self.part, text=text + more)
                case CommandPart(output=output):
                    self.part = replace(self.part, output=output + more)
                case _:
                    # Only these three grow; an adapter that says otherwise has a fault, and its PartEnded tells the whole.
                    pass
        return self.part


class StreamRecorder:
    """Records the answer of one run.

    Args:
        reply_id: Id for the answer's message, which is stored when its first part starts.
    """

    def __init__(self, context: ServiceContext, run: RunRecord, reply_id: MessageId) -> None:
        self._context = context
        self._run = run
        self._reply_id = reply_id
        self._slots: dict[str, _Slot] = {}
        self._row: Message | None = None
        self._model = run.model
        self._frame_timer: asyncio.TimerHandle | None = None
        self._write_timer: asyncio.TimerHandle | None = None
        self._writing = asyncio.Lock()

    @property
    def has_output(self) -> bool:
        """Whether anything was answered that a person would miss."""
        return any(not is_empty(slot.value()) for slot in self._slots.values())

    @property
    def reply_id(self) -> MessageId | None:
        """Id of the answer's message once it is stored."""
        return self._row.id if self._row else None

    def set_model(self, model: str) -> None:
        """Note which model the provider says it answers with."""
        self._model = model

    async def take(self, event: PartEvent) -> None:
        """Take one event. Raises StorageError when the database can't be written."""
        slot = self._slots.get(event.key)
        match event:
            case PartStarted(key, part) | PartChanged(key, part) | PartEnded(key, part):
                self._slots[key] = _Slot(part)
            case PartGrew(_, text) if slot is not None:
                slot.grown.append(text)
                slot.is_unsaved = True
            case PartWithdrawn(key):
                self._slots.pop(key, None)
                # Those behind it move up, so their rows must be written again.
                for other in self._slots.values():
                    other.is_unsaved = True
        self._ask_for_frame()
        if self._row is None:
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
            if self._row is None:
                return
            unsaved = {ordinal: slot for ordinal, slot in enumerate(self._slots.values()) if slot.is_unsaved}
            parts = {ordinal: self._context.redactor.mask_part(slot.value()) for ordinal, slot in unsaved.items()}
            for slot in unsaved.values():
                slot.is_unsaved = False
            reply_id, count = self._row.id, len(self._slots)
            try:
                await self._context.database.run(lambda uow: uow.messages.write_parts(reply_id, parts, count))
            except StorageError:
                for slot in unsaved.values():
                    slot.is_unsaved = True
                raise

    def settled(self, *, is_whole: bool) -> Message | None:
        """Return the answer as it is to be stored for good, secrets masked; None when nothing was ever stored.

        Args:
            is_whole: Whether it ended well. Else it is *interrupted*, and what still ran is closed.
        """
        self._cancel_timers()
        if self._row is None:
            return None
        parts = [slot.value() for slot in self._slots.values()]
        parts = [close_part(part) for part in parts if not is_empty(part)]
        return replace(
            self._row,
            status=MessageStatus.SETTLED if is_whole else MessageStatus.INTERRUPTED,
            model=self._model,
            parts=tuple(self._context.redactor.mask_part(part) for part in parts),
        )

    def publish_settled(self, message: Message) -> None:
        """Tell the window that the answer reads ``message`` for good."""
        shown = replace(message, parts=tuple(self._context.redactor.restore_part(part) for part in message.parts))
        self._context.bus.publish(MessageChanged(shown))

    async def _store_row(self) -> None:
        row = Message(
            id=self._reply_id,
            thread_id=self._run.thread_id,
            seq=0,
            role=Role.ASSISTANT,
            status=MessageStatus.STREAMING,
            provider_id=self._run.provider_id,
            model=self._model,
            run_id=self._run.id,
            created_at=self._context.clock(),
        )

        def store(uow: UnitOfWork) -> Message:
            stored = replace(row, seq=uow.threads.take_seq(row.thread_id))
            uow.messages.add(stored)
            uow.runs.change(self._run.id, reply_message_id=stored.id)
            return stored

        self._row = await self._context.database.run(store)
        self._context.bus.publish(MessageAdded(self._shown()))

    def _shown(self) -> Message:
        assert self._row is not None
        return replace(self._row, model=self._model, parts=tuple(slot.value() for slot in self._slots.values()))

    def _ask_for_frame(self) -> None:
        if self._frame_timer is None:
            self._frame_timer = asyncio.get_running_loop().call_later(FRAME_S, self._show_frame)

    def _show_frame(self) -> None:
        self._frame_timer = None
        if self._row is not None:
            self._context.bus.publish(AnswerGrew(self._shown()))

    def _ask_for_write(self) -> None:
        if self._write_timer is None:
            self._write_timer = asyncio.get_running_loop().call_later(WRITE_S, self._write_later)

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
