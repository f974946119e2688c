# SPDX-License-Identifier: MIT
"""What happened, as services announce it on the event bus. Handlers run on the loop's thread, at once."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from onesist_desktop.core.ids import MessageId, ThreadId
from onesist_desktop.core.messages import Message
from onesist_desktop.services.views import ApprovalView, PreferencesView, QueueView, RunView, ThreadView


@dataclass(frozen=True, slots=True)
class ThreadAdded:
    """A thread came to be."""

    thread: ThreadView


@dataclass(frozen=True, slots=True)
class ThreadChanged:
    """A thread's title, provider, state or time changed."""

    thread: ThreadView


@dataclass(frozen=True, slots=True)
class MessageAdded:
    """A message was stored at the end of its thread."""

    message: Message


@dataclass(frozen=True, slots=True)
class MessageChanged:
    """A message reads ``message`` now: a settled answer, a receipt whose delivery moved on."""

    message: Message


@dataclass(frozen=True, slots=True)
class AnswerGrew:
    """One frame of a streaming answer, at most 25 a second. Parts that did not change are the same objects as before."""

    message: Message


@dataclass(frozen=True, slots=True)
class RunChanged:
    """A run moved on."""

    run: RunView


@dataclass(frozen=True, slots=True)
class QueueChanged:
    """A thread's queue is now ``queue``."""

    queue: QueueView


@dataclass(frozen=True, slots=True)
class ApprovalsChanged:
    """What a thread's agent waits on is now ``approvals``."""

    thread_id: ThreadId
    approvals: tuple[ApprovalView, ...]


@dataclass(frozen=True, slots=True)
class ResendableChanged:
    """The message that offers *Send again*, or None."""

    thread_id: ThreadId
    message_id: MessageId | None


@dataclass(frozen=True, slots=True)
class ProvidersChanged:
    """The list of providers, or one's readiness or key, changed."""


@dataclass(frozen=True, slots=True)
class PreferencesChanged:
    """The person set something else."""

    preferences: PreferencesView


class NoticeLevel(StrEnum):
    """How much a notice of the app matters."""

    INFO = "info"
    WARNING = "warning"
    ERROR = "error"


@dataclass(frozen=True, slots=True)
class NoticeRaised:
    """The app itself has something to say, in no thread. ``code`` names the text, ``detail`` its parameter."""

    level: NoticeLevel
    code: str
    detail: str = ""
