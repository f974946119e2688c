# SPDX-License-Identifier: MIT
"""What Claude Code's own words for a failure mean to a person."""

from __future__ import annotations

import re
from dataclasses import dataclass

from onesist_desktop.agents.json_reading import Json, as_count, as_text
from onesist_desktop.core.errors import FailureReason

# These say more than the status, which is that of any request that came too soon.
_BY_TELLING_WORD = {
    "usage_limit_reached": FailureReason.LIMIT_REACHED,
    "billing_error": FailureReason.LIMIT_REACHED,
}
_BY_WORD = {
    "authentication_failed": FailureReason.NOT_SIGNED_IN,
    "authentication_error": FailureReason.NOT_SIGNED_IN,
    "account_on_hold": FailureReason.NOT_SIGNED_IN,
    "verification_required": FailureReason.NOT_SIGNED_IN,
    "cloud_credential_error": FailureReason.NOT_SIGNED_IN,
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
_LIMIT = ("usage limit reached", "you've hit your", "out of usage credits", "credit balance is too low", "monthly spend limit")
_LIMIT_UNTIL = re.compile(r"usage limit reached\|(\d{9,12})")
# The program waits about half a second times two for each try by itself; what is clearly longer the service asked for.
_OWN_WAIT_S = 0.5
_MOST_JITTER = 1.5
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
    if any(sentence in lowered for sentence in _LIMIT):
        return FailureReason.LIMIT_REACHED
    for word in words:
        if word in _BY_TELLING_WORD:
            return _BY_TELLING_WORD[word]
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


def asked_wait(attempt: int, delay_s: float) -> bool:
    """Tell whether a wait before a new try is what the service asked for, and not the program's own."""
    return delay_s > _OWN_WAIT_S * (1 << max(0, attempt - 1)) * _MOST_JITTER


@dataclass(slots=True)
class LimitNote:
    """When a limit ends, as far as it was told. ``resets_at`` in seconds since the epoch."""

    resets_at: float | None = None

    def take(self, told: Json) -> None:
        """Take the program's ``rate_limit_info``. Only that of a refused request counts: it also comes as a warning."""
        if as_text(told.get("status")) == "rejected" and (until := as_count(told.get("resetsAt"))):
            self.resets_at = float(until)

    def take_text(self, text: str, now: float) -> None:
        """Take the time from the sentence of older versions, unless it is known."""
        found = _LIMIT_UNTIL.search(text.lower())
        if found is not None and self.resets_at is None and float(found[1]) > now:
            self.resets_at = float(found[1])
