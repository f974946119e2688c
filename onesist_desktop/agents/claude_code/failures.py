# SPDX-License-Identifier: MIT
"""What Claude Code's own words for a failure mean to a person."""

from __future__ import annotations

from onesist_desktop.core.errors import FailureReason

_BY_WORD = {
    "authentication_failed": FailureReason.NOT_SIGNED_IN,
    "oauth_org_not_allowed": FailureReason.NOT_SIGNED_IN,
    "permission_error": FailureReason.NOT_SIGNED_IN,
    "rate_limit": FailureReason.RATE_LIMITED,
    "rate_limit_error": FailureReason.RATE_LIMITED,
    "overloaded": FailureReason.OVERLOADED,
    "overloaded_error": FailureReason.OVERLOADED,
    "connection_failed": FailureReason.CONNECTION_LOST,
    "model_not_found": FailureReason.MODEL_UNKNOWN,
    "not_found_error": FailureReason.MODEL_UNKNOWN,
    "request_too_large": FailureReason.TOO_LONG,
    "invalid_request": FailureReason.BAD_REQUEST,
    "invalid_request_error": FailureReason.BAD_REQUEST,
}
_BY_STATUS = {
    400: FailureReason.BAD_REQUEST,
    401: FailureReason.NOT_SIGNED_IN,
    403: FailureReason.NOT_SIGNED_IN,
    404: FailureReason.MODEL_UNKNOWN,
    413: FailureReason.TOO_LONG,
    429: FailureReason.RATE_LIMITED,
    529: FailureReason.OVERLOADED,
}
_TOO_LONG = ("prompt is too long", "input is too long", "context limit", "exceed context", "exceeds the context")
_NOT_SIGNED_IN = ("please run /login", "not logged in", "invalid api key", "oauth token has expired", "oauth token revoked")
_LOST = ("no conversation found", "no message found with message.uuid", "is already in use")


def classify(*words: str, status: int | None = None, text: str = "") -> FailureReason:
    """Decide what a failed request means.

    Args:
        words: The program's or the service's codes, most telling first.
        status: HTTP status; None where there was no answer or the program doesn't tell.
        text: The sentence meant for people, which is all that some versions give.
    """
    lowered = text.lower()
    if any(sentence in lowered for sentence in _TOO_LONG):
        return FailureReason.TOO_LONG
    if any(sentence in lowered for sentence in _NOT_SIGNED_IN):
        return FailureReason.NOT_SIGNED_IN
    if status in _BY_STATUS:
        return _BY_STATUS[status]
    for word in words:
        if word in _BY_WORD:
            return _BY_WORD[word]
    if "unable to connect" in lowered or "connection error" in lowered:
        return FailureReason.CONNECTION_LOST
    return FailureReason.PROVIDER_ERROR


def is_session_lost(text: str) -> bool:
    """Tell whether these words mean that the session, or the point in it, isn't there."""
    lowered = text.lower()
    return any(sentence in lowered for sentence in _LOST)
