# SPDX-License-Identifier: MIT
"""Runs the real Codex against the fake model server."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar, Generic, TypeVar, cast

import psutil

from onesist_desktop.agents.codex.answerer import CodexAnswerer
from onesist_desktop.core.answerer import PermissionMode
from onesist_desktop.core.turn_events import TurnEvent
from onesist_desktop.process.environment import ShellEnvironment
from onesist_desktop.runtime.supervisor import TaskSupervisor
from tests.fakes.model_server import FakeModelServer
from tests.integration.agents.agent_rig import AgentRig, base_environment, pinned_program

E = TypeVar("E", bound=TurnEvent)

KEY = "sk-codex-canary-0123456789"
KEY_NAME = "FAKE_PROVIDER_KEY"

# The provider stands in the person's own configuration: the adapter must not depend on it. The rest keeps the program at home.
CONFIG = """\
model = "gpt-5.5"
model_provider = "fake"
check_for_update_on_startup = false
[model_providers.fake]
name = "fake"
base_url = "{url}/v1"
wire_api = "responses"
env_key = "{key_name}"
request_max_retries = {retries}
stream_max_retries = {retries}
stream_idle_timeout_ms = 20000
supports_websockets = false
[analytics]
enabled = false
[feedback]
enabled = false
[otel]
exporter = "none"
trace_exporter = "none"
metrics_exporter = "none"
[features]
plugins = false
apps = false
unbounded_connection_retries = false
"""


class Seen(Generic[E]):
    """Watches a turn's events, to wait for one of a kind."""

    def __init__(self, kind: type[E]) -> None:
        self._kind = kind
        self._events: list[E] = []
        self._changed = asyncio.Event()

    def __call__(self, event: TurnEvent) -> None:
        """Take the next event."""
        if isinstance(event, self._kind):
            self._events.append(event)
            self._changed.set()

    async def wait(self, condition: Callable[[E], bool] = lambda _event: True, limit_s: float = 30.0) -> E:
        """Wait for one that fits. Raises TimeoutError."""
        async with asyncio.timeout(limit_s):
            while True:
                for event in self._events:
                    if condition(event):
                        return event
                self._changed.clear()
                await self._changed.wait()


def real_codex() -> str:
    """Return the pinned program. Without it the test is skipped, in CI it fails."""
    below = "@openai/codex-linux-x64/vendor/x86_64-unknown-linux-musl/bin/codex"
    return pinned_program("ONESIST_TEST_CODEX", below)


@dataclass
class CodexRig(AgentRig):
    """See ``AgentRig``."""

    name: ClassVar[str] = "codex"
    plans_in: ClassVar[PermissionMode] = PermissionMode.PLAN
    program: str = ""
    is_reconfigured: bool = False

    def make(self, shell: ShellEnvironment, supervisor: TaskSupervisor) -> CodexAnswerer:
        """See ``AgentRig``."""
        return CodexAnswerer(shell, supervisor, program=self.program)

    @contextlib.asynccontextmanager
    async def answerer(self) -> AsyncIterator[CodexAnswerer]:
        """See ``AgentRig``."""
        async with super().answerer() as answerer:
            yield cast(CodexAnswerer, answerer)

    def programs(self) -> list[int]:
        """Pids of the program itself. Beside it a shell runs for a moment at the start, to learn the person's aliases."""
        found = []
        for process in self.processes():
            with contextlib.suppress(psutil.NoSuchProcess):
                found += [process.pid] if process.name() == "codex" else []
        return found

    @property
    def config_file(self) -> Path:
        """The person's configuration."""
        return Path(self.environment["CODEX_HOME"]) / "config.toml"

    def configure(self, *, retries: int = 0, before: str = "", more: str = "") -> str:
        """Write the person's configuration and return it. ``before`` are values, ``more`` tables after these."""
        text = before + CONFIG.format(url=self.server.url, key_name=KEY_NAME, retries=retries) + more
        self.is_reconfigured = self.config_file.exists()
        self.config_file.parent.mkdir(exist_ok=True)
        self.config_file.write_text(text, encoding="utf-8")
        return text


def codex_rig(server: FakeModelServer, folder: Path) -> CodexRig:
    """Build the rig below ``folder``."""
    program = real_codex()
    environment = base_environment(
        folder,
        {
            "CODEX_HOME": str(folder / "config/codex"),
            KEY_NAME: KEY,
            "OPENAI_API_KEY": "sk-not-named-by-the-configuration",
            "ANTHROPIC_API_KEY": "sk-ant-of-another-provider",
        },
    )
    rig = CodexRig(server, folder, environment, program=program)
    rig.configure()
    return rig
