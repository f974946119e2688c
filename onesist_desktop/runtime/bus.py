# SPDX-License-Identifier: MIT
"""A typed, synchronous event bus: services publish what happened, models listen."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from typing import Any, Protocol, TypeVar

E = TypeVar("E")


class Subscription(Protocol):
    """A handler's registration."""

    def cancel(self) -> None:
        """Stop deliveries, also those of an event that is being published now. Calling it again does nothing."""
        ...


class _Entry:
    """One registration; ``handler`` is dropped on cancel so that the bus keeps nothing alive."""

    __slots__ = ("_entries", "handler")

    def __init__(self, entries: list[_Entry], handler: Callable[[Any], None]) -> None:
        self._entries = entries
        self.handler: Callable[[Any], None] | None = handler

    def cancel(self) -> None:
        if self.handler is not None:
            self.handler = None
            self._entries.remove(self)


class EventBus:
    """Delivers events to the handlers of exactly their type, in order of subscription, on the caller's thread.

    Every handler sees events in the order of their publishing: what a handler publishes is delivered after the event
    that it handles, and before the outermost :meth:`publish` returns.

    Args:
        on_error: Gets a handler's failure and the event type's name. The other handlers still run.
    """

    def __init__(self, on_error: Callable[[BaseException, str], None]) -> None:
        self._on_error = on_error
        self._entries: dict[type, list[_Entry]] = {}
        self._waiting: deque[object] = deque()
        self._is_delivering = False

    def subscribe(self, event_type: type[E], handler: Callable[[E], None]) -> Subscription:
        """Call ``handler`` with each event of exactly ``event_type`` (not of its subclasses) from now on."""
        entries = self._entries.setdefault(event_type, [])
        entry = _Entry(entries, handler)
        entries.append(entry)
        return entry

    def publish(self, event: object) -> None:
        """Deliver ``event``. Failures of handlers never reach the publisher."""
        self._waiting.append(event)
        if self._is_delivering:
            return
        self._is_delivering = True
        try:
            while self._waiting:
                self._deliver(self._waiting.popleft())
        finally:
            self._is_delivering = False
            self._waiting.clear()

    def _deliver(self, event: object) -> None:
        # A copy: handlers subscribe and cancel while they are called.
        for entry in tuple(self._entries.get(type(event), ())):
            handler = entry.handler
            if handler is None:
                continue
            try:
                handler(event)
            except Exception as error:  # noqa: BLE001 - one listener's fault is reported and must not silence the others
                self._on_error(error, type(event).__name__)
