# SPDX-License-Identifier: MIT
"""What agents say went wrong, and the reasons and times read from it."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from acp import RequestError

from onesist_desktop.agents.acp.failures import reason_of, resets_at, was_unread
from onesist_desktop.core.errors import FailureReason

NOW = datetime(2026, 11, 30, 12, tzinfo=UTC).timestamp()


@pytest.mark.parametrize(
    ("code", "words", "reason"),
    [
        (-32000, "Authentication required", FailureReason.NOT_SIGNED_IN),
        (401, "whatever", FailureReason.NOT_SIGNED_IN),
        (-32603, "Internal error: invalid x-api-key", FailureReason.NOT_SIGNED_IN),
        (-32603, "Incorrect API key provided: fake", FailureReason.NOT_SIGNED_IN),
        (429, "Rate limit exceeded. Try again later.", FailureReason.RATE_LIMITED),
        (429, "You have exhausted your daily quota on this model.", FailureReason.LIMIT_REACHED),
        (-32603, "You've hit your usage limit. Try again at 2026-12-01T00:00:00Z", FailureReason.LIMIT_REACHED),
        (-32603, "529 overloaded", FailureReason.OVERLOADED),
        (503, "busy", FailureReason.OVERLOADED),
        (500, "terminated", FailureReason.CONNECTION_LOST),
        (-32603, "fetch failed: ECONNREFUSED 127.0.0.1:9", FailureReason.CONNECTION_LOST),
        (-32602, "Invalid params: model not found: fake/nope", FailureReason.MODEL_UNKNOWN),
        (-32602, "session not found: ses_nope", FailureReason.SESSION_LOST),
        (400, "prompt is too long", FailureReason.TOO_LONG),
        (400, "nonsense", FailureReason.BAD_REQUEST),
        (-32603, "nonsense", FailureReason.PROVIDER_ERROR),
    ],
)
def test_reasons(code: int, words: str, reason: FailureReason) -> None:
    assert reason_of(RequestError(code, words)) is reason


@pytest.mark.parametrize(
    ("words", "seconds"),
    [
        ("try again at 2026-11-30T13:00:00Z", 3600),
        ("resets 2026-11-30 14:00:00+01:00", 3600),
        ("limit reached, resets at 1796042400", 1796042400 - NOW),
        ("Please retry in 37.5s", 37.5),
        ("Your quota will reset after 2h15m10s.", 2 * 3600 + 15 * 60 + 10),
        ("try again in 5 minutes", 300),
        ("reset was 2026-11-30T11:00:00Z", None),
        ("2026-99-99T99:99:99Z", None),
        ("Try again later.", None),
    ],
)
def test_when_a_limit_ends(words: str, seconds: float | None) -> None:
    found = resets_at(FailureReason.LIMIT_REACHED, words, NOW)
    assert found == (None if seconds is None else pytest.approx(NOW + seconds, abs=0.01, rel=0))
    assert resets_at(FailureReason.OVERLOADED, words, NOW) is None


def test_what_cannot_have_been_read() -> None:
    assert was_unread(RequestError(-32602, "Invalid params"))
    assert was_unread(RequestError(-32603, "unknown session"))
    assert not was_unread(RequestError(-32603, "529 overloaded"))
