# SPDX-License-Identifier: MIT
"""Watches a folder tree on Linux: one watch for each folder that is not left out, added and removed as folders come and go."""

from __future__ import annotations

import contextlib
import os
import select
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from enum import Enum, auto

from onesist_desktop.watch import inotify_calls as inotify
from onesist_desktop.watch.changes import ChangeCollector
from onesist_desktop.watch.errors import LIMITS, WatchLimitError
from onesist_desktop.watch.git_places import GIT_DIR_NAMES, WATCHED_REFS, git_places
from onesist_desktop.watch.tree import TreeScope

_RESYNC_AFTER_S = 1.0
_BARE_REPOSITORY = frozenset({"HEAD", "objects", "refs"})
_MOST_REF_FOLDERS = 256


class _Kind(Enum):
    """Why a folder is watched."""

    TREE = auto()
    GIT_DIR = auto()
    GIT_LOGS = auto()
    REFS = auto()
    REFS_BELOW = auto()


@dataclass(slots=True, eq=False)
class _Folder:
    """A watched folder. Knows its parent and not its path, so that moving a whole tree means changing one of them."""

    name: str
    parent: _Folder | None
    kind: _Kind
    number: int
    children: dict[str, _Folder] = field(default_factory=dict)

    @property
    def path(self) -> str:
        """Its full path as far as is known."""
        return self.name if self.parent is None else f"{self.parent.path}/{self.name}"

    def is_in(self, other: _Folder) -> bool:
        """Whether it is another folder, or somewhere below it."""
        folder: _Folder | None = self
        while folder is not None and folder is not other:
            folder = folder.parent
        return folder is not None

    def below_root(self, name: str) -> str:
        """Return the path of something in it below the root of its tree."""
        folder, parts = self, [name]
        while folder.parent is not None:
            parts.append(folder.name)
            folder = folder.parent
        return "/".join(reversed(parts))


class InotifyTree:
    """The :class:`~onesist_desktop.watch.tree.FolderTree` of Linux.

    Args:
        calls: Opens the descriptor; tests let it fail.
    """

    def __init__(
        self, scope: TreeScope, collector: ChangeCollector, calls: Callable[[], inotify.InotifyCalls] = inotify.InotifyCalls
    ) -> None:
        self._scope = scope
        self._collector = collector
        self._calls = calls()
        try:
            self._wake_r, self._wake_w = os.pipe2(os.O_NONBLOCK | os.O_CLOEXEC)
        except OSError:
            self._calls.close()
            raise
        self._poll = select.poll()
        self._poll.register(self._calls.fd, select.POLLIN)
        self._poll.register(self._wake_r, select.POLLIN)
        self._folders: dict[int, _Folder] = {}
        self._root: _Folder | None = None
        self._git_roots: list[_Folder] = []
        self._git_paths: frozenset[str] = frozenset()
        self._moving: dict[int, _Folder] = {}
        self._resync_at: float | None = None
        self._resync_after_s = _RESYNC_AFTER_S
        self._is_stopping: Callable[[], bool] = lambda: False
        self._is_closed = False
        # Of one reading, given to the collector at once.
        self._paths: set[str] = set()
        self._has_git = False
        self._lost_some = False

    @property
    def folder_count(self) -> int:
        """How many folders are watched."""
        return len(self._folders)

    def open(self, is_stopping: Callable[[], bool]) -> None:
        """Watch the folder and what is below it."""
        self._is_stopping = is_stopping
        root = self._scope.root
        self._root = _Folder(root, None, _Kind.TREE, self._calls.add(root))
        self._folders[self._root.number] = self._root
        if self._scope.is_deep:
            self._watch_git()
            self._walk(self._root)

    def wait(self, timeout_s: float | None) -> bool:
        """Collect what happens until the time is over."""
        ready = dict(self._poll.poll(self._poll_ms(timeout_s)))
        if self._wake_r in ready:
            os.read(self._wake_r, 64)
        root_may_be_gone = False
        if self._calls.fd in ready:
            before = tuple(self._moving)
            for record in self._calls.read():
                root_may_be_gone |= self._take(*record)
            # The second half of a move is in the same reading or the next one; else it went somewhere that isn't watched.
            for cookie in before:
                if (gone := self._moving.pop(cookie, None)) is not None:
                    self._forget(gone)
            self._hand_over()
        elif self._moving:
            for gone in self._moving.values():
                self._forget(gone)
            self._moving.clear()
        if self._resync_at is not None and time.monotonic() >= self._resync_at:
            self._resync()
        return root_may_be_gone

    def wake(self) -> None:
        """End the waiting."""
        # Full means that it is awake already.
        with contextlib.suppress(BlockingIOError):
            os.write(self._wake_w, b"!")

    def close(self) -> None:
        """Give the descriptors back."""
        if not self._is_closed:
            self._is_closed = True
            self._calls.close()
            os.close(self._wake_r)
            os.close(self._wake_w)
            self._folders.clear()

    # -- events --------------------------------------------------------------------------------------------------------

    def _take(self, number: int, mask: int, cookie: int, name: bytes) -> bool:
        if mask & inotify.OVERFLOW:
            self._lost_some = True
            self._look_again_soon()
            return False
        folder = self._folders.get(number)
        if folder is None:
            return False
        if mask & (inotify.SELF_GONE | inotify.FORGOTTEN):
            if mask & inotify.FORGOTTEN:
                self._detach(folder)
                del self._folders[number]
            return folder is self._root
        if folder.kind is not _Kind.TREE:
            self._take_git(folder, mask, os.fsdecode(name))
        elif mask & inotify.IS_FOLDER:
            self._take_folder(folder, mask, cookie, os.fsdecode(name))
        elif name == b".git" and folder is self._root:
            self._watch_git()
            self._has_git = True
        elif self._collector.wants_paths and name:
            self._paths.add(folder.below_root(os.fsdecode(name)))
        else:
            self._lost_some = True
        return False

    def _take_folder(self, folder: _Folder, mask: int, cookie: int, name: str) -> None:
        if not mask & (inotify.APPEARED | inotify.VANISHED):
            # Its own attributes: nobody counts them.
            return
        if not self._scope.is_deep:
            self._paths.add(name)
            return
        if name == ".git":
            if folder is self._root:
                self._watch_git()
                self._has_git = True
            return
        self._paths.add(folder.below_root(name))
        if mask & inotify.VANISHED:
            if mask & inotify.MOVED_FROM and (child := folder.children.pop(name, None)) is not None:
                self._moving[cookie] = child
            return
        child = self._moving.pop(cookie, None) if mask & inotify.MOVED_TO else None
        if child is not None and self._enters(folder, name):
            self._detach(folder.children.get(name))
            child.name, child.parent = name, folder
            folder.children[name] = child
            # What came into it just before was looked for where it is no more.
            self._walk(child)
            return
        if child is not None:
            self._forget(child)
        if self._enters(folder, name) and (added := self._add(folder, name, _Kind.TREE)) is not None:
            self._walk(added)

    def _take_git(self, folder: _Folder, mask: int, name: str) -> None:
        if name.endswith(".lock"):
            return
        if mask & inotify.IS_FOLDER and mask & inotify.APPEARED and self._watches_refs(folder, name):
            self._add_refs(folder, name)
        if folder.kind is _Kind.GIT_DIR:
            self._has_git = self._has_git or name in GIT_DIR_NAMES
        else:
            self._has_git = self._has_git or folder.kind is not _Kind.GIT_LOGS or name == "HEAD"

    def _hand_over(self) -> None:
        if self._paths or self._has_git or self._lost_some:
            self._collector.add(self._paths, has_git=self._has_git, must_rescan=self._lost_some)
        self._paths, self._has_git, self._lost_some = set(), False, False

    # -- folders -------------------------------------------------------------------------------------------------------

    def _enters(self, parent: _Folder, name: str) -> bool:
        if name == ".git" or name in self._scope.ignored_names:
            return False
        if not self._scope.ignored_paths and not self._git_paths:
            return True
        path = f"{parent.path}/{name}"
        return path not in self._git_paths and path not in self._scope.ignored_paths

    def _walk(self, top: _Folder) -> None:
        """Watch what is below a folder, and forget what isn't there any more. Looks again at what is watched already."""
        waiting = [top]
        while waiting and not self._is_stopping():
            folder = waiting.pop()
            names = self._folder_names(folder)
            for name in [name for name in folder.children if name not in names]:
                self._forget(folder.children.pop(name))
            for name in names:
                if self._enters(folder, name) and (child := self._add(folder, name, _Kind.TREE)) is not None:
                    waiting.append(child)

    def _folder_names(self, folder: _Folder) -> set[str]:
        """List the folders in a folder. One that can't be read has none, nor has a bare repository."""
        names, all_names = set(), set()
        try:
            with os.scandir(folder.path) as entries:
                for entry in entries:
                    if entry.name in _BARE_REPOSITORY:
                        all_names.add(entry.name)
                    if entry.is_dir(follow_symlinks=False):
                        names.add(entry.name)
        except OSError as error:
            if error.errno in LIMITS:
                raise WatchLimitError(str(error)) from error
            return set()
        return set() if all_names == _BARE_REPOSITORY and folder is not self._root else names

    def _add(self, parent: _Folder | None, name: str, kind: _Kind) -> _Folder | None:
        """Watch one folder; None when that isn't possible: it is gone again, a link, or can't be read."""
        try:
            number = self._calls.add(name if parent is None else f"{parent.path}/{name}")
        except OSError as error:
            if error.errno in LIMITS:
                raise WatchLimitError(str(error)) from error
            return None
        known = self._folders.get(number)
        if known is not None and known.kind is not kind:
            return None
        if known is None:
            known = self._folders[number] = _Folder(name, parent, kind, number)
            if len(self._folders) > self._scope.most_folders:
                raise WatchLimitError(f"more than {self._scope.most_folders} folders")
        elif known.parent is not parent or known.name != name or known in self._moving.values():
            # It was moved, which no event has told yet, or an event that is older than what is there now.
            self._look_again_soon()
            if parent is None or parent.is_in(known):
                return None
            self._moving = {cookie: folder for cookie, folder in self._moving.items() if folder is not known}
            self._detach(known)
            known.name, known.parent = name, parent
        if parent is not None:
            parent.children[name] = known
        return known

    def _detach(self, folder: _Folder | None) -> None:
        if folder is not None and folder.parent is not None and folder.parent.children.get(folder.name) is folder:
            del folder.parent.children[folder.name]

    def _forget(self, top: _Folder) -> None:
        """Stop watching a folder and all below it."""
        self._detach(top)
        waiting = [top]
        while waiting:
            folder = waiting.pop()
            waiting += folder.children.values()
            folder.children.clear()
            if self._folders.get(folder.number) is folder:
                del self._folders[folder.number]
                self._calls.remove(folder.number)

    def _look_again_soon(self) -> None:
        if self._resync_at is None:
            self._resync_at = time.monotonic() + self._resync_after_s

    def _resync(self) -> None:
        """Look at the whole tree again, since some events were lost, and with them folders that came."""
        started = time.monotonic()
        self._resync_at = None
        if self._root is not None and self._scope.is_deep:
            self._watch_git()
            self._walk(self._root)
        # In a flood that doesn't end this takes a third of the time at most.
        self._resync_after_s = max(_RESYNC_AFTER_S, 2 * (time.monotonic() - started))

    def _poll_ms(self, timeout_s: float | None) -> int | None:
        if self._moving:
            timeout_s = 0.0
        if self._resync_at is not None:
            left = max(0.0, self._resync_at - time.monotonic())
            timeout_s = left if timeout_s is None else min(left, timeout_s)
        return None if timeout_s is None else int(timeout_s * 1000 + 0.999)

    # -- the repository ------------------------------------------------------------------------------------------------

    def _watch_git(self) -> None:
        """Find the Git directory of the root, and watch the few folders of it that say what is checked out."""
        for folder in self._git_roots:
            self._forget(folder)
        self._git_roots.clear()
        places = git_places(self._scope.root)
        self._git_paths = frozenset((places.git_dir, places.common_dir)) if places is not None else frozenset()
        if places is None:
            return
        self._add_git(places.git_dir, _Kind.GIT_DIR)
        self._add_git(f"{places.git_dir}/logs", _Kind.GIT_LOGS)
        if places.common_dir != places.git_dir:
            self._add_git(places.common_dir, _Kind.GIT_DIR)
        refs = self._add_git(f"{places.common_dir}/refs", _Kind.REFS)
        if refs is not None:
            for name in WATCHED_REFS:
                self._add_refs(refs, name)
        self._add_git(f"{places.common_dir}/reftable", _Kind.REFS)

    def _add_git(self, path: str, kind: _Kind) -> _Folder | None:
        folder = self._add(None, path, kind)
        if folder is not None and folder not in self._git_roots:
            self._git_roots.append(folder)
        return folder

    def _add_refs(self, parent: _Folder, name: str) -> None:
        """Watch a folder of branches with those below it; no more than a few hundred."""
        waiting, count = [(parent, name)], 0
        while waiting and count < _MOST_REF_FOLDERS and not self._is_stopping():
            above, below = waiting.pop()
            count += 1
            folder = self._add(above, below, _Kind.REFS_BELOW)
            if folder is not None:
                waiting += [(folder, each) for each in sorted(self._folder_names(folder))]

    def _watches_refs(self, folder: _Folder, name: str) -> bool:
        return folder.kind is _Kind.REFS_BELOW or (folder.kind is _Kind.REFS and name in WATCHED_REFS)
