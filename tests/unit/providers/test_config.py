# SPDX-License-Identifier: MIT
from __future__ import annotations

import pytest

from onesist_desktop.providers.config import ANTHROPIC, GOOGLE, KINDS, OPENAI, OPENAI_COMPATIBLE, address_of, family_of
from onesist_desktop.settings.addresses import DEFAULT_ADDRESSES, checked_address
from onesist_desktop.settings.schema import ModelProviderKind


@pytest.mark.parametrize(
    ("kind", "base", "api", "root"),
    [
        (OPENAI_COMPATIBLE, "http://localhost:11434", "http://localhost:11434/v1", "http://localhost:11434"),
        (OPENAI_COMPATIBLE, "http://localhost:11434/v1/", "http://localhost:11434/v1", "http://localhost:11434"),
        (OPENAI_COMPATIBLE, "https://openrouter.ai/api/v1", "https://openrouter.ai/api/v1", "https://openrouter.ai"),
        (ANTHROPIC, "https://api.anthropic.com", "https://api.anthropic.com", "https://api.anthropic.com"),
        (ANTHROPIC, "https://api.anthropic.com/v1/", "https://api.anthropic.com", "https://api.anthropic.com"),
        (ANTHROPIC, "https://host/proxy/v1", "https://host/proxy", "https://host"),
        (OPENAI, "https://api.openai.com", "https://api.openai.com/v1", "https://api.openai.com"),
        (OPENAI, "https://api.openai.com/v1", "https://api.openai.com/v1", "https://api.openai.com"),
        (GOOGLE, "https://g.example", "https://g.example", "https://g.example"),
        (GOOGLE, "https://g.example/v1beta", "https://g.example", "https://g.example"),
        (GOOGLE, "https://g.example/v1beta/openai/", "https://g.example", "https://g.example"),
    ],
)
def test_addresses_mean_the_same_with_and_without_v1(kind: str, base: str, api: str, root: str) -> None:
    address = address_of(kind, base)
    assert (address.api, address.root) == (api, root)


def test_the_origin_has_the_port_that_the_scheme_means() -> None:
    assert address_of(ANTHROPIC, "https://API.example").origin == ("https", "api.example", 443)
    assert address_of(ANTHROPIC, "http://[::1]:8080").origin == ("http", "::1", 8080)


@pytest.mark.parametrize("base", ["", "x", "ftp://x", "http://", "https://u:p@h", "http://h:x"])
def test_what_is_no_address_is_an_error(base: str) -> None:
    with pytest.raises(ValueError):
        address_of(OPENAI_COMPATIBLE, base)


@pytest.mark.parametrize(
    ("kind", "base", "family"),
    [
        (ANTHROPIC, "http://127.0.0.1:1", "anthropic"),
        (GOOGLE, "http://127.0.0.1:1", "google"),
        (OPENAI, "https://proxy.example", "openai"),
        (OPENAI_COMPATIBLE, "http://127.0.0.1:1", "local"),
        (OPENAI_COMPATIBLE, "http://[::1]:1", "local"),
        (OPENAI_COMPATIBLE, "http://localhost:1", "local"),
        (OPENAI_COMPATIBLE, "https://api.openai.com/v1", "openai"),
        (OPENAI_COMPATIBLE, "https://notopenai.com/v1", "other"),
        (OPENAI_COMPATIBLE, "https://generativelanguage.googleapis.com/v1beta/openai", "google"),
        (OPENAI_COMPATIBLE, "http://192.168.1.5:8000", "other"),
        (OPENAI_COMPATIBLE, "http://127.0.0.1.example.com", "other"),
    ],
)
def test_families(kind: str, base: str, family: str) -> None:
    assert family_of(kind, address_of(kind, base)) == family


def test_each_kind_of_the_settings_is_known_and_has_an_address_or_needs_one() -> None:
    assert {kind.value for kind in ModelProviderKind} == KINDS
    assert set(DEFAULT_ADDRESSES) == KINDS - {OPENAI_COMPATIBLE}
    for kind, address in DEFAULT_ADDRESSES.items():
        assert checked_address(address) == address
        assert address_of(kind, address).scheme == "https"


def test_a_kind_that_nobody_knows_is_an_error() -> None:
    with pytest.raises(ValueError):
        address_of("other", "https://x.example")
