# SPDX-License-Identifier: MIT
"""Sending, sending again, stopping, answering an agent, and the queue."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QObject

from onesist_desktop.core.answerer import Answers, PermissionMode, RunOptions
from onesist_desktop.core.errors import BusyError, NotFoundError, OnesistError
from onesist_desktop.core.ids import MessageId, QueuedId, ThreadId
from onesist_desktop.runtime.bus import Subscription
from onesist_desktop.services.events import AnswerGrew, PreferencesChanged, QueueChanged
from onesist_desktop.services.views import QueuedView, QueueView, ThreadView
from onesist_desktop.ui.controllers.attachment_controller import AttachmentController
from onesist_desktop.ui.controllers.desk import Desk
from onesist_desktop.ui.controllers.draft_controller import DraftController
from onesist_desktop.ui.run_bar import doing
from onesist_desktop.ui.thread_page import ThreadPage


class RunController(QObject):
    """Joins the composer, the run bar and the transcript to ``services.turns``.

    Attributes:
        drafts: Keeps what is not sent yet.
        attachments: Copies what goes with a message.

    Args:
        on_first_thread: Shows the thread that was made for a project's first message.
    """

    def __init__(self, desk: Desk, page: ThreadPage, on_first_thread: Callable[[ThreadView], object]) -> None:
        super().__init__(desk)
        self._desk = desk
        self._turns = desk.services.turns
        self._page = page
        self._on_first_thread = on_first_thread
        self.drafts = DraftController(desk, page.composer)
        self.attachments = AttachmentController(desk, page.composer)
        page.composer.send_wanted.connect(self.send)
        page.composer.send_now_wanted.connect(self.send_now)
        page.composer.mode_chosen.connect(self.set_mode)
        page.transcript.send_again.connect(self.send_again)
        page.transcript.decided.connect(self.decide)
        page.run_bar.stop_wanted.connect(self.stop)
        page.run_bar.send_now_wanted.connect(self.send_queued)
        page.run_bar.delete_wanted.connect(self.delete_queued)
        page.run_bar.steer_wanted.connect(self.steer_queued)
        page.run_bar.edited.connect(self.edit_queued)
        page.run_bar.move_wanted.connect(self.move_queued)
        page.composer.set_enter_sends(desk.services.preferences.view.enter_sends)
        bus = desk.services.bus
        subscriptions = (
            bus.subscribe(AnswerGrew, self._on_answer_grew),
            bus.subscribe(PreferencesChanged, lambda event: page.composer.set_enter_sends(event.preferences.enter_sends)),
        )
        for subscription in subscriptions:
            desk.window.destroyed.connect(partial(_end, subscription))

    def send(self, text: str, options: RunOptions) -> None:
        """Send to the shown thread; a project's first message makes one."""
        self._begin(text, options, self._send)

    def send_now(self, text: str, options: RunOptions) -> None:
        """Send to the shown thread before everything that waits there. What works is stopped for it."""
        self._begin(text, options, self._send_now)

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

    def decide(self, request_id: str, option: str, word: str = "", answers: Answers = ()) -> None:
        """Answer what the agent waits on. When that fails, the card can be answered again, with what was written in it."""
        thread_id = self._desk.thread_id
        if thread_id is None:
            return

        def failed(error: OnesistError) -> None:
            self._page.transcript.let_decide_again(request_id)
            self._desk.say_error(error)

        self._desk.spawn(partial(self._turns.decide, thread_id, request_id, option, word, answers), "decide", on_error=failed)

    def set_mode(self, mode: PermissionMode) -> None:
        """Keep with the thread what its agent may do."""
        thread_id = self._desk.thread_id
        if thread_id is not None:
            self._desk.spawn(partial(self._desk.services.threads.set_mode, thread_id, mode), "set mode")

    def send_queued(self, queued_id: str) -> None:
        """Send a queued message now."""
        call = partial(self._turns.send_queued, QueuedId(queued_id))
        self._desk.spawn(call, "send now", exclusive=f"queue:{queued_id}")

    def steer_queued(self, queued_id: str) -> None:
        """Hand a queued message to the run that works. It stays in the queue until the agent took it."""

        def failed(error: OnesistError) -> None:
            if isinstance(error, BusyError):
                self._page.toast.show_note(self.tr("It can't be added just now. The message still waits here."))
            elif not isinstance(error, NotFoundError):
                # One that was sent meanwhile is where the person wants it.
                self._desk.say_error(error)

        call = partial(self._turns.steer_queued, QueuedId(queued_id))
        self._desk.spawn(call, "add to the answer", on_error=failed, exclusive=f"queue:{queued_id}")

    def delete_queued(self, queued_id: str) -> None:
        """Take a message out of the queue. It can be brought back for a while."""
        queue = self._page.run_bar.queue
        item = next((each for each in (queue.items if queue else ()) if each.id == queued_id), None)
        call = partial(self._turns.delete_queued, QueuedId(queued_id))

        def deleted(_: None) -> None:
            if queue is not None and item is not None:
                self._offer_back(queue, item)

        self._desk.spawn(call, "delete queued", deleted, exclusive=f"queue:{queued_id}")

    def edit_queued(self, queued_id: str, text: str) -> None:
        """Change a queued message."""
        self._desk.spawn(partial(self._turns.edit_queued, QueuedId(queued_id), text), "edit queued")

    def move_queued(self, queued_id: str, before: QueuedId | None) -> None:
        """Let a queued message wait in front of another, or at the end."""
        self._desk.spawn(partial(self._turns.move_queued, QueuedId(queued_id), before), "move queued")

    def _begin(self, text: str, options: RunOptions, send: Callable[[ThreadId, str, RunOptions], object]) -> None:
        desk = self._desk
        if desk.thread_id is not None:
            send(desk.thread_id, text, options)
        elif desk.project is not None:
            desk.spawn(
                partial(desk.services.threads.create, desk.project.id),
                "first thread",
                partial(self._send_first, text, options, send),
                on_error=lambda error: self._page.composer.was_not_sent(None, str(error)),
                exclusive="first-thread",
            )

    def _send_first(
        self, text: str, options: RunOptions, send: Callable[[ThreadId, str, RunOptions], object], view: ThreadView
    ) -> None:
        self._page.composer.adopt_draft(view.id)
        self._on_first_thread(view)
        send(view.id, text, options)

    def _send(self, thread_id: ThreadId, text: str, options: RunOptions) -> None:
        composer = self._page.composer
        self._desk.spawn(
            partial(self._turns.send, thread_id, text, options),
            "send",
            lambda _: composer.was_sent(thread_id, text, options.attachments),
            on_error=lambda error: composer.was_not_sent(thread_id, str(error)),
            exclusive=f"send:{thread_id}",
        )

    def _send_now(self, thread_id: ThreadId, text: str, options: RunOptions) -> None:
        composer = self._page.composer

        def stored(queued_id: QueuedId | None) -> None:
            composer.was_sent(thread_id, text, options.attachments)
            if queued_id is not None:
                self._desk.spawn(partial(self._hurry, queued_id), "send now", exclusive=f"queue:{queued_id}")

        self._desk.spawn(
            partial(self._store, thread_id, text, options),
            "send",
            stored,
            on_error=lambda error: composer.was_not_sent(thread_id, str(error)),
            exclusive=f"send:{thread_id}",
        )

    async def _store(self, thread_id: ThreadId, text: str, options: RunOptions) -> QueuedId | None:
        """Send, and return under which id it was queued; None when it was not."""
        before: set[QueuedId] | None = None
        queue = self._page.run_bar.queue
        if queue is not None and queue.thread_id == thread_id:
            before = {item.id for item in queue.items}
        found: list[QueuedId] = []

        def note(event: QueueChanged) -> None:
            if event.queue.thread_id == thread_id:
                found.extend(item.id for item in event.queue.items if item.id not in (before or ()))

        subscription = self._desk.services.bus.subscribe(QueueChanged, note)
        try:
            await self._turns.send(thread_id, text, options)
        finally:
            subscription.cancel()
        # A new one waits at the end.
        return found[-1] if found else None

    async def _hurry(self, queued_id: QueuedId) -> None:
        try:
            await self._turns.send_queued(queued_id)
        except NotFoundError:
            # The run ended by itself in between, and the queue went on with just this message.
            return

    def _offer_back(self, queue: QueueView, item: QueuedView) -> None:
        page = self._page
        page.toast.show_note(self.tr("Waiting message deleted."), self.tr("Undo"), partial(self._bring_back, queue, item))

    def _bring_back(self, queue: QueueView, item: QueuedView) -> None:
        """Queue a deleted message again where it was. While nothing works it would be sent at once, so it is written down."""
        page, composer = self._page, self._page.composer
        if queue.thread_id != self._desk.thread_id or not page.run_bar.is_working:
            self._write_down(queue.thread_id, item)
            return
        options = composer.options
        mode = options.mode if options is not None else PermissionMode.ASK
        wanted = RunOptions(item.provider_id, item.model, mode, item.attachments)
        ids = [each.id for each in queue.items]
        later = ids[ids.index(item.id) + 1 :]

        def queued(queued_id: QueuedId | None) -> None:
            now = page.run_bar.queue
            present = {each.id for each in now.items} if now is not None else set()
            before = next((each for each in later if each in present), None)
            if queued_id is not None and before is not None:
                self.move_queued(queued_id, before)

        def failed(error: OnesistError) -> None:
            self._write_down(queue.thread_id, item)
            self._desk.say_error(error)

        self._desk.spawn(
            partial(self._store, queue.thread_id, item.text, wanted),
            "queue again",
            queued,
            on_error=failed,
        )

    def _write_down(self, thread_id: ThreadId, item: QueuedView) -> None:
        self._page.composer.put_back(thread_id, item.text, item.attachments)

    def _on_answer_grew(self, event: AnswerGrew) -> None:
        message = event.message
        if message.thread_id == self._desk.thread_id:
            self._page.run_bar.set_doing(message.run_id, doing(message.parts))


def _end(subscription: Subscription, *_: object) -> None:
    """Stop listening, once the window is gone."""
    subscription.cancel()
