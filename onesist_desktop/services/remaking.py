# SPDX-License-Identifier: MIT
"""A worktree whose folder is gone: making it again from its branch, or taking the folder to which somebody moved it."""

from __future__ import annotations

import asyncio
import contextlib
import os
from collections.abc import Sequence
from dataclasses import dataclass

from onesist_desktop.core.errors import WorkspaceError, WorkspaceFault
from onesist_desktop.core.ids import MessageId, ThreadId, WorktreeId
from onesist_desktop.core.messages import Message
from onesist_desktop.core.workspaces import WorktreeState
from onesist_desktop.git import worktrees as git_worktrees
from onesist_desktop.git.branches import branches
from onesist_desktop.git.gitfile import same_place
from onesist_desktop.git.linked import common_folder_of, git_folder_of, is_worktree_of, place_of
from onesist_desktop.git.repositories import Repository, open_repository
from onesist_desktop.git.runner import Git
from onesist_desktop.git.worktrees import Addition
from onesist_desktop.services.context import ServiceContext
from onesist_desktop.services.copy_steps import CopySteps
from onesist_desktop.services.events import CopyTotalsChanged, MessageAdded, WorkspaceProgress
from onesist_desktop.services.live_runs import LiveRuns
from onesist_desktop.services.making import OnStep
from onesist_desktop.services.moving import Moved, MoveIds, add_notice, record_new_folder, release, tell
from onesist_desktop.services.resolving import storable
from onesist_desktop.services.workspace_looks import copy_totals, project_of, repository_title
from onesist_desktop.services.workspace_parts import IdleThreads
from onesist_desktop.storage.records import ProjectRecord, WorktreeRecord
from onesist_desktop.storage.unit_of_work import UnitOfWork

REMAKING = "remaking"
"""Note in a row's steps: its folder is being made again. The value is how it came to be gone."""


@dataclass(frozen=True, slots=True)
class _Known:
    row: WorktreeRecord
    project: ProjectRecord
    thread_ids: tuple[ThreadId, ...]


class Remaker:
    """Brings worktrees back whose folder is gone."""

    def __init__(self, context: ServiceContext, git: Git, steps: CopySteps, turns: IdleThreads, live: LiveRuns) -> None:
        self._context = context
        self._git = git
        self._steps = steps
        self._turns = turns
        self._live = live

    async def recreate(self, worktree_id: WorktreeId, asked_in: ThreadId | None, *, comes: bool = False) -> Sequence[ThreadId]:
        """Make the folder again from its branch. Returns all its threads.

        Args:
            worktree_id: The worktree.
            asked_in: The thread in which progress shows, if it works there.
            comes: That thread is about to work there.

        Raises:
            WorkspaceError: The folder is there, or it can't be made.
            GitError: Git could not be asked.
        """
        known = await self._read(worktree_id, (WorktreeState.READY, WorktreeState.RELEASED))
        row = known.row
        thread_id = asked_in if comes or asked_in in known.thread_ids else next(iter(known.thread_ids), None)
        is_there = await asyncio.to_thread(os.path.lexists, row.path)
        if is_there and row.state is WorktreeState.READY:
            raise WorkspaceError(WorkspaceFault.STILL_THERE, row.path)
        repository = await open_repository(self._git, known.project.root_path, row.repository)
        addition = Addition(row.path, row.branch, await self._commit_of(repository, row), makes_branch=False)

        def on_step(step: str, done: int, total: int) -> None:
            if thread_id is not None:
                self._context.bus.publish(WorkspaceProgress(thread_id, step, done, total))

        notes = await self._remade(known, repository, addition, on_step, is_there=is_there)
        self._tell_remade(*await self._record_remade(known))
        await self._steps.run(row, repository, known.project.root_path, thread_id, on_step, notes)
        return known.thread_ids

    async def _remade(
        self, known: _Known, repository: Repository, addition: Addition, on_step: OnStep, *, is_there: bool
    ) -> tuple[str, ...]:
        """Make the folder. Until it is whole the row says that there is none, so that nobody works in half of one after a crash."""
        row = known.row
        if is_there:
            # Of a released one there is a folder only where a crash cut this off.
            if await git_worktrees.is_whole(self._git, repository, addition):
                return ()
            await git_worktrees.undo_addition(self._git, repository, addition)
        steps = {**row.steps, REMAKING: _how(row)}
        await self._context.database.run(
            lambda uow: uow.worktrees.change(row.id, state=WorktreeState.RELEASED, steps=steps),
        )
        try:
            return await git_worktrees.recreate_worktree(self._git, repository, addition, on_step)
        except BaseException:
            if not self._context.supervisor.is_closed:
                await asyncio.shield(self._context.supervisor.spawn(self._as_it_was(row), name=f"as it was:{row.id}"))
            raise

    async def _as_it_was(self, row: WorktreeRecord) -> None:
        await self._context.database.run(lambda uow: uow.worktrees.change(row.id, state=row.state, steps=row.steps))

    async def locate(self, worktree_id: WorktreeId, path: str) -> Sequence[ThreadId]:
        """Take the folder to which a worktree was moved by hand. Returns its threads.

        Raises:
            BusyError: One of its threads works.
            WorkspaceError: The folder isn't that worktree.
            GitError: Git could not be asked.
        """
        known = await self._read(worktree_id, (WorktreeState.READY,))
        row = known.row
        place = await asyncio.to_thread(_place_of_moved, row, path)
        repository = await open_repository(self._git, known.project.root_path, row.repository)
        async with contextlib.AsyncExitStack() as idle:
            for thread_id in sorted(known.thread_ids):
                await idle.enter_async_context(self._turns.idle(thread_id))
            await git_worktrees.repair_worktree(self._git, repository, place)
            found = await git_worktrees.find_worktree(self._git, repository, place)
            if found is None or not await asyncio.to_thread(is_worktree_of, place, repository.path):
                raise WorkspaceError(WorkspaceFault.NOT_THAT_WORKTREE, place)
            moves = await self._record_located(known, place, storable(found.branch))
        for moved in moves:
            tell(self._context, self._live, moved)
        for moved in moves:
            await release(self._context, moved.retired)
        return known.thread_ids

    async def _read(self, worktree_id: WorktreeId, states: Sequence[WorktreeState]) -> _Known:
        def read(uow: UnitOfWork) -> _Known:
            row = uow.worktrees.get(worktree_id)
            return _Known(row, project_of(uow, row.project_id), tuple(uow.worktrees.threads_of([row.id]).get(row.id, ())))

        known = await self._context.database.run(read)
        if known.row.state not in states:
            raise WorkspaceError(WorkspaceFault.NOT_THAT_WORKTREE, known.row.path)
        return known

    async def _commit_of(self, repository: Repository, row: WorktreeRecord) -> str:
        found = {branch.name: branch for branch in await branches(self._git, repository) if not branch.is_remote}
        branch = found.get(row.branch)
        if branch is None:
            raise WorkspaceError(WorkspaceFault.BRANCH_MISSING, row.branch)
        if branch.checked_out_at and not await asyncio.to_thread(same_place, branch.checked_out_at, row.path):
            raise WorkspaceError(WorkspaceFault.CHECKED_OUT, branch.checked_out_at)
        return branch.commit

    async def _record_remade(self, known: _Known) -> tuple[list[Message], CopyTotalsChanged]:
        row, now = known.row, self._context.clock()
        details = self._masked(repository_title(known.project, row.repository), row.branch, row.path, _how(row))
        ids = {thread_id: MessageId(self._context.new_id()) for thread_id in known.thread_ids}

        def record(uow: UnitOfWork) -> tuple[list[Message], CopyTotalsChanged]:
            uow.worktrees.change(row.id, state=WorktreeState.READY, used_at=now, ended_at=None, steps={})
            made = [add_notice(uow, thread_id, "own_copy_remade", details, ids[thread_id], now) for thread_id in ids]
            return [notice for notice in made if notice is not None], CopyTotalsChanged(
                row.project_id, copy_totals(uow, row.project_id)
            )

        return await self._context.database.run(record)

    def _masked(self, *details: str) -> list[str]:
        return [self._context.redactor.mask(detail) for detail in details]

    def _tell_remade(self, notices: Sequence[Message], totals: CopyTotalsChanged) -> None:
        for notice in notices:
            self._context.bus.publish(MessageAdded(notice))
        self._context.bus.publish(totals)

    async def _record_located(self, known: _Known, place: str, branch: str) -> list[Moved]:
        row, now = known.row, self._context.clock()
        ids = {thread_id: MoveIds.new(self._context) for thread_id in known.thread_ids}
        details = self._masked(repository_title(known.project, row.repository), branch, place)

        def record(uow: UnitOfWork) -> list[Moved]:
            if uow.worktrees.get(row.id).state is not WorktreeState.READY:
                raise WorkspaceError(WorkspaceFault.NOT_THAT_WORKTREE, place)
            uow.worktrees.change(row.id, path=place, branch=branch, used_at=now)
            return [record_new_folder(uow, one, "own_copy_found", details, ids[one], now) for one in ids]

        return await self._context.database.run(record)


def _how(row: WorktreeRecord) -> str:
    """Return how a folder came to be gone.

    What was released was looked through first; what somebody removed outside may have held more than its branch.
    """
    return str(row.steps.get(REMAKING) or ("released" if row.state is WorktreeState.RELEASED else "outside"))


def _place_of_moved(row: WorktreeRecord, path: str) -> str:
    """Return the real path of the folder to which a worktree was moved. Raises WorkspaceError when it isn't that one."""
    place = os.path.realpath(path)
    shown = storable(place)
    own = git_folder_of(place)
    common = common_folder_of(place)
    is_linked = bool(own) and own != common and common == common_folder_of(row.repository_path)
    # Its own Git folder still says where it was. A copy of a folder that is still there is none.
    is_that_one = is_linked and place_of(own) in (row.path, place)
    if shown != place or not is_that_one or (place != row.path and os.path.lexists(row.path)):
        raise WorkspaceError(WorkspaceFault.NOT_THAT_WORKTREE, shown)
    return place
