# SPDX-License-Identifier: MIT
"""Making and renaming threads, and reading on in them."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QObject

from onesist_desktop.core.errors import OnesistError
from onesist_desktop.services.views import ThreadView
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
        transcript.earlier_wanted.connect(self.read_earlier)

    def create(self) -> None:
        """Make a thread in the open project."""
        desk = self._desk
        if desk.project is not None:
            call = partial(desk.services.threads.create, desk.project.id)
            desk.spawn(call, "new thread", self._on_made, exclusive="new-thread")

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

    def read_earlier(self, before_seq: int) -> None:
        """Read the messages before a seq."""
        desk = self._desk
        thread_id = desk.thread_id
        if thread_id is None:
            return

        def failed(error: OnesistError) -> None:
            self._transcript.let_ask_earlier_again()
            desk.say_error(error)

        desk.spawn(
            partial(desk.services.threads.earlier, thread_id, before_seq),
            "earlier messages",
            lambda page: self._transcript.prepend(page) if thread_id == desk.thread_id else None,
            on_error=failed,
        )
