# SPDX-License-Identifier: MIT
"""Finds out what a worktree of ours holds and what keeps it from being removed. Looks only, and never guesses."""

from __future__ import annotations

import asyncio
import contextlib
import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from onesist_desktop.core.errors import OnesistError, WorkspaceError, WorkspaceFault
from onesist_desktop.core.ids import WorktreeId
from onesist_desktop.core.workspaces import Blocker, BlockerKind, BlockingProcess, Contents
from onesist_desktop.git.contents import contents
from onesist_desktop.git.errors import GitError
from onesist_desktop.git.relinking import relink
from onesist_desktop.git.removal import Guard, Link, link_of, mend_link, refuse_path
from onesist_desktop.git.repositories import Repository, open_repository
from onesist_desktop.git.runner import Git
from onesist_desktop.git.worktree_list import GitWorktree, list_worktrees
from onesist_desktop.process.inside import Working, lies_in, working_processes
from onesist_desktop.services.blockers import HISTORY_VARIABLE, Surroundings, blockers_of, blocking_processes
from onesist_desktop.services.context import ServiceContext
from onesist_desktop.services.live_runs import LiveRuns
from onesist_desktop.services.workspace_looks import project_of, repository_title
from onesist_desktop.services.workspace_views import ThreadAt, WorktreeRow
from onesist_desktop.storage.records import ProjectRecord, ThreadRecord, WorktreeRecord
from onesist_desktop.storage.unit_of_work import UnitOfWork

UNFINISHED = "unfinished"
"""In ``WorktreeRecord.steps["step"]``: Git removed a part of the folder and forgot it; ``head`` is the commit that it was on."""

IsSetUp = Callable[[WorktreeId], bool]
Opened = tuple[Repository, tuple[GitWorktree, ...]]


@dataclass(frozen=True, slots=True)
class Copy:
    """What is stored of a worktree. ``others``: folders of other worktrees of ours, and of projects."""

    row: WorktreeRecord
    project: ProjectRecord
    threads: tuple[ThreadRecord, ...]
    others: tuple[str, ...]

    @property
    def guard(self) -> Guard:
        """What its path has to be measured against."""
        return Guard(self.row.base_folder if self.row.is_ours else "", (self.row.path,), (self.project.root_path, *self.others))


@dataclass(frozen=True, slots=True)
class Look:
    """What was found. ``contents`` is None where it could not be measured, and ``note`` says why."""

    link: Link
    repository: Repository | None = None
    contents: Contents | None = None
    blockers: tuple[Blocker, ...] = ()
    note: str = ""

    @property
    def exists(self) -> bool:
        """Whether the folder is there."""
        return self.link not in (Link.GONE, Link.FOLDER_GONE)


@dataclass(slots=True)
class Round:
    """What one round of looks shares: each repository is opened once, and processes are listed once."""

    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    repositories: dict[tuple[str, str], Opened | OnesistError] = field(default_factory=dict)
    processes: tuple[Working, ...] | None = None


class Measurer:
    """Looks at worktrees.

    Args:
        context: Shared by all services.
        git: Runs Git.
        live: Which threads work.
        is_set_up: Tells whether a worktree's set-up command runs.
        app_mark: The mark of what this app starts.
        helpers: See :func:`services.blockers.blocking_processes`.
    """

    def __init__(
        self,
        context: ServiceContext,
        git: Git,
        live: LiveRuns,
        is_set_up: IsSetUp,
        app_mark: str,
        helpers: tuple[str, ...] = (),
    ) -> None:
        self._context = context
        self._git = git
        self._live = live
        self._is_set_up = is_set_up
        self._app_mark = app_mark
        self._helpers = helpers
        self._stayed: dict[WorktreeId, tuple[BlockingProcess, ...]] = {}

    def note_stayed(self, copy: Copy, processes: Sequence[BlockingProcess]) -> None:
        """Remember what is still there after idle agents were let go, so that it is shown from now on."""
        self._stayed[copy.row.id] = tuple(processes)

    async def processes_in(self, copy: Copy, *, spares_idle: bool = True) -> tuple[BlockingProcess, ...]:
        """List what works in a worktree now. ``spares_idle``: see :func:`services.blockers.blocking_processes`."""
        return self._inside(copy, await self._processes(Round()), spares_idle=spares_idle)

    async def blockers(self, copy: Copy) -> tuple[Blocker, ...]:
        """Return what keeps a worktree from being removed beside its contents, without the agents that a removal lets go."""
        shared = Round()
        worktrees: tuple[GitWorktree, ...] = ()
        with contextlib.suppress(OnesistError):
            # Without Git nothing is removed, which the look at its contents says.
            _, worktrees = await self._repository(copy, shared)
        inside = self._inside(copy, await self._processes(shared), spares_idle=True)
        return blockers_of(self._surroundings(copy), inside, worktrees)

    async def look(self, copy: Copy, shared: Round | None = None, *, spares_idle: bool = True) -> Look:
        """Measure a worktree. Failures of Git are part of what was found. ``spares_idle``: see :meth:`processes_in`."""
        shared = shared or Round()
        path = copy.row.path
        try:
            repository, worktrees = await self._repository(copy, shared)
        except OnesistError as error:
            is_there = await asyncio.to_thread(os.path.lexists, path)
            link = Link.UNLISTED if is_there else Link.GONE
            return Look(link, note=str(error), blockers=(_unreadable(error),) if is_there else ())
        link = await asyncio.to_thread(link_of, path, repository, worktrees)
        inside = self._inside(copy, await self._processes(shared), spares_idle=spares_idle)
        blockers = blockers_of(self._surroundings(copy), inside, worktrees)
        if link in (Link.GONE, Link.FOLDER_GONE):
            return Look(link, repository, blockers=tuple(one for one in blockers if one.kind is BlockerKind.LOCKED))
        try:
            if link is Link.UNLISTED and copy.row.steps.get("step") == UNFINISHED:
                await relink(self._git, repository, path, copy.guard, str(copy.row.steps.get("head", "")))
                link, worktrees = Link.WHOLE, await list_worktrees(self._git, repository)
            await asyncio.to_thread(refuse_path, path, copy.guard, repository, worktrees)
            if link is Link.CUT:
                # A deletion was cut off. Nothing can be counted before Git knows the folder again.
                await mend_link(self._git, repository, path)
            found = await contents(self._git, repository, path, clock=self._context.clock)
        except OnesistError as error:
            return Look(link, repository, None, (*blockers, _unreadable(error)), words_of(error))
        return Look(link, repository, found, blockers)

    async def link_of(self, copy: Copy) -> Link:
        """Tell only how the folder hangs together with its repository now. Raises WorkspaceError, GitError."""
        repository, worktrees = await self._repository(copy, Round())
        return await asyncio.to_thread(link_of, copy.row.path, repository, worktrees)

    def row_of(self, copy: Copy, look: Look | None = None, size_bytes: int | None = None, *, exists: bool = True) -> WorktreeRow:
        """Return a worktree as the clean-up shows it."""
        row = copy.row
        changes = look.contents.changes if look is not None and look.contents is not None else None
        return WorktreeRow(
            id=row.id,
            project_id=row.project_id,
            project_title=copy.project.title,
            repository=row.repository,
            repository_title=repository_title(copy.project, row.repository),
            path=row.path,
            branch=changes.branch if changes is not None else row.branch,
            state=row.state,
            used_at=row.used_at,
            threads=tuple(ThreadAt(one.id, one.title, one.provider_id or "") for one in copy.threads),
            exists=look.exists if look is not None else exists,
            contents=look.contents if look is not None else None,
            size_bytes=size_bytes if size_bytes is not None else row.size_bytes,
            blockers=look.blockers if look is not None else (),
            # Before it was measured a note would read as the reason why it can't be.
            note=(look.note or row.note) if look is not None else "",
        )

    def _inside(self, copy: Copy, processes: Sequence[Working], *, spares_idle: bool) -> tuple[BlockingProcess, ...]:
        stayed = self._stayed.get(copy.row.id, ())
        where = self._surroundings(copy)
        return blocking_processes(where, processes, spares_idle=spares_idle, stayed=stayed, helpers=self._helpers)

    def _surroundings(self, copy: Copy) -> Surroundings:
        path = copy.row.path
        here = {thread.id: thread.title for thread in copy.threads}
        runs = []
        for live in self._live.all():
            run = live.life.run
            if run.thread_id in here or lies_in(os.path.realpath(run.cwd), path):
                runs.append(here.get(run.thread_id, ""))
        return Surroundings(path, tuple(runs), self._is_set_up(copy.row.id), copy.others)

    async def _repository(self, copy: Copy, shared: Round) -> Opened:
        key = (copy.project.root_path, copy.row.repository)
        async with shared.lock:
            if key not in shared.repositories:
                shared.repositories[key] = await self._open(*key)
        found = shared.repositories[key]
        if isinstance(found, OnesistError):
            raise found
        if found[0].path != copy.row.repository_path:
            raise WorkspaceError(WorkspaceFault.NOT_A_REPOSITORY, copy.row.repository_path)
        return found

    async def _open(self, root: str, key: str) -> Opened | OnesistError:
        try:
            repository = await open_repository(self._git, root, key)
            return repository, await list_worktrees(self._git, repository)
        except OnesistError as error:
            return error

    async def _processes(self, shared: Round) -> tuple[Working, ...]:
        async with shared.lock:
            found = shared.processes
            if found is None:
                found = shared.processes = await asyncio.to_thread(working_processes, self._app_mark, HISTORY_VARIABLE)
        return found


def read_copies(uow: UnitOfWork, rows: Sequence[WorktreeRecord]) -> list[Copy]:
    """Read what is stored of worktrees. Those whose project isn't there are left out."""
    projects = {project.id: project for project in uow.projects.recent()}
    threads = uow.worktrees.threads_of([row.id for row in rows])
    roots = [project.root_path for project in projects.values()]
    paths = [row.path for row in uow.worktrees.listed()]
    found = []
    for row in rows:
        if row.project_id not in projects:
            continue
        others = tuple(path for path in (*roots, *paths) if path != row.path)
        own = tuple(uow.threads.get(thread_id) for thread_id in threads.get(row.id, ()))
        found.append(Copy(row, projects[row.project_id], own, others))
    return found


def read_copy(uow: UnitOfWork, worktree_id: WorktreeId) -> Copy:
    """Read what is stored of one. Raises NotFoundError."""
    row = uow.worktrees.get(worktree_id)
    project_of(uow, row.project_id)
    return read_copies(uow, [row])[0]


def _unreadable(error: OnesistError) -> Blocker:
    return Blocker(BlockerKind.UNREADABLE, (words_of(error),))


def words_of(error: OnesistError) -> str:
    """Return a failure in Git's own words where it has some."""
    detail = error.detail if isinstance(error, WorkspaceError) else error.words if isinstance(error, GitError) else ""
    return detail or str(error)
