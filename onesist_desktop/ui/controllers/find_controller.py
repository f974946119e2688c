# SPDX-License-Identifier: MIT
"""Joins the find bar to ``services.threads`` and to the transcript."""

from __future__ import annotations

from bisect import bisect_left
from functools import partial
from itertools import accumulate

from PySide6.QtCore import QObject, Qt, Signal

from onesist_desktop.core.errors import OnesistError
from onesist_desktop.core.ids import ThreadId
from onesist_desktop.services.views import FoundInThread, Landmark
from onesist_desktop.ui.controllers.desk import Desk
from onesist_desktop.ui.find_bar import FindBar
from onesist_desktop.ui.transcript.found_marks import FoundPlace
from onesist_desktop.ui.transcript.interface import Transcript


class FindController(QObject):
    """Finds and jumps in the shown thread.

    Signals:
        changed(): There are places to go to now, or there are none any more.
    """

    changed = Signal()

    def __init__(self, desk: Desk, bar: FindBar, transcript: Transcript) -> None:
        super().__init__(desk)
        self._desk = desk
        self._bar = bar
        self._transcript = transcript
        self._found = FoundInThread("")
        self._totals: list[int] = []
        self._index = -1
        bar.sought.connect(self._seek)
        bar.step_wanted.connect(self.step)
        bar.closed.connect(self._give_back_focus)

    @property
    def is_finding(self) -> bool:
        """Whether there are places to go to."""
        return not self._bar.isHidden() and self._found.count > 0

    def open(self) -> None:
        """Open the find bar, with what is selected if that is a short text."""
        selected = self._transcript.selected_text()
        self._bar.open_bar(selected if selected and "\n" not in selected and len(selected) < 100 else "")

    def forget(self) -> None:
        """Another thread is shown."""
        self._bar.close_bar()
        self._take(FoundInThread(""))

    def next(self) -> None:
        """Go to the next place."""
        self.step(1)

    def previous(self) -> None:
        """Go to the place before."""
        self.step(-1)

    def step(self, by: int) -> None:
        """Go on by so many places, around the ends."""
        count = self._found.count
        if count:
            self._go_to((self._index + by) % count)

    def jump(self, what: Landmark, *, forward: bool) -> None:
        """Go to the next question of the person, or the next failure, from where the reader is."""
        thread_id = self._desk.thread_id
        if thread_id is None:
            return
        call = partial(self._desk.services.threads.landmark, thread_id, self._transcript.reading_seq, what, forward=forward)
        self._desk.spawn(call, "landmark", partial(self._on_landmark, thread_id, forward), exclusive="landmark")

    def _give_back_focus(self) -> None:
        self._transcript.as_widget.setFocus(Qt.FocusReason.OtherFocusReason)

    def _on_landmark(self, thread_id: ThreadId, forward: bool, seq: int | None) -> None:
        if thread_id != self._desk.thread_id:
            return
        if seq is not None:
            self._transcript.jump_to(seq)
        elif forward:
            self._transcript.scroll_to_end()

    def _seek(self, text: str) -> None:
        thread_id = self._desk.thread_id
        if not text.strip() or thread_id is None:
            self._take(FoundInThread(""))
            return
        self._bar.show_count(None, 0, is_searching=True)

        def failed(error: OnesistError) -> None:
            self._take(FoundInThread(""))
            self._desk.say_error(error)

        self._desk.spawn(
            partial(self._desk.services.threads.find, thread_id, text),
            "find in thread",
            partial(self._on_found, thread_id, text),
            on_error=failed,
        )

    def _on_found(self, thread_id: ThreadId, text: str, found: FoundInThread) -> None:
        # A search that was overtaken by more typing, or by another thread, tells nothing any more.
        if thread_id != self._desk.thread_id or text != self._bar.field.text() or self._bar.isHidden():
            return
        self._take(found)
        if not found.parts:
            return
        # On from where the reader is, and not from the beginning of a long thread.
        near = bisect_left([part.seq for part in found.parts], self._transcript.reading_seq) % len(found.parts)
        self._go_to(self._totals[near - 1] if near else 0)

    def _take(self, found: FoundInThread) -> None:
        self._found = found
        self._totals = list(accumulate(part.count for part in found.parts))
        self._index = -1
        self._transcript.mark_found(found.text, None)
        self._bar.show_count(None, found.count, is_cut=found.is_cut)
        self.changed.emit()

    def _go_to(self, index: int) -> None:
        self._index = index
        number = bisect_left(self._totals, index + 1)
        part = self._found.parts[number]
        nth = index - (self._totals[number - 1] if number else 0)
        self._transcript.mark_found(self._found.text, FoundPlace(part.seq, part.part, nth))
        self._bar.show_count(index + 1, self._found.count, is_cut=self._found.is_cut)
