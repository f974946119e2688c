# SPDX-License-Identifier: MIT
"""Notices an agent that calls its model again and again without anything coming of it.

Only agents that report their usage after each call can be seen at it.
"""

from __future__ import annotations

from collections.abc import Sequence

from onesist_desktop.core.turn_events import TurnEvent, UsageReported

MAX_EMPTY_CALLS = 12
RUNAWAY_WORDS = f"The agent called its model {MAX_EMPTY_CALLS} times without saying or doing anything."


class RunawayGuard:
    """Counts reports of usage between which nothing was said or done.

    Attributes:
        is_tripped: Whether there were too many.
    """

    def __init__(self) -> None:
        self.is_tripped = False
        self._empty = 0

    def sees(self, events: Sequence[TurnEvent]) -> bool:
        """Take what one update brought; tell whether that makes it too many."""
        if not events:
            return False
        if any(not isinstance(event, UsageReported) for event in events):
            self._empty = 0
            return False
        self._empty += 1
        if self._empty < MAX_EMPTY_CALLS or self.is_tripped:
            return False
        self.is_tripped = True
        return True
