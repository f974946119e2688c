# SPDX-License-Identifier: MIT
"""Who may answer: the list, what is set up, keys and model lists."""

from __future__ import annotations

import asyncio
import logging
import os
import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

from onesist_desktop.core.answerer import Answerer, ModelInfo, Readiness
from onesist_desktop.core.errors import FailureReason, InvalidInputError, NotFoundError, OnesistError
from onesist_desktop.core.ids import ProviderId
from onesist_desktop.secrets.key_store import KeyState, KeyStore
from onesist_desktop.services.context import ServiceContext
from onesist_desktop.services.events import ProvidersChanged
from onesist_desktop.services.live_runs import LiveRuns
from onesist_desktop.services.model_catalog import ModelCatalog
from onesist_desktop.services.own_keys import OwnKeys
from onesist_desktop.services.preferences import CurrentSettings
from onesist_desktop.services.views import ProviderView
from onesist_desktop.settings.addresses import AddressWarning, address_warnings
from onesist_desktop.settings.schema import ModelProviderConfig, ModelProviderKind, Settings

log = logging.getLogger(__name__)

CHECK_LIMIT_S = 15.0
CLAUDE_CODE = ProviderId("claude-code")
DEFAULT_ADDRESSES = {ModelProviderKind.ANTHROPIC: "https://api.anthropic.com"}


class ProviderService:
    """The use cases of ``services.api.Providers``.

    Args:
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
        rebuild: Callable[[Settings], Sequence[Answerer]],
    ) -> None:
        self._context = context
        self._settings = settings
        self._keys = keys
        self._own_keys = own_keys
        self._catalog = catalog
        self._live = live
        self._rebuild = rebuild
        self._readiness: dict[ProviderId, Readiness] = {}

    def list_providers(self) -> Sequence[ProviderView]:
        """List providers in the order in which pickers show them."""
        configs = {ProviderId(config.id): config for config in self._settings.value.model_providers}
        views = []
        for provider_id, answerer in self._context.answerers.all().items():
            config = configs.get(provider_id)
            has_key = self._keys.state(provider_id) is not KeyState.NONE
            is_open = config is not None and AddressWarning.PLAIN_HTTP in address_warnings(config.base_url)
            views.append(
                ProviderView(
                    info=answerer.info,
                    capabilities=answerer.capabilities,
                    readiness=self._readiness.get(provider_id),
                    needs_key=config is not None and config.kind is ModelProviderKind.ANTHROPIC,
                    has_key=has_key,
                    is_custom=config is not None,
                    default_model=config.default_model if config else "",
                    warning=("key_over_http" if has_key else "text_over_http") if is_open else "",
                )
            )
        return views

    async def refresh(self) -> None:
        """Check every provider's readiness again."""
        try:
            async with asyncio.TaskGroup() as group:
                for answerer in self._context.answerers.all().values():
                    group.create_task(self._check(answerer))
        finally:
            self._context.bus.publish(ProvidersChanged())

    async def models(self, provider_id: ProviderId) -> Sequence[ModelInfo]:
        """List a provider's models."""
        return await self._catalog.models(provider_id)

    async def add_model_provider(
        self, *, kind: str, title: str, base_url: str, default_model: str, key: str, for_session_only: bool = False
    ) -> ProviderId:
        """Add a model provider. The key is saved first: without it nothing is added."""
        taken = set(self._context.answerers.all())
        provider_id = _free_id(title, taken)
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
        self._catalog.forget(provider_id)
        await self._check_and_tell(provider_id)

    async def remove(self, provider_id: ProviderId) -> None:
        """Remove a model provider of the person's own and its key."""
        rest = tuple(config for config in self._settings.value.model_providers if config.id != provider_id)
        if len(rest) == len(self._settings.value.model_providers):
            raise NotFoundError("only a model provider that was added here can be removed")
        await self._keys.delete(provider_id)
        await self._change(lambda s: replace(s, model_providers=rest))
        self._readiness.pop(provider_id, None)
        self._catalog.forget(provider_id)
        self._context.bus.publish(ProvidersChanged())

    async def set_program(self, provider_id: ProviderId, program: str) -> None:
        """Remember where an agent's program is."""
        if provider_id != CLAUDE_CODE:
            raise InvalidInputError("this provider has no program that could be chosen")
        path = program.strip()
        if path and not await asyncio.to_thread(_is_program, path):
            raise InvalidInputError(f"{path} is not a program that can be started")
        await self._change(lambda s: replace(s, agents=replace(s.agents, claude_code_program=path)))
        await self._check_and_tell(provider_id)

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


def _free_id(title: str, taken: set[ProviderId]) -> ProviderId:
    """Return an id from a title that no provider has. It never changes afterwards: the key is stored under it."""
    slug = re.sub(r"[^a-z0-9]+", "-", title.lower()).strip("-")[:32].strip("-") or "model"
    numbered = (ProviderId(f"api-{slug}" if number == 1 else f"api-{slug}-{number}") for number in range(1, 10_000))
    return next(candidate for candidate in numbered if candidate not in taken)


def _is_program(path: str) -> bool:
    return Path(path).is_absolute() and Path(path).is_file() and os.access(path, os.X_OK)
