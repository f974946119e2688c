# SPDX-License-Identifier: MIT
from __future__ import annotations

import subprocess
import sys
from dataclasses import dataclass

from onesist_desktop.core.ids import ProviderId
from onesist_desktop.providers.registry import ModelProviders


@dataclass(frozen=True)
class Config:
    id: str
    base_url: str = "http://127.0.0.1:1/v1"
    kind: str = "openai_compatible"
    title: str = "T"
    default_model: str = ""
    context_window: int | None = None


class NoKeys:
    async def get(self, provider_id: ProviderId) -> str | None:
        return None


async def test_answerers_keep_their_place_and_identity_while_their_configuration_stays() -> None:
    providers = ModelProviders([Config("a"), Config("b"), Config("c")], NoKeys())
    a, b, c = providers.answerers
    dropped = providers.update([Config("c"), Config("b", base_url="http://127.0.0.1:2/v1"), Config("d")])
    assert [answerer.info.id for answerer in providers.answerers] == ["c", "b", "d"]
    assert providers.get(ProviderId("c")) is c
    assert providers.get(ProviderId("b")) is not b
    assert providers.get(ProviderId("a")) is None
    assert dropped == [a, b]
    await providers.close()


async def test_what_cannot_be_used_is_left_out_and_named() -> None:
    providers = ModelProviders([Config("a"), Config("a"), Config("x", base_url="nonsense")], NoKeys())
    assert [answerer.info.id for answerer in providers.answerers] == ["a"]
    assert [entry.provider_id for entry in providers.unusable] == ["a", "x"]


def test_importing_the_registry_loads_no_library() -> None:
    code = (
        "import sys, onesist_desktop.providers.registry, onesist_desktop.settings.store, onesist_desktop.secrets.key_store\n"
        "heavy = {'pydantic', 'pydantic_ai', 'openai', 'anthropic', 'httpx2', 'httpcore2', 'keyring', 'logfire'}\n"
        "print(sorted(heavy & {name.partition('.')[0] for name in sys.modules}))"
    )
    done = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
    assert done.stdout.strip() == "[]"
