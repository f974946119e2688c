# SPDX-License-Identifier: MIT
"""Who may answer: the list, what is set up, keys, accounts and model lists."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

from onesist_desktop.core.answerer import Answerer, Readiness
from onesist_desktop.core.errors import FailureReason, InvalidInputError, NotFoundError, OnesistError, StorageError
from onesist_desktop.core.ids import ProviderId
from onesist_desktop.secrets.key_store import KeyState, KeyStore
from onesist_desktop.services import agent_setup
from onesist_desktop.services.agent_directory import AgentDirectory
from onesist_desktop.services.context import ServiceContext
from onesist_desktop.services.events import ProvidersChanged
from onesist_desktop.services.live_runs import LiveRuns
from onesist_desktop.services.model_catalog import ModelCatalog
from onesist_desktop.services.own_keys import OwnKeys
from onesist_desktop.services.preferences import CurrentSettings
from onesist_desktop.services.views import KnownAgentView, ModelList, ProviderView
from onesist_desktop.settings.addresses import DEFAULT_ADDRESSES, AddressWarning, address_warnings
from onesist_desktop.settings.schema import AgentAccountConfig, ModelProviderConfig, ModelProviderKind, Settings
from onesist_desktop.storage.private import private_folder

log = logging.getLogger(__name__)

CHECK_LIMIT_S = 15.0


class ProviderService:
    """The use cases of ``services.api.Providers``.

    Args:
        agents: Which agents there are to set up.
        rebuild: Sets the answerers up for new settings; bootstrap knows how. Returns those that are no longer used.
    """

    def __init__(
        self,
        context: ServiceContext,
        settings: CurrentSettings,
        keys: KeyStore,
        own_keys: OwnKeys,
        catalog: ModelCatalog,
        live: LiveRuns,
        agents: AgentDirectory,
        rebuild: Callable[[Settings], Sequence[Answerer]],
    ) -> None:
        self._context = context
        self._settings = settings
        self._keys = keys
        self._own_keys = own_keys
        self._catalog = catalog
        self._live = live
        self._agents = agents
        self._rebuild = rebuild
        self._readiness: dict[ProviderId, Readiness] = {}

    def list_providers(self) -> Sequence[ProviderView]:
        """List providers in the order in which pickers show them."""
        return [self._view(answerer) for answerer in self._context.answerers.all().values()]

    async def refresh(self) -> None:
        """Check every provider's readiness again."""
        try:
            async with asyncio.TaskGroup() as group:
                for answerer in self._context.answerers.all().values():
                    group.create_task(self._check(answerer))
        finally:
            self._context.bus.publish(ProvidersChanged())

    async def models(self, provider_id: ProviderId, *, refresh: bool = False) -> ModelList:
        """List a provider's models."""
        return await self._catalog.models(provider_id, refresh=refresh)

    async def add_model_provider(
        self, *, kind: str, title: str, base_url: str, default_model: str, key: str, for_session_only: bool = False
    ) -> ProviderId:
        """Add a model provider. The key is saved first: without it nothing is added."""
        provider_id = agent_setup.free_id("api-", title, self._taken())
        try:
            provider_kind = ModelProviderKind(kind)
        except ValueError:
            raise InvalidInputError(f"{kind!r} is no kind of model provider") from None
        address = base_url.strip() or DEFAULT_ADDRESSES.get(provider_kind, "")
        config = ModelProviderConfig(str(provider_id), provider_kind, title.strip(), address, default_model.strip())
        if key.strip():
            await self._store_key(provider_id, key.strip(), for_session_only=for_session_only)
        try:
            await self._change(lambda s: replace(s, model_providers=(*s.model_providers, config)))
        except BaseException:
            if key.strip():
                await self._keys.delete(provider_id)
            raise
        await self._check_and_tell(provider_id)
        return provider_id

    async def save_key(self, provider_id: ProviderId, key: str, *, for_session_only: bool = False) -> None:
        """Save a key."""
        self._context.answerers.get(provider_id)
        await self._store_key(provider_id, key.strip(), for_session_only=for_session_only)
        await self._catalog.forget(provider_id)
        await self._check_and_tell(provider_id)

    async def remove_key(self, provider_id: ProviderId) -> None:
        """Forget a key, in the keyring and in memory. What it stood in stays masked."""
        answerer = self._context.answerers.get(provider_id)
        try:
            await self._keys.delete(provider_id)
        finally:
            # The session's key is forgotten even where the keyring can't be asked.
            await self._catalog.forget(provider_id)
            await self._check_and_tell(answerer.info.id)

    async def remove(self, provider_id: ProviderId) -> None:
        """Remove who was added here, and the key. The folder of an account stays: the agent's own conversations are in it."""
        settings = self._settings.value
        if str(provider_id) not in agent_setup.ids_of(settings):
            raise NotFoundError("only who was added here can be removed")
        if any(config.id == provider_id for config in settings.model_providers):
            await self._keys.delete(provider_id)
        await self._change(lambda s: agent_setup.without(s, provider_id))
        self._readiness.pop(provider_id, None)
        await self._catalog.forget(provider_id)
        self._context.bus.publish(ProvidersChanged())

    async def known_agents(self) -> Sequence[KnownAgentView]:
        """List the known agents, and look which are installed."""
        added = {config.known: ProviderId(config.id) for config in self._settings.value.agents.acp_agents}
        views = []
        for known in self._agents.known:
            program = await self._agents.find_program(known.program)
            views.append(KnownAgentView(known.key, known.title, known.family, known.setup, program, added.get(known.key)))
        return views

    async def add_known_agent(self, key: str) -> ProviderId:
        """Add a known agent, installed or not."""
        known = self._agents.known_agent(key)
        if known is None:
            raise NotFoundError(f"no agent {key!r} is known")
        if any(config.known == key for config in self._settings.value.agents.acp_agents):
            raise InvalidInputError(f"{known.title} was added before")
        config = agent_setup.config_of_known(known, agent_setup.free_id("", key, self._taken()))
        await self._change(lambda s: agent_setup.with_agent(s, config))
        await self._check_and_tell(ProviderId(config.id))
        return ProviderId(config.id)

    async def add_agent(self, *, title: str, command: str) -> ProviderId:
        """Add any agent that speaks the Agent Client Protocol. Without a title it is called as its program."""
        name = title.strip() or Path(agent_setup.split_command(command)[0]).name
        config = agent_setup.config_of_command(agent_setup.free_id("agent-", name, self._taken()), name, command)
        await self._change(lambda s: agent_setup.with_agent(s, config))
        await self._check_and_tell(ProviderId(config.id))
        return ProviderId(config.id)

    async def add_account(self, provider_id: ProviderId, title: str) -> ProviderId:
        """Add another account of an agent. Its folder is made for its owner only."""
        agent = self._agents.agent(provider_id)
        if agent is None or not agent.can_have_accounts:
            raise InvalidInputError("this provider can't have further accounts")
        if not title.strip():
            raise InvalidInputError("an account needs a name")
        # A folder of an account that was removed may still hold its sign-in.
        taken = self._taken() | set(await asyncio.to_thread(_names_in, self._agents.accounts))
        account_id = agent_setup.free_id(f"{provider_id}-", title, taken)
        folder = self._agents.accounts / account_id
        try:
            await asyncio.to_thread(private_folder, folder)
        except OSError as error:
            raise StorageError(f"The folder {folder} can't be made: {error.strerror or error}") from error
        try:
            config = AgentAccountConfig(str(account_id), title.strip(), str(provider_id), str(folder))
            await self._change(lambda s: agent_setup.with_account(s, config))
        except BaseException:
            await asyncio.to_thread(_remove_empty, folder)
            raise
        await self._check_and_tell(account_id)
        return account_id

    async def set_program(self, provider_id: ProviderId, program: str) -> None:
        """Remember where an agent's program is. It is that of the agent's further accounts too."""
        path = program.strip()
        # Says first whether there is anything to be set.
        agent_setup.with_program(self._settings.value, self._agents, provider_id, path)
        if path and not await asyncio.to_thread(_is_program, path):
            raise InvalidInputError(f"{path} is not a program that can be started")
        await self._change(lambda s: agent_setup.with_program(s, self._agents, provider_id, path))
        accounts = [config.id for config in self._settings.value.agents.accounts if config.agent == provider_id]
        for changed in (provider_id, *map(ProviderId, accounts)):
            await self._catalog.forget(changed)
            await self._check(self._context.answerers.get(changed))
        self._context.bus.publish(ProvidersChanged())

    def _view(self, answerer: Answerer) -> ProviderView:
        provider_id, settings = answerer.info.id, self._settings.value
        model = next((config for config in settings.model_providers if config.id == provider_id), None)
        account, agent = agent_setup.account_of(settings, provider_id), self._agents.agent(provider_id)
        program = agent_setup.program_of(settings, self._agents, provider_id)
        has_key = self._keys.state(provider_id) is not KeyState.NONE
        is_open = model is not None and AddressWarning.PLAIN_HTTP in address_warnings(model.base_url)
        return ProviderView(
            info=answerer.info,
            capabilities=answerer.capabilities,
            readiness=self._readiness.get(provider_id),
            # Their makers' services; of any other address only its owner knows.
            needs_key=model is not None and model.kind in DEFAULT_ADDRESSES,
            has_key=has_key,
            is_custom=str(provider_id) in agent_setup.ids_of(settings),
            default_model=model.default_model if model else "",
            warning=("key_over_http" if has_key else "text_over_http") if is_open else "",
            takes_program=program is not None,
            program=program or "",
            account_of=ProviderId(account.agent) if account is not None else None,
            account_folder=account.folder if account is not None else "",
            can_have_accounts=agent is not None and agent.can_have_accounts,
        )

    def _taken(self) -> set[str]:
        return {str(name) for name in self._context.answerers.all()} | agent_setup.ids_of(self._settings.value)

    async def _store_key(self, provider_id: ProviderId, key: str, *, for_session_only: bool) -> None:
        if for_session_only:
            self._keys.save_for_session(provider_id, key)
        else:
            await self._keys.save(provider_id, key)
        await self._own_keys.mask_stored()

    async def _change(self, change: Callable[[Settings], Settings]) -> None:
        try:
            settings = await self._settings.change(change)
        except OSError as error:
            raise InvalidInputError(f"the settings can't be saved: {error}") from error
        for unused in self._rebuild(settings):
            self._context.supervisor.spawn(self._close_when_idle(unused), name=f"close:{unused.info.id}")

    async def _close_when_idle(self, answerer: Answerer) -> None:
        """Close an answerer that was replaced, after the runs that began with it."""
        tasks = {live.task for live in self._live.all() if live.life.run.provider_id == answerer.info.id}
        if tasks:
            await asyncio.wait(tasks)
        await answerer.close()

    async def _check_and_tell(self, provider_id: ProviderId) -> None:
        await self._check(self._context.answerers.get(provider_id))
        self._context.bus.publish(ProvidersChanged())

    async def _check(self, answerer: Answerer) -> None:
        try:
            async with asyncio.timeout(CHECK_LIMIT_S):
                readiness = await answerer.check()
        except (OnesistError, OSError, TimeoutError) as error:
            log.info("%s can't be checked: %s", answerer.info.id, error)
            readiness = Readiness(False, str(FailureReason.CONNECTION_LOST), str(error))
        except Exception as error:
            # A fault of one adapter: the others can still answer, and this one says that it can't.
            log.exception("%s can't be checked", answerer.info.id)
            readiness = Readiness(False, str(FailureReason.INTERNAL), str(error))
        self._readiness[answerer.info.id] = readiness


def _names_in(folder: Path) -> list[str]:
    try:
        return [entry.name for entry in folder.iterdir()]
    except OSError:
        return []


def _remove_empty(folder: Path) -> None:
    # An agent that looked at it meanwhile may have left something there: then it stays.
    with contextlib.suppress(OSError):
        folder.rmdir()


def _is_program(path: str) -> bool:
    return Path(path).is_absolute() and Path(path).is_file() and os.access(path, os.X_OK)
