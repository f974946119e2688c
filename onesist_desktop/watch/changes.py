# SPDX-License-Identifier: MIT
"""What was seen to change in a folder, collected without ever growing: too much of it is one flag."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Collection
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class FolderChanges:
    """What changed since the last time this was told.

    Attributes:
        paths: What changed, below the root, with ``/``; a folder stands for all that is in it. Empty when ``must_rescan``.
        has_git: Head, index, branches or the state of a merge changed.
        must_rescan: Too much changed to name, or nobody knows what: everything has to be looked at again.
    """

    paths: frozenset[str] = frozenset()
    has_git: bool = False
    must_rescan: bool = False


class ChangeCollector:
    """Takes changes from any thread until they are fetched.

    Args:
        limit: How many paths are remembered; more than that are one rescan.
        on_first: Called, on the thread of the change, when there is something after there was nothing.
        clock: Seconds of a clock that never goes back.
    """

    def __init__(self, limit: int, on_first: Callable[[], None], clock: Callable[[], float] = time.monotonic) -> None:
        self._limit = limit
        self._on_first = on_first
        self._clock = clock
        self._lock = threading.Lock()
        self._paths: set[str] = set()
        self._has_git = False
        self._must_rescan = False
        self._first_at: float | None = None
        self._last_at = 0.0

    @property
    def wants_paths(self) -> bool:
        """Whether naming a path still makes a difference; a hint that saves work in a flood."""
        return not self._must_rescan

    @property
    def is_empty(self) -> bool:
        """Whether nothing changed."""
        return self._first_at is None

    def add(self, paths: Collection[str] = (), *, has_git: bool = False, must_rescan: bool = False) -> None:
        """Take what changed."""
        with self._lock:
            self._has_git = self._has_git or has_git
            self._must_rescan = self._must_rescan or must_rescan
            if not self._must_rescan:
                self._paths.update(paths)
                self._must_rescan = len(self._paths) > self._limit
            if self._must_rescan:
                self._paths.clear()
            self._last_at = self._clock()
            is_first = self._first_at is None
            if is_first:
                self._first_at = self._last_at
        if is_first:
            self._on_first()

    def due_in_s(self, quiet_s: float, longest_s: float, flood_s: float) -> float:
        """Return in how many seconds the changes should be told: once it was quiet, but not too long after the first.

        Args:
            quiet_s: How long nothing more must have changed.
            longest_s: How long after the first change at the latest.
            flood_s: The same when there is too much to name: looking before it is over would be in vain.
        """
        with self._lock:
            if self._first_at is None:
                return 0.0
            latest = self._first_at + (flood_s if self._must_rescan else longest_s)
            return max(0.0, min(self._last_at + quiet_s, latest) - self._clock())

    def take(self) -> FolderChanges | None:
        """Fetch the changes and begin anew; None when there are none."""
        with self._lock:
            if self._first_at is None:
                return None
            changes = FolderChanges(frozenset(self._paths), self._has_git, self._must_rescan)
            self._paths, self._has_git, self._must_rescan, self._first_at = set(), False, False, None
            return changes
