# SPDX-License-Identifier: MIT
"""What the window asks of a transcript. Whoever implements this is a QWidget with exactly these signals and methods."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Protocol

from PySide6.QtCore import SignalInstance
from PySide6.QtWidgets import QWidget

from onesist_desktop.core.ids import MessageId, RewindId, ThreadId
from onesist_desktop.core.messages import Message
from onesist_desktop.services.views import ApprovalView, MessagePage, RunView, ThreadSnapshot
from onesist_desktop.ui.transcript.copied_text import Copying
from onesist_desktop.ui.transcript.found_marks import FoundPlace


class Transcript(Protocol):
    """Shows one thread.

    Calls for messages of another thread than the shown one are ignored, and a message is known by its id: adding one that is
    there already changes it.

    Signals:
        what_was_told(handoff_id: str): The person wants to read a handoff.
        send_again(message_id: str): The person wants that message sent again.
        decided(request_id: str, option: str, word: str, answers: tuple): The person answered what an agent waits on; see
            ``services.api.Turns.decide``.
        continue_wanted(message_id: str, provider_id: str): The person wants somebody else to answer that message; the id is that of
            the one who is proposed.
        page_wanted(from_seq: int, to_seq: int): Messages of the shown thread are needed; answered by :meth:`take_page`, or by
            :meth:`page_failed`. Both seqs are included.
        set_up_wanted(provider_id: str): The person wants to set up who could not answer.
        mode_wanted(): The person wants to choose what an agent may do.
        about_wanted(run_id: str): The person wants to know more about that run.
        notice_wanted(message_id: str): The person clicked the button of a notice about a fork, a merge or a rewind.
        fork_wanted(seq: int): The person wants to fork the thread at that message.
        rewind_wanted(seq: int): The person wants to go back to that message.
        forks_wanted(seq: int, at: QPoint): The person wants to see the forks of a message, at a place of the screen.
        selection_changed(): Something else is selected, or nothing.
        end_reached(): The reader sees the thread's end now.
        menu_wanted(at: QPoint, message_id: str): The person asks at a place of the screen what can be done; the id may be empty.
    """

    what_was_told: SignalInstance
    send_again: SignalInstance
    decided: SignalInstance
    continue_wanted: SignalInstance
    page_wanted: SignalInstance
    set_up_wanted: SignalInstance
    mode_wanted: SignalInstance
    about_wanted: SignalInstance
    notice_wanted: SignalInstance
    fork_wanted: SignalInstance
    rewind_wanted: SignalInstance
    forks_wanted: SignalInstance
    selection_changed: SignalInstance
    end_reached: SignalInstance
    menu_wanted: SignalInstance

    @property
    def as_widget(self) -> QWidget:
        """The widget to put into the window."""
        ...

    @property
    def messages(self) -> tuple[Message, ...]:
        """The messages that were read and are still held, oldest first."""
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

    def take_page(self, page: MessagePage) -> None:
        """Take messages that were asked for, without moving what the reader sees."""
        ...

    def page_failed(self, from_seq: int, to_seq: int) -> None:
        """Say in their place that these messages could not be read, and let them be asked for again."""
        ...

    def set_run(self, run: RunView | None) -> None:
        """Take the state of the thread's run."""
        ...

    def set_approvals(self, approvals: Sequence[ApprovalView]) -> None:
        """Show what the agent waits on, as cards at the end."""
        ...

    def set_root(self, path: str) -> None:
        """Take the folder of the project, from which on places are named in cards; empty for none."""
        ...

    def focus_card(self) -> bool:
        """Bring the oldest card that waits for an answer into view and put the focus on it. False where there is none."""
        ...

    def let_decide_again(self, request_id: str) -> None:
        """Let a card be answered again, as its answer did not get through."""
        ...

    def set_resendable(self, message_id: MessageId | None) -> None:
        """Offer *Send again* for that message, or for none."""
        ...

    def set_open_rewind(self, rewind_id: RewindId | None) -> None:
        """Offer *Undo* at the notice of that rewind, or at none."""
        ...

    def set_forks(self, counts: Mapping[int, int]) -> None:
        """Take how many forks messages have, by seq; they are marked on the rail. Another thread has none until told."""
        ...

    def refresh_providers(self) -> None:
        """Names or marks of providers may have changed."""
        ...

    # -- finding one's way --------------------------------------------------------------------------------------------------

    @property
    def reading_seq(self) -> int:
        """Seq of the message that the reader is at: the first that is whole, or the last one at the thread's end; else 0."""
        ...

    @property
    def last_seq(self) -> int:
        """Seq of the thread's last message as far as is known, held or not; 0 for none."""
        ...

    @property
    def is_at_end(self) -> bool:
        """Whether the thread's end is to be seen."""
        ...

    def jump_to(self, seq: int, part: int | None = None) -> None:
        """Bring a message, or one of its parts, into view; it is read first if it must be."""
        ...

    def mark_found(self, text: str, place: FoundPlace | None) -> None:
        """Mark a text wherever it stands, and bring one place of it into view; an empty text marks nothing."""
        ...

    def select_all(self) -> None:
        """Select the whole thread."""
        ...

    def selected_text(self) -> str:
        """Return what is selected and held, as plain text; empty for nothing."""
        ...

    @property
    def selected_seqs(self) -> tuple[int, int] | None:
        """First and last seq that the selection touches; None while nothing is selected."""
        ...

    def holds(self, from_seq: int, to_seq: int) -> bool:
        """Tell whether all messages between two seqs, both included, are held."""
        ...

    def copied(self, messages: Sequence[Message], *, as_markdown: bool) -> str:
        """Return the selected part of these messages, held or not, for the clipboard."""
        ...

    def copying(self, messages: Sequence[Message], *, as_markdown: bool) -> Copying:
        """Do what :meth:`copied` does, in steps between which the window can answer. What is selected when it begins counts."""
        ...

    def copied_whole(self, message: Message, *, as_markdown: bool) -> str:
        """Return all of a message for the clipboard."""
        ...

    def copying_whole(self, message: Message, *, as_markdown: bool) -> Copying:
        """Do what :meth:`copied_whole` does, in steps between which the window can answer."""
        ...

    def scroll_to_end(self) -> None:
        """Go to the newest message and follow it."""
        ...
