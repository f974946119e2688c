# SPDX-License-Identifier: MIT
"""HTTP to one provider: the key is added below every library and goes to the provider's own address only."""

from __future__ import annotations

import urllib.request
from collections.abc import Callable

import httpx2

from onesist_desktop import __version__
from onesist_desktop.providers.config import ANTHROPIC, GOOGLE, Address, RequestLimits
from onesist_desktop.providers.wire.answer_stream import AnswerStream, EndlessError, NoAnswerError, beginning_of
from onesist_desktop.providers.wire_values import Endpoint

# The libraries put headers of their own on each request: versions, the operating system, and credentials or headers that
# they find in the environment. Only what the wire formats need goes out.
_SENT_HEADERS = frozenset(
    {
        b"host",
        b"accept",
        b"accept-encoding",
        b"anthropic-beta",
        b"anthropic-version",
        b"connection",
        b"content-length",
        b"content-type",
        b"transfer-encoding",
        # How long Google may take for a whole answer; without it, it ends long ones early.
        b"x-server-timeout",
    }
)
_NO_STREAM_TYPES = frozenset({"text/html", "application/xhtml+xml", "application/json"})
PLACEHOLDER_KEY = "key-is-added-below"
_LIMITS = httpx2.Limits(max_connections=20, max_keepalive_connections=5, keepalive_expiry=30.0)


class ForeignAddressError(httpx2.TransportError):
    """The provider sent us to another address. The request, and the key, stayed here."""


class PlainTransport(httpx2.AsyncBaseTransport):
    """The connections to one provider, shared by its requests. Build it in a thread: it reads certificates."""

    def __init__(self, address: Address) -> None:
        self._inner = httpx2.AsyncHTTPTransport(limits=_LIMITS, proxy=proxy_for(address))

    async def handle_async_request(self, request: httpx2.Request) -> httpx2.Response:
        """Send a request as it is."""
        return await self._inner.handle_async_request(request)

    async def aclose(self) -> None:
        """Leave the connections open for others; :meth:`end` closes them."""

    async def end(self) -> None:
        """Close the connections."""
        await self._inner.aclose()


class KeyTransport(httpx2.AsyncBaseTransport):
    """Adds the key to requests for one origin, and refuses all others.

    With ``on_answer`` the requests are for streamed answers, and it is called once one has begun.
    It works on copies of the requests: what the libraries keep, log or put into an exception never has the key.
    """

    def __init__(self, endpoint: Endpoint, plain: PlainTransport, on_answer: Callable[[], None] | None = None) -> None:
        self._endpoint = endpoint
        self._plain = plain
        self._on_answer = on_answer
        self._answer: AnswerStream | None = None

    def give_up(self, error: EndlessError) -> None:
        """Let the answer fail where it is read next, so that every layer of the libraries sees its end and closes."""
        if self._answer is not None:
            self._answer.fault = error

    async def end_answer(self) -> None:
        """Close the answer that was begun. A library that was interrupted may leave that to the garbage collector."""
        answer, self._answer = self._answer, None
        if answer is not None:
            await answer.aclose()

    async def handle_async_request(self, request: httpx2.Request) -> httpx2.Response:
        """Send a request to the provider's own origin. Raises ForeignAddressError for another one."""
        url = request.url
        port = url.port or {"http": 80, "https": 443}.get(url.scheme, 0)
        if (url.scheme, url.host.lower(), port) != self._endpoint.address.origin:
            raise ForeignAddressError(f"The provider redirected to {url.scheme}://{url.host}, which isn't its own address.")
        headers = [(name, value) for name, value in request.headers.raw if name.lower() in _SENT_HEADERS]
        headers.append((b"user-agent", f"onesist-desktop/{__version__}".encode()))
        if self._on_answer is not None:
            # Lines are counted as they come.
            headers = [(name, value) for name, value in headers if name.lower() != b"accept-encoding"]
            headers.append((b"accept-encoding", b"identity"))
        headers.extend(_key_headers(self._endpoint))
        # One of the libraries knows a single time for everything.
        extensions = {**request.extensions, "timeout": timeout_of(self._endpoint.limits).as_dict()}
        copy = httpx2.Request(request.method, url, headers=headers, stream=request.stream, extensions=extensions)
        response = await self._plain.handle_async_request(copy)
        if self._on_answer is not None and response.is_success:
            await self._check_answer(response, self._on_answer)
        return response

    async def _check_answer(self, response: httpx2.Response, on_answer: Callable[[], None]) -> None:
        """Let a streamed answer through. A good status alone proves nothing: web pages and failures come with it as well."""
        media_type = response.headers.get("content-type", "").partition(";")[0].strip().lower()
        stream = response.stream
        assert isinstance(stream, httpx2.AsyncByteStream)
        if media_type in _NO_STREAM_TYPES:
            raise NoAnswerError(media_type, await beginning_of(stream))
        is_sure = media_type == "text/event-stream"
        if is_sure:
            on_answer()
        response.stream = self._answer = AnswerStream(stream, media_type, None if is_sure else on_answer)

    async def aclose(self) -> None:
        """Nothing of its own to close."""


def _key_headers(endpoint: Endpoint) -> list[tuple[bytes, bytes]]:
    if endpoint.key is None:
        return []
    if endpoint.kind in {ANTHROPIC, GOOGLE}:
        name = b"x-api-key" if endpoint.kind == ANTHROPIC else b"x-goog-api-key"
        return [(name, endpoint.key.encode("ascii"))]
    return [(b"authorization", b"Bearer " + endpoint.key.encode("ascii"))]


def proxy_for(address: Address) -> str | None:
    """Return the proxy that the person set up for this address; never one for this machine."""
    if address.is_loopback or urllib.request.proxy_bypass(address.host):
        return None
    proxies = urllib.request.getproxies()
    return proxies.get(address.scheme) or proxies.get("all")


def timeout_of(limits: RequestLimits) -> httpx2.Timeout:
    """Build the waiting times of an answer. Each counts anew with every byte."""
    return httpx2.Timeout(connect=limits.connect_s, read=limits.silence_s, write=limits.silence_s, pool=limits.connect_s)


def client_for(endpoint: Endpoint, transport: KeyTransport) -> httpx2.AsyncClient:
    """Build a client for a few requests. Closing it leaves the shared connections open."""
    return httpx2.AsyncClient(
        transport=transport,
        timeout=timeout_of(endpoint.limits),
        follow_redirects=True,
        max_redirects=3,
        trust_env=False,
    )
