# SPDX-License-Identifier: MIT
"""Runs model providers of each kind against the fake model server. They have no processes and no sessions."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import ClassVar

from onesist_desktop.core.ids import ProviderId
from onesist_desktop.process.environment import ShellEnvironment
from onesist_desktop.providers.config import ANTHROPIC, GOOGLE, OPENAI, OPENAI_COMPATIBLE, RequestLimits
from onesist_desktop.providers.model_provider import ModelProviderAnswerer
from onesist_desktop.runtime.supervisor import TaskSupervisor
from tests.fakes.model_server import FakeModelServer
from tests.integration.agents.agent_rig import AgentRig, base_environment

KEY = "sk-canary-of-a-model"
MODEL = "fake-small"


@dataclass(frozen=True)
class ModelConfig:
    """A provider as the settings hold it."""

    id: str
    kind: str
    title: str
    base_url: str
    default_model: str = MODEL
    context_window: int | None = None


class OneKey:
    """The same key for every provider."""

    async def get(self, provider_id: ProviderId) -> str | None:
        """Return the key."""
        return KEY


@dataclass
class ModelRig(AgentRig):
    """See ``AgentRig``. ``limits``: waiting times; the pause before another try is short."""

    name: ClassVar[str] = "model"
    kind: ClassVar[str] = OPENAI_COMPATIBLE
    limits: RequestLimits = field(default_factory=lambda: RequestLimits(connect_s=10, retry_delay_s=0.05))

    def make(self, shell: ShellEnvironment, supervisor: TaskSupervisor) -> ModelProviderAnswerer:
        """See ``AgentRig``. It takes neither the environment nor the supervisor: it keeps tasks of its own."""
        config = ModelConfig(self.name, self.kind, self.name, self.server.url)
        return ModelProviderAnswerer(config, OneKey(), self.limits)

    def with_limits(self, **changes: float) -> ModelRig:
        """Return the same rig with other waiting times."""
        return replace(self, limits=replace(self.limits, **changes))  # type: ignore[arg-type]


class OpenAIRig(ModelRig):
    """OpenAI's responses."""

    name: ClassVar[str] = "openai"
    kind: ClassVar[str] = OPENAI


class AnthropicRig(ModelRig):
    """Anthropic's messages."""

    name: ClassVar[str] = "anthropic"
    kind: ClassVar[str] = ANTHROPIC


class GoogleRig(ModelRig):
    """Google's generateContent."""

    name: ClassVar[str] = "google"
    kind: ClassVar[str] = GOOGLE


class CompatibleRig(ModelRig):
    """Chat completions, as most services and local servers have them."""

    name: ClassVar[str] = "openai-compatible"
    kind: ClassVar[str] = OPENAI_COMPATIBLE


RIGS: dict[str, type[ModelRig]] = {rig.kind: rig for rig in (OpenAIRig, AnthropicRig, GoogleRig, CompatibleRig)}


def model_rig(kind: str, server: FakeModelServer, folder: Path) -> ModelRig:
    """Build the rig of one kind below ``folder``."""
    return RIGS[kind](server, folder, base_environment(folder, {}))
