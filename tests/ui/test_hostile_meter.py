# SPDX-License-Identifier: MIT
"""The meter sees work that keeps the window from answering, and neither waiting nor work in turns."""

from __future__ import annotations

import asyncio
import gc
import time

from PySide6.QtWidgets import QApplication

from tests.support.stall_meter import StallMeter


def work(seconds: float) -> None:
    end = time.thread_time() + seconds
    while time.thread_time() < end:
        pass


async def test_work_in_one_piece_is_seen_under_its_name(qapp: QApplication) -> None:
    with StallMeter() as meter:
        meter.note("first")
        await asyncio.sleep(0.01)
        meter.note("second")
        work(0.25)
        await asyncio.sleep(0.01)
    assert set(meter.over(0.1)) == {"second"}
    assert 0.25 <= meter.longest_s < 0.4


async def test_waiting_and_work_in_turns_are_no_stall(qapp: QApplication) -> None:
    was_collecting = gc.isenabled()
    with StallMeter() as meter:
        time.sleep(0.15)
        for _ in range(20):
            work(0.01)
            await asyncio.sleep(0.002)
        work(0.15)
        meter.skip()
    assert meter.over(0.1) == {}
    assert gc.isenabled() is was_collecting
