# SPDX-License-Identifier: MIT
"""Assembles a streaming answer from turn events: frames for the screen, rows for the database.

The screen gets at most one frame per 40 ms. The database gets a part when it ends, and what grows at most every 500 ms: never a
row or a transaction per token.
"""

from __future__ import annotations

import asyncio
import logging
import time
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
from onesist_desktop.services.events import AnswerGrew, MessageAdded
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
        self._write_every_s = WRITE_S
        self._frame_every_s = FRAME_S
        self._is_settled = False

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
            # A write that waited for its turn must not undo what was stored for good meanwhile.
            if self._row is None or self._is_settled:
                return
            unsaved = {ordinal: slot for ordinal, slot in enumerate(self._slots.values()) if slot.is_unsaved}
            parts = {ordinal: slot.value() for ordinal, slot in unsaved.items()}
            for slot in unsaved.values():
                slot.is_unsaved = False
            reply_id, count, mask = self._row.id, len(self._slots), self._context.redactor.mask_part
            began = time.monotonic()

            def store(uow: UnitOfWork) -> None:
                # Masked here, off the loop: it reads every character of an output that may be long.
                masked = {ordinal: mask(part) for ordinal, part in parts.items()}
                uow.messages.write_parts(reply_id, masked, count)

            try:
                await self._context.database.run(store)
            except StorageError:
                for slot in unsaved.values():
                    slot.is_unsaved = True
                raise
            # What takes long is written less often, so that a very long output stays linear.
            self._write_every_s = max(WRITE_S, 10 * (time.monotonic() - began))

    def settled(self, *, is_whole: bool) -> Message | None:
        """Return the answer as the person sees it for good; None without any. No write comes after this.

        Its seq is 0 when it could never be stored so far.

        Args:
            is_whole: Whether it ended well. Else it is *interrupted*, and what still ran is closed.
        """
        self._is_settled = True
        self._cancel_timers()
        if self._row is None and not self.has_output:
            return None
        parts = (slot.value() for slot in self._slots.values())
        return replace(
            self._row or self._new_row(),
            status=MessageStatus.SETTLED if is_whole else MessageStatus.INTERRUPTED,
            model=self._model,
            parts=tuple(close_part(part) for part in parts if not is_empty(part)),
        )

    async def _store_row(self) -> None:
        row = self._new_row()

        def store(uow: UnitOfWork) -> Message:
            stored = replace(row, seq=uow.threads.take_seq(row.thread_id))
            uow.messages.add(stored)
            uow.runs.change(self._run.id, reply_message_id=stored.id)
            return stored

        self._row = await self._context.database.run(store)
        self._context.bus.publish(MessageAdded(self._shown()))

    def _new_row(self) -> Message:
        return Message(
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

    def _shown(self) -> Message:
        assert self._row is not None
        return replace(self._row, model=self._model, parts=tuple(slot.value() for slot in self._slots.values()))

    def _ask_for_frame(self) -> None:
        if self._frame_timer is None:
            self._frame_timer = asyncio.get_running_loop().call_later(self._frame_every_s, self._show_frame)

    def _show_frame(self) -> None:
        self._frame_timer = None
        if self._row is not None:
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
