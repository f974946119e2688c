# SPDX-License-Identifier: MIT
"""Rows as values, for the stores' callers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from onesist_desktop.core.answerer import ManualContext, PermissionMode
from onesist_desktop.core.errors import FailureReason
from onesist_desktop.core.ids import (
    HandoffId,
    MessageId,
    ProjectId,
    ProviderId,
    QueuedId,
    RewindId,
    RunId,
    SessionRowId,
    ThreadId,
    TransferId,
    WorktreeId,
)
from onesist_desktop.core.messages import AttachmentPart
from onesist_desktop.core.records import (
    HandoffDelivery,
    Resolution,
    RetireReason,
    RewindState,
    RunStatus,
    SessionState,
    Strategy,
    TransferKind,
)
from onesist_desktop.core.turn_events import Delivery, OutcomeKind, Usage
from onesist_desktop.core.workspaces import WorktreeState


@dataclass(frozen=True, slots=True)
class ProjectRecord:
    """Row of ``projects``. ``root_path`` is a real path."""

    id: ProjectId
    title: str
    root_path: str
    created_at: float
    opened_at: float


@dataclass(frozen=True, slots=True)
class ThreadRecord:
    """Row of ``threads``.

    Attributes:
        fork_number: Tells the forks of one family apart, from 2 on; None for a thread that is no fork.
        is_renamed: The person gave it its title.
        own_words: Of a fork, the beginning of its own first message.
        parent_title: The parent's title when it was forked, for the time after the parent.
        deleted_at: It is hidden, and goes for good at the next start.
    """

    id: ThreadId
    project_id: ProjectId
    title: str
    mode: PermissionMode
    created_at: float
    updated_at: float
    parent_thread_id: ThreadId | None = None
    root_thread_id: ThreadId | None = None
    forked_at_seq: int | None = None
    merged_upto_seq: int | None = None
    provider_id: ProviderId | None = None
    model: str | None = None
    effort: str | None = None
    last_seq: int = 0
    queue_held: bool = False
    is_unread: bool = False
    archived_at: float | None = None
    repository: str | None = None
    worktree_id: WorktreeId | None = None
    fork_number: int | None = None
    is_renamed: bool = False
    own_words: str = ""
    parent_title: str = ""
    pinned_at: float | None = None
    deleted_at: float | None = None


@dataclass(frozen=True, slots=True)
class WorktreeRecord:
    """Row of ``worktrees``. All paths are real paths.

    Attributes:
        base_folder: The base folder when it was made; empty for one that was made elsewhere.
        branch: The branch that it was last seen on; empty for a detached head.
        made_branch: The branch was made together with it.
        base_commit: The commit that it began at.
        steps: How far making or removing it got, as its service notes.
        note: How an earlier attempt ended, in Git's own words.
    """

    id: WorktreeId
    project_id: ProjectId
    repository: str
    repository_path: str
    base_folder: str
    path: str
    is_ours: bool
    state: WorktreeState
    created_at: float
    used_at: float
    branch: str = ""
    made_branch: bool = False
    base: str = ""
    base_commit: str = ""
    steps: Mapping[str, Any] = field(default_factory=dict)
    note: str = ""
    size_bytes: int | None = None
    setup_state: str | None = None
    setup_command: str | None = None
    setup_output: str | None = None
    setup_exit_code: int | None = None
    ended_at: float | None = None


@dataclass(frozen=True, slots=True)
class ConsentRecord:
    """Row of ``setup_consents``."""

    project_path: str
    repository: str
    command_sha256: str
    command: str
    agreed_at: float


@dataclass(frozen=True, slots=True)
class SessionRecord:
    """Row of ``chat_provider_sessions``.

    Attributes:
        forked_from: The agent's own session of which this one is a fork, at ``fork_anchor`` (None: at its end).
        inherited_seqs: Sorted seqs that it holds from there beyond ``known_upto_seq``, as own ones.
    """

    id: SessionRowId
    thread_id: ThreadId
    provider_id: ProviderId
    state: SessionState
    cwd: str
    mode: PermissionMode
    created_at: float
    updated_at: float
    native_session_id: str | None = None
    known_upto_seq: int = 0
    model: str | None = None
    anchor: str | None = None
    truncate_to: str | None = None
    occupied: int | None = None
    context_window: int | None = None
    retired_reason: RetireReason | None = None
    forked_from: str | None = None
    fork_anchor: str | None = None
    inherited_seqs: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class RunRecord:
    """Row of ``runs``."""

    id: RunId
    thread_id: ThreadId
    ordinal: int
    provider_id: ProviderId
    model: str | None
    mode: PermissionMode
    cwd: str
    status: RunStatus
    user_message_id: MessageId
    started_at: float
    reply_message_id: MessageId | None = None
    session_row_id: SessionRowId | None = None
    handoff_id: HandoffId | None = None
    delivery: Delivery | None = None
    had_due: bool = False
    delivered_any: bool = False
    prompt_held: bool = False
    reply_held: bool = False
    known_before: int | None = None
    known_after: int | None = None
    anchor_before: str | None = None
    anchor: str | None = None
    outcome: OutcomeKind | None = None
    reason: FailureReason | None = None
    detail: str | None = None
    usage: Usage | None = None
    accepted_at: float | None = None
    finished_at: float | None = None
    effort: str | None = None
    resets_at: float | None = None


@dataclass(frozen=True, slots=True)
class TransferRecord:
    """Row of ``context_transfers``.

    Of a merge, ``base_seq`` and ``source_seq`` are the child's seqs after which and up to which was brought, and ``message_id`` the
    message in the parent that brought it. Of a fork, both are the fork point, and ``message_id`` the notice in the child.
    """

    id: TransferId
    kind: TransferKind
    source_thread_id: ThreadId
    target_thread_id: ThreadId
    resolution: Resolution
    created_at: float
    source_provider_id: ProviderId | None = None
    target_provider_id: ProviderId | None = None
    base_seq: int | None = None
    source_seq: int | None = None
    message_id: MessageId | None = None


@dataclass(frozen=True, slots=True)
class RewindRecord:
    """Row of ``rewinds``: content with seqs after ``to_seq`` up to ``upto_seq`` was set aside."""

    id: RewindId
    thread_id: ThreadId
    to_seq: int
    upto_seq: int
    notice_id: MessageId
    state: RewindState
    created_at: float
    moved_at: float | None = None


@dataclass(frozen=True, slots=True)
class HandoffRecord:
    """Row of ``context_handoffs``. The seq lists are sorted; the text never changes once written."""

    id: HandoffId
    transfer_id: TransferId
    thread_id: ThreadId
    provider_id: ProviderId
    strategy: Strategy
    covered_seqs: tuple[int, ...]
    included_seqs: tuple[int, ...]
    omitted_seqs: tuple[int, ...]
    included_count: int
    omitted_count: int
    text: str
    size_bytes: int
    made_by: str
    delivery: HandoffDelivery
    created_at: float
    run_id: RunId | None = None
    session_row_id: SessionRowId | None = None
    supersedes_id: HandoffId | None = None
    moved_at: float | None = None


@dataclass(frozen=True, slots=True)
class QueuedRecord:
    """Row of ``queued_messages``, first to be sent first.

    ``steering_run_id`` is the run that it was handed to and that did not say yet whether it took it.
    """

    id: QueuedId
    thread_id: ThreadId
    position: int
    text: str
    provider_id: ProviderId
    model: str | None
    mode: PermissionMode
    created_at: float
    attachments: tuple[AttachmentPart, ...] = ()
    effort: str | None = None
    steering_run_id: RunId | None = None
    manual: ManualContext | None = None

    @property
    def message_id(self) -> MessageId:
        """Id of the message that it becomes: known beforehand, so that it can be looked for after a crash."""
        return MessageId(self.id)


@dataclass(frozen=True, slots=True)
class SteerRecord:
    """Row of ``run_steers``.

    ``is_held``: the agent's session holds the message, and with ``reply_held`` the answer that it ended.
    """

    message_id: MessageId
    run_id: RunId
    reply_id: MessageId | None = None
    is_held: bool = True
    reply_held: bool = True


@dataclass(frozen=True, slots=True)
class DraftRecord:
    """Row of ``drafts``. ``thread_id`` is None for what was written in a project before it had a thread."""

    project_id: ProjectId
    thread_id: ThreadId | None
    text: str
    updated_at: float
    attachments: tuple[AttachmentPart, ...] = ()

    @property
    def id(self) -> str:
        """What tells it from other drafts."""
        return self.thread_id or self.project_id
