# SPDX-License-Identifier: MIT
"""Runs a real agent program against the fake model server, in folders of its own. Each agent has a rig made of this one.

Nothing of the host gets through: the environment is made from nothing, and home, configuration and temporary files are below
the test's own folder. What the model is to do stands in the prompt (:mod:`tests.fakes.model_script`).
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import sys
import uuid
from abc import ABC, abstractmethod
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import ClassVar, TypeVar

import psutil
import pytest

from onesist_desktop.core.answerer import Answerer, ForkPoint, HistoryServer, PermissionMode, Prompt, SessionSpec, Turn
from onesist_desktop.core.ids import MessageId, SessionRowId, ThreadId
from onesist_desktop.core.messages import Part
from onesist_desktop.core.turn_events import ApprovalAsked, PartEnded, PartStarted, PartWithdrawn, TurnEnded, TurnEvent
from onesist_desktop.process.environment import ShellEnvironment
from onesist_desktop.runtime.supervisor import TaskSupervisor
from tests.fakes.model_server import FakeModelServer

T = TypeVar("T")

ROOT = Path(__file__).parents[3]
TOOLS = ROOT / ".tools/agents/node_modules"
FOLDERS = ("home", "config", "data", "state", "cache", "tmp", "work")


def pinned_program(variable: str, default: str) -> str:
    """Return a pinned program, by the variable that ``make test`` sets or its place below ``.tools``.

    Without it the test is skipped; in CI it fails.
    """
    path = Path(os.environ.get(variable) or TOOLS / default)
    if path.is_file():
        return str(path)
    if os.environ.get("CI") or os.environ.get("ONESIST_REQUIRE_AGENTS"):
        pytest.fail(f"a pinned agent program is missing: {path}")
    pytest.skip(f"an agent program is not there: {path}")


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

    def parts_of(self, kind: type[T]) -> list[T]:
        """The parts of one type."""
        return [part for part in self.parts if isinstance(part, kind)]


@dataclass
class AgentRig(ABC):
    """A fake model, a folder to work in and a home for the program.

    Attributes:
        name: Names the agent in tests, as in ``claude-code``.
        asks_before_reading: It asks a person even before it calls our own server, and can't be told not to.
        bears_moving: A session that is opened in another folder works there, or is said to be lost. Services never try it.
        plans_in: The mode in which it keeps a plan.
        odd_name: What the contract calls the workspace: with spaces, both quotes, and letters that aren't Latin.
        dead_session_id: The id of a session that never was, in the form that the agent gives ids.
        server: The model.
        folder: Everything is below it.
        environment: What the program inherits, before the adapter clears it.
        errors: What went wrong in tasks that nobody waits for.
        work_name: What the workspace is called.
    """

    name: ClassVar[str]
    asks_before_reading: ClassVar[bool] = False
    bears_moving: ClassVar[bool] = True
    plans_in: ClassVar[PermissionMode] = PermissionMode.FULL_ACCESS
    odd_name: ClassVar[str] = "Toko 'Kita' \"é\" 店"
    dead_session_id: ClassVar[str] = "3f9a1c52-7b1e-4b43-9d7e-0c5b6a1d2e3f"

    server: FakeModelServer
    folder: Path
    environment: dict[str, str]
    errors: list[BaseException] = field(default_factory=list)
    work_name: str = "work"

    def use_folder(self, name: str) -> None:
        """Let the workspace be a folder of that name."""
        self.work_name = name
        self.work.mkdir(exist_ok=True)

    @abstractmethod
    def make(self, shell: ShellEnvironment, supervisor: TaskSupervisor) -> Answerer:
        """Build the answerer, as bootstrap does."""

    @contextlib.asynccontextmanager
    async def answerer(self) -> AsyncIterator[Answerer]:
        """Give a new answerer, as after a start of the app; all its processes are ended afterwards."""
        supervisor = TaskSupervisor("test", lambda error, _name: self.errors.append(error))
        answerer = self.make(ShellEnvironment(self.environment), supervisor)
        try:
            yield answerer
        finally:
            await answerer.close()
            await supervisor.close()
            assert self.errors == []

    @property
    def work(self) -> Path:
        """The workspace."""
        return self.folder / self.work_name

    def spec(
        self,
        *,
        native: str | None = None,
        key: str = "row-1",
        mode: PermissionMode = PermissionMode.ASK,
        truncate_to: str | None = None,
        history: HistoryServer | None = None,
        index_text: str = "",
        fork: ForkPoint | None = None,
        cwd: Path | None = None,
        model: str | None = None,
    ) -> SessionSpec:
        """Make a spec; a new session where no native one is given."""
        return SessionSpec(
            thread_id=ThreadId("thread-1"),
            session_key=SessionRowId(key),
            cwd=str(cwd or self.work),
            native_session_id=native,
            new_session_id=str(uuid.uuid4()),
            truncate_to=truncate_to,
            mode=mode,
            model=model,
            history_server=history,
            index_text=index_text,
            fork=fork,
        )

    def tiny_mcp(self, token: str = "") -> HistoryServer:
        """Describe the tiny server with a token in its environment."""
        # By its path: some agents keep PYTHONPATH from the servers that they start.
        return HistoryServer("tiny", (sys.executable, str(ROOT / "tests/fakes/tiny_mcp.py")), (("ONESIST_TOKEN", token),))

    def age_sessions(self) -> None:  # noqa: B027 - most agents need nothing
        """Make stored sessions older, for a program that tells sessions of the same minute apart badly. It must not run."""

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

    def end_what_is_left(self) -> list[psutil.Process]:
        """Kill what outlived the test and return it."""
        left = self.processes()
        for process in left:
            process.kill()
        psutil.wait_procs(left, timeout=5)
        return left


def base_environment(folder: Path, extra: Mapping[str, str]) -> dict[str, str]:
    """Make the folders of a rig, and the environment that all agents share."""
    for name in FOLDERS:
        (folder / name).mkdir(exist_ok=True)
    return {
        "PATH": "/usr/bin:/bin",
        "SHELL": "/bin/sh",
        "LANG": "C.UTF-8",
        "HOME": str(folder / "home"),
        "TMPDIR": str(folder / "tmp"),
        "XDG_CONFIG_HOME": str(folder / "config"),
        "XDG_DATA_HOME": str(folder / "data"),
        "XDG_STATE_HOME": str(folder / "state"),
        "XDG_CACHE_HOME": str(folder / "cache"),
        **extra,
    }


async def run(
    turn: Turn,
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
