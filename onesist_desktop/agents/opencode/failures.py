# SPDX-License-Identifier: MIT
"""What Opencode's own words for a failure mean to a person."""

from __future__ import annotations

from onesist_desktop.agents.json_reading import Json, as_dict, text_at
from onesist_desktop.core.errors import FailureReason

_BY_NAME = {
    "ProviderAuthError": FailureReason.NOT_SIGNED_IN,
    "ContextOverflowError": FailureReason.TOO_LONG,
    "MessageOutputLengthError": FailureReason.TOO_LONG,
    "ContentFilterError": FailureReason.PROVIDER_ERROR,
}
_BY_STATUS = {
    400: FailureReason.BAD_REQUEST,
    401: FailureReason.NOT_SIGNED_IN,
    402: FailureReason.LIMIT_REACHED,
    403: FailureReason.NOT_SIGNED_IN,
    404: FailureReason.MODEL_UNKNOWN,
    413: FailureReason.TOO_LONG,
    429: FailureReason.RATE_LIMITED,
    503: FailureReason.OVERLOADED,
    529: FailureReason.OVERLOADED,
}
_BY_WORDS = (
    (FailureReason.TOO_LONG, ("prompt is too long", "input is too long", "context length", "context window")),
    (
        FailureReason.LIMIT_REACHED,
        ("usage limit", "quota", "insufficient balance", "credit balance", "billing"),
    ),
    (FailureReason.NOT_SIGNED_IN, ("api key", "unauthorized", "authentication", "not logged in", "sign in")),
    (FailureReason.MODEL_UNKNOWN, ("model not found", "no such model", "modelnotfound")),
    (FailureReason.RATE_LIMITED, ("rate limit", "too many requests")),
    (FailureReason.OVERLOADED, ("overloaded", "capacity", "unavailable")),
    (
        FailureReason.CONNECTION_LOST,
        ("econnreset", "econnrefused", "socket", "connect", "network", "fetch failed"),
    ),
)


def of_error(error: Json) -> tuple[FailureReason, str]:
    """Return what an error of a message or of the session means, and its own words."""
    data = as_dict(error.get("data"))
    words = text_at(data, "message") or text_at(error, "message", "name")
    # Some come with the program's own stack behind.
    words = words.split("\n    at ", 1)[0].strip()
    name = text_at(error, "name")
    if name in _BY_NAME:
        return _BY_NAME[name], words
    status = data.get("statusCode")
    return of_words(words, status if isinstance(status, int) else None), words


def of_words(words: str, status: int | None = None) -> FailureReason:
    """Return what a sentence means, with the HTTP status where the program tells it."""
    lowered = words.lower()
    by_words = next((reason for reason, sentences in _BY_WORDS if any(each in lowered for each in sentences)), None)
    if by_words in (FailureReason.TOO_LONG, FailureReason.LIMIT_REACHED):
        return by_words
    if status in _BY_STATUS:
        return _BY_STATUS[status]
    return by_words or FailureReason.PROVIDER_ERROR


def is_abort(error: Json) -> bool:
    """Tell whether an error says no more than that the turn was stopped."""
    return text_at(error, "name") == "MessageAbortedError"
