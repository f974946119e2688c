# SPDX-License-Identifier: MIT
"""The models that providers told of, with the time at which they did."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from sqlalchemy import Connection, delete, insert, select

from onesist_desktop.core.answerer import ModelInfo
from onesist_desktop.core.ids import ProviderId
from onesist_desktop.storage.rows import plain
from onesist_desktop.storage.tables import model_lists


class ModelListStore:
    """Rows of ``model_lists``."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def all(self) -> dict[ProviderId, tuple[float, tuple[ModelInfo, ...]]]:
        """Read every list, with when it was told."""
        rows = self._connection.execute(select(model_lists.c.provider_id, model_lists.c.fetched_at, model_lists.c.models))
        return {ProviderId(name): (fetched_at, _decode(models)) for name, fetched_at, models in rows}

    def put(self, provider_id: ProviderId, fetched_at: float, models: Sequence[ModelInfo]) -> None:
        """Remember a provider's list in the place of an older one."""
        self.forget(provider_id)
        values = {"provider_id": provider_id, "fetched_at": fetched_at, "models": json.dumps([asdict(info) for info in models])}
        self._connection.execute(insert(model_lists).values(**plain(values)))

    def forget(self, provider_id: ProviderId) -> None:
        """Forget a provider's list."""
        self._connection.execute(delete(model_lists).where(model_lists.c.provider_id == provider_id))


def _decode(data: str) -> tuple[ModelInfo, ...]:
    """Build a list from what was stored; entries that can't be read are left out."""
    try:
        entries = json.loads(data)
    except ValueError:
        return ()
    made = [_info(entry) for entry in entries] if isinstance(entries, list) else []
    return tuple(info for info in made if info is not None)


def _info(entry: Any) -> ModelInfo | None:
    if not isinstance(entry, dict) or not isinstance(entry.get("id"), str):
        return None
    window, efforts = entry.get("context_window"), entry.get("efforts")
    return ModelInfo(
        id=entry["id"],
        title=_text(entry.get("title")),
        context_window=window if isinstance(window, int) else None,
        efforts=tuple(word for word in efforts if isinstance(word, str)) if isinstance(efforts, list) else (),
        default_effort=_text(entry.get("default_effort")),
    )


def _text(value: Any) -> str:
    return value if isinstance(value, str) else ""
