# SPDX-License-Identifier: MIT
"""Runs the real Claude Code against the fake model server, in folders of its own."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import sys
import uuid
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeVar

import psutil
import pytest

from onesist_desktop.agents.claude_code.answerer import ClaudeCodeAnswerer
from onesist_desktop.agents.claude_code.turn import ClaudeTurn
from onesist_desktop.core.answerer import HistoryServer, PermissionMode, Prompt, SessionSpec
from onesist_desktop.core.ids import MessageId, SessionRowId, ThreadId
from onesist_desktop.core.messages import Part
from onesist_desktop.core.turn_events import ApprovalAsked, PartEnded, PartStarted, PartWithdrawn, TurnEnded, TurnEvent
from onesist_desktop.process.environment import ShellEnvironment
from onesist_desktop.runtime.supervisor import TaskSupervisor
from tests.fakes.model_server import FakeModelServer

T = TypeVar("T")

ROOT = Path(__file__).parents[3]
PINNED = ROOT / ".tools/agents/node_modules/@anthropic-ai/claude-code-linux-x64/claude"
KEY = "sk-ant-canary-0123456789"


def real_claude() -> str:
    """Return the pinned program. Without it the test is skipped, in CI it fails."""
    path = Path(os.environ.get("ONESIST_TEST_CLAUDE") or PINNED)
    if path.is_file():
        return str(path)
    if os.environ.get("CI") or os.environ.get("ONESIST_REQUIRE_AGENTS"):
        pytest.fail(f"the pinned Claude Code is missing: {path}")
    pytest.skip(f"Claude Code is not there: {path}")


def message_id() -> MessageId:
    """Make an id as a stored message has it."""
    return MessageId(str(uuid.uuid4()))


@dataclass
class TurnRecord:
    """What a turn reported."""

    events: list[TurnEvent] = field(default_factory=list)

    @property
    def end(self) -> TurnEnded:
        assert isinstance(self.events[-1], TurnEnded)
        return self.events[-1]

    @property
    def parts(self) -> list[Part]:
        """The parts as the transcript would show them."""
        shown: dict[str, Part] = {}
        for event in self.events:
            if isinstance(event, PartStarted | PartEnded):
                shown[event.key] = event.part
            elif isinstance(event, PartWithdrawn):
                shown.pop(event.key, None)
        return list(shown.values())

    def of(self, kind: type[T]) -> list[T]:
        """The events of one type."""
        return [event for event in self.events if isinstance(event, kind)]


@dataclass
class ClaudeRig:
    """A fake model, a folder to work in and a home for the program."""

    server: FakeModelServer
    program: str
    folder: Path
    environment: dict[str, str]
    errors: list[BaseException] = field(default_factory=list)

    @contextlib.asynccontextmanager
    async def answerer(self) -> AsyncIterator[ClaudeCodeAnswerer]:
        """Give a new answerer, as after a start of the app; all its processes are ended afterwards."""
        supervisor = TaskSupervisor("test", lambda error, _name: self.errors.append(error))
        answerer = ClaudeCodeAnswerer(ShellEnvironment(self.environment), supervisor, program=self.program)
        try:
            yield answerer
        finally:
            await answerer.close()
            await supervisor.close()
            assert self.errors == []

    @property
    def work(self) -> Path:
        """The workspace."""
        return self.folder / "work"

    def trust(self, *folders: Path, is_trusted: bool = True) -> None:
        """Write the record as the program keeps it; without folders for the workspace. The program must not run meanwhile."""
        record = {"projects": {str(folder): {"hasTrustDialogAccepted": is_trusted} for folder in folders or (self.work,)}}
        self.write("config/.claude.json", record)

    def write(self, file: str, content: object) -> Path:
        """Write a file below the rig's folder; what is no string as JSON."""
        path = self.folder / file
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(content if isinstance(content, str) else json.dumps(content), encoding="utf-8")
        return path

    def spec(
        self,
        *,
        native: str | None = None,
        key: str = "row-1",
        mode: PermissionMode = PermissionMode.ASK,
        truncate_to: str | None = None,
        history: HistoryServer | None = None,
        index_text: str = "",
    ) -> SessionSpec:
        """Make a spec; a new session where no native one is given."""
        return SessionSpec(
            thread_id=ThreadId("thread-1"),
            session_key=SessionRowId(key),
            cwd=str(self.work),
            native_session_id=native,
            new_session_id=str(uuid.uuid4()),
            truncate_to=truncate_to,
            mode=mode,
            history_server=history,
            index_text=index_text,
        )

    def tiny_mcp(self, token: str) -> HistoryServer:
        """Describe the tiny server with a token in its environment."""
        environment = (("ONESIST_TOKEN", token), ("PYTHONPATH", str(ROOT)))
        return HistoryServer("tiny", (sys.executable, "-m", "tests.fakes.tiny_mcp"), environment)

    def processes(self) -> list[psutil.Process]:
        """Find everything that runs with this rig's home."""
        found = []
        for process in psutil.process_iter():
            with contextlib.suppress(psutil.Error, OSError):
                if process.environ().get("HOME") == self.environment["HOME"] and process.status() != psutil.STATUS_ZOMBIE:
                    found.append(process)
        return found

    def command_lines(self) -> list[str]:
        """List the command lines of these processes. One that ends between being found and being read is no longer one of them."""
        lines = []
        for process in self.processes():
            with contextlib.suppress(psutil.NoSuchProcess):
                lines.append(" ".join(process.cmdline()))
        return lines


async def run(
    turn: ClaudeTurn,
    *,
    decide: str | Callable[[ApprovalAsked], str] | None = None,
    on_event: Callable[[TurnEvent], object] | None = None,
) -> TurnRecord:
    """Read a turn to its end, answering what it asks."""
    record = TurnRecord()
    async for event in turn:
        record.events.append(event)
        if isinstance(event, ApprovalAsked) and decide is not None:
            await turn.decide(event.request_id, decide if isinstance(decide, str) else decide(event))
        if on_event is not None:
            on_event(event)
    return record


def prompt(text: str, *, context: str = "") -> Prompt:
    """Make a prompt with a new message id."""
    return Prompt(message_id(), text, context)


async def until(condition: Callable[[], Awaitable[bool]], limit_s: float = 20.0) -> None:
    """Look again and again until something that gives no event has happened. Raises TimeoutError."""
    async with asyncio.timeout(limit_s):
        while not await condition():
            await asyncio.sleep(0.02)
