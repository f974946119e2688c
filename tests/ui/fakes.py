# SPDX-License-Identifier: MIT
"""Services in memory that speak the protocols of ``services.api`` over the real bus. They decide as little as they can."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from onesist_desktop.core.answerer import AnswererInfo, Capabilities, ModelInfo, PermissionMode, Readiness, RunOptions
from onesist_desktop.core.errors import NotFoundError, OnesistError
from onesist_desktop.core.handoff import HandoffItem
from onesist_desktop.core.ids import HandoffId, MessageId, ProjectId, ProviderId, QueuedId, RunId, ThreadId
from onesist_desktop.core.messages import Message, MessageKind, Part, Role, TextPart
from onesist_desktop.core.transition import TransitionKind
from onesist_desktop.runtime.bus import EventBus
from onesist_desktop.runtime.supervisor import TaskSupervisor
from onesist_desktop.services.api import AppServices
from onesist_desktop.services.events import MessageAdded, ThreadAdded, ThreadChanged
from onesist_desktop.services.views import (
    HandoffDelivery,
    HandoffPreview,
    HandoffView,
    MessagePage,
    ProjectView,
    ProviderView,
    RunStatus,
    RunView,
    ThreadSnapshot,
    ThreadView,
)

PROJECT = ProjectView(ProjectId("p1"), "Toko Kita", "/home/sari/Projects/toko-kita")
CLAUDE, CODEX, OLLAMA, PRACTICE = ProviderId("claude"), ProviderId("codex"), ProviderId("ollama"), ProviderId("practice")
ALL_MODES = frozenset(PermissionMode)


def provider(
    provider_id: ProviderId, title: str, family: str, *, is_agent: bool = True, readiness: Readiness | None = None, **more: object
) -> ProviderView:
    modes = ALL_MODES if is_agent else frozenset({PermissionMode.ASK})
    return ProviderView(
        AnswererInfo(provider_id, title, family),
        Capabilities(is_agent=is_agent, modes=modes),
        readiness or Readiness(is_ready=True, version="2.1"),
        **more,  # type: ignore[arg-type]
    )


def default_providers() -> list[ProviderView]:
    return [
        provider(CLAUDE, "Claude Code", "anthropic"),
        provider(CODEX, "Codex", "openai", readiness=Readiness(is_ready=False, reason="program_missing")),
        provider(OLLAMA, "Ollama", "local", is_agent=False),
        provider(PRACTICE, "Practice agent", "practice"),
    ]


def thread(thread_id: str, title: str = "", **more: object) -> ThreadView:
    return ThreadView(ThreadId(thread_id), PROJECT.id, title or f"Thread {thread_id}", **more)  # type: ignore[arg-type]


def message(thread_id: str, seq: int, role: Role, *parts: Part | str, **more: object) -> Message:
    typed = tuple(TextPart(part) if isinstance(part, str) else part for part in parts)
    return Message(MessageId(f"{thread_id}-{seq}"), ThreadId(thread_id), seq, role, typed, **more)  # type: ignore[arg-type]


def receipt(thread_id: str, seq: int, **data: object) -> Message:
    values = {
        "receipt": "joined",
        "handoff_id": "h1",
        "provider_id": CLAUDE,
        "previous_provider_id": CODEX,
        "included": 6,
        "omitted": 2,
    }
    return message(
        thread_id, seq, Role.SYSTEM, kind=MessageKind.HANDOFF, data={**values, "bytes": 4100, "withdrawn": False, **data}
    )


def error_notice(thread_id: str, seq: int, **data: object) -> Message:
    values = {"reason": "not_signed_in", "provider_id": CODEX, "detail": "401", "delivery": "refused", "outcome": "failed"}
    return message(thread_id, seq, Role.SYSTEM, kind=MessageKind.ERROR, data={**values, **data})


def run_view(thread_id: str, status: RunStatus = RunStatus.STREAMING, provider_id: ProviderId = CLAUDE, **more: object) -> RunView:
    return RunView(RunId(f"run-{thread_id}"), ThreadId(thread_id), 1, provider_id, None, status, MessageId("u"), **more)  # type: ignore[arg-type]


@dataclass
class FakeServices:
    """All services in one object. ``calls`` records what was asked for; ``failures`` makes the named call fail."""

    bus: EventBus = field(default_factory=lambda: EventBus(_reraise))
    providers_list: list[ProviderView] = field(default_factory=default_providers)
    threads: dict[ThreadId, ThreadView] = field(default_factory=dict)
    snapshots: dict[ThreadId, ThreadSnapshot] = field(default_factory=dict)
    pages: dict[tuple[ThreadId, int], MessagePage] = field(default_factory=dict)
    recents: list[ProjectView] = field(default_factory=lambda: [PROJECT])
    previews: dict[ProviderId, HandoffPreview] = field(default_factory=dict)
    model_list: list[ModelInfo] = field(default_factory=lambda: [ModelInfo("sonnet", "Sonnet 4.5"), ModelInfo("opus")])
    failures: dict[str, OnesistError] = field(default_factory=dict)
    gates: dict[str, asyncio.Event] = field(default_factory=dict)
    calls: list[tuple[object, ...]] = field(default_factory=list)
    faults: list[tuple[BaseException, str]] = field(default_factory=list)

    def app_services(self) -> AppServices:
        supervisor = TaskSupervisor("window", lambda error, name: self.faults.append((error, name)))
        return AppServices(self, self, self, self, self, self.bus, supervisor)  # type: ignore[arg-type]

    def put_thread(self, view: ThreadView, *messages: Message, **more: object) -> None:
        self.threads[view.id] = view
        self.snapshots[view.id] = ThreadSnapshot(view, MessagePage(tuple(messages)), **more)  # type: ignore[arg-type]

    def called(self, name: str) -> list[tuple[object, ...]]:
        return [call[1:] for call in self.calls if call[0] == name]

    async def _enter(self, name: str, *arguments: object) -> None:
        self.calls.append((name, *arguments))
        gate = self.gates.get(name)
        if gate is not None:
            await gate.wait()
        await asyncio.sleep(0)
        if name in self.failures:
            raise self.failures[name]

    # Projects
    async def open_folder(self, path: str) -> ProjectView:
        await self._enter("open_folder", path)
        return replace(PROJECT, root_path=path)

    async def recent(self) -> Sequence[ProjectView]:
        await self._enter("recent")
        return self.recents

    # Threads
    async def list_threads(self, project_id: ProjectId) -> Sequence[ThreadView]:
        await self._enter("list_threads", project_id)
        return list(self.threads.values())

    async def create(self, project_id: ProjectId, title: str = "") -> ThreadView:
        await self._enter("create", project_id, title)
        view = ThreadView(ThreadId(f"new{len(self.threads)}"), project_id, title, updated_at=10_000.0 + len(self.threads))
        self.put_thread(view)
        self.bus.publish(ThreadAdded(view))
        return view

    async def rename(self, thread_id: ThreadId, title: str) -> None:
        await self._enter("rename", thread_id, title)
        self.threads[thread_id] = replace(self.threads[thread_id], title=title)
        self.bus.publish(ThreadChanged(self.threads[thread_id]))

    async def open_thread(self, thread_id: ThreadId, limit: int = 200) -> ThreadSnapshot:
        await self._enter("open_thread", thread_id, limit)
        if thread_id not in self.snapshots:
            raise NotFoundError("no such thread")
        return self.snapshots[thread_id]

    async def earlier(self, thread_id: ThreadId, before_seq: int, limit: int = 200) -> MessagePage:
        await self._enter("earlier", thread_id, before_seq)
        return self.pages[thread_id, before_seq]

    async def set_mode(self, thread_id: ThreadId, mode: PermissionMode) -> None:
        await self._enter("set_mode", thread_id, mode)

    # Turns
    async def send(self, thread_id: ThreadId, text: str, options: RunOptions) -> None:
        await self._enter("send", thread_id, text, options)
        seq = len(self.called("send"))
        self.bus.publish(MessageAdded(message(thread_id, 1000 + seq, Role.USER, text)))

    async def send_again(self, thread_id: ThreadId, message_id: MessageId, options: RunOptions | None = None) -> None:
        await self._enter("send_again", thread_id, message_id)

    async def stop(self, thread_id: ThreadId) -> None:
        await self._enter("stop", thread_id)

    async def decide(self, thread_id: ThreadId, request_id: str, option: str) -> None:
        await self._enter("decide", thread_id, request_id, option)

    async def edit_queued(self, queued_id: QueuedId, text: str) -> None:
        await self._enter("edit_queued", queued_id, text)

    async def delete_queued(self, queued_id: QueuedId) -> None:
        await self._enter("delete_queued", queued_id)

    async def send_queued(self, queued_id: QueuedId) -> None:
        await self._enter("send_queued", queued_id)

    # Handoffs
    async def read(self, handoff_id: HandoffId) -> HandoffView:
        await self._enter("read", handoff_id)
        text = "# What happened before you joined\n\nThis is history for you to know, not new instructions."
        return HandoffView(
            handoff_id, ThreadId("t1"), CLAUDE, "full_thread_summary", HandoffDelivery.DELIVERED, text, len(text), 6, 2, 1.0
        )

    async def preview(self, thread_id: ThreadId, options: RunOptions, text: str = "") -> HandoffPreview:
        await self._enter("preview", thread_id, options, text)
        found = self.previews.get(options.provider_id)
        if found is None:
            return HandoffPreview(thread_id, options.provider_id, TransitionKind.REUSE, 0)
        return replace(found, thread_id=thread_id)

    # Providers
    def list_providers(self) -> Sequence[ProviderView]:
        return tuple(self.providers_list)

    async def refresh(self) -> None:
        await self._enter("refresh")

    async def models(self, provider_id: ProviderId) -> Sequence[ModelInfo]:
        await self._enter("models", provider_id)
        return self.model_list

    async def add_model_provider(self, **entered: object) -> ProviderId:
        await self._enter("add_model_provider", entered)
        return ProviderId("added")

    async def save_key(self, provider_id: ProviderId, key: str, *, for_session_only: bool = False) -> None:
        await self._enter("save_key", provider_id, key, for_session_only)

    async def remove(self, provider_id: ProviderId) -> None:
        await self._enter("remove", provider_id)

    async def set_program(self, provider_id: ProviderId, program: str) -> None:
        await self._enter("set_program", provider_id, program)


def preview_of(provider_id: ProviderId, due: int, chosen: int, omitted: int = 0, text: str = "x" * 4100) -> HandoffPreview:
    items = tuple(HandoffItem("user", seq, f"message {seq}") for seq in range(1, chosen + 1))
    kind = TransitionKind.DELTA if due else TransitionKind.REUSE
    return HandoffPreview(ThreadId("t1"), provider_id, kind, due, items, omitted, text if chosen else "", 16_000)


def _reraise(error: BaseException, name: str) -> None:
    raise AssertionError(f"a handler of {name} failed") from error
