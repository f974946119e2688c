# SPDX-License-Identifier: MIT
"""Notices that a provider has not been heard of for long. It only tells: a run is never ended for that."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from onesist_desktop.services.context import ServiceContext


class Silence:
    """Listens to one turn.

    Args:
        is_asking: Whether the provider waits for a person; then it may be silent.
        tell: Called when the silence has become long, and when it is over.

    Attributes:
        since: Since when nothing was heard, in seconds since the epoch; None while that isn't long.
    """

    def __init__(self, context: ServiceContext, is_asking: Callable[[], bool], tell: Callable[[], None]) -> None:
        self.since: float | None = None
        self._context = context
        self._is_asking = is_asking
        self._tell = tell
        self._heard = asyncio.Event()
        self._heard_at = 0.0
        self._task: asyncio.Task[None] | None = None

    def begin(self, name: str) -> None:
        """Listen from now on; ``name`` is the task's. Nothing is told once the app closes."""
        self.heard()
        if not self._context.supervisor.is_closed:
            self._task = self._context.supervisor.spawn(self._listen(), name=name)

    def heard(self) -> None:
        """Something was heard."""
        self._heard_at = asyncio.get_running_loop().time()
        self._heard.set()
        if self.since is not None:
            self.since = None
            self._tell()

    def end(self) -> None:
        """Stop listening. Whether it was silent is told no more."""
        self.since = None
        if self._task is not None:
            self._task.cancel()
            self._task = None

    async def _listen(self) -> None:
        loop = asyncio.get_running_loop()
        while True:
            self._heard.clear()
            left_s = self._heard_at + self._context.quiet_after_s - loop.time()
            if left_s > 0:
                await asyncio.sleep(left_s)
                continue
            if not self._is_asking():
                self.since = self._context.clock() - (loop.time() - self._heard_at)
                self._tell()
            await self._heard.wait()
