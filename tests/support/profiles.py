# SPDX-License-Identifier: MIT
"""Hypothesis profiles: quick by default, the same examples on every run in CI, ``deep`` by hand."""

from __future__ import annotations

import os

from hypothesis import HealthCheck, settings


def load() -> None:
    """Register the profiles and choose one by ``HYPOTHESIS_PROFILE`` or ``CI``."""
    slow_machine = [HealthCheck.too_slow]
    settings.register_profile("default", deadline=None, max_examples=50, suppress_health_check=slow_machine, database=None)
    settings.register_profile(
        "ci", deadline=None, max_examples=100, derandomize=True, suppress_health_check=slow_machine, database=None, print_blob=True
    )
    settings.register_profile("deep", deadline=None, max_examples=2000, suppress_health_check=slow_machine, database=None)
    settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE") or ("ci" if os.environ.get("CI") else "default"))
