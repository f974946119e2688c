# SPDX-License-Identifier: MIT
"""HTTP to the program's server on this machine. Loads the HTTP library, so it is itself loaded when first needed."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Mapping
from typing import Any

import httpx2

from onesist_desktop.agents.json_reading import Json, as_dict, as_list, as_text, text_at

USER = "opencode"
_CONNECT_S = 5.0


class ServerGoneError(ConnectionError):
    """No answer came. Whether the request was read is unknown."""


class AnswerError(Exception):
    """The server said no.

    Attributes:
        status: HTTP status. 200 when the answer is no JSON, as another version's server gives.
        words: What it said.
    """

    def __init__(self, status: int, words: str) -> None:
        super().__init__(f"{status}: {words}")
        self.status = status
        self.words = words


class ServerHttp:
    """Requests to one server. Build it in a thread: the library reads certificates."""

    def __init__(self, url: str, password: str) -> None:
        self._client = httpx2.AsyncClient(
            base_url=url,
            auth=httpx2.BasicAuth(USER, password),
            timeout=httpx2.Timeout(60.0, connect=_CONNECT_S),
            trust_env=False,
        )

    async def get(self, path: str, *, directory: str | None = None, limit_s: float = 60.0) -> Any:
        """GET JSON. Raises ServerGoneError, AnswerError."""
        return await self._ask("GET", path, None, directory, limit_s)

    async def post(
        self, path: str, body: Mapping[str, Any] | None = None, *, directory: str | None = None, limit_s: float = 60.0
    ) -> Any:
        """POST JSON. Raises ServerGoneError, AnswerError."""
        return await self._ask("POST", path, body or {}, directory, limit_s)

    async def patch(self, path: str, body: Mapping[str, Any]) -> Any:
        """PATCH JSON. Raises ServerGoneError, AnswerError."""
        return await self._ask("PATCH", path, body, None, 60.0)

    async def delete(self, path: str) -> Any:
        """DELETE. Raises ServerGoneError, AnswerError."""
        return await self._ask("DELETE", path, None, None, 60.0)

    async def stream(self, path: str, silence_s: float) -> AsyncIterator[bytes]:
        """GET a stream and yield it as it comes; ``silence_s`` without a byte ends it. Raises ServerGoneError, AnswerError."""
        timeout = httpx2.Timeout(silence_s, connect=_CONNECT_S)
        try:
            async with self._client.stream("GET", path, timeout=timeout) as response:
                if response.status_code != 200 or "text/event-stream" not in response.headers.get("content-type", ""):
                    raise AnswerError(response.status_code, "no event stream")
                async for piece in response.aiter_bytes():
                    yield piece
        except httpx2.HTTPError as error:
            raise ServerGoneError(str(error)) from error

    async def close(self) -> None:
        """Close the connections."""
        await self._client.aclose()

    async def _ask(self, method: str, path: str, body: Mapping[str, Any] | None, directory: str | None, limit_s: float) -> Any:
        # Escaped to ASCII: half of a surrogate pair, which a person can paste, has no UTF-8.
        content = None if body is None else json.dumps(body).encode("ascii")
        headers = {"content-type": "application/json"} if content is not None else {}
        params = {"directory": directory} if directory is not None else None
        timeout = httpx2.Timeout(limit_s, connect=_CONNECT_S)
        try:
            response = await self._client.request(method, path, content=content, headers=headers, params=params, timeout=timeout)
        except (httpx2.HTTPError, RuntimeError) as error:
            # RuntimeError: the client was closed, as the app ends.
            raise ServerGoneError(str(error) or type(error).__name__) from error
        return _read(response)


def _read(response: httpx2.Response) -> Any:
    if response.status_code == 204 or not response.content:
        if response.status_code >= 400:
            raise AnswerError(response.status_code, "")
        return None
    is_json = "json" in response.headers.get("content-type", "")
    try:
        told = response.json() if is_json else None
    except ValueError:
        is_json, told = False, None
    if response.status_code >= 400:
        raise AnswerError(response.status_code, error_words(as_dict(told)) or response.text[:2000])
    if not is_json:
        # An unknown path of this server is answered with a page and 200.
        raise AnswerError(response.status_code, "the answer is no JSON")
    return told


def error_words(told: Json) -> str:
    """Return what an error object says."""
    data = as_dict(told.get("data"))
    issues = [as_text(as_dict(issue).get("message")) for issue in as_list(told.get("errors"))]
    return text_at(data, "message") or text_at(told, "message", "name") or "; ".join(filter(None, issues))
