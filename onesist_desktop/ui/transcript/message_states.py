# SPDX-License-Identifier: MIT
"""State of the view by message: what was opened, whose run it is, what waits. Knows no widgets."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from onesist_desktop.core.ids import MessageId, RewindId, RunId
from onesist_desktop.core.messages import Message, MessageKind, MessageStatus
from onesist_desktop.services.views import ApprovalView, RunStatus, RunView
from onesist_desktop.ui.transcript.message_state import MessageState

_NONE: frozenset[int] = frozenset()
_NO_CALLS: frozenset[str] = frozenset()
_PLAIN = MessageState()


class MessageStates:
    """Puts together the :class:`MessageState` of each message of the shown thread."""

    def __init__(self) -> None:
        self._opened: dict[MessageId, frozenset[int]] = {}
        self._whole: dict[MessageId, frozenset[int]] = {}
        self._wrapped: dict[MessageId, frozenset[str]] = {}
        self._runs: dict[RunId, RunView] = {}
        self._waiting: dict[RunId, frozenset[str]] = {}
        self._run: RunView | None = None
        self.resendable: MessageId | None = None
        self.open_rewind: RewindId | None = None

    @property
    def run(self) -> RunView | None:
        """The thread's run."""
        return self._run

    @property
    def live_run(self) -> RunView | None:
        """The thread's run while it lasts."""
        return self._run if self._run is not None and self._run.status is not RunStatus.FINISHED else None

    @property
    def offered(self) -> MessageId | None:
        """The message that is offered to be sent again: while somebody works, none is."""
        return None if self.live_run is not None else self.resendable

    def clear(self) -> None:
        """Forget everything, for another thread."""
        self._opened.clear()
        self._whole.clear()
        self._wrapped.clear()
        self._runs.clear()
        self._waiting.clear()
        self._run = None
        self.resendable = None
        self.open_rewind = None

    def toggle(self, message_id: MessageId, part: int) -> None:
        """Open or close a step."""
        self._opened[message_id] = self._opened.get(message_id, _NONE) ^ {part}

    def open_whole(self, message_id: MessageId, part: int) -> None:
        """Show an output whole."""
        self._whole[message_id] = self._whole.get(message_id, _NONE) | {part}

    def toggle_wrap(self, message_id: MessageId, fence: str) -> None:
        """Wrap the long lines of a fenced block, or no longer."""
        self._wrapped[message_id] = self._wrapped.get(message_id, _NO_CALLS) ^ {fence}

    def set_run(self, run: RunView | None) -> None:
        """Take the thread's run."""
        self._run = run
        if run is not None:
            self._runs[run.id] = run

    def add_runs(self, runs: Iterable[RunView]) -> None:
        """Take runs of messages that were read. The one that is shown already is at least as new."""
        for run in runs:
            if self._run is None or run.id != self._run.id:
                self._runs[run.id] = run

    def set_approvals(self, approvals: Sequence[ApprovalView]) -> None:
        """Take what the agents wait on."""
        self._waiting.clear()
        for approval in approvals:
            if approval.request.call_id:
                self._waiting[approval.run_id] = self._waiting.get(approval.run_id, _NO_CALLS) | {approval.request.call_id}

    def drop(self, message: Message) -> None:
        """Forget the run of a message that is no longer held. What the person opened stays known."""
        if message.run_id is not None and (self._run is None or self._run.id != message.run_id):
            self._runs.pop(message.run_id, None)

    def of(self, message: Message, *, is_resendable: bool, is_explained: bool) -> MessageState:
        """Return the state of a message."""
        run = self._runs.get(message.run_id) if message.run_id is not None else None
        opened = self._opened.get(message.id, _NONE)
        whole = self._whole.get(message.id, _NONE)
        wrapped = self._wrapped.get(message.id, _NO_CALLS)
        waiting = self._calls(message) if self._waiting else _NO_CALLS
        can_undo = message.kind is MessageKind.REWIND and message.data.get("rewind_id") == self.open_rewind
        if run is None and not (opened or whole or wrapped or waiting or is_resendable or is_explained or can_undo):
            return _PLAIN
        return MessageState(opened, whole, is_resendable, is_explained, waiting, run, wrapped, can_undo)

    def _calls(self, message: Message) -> frozenset[str]:
        if message.run_id in self._waiting:
            return self._waiting[message.run_id]
        if message.status is MessageStatus.STREAMING:
            return frozenset[str]().union(*self._waiting.values())
        return _NO_CALLS
