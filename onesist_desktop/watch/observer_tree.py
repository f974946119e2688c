# SPDX-License-Identifier: MIT
"""Watches a folder tree with watchdog's observer, where one handle sees the whole tree: macOS and Windows.

Folders that are left out cost nothing there but the events that are thrown away here.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Callable
from pathlib import Path, PurePath

from watchdog.events import (
    DirCreatedEvent,
    DirDeletedEvent,
    DirMovedEvent,
    FileCreatedEvent,
    FileDeletedEvent,
    FileModifiedEvent,
    FileMovedEvent,
    FileSystemEvent,
    FileSystemEventHandler,
)
from watchdog.observers import Observer

from onesist_desktop.watch.changes import ChangeCollector
from onesist_desktop.watch.git_places import GIT_DIR_NAMES, WATCHED_REFS, GitPlaces, git_places
from onesist_desktop.watch.tree import TreeScope

# Opening and reading is no change.
_WANTED: list[type[FileSystemEvent]] = [
    DirCreatedEvent,
    DirDeletedEvent,
    DirMovedEvent,
    FileCreatedEvent,
    FileDeletedEvent,
    FileModifiedEvent,
    FileMovedEvent,
]


class ObserverTree(FileSystemEventHandler):
    """The :class:`~onesist_desktop.watch.tree.FolderTree` of systems that watch whole trees."""

    def __init__(self, scope: TreeScope, collector: ChangeCollector) -> None:
        self._scope = scope
        self._collector = collector
        self._observer = Observer()
        self._places: GitPlaces | None = None
        self._woken = threading.Event()
        self._is_root_touched = False

    def open(self, is_stopping: Callable[[], bool]) -> None:
        """Begin to watch."""
        root = self._scope.root
        self._places = git_places(root)
        self._observer.schedule(self, root, recursive=self._scope.is_deep, event_filter=_WANTED)
        if self._places is not None and self._scope.is_deep:
            for folder in {self._places.git_dir, self._places.common_dir}:
                if not PurePath(folder).is_relative_to(root):
                    self._observer.schedule(self, folder, recursive=False, event_filter=_WANTED)
            refs = Path(self._places.common_dir, "refs")
            if not refs.is_relative_to(root) and refs.is_dir():
                self._observer.schedule(self, str(refs), recursive=True, event_filter=_WANTED)
        if not is_stopping():
            self._observer.start()

    def wait(self, timeout_s: float | None) -> bool:
        """Wait until the root was touched; changes come on the observer's thread."""
        self._woken.wait(timeout_s)
        self._woken.clear()
        was_touched, self._is_root_touched = self._is_root_touched, False
        return was_touched

    def wake(self) -> None:
        """End the waiting."""
        self._woken.set()

    def close(self) -> None:
        """Stop the observer's threads."""
        if self._observer.is_alive():
            self._observer.stop()
            self._observer.join()

    def dispatch(self, event: FileSystemEvent) -> None:
        """Take one event, on the observer's thread."""
        for path in (os.fsdecode(event.src_path), os.fsdecode(event.dest_path)):
            if path:
                self._take(path)

    def _take(self, path: str) -> None:
        if path == self._scope.root:
            self._is_root_touched = True
            self._woken.set()
        elif self._places is not None and (inside := _inside(path, self._places)) is not None:
            if _matters_to_git(inside):
                self._collector.add(has_git=True)
        elif (below := _below(path, self._scope.root)) is not None:
            if below == (".git",):
                self._collector.add(has_git=True)
            elif self._is_watched(below):
                self._collector.add(("/".join(below),))

    def _is_watched(self, below: tuple[str, ...]) -> bool:
        # What is left out is watched as an entry of its folder, not what is in it.
        parents = below[:-1]
        if ".git" in below or any(name in self._scope.ignored_names for name in parents):
            return False
        folder = self._scope.root
        for name in parents:
            folder = f"{folder}{os.sep}{name}"
            if folder in self._scope.ignored_paths:
                return False
        return True


def _below(path: str, folder: str) -> tuple[str, ...] | None:
    return PurePath(path).relative_to(folder).parts if PurePath(path).is_relative_to(folder) else None


def _inside(path: str, places: GitPlaces) -> tuple[str, ...] | None:
    # The Git directory of a worktree lies in the shared one, so it is asked first.
    inside = _below(path, places.git_dir)
    return inside if inside is not None else _below(path, places.common_dir)


def _matters_to_git(inside: tuple[str, ...]) -> bool:
    if not inside or inside[-1].endswith(".lock"):
        return False
    if inside[0] in GIT_DIR_NAMES or inside == ("logs", "HEAD"):
        return True
    return inside[0] == "refs" and (len(inside) < 3 or inside[1] in WATCHED_REFS)
