# SPDX-License-Identifier: MIT
"""Tells what went wrong from what the libraries raise."""

from __future__ import annotations

import json
import re
import time
from collections.abc import Iterator, Mapping
from typing import Any

import httpx2
from pydantic_ai import exceptions

from onesist_desktop.core.errors import FailureReason
from onesist_desktop.core.turn_events import Delivery
from onesist_desktop.providers.config import GOOGLE
from onesist_desktop.providers.reset_times import next_pacific_midnight, reset_time
from onesist_desktop.providers.wire.answer_stream import EndlessError, LongLineError, NoAnswerError
from onesist_desktop.providers.wire.http import ForeignAddressError
from onesist_desktop.providers.wire_values import Endpoint, WireError, masked

MAX_DETAIL_CHARS = 2_000
_TOO_LONG = re.compile(
    r"context[ _-]?(length|size|window)|too long|too many (input )?tokens|maximum (context|prompt|input)|request_too_large", re.I
)
# Google says "quota" and "billing" of what passes in a minute too; there only its own names of the limits count.
_USED_UP = re.compile(
    r"insufficient[_ ](quota|credit|balance|funds)|credit balance|out of credits|exceeded your current quota|billing|"
    r"(spend(ing)?|usage)[_ ]limit|daily[_ ]limit",
    re.I,
)
_MAY_BE_USED_UP = frozenset({400, 402, 403, 429})
_LIMITS = frozenset({FailureReason.RATE_LIMITED, FailureReason.LIMIT_REACHED})
_REASONS: tuple[tuple[type[Exception], FailureReason], ...] = (
    (exceptions.ModelContextWindowExceededError, FailureReason.TOO_LONG),
    (exceptions.ModelAuthenticationError, FailureReason.NOT_SIGNED_IN),
    (exceptions.ModelQuotaExceededError, FailureReason.LIMIT_REACHED),
    (exceptions.ModelRateLimitError, FailureReason.RATE_LIMITED),
    (exceptions.ModelUnavailableError, FailureReason.OVERLOADED),
)
_STATUS_REASONS = {
    401: FailureReason.NOT_SIGNED_IN,
    403: FailureReason.NOT_SIGNED_IN,
    402: FailureReason.LIMIT_REACHED,
    408: FailureReason.CONNECTION_LOST,
    413: FailureReason.TOO_LONG,
    429: FailureReason.RATE_LIMITED,
    502: FailureReason.OVERLOADED,
    503: FailureReason.OVERLOADED,
    504: FailureReason.OVERLOADED,
    529: FailureReason.OVERLOADED,
}


def wire_error(error: Exception, endpoint: Endpoint) -> WireError:
    """Turn whatever a request raised into a typed failure. Its text doesn't hold the key."""
    chain = list(_chain(error))
    foreign = next((link for link in chain if isinstance(link, ForeignAddressError)), None)
    if foreign is not None:
        return _built(endpoint, FailureReason.BAD_REQUEST, str(foreign))
    if (no_answer := next((link for link in chain if isinstance(link, NoAnswerError)), None)) is not None:
        return _no_answer(no_answer, endpoint)
    if (endless := next((link for link in chain if isinstance(link, EndlessError)), None)) is not None:
        return _built(endpoint, FailureReason.RUNAWAY, str(endless), Delivery.UNCERTAIN)
    if (long_line := next((link for link in chain if isinstance(link, LongLineError)), None)) is not None:
        return _built(endpoint, FailureReason.PROTOCOL, str(long_line), Delivery.UNCERTAIN)
    if isinstance(error, exceptions.ModelHTTPError):
        return status_error(endpoint, error.status_code, error.body, error.retry_after, _reason_of(error), error.headers)
    if any(
        isinstance(link, httpx2.ConnectError | httpx2.ConnectTimeout | httpx2.PoolTimeout | httpx2.ProxyError) for link in chain
    ):
        words = _words(chain) or "no connection"
        return _built(endpoint, FailureReason.CONNECTION_LOST, f"{endpoint.address.root} can't be reached: {words}")
    if any(isinstance(link, httpx2.TimeoutException | exceptions.ModelRequestTimeout) for link in chain):
        detail = f"The provider was silent for {endpoint.limits.silence_s:g} seconds."
        return _built(endpoint, FailureReason.CONNECTION_LOST, detail, Delivery.UNCERTAIN)
    if any(isinstance(link, httpx2.TransportError | httpx2.StreamError | exceptions.ModelConnectionError) for link in chain):
        return _built(endpoint, FailureReason.CONNECTION_LOST, _words(chain), Delivery.UNCERTAIN)
    if isinstance(error, exceptions.UnexpectedModelBehavior) and "without content" in str(error):
        return _built(endpoint, FailureReason.PROVIDER_ERROR, "The model's answer was empty.", Delivery.UNCERTAIN)
    is_garbled = any(isinstance(link, ValueError | httpx2.DecodingError | exceptions.UnexpectedModelBehavior) for link in chain)
    if isinstance(error, exceptions.ModelAPIError) and not is_garbled:
        detail = message_of(error.body) or str(error)
        reason = _reason_of(error) or (FailureReason.TOO_LONG if _TOO_LONG.search(detail) else FailureReason.PROVIDER_ERROR)
        return _built(endpoint, reason, detail)
    if is_garbled:
        return _built(endpoint, FailureReason.PROTOCOL, f"The provider's answer can't be read. {_words(chain)}", Delivery.UNCERTAIN)
    return _built(endpoint, FailureReason.INTERNAL, f"{type(error).__name__}: {error}", Delivery.UNCERTAIN)


def _no_answer(error: NoAnswerError, endpoint: Endpoint) -> WireError:
    """Word what came instead of an answer: a failure with a good status, a page of some gateway, or nonsense."""
    try:
        body = json.loads(error.body)
    except ValueError:
        body = None
    if isinstance(body, dict | list) and message_of(body):
        inner = body.get("error") if isinstance(body, dict) else None
        code = inner.get("code") if isinstance(inner, dict) else None
        return status_error(endpoint, code if isinstance(code, int) and 400 <= code < 600 else 500, body)
    if "html" in error.media_type or error.body.lstrip()[:1] == b"<":
        detail = f"{endpoint.address.api} answers with a web page, not with a model's words. Is the address right?"
        return _built(endpoint, FailureReason.PROTOCOL, detail)
    what = error.media_type or "something else"
    detail = f"{endpoint.address.api} answers with {what}, not with the streamed words of a model."
    return _built(endpoint, FailureReason.PROTOCOL, detail, Delivery.UNCERTAIN)


def status_error(
    endpoint: Endpoint,
    status: int,
    body: object,
    retry_after_s: float | None = None,
    reason: FailureReason | None = None,
    headers: Mapping[str, str] | None = None,
) -> WireError:
    """Turn an HTTP status with its body into a typed failure. ``headers`` have names in lower case."""
    message = message_of(body)
    detail = f"{message} (HTTP {status})" if message else f"HTTP {status}"
    if reason is None:
        reason = _STATUS_REASONS.get(status) or _reason_of_status(status, message)
    if endpoint.kind == GOOGLE and "API_KEY_INVALID" in _details_of(body):
        # Google says 400 to a key that is none.
        reason = FailureReason.NOT_SIGNED_IN
    if endpoint.kind != GOOGLE and status in _MAY_BE_USED_UP and _USED_UP.search(f"{message} {_code_of(body)}"):
        reason = FailureReason.LIMIT_REACHED
    if status == 404 and not message:
        detail = f"{endpoint.address.api} has no such interface (HTTP 404). Is the address right?"
    if reason is FailureReason.NOT_SIGNED_IN and endpoint.key is None:
        reason = FailureReason.KEY_MISSING
    if retry_after_s is not None:
        detail += f" The provider asks to wait {retry_after_s:g} seconds."
    resets_at = _resets_at(endpoint, reason, headers or {}, body, retry_after_s) if reason in _LIMITS else None
    return _built(endpoint, reason, detail, retry_after_s=retry_after_s, resets_at=resets_at)


def _resets_at(
    endpoint: Endpoint, reason: FailureReason, headers: Mapping[str, str], body: object, retry_after_s: float | None
) -> float | None:
    now = time.time()
    if endpoint.kind == GOOGLE and reason is FailureReason.LIMIT_REACHED:
        # Google's wish to wait is about the minute also where it is the day's quota that is used up.
        return next_pacific_midnight(now)
    # OpenRouter puts the headers into the body.
    inner = body.get("error", body) if isinstance(body, dict) else None
    metadata = inner.get("metadata") if isinstance(inner, dict) else None
    told = metadata.get("headers") if isinstance(metadata, dict) else None
    more = {str(name).lower(): str(value) for name, value in told.items()} if isinstance(told, dict) else {}
    return reset_time({**more, **headers}, now, retry_after_s)


def _details_of(body: object) -> set[str]:
    inner = body.get("error") if isinstance(body, dict) else None
    details = inner.get("details") if isinstance(inner, dict) else None
    return {str(each.get("reason")) for each in details if isinstance(each, dict)} if isinstance(details, list) else set()


def _code_of(body: object) -> str:
    inner = body.get("error", body) if isinstance(body, dict) else None
    return f"{inner.get('code') or ''} {inner.get('type') or ''}" if isinstance(inner, dict) else ""


def _reason_of_status(status: int, message: str) -> FailureReason:
    if status == 404:
        # A service that knows no such model says so in its own format; a wrong address gives a page or nothing.
        return FailureReason.MODEL_UNKNOWN if message else FailureReason.BAD_REQUEST
    if status >= 500:
        return FailureReason.TOO_LONG if _TOO_LONG.search(message) else FailureReason.PROVIDER_ERROR
    return FailureReason.TOO_LONG if _TOO_LONG.search(message) else FailureReason.BAD_REQUEST


def _reason_of(error: exceptions.ModelAPIError) -> FailureReason | None:
    return next((reason for cls, reason in _REASONS if isinstance(error, cls)), None)


def message_of(body: object) -> str:
    """Find a provider's own words in the body of a failure; empty where it is no format that we know."""
    if isinstance(body, list) and body:
        body = body[0]
    if isinstance(body, dict):
        inner: Any = body.get("error", body)
        text = inner.get("message") if isinstance(inner, dict) else inner
        return str(text) if text else str(body.get("message") or body.get("detail") or "")
    return ""


def _built(
    endpoint: Endpoint,
    reason: FailureReason,
    detail: str,
    delivery: Delivery = Delivery.REFUSED,
    retry_after_s: float | None = None,
    resets_at: float | None = None,
) -> WireError:
    text = masked(detail.strip(), endpoint.key)
    if len(text) > MAX_DETAIL_CHARS:
        text = text[:MAX_DETAIL_CHARS] + "…"
    return WireError(reason, text, delivery=delivery, retry_after_s=retry_after_s, resets_at=resets_at)


def _chain(error: BaseException) -> Iterator[BaseException]:
    seen: set[int] = set()
    link: BaseException | None = error
    while link is not None and id(link) not in seen:
        seen.add(id(link))
        yield link
        link = link.__cause__ or link.__context__


def _words(chain: list[BaseException]) -> str:
    """Take the words of the innermost cause that has any: outer ones only say that the connection failed."""
    for link in reversed(chain):
        if isinstance(link, OSError | httpx2.HTTPError) and str(link):
            return str(link)
    return next((str(link) for link in chain if str(link)), "")
