# SPDX-License-Identifier: MIT
"""Fills the palette with what can be done now and with the threads of the project."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from PySide6.QtCore import QObject, Qt
from PySide6.QtGui import QKeySequence

from onesist_desktop.core.ids import ThreadId
from onesist_desktop.services.views import ThreadState
from onesist_desktop.ui.command_table import menu_title
from onesist_desktop.ui.commands import Commands
from onesist_desktop.ui.controllers.desk import Desk
from onesist_desktop.ui.models.threads_model import ThreadsModel
from onesist_desktop.ui.palette.entries import Entry, Section
from onesist_desktop.ui.palette.palette_dialog import PaletteDialog
from onesist_desktop.ui.words import when_text


class PaletteController(QObject):
    """Opens the palette.

    Args:
        commands: Returns the window's commands, which are made after the controllers.
        on_thread: Shows a thread.
    """

    def __init__(
        self, desk: Desk, threads: ThreadsModel, commands: Callable[[], Commands], on_thread: Callable[[ThreadId], object]
    ) -> None:
        super().__init__(desk)
        self._desk = desk
        self._threads = threads
        self._commands = commands
        self._on_thread = on_thread

    def open(self) -> None:
        """Open the palette with everything in it."""
        self._open(None)

    def open_threads(self) -> None:
        """Open the palette with the threads alone."""
        self._open(Section.GO_TO)

    def _open(self, only: Section | None) -> None:
        desk = self._desk
        if desk.window.findChild(PaletteDialog) is not None:
            return
        entries = [*self._what_can_be_done(), *self._where_to_go()]
        dialog = PaletteDialog(desk.theme, desk.book, entries, desk.window, only=only)
        # Once it is closed: what a command opens must not lie under a dialog that goes away.
        queued = Qt.ConnectionType.QueuedConnection
        dialog.command_chosen.connect(self._do, queued)
        dialog.thread_chosen.connect(lambda thread_id: self._on_thread(ThreadId(thread_id)), queued)
        dialog.open()

    def _do(self, command_id: str) -> None:
        self._commands().action(command_id).trigger()

    def _what_can_be_done(self) -> Iterator[Entry]:
        commands = self._commands()
        for command in commands.table:
            if command.is_listed and commands.action(command.id).isEnabled():
                keys = QKeySequence(command.shortcut).toString(QKeySequence.SequenceFormat.NativeText)
                hint = menu_title(command.menu).replace("&", "")
                text = commands.action(command.id).text()
                yield Entry(Section.DO, command.id, text, hint, keys, command.icon or "caret-right")

    def _where_to_go(self) -> Iterator[Entry]:
        for view in self._threads.threads():
            title = view.title or self.tr("New thread")
            hint = self.tr("needs you") if view.state is ThreadState.ASKS else when_text(view.updated_at, self._desk.now())
            icon = "" if view.provider_id is not None else "chat-text"
            yield Entry(Section.GO_TO, view.id, title, hint, "", icon, view.provider_id)
