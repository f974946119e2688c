# SPDX-License-Identifier: MIT
from __future__ import annotations

from typing import Any

import httpx2
import pytest
from pydantic_ai.exceptions import (
    ModelAPIError,
    ModelConnectionError,
    ModelHTTPError,
    ModelOverloadedError,
    UnexpectedModelBehavior,
)

from onesist_desktop.core.errors import FailureReason
from onesist_desktop.core.turn_events import Delivery
from onesist_desktop.providers.config import OPENAI_COMPATIBLE, RequestLimits, address_of
from onesist_desktop.providers.wire.failures import MAX_DETAIL_CHARS, status_error, wire_error
from onesist_desktop.providers.wire.http import ForeignAddressError
from onesist_desktop.providers.wire_values import Endpoint

KEY = "sk-canary-0001"
ENDPOINT = Endpoint("p", OPENAI_COMPATIBLE, address_of(OPENAI_COMPATIBLE, "http://127.0.0.1:9"), RequestLimits(), KEY)


def connection(cause: Exception) -> Exception:
    error = ModelConnectionError("m", "Connection error.")
    error.__cause__ = cause
    return error


def told(text: str) -> dict[str, Any]:
    return {"error": {"message": text, "type": "x"}}


@pytest.mark.parametrize(
    ("status", "body", "reason"),
    [
        (400, told("bad"), FailureReason.BAD_REQUEST),
        (400, told("This model's maximum context length is 8192 tokens"), FailureReason.TOO_LONG),
        (400, told("prompt is too long: 210000 tokens > 200000 maximum"), FailureReason.TOO_LONG),
        (400, told("the request exceeds the available context size"), FailureReason.TOO_LONG),
        (401, told("no"), FailureReason.NOT_SIGNED_IN),
        (402, told("no credit"), FailureReason.LIMIT_REACHED),
        (400, told("Your credit balance is too low to access the API."), FailureReason.LIMIT_REACHED),
        (429, told("You exceeded your current quota, please check your plan and billing details."), FailureReason.LIMIT_REACHED),
        (403, None, FailureReason.NOT_SIGNED_IN),
        (404, told("model 'x' not found"), FailureReason.MODEL_UNKNOWN),
        (404, "404 page not found", FailureReason.BAD_REQUEST),
        (404, None, FailureReason.BAD_REQUEST),
        (413, None, FailureReason.TOO_LONG),
        (422, told("bad"), FailureReason.BAD_REQUEST),
        (429, None, FailureReason.RATE_LIMITED),
        (500, {"detail": "boom"}, FailureReason.PROVIDER_ERROR),
        (503, None, FailureReason.OVERLOADED),
        (529, told("Overloaded"), FailureReason.OVERLOADED),
    ],
)
def test_statuses(status: int, body: Any, reason: FailureReason) -> None:
    error = status_error(ENDPOINT, status, body)
    assert error.reason is reason
    assert error.delivery is Delivery.REFUSED
    assert str(status) in error.detail


def test_a_refused_request_without_a_key_misses_the_key() -> None:
    keyless = Endpoint("p", OPENAI_COMPATIBLE, ENDPOINT.address, RequestLimits())
    assert status_error(keyless, 401, None).reason is FailureReason.KEY_MISSING


@pytest.mark.parametrize(
    ("error", "reason", "delivery"),
    [
        (connection(httpx2.ConnectError("[Errno 111] Connection refused")), FailureReason.CONNECTION_LOST, Delivery.REFUSED),
        (connection(httpx2.ConnectTimeout("")), FailureReason.CONNECTION_LOST, Delivery.REFUSED),
        (connection(httpx2.ReadTimeout("")), FailureReason.CONNECTION_LOST, Delivery.UNCERTAIN),
        (connection(httpx2.RemoteProtocolError("gone")), FailureReason.CONNECTION_LOST, Delivery.UNCERTAIN),
        (connection(ForeignAddressError("elsewhere")), FailureReason.BAD_REQUEST, Delivery.REFUSED),
        (httpx2.ReadError("cut"), FailureReason.CONNECTION_LOST, Delivery.UNCERTAIN),
        (httpx2.TooManyRedirects("round"), FailureReason.INTERNAL, Delivery.UNCERTAIN),
        (UnexpectedModelBehavior("garbage"), FailureReason.PROTOCOL, Delivery.UNCERTAIN),
        (ModelAPIError("m", "in the stream"), FailureReason.PROVIDER_ERROR, Delivery.REFUSED),
        (ModelAPIError("m", "the context window is full"), FailureReason.TOO_LONG, Delivery.REFUSED),
        (
            ModelHTTPError.for_category(ModelOverloadedError, status_code=529, model_name="m", body=told("busy"), in_stream=True),
            FailureReason.OVERLOADED,
            Delivery.REFUSED,
        ),
        (RuntimeError("ours"), FailureReason.INTERNAL, Delivery.UNCERTAIN),
    ],
)
def test_what_the_libraries_raise(error: Exception, reason: FailureReason, delivery: Delivery) -> None:
    found = wire_error(error, ENDPOINT)
    assert (found.reason, found.delivery) == (reason, delivery)


def test_the_wait_that_a_provider_asks_for_is_said() -> None:
    error = wire_error(ModelHTTPError(429, "m", told("slow down"), headers={"Retry-After": "7"}), ENDPOINT)
    assert (error.reason, error.retry_after_s) == (FailureReason.RATE_LIMITED, 7.0)
    assert "7 seconds" in error.detail


def test_the_key_is_in_no_text_and_no_text_is_endless() -> None:
    error = status_error(ENDPOINT, 401, told(f"Incorrect API key provided: {KEY}. {'x' * 9_000}"))
    assert KEY not in f"{error} {error.detail} {error!r} {ENDPOINT!r}"
    assert len(error.detail) <= MAX_DETAIL_CHARS + 1
