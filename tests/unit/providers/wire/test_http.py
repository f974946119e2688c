# SPDX-License-Identifier: MIT
from __future__ import annotations

import httpx2
import pytest

from onesist_desktop.providers.config import ANTHROPIC, GOOGLE, OPENAI, OPENAI_COMPATIBLE, RequestLimits, address_of
from onesist_desktop.providers.wire.http import ForeignAddressError, KeyTransport, PlainTransport, proxy_for
from onesist_desktop.providers.wire_values import Endpoint

KEY = "sk-canary-0001"


class Recorder(PlainTransport):
    def __init__(self) -> None:
        self.requests: list[httpx2.Request] = []

    async def handle_async_request(self, request: httpx2.Request) -> httpx2.Response:
        self.requests.append(request)
        return httpx2.Response(200)


def endpoint(kind: str, base: str, key: str | None = KEY) -> Endpoint:
    return Endpoint("p", kind, address_of(kind, base), RequestLimits(), key)


@pytest.mark.parametrize(
    ("kind", "header"),
    [
        (ANTHROPIC, ("x-api-key", KEY)),
        (GOOGLE, ("x-goog-api-key", KEY)),
        (OPENAI, ("authorization", f"Bearer {KEY}")),
        (OPENAI_COMPATIBLE, ("authorization", f"Bearer {KEY}")),
    ],
)
async def test_the_key_is_on_the_copy_that_goes_out_only(kind: str, header: tuple[str, str]) -> None:
    recorder = Recorder()
    transport = KeyTransport(endpoint(kind, "https://api.example/v1"), recorder)
    asked = httpx2.Request(
        "POST",
        "https://api.example/v1/x",
        headers={
            "Authorization": "Bearer from-env",
            "X-Api-Key": "from-env",
            "X-Goog-Api-Key": "from-env",
            "OpenAI-Organization": "o",
            "X-Stainless-OS": "Linux",
        },
        json={},
    )
    await transport.handle_async_request(asked)
    (sent,) = recorder.requests
    assert header in sent.headers.multi_items()
    assert "from-env" not in str(sent.headers.multi_items())
    assert not any(name.startswith(("x-stainless", "openai-")) for name in sent.headers)
    assert sent.headers["host"] == "api.example"
    assert KEY not in str(asked.headers.multi_items())


async def test_without_a_key_nothing_is_sent_in_its_place() -> None:
    recorder = Recorder()
    transport = KeyTransport(endpoint(OPENAI_COMPATIBLE, "http://127.0.0.1:1", None), recorder)
    await transport.handle_async_request(
        httpx2.Request("GET", "http://127.0.0.1:1/v1/models", headers={"Authorization": "Bearer x"})
    )
    assert "authorization" not in recorder.requests[0].headers


@pytest.mark.parametrize(
    "url",
    ["http://api.example/", "https://api.example:444/", "https://api.example.evil/", "https://evil/", "https://api.example@evil/"],
)
async def test_no_other_origin_is_asked(url: str) -> None:
    recorder = Recorder()
    transport = KeyTransport(endpoint(ANTHROPIC, "https://api.example"), recorder)
    with pytest.raises(ForeignAddressError):
        await transport.handle_async_request(httpx2.Request("GET", url))
    assert recorder.requests == []


def test_proxies_are_the_persons_wish_but_not_for_this_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("http_proxy", "https_proxy", "all_proxy", "no_proxy", "HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "NO_PROXY"):
        monkeypatch.delenv(name, raising=False)
    assert proxy_for(address_of(ANTHROPIC, "https://api.example")) is None
    monkeypatch.setenv("https_proxy", "http://proxy.example:3128")
    monkeypatch.setenv("all_proxy", "http://other.example:3128")
    monkeypatch.setenv("no_proxy", "inside.example")
    assert proxy_for(address_of(ANTHROPIC, "https://api.example")) == "http://proxy.example:3128"
    assert proxy_for(address_of(ANTHROPIC, "http://api.example")) == "http://other.example:3128"
    assert proxy_for(address_of(ANTHROPIC, "https://inside.example")) is None
    for here in ("http://127.0.0.1:1", "http://localhost:1", "http://[::1]:1"):
        assert proxy_for(address_of(OPENAI_COMPATIBLE, here)) is None
