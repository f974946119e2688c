# SPDX-License-Identifier: MIT
"""Making and renaming threads, and reading on in them."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QObject

from onesist_desktop.core.errors import OnesistError
from onesist_desktop.services.views import MessagePage, ThreadView
from onesist_desktop.ui.controllers.desk import Desk
from onesist_desktop.ui.dialogs.message_box import ask_text
from onesist_desktop.ui.models.threads_model import ThreadsModel
from onesist_desktop.ui.transcript.interface import Transcript


class ThreadController(QObject):
    """Joins the sidebar, the header and the transcript to ``services.threads``.

    Args:
        on_made: Shows the thread that was made.
    """

    def __init__(self, desk: Desk, threads: ThreadsModel, transcript: Transcript, on_made: Callable[[ThreadView], object]) -> None:
        super().__init__(desk)
        self._desk = desk
        self._threads = threads
        self._transcript = transcript
        self._on_made = on_made
        transcript.page_wanted.connect(self.read_page)

    def create(self, on_shown: Callable[[ThreadView], object] | None = None) -> None:
        """Make a thread in the open project. ``on_shown`` gets it once it is shown."""
        desk = self._desk

        def made(view: ThreadView) -> None:
            self._on_made(view)
            if on_shown is not None:
                on_shown(view)

        if desk.project is not None:
            call = partial(desk.services.threads.create, desk.project.id)
            desk.spawn(call, "new thread", made, exclusive="new-thread")

    def rename(self) -> None:
        """Ask for a new title of the shown thread."""
        desk = self._desk
        view = self._threads.view_of(desk.thread_id)
        if view is None:
            return
        thread_id = view.id
        ask_text(
            desk.window,
            desk.theme,
            title=self.tr("Rename thread"),
            label=self.tr("Title"),
            text=view.title,
            action=self.tr("Rename"),
            cancel=self.tr("Cancel"),
            on_text=lambda text: desk.spawn(partial(desk.services.threads.rename, thread_id, text), "rename thread"),
            name="rename_dialog",
        )

    def read_page(self, from_seq: int, to_seq: int) -> None:
        """Read the messages that the transcript needs, from one seq to another, both included."""
        desk, transcript = self._desk, self._transcript
        thread_id = desk.thread_id
        if thread_id is None:
            return

        def read(page: MessagePage) -> None:
            if thread_id == desk.thread_id:
                transcript.take_page(page)

        def failed(error: OnesistError) -> None:
            # The transcript says so in the place of the messages, with a button that asks again.
            if thread_id == desk.thread_id:
                transcript.page_failed(from_seq, to_seq)

        desk.spawn(partial(desk.services.threads.page, thread_id, from_seq, to_seq), "messages", read, on_error=failed)
