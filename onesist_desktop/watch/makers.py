# SPDX-License-Identifier: MIT
"""Chooses how folders are watched on this system. What needs watchdog is loaded on the watching thread, not at the start."""

from __future__ import annotations

import sys

from onesist_desktop.watch.changes import ChangeCollector
from onesist_desktop.watch.tree import FolderTree, TreeScope


def tree_of_this_system(scope: TreeScope, collector: ChangeCollector) -> FolderTree:
    """Make what watches a folder here. Raises WatchLimitError."""
    if sys.platform.startswith("linux"):
        from onesist_desktop.watch.inotify_tree import InotifyTree

        return InotifyTree(scope, collector)
    else:  # noqa: RET505 - the type checker looks at one of the two
        from onesist_desktop.watch.observer_tree import ObserverTree

        return ObserverTree(scope, collector)
