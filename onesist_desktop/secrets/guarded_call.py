# SPDX-License-Identifier: MIT
"""Calls into the keyring that may hang, on threads that can't keep the app from quitting.

A locked keyring waits for a person, a broken one for ever. So each call has a limit, and runs on a daemon thread: the
interpreter joins the threads of an executor at exit and would hang with them.
"""

from __future__ import annotations

import asyncio
import contextlib
import threading
from collections.abc import Callable
from typing import Generic, TypeVar

from onesist_desktop.core.errors import KeyringError

T = TypeVar("T")


class Commitment:
    """Settles between a working thread and its caller whether the work counts."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._is_settled = False
        self.is_kept = False

    def keep(self) -> bool:
        """Say that the work is done. Returns False when the caller gave it up before: the thread has to undo it."""
        return self._settle(is_kept=True) or self.is_kept

    def give_up(self) -> bool:
        """Say that nobody waits any more. Returns False when the work was already kept."""
        return self._settle(is_kept=False) or not self.is_kept

    def _settle(self, *, is_kept: bool) -> bool:
        with self._lock:
            if self._is_settled:
                return False
            self._is_settled, self.is_kept = True, is_kept
            return True


class GuardedCalls(Generic[T]):
    """Runs one call at a time. While one hangs, the next waits for it within its own limit, then fails."""

    def __init__(self, thread_name: str) -> None:
        self._thread_name = thread_name
        self._turn = asyncio.Lock()

    async def run(self, work: Callable[[Commitment], T], limit_s: float) -> T:
        """Run ``work`` on a thread and return what it returns.

        Raises:
            KeyringError: It took longer than ``limit_s`` seconds, or an earlier call still hangs. The work is told to undo itself.
        """
        commitment = Commitment()
        result: asyncio.Future[T] | None = None
        try:
            async with asyncio.timeout(limit_s):
                await self._turn.acquire()
                result = self._start(work, commitment)
                return await asyncio.shield(result)
        except TimeoutError:
            if result is not None and not commitment.give_up():
                return await result
            raise KeyringError(
                f"The keyring didn't answer within {limit_s:g} seconds. It may be locked and wait for its password."
            ) from None
        except asyncio.CancelledError:
            if result is not None and not commitment.give_up():
                # It counts already, so the caller has to know before it goes.
                await asyncio.wait([result])
            raise

    def _start(self, work: Callable[[Commitment], T], commitment: Commitment) -> asyncio.Future[T]:
        loop = asyncio.get_running_loop()
        result: asyncio.Future[T] = loop.create_future()
        # A result that comes too late has nobody to look at it, which is no fault.
        result.add_done_callback(lambda done: done.cancelled() or done.exception())

        def deliver(value: T | None, error: BaseException | None) -> None:
            self._turn.release()
            if result.cancelled():
                return
            if error is not None:
                result.set_exception(error)
            else:
                result.set_result(value)  # type: ignore[arg-type]

        def call() -> None:
            value: T | None = None
            error: BaseException | None = None
            try:
                value = work(commitment)
            except BaseException as caught:  # noqa: BLE001 - handed to the caller, whatever it is
                error = caught
            # The loop is closed when the app quit meanwhile; then nobody waits.
            with contextlib.suppress(RuntimeError):
                loop.call_soon_threadsafe(deliver, value, error)

        threading.Thread(target=call, name=self._thread_name, daemon=True).start()
        return result
