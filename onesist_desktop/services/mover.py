# SPDX-License-Identifier: MIT
"""Moves a thread: finds or makes where it is to work, and commits that in one go."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace
from pathlib import Path

from onesist_desktop.core.errors import BusyError, OnesistError, WorkspaceError, WorkspaceFault
from onesist_desktop.core.ids import ThreadId, WorktreeId
from onesist_desktop.core.workspaces import ROOT_REPOSITORY, WorktreeState
from onesist_desktop.git.linked import is_worktree_of
from onesist_desktop.git.repositories import Repository, open_repository
from onesist_desktop.git.runner import Git
from onesist_desktop.git.worktrees import find_worktree, list_worktrees
from onesist_desktop.services.context import ServiceContext
from onesist_desktop.services.copy_steps import CopySteps
from onesist_desktop.services.events import CopyTotalsChanged, WorkspaceProgress
from onesist_desktop.services.live_runs import LiveRuns
from onesist_desktop.services.making import Made, OnStep, WorktreeMaker, record_ready
from onesist_desktop.services.moving import Moved, MoveIds, record_move, release, tell
from onesist_desktop.services.resolving import Workspace, kind_of, repository_folder, storable, worktree_workspace
from onesist_desktop.services.workspace_looks import Stored, copy_totals, repository_title, stored_of_thread
from onesist_desktop.services.workspace_parts import IdleThreads
from onesist_desktop.services.workspace_views import (
    Destination,
    ExistingBranch,
    ExistingWorktree,
    NewBranch,
    ProjectFolder,
)
from onesist_desktop.storage.records import WorktreeRecord
from onesist_desktop.storage.unit_of_work import UnitOfWork

OnMoved = Callable[[], Awaitable[object]]
Remake = Callable[[WorktreeId, ThreadId], Awaitable[object]]
"""Makes the folder of a worktree of ours again, for a thread that is about to work there."""


@dataclass(frozen=True, slots=True)
class _Target:
    """Where a thread is to work. ``row``: a worktree made elsewhere that gets a row with the move; ``made``: one of ours."""

    workspace: Workspace
    branch: str = ""
    row: WorktreeRecord | None = None
    made: Made | None = None


class Mover:
    """Moves threads."""

    def __init__(
        self,
        context: ServiceContext,
        git: Git,
        maker: WorktreeMaker,
        remake: Remake,
        steps: CopySteps,
        turns: IdleThreads,
        live: LiveRuns,
    ) -> None:
        self._context = context
        self._git = git
        self._maker = maker
        self._remake = remake
        self._steps = steps
        self._turns = turns
        self._live = live
        self._moving: set[ThreadId] = set()

    async def move(self, thread_id: ThreadId, destination: Destination, on_moved: OnMoved) -> None:
        """Let a thread work somewhere else. ``on_moved`` is awaited once it does, before what is done there besides.

        Raises:
            BusyError: The thread works.
            WorkspaceError: It can't be made or found.
            GitError: Git could not be asked.
        """

        def read(uow: UnitOfWork) -> tuple[Stored, str]:
            return stored_of_thread(uow, thread_id), uow.threads.get(thread_id).title

        stored, title = await self._context.database.run(read)
        if thread_id in self._moving:
            raise BusyError("the thread is being moved")
        self._moving.add(thread_id)
        try:
            await self._move(thread_id, stored, title, destination, on_moved)
        finally:
            self._moving.discard(thread_id)

    async def _move(self, thread_id: ThreadId, stored: Stored, title: str, destination: Destination, on_moved: OnMoved) -> None:
        async with self._turns.idle(thread_id):
            pass
        if isinstance(destination, ExistingBranch) and (row := await self._gone_with(stored, destination)) is not None:
            destination = ExistingWorktree(destination.repository, worktree_id=row.id)
        if isinstance(destination, NewBranch | ExistingBranch):
            await self._into_new(stored, destination, title, thread_id, on_moved)
            return
        if isinstance(destination, ProjectFolder):
            target = await self._folder(stored, destination.repository)
        else:
            target = await self._worktree(stored, destination, thread_id)
        if _place(target.workspace) != _place(stored.workspace):
            await self._commit(thread_id, stored, target)
            await on_moved()

    async def _into_new(
        self, stored: Stored, wanted: NewBranch | ExistingBranch, title: str, thread_id: ThreadId, on_moved: OnMoved
    ) -> None:
        project, on_step = stored.project, self._progress(thread_id)
        repository = await open_repository(self._git, project.root_path, wanted.repository)
        made = await self._maker.make(project, repository, wanted, title, thread_id, on_step)
        try:
            await self._commit(thread_id, stored, _Target(_workspace_of(made), made.record.branch, made=made))
        except BaseException as error:
            await self._maker.undo(made, str(error))
            raise
        await on_moved()
        await self._steps.run(made.record, repository, project.root_path, thread_id, on_step, made.notes)

    async def _folder(self, stored: Stored, key: str) -> _Target:
        root, branch = stored.project.root_path, ""
        if key != ROOT_REPOSITORY:
            # The project folder needs no Git, and is where a thread can always go back to.
            repository = await open_repository(self._git, root, key)
            if repository.is_bare:
                raise WorkspaceError(WorkspaceFault.NOT_THAT_WORKTREE, repository.path)
            branch = repository.head_branch
        return _Target(Workspace(kind_of(key, None), repository_folder(root, key), key), branch)

    async def _gone_with(self, stored: Stored, wanted: ExistingBranch) -> WorktreeRecord | None:
        """Find the worktree of ours that Git lists for a branch, and whose folder is gone."""
        repository = await open_repository(self._git, stored.project.root_path, wanted.repository)
        there = await list_worktrees(self._git, repository)
        path = next((one.path for one in there if wanted.name in (one.branch, one.rebased_branch)), "")
        row = await self._row_at(stored, await asyncio.to_thread(os.path.realpath, path))
        return row if row is not None and await asyncio.to_thread(is_ours_and_gone, row) else None

    async def _row_at(self, stored: Stored, path: str) -> WorktreeRecord | None:
        listed = await self._context.database.run(lambda uow: uow.worktrees.listed(stored.project.id))
        return next((row for row in listed if row.path == path), None)

    async def _worktree(self, stored: Stored, wanted: ExistingWorktree, thread_id: ThreadId) -> _Target:
        if wanted.worktree_id is not None:
            row_id = wanted.worktree_id
            known = await self._context.database.run(lambda uow: uow.worktrees.get(row_id))
            if known.is_ours or known.project_id != stored.project.id or await asyncio.to_thread(os.path.lexists, known.path):
                return await self._known(stored, known, thread_id)
            wanted = ExistingWorktree(known.repository, known.path)
        repository = await open_repository(self._git, stored.project.root_path, wanted.repository)
        path = await asyncio.to_thread(os.path.realpath, wanted.path)
        if path == repository.path:
            return await self._folder(stored, repository.key)
        found = await find_worktree(self._git, repository, path)
        row = await self._row_at(stored, path)
        if found is not None and row is not None and row.is_ours:
            return await self._known(stored, row, thread_id)
        if found is not None and found.branch and not await asyncio.to_thread(os.path.lexists, path):
            # Not ours to make again, and Git lets nobody else have its branch meanwhile.
            raise WorkspaceError(WorkspaceFault.CHECKED_OUT, storable(path))
        if found is None or found.is_bare or storable(path) != path or not await asyncio.to_thread(Path(path).is_dir):
            raise WorkspaceError(WorkspaceFault.NOT_THAT_WORKTREE, storable(path))
        if row is not None:
            return await self._known(stored, row, thread_id)
        row = self._foreign(stored, repository, path, found.branch)
        return _Target(worktree_workspace(row), row.branch, row=row)

    async def _known(self, stored: Stored, row: WorktreeRecord, thread_id: ThreadId) -> _Target:
        if row.project_id == stored.project.id and await asyncio.to_thread(is_ours_and_gone, row):
            await self._remake(row.id, thread_id)
            row = await self._context.database.run(lambda uow: uow.worktrees.get(row.id))
        is_ready = row.project_id == stored.project.id and row.state is WorktreeState.READY
        if not is_ready or not await asyncio.to_thread(is_worktree_of, row.path, row.repository_path):
            raise WorkspaceError(WorkspaceFault.NOT_THAT_WORKTREE, row.path)
        return _Target(worktree_workspace(row), row.branch)

    def _foreign(self, stored: Stored, repository: Repository, path: str, branch: str) -> WorktreeRecord:
        """Build the row of a worktree made elsewhere: it is used, and never listed for the clean-up."""
        now = self._context.clock()
        return WorktreeRecord(
            id=WorktreeId(self._context.new_id()),
            project_id=stored.project.id,
            repository=repository.key,
            repository_path=repository.path,
            base_folder="",
            path=path,
            is_ours=False,
            state=WorktreeState.READY,
            created_at=now,
            used_at=now,
            branch=storable(branch),
        )

    # -- the transaction -------------------------------------------------------------------------------------------------

    async def _commit(self, thread_id: ThreadId, stored: Stored, target: _Target) -> None:
        """Move the thread in one transaction, whole even if the caller is cancelled in the middle."""
        task = self._context.supervisor.spawn(self._committed(thread_id, stored, target), name=f"move:{thread_id}")
        try:
            refused = await asyncio.shield(task)
        except asyncio.CancelledError:
            # What was made for it may be taken away only when it is known how this ended.
            await asyncio.wait({task})
            raise
        if refused is not None:
            raise refused

    async def _committed(self, thread_id: ThreadId, stored: Stored, target: _Target) -> OnesistError | None:
        """Do it. A refusal is returned: it is the caller's, not a fault of this task."""
        ids, now = MoveIds.new(self._context), self._context.clock()
        details = [self._context.redactor.mask(detail) for detail in _details(stored, target)]

        def commit(uow: UnitOfWork) -> tuple[Moved, CopyTotalsChanged]:
            if target.made is not None:
                record_ready(uow, target.made.record, now)
            elif target.row is not None:
                uow.worktrees.add(target.row)
            elif target.workspace.worktree_id is not None:
                # It may be on its way out since it was chosen.
                row = uow.worktrees.get(target.workspace.worktree_id)
                if worktree_workspace(row) != target.workspace:
                    raise WorkspaceError(WorkspaceFault.NOT_THAT_WORKTREE, row.path)
            moved = record_move(uow, thread_id, target.workspace, details, ids, now)
            return moved, CopyTotalsChanged(stored.project.id, copy_totals(uow, stored.project.id))

        try:
            async with self._turns.idle(thread_id):
                moved, totals = await self._context.database.run(commit)
        except OnesistError as error:
            return error
        tell(self._context, self._live, moved)
        self._context.bus.publish(totals)
        # Nothing waits for this: the thread's next run begins a session of its own.
        await release(self._context, moved.retired)
        return None

    def _progress(self, thread_id: ThreadId) -> OnStep:
        def publish(step: str, done: int, total: int) -> None:
            self._context.bus.publish(WorkspaceProgress(thread_id, step, done, total))

        return publish


def is_ours_and_gone(row: WorktreeRecord) -> bool:
    """Whether a worktree of ours has no folder, and can be made again from its branch. Looks at the disk."""
    return row.is_ours and row.state in (WorktreeState.READY, WorktreeState.RELEASED) and not os.path.lexists(row.path)


def _workspace_of(made: Made) -> Workspace:
    return worktree_workspace(replace(made.record, state=WorktreeState.READY))


def _details(stored: Stored, target: _Target) -> tuple[str, ...]:
    before, after = stored.workspace, target.workspace
    from_title, to_title = (repository_title(stored.project, place.repository) for place in (before, after))
    return (before.kind, from_title, after.kind, to_title, target.branch, after.path)


def _place(workspace: Workspace) -> tuple[object, ...]:
    return workspace.worktree_id, workspace.repository, workspace.path
