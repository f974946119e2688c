# SPDX-License-Identifier: MIT
"""Remembers which models providers offer, with the date, so that a send never waits long for a list."""

from __future__ import annotations

import asyncio
import logging
from dataclasses import replace

from onesist_desktop.core.answerer import ModelInfo
from onesist_desktop.core.errors import AnswererError, FailureReason, NotFoundError, StorageError
from onesist_desktop.core.ids import ProviderId
from onesist_desktop.core.turn_events import Outcome, failed
from onesist_desktop.services.context import ServiceContext
from onesist_desktop.services.views import ModelList

log = logging.getLogger(__name__)

LIST_LIMIT_S = 30.0
"""For a person who looks at the list. A program may have to be started first."""
SEND_LIMIT_S = 3.0
MAX_AGE_S = 86_400.0
RETRY_AFTER_S = 60.0


class ModelCatalog:
    """The lists of models, as they were told last. They outlive the app."""

    def __init__(self, context: ServiceContext) -> None:
        self._context = context
        self._lists: dict[ProviderId, ModelList] = {}
        self._asked_at: dict[ProviderId, float] = {}
        self._locks: dict[ProviderId, asyncio.Lock] = {}

    async def load(self) -> None:
        """Read what an earlier run of the app remembered. Raises StorageError."""
        stored = await self._context.database.run(lambda uow: uow.model_lists.all())
        self._lists = {name: ModelList(models, fetched_at) for name, (fetched_at, models) in stored.items()}

    async def models(self, provider_id: ProviderId, *, refresh: bool = False) -> ModelList:
        """List a provider's models, asking it where that was not done for a day, or now. Never raises for what it did wrong."""
        known = self._lists.get(provider_id)
        if known is not None and not refresh and not self._is_old(known):
            return known
        failure = await self._ask(provider_id, LIST_LIMIT_S)
        return replace(self._lists.get(provider_id, ModelList()), failure=failure)

    async def forget(self, provider_id: ProviderId) -> None:
        """Ask again next time: its address, key or program changed."""
        self._asked_at.pop(provider_id, None)
        if self._lists.pop(provider_id, None) is not None:
            try:
                await self._context.database.run(lambda uow: uow.model_lists.forget(provider_id))
            except StorageError as error:
                log.warning("the models of %s can't be forgotten: %s", provider_id, error)

    async def window(self, provider_id: ProviderId, model: str | None) -> int | None:
        """Return a model's window; None when nobody tells.

        Nobody is asked for a model that was listed before. Agents are never asked here: they tell with a turn's usage.
        """
        found = self._info(provider_id, model)
        if found is not None or not self._may_ask(provider_id):
            return found.context_window if found is not None else None
        await self._ask(provider_id, SEND_LIMIT_S)
        return self.known_window(provider_id, model)

    def known_window(self, provider_id: ProviderId, model: str | None) -> int | None:
        """Return a model's window as far as it is in memory; asks nobody."""
        found = self._info(provider_id, model)
        return found.context_window if found is not None else None

    def taken_effort(self, provider_id: ProviderId, model: str | None, effort: str | None) -> str | None:
        """Return the effort; None where the provider takes none, or where the model is known not to have it."""
        try:
            if effort is None or not self._context.answerers.get(provider_id).capabilities.takes_effort:
                return None
        except NotFoundError:
            return None
        listed = self._lists.get(provider_id, ModelList()).models
        # Which one the provider's default is isn't known.
        meant = [info for info in listed if model is None or info.id == model]
        return effort if not meant or any(effort in info.efforts for info in meant) else None

    def _info(self, provider_id: ProviderId, model: str | None) -> ModelInfo | None:
        listed = self._lists.get(provider_id, ModelList()).models
        if model is None:
            # The provider takes its default, which is the only one that a list of one can mean.
            return listed[0] if len(listed) == 1 else None
        return next((info for info in listed if info.id == model), None)

    def _is_old(self, known: ModelList) -> bool:
        # A clock that was set back makes no list last for years.
        return known.fetched_at is None or not 0 <= self._context.clock() - known.fetched_at < MAX_AGE_S

    def _may_ask(self, provider_id: ProviderId) -> bool:
        """Tell whether a send may wait for a list: of a provider without sessions that was not asked a moment ago."""
        try:
            is_agent = self._context.answerers.get(provider_id).capabilities.is_agent
        except NotFoundError:
            return False
        asked_at = self._asked_at.get(provider_id)
        return not is_agent and (asked_at is None or not 0 <= self._context.clock() - asked_at < RETRY_AFTER_S)

    async def _ask(self, provider_id: ProviderId, limit_s: float) -> Outcome | None:
        """Ask a provider for its list, and remember it. Returns why that failed."""
        begun = self._context.clock()
        async with self._locks.setdefault(provider_id, asyncio.Lock()):
            known = self._lists.get(provider_id)
            if known is not None and known.fetched_at is not None and known.fetched_at > begun:
                # Somebody else asked while this waited.
                return None
            try:
                async with asyncio.timeout(limit_s):
                    models = tuple(await self._context.answerers.get(provider_id).list_models())
            except AnswererError as error:
                return self._failed(provider_id, failed(error.reason, self._context.redactor.mask(error.detail)))
            except NotFoundError as error:
                return self._failed(provider_id, failed(FailureReason.PROVIDER_MISSING, str(error)))
            except TimeoutError:
                return self._failed(provider_id, failed(FailureReason.CONNECTION_LOST, f"no list of models within {limit_s:g} s"))
            except Exception:
                # A fault of an adapter: its models can still be typed in.
                log.exception("the models of %s can't be listed", provider_id)
                return self._failed(provider_id, failed(FailureReason.INTERNAL))
            await self._remember(provider_id, models)
            return None

    def _failed(self, provider_id: ProviderId, outcome: Outcome) -> Outcome:
        log.info("no model list from %s: %s", provider_id, outcome.detail)
        self._asked_at[provider_id] = self._context.clock()
        return outcome

    async def _remember(self, provider_id: ProviderId, models: tuple[ModelInfo, ...]) -> None:
        now = self._context.clock()
        self._asked_at[provider_id] = now
        if not models:
            # It can't tell now, such as an agent that tells within its sessions only. What it told before still counts.
            return
        self._lists[provider_id] = ModelList(models, now)
        try:
            await self._context.database.run(lambda uow: uow.model_lists.put(provider_id, now, models))
        except StorageError as error:
            # It counts while the app runs.
            log.warning("the models of %s can't be remembered: %s", provider_id, error)
