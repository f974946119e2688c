# SPDX-License-Identifier: MIT
"""What a way of watching a folder tree has to do, and what it leaves out."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Protocol

from onesist_desktop.watch.changes import ChangeCollector


@dataclass(frozen=True, slots=True)
class TreeScope:
    """What of a folder is watched.

    Attributes:
        root: Real path of the folder.
        ignored_names: Folders of these names are not entered, wherever they are.
        ignored_paths: Real paths of folders that are not entered.
        is_deep: False: only the folder itself, and that it is there.
        most_folders: More folders than that are not watched one by one.
    """

    root: str
    ignored_names: frozenset[str] = frozenset()
    ignored_paths: frozenset[str] = frozenset()
    is_deep: bool = True
    most_folders: int = 50_000


class FolderTree(Protocol):
    """One way of watching. All calls but :meth:`wake` are made on one thread, which they may block."""

    def open(self, is_stopping: Callable[[], bool]) -> None:
        """Begin to watch. Raises WatchLimitError, or OSError when the folder can't be read. Gives up early when stopping."""
        ...

    def wait(self, timeout_s: float | None) -> bool:
        """Collect changes until the time is over, something happened, or somebody woke it. Raises WatchLimitError.

        Returns:
            Whether the root itself may have been removed or moved.
        """
        ...

    def wake(self) -> None:
        """End a :meth:`wait` from another thread."""
        ...

    def close(self) -> None:
        """Give everything back. Calling it again does nothing."""
        ...


TreeMaker = Callable[[TreeScope, ChangeCollector], FolderTree]
"""Makes what watches, on the thread that will wait for it."""


@dataclass(slots=True)
class PollingTree:
    """Watches nothing, and says every few seconds that something may have changed."""

    collector: ChangeCollector
    every_s: float = 5.0
    _woken: threading.Event = field(default_factory=threading.Event)

    def open(self, is_stopping: Callable[[], bool]) -> None:
        """Begin; the first look is due at once."""
        self.collector.add(must_rescan=not is_stopping())

    def wait(self, timeout_s: float | None) -> bool:
        """Wait, and tell that everything has to be looked at again; without a time limit once somebody looks again."""
        was_woken = self._woken.wait(None if timeout_s is None else self.every_s)
        self._woken.clear()
        if timeout_s is None or not was_woken:
            self.collector.add(must_rescan=True)
        return True

    def wake(self) -> None:
        """End the waiting."""
        self._woken.set()

    def close(self) -> None:
        """Nothing is held."""
