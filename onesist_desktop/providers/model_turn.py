# SPDX-License-Identifier: MIT
"""One prompt to a stateless provider. Nothing is held at the other end, so a turn that wasn't accepted lost nothing."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from typing import Protocol

from onesist_desktop.core.answerer import Answers, Prompt
from onesist_desktop.core.errors import FailureReason
from onesist_desktop.core.turn_events import (
    COMPLETED,
    STOPPED,
    Delivery,
    Outcome,
    PromptAccepted,
    Retrying,
    TurnEnded,
    TurnEvent,
    failed,
)
from onesist_desktop.providers.config import RequestLimits
from onesist_desktop.providers.part_log import PartLog
from onesist_desktop.providers.wire_values import Ending, WireError
from onesist_desktop.runtime.supervisor import TaskSupervisor

STOP_LIMIT_S = 2.0


class Ask(Protocol):
    """Sends the request once and reports what comes back."""

    async def __call__(self, parts: PartLog, emit: Callable[[TurnEvent], None]) -> Ending:
        """Return when the answer is whole. Raises WireError."""
        ...


class ModelTurn:
    """Implements ``core.answerer.Turn``. The request runs in a task of its own, so that a stop can end it at any await."""

    def __init__(self, ask: Ask, supervisor: TaskSupervisor, limits: RequestLimits, name: str) -> None:
        self._ask = ask
        self._supervisor = supervisor
        self._limits = limits
        self._name = name
        self._parts = PartLog()
        self._events: asyncio.Queue[TurnEvent | None] = asyncio.Queue()
        self._task: asyncio.Task[Outcome] | None = None
        self._was_iterated = False
        self._stop_asked = False
        self._was_accepted = False
        self._delivery = Delivery.REFUSED

    def __aiter__(self) -> AsyncIterator[TurnEvent]:
        """Send the prompt and yield what happens. Raises RuntimeError for a second iteration."""
        if self._was_iterated:
            raise RuntimeError("a turn is iterated once")
        self._was_iterated = True
        return self._run()

    async def stop(self) -> None:
        """End the request. What arrived of the answer stays."""
        self._stop_asked = True
        if self._task is not None:
            self._task.cancel()
            await asyncio.wait([self._task], timeout=STOP_LIMIT_S)
            # A connection that doesn't close must not keep the person waiting; the supervisor goes on waiting for it.
            self._events.put_nowait(None)

    async def steer(self, prompt: Prompt) -> bool:
        """See ``core.answerer.Turn``. What is said meanwhile waits in the queue."""
        return False

    async def decide(self, request_id: str, option: str, word: str = "", answers: Answers = ()) -> None:
        """Ignore it: a model without tools never asks."""

    async def _run(self) -> AsyncIterator[TurnEvent]:
        if self._stop_asked:
            yield TurnEnded(STOPPED, Delivery.REFUSED)
            return
        try:
            task = self._task = self._supervisor.spawn(self._answer(), name=f"turn:{self._name}")
        except RuntimeError:
            yield TurnEnded(failed(FailureReason.APP_CLOSED), Delivery.REFUSED)
            return
        task.add_done_callback(lambda _: self._events.put_nowait(None))
        try:
            while (event := await self._events.get()) is not None:
                yield event
            # A stop that gave up waiting may have left events behind its mark.
            while not self._events.empty():
                if (event := self._events.get_nowait()) is not None:
                    yield event
            for event in self._parts.close():
                yield event
            yield TurnEnded(self._outcome(task), Delivery.ACCEPTED if self._was_accepted else self._delivery)
        finally:
            # Whoever iterates may leave early; the request must not go on without anybody to read it.
            if not task.done():
                task.cancel()
                await asyncio.wait([task], timeout=STOP_LIMIT_S)

    def _outcome(self, task: asyncio.Task[Outcome]) -> Outcome:
        if not task.done() or task.cancelled():
            return STOPPED if self._stop_asked else failed(FailureReason.APP_CLOSED)
        error = task.exception()
        return failed(FailureReason.INTERNAL, type(error).__name__) if error is not None else task.result()

    def _emit(self, event: TurnEvent) -> None:
        if isinstance(event, PromptAccepted):
            self._was_accepted = True
        self._events.put_nowait(event)

    async def _answer(self) -> Outcome:
        tries = 0
        while True:
            try:
                ending = await self._ask(self._parts, self._emit)
            except WireError as error:
                self._delivery = error.delivery
                delay_s = self._retry_delay_s(error, tries)
                if delay_s is None:
                    return failed(error.reason, error.detail, error.resets_at)
                tries += 1
                self._emit(Retrying(tries, self._limits.retries, error.reason, delay_s))
                await asyncio.sleep(delay_s)
            else:
                return self._ended(ending)

    def _retry_delay_s(self, error: WireError, tries: int) -> float | None:
        """Return the seconds before the next try; None when there is none, as nothing or not soon it would help."""
        if self._was_accepted or tries >= self._limits.retries:
            return None
        wanted = error.retry_after_s
        if error.reason is not FailureReason.OVERLOADED and (error.reason is not FailureReason.RATE_LIMITED or wanted is None):
            return None
        delay_s = self._limits.retry_delay_s * 2**tries if wanted is None else wanted
        return delay_s if delay_s <= self._limits.max_retry_delay_s else None

    def _ended(self, ending: Ending) -> Outcome:
        if ending.was_cut:
            return failed(FailureReason.TOO_LONG, ending.detail)
        if ending.was_filtered:
            return failed(FailureReason.PROVIDER_ERROR, ending.detail)
        if not self._parts.has_parts:
            return failed(FailureReason.PROVIDER_ERROR, "The model's answer was empty.")
        return COMPLETED
