# SPDX-License-Identifier: MIT
"""Agents in the settings: added, given another program, taken out. Pure: settings in, settings out."""

from __future__ import annotations

import os
import re
import shlex
from collections.abc import Collection
from dataclasses import replace
from pathlib import Path

from onesist_desktop.core.errors import InvalidInputError
from onesist_desktop.core.ids import ProviderId
from onesist_desktop.services.agent_directory import AgentDirectory, KnownAgent
from onesist_desktop.settings.schema import AcpAgentConfig, AgentAccountConfig, AgentSettings, Settings


def free_id(prefix: str, title: str, taken: Collection[str]) -> ProviderId:
    """Return an id from a title that no provider has. It never changes afterwards: keys and threads go by it."""
    slug = re.sub(r"[^a-z0-9]+", "-", title.lower()).strip("-")[:32].strip("-") or "model"
    numbered = (ProviderId(f"{prefix}{slug}" if number == 1 else f"{prefix}{slug}-{number}") for number in range(1, 10_000))
    return next(candidate for candidate in numbered if candidate not in taken)


def ids_of(settings: Settings) -> set[str]:
    """Return the ids of all that was added, also of what can't be used."""
    agents = settings.agents
    return {
        *(config.id for config in settings.model_providers),
        *(config.id for config in agents.acp_agents),
        *(config.id for config in agents.accounts),
    }


def agent_of(settings: Settings, provider_id: ProviderId) -> AcpAgentConfig | None:
    """Return an agent that was added."""
    return next((config for config in settings.agents.acp_agents if config.id == provider_id), None)


def account_of(settings: Settings, provider_id: ProviderId) -> AgentAccountConfig | None:
    """Return an account that was added."""
    return next((config for config in settings.agents.accounts if config.id == provider_id), None)


def program_of(settings: Settings, directory: AgentDirectory, provider_id: ProviderId) -> str | None:
    """Return the program that the person chose for an agent, empty for none; None for who has no program of its own."""
    agent = directory.agent(provider_id)
    if agent is not None:
        return str(getattr(settings.agents, agent.program_field))
    config = agent_of(settings, provider_id)
    if config is None:
        return None
    known = directory.known_agent(config.known)
    return "" if known is not None and config.program == known.program else config.program


def config_of_known(known: KnownAgent, provider_id: ProviderId) -> AcpAgentConfig:
    """Return the settings of a known agent."""
    return AcpAgentConfig(str(provider_id), known.title, known.program, known.arguments, known.key)


def config_of_command(provider_id: ProviderId, title: str, command: str) -> AcpAgentConfig:
    """Return the settings of an agent that is started by a command. Raises InvalidInputError."""
    program, *arguments = split_command(command)
    return AcpAgentConfig(str(provider_id), title.strip() or Path(program).name, program, tuple(arguments))


def split_command(command: str) -> list[str]:
    """Split a command as one would type it. No shell reads it: nothing in it is expanded. Raises InvalidInputError."""
    try:
        words = shlex.split(command, posix=os.name == "posix")
    except ValueError:
        raise InvalidInputError("The command has a quotation mark without its end.") from None
    if not words or not words[0].strip():
        raise InvalidInputError("The command names no program.")
    return words


def with_agent(settings: Settings, config: AcpAgentConfig) -> Settings:
    """Add an agent."""
    return _with(settings, acp_agents=(*settings.agents.acp_agents, config))


def with_account(settings: Settings, config: AgentAccountConfig) -> Settings:
    """Add an account."""
    return _with(settings, accounts=(*settings.agents.accounts, config))


def with_program(settings: Settings, directory: AgentDirectory, provider_id: ProviderId, program: str) -> Settings:
    """Set an agent's program; empty to look it up. Raises InvalidInputError where there is nothing to be set."""
    agent = directory.agent(provider_id)
    if agent is not None:
        return _with(settings, **{agent.program_field: program})
    config = agent_of(settings, provider_id)
    if config is None:
        raise InvalidInputError("this provider has no program that could be chosen")
    known = directory.known_agent(config.known)
    wanted = program or (known.program if known is not None else "")
    if not wanted:
        raise InvalidInputError("an agent that was entered as a command needs its program")
    changed = replace(config, program=wanted)
    agents = tuple(changed if each.id == config.id else each for each in settings.agents.acp_agents)
    return _with(settings, acp_agents=agents)


def without(settings: Settings, provider_id: ProviderId) -> Settings:
    """Take out what was added under an id, of whatever kind it is."""
    agents = settings.agents
    return replace(
        _with(
            settings,
            acp_agents=tuple(config for config in agents.acp_agents if config.id != provider_id),
            accounts=tuple(config for config in agents.accounts if config.id != provider_id),
        ),
        model_providers=tuple(config for config in settings.model_providers if config.id != provider_id),
    )


def _with(settings: Settings, **changes: object) -> Settings:
    agents: AgentSettings = replace(settings.agents, **changes)  # type: ignore[arg-type]
    return replace(settings, agents=agents)
