# SPDX-License-Identifier: MIT
from __future__ import annotations

import logging
from pathlib import Path

import pytest

from onesist_desktop.core.answerer import Readiness
from onesist_desktop.core.errors import FailureReason
from onesist_desktop.core.ids import ProviderId
from onesist_desktop.secrets.key_store import KeyStore
from onesist_desktop.services.agent_directory import AgentDirectory
from onesist_desktop.services.events import ProvidersChanged
from onesist_desktop.services.live_runs import LiveRuns
from onesist_desktop.services.model_catalog import ModelCatalog
from onesist_desktop.services.own_keys import OwnKeys
from onesist_desktop.services.preferences import CurrentSettings
from onesist_desktop.services.providers import ProviderService
from onesist_desktop.settings.schema import ModelProviderConfig, ModelProviderKind, Settings
from onesist_desktop.settings.store import SettingsStore
from tests.fakes.scripted_answerer import ScriptedAnswerer
from tests.support.service_rig import Rig, service_rig


async def nowhere(_: str) -> str:
    return ""


def directory(folder: Path) -> AgentDirectory:
    return AgentDirectory(folder / "accounts", nowhere)


def service(rig: Rig, folder: Path) -> ProviderService:
    settings = CurrentSettings(SettingsStore(folder / "settings.json"), Settings(), "en")
    keys = KeyStore()
    catalog = ModelCatalog(rig.context)
    return ProviderService(
        rig.context, settings, keys, OwnKeys(rig.context, keys), catalog, LiveRuns(), directory(folder), lambda _: ()
    )


async def test_a_fault_of_one_adapter_leaves_the_others_checked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, expect_warnings: list[logging.LogRecord]
) -> None:
    check = ScriptedAnswerer.check

    async def faulty(self: ScriptedAnswerer) -> Readiness:
        if self.provider == "agent-a":
            raise KeyError("surprise")
        return await check(self)

    monkeypatch.setattr(ScriptedAnswerer, "check", faulty)
    async with service_rig(tmp_path) as rig:
        told: list[ProvidersChanged] = []
        rig.context.bus.subscribe(ProvidersChanged, told.append)
        providers = service(rig, tmp_path)
        await providers.refresh()
        found = {str(view.info.id): view.readiness for view in providers.list_providers()}
    assert len(told) == 1
    assert {name: readiness and readiness.is_ready for name, readiness in found.items()} == {
        "agent-a": False, "agent-b": True, "model-m": True
    }  # fmt: skip
    assert found["agent-a"] == Readiness(False, str(FailureReason.INTERNAL), "'surprise'")
    assert len(expect_warnings) == 1


async def test_an_address_that_gives_the_key_away_is_warned_about(tmp_path: Path) -> None:
    async with service_rig(tmp_path) as rig:
        addresses = {
            "api-open": "http://192.168.0.4/v1",
            "api-bare": "http://example.com/v1",
            "api-safe": "https://example.com/v1",
            "api-here": "http://127.0.0.1:11434/v1",
        }
        kind = ModelProviderKind.OPENAI_COMPATIBLE
        configs = tuple(ModelProviderConfig(name, kind, name, address) for name, address in addresses.items())
        keys = KeyStore()
        for name in ("api-open", "api-safe", "api-here"):
            keys.save_for_session(ProviderId(name), "sk-0123456789abcdef0123")
        settings = CurrentSettings(SettingsStore(tmp_path / "settings.json"), Settings(model_providers=configs), "en")
        rig.context.answerers.replace([ScriptedAnswerer(name) for name in (*addresses, "agent-a")])
        catalog = ModelCatalog(rig.context)
        service = ProviderService(
            rig.context, settings, keys, OwnKeys(rig.context, keys), catalog, LiveRuns(), directory(tmp_path), lambda _: ()
        )
        warnings = {str(view.info.id): view.warning for view in service.list_providers()}
    assert warnings == {
        "api-open": "key_over_http", "api-bare": "text_over_http", "api-safe": "", "api-here": "", "agent-a": ""
    }  # fmt: skip
