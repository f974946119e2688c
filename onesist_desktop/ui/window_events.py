# SPDX-License-Identifier: MIT
"""What the window does when something happened. Runs on the UI thread; an event of another thread touches its row only."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING, TypeVar

from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent

from onesist_desktop.core.ids import ThreadId
from onesist_desktop.core.messages import Message, MessageKind
from onesist_desktop.runtime.bus import Subscription
from onesist_desktop.services.events import (
    AnswerGrew,
    ApprovalsChanged,
    MessageAdded,
    MessageChanged,
    MessagesSetAside,
    NoticeLevel,
    NoticeRaised,
    PreferencesChanged,
    ProvidersChanged,
    QueueChanged,
    ResendableChanged,
    RunChanged,
    ThreadAdded,
    ThreadChanged,
    ThreadRemoved,
)
from onesist_desktop.services.views import ApprovalView, PreferencesView, RunStatus, RunView, ThreadView
from onesist_desktop.ui.language import fill
from onesist_desktop.ui.transcript.notices import app_notice_text
from onesist_desktop.ui.widgets.banner import BannerLevel

if TYPE_CHECKING:
    from onesist_desktop.ui.main_window import MainWindow

V = TypeVar("V")

_LEVELS = {
    NoticeLevel.INFO: BannerLevel.INFO,
    NoticeLevel.WARNING: BannerLevel.WARNING,
    NoticeLevel.ERROR: BannerLevel.DANGER,
}


class WindowEvents:
    """Listens as long as the window is open.

    While a thread is being read, its events wait until it is shown, and then come in their order: what was read may be older
    than they are, and each event says what is now.
    """

    def __init__(self, window: MainWindow) -> None:
        self._window = window
        self._held: list[Callable[[], object]] | None = None
        bus = window.services.bus
        self._subscriptions: list[Subscription] = [
            bus.subscribe(ThreadAdded, lambda event: self._put_thread(event.thread)),
            bus.subscribe(ThreadChanged, lambda event: self._change_thread(event.thread)),
            bus.subscribe(ThreadRemoved, lambda event: self._drop_thread(event.thread_id)),
            bus.subscribe(MessageAdded, lambda event: self._do(event.message.thread_id, self._add, event.message)),
            bus.subscribe(MessageChanged, lambda event: self._do(event.message.thread_id, self._change, event.message)),
            bus.subscribe(MessagesSetAside, lambda event: self._do(event.thread_id, window.lineage.set_aside, event)),
            bus.subscribe(AnswerGrew, lambda event: self._do(event.message.thread_id, self._grow, event.message)),
            bus.subscribe(RunChanged, self._on_run_changed),
            bus.subscribe(QueueChanged, lambda event: self._do(event.queue.thread_id, window.run_bar.set_queue, event.queue)),
            bus.subscribe(ApprovalsChanged, self._on_approvals_changed),
            bus.subscribe(ResendableChanged, lambda event: self._do(event.thread_id, window.show_resendable, event.message_id)),
            bus.subscribe(ProvidersChanged, lambda _: window.refresh_providers()),
            bus.subscribe(PreferencesChanged, lambda event: self._on_preferences_changed(event.preferences)),
            bus.subscribe(NoticeRaised, lambda event: window.say(app_notice_text(event.code, event.detail), _LEVELS[event.level])),
        ]

    def close(self) -> None:
        """Stop listening."""
        for subscription in self._subscriptions:
            subscription.cancel()
        self._subscriptions.clear()
        self._held = None

    def hold(self) -> None:
        """Another thread is being read: let its events wait."""
        self._held = []

    def release(self) -> None:
        """The thread is shown: let its events come."""
        waiting, self._held = self._held or [], None
        for call in waiting:
            call()

    def focus_card(self) -> None:
        """Put the focus on what the shown thread's agent asks, now or once the thread is read."""
        window = self._window
        if window.thread_id is not None:
            self._do(window.thread_id, lambda _: window.transcript.focus_card(), None)

    def jump_to(self, seq: int) -> None:
        """Bring a message of the shown thread into view, now or once the thread is read."""
        if self._window.thread_id is not None:
            self._do(self._window.thread_id, self._window.transcript.jump_to, seq)

    def _do(self, thread_id: ThreadId, handler: Callable[[V], object], value: V) -> None:
        """Hand a value to a handler if it is of the shown thread, now or once that is read."""
        if thread_id != self._window.thread_id:
            return
        if self._held is not None:
            self._held.append(partial(handler, value))
        else:
            handler(value)

    def _change_thread(self, thread: ThreadView) -> None:
        # One that isn't in the list was put away, and something of it may change all the same.
        if self._window.threads.view_of(thread.id) is not None:
            self._put_thread(thread)

    def _drop_thread(self, thread_id: ThreadId) -> None:
        """Take a thread that was put away out of the list, and go to its neighbour where it was shown."""
        window = self._window
        if window.threads.view_of(thread_id) is None:
            return
        was_shown = thread_id == window.thread_id
        neighbours = [window.threads.neighbour(thread_id, step) for step in (1, -1)] if was_shown else []
        following = next((neighbour for neighbour in neighbours if neighbour is not None and neighbour != thread_id), None)
        window.working.discard(thread_id)
        window.threads.remove(thread_id)
        if following is not None:
            window.show_thread(following)
        elif was_shown:
            window.show_no_thread()
            window.sidebar.select(None)
        else:
            window.show_commands()

    def _put_thread(self, thread: ThreadView) -> None:
        window = self._window
        if window.project is None or thread.project_id != window.project.id:
            return
        window.threads.put(thread)
        if thread.id == window.thread_id:
            window.show_thread_header(thread)
            window.reading.look()
        else:
            window.show_commands()

    def _add(self, message: Message) -> None:
        self._note(message)
        self._window.transcript.add(message)
        self._window.lineage.note_message(message)

    def _change(self, message: Message) -> None:
        self._note(message)
        self._window.transcript.change(message)
        self._window.inspecting.note_answer(message)

    def _grow(self, message: Message) -> None:
        self._window.transcript.grow(message)
        self._window.inspecting.note_answer(message)

    def _note(self, message: Message) -> None:
        self._window.page.show_transcript(True)
        if not self._window.commands.state.has_messages:
            self._window.show_commands()
        if message.kind is MessageKind.HANDOFF:
            self._window.handovers.note(message.data.get("handoff_id"))

    def _on_run_changed(self, event: RunChanged) -> None:
        window, run = self._window, event.run
        is_finished = run.status is RunStatus.FINISHED
        was_working = run.thread_id in window.working
        (window.working.discard if is_finished else window.working.add)(run.thread_id)
        self._do(run.thread_id, self._show_run, run)
        if is_finished and was_working:
            self._announce(fill(window.tr("%1 has finished"), window.book.title(run.provider_id)))
            window.notifier.run_ended(run)

    def _show_run(self, run: RunView) -> None:
        window = self._window
        window.run_bar.set_run(run)
        window.transcript.set_run(run)
        window.inspecting.note_run(run)
        window.show_run_state()

    def _on_approvals_changed(self, event: ApprovalsChanged) -> None:
        self._do(event.thread_id, self._show_approvals, event.approvals)
        self._window.notifier.approvals_changed(event.thread_id, event.approvals)
        if event.approvals:
            self._announce(self._window.tr("An agent needs you"))

    def _show_approvals(self, approvals: Sequence[ApprovalView]) -> None:
        window = self._window
        window.transcript.set_approvals(approvals)
        window.run_bar.set_approvals(approvals)
        if approvals:
            window.page.show_transcript(True)

    def _on_preferences_changed(self, preferences: PreferencesView) -> None:
        window = self._window
        window.theme.choose(preferences.theme.value)
        window.theme.set_text_percent(preferences.text_percent)
        window.show_preferences(preferences)
        window.preferences.show(preferences)

    def _announce(self, text: str) -> None:
        """Tell a screen reader, once per event and never while text streams."""
        QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(self._window, text))
