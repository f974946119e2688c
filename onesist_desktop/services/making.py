# SPDX-License-Identifier: MIT
"""Making a worktree: its row is committed before Git runs, so that whatever a crash leaves is known at the next start."""

from __future__ import annotations

import asyncio
import errno
import os
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from onesist_desktop.core.errors import OnesistError, WorkspaceError, WorkspaceFault
from onesist_desktop.core.git_names import BRANCH_PREFIX, default_branch
from onesist_desktop.core.ids import ThreadId, WorktreeId
from onesist_desktop.core.workspaces import WorktreeState
from onesist_desktop.git import branches as git_branches
from onesist_desktop.git import worktrees as git_worktrees
from onesist_desktop.git.branches import Branch
from onesist_desktop.git.linked import common_folder_of
from onesist_desktop.git.repositories import Repository
from onesist_desktop.git.runner import Git
from onesist_desktop.git.worktrees import Addition
from onesist_desktop.services.context import ServiceContext
from onesist_desktop.services.resolving import storable
from onesist_desktop.services.workspace_views import ExistingBranch, NewBranch
from onesist_desktop.storage.private import private_folder
from onesist_desktop.storage.records import ProjectRecord, WorktreeRecord
from onesist_desktop.storage.unit_of_work import UnitOfWork

OnStep = Callable[[str, int, int], object]
MANY = 10_000
_SOMEBODYS = frozenset({WorkspaceFault.STILL_THERE, WorkspaceFault.NOT_THAT_WORKTREE})
UNDOING = "undoing"
"""Note in a row's steps: it is being taken away, so that no thread may come to work there any more."""


@dataclass(frozen=True, slots=True)
class Made:
    """A worktree that is there, in a row that still says ``creating``. ``notes``: what did not work and does not matter."""

    record: WorktreeRecord
    repository: Repository
    addition: Addition
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class _Plan:
    """What was worked out before anything is made."""

    branch: str
    base: str
    commit: str
    makes_branch: bool


class WorktreeMaker:
    """Makes worktrees of ours below the base folder.

    Args:
        context: Shared by all services.
        git: Runs Git.
        base: The base folder of new worktrees; need not be there yet.
    """

    def __init__(self, context: ServiceContext, git: Git, base: Path) -> None:
        self._context = context
        self._git = git
        self._base = base

    async def make(
        self,
        project: ProjectRecord,
        repository: Repository,
        wanted: NewBranch | ExistingBranch,
        title: str,
        thread_id: ThreadId,
        on_step: OnStep,
    ) -> Made:
        """Make a worktree for a thread. Nothing is left of it when this raises or is cancelled.

        Raises:
            WorkspaceError: It can't be made.
            GitError: Git could not be asked.
        """
        if not repository.has_commits:
            raise WorkspaceError(WorkspaceFault.NO_COMMITS, repository.path)
        plan = await self._plan(repository, wanted)
        base = await asyncio.to_thread(checked_base, self._base, project.root_path, repository.path)
        path = await asyncio.to_thread(free_folder, base, project, title, thread_id)
        now = self._context.clock()
        record = WorktreeRecord(
            id=WorktreeId(self._context.new_id()),
            project_id=project.id,
            repository=repository.key,
            repository_path=repository.path,
            base_folder=base,
            path=path,
            is_ours=True,
            state=WorktreeState.CREATING,
            created_at=now,
            used_at=now,
            branch=plan.branch,
            made_branch=plan.makes_branch,
            base=plan.base,
            base_commit=plan.commit,
        )
        addition = addition_of(record)
        await self._context.database.run(lambda uow: uow.worktrees.add(record))
        try:
            notes = await git_worktrees.add_worktree(self._git, repository, addition, on_step=on_step)
        except git_worktrees.NotBegunError:
            # Undoing would take somebody else's folder or branch for what was made here.
            await self._context.database.run(lambda uow: uow.worktrees.discard(record.id))
            raise
        except BaseException as error:
            await self.undo(Made(record, repository, addition), reason=str(error))
            raise
        return Made(record, repository, addition, notes)

    async def undo(self, made: Made, reason: str = "") -> None:
        """Take a worktree away that nobody works in yet, and its row; goes on when the caller is cancelled."""
        if self._context.supervisor.is_closed:
            # The app ends. The next start finds the row and does the same.
            return
        undoing = undo_making(self._context, self._git, made.record, made.repository, reason)
        await asyncio.shield(self._context.supervisor.spawn(undoing, name=f"undo:{made.record.id}"))

    async def _plan(self, repository: Repository, wanted: NewBranch | ExistingBranch) -> _Plan:
        found = await git_branches.branches(self._git, repository)
        own = {branch.name: branch for branch in found if not branch.is_remote}
        if isinstance(wanted, NewBranch):
            await git_branches.check_branch_name(self._git, wanted.name)
            if wanted.name in own:
                raise WorkspaceError(WorkspaceFault.BRANCH_EXISTS, wanted.name)
            commit = await git_branches.resolve_commit(self._git, repository, wanted.base)
            return _Plan(wanted.name, wanted.base or repository.head_branch, commit, makes_branch=True)
        if wanted.name in own:
            return _plan_own(own[wanted.name])
        remote = next((branch for branch in found if branch.name == wanted.name), None)
        if remote is None:
            raise WorkspaceError(WorkspaceFault.BRANCH_MISSING, storable(wanted.name))
        name = remote.name.partition("/")[2]
        await git_branches.check_branch_name(self._git, name)
        if name in own:
            # It may have other commits than the remote's.
            raise WorkspaceError(WorkspaceFault.BRANCH_EXISTS, name)
        return _Plan(name, remote.name, remote.commit, makes_branch=True)


def _plan_own(branch: Branch) -> _Plan:
    if branch.checked_out_at:
        raise WorkspaceError(WorkspaceFault.CHECKED_OUT, storable(branch.checked_out_at))
    if storable(branch.name) != branch.name:
        raise WorkspaceError(WorkspaceFault.BAD_BRANCH, storable(branch.name))
    return _Plan(branch.name, "", branch.commit, makes_branch=False)


async def undo_making(
    context: ServiceContext, git: Git, record: WorktreeRecord, repository: Repository, reason: str = ""
) -> WorktreeState | None:
    """Take away what there is of a worktree whose row says ``creating``, and the row. Nothing of the person's is removed.

    Returns:
        None when it is gone. ``READY`` when somebody put something into the folder: then it is listed like any other.
        ``CREATING`` when Git could not be asked, so that it is tried again at the next start.
    """

    def claim(uow: UnitOfWork) -> WorktreeState | None:
        row = uow.worktrees.find(record.id)
        if row is not None and row.state is WorktreeState.CREATING:
            uow.worktrees.change(record.id, steps={UNDOING: True})
        return row.state if row is not None else None

    # A thread may have come to work there just before the caller was cancelled.
    state = await context.database.run(claim)
    if state is not WorktreeState.CREATING:
        return state
    try:
        await git_worktrees.undo_addition(git, repository, addition_of(record))
    except OnesistError as error:
        words = context.redactor.mask("\n".join(filter(None, (reason, str(error)))))
        holds_more = isinstance(error, WorkspaceError) and error.fault in _SOMEBODYS
        after = WorktreeState.READY if holds_more else WorktreeState.CREATING
        await context.database.run(lambda uow: uow.worktrees.change(record.id, state=after, steps={}, note=words))
        return after
    await context.database.run(lambda uow: uow.worktrees.discard(record.id))
    return None


def record_ready(uow: UnitOfWork, record: WorktreeRecord, now: float) -> None:
    """Note that a worktree is ready for the thread that moves there in this transaction. Raises WorkspaceError."""
    row = uow.worktrees.find(record.id)
    if row is None or row.state is not WorktreeState.CREATING or UNDOING in row.steps:
        raise WorkspaceError(WorkspaceFault.NOT_THAT_WORKTREE, record.path)
    uow.worktrees.change(record.id, state=WorktreeState.READY, used_at=now)


def addition_of(record: WorktreeRecord) -> Addition:
    """Return what Git is to add for a row, or was to add when a crash came."""
    return Addition(record.path, record.branch, record.base_commit, record.made_branch)


def checked_base(base: Path, *kept_free: str) -> str:
    """Make the base folder and return its real path. Blocks shortly.

    Args:
        base: The base folder.
        kept_free: Folders in which it must not lie, whatever links lead there.

    Raises:
        WorkspaceError: It lies inside of one of them, or can't be made.
    """
    real = os.path.realpath(base)
    for folder in kept_free:
        for forbidden in {os.path.realpath(folder), common_folder_of(folder)} - {""}:
            if lies_in_on_disk(real, forbidden):
                raise WorkspaceError(WorkspaceFault.BASE_INSIDE_PROJECT, real)
    try:
        real.encode("utf-8")
        private_folder(Path(real))
    except UnicodeEncodeError:
        raise WorkspaceError(WorkspaceFault.BASE_UNUSABLE, repr(real)) from None
    except OSError as error:
        raise unusable(error, real) from error
    return real


def unusable(error: OSError, path: str) -> WorkspaceError:
    """Return what a failure to write below the base folder means."""
    fault = WorkspaceFault.DISK_FULL if error.errno in (errno.ENOSPC, errno.EDQUOT) else WorkspaceFault.BASE_UNUSABLE
    return WorkspaceError(fault, f"{path}: {error.strerror or error}")


def lies_in_on_disk(path: str, folder: str) -> bool:
    """Tell whether ``path``, which need not be there, is ``folder`` or lies in it.

    Folders are compared as what they are, not by name: a volume may not tell capitals from small letters.
    """
    for place in (Path(path), *Path(path).parents):
        try:
            if place.samefile(folder):
                return True
        except OSError:
            if str(place) == folder:
                return True
    return False


def folder_of(base: str, project: ProjectRecord, title: str, thread_id: str) -> str:
    """Return where a worktree for a thread is to lie: names of letters, digits and hyphens, whatever titles say."""
    return str(Path(base, _named(project.title, project.id), _named(title, thread_id)))


def free_folder(base: str, project: ProjectRecord, title: str, thread_id: str) -> str:
    """Make the project's folder in the base folder, and return a path in it that nothing has. Blocks shortly."""
    wanted = folder_of(base, project, title, thread_id)
    parent = str(Path(wanted).parent)
    try:
        private_folder(Path(parent))
        if os.path.realpath(parent) != parent:
            raise WorkspaceError(WorkspaceFault.BASE_UNUSABLE, f"{parent} is a link")
        if not os.access(parent, os.W_OK | os.X_OK):
            raise WorkspaceError(WorkspaceFault.BASE_UNUSABLE, parent)
        for number in range(1, MANY):
            path = wanted if number == 1 else f"{wanted}-{number}"
            if not os.path.lexists(path):
                return path
    except OSError as error:
        raise unusable(error, parent) from error
    raise WorkspaceError(WorkspaceFault.BASE_UNUSABLE, wanted)


def _named(title: str, key: str) -> str:
    slug, _, tail = default_branch(title, key).removeprefix(BRANCH_PREFIX).rpartition("--")
    return f"{slug}-{tail}"
