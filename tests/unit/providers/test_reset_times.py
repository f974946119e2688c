# SPDX-License-Identifier: MIT
from __future__ import annotations

from datetime import datetime
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from onesist_desktop.providers.reset_times import MAX_WAIT_S, next_pacific_midnight, reset_time

NOW = 1_800_000_000.0


@pytest.mark.parametrize(
    ("headers", "after_s"),
    [
        ({}, None),
        ({"retry-after": "5"}, None),
        ({"x-ratelimit-reset-requests": "1s"}, 1),
        ({"x-ratelimit-reset-requests": "6m0s"}, 360),
        ({"x-ratelimit-reset-tokens": "350ms"}, 0.35),
        ({"x-ratelimit-reset-tokens": "1h2m3.5s"}, 3_723.5),
        ({"x-ratelimit-reset-requests": "1s", "x-ratelimit-reset-tokens": "1m"}, 60),
        ({"x-ratelimit-reset-requests": "9s", "x-ratelimit-remaining-requests": "0", "x-ratelimit-reset-tokens": "1m"}, 9),
        ({"x-ratelimit-reset": str(int(NOW) + 30)}, 30),
        ({"x-ratelimit-reset": str((int(NOW) + 30) * 1_000)}, 30),
        ({"x-ratelimit-reset": "30"}, 30),
        ({"x-ratelimit-reset": str(int(NOW) - 30)}, None),
        ({"x-ratelimit-reset": "soon"}, None),
        ({"x-ratelimit-reset": "9999999999999999"}, None),
        ({"anthropic-ratelimit-input-tokens-reset": "2027-01-15T08:01:00Z"}, 60),
        ({"anthropic-ratelimit-requests-reset": "2027-01-15T08:01:00"}, None),
        ({"x-something-reset": "30"}, None),
    ],
)
def test_headers_of_services(headers: dict[str, str], after_s: float | None) -> None:
    told = reset_time(headers, NOW)
    assert told == (None if after_s is None else pytest.approx(NOW + after_s, abs=0.01))


def test_what_the_service_asks_to_wait_goes_first() -> None:
    assert reset_time({"x-ratelimit-reset": "30"}, NOW, 5.0) == NOW + 5
    assert reset_time({}, NOW, -1.0) is None


@given(
    st.dictionaries(
        st.sampled_from(["x-ratelimit-reset", "x-ratelimit-reset-tokens", "anthropic-ratelimit-tokens-reset"]), st.text()
    )
)
def test_nonsense_is_never_a_time_far_away(headers: dict[str, str]) -> None:
    told = reset_time(headers, NOW)
    assert told is None or NOW - 1 <= told <= NOW + MAX_WAIT_S


def test_midnight_in_california() -> None:
    zone = ZoneInfo("America/Los_Angeles")
    noon = datetime(2026, 3, 7, 12, tzinfo=zone)
    # Nine hours before clocks change: the day after is shorter, midnight isn't.
    assert next_pacific_midnight(noon.timestamp()) == datetime(2026, 3, 8, tzinfo=zone).timestamp()
