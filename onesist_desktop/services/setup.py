# SPDX-License-Identifier: MIT
"""The set-up of new worktrees: a command of the project's own checkout, agreed to once, run in the background."""

from __future__ import annotations

import asyncio
import logging
import os
from collections.abc import Sequence
from dataclasses import dataclass, replace

from onesist_desktop.core.errors import BusyError, NotFoundError, OnesistError, WorkspaceError, WorkspaceFault
from onesist_desktop.core.ids import MessageId, ThreadId, WorktreeId
from onesist_desktop.core.messages import Message
from onesist_desktop.core.setup_file import SETUP_FILE, SetupFileError, command_sha256
from onesist_desktop.core.workspaces import WorktreeState
from onesist_desktop.git.runner import Git
from onesist_desktop.process.child import shell_program
from onesist_desktop.process.environment import ShellEnvironment
from onesist_desktop.services.context import ServiceContext
from onesist_desktop.services.events import MessageAdded, SetupChanged
from onesist_desktop.services.setup_records import cut_off, read_row, store_asks, store_end, store_running, stored_view
from onesist_desktop.services.setup_run import SetupEnd, SetupRun
from onesist_desktop.services.setup_source import changed_by, command_of, read_setup_file
from onesist_desktop.services.workspace_views import SetupOffer, SetupState, SetupView
from onesist_desktop.storage.records import ConsentRecord, WorktreeRecord

LIMIT_S = 600.0

log = logging.getLogger(__name__)


@dataclass(slots=True)
class _Work:
    """A set-up that runs, from the moment it was asked for until its end is stored."""

    worktree: WorktreeRecord
    thread_id: ThreadId
    project_root: str
    command: str
    started_at: float
    run: SetupRun | None = None
    is_cancelled: bool = False
    task: asyncio.Task[None] | None = None

    def cancel(self) -> None:
        self.is_cancelled = True
        if self.run is not None:
            self.run.cancel()


@dataclass(frozen=True, slots=True)
class _Found:
    """What the file says for one repository: a command exactly as read, or why it can't be used."""

    command: str = ""
    problem: str = ""
    unknown: tuple[str, ...] = ()


class SetupService:
    """Offers, runs and ends set-ups. What one does is told by :class:`~onesist_desktop.services.events.SetupChanged`.

    Args:
        context: What every service has.
        shell: Builds the environment of commands.
        git: Tells who changed the file.
        limit_s: How long a command may take.
    """

    def __init__(self, context: ServiceContext, shell: ShellEnvironment, git: Git, *, limit_s: float = LIMIT_S) -> None:
        self._context = context
        self._shell = shell
        self._git = git
        self._limit_s = limit_s
        self._working: dict[WorktreeId, _Work] = {}
        self._ended: dict[WorktreeId, SetupView] = {}
        self._is_closed = False

    # -- looking -------------------------------------------------------------------------------------------------------

    async def offer(self, project_root: str, repository_key: str) -> SetupOffer | None:
        """Read what the project wants run in new worktrees of a repository, None for nothing. Runs nothing."""
        found = await self._find(project_root, repository_key)
        if found is None:
            return None
        root, mask = await _real(project_root), self._context.redactor.mask
        digest = command_sha256(found.command)
        is_agreed, earlier = await self._context.database.run(
            lambda uow: (uow.consents.has(root, repository_key, digest), uow.consents.newest(root, repository_key))
        )
        differs = earlier is not None and not is_agreed and earlier.command_sha256 != digest
        return SetupOffer(
            command=mask(found.command),
            file=os.path.join(project_root, *SETUP_FILE.split("/")),  # noqa: PTH118 - the person's own spelling of the folder
            shell=shell_program(),
            is_agreed=bool(found.command) and is_agreed,
            earlier_command=earlier.command if differs and earlier else "",
            changed_by=await changed_by(self._git, project_root),
            problem=found.problem or _words_on_unknown(found),
            ignored=found.unknown,
        )

    async def view(self, worktree_id: WorktreeId) -> SetupView | None:
        """Return how the set-up of a worktree goes or went, None where there is none. Times are known since the last start."""
        if (work := self._working.get(worktree_id)) is not None:
            return self._running(work)
        record, thread_id = await self._context.database.run(lambda uow: read_row(uow, worktree_id))
        view = stored_view(record, thread_id) if record is not None else None
        ended = self._ended.get(worktree_id)
        return ended if view is not None and ended is not None and ended.state is view.state else view

    def is_running(self, worktree_id: WorktreeId) -> bool:
        """Tell whether a set-up works in a worktree, until nothing of it is left."""
        return worktree_id in self._working

    # -- doing ---------------------------------------------------------------------------------------------------------

    async def begin(self, worktree: WorktreeRecord, thread_id: ThreadId, project_root: str) -> None:
        """Begin the set-up of a worktree that was just made: run what was agreed to, or ask. Never fails the making of it."""
        try:
            found = await self._find(project_root, worktree.repository)
            if found is None or self._is_closed:
                return
            if not found.command:
                if found.problem:
                    await self._end_without_run(worktree, thread_id, SetupState.FAILED, "", found.problem)
            elif await self._is_agreed(project_root, worktree.repository, found.command):
                self._start(worktree, thread_id, project_root, found.command)
            else:
                await self._ask(worktree, thread_id, found.command)
        except OnesistError:
            # The worktree is made and whole.
            log.exception("the set-up of a worktree did not begin")

    async def agree(self, worktree_id: WorktreeId, command: str) -> None:
        """Agree to exactly this command, and run it in the background.

        Raises:
            BusyError: It runs already.
            NotFoundError: The worktree isn't there.
            WorkspaceError: ``SETUP_CHANGED`` when the file reads otherwise now (and asks anew), ``SETUP_UNUSABLE``,
                ``NOT_THAT_WORKTREE`` when the folder is gone.
        """
        worktree, thread_id, project_root = await self._prepare(worktree_id)
        read = await self._command(project_root, worktree.repository)
        if command not in (read, self._context.redactor.mask(read)):
            await self._ask(worktree, thread_id, read)
            raise WorkspaceError(WorkspaceFault.SETUP_CHANGED)
        consent = ConsentRecord(
            project_path=await _real(project_root),
            repository=worktree.repository,
            command_sha256=command_sha256(read),
            command=self._context.redactor.mask(read),
            agreed_at=self._context.clock(),
        )
        await self._context.database.run(lambda uow: uow.consents.add(consent))
        self._start(worktree, thread_id, project_root, read)

    async def decline(self, worktree_id: WorktreeId) -> None:
        """Don't run it in this worktree. Does nothing where nothing was asked. Raises BusyError, NotFoundError."""
        self._refuse_second(worktree_id)
        worktree, thread_id = await self._worktree(worktree_id)
        if worktree.setup_state == SetupState.ASKS:
            await self._end_without_run(worktree, thread_id, SetupState.DECLINED, worktree.setup_command or "")

    async def run_again(self, worktree_id: WorktreeId) -> None:
        """Run the command again, if it is still one that was agreed to. Raises as :meth:`agree` does."""
        worktree, thread_id, project_root = await self._prepare(worktree_id)
        read = await self._command(project_root, worktree.repository)
        if not await self._is_agreed(project_root, worktree.repository, read):
            await self._ask(worktree, thread_id, read)
            raise WorkspaceError(WorkspaceFault.SETUP_CHANGED)
        self._start(worktree, thread_id, project_root, read)

    async def cancel(self, worktree_id: WorktreeId) -> None:
        """End a set-up with all that it started, and wait until its end is stored. Does nothing where none runs."""
        if (work := self._working.get(worktree_id)) is not None:
            work.cancel()
            await _ended([work])

    async def recover(self) -> None:
        """Close what a crash cut off. Call it at start; the processes themselves were ended by their mark already."""
        for worktree, thread_id in await self._context.database.run(cut_off):
            if worktree.id not in self._working:
                await self._end_without_run(worktree, thread_id, SetupState.CANCELLED, worktree.setup_command or "")

    async def close(self) -> None:
        """Take no new work, end what runs, and wait until it is stored."""
        self._is_closed = True
        working = list(self._working.values())
        for work in working:
            work.cancel()
        await _ended(working)

    # -- inside --------------------------------------------------------------------------------------------------------

    async def _find(self, project_root: str, repository: str) -> _Found | None:
        def find() -> _Found | None:
            # Only the project's own checkout is looked at, never the worktree: its branch may be a stranger's.
            file = read_setup_file(project_root)
            if file is None:
                return None
            command = command_of(file, project_root, repository)
            return None if command is None and not file.unknown else _Found(command or "", unknown=file.unknown)

        try:
            return await asyncio.to_thread(find)
        except SetupFileError as error:
            return _Found(problem=str(error))

    async def _command(self, project_root: str, repository: str) -> str:
        found = await self._find(project_root, repository)
        if found is None or not found.command:
            raise WorkspaceError(WorkspaceFault.SETUP_UNUSABLE, (found.problem or _words_on_unknown(found)) if found else "")
        return found.command

    async def _is_agreed(self, project_root: str, repository: str, command: str) -> bool:
        root, digest = await _real(project_root), command_sha256(command)
        return await self._context.database.run(lambda uow: uow.consents.has(root, repository, digest))

    def _refuse_second(self, worktree_id: WorktreeId) -> None:
        if worktree_id in self._working:
            raise BusyError("the set-up of this worktree runs already")

    async def _worktree(self, worktree_id: WorktreeId) -> tuple[WorktreeRecord, ThreadId]:
        record, thread_id = await self._context.database.run(lambda uow: read_row(uow, worktree_id))
        if record is None:
            raise NotFoundError(f"worktree {worktree_id} isn't there")
        return record, thread_id

    async def _prepare(self, worktree_id: WorktreeId) -> tuple[WorktreeRecord, ThreadId, str]:
        self._refuse_second(worktree_id)
        worktree, thread_id = await self._worktree(worktree_id)
        project = await self._context.database.run(lambda uow: uow.projects.get(worktree.project_id))
        if project is None:
            raise NotFoundError(f"project {worktree.project_id} isn't there")
        is_usable = worktree.state in (WorktreeState.CREATING, WorktreeState.READY)
        if not is_usable or not await asyncio.to_thread(os.path.isdir, worktree.path):
            raise WorkspaceError(WorkspaceFault.NOT_THAT_WORKTREE, worktree.path)
        return worktree, thread_id, project.root_path

    def _start(self, worktree: WorktreeRecord, thread_id: ThreadId, project_root: str, command: str) -> None:
        self._refuse_second(worktree.id)
        if self._is_closed or self._context.supervisor.is_closed:
            raise BusyError("the app is closing")
        work = _Work(worktree, thread_id, project_root, command, self._context.clock())
        self._working[worktree.id] = work
        work.task = self._context.supervisor.spawn(self._work(work), name=f"setup:{worktree.id}")

    async def _work(self, work: _Work) -> None:
        try:
            view = self._running(work)
            await self._context.database.run(lambda uow: store_running(uow, view))
            work.run = await self._make_run(work)
            self._context.bus.publish(SetupChanged(view))
            end = SetupEnd(SetupState.CANCELLED) if work.is_cancelled else await work.run.run()
            ended = replace(self._running(work), state=end.state, exit_code=end.exit_code, finished_at=self._context.clock())
            notice = await self._store(ended)
        finally:
            del self._working[work.worktree.id]
        # Not before it counts as ended, for whoever asks when told.
        self._tell(ended, notice)

    async def _make_run(self, work: _Work) -> SetupRun:
        record = work.worktree
        extra = {
            "ONESIST_PROJECT": work.project_root,
            "ONESIST_WORKTREE": record.path,
            "ONESIST_BRANCH": record.branch,
            "ONESIST_REPOSITORY": record.repository,
        }
        env = await self._shell.build(extra=extra)

        def tell() -> None:
            self._context.bus.publish(SetupChanged(self._running(work)))

        return SetupRun(work.command, record.path, env, self._context.redactor, tell, limit_s=self._limit_s)

    def _running(self, work: _Work) -> SetupView:
        return SetupView(
            worktree_id=work.worktree.id,
            thread_id=work.thread_id,
            state=SetupState.RUNNING,
            command=self._context.redactor.mask(work.command),
            output=work.run.output if work.run is not None else "",
            started_at=work.started_at,
        )

    async def _ask(self, worktree: WorktreeRecord, thread_id: ThreadId, command: str) -> None:
        view = SetupView(worktree.id, thread_id, SetupState.ASKS, self._context.redactor.mask(command))
        await self._context.database.run(lambda uow: store_asks(uow, view))
        self._context.bus.publish(SetupChanged(view))

    async def _end_without_run(
        self, worktree: WorktreeRecord, thread_id: ThreadId, state: SetupState, command: str, output: str = ""
    ) -> None:
        now, mask = self._context.clock(), self._context.redactor.mask
        view = SetupView(worktree.id, thread_id, state, mask(command), mask(output), started_at=now, finished_at=now)
        self._tell(view, await self._store(view))

    async def _store(self, view: SetupView) -> Message | None:
        notice_id, now = MessageId(self._context.new_id()), self._context.clock()
        notice = await self._context.database.run(lambda uow: store_end(uow, view, notice_id, now))
        self._ended[view.worktree_id] = view
        return notice

    def _tell(self, view: SetupView, notice: Message | None) -> None:
        if notice is not None:
            self._context.bus.publish(MessageAdded(notice))
        self._context.bus.publish(SetupChanged(view))


async def _real(project_root: str) -> str:
    return await asyncio.to_thread(os.path.realpath, project_root)


async def _ended(working: Sequence[_Work]) -> None:
    """Wait for set-ups. What went wrong in one is reported by the supervisor."""
    if tasks := [work.task for work in working if work.task is not None]:
        await asyncio.wait(tasks)


def _words_on_unknown(found: _Found) -> str:
    """Say why a file has no command for a repository although it may have been meant to."""
    if found.command or not found.unknown:
        return ""
    return f"The file has no command for this repository, and keys that mean nothing: {', '.join(found.unknown)}."
