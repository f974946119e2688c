# SPDX-License-Identifier: MIT
"""The menu of a message, and what the commands about a message are about."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject, QPoint, QTimer, Signal
from PySide6.QtWidgets import QAbstractScrollArea, QMainWindow

from onesist_desktop.core.ids import MessageId, RunId
from onesist_desktop.core.messages import Message
from onesist_desktop.ui.commands import Commands
from onesist_desktop.ui.controllers.copy_controller import CopyController
from onesist_desktop.ui.controllers.desk import Desk
from onesist_desktop.ui.transcript.interface import Transcript

MESSAGE_COMMANDS = (
    "copy_selection",
    "copy_as_markdown",
    "",
    "copy_message",
    "copy_message_markdown",
    "",
    "fork_here",
    "rewind_here",
    "",
    "about_answer",
    "send_again",
)

_REST_MS = 100
"""How long the reader has to stay at a place before commands follow."""


class MessageMenu(QObject):
    """Remembers the message that was asked about last; else the commands are about the one at which the reader is.

    Args:
        commands: Returns the window's commands, which are made after the controllers.
        on_about: Shows a run in the inspector.

    Signals:
        changed(): Another message is the one that commands are about.
    """

    changed = Signal()

    def __init__(
        self,
        desk: Desk,
        window: QMainWindow,
        transcript: Transcript,
        copies: CopyController,
        commands: Callable[[], Commands],
        on_about: Callable[[RunId], object],
    ) -> None:
        super().__init__(desk)
        self._desk = desk
        self._window = window
        self._transcript = transcript
        self._copies = copies
        self._commands = commands
        self._on_about = on_about
        self._chosen: MessageId | None = None
        self._rest = QTimer(self)
        self._rest.setSingleShot(True)
        self._rest.setInterval(_REST_MS)
        self._rest.timeout.connect(self._on_rested)
        transcript.menu_wanted.connect(self._open)
        surface = transcript.as_widget
        if isinstance(surface, QAbstractScrollArea):
            surface.verticalScrollBar().valueChanged.connect(lambda _value: self._rest.start())

    @property
    def chosen(self) -> Message | None:
        """The message whose menu is open, as far as it is held."""
        return next((message for message in self._transcript.messages if message.id == self._chosen), None)

    @property
    def target(self) -> Message | None:
        """The message that the commands are about, as far as it is held."""
        messages = self._transcript.messages
        chosen = self.chosen
        if chosen is not None:
            return chosen
        seq = self._transcript.reading_seq
        read = next((message for message in messages if message.seq == seq and not message.is_notice), None)
        if read is not None or not messages:
            return read
        # At a notice it is about the message before that.
        return next((message for message in reversed(messages) if message.seq <= seq and not message.is_notice), None)

    def forget(self) -> None:
        """Another thread is shown."""
        self._chosen = None

    def copy_text(self) -> None:
        """Copy the message as text."""
        self._copy(as_markdown=False)

    def copy_markdown(self) -> None:
        """Copy the message as Markdown."""
        self._copy(as_markdown=True)

    def about(self) -> None:
        """Show the run that the message belongs to."""
        target = self.target
        if target is not None and target.run_id is not None:
            self._on_about(target.run_id)

    def _copy(self, *, as_markdown: bool) -> None:
        target = self.target
        if target is not None:
            self._copies.copy_message(target.id, as_markdown=as_markdown)

    def _open(self, at: QPoint, message_id: str) -> None:
        self._chosen = MessageId(message_id) if message_id else None
        self.changed.emit()
        menu = self._commands().context_menu(self._window, MESSAGE_COMMANDS, "message_menu")
        # Once it is closed and has done what was chosen, commands are about what is read again.
        menu.destroyed.connect(self._on_closed)
        menu.popup(at)

    def _on_rested(self) -> None:
        if not self._desk.is_closed:
            self.changed.emit()

    def _on_closed(self) -> None:
        self._chosen = None
        self.changed.emit()
