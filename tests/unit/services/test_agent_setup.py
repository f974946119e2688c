# SPDX-License-Identifier: MIT
"""Agents, accounts, keys and programs: added, changed, removed, and never half of it."""

from __future__ import annotations

import sys
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from onesist_desktop.core.answerer import Answerer, SetupHelp
from onesist_desktop.core.errors import InvalidInputError, NotFoundError, StorageError
from onesist_desktop.core.ids import ProviderId
from onesist_desktop.secrets.key_store import KeyStore
from onesist_desktop.services import agent_setup
from onesist_desktop.services.agent_directory import AgentDirectory, BuiltInAgent, KnownAgent
from onesist_desktop.services.own_keys import OwnKeys
from onesist_desktop.services.preferences import CurrentSettings
from onesist_desktop.services.providers import ProviderService
from onesist_desktop.services.views import ProviderView
from onesist_desktop.settings.schema import AcpAgentConfig, ModelProviderConfig, ModelProviderKind, Settings
from onesist_desktop.settings.store import SettingsStore
from tests.fakes.scripted_answerer import ScriptedAnswerer
from tests.support.memory_keyring import MemoryKeyring
from tests.support.service_rig import Rig, service_rig

A, B = ProviderId("agent-a"), ProviderId("agent-b")
KEY = "sk-canary-0123456789abcdef"
GEMINI = KnownAgent("gemini", "Gemini CLI", "google", "gemini", ("--acp",), SetupHelp("npm install -g gemini"))
GOOSE = KnownAgent("goose", "Goose", "other", "goose", ("acp",))
API = ModelProviderConfig("api-x", ModelProviderKind.OPENAI, "X", "https://example.com/v1")


@dataclass
class Setup:
    """A provider service over scripted answerers; ``rebuild`` makes one for whatever was added."""

    rig: Rig
    folder: Path
    keys: KeyStore
    settings: CurrentSettings
    service: ProviderService
    closed: list[str] = field(default_factory=list)

    def view(self, provider_id: ProviderId) -> ProviderView:
        return next(view for view in self.service.list_providers() if view.info.id == provider_id)

    def ids(self) -> list[str]:
        return [str(view.info.id) for view in self.service.list_providers()]

    def saved(self) -> Settings:
        return SettingsStore(self.folder / "settings.json").load().settings


@asynccontextmanager
async def setup(folder: Path) -> AsyncIterator[Setup]:
    async with service_rig(folder) as rig:
        settings = CurrentSettings(SettingsStore(folder / "settings.json"), Settings(model_providers=(API,)), "en")
        keys = KeyStore(find_backend=MemoryKeyring)

        async def find(name: str) -> str:
            return "/usr/bin/goose" if name == "goose" else ""

        def rebuild(new: Settings) -> Sequence[Answerer]:
            names = ["agent-a", "agent-b", *sorted(agent_setup.ids_of(new))]
            rig.context.answerers.replace([ScriptedAnswerer(name) for name in names])
            return ()

        rebuild(settings.value)
        agents = AgentDirectory(
            folder / "accounts",
            find,
            (BuiltInAgent(A, "claude_code_program"), BuiltInAgent(B, "codex_program", can_have_accounts=False)),
            (GEMINI, GOOSE),
        )
        own_keys = OwnKeys(rig.context, keys)
        service = ProviderService(rig.context, settings, keys, own_keys, rig.catalog, rig.turns._live, agents, rebuild)
        yield Setup(rig, folder, keys, settings, service)


async def test_a_known_agent_is_added_once_installed_or_not(tmp_path: Path) -> None:
    async with setup(tmp_path) as made:
        listed = {view.key: view for view in await made.service.known_agents()}
        assert (listed["goose"].program, listed["gemini"].program) == ("/usr/bin/goose", "")
        assert listed["gemini"].setup.install == "npm install -g gemini"
        assert await made.service.add_known_agent("gemini") == "gemini"
        assert made.saved().agents.acp_agents == (AcpAgentConfig("gemini", "Gemini CLI", "gemini", ("--acp",), "gemini"),)
        assert [view.provider_id for view in await made.service.known_agents()] == ["gemini", None]
        view = made.view(ProviderId("gemini"))
        assert (view.is_custom, view.takes_program, view.program, view.can_have_accounts) == (True, True, "", False)
        assert view.readiness is not None
        with pytest.raises(InvalidInputError, match="added before"):
            await made.service.add_known_agent("gemini")
        with pytest.raises(NotFoundError):
            await made.service.add_known_agent("nobody")


async def test_a_command_is_split_as_typed_and_no_shell_reads_it(tmp_path: Path) -> None:
    async with setup(tmp_path) as made:
        added = await made.service.add_agent(title="Mine", command="'/opt/my agent/run' --acp \"a b\" $HOME")
        (config,) = made.saved().agents.acp_agents
        assert (config.id, config.title, config.program) == (added, "Mine", "/opt/my agent/run")
        assert config.arguments == ("--acp", "a b", "$HOME")
        assert made.view(added).program == "/opt/my agent/run"
        assert await made.service.add_agent(title=" ", command="other") == "agent-other"
        for command in ("", "  ", "''", "run 'it"):
            with pytest.raises(InvalidInputError):
                await made.service.add_agent(title="x", command=command)
        assert len(made.saved().agents.acp_agents) == 2


async def test_an_account_gets_a_folder_for_its_owner_only_that_no_other_account_ever_gets(tmp_path: Path) -> None:
    async with setup(tmp_path) as made:
        added = await made.service.add_account(A, "Work")
        view = made.view(added)
        assert (added, view.account_of, view.is_custom, view.takes_program) == ("agent-a-work", A, True, False)
        folder = Path(view.account_folder)
        assert folder == tmp_path / "accounts" / "agent-a-work"
        assert sys.platform == "win32" or folder.stat().st_mode & 0o777 == 0o700
        assert made.view(A).can_have_accounts
        await made.service.remove(added)
        assert added not in made.ids()
        assert folder.is_dir()
        assert await made.service.add_account(A, "Work") == "agent-a-work-2"
        for provider_id, title in ((B, "Work"), (added, "Work"), (ProviderId("api-x"), "Work"), (A, " ")):
            with pytest.raises(InvalidInputError):
                await made.service.add_account(provider_id, title)


async def test_an_account_that_can_not_be_saved_leaves_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with setup(tmp_path) as made:

        async def full(_: object, __: object) -> Settings:
            raise StorageError("no room")

        with monkeypatch.context() as patch:
            patch.setattr(CurrentSettings, "change", full)
            with pytest.raises(StorageError):
                await made.service.add_account(A, "Work")
        assert list((tmp_path / "accounts").iterdir()) == []
        (tmp_path / "accounts").rmdir()
        (tmp_path / "accounts").write_text("in the way")
        with pytest.raises(StorageError):
            await made.service.add_account(A, "Work")
        assert made.settings.value.agents.accounts == ()


async def test_programs_can_be_chosen_for_agents_and_looked_up_again(tmp_path: Path) -> None:
    async with setup(tmp_path) as made:
        gemini = await made.service.add_known_agent("gemini")
        mine = await made.service.add_agent(title="Mine", command="mine --acp")
        for provider_id in (A, B, gemini, mine):
            await made.service.set_program(provider_id, f" {sys.executable} ")
            assert made.view(provider_id).program == sys.executable
        agents = made.saved().agents
        assert (agents.claude_code_program, agents.codex_program) == (sys.executable, sys.executable)
        assert [config.program for config in agents.acp_agents] == [sys.executable] * 2
        assert agents.acp_agents[0].arguments == ("--acp",)
        for provider_id in (A, B, gemini):
            await made.service.set_program(provider_id, "")
            assert made.view(provider_id).program == ""
        assert made.saved().agents.acp_agents[0].program == "gemini"
        for provider_id, program in ((mine, ""), (A, "/no/such"), (A, "relative"), (ProviderId("api-x"), sys.executable)):
            with pytest.raises(InvalidInputError):
                await made.service.set_program(provider_id, program)


async def test_what_was_added_is_removed_and_its_threads_stay(tmp_path: Path) -> None:
    async with setup(tmp_path) as made:
        gemini = await made.service.add_known_agent("gemini")
        await made.rig.send("one", "gemini")
        await made.service.remove(gemini)
        assert gemini not in made.ids()
        assert made.saved().agents.acp_agents == ()
        assert [m.provider_id for m in await made.rig.messages()] == [None, gemini]
        snapshot = await made.rig.threads.open_thread(made.rig.thread_id)
        assert snapshot.thread.provider_id == gemini
        for provider_id in (A, gemini):
            with pytest.raises(NotFoundError):
                await made.service.remove(provider_id)


async def test_a_key_is_forgotten_and_the_list_of_models_with_it(tmp_path: Path) -> None:
    async with setup(tmp_path) as made:
        api = ProviderId("api-x")
        assert made.view(api).needs_key
        made.keys.save_for_session(api, KEY)
        await made.service.models(api)
        assert made.view(api).has_key
        await made.service.remove_key(api)
        assert not made.view(api).has_key
        assert await made.keys.get(api) is None
        assert await made.rig.context.database.run(lambda uow: uow.model_lists.all()) == {}
        with pytest.raises(NotFoundError):
            await made.service.remove_key(ProviderId("nobody"))


async def test_an_address_may_be_added_again_and_kinds_have_their_makers_address(tmp_path: Path) -> None:
    async with setup(tmp_path) as made:
        for kind, address in (("openai", "https://api.openai.com/v1"), ("google", "https://generativelanguage.googleapis.com")):
            for _ in range(2):
                added = await made.service.add_model_provider(kind=kind, title=kind, base_url="", default_model="", key="")
                config = next(each for each in made.saved().model_providers if each.id == added)
                assert (str(config.kind), config.base_url) == (kind, address)
        assert len(made.saved().model_providers) == 5
