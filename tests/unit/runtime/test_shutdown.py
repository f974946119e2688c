# SPDX-License-Identifier: MIT
from __future__ import annotations

import asyncio
from functools import partial

from onesist_desktop.runtime.shutdown import shut_down


async def test_each_step_of_the_shutdown_runs() -> None:
    done: list[str] = []
    failed: list[str] = []

    async def step(name: str) -> None:
        if name == "broken":
            raise ValueError(name)
        if name == "endless":
            await asyncio.Event().wait()
        done.append(name)

    steps = [(name, partial(step, name)) for name in ("first", "broken", "endless", "last")]
    await shut_down(steps, on_error=lambda error, name: failed.append(f"{name} {type(error).__name__}"), limit_s=0.05)
    assert done == ["first", "last"]
    assert failed == ["broken ValueError", "endless TimeoutError"]
