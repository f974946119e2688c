# SPDX-License-Identifier: MIT
"""Forks on the real services, with agents that can fork a session of their own."""

from __future__ import annotations

import hashlib
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from onesist_desktop.core.answerer import ForkAbility
from onesist_desktop.core.ids import ProviderId, ThreadId
from onesist_desktop.core.messages import Message, MessageKind
from onesist_desktop.services.events import MessageChanged, ThreadAdded
from onesist_desktop.services.forking import ForkService
from onesist_desktop.storage.records import SessionRecord, ThreadRecord
from onesist_desktop.storage.unit_of_work import UnitOfWork
from tests.fakes.scripted_answerer import AGENT, Script
from tests.support.service_rig import Rig, service_rig

AT_MESSAGE = replace(AGENT, fork=ForkAbility.AT_MESSAGE)
AT_END = replace(AGENT, fork=ForkAbility.AT_END)
OF_THREAD = ("threads", "messages", "runs", "chat_provider_sessions", "context_handoffs", "queued_messages", "drafts")
ELSEWHERE = ("message_parts", "context_transfers", "run_steers")


@dataclass
class Forking:
    """A rig with the service. ``parent`` is the rig's first thread."""

    rig: Rig
    forks: ForkService
    parent: ThreadId
    added: list[ThreadAdded] = field(default_factory=list)
    changed: list[MessageChanged] = field(default_factory=list)

    async def run(self, work: Any) -> Any:
        return await self.rig.context.database.run(work)

    async def talk(self, *turns: str) -> None:
        """Send in the parent: each turn is the provider and the text, which is answered by its capitals."""
        for turn in turns:
            provider, text = turn.split(":")
            await self.say(self.parent, text, provider)

    async def say(self, thread_id: ThreadId, text: str, provider: str = "agent-a", **script: Any) -> None:
        self.rig.thread_id = thread_id
        self.rig.answerers[provider].scripts.append(Script(reply=text.upper(), **script))
        await self.rig.send(text, provider)

    async def messages(self, thread_id: ThreadId) -> list[Message]:
        self.rig.thread_id = thread_id
        return await self.rig.messages()

    async def said(self, thread_id: ThreadId) -> list[str]:
        return [m.text for m in await self.messages(thread_id) if not m.is_notice]

    async def seq(self, text: str, thread_id: ThreadId | None = None) -> int:
        return next(m.seq for m in await self.messages(thread_id or self.parent) if m.text == text)

    async def fork(self, text: str, thread_id: ThreadId | None = None) -> ThreadId:
        """Fork a thread, the parent unless told which, at the message that says this."""
        source = thread_id or self.parent
        return (await self.forks.fork(source, await self.seq(text, source))).id

    async def record(self, thread_id: ThreadId) -> ThreadRecord:
        found: ThreadRecord = await self.run(lambda uow: uow.threads.get(thread_id))
        return found

    async def sessions(self, thread_id: ThreadId, provider: str = "agent-a") -> list[SessionRecord]:
        found: list[SessionRecord] = await self.run(lambda uow: uow.sessions.of_thread(thread_id, ProviderId(provider)))
        return found

    async def began(self, thread_id: ThreadId) -> str:
        """How a fork began: the transfer and the line in the transcript say the same."""
        transfer = await self.run(lambda uow: uow.handoffs.fork_of(thread_id))
        notice = [m for m in await self.messages(thread_id) if m.kind is MessageKind.FORK][-1]
        assert notice.id == transfer.message_id
        assert notice.data["resolution"] == str(transfer.resolution)
        return str(transfer.resolution)

    async def receipts(self, thread_id: ThreadId) -> list[str]:
        self.rig.thread_id = thread_id
        return [str(each["receipt"]) for each in (await self.rig.receipts())]

    def holds(self, provider: str = "agent-a") -> str:
        """Everything that the session used last really holds."""
        answerer = self.rig.answerers[provider]
        spec = answerer.specs[-1]
        return "\n".join(answerer.held[spec.native_session_id or spec.new_session_id])

    def times(self, *words: str) -> list[int]:
        """How often that session holds each word."""
        return [len(re.findall(rf"\b{word}\b", self.holds())) for word in words]

    def last_prompt(self, provider: str = "agent-a") -> str:
        return self.rig.answerers[provider].prompts[-1].full_text

    async def digest(self, *thread_ids: ThreadId) -> str:
        """A hash of all rows, or of all rows of these threads and their parts."""

        def read(uow: UnitOfWork) -> list[str]:
            execute, rows = uow._connection.exec_driver_sql, list[str]()
            for table in OF_THREAD:
                column = "id" if table == "threads" else "thread_id"
                wanted = [f"SELECT * FROM {table} WHERE {column} = '{each}' ORDER BY 1" for each in thread_ids]
                for query in wanted or [f"SELECT * FROM {table} ORDER BY 1"]:
                    rows += [repr(row) for row in execute(query)]
            mine = "(SELECT id FROM messages WHERE thread_id IN ({}))".format(",".join(f"'{each}'" for each in thread_ids))
            if thread_ids:
                query = f"SELECT * FROM message_parts WHERE message_id IN {mine} ORDER BY 1, 2"
                return rows + [repr(row) for row in execute(query)]
            for table in ELSEWHERE:
                rows += [repr(row) for row in execute(f"SELECT * FROM {table} ORDER BY 1, 2")]
            return rows

        return hashlib.sha256("\n".join(await self.run(read)).encode()).hexdigest()

    async def roll_back(self, thread_id: ThreadId, after_seq: int) -> None:
        """Set aside what comes after a seq, as a rewind does."""
        query = f"UPDATE messages SET rolled_back = 1, is_content = 0 WHERE thread_id = '{thread_id}' AND seq > {after_seq}"
        await self.run(lambda uow: uow._connection.exec_driver_sql(query))


@asynccontextmanager
async def forking(folder: Path) -> AsyncIterator[Forking]:
    async with service_rig(folder) as rig:
        rig.answerers["agent-a"].capabilities = AT_MESSAGE
        made = Forking(rig, ForkService(rig.context, rig.turns._live, rig.catalog), rig.thread_id)
        rig.context.bus.subscribe(ThreadAdded, made.added.append)
        rig.context.bus.subscribe(MessageChanged, made.changed.append)
        yield made


# -- the fork itself ---------------------------------------------------------------------------------------------------
