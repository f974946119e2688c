# SPDX-License-Identifier: MIT
"""The clean-up: what worktrees of ours hold, and removing those that the person chose. Nothing here happens by itself."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable, Sequence

from onesist_desktop.core.errors import WorkspaceError, WorkspaceFault
from onesist_desktop.core.ids import ProjectId, WorktreeId
from onesist_desktop.core.workspaces import BlockerKind, BlockingProcess, WorktreeState
from onesist_desktop.git.removal import Link
from onesist_desktop.git.runner import Git
from onesist_desktop.git.sizes import folder_size
from onesist_desktop.git.worktrees import unlock_worktree
from onesist_desktop.process import tree
from onesist_desktop.services.blockers import is_among
from onesist_desktop.services.context import ServiceContext
from onesist_desktop.services.events import CopyTotalsChanged, RemovalProgress, WorktreeMeasured
from onesist_desktop.services.git_words import worded
from onesist_desktop.services.live_runs import LiveRuns
from onesist_desktop.services.measuring import Copy, IsSetUp, Measurer, Round, read_copies, read_copy
from onesist_desktop.services.removal_recovery import RemovalRecovery
from onesist_desktop.services.removing import CutShort, Order, Remover
from onesist_desktop.services.workspace_looks import copy_totals
from onesist_desktop.services.workspace_parts import IdleThreads
from onesist_desktop.services.workspace_views import (
    CopyTotals,
    RemovalRequest,
    RemovalResult,
    RemovalResultKind,
    WorktreeRow,
)
from onesist_desktop.storage.unit_of_work import UnitOfWork

_IsWanted = Callable[[Copy], bool]

AT_ONCE = 4
"""Worktrees that are measured at the same time."""

_UNLISTED = (WorktreeState.CREATING, WorktreeState.REMOVED)


class CleanupService:
    """Implements ``services.workspace_api.Cleanup``.

    Args:
        context: Shared by all services.
        git: Runs Git.
        live: Which threads work.
        threads: Keeps threads from beginning to work.
        is_set_up: Tells whether a worktree's set-up command runs.
        app_mark: The mark of what this app starts, see ``process.tree``.
        helpers: Beginnings of the names of programs that agents start for themselves and that hold no work.
    """

    def __init__(
        self,
        context: ServiceContext,
        git: Git,
        live: LiveRuns,
        threads: IdleThreads,
        is_set_up: IsSetUp = lambda worktree_id: False,
        app_mark: str = "",
        helpers: tuple[str, ...] = (),
    ) -> None:
        self._context = context
        self._git = git
        self._measurer = Measurer(context, git, live, is_set_up, app_mark, helpers)
        self._remover = Remover(context, git, live, threads, self._measurer)
        self._recovery = RemovalRecovery(context, git, self._measurer, self._remover)
        self._at_once = asyncio.Semaphore(AT_ONCE)
        self._measuring: dict[WorktreeId, asyncio.Lock] = {}

    # -- looking -------------------------------------------------------------------------------------------------------

    async def rows(self, project_id: ProjectId) -> Sequence[WorktreeRow]:
        """List all worktrees of ours in a project, not measured, last used last. Runs no Git."""
        copies = await self._copies(lambda copy: copy.row.project_id == project_id)
        return await asyncio.to_thread(
            lambda: [self._measurer.row_of(copy, exists=os.path.lexists(copy.row.path)) for copy in copies]
        )

    async def measure(self, ids: Sequence[WorktreeId]) -> Sequence[WorktreeRow]:
        """Measure worktrees, a few at a time; each is told as soon as its contents are known, and again with its size."""
        wanted = set(ids)
        copies = {copy.row.id: copy for copy in await self._copies(lambda copy: copy.row.id in wanted)}
        shared = Round()
        async with asyncio.TaskGroup() as group:
            tasks = [group.create_task(self._measure(copies[one], shared)) for one in ids if one in copies]
        for project_id in {copy.row.project_id for copy in copies.values()}:
            self._context.bus.publish(CopyTotalsChanged(project_id, await self.totals(project_id)))
        return [task.result() for task in tasks]

    async def totals(self, project_id: ProjectId) -> CopyTotals:
        """Count worktrees of ours in a project, with what was last measured of their size."""
        return await self._context.database.run(lambda uow: copy_totals(uow, project_id))

    # -- doing ---------------------------------------------------------------------------------------------------------

    async def remove(self, request: RemovalRequest) -> Sequence[RemovalResult]:
        """Remove or release worktrees one after another. See ``services.workspace_api.Cleanup.remove``."""
        results: list[RemovalResult] = []
        count = len(request.confirmed)
        try:
            for index, (worktree_id, fingerprint) in enumerate(request.confirmed):
                order = Order(worktree_id, request.kind, fingerprint, request.keeps_ignored)
                results.append(await self._remove(order, index, count))
        except asyncio.CancelledError:
            for index, (worktree_id, _) in enumerate(request.confirmed):
                if index > len(results):
                    self._tell(worktree_id, index, count, RemovalResult(worktree_id, RemovalResultKind.STOPPED))
            raise
        return results

    async def forget(self, worktree_id: WorktreeId) -> None:
        """Take a missing worktree out of the list and out of Git's. Its branch stays. Raises WorkspaceError, BusyError."""
        copy = await self._copy(worktree_id)
        if await asyncio.to_thread(os.path.lexists, copy.row.path):
            raise WorkspaceError(WorkspaceFault.STILL_THERE, copy.row.path)
        look = await self._measurer.look(copy)
        if any(blocker.kind is BlockerKind.LOCKED for blocker in look.blockers):
            reason = next(blocker.details[0] for blocker in look.blockers if blocker.kind is BlockerKind.LOCKED)
            raise WorkspaceError(WorkspaceFault.REFUSED, reason or "locked")
        with worded():
            await self._remover.forget(copy)

    async def unlock(self, worktree_id: WorktreeId) -> None:
        """Take away Git's lock. Raises WorkspaceError."""
        copy = await self._copy(worktree_id)
        look = await self._measurer.look(copy)
        if look.repository is None or look.link in (Link.GONE, Link.UNLISTED):
            raise WorkspaceError(WorkspaceFault.NOT_THAT_WORKTREE, look.note or copy.row.path)
        with worded():
            await unlock_worktree(self._git, look.repository, copy.row.path)

    async def end_processes(self, worktree_id: WorktreeId, processes: Sequence[BlockingProcess]) -> Sequence[BlockingProcess]:
        """End exactly these processes, which must work in that worktree now, or below an agent that idles there.

        Returns:
            Those that are still there.
        """
        copy = await self._copy(worktree_id)
        # What was shown while a run worked may idle by now: it still is what was shown.
        there = {*await self._measurer.processes_in(copy), *await self._measurer.processes_in(copy, spares_idle=False)}
        wanted = [tree.ProcessId(one.pid, one.started_at, one.name) for one in processes if is_among(one, there)]
        left = {process.pid for process in await tree.end(wanted)}
        return [process for process in processes if process.pid in left]

    async def recover_removals(self) -> int:
        """Close at the start what a crash left of removals. Removes nothing. Returns how many were closed."""
        return await self._recovery.recover()

    # -- parts ---------------------------------------------------------------------------------------------------------

    async def _measure(self, copy: Copy, shared: Round) -> WorktreeRow:
        row_id, path = copy.row.id, copy.row.path
        async with self._measuring.setdefault(row_id, asyncio.Lock()), self._at_once:
            look = await self._measurer.look(copy, shared)
            row = self._measurer.row_of(copy, look)
            self._context.bus.publish(WorktreeMeasured(row))
            if not look.exists:
                return row
            size = await folder_size(path)
        row = self._measurer.row_of(copy, look, size)
        await self._context.database.run(lambda uow: _note_size(uow, row_id, size))
        self._context.bus.publish(WorktreeMeasured(row))
        return row

    async def _remove(self, order: Order, index: int, count: int) -> RemovalResult:
        row_id = order.worktree_id

        def on_step(step: str) -> None:
            self._context.bus.publish(RemovalProgress(row_id, index, count, step))

        # Its end is told in any case, also when nobody waits any more.
        result = RemovalResult(row_id, RemovalResultKind.STOPPED)
        try:
            result = await self._remover.remove(order, on_step)
        except CutShort as cut:
            result = cut.result
            raise
        finally:
            self._tell(row_id, index, count, result)
        return result

    def _tell(self, worktree_id: WorktreeId, index: int, count: int, result: RemovalResult) -> None:
        self._context.bus.publish(RemovalProgress(worktree_id, index, count, result=result))

    async def _copy(self, worktree_id: WorktreeId) -> Copy:
        copy = await self._context.database.run(lambda uow: read_copy(uow, worktree_id))
        if not copy.row.is_ours or copy.row.state in _UNLISTED:
            raise WorkspaceError(WorkspaceFault.NOT_THAT_WORKTREE, copy.row.path)
        return copy

    async def _copies(self, is_wanted: _IsWanted) -> list[Copy]:
        def read(uow: UnitOfWork) -> list[Copy]:
            rows = [row for row in uow.worktrees.listed() if row.is_ours and row.state not in _UNLISTED]
            return [copy for copy in read_copies(uow, rows) if is_wanted(copy)]

        return await self._context.database.run(read)


def _note_size(uow: UnitOfWork, worktree_id: WorktreeId, size_bytes: int) -> None:
    row = uow.worktrees.find(worktree_id)
    if row is not None and row.state is WorktreeState.READY:
        uow.worktrees.change(worktree_id, size_bytes=size_bytes)
