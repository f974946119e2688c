# SPDX-License-Identifier: MIT
"""What workspaces need of other services, so that each can be made and tested alone."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import AbstractAsyncContextManager
from typing import Protocol

from onesist_desktop.core.ids import ThreadId, WorktreeId
from onesist_desktop.services.workspace_views import OpenTarget, SetupOffer, SetupView
from onesist_desktop.storage.records import WorktreeRecord


class IdleThreads(Protocol):
    """Keeps threads from working, see ``services.turns.TurnService.idle``."""

    def idle(self, thread_id: ThreadId) -> AbstractAsyncContextManager[None]:
        """Keep a thread from working as long as the block lasts. Raises BusyError when it works."""
        ...


class Setups(Protocol):
    """Set-up commands of worktrees."""

    async def offer(self, project_root: str, repository_key: str) -> SetupOffer | None:
        """Return what would be run in a new worktree of a repository."""
        ...

    async def begin(self, worktree: WorktreeRecord, thread_id: ThreadId, project_root: str) -> None:
        """Ask whether it may run in a worktree that was just made, or run it in the background."""
        ...

    async def view(self, worktree_id: WorktreeId) -> SetupView | None:
        """See ``services.workspace_api.Workspaces.setup``."""
        ...

    async def agree(self, worktree_id: WorktreeId, command: str) -> None:
        """See ``services.workspace_api.Workspaces.agree_to_setup``."""
        ...

    async def decline(self, worktree_id: WorktreeId) -> None:
        """See ``services.workspace_api.Workspaces.decline_setup``."""
        ...

    async def run_again(self, worktree_id: WorktreeId) -> None:
        """See ``services.workspace_api.Workspaces.run_setup_again``."""
        ...

    async def cancel(self, worktree_id: WorktreeId) -> None:
        """See ``services.workspace_api.Workspaces.cancel_setup``."""
        ...


class FolderOpeners(Protocol):
    """Opens folders in editors and terminals."""

    async def targets(self) -> Sequence[OpenTarget]:
        """See ``services.workspace_api.Workspaces.open_targets``."""
        ...

    async def open_in(self, path: str, key: str) -> None:
        """See ``services.workspace_api.Workspaces.open_in``."""
        ...
