# SPDX-License-Identifier: MIT
"""The one place where asyncio and Qt meet."""

from __future__ import annotations

import asyncio
import gc
import os
import signal
import threading
from functools import partial

import pytest
from PySide6.QtCore import QEvent, QObject
from PySide6.QtWidgets import QApplication

from onesist_desktop.core.errors import BusyError
from onesist_desktop.runtime.supervisor import TaskSupervisor
from onesist_desktop.ui import async_bridge
from onesist_desktop.ui.async_bridge import QuitRequests, spawn_from_slot
from tests.ui.helpers import until


def test_run_returns_the_exit_code_and_gives_the_collector_back(qapp: QApplication) -> None:
    seen = []

    async def main() -> int:
        seen.append(gc.isenabled())
        await asyncio.sleep(0)
        return 7

    # The guards of the tests hold the collector back around this one, as the app finds it at work.
    gc.enable()
    try:
        assert async_bridge.run(main, qapp) == 7
        assert seen == [False]
        assert gc.isenabled()
    finally:
        gc.disable()


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
async def test_signals_ask_the_window_to_close(qapp: QApplication, number: signal.Signals) -> None:
    before = signal.getsignal(number)
    requests = QuitRequests(qapp)
    asked: list[bool] = []
    requests.requested.connect(lambda: asked.append(True))
    os.kill(os.getpid(), number)
    await until(lambda: asked)
    requests.close()
    requests.close()
    assert signal.getsignal(number) is before
    requests.deleteLater()


async def test_the_desktops_quit_is_a_wish_only(qapp: QApplication) -> None:
    requests = QuitRequests(qapp)
    asked: list[bool] = []
    requests.requested.connect(lambda: asked.append(True))
    qapp.quit()
    await until(lambda: asked)
    requests.close()
    requests.deleteLater()


async def answer(value: object) -> object:
    await asyncio.sleep(0)
    if isinstance(value, Exception):
        raise value
    return value


async def test_results_and_failures_reach_their_handlers(qapp: QApplication) -> None:
    reported: list[str] = []
    supervisor = TaskSupervisor("test", lambda error, name: reported.append(f"{name}: {error}"))
    owner = QObject()
    seen: list[object] = []
    for value in (1, BusyError("busy"), ValueError("bug")):
        spawn_from_slot(supervisor, partial(answer, value), name="call", owner=owner, on_result=seen.append, on_error=seen.append)
    await until(lambda: not supervisor.running)
    assert [str(value) for value in seen] == ["1", "busy", "something in Onesist went wrong"]
    assert reported == ["call: bug"]
    await supervisor.close()
    assert spawn_from_slot(supervisor, partial(answer, 1), name="late", owner=owner) is None


async def test_a_result_for_a_widget_that_is_gone_is_dropped(qapp: QApplication) -> None:
    reported: list[str] = []
    supervisor = TaskSupervisor("test", lambda error, name: reported.append(name))
    owner = QObject()
    seen: list[object] = []
    spawn_from_slot(supervisor, partial(answer, 1), name="call", owner=owner, on_result=seen.append)
    spawn_from_slot(supervisor, partial(answer, BusyError("x")), name="call", owner=owner, on_error=seen.append)
    owner.deleteLater()
    QApplication.sendPostedEvents(owner, QEvent.Type.DeferredDelete.value)
    await until(lambda: not supervisor.running)
    assert seen == []
    assert reported == []


async def test_a_double_click_starts_once_and_calls_the_service_once(qapp: QApplication) -> None:
    supervisor = TaskSupervisor("test", lambda error, name: None)
    owner = QObject()
    calls: list[int] = []

    async def service() -> None:
        calls.append(1)
        await asyncio.sleep(0)

    for _ in range(3):
        spawn_from_slot(supervisor, service, name="call", owner=owner, exclusive="key")
    await until(lambda: not supervisor.running)
    assert calls == [1]


async def test_a_handler_may_start_the_same_call_again(qapp: QApplication) -> None:
    supervisor = TaskSupervisor("test", lambda error, name: None)
    owner = QObject()
    tries: list[int] = []

    def again(_: object = None) -> None:
        tries.append(1)
        if len(tries) < 3:
            start()

    def start() -> None:
        call = partial(answer, BusyError("x"))
        spawn_from_slot(supervisor, call, name="call", owner=owner, exclusive="key", on_error=again)

    start()
    await until(lambda: len(tries) == 3)


def test_blocking_work_runs_on_threads_that_end_with_the_loop(qapp: QApplication) -> None:
    names: list[str] = []
    late: list[str] = []
    may_end = threading.Event()

    def wait_until_told() -> None:
        may_end.wait(10)
        late.append("done")

    async def main() -> int:
        names.append(await asyncio.to_thread(lambda: threading.current_thread().name))
        asyncio.get_running_loop().run_in_executor(None, wait_until_told)
        asyncio.get_running_loop().call_soon(may_end.set)
        await asyncio.sleep(0)
        return 0

    assert async_bridge.run(main, qapp) == 0
    assert names[0].startswith("worker")
    assert late == ["done"]
    assert not [thread for thread in threading.enumerate() if thread.name.startswith("worker")]
