# SPDX-License-Identifier: MIT
"""The real services on a real database, with answerers that the test scripts."""

from __future__ import annotations

import asyncio
import itertools
import json
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path

from onesist_desktop.core.answerer import HistoryServer, RunOptions
from onesist_desktop.core.ids import MessageId, ProjectId, ProviderId, QueuedId, ThreadId
from onesist_desktop.core.messages import Message, MessageKind, Role
from onesist_desktop.core.redaction import Redactor
from onesist_desktop.runtime.bus import EventBus
from onesist_desktop.runtime.supervisor import TaskSupervisor
from onesist_desktop.services.context import AnswererRegistry, ServiceContext
from onesist_desktop.services.drafts import DraftService
from onesist_desktop.services.handoffs import HandoffService
from onesist_desktop.services.history_access import HistoryAccess
from onesist_desktop.services.live_runs import LiveRuns
from onesist_desktop.services.model_catalog import ModelCatalog
from onesist_desktop.services.projects import ProjectService
from onesist_desktop.services.queue import Queue
from onesist_desktop.services.recovery import Recovery
from onesist_desktop.services.runs import RunService
from onesist_desktop.services.threads import ThreadService
from onesist_desktop.services.turns import TurnService
from onesist_desktop.storage.database import Database
from onesist_desktop.storage.records import HandoffRecord, QueuedRecord, RunRecord, SessionRecord
from onesist_desktop.storage.unit_of_work import UnitOfWork
from tests.fakes.scripted_answerer import STATELESS, Script, ScriptedAnswerer


@dataclass
class FixedPreferences:
    handoff_cap_bytes: int = 16_000
    locale: str = "en"


@dataclass
class Rig:
    """One app without a window. ``errors`` holds what the supervisor and the bus reported; a test expects it empty."""

    context: ServiceContext
    turns: TurnService
    threads: ThreadService
    handoffs: HandoffService
    recovery: Recovery
    preferences: FixedPreferences
    answerers: dict[str, ScriptedAnswerer]
    thread_id: ThreadId
    drafts: DraftService
    runs_service: RunService
    project_id: ProjectId
    queue: Queue
    catalog: ModelCatalog
    errors: list[str] = field(default_factory=list)

    def options(self, provider: str) -> RunOptions:
        return RunOptions(ProviderId(provider))

    async def send(self, text: str, provider: str = "agent-a") -> None:
        """Send and wait until the run has ended."""
        await self.turns.send(self.thread_id, text, self.options(provider))
        await self.idle()

    async def send_again(self, text: str, provider: str | None = None) -> None:
        message = next(m for m in reversed(await self.messages()) if m.role is Role.USER and m.text == text)
        await self.turns.send_again(self.thread_id, message.id, self.options(provider) if provider else None)
        await self.idle()

    async def begin(self, text: str, script: Script, provider: str = "agent-a") -> None:
        """Send, and wait until the prompt was accepted and what is answered at once is stored."""
        answerer = self.answerers[provider]
        answerer.scripts.append(script)
        answerer.accepted.clear()
        await self.turns.send(self.thread_id, text, self.options(provider))
        await answerer.accepted.wait()
        while script.partial and (await self.runs())[-1].reply_message_id is None:
            await asyncio.sleep(0)

    async def put_in_queue(self, text: str, provider: str = "agent-a") -> QueuedId:
        """Send while a run works. Returns the queued message."""
        await self.turns.send(self.thread_id, text, self.options(provider))
        return (await self.queued())[-1].id

    async def queued(self) -> list[QueuedRecord]:
        return await self.context.database.run(lambda uow: uow.queue.of_thread(self.thread_id))

    async def idle(self) -> None:
        """Wait for the thread's runs, queued ones too."""
        while live := self.turns._live.get(self.thread_id):
            await live.task

    async def fill(self, count: int, text: str = "word " * 60, first: int = 1) -> None:
        """Put settled messages into the thread, questions and answers in turn, quicker than the stores do. ``#<seq>`` ends each."""

        def fill(uow: UnitOfWork) -> None:
            seqs = range(first, first + count)
            rows = [(f"bulk{seq}", self.thread_id, seq, "user" if seq % 2 else "assistant", float(seq)) for seq in seqs]
            parts = [(f"bulk{seq}", json.dumps({"text": f"{text} #{seq}"})) for seq in seqs]
            execute = uow._connection.exec_driver_sql
            columns = "id, thread_id, seq, role, created_at, status, is_content"
            execute(f"INSERT INTO messages ({columns}) VALUES (?, ?, ?, ?, ?, 'settled', 1)", rows)
            execute("INSERT INTO message_parts (message_id, ordinal, kind, data) VALUES (?, 0, 'text', ?)", parts)
            uow.threads.change(self.thread_id, last_seq=first + count - 1)

        await self.context.database.run(fill)

    async def messages(self) -> list[Message]:
        return await self.context.database.run(lambda uow: uow.messages.newest(self.thread_id, 10_000))

    async def notices(self, kind: MessageKind) -> list[Message]:
        return [m for m in await self.messages() if m.role is Role.SYSTEM and m.kind is kind]

    async def receipts(self) -> list[dict[str, object]]:
        return [dict(m.data) for m in await self.notices(MessageKind.HANDOFF)]

    async def runs(self) -> list[RunRecord]:
        return await self.context.database.run(lambda uow: uow.runs.of_thread(self.thread_id))

    async def sessions(self, provider: str = "agent-a") -> list[SessionRecord]:
        return await self.context.database.run(lambda uow: uow.sessions.of_thread(self.thread_id, ProviderId(provider)))

    async def handed_over(self) -> list[HandoffRecord]:
        return await self.context.database.run(lambda uow: uow.handoffs.of_thread(self.thread_id))

    async def message_id(self, text: str) -> MessageId:
        return next(m.id for m in await self.messages() if m.text == text)


@asynccontextmanager
async def service_rig(
    folder: Path,
    *,
    quiet_after_s: float = 60.0,
    new_id: Callable[[], str] | None = None,
    history: Callable[[str], HistoryServer] = lambda token: HistoryServer("onesist", ("history",), (("TOKEN", token),)),
    clock: Callable[[], float] | None = None,
) -> AsyncIterator[Rig]:
    """Open the services on ``folder``; a folder that was used before is opened again, as after a restart.

    Ids can be told apart by a reader unless ``new_id`` makes them: real agents want UUIDs, and a ``history`` server that starts.
    The ``clock`` begins anew each time unless one is given.
    """
    errors: list[str] = []

    def report(error: BaseException, where: str) -> None:
        errors.append(f"{where}: {error!r}")

    database = Database(folder / "onesist.db")
    await database.open()
    ticks = itertools.count(1_700_000_000)
    registry, preferences, supervisor = AnswererRegistry(), FixedPreferences(), TaskSupervisor("test", report)
    counter = itertools.count(1)
    prefix = folder.name[:4] + str(sum(1 for _ in folder.iterdir()))
    context = ServiceContext(
        database=database,
        bus=EventBus(report),
        supervisor=supervisor,
        answerers=registry,
        redactor=Redactor(b"k" * 32),
        preferences=preferences,
        make_history_server=history,
        clock=clock or (lambda: float(next(ticks))),
        new_id=new_id or (lambda: f"{prefix}-{id(registry):x}-{next(counter):06}"),
        quiet_after_s=quiet_after_s,
    )
    answerers = {name: ScriptedAnswerer(name) for name in ("agent-a", "agent-b")}
    answerers["model-m"] = ScriptedAnswerer("model-m", STATELESS)
    registry.replace(list(answerers.values()))
    live, queue, catalog = LiveRuns(), Queue(context), ModelCatalog(context)
    await catalog.load()
    turns = TurnService(context, live, queue, catalog, HistoryAccess(context))
    threads = ThreadService(context, live, queue)
    project_folder = folder / "project"
    project_folder.mkdir(exist_ok=True)
    project = await ProjectService(context).open_folder(str(project_folder))
    existing = await threads.list_threads(project.id)
    thread = existing[0] if existing else await threads.create(project.id)
    try:
        yield Rig(
            context=context,
            turns=turns,
            threads=threads,
            handoffs=HandoffService(context, catalog),
            recovery=Recovery(context),
            preferences=preferences,
            answerers=answerers,
            thread_id=thread.id,
            drafts=DraftService(context),
            runs_service=RunService(context),
            project_id=project.id,
            queue=queue,
            catalog=catalog,
            errors=errors,
        )
    finally:
        await turns.close(5.0)
        await supervisor.close()
        await database.close()
    assert errors == []
