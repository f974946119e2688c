# SPDX-License-Identifier: MIT
"""Runs ``async def`` tests: each on a loop of its own, on Qt's loop when the test uses the application."""

from __future__ import annotations

import asyncio
import contextlib
import functools
import gc
import inspect
from collections.abc import Awaitable, Callable, Coroutine, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

GRACE_S = 0.5


class LoopFaults:
    """Collects what would only be logged by a loop: failed callbacks and failures that nobody fetched."""

    def __init__(self) -> None:
        self.found: list[str] = []

    def handle(self, _loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        error = context.get("exception")
        self.found.append(f"{context.get('message')}: {error!r}" if error else str(context.get("message")))


def make_loop(request: pytest.FixtureRequest) -> asyncio.AbstractEventLoop:
    """Make the loop that the application would have: Qt's where the test uses Qt, else a plain one."""
    if "qapp" not in request.fixturenames:
        return asyncio.new_event_loop()
    from onesist_desktop.ui import async_bridge

    return async_bridge.make_loop(request.getfixturevalue("qapp"), ThreadPoolExecutor(2, thread_name_prefix="test-executor"))


@contextlib.contextmanager
def collected(request: pytest.FixtureRequest) -> Iterator[None]:
    """With Qt, collect garbage on this thread only, as the app does: a worker thread must never delete a QObject."""
    if "qapp" not in request.fixturenames:
        yield
        return
    from onesist_desktop.ui.async_bridge import collected_on_this_thread

    with collected_on_this_thread():
        yield
        gc.collect()


@contextlib.contextmanager
def checked_runner(request: pytest.FixtureRequest) -> Iterator[asyncio.Runner]:
    """Give a runner, and fail when tasks are left or the loop met faults that nobody saw."""
    faults = LoopFaults()
    left: list[str] = []
    with collected(request), asyncio.Runner(loop_factory=functools.partial(make_loop, request)) as runner:
        runner.get_loop().set_exception_handler(faults.handle)
        yield runner
        left = runner.run(_left_tasks())
    if left:
        pytest.fail(f"tasks left running: {', '.join(left)}")
    if faults.found:
        pytest.fail("the loop met faults that nobody saw: " + "; ".join(faults.found))


@pytest.fixture
def runner(request: pytest.FixtureRequest) -> Iterator[asyncio.Runner]:
    """The loop's runner, for fixtures with ``runner.run(...)`` around the test; the test itself then runs on it too."""
    with checked_runner(request) as made:
        yield made


@pytest.hookimpl(tryfirst=True)
def pytest_pyfunc_call(pyfuncitem: pytest.Function) -> bool | None:
    """Run a coroutine test to its end; also one under Hypothesis, each example on the same loop."""
    function = pyfuncitem.obj
    hypothesis = getattr(function, "hypothesis", None)
    inner = hypothesis.inner_test if hypothesis is not None else function
    if not inspect.iscoroutinefunction(inner):
        return None
    request = pyfuncitem._request
    arguments = {name: pyfuncitem.funcargs[name] for name in pyfuncitem._fixtureinfo.argnames}
    shared = pyfuncitem.funcargs.get("runner")
    context = contextlib.nullcontext(shared) if shared is not None else checked_runner(request)
    with context as running:
        if hypothesis is not None:
            hypothesis.inner_test = _synchronous(inner, running)
            try:
                function(**arguments)
            finally:
                hypothesis.inner_test = inner
        else:
            running.run(_awaited(function(**arguments)))
    return True


def _synchronous(function: Callable[..., Coroutine[Any, Any, None]], running: asyncio.Runner) -> Callable[..., None]:
    @functools.wraps(function)
    def run(*args: Any, **kwargs: Any) -> None:
        running.run(function(*args, **kwargs))

    return run


async def _awaited(awaitable: Awaitable[None]) -> None:
    await awaitable


async def _left_tasks() -> list[str]:
    others = asyncio.all_tasks() - {asyncio.current_task()}
    if others:
        # What was cancelled at the very end of a test needs a moment to notice.
        _, others = await asyncio.wait(others, timeout=GRACE_S)
    return sorted(task.get_name() + " " + getattr(task.get_coro(), "__qualname__", "") for task in others)
