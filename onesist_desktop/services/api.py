# SPDX-License-Identifier: MIT
"""The use cases as the window sees them. The classes behind are in the modules of this package; bootstrap joins them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from onesist_desktop.core.answerer import ModelInfo, PermissionMode, RunOptions
from onesist_desktop.core.ids import HandoffId, MessageId, ProjectId, ProviderId, QueuedId, ThreadId
from onesist_desktop.runtime.bus import EventBus
from onesist_desktop.runtime.supervisor import TaskSupervisor
from onesist_desktop.services.views import (
    EARLIER_PAGE,
    FIRST_PAGE,
    HandoffPreview,
    HandoffView,
    MessagePage,
    ProjectView,
    ProviderView,
    ThreadSnapshot,
    ThreadView,
)


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

    async def earlier(self, thread_id: ThreadId, before_seq: int, limit: int = EARLIER_PAGE) -> MessagePage:
        """Read messages before a seq."""
        ...

    async def set_mode(self, thread_id: ThreadId, mode: PermissionMode) -> None:
        """Change what the thread's agent may do, from the next run on."""
        ...


class Turns(Protocol):
    """Runs: sending, stopping, queueing, answering an agent's questions."""

    async def send(self, thread_id: ThreadId, text: str, options: RunOptions) -> None:
        """Store the message and start a run, or queue it when a run works. Returns once it is stored.

        Raises InvalidInputError for an empty message and StorageError; then nothing was stored and the text must stay in the
        composer. What happens after that is told on the bus and in the transcript.
        """
        ...

    async def send_again(self, thread_id: ThreadId, message_id: MessageId, options: RunOptions | None = None) -> None:
        """Run the last content message again, with ``options`` if given, else as before. Raises BusyError, NotFoundError."""
        ...

    async def stop(self, thread_id: ThreadId) -> None:
        """Stop the run of that thread, if one works. Returns when the outcome is stored."""
        ...

    async def decide(self, thread_id: ThreadId, request_id: str, option: str) -> None:
        """Answer what an agent waits on."""
        ...

    async def edit_queued(self, queued_id: QueuedId, text: str) -> None:
        """Change a queued message. Raises NotFoundError when it was sent meanwhile."""
        ...

    async def delete_queued(self, queued_id: QueuedId) -> None:
        """Take a message out of the queue. Raises NotFoundError when it was sent meanwhile."""
        ...

    async def send_queued(self, queued_id: QueuedId) -> None:
        """Send a queued message now: while a run works, that run is stopped first. Releases a held queue."""
        ...


class Handoffs(Protocol):
    """What providers were told, and would be told."""

    async def read(self, handoff_id: HandoffId) -> HandoffView:
        """Read one handoff with its exact text. Raises NotFoundError."""
        ...

    async def preview(self, thread_id: ThreadId, options: RunOptions, text: str = "") -> HandoffPreview:
        """Work out what a send with these options would hand over now."""
        ...


class Providers(Protocol):
    """Who may answer, and their keys."""

    def list_providers(self) -> Sequence[ProviderView]:
        """List providers in the order in which pickers show them."""
        ...

    async def refresh(self) -> None:
        """Check every provider's readiness again; ProvidersChanged tells the results."""
        ...

    async def models(self, provider_id: ProviderId) -> Sequence[ModelInfo]:
        """List a provider's models. Raises AnswererError."""
        ...

    async def add_model_provider(
        self, *, kind: str, title: str, base_url: str, default_model: str, key: str, for_session_only: bool = False
    ) -> ProviderId:
        """Add a model provider; ``kind`` is ``openai_compatible`` or ``anthropic``.

        Raises InvalidInputError, or KeyringError; then nothing was saved.
        """
        ...

    async def save_key(self, provider_id: ProviderId, key: str, *, for_session_only: bool = False) -> None:
        """Save a key in the keyring, or in memory only. Raises InvalidInputError, KeyringError; then nothing changed."""
        ...

    async def remove(self, provider_id: ProviderId) -> None:
        """Remove a model provider of the person's own and its key. Threads stay as they are."""
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
    bus: EventBus
    supervisor: TaskSupervisor
