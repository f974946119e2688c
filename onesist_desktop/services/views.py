# SPDX-License-Identifier: MIT
"""Values that services hand to the window. Immutable; a change comes as a new value on the event bus."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from onesist_desktop.core.answerer import (
    AnswererInfo,
    Capabilities,
    ManualContext,
    ModelInfo,
    PermissionMode,
    Readiness,
    SetupHelp,
)
from onesist_desktop.core.errors import FailureReason
from onesist_desktop.core.handoff import HandoffItem
from onesist_desktop.core.ids import HandoffId, MessageId, ProjectId, ProviderId, QueuedId, RunId, ThreadId, WorktreeId
from onesist_desktop.core.merging import MergeState
from onesist_desktop.core.messages import AttachmentPart, Message
from onesist_desktop.core.records import HandoffDelivery, ReceiptKind, RunStatus
from onesist_desktop.core.transition import TransitionKind
from onesist_desktop.core.turn_events import ApprovalAsked, Outcome, Usage
from onesist_desktop.core.workspaces import WorkspaceKind

__all__ = [
    "ApprovalView",
    "Draft",
    "DueItem",
    "FoundInThread",
    "FoundPart",
    "HandoffDelivery",
    "HandoffPreview",
    "HandoffView",
    "KnownAgentView",
    "Landmark",
    "MergeState",
    "MessagePage",
    "ModelList",
    "Outlook",
    "PreferencesView",
    "ProjectView",
    "ProviderUsage",
    "ProviderView",
    "QueueView",
    "QueuedView",
    "ReceiptKind",
    "RunDetails",
    "RunStatus",
    "RunView",
    "ThemeChoice",
    "ThreadSnapshot",
    "ThreadState",
    "ThreadView",
    "WindowPlace",
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
    """A thread as its row shows it. ``provider_id`` and ``model`` are those of its last run, else what was chosen.

    ``workspace_kind``, ``worktree_id`` and ``repository`` (a key, empty for the project folder) tell where its next run works.

    Attributes:
        fork_number: Of a fork, what tells it from the others of its family. While it was never renamed, its row shows this number
            and then ``own_words``, the beginning of its own first message.
        parent_title: The parent's title when it was forked, for the time after the parent.
        merge: Whether its own answers were merged back.
        unmerged_count: How many of its own answers were not.
        merge_waits: It will be merged back when the parent's run ends.
    """

    id: ThreadId
    project_id: ProjectId
    title: str
    parent_thread_id: ThreadId | None = None
    forked_at_seq: int | None = None
    provider_id: ProviderId | None = None
    model: str | None = None
    mode: PermissionMode = PermissionMode.ASK
    effort: str | None = None
    state: ThreadState = ThreadState.IDLE
    updated_at: float = 0.0
    is_unread: bool = False
    workspace_kind: WorkspaceKind = WorkspaceKind.PROJECT
    worktree_id: WorktreeId | None = None
    repository: str = ""
    fork_number: int | None = None
    is_renamed: bool = False
    own_words: str = ""
    parent_title: str = ""
    is_pinned: bool = False
    merge: MergeState = MergeState.NONE
    unmerged_count: int = 0
    merge_waits: bool = False


FIRST_PAGE = 40
"""Messages that a thread is opened with: more than a screen shows, and few, because the start of the app waits for them."""


@dataclass(frozen=True, slots=True)
class MessagePage:
    """The messages of a thread from one seq to another, both included, oldest first. A seq in between may have none.

    Attributes:
        messages: The messages.
        from_seq: The first seq that was read; 0 for an empty thread.
        to_seq: The last seq that was read.
        runs: The runs that the messages belong to, as far as they are known.
    """

    messages: tuple[Message, ...]
    from_seq: int = 0
    to_seq: int = 0
    runs: tuple[RunView, ...] = ()


class Landmark(StrEnum):
    """What a reader can jump to in a thread."""

    QUESTION = "question"
    """A message of the person."""
    ERROR = "error"
    """A failed run."""


@dataclass(frozen=True, slots=True)
class FoundPart:
    """A part of a message that holds what was searched for. ``count`` is how often, without overlaps.

    ``part`` is its ordinal. A notice of a failed run has no parts; its program's own words count as part 0.
    """

    seq: int
    part: int
    count: int


@dataclass(frozen=True, slots=True)
class FoundInThread:
    """Where a text occurs in a thread, oldest first. ``is_cut``: there are more than were listed."""

    text: str
    parts: tuple[FoundPart, ...] = ()
    is_cut: bool = False

    @property
    def count(self) -> int:
        """How often the text was found."""
        return sum(part.count for part in self.parts)


@dataclass(frozen=True, slots=True)
class Draft:
    """What a person wrote and has not sent."""

    text: str = ""
    attachments: tuple[AttachmentPart, ...] = ()


@dataclass(frozen=True, slots=True)
class Outlook:
    """What one provider would be told by the next send: of ``due_count`` messages, ``omitted_count`` would be left out."""

    provider_id: ProviderId
    due_count: int
    omitted_count: int = 0
    is_new: bool = False


@dataclass(frozen=True, slots=True)
class RunDetails:
    """One run as the inspector shows it.

    Attributes:
        run: The run.
        mode: What its agent may do.
        cwd: The folder it works in.
        question_seq: Seq of the message that it answers.
        handoff: What it was told beside that message, if anything.
        native_session_id: The agent's own name of its session, as far as it told.
        session_note: Why that session was retired, a value of ``core.records.RetireReason``; empty while it is in use.
        reply: The answer so far.
        previous_run_id: The run before it in its thread.
        next_run_id: The run after it.
        copy_of: Title of the repository of which its folder is, or was, an own copy; empty for another folder.
        copy_is_gone: That own copy was released or removed.
    """

    run: RunView
    mode: PermissionMode
    cwd: str
    question_seq: int
    handoff: HandoffView | None = None
    native_session_id: str = ""
    session_note: str = ""
    reply: Message | None = None
    previous_run_id: RunId | None = None
    next_run_id: RunId | None = None
    copy_of: str = ""
    copy_is_gone: bool = False


class ThemeChoice(StrEnum):
    """Which look the window has. High contrast is followed from the desktop where that says so, or chosen."""

    SYSTEM = "system"
    LIGHT = "light"
    DARK = "dark"
    HIGH_CONTRAST_LIGHT = "high_contrast_light"
    HIGH_CONTRAST_DARK = "high_contrast_dark"


@dataclass(frozen=True, slots=True)
class PreferencesView:
    """What the person set. ``language`` is ``system``, ``en`` or ``id`` and counts from the next start on.

    ``notifies``: the desktop tells when a run ends, fails or asks while the window is not in front.
    """

    theme: ThemeChoice = ThemeChoice.SYSTEM
    language: str = "system"
    text_percent: int = 100
    enter_sends: bool = True
    notifies: bool = True
    shows_menu_bar: bool = False
    handoff_cap_bytes: int = 16_000


@dataclass(frozen=True, slots=True)
class WindowPlace:
    """Where the window and its regions were, in logical pixels. None: let the desktop decide."""

    width: int = 1_280
    height: int = 820
    x: int | None = None
    y: int | None = None
    is_maximized: bool = False
    sidebar_width: int = 280
    inspector_width: int = 344
    is_sidebar_shown: bool = True
    is_inspector_shown: bool = True


@dataclass(frozen=True, slots=True)
class RunView:
    """A run.

    Attributes:
        started_at: In seconds since the epoch, as are all times.
        retry_attempt: Of ``retry_max`` tries, when the provider failed and is asked again; 0 while all is well.
        retry_reason: Why it is asked again.
        quiet_since: Since when nothing was heard of the provider, once that is long; None while it works or waits for a person.
        can_steer: A message can be handed to this run while it works.
    """

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
    retry_reason: FailureReason | None = None
    effort: str | None = None
    quiet_since: float | None = None
    can_steer: bool = False


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
class DueItem:
    """One item that a send could hand over, as the preview lists it.

    Attributes:
        item: What it is.
        place: Its place among the items of its message, from 0; with ``message_seq`` what ``ManualContext.left_out`` names it by.
        provider_id: Who said it; None for the person.
        is_chosen: It goes over.
        is_left_out: The person left it out. Else, if it isn't chosen, it doesn't fit.
        message_seq: Seq of its message; of what a merge brought another one than ``item.seq``, which is that in the branch.
    """

    item: HandoffItem
    place: int
    provider_id: ProviderId | None = None
    is_chosen: bool = True
    is_left_out: bool = False
    message_seq: int = 0

    @property
    def name(self) -> tuple[int, int]:
        """What ``ManualContext.left_out`` names it by."""
        return self.message_seq or self.item.seq, self.place


@dataclass(frozen=True, slots=True)
class HandoffPreview:
    """What the next send would hand over. Counts are messages: of ``due_count``, ``omitted_count`` are left out whole.

    ``occupied`` of ``context_window`` tokens would be in use before the new message, each None where it isn't known: what the
    session held at its last call, and an estimate of what would be handed over.

    ``items`` are listed where they were asked for only (``Handoffs.preview(..., with_items=True)``), in the order of the history;
    of a long history ``unlisted_count`` earlier ones aren't: they don't go over.
    ``secret_count``: how many different secrets are hidden in the text. ``manual`` is what the person changed; ``note_fits`` is
    False where there is no room for its note, which stays out then. ``is_new``: the provider was never in the thread.
    """

    thread_id: ThreadId
    provider_id: ProviderId
    transition: TransitionKind
    due_count: int
    chosen: tuple[HandoffItem, ...] = ()
    omitted_count: int = 0
    text: str = ""
    budget_bytes: int = 0
    occupied: int | None = None
    context_window: int | None = None
    items: tuple[DueItem, ...] = ()
    unlisted_count: int = 0
    is_new: bool = False
    note_fits: bool = True
    secret_count: int = 0
    manual: ManualContext | None = None

    @property
    def size_bytes(self) -> int:
        """Size of the text in UTF-8."""
        return len(self.text.encode("utf-8", "surrogatepass"))


@dataclass(frozen=True, slots=True)
class ProviderView:
    """Someone who may answer. ``readiness`` is None until it was checked; it is advice and never blocks sending.

    Attributes:
        needs_key: Whether a key belongs to it.
        has_key: Whether there is one.
        is_custom: It was added in this app and can be changed or removed.
        warning: A code, empty for none: ``key_over_http`` when its key and what is said travel unencrypted to another machine,
            ``text_over_http`` when it has no key but the rest is so.
        takes_program: Where its program is can be set.
        program: The program that the person chose; empty while it is looked up.
        account_of: The agent of which this is another account.
        account_folder: Folder in which that account's sign-in and settings are.
        can_have_accounts: Further accounts of it can be added.
    """

    info: AnswererInfo
    capabilities: Capabilities
    readiness: Readiness | None = None
    needs_key: bool = False
    has_key: bool = False
    is_custom: bool = False
    default_model: str = ""
    warning: str = ""
    takes_program: bool = False
    program: str = ""
    account_of: ProviderId | None = None
    account_folder: str = ""
    can_have_accounts: bool = False


@dataclass(frozen=True, slots=True)
class ModelList:
    """The models of a provider.

    Attributes:
        models: In the provider's order; empty where it can't tell.
        fetched_at: When it told, in seconds since the epoch; None if it never did.
        failure: Why it could not be asked just now, if so; then the list is the one remembered from before.
    """

    models: tuple[ModelInfo, ...] = ()
    fetched_at: float | None = None
    failure: Outcome | None = None


@dataclass(frozen=True, slots=True)
class KnownAgentView:
    """An agent that speaks the Agent Client Protocol and that this app knows how to start.

    Attributes:
        key: Names it for ``Providers.add_known_agent``.
        program: Where its program is; empty when it isn't installed.
        provider_id: The provider that it was added as, None if it wasn't.
    """

    key: str
    title: str
    family: str
    setup: SetupHelp
    program: str = ""
    provider_id: ProviderId | None = None


@dataclass(frozen=True, slots=True)
class ProviderUsage:
    """What one provider used in a thread. ``usage`` sums its runs, and says nothing of occupancy."""

    provider_id: ProviderId
    run_count: int
    usage: Usage


@dataclass(frozen=True, slots=True)
class QueuedView:
    """A message that waits for its turn. It has no seq yet."""

    id: QueuedId
    thread_id: ThreadId
    text: str
    provider_id: ProviderId
    model: str | None = None
    attachments: tuple[AttachmentPart, ...] = ()


@dataclass(frozen=True, slots=True)
class QueueView:
    """The queue of a thread. ``is_held`` after a run that did not complete, and after a restart."""

    thread_id: ThreadId
    items: tuple[QueuedView, ...] = ()
    is_held: bool = False


@dataclass(frozen=True, slots=True)
class ApprovalView:
    """What an agent waits on. ``asked_at`` in seconds since the epoch; ``cwd`` is where it would happen."""

    thread_id: ThreadId
    run_id: RunId
    request: ApprovalAsked
    asked_at: float = 0.0
    cwd: str = ""


@dataclass(frozen=True, slots=True)
class ThreadSnapshot:
    """Everything that showing a thread needs, read in one go. It has messages from ``first_seq`` to ``last_seq``; 0 for none."""

    thread: ThreadView
    page: MessagePage
    run: RunView | None = None
    queue: QueueView | None = None
    approvals: tuple[ApprovalView, ...] = ()
    resendable_id: MessageId | None = None
    first_seq: int = 0
    last_seq: int = 0
    draft: Draft = Draft()
