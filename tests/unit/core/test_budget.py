# SPDX-License-Identifier: MIT
"""The budget's arithmetic."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from onesist_desktop.core.budget import (
    DEFAULT_CAP_BYTES,
    MAX_CAP_BYTES,
    MIN_CAP_BYTES,
    estimated_tokens,
    handoff_budget_bytes,
    history_room_bytes,
)


@pytest.mark.parametrize(
    ("window", "occupied", "message", "cap", "budget"),
    [
        (None, 0, 0, 16_000, 16_000),
        (0, 0, 0, 16_000, 16_000),
        (None, 0, 999_999, 16_000, 16_000),
        (None, 90_000, 0, 16_000, 6_000),
        (None, 90_000, 1_000, 16_000, 5_000),
        (0, 96_000, 0, 16_000, 0),
        (200_000, 0, 0, 16_000, 16_000),
        (200_000, 149_000, 500, 16_000, 500),
        (200_000, 200_000, 0, 16_000, 0),
        (16_000, 0, 0, 16_000, 0),
        (20_000, 0, 0, 16_000, 4_000),
        (64_000, 0, 47_999, 16_000, 1),
        (1_000_000, 0, 0, 65_536, 65_536),
        (None, 0, 0, 1_024, 1_024),
        (None, 0, 0, -1, 0),
    ],
)
def test_budget(window: int | None, occupied: int, message: int, cap: int, budget: int) -> None:
    assert handoff_budget_bytes(window, occupied, message, cap) == budget


@given(
    window=st.none() | st.integers(0, 2_000_000),
    occupied=st.integers(0, 2_000_000),
    message=st.integers(0, 100_000),
    cap=st.integers(MIN_CAP_BYTES, MAX_CAP_BYTES),
)
def test_budget_stays_within_the_cap_and_the_window(window: int | None, occupied: int, message: int, cap: int) -> None:
    budget = handoff_budget_bytes(window, occupied, message, cap)
    assert 0 <= budget <= cap
    if window and budget:
        assert budget + occupied + message <= window * 3 // 4 + 1
    assert budget >= handoff_budget_bytes(window, occupied + 1, message, cap) or occupied == 0


def test_default_cap_and_history_room() -> None:
    assert handoff_budget_bytes(None) == DEFAULT_CAP_BYTES
    assert history_room_bytes(100_000) == 70_000
    assert history_room_bytes(None, 600) == 89_000
    assert history_room_bytes(1_000, 5_000) == 0


def test_a_meter_reckons_four_bytes_for_a_token_and_never_too_few() -> None:
    assert [estimated_tokens(size) for size in (0, 1, 4, 5, 16_000)] == [0, 1, 1, 2, 4_000]
