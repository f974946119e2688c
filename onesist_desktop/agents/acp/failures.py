# SPDX-License-Identifier: MIT
"""From what an agent said went wrong to a typed reason."""

from __future__ import annotations

import re
from datetime import UTC, datetime

from acp import RequestError

from onesist_desktop.core.errors import FailureReason

MAX_DETAIL_CHARS = 4_000

AUTH_REQUIRED = -32000
_UNREAD_CODES = frozenset({-32700, -32600, -32601, -32602, -32002, AUTH_REQUIRED})
_SESSION = re.compile(r"\b(?:session|conversation)\b.{0,40}\b(?:not found|unknown|does not exist|no longer|expired)", re.IGNORECASE)
_NO_SESSION = re.compile(r"\b(?:unknown|no|invalid|missing)\b (?:session|conversation)\b", re.IGNORECASE)
_PATTERNS = tuple(
    (re.compile(pattern, re.IGNORECASE), reason)
    for pattern, reason in (
        (
            r"usage limit|limit reached|(?:daily|weekly|monthly) (?:quota|limit)|exhausted your|insufficient.?quota|current quota"
            r"|credit balance|out of credits|billing",
            FailureReason.LIMIT_REACHED,
        ),
        (r"\b40[13]\b|authenticat|unauthori[sz]ed|api[ -]?key|sign in|log ?in\b", FailureReason.NOT_SIGNED_IN),
        (r"\b429\b|rate.?limit|too many requests|quota", FailureReason.RATE_LIMITED),
        (r"\b5(?:03|29)\b|overloaded", FailureReason.OVERLOADED),
        (r"context (?:window|length)|prompt is too long|too many tokens", FailureReason.TOO_LONG),
        (r"\bmodel\b.{0,80}\b(?:not found|not supported|does not exist|unknown)", FailureReason.MODEL_UNKNOWN),
        (
            r"ECONNRE(?:FUSED|SET)|ENOTFOUND|ETIMEDOUT|EAI_AGAIN|fetch failed|socket hang up|connection (?:error|lost|reset)"
            r"|unable to connect|\bterminated\Z",
            FailureReason.CONNECTION_LOST,
        ),
    )
)
_BY_CODE = {
    AUTH_REQUIRED: FailureReason.NOT_SIGNED_IN,
    401: FailureReason.NOT_SIGNED_IN,
    403: FailureReason.NOT_SIGNED_IN,
    503: FailureReason.OVERLOADED,
    529: FailureReason.OVERLOADED,
}
_TIME_LIMITED = frozenset({FailureReason.RATE_LIMITED, FailureReason.LIMIT_REACHED})
_DATE = re.compile(r"\b(\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?)\s?(Z|UTC|[+-]\d\d:?\d\d)?")
_EPOCH = re.compile(r"(?:reset\w*|until|retry)\D{0,20}\b(1[6-9]\d{8}|2\d{9})(?:\d{3})?\b", re.IGNORECASE)
_WAIT = re.compile(r"\b(?:retry|again|reset\w*|wait)\b(.{0,40})", re.IGNORECASE | re.DOTALL)
_SPAN = re.compile(r"(\d+(?:\.\d+)?)\s*(h|m|s)(?:ours?|rs?|in(?:ute)?s?|ec(?:ond)?s?)?(?![a-z])", re.IGNORECASE)
_UNIT_S = {"h": 3600.0, "m": 60.0, "s": 1.0}


def words_of(error: RequestError) -> str:
    """Return the message with what its data adds, for the error card."""
    data = error.data
    added = data.get("details") or data.get("message") if isinstance(data, dict) else data
    text = f"{error}: {added}" if added and str(added) not in str(error) else str(error)
    return text[:MAX_DETAIL_CHARS]


def reason_of(error: RequestError) -> FailureReason:
    """Return the typed reason of an error answer."""
    words = words_of(error)
    if (by_code := _BY_CODE.get(error.code)) is not None:
        return by_code
    if _SESSION.search(words) or _NO_SESSION.search(words):
        return FailureReason.SESSION_LOST
    found = next((reason for pattern, reason in _PATTERNS if pattern.search(words)), None)
    if error.code == 429:
        return found if found is FailureReason.LIMIT_REACHED else FailureReason.RATE_LIMITED
    if found is not None:
        return found
    return FailureReason.BAD_REQUEST if error.code in (400, -32600, -32602) else FailureReason.PROVIDER_ERROR


def was_unread(error: RequestError) -> bool:
    """Tell whether an agent that answers a prompt with this error can't have taken it into its session."""
    return error.code in _UNREAD_CODES or reason_of(error) is FailureReason.SESSION_LOST


def resets_at(reason: FailureReason, words: str, now: float) -> float | None:
    """Return when a limit ends, in seconds since the epoch, as far as the words tell. ``now`` is on the same clock."""
    if reason not in _TIME_LIMITED:
        return None
    if (date := _DATE.search(words)) is not None:
        moment = _moment(date[1], date[2])
        return moment if moment is not None and moment > now else None
    if (epoch := _EPOCH.search(words)) is not None:
        return float(epoch[1])
    for wait in _WAIT.finditer(words):
        if spans := _SPAN.findall(wait[1]):
            return now + sum(float(count) * _UNIT_S[unit.lower()] for count, unit in spans)
    return None


def _moment(text: str, zone: str | None) -> float | None:
    # A time without a zone could be meant in any; services mean UTC.
    suffix = "+00:00" if zone in (None, "Z", "UTC") else str(zone)
    try:
        return datetime.fromisoformat(text.replace(" ", "T") + suffix).astimezone(UTC).timestamp()
    except (ValueError, OverflowError):
        return None
