# SPDX-License-Identifier: MIT
"""Every real agent program that keeps to the contract, by name."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

from tests.fakes.model_server import FakeModelServer
from tests.integration.agents.acp_rig import gemini_rig, opencode_acp_rig
from tests.integration.agents.agent_rig import AgentRig
from tests.integration.agents.claude_rig import claude_rig
from tests.integration.agents.codex_rig import codex_rig
from tests.integration.agents.opencode_rig import opencode_rig

Builder = Callable[[FakeModelServer, Path], AgentRig]

AGENTS: Mapping[str, Builder] = {
    "claude-code": claude_rig,
    "codex": codex_rig,
    "opencode": opencode_rig,
    "opencode-acp": opencode_acp_rig,
    "gemini": gemini_rig,
}
