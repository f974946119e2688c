# SPDX-License-Identifier: MIT
"""Lets a piece of work come to its end that must not be cut off half-way."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any, TypeVar

T = TypeVar("T")


async def completed(work: Coroutine[Any, Any, T], give_back: Callable[[T], Awaitable[object]]) -> T:
    """Return what ``work`` returns, or raise what it raises.

    When the caller is cancelled meanwhile, ``work`` still comes to its end; what it made is handed to ``give_back``, and then the
    cancellation goes on. So ``work`` has to be short.
    """
    task = asyncio.get_running_loop().create_task(work)
    try:
        return await asyncio.shield(task)
    except asyncio.CancelledError:
        while not task.done():
            try:
                await asyncio.wait({task})
            except asyncio.CancelledError:
                # Cancelled once more: it is on its way already.
                continue
        if not task.cancelled() and task.exception() is None:
            await give_back(task.result())
        raise
