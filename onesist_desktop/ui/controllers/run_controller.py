# SPDX-License-Identifier: MIT
"""Sending, sending again, stopping, answering an agent, and the queue."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QObject

from onesist_desktop.core.answerer import PermissionMode, RunOptions
from onesist_desktop.core.errors import OnesistError
from onesist_desktop.core.ids import MessageId, QueuedId, ThreadId
from onesist_desktop.services.views import ThreadView
from onesist_desktop.ui.controllers.desk import Desk
from onesist_desktop.ui.thread_page import ThreadPage


class RunController(QObject):
    """Joins the composer, the run bar and the transcript to ``services.turns``.

    Args:
        on_first_thread: Shows the thread that was made for a project's first message.
    """

    def __init__(self, desk: Desk, page: ThreadPage, on_first_thread: Callable[[ThreadView], object]) -> None:
        super().__init__(desk)
        self._desk = desk
        self._turns = desk.services.turns
        self._page = page
        self._on_first_thread = on_first_thread
        page.composer.send_wanted.connect(self.send)
        page.composer.mode_chosen.connect(self.set_mode)
        page.transcript.send_again.connect(self.send_again)
        page.transcript.decided.connect(self.decide)
        page.run_bar.stop_wanted.connect(self.stop)
        page.run_bar.send_now_wanted.connect(self.send_queued)
        page.run_bar.delete_wanted.connect(self.delete_queued)
        page.run_bar.edited.connect(self.edit_queued)

    def send(self, text: str, options: RunOptions) -> None:
        """Send to the shown thread; a project's first message makes one."""
        desk = self._desk
        if desk.thread_id is not None:
            self._send(desk.thread_id, text, options)
        elif desk.project is not None:
            desk.spawn(
                partial(desk.services.threads.create, desk.project.id),
                "first thread",
                partial(self._send_first, text, options),
                on_error=lambda error: self._page.composer.was_not_sent(None, str(error)),
                exclusive="first-thread",
            )

    def send_again(self, message_id: str) -> None:
        """Run the last content message again, with what is chosen now."""
        thread_id = self._desk.thread_id
        if thread_id is not None:
            call = partial(self._turns.send_again, thread_id, MessageId(message_id), self._page.composer.options)
            self._desk.spawn(call, "send again", exclusive=f"send:{thread_id}")

    def stop(self) -> None:
        """Stop the run of the shown thread."""
        thread_id = self._desk.thread_id
        if thread_id is not None and self._page.run_bar.is_working:
            self._desk.spawn(partial(self._turns.stop, thread_id), "stop", exclusive=f"stop:{thread_id}")

    def decide(self, request_id: str, option: str) -> None:
        """Answer what the agent waits on. When that fails, the card can be answered again."""
        thread_id = self._desk.thread_id
        if thread_id is None:
            return

        def failed(error: OnesistError) -> None:
            self._page.transcript.let_decide_again(request_id)
            self._desk.say_error(error)

        self._desk.spawn(partial(self._turns.decide, thread_id, request_id, option), "decide", on_error=failed)

    def set_mode(self, mode: PermissionMode) -> None:
        """Keep with the thread what its agent may do."""
        thread_id = self._desk.thread_id
        if thread_id is not None:
            self._desk.spawn(partial(self._desk.services.threads.set_mode, thread_id, mode), "set mode")

    def send_queued(self, queued_id: str) -> None:
        """Send a queued message now."""
        call = partial(self._turns.send_queued, QueuedId(queued_id))
        self._desk.spawn(call, "send now", exclusive=f"queue:{queued_id}")

    def delete_queued(self, queued_id: str) -> None:
        """Take a message out of the queue."""
        call = partial(self._turns.delete_queued, QueuedId(queued_id))
        self._desk.spawn(call, "delete queued", exclusive=f"queue:{queued_id}")

    def edit_queued(self, queued_id: str, text: str) -> None:
        """Change a queued message."""
        self._desk.spawn(partial(self._turns.edit_queued, QueuedId(queued_id), text), "edit queued")

    def _send_first(self, text: str, options: RunOptions, view: ThreadView) -> None:
        self._page.composer.adopt_draft(view.id)
        self._on_first_thread(view)
        self._send(view.id, text, options)

    def _send(self, thread_id: ThreadId, text: str, options: RunOptions) -> None:
        composer = self._page.composer
        self._desk.spawn(
            partial(self._turns.send, thread_id, text, options),
            "send",
            lambda _: composer.was_sent(thread_id, text),
            on_error=lambda error: composer.was_not_sent(thread_id, str(error)),
            exclusive=f"send:{thread_id}",
        )
