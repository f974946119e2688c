# SPDX-License-Identifier: MIT
"""Reads what can be chosen for an own copy of a repository."""

from __future__ import annotations

import asyncio
import logging
import os
from collections.abc import Mapping, Sequence
from pathlib import Path

from onesist_desktop.core.errors import WorkspaceError, WorkspaceFault
from onesist_desktop.core.git_names import default_branch
from onesist_desktop.core.ids import ProjectId, ThreadId
from onesist_desktop.core.workspaces import FoundProblem, ProjectProblem
from onesist_desktop.git.branches import Branch, branches, free_branch_name
from onesist_desktop.git.errors import GitError
from onesist_desktop.git.linked import is_worktree_of
from onesist_desktop.git.repositories import Repository, find_repositories, open_repository
from onesist_desktop.git.runner import Git
from onesist_desktop.git.status import changes
from onesist_desktop.git.worktrees import GitWorktree, list_worktrees
from onesist_desktop.services.context import ServiceContext
from onesist_desktop.services.making import folder_of
from onesist_desktop.services.mover import is_ours_and_gone
from onesist_desktop.services.resolving import storable
from onesist_desktop.services.workspace_looks import project_of
from onesist_desktop.services.workspace_parts import Setups
from onesist_desktop.services.workspace_views import BranchView, CopyChoices, ElsewhereView
from onesist_desktop.storage.records import ProjectRecord, WorktreeRecord
from onesist_desktop.storage.unit_of_work import UnitOfWork

log = logging.getLogger(__name__)

INCLUDE_FILE = ".worktreeinclude"
_INCLUDE_BYTES = 64 * 1024


class CopyChooser:
    """Reads the choices; makes nothing."""

    def __init__(self, context: ServiceContext, git: Git, base: Path, setups: Setups) -> None:
        self._context = context
        self._git = git
        self._base = base
        self._setups = setups

    async def choices(self, project_id: ProjectId, key: str, title: str, thread_id: ThreadId | None) -> CopyChoices:
        """See ``services.workspace_api.Workspaces.choices``."""

        def read(uow: UnitOfWork) -> tuple[ProjectRecord, list[WorktreeRecord]]:
            return project_of(uow, project_id), uow.worktrees.listed(project_id)

        project, rows = await self._context.database.run(read)
        repository = await open_repository(self._git, project.root_path, key)
        if not repository.has_commits:
            raise WorkspaceError(WorkspaceFault.NO_COMMITS, repository.path)
        name_key = thread_id or self._context.new_id()
        by_path = {row.path: row for row in rows}
        gone = await asyncio.to_thread(lambda: [row for row in rows if row.repository == key and is_ours_and_gone(row)])
        found = await branches(self._git, repository)
        there = await list_worktrees(self._git, repository)
        _, problems = await find_repositories(self._git, project.root_path)
        base = await asyncio.to_thread(os.path.realpath, self._base)
        is_nested = ProjectProblem.NESTED_REPOSITORIES
        return CopyChoices(
            repository=key,
            new_branch=await free_branch_name(self._git, repository, default_branch(title, name_key)),
            base=repository.head_branch,
            branches=await asyncio.to_thread(_branch_views, found, by_path, gone),
            elsewhere=await asyncio.to_thread(_elsewhere, there, by_path, repository),
            folder=folder_of(base, project, title, name_key),
            setup=await self._setups.offer(project.root_path, key),
            copies_ignored=await asyncio.to_thread(_patterns, repository),
            notes=(
                *await self._uncommitted(repository),
                *(one for one in problems if one.repository == key and one.problem is is_nested),
            ),
        )

    async def _uncommitted(self, repository: Repository) -> tuple[FoundProblem, ...]:
        """Say how many files a copy would not have as they are now; nothing where that can't be counted, as nothing is lost."""
        if repository.is_bare:
            return ()
        try:
            count = (await changes(self._git, repository.path)).count
        except GitError as error:
            log.info("the changes of %s were not counted: %s", repository.path, error)
            return ()
        return (FoundProblem(ProjectProblem.UNCOMMITTED, repository.key, (str(count),)),) if count else ()


def _branch_views(
    found: Sequence[Branch], rows: Mapping[str, WorktreeRecord], gone: Sequence[WorktreeRecord]
) -> tuple[BranchView, ...]:
    views, gone_ids = [], {row.id for row in gone}
    # The one that was used last is at the end, and wins.
    by_branch = {row.branch: row for row in gone}
    for branch in found:
        # Git has paths as they were given to it, maybe by a link.
        at = os.path.realpath(branch.checked_out_at) if branch.checked_out_at else ""
        # What is released is listed by Git no more; its branch is free until it is made again.
        released = by_branch.get(branch.name) if not at and not branch.is_remote else None
        row = released or rows.get(at)
        is_made_again = row is not None and row.id in gone_ids
        row_id = row.id if row is not None else None
        views.append(BranchView(branch.name, at, row_id, branch.is_remote, branch.committed_at, is_made_again))
    return tuple(views)


def _elsewhere(
    there: Sequence[GitWorktree], rows: Mapping[str, WorktreeRecord], repository: Repository
) -> tuple[ElsewhereView, ...]:
    """List the worktrees that aren't ours, without the project's own folder. A bare repository is no place to work in."""
    views = []
    for one in there:
        path = os.path.realpath(one.path)
        is_ours = path in rows and rows[path].is_ours
        if not one.is_bare and path != repository.path and not is_ours:
            is_usable = storable(path) == path and is_worktree_of(path, repository.path)
            views.append(ElsewhereView(path, one.branch, one.is_main, is_usable))
    return tuple(views)


def _patterns(repository: Repository) -> tuple[str, ...]:
    file = Path(repository.path, INCLUDE_FILE)
    try:
        if file.is_symlink() or not file.is_file():
            return ()
        with file.open("rb") as stream:
            text = stream.read(_INCLUDE_BYTES).decode("utf-8", "replace")
    except OSError:
        return ()
    return tuple(line for line in (line.strip() for line in text.splitlines()) if line and not line.startswith("#"))
