# SPDX-License-Identifier: MIT
"""Watches one folder on a thread of its own and tells on the event loop what changed, seldom and never too much."""

from __future__ import annotations

import asyncio
import contextlib
import os
import stat
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from onesist_desktop.watch.changes import ChangeCollector, FolderChanges
from onesist_desktop.watch.errors import LIMITS, WatchLimitError
from onesist_desktop.watch.makers import tree_of_this_system
from onesist_desktop.watch.tree import FolderTree, PollingTree, TreeMaker, TreeScope

THREAD_NAME = "folder-watch"


@dataclass(frozen=True, slots=True)
class WatchTimes:
    """How long things wait, in seconds.

    Attributes:
        quiet_s: Changes are told when nothing more changed for that long.
        longest_s: But no later than that after the first of them.
        flood_s: The same when there are too many to name.
        poll_s: How often a folder that can't be watched is said to have changed.
        gone_s: How often a folder that is gone is looked for.
        there_s: How often it is checked that the folder is still there, where no event tells, as when a parent is renamed.
    """

    quiet_s: float = 0.5
    longest_s: float = 2.0
    flood_s: float = 10.0
    poll_s: float = 5.0
    gone_s: float = 2.0
    there_s: float = 5.0


@dataclass(frozen=True, slots=True)
class WatchListener:
    """What is called, on the event loop.

    Attributes:
        on_changes: Something changed.
        on_presence: Whether the folder is there: at first, and each time that it is gone or there again.
        on_limit: The folder can't be watched and is looked at every few seconds from now on; the system's own words.
    """

    on_changes: Callable[[FolderChanges], None]
    on_presence: Callable[[bool], None] = lambda is_there: None
    on_limit: Callable[[str], None] = lambda words: None


class FolderWatch:
    """Watches a folder from now until it is stopped.

    Once everything is watched this is told as one rescan: what changed before nobody saw. The same after the folder was gone.

    Args:
        scope: The folder, and what of it.
        listener: What is called. Nothing is, once :meth:`stop` was.
        loop: The loop of the calling thread.
        queue_limit: More changed paths than that are told as one rescan.
        make_tree: What watches; tests let it fail.
    """

    def __init__(
        self,
        scope: TreeScope,
        listener: WatchListener,
        loop: asyncio.AbstractEventLoop,
        *,
        times: WatchTimes | None = None,
        queue_limit: int = 1000,
        make_tree: TreeMaker = tree_of_this_system,
    ) -> None:
        self.scope = scope
        self._listener = listener
        self._loop = loop
        self._times = times or WatchTimes()
        self._collector = ChangeCollector(queue_limit, self._on_first)
        self._make_tree = make_tree
        self._lock = threading.Lock()
        self._tree: FolderTree | None = None
        self._is_stopped = False
        self._is_active = True
        self._is_there: bool | None = None
        self._timer: asyncio.TimerHandle | None = None
        self._resumed = threading.Event()
        self._thread = threading.Thread(target=self._work, name=THREAD_NAME, daemon=True)
        self._thread.start()

    # -- on the loop ---------------------------------------------------------------------------------------------------

    def set_active(self, is_active: bool) -> None:
        """Hold back what is told, or tell what was held back. While held back nothing is looked at by the clock either."""
        if self._is_stopped or is_active == self._is_active:
            return
        self._is_active = is_active
        self._wake()
        if is_active:
            self._arm()
        elif self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def stop(self) -> None:
        """Stop watching. Doesn't wait for the thread, which ends by itself; :meth:`close` does."""
        self._is_stopped = True
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        self._wake()

    async def close(self, limit_s: float = 2.0) -> bool:
        """Stop, and wait until the thread has ended, or the limit is over.

        Returns:
            Whether it has ended. A disk that doesn't answer may hold it; it doesn't keep the program from ending.
        """
        self.stop()
        await asyncio.to_thread(self._thread.join, limit_s)
        return not self._thread.is_alive()

    def _arm(self) -> None:
        if self._is_stopped or not self._is_active or self._timer is not None or self._collector.is_empty:
            return
        times = self._times
        left = self._collector.due_in_s(times.quiet_s, times.longest_s, times.flood_s)
        self._timer = self._loop.call_later(left, self._on_timer)

    def _on_timer(self) -> None:
        self._timer = None
        if self._is_stopped or not self._is_active:
            return
        times = self._times
        if self._collector.due_in_s(times.quiet_s, times.longest_s, times.flood_s) > 0:
            self._arm()
        elif (changes := self._collector.take()) is not None:
            self._listener.on_changes(changes)

    def _tell_presence(self, is_there: bool) -> None:
        if not self._is_stopped:
            self._listener.on_presence(is_there)

    def _tell_limit(self, words: str) -> None:
        if not self._is_stopped:
            self._listener.on_limit(words)

    # -- from other threads --------------------------------------------------------------------------------------------

    def _on_first(self) -> None:
        self._call_soon(self._arm)

    def _call_soon(self, call: Callable[..., None], *args: object) -> None:
        # A closed loop raises RuntimeError: the program ends, and nobody is left to be told.
        with contextlib.suppress(RuntimeError):
            self._loop.call_soon_threadsafe(call, *args)

    def _wake(self) -> None:
        self._resumed.set()
        with self._lock:
            if self._tree is not None:
                self._tree.wake()

    # -- on the thread of its own --------------------------------------------------------------------------------------

    def _work(self) -> None:
        while not self._is_stopped:
            identity = _identity(self.scope.root)
            self._set_there(identity is not None)
            if identity is None:
                self._pause(self._times.gone_s)
                continue
            try:
                self._watch_while_there(identity)
            except WatchLimitError as error:
                self._poll_from_now_on(str(error))
            except OSError as error:
                if error.errno in LIMITS:
                    self._poll_from_now_on(str(error))
                else:
                    # It can't be read, or vanished between two looks.
                    self._pause(self._times.gone_s)

    def _watch_while_there(self, identity: tuple[int, int]) -> None:
        tree = self._make_tree(self.scope, self._collector)
        with self._lock:
            self._tree = tree
        try:
            tree.open(lambda: self._is_stopped)
            self._collector.add(must_rescan=True)
            checked_at = time.monotonic()
            while not self._is_stopped:
                may_be_gone = tree.wait(self._times.there_s if self._is_active else None)
                if may_be_gone or time.monotonic() - checked_at >= self._times.there_s:
                    checked_at = time.monotonic()
                    if _identity(self.scope.root) != identity:
                        return
        finally:
            with self._lock:
                self._tree = None
            tree.close()

    def _poll_from_now_on(self, words: str) -> None:
        every_s = self._times.poll_s
        self._make_tree = lambda _scope, collector: PollingTree(collector, every_s)
        self._call_soon(self._tell_limit, words)

    def _set_there(self, is_there: bool) -> None:
        if is_there is not self._is_there:
            self._call_soon(self._tell_presence, is_there)
        self._is_there = is_there

    def _pause(self, seconds: float) -> None:
        """Wait, without end while nobody looks."""
        self._resumed.wait(seconds if self._is_active else None)
        self._resumed.clear()


def _identity(path: str) -> tuple[int, int] | None:
    """Return which folder is at a path now, None for none."""
    try:
        found = Path(path).stat()
    except OSError:
        return None
    # Asked without opening it, which fails as well when no more files can be opened.
    return (found.st_dev, found.st_ino) if stat.S_ISDIR(found.st_mode) and os.access(path, os.R_OK | os.X_OK) else None
