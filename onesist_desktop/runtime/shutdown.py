# SPDX-License-Identifier: MIT
"""Ends things one after another, so that a step which fails or hangs can't keep the next ones from running."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence

from onesist_desktop.runtime.supervisor import ErrorReporter


async def shut_down(
    steps: Sequence[tuple[str, Callable[[], Awaitable[object]]]], *, on_error: ErrorReporter, limit_s: float = 10.0
) -> None:
    """Run steps in order.

    Args:
        steps: Each with its name for the report.
        on_error: Gets the failure and the name of a step that failed or took longer than its limit.
        limit_s: Seconds for each step.
    """
    for name, step in steps:
        try:
            async with asyncio.timeout(limit_s):
                await step()
        except Exception as error:  # noqa: BLE001 - the steps after it must still run
            on_error(error, name)
