# SPDX-License-Identifier: MIT
"""Values that services hand to the window. Immutable; a change comes as a new value on the event bus."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from onesist_desktop.core.answerer import AnswererInfo, Capabilities, PermissionMode, Readiness
from onesist_desktop.core.handoff import HandoffItem
from onesist_desktop.core.ids import HandoffId, MessageId, ProjectId, ProviderId, QueuedId, RunId, ThreadId
from onesist_desktop.core.messages import Message
from onesist_desktop.core.records import HandoffDelivery, ReceiptKind, RunStatus
from onesist_desktop.core.transition import TransitionKind
from onesist_desktop.core.turn_events import ApprovalAsked, Outcome, Usage

__all__ = [
    "ApprovalView",
    "HandoffDelivery",
    "HandoffPreview",
    "HandoffView",
    "MessagePage",
    "ProjectView",
    "ProviderView",
    "QueueView",
    "QueuedView",
    "ReceiptKind",
    "RunStatus",
    "RunView",
    "ThreadSnapshot",
    "ThreadState",
    "ThreadView",
]


class ThreadState(StrEnum):
    """What a thread's row shows at its right end. Only one at a time."""

    IDLE = "idle"
    WORKING = "working"
    ASKS = "asks"
    FAILED = "failed"


@dataclass(frozen=True, slots=True)
class ProjectView:
    """A project. ``folder_exists`` is False when its folder has gone; its threads are still there."""

    id: ProjectId
    title: str
    root_path: str
    folder_exists: bool = True
    opened_at: float = 0.0


@dataclass(frozen=True, slots=True)
class ThreadView:
    """A thread as its row shows it. ``provider_id`` and ``model`` are those of its last run, else what was chosen."""

    id: ThreadId
    project_id: ProjectId
    title: str
    parent_thread_id: ThreadId | None = None
    forked_at_seq: int | None = None
    provider_id: ProviderId | None = None
    model: str | None = None
    mode: PermissionMode = PermissionMode.ASK
    state: ThreadState = ThreadState.IDLE
    updated_at: float = 0.0


FIRST_PAGE = 40
"""Messages that a thread is opened with: more than a screen shows, and few, because the start of the app waits for them."""

EARLIER_PAGE = 60
"""Messages that *Show earlier messages* adds."""


@dataclass(frozen=True, slots=True)
class MessagePage:
    """Messages oldest first; ``has_earlier`` tells whether the thread has more before the first."""

    messages: tuple[Message, ...]
    has_earlier: bool = False


@dataclass(frozen=True, slots=True)
class RunView:
    """A run. ``started_at`` and ``finished_at`` in seconds since the epoch. ``retrying`` words a provider's retry, if any."""

    id: RunId
    thread_id: ThreadId
    ordinal: int
    provider_id: ProviderId
    model: str | None
    status: RunStatus
    user_message_id: MessageId
    reply_message_id: MessageId | None = None
    handoff_id: HandoffId | None = None
    outcome: Outcome | None = None
    usage: Usage | None = None
    started_at: float = 0.0
    finished_at: float | None = None
    retry_attempt: int = 0
    retry_max: int = 0


@dataclass(frozen=True, slots=True)
class HandoffView:
    """A handoff as it was made. ``text`` is exactly what went over, secrets as placeholders."""

    id: HandoffId
    thread_id: ThreadId
    provider_id: ProviderId
    strategy: str
    delivery: HandoffDelivery
    text: str
    size_bytes: int
    included_count: int
    omitted_count: int
    created_at: float


@dataclass(frozen=True, slots=True)
class HandoffPreview:
    """What the next send would hand over. Counts are messages: of ``due_count``, ``omitted_count`` are left out whole."""

    thread_id: ThreadId
    provider_id: ProviderId
    transition: TransitionKind
    due_count: int
    chosen: tuple[HandoffItem, ...] = ()
    omitted_count: int = 0
    text: str = ""
    budget_bytes: int = 0

    @property
    def size_bytes(self) -> int:
        """Size of the text in UTF-8."""
        return len(self.text.encode("utf-8", "surrogatepass"))


@dataclass(frozen=True, slots=True)
class ProviderView:
    """Someone who may answer. ``readiness`` is None until it was checked; it is advice and never blocks sending.

    ``needs_key`` tells whether a key belongs to it; ``has_key`` whether there is one; ``is_custom`` that it was added in this
    app and can be changed or removed.
    """

    info: AnswererInfo
    capabilities: Capabilities
    readiness: Readiness | None = None
    needs_key: bool = False
    has_key: bool = False
    is_custom: bool = False
    default_model: str = ""


@dataclass(frozen=True, slots=True)
class QueuedView:
    """A message that waits for its turn. It has no seq yet."""

    id: QueuedId
    thread_id: ThreadId
    text: str
    provider_id: ProviderId
    model: str | None = None


@dataclass(frozen=True, slots=True)
class QueueView:
    """The queue of a thread. ``is_held`` after a run that did not complete, and after a restart."""

    thread_id: ThreadId
    items: tuple[QueuedView, ...] = ()
    is_held: bool = False


@dataclass(frozen=True, slots=True)
class ApprovalView:
    """A question that an agent waits on."""

    thread_id: ThreadId
    run_id: RunId
    request: ApprovalAsked


@dataclass(frozen=True, slots=True)
class ThreadSnapshot:
    """Everything that showing a thread needs, read in one go. ``handoffs`` are those that its receipts name."""

    thread: ThreadView
    page: MessagePage
    run: RunView | None = None
    queue: QueueView | None = None
    approvals: tuple[ApprovalView, ...] = ()
    resendable_id: MessageId | None = None
