# SPDX-License-Identifier: MIT
"""Which agents there are to set up. Bootstrap fills it in, so that services know no adapter and tests need no programs."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from pathlib import Path

from onesist_desktop.core.answerer import SetupHelp
from onesist_desktop.core.ids import ProviderId


@dataclass(frozen=True, slots=True)
class BuiltInAgent:
    """An agent with an adapter of its own. ``program_field`` names where ``settings.schema.AgentSettings`` has its program."""

    provider_id: ProviderId
    program_field: str
    can_have_accounts: bool = True


@dataclass(frozen=True, slots=True)
class KnownAgent:
    """An agent that speaks the Agent Client Protocol, and how it is started. ``program`` is looked up on the search path."""

    key: str
    title: str
    family: str
    program: str
    arguments: tuple[str, ...] = ()
    setup: SetupHelp = field(default_factory=SetupHelp)


@dataclass(frozen=True, slots=True)
class AgentDirectory:
    """All that can be set up.

    Attributes:
        find_program: Returns where a program is, empty when it isn't found.
        accounts: Folder that gets a folder for each further account of an agent.
    """

    accounts: Path
    find_program: Callable[[str], Awaitable[str]]
    built_in: tuple[BuiltInAgent, ...] = ()
    known: tuple[KnownAgent, ...] = ()

    def agent(self, provider_id: ProviderId) -> BuiltInAgent | None:
        """Return a built-in agent."""
        return next((agent for agent in self.built_in if agent.provider_id == provider_id), None)

    def known_agent(self, key: str) -> KnownAgent | None:
        """Return a known agent."""
        return next((agent for agent in self.known if agent.key == key), None)
