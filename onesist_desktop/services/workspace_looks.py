# SPDX-License-Identifier: MIT
"""Looks at workspaces: what is there, on which branch, with how many changes, and what is the matter with it."""

from __future__ import annotations

import asyncio
import os
from dataclasses import dataclass, replace
from pathlib import Path

from onesist_desktop.core.errors import NotFoundError
from onesist_desktop.core.ids import ProjectId, ThreadId, WorktreeId
from onesist_desktop.core.workspaces import (
    ROOT_REPOSITORY,
    Changes,
    FoundProblem,
    ProjectProblem,
    WorkspaceKind,
    WorktreeState,
)
from onesist_desktop.git.errors import GitError, GitMissingError, GitTooOldError
from onesist_desktop.git.repositories import Repository, find_repositories
from onesist_desktop.git.runner import Git
from onesist_desktop.git.status import changes
from onesist_desktop.services.context import ServiceContext
from onesist_desktop.services.resolving import Workspace, is_there, resolve, storable, worktree_workspace
from onesist_desktop.services.workspace_views import CopyTotals, ProjectLook, RepositoryView, SetupState, WorkspaceView
from onesist_desktop.storage.lenient import known
from onesist_desktop.storage.records import ProjectRecord, ThreadRecord, WorktreeRecord
from onesist_desktop.storage.unit_of_work import UnitOfWork

_NO_WORKTREES = frozenset({ProjectProblem.NO_COMMITS, ProjectProblem.NOT_OURS, ProjectProblem.BROKEN_REPOSITORY})


@dataclass(frozen=True, slots=True)
class Stored:
    """What is stored of a workspace."""

    project: ProjectRecord
    workspace: Workspace
    worktree: WorktreeRecord | None
    thread_count: int


class WorkspaceLooks:
    """Reads where threads work. Runs nothing that a repository could name."""

    def __init__(self, context: ServiceContext, git: Git) -> None:
        self._context = context
        self._git = git

    async def of_thread(self, thread_id: ThreadId) -> WorkspaceView:
        """Look at a thread's workspace. Raises NotFoundError."""
        return await self._look_at(await self._context.database.run(lambda uow: stored_of_thread(uow, thread_id)))

    async def of_project(self, project_id: ProjectId) -> WorkspaceView:
        """Look at a project's folder as a workspace. Raises NotFoundError."""

        def read(uow: UnitOfWork) -> Stored:
            project = project_of(uow, project_id)
            workspace = Workspace(WorkspaceKind.PROJECT, project.root_path)
            return Stored(project, workspace, None, _count(uow, project_id, workspace))

        return await self._look_at(await self._context.database.run(read))

    async def of_worktree(self, worktree_id: WorktreeId) -> WorkspaceView:
        """Look at a worktree in which no thread works. Raises NotFoundError."""

        def read(uow: UnitOfWork) -> Stored:
            row = uow.worktrees.get(worktree_id)
            return Stored(project_of(uow, row.project_id), worktree_workspace(row), row, 0)

        return await self._look_at(await self._context.database.run(read))

    async def project(self, project_id: ProjectId) -> ProjectLook:
        """Look at a project's folder and its repositories. Raises NotFoundError."""
        project = await self._context.database.run(lambda uow: project_of(uow, project_id))
        if not await asyncio.to_thread(Path(project.root_path).is_dir):
            return ProjectLook(project_id, problems=(FoundProblem(ProjectProblem.VANISHED, details=(project.root_path,)),))
        try:
            await self._git.version()
            found, problems = await find_repositories(self._git, project.root_path)
        except GitError as error:
            return ProjectLook(project_id, problems=(_git_problem(error, ""),))
        return ProjectLook(project_id, tuple(_repository_view(one, problems) for one in found), problems)

    async def _look_at(self, stored: Stored) -> WorkspaceView:
        workspace, worktree = stored.workspace, stored.worktree
        exists = await asyncio.to_thread(is_there, workspace)
        view = WorkspaceView(
            kind=workspace.kind,
            path=workspace.path,
            project_id=stored.project.id,
            repository=workspace.repository,
            repository_title=repository_title(stored.project, workspace.repository),
            worktree_id=workspace.worktree_id,
            is_ours=worktree is not None and worktree.is_ours,
            exists=exists,
            state=worktree.state if worktree is not None else None,
            branch=worktree.branch if worktree is not None else "",
            thread_count=stored.thread_count,
            setup=known(SetupState, worktree.setup_state, SetupState.FAILED) if worktree and worktree.setup_state else None,
        )
        if not exists:
            is_worktree = workspace.kind is WorkspaceKind.WORKTREE
            gone = FoundProblem(ProjectProblem.VANISHED, _key(workspace), (workspace.path,))
            return view if is_worktree else replace(view, problem=gone)
        if workspace.kind is not WorkspaceKind.WORKTREE and not await asyncio.to_thread(_has_git, workspace.path):
            return replace(view, repository="", problem=FoundProblem(ProjectProblem.NO_REPOSITORY))
        return await self._counted(view, stored)

    async def _counted(self, view: WorkspaceView, stored: Stored) -> WorkspaceView:
        try:
            await self._git.version()
            found = await changes(self._git, view.path)
        except GitError as error:
            return replace(view, problem=await self._problem(error, stored))
        await self._note_branch(stored.worktree, found)
        problem = None if found.head else FoundProblem(ProjectProblem.NO_COMMITS, _key(stored.workspace))
        # While a rebase goes on the head is on no branch, and comes back to the one that it was on.
        branch = view.branch if found.operation and not found.branch else found.branch
        return replace(view, branch=branch, changes=found, problem=problem)

    async def _problem(self, error: GitError, stored: Stored) -> FoundProblem:
        """Find out what is the matter with a folder that can't be counted."""
        key = _key(stored.workspace)
        if not isinstance(error, GitMissingError | GitTooOldError) and stored.worktree is None:
            _, problems = await find_repositories(self._git, stored.project.root_path)
            own = [problem for problem in problems if problem.repository == stored.workspace.repository]
            if own:
                return own[0]
        return _git_problem(error, key)

    async def _note_branch(self, worktree: WorktreeRecord | None, found: Changes) -> None:
        """Keep the branch that a worktree is on, which may have been changed outside: it is made again from there."""
        if worktree is None or storable(found.branch) == worktree.branch or (found.operation and not found.branch):
            return
        row_id, branch = worktree.id, storable(found.branch)

        def note(uow: UnitOfWork) -> None:
            row = uow.worktrees.find(row_id)
            if row is not None and row.state is WorktreeState.READY:
                uow.worktrees.change(row_id, branch=branch)

        await self._context.database.run(note)


def stored_of_thread(uow: UnitOfWork, thread_id: ThreadId) -> Stored:
    """Read what is stored of a thread's workspace. Raises NotFoundError."""
    thread = uow.threads.get(thread_id)
    project = project_of(uow, thread.project_id)
    worktree = uow.worktrees.find(thread.worktree_id)
    workspace = resolve(thread, project, worktree)
    return Stored(project, workspace, worktree, _count(uow, project.id, workspace))


def project_of(uow: UnitOfWork, project_id: ProjectId) -> ProjectRecord:
    """Read a project. Raises NotFoundError."""
    project = uow.projects.get(project_id)
    if project is None:
        raise NotFoundError("the project isn't there")
    return project


def repository_title(project: ProjectRecord, key: str) -> str:
    """Return a repository's folder name."""
    return Path(project.root_path).name or project.title if key in ("", ROOT_REPOSITORY) else key.rpartition("/")[2]


def copy_totals(uow: UnitOfWork, project_id: ProjectId) -> CopyTotals:
    """Count the worktrees of ours whose folder is there as far as we know, with what was last measured of their size."""
    there = (WorktreeState.READY, WorktreeState.REMOVING)
    rows = [row for row in uow.worktrees.listed(project_id) if row.is_ours and row.state in there]
    sizes = [row.size_bytes for row in rows]
    is_known = all(size is not None for size in sizes)
    return CopyTotals(len(rows), sum(size or 0 for size in sizes) if is_known else None)


def _count(uow: UnitOfWork, project_id: ProjectId, workspace: Workspace) -> int:
    if workspace.worktree_id is not None:
        return len(uow.worktrees.threads_of([workspace.worktree_id]).get(workspace.worktree_id, ()))

    def is_same(thread: ThreadRecord) -> bool:
        return thread.worktree_id is None and (thread.repository or ROOT_REPOSITORY) == workspace.repository

    return sum(is_same(thread) for thread in uow.threads.of_project(project_id))


def _repository_view(repository: Repository, problems: tuple[FoundProblem, ...]) -> RepositoryView:
    own = tuple(problem for problem in problems if problem.repository == repository.key)
    can = repository.has_commits and not any(problem.problem in _NO_WORKTREES for problem in own)
    return RepositoryView(repository.key, Path(repository.path).name, repository.path, can, own)


def _git_problem(error: GitError, key: str) -> FoundProblem:
    if isinstance(error, GitMissingError):
        return FoundProblem(ProjectProblem.NO_GIT_PROGRAM)
    if isinstance(error, GitTooOldError):
        return FoundProblem(ProjectProblem.GIT_TOO_OLD, details=(error.words,))
    return FoundProblem(ProjectProblem.BROKEN_REPOSITORY, key, (error.words,))


def _key(workspace: Workspace) -> str:
    return workspace.repository


def _has_git(path: str) -> bool:
    return os.path.lexists(Path(path, ".git")) or Path(path, "HEAD").is_file()
