# SPDX-License-Identifier: MIT
from __future__ import annotations

import asyncio

import pytest

from onesist_desktop.runtime.completing import completed


async def test_what_it_made_or_raised_is_handed_on() -> None:
    back: list[int] = []

    async def keep(made: int) -> None:
        back.append(made)

    async def makes() -> int:
        return 7

    async def fails() -> int:
        raise OSError("no")

    assert await completed(makes(), keep) == 7
    with pytest.raises(OSError, match="no"):
        await completed(fails(), keep)
    assert back == []


@pytest.mark.parametrize(("fails", "expected"), [(False, [7]), (True, [])])
async def test_cancelled_it_comes_to_its_end_and_gives_back_what_it_made(fails: bool, expected: list[int]) -> None:
    back: list[int] = []
    begun, goes_on = asyncio.Event(), asyncio.Event()

    async def keep(made: int) -> None:
        back.append(made)

    async def makes() -> int:
        begun.set()
        await goes_on.wait()
        if fails:
            raise OSError("no")
        return 7

    async with asyncio.TaskGroup() as group:
        waiting = group.create_task(completed(makes(), keep))
        await begun.wait()
        for _ in range(3):
            waiting.cancel()
            await asyncio.sleep(0)
        assert not waiting.done()
        goes_on.set()
    assert waiting.cancelled()
    assert back == expected
