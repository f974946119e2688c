# SPDX-License-Identifier: MIT
"""What of forking, merging and rewinding can be done now, and if not, why."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QCoreApplication

from onesist_desktop.core.messages import Message, MessageStatus
from onesist_desktop.services.views import ThreadView
from onesist_desktop.ui.language import fill


@dataclass(frozen=True, slots=True)
class Reasons:
    """Why each can't be done now; empty where it can.

    Attributes:
        merges_later: Merging is what is waited for already, so that the command takes it back.
    """

    fork: str = ""
    rewind: str = ""
    merge: str = ""
    undo: str = ""
    clean: str = ""
    merges_later: bool = False


def reasons_for(
    view: ThreadView | None,
    target: Message | None,
    messages: Sequence[Message],
    *,
    fork_at: Message | None = None,
    last_seq: int = 0,
    working: str = "",
    can_undo: bool = False,
    clean: str = "",
) -> Reasons:
    """Work out what can be done with the shown thread.

    Args:
        view: The shown thread.
        target: The message that commands are about.
        messages: What is held of the thread.
        fork_at: The message at which a fork would be.
        last_seq: Seq of the thread's last message, held or not; 0 where only what is held is known.
        working: Who works in it, empty for nobody.
        can_undo: A rewind can be taken back.
        clean: Why nobody can be started clean; empty where that can be done.
    """
    tr = QCoreApplication.translate
    if view is None:
        nothing = tr("Lineage", "No thread is shown.")
        return Reasons(nothing, nothing, nothing, nothing, nothing)
    works = fill(tr("Lineage", "%1 works in this thread. Stop it first, or wait for its end."), working) if working else ""
    undo = works or ("" if can_undo else tr("Lineage", "Nothing was set aside since the last message."))
    merge = "" if view.parent_thread_id is not None else tr("Lineage", "This thread is no fork.")
    return Reasons(
        _fork(fork_at),
        _rewind(target, messages, last_seq) or works,
        merge,
        undo,
        clean or works,
        merges_later=view.merge_waits and not merge,
    )


def _fork(target: Message | None) -> str:
    tr = QCoreApplication.translate
    if target is None:
        return tr("Lineage", "There is no message to fork at yet.")
    if target.status is MessageStatus.STREAMING:
        return tr("Lineage", "This answer isn't finished.")
    return ""


def _rewind(target: Message | None, messages: Sequence[Message], last_seq: int) -> str:
    tr = QCoreApplication.translate
    if target is None:
        return tr("Lineage", "There is no message to go back to yet.")
    # Where the end isn't held, what comes there is no notice as a rule; the preview says so where all of it is.
    goes_on = last_seq > max((message.seq for message in messages), default=0)
    if not goes_on and not any(message.seq > target.seq and not message.is_notice for message in messages):
        return tr("Lineage", "Nothing comes after this message.")
    return ""
