# SPDX-License-Identifier: MIT
"""What the window does when something happened. Runs on the UI thread; an event of another thread touches its row only."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent

from onesist_desktop.core.messages import Message, MessageKind
from onesist_desktop.runtime.bus import Subscription
from onesist_desktop.services.events import (
    AnswerGrew,
    ApprovalsChanged,
    MessageAdded,
    MessageChanged,
    NoticeRaised,
    ProvidersChanged,
    QueueChanged,
    ResendableChanged,
    RunChanged,
    ThreadAdded,
    ThreadChanged,
)
from onesist_desktop.services.views import RunStatus, ThreadView
from onesist_desktop.ui.language import fill
from onesist_desktop.ui.transcript.notices import app_notice_text

if TYPE_CHECKING:
    from onesist_desktop.ui.main_window import MainWindow


class WindowEvents:
    """Listens as long as the window is open."""

    def __init__(self, window: MainWindow) -> None:
        self._window = window
        bus = window.services.bus
        self._subscriptions: list[Subscription] = [
            bus.subscribe(ThreadAdded, lambda event: self._put_thread(event.thread)),
            bus.subscribe(ThreadChanged, lambda event: self._put_thread(event.thread)),
            bus.subscribe(MessageAdded, self._on_message_added),
            bus.subscribe(MessageChanged, self._on_message_changed),
            bus.subscribe(AnswerGrew, lambda event: window.transcript.grow(event.message)),
            bus.subscribe(RunChanged, self._on_run_changed),
            bus.subscribe(QueueChanged, self._on_queue_changed),
            bus.subscribe(ApprovalsChanged, self._on_approvals_changed),
            bus.subscribe(ResendableChanged, self._on_resendable_changed),
            bus.subscribe(ProvidersChanged, lambda _: window.refresh_providers()),
            bus.subscribe(NoticeRaised, lambda event: window.say(app_notice_text(event.code, event.detail))),
        ]
        self.is_closed = False

    def close(self) -> None:
        """Stop listening."""
        self.is_closed = True
        for subscription in self._subscriptions:
            subscription.cancel()
        self._subscriptions.clear()

    def _put_thread(self, thread: ThreadView) -> None:
        window = self._window
        if window.project is None or thread.project_id != window.project.id:
            return
        window.threads.put(thread)
        if thread.id == window.thread_id:
            window.show_thread_header(thread)
            window.sidebar.select(thread.id)

    def _on_message_added(self, event: MessageAdded) -> None:
        self._note(event.message)
        self._window.transcript.add(event.message)

    def _on_message_changed(self, event: MessageChanged) -> None:
        self._note(event.message)
        self._window.transcript.change(event.message)

    def _note(self, message: Message) -> None:
        window = self._window
        if message.thread_id != window.thread_id:
            return
        window.page.show_transcript(True)
        if message.kind is MessageKind.HANDOFF:
            window.note_handoff(message.data.get("handoff_id"))

    def _on_run_changed(self, event: RunChanged) -> None:
        window, run = self._window, event.run
        is_finished = run.status is RunStatus.FINISHED
        was_working = run.thread_id in window.working
        (window.working.discard if is_finished else window.working.add)(run.thread_id)
        if run.thread_id == window.thread_id:
            window.run_bar.set_run(run)
            window.transcript.set_run(run)
            window.show_run_state()
        if is_finished and was_working:
            self._announce(fill(window.tr("%1 has finished"), window.book.title(run.provider_id)))

    def _on_queue_changed(self, event: QueueChanged) -> None:
        if event.queue.thread_id == self._window.thread_id:
            self._window.run_bar.set_queue(event.queue)

    def _on_approvals_changed(self, event: ApprovalsChanged) -> None:
        window = self._window
        if event.thread_id == window.thread_id:
            window.transcript.set_approvals(event.approvals)
            window.run_bar.set_approvals(event.approvals)
            if event.approvals:
                window.page.show_transcript(True)
        if event.approvals:
            self._announce(window.tr("An agent needs you"))

    def _on_resendable_changed(self, event: ResendableChanged) -> None:
        if event.thread_id == self._window.thread_id:
            self._window.transcript.set_resendable(event.message_id)

    def _announce(self, text: str) -> None:
        """Tell a screen reader, once per event and never while text streams."""
        QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(self._window, text))
