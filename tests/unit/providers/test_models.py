# SPDX-License-Identifier: MIT
from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from onesist_desktop.core.answerer import ModelInfo
from onesist_desktop.core.errors import AnswererError, FailureReason
from onesist_desktop.providers.models import ModelCache


async def test_a_list_is_kept_for_its_time_and_survives_a_failed_fetch() -> None:
    now = [datetime(2026, 1, 1, tzinfo=UTC)]
    answers: list[list[ModelInfo] | AnswererError] = [
        [ModelInfo("a", context_window=8_000)],
        AnswererError(FailureReason.CONNECTION_LOST),
        [ModelInfo("b")],
    ]

    async def fetch() -> list[ModelInfo]:
        answer = answers.pop(0)
        if isinstance(answer, AnswererError):
            raise answer
        return answer

    cache = ModelCache(fetch, max_age=timedelta(minutes=5), now=lambda: now[0])
    assert cache.catalog is None
    first = await cache.get()
    assert (first.window_of("a"), first.window_of("zzz"), first.fetched_at) == (8_000, None, now[0])
    now[0] += timedelta(minutes=4)
    assert await cache.get() is first
    now[0] += timedelta(minutes=1)
    with pytest.raises(AnswererError):
        await cache.get()
    assert cache.catalog is first
    assert [model.id for model in (await cache.get()).models] == ["b"]
