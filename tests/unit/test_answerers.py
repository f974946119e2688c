# SPDX-License-Identifier: MIT
"""Who may answer: in which order, kept while the settings stay, and let go when they are taken out."""

from __future__ import annotations

import os
import subprocess
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from pathlib import Path

import pytest

from onesist_desktop.agents.account_sign_in import account_sign_in
from onesist_desktop.answerers import Answerers
from onesist_desktop.core.answerer import Answerer
from onesist_desktop.core.ids import ProviderId
from onesist_desktop.paths import app_paths
from onesist_desktop.process.environment import ShellEnvironment
from onesist_desktop.runtime.supervisor import TaskSupervisor
from onesist_desktop.secrets.key_store import KeyStore
from onesist_desktop.services.context import AnswererRegistry
from onesist_desktop.services.preferences import CurrentSettings
from onesist_desktop.settings.schema import (
    AcpAgentConfig,
    AgentAccountConfig,
    AgentSettings,
    ModelProviderConfig,
    ModelProviderKind,
    Settings,
)
from onesist_desktop.settings.store import SettingsStore

AGENTS = ["claude-code", "codex", "opencode"]
PRACTICE = ["practice-agent", "practice-model"]


@dataclass
class Built:
    registry: AnswererRegistry
    answerers: Answerers

    def ids(self) -> list[str]:
        return [str(name) for name in self.registry.all()]

    def get(self, name: str) -> Answerer:
        return self.registry.get(ProviderId(name))


@asynccontextmanager
async def built(folder: Path) -> AsyncIterator[Built]:
    def fault(error: BaseException, where: str) -> None:
        raise AssertionError(where) from error

    environ = {"HOME": str(folder), "PATH": os.environ["PATH"], "SHELL": "/bin/sh"}
    supervisor, registry = TaskSupervisor("test", fault), AnswererRegistry()
    settings = CurrentSettings(SettingsStore(folder / "settings.json"), Settings(), "en")
    paths = app_paths({"ONESIST_DB_PATH": str(folder / "onesist.db")})
    answerers = Answerers(registry, supervisor, settings, KeyStore(), ShellEnvironment(environ), paths, ("onesist",))
    answerers.rebuild(Settings())
    yield Built(registry, answerers)
    for answerer in registry.all().values():
        await answerer.close()
    await supervisor.close()


def settings_with(folder: Path) -> Settings:
    agents = AgentSettings(
        acp_agents=(AcpAgentConfig("gemini", "Gemini CLI", "gemini", ("--acp",), "gemini"), AcpAgentConfig("mine", "Mine", "mine")),
        accounts=tuple(AgentAccountConfig(f"{agent}-work", "Work", agent, str(folder / agent)) for agent in AGENTS),
    )
    model = ModelProviderConfig("api-x", ModelProviderKind.OPENAI, "X", "https://example.com/v1")
    return Settings(agents=agents, model_providers=(model,))


async def test_agents_come_first_then_models_then_practice(tmp_path: Path) -> None:
    async with built(tmp_path) as made:
        assert made.ids() == [*AGENTS, *PRACTICE]
        assert made.answerers.rebuild(settings_with(tmp_path)) == []
        with_accounts = [name for agent in AGENTS for name in (agent, f"{agent}-work")]
        assert made.ids() == [*with_accounts, "gemini", "mine", "api-x", *PRACTICE]
        account, agent = made.get("codex-work").info, made.get("codex").info
        assert (account.title, account.family) == ("Codex · Work", agent.family)
        assert replace(account.setup, sign_in=agent.setup.sign_in) == agent.setup
        assert made.get("mine").info.title == "Mine"


async def test_who_stays_in_the_settings_is_kept_and_the_others_are_let_go(tmp_path: Path) -> None:
    async with built(tmp_path) as made:
        first = settings_with(tmp_path)
        made.answerers.rebuild(first)
        before = dict(made.registry.all())
        assert made.answerers.rebuild(replace(first, model_providers=())) == [before[ProviderId("api-x")]]
        assert {name: answerer for name, answerer in before.items() if name != "api-x"} == dict(made.registry.all())
        moved = replace(first.agents, acp_agents=(replace(first.agents.acp_agents[0], program="/opt/gemini"),), accounts=())
        unused = made.answerers.rebuild(Settings(agents=moved))
        assert [str(answerer.info.id) for answerer in unused] == [f"{agent}-work" for agent in AGENTS] + ["gemini", "mine"]
        assert made.get("gemini") is not before[ProviderId("gemini")]
        for answerer in unused:
            await answerer.close()


async def test_an_account_signs_in_with_what_its_program_is_told(tmp_path: Path) -> None:
    async with built(tmp_path) as made:
        made.answerers.rebuild(settings_with(tmp_path))
        commands = {name: made.get(f"{name}-work").info.setup.sign_in for name in AGENTS}
    folder = tmp_path / "opencode"
    assert commands == {
        "claude-code": account_sign_in("claude auth login", {"CLAUDE_CONFIG_DIR": str(tmp_path / "claude-code")}),
        "codex": account_sign_in("codex login", {"CODEX_HOME": str(tmp_path / "codex")}),
        "opencode": account_sign_in(
            "opencode auth login", {"XDG_DATA_HOME": str(folder / "data"), "XDG_STATE_HOME": str(folder / "state")}
        ),
    }


@pytest.mark.parametrize("folder", ["/a b/it's", "/plain", '/"$HOME" `x`\\'])
@pytest.mark.skipif(os.name != "posix", reason="asks a POSIX shell")
def test_a_shell_reads_the_folder_as_it_is(folder: str) -> None:
    line = account_sign_in("printenv X_HOME", {"X_HOME": folder}, is_posix=True)
    told = subprocess.run(["/bin/sh", "-c", line], capture_output=True, check=True, text=True)
    assert told.stdout == f"{folder}\n"


def test_powershell_is_told_in_its_own_way() -> None:
    line = account_sign_in("codex login", {"CODEX_HOME": r"D:\Data\O'Neil\x"}, is_posix=False)
    assert line == r"$env:CODEX_HOME = 'D:\Data\O''Neil\x'; codex login"
    assert account_sign_in("", {"CODEX_HOME": "x"}) == ""


async def test_what_can_be_set_up_is_listed(tmp_path: Path) -> None:
    async with built(tmp_path) as made:
        directory = made.answerers.directory
        assert [agent.provider_id for agent in directory.built_in] == AGENTS
        fields = [agent.program_field for agent in directory.built_in]
        assert all(getattr(AgentSettings(), name) == "" for name in fields)
        assert directory.accounts == tmp_path / "accounts"
        assert {"gemini", "goose", "qwen", "copilot"} <= {agent.key for agent in directory.known}
        for known in directory.known:
            AcpAgentConfig(known.key, known.title, known.program, known.arguments, known.key)
        assert await directory.find_program("sh") != ""
        assert await directory.find_program("no-such-program-anywhere") == ""


@pytest.mark.parametrize("agent", AGENTS)
async def test_the_ids_of_agents_are_those_under_which_threads_know_them(tmp_path: Path, agent: str) -> None:
    async with built(tmp_path) as made:
        assert made.get(agent).info.id == agent
