# SPDX-License-Identifier: MIT
"""The owner of background tasks: keeps them alive, reports their failures once, ends them in order."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any, TypeVar

T = TypeVar("T")

ErrorReporter = Callable[[BaseException, str], None]
"""Takes a failure and the name of what failed. Must not raise."""


class TaskDidNotEndError(RuntimeError):
    """A cancelled task was still running when the limit of :meth:`TaskSupervisor.close` was over."""


class TaskSupervisor:
    """Owns the tasks of one scope (the application, a window, a thread's run).

    Tasks are cancelled and awaited by :meth:`close`. A failure goes to ``on_error`` exactly once, also when somebody
    awaits the task and sees it there too. All calls belong on the event loop's thread.

    Attributes:
        name: Prefix of the tasks' names.
    """

    def __init__(self, name: str, on_error: ErrorReporter) -> None:
        self.name = name
        self._on_error = on_error
        # asyncio itself keeps weak references only: a task that nobody holds can vanish in the middle of its work.
        self._tasks: dict[asyncio.Task[Any], str] = {}
        self._exclusive: dict[str, asyncio.Task[Any]] = {}
        self._is_closed = False

    @property
    def is_closed(self) -> bool:
        """Whether new work is refused."""
        return self._is_closed

    @property
    def running(self) -> tuple[str, ...]:
        """Names of the tasks that have not ended, oldest first."""
        return tuple(self._tasks.values())

    def spawn(self, coro: Coroutine[Any, Any, T], *, name: str, exclusive: str | None = None) -> asyncio.Task[T]:
        """Start a coroutine as a task of this scope.

        Args:
            coro: What to run. It is closed unstarted when it is not wanted, so it never warns about not being awaited.
            name: What the error report calls it.
            exclusive: While a task with this key runs, it is returned instead of a second one (a double click).

        Raises:
            RuntimeError: The supervisor was closed, or no loop runs.
        """
        if self._is_closed:
            coro.close()
            raise RuntimeError(f"{self.name} is closed and takes no new work: {name}")
        if exclusive is not None and (running := self._exclusive.get(exclusive)) is not None:
            coro.close()
            return running
        try:
            loop = asyncio.get_running_loop()
        except RuntimeError:
            coro.close()
            raise
        task = loop.create_task(coro, name=f"{self.name}:{name}")
        self._tasks[task] = name
        if exclusive is not None:
            self._exclusive[exclusive] = task
        task.add_done_callback(lambda done: self._on_done(done, exclusive))
        return task

    async def close(self, limit_s: float = 5.0) -> None:
        """Refuse new work, cancel what runs and wait until it has ended.

        A task that has not ended after ``limit_s`` seconds is reported as :class:`TaskDidNotEndError` and left.
        Calling it again waits again. The calling task is never waited for.
        """
        self._is_closed = True
        current = asyncio.current_task()
        waiting = [task for task in self._tasks if task is not current]
        for task in waiting:
            task.cancel()
        if not waiting:
            return
        _, pending = await asyncio.wait(waiting, timeout=limit_s)
        for task in pending:
            name = self._tasks[task]
            self._on_error(TaskDidNotEndError(f"{self.name}:{name} did not end within {limit_s:g} s"), name)

    def _on_done(self, task: asyncio.Task[Any], exclusive: str | None) -> None:
        name = self._tasks.pop(task)
        if exclusive is not None:
            del self._exclusive[exclusive]
        if task.cancelled():
            return
        error = task.exception()
        if error is not None:
            self._on_error(error, name)
