# SPDX-License-Identifier: MIT
"""An answerer whose every turn is written down by the test. It keeps, like a real agent, what each native session really holds."""

from __future__ import annotations

import asyncio
import uuid
from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass, field

from onesist_desktop.core.answerer import (
    AnswererInfo,
    Answers,
    Arrival,
    Capabilities,
    ModelInfo,
    PermissionMode,
    Prompt,
    ReadBack,
    Readiness,
    SessionSpec,
)
from onesist_desktop.core.errors import AnswererError, FailureReason
from onesist_desktop.core.ids import MessageId, ProviderId, SessionRowId
from onesist_desktop.core.messages import TextPart
from onesist_desktop.core.turn_events import (
    COMPLETED,
    STOPPED,
    Delivery,
    Outcome,
    OutcomeKind,
    PartEnded,
    PartGrew,
    PartStarted,
    PromptAccepted,
    SteerTaken,
    TurnEnded,
    TurnEvent,
    Usage,
    UsageReported,
)

AGENT = Capabilities(
    is_agent=True,
    takes_mcp=True,
    can_verify=True,
    can_read_back=True,
    can_truncate=True,
    can_resume=True,
    can_steer=True,
    modes=frozenset(PermissionMode),
)
STATELESS = Capabilities(is_agent=False, modes=frozenset(PermissionMode))


@dataclass
class Script:
    """How the next turn goes. ``hold`` keeps it after acceptance until it is set or the turn is stopped.

    ``hold_opening`` keeps its session from being opened, and so from being forked, until it is set.

    ``steers``: a message that is handed to it while it is held is ``refused``, ``taken``, ``dropping`` (taken, and what was half
    said is not held), or ``ignored``: handed over and never taken. ``partial`` is what it had answered before the message,
    ``partial_after`` after it.
    """

    reply: str = "fine"
    open_error: AnswererError | None = None
    delivery: Delivery = Delivery.ACCEPTED
    outcome: Outcome = COMPLETED
    partial: str = ""
    partial_after: str = ""
    steers: str = "refused"
    reply_held: bool = True
    session_alive: bool = True
    hold: asyncio.Event | None = None
    hold_before_acceptance: asyncio.Event | None = None
    hold_opening: asyncio.Event | None = None
    usage: Usage | None = None
    events: Sequence[TurnEvent] = ()


@dataclass
class ScriptedAnswerer:
    """Implements ``core.answerer.Answerer``. ``held`` maps native sessions to the texts that they hold, in order."""

    provider: str = "agent-a"
    capabilities: Capabilities = AGENT
    scripts: list[Script] = field(default_factory=list)
    prompts: list[Prompt] = field(default_factory=list)
    specs: list[SessionSpec] = field(default_factory=list)
    held: dict[str, list[str]] = field(default_factory=dict)
    released: list[SessionRowId] = field(default_factory=list)
    steered: list[Prompt] = field(default_factory=list)
    decisions: list[tuple[object, ...]] = field(default_factory=list)
    arrivals: dict[str, Arrival] = field(default_factory=dict)
    read_backs: dict[str, ReadBack] = field(default_factory=dict)
    window: int | None = None
    models: Sequence[ModelInfo] | None = None
    list_error: Exception | None = None
    list_calls: int = 0
    accepted: asyncio.Event = field(default_factory=asyncio.Event)

    @property
    def info(self) -> AnswererInfo:
        return AnswererInfo(ProviderId(self.provider), self.provider.title(), "other")

    async def check(self) -> Readiness:
        return Readiness(True)

    async def list_models(self) -> Sequence[ModelInfo]:
        self.list_calls += 1
        if self.list_error is not None:
            raise self.list_error
        return (ModelInfo("m", "M", self.window),) if self.models is None else self.models

    async def open_session(self, spec: SessionSpec) -> ScriptedSession:
        self.specs.append(spec)
        script = self.scripts.pop(0) if self.scripts else Script()
        if script.hold_opening is not None:
            await script.hold_opening.wait()
        if script.open_error is not None:
            raise script.open_error
        native = spec.native_session_id or spec.new_session_id or str(uuid.uuid4())
        if spec.fork is not None:
            source = self.held.get(spec.fork.native_session_id)
            if source is None or (spec.fork.anchor is not None and len(source) < int(spec.fork.anchor)):
                raise AnswererError(FailureReason.SESSION_LOST, "nothing to fork")
            self.held[native] = source[: int(spec.fork.anchor)] if spec.fork.anchor is not None else list(source)
        texts = self.held.setdefault(native, [])
        if spec.truncate_to is not None:
            del texts[int(spec.truncate_to) :]
        return ScriptedSession(self, native if self.capabilities.is_agent else None, script)

    async def verify(self, spec: SessionSpec, message_id: MessageId) -> Arrival:
        return self.arrivals.get(message_id, Arrival.UNKNOWN)

    async def read_back(self, spec: SessionSpec, message_id: MessageId) -> ReadBack | None:
        return self.read_backs.get(message_id)

    async def release(self, session_key: SessionRowId) -> None:
        self.released.append(session_key)

    async def close(self) -> None:
        return


@dataclass
class ScriptedSession:
    answerer: ScriptedAnswerer
    native_session_id: str | None
    script: Script

    def start_turn(self, prompt: Prompt) -> ScriptedTurn:
        return ScriptedTurn(self, prompt)


class ScriptedTurn:
    """``taken`` are the messages that it took while it worked, ``said`` is what it says and its session doesn't hold yet."""

    def __init__(self, session: ScriptedSession, prompt: Prompt) -> None:
        self._session = session
        self._prompt = prompt
        self.taken: list[Prompt] = []
        self.said = ""
        self._stopped = asyncio.Event()
        self._steered = asyncio.Event()
        self._to_take: list[Prompt] = []

    async def stop(self) -> None:
        self._stopped.set()

    def let_go(self) -> None:
        """Go on with a turn that is held."""
        assert self._session.script.hold is not None
        self._session.script.hold.set()

    async def steer(self, prompt: Prompt) -> bool:
        """See ``core.answerer.Turn``."""
        script = self._session.script
        if script.steers == "refused":
            return False
        self._session.answerer.steered.append(prompt)
        if script.steers in {"taken", "dropping"}:
            self._to_take.append(prompt)
            self._steered.set()
        return True

    async def decide(self, request_id: str, option: str, word: str = "", answers: Answers = ()) -> None:
        self._session.answerer.decisions.append((request_id, option, word, answers))

    async def _wait(self, event: asyncio.Event) -> bool:
        """Wait for the test or for a stop; returns whether it was a stop."""
        async with asyncio.TaskGroup() as group:
            waits = [group.create_task(each.wait()) for each in (event, self._stopped, self._steered)]
            await asyncio.wait(waits, return_when=asyncio.FIRST_COMPLETED)
            for wait in waits:
                wait.cancel()
        return self._stopped.is_set()

    async def __aiter__(self) -> AsyncIterator[TurnEvent]:
        answerer, script = self._session.answerer, self._session.script
        answerer.prompts.append(self._prompt)
        held = answerer.held[self._session.native_session_id] if self._session.native_session_id else []
        if script.hold_before_acceptance is not None and await self._wait(script.hold_before_acceptance):
            yield TurnEnded(STOPPED, Delivery.UNCERTAIN, session_alive=False)
            return
        if script.delivery is not Delivery.ACCEPTED:
            yield TurnEnded(script.outcome, script.delivery, session_alive=script.session_alive)
            return
        held.append(self._prompt.full_text)
        yield PromptAccepted("scripted")
        answerer.accepted.set()
        for event in script.events:
            yield event
        stopped, key, partial = False, "t", script.partial
        self.said = partial
        if partial:
            yield PartStarted(key, TextPart(""))
            yield PartGrew(key, partial)
        while script.hold is not None:
            stopped = await self._wait(script.hold)
            if stopped or not self._to_take:
                break
            self._steered.clear()
            prompt = self._to_take.pop(0)
            if partial:
                yield PartEnded(key, TextPart(partial))
            is_held = script.steers == "taken"
            held += [*([partial] if partial and is_held else []), prompt.full_text]
            self.taken.append(prompt)
            self.said = script.partial_after
            yield SteerTaken(prompt.message_id, is_held)
            key, partial = f"{key}+", script.partial_after
            if partial:
                yield PartStarted(key, TextPart(""))
                yield PartGrew(key, partial)
        if script.usage is not None:
            yield UsageReported(script.usage)
        if stopped or script.outcome.kind is not OutcomeKind.COMPLETED:
            if partial and script.reply_held:
                held.append(partial)
            outcome = STOPPED if stopped else script.outcome
            yield TurnEnded(outcome, reply_held=script.reply_held, anchor=str(len(held)), session_alive=script.session_alive)
            return
        held.append(script.reply)
        yield PartEnded(key, TextPart(script.reply))
        yield TurnEnded(COMPLETED, anchor=str(len(held)))


def refused(reason: FailureReason = FailureReason.PROGRAM_MISSING) -> Script:
    """A turn that is refused before anything is read."""
    return Script(open_error=AnswererError(reason, "scripted"))
