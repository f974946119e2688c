# SPDX-License-Identifier: MIT
"""Runs the real Claude Code against the fake model server."""

from __future__ import annotations

import contextlib
import json
from collections.abc import AsyncIterator
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar, cast

from onesist_desktop.agents.claude_code.answerer import ClaudeCodeAnswerer
from onesist_desktop.process.environment import ShellEnvironment
from onesist_desktop.runtime.supervisor import TaskSupervisor
from tests.fakes.model_server import FakeModelServer
from tests.integration.agents.agent_rig import (
    ROOT,
    AgentRig,
    TurnRecord,
    base_environment,
    message_id,
    pinned_program,
    prompt,
    run,
    until,
)

__all__ = ["KEY", "ROOT", "ClaudeRig", "TurnRecord", "claude_rig", "message_id", "prompt", "real_claude", "run", "until"]

KEY = "sk-ant-canary-0123456789"


def real_claude() -> str:
    """Return the pinned program. Without it the test is skipped, in CI it fails."""
    return pinned_program("ONESIST_TEST_CLAUDE", "@anthropic-ai/claude-code-linux-x64/claude")


@dataclass
class ClaudeRig(AgentRig):
    """See ``AgentRig``."""

    name: ClassVar[str] = "claude-code"
    program: str = ""

    def make(self, shell: ShellEnvironment, supervisor: TaskSupervisor) -> ClaudeCodeAnswerer:
        """See ``AgentRig``."""
        return ClaudeCodeAnswerer(shell, supervisor, program=self.program)

    @contextlib.asynccontextmanager
    async def answerer(self) -> AsyncIterator[ClaudeCodeAnswerer]:
        """See ``AgentRig``."""
        async with super().answerer() as answerer:
            yield cast(ClaudeCodeAnswerer, answerer)

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


def claude_rig(server: FakeModelServer, folder: Path) -> ClaudeRig:
    """Build the rig below ``folder``."""
    program = real_claude()
    environment = base_environment(
        folder,
        {
            "CLAUDE_CONFIG_DIR": str(folder / "config"),
            "CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC": "1",
            "ANTHROPIC_BASE_URL": server.url,
            "ANTHROPIC_API_KEY": KEY,
            "OPENAI_API_KEY": "sk-of-another-provider",
            "DISABLE_TELEMETRY": "1",
            "DISABLE_AUTOUPDATER": "1",
            "DISABLE_ERROR_REPORTING": "1",
        },
    )
    return ClaudeRig(server, folder, environment, program=program)
