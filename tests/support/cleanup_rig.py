# SPDX-License-Identifier: MIT
"""The clean-up on a real database and real repositories."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from onesist_desktop.core.ids import ThreadId, WorktreeId
from onesist_desktop.core.messages import Message, MessageKind
from onesist_desktop.core.workspaces import WorktreeState
from onesist_desktop.services.cleanup import CleanupService
from onesist_desktop.services.events import CopyTotalsChanged, MessageAdded, RemovalProgress, ThreadChanged, WorktreeMeasured
from onesist_desktop.services.workspace_views import RemovalKind, RemovalRequest, RemovalResult, WorktreeRow
from onesist_desktop.storage.records import ThreadRecord, WorktreeRecord
from tests.support.git_rig import GitRig
from tests.support.service_rig import Rig, service_rig

APP_MARK = "mark-of-the-test"


@dataclass
class CleanupRig:
    """One app without a window whose project is a repository with an ignore file. ``told`` holds the events."""

    rig: Rig
    disk: GitRig
    cleanup: CleanupService
    set_up: set[WorktreeId] = field(default_factory=set)
    told: list[object] = field(default_factory=list)

    async def add(self, name: str, branch: str = "", *, key: str = ".", threads: int = 1, **values: Any) -> WorktreeRecord:
        """Make a worktree, its row, and threads that work in it. The first of all is the rig's own."""
        folder = self.disk.project / key
        path = self.disk.worktree(name, branch, cwd=folder)
        record = WorktreeRecord(
            **{
                "id": WorktreeId(f"wt-{name}"),
                "project_id": self.rig.project_id,
                "repository": key,
                "repository_path": str(folder.resolve()),
                "base_folder": str(self.disk.base),
                "path": str(path),
                "is_ours": True,
                "state": WorktreeState.READY,
                "created_at": 1.0,
                "used_at": 1.0,
                "branch": branch,
                **values,
            }
        )
        await self.rig.context.database.run(lambda uow: uow.worktrees.add(record))
        for number in range(threads):
            thread_id = (
                self.rig.thread_id if number == 0 and name == "one" else (await self.rig.threads.create(self.rig.project_id)).id
            )
            await self.work_in(thread_id, record.id, key)
        return record

    async def work_in(self, thread_id: ThreadId, worktree_id: WorktreeId, key: str = ".") -> None:
        """Let a thread work in a worktree."""
        await self.rig.context.database.run(lambda uow: uow.threads.change(thread_id, repository=key, worktree_id=worktree_id))

    async def row(self, record: WorktreeRecord) -> WorktreeRow:
        """Measure one."""
        (row,) = await self.cleanup.measure([record.id])
        return row

    async def remove(self, record: WorktreeRecord, kind: RemovalKind = RemovalKind.REMOVE, *, keeps: bool = True) -> RemovalResult:
        """Measure one and remove what was measured."""
        row = await self.row(record)
        return await self.remove_as(record, row.contents.fingerprint if row.contents else "", kind, keeps=keeps)

    async def remove_as(
        self, record: WorktreeRecord, fingerprint: str, kind: RemovalKind = RemovalKind.REMOVE, *, keeps: bool = True
    ) -> RemovalResult:
        """Remove one with the fingerprint that was confirmed."""
        (result,) = await self.cleanup.remove(RemovalRequest(kind, ((record.id, fingerprint),), keeps))
        self.disk.run("fsck", "--strict")
        return result

    async def stored(self, record: WorktreeRecord) -> WorktreeRecord:
        """Read its row."""
        return await self.rig.context.database.run(lambda uow: uow.worktrees.get(record.id))

    async def thread(self, thread_id: ThreadId | None = None) -> ThreadRecord:
        """Read a thread."""
        return await self.rig.context.database.run(lambda uow: uow.threads.get(thread_id or self.rig.thread_id))

    async def notices(self, thread_id: ThreadId | None = None) -> list[Message]:
        """Read the notices about a thread's folder."""
        wanted = thread_id or self.rig.thread_id
        messages = await self.rig.context.database.run(lambda uow: uow.messages.newest(wanted, 100))
        return [message for message in messages if message.kind is MessageKind.WORKSPACE]

    def events(self, kind: type) -> list[Any]:
        """Return the events of one kind that were told."""
        return [event for event in self.told if isinstance(event, kind)]


@asynccontextmanager
async def cleanup_rig(folder: Path) -> AsyncIterator[CleanupRig]:
    """Open the services on ``folder``; one that was used before is opened again, as after a restart."""
    disk = GitRig(folder)
    if not (disk.project / ".git").exists():
        disk.repository(files={"read me.txt": b"one\n", ".gitignore": b".env\n*.db\n.venv/\n"})
    async with service_rig(disk.folder) as rig:
        set_up: set[WorktreeId] = set()
        live = rig.turns._live
        cleanup = CleanupService(rig.context, disk.git, live, rig.turns, lambda one: one in set_up, APP_MARK)
        made = CleanupRig(rig, disk, cleanup, set_up)
        for kind in (WorktreeMeasured, RemovalProgress, CopyTotalsChanged, MessageAdded, ThreadChanged):
            rig.context.bus.subscribe(kind, made.told.append)
        yield made
