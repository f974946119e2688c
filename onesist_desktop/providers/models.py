# SPDX-License-Identifier: MIT
"""Remembers a provider's list of models for a while."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from onesist_desktop.core.answerer import ModelInfo

DEFAULT_MAX_AGE = timedelta(minutes=15)


def utc_now() -> datetime:
    """Return the time in UTC."""
    return datetime.now(UTC)


@dataclass(frozen=True, slots=True)
class ModelCatalog:
    """A list of models and when it was fetched, in UTC."""

    models: tuple[ModelInfo, ...]
    fetched_at: datetime

    def window_of(self, model: str) -> int | None:
        """Return a model's window in tokens, None where the provider didn't tell."""
        return next((info.context_window for info in self.models if info.id == model), None)


class ModelCache:
    """Holds the newest catalog in memory. A fetch that fails leaves the one before."""

    def __init__(
        self,
        fetch: Callable[[], Awaitable[Sequence[ModelInfo]]],
        *,
        max_age: timedelta = DEFAULT_MAX_AGE,
        now: Callable[[], datetime] = utc_now,
    ) -> None:
        self._fetch = fetch
        self._max_age = max_age
        self._now = now
        self._catalog: ModelCatalog | None = None

    @property
    def catalog(self) -> ModelCatalog | None:
        """The newest list, however old; None before the first."""
        return self._catalog

    async def get(self) -> ModelCatalog:
        """Return the list, fetched again when it is too old. Raises what the fetch raises."""
        catalog = self._catalog
        if catalog is not None and self._now() - catalog.fetched_at < self._max_age:
            return catalog
        return await self.refresh()

    async def refresh(self) -> ModelCatalog:
        """Fetch the list now. Raises what the fetch raises."""
        models = await self._fetch()
        self._catalog = ModelCatalog(tuple(models), self._now())
        return self._catalog
