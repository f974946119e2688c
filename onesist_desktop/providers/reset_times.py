# SPDX-License-Identifier: MIT
"""Reads from the headers of a refusal when its limit ends. Each service has names and forms of its own."""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

MAX_WAIT_S = 400 * 86_400.0
"""What lies further away is no time that a service means."""
_RESET = re.compile(r"(?:x-ratelimit-reset(?P<openai>-[a-z-]+)?|anthropic-ratelimit-(?P<anthropic>[a-z-]+)-reset)")
_SPAN = re.compile(r"(\d+(?:\.\d+)?)(ms|[smhd])")
_SECONDS = {"ms": 0.001, "s": 1.0, "m": 60.0, "h": 3_600.0, "d": 86_400.0}


def reset_time(headers: Mapping[str, str], now: float, retry_after_s: float | None = None) -> float | None:
    """Return when a limit that was reached ends, in seconds since the epoch; None where nothing tells.

    Args:
        headers: Of the refusal, with names in lower case.
        now: The time, in seconds since the epoch.
        retry_after_s: How long the service asks to wait. It goes before everything else, as it is about this very request.
    """
    if retry_after_s is not None:
        return now + retry_after_s if 0 <= retry_after_s <= MAX_WAIT_S else None
    used_up: list[float] = []
    others: list[float] = []
    for name, value in headers.items():
        told = _RESET.fullmatch(name)
        at = _time_of(value.strip(), now) if told else None
        if told and at is not None and now - 1 <= at <= now + MAX_WAIT_S:
            (used_up if headers.get(_remaining_of(told), "").strip() == "0" else others).append(at)
    # Of several limits only one may be used up; where none says so, the last one to end is the safe answer.
    return max(used_up or others, default=None)


def _remaining_of(told: re.Match[str]) -> str:
    if told["anthropic"]:
        return f"anthropic-ratelimit-{told['anthropic']}-remaining"
    return f"x-ratelimit-remaining{told['openai'] or ''}"


def _time_of(value: str, now: float) -> float | None:
    """Read ``1s``, ``6m0s`` and ``350ms`` (OpenAI), seconds or an epoch in seconds or milliseconds (others), RFC 3339."""
    spans = _SPAN.findall(value)
    if spans and "".join(number + unit for number, unit in spans) == value:
        return now + sum(float(number) * _SECONDS[unit] for number, unit in spans)
    if re.fullmatch(r"\d{1,15}(\.\d{1,6})?", value):
        number = float(value)
        return number / 1_000 if number > 1e11 else number if number > 1e9 else now + number
    try:
        moment = datetime.fromisoformat(value)
    except ValueError:
        return None
    return moment.timestamp() if moment.tzinfo is not None else None


def next_pacific_midnight(now: float) -> float | None:
    """Return when a daily quota of Google's ends; None where the system has no time zones."""
    try:
        zone = ZoneInfo("America/Los_Angeles")
    except ZoneInfoNotFoundError:
        return None
    tomorrow = datetime.fromtimestamp(now, UTC).astimezone(zone).date() + timedelta(days=1)
    return datetime(tomorrow.year, tomorrow.month, tomorrow.day, tzinfo=zone).timestamp()
