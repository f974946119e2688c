# SPDX-License-Identifier: MIT
"""What providers were told, and what they will be told."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from PySide6.QtCore import QObject, Signal

from onesist_desktop.core.answerer import ManualContext, RunOptions
from onesist_desktop.core.errors import OnesistError
from onesist_desktop.core.ids import HandoffId, ThreadId
from onesist_desktop.services.views import HandoffPreview, HandoffView, MessagePage
from onesist_desktop.ui.composer import Composer
from onesist_desktop.ui.controllers.desk import Desk
from onesist_desktop.ui.dialogs.handoff import PreviewDialog, ToldDialog
from onesist_desktop.ui.handover_line import hands_over
from onesist_desktop.ui.transcript.interface import Transcript


class HandoverController(QObject):
    """Joins the composer's line and the transcript's receipts to ``services.handoffs``.

    Signals:
        last_changed(): The shown thread has another last handover, or none; see :attr:`last`.
    """

    last_changed = Signal()

    def __init__(self, desk: Desk, composer: Composer, transcript: Transcript) -> None:
        super().__init__(desk)
        self._desk = desk
        self._composer = composer
        self._last: HandoffId | None = None
        composer.preview_wanted.connect(self.work_out_preview)
        composer.preview_opened.connect(lambda _preview: self.open_preview())
        composer.outlooks_wanted.connect(self.work_out_outlooks)
        transcript.what_was_told.connect(self.show_told)

    @property
    def last(self) -> HandoffId | None:
        """The last handover of the shown thread, as far as it was read."""
        return self._last

    def forget(self) -> None:
        """Another thread is shown."""
        self._last = None
        self.last_changed.emit()

    def note_page(self, page: MessagePage) -> None:
        """Remember the last handover of a page."""
        for message in page.messages:
            self.note(message.data.get("handoff_id"))

    def note(self, handoff_id: object) -> None:
        """Remember a handover as the thread's last."""
        if isinstance(handoff_id, str) and handoff_id:
            self._last = HandoffId(handoff_id)
            self.last_changed.emit()

    def work_out_preview(self, options: RunOptions, text: str) -> None:
        """Work out what a send would hand over."""
        thread_id = self._desk.thread_id
        if thread_id is None:
            return
        # A preview that fails tells nothing new: the send itself will say what is wrong.
        self._desk.spawn(
            partial(self._desk.services.handoffs.preview, thread_id, options, text),
            "preview",
            self._composer.show_preview,
            on_error=lambda _: self._composer.show_preview(None),
        )

    def work_out_outlooks(self, text: str) -> None:
        """Work out what everybody has seen of the shown thread."""
        thread_id = self._desk.thread_id
        if thread_id is None:
            return
        # The picker works without: it only says less.
        self._desk.spawn(
            partial(self._desk.services.handoffs.outlooks, thread_id, text),
            "outlooks",
            partial(self._composer.show_outlooks, thread_id),
            on_error=lambda _: self._composer.show_outlooks(thread_id, ()),
            exclusive=f"outlooks:{thread_id}",
        )

    def show_told(self, handoff_id: str) -> None:
        """Show what somebody was told."""
        call = partial(self._desk.services.handoffs.read, HandoffId(handoff_id))
        self._desk.spawn(call, "read handoff", self._open_told, exclusive="read-handoff")

    def show_last(self) -> None:
        """Show the last handover of the shown thread."""
        if self._last is not None:
            self.show_told(self._last)

    def open_preview(self) -> None:
        """Open what the next send hands over, item by item."""
        thread_id, options = self._desk.thread_id, self._composer.options
        if thread_id is None or options is None:
            return
        call = partial(self._desk.services.handoffs.preview, thread_id, options, self._composer.text, with_items=True)
        self._desk.spawn(
            call, "open preview", lambda preview: self._open_preview(thread_id, options, preview), exclusive="open-preview"
        )

    def _open_preview(self, thread_id: ThreadId, options: RunOptions, preview: HandoffPreview) -> None:
        desk = self._desk
        if not self._is_free or thread_id != desk.thread_id or not hands_over(preview):
            return
        dialog = PreviewDialog(desk.theme, desk.book, preview, desk.window)
        dialog.asked.connect(lambda manual: self._ask(dialog, thread_id, options, manual))
        dialog.used.connect(self._composer.change_handover)
        dialog.open()

    def _ask(self, dialog: PreviewDialog, thread_id: ThreadId, options: RunOptions, manual: ManualContext | None) -> None:
        changed = replace(options, manual=manual)

        def failed(error: OnesistError) -> None:
            dialog.show_failure(str(error))

        self._desk.spawn(
            partial(self._desk.services.handoffs.preview, thread_id, changed, self._composer.text, with_items=True),
            "change preview",
            dialog.show_preview,
            on_error=failed,
            owner=dialog,
        )

    def _open_told(self, handoff: HandoffView) -> None:
        desk = self._desk
        if self._is_free:
            ToldDialog(desk.theme, desk.book, handoff, desk.window).open()

    @property
    def _is_free(self) -> bool:
        """Whether none of these dialogs is open."""
        window = self._desk.window
        return window.findChild(PreviewDialog) is None and window.findChild(ToldDialog) is None
