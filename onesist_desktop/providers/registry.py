# SPDX-License-Identifier: MIT
"""The configured model providers as answerers, rebuilt when the settings change."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from onesist_desktop.core.answerer import Answerer, KeySource
from onesist_desktop.core.ids import ProviderId
from onesist_desktop.providers.config import ProviderConfig, RequestLimits
from onesist_desktop.providers.model_provider import ModelProviderAnswerer


@dataclass(frozen=True, slots=True)
class UnusableProvider:
    """A configuration that no answerer can be built for."""

    provider_id: ProviderId
    reason: str


class ModelProviders:
    """Keeps one answerer per configured provider. An answerer whose configuration stays the same is kept, with its list of models.

    Attributes:
        unusable: What the last :meth:`update` left out, and why.
    """

    def __init__(self, configs: Iterable[ProviderConfig], keys: KeySource, limits: RequestLimits | None = None) -> None:
        self._keys = keys
        self._limits = limits
        self._answerers: dict[ProviderId, ModelProviderAnswerer] = {}
        self.unusable: tuple[UnusableProvider, ...] = ()
        self.update(configs)

    @property
    def answerers(self) -> list[Answerer]:
        """The answerers, in the order of the settings."""
        return list(self._answerers.values())

    def get(self, provider_id: ProviderId) -> Answerer | None:
        """Return one answerer, or None."""
        return self._answerers.get(provider_id)

    def update(self, configs: Iterable[ProviderConfig]) -> list[Answerer]:
        """Take a new settings snapshot. Returns the answerers that are no longer used; close them once their turns ended."""
        before = self._answerers
        kept: dict[ProviderId, ModelProviderAnswerer] = {}
        unusable: list[UnusableProvider] = []
        for config in configs:
            name = ProviderId(config.id)
            if name in kept:
                unusable.append(UnusableProvider(name, "another provider has the same id"))
                continue
            old = before.get(name)
            try:
                same = old is not None and old.config == config
                kept[name] = old if old is not None and same else ModelProviderAnswerer(config, self._keys, self._limits)
            except ValueError as error:
                unusable.append(UnusableProvider(name, str(error)))
        self._answerers = kept
        self.unusable = tuple(unusable)
        return [old for name, old in before.items() if kept.get(name) is not old]

    async def close(self) -> None:
        """Close all answerers."""
        for answerer in self._answerers.values():
            await answerer.close()
