# SPDX-License-Identifier: MIT
"""From what an agent said went wrong to a typed reason."""

from __future__ import annotations

import re

from acp import RequestError

from onesist_desktop.core.errors import FailureReason

MAX_DETAIL_CHARS = 4_000

AUTH_REQUIRED = -32000
_UNREAD_CODES = frozenset({-32700, -32600, -32601, -32602, -32002, AUTH_REQUIRED})
_SESSION = re.compile(r"\b(?:session|conversation)\b.{0,40}\b(?:not found|unknown|does not exist|no longer|expired)", re.IGNORECASE)
_NO_SESSION = re.compile(r"\b(?:unknown|no|invalid|missing)\b (?:session|conversation)\b", re.IGNORECASE)
_PATTERNS = (
    (re.compile(r"\b40[13]\b|authenticat|unauthori[sz]ed|api key|sign in|log ?in\b", re.IGNORECASE), FailureReason.NOT_SIGNED_IN),
    (re.compile(r"\b429\b|rate.?limit|too many requests|quota", re.IGNORECASE), FailureReason.RATE_LIMITED),
    (re.compile(r"\b5(?:03|29)\b|overloaded", re.IGNORECASE), FailureReason.OVERLOADED),
    (re.compile(r"context (?:window|length)|prompt is too long|too many tokens", re.IGNORECASE), FailureReason.TOO_LONG),
)


def words_of(error: RequestError) -> str:
    """Return the message with what its data adds, for the error card."""
    data = error.data
    added = data.get("details") or data.get("message") if isinstance(data, dict) else data
    text = f"{error}: {added}" if added and str(added) not in str(error) else str(error)
    return text[:MAX_DETAIL_CHARS]


def reason_of(error: RequestError) -> FailureReason:
    """Return the typed reason of an error answer."""
    words = words_of(error)
    if error.code in (AUTH_REQUIRED, 401, 403):
        return FailureReason.NOT_SIGNED_IN
    if error.code == 429:
        return FailureReason.RATE_LIMITED
    if _SESSION.search(words) or _NO_SESSION.search(words):
        return FailureReason.SESSION_LOST
    for pattern, reason in _PATTERNS:
        if pattern.search(words):
            return reason
    return FailureReason.BAD_REQUEST if error.code in (-32600, -32602) else FailureReason.PROVIDER_ERROR


def was_unread(error: RequestError) -> bool:
    """Tell whether an agent that answers a prompt with this error can't have taken it into its session."""
    return error.code in _UNREAD_CODES or reason_of(error) is FailureReason.SESSION_LOST
