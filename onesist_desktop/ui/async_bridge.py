# SPDX-License-Identifier: MIT
"""Joins asyncio and Qt: the only module that knows qasync. One loop, made here, for the whole life of the app."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import signal
import socket
import sys
from collections.abc import Awaitable, Callable, Coroutine, Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from types import FrameType
from typing import Any, TypeVar

from PySide6.QtCore import QCoreApplication, QEvent, QObject, QSocketNotifier, QTimer, Signal
from PySide6.QtWidgets import QApplication
from qasync import QEventLoop
from shiboken6 import isValid

from onesist_desktop.core.errors import OnesistError
from onesist_desktop.runtime.supervisor import TaskSupervisor

T = TypeVar("T")

COLLECT_EVERY_MS = 1000
MAX_WORKERS = 8
"""More than the processors have: these threads mostly wait, for a slow disk for example, and must not hold up each other."""


def run(app_main: Callable[[], Awaitable[int]], app: QApplication | None = None) -> int:
    """Run the app on one loop that drives asyncio and Qt, and return its exit code.

    The application object must exist. It no longer ends when its last window closes: ``app_main`` returns when its own
    ordered shutdown is over.
    """
    application = app or QApplication.instance()
    if not isinstance(application, QApplication):
        raise TypeError("run() needs a QApplication")
    application.setQuitOnLastWindowClosed(False)

    async def main() -> int:
        return await app_main()

    # Left in reverse: the loop waits for the jobs that still run, so that their results find it alive, and closes; then the
    # threads are gone before garbage may be collected anywhere again.
    with (
        collected_on_this_thread(),
        ThreadPoolExecutor(MAX_WORKERS, thread_name_prefix="worker") as workers,
        asyncio.Runner(loop_factory=lambda: make_loop(application, workers)) as runner,
    ):
        return runner.run(main())


class AppLoop(QEventLoop):  # type: ignore[misc]
    """Qt's loop that also ends asynchronous generators which nobody read to their end.

    WORKAROUND: qasync 0.28 doesn't set the hooks for that, as asyncio's own loops do. Without them a generator of an HTTP
    library whose stream was cancelled is ended by the garbage collector, outside of any task, and can't clean up.
    """

    def run_forever(self) -> Any:
        """Run with the hooks of this loop."""
        before = sys.get_asyncgen_hooks()
        sys.set_asyncgen_hooks(firstiter=self._asyncgen_firstiter_hook, finalizer=self._asyncgen_finalizer_hook)
        try:
            return super().run_forever()
        finally:
            sys.set_asyncgen_hooks(*before)


def make_loop(app: QApplication, workers: ThreadPoolExecutor) -> asyncio.AbstractEventLoop:
    """Make the one loop. ``workers`` run what blocks; qasync's own would start ten QThreads for its first job."""
    loop: asyncio.AbstractEventLoop = AppLoop(app)
    loop.set_default_executor(workers)
    return loop


@contextlib.contextmanager
def collected_on_this_thread() -> Iterator[None]:
    """Collect garbage from a timer of this thread only.

    Python otherwise collects on whichever thread happens to allocate, and a QObject that dies on a thread that is not its
    own crashes the process.
    """
    was_enabled = gc.isenabled()
    gc.disable()
    timer = QTimer()
    timer.setInterval(COLLECT_EVERY_MS)
    timer.timeout.connect(_collect)
    timer.start()
    try:
        yield
    finally:
        timer.stop()
        if was_enabled:
            # What is left of Qt goes now, before any thread may collect it.
            gc.collect()
            gc.enable()


def _collect() -> None:
    counts, thresholds = gc.get_count(), gc.get_threshold()
    for generation in (2, 1, 0):
        if thresholds[generation] and counts[generation] > thresholds[generation]:
            gc.collect(generation)
            return


class QuitRequests(QObject):
    """Turns every way of ending the program from outside into one signal.

    These are SIGINT and SIGTERM, and the desktop's own wish to quit (the session ends, the dock's menu). None of them ends
    the loop by itself: the window decides, asks where a run works, and the app shuts down in order.

    Signals:
        requested: Somebody wants the program to end.
    """

    requested = Signal()

    def __init__(self, app: QApplication, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._app = app
        self._reader, self._writer = socket.socketpair()
        self._reader.setblocking(False)
        self._writer.setblocking(False)
        self._notifier = QSocketNotifier(self._reader.fileno(), QSocketNotifier.Type.Read, self)
        self._notifier.activated.connect(self._on_woken)
        self._before: dict[signal.Signals, Any] = {}
        # Python runs its handlers only between two byte codes, so an idle Qt loop would never notice a signal. The wakeup
        # socket makes the loop turn once.
        self._fd_before = signal.set_wakeup_fd(self._writer.fileno(), warn_on_full_buffer=False)
        for number in (signal.SIGINT, signal.SIGTERM):
            self._before[number] = signal.signal(number, self._on_signal)
        app.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Keep the desktop's quit event from closing everything at once."""
        if watched is self._app and event.type() is QEvent.Type.Quit:
            self.requested.emit()
            event.ignore()
            return True
        return False

    def close(self) -> None:
        """Give the signals back to whoever had them. Calling it again does nothing."""
        if not self._before:
            return
        self._app.removeEventFilter(self)
        for number, handler in self._before.items():
            signal.signal(number, handler)
        self._before.clear()
        signal.set_wakeup_fd(self._fd_before)
        self._notifier.setEnabled(False)
        self._reader.close()
        self._writer.close()

    def _on_signal(self, number: int, frame: FrameType | None) -> None:
        self.requested.emit()

    def _on_woken(self) -> None:
        with contextlib.suppress(BlockingIOError):
            self._reader.recv(4096)


def spawn_from_slot(
    supervisor: TaskSupervisor,
    call: Callable[[], Coroutine[Any, Any, T]],
    *,
    name: str,
    owner: QObject,
    exclusive: str | None = None,
    on_result: Callable[[T], object] | None = None,
    on_error: Callable[[OnesistError], object] | None = None,
) -> asyncio.Task[None] | None:
    """Start a service call from a slot.

    Args:
        supervisor: Owns the task.
        name: What the error report calls it.
        exclusive: While a task with this key runs, nothing is started.
        call: Makes the coroutine, usually a ``functools.partial`` of a service's method. It isn't called when a task with the
            same ``exclusive`` key runs already.
        owner: The results are dropped once this object is gone.
        on_result: Gets the result.
        on_error: Gets a failure that a person can be told about. A fault of ours comes as a plain OnesistError and is
            reported by the supervisor as well. Without a handler all are reported by the supervisor.

    Returns:
        The task, or None when the supervisor is closed because the app is ending.
    """
    if supervisor.is_closed:
        return None

    answers: list[Callable[[], object]] = []

    async def guarded() -> None:
        try:
            result = await call()
        except OnesistError as error:
            if on_error is None:
                raise
            answers.append(partial(on_error, error))
        except Exception:
            # A fault of ours. It is reported by the supervisor; here it must not leave a field or a button stuck.
            if on_error is not None:
                fault = OnesistError(QCoreApplication.translate("AsyncBridge", "something in Onesist went wrong"))
                answers.append(partial(on_error, fault))
            raise
        else:
            if on_result is not None:
                answers.append(partial(on_result, result))

    def answer(_: asyncio.Task[None]) -> None:
        for each in answers:
            if isValid(owner):
                each()

    task = supervisor.spawn(guarded(), name=name, exclusive=exclusive)
    # Once the task is over and its key is free again: a handler may start the same call anew.
    task.add_done_callback(answer)
    return task
