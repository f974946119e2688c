# SPDX-License-Identifier: MIT
"""Remembers which models providers offer, and their windows, so that a send never waits long for a list."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from onesist_desktop.core.answerer import ModelInfo
from onesist_desktop.core.errors import AnswererError, NotFoundError
from onesist_desktop.core.ids import ProviderId
from onesist_desktop.services.context import AnswererRegistry

log = logging.getLogger(__name__)

ASK_LIMIT_S = 3.0
FRESH_S = 600.0
RETRY_AFTER_S = 60.0


@dataclass(frozen=True, slots=True)
class _Listing:
    models: tuple[ModelInfo, ...]
    asked_at: float
    is_known: bool


class ModelCatalog:
    """Model lists in memory."""

    def __init__(self, answerers: AnswererRegistry, clock: Callable[[], float]) -> None:
        self._answerers = answerers
        self._clock = clock
        self._listings: dict[ProviderId, _Listing] = {}

    async def models(self, provider_id: ProviderId) -> Sequence[ModelInfo]:
        """List a provider's models, asking it. Raises AnswererError, NotFoundError."""
        models = tuple(await self._answerers.get(provider_id).list_models())
        self._listings[provider_id] = _Listing(models, self._clock(), is_known=True)
        return models

    def forget(self, provider_id: ProviderId) -> None:
        """Ask again next time: its address or key changed."""
        self._listings.pop(provider_id, None)

    async def window(self, provider_id: ProviderId, model: str | None) -> int | None:
        """Return a model's window; None when nobody tells. Agents tell theirs with a turn's usage instead."""
        try:
            if self._answerers.get(provider_id).capabilities.is_agent:
                return None
        except NotFoundError:
            return None
        return _window(await self._listing(provider_id), model)

    def known_window(self, provider_id: ProviderId, model: str | None) -> int | None:
        """Return a model's window as far as it is in memory; asks nobody."""
        listing = self._listings.get(provider_id)
        return _window(listing, model) if listing is not None else None

    async def _listing(self, provider_id: ProviderId) -> _Listing:
        now = self._clock()
        listing = self._listings.get(provider_id)
        if listing is not None and now - listing.asked_at < (FRESH_S if listing.is_known else RETRY_AFTER_S):
            return listing
        try:
            async with asyncio.timeout(ASK_LIMIT_S):
                await self.models(provider_id)
        except (AnswererError, TimeoutError) as error:
            log.info("no model list from %s: %s", provider_id, error)
            self._listings[provider_id] = _Listing((), now, is_known=False)
        return self._listings[provider_id]


def _window(listing: _Listing, model: str | None) -> int | None:
    for info in listing.models:
        if info.id == model:
            return info.context_window
    # Without a chosen model the provider takes its default, which is the only one that a list of one can mean.
    return listing.models[0].context_window if model is None and len(listing.models) == 1 else None
