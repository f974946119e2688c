# SPDX-License-Identifier: MIT
"""The schema of the settings file. Each group is a frozen dataclass; bounds stand beside the fields they belong to.

Keys of providers never belong here: they live in the keyring.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path
from typing import Any

from onesist_desktop.core.budget import DEFAULT_CAP_BYTES, MAX_CAP_BYTES, MIN_CAP_BYTES
from onesist_desktop.core.errors import InvalidInputError
from onesist_desktop.settings.addresses import checked_address

CURRENT_VERSION = 1
MAX_RECENT_PROJECTS = 20
_PROVIDER_ID = re.compile(r"[a-z0-9][a-z0-9._-]{0,63}")


def bounds(low: int, high: int) -> Mapping[str, Any]:
    """Build the metadata of a field whose number has to lie between ``low`` and ``high``, both allowed."""
    return {"low": low, "high": high}


class Theme(StrEnum):
    """Which look the window has."""

    SYSTEM = "system"
    LIGHT = "light"
    DARK = "dark"
    HIGH_CONTRAST_LIGHT = "high_contrast_light"
    HIGH_CONTRAST_DARK = "high_contrast_dark"


class Language(StrEnum):
    """Which language the window speaks."""

    SYSTEM = "system"
    ENGLISH = "en"
    INDONESIAN = "id"


class ModelProviderKind(StrEnum):
    """Which wire format a model provider speaks."""

    OPENAI_COMPATIBLE = "openai_compatible"
    OPENAI = "openai"
    ANTHROPIC = "anthropic"
    GOOGLE = "google"


@dataclass(frozen=True, slots=True)
class AppearanceSettings:
    """How the window looks and speaks."""

    theme: Theme = Theme.SYSTEM
    language: Language = Language.SYSTEM
    text_size_percent: int = field(default=100, metadata=bounds(50, 300))


@dataclass(frozen=True, slots=True)
class BehaviourSettings:
    """What the window does. ``enter_sends``: else Enter makes a line, and Shift+Enter sends.

    ``notifies``: the desktop tells of runs that end or ask while the window is not in front.
    """

    enter_sends: bool = True
    notifies: bool = True
    shows_menu_bar: bool = False


@dataclass(frozen=True, slots=True)
class HandoffSettings:
    """What a provider that hasn't seen the history is given. ``rotates_automatically``: see docs/design.md section 7."""

    cap_bytes: int = field(default=DEFAULT_CAP_BYTES, metadata=bounds(MIN_CAP_BYTES, MAX_CAP_BYTES))
    rotates_automatically: bool = False


@dataclass(frozen=True, slots=True)
class AcpAgentConfig:
    """An agent that speaks the Agent Client Protocol. ``program`` is a name or an absolute path.

    ``known``: its key in the registry of agents that the app knows; empty for a command that the person entered.
    """

    id: str
    title: str
    program: str
    arguments: tuple[str, ...] = ()
    known: str = ""

    def __post_init__(self) -> None:
        _check_id(self.id)
        if not self.program.strip():
            raise InvalidInputError("The agent has no program.")


@dataclass(frozen=True, slots=True)
class AgentAccountConfig:
    """Another account of an agent. ``agent`` is that agent's provider id, ``folder`` where the account's own files are."""

    id: str
    title: str
    agent: str
    folder: str

    def __post_init__(self) -> None:
        _check_id(self.id)
        if not self.title.strip():
            raise InvalidInputError("The account has no name.")
        if not Path(self.folder).is_absolute():
            raise InvalidInputError("The account's folder is not an absolute path.")


@dataclass(frozen=True, slots=True)
class AgentSettings:
    """Where agent programs are, and which were added. An empty program is looked up in the usual places."""

    claude_code_program: str = ""
    codex_program: str = ""
    opencode_program: str = ""
    acp_agents: tuple[AcpAgentConfig, ...] = ()
    accounts: tuple[AgentAccountConfig, ...] = ()


@dataclass(frozen=True, slots=True)
class ModelProviderConfig:
    """A stateless model API. Its key is in the keyring under ``id``, which therefore never changes.

    Attributes:
        base_url: Address in front of ``/chat/completions`` (OpenAI-compatible) or ``/v1/messages`` (Anthropic).
        default_model: Model for threads that chose none; empty for none.
        context_window: Tokens, as the person knows better; None to believe the provider.

    Raises:
        InvalidInputError: The id, the title or the address can't be used.
    """

    id: str
    kind: ModelProviderKind
    title: str
    base_url: str
    default_model: str = ""
    context_window: int | None = field(default=None, metadata=bounds(1, 100_000_000))

    def __post_init__(self) -> None:
        _check_id(self.id)
        if not self.title.strip():
            raise InvalidInputError("The provider has no name.")
        object.__setattr__(self, "base_url", checked_address(self.base_url))


@dataclass(frozen=True, slots=True)
class WindowSettings:
    """Where the window was, in logical pixels. None: let the desktop decide."""

    width: int = field(default=1_280, metadata=bounds(320, 20_000))
    height: int = field(default=820, metadata=bounds(240, 20_000))
    x: int | None = field(default=None, metadata=bounds(-100_000, 100_000))
    y: int | None = field(default=None, metadata=bounds(-100_000, 100_000))
    is_maximized: bool = False
    sidebar_width: int = field(default=280, metadata=bounds(0, 5_000))
    inspector_width: int = field(default=344, metadata=bounds(0, 5_000))
    is_sidebar_shown: bool = True
    is_inspector_shown: bool = True


@dataclass(frozen=True, slots=True)
class Settings:
    """Everything that the settings file holds. ``recent_projects`` are folders, newest first."""

    version: int = CURRENT_VERSION
    appearance: AppearanceSettings = field(default_factory=AppearanceSettings)
    behaviour: BehaviourSettings = field(default_factory=BehaviourSettings)
    handoff: HandoffSettings = field(default_factory=HandoffSettings)
    agents: AgentSettings = field(default_factory=AgentSettings)
    model_providers: tuple[ModelProviderConfig, ...] = ()
    window: WindowSettings = field(default_factory=WindowSettings)
    recent_projects: tuple[str, ...] = field(default=(), metadata={"max_items": MAX_RECENT_PROJECTS})


def _check_id(text: str) -> None:
    if not _PROVIDER_ID.fullmatch(text):
        raise InvalidInputError("An id has to be 1 to 64 of a-z, 0-9, dot, dash and underscore, with a letter or digit first.")
