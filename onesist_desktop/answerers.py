# SPDX-License-Identifier: MIT
"""Builds everybody who may answer from the settings. Beside bootstrap the only place that knows the adapters.

What is built stays as long as its settings stay: its processes and what it learnt are worth keeping.
"""

from __future__ import annotations

import asyncio
import functools
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from onesist_desktop.agents.account_sign_in import account_sign_in
from onesist_desktop.agents.acp.known import KNOWN_AGENTS, AcpCommand, build_agent
from onesist_desktop.agents.claude_code import answerer as claude_code
from onesist_desktop.agents.claude_code import launch as claude_code_launch
from onesist_desktop.agents.codex import answerer as codex
from onesist_desktop.agents.codex import launch as codex_launch
from onesist_desktop.agents.opencode import answerer as opencode
from onesist_desktop.agents.opencode import launch as opencode_launch
from onesist_desktop.agents.practice.provider import practice_agent
from onesist_desktop.core.answerer import Answerer, AnswererInfo
from onesist_desktop.core.ids import ProviderId
from onesist_desktop.paths import AppPaths
from onesist_desktop.process.environment import ShellEnvironment
from onesist_desktop.process.find import find_command
from onesist_desktop.providers.practice_model import PracticeModel
from onesist_desktop.providers.registry import ModelProviders
from onesist_desktop.runtime.supervisor import TaskSupervisor
from onesist_desktop.secrets.key_store import KeyStore
from onesist_desktop.services.agent_directory import AgentDirectory, BuiltInAgent, KnownAgent
from onesist_desktop.services.context import AnswererRegistry
from onesist_desktop.services.preferences import CurrentSettings
from onesist_desktop.settings.schema import AcpAgentConfig, AgentAccountConfig, Settings

Build = Callable[[AnswererInfo, Path | None], Answerer]
"""Builds an agent, for the folder of another account; None for the person's usual one."""


@dataclass(frozen=True, slots=True)
class _Agent:
    """An agent with an adapter of its own. ``account_variables`` tell its program in which folder another account is kept."""

    info: AnswererInfo
    program_field: str
    build: Build
    account_variables: Callable[[Path], Mapping[str, str]]


class Answerers:
    """Everybody who may answer, in the order in which pickers show them: agents, model providers, practice.

    Args:
        own_command: How this app starts itself.

    Attributes:
        directory: What can be set up, for services.
    """

    def __init__(
        self,
        registry: AnswererRegistry,
        supervisor: TaskSupervisor,
        settings: CurrentSettings,
        keys: KeyStore,
        shell: ShellEnvironment,
        paths: AppPaths,
        own_command: Sequence[str],
    ) -> None:
        self._registry = registry
        self._supervisor = supervisor
        self._settings = settings
        self._shell = shell
        self._paths = paths
        self._agents = self._built_in()
        self._usual = {agent.info.id: agent.build(agent.info, None) for agent in self._agents}
        self._added: dict[str, tuple[object, Answerer]] = {}
        self._models = ModelProviders((), keys)
        practice = practice_agent((*own_command, "practice-agent"), paths.practice, shell, supervisor, locale=settings.locale)
        self._practice: list[Answerer] = [practice, PracticeModel(locale=settings.locale)]
        self.directory = AgentDirectory(
            accounts=paths.data / "accounts",
            find_program=self._find_program,
            built_in=tuple(BuiltInAgent(agent.info.id, agent.program_field) for agent in self._agents),
            known=_known_agents(),
        )

    def rebuild(self, settings: Settings) -> Sequence[Answerer]:
        """Set the answerers up for these settings. Returns those that are no longer used."""
        before = self._added
        self._added = {}
        agents: list[Answerer] = []
        for agent in self._agents:
            agents.append(self._usual[agent.info.id])
            accounts = (config for config in settings.agents.accounts if config.agent == agent.info.id)
            agents += [self._kept(before, config.id, config, _account_builder(agent, config)) for config in accounts]
        for config in settings.agents.acp_agents:
            agents.append(self._kept(before, config.id, config, functools.partial(self._acp, config)))
        unused = [*self._models.update(settings.model_providers), *_unused(before, self._added)]
        self._registry.replace([*agents, *self._models.answerers, *self._practice])
        return unused

    def _kept(
        self, before: Mapping[str, tuple[object, Answerer]], name: str, config: object, build: Callable[[], Answerer]
    ) -> Answerer:
        """Return what was built for these settings, else build it."""
        found = before.get(name)
        self._added[name] = found if found is not None and found[0] == config else (config, build())
        return self._added[name][1]

    def _built_in(self) -> tuple[_Agent, ...]:
        return (
            _Agent(claude_code.INFO, "claude_code_program", self._claude_code, claude_code_launch.account_variables),
            _Agent(codex.INFO, "codex_program", self._codex, codex_launch.account_variables),
            _Agent(opencode.INFO, "opencode_program", self._opencode, opencode_launch.account_variables),
        )

    def _claude_code(self, info: AnswererInfo, account: Path | None) -> Answerer:
        return claude_code.ClaudeCodeAnswerer(
            self._shell,
            self._supervisor,
            program=self._program("claude_code_program"),
            info=info,
            run_folder=self._paths.run,
            config_folder=account,
        )

    def _codex(self, info: AnswererInfo, account: Path | None) -> Answerer:
        return codex.CodexAnswerer(self._shell, self._supervisor, program=self._program("codex_program"), info=info, home=account)

    def _opencode(self, info: AnswererInfo, account: Path | None) -> Answerer:
        return opencode.OpencodeAnswerer(
            self._shell,
            self._supervisor,
            program=self._program("opencode_program"),
            info=info,
            run_folder=self._paths.run,
            account_folder=account,
        )

    def _acp(self, config: AcpAgentConfig) -> Answerer:
        command = AcpCommand(ProviderId(config.id), config.title, config.program, config.arguments, config.known)
        return build_agent(command, self._shell, self._supervisor)

    def _program(self, field: str) -> Callable[[], str | None]:
        """Return how to ask for the program that the person chose; it may change while the app runs."""
        return lambda: getattr(self._settings.value.agents, field) or None

    async def _find_program(self, name: str) -> str:
        command = await asyncio.to_thread(find_command, name, await self._shell.path())
        return command[-1] if command is not None else ""


def _known_agents() -> tuple[KnownAgent, ...]:
    return tuple(
        KnownAgent(agent.key, agent.title, agent.family, agent.program.argv[0], agent.program.argv[1:], agent.setup)
        for agent in KNOWN_AGENTS.values()
        if agent.is_listed
    )


def _account_builder(agent: _Agent, config: AgentAccountConfig) -> Callable[[], Answerer]:
    folder, usual = Path(config.folder), agent.info
    setup = replace(usual.setup, sign_in=account_sign_in(usual.setup.sign_in, agent.account_variables(folder)))
    # The name that the window proposes has the agent's in it.
    title = config.title if config.title.startswith(usual.title) else f"{usual.title} · {config.title}"
    info = AnswererInfo(ProviderId(config.id), title, usual.family, setup)
    return lambda: agent.build(info, folder)


def _unused(before: Mapping[str, tuple[object, Answerer]], after: Mapping[str, tuple[object, Answerer]]) -> Iterable[Answerer]:
    """Return what is in one and not in the other."""
    kept = {id(answerer) for _, answerer in after.values()}
    return [answerer for _, answerer in before.values() if id(answerer) not in kept]
