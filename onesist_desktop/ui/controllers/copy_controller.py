# SPDX-License-Identifier: MIT
"""Copying what is selected in the transcript, also where its messages are not held and have to be read first."""

from __future__ import annotations

import asyncio
import time
from functools import partial

from PySide6.QtCore import QEvent, QObject, Signal
from PySide6.QtGui import QGuiApplication, QKeyEvent, QKeySequence

from onesist_desktop.core.ids import MessageId, ThreadId
from onesist_desktop.core.messages import Message
from onesist_desktop.services.views import MessagePage
from onesist_desktop.ui.controllers.desk import Desk
from onesist_desktop.ui.transcript.copied_text import Copying
from onesist_desktop.ui.transcript.interface import Transcript

SLICE = 20
"""Messages that are read at once, and no more of them are copied without reading."""

_SHORT = 30_000
_TURN_S = 0.015


class CopyController(QObject):
    """Puts text on the clipboard.

    Signals:
        progressed(done: int, count: int): A long copy goes on; both are messages. Equal numbers: it is on the clipboard.
        cancelled(): A long copy was given up; the clipboard holds what it held before.
    """

    progressed = Signal(int, int)
    cancelled = Signal()

    def __init__(self, desk: Desk, transcript: Transcript) -> None:
        super().__init__(desk)
        self._desk = desk
        self._transcript = transcript
        self._number = 0
        # Not as shortcuts of the window, which would take these keys from every field.
        transcript.as_widget.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Take the keys that copy and select all, where the transcript has the focus or a block left them to it."""
        if not isinstance(event, QKeyEvent) or event.type() is not QEvent.Type.KeyPress:
            return False
        if event.matches(QKeySequence.StandardKey.Copy) and self._transcript.selected_seqs is not None:
            self.copy()
            return True
        if event.matches(QKeySequence.StandardKey.SelectAll):
            self._transcript.select_all()
            return True
        return False

    def copy(self) -> None:
        """Copy the selection as text."""
        self._copy(as_markdown=False)

    def copy_markdown(self) -> None:
        """Copy the selection as Markdown."""
        self._copy(as_markdown=True)

    def copy_message(self, message_id: MessageId, *, as_markdown: bool = True) -> None:
        """Copy one message whole, if it is held."""
        message = next((message for message in self._transcript.messages if message.id == message_id), None)
        if message is not None:
            self._copy_whole(message, as_markdown=as_markdown)

    def copy_message_at(self, thread_id: ThreadId, seq: int) -> None:
        """Copy one message of any thread whole, as text, and say that it was: nobody sees it while it is copied."""
        self._number += 1
        held = next((each for each in self._transcript.messages if (each.thread_id, each.seq) == (thread_id, seq)), None)
        if held is not None:
            self._copy_read(MessagePage((held,)))
            return
        number = self._number

        def read(page: MessagePage) -> None:
            if number == self._number:
                self._copy_read(page)

        self._desk.spawn(partial(self._desk.services.threads.page, thread_id, seq, seq), "copy", read)

    def _copy_read(self, page: MessagePage) -> None:
        message = next(iter(page.messages), None)
        if message is None:
            # It was set aside, or its thread deleted, since it was offered.
            self._desk.said.emit(self.tr("That message is no longer there."))
        elif self._copy_whole(message, as_markdown=False):
            self.progressed.emit(1, 1)

    def _copy_whole(self, message: Message, *, as_markdown: bool) -> bool:
        """Copy a message at once, or begin to; tells whether it is on the clipboard."""
        if len(message.text) <= _SHORT:
            QGuiApplication.clipboard().setText(self._transcript.copied_whole(message, as_markdown=as_markdown))
            return True
        self._number += 1
        self._desk.spawn(partial(self._word, message, as_markdown, self._number), "copy", self._on_gathered)
        return False

    def cancel(self) -> None:
        """Give up a long copy."""
        self._number += 1

    def _copy(self, *, as_markdown: bool) -> None:
        seqs, thread_id = self._transcript.selected_seqs, self._desk.thread_id
        if seqs is None or thread_id is None:
            return
        first, last = seqs
        held = [message for message in self._transcript.messages if first <= message.seq <= last]
        is_short = len(held) <= SLICE and sum(len(message.text) for message in held) <= _SHORT
        if is_short and self._transcript.holds(first, last):
            QGuiApplication.clipboard().setText(self._transcript.copied(held, as_markdown=as_markdown))
            return
        self._number += 1
        self._desk.spawn(partial(self._gather, thread_id, first, last, as_markdown, self._number), "copy", self._on_gathered)

    async def _gather(self, thread_id: ThreadId, first: int, last: int, as_markdown: bool, number: int) -> str | None:
        """Read and word messages, slice by slice; None once another copy began or this one was given up."""
        texts, count = [], last - first + 1
        for start in range(first, last + 1, SLICE):
            end = min(start + SLICE - 1, last)
            page = await self._desk.services.threads.page(thread_id, start, end)
            if number != self._number or thread_id != self._desk.thread_id:
                return None
            text = await self._in_turns(self._transcript.copying(page.messages, as_markdown=as_markdown), number)
            if text is None:
                return None
            texts.append(text)
            self.progressed.emit(end - first, count)
            await asyncio.sleep(0)
        return "\n\n".join(text for text in texts if text)

    async def _word(self, message: Message, as_markdown: bool, number: int) -> str | None:
        return await self._in_turns(self._transcript.copying_whole(message, as_markdown=as_markdown), number)

    async def _in_turns(self, steps: Copying, number: int) -> str | None:
        """Let the window answer between a few steps and the next ones; None once another copy began or this was given up."""
        end = time.thread_time() + _TURN_S
        while True:
            try:
                next(steps)
            except StopIteration as done:
                return str(done.value)
            if time.thread_time() > end:
                await asyncio.sleep(0)
                if number != self._number:
                    return None
                end = time.thread_time() + _TURN_S

    def _on_gathered(self, text: str | None) -> None:
        if text is None:
            self.cancelled.emit()
            return
        QGuiApplication.clipboard().setText(text)
        self.progressed.emit(1, 1)
