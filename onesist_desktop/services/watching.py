# SPDX-License-Identifier: MIT
"""Watches the folder of the shown workspace and that of its project, and lets the workspace be read again when files change."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from pathlib import Path
from typing import Protocol

from onesist_desktop.core.ids import ProjectId
from onesist_desktop.core.known_folders import UNWATCHED_FOLDERS
from onesist_desktop.services.context import ServiceContext
from onesist_desktop.services.events import NoticeLevel, NoticeRaised, ProjectFolderChanged
from onesist_desktop.services.workspace_views import WorkspaceView
from onesist_desktop.watch.changes import FolderChanges
from onesist_desktop.watch.folder_watch import FolderWatch, WatchListener
from onesist_desktop.watch.tree import TreeScope

_LONGEST_REST_S = 10.0


class ShownWorkspace(Protocol):
    """Who shows a workspace."""

    async def refresh_shown(self) -> None:
        """Read it again, since files changed there."""
        ...


WatchMaker = Callable[[TreeScope, WatchListener, asyncio.AbstractEventLoop], FolderWatch]
"""Begins to watch a folder."""


class Watching:
    """At most two folders are watched: the shown workspace with all below it, and its project's folder itself.

    Reads again one at a time; of what changes meanwhile one more reading serves all. All calls belong on the loop's thread.

    Args:
        context: Shared by all services.
        shown: Reads the workspace again.
        worktrees_base: Where own copies are made; not watched as a part of a project.
        make_watch: Watches a folder; tests choose other times.
    """

    def __init__(
        self, context: ServiceContext, shown: ShownWorkspace, worktrees_base: Path, make_watch: WatchMaker = FolderWatch
    ) -> None:
        self._context = context
        self._shown = shown
        self._worktrees_base = worktrees_base
        self._make_watch = make_watch
        self._view: WorkspaceView | None = None
        self._workspace: FolderWatch | None = None
        self._project: FolderWatch | None = None
        self._project_id: ProjectId | None = None
        self._is_active = True
        self._is_closed = False
        self._is_due = False
        self._is_reading = False
        self._is_following = False
        self._gone: ProjectId | None = None
        self._has_told_limit = False

    @property
    def roots(self) -> tuple[str, ...]:
        """The folders that are watched."""
        return tuple(watch.scope.root for watch in (self._workspace, self._project) if watch is not None)

    def show(self, view: WorkspaceView | None) -> None:
        """Watch this workspace from now on, and none other; None for none at all."""
        self._view = view
        if not self._is_closed and not self._is_following:
            self._is_following = True
            self._context.supervisor.spawn(self._follow(), name="watch the shown workspace")

    def set_active(self, is_active: bool) -> None:
        """Say whether the window can be seen. While it can't nothing is read; what changed then is read once afterwards."""
        self._is_active = is_active
        for watch in (self._workspace, self._project):
            if watch is not None:
                watch.set_active(is_active)
        if self._is_due:
            self._read_again()

    async def close(self) -> None:
        """Stop watching, and wait for the threads to end."""
        self._is_closed = True
        watches = [watch for watch in (self._workspace, self._project) if watch is not None]
        self._workspace = self._project = None
        for watch in watches:
            watch.stop()
        for watch in watches:
            await watch.close()

    async def _follow(self) -> None:
        """Watch what is shown; again, if that became something else while this was prepared."""
        try:
            while not self._is_closed:
                view = self._view
                await self._watch(view, await self._project_root(view))
                if view is self._view:
                    return
        finally:
            self._is_following = False

    async def _project_root(self, view: WorkspaceView | None) -> str | None:
        if view is None:
            return None
        record = await self._context.database.run(lambda uow: uow.projects.get(view.project_id))
        return record.root_path if record is not None else None

    async def _watch(self, view: WorkspaceView | None, project_root: str | None) -> None:
        deep = await asyncio.to_thread(self._scope, view.path, True) if view is not None else None
        above = await asyncio.to_thread(self._scope, project_root, False) if project_root is not None else None
        if above is not None and deep is not None and above.root == deep.root:
            above = None
        if self._is_closed:
            return
        project_id = view.project_id if view is not None else None
        is_same, self._project_id = project_id == self._project_id, project_id
        before = (self._workspace, self._project)
        presence = self._presence_of(project_id)
        if not is_same or self._workspace is None or deep != self._workspace.scope:
            on_presence = presence if above is None else self._on_workspace_presence
            self._workspace = self._begin(deep, WatchListener(self._on_changes, on_presence, self._on_limit))
        if not is_same or self._project is None or above != self._project.scope:
            self._project = self._begin(above, WatchListener(lambda changes: None, presence, self._on_limit))
        for watch in before:
            if watch is not None and watch not in (self._workspace, self._project):
                await watch.close()

    def _begin(self, scope: TreeScope | None, listener: WatchListener) -> FolderWatch | None:
        if scope is None:
            return None
        watch = self._make_watch(scope, listener, asyncio.get_running_loop())
        watch.set_active(self._is_active)
        return watch

    def _scope(self, path: str, is_deep: bool) -> TreeScope:
        # The folder may be gone, and be there again.
        base = str(self._worktrees_base.resolve())
        return TreeScope(str(Path(path).resolve()), UNWATCHED_FOLDERS, frozenset({base}), is_deep)

    # -- what is seen --------------------------------------------------------------------------------------------------

    def _on_changes(self, changes: FolderChanges) -> None:
        del changes
        self._read_again()

    def _presence_of(self, project_id: ProjectId | None) -> Callable[[bool], None]:
        def on_presence(is_there: bool) -> None:
            if project_id is not None and is_there is (self._gone == project_id):
                self._gone = None if is_there else project_id
                self._context.bus.publish(ProjectFolderChanged(project_id, is_there))
                self._read_again()

        return on_presence

    def _on_workspace_presence(self, is_there: bool) -> None:
        # That it is there again is told as changes as well.
        if not is_there:
            self._read_again()

    def _on_limit(self, words: str) -> None:
        if not self._has_told_limit:
            self._has_told_limit = True
            self._context.bus.publish(NoticeRaised(NoticeLevel.INFO, "watch_polling", words))

    def _read_again(self) -> None:
        self._is_due = True
        if not self._is_closed and self._is_active and not self._is_reading:
            self._is_reading = True
            self._context.supervisor.spawn(self._read(), name="read the shown workspace again")

    async def _read(self) -> None:
        try:
            while self._is_due and self._is_active and not self._is_closed:
                self._is_due = False
                started = time.monotonic()
                await self._shown.refresh_shown()
                if self._is_due:
                    # A repository in which Git is slow: it shall not be asked more than half of the time.
                    await asyncio.sleep(min(_LONGEST_REST_S, time.monotonic() - started))
        finally:
            self._is_reading = False
