# SPDX-License-Identifier: MIT
"""Lists of models: remembered with their date, over a restart, and while a provider can't be asked."""

from __future__ import annotations

import asyncio
import logging
from dataclasses import replace
from pathlib import Path

import pytest

from onesist_desktop.core.answerer import ModelInfo
from onesist_desktop.core.errors import AnswererError, FailureReason
from onesist_desktop.core.ids import ProviderId
from onesist_desktop.core.turn_events import failed
from onesist_desktop.services import model_catalog
from tests.support.service_rig import service_rig

A, M = ProviderId("agent-a"), ProviderId("model-m")
MODELS = (ModelInfo("m", "M", 50_000, ("low", "high"), "low"), ModelInfo("n"))


async def test_a_list_is_remembered_with_its_date_over_a_restart(tmp_path: Path) -> None:
    async with service_rig(tmp_path) as rig:
        rig.answerers["model-m"].models = MODELS
        first = await rig.catalog.models(M)
        assert first.models == MODELS
        assert first.failure is None
        assert first.fetched_at is not None
    async with service_rig(tmp_path) as rig:
        model = rig.answerers["model-m"]
        model.models = MODELS[:1]
        assert rig.catalog.known_window(M, "m") == 50_000
        assert await rig.catalog.models(M) == first
        assert model.list_calls == 0
        assert (await rig.catalog.models(M, refresh=True)).models == MODELS[:1]
        assert model.list_calls == 1


async def test_right_after_a_start_a_send_asks_nobody_for_windows(tmp_path: Path) -> None:
    async with service_rig(tmp_path) as rig:
        rig.answerers["model-m"].models = MODELS
        await rig.catalog.models(M)
    async with service_rig(tmp_path) as rig:
        model = rig.answerers["model-m"]
        model.models = MODELS
        await rig.turns.send(rig.thread_id, "one", replace(rig.options("model-m"), model="m"))
        await rig.idle()
        preview = await rig.handoffs.preview(rig.thread_id, replace(rig.options("model-m"), model="m"))
        assert preview.context_window == 50_000
        assert model.list_calls == 0
        # One that was never listed is asked for, by a send to a provider without sessions.
        assert await rig.catalog.window(M, "new") is None
        assert model.list_calls == 1
        assert await rig.catalog.window(A, "m") is None
        assert rig.answerers["agent-a"].list_calls == 0


@pytest.mark.parametrize(
    ("error", "outcome"),
    [
        (AnswererError(FailureReason.NOT_SIGNED_IN, "401"), failed(FailureReason.NOT_SIGNED_IN, "401")),
        (KeyError("surprise"), failed(FailureReason.INTERNAL)),
    ],
)
async def test_a_provider_that_fails_keeps_the_list_that_it_told_before(
    tmp_path: Path, error: Exception, outcome: object, expect_warnings: list[logging.LogRecord]
) -> None:
    async with service_rig(tmp_path) as rig:
        model = rig.answerers["model-m"]
        model.models = MODELS
        told = await rig.catalog.models(M)
        model.list_error = error
        found = await rig.catalog.models(M, refresh=True)
        assert found == replace(told, failure=outcome)
        # Nobody has to know of it who doesn't ask now.
        assert await rig.catalog.models(M) == told
    assert len(expect_warnings) == isinstance(error, KeyError)


async def test_a_provider_that_hangs_is_given_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(model_catalog, "LIST_LIMIT_S", 0.01)
    async with service_rig(tmp_path) as rig:

        async def hang() -> tuple[ModelInfo, ...]:
            await asyncio.Event().wait()
            return ()

        monkeypatch.setattr(rig.answerers["model-m"], "list_models", hang)
        found = await rig.catalog.models(M)
        assert (found.models, found.fetched_at) == ((), None)
        assert found.failure is not None
        assert found.failure.reason is FailureReason.CONNECTION_LOST


async def test_an_old_list_is_asked_for_again_and_an_empty_one_replaces_none(tmp_path: Path) -> None:
    async with service_rig(tmp_path) as rig:
        model = rig.answerers["model-m"]
        model.models = MODELS
        now = rig.context.clock()
        await rig.context.database.run(lambda uow: uow.model_lists.put(M, now - 90_000.0, MODELS[:1]))
        await rig.catalog.load()
        assert (await rig.catalog.models(M)).models == MODELS
        model.models = ()
        found = await rig.catalog.models(M, refresh=True)
        assert (found.models, found.failure) == (MODELS, None)
        await rig.catalog.forget(M)
        assert (await rig.catalog.models(M)).models == ()
        assert await rig.context.database.run(lambda uow: uow.model_lists.all()) == {}


async def test_nobody_set_up_has_no_models(tmp_path: Path) -> None:
    async with service_rig(tmp_path) as rig:
        found = await rig.catalog.models(ProviderId("gone"))
        assert found.failure is not None
        assert found.failure.reason is FailureReason.PROVIDER_MISSING


async def test_who_asks_at_the_same_time_asks_once(tmp_path: Path) -> None:
    async with service_rig(tmp_path) as rig:
        lists = await asyncio.gather(*(rig.catalog.models(M) for _ in range(3)))
        assert {each.fetched_at for each in lists} == {lists[0].fetched_at}
        assert rig.answerers["model-m"].list_calls == 1
