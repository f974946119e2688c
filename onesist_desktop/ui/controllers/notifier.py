# SPDX-License-Identifier: MIT
"""Tells through the desktop what happens while the window is not in front: once for each thing that happened."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QObject

from onesist_desktop.core.ids import ThreadId
from onesist_desktop.core.turn_events import OutcomeKind
from onesist_desktop.services.views import ApprovalView, RunView
from onesist_desktop.ui.controllers.desk import Desk
from onesist_desktop.ui.desktop_notifications import DesktopNote, Notifications
from onesist_desktop.ui.language import fill
from onesist_desktop.ui.models.threads_model import ThreadsModel
from onesist_desktop.ui.transcript.card_options import Ask, ask_of
from onesist_desktop.ui.transcript.card_words import asks_text
from onesist_desktop.ui.transcript.notices import failure_words
from onesist_desktop.ui.transcript.plain_output import with_hidden_shown

_MAX_ABOUT = 120


class Notifier(QObject):
    """Joins what happens to the desktop's notifications.

    Args:
        is_in_front: Tells whether the person looks at the window.
        on_clicked: Brings the window to the front with that thread.
    """

    def __init__(
        self,
        desk: Desk,
        threads: ThreadsModel,
        notifications: Notifications,
        *,
        is_in_front: Callable[[], bool],
        on_clicked: Callable[[ThreadId], object],
    ) -> None:
        super().__init__(desk)
        self._desk = desk
        self._threads = threads
        self._notifications = notifications
        self._is_in_front = is_in_front
        self._on_clicked = on_clicked
        self._asked: dict[ThreadId, frozenset[str]] = {}
        self._told: set[ThreadId] = set()
        notifications.clicked.connect(self._clicked)

    def run_ended(self, run: RunView) -> None:
        """Tell that a run ended or failed. What the person stopped, or closed, they know."""
        title = self._desk.book.title(run.provider_id)
        outcome = run.outcome
        match outcome.kind if outcome is not None else None:
            case OutcomeKind.COMPLETED:
                self._tell(run.thread_id, fill(self.tr("%1 has finished"), title))
            case OutcomeKind.FAILED if outcome is not None:
                key = self._desk.book.key_of(run.provider_id)
                self._tell(run.thread_id, failure_words(outcome.reason or "", title, key=key).what)
            case _:
                pass

    def approvals_changed(self, thread_id: ThreadId, approvals: Sequence[ApprovalView]) -> None:
        """Tell that somebody asks, unless it was told already."""
        known = self._asked.get(thread_id, frozenset())
        self._asked[thread_id] = frozenset(approval.request.request_id for approval in approvals)
        new = [approval for approval in approvals if approval.request.request_id not in known]
        if new:
            self._tell(thread_id, self._asked_text(thread_id, new[0]))

    def _asked_text(self, thread_id: ThreadId, approval: ApprovalView) -> str:
        """Word who asks for what, and of a command or a question its beginning."""
        view = self._threads.view_of(thread_id)
        who = self._desk.book.title(view.provider_id) if view is not None and view.provider_id is not None else ""
        request = approval.request
        asks = asks_text(request, who or self.tr("An agent"))
        about = request.questions[0].text if request.questions else request.title
        if ask_of(request) is Ask.COMMAND:
            about = request.detail or about
        about = with_hidden_shown(" ".join(about[:_MAX_ABOUT].split()))
        return fill(self.tr("%1: %2"), asks, about) if about else asks

    def seen(self) -> None:
        """The window came to the front: what was told is seen."""
        for thread_id in self._told:
            self._notifications.withdraw(thread_id)
        self._told.clear()

    def _tell(self, thread_id: ThreadId, body: str) -> None:
        if self._is_in_front() or not self._desk.services.preferences.view.notifies or self._desk.is_closed:
            return
        view = self._threads.view_of(thread_id)
        self._told.add(thread_id)
        self._notifications.tell(DesktopNote(thread_id, (view.title if view else "") or self.tr("New thread"), body))

    def _clicked(self, key: str) -> None:
        if not self._desk.is_closed:
            self._on_clicked(ThreadId(key))
