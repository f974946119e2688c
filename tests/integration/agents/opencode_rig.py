# SPDX-License-Identifier: MIT
"""Runs the real Opencode against the fake model server."""

from __future__ import annotations

import contextlib
import json
from collections.abc import AsyncIterator
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar, cast

from onesist_desktop.agents.opencode.answerer import OpencodeAnswerer
from onesist_desktop.process.environment import ShellEnvironment
from onesist_desktop.runtime.supervisor import TaskSupervisor
from tests.fakes.model_server import FakeModelServer
from tests.integration.agents.agent_rig import AgentRig, base_environment, pinned_program

MODEL = "fake/fake-1"
KEY = "sk-fake-canary-0123456789"


def real_opencode() -> str:
    """Return the pinned program. Without it the test is skipped, in CI it fails."""
    return pinned_program("ONESIST_TEST_OPENCODE", "opencode-linux-x64/bin/opencode")


@dataclass
class OpencodeRig(AgentRig):
    """See ``AgentRig``."""

    name: ClassVar[str] = "opencode"
    program: str = ""

    def make(self, shell: ShellEnvironment, supervisor: TaskSupervisor) -> OpencodeAnswerer:
        """See ``AgentRig``."""
        return OpencodeAnswerer(shell, supervisor, program=self.program, run_folder=self.folder / "tmp")

    @contextlib.asynccontextmanager
    async def answerer(self) -> AsyncIterator[OpencodeAnswerer]:
        """See ``AgentRig``."""
        async with super().answerer() as answerer:
            yield cast(OpencodeAnswerer, answerer)

    @property
    def config(self) -> Path:
        """The person's configuration folder."""
        return self.folder / "config/opencode"

    def snapshot(self) -> dict[str, bytes]:
        """Return every file below the person's configuration folder."""
        return {str(path.relative_to(self.config)): path.read_bytes() for path in self.config.rglob("*") if path.is_file()}


def opencode_rig(server: FakeModelServer, folder: Path) -> OpencodeRig:
    """Build the rig below ``folder``."""
    environment = base_environment(folder, {"OPENCODE_DISABLE_MODELS_FETCH": "1", "OPENAI_API_KEY": ""})
    rig = OpencodeRig(server, folder, environment, program=real_opencode())
    rig.config.mkdir()
    fake = {
        "name": "Fake One",
        "tool_call": True,
        "reasoning": True,
        "attachment": True,
        "modalities": {"input": ["text", "image"], "output": ["text"]},
        "limit": {"context": 200_000, "output": 8_000},
    }
    provider = {
        "npm": "@ai-sdk/openai-compatible",
        "name": "Fake",
        "options": {"baseURL": f"{server.url}/v1", "apiKey": KEY},
        "models": {"fake-1": fake, "fake-nolimit": {"name": "No limit given"}},
    }
    settings = {"model": MODEL, "small_model": MODEL, "enabled_providers": ["fake"], "provider": {"fake": provider}}
    (rig.config / "opencode.json").write_text(json.dumps(settings), encoding="utf-8")
    return rig
