# SPDX-License-Identifier: MIT
"""Forks, merges, rewinds and the map as the window sees them (docs/design.md sections 5 and 6)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from onesist_desktop.core.ids import ProjectId, ProviderId, RunId, ThreadId
from onesist_desktop.services.lineage_views import (
    BeadDetails,
    FamilyView,
    ForkChoice,
    ForkPreview,
    LineageMap,
    MergePreview,
    RewindPreview,
    RewindView,
)
from onesist_desktop.services.views import ThreadView


class Forks(Protocol):
    """Branching a thread at a message."""

    async def preview(self, thread_id: ThreadId, at_seq: int) -> ForkPreview:
        """Work out what a fork at that message would be. Raises LineageError, NotFoundError."""
        ...

    async def fork(self, thread_id: ThreadId, at_seq: int, choice: ForkChoice | None = None) -> ThreadView:
        """Fork a thread at a settled message, that one included, also while the thread works. ThreadAdded tells it too.

        Raises LineageError (UNKNOWN_SEQ, EMPTY, CYCLE), NotFoundError, StorageError; then nothing was changed.
        """
        ...


class Merges(Protocol):
    """Bringing back to its parent what a fork has of its own."""

    async def preview(self, child_id: ThreadId) -> MergePreview:
        """Work out what a merge would bring now.

        Raises LineageError: NOT_A_FORK, PARENT_GONE, CYCLE, NOTHING_NEW, NOTHING_FITS.
        """
        ...

    async def merge(self, child_id: ThreadId) -> None:
        """Merge now: one message of history and a notice at the parent's end. MessageAdded and ThreadChanged tell it.

        Raises LineageError, also PARENT_WORKS; then nothing was changed. May be done again: it brings only what is new. A rewind
        of the parent can't be taken back any more afterwards, as after a send.
        """
        ...

    async def merge_when_ended(self, child_id: ThreadId) -> None:
        """Merge as soon as the parent's run has ended, or at once if none works. It survives a restart. ThreadChanged tells."""
        ...

    async def do_not_wait(self, child_id: ThreadId) -> None:
        """Take :meth:`merge_when_ended` back. Does nothing where nothing waits."""
        ...


class Rewinds(Protocol):
    """Going back to a message, and starting a provider clean."""

    async def preview(self, thread_id: ThreadId, to_seq: int) -> RewindPreview:
        """Work out what would be set aside. Raises LineageError (UNKNOWN_SEQ, NOTHING_LATER)."""
        ...

    async def rewind(self, thread_id: ThreadId, to_seq: int) -> RewindView:
        """Set aside everything after that message. MessagesSetAside tells.

        Raises LineageError, also WORKS; then nothing was changed.
        """
        ...

    async def undo(self, thread_id: ThreadId) -> None:
        """Take the newest rewind back. Raises LineageError(ALREADY_SETTLED) once something was sent since."""
        ...

    async def open_rewind(self, thread_id: ThreadId) -> RewindView | None:
        """Return the newest rewind that can be taken back."""
        ...

    async def start_clean(self, thread_id: ThreadId, provider_id: ProviderId) -> None:
        """Give up the provider's session: it begins afresh with the next message and is told the history again.

        Raises LineageError(WORKS) while it works in that thread.
        """
        ...


class Lineage(Protocol):
    """Reading the lineage: the map and a thread's family."""

    async def map(self, project_id: ProjectId) -> LineageMap:
        """Read all threads with their answers and merges."""
        ...

    async def bead(self, run_id: RunId) -> BeadDetails:
        """Read what the map's card shows of an answer. Raises NotFoundError."""
        ...

    async def family(self, thread_id: ThreadId) -> FamilyView:
        """Read a thread's family, who has seen what of it, and what was handed over in it. Raises NotFoundError."""
        ...


class ThreadShelf(Protocol):
    """Pinning, archiving and deleting threads. Each can be taken back."""

    async def pin(self, thread_id: ThreadId, *, is_pinned: bool) -> None:
        """Keep a thread's family at the top, or no longer."""
        ...

    async def archive(self, thread_id: ThreadId) -> None:
        """Put a thread away; its forks stay. ThreadRemoved tells. Raises LineageError(WORKS) while it works."""
        ...

    async def delete(self, thread_id: ThreadId) -> None:
        """Hide a thread until it goes for good at the next start. Its forks, worktree and branch stay. ThreadRemoved tells.

        Raises LineageError(WORKS) while it works.
        """
        ...

    async def restore(self, thread_id: ThreadId) -> None:
        """Bring back a thread that was archived or deleted. ThreadAdded tells. Raises NotFoundError once it is gone for good."""
        ...

    async def archived(self, project_id: ProjectId) -> Sequence[ThreadView]:
        """List the archived threads, put away last first."""
        ...
