# SPDX-License-Identifier: MIT
"""The box above the composer: who works now, and what waits to be sent next."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from pathlib import PurePath

from PySide6.QtCore import QTimer, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QSizePolicy, QVBoxLayout, QWidget

from onesist_desktop.core.errors import FailureReason
from onesist_desktop.core.ids import ProviderId, RunId
from onesist_desktop.core.messages import (
    CallState,
    CommandPart,
    FileChangePart,
    Part,
    ThinkingPart,
    ToolCallPart,
    ToolKind,
)
from onesist_desktop.services.views import ApprovalView, QueueView, RunStatus, RunView
from onesist_desktop.ui.language import fill
from onesist_desktop.ui.provider_book import MarkWidget, ProviderBook
from onesist_desktop.ui.queue_list import QueueList
from onesist_desktop.ui.queue_row import ROW, fit_label, row_label
from onesist_desktop.ui.theme.theme import Theme
from onesist_desktop.ui.transcript.card_options import Ask, ask_of
from onesist_desktop.ui.widgets.buttons import ButtonKind, FlatButton
from onesist_desktop.ui.widgets.glyphs import glyph_pixmap
from onesist_desktop.ui.widgets.labels import ElidedLabel, PlainLabel
from onesist_desktop.ui.widgets.spinner import Spinner
from onesist_desktop.ui.words import seconds_text

_LOOKED_AT = 12
_MAX_WHAT = 200


def doing(parts: Sequence[Part]) -> Part | None:
    """Return what is being worked on in an answer: the newest part that has not ended, or thinking at its end."""
    for part in reversed(parts[-_LOOKED_AT:]):
        if isinstance(part, CommandPart | ToolCallPart | FileChangePart) and part.state is CallState.RUNNING:
            return part
    last = parts[-1] if parts else None
    return last if isinstance(last, ThinkingPart) else None


class RunBar(QFrame):
    """Hidden while nothing works and nothing waits.

    Signals:
        stop_wanted(): Stop the run.
        send_now_wanted(queued_id: str), delete_wanted(queued_id: str), edited(queued_id: str, text: str): About the queue.
        steer_wanted(queued_id: str): Hand a queued message to the run that works.
        move_wanted(queued_id: str, before: QueuedId | None): Let a message wait in front of another, or at the end.
    """

    stop_wanted = Signal()
    send_now_wanted = Signal(str)
    delete_wanted = Signal(str)
    steer_wanted = Signal(str)
    edited = Signal(str, str)
    move_wanted = Signal(str, object)

    def __init__(
        self, theme: Theme, book: ProviderBook, now: Callable[[], float] = time.time, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._theme = theme
        self._book = book
        self._now = now
        self._run: RunView | None = None
        self._doing: tuple[RunId, Part] | None = None
        self._waiting: tuple[ApprovalView, ...] = ()
        self._queue: QueueView | None = None
        self.setObjectName("run_bar")
        self.setProperty("surface", "runs")
        self.setAccessibleName(self.tr("Now and next"))
        layout = QVBoxLayout(self)
        layout.setContentsMargins(1, 1, 1, 1)
        layout.setSpacing(0)
        layout.addWidget(self._make_now())
        self._rule = QFrame()
        self._rule.setProperty("surface", "rule")
        layout.addWidget(self._rule)
        layout.addWidget(self._make_held())
        self._list = QueueList(theme, book)
        self._list.send_now.connect(self.send_now_wanted)
        self._list.delete.connect(self.delete_wanted)
        self._list.steer.connect(self.steer_wanted)
        self._list.edited.connect(self.edited)
        self._list.moved.connect(self.move_wanted)
        layout.addWidget(self._list)
        self._tick = QTimer(self)
        self._tick.setInterval(1000)
        self._tick.timeout.connect(self._show_time)
        theme.changed.connect(self._on_theme_changed)
        self._on_theme_changed()
        self._show()

    @property
    def is_working(self) -> bool:
        """Whether a run works."""
        return self._run is not None and self._run.status is not RunStatus.FINISHED

    @property
    def working_provider(self) -> ProviderId | None:
        """Whose run works; None for nobody's."""
        return self._run.provider_id if self._run is not None and self.is_working else None

    @property
    def queue(self) -> QueueView | None:
        """What waits."""
        return self._queue

    def set_run(self, run: RunView | None) -> None:
        """Take the thread's run."""
        self._run = run
        self._show()

    def set_doing(self, run_id: RunId | None, part: Part | None) -> None:
        """Take what a run is working on just now, see :func:`doing`; None for nothing in particular."""
        wanted = (run_id, part) if run_id is not None and part is not None else None
        if wanted != self._doing:
            self._doing = wanted
            if self.is_working and self._run is not None:
                self._what.set_text(self._now_text(self._run))

    def set_approvals(self, approvals: Sequence[ApprovalView]) -> None:
        """Take what the agent waits on."""
        self._waiting = tuple(approvals)
        self._show()

    def set_queue(self, queue: QueueView | None) -> None:
        """Take the thread's queue. A row that is being edited keeps its field."""
        self._queue = queue
        self._list.show_items(queue.items if queue else (), self._stop)
        self._show()

    def refresh_providers(self) -> None:
        """Names may have changed."""
        self.set_queue(self._queue)

    def _make_now(self) -> QWidget:
        self._now_row = QWidget()
        self._now_row.setObjectName("now_row")
        line = QHBoxLayout(self._now_row)
        line.setContentsMargins(15, 0, 8, 0)
        line.setSpacing(8)
        self._now_label = row_label(self.tr("Now"), self._theme)
        self._mark = MarkWidget(self._book, None)
        self._what = ElidedLabel(name="now_text")
        self._what.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Preferred)
        self._spinner = Spinner(theme=self._theme)
        self._time = PlainLabel(tone="secondary", name="now_time")
        self._stop = FlatButton(
            self.tr("Stop"), ButtonKind.GHOST, glyph="stop", compact=True, name="stop_run", on_click=self.stop_wanted.emit
        )
        self._stop.setToolTip(self.tr("Stop this run (Ctrl+.)"))
        for widget in (self._now_label, self._mark, self._what, self._spinner, self._time):
            line.addWidget(widget)
        line.addStretch(1)
        line.addWidget(self._stop)
        return self._now_row

    def _make_held(self) -> QWidget:
        # Margins of a label that wraps are not counted in its height.
        self._held_box = QWidget()
        inset = QHBoxLayout(self._held_box)
        inset.setContentsMargins(15, 8, 15, 4)
        inset.setSpacing(8)
        self._held_sign = QLabel()
        held = PlainLabel(tone="warning", wraps=True, name="queue_held")
        held.setText(self.tr("Held: the last answer did not finish. Nothing is sent by itself; choose Send now when you want."))
        inset.addWidget(self._held_sign)
        inset.addWidget(held, 1)
        return self._held_box

    def _show(self) -> None:
        self._now_row.setVisible(self.is_working)
        has_queue = self._queue is not None and bool(self._queue.items)
        is_held = self._queue is not None and has_queue and self._queue.is_held and not self.is_working
        self._held_box.setVisible(is_held)
        self._rule.setVisible(self.is_working and has_queue)
        self.setVisible(self.is_working or has_queue)
        # A question that waits for an answer is not at work.
        self._spinner.setVisible(self.is_working and not self._waiting)
        self._list.set_can_steer(self.is_working and self._run is not None and self._run.can_steer)
        if self.is_working and self._run is not None:
            self._mark.show_provider(self._run.provider_id)
            self._what.set_text(self._now_text(self._run))
            self._show_time()
            self._tick.start()
        else:
            self._tick.stop()

    def _now_text(self, run: RunView) -> str:
        title = self._book.title(run.provider_id)
        if self._waiting:
            return self._waiting_text(title)
        if run.quiet_since is not None:
            minutes = max(1, int(self._now() - run.quiet_since) // 60)
            return fill(self.tr("No word from %1 for %n minute(s). It may still be working.", None, minutes), title)
        if run.retry_attempt:
            return self._retry_text(run, title)
        match run.status:
            case RunStatus.PREPARING:
                return fill(self.tr("Getting ready for %1"), title)
            case RunStatus.SENDING:
                return fill(self.tr("Sending to %1"), title)
        part = self._doing[1] if self._doing is not None and self._doing[0] == run.id else None
        return self._doing_text(part, title)

    def _waiting_text(self, title: str) -> str:
        kinds = {ask_of(approval.request) for approval in self._waiting}
        count = len(self._waiting)
        match kinds.pop() if len(kinds) == 1 else None:
            case Ask.COMMAND:
                return fill(self.tr("%1 waits for you: %n command(s)", None, count), title)
            case Ask.FILES:
                return fill(self.tr("%1 waits for you: %n change(s)", None, count), title)
            case Ask.PLAN:
                return fill(self.tr("%1 waits for you: its plan"), title)
            case Ask.QUESTION:
                return fill(self.tr("%1 waits for you: %n question(s)", None, count), title)
        return fill(self.tr("%1 waits for you: %n request(s)", None, count), title)

    def _retry_text(self, run: RunView, title: str) -> str:
        match run.retry_reason:
            case FailureReason.OVERLOADED:
                text = self.tr("%1 is overloaded and is asked again, try %2 of %3")
            case FailureReason.RATE_LIMITED | FailureReason.LIMIT_REACHED:
                text = self.tr("%1 gets too many requests and is asked again, try %2 of %3")
            case FailureReason.CONNECTION_LOST:
                text = self.tr("The connection to %1 was lost; it is asked again, try %2 of %3")
            case FailureReason.PROVIDER_ERROR:
                text = self.tr("%1 had a fault of its own and is asked again, try %2 of %3")
            case _:
                text = self.tr("%1 is busy and is asked again, try %2 of %3")
        if not run.retry_max:
            # Some don't tell how often they will try.
            return fill(self.tr("%1 did not answer and is asked again, try %2"), title, run.retry_attempt)
        return fill(text, title, run.retry_attempt, run.retry_max)

    def _doing_text(self, part: Part | None, title: str) -> str:
        match part:
            case CommandPart(command=command):
                lines = command.strip().split("\n", 1)
                return fill(self.tr("%1 is running %2"), title, lines[0][:_MAX_WHAT])
            case ToolCallPart(tool=ToolKind.READ):
                return fill(self.tr("%1 is reading"), title)
            case ToolCallPart(tool=ToolKind.SEARCH):
                return fill(self.tr("%1 is searching"), title)
            case ToolCallPart(name=name):
                return fill(self.tr("%1 is using %2"), title, name[:_MAX_WHAT])
            case FileChangePart(path=path):
                return fill(self.tr("%1 is changing %2"), title, PurePath(path).name)
            case ThinkingPart():
                return fill(self.tr("%1 is thinking"), title)
            case _:
                return fill(self.tr("%1 is answering"), title)

    def _show_time(self) -> None:
        run = self._run
        if run is None:
            return
        if run.started_at:
            self._time.setText(seconds_text(self._now() - run.started_at))
        if run.quiet_since is not None:
            # It counts minutes, so that nobody hears or sees it change more often.
            self._what.set_text(self._now_text(run))

    def _on_theme_changed(self) -> None:
        theme = self._theme
        self._now_row.setFixedHeight(theme.row_height(ROW))
        self._time.setFont(theme.font("caption"))
        self._held_sign.setPixmap(glyph_pixmap("warning", theme.color("warning_text"), theme.icon_size()))
        fit_label(self._now_label, theme)
        side = theme.icon_size(12)
        self._mark.setFixedSize(side, side)
