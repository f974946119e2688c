# SPDX-License-Identifier: MIT
"""Forks and merges on the real services."""

from __future__ import annotations

import hashlib
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from onesist_desktop.core.answerer import RunOptions
from onesist_desktop.core.ids import MessageId, ProviderId, ThreadId
from onesist_desktop.core.messages import Message, MessageKind, Role
from onesist_desktop.services.events import NoticeRaised, ThreadChanged
from onesist_desktop.services.forking import ForkService
from onesist_desktop.services.merging import MergeService
from onesist_desktop.services.views import ThreadView
from onesist_desktop.storage.records import ThreadRecord
from onesist_desktop.storage.unit_of_work import UnitOfWork
from tests.fakes.scripted_answerer import Script
from tests.support.service_rig import Rig, service_rig


@dataclass
class MergeRig:
    """``base`` is the rig; its thread is the parent of the forks. ``notices`` holds what the app had to say."""

    base: Rig
    merges: MergeService
    forks: ForkService
    parent_id: ThreadId
    notices: list[NoticeRaised] = field(default_factory=list)
    changed: list[ThreadView] = field(default_factory=list)

    async def send(self, text: str, reply: str, thread_id: ThreadId | None = None, provider: str = "agent-a") -> None:
        """Send in a thread, the parent unless told which, and wait for its answer."""
        self.base.answerers[provider].scripts.append(Script(reply=reply))
        self.base.thread_id = thread_id or self.parent_id
        await self.base.send(text, provider)

    async def fork(self, parent_id: ThreadId | None = None) -> ThreadId:
        """Fork a thread, the parent unless told which, at its last content."""
        source = parent_id or self.parent_id
        last = await self.run(lambda uow: uow.messages.last_content(source))
        return (await self.forks.fork(source, last.seq)).id

    async def run(self, work: Any) -> Any:
        return await self.base.context.database.run(work)

    async def record(self, thread_id: ThreadId) -> ThreadRecord:
        return await self.run(lambda uow: uow.threads.get(thread_id))

    async def view(self, thread_id: ThreadId) -> ThreadView:
        return (await self.base.threads.open_thread(thread_id)).thread

    async def messages(self, thread_id: ThreadId | None = None) -> list[Message]:
        return await self.run(lambda uow: uow.messages.newest(thread_id or self.parent_id, 10_000))

    async def merged(self, thread_id: ThreadId | None = None) -> list[Message]:
        """Return the merge messages of a thread."""
        return [m for m in await self.messages(thread_id) if m.kind is MessageKind.MERGE and m.role is Role.USER]

    async def texts(self, thread_id: ThreadId | None = None) -> list[list[str]]:
        """Return what each merge message of a thread brought."""
        return [[text for _, _, text in message.data["items"]] for message in await self.merged(thread_id)]

    async def set_aside(self, message_id: MessageId, *, is_aside: bool = True) -> None:
        """Mark one message as rolled back, or take that back, with what follows for merges."""

        def mark(uow: UnitOfWork) -> None:
            thread_id = uow.messages.get(message_id).thread_id
            sql = "UPDATE messages SET rolled_back = ?, is_content = ? WHERE id = ?"
            uow._connection.exec_driver_sql(sql, (is_aside, not is_aside, message_id))
            uow.outlines.forget(thread_id)
            uow.merges.refresh_into(thread_id)

        await self.run(mark)

    async def fingerprint(self, thread_id: ThreadId | None = None) -> str:
        """Return a hash of all rows of a thread."""
        wanted = thread_id or self.parent_id

        def digest(uow: UnitOfWork) -> str:
            execute, rows = uow._connection.exec_driver_sql, []
            rows += execute("SELECT * FROM threads WHERE id = ?", (wanted,)).all()
            rows += execute("SELECT * FROM messages WHERE thread_id = ? ORDER BY seq", (wanted,)).all()
            query = "SELECT p.* FROM message_parts p JOIN messages m ON m.id = p.message_id WHERE m.thread_id = ? ORDER BY 1, 2"
            rows += execute(query, (wanted,)).all()
            query = "SELECT * FROM context_transfers WHERE source_thread_id = ? OR target_thread_id = ? ORDER BY id"
            rows += execute(query, (wanted, wanted)).all()
            return hashlib.sha256(repr(rows).encode()).hexdigest()

        return await self.run(digest)

    def options(self, provider: str = "agent-a") -> RunOptions:
        return RunOptions(ProviderId(provider))


@asynccontextmanager
async def merge_rig(folder: Path, parent_id: ThreadId | None = None) -> AsyncIterator[MergeRig]:
    """Open the services; ``parent_id`` where the folder was used before."""
    async with service_rig(folder) as base:
        merges = MergeService(base.context, base.turns._live, base.turns)
        rig = MergeRig(base, merges, ForkService(base.context, base.turns._live, base.catalog), parent_id or base.thread_id)
        base.context.bus.subscribe(NoticeRaised, rig.notices.append)
        base.context.bus.subscribe(ThreadChanged, lambda event: rig.changed.append(event.thread))
        yield rig
