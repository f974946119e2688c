# SPDX-License-Identifier: MIT
"""Brings the inspector the run that it shows: the newest one, until the person asks for another."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial

from PySide6.QtCore import QObject, QTimer

from onesist_desktop.core.ids import RunId, ThreadId
from onesist_desktop.core.messages import Message
from onesist_desktop.services.events import MessagesSetAside
from onesist_desktop.services.views import ProviderUsage, RunDetails, RunView
from onesist_desktop.ui.controllers.desk import Desk
from onesist_desktop.ui.controllers.layout_controller import LayoutController
from onesist_desktop.ui.panels.inspector_panel import InspectorPanel

REFRESH_MS = 250
"""An answer grows more often than anybody reads in the inspector."""


class InspectorController(QObject):
    """Joins the inspector to ``services.runs``. While it is hidden nothing is read."""

    def __init__(self, desk: Desk, panel: InspectorPanel, layout: LayoutController) -> None:
        super().__init__(desk)
        self._desk = desk
        self._panel = panel
        self._layout = layout
        self._asked: RunId | None = None
        self._thread_id: ThreadId | None = None
        self._grown: Message | None = None
        self._must_read = False
        self._is_shown = layout.is_inspector_shown
        self._delay = QTimer(self)
        self._delay.setSingleShot(True)
        self._delay.setInterval(REFRESH_MS)
        self._delay.timeout.connect(self._refresh)
        panel.run.run_wanted.connect(lambda run_id: self._show(RunId(run_id)))
        layout.changed.connect(self._on_layout_changed)

    def show_thread(self, thread_id: ThreadId | None) -> None:
        """Another thread is shown: begin with its newest run."""
        self._thread_id = thread_id
        self._asked = None
        self._forget_changes()
        self._panel.run.show_run(None)
        self._panel.run.show_usage(())
        self._read()

    def show_run(self, run_id: RunId) -> None:
        """Open the inspector with a run that the person asks about."""
        self._show(run_id)
        self._panel.show_page(self._panel.run)
        self._layout.show_inspector()

    def note_run(self, run: RunView) -> None:
        """A run of the shown thread moved on, or began."""
        shown = self._panel.run.details
        if self._asked is None or (shown is not None and run.id == shown.run.id):
            self._must_read = True
            self._refresh_soon()

    def note_set_aside(self, event: MessagesSetAside) -> None:
        """Messages of the shown thread were set aside, or are there again: which runs there are is another matter now."""
        shown = self._panel.run.details
        is_known = shown is not None and shown.run.id == self._asked
        if shown is None or not is_known or event.to_seq < shown.question_seq <= event.upto_seq:
            # What was asked about is gone, or nobody can tell yet: begin with the newest of those that are left.
            self._asked = None
        self._forget_changes()
        self._read()

    def note_answer(self, message: Message) -> None:
        """An answer of the shown thread grew, or was settled."""
        shown = self._panel.run.details
        if shown is not None and message.run_id == shown.run.id:
            self._grown = message
            self._refresh_soon()

    def stop(self) -> None:
        """The window closes."""
        self._forget_changes()

    def _show(self, run_id: RunId) -> None:
        self._asked = run_id
        self._forget_changes()
        self._read()

    def _forget_changes(self) -> None:
        self._delay.stop()
        self._grown = None
        self._must_read = False

    def _on_layout_changed(self) -> None:
        if self._is_shown == self._layout.is_inspector_shown:
            return
        self._is_shown = self._layout.is_inspector_shown
        self._forget_changes()
        self._read()

    def _refresh_soon(self) -> None:
        if self._is_shown and not self._delay.isActive():
            self._delay.start()

    def _refresh(self) -> None:
        """Show what changed since the last time: from what was announced if that is enough, else read again."""
        grown, self._grown = self._grown, None
        shown = self._panel.run.details
        if self._must_read:
            self._must_read = False
            self._read()
        elif grown is not None and shown is not None and grown.run_id == shown.run.id:
            self._panel.run.show_run(replace(shown, reply=grown))

    def _read(self) -> None:
        thread_id, asked = self._thread_id, self._asked
        if thread_id is None or not self._is_shown:
            # What is hidden is read once it is opened.
            self._panel.run.show_run(None)
            return
        runs = self._desk.services.runs
        self._read_usage(thread_id)
        if asked is None:
            self._desk.spawn(partial(runs.newest, thread_id), "newest run", partial(self._on_read, thread_id, asked))
        else:
            self._desk.spawn(partial(runs.details, asked), "run details", partial(self._on_read, thread_id, asked))

    def _read_usage(self, thread_id: ThreadId) -> None:
        # The panel says enough without; a run that can't be read is told by itself.
        self._desk.spawn(
            partial(self._desk.services.runs.usage, thread_id),
            "usage",
            partial(self._on_usage, thread_id),
            on_error=lambda _: self._on_usage(thread_id, ()),
            exclusive=f"usage:{thread_id}",
        )

    def _on_usage(self, thread_id: ThreadId, usage: Sequence[ProviderUsage]) -> None:
        if thread_id == self._thread_id:
            self._panel.run.show_usage(usage)

    def _on_read(self, thread_id: ThreadId, asked: RunId | None, details: RunDetails | None) -> None:
        if (thread_id, asked) != (self._thread_id, self._asked):
            return
        if details is not None and details.next_run_id is None:
            # The newest is shown, so the next one that begins is shown as well.
            self._asked = None
        self._panel.run.show_run(details)
