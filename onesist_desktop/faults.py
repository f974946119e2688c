# SPDX-License-Identifier: MIT
"""One place where every fault of ours ends: logged once, and told to the person where a window can tell it."""

from __future__ import annotations

import asyncio
import logging
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import TracebackType
from typing import Any

log = logging.getLogger(__name__)


class FaultReporter:
    """Logs faults, on whichever thread they happen.

    Attributes:
        tell: Set once there is a window; gets where it happened and must not raise.
        loop: The loop on whose thread ``tell`` may be called; without one it is called where the fault is.
    """

    def __init__(self) -> None:
        self.tell: Callable[[str], None] | None = None
        self.loop: asyncio.AbstractEventLoop | None = None

    def report(self, error: BaseException, where: str) -> None:
        """Report a fault."""
        log.error("fault in %s", where, exc_info=error)
        if self.loop is None:
            self._say(where)
            return
        try:
            self.loop.call_soon_threadsafe(self._say, where)
        except RuntimeError:
            log.info("the loop has ended, so nobody was told of the fault in %s", where)

    def _say(self, where: str) -> None:
        if self.tell is not None:
            self.tell(where)

    def on_loop(self, _loop: object, context: dict[str, Any]) -> None:
        """Handle what an event loop reports."""
        error = context.get("exception")
        where = str(context.get("message", "event loop"))
        if isinstance(error, BaseException):
            self.report(error, where)
        else:
            log.error("fault in %s", where)

    @contextmanager
    def hooked(self) -> Iterator[None]:
        """Catch what nobody else caught, in this thread, in others and in destructors, as long as the context is open."""
        before = sys.excepthook, threading.excepthook, sys.unraisablehook

        def on_uncaught(_kind: type[BaseException], error: BaseException, _trace: TracebackType | None) -> None:
            self.report(error, "a slot")

        def on_thread(arguments: threading.ExceptHookArgs) -> None:
            if arguments.exc_value is not None:
                self.report(arguments.exc_value, "a thread")

        def on_unraisable(unraisable: Any) -> None:
            if unraisable.exc_value is not None:
                self.report(unraisable.exc_value, "a destructor")

        sys.excepthook, threading.excepthook, sys.unraisablehook = on_uncaught, on_thread, on_unraisable
        try:
            yield
        finally:
            sys.excepthook, threading.excepthook, sys.unraisablehook = before
