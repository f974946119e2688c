# SPDX-License-Identifier: MIT
"""Workspaces and clean-up in memory, for tests of the window. They record what was asked for and decide as little as they can."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from onesist_desktop.core.ids import ProjectId, ThreadId, WorktreeId
from onesist_desktop.core.workspaces import ROOT_REPOSITORY, BlockingProcess, Changes, Contents, Named, WorkspaceKind, WorktreeState
from onesist_desktop.services.events import WorkspaceChanged
from onesist_desktop.services.workspace_views import (
    BranchView,
    CopyChoices,
    CopyTotals,
    Destination,
    ElsewhereView,
    ExistingBranch,
    ExistingWorktree,
    NewBranch,
    OpenTarget,
    ProjectFolder,
    ProjectLook,
    RemovalRequest,
    RemovalResult,
    RemovalResultKind,
    RepositoryView,
    SetupView,
    ThreadAt,
    WorkspaceView,
    WorktreeRow,
)

if TYPE_CHECKING:
    from tests.ui.fakes import FakeServices

PROJECT_PATH = "/home/sari/Projects/toko-kita"
COPY_PATH = "/home/sari/.local/share/onesist/worktrees/1f2e3d4c5b6a7089-toko-kita/fix-the-login-loop"
EDITORS = [OpenTarget("code", "VS Code"), OpenTarget("kate", "Kate"), OpenTarget("konsole", "Konsole", is_terminal=True)]


def project_workspace(**more: object) -> WorkspaceView:
    """The project folder, a clean repository on main."""
    values: dict[str, object] = {
        "repository": ROOT_REPOSITORY,
        "repository_title": "toko-kita",
        "branch": "main",
        "changes": Changes(branch="main", head="1f2e3d4"),
    }
    return WorkspaceView(WorkspaceKind.PROJECT, PROJECT_PATH, ProjectId("p1"), **{**values, **more})  # type: ignore[arg-type]


def copy_workspace(**more: object) -> WorkspaceView:
    """An own copy with three changed files."""
    changes = Changes(
        branch="onesist/fix-the-login-loop--a1b2c3",
        head="1f2e3d4",
        modified=Named(2, ("src/login.py", "README.md")),
        untracked=Named(1, ("notes.txt",)),
    )
    values: dict[str, object] = {
        "repository": ROOT_REPOSITORY,
        "repository_title": "toko-kita",
        "worktree_id": WorktreeId("w1"),
        "is_ours": True,
        "state": WorktreeState.READY,
        "branch": changes.branch,
        "changes": changes,
    }
    return WorkspaceView(WorkspaceKind.WORKTREE, COPY_PATH, ProjectId("p1"), **{**values, **more})  # type: ignore[arg-type]


def copy_choices(**more: object) -> CopyChoices:
    """What can be chosen in the project folder's own repository."""
    values: dict[str, object] = {
        "repository": ROOT_REPOSITORY,
        "new_branch": "onesist/fix-the-login-loop--a1b2c3",
        "base": "main",
        "branches": (
            BranchView("main", checked_out_at=PROJECT_PATH),
            BranchView("feature/cart"),
            BranchView("origin/feature/pay", is_remote=True),
        ),
        "elsewhere": (ElsewhereView("/home/sari/Projects/toko-hotfix", "hotfix"),),
        "folder": COPY_PATH,
    }
    return CopyChoices(**{**values, **more})  # type: ignore[arg-type]


def worktree_row(name: str = "w1", **more: object) -> WorktreeRow:
    """A row of the clean-up, measured and holding nothing."""
    values: dict[str, object] = {
        "project_id": ProjectId("p1"),
        "project_title": "Toko Kita",
        "repository": ROOT_REPOSITORY,
        "repository_title": "toko-kita",
        "path": f"{COPY_PATH}-{name}",
        "branch": f"onesist/{name}",
        "state": WorktreeState.READY,
        "used_at": 1_000.0,
        "threads": (ThreadAt(ThreadId("t1"), "Fix the login loop"),),
        "contents": Contents(fingerprint=f"print-{name}"),
        "size_bytes": 4_000_000,
    }
    return WorktreeRow(WorktreeId(name), **{**values, **more})  # type: ignore[arg-type]


class FakeWorkspaces:
    """Where each thread works; the project folder unless set otherwise.

    Calls are recorded in ``FakeServices.calls``: by their own names, but for ``of_project``, recorded as ``workspace_of_project``.
    """

    def __init__(self, services: FakeServices) -> None:
        self._services = services
        self.by_thread: dict[ThreadId, WorkspaceView] = {}
        self.project_view = project_workspace()
        self.project_look = ProjectLook(ProjectId("p1"), (RepositoryView(ROOT_REPOSITORY, "toko-kita", PROJECT_PATH),))
        self.choices_of: dict[str, CopyChoices] = {}
        self.setups: dict[WorktreeId, SetupView] = {}
        self.targets: list[OpenTarget] = list(EDITORS)
        self.is_seen = False

    def set_seen(self, is_seen: bool) -> None:
        self.is_seen = is_seen

    async def look(self, project_id: ProjectId) -> ProjectLook:
        await self._services.enter("look", project_id)
        return self.project_look

    async def of_thread(self, thread_id: ThreadId) -> WorkspaceView:
        await self._services.enter("of_thread", thread_id)
        return self.by_thread.get(thread_id, self.project_view)

    async def of_project(self, project_id: ProjectId) -> WorkspaceView:
        await self._services.enter("workspace_of_project", project_id)
        return self.project_view

    async def choices(self, project_id: ProjectId, repository: str, title: str, thread_id: ThreadId | None = None) -> CopyChoices:
        await self._services.enter("choices", project_id, repository, title, thread_id)
        return self.choices_of.get(repository) or copy_choices(repository=repository)

    async def move(self, thread_id: ThreadId, destination: Destination) -> WorkspaceView:
        await self._services.enter("move", thread_id, destination)
        view = self._moved(destination)
        self.put(thread_id, view)
        return view

    async def make_first_commit(self, project_id: ProjectId, repository: str) -> None:
        await self._services.enter("make_first_commit", project_id, repository)

    async def make_repository(self, project_id: ProjectId) -> None:
        await self._services.enter("make_repository", project_id)

    async def recreate(self, worktree_id: WorktreeId) -> WorkspaceView:
        await self._services.enter("recreate", worktree_id)
        return self._there(worktree_id)

    async def locate(self, worktree_id: WorktreeId, path: str) -> WorkspaceView:
        await self._services.enter("locate", worktree_id, path)
        return self._there(worktree_id, path=path)

    async def open_targets(self) -> Sequence[OpenTarget]:
        await self._services.enter("open_targets")
        return self.targets

    async def open_in(self, path: str, key: str) -> None:
        await self._services.enter("open_in", path, key)

    async def setup(self, worktree_id: WorktreeId) -> SetupView | None:
        await self._services.enter("setup", worktree_id)
        return self.setups.get(worktree_id)

    async def agree_to_setup(self, worktree_id: WorktreeId, command: str) -> None:
        await self._services.enter("agree_to_setup", worktree_id, command)

    async def decline_setup(self, worktree_id: WorktreeId) -> None:
        await self._services.enter("decline_setup", worktree_id)

    async def run_setup_again(self, worktree_id: WorktreeId) -> None:
        await self._services.enter("run_setup_again", worktree_id)

    async def cancel_setup(self, worktree_id: WorktreeId) -> None:
        await self._services.enter("cancel_setup", worktree_id)

    def put(self, thread_id: ThreadId, view: WorkspaceView) -> None:
        """Set and announce where a thread works."""
        self.by_thread[thread_id] = view
        self._services.bus.publish(WorkspaceChanged(thread_id, view))

    def _moved(self, destination: Destination) -> WorkspaceView:
        match destination:
            case NewBranch() | ExistingBranch():
                return copy_workspace(repository=destination.repository, branch=destination.name, changes=Changes(destination.name))
            case ExistingWorktree():
                return copy_workspace(repository=destination.repository, path=destination.path or COPY_PATH)
            case ProjectFolder():
                return self.project_view

    def _there(self, worktree_id: WorktreeId, **more: object) -> WorkspaceView:
        found = next((key for key, view in self.by_thread.items() if view.worktree_id == worktree_id), None)
        if found is None:
            return copy_workspace(worktree_id=worktree_id, **more)
        view = replace(self.by_thread[found], exists=True, state=WorktreeState.READY, **more)  # type: ignore[arg-type]
        self.put(found, view)
        return view


class FakeCleanup:
    """Own copies in memory. ``removals`` are the results of the next removal; those without one are removed."""

    def __init__(self, services: FakeServices) -> None:
        self._services = services
        self.row_list: list[WorktreeRow] = []
        self.measured: dict[WorktreeId, WorktreeRow] = {}
        self.removals: dict[WorktreeId, RemovalResult] = {}
        self.left_processes: list[BlockingProcess] = []
        self.totals_view = CopyTotals()

    async def rows(self, project_id: ProjectId) -> Sequence[WorktreeRow]:
        await self._services.enter("rows", project_id)
        return tuple(self.row_list)

    async def measure(self, ids: Sequence[WorktreeId]) -> Sequence[WorktreeRow]:
        await self._services.enter("measure", tuple(ids))
        return tuple(self.measured.get(row.id, row) for row in self.row_list if row.id in ids)

    async def remove(self, request: RemovalRequest) -> Sequence[RemovalResult]:
        await self._services.enter("remove_copies", request)
        return tuple(
            self.removals.get(worktree_id) or RemovalResult(worktree_id, RemovalResultKind.REMOVED)
            for worktree_id, _ in request.confirmed
        )

    async def forget(self, worktree_id: WorktreeId) -> None:
        await self._services.enter("forget", worktree_id)

    async def unlock(self, worktree_id: WorktreeId) -> None:
        await self._services.enter("unlock", worktree_id)

    async def end_processes(self, worktree_id: WorktreeId, processes: Sequence[BlockingProcess]) -> Sequence[BlockingProcess]:
        await self._services.enter("end_processes", worktree_id, tuple(processes))
        return self.left_processes

    async def totals(self, project_id: ProjectId) -> CopyTotals:
        await self._services.enter("totals", project_id)
        return self.totals_view
