# SPDX-License-Identifier: MIT
"""What the window asks of a transcript. Whoever implements this is a QWidget with exactly these signals and methods."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from PySide6.QtCore import SignalInstance
from PySide6.QtWidgets import QWidget

from onesist_desktop.core.ids import MessageId, ThreadId
from onesist_desktop.core.messages import Message
from onesist_desktop.services.views import ApprovalView, MessagePage, RunView, ThreadSnapshot


class Transcript(Protocol):
    """Shows one thread.

    Calls for messages of another thread than the shown one are ignored, and a message is known by its id: adding one that is
    there already changes it.

    Signals:
        what_was_told(handoff_id: str): The person wants to read a handoff.
        send_again(message_id: str): The person wants that message sent again.
        decided(request_id: str, option: str): The person answered what an agent waits on.
        earlier_wanted(before_seq: int): The person wants messages from before that seq.
        set_up_wanted(provider_id: str): The person wants to set up who could not answer.
    """

    what_was_told: SignalInstance
    send_again: SignalInstance
    decided: SignalInstance
    earlier_wanted: SignalInstance
    set_up_wanted: SignalInstance

    @property
    def as_widget(self) -> QWidget:
        """The widget to put into the window."""
        ...

    @property
    def messages(self) -> tuple[Message, ...]:
        """The messages that are there, oldest first."""
        ...

    @property
    def thread_id(self) -> ThreadId | None:
        """The thread that is shown."""
        ...

    def show_thread(self, snapshot: ThreadSnapshot) -> None:
        """Show a thread from its newest page on, at its end."""
        ...

    def clear(self) -> None:
        """Show no thread."""
        ...

    def add(self, message: Message) -> None:
        """Put a message where its seq belongs, usually the end."""
        ...

    def change(self, message: Message) -> None:
        """Show what a message reads now."""
        ...

    def grow(self, message: Message) -> None:
        """Show one more frame of a streaming answer, as cheaply as possible."""
        ...

    def prepend(self, page: MessagePage) -> None:
        """Put earlier messages before the first, without moving what the reader sees."""
        ...

    def set_run(self, run: RunView | None) -> None:
        """Take the state of the thread's run."""
        ...

    def set_approvals(self, approvals: Sequence[ApprovalView]) -> None:
        """Show what the agent waits on, as cards at the end."""
        ...

    def let_decide_again(self, request_id: str) -> None:
        """Let a card be answered again, as its answer did not get through."""
        ...

    def let_ask_earlier_again(self) -> None:
        """Let earlier messages be asked for again, as reading them failed."""
        ...

    def set_resendable(self, message_id: MessageId | None) -> None:
        """Offer *Send again* for that message, or for none."""
        ...

    def refresh_providers(self) -> None:
        """Names or marks of providers may have changed."""
        ...

    def scroll_to_end(self) -> None:
        """Go to the newest message and follow it."""
        ...
