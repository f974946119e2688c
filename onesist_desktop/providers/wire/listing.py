# SPDX-License-Identifier: MIT
"""Asks providers for their models, and for the size of the models' windows where they tell."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import Any

import httpx2

from onesist_desktop.core.answerer import ModelInfo
from onesist_desktop.core.errors import FailureReason
from onesist_desktop.core.turn_events import Delivery
from onesist_desktop.providers.config import ANTHROPIC, GOOGLE, OPENAI
from onesist_desktop.providers.wire.efforts import anthropic_efforts, compatible_efforts, google_efforts, openai_efforts
from onesist_desktop.providers.wire.failures import status_error, wire_error
from onesist_desktop.providers.wire.http import KeyTransport, PlainTransport, client_for
from onesist_desktop.providers.wire_values import Endpoint, WireError

MAX_BODY_BYTES = 16 * 1024 * 1024
MAX_PAGES = 20
MAX_SHOWN_MODELS = 100
# As OpenRouter, Groq, Mistral, vLLM, LM Studio and Anthropic name it. What is loaded goes before what would be possible.
_WINDOW_KEYS = (
    "loaded_context_length",
    "context_length",
    "context_window",
    "max_context_length",
    "max_model_len",
    "max_input_tokens",
)
_NO_LIST = frozenset({404, 405, 501})


async def list_models(endpoint: Endpoint, plain: PlainTransport) -> tuple[ModelInfo, ...]:
    """Ask for the list; empty where the service has none.

    Raises:
        WireError: It can't be reached, refused the key, or answered with something else.
    """
    try:
        async with asyncio.timeout(endpoint.limits.list_s), client_for(endpoint, KeyTransport(endpoint, plain)) as client:
            asked = _Asked(endpoint, client)
            read = {ANTHROPIC: _anthropic, GOOGLE: _google, OPENAI: _openai}.get(endpoint.kind, _compatible)
            return await read(asked)
    except WireError:
        raise
    except TimeoutError:
        detail = f"The list of models didn't come within {endpoint.limits.list_s:g} seconds."
        raise WireError(FailureReason.CONNECTION_LOST, detail, delivery=Delivery.UNCERTAIN) from None
    except Exception as error:  # noqa: BLE001 - turned into one of ours
        raise wire_error(error, endpoint) from None


class _Asked:
    """JSON requests to one provider."""

    def __init__(self, endpoint: Endpoint, client: httpx2.AsyncClient) -> None:
        self.endpoint = endpoint
        self._client = client

    async def json(self, method: str, url: str, **options: Any) -> Any:
        """Return what the service answers. Raises WireError for a failure, ValueError for what is no JSON."""
        headers = {"anthropic-version": "2023-06-01"} if self.endpoint.kind == ANTHROPIC else {}
        async with self._client.stream(method, url, headers=headers, **options) as response:
            body = bytearray()
            async for piece in response.aiter_bytes():
                body += piece
                if len(body) > MAX_BODY_BYTES:
                    raise ValueError("The answer is too large for a list of models.")
            if response.is_success:
                return json.loads(body)
            try:
                told = json.loads(body)
            except ValueError:
                told = None
            if response.status_code in _NO_LIST:
                raise _NoSuchListError
            raise status_error(self.endpoint, response.status_code, told)

    async def maybe(self, method: str, url: str, **options: Any) -> Any:
        """Return what the service answers, or None where it doesn't know the question."""
        try:
            return await self.json(method, url, **options)
        except (WireError, _NoSuchListError, httpx2.HTTPError, ValueError):
            return None


class _NoSuchListError(Exception):
    """The service has no such interface."""


async def _anthropic(asked: _Asked) -> tuple[ModelInfo, ...]:
    models: list[ModelInfo] = []
    query: dict[str, str] = {"limit": "1000"}
    for _ in range(MAX_PAGES):
        try:
            page = await asked.json("GET", f"{asked.endpoint.address.api}/v1/models", params=query)
        except _NoSuchListError:
            break
        models.extend(_models(_rows(page, "data"), "display_name", anthropic_efforts))
        last = page.get("last_id") if isinstance(page, dict) and page.get("has_more") else None
        if not isinstance(last, str) or query.get("after_id") == last:
            break
        query["after_id"] = last
    return tuple(models)


async def _google(asked: _Asked) -> tuple[ModelInfo, ...]:
    found: dict[str, ModelInfo] = {}
    query: dict[str, str] = {"pageSize": "1000"}
    for _ in range(MAX_PAGES):
        try:
            page = await asked.json("GET", f"{asked.endpoint.address.api}/v1beta/models", params=query)
        except _NoSuchListError:
            break
        for row in _rows(page, "models"):
            name = str(row.get("name") or "").removeprefix("models/")
            methods = row.get("supportedGenerationMethods")
            # Where the methods aren't told, it may well answer.
            if name and (not isinstance(methods, list) or "generateContent" in methods):
                title = str(row.get("displayName") or "")
                found[name] = ModelInfo(name, title, _number(row.get("inputTokenLimit")), google_efforts(name, row))
        token = page.get("nextPageToken") if isinstance(page, dict) else None
        if not isinstance(token, str) or not token or query.get("pageToken") == token:
            break
        query["pageToken"] = token
    return tuple(found.values())


async def _openai(asked: _Asked) -> tuple[ModelInfo, ...]:
    try:
        answer = await asked.json("GET", f"{asked.endpoint.address.api}/models")
    except _NoSuchListError:
        return ()
    return tuple(_models(_rows(answer, "data"), efforts=lambda row: openai_efforts(str(row.get("id")))))


async def _compatible(asked: _Asked) -> tuple[ModelInfo, ...]:
    address = asked.endpoint.address
    try:
        answer = await asked.json("GET", f"{address.api}/models")
    except _NoSuchListError:
        return ()
    models = _models(_rows(answer, "data"), "name", compatible_efforts)
    if any(model.context_window for model in models) or not _may_be_local(asked.endpoint):
        return tuple(models)
    windows = await _ollama_windows(asked, models) or await _lm_studio_windows(asked)
    return tuple(replace(model, context_window=windows.get(model.id)) for model in models)


def _may_be_local(endpoint: Endpoint) -> bool:
    """Tell whether to ask the questions that only local servers know. A big service isn't bothered with them."""
    return endpoint.address.is_loopback or endpoint.address.scheme == "http" or endpoint.address.port in {11434, 1234}


async def _ollama_windows(asked: _Asked, models: Iterable[ModelInfo]) -> Mapping[str, int]:
    root = asked.endpoint.address.root
    tags = await asked.maybe("GET", f"{root}/api/tags")
    if not isinstance(tags, dict) or not isinstance(tags.get("models"), list):
        return {}
    # A model that is loaded has the window that it was loaded with, which is usually far below what it was trained for.
    loaded = {
        str(row.get("model") or row.get("name")): _number(row.get("context_length"))
        for row in _rows(await asked.maybe("GET", f"{root}/api/ps"), "models")
    }
    slots = asyncio.Semaphore(4)

    async def shown(model: ModelInfo) -> tuple[str, int | None]:
        if window := loaded.get(model.id):
            return model.id, window
        async with slots:
            return model.id, _shown_window(await asked.maybe("POST", f"{root}/api/show", json={"model": model.id}))

    asked_for = [shown(model) for model in list(models)[:MAX_SHOWN_MODELS]]
    return {name: window for name, window in await asyncio.gather(*asked_for) if window}


def _shown_window(shown: Any) -> int | None:
    if not isinstance(shown, dict):
        return None
    chosen = re.search(r"^num_ctx\s+(\d+)\s*$", str(shown.get("parameters") or ""), re.M)
    if chosen:
        return _number(int(chosen[1]))
    info = shown.get("model_info")
    if not isinstance(info, dict):
        return None
    return next((_number(value) for key, value in info.items() if str(key).endswith(".context_length")), None)


async def _lm_studio_windows(asked: _Asked) -> Mapping[str, int]:
    rows = _rows(await asked.maybe("GET", f"{asked.endpoint.address.root}/api/v0/models"), "data")
    return {model.id: model.context_window for model in _models(rows) if model.context_window}


def _rows(answer: Any, key: str) -> list[dict[str, Any]]:
    rows = answer.get(key) if isinstance(answer, dict) else answer
    return [row for row in rows if isinstance(row, dict)] if isinstance(rows, list) else []


def _models(
    rows: Iterable[Mapping[str, Any]],
    title_key: str = "",
    efforts: Callable[[Mapping[str, Any]], tuple[str, ...]] = lambda _row: (),
) -> list[ModelInfo]:
    found: dict[str, ModelInfo] = {}
    for row in rows:
        name, title = row.get("id"), row.get(title_key)
        if isinstance(name, str) and name:
            window = next((size for key in _WINDOW_KEYS if (size := _number(row.get(key)))), None)
            found[name] = ModelInfo(name, title if isinstance(title, str) else "", window, efforts(row))
    return list(found.values())


def _number(value: Any) -> int | None:
    return value if isinstance(value, int) and not isinstance(value, bool) and value > 0 else None
