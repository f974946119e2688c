# SPDX-License-Identifier: MIT
"""The use cases of workspaces and clean-up as the window sees them, beside ``services.api``."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from onesist_desktop.core.ids import ProjectId, ThreadId, WorktreeId
from onesist_desktop.core.workspaces import BlockingProcess
from onesist_desktop.services.workspace_views import (
    CopyChoices,
    CopyTotals,
    Destination,
    OpenTarget,
    ProjectLook,
    RemovalRequest,
    RemovalResult,
    SetupView,
    WorkspaceView,
    WorktreeRow,
)


class Workspaces(Protocol):
    """Where threads work. What long calls do is told by ``services.events.WorkspaceProgress``; cancelling the task cancels them."""

    async def look(self, project_id: ProjectId) -> ProjectLook:
        """Look which repositories a project has and what is the matter with its folder. Runs nothing of the repositories'."""
        ...

    async def of_thread(self, thread_id: ThreadId) -> WorkspaceView:
        """Return where a thread works, with fresh counts. Also names the shown workspace, which is watched from now on."""
        ...

    async def of_project(self, project_id: ProjectId) -> WorkspaceView:
        """Return the project folder as a workspace, for a thread that isn't there yet. As :meth:`of_thread` otherwise."""
        ...

    def set_seen(self, is_seen: bool) -> None:
        """Say whether the window can be seen. While it can't, nothing is read; what changed then is read once afterwards."""
        ...

    async def choices(self, project_id: ProjectId, repository: str, title: str, thread_id: ThreadId | None = None) -> CopyChoices:
        """Read what can be chosen for an own copy of a repository, for a thread with that title. Raises WorkspaceError."""
        ...

    async def move(self, thread_id: ThreadId, destination: Destination) -> WorkspaceView:
        """Let a thread work somewhere else from its next run on; a worktree that isn't there is made first.

        Retires the thread's sessions, so that the next turn is a handoff there, and leaves a notice.

        Raises:
            BusyError: A run of the thread works.
            WorkspaceError: It could not be made; then nothing is left of it and the thread works where it did.
        """
        ...

    async def make_first_commit(self, project_id: ProjectId, repository: str) -> None:
        """Make an empty first commit, so that worktrees can be made. Adds no files. Raises WorkspaceError."""
        ...

    async def make_repository(self, project_id: ProjectId) -> None:
        """Make the project folder a Git repository with an empty first commit. Adds no files. Raises WorkspaceError."""
        ...

    async def recreate(self, worktree_id: WorktreeId) -> WorkspaceView:
        """Make the folder of a missing or released worktree again from its branch. Raises WorkspaceError."""
        ...

    async def locate(self, worktree_id: WorktreeId, path: str) -> WorkspaceView:
        """Take the folder to which a missing worktree was moved by hand. Raises WorkspaceError when it isn't that one."""
        ...

    async def open_targets(self) -> Sequence[OpenTarget]:
        """List the editors and terminals that are installed."""
        ...

    async def open_in(self, path: str, key: str) -> None:
        """Open a folder in one of these. Raises WorkspaceError when it does not start."""
        ...

    async def setup(self, worktree_id: WorktreeId) -> SetupView | None:
        """Return how the set-up of a worktree goes, None where there is none."""
        ...

    async def agree_to_setup(self, worktree_id: WorktreeId, command: str) -> None:
        """Agree to exactly this command and run it in the background. Raises WorkspaceError when the file reads otherwise now."""
        ...

    async def decline_setup(self, worktree_id: WorktreeId) -> None:
        """Don't run it in this worktree."""
        ...

    async def run_setup_again(self, worktree_id: WorktreeId) -> None:
        """Run the agreed command again. Raises WorkspaceError, BusyError."""
        ...

    async def cancel_setup(self, worktree_id: WorktreeId) -> None:
        """End the set-up with all it started."""
        ...


class Cleanup(Protocol):
    """Removing worktrees without losing work. Nothing here is ever called by the app itself."""

    async def rows(self, project_id: ProjectId) -> Sequence[WorktreeRow]:
        """List all worktrees of ours in a project, not measured, last used last. Quick."""
        ...

    async def measure(self, ids: Sequence[WorktreeId]) -> Sequence[WorktreeRow]:
        """Measure worktrees; each is told by ``WorktreeMeasured`` as soon as it is known. May be cancelled."""
        ...

    async def remove(self, request: RemovalRequest) -> Sequence[RemovalResult]:
        """Remove or release worktrees, each measured again first. Told by ``RemovalProgress``.

        Never raises for one of them: its result says what happened. Cancelling the task stops after the one that works.
        """
        ...

    async def forget(self, worktree_id: WorktreeId) -> None:
        """Take a missing worktree out of the list and out of Git's. Its branch stays. Raises WorkspaceError if it is there."""
        ...

    async def unlock(self, worktree_id: WorktreeId) -> None:
        """Take away Git's lock. Raises WorkspaceError."""
        ...

    async def end_processes(self, worktree_id: WorktreeId, processes: Sequence[BlockingProcess]) -> Sequence[BlockingProcess]:
        """End exactly these processes. Returns those that are still there."""
        ...

    async def totals(self, project_id: ProjectId) -> CopyTotals:
        """Count worktrees of ours in a project, with what was last measured of their size."""
        ...
