# SPDX-License-Identifier: MIT
from __future__ import annotations

import asyncio
import gc
import weakref

import pytest

from onesist_desktop.runtime.supervisor import TaskDidNotEndError, TaskSupervisor


class Reports:
    def __init__(self) -> None:
        self.seen: list[tuple[str, str]] = []

    def __call__(self, error: BaseException, name: str) -> None:
        self.seen.append((repr(error), name))


async def fail() -> None:
    raise ValueError("broken")


async def test_a_task_gives_its_result_and_is_forgotten() -> None:
    reports = Reports()
    supervisor = TaskSupervisor("app", reports)

    async def work() -> int:
        return 7

    task = supervisor.spawn(work(), name="count")
    assert supervisor.running == ("count",)
    assert task.get_name() == "app:count"
    assert await task == 7
    assert supervisor.running == ()
    assert reports.seen == []


async def test_a_failure_is_reported_once_also_when_somebody_awaits_it() -> None:
    reports = Reports()
    supervisor = TaskSupervisor("app", reports)
    task = supervisor.spawn(fail(), name="turn")
    with pytest.raises(ValueError, match="broken"):
        await task
    await asyncio.wait([supervisor.spawn(fail(), name="unwatched")])
    assert reports.seen == [("ValueError('broken')", "turn"), ("ValueError('broken')", "unwatched")]


async def test_a_task_lives_although_nobody_else_holds_it() -> None:
    supervisor = TaskSupervisor("app", Reports())
    go = asyncio.Event()
    done = asyncio.Event()

    async def work() -> None:
        await go.wait()
        done.set()

    held = weakref.ref(supervisor.spawn(work(), name="work"))
    await asyncio.sleep(0)
    gc.collect()
    assert held() is not None
    go.set()
    await done.wait()


async def test_a_double_click_starts_once() -> None:
    supervisor = TaskSupervisor("window", Reports())
    go = asyncio.Event()
    started = []

    async def work(number: int) -> None:
        started.append(number)
        await go.wait()

    first = supervisor.spawn(work(1), name="send", exclusive="send")
    assert supervisor.spawn(work(2), name="send", exclusive="send") is first
    go.set()
    await first
    await supervisor.spawn(work(3), name="send", exclusive="send")
    assert started == [1, 3]


async def test_close_cancels_waits_for_cleaning_up_and_refuses_new_work() -> None:
    reports = Reports()
    supervisor = TaskSupervisor("app", reports)
    steps = []

    async def work() -> None:
        try:
            await asyncio.Event().wait()
        finally:
            await asyncio.sleep(0)
            steps.append("cleaned")

    task = supervisor.spawn(work(), name="work")
    await asyncio.sleep(0)
    await supervisor.close()
    assert steps == ["cleaned"]
    assert task.cancelled()
    assert reports.seen == []
    refused = fail()
    with pytest.raises(RuntimeError, match="app is closed and takes no new work: late"):
        supervisor.spawn(refused, name="late")
    assert refused.cr_frame is None, "an unstarted coroutine must be closed"
    await supervisor.close()


async def test_close_reports_what_does_not_end_and_goes_on() -> None:
    reports = Reports()
    supervisor = TaskSupervisor("app", reports)
    release = asyncio.Event()

    async def stubborn() -> None:
        while not release.is_set():
            try:
                await release.wait()
            except asyncio.CancelledError:
                continue

    task = supervisor.spawn(stubborn(), name="stubborn")
    await asyncio.sleep(0)
    await supervisor.close(limit_s=0.05)
    assert reports.seen == [(repr(TaskDidNotEndError("app:stubborn did not end within 0.05 s")), "stubborn")]
    release.set()
    await task


async def test_a_task_can_close_its_own_supervisor() -> None:
    supervisor = TaskSupervisor("app", Reports())
    await supervisor.spawn(supervisor.close(), name="quit")
    assert supervisor.is_closed


def test_without_a_loop_the_coroutine_is_closed() -> None:
    coro = fail()
    with pytest.raises(RuntimeError):
        TaskSupervisor("app", Reports()).spawn(coro, name="x")
    assert coro.cr_frame is None
