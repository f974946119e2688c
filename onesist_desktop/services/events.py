# SPDX-License-Identifier: MIT
"""What happened, as services announce it on the event bus. Handlers run on the loop's thread, at once."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from onesist_desktop.core.ids import MessageId, ProjectId, ThreadId, WorktreeId
from onesist_desktop.core.messages import Message
from onesist_desktop.services.lineage_views import RewindView
from onesist_desktop.services.views import ApprovalView, PreferencesView, QueueView, RunView, ThreadView
from onesist_desktop.services.workspace_views import CopyTotals, RemovalResult, SetupView, WorkspaceView, WorktreeRow


@dataclass(frozen=True, slots=True)
class ThreadAdded:
    """A thread came to be."""

    thread: ThreadView


@dataclass(frozen=True, slots=True)
class ThreadChanged:
    """A thread's title, provider, state or time changed."""

    thread: ThreadView


@dataclass(frozen=True, slots=True)
class ThreadRemoved:
    """A thread was archived or deleted; its forks stay."""

    thread_id: ThreadId
    project_id: ProjectId
    is_deleted: bool = False


@dataclass(frozen=True, slots=True)
class MessagesSetAside:
    """The messages of a thread after ``to_seq`` up to ``upto_seq`` were set aside, or (``is_undone``) are there again.

    ``rewind`` is the rewind that can be taken back now, if there is one.
    """

    thread_id: ThreadId
    to_seq: int
    upto_seq: int
    is_undone: bool = False
    rewind: RewindView | None = None


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


@dataclass(frozen=True, slots=True)
class WorkspaceChanged:
    """Where a thread works, or its counts, changed. ``thread_id`` None: the project folder of a thread that isn't there yet."""

    thread_id: ThreadId | None
    workspace: WorkspaceView


@dataclass(frozen=True, slots=True)
class WorkspaceProgress:
    """How far the making of a worktree is. ``step``: ``branch``, ``files``, ``submodules``, ``copying`` or ``checking``.

    ``total`` is 0 where it isn't known. ``thread_id`` is the thread that will work there.
    """

    thread_id: ThreadId
    step: str
    done: int = 0
    total: int = 0


@dataclass(frozen=True, slots=True)
class SetupChanged:
    """The set-up of a worktree moved on, at most ten times a second."""

    setup: SetupView


@dataclass(frozen=True, slots=True)
class WorktreeMeasured:
    """It is known what a worktree holds, its size or what blocks it."""

    row: WorktreeRow


@dataclass(frozen=True, slots=True)
class RemovalProgress:
    """How far a removal is: ``step`` is ``counting``, ``keeping`` or ``removing``; with ``result`` that one has ended."""

    worktree_id: WorktreeId
    index: int
    count: int
    step: str = ""
    result: RemovalResult | None = None


@dataclass(frozen=True, slots=True)
class CopyTotalsChanged:
    """How many worktrees a project has, or what they take, changed."""

    project_id: ProjectId
    totals: CopyTotals


@dataclass(frozen=True, slots=True)
class ProjectFolderChanged:
    """The open project's folder vanished or is there again."""

    project_id: ProjectId
    exists: bool


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
