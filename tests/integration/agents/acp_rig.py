# SPDX-License-Identifier: MIT
"""Runs real agents of the Agent Client Protocol against the fake model server: ``opencode acp`` and Gemini CLI."""

from __future__ import annotations

import contextlib
import json
import re
import shutil
from collections.abc import AsyncIterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar, cast

import pytest

from onesist_desktop.agents.acp.answerer import AcpAnswerer
from onesist_desktop.agents.acp.known import AcpCommand, build_agent
from onesist_desktop.core.ids import ProviderId
from onesist_desktop.process.environment import ShellEnvironment
from onesist_desktop.runtime.supervisor import TaskSupervisor
from tests.fakes.model_server import FakeModelServer
from tests.integration.agents.agent_rig import AgentRig, base_environment, pinned_program

KEY = "sk-canary-0123456789"
MODEL = "claude-sonnet-5"
SMALL = "fake-small"


@dataclass
class AcpRig(AgentRig):
    """See ``AgentRig``.

    Attributes:
        known: The agent's key in the table.
        argv: How the pinned program is started.
    """

    known: ClassVar[str]
    argv: tuple[str, ...] = ()

    def make(self, shell: ShellEnvironment, supervisor: TaskSupervisor) -> AcpAnswerer:
        """See ``AgentRig``."""
        command = AcpCommand(ProviderId(self.name), program=self.argv[0], arguments=self.argv[1:], known=self.known)
        return build_agent(command, shell, supervisor)

    @contextlib.asynccontextmanager
    async def answerer(self) -> AsyncIterator[AcpAnswerer]:
        """See ``AgentRig``."""
        async with super().answerer() as answerer:
            yield cast(AcpAnswerer, answerer)


@dataclass
class OpencodeAcpRig(AcpRig):
    """Opencode, by its own ``acp`` command."""

    name: ClassVar[str] = "opencode-acp"
    # Such a turn never ends.
    bears_moving: ClassVar[bool] = False
    known: ClassVar[str] = "opencode"


@dataclass
class GeminiRig(AcpRig):
    """Gemini CLI, which speaks Google's wire format."""

    name: ClassVar[str] = "gemini"
    known: ClassVar[str] = "gemini"
    asks_before_reading: ClassVar[bool] = True
    # Its own tools refuse a path with a double quote.
    odd_name: ClassVar[str] = "Toko 'Kita' é 店"

    @property
    def settings_file(self) -> Path:
        """The program's settings of its person."""
        return self.folder / "home" / ".gemini" / "settings.json"

    def age_sessions(self) -> None:
        """Make the sessions begin earlier.

        The program names their files by the minute, and loses a session that it loads in the minute in which it began.
        """
        for file in self.settings_file.parent.glob("tmp/*/chats/session-*.jsonl"):
            file.rename(file.with_name(re.sub(r"T\d\d-\d\d-", "T00-00-", file.name)))

    def trust_workspace(self) -> None:
        """Note the workspace as trusted, as the program does when its person says so."""
        trusted = self.settings_file.with_name("trustedFolders.json")
        trusted.write_text(json.dumps({str(self.work.resolve()): "TRUST_FOLDER"}), encoding="utf-8")


def opencode_acp_rig(server: FakeModelServer, folder: Path, *, key: str = KEY) -> OpencodeAcpRig:
    """Build the rig below ``folder``."""
    program = pinned_program("ONESIST_TEST_OPENCODE", "opencode-linux-x64/bin/opencode")
    limit = {"context": 200_000, "output": 8_000}
    models: dict[str, dict[str, Any]] = {
        MODEL: {"name": "Sonnet", "tool_call": True, "reasoning": True, "attachment": True, "limit": limit},
        SMALL: {"name": "Small", "tool_call": True, "limit": {"context": 32_000, "output": 4_000}},
    }
    models[MODEL]["modalities"] = {"input": ["text", "image"], "output": ["text"]}
    provider = {
        "npm": "@ai-sdk/openai-compatible",
        "name": "Fake",
        "options": {"baseURL": f"{server.url}/v1", "apiKey": key},
        "models": models,
    }
    config = {
        "autoupdate": False,
        "share": "disabled",
        "model": f"fake/{MODEL}",
        "small_model": f"fake/{MODEL}",
        "enabled_providers": ["fake"],
        "provider": {"fake": provider},
    }
    environment = base_environment(
        folder,
        {
            "OPENCODE_CONFIG_CONTENT": json.dumps(config),
            "OPENCODE_DISABLE_MODELS_FETCH": "1",
            "OPENCODE_DISABLE_AUTOUPDATE": "1",
            "OPENCODE_DISABLE_DEFAULT_PLUGINS": "1",
            "ANTHROPIC_API_KEY": "sk-of-another-provider",
        },
    )
    # Nothing is left to install, so the program doesn't look for it on the network.
    own = folder / "config" / "opencode"
    (own / "node_modules").mkdir(parents=True)
    (own / "package.json").write_text("{}", encoding="utf-8")
    locked = {"packages": {"": {"dependencies": {"@opencode-ai/plugin": "*"}}}}
    (own / "package-lock.json").write_text(json.dumps(locked), encoding="utf-8")
    return OpencodeAcpRig(server, folder, environment, argv=(program, "acp"))


def gemini_rig(server: FakeModelServer, folder: Path, *, key: str = KEY) -> GeminiRig:
    """Build the rig below ``folder``. All that the program would do at home is switched off in its settings."""
    bundle = pinned_program("ONESIST_TEST_GEMINI", "@google/gemini-cli/bundle/gemini.js")
    node = shutil.which("node")
    if node is None:
        pytest.skip("there is no node for Gemini CLI")
    variables: Mapping[str, str] = {
        "GOOGLE_GEMINI_BASE_URL": server.url,
        "GEMINI_API_KEY": key,
        "OPENAI_API_KEY": "sk-of-another-provider",
    }
    environment = base_environment(folder, variables)
    # The test's own program goes before any that the machine has.
    environment["PATH"] = f"{Path(node).parent}:{environment['PATH']}"
    rig = GeminiRig(server, folder, environment, argv=(node, bundle, "--acp"))
    rig.settings_file.parent.mkdir(exist_ok=True)
    settings = {
        "privacy": {"usageStatisticsEnabled": False},
        "telemetry": {"enabled": False},
        "general": {"enableAutoUpdate": False, "enableAutoUpdateNotification": False},
    }
    rig.settings_file.write_text(json.dumps(settings), encoding="utf-8")
    return rig
