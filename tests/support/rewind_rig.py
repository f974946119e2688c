# SPDX-License-Identifier: MIT
"""Rewinds on the real services."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from pathlib import Path

from onesist_desktop.core.messages import Role
from onesist_desktop.core.records import RetireReason, SessionState
from onesist_desktop.services.events import MessageAdded, MessagesSetAside, ResendableChanged, ThreadChanged
from onesist_desktop.services.rewinding import RewindService
from tests.fakes.scripted_answerer import Script
from tests.support.service_rig import Rig, service_rig


@dataclass
class Rewinding:
    """A rig with the service and what it told."""

    rig: Rig
    rewinds: RewindService
    events: list[object]

    async def seq_of(self, text: str) -> int:
        return next(m.seq for m in await self.rig.messages() if m.text == text)

    async def rewind(self, text: str) -> None:
        await self.rewinds.rewind(self.rig.thread_id, await self.seq_of(text))

    async def said(self) -> list[str]:
        return [m.text for m in await self.rig.messages() if m.role is not Role.SYSTEM]

    def last_prompt(self, provider: str = "agent-a") -> str:
        return self.rig.answerers[provider].prompts[-1].full_text

    def last_truncated(self, provider: str = "agent-a") -> str | None:
        return self.rig.answerers[provider].specs[-1].truncate_to

    def holds(self, provider: str = "agent-a") -> str:
        """Return everything that the session used last really holds."""
        answerer = self.rig.answerers[provider]
        spec = answerer.specs[-1]
        return "\n".join(answerer.held[spec.native_session_id or spec.new_session_id])

    async def active(self, provider: str = "agent-a") -> list[str]:
        return [row.id for row in await self.rig.sessions(provider) if row.state is SessionState.ACTIVE]

    async def reasons(self, provider: str = "agent-a") -> list[RetireReason | None]:
        return [row.retired_reason for row in await self.rig.sessions(provider)]


def open_rewinding(rig: Rig) -> Rewinding:
    events: list[object] = []
    for kind in (MessagesSetAside, MessageAdded, ThreadChanged, ResendableChanged):
        rig.context.bus.subscribe(kind, events.append)
    return Rewinding(rig, RewindService(rig.context, rig.turns._live, rig.turns), events)


@asynccontextmanager
async def rewinding(folder: Path) -> AsyncIterator[Rewinding]:
    async with service_rig(folder) as rig:
        yield open_rewinding(rig)


def cannot_truncate(at: Rewinding, provider: str = "agent-a") -> None:
    answerer = at.rig.answerers[provider]
    answerer.capabilities = replace(answerer.capabilities, can_truncate=False)


async def talk(at: Rewinding, *turns: str, provider: str = "agent-a") -> None:
    for turn in turns:
        at.rig.answerers[provider].scripts.append(Script(reply=f"re {turn}"))
        await at.rig.send(turn, provider)
