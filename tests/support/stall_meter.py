# SPDX-License-Identifier: MIT
"""Measures how long the window could not have answered while something happened.

What counts is the CPU time of the UI thread between two turns of the event loop, and not the time on the clock: on a machine with
other work to do a clock measures that other work. The CPU's caches are still shared, for which :func:`busy_factor` allows.
What the thread sleeps, waits for or is not let run in does not count either. It must not wait on anything anyway, which this
can't see.

The garbage collector is off meanwhile. Its pauses grow with all that other tests left in this process, not with the window.
"""

from __future__ import annotations

import gc
import os
import time
from dataclasses import dataclass, field
from types import TracebackType

from PySide6.QtCore import Qt, QTimer

_TICK_MS = 1


@dataclass(slots=True)
class StallMeter:
    """Measures as long as it is entered, on the thread and below the event loop where it is entered.

    Attributes:
        stalls: The longest stretch of work without a turn of the event loop, in seconds of CPU time, by what was going on then
            as :meth:`note` told.
    """

    stalls: dict[str, float] = field(default_factory=dict)
    _now: str = ""
    _last: float = 0.0
    _timer: QTimer | None = None
    _had_gc: bool = False

    @property
    def longest_s(self) -> float:
        """The longest of all stretches, in seconds of CPU time."""
        return max(self.stalls.values(), default=0.0)

    def over(self, limit_s: float) -> dict[str, int]:
        """Return what took longer than a limit, with how many milliseconds it took. A busy machine gets up to twice the limit."""
        limit_s *= busy_factor()
        return {what: round(took * 1000) for what, took in self.stalls.items() if took > limit_s}

    def __enter__(self) -> StallMeter:
        gc.collect()
        self._had_gc = gc.isenabled()
        gc.disable()
        # A timer comes in turn with everything else that the loop has to do, and at once where it is late.
        self._timer = QTimer()
        self._timer.setTimerType(Qt.TimerType.PreciseTimer)
        self._timer.timeout.connect(self._on_turn)
        self._timer.start(_TICK_MS)
        self._last = time.thread_time()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self._on_turn()
        if self._timer is not None:
            self._timer.stop()
            self._timer = None
        if self._had_gc:
            gc.enable()

    def note(self, what: str) -> None:
        """Say what happens from now on."""
        self._on_turn()
        self._now = what

    def skip(self) -> None:
        """Leave out what was done since the last turn: the test's own work, such as making up texts."""
        self._last = time.thread_time()

    def _on_turn(self) -> None:
        now = time.thread_time()
        self.stalls[self._now] = max(self.stalls.get(self._now, 0.0), now - self._last)
        self._last = now


def busy_factor() -> float:
    """Return how much longer the same work may take now, from 1 to 2: others share the caches and the halves of a core."""
    if not hasattr(os, "getloadavg"):
        return 2.0
    return 1.0 + min(1.0, os.getloadavg()[0] / (os.cpu_count() or 1))
