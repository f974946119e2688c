# SPDX-License-Identifier: MIT
"""Removes one worktree, in an order in which nothing can be lost wherever it is cut off (decision 0020)."""

# Paths of Git's are strings, with surrogates for what is no UTF-8.
# ruff: noqa: PTH118, PTH119
from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import time
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Any

from onesist_desktop.core.errors import BusyError, NotFoundError, OnesistError
from onesist_desktop.core.ids import ProviderId, SessionRowId, WorktreeId
from onesist_desktop.core.records import SessionState
from onesist_desktop.core.workspaces import Blocker, BlockerKind, Contents, WorktreeState
from onesist_desktop.git.ignored import ignored_files
from onesist_desktop.git.keeping import KeepingError, Kept, keep_files
from onesist_desktop.git.reachable import loose_commits
from onesist_desktop.git.removal import Link, remove_worktree
from onesist_desktop.git.repositories import Repository
from onesist_desktop.git.rescue import commits_of_missing, keep_commits, rescue_branch
from onesist_desktop.git.runner import Git
from onesist_desktop.git.sizes import folder_size
from onesist_desktop.git.worktree_list import find_worktree
from onesist_desktop.git.worktrees import forget_worktree
from onesist_desktop.services.context import ServiceContext
from onesist_desktop.services.events import CopyTotalsChanged
from onesist_desktop.services.leaving import leave_worktree, release_worktree
from onesist_desktop.services.live_runs import LiveRuns
from onesist_desktop.services.measuring import UNFINISHED, Copy, Look, Measurer, read_copy, words_of
from onesist_desktop.services.moving import Moved, release, tell
from onesist_desktop.services.workspace_looks import copy_totals
from onesist_desktop.services.workspace_parts import IdleThreads
from onesist_desktop.services.workspace_views import RemovalKind, RemovalResult, RemovalResultKind
from onesist_desktop.storage.unit_of_work import UnitOfWork

log = logging.getLogger(__name__)

KEPT_FOLDER = "kept-files"
"""In the project's folder."""

COUNTING, KEEPING, REMOVING = "counting", "keeping", "removing"
"""Steps of a removal, in ``WorktreeRecord.steps["step"]`` and in progress. Only from the last one on something may be gone."""

OnStep = Callable[[str], object]
_NO_STEPS: Mapping[str, str] = MappingProxyType({})


class CutShort(asyncio.CancelledError):
    """The caller was cancelled while Git removed a folder, which went on to its end.

    Attributes:
        result: How that ended.
    """

    def __init__(self, result: RemovalResult) -> None:
        super().__init__()
        self.result = result


class _Stop(Exception):  # noqa: N818 - no failure: the removal ends here, with this result
    def __init__(self, result: RemovalResult) -> None:
        super().__init__(result.kind)
        self.result = result


@dataclass(frozen=True, slots=True)
class Order:
    """What the person confirmed of one worktree. ``fingerprint`` is that of the contents that were shown."""

    worktree_id: WorktreeId
    kind: RemovalKind
    fingerprint: str
    keeps_ignored: bool = True


class Remover:
    """Removes worktrees one by one.

    Args:
        context: Shared by all services.
        git: Runs Git.
        live: Which threads work.
        threads: Keeps threads from beginning to work.
        measurer: Looks at worktrees.
    """

    def __init__(self, context: ServiceContext, git: Git, live: LiveRuns, threads: IdleThreads, measurer: Measurer) -> None:
        self._context = context
        self._git = git
        self._live = live
        self._threads = threads
        self._measurer = measurer
        self._locks: dict[WorktreeId, asyncio.Lock] = {}

    async def remove(self, order: Order, on_step: OnStep) -> RemovalResult:
        """Remove a worktree's folder, unless something is in the way.

        Cancelling ends it up to the moment at which Git begins to remove; from there on it goes on to its end.

        Raises:
            CutShort: It was cancelled then.
            StorageError: It could not be noted, so nothing was removed.
        """
        async with self._locks.setdefault(order.worktree_id, asyncio.Lock()):
            try:
                copy = await self._context.database.run(lambda uow: read_copy(uow, order.worktree_id))
            except NotFoundError as error:
                return RemovalResult(order.worktree_id, RemovalResultKind.REFUSED, detail=str(error))
            row = copy.row
            result = RemovalResult(row.id, RemovalResultKind.REFUSED, branch=row.branch)
            if row.state is WorktreeState.REMOVED:
                return replace(result, kind=RemovalResultKind.GONE_ALREADY)
            if not row.is_ours or row.state is WorktreeState.CREATING:
                return replace(result, detail=row.path)
            try:
                return await self._remove(copy, order, result, on_step)
            except _Stop as stop:
                return stop.result
            except OnesistError as error:
                return replace(result, detail=words_of(error))

    async def forget(self, copy: Copy, kind: RemovalKind = RemovalKind.REMOVE) -> str:
        """Take a worktree whose folder is gone out of the list and out of Git's. Raises WorkspaceError, GitError.

        Returns:
            The branch that was made for commits of its detached head, empty for none.
        """
        look, row, rescued = await self._measurer.look(copy), copy.row, ""
        if look.link is Link.FOLDER_GONE and look.repository is not None:
            rescued = await self._rescue_missing(copy, look.repository)
            await forget_worktree(self._git, look.repository, row.path)
        await self.finish(copy, kind, (row.branch, row.path, "", rescued))
        return rescued

    async def finish(self, copy: Copy, kind: RemovalKind, details: Sequence[str]) -> None:
        """Note that a worktree's folder is gone, and tell its threads."""
        now, row, new_id = self._context.clock(), copy.row, self._context.new_id
        leave = release_worktree if kind is RemovalKind.RELEASE else leave_worktree

        def record(uow: UnitOfWork) -> tuple[tuple[Moved, ...], CopyTotalsChanged]:
            moves = leave(uow, uow.worktrees.get(row.id), now, new_id, details)
            return moves, CopyTotalsChanged(row.project_id, copy_totals(uow, row.project_id))

        moves, totals = await self._context.database.run(record)
        for moved in moves:
            tell(self._context, self._live, moved)
        self._context.bus.publish(totals)
        for moved in moves:
            await release(self._context, moved.retired)

    async def _remove(self, copy: Copy, order: Order, result: RemovalResult, on_step: OnStep) -> RemovalResult:
        on_step(COUNTING)
        if not await asyncio.to_thread(os.path.lexists, copy.row.path):
            return await self._remove_missing(copy, order, result)
        async with self._claimed(copy, order, result):
            # Letting an agent go ends all that it started, so whoever works there besides is looked for first.
            if blockers := await self._measurer.blockers(copy):
                raise _Stop(_blocked(result, blockers))
            await self._release_idle(copy)
            look = await self._checked(copy, order, result)
            repository, found = _known(look, result)
            size = copy.row.size_bytes if copy.row.size_bytes is not None else await folder_size(copy.row.path)
            result = replace(result, freed_bytes=size, branch=found.changes.branch)
            if order.keeps_ignored and not found.ignored.is_none:
                on_step(KEEPING)
                await self._note(copy, order, KEEPING, result)
                kept = await self._keep(copy, result)
                result = replace(result, kept_folder=kept.folder, kept_count=kept.count, left_out=kept.left_out)
                # That may have taken a while.
                await self._checked(copy, order, result)
            # Only now: what is measured counts commits that have no other ref, so these refs would look like a change.
            result = replace(result, rescue_branch=await self._rescue(copy, repository, found))
            on_step(REMOVING)
            await self._note(copy, order, REMOVING, result, found.changes.head)
            # From here on it is brought to its end, whoever waits.
            task = self._context.supervisor.spawn(
                self._destroy(copy, order, repository, result, found.changes.head), name=f"remove:{copy.row.id}"
            )
            return await _to_the_end(task)
        raise AssertionError("the block above returns")

    async def _remove_missing(self, copy: Copy, order: Order, result: RemovalResult) -> RemovalResult:
        look = await self._measurer.look(copy)
        if look.blockers:
            return replace(result, kind=RemovalResultKind.BLOCKED, blockers=look.blockers)
        if look.repository is None:
            return replace(result, detail=look.note)
        rescued = await self.forget(copy, order.kind)
        return replace(result, kind=RemovalResultKind.GONE_ALREADY, rescue_branch=rescued)

    @contextlib.asynccontextmanager
    async def _claimed(self, copy: Copy, order: Order, result: RemovalResult) -> AsyncIterator[None]:
        """Keep runs out of a worktree: one that is being removed can't be worked in. Taken back when nothing was removed."""
        try:
            async with contextlib.AsyncExitStack() as idle:
                for thread in sorted(copy.threads, key=lambda one: one.id):
                    await idle.enter_async_context(self._threads.idle(thread.id))
                await self._note(copy, order, COUNTING, result)
        except BusyError:
            titles = tuple(thread.title for thread in copy.threads if self._live.get(thread.id) is not None)
            raise _Stop(_blocked(result, (Blocker(BlockerKind.RUN, titles),))) from None
        try:
            yield
        finally:
            await self._context.database.run(lambda uow: _give_back(uow, copy))

    async def _note(self, copy: Copy, order: Order, step: str, result: RemovalResult, head: str = "") -> None:
        steps: Mapping[str, Any] = {
            "step": step,
            "kind": str(order.kind),
            "kept": result.kept_folder,
            "rescue": result.rescue_branch,
            "branch": result.branch,
            "head": head,
        }
        row_id = copy.row.id
        await self._context.database.run(lambda uow: uow.worktrees.change(row_id, state=WorktreeState.REMOVING, steps=steps))

    async def _release_idle(self, copy: Copy) -> None:
        """End the processes of agents that idle there. Their sessions stay: if nothing is removed they go on in them."""

        def read(uow: UnitOfWork) -> list[tuple[ProviderId, SessionRowId]]:
            rows = [row for thread in copy.threads for row in uow.sessions.of_thread(thread.id)]
            return [(row.provider_id, row.id) for row in rows if row.state is not SessionState.RETIRED]

        await release(self._context, await self._context.database.run(read))

    async def _checked(self, copy: Copy, order: Order, result: RemovalResult) -> Look:
        # Nobody idles there any more: an agent that is still there could not be let go.
        look = await self._measurer.look(copy, spares_idle=False)
        self._measurer.note_stayed(copy, [process for blocker in look.blockers for process in blocker.processes])
        if look.blockers:
            raise _Stop(replace(_blocked(result, look.blockers), detail=look.note))
        if look.contents is None or look.contents.fingerprint != order.fingerprint or not order.fingerprint:
            raise _Stop(replace(result, kind=RemovalResultKind.CHANGED))
        return look

    async def _rescue(self, copy: Copy, repository: Repository, found: Contents) -> str:
        row = copy.row
        tips = await loose_commits(self._git, row.path)
        await keep_commits(self._git, repository, row.id, tips)
        if not found.is_detached or not found.changes.head or found.commits.is_none:
            return ""
        return await rescue_branch(self._git, repository, found.changes.head, self._name(copy), self._day("%Y%m%d"))

    async def _rescue_missing(self, copy: Copy, repository: Repository) -> str:
        row, rescued = copy.row, ""
        listed = await find_worktree(self._git, repository, row.path)
        tips = await commits_of_missing(self._git, repository, row.path)
        if listed is not None and listed.is_detached and listed.head in tips:
            rescued = await rescue_branch(self._git, repository, listed.head, self._name(copy), self._day("%Y%m%d"))
            tips = await commits_of_missing(self._git, repository, row.path)
        await keep_commits(self._git, repository, row.id, tips)
        return rescued

    def _name(self, copy: Copy) -> str:
        return copy.threads[0].title if copy.threads else os.path.basename(copy.row.path)

    async def _keep(self, copy: Copy, result: RemovalResult) -> Kept:
        row = copy.row
        name = f"{self._day('%Y-%m-%d')} {os.path.basename(row.path)}"
        folder = os.path.join(copy.project.root_path, KEPT_FOLDER, name)
        names = await ignored_files(self._git, row.path)
        try:
            return await keep_files(row.path, names, folder)
        except (KeepingError, OSError) as error:
            raise _Stop(replace(result, kind=RemovalResultKind.NOT_KEPT, detail=str(error))) from error

    async def _destroy(self, copy: Copy, order: Order, repository: Repository, result: RemovalResult, head: str) -> RemovalResult:
        path = copy.row.path
        try:
            await self._remove_folder(copy, repository)
        except OnesistError as error:
            words = self._context.redactor.mask(words_of(error))
            link = await self._measurer.link_of(copy)
            left = {"step": UNFINISHED, "head": head} if link is Link.UNLISTED else {}
            await self._context.database.run(lambda uow: _take_back(uow, copy, words, left))
            kind = RemovalResultKind.REFUSED if link is Link.WHOLE else RemovalResultKind.UNFINISHED
            return replace(result, kind=kind, detail=words, freed_bytes=0)
        await self.finish(copy, order.kind, (result.branch, path, result.kept_folder, result.rescue_branch))
        return replace(result, kind=RemovalResultKind.REMOVED)

    async def _remove_folder(self, copy: Copy, repository: Repository) -> None:
        path = copy.row.path
        try:
            await remove_worktree(self._git, repository, path, copy.guard)
        except OnesistError:
            # Git may have failed at the very end only.
            if await asyncio.to_thread(os.path.lexists, path):
                raise
            await remove_worktree(self._git, repository, path, copy.guard)

    def _day(self, pattern: str) -> str:
        return time.strftime(pattern, time.localtime(self._context.clock()))


def _known(look: Look, result: RemovalResult) -> tuple[Repository, Contents]:
    if look.repository is None or look.contents is None:
        raise _Stop(replace(result, detail=look.note))
    return look.repository, look.contents


def _blocked(result: RemovalResult, blockers: tuple[Blocker, ...]) -> RemovalResult:
    return replace(result, kind=RemovalResultKind.BLOCKED, blockers=blockers)


def _give_back(uow: UnitOfWork, copy: Copy) -> None:
    """Let a worktree be worked in again of which nothing was removed yet."""
    row = uow.worktrees.find(copy.row.id)
    if row is not None and row.state is WorktreeState.REMOVING and row.steps.get("step") != REMOVING:
        is_unfinished = copy.row.steps.get("step") == UNFINISHED
        _take_back(uow, copy, row.note, copy.row.steps if is_unfinished else _NO_STEPS)


def _take_back(uow: UnitOfWork, copy: Copy, note: str, steps: Mapping[str, str] = _NO_STEPS) -> None:
    before = copy.row.state if copy.row.state is not WorktreeState.REMOVING else WorktreeState.READY
    uow.worktrees.change(copy.row.id, state=before, steps=steps, note=note)


async def _to_the_end(task: asyncio.Task[RemovalResult]) -> RemovalResult:
    try:
        return await asyncio.shield(task)
    except asyncio.CancelledError:
        await asyncio.wait([task])
        if task.cancelled():
            # The app ends. The row says that it was removed from, and the next start looks.
            raise
        raise CutShort(task.result()) from None
