# SPDX-License-Identifier: MIT
"""Where threads work: looking, moving, making, and what is delegated to set-up and openers (docs/design.md section 10)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from onesist_desktop.core.ids import ProjectId, ThreadId, WorktreeId
from onesist_desktop.git.repositories import make_first_commit, make_repository, open_repository
from onesist_desktop.git.runner import Git
from onesist_desktop.services.context import ServiceContext
from onesist_desktop.services.copy_steps import CopySteps
from onesist_desktop.services.events import WorkspaceChanged
from onesist_desktop.services.git_words import worded
from onesist_desktop.services.live_runs import LiveRuns
from onesist_desktop.services.making import WorktreeMaker
from onesist_desktop.services.mover import Mover
from onesist_desktop.services.remaking import Remaker
from onesist_desktop.services.workspace_choices import CopyChooser
from onesist_desktop.services.workspace_looks import WorkspaceLooks, project_of
from onesist_desktop.services.workspace_parts import FolderOpeners, IdleThreads, Setups
from onesist_desktop.services.workspace_views import CopyChoices, Destination, OpenTarget, ProjectLook, SetupView, WorkspaceView


@dataclass(frozen=True, slots=True)
class _Shown:
    """The workspace that the window shows. ``thread_id`` None: the project folder, for a thread that isn't there yet."""

    project_id: ProjectId
    thread_id: ThreadId | None
    view: WorkspaceView


class WorkspaceService:
    """The use cases of ``services.workspace_api.Workspaces``.

    Args:
        context: Shared by all services.
        git: Runs Git.
        base: Base folder of new worktrees.
        turns: Keeps threads from working while they are moved.
        live: Which threads work.
        setups: Set-up commands.
        openers: Editors and terminals.

    Attributes:
        shown_changed: Called with the workspace that is shown from now on, and each time it is another one; for who watches it.
        seen_changed: Called when the window can or can't be seen any more; for the same.
    """

    def __init__(
        self,
        context: ServiceContext,
        git: Git,
        base: Path,
        turns: IdleThreads,
        live: LiveRuns,
        setups: Setups,
        openers: FolderOpeners,
    ) -> None:
        self.shown_changed: Callable[[WorkspaceView | None], None] = lambda view: None
        self.seen_changed: Callable[[bool], None] = lambda is_seen: None
        self._context = context
        self._git = git
        self._setups = setups
        self._openers = openers
        self._looks = WorkspaceLooks(context, git)
        self._chooser = CopyChooser(context, git, base, setups)
        steps = CopySteps(context, git, setups)
        self._remaker = Remaker(context, git, steps, turns, live)
        self._mover = Mover(context, git, WorktreeMaker(context, git, base), self._remake_for, steps, turns, live)
        self._shown: _Shown | None = None
        self._wanted = object()
        self._changes = 0
        self._refreshing = 0

    @property
    def shown(self) -> WorkspaceView | None:
        """The workspace that the window shows, as it was read last."""
        return self._shown.view if self._shown is not None else None

    async def look(self, project_id: ProjectId) -> ProjectLook:
        """Look at a project's folder."""
        return await self._looks.project(project_id)

    async def of_thread(self, thread_id: ThreadId) -> WorkspaceView:
        """Return where a thread works, which is shown from now on."""
        wanted = self._want()
        view = await self._looks.of_thread(thread_id)
        if wanted is self._wanted:
            self._show(_Shown(view.project_id, thread_id, view))
        return view

    async def of_project(self, project_id: ProjectId) -> WorkspaceView:
        """Return the project folder as a workspace, which is shown from now on."""
        wanted = self._want()
        view = await self._looks.of_project(project_id)
        if wanted is self._wanted:
            self._show(_Shown(project_id, None, view))
        return view

    def set_seen(self, is_seen: bool) -> None:
        """Say whether the window can be seen."""
        self.seen_changed(is_seen)

    async def refresh_shown(self) -> None:
        """Read the shown workspace again, since files changed there, and tell if it is another one now.

        Of calls that come while it is read, one more reading serves all.
        """
        self._refreshing += 1
        if self._refreshing > 1:
            return
        try:
            seen = 0
            while seen != self._refreshing:
                seen = self._refreshing
                await self._refresh()
        finally:
            self._refreshing = 0

    async def choices(self, project_id: ProjectId, repository: str, title: str, thread_id: ThreadId | None = None) -> CopyChoices:
        """Read what can be chosen for an own copy."""
        with worded():
            return await self._chooser.choices(project_id, repository, title, thread_id)

    async def move(self, thread_id: ThreadId, destination: Destination) -> WorkspaceView:
        """Let a thread work somewhere else."""
        with worded():
            await self._mover.move(thread_id, destination, lambda: self._told(thread_id))
        return await self._told(thread_id)

    async def make_first_commit(self, project_id: ProjectId, repository: str) -> None:
        """Make an empty first commit."""
        project = await self._context.database.run(lambda uow: project_of(uow, project_id))
        with worded():
            await make_first_commit(self._git, await open_repository(self._git, project.root_path, repository))
        await self.refresh_shown()

    async def make_repository(self, project_id: ProjectId) -> None:
        """Make the project folder a repository."""
        project = await self._context.database.run(lambda uow: project_of(uow, project_id))
        with worded():
            await make_repository(self._git, project.root_path)
        await self.refresh_shown()

    async def recreate(self, worktree_id: WorktreeId) -> WorkspaceView:
        """Make a worktree's folder again."""
        with worded():
            thread_ids = await self._remaker.recreate(worktree_id, self._shown.thread_id if self._shown else None)
        return await self._told_all(thread_ids, worktree_id)

    async def _remake_for(self, worktree_id: WorktreeId, thread_id: ThreadId) -> None:
        thread_ids = await self._remaker.recreate(worktree_id, thread_id, comes=True)
        await self._told_all(thread_ids, worktree_id)

    async def locate(self, worktree_id: WorktreeId, path: str) -> WorkspaceView:
        """Take the folder to which a worktree was moved."""
        with worded():
            thread_ids = await self._remaker.locate(worktree_id, path)
        return await self._told_all(thread_ids, worktree_id)

    # -- what is shown -------------------------------------------------------------------------------------------------

    def _want(self) -> object:
        """Note that something else is to be shown. One that is read more slowly than what was asked for after it comes too late."""
        self._wanted = object()
        return self._wanted

    def _show(self, shown: _Shown) -> None:
        before, self._shown = self._shown, shown
        if before is None or _place(before.view) != _place(shown.view):
            self.shown_changed(shown.view)

    async def _refresh(self) -> None:
        before = self._shown
        if before is None:
            return
        wanted, changes = self._wanted, self._changes
        if before.thread_id is not None:
            view = await self._looks.of_thread(before.thread_id)
        else:
            view = await self._looks.of_project(before.project_id)
        if self._shown is None or wanted is not self._wanted or changes != self._changes:
            # Something else is opened meanwhile, or what was read is of before a move.
            return
        is_new = view != self._shown.view
        self._show(_Shown(view.project_id, before.thread_id, view))
        if is_new:
            self._context.bus.publish(WorkspaceChanged(before.thread_id, view))

    async def _told(self, thread_id: ThreadId) -> WorkspaceView:
        """Read a thread's workspace after it was changed, and tell of it."""
        self._changes += 1
        view = await self._looks.of_thread(thread_id)
        if self._shown is not None and self._shown.thread_id == thread_id:
            self._show(_Shown(view.project_id, thread_id, view))
        self._context.bus.publish(WorkspaceChanged(thread_id, view))
        return view

    async def _told_all(self, thread_ids: Sequence[ThreadId], worktree_id: WorktreeId) -> WorkspaceView:
        views = [await self._told(thread_id) for thread_id in thread_ids]
        return views[0] if views else await self._looks.of_worktree(worktree_id)

    # -- what others do --------------------------------------------------------------------------------------------------

    async def open_targets(self) -> Sequence[OpenTarget]:
        """List editors and terminals."""
        return await self._openers.targets()

    async def open_in(self, path: str, key: str) -> None:
        """Open a folder in one."""
        await self._openers.open_in(path, key)

    async def setup(self, worktree_id: WorktreeId) -> SetupView | None:
        """Return how a set-up goes."""
        return await self._setups.view(worktree_id)

    async def agree_to_setup(self, worktree_id: WorktreeId, command: str) -> None:
        """Agree to a command and run it."""
        await self._setups.agree(worktree_id, command)

    async def decline_setup(self, worktree_id: WorktreeId) -> None:
        """Don't run it."""
        await self._setups.decline(worktree_id)

    async def run_setup_again(self, worktree_id: WorktreeId) -> None:
        """Run it again."""
        await self._setups.run_again(worktree_id)

    async def cancel_setup(self, worktree_id: WorktreeId) -> None:
        """End it."""
        await self._setups.cancel(worktree_id)


def _place(view: WorkspaceView) -> tuple[str, bool]:
    """Return what has to be watched anew when it changes."""
    return view.path, view.exists
