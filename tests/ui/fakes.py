# SPDX-License-Identifier: MIT
"""Services in memory that speak the protocols of ``services.api`` over the real bus. They decide as little as they can."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import PurePath

from onesist_desktop.core.answerer import (
    AnswererInfo,
    Answers,
    Capabilities,
    ModelInfo,
    PermissionMode,
    Readiness,
    RunOptions,
    SetupHelp,
)
from onesist_desktop.core.errors import NotFoundError, OnesistError
from onesist_desktop.core.finding import count_found, message_texts
from onesist_desktop.core.handoff import HandoffItem
from onesist_desktop.core.ids import HandoffId, MessageId, ProjectId, ProviderId, QueuedId, RunId, ThreadId
from onesist_desktop.core.messages import AttachmentPart, Message, MessageKind, Part, Role, TextPart
from onesist_desktop.core.transition import TransitionKind
from onesist_desktop.core.turn_events import ApprovalAsked
from onesist_desktop.runtime.bus import EventBus
from onesist_desktop.runtime.supervisor import TaskSupervisor
from onesist_desktop.services.api import AppServices
from onesist_desktop.services.events import (
    MessageAdded,
    PreferencesChanged,
    ProvidersChanged,
    QueueChanged,
    ThreadAdded,
    ThreadChanged,
)
from onesist_desktop.services.views import (
    FIRST_PAGE,
    ApprovalView,
    Draft,
    FoundInThread,
    FoundPart,
    HandoffDelivery,
    HandoffPreview,
    HandoffView,
    KnownAgentView,
    Landmark,
    MessagePage,
    ModelList,
    Outlook,
    PreferencesView,
    ProjectView,
    ProviderUsage,
    ProviderView,
    QueuedView,
    QueueView,
    RunDetails,
    RunStatus,
    RunView,
    ThreadSnapshot,
    ThreadView,
    WindowPlace,
)
from tests.ui.lineage_fakes import FakeForks, FakeLineage, FakeMerges, FakeRewinds, FakeShelf
from tests.ui.workspace_fakes import FakeCleanup, FakeWorkspaces

PROJECT = ProjectView(ProjectId("p1"), "Toko Kita", "/home/sari/Projects/toko-kita")
CLAUDE, CODEX, OLLAMA, PRACTICE = ProviderId("claude"), ProviderId("codex"), ProviderId("ollama"), ProviderId("practice")
ALL_MODES = frozenset(PermissionMode)
IMAGE_TYPES: Mapping[str, str] = {".png": "image/png", ".jpg": "image/jpeg", ".gif": "image/gif", ".webp": "image/webp"}


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


def default_known_agents() -> list[KnownAgentView]:
    gemini = SetupHelp("npm install -g @google/gemini-cli", "gemini", "https://geminicli.com")
    goose = SetupHelp(site="https://block.github.io/goose")
    return [
        KnownAgentView("gemini", "Gemini CLI", "google", gemini, program="/usr/bin/gemini"),
        KnownAgentView("goose", "Goose", "goose", goose),
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


def approval(request_id: str, *options: str) -> ApprovalView:
    asked = ApprovalAsked(request_id, "Run a command", "npm install", options=options or ("allow", "allow_session", "deny"))
    return ApprovalView(ThreadId("t1"), RunId("r"), asked, asked_at=1_000.0, cwd=PROJECT.root_path)


def run_details(run: RunView, **more: object) -> RunDetails:
    return RunDetails(run, PermissionMode.ASK, PROJECT.root_path, 1, **more)  # type: ignore[arg-type]


def queued(thread_id: str, name: str, text: str, provider_id: ProviderId = CLAUDE, **more: object) -> QueuedView:
    return QueuedView(QueuedId(name), ThreadId(thread_id), text, provider_id, **more)  # type: ignore[arg-type]


class FakeDrafts:
    """Drafts by (project, thread); the key of a project's own has None for the thread."""

    def __init__(self, services: FakeServices) -> None:
        self._services = services
        self.kept: dict[tuple[ProjectId, ThreadId | None], Draft] = {}

    async def of_project(self, project_id: ProjectId) -> Draft:
        await self._services.enter("draft_of_project", project_id)
        return self.kept.get((project_id, None), Draft())

    async def save(self, project_id: ProjectId, thread_id: ThreadId | None, draft: Draft) -> None:
        await self._services.enter("save_draft", project_id, thread_id, draft)
        self.kept[project_id, thread_id] = draft
        if thread_id in self._services.snapshots:
            self._services.snapshots[thread_id] = replace(self._services.snapshots[thread_id], draft=draft)


class FakePreferences:
    """What was set, in memory."""

    def __init__(self, services: FakeServices) -> None:
        self._services = services
        self.view = PreferencesView()
        self.place = WindowPlace()

    async def save(self, wanted: PreferencesView) -> None:
        await self._services.enter("save_preferences", wanted)
        if wanted != self.view:
            self.view = wanted
            self._services.bus.publish(PreferencesChanged(wanted))

    async def save_place(self, place: WindowPlace) -> None:
        await self._services.enter("save_place", place)
        self.place = place


@dataclass
class FakeServices:
    """All services in one object, but for those whose methods have the same names: ``drafts``, ``preferences``, ``workspaces``,
    ``cleanup`` and those of ``lineage_fakes``.

    ``calls`` records what was asked for; ``failures`` makes the named call fail. ``save`` is recorded as ``save_draft`` and
    ``save_preferences``, ``of_project`` as ``draft_of_project``, the details of a run as ``details``. Arguments that were left at
    their defaults are recorded only where that is said.
    """

    bus: EventBus = field(default_factory=lambda: EventBus(_reraise))
    providers_list: list[ProviderView] = field(default_factory=default_providers)
    threads: dict[ThreadId, ThreadView] = field(default_factory=dict)
    snapshots: dict[ThreadId, ThreadSnapshot] = field(default_factory=dict)
    recents: list[ProjectView] = field(default_factory=lambda: [PROJECT])
    previews: dict[ProviderId, HandoffPreview] = field(default_factory=dict)
    model_list: list[ModelInfo] = field(default_factory=lambda: [ModelInfo("sonnet", "Sonnet 4.5"), ModelInfo("opus")])
    model_lists: dict[ProviderId, ModelList] = field(default_factory=dict)
    known_agents_list: list[KnownAgentView] = field(default_factory=default_known_agents)
    usage_list: list[ProviderUsage] = field(default_factory=list)
    failures: dict[str, OnesistError] = field(default_factory=dict)
    gates: dict[str, asyncio.Event] = field(default_factory=dict)
    calls: list[tuple[object, ...]] = field(default_factory=list)
    faults: list[tuple[BaseException, str]] = field(default_factory=list)
    outlook_list: list[Outlook] = field(default_factory=list)
    run_list: dict[RunId, RunDetails] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.drafts = FakeDrafts(self)
        self.preferences = FakePreferences(self)
        self.workspaces = FakeWorkspaces(self)
        self.cleanup = FakeCleanup(self)
        self.forks = FakeForks(self)
        self.merges = FakeMerges(self)
        self.rewinds = FakeRewinds(self)
        self.lineage = FakeLineage(self)
        self.shelf = FakeShelf(self)

    def app_services(self) -> AppServices:
        supervisor = TaskSupervisor("window", lambda error, name: self.faults.append((error, name)))
        return AppServices(
            projects=self,
            threads=self,
            turns=self,
            handoffs=self,
            providers=self,
            drafts=self.drafts,
            attachments=self,
            runs=self,
            preferences=self.preferences,
            workspaces=self.workspaces,
            cleanup=self.cleanup,
            forks=self.forks,
            merges=self.merges,
            rewinds=self.rewinds,
            lineage=self.lineage,
            shelf=self.shelf,
            bus=self.bus,
            supervisor=supervisor,
        )

    def put_thread(self, view: ThreadView, *messages: Message, **more: object) -> None:
        """Add a thread. It is opened with its newest messages; the others are read by ``page``."""
        self.threads[view.id] = view
        first, last = (messages[0].seq, messages[-1].seq) if messages else (0, 0)
        page = MessagePage(tuple(messages), from_seq=first, to_seq=last)
        self.snapshots[view.id] = ThreadSnapshot(view, page, first_seq=first, last_seq=last, **more)  # type: ignore[arg-type]

    def called(self, name: str) -> list[tuple[object, ...]]:
        return [call[1:] for call in self.calls if call[0] == name]

    async def enter(self, name: str, *arguments: object) -> None:
        self.calls.append((name, *arguments))
        gate = self.gates.get(name)
        if gate is not None:
            await gate.wait()
        await asyncio.sleep(0)
        if name in self.failures:
            raise self.failures[name]

    # Projects
    async def open_folder(self, path: str) -> ProjectView:
        await self.enter("open_folder", path)
        return replace(PROJECT, root_path=path)

    async def recent(self) -> Sequence[ProjectView]:
        await self.enter("recent")
        return self.recents

    # Threads
    async def list_threads(self, project_id: ProjectId) -> Sequence[ThreadView]:
        await self.enter("list_threads", project_id)
        return list(self.threads.values())

    async def create(self, project_id: ProjectId, title: str = "") -> ThreadView:
        await self.enter("create", project_id, title)
        view = ThreadView(ThreadId(f"new{len(self.threads)}"), project_id, title, updated_at=10_000.0 + len(self.threads))
        self.put_thread(view)
        self.bus.publish(ThreadAdded(view))
        return view

    async def rename(self, thread_id: ThreadId, title: str) -> None:
        await self.enter("rename", thread_id, title)
        self.threads[thread_id] = replace(self.threads[thread_id], title=title)
        self.bus.publish(ThreadChanged(self.threads[thread_id]))

    async def open_thread(self, thread_id: ThreadId, limit: int = FIRST_PAGE) -> ThreadSnapshot:
        await self.enter("open_thread", thread_id, limit)
        if thread_id not in self.snapshots:
            raise NotFoundError("no such thread")
        whole = self.snapshots[thread_id]
        if len(whole.page.messages) <= limit:
            return whole
        newest = whole.page.messages[-limit:]
        return replace(whole, page=replace(whole.page, messages=newest, from_seq=newest[0].seq))

    async def page(self, thread_id: ThreadId, from_seq: int, to_seq: int) -> MessagePage:
        await self.enter("page", thread_id, from_seq, to_seq)
        found = tuple(m for m in self._messages(thread_id) if from_seq <= m.seq <= to_seq)
        return MessagePage(found, from_seq, to_seq)

    async def find(self, thread_id: ThreadId, text: str) -> FoundInThread:
        await self.enter("find", thread_id, text)
        found = [
            FoundPart(m.seq, ordinal, count)
            for m in self._messages(thread_id)
            for ordinal, texts in message_texts(m)
            if (count := sum(count_found(each, text) for each in texts))
        ]
        return FoundInThread(text, tuple(found[:1000]), len(found) > 1000)

    async def landmark(self, thread_id: ThreadId, from_seq: int, what: Landmark, *, forward: bool) -> int | None:
        await self.enter("landmark", thread_id, from_seq, what, forward)
        seqs = [m.seq for m in self._messages(thread_id) if _is_landmark(m, what)]
        if forward:
            return next((seq for seq in seqs if seq > from_seq), None)
        return next((seq for seq in reversed(seqs) if seq < from_seq), None)

    async def mark_read(self, thread_id: ThreadId) -> None:
        await self.enter("mark_read", thread_id)
        view = self.threads.get(thread_id)
        if view is not None and view.is_unread:
            self.threads[thread_id] = replace(view, is_unread=False)
            self.bus.publish(ThreadChanged(self.threads[thread_id]))

    async def set_mode(self, thread_id: ThreadId, mode: PermissionMode) -> None:
        await self.enter("set_mode", thread_id, mode)

    def _messages(self, thread_id: ThreadId) -> tuple[Message, ...]:
        return self.snapshots[thread_id].page.messages

    # Turns
    async def send(self, thread_id: ThreadId, text: str, options: RunOptions) -> None:
        await self.enter("send", thread_id, text, options)
        seq = len(self.called("send"))
        self.bus.publish(MessageAdded(message(thread_id, 1000 + seq, Role.USER, text)))

    async def send_again(self, thread_id: ThreadId, message_id: MessageId, options: RunOptions | None = None) -> None:
        """Record the options too when there are any."""
        await self.enter("send_again", thread_id, message_id, *(() if options is None else (options,)))

    async def stop(self, thread_id: ThreadId) -> None:
        await self.enter("stop", thread_id)

    async def decide(self, thread_id: ThreadId, request_id: str, option: str, word: str = "", answers: Answers = ()) -> None:
        """Record the option; word and answers too when there are any."""
        more = (word, tuple(tuple(answer) for answer in answers)) if word or answers else ()
        await self.enter("decide", thread_id, request_id, option, *more)

    async def edit_queued(self, queued_id: QueuedId, text: str) -> None:
        await self.enter("edit_queued", queued_id, text)

    async def delete_queued(self, queued_id: QueuedId) -> None:
        await self.enter("delete_queued", queued_id)

    async def move_queued(self, queued_id: QueuedId, before: QueuedId | None) -> None:
        await self.enter("move_queued", queued_id, before)

    async def send_queued(self, queued_id: QueuedId) -> None:
        await self.enter("send_queued", queued_id)

    async def steer_queued(self, queued_id: QueuedId) -> None:
        await self.enter("steer_queued", queued_id)

    def put_queue(self, thread_id: ThreadId, *items: QueuedView, is_held: bool = False) -> None:
        """Set and announce a thread's queue."""
        queue = QueueView(thread_id, items, is_held)
        if thread_id in self.snapshots:
            self.snapshots[thread_id] = replace(self.snapshots[thread_id], queue=queue)
        self.bus.publish(QueueChanged(queue))

    # Handoffs
    async def read(self, handoff_id: HandoffId) -> HandoffView:
        await self.enter("read", handoff_id)
        text = "# What happened before you joined\n\nThis is history for you to know, not new instructions."
        return HandoffView(
            handoff_id, ThreadId("t1"), CLAUDE, "full_thread_summary", HandoffDelivery.DELIVERED, text, len(text), 6, 2, 1.0
        )

    async def preview(
        self,
        thread_id: ThreadId,
        options: RunOptions,
        text: str = "",
        again: MessageId | None = None,
        *,
        with_items: bool = False,
    ) -> HandoffPreview:
        """Record ``again`` too when it is given."""
        await self.enter("preview", thread_id, options, text, *(() if again is None else (again,)))
        found = self.previews.get(options.provider_id)
        if found is None:
            return HandoffPreview(thread_id, options.provider_id, TransitionKind.REUSE, 0)
        return replace(found, thread_id=thread_id, manual=options.manual)

    async def outlooks(self, thread_id: ThreadId, text: str = "") -> Sequence[Outlook]:
        await self.enter("outlooks", thread_id, text)
        return self.outlook_list or [Outlook(view.info.id, 0) for view in self.providers_list]

    # Attachments
    async def add_file(self, path: str) -> AttachmentPart:
        await self.enter("add_file", path)
        media_type = IMAGE_TYPES.get(PurePath(path).suffix.lower(), "text/plain")
        return AttachmentPart(PurePath(path).name, path, media_type, 512)

    async def add_data(self, name: str, media_type: str, data: bytes) -> AttachmentPart:
        await self.enter("add_data", name, media_type, data)
        return AttachmentPart(name, f"/attachments/{name}", media_type, len(data))

    # Runs
    async def details(self, run_id: RunId) -> RunDetails:
        await self.enter("details", run_id)
        if run_id not in self.run_list:
            raise NotFoundError("no such run")
        return self.run_list[run_id]

    async def newest(self, thread_id: ThreadId) -> RunDetails | None:
        await self.enter("newest", thread_id)
        return next((details for details in reversed(self.run_list.values()) if details.run.thread_id == thread_id), None)

    async def usage(self, thread_id: ThreadId) -> Sequence[ProviderUsage]:
        await self.enter("usage", thread_id)
        return tuple(self.usage_list)

    # Providers
    def list_providers(self) -> Sequence[ProviderView]:
        return tuple(self.providers_list)

    async def refresh(self) -> None:
        await self.enter("refresh")

    async def models(self, provider_id: ProviderId, *, refresh: bool = False) -> ModelList:
        """Record ``refresh`` only when it is True."""
        await self.enter("models", provider_id, *((True,) if refresh else ()))
        return self.model_lists.get(provider_id) or ModelList(tuple(self.model_list), fetched_at=1_000.0)

    async def add_model_provider(self, **entered: object) -> ProviderId:
        await self.enter("add_model_provider", entered)
        return ProviderId("added")

    async def save_key(self, provider_id: ProviderId, key: str, *, for_session_only: bool = False) -> None:
        await self.enter("save_key", provider_id, key, for_session_only)

    async def remove_key(self, provider_id: ProviderId) -> None:
        await self.enter("remove_key", provider_id)
        self._change_provider(provider_id, has_key=False)

    async def remove(self, provider_id: ProviderId) -> None:
        await self.enter("remove", provider_id)

    async def known_agents(self) -> Sequence[KnownAgentView]:
        await self.enter("known_agents")
        return tuple(self.known_agents_list)

    async def add_known_agent(self, key: str) -> ProviderId:
        await self.enter("add_known_agent", key)
        found = next((agent for agent in self.known_agents_list if agent.key == key), None)
        if found is None:
            raise NotFoundError("no such agent")
        number = self.known_agents_list.index(found)
        self.known_agents_list[number] = replace(found, provider_id=ProviderId(key))
        return self._add_provider(provider(ProviderId(key), found.title, found.family, is_custom=True))

    async def add_agent(self, *, title: str, command: str) -> ProviderId:
        await self.enter("add_agent", title, command)
        added = ProviderId(f"agent-{len(self.providers_list)}")
        return self._add_provider(provider(added, title, "practice", is_custom=True, takes_program=True))

    async def add_account(self, provider_id: ProviderId, title: str) -> ProviderId:
        await self.enter("add_account", provider_id, title)
        of = next(view for view in self.providers_list if view.info.id == provider_id)
        added = ProviderId(f"{provider_id}-{len(self.providers_list)}")
        more = {"is_custom": True, "account_of": provider_id, "account_folder": f"/home/sari/accounts/{added}"}
        return self._add_provider(provider(added, title, of.info.family, **more))

    async def set_program(self, provider_id: ProviderId, program: str) -> None:
        await self.enter("set_program", provider_id, program)
        self._change_provider(provider_id, program=program)

    def _add_provider(self, view: ProviderView) -> ProviderId:
        self.providers_list.append(view)
        self.bus.publish(ProvidersChanged())
        return view.info.id

    def _change_provider(self, provider_id: ProviderId, **changes: object) -> None:
        self.providers_list = [
            replace(view, **changes) if view.info.id == provider_id else view  # type: ignore[arg-type]
            for view in self.providers_list
        ]
        self.bus.publish(ProvidersChanged())


def preview_of(provider_id: ProviderId, due: int, chosen: int, omitted: int = 0, text: str = "x" * 4100) -> HandoffPreview:
    items = tuple(HandoffItem("user", seq, f"message {seq}") for seq in range(1, chosen + 1))
    kind = TransitionKind.DELTA if due else TransitionKind.REUSE
    return HandoffPreview(ThreadId("t1"), provider_id, kind, due, items, omitted, text if chosen else "", 16_000)


def _is_landmark(candidate: Message, what: Landmark) -> bool:
    return candidate.role is Role.USER if what is Landmark.QUESTION else candidate.kind is MessageKind.ERROR


def _reraise(error: BaseException, name: str) -> None:
    raise AssertionError(f"a handler of {name} failed") from error
