# SPDX-License-Identifier: MIT
"""Helpers for tests that drive real agent processes over the Agent Client Protocol."""

from __future__ import annotations

import os
import sys
import uuid
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeVar

from onesist_desktop.agents.acp.answerer import AcpAnswerer
from onesist_desktop.agents.acp.profile import AcpProfile
from onesist_desktop.agents.acp.program import AcpLimits, AcpProgram
from onesist_desktop.agents.acp.turn import AcpTurn
from onesist_desktop.agents.practice.provider import practice_agent
from onesist_desktop.core.answerer import AnswererInfo, Capabilities, PermissionMode, Prompt, SessionSpec
from onesist_desktop.core.ids import MessageId, ProviderId, SessionRowId, ThreadId
from onesist_desktop.core.messages import Part
from onesist_desktop.core.turn_events import (
    ApprovalAsked,
    PartChanged,
    PartEnded,
    PartGrew,
    PartStarted,
    PromptAccepted,
    TurnEnded,
    TurnEvent,
)
from onesist_desktop.process.environment import ShellEnvironment
from onesist_desktop.runtime.supervisor import TaskSupervisor

PRACTICE_ARGV = (sys.executable, "-m", "onesist_desktop.agents.practice.program")
QUICK = AcpLimits(start_s=30.0, request_s=30.0, cancel_s=5.0, end_s=1.0)

T = TypeVar("T")


@dataclass
class Heard:
    """All events of one turn."""

    events: list[TurnEvent] = field(default_factory=list)

    def of(self, kind: type[T]) -> list[T]:
        return [event for event in self.events if isinstance(event, kind)]

    @property
    def end(self) -> TurnEnded:
        assert [index for index, event in enumerate(self.events) if isinstance(event, TurnEnded)] == [len(self.events) - 1]
        last = self.events[-1]
        assert isinstance(last, TurnEnded)
        return last

    @property
    def parts(self) -> list[Part]:
        """The parts as they ended, in the order in which they started. Every part must have ended."""
        parts: dict[str, Part] = {}
        open_keys = set()
        for event in self.events:
            if isinstance(event, PartStarted | PartChanged | PartEnded):
                parts[event.key] = event.part
            if isinstance(event, PartStarted):
                open_keys.add(event.key)
            if isinstance(event, PartEnded):
                open_keys.discard(event.key)
        assert not open_keys
        return list(parts.values())

    def parts_of(self, kind: type[T]) -> list[T]:
        return [part for part in self.parts if isinstance(part, kind)]

    @property
    def text(self) -> str:
        return "".join(getattr(part, "text", "") for part in self.parts)

    @property
    def grown(self) -> list[str]:
        return [event.text for event in self.of(PartGrew)]

    @property
    def is_accepted(self) -> bool:
        return bool(self.of(PromptAccepted))


@dataclass
class Rig:
    """A workspace, a home for sessions, and the answerers made on them."""

    folder: Path
    supervisor: TaskSupervisor
    answerers: list[AcpAnswerer] = field(default_factory=list)
    inherited: dict[str, str] = field(default_factory=lambda: dict(os.environ))

    @property
    def workspace(self) -> Path:
        path = self.folder / "work space"
        path.mkdir(exist_ok=True)
        return path.resolve()

    def practice(self, argv: tuple[str, ...] = PRACTICE_ARGV, **options: Any) -> AcpAnswerer:
        answerer = practice_agent(
            argv,
            self.folder / "practice home",
            ShellEnvironment(self.inherited),
            self.supervisor,
            **{"delay_ms": 5, "limits": QUICK, **options},
        )
        self.answerers.append(answerer)
        return answerer

    def scripted(
        self, script: Path, *arguments: str, limits: AcpLimits = QUICK, profile: AcpProfile | None = None, **capabilities: Any
    ) -> AcpAnswerer:
        answerer = AcpAnswerer(
            AnswererInfo(ProviderId("scripted"), "Scripted", "acp"),
            AcpProgram((sys.executable, str(script), *arguments)),
            Capabilities(is_agent=True, **{"modes": frozenset(PermissionMode), **capabilities}),
            ShellEnvironment(self.inherited),
            self.supervisor,
            limits=limits,
            profile=profile,
        )
        self.answerers.append(answerer)
        return answerer

    def spec(self, key: str = "row-1", **values: Any) -> SessionSpec:
        return SessionSpec(
            **{"thread_id": ThreadId("thread-1"), "session_key": SessionRowId(key), "cwd": str(self.workspace), **values}
        )


@asynccontextmanager
async def rig_in(folder: Path) -> AsyncIterator[Rig]:
    """Give a rig, and end all it runs. A failure in any task fails the test."""
    faults: list[BaseException] = []
    rig = Rig(folder, TaskSupervisor("test", lambda error, _name: faults.append(error)))
    try:
        yield rig
    finally:
        for answerer in rig.answerers:
            await answerer.close()
        await rig.supervisor.close()
    assert faults == []


def prompt(text: str, **values: Any) -> Prompt:
    return Prompt(MessageId(str(uuid.uuid4())), text, **values)


async def hear(turn: AcpTurn, react: Callable[[TurnEvent], Any] | None = None) -> Heard:
    """Read a turn to its end. ``react`` sees each event; what it returns is awaited if it is not None."""
    heard = Heard()
    async for event in turn:
        heard.events.append(event)
        if react is not None and (result := react(event)) is not None:
            await result
    return heard


def answering(turn: AcpTurn, option: str) -> Callable[[TurnEvent], Any]:
    """React to every approval with that option."""

    def react(event: TurnEvent) -> Any:
        return turn.decide(event.request_id, option) if isinstance(event, ApprovalAsked) else None

    return react
