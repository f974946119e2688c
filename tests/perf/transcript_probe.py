# SPDX-License-Identifier: MIT
"""Watches a window from inside its event loop: when something was painted, how long the loop stood still, the memory used."""

from __future__ import annotations

import asyncio
import gc
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from statistics import quantiles

import psutil
from PySide6.QtCore import QEvent, QObject, Qt, QTimer
from PySide6.QtWidgets import QAbstractScrollArea, QWidget

_BEAT_MS = 2
_PATIENCE_S = 60.0
_REST_S = 0.3
_IDLE = 0.15


class PaintWatch(QObject):
    """Notes when a widget was painted while a condition held, all of the frame included.

    Args:
        widget: What is to be painted.
        is_there: Tells whether what is waited for is what is painted.
    """

    def __init__(self, widget: QWidget, is_there: Callable[[], object]) -> None:
        super().__init__(widget)
        self._widget = widget
        self._is_there = is_there
        self.at: float | None = None
        widget.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() is QEvent.Type.Paint and self.at is None and self._is_there():
            # The children are painted after this, in the same turn of the loop.
            QTimer.singleShot(0, self, self._note)
        return False

    async def wait(self) -> float:
        """Return when it was painted, by ``time.perf_counter``."""
        until = time.perf_counter() + _PATIENCE_S
        while self.at is None:
            if time.perf_counter() > until:
                raise TimeoutError("nothing was painted")
            await asyncio.sleep(0.001)
        self._widget.removeEventFilter(self)
        return self.at

    def _note(self) -> None:
        if self.at is None:
            self.at = time.perf_counter()


@dataclass
class Stalls:
    """How long the loop stood still.

    Attributes:
        late_s: How late each beat of a timer came.
        processor_share: Of one core, all threads of the process together.
    """

    late_s: list[float] = field(default_factory=list)
    processor_share: float = 0.0

    @property
    def p99_ms(self) -> float:
        """Of a hundred beats, one was later than this."""
        return quantiles(self.late_s, n=100)[-1] * 1000

    @property
    def most_ms(self) -> float:
        """The latest beat."""
        return max(self.late_s) * 1000


@asynccontextmanager
async def watched_loop(parent: QObject) -> AsyncIterator[Stalls]:
    """Let a timer beat meanwhile, and note how late it is."""
    stalls = Stalls()
    last = time.perf_counter()

    def beat() -> None:
        nonlocal last
        now = time.perf_counter()
        stalls.late_s.append(max(0.0, now - last - _BEAT_MS / 1000))
        last = now

    timer = QTimer(parent)
    timer.setTimerType(Qt.TimerType.PreciseTimer)
    timer.setInterval(_BEAT_MS)
    timer.timeout.connect(beat)
    began, worked = time.perf_counter(), time.process_time()
    timer.start()
    try:
        yield stalls
    finally:
        timer.stop()
        timer.deleteLater()
        stalls.processor_share = (time.process_time() - worked) / (time.perf_counter() - began)


async def scroll_by_pages(view: QAbstractScrollArea, pages: int, *, pause_s: float = 0.03) -> list[float]:
    """Scroll up page by page, and return how many seconds each took until it was painted."""
    bar = view.verticalScrollBar()
    seconds = []
    for _ in range(pages):
        before, began = bar.value(), time.perf_counter()
        bar.triggerAction(bar.SliderAction.SliderPageStepSub)
        if bar.value() == before:
            break
        # All of the page, at once, with everything that stands in it.
        view.viewport().repaint()
        seconds.append(time.perf_counter() - began)
        await asyncio.sleep(pause_s)
    return seconds


async def at_rest() -> None:
    """Wait until the process does next to nothing: what one step left behind must not be counted for the next."""
    until = time.perf_counter() + _PATIENCE_S
    while time.perf_counter() < until:
        began, worked = time.perf_counter(), time.process_time()
        await asyncio.sleep(_REST_S)
        if time.process_time() - worked < _IDLE * (time.perf_counter() - began):
            return


async def memory_mb() -> float:
    """Return the memory that the process has for itself, once it is at rest."""
    await at_rest()
    gc.collect()
    await at_rest()
    return float(psutil.Process().memory_info().rss) / 1e6
