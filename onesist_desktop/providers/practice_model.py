# SPDX-License-Identifier: MIT
"""The practice model: a stateless provider in this process, without an account, that answers with what it was given."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Sequence

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
from onesist_desktop.core.errors import FailureReason
from onesist_desktop.core.ids import MessageId, ProviderId, SessionRowId
from onesist_desktop.core.messages import TextPart, ThinkingPart
from onesist_desktop.core.practice_commands import PracticeCommand, PracticeKind, item_headings, parse_commands
from onesist_desktop.core.practice_words import Voice
from onesist_desktop.core.turn_events import (
    COMPLETED,
    STOPPED,
    Delivery,
    PartEnded,
    PartGrew,
    PartStarted,
    PromptAccepted,
    TurnEnded,
    TurnEvent,
    Usage,
    UsageReported,
    failed,
)

PRACTICE_MODEL_ID = ProviderId("practice-model")
DEFAULT_DELAY_MS = 40
DEFAULT_WINDOW = 128_000
_ANSWER_KEY = "answer"


class PracticeTurn:
    """Implements ``core.answerer.Turn``. One answer part, and a thinking part when asked to think."""

    def __init__(self, prompt: Prompt, voice: Voice, delay_s: float, window: int) -> None:
        self._prompt = prompt
        self._voice = voice
        self._delay_s = delay_s
        self._window = window
        self._stopped = asyncio.Event()
        self._said: list[str] = []

    async def __aiter__(self) -> AsyncIterator[TurnEvent]:
        """Yield the turn's events."""
        if self._stopped.is_set():
            yield TurnEnded(STOPPED, Delivery.REFUSED)
            return
        yield PromptAccepted("the practice model always takes a prompt")
        commands = parse_commands(self._prompt.text)
        if commands and commands[0].kind is PracticeKind.FAIL:
            yield TurnEnded(failed(FailureReason.PROVIDER_ERROR, self._voice.say("failed")), reply_held=False)
            return
        yield self._started(self._introduction(has_commands=bool(commands)))
        for command in commands:
            if self._stopped.is_set():
                break
            if command.kind is PracticeKind.FAIL:
                yield PartEnded(_ANSWER_KEY, self._answer())
                yield TurnEnded(failed(FailureReason.PROVIDER_ERROR, self._voice.say("failed")), reply_held=False)
                return
            async for event in self._obey(command):
                yield event
        yield PartEnded(_ANSWER_KEY, self._answer())
        yield UsageReported(self._usage())
        yield TurnEnded(STOPPED if self._stopped.is_set() else COMPLETED)

    async def stop(self) -> None:
        """See ``core.answerer.Turn``."""
        self._stopped.set()

    async def steer(self, prompt: Prompt) -> bool:
        """See ``core.answerer.Turn``. What is said meanwhile waits in the queue."""
        return False

    async def decide(self, request_id: str, option: str, word: str = "", answers: Answers = ()) -> None:
        """Do nothing: the practice model never asks."""

    async def _obey(self, command: PracticeCommand) -> AsyncIterator[TurnEvent]:
        match command.kind:
            case PracticeKind.SLOW:
                yield self._grew("\n\n")
                for word in self._voice.slow_words(command.count):
                    with contextlib.suppress(TimeoutError):
                        await asyncio.wait_for(self._stopped.wait(), self._delay_s)
                    if self._stopped.is_set():
                        return
                    yield self._grew(word)
            case PracticeKind.LONG:
                yield self._grew(f"\n\n{self._voice.long_answer()}")
            case PracticeKind.KNOW:
                known = [f"{entry.role}: {entry.text}" for entry in self._prompt.history]
                known += [self._prompt.context] if self._prompt.context else []
                yield self._grew(f"\n\n{self._voice.known(known)}")
            case PracticeKind.THINK:
                words = len(self._prompt.text.split())
                yield PartEnded("thinking", ThinkingPart(self._voice.say("thought", count=words)))
            case _:
                yield self._grew(f"\n\n{self._voice.say('unsupported', command=command.kind.replace('_', ' '))}")

    def _introduction(self, *, has_commands: bool) -> str:
        history = self._prompt.history
        lines = [self._voice.say("given", count=len(history))]
        if history:
            lines.append(self._voice.say("roles", roles=", ".join(entry.role for entry in history)))
        context = self._prompt.context
        names = [f"{attachment.name} ({attachment.path})" for attachment in self._prompt.attachments]
        message = "\n".join([self._prompt.text, *names]).strip()
        text = self._voice.received(lines, context, item_headings(context), message)
        return text if has_commands else f"{text}\n\n{self._voice.say('try_model')}"

    def _usage(self) -> Usage:
        given = sum(len(entry.text.encode()) for entry in self._prompt.history) + len(self._prompt.full_text.encode())
        said = len("".join(self._said).encode())
        return Usage(given, said, occupied=given + said, context_window=self._window)

    def _started(self, text: str) -> PartStarted:
        self._said.append(text)
        return PartStarted(_ANSWER_KEY, TextPart(text))

    def _grew(self, text: str) -> PartGrew:
        self._said.append(text)
        return PartGrew(_ANSWER_KEY, text)

    def _answer(self) -> TextPart:
        return TextPart("".join(self._said))


class PracticeModelSession:
    """Implements ``core.answerer.Session``; there is nothing to hold."""

    def __init__(self, voice: Voice, delay_s: float, window: int) -> None:
        self._voice = voice
        self._delay_s = delay_s
        self._window = window

    @property
    def native_session_id(self) -> str | None:
        """None: the model has no sessions."""
        return None

    def start_turn(self, prompt: Prompt) -> PracticeTurn:
        """See ``core.answerer.Session``."""
        return PracticeTurn(prompt, self._voice, self._delay_s, self._window)


class PracticeModel:
    """Implements ``core.answerer.Answerer``.

    Args:
        locale: Language it answers in.
        delay_ms: Pause between the words of a slow answer.
        window: Size of its pretended context window, in tokens; a byte counts as one.
    """

    def __init__(self, *, locale: str = "en", delay_ms: int = DEFAULT_DELAY_MS, window: int = DEFAULT_WINDOW) -> None:
        self._voice = Voice.of(locale)
        self._delay_s = delay_ms / 1000
        self._window = window

    @property
    def info(self) -> AnswererInfo:
        """See ``core.answerer.Answerer``."""
        return AnswererInfo(PRACTICE_MODEL_ID, "Practice model", "practice")

    @property
    def capabilities(self) -> Capabilities:
        """It has no hands, so every mode is kept."""
        return Capabilities(
            is_agent=False,
            can_change_model=True,
            acceptance_proof="none is needed: it runs in this process",
            modes=frozenset(PermissionMode),
        )

    async def check(self) -> Readiness:
        """See ``core.answerer.Answerer``."""
        return Readiness(True)

    async def list_models(self) -> Sequence[ModelInfo]:
        """See ``core.answerer.Answerer``."""
        return (ModelInfo("practice", "Practice", self._window),)

    async def open_session(self, spec: SessionSpec) -> PracticeModelSession:
        """See ``core.answerer.Answerer``."""
        return PracticeModelSession(self._voice, self._delay_s, self._window)

    async def verify(self, spec: SessionSpec, message_id: MessageId) -> Arrival:
        """UNKNOWN: nothing is kept."""
        return Arrival.UNKNOWN

    async def read_back(self, spec: SessionSpec, message_id: MessageId) -> ReadBack | None:
        """None: nothing is kept."""
        return None

    async def release(self, session_key: SessionRowId) -> None:
        """Do nothing."""

    async def close(self) -> None:
        """Do nothing."""
