# SPDX-License-Identifier: MIT
"""The use cases as the window sees them. The classes behind are in the modules of this package; bootstrap joins them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from onesist_desktop.core.answerer import Answers, PermissionMode, RunOptions
from onesist_desktop.core.ids import HandoffId, MessageId, ProjectId, ProviderId, QueuedId, RunId, ThreadId
from onesist_desktop.core.messages import AttachmentPart
from onesist_desktop.runtime.bus import EventBus
from onesist_desktop.runtime.supervisor import TaskSupervisor
from onesist_desktop.services.lineage_api import Forks, Lineage, Merges, Rewinds, ThreadShelf
from onesist_desktop.services.views import (
    FIRST_PAGE,
    Draft,
    FoundInThread,
    HandoffPreview,
    HandoffView,
    KnownAgentView,
    Landmark,
    MessagePage,
    ModelList,
    Outlook,
    PreferencesView,
    ProjectView,
    ProviderUsage,
    ProviderView,
    RunDetails,
    ThreadSnapshot,
    ThreadView,
    WindowPlace,
)
from onesist_desktop.services.workspace_api import Cleanup, Workspaces


class Projects(Protocol):
    """Folders that the person opened."""

    async def open_folder(self, path: str) -> ProjectView:
        """Open a folder as a project, new or known. Raises InvalidInputError when it isn't a readable folder."""
        ...

    async def recent(self) -> Sequence[ProjectView]:
        """List projects, last opened first."""
        ...


class Threads(Protocol):
    """Threads of a project and their transcripts."""

    async def list_threads(self, project_id: ProjectId) -> Sequence[ThreadView]:
        """List a project's threads, newest activity first."""
        ...

    async def create(self, project_id: ProjectId, title: str = "") -> ThreadView:
        """Create an empty thread. Without a title it is named after its first message."""
        ...

    async def rename(self, thread_id: ThreadId, title: str) -> None:
        """Rename a thread. Raises InvalidInputError for an empty title."""
        ...

    async def open_thread(self, thread_id: ThreadId, limit: int = FIRST_PAGE) -> ThreadSnapshot:
        """Read the newest ``limit`` messages and the thread's live state."""
        ...

    async def page(self, thread_id: ThreadId, from_seq: int, to_seq: int) -> MessagePage:
        """Read the messages from one seq to another, both included."""
        ...

    async def find(self, thread_id: ThreadId, text: str) -> FoundInThread:
        """Find a text in what the thread's messages say, whatever its case. Reads in slices; may be cancelled."""
        ...

    async def landmark(self, thread_id: ThreadId, from_seq: int, what: Landmark, *, forward: bool) -> int | None:
        """Return the seq of the next landmark strictly after (or before) a seq, None when there is none."""
        ...

    async def mark_read(self, thread_id: ThreadId) -> None:
        """The person has seen the thread's end."""
        ...

    async def set_mode(self, thread_id: ThreadId, mode: PermissionMode) -> None:
        """Change what the thread's agent may do, from the next run on."""
        ...


class Turns(Protocol):
    """Runs: sending, stopping, queueing, answering an agent's questions."""

    async def send(self, thread_id: ThreadId, text: str, options: RunOptions) -> None:
        """Store the message and start a run, or queue it when a run works. Returns once it is stored.

        Raises InvalidInputError for an empty message and StorageError; then nothing was stored and the text must stay in the
        composer. What happens after that is told on the bus and in the transcript. The draft that says just this is forgotten in
        the same moment; one that says anything else stays.
        """
        ...

    async def send_again(self, thread_id: ThreadId, message_id: MessageId, options: RunOptions | None = None) -> None:
        """Run the last content message again, with ``options`` if given, else as before. Raises BusyError, NotFoundError."""
        ...

    async def stop(self, thread_id: ThreadId) -> None:
        """Stop the run of that thread, if one works. Returns when the outcome is stored."""
        ...

    async def decide(self, thread_id: ThreadId, request_id: str, option: str, word: str = "", answers: Answers = ()) -> None:
        """Answer what an agent waits on; see ``core.answerer.Turn.decide``."""
        ...

    async def edit_queued(self, queued_id: QueuedId, text: str) -> None:
        """Change a queued message. Raises NotFoundError when it was sent meanwhile."""
        ...

    async def delete_queued(self, queued_id: QueuedId) -> None:
        """Take a message out of the queue. Raises NotFoundError when it was sent meanwhile."""
        ...

    async def move_queued(self, queued_id: QueuedId, before: QueuedId | None) -> None:
        """Let a queued message wait in front of another of its thread, or at the end. Raises NotFoundError."""
        ...

    async def send_queued(self, queued_id: QueuedId) -> None:
        """Send a queued message now: while a run works, that run is stopped first. Releases a held queue."""
        ...

    async def steer_queued(self, queued_id: QueuedId) -> None:
        """Hand a queued message to the run that works (``RunView.can_steer``). It stays queued until the agent took it.

        Raises NotFoundError when it was sent meanwhile, BusyError when the run can't take it now.
        """
        ...


class Handoffs(Protocol):
    """What providers were told, and would be told."""

    async def read(self, handoff_id: HandoffId) -> HandoffView:
        """Read one handoff with its exact text. Raises NotFoundError."""
        ...

    async def preview(
        self,
        thread_id: ThreadId,
        options: RunOptions,
        text: str = "",
        again: MessageId | None = None,
        *,
        with_items: bool = False,
    ) -> HandoffPreview:
        """Work out what a send with these options, ``options.manual`` among them, would hand over now.

        ``again``: not of a new message but of sending that one again, as :meth:`Turns.send_again` would.
        ``with_items``: list all items that are due, those that stay out too.
        """
        ...

    async def outlooks(self, thread_id: ThreadId, text: str = "") -> Sequence[Outlook]:
        """Work out, for every provider, what the next send would tell it. For the picker; counts only."""
        ...


class Drafts(Protocol):
    """What was written and not sent. It survives a restart and a crash."""

    async def of_project(self, project_id: ProjectId) -> Draft:
        """Read what was written in a project before it had a thread."""
        ...

    async def save(self, project_id: ProjectId, thread_id: ThreadId | None, draft: Draft) -> None:
        """Keep a draft, of a thread or of a project without one; an empty draft is forgotten."""
        ...


class Attachments(Protocol):
    """Files and pictures that go with a message. They are copied, so that the transcript keeps what was sent."""

    async def add_file(self, path: str) -> AttachmentPart:
        """Take a copy of a file. Raises AttachmentError, whose ``fault`` says what is wrong with the file; StorageError."""
        ...

    async def add_data(self, name: str, media_type: str, data: bytes) -> AttachmentPart:
        """Keep data, such as a picture from the clipboard or a long text, as a file. Raises as :meth:`add_file`."""
        ...


class Runs(Protocol):
    """What a run did, for the inspector. Runs whose questions were set aside are neither the newest nor beside another one."""

    async def details(self, run_id: RunId) -> RunDetails:
        """Read a run. Raises NotFoundError."""
        ...

    async def newest(self, thread_id: ThreadId) -> RunDetails | None:
        """Read the newest run of a thread."""
        ...

    async def usage(self, thread_id: ThreadId) -> Sequence[ProviderUsage]:
        """Sum what the runs of a thread used, for each provider, the one with the most runs first."""
        ...


class Preferences(Protocol):
    """What the person set, and where the window was."""

    @property
    def view(self) -> PreferencesView:
        """What is set now."""
        ...

    @property
    def place(self) -> WindowPlace:
        """Where the window was."""
        ...

    async def save(self, wanted: PreferencesView) -> None:
        """Keep what the person set; PreferencesChanged tells. Raises InvalidInputError, StorageError; then nothing changed."""
        ...

    async def save_place(self, place: WindowPlace) -> None:
        """Keep where the window is. Raises StorageError."""
        ...


class Providers(Protocol):
    """Who may answer, and their keys."""

    def list_providers(self) -> Sequence[ProviderView]:
        """List providers in the order in which pickers show them."""
        ...

    async def refresh(self) -> None:
        """Check every provider's readiness again; ProvidersChanged tells the results."""
        ...

    async def models(self, provider_id: ProviderId, *, refresh: bool = False) -> ModelList:
        """List a provider's models, as remembered while that is not too old. Never raises for what a provider did wrong."""
        ...

    async def add_model_provider(
        self, *, kind: str, title: str, base_url: str, default_model: str, key: str, for_session_only: bool = False
    ) -> ProviderId:
        """Add a model provider; ``kind`` is a value of ``settings.schema.ModelProviderKind``: ``openai_compatible``, ``openai``,
        ``anthropic`` or ``google``. The same address may be added again, with another key.

        Raises InvalidInputError, or KeyringError; then nothing was saved.
        """
        ...

    async def save_key(self, provider_id: ProviderId, key: str, *, for_session_only: bool = False) -> None:
        """Save a key in the keyring, or in memory only. Raises InvalidInputError, KeyringError; then nothing changed."""
        ...

    async def remove_key(self, provider_id: ProviderId) -> None:
        """Forget a key, in the keyring and in memory. Raises KeyringError; then it is still there."""
        ...

    async def remove(self, provider_id: ProviderId) -> None:
        """Remove a provider that was added here (``ProviderView.is_custom``), and its key. Threads stay as they are."""
        ...

    async def known_agents(self) -> Sequence[KnownAgentView]:
        """List the agents of the small registry, and look which are installed."""
        ...

    async def add_known_agent(self, key: str) -> ProviderId:
        """Add an agent of the registry, installed or not. Raises NotFoundError, InvalidInputError when it was added before."""
        ...

    async def add_agent(self, *, title: str, command: str) -> ProviderId:
        """Add any agent that speaks the Agent Client Protocol.

        ``command`` is a program and its arguments as one would type them; no shell reads it. Raises InvalidInputError.
        """
        ...

    async def add_account(self, provider_id: ProviderId, title: str) -> ProviderId:
        """Add another account of an agent, as a provider with a folder of its own for sign-in and settings.

        Raises InvalidInputError, StorageError; then nothing changed.
        """
        ...

    async def set_program(self, provider_id: ProviderId, program: str) -> None:
        """Remember where an agent's program is; empty for *look it up*. Raises InvalidInputError."""
        ...


@dataclass(frozen=True, slots=True)
class AppServices:
    """Everything the window may use. ``supervisor`` owns the tasks that its slots spawn."""

    projects: Projects
    threads: Threads
    turns: Turns
    handoffs: Handoffs
    providers: Providers
    drafts: Drafts
    attachments: Attachments
    runs: Runs
    preferences: Preferences
    workspaces: Workspaces
    cleanup: Cleanup
    forks: Forks
    merges: Merges
    rewinds: Rewinds
    lineage: Lineage
    shelf: ThreadShelf
    bus: EventBus
    supervisor: TaskSupervisor
