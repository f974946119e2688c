# SPDX-License-Identifier: MIT
"""Where the shown thread works: the bar that says it, its menu, moving, and what is done about a folder that is gone."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial

from PySide6.QtCore import QEvent, QObject, QPoint, QUrl, Signal
from PySide6.QtGui import QDesktopServices, QGuiApplication
from PySide6.QtWidgets import QFileDialog, QMenu

from onesist_desktop.core.errors import OnesistError, WorkspaceError
from onesist_desktop.core.ids import ThreadId, WorktreeId
from onesist_desktop.core.workspaces import WorkspaceKind
from onesist_desktop.runtime.bus import Subscription
from onesist_desktop.services.events import ProjectFolderChanged, SetupChanged, WorkspaceChanged, WorkspaceProgress
from onesist_desktop.services.views import ThreadView
from onesist_desktop.services.workspace_views import (
    Destination,
    OpenTarget,
    ProjectFolder,
    RepositoryView,
    SetupView,
    WorkspaceView,
)
from onesist_desktop.ui.controllers.desk import Desk
from onesist_desktop.ui.controllers.own_copy_controller import OwnCopyController
from onesist_desktop.ui.controllers.setup_controller import SetupController
from onesist_desktop.ui.controllers.workspace_menu import MenuActions, WorkspaceMenu, can_release, changes_menu, targets_menu
from onesist_desktop.ui.controllers.workspace_problems import fault_text
from onesist_desktop.ui.language import fill
from onesist_desktop.ui.models.threads_model import ThreadsModel
from onesist_desktop.ui.panels.run_panel import RunPanel
from onesist_desktop.ui.panels.workspace_bar import WorkspaceBar
from onesist_desktop.ui.panels.workspace_words import Offer, is_gone, making_text, place_title
from onesist_desktop.ui.widgets.announcing import announce

_SEEN_CHANGES = frozenset({QEvent.Type.Show, QEvent.Type.Hide, QEvent.Type.WindowStateChange})


class WorkspaceController(QObject):
    """Joins the workspace bar to ``services.workspaces``.

    Args:
        working: Returns the name of who works in the shown thread, empty for nobody.
        make_thread: Makes a thread, and hands it to what it is given once it is shown.
        clean_up: Opens the clean-up.
        release: Asks whether an own copy is to be released.

    Signals:
        changed(): What can be done with the folder may have changed.
        project_changed(exists: bool): The open project's folder vanished or is there again.
    """

    changed = Signal()
    project_changed = Signal(bool)

    def __init__(
        self,
        desk: Desk,
        bar: WorkspaceBar,
        run_panel: RunPanel,
        threads: ThreadsModel,
        *,
        working: Callable[[], str],
        make_thread: Callable[[Callable[[ThreadView], object]], object],
        clean_up: Callable[[], object],
        release: Callable[[WorktreeId], object],
    ) -> None:
        super().__init__(desk)
        self._desk = desk
        self._bar = bar
        self._run_panel = run_panel
        self._working = working
        self._make_thread = make_thread
        self._clean_up = clean_up
        self._release = release
        self._view: WorkspaceView | None = None
        self._reading: asyncio.Task[None] | None = None
        self._remaking: asyncio.Task[None] | None = None
        self._remade_in: ThreadId | None = None
        self._targets: Sequence[OpenTarget] | None = None
        self.copies = OwnCopyController(desk, threads.view_of, self._on_moved)
        self.setups = SetupController(desk)
        bus = desk.services.bus
        self._subscriptions: list[Subscription] = [
            bus.subscribe(WorkspaceChanged, self._on_changed),
            bus.subscribe(WorkspaceProgress, self._on_progress),
            bus.subscribe(SetupChanged, lambda event: self._on_setup(event.setup)),
            bus.subscribe(ProjectFolderChanged, self._on_project_changed),
        ]
        desk.window.installEventFilter(self)
        bar.folder_wanted.connect(self._open_path)
        bar.offer_wanted.connect(self._on_offer)
        bar.menu_wanted.connect(self._open_menu)
        bar.changes_wanted.connect(self._open_changes)
        bar.setup_wanted.connect(self.open_setup)
        bar.cancel_wanted.connect(self._cancel)

    # -- what is shown ------------------------------------------------------------------------------------------------------

    @property
    def view(self) -> WorkspaceView | None:
        """Where the shown thread works, None while that isn't known."""
        return self._view

    @property
    def has_folder(self) -> bool:
        """Whether there is a folder to be opened."""
        return self._view is not None and not is_gone(self._view)

    @property
    def has_own_copy(self) -> bool:
        """Whether the shown thread works in an own copy that can be released."""
        return self._view is not None and can_release(self._view)

    @property
    def is_away(self) -> bool:
        """Whether the shown thread works elsewhere than in the project folder."""
        return self._view is not None and self._view.kind is not WorkspaceKind.PROJECT

    def show(self) -> None:
        """Another thread or project is shown: read where it works."""
        desk = self._desk
        self._take(None)
        self._bar.show_progress("")
        self.read()
        if desk.thread_id is not None and desk.thread_id == self._remade_in:
            self._bar.show_progress(making_text("", 0, 0))

    def read(self) -> None:
        """Read where the shown thread works, and count anew."""
        desk = self._desk
        if self._reading is not None:
            # Its answer would be of something else, and what is shown last is what is watched.
            self._reading.cancel()
            self._reading = None
        if desk.project is None:
            return
        thread_id, workspaces = desk.thread_id, desk.services.workspaces
        call = partial(workspaces.of_project, desk.project.id)
        if thread_id is not None:
            call = partial(workspaces.of_thread, thread_id)
        place = desk.project.id, thread_id
        self._reading = desk.spawn(call, "workspace", partial(self._on_read, place), on_error=self._on_unreadable)

    def close(self) -> None:
        """Stop listening."""
        for subscription in self._subscriptions:
            subscription.cancel()
        self._subscriptions.clear()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Let nothing be read while the window can't be seen."""
        window = self._desk.window
        if watched is window and event.type() in _SEEN_CHANGES and not self._desk.is_closed:
            self._desk.services.workspaces.set_seen(window.isVisible() and not window.isMinimized())
        return super().eventFilter(watched, event)

    # -- commands -----------------------------------------------------------------------------------------------------------

    def own_copy(self) -> None:
        """Open the dialog that lets the shown thread work in an own copy, or a new thread if none is shown."""
        thread_id = self._desk.thread_id
        if thread_id is None:
            self.new_in_own_copy()
        elif not self._busy_text():
            self.copies.open(thread_id)

    def new_in_own_copy(self) -> None:
        """Make a thread, then choose its own copy."""
        if self._desk.project is not None:
            self._make_thread(lambda view: self.copies.open(view.id))

    def to_project_folder(self) -> None:
        """Let the shown thread work in the project folder from now on."""
        self._move(ProjectFolder())

    def open_folder(self) -> None:
        """Open the folder in the desktop's file manager."""
        if self.has_folder:
            self._open_path(self._bar.path)

    def open_in_editor(self) -> None:
        """Offer the editors and terminals that are here; the only one is opened at once."""
        if self.has_folder:
            at = self._bar.mapToGlobal(QPoint(self._bar.width() // 2, self._bar.height()))
            self._desk.spawn(self._read_targets, "open targets", partial(self._on_targets, at), exclusive="open-targets")

    def copy_path(self) -> None:
        """Copy the path of the folder."""
        if self._bar.path:
            QGuiApplication.clipboard().setText(self._bar.path)

    def open_setup(self) -> None:
        """Show the set-up of the copy."""
        if self._view is not None:
            self.setups.open(self._view)

    def remake(self) -> None:
        """Make the folder of the copy again from its branch."""
        view, thread_id = self._view, self._desk.thread_id
        if view is None or view.worktree_id is None or self._remaking is not None or self._busy_text():
            return
        self._remade_in = thread_id
        self._bar.show_progress(making_text("", 0, 0))
        call = partial(self._desk.services.workspaces.recreate, view.worktree_id)
        self._remaking = self._desk.spawn(call, "make a copy again", partial(self._on_found, thread_id), on_error=self._say)
        if self._remaking is not None:
            self._remaking.add_done_callback(lambda _task: self._on_remade())

    def release(self) -> None:
        """Ask whether the folder of the copy is to be removed, with its branch and its threads kept."""
        view = self._view
        if view is None or view.worktree_id is None or not can_release(view):
            return
        if busy := self._busy_text():
            self._desk.said.emit(busy)
            return
        self._release(view.worktree_id)

    def locate(self) -> None:
        """Ask where the folder of the copy is now."""
        view, thread_id = self._view, self._desk.thread_id
        if view is None or view.worktree_id is None or self._busy_text():
            return
        dialog = QFileDialog(self._desk.window, self.tr("Where is the own copy now?"), self._bar.path)
        dialog.setObjectName("locate_copy")
        dialog.setFileMode(QFileDialog.FileMode.Directory)
        dialog.fileSelected.connect(partial(self.take_place, view.worktree_id, thread_id))
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()

    def take_place(self, worktree_id: WorktreeId, thread_id: ThreadId | None, path: str) -> None:
        """Take the folder to which a copy was moved by hand."""
        call = partial(self._desk.services.workspaces.locate, worktree_id, path)
        self._desk.spawn(call, "locate a copy", partial(self._on_found, thread_id), on_error=self._say, exclusive="locate")

    # -- events -------------------------------------------------------------------------------------------------------------

    def _on_read(self, place: tuple[object, ThreadId | None], view: WorkspaceView) -> None:
        desk = self._desk
        if desk.project is not None and place == (desk.project.id, desk.thread_id):
            self._take(view)

    def _on_unreadable(self, error: OnesistError) -> None:
        if isinstance(error, WorkspaceError):
            self._say(error)
        else:
            self._desk.say_error(error)

    def _on_changed(self, event: WorkspaceChanged) -> None:
        desk = self._desk
        is_here = desk.project is not None and event.workspace.project_id == desk.project.id
        if is_here and event.thread_id == desk.thread_id:
            self._take(event.workspace)

    def _on_progress(self, event: WorkspaceProgress) -> None:
        self.copies.show_progress(event)
        if event.thread_id == self._desk.thread_id and event.thread_id == self._remade_in:
            self._bar.show_progress(making_text(event.step, event.done, event.total))

    def _on_setup(self, setup: SetupView) -> None:
        self.setups.show(setup)
        view = self._view
        if view is not None and view.worktree_id == setup.worktree_id and view.setup is not setup.state:
            self._take(replace(view, setup=setup.state))

    def _on_project_changed(self, event: ProjectFolderChanged) -> None:
        desk = self._desk
        if desk.project is not None and desk.project.id == event.project_id:
            self.project_changed.emit(event.exists)
            self.read()

    def _on_moved(self, thread_id: ThreadId, view: WorkspaceView) -> None:
        if thread_id == self._desk.thread_id:
            self._take(view)
            announce(self._bar, fill(self.tr("This thread works here now: %1"), place_title(view)))

    def _on_found(self, thread_id: ThreadId | None, view: WorkspaceView) -> None:
        if thread_id == self._desk.thread_id:
            self._take(view)

    def _on_remade(self) -> None:
        shown, self._remade_in, self._remaking = self._remade_in, None, None
        if shown == self._desk.thread_id and not self._desk.is_closed:
            self._bar.show_progress("")

    def _take(self, view: WorkspaceView | None) -> None:
        self._view = view
        self._bar.show_workspace(view)
        title = place_title(view) if view is not None else ""
        self._run_panel.show_place(self._desk.project.root_path if self._desk.project else "", view.path if view else "", title)
        self.changed.emit()

    # -- doing --------------------------------------------------------------------------------------------------------------

    def _on_offer(self, key: str) -> None:
        match Offer(key):
            case Offer.REMAKE:
                self.remake()
            case Offer.LOCATE:
                self.locate()
            case Offer.PROJECT_FOLDER:
                self.to_project_folder()

    def _move(self, destination: Destination) -> None:
        thread_id = self._desk.thread_id
        if thread_id is None:
            return
        if busy := self._busy_text():
            self._desk.said.emit(busy)
            return
        call = partial(self._desk.services.workspaces.move, thread_id, destination)
        self._desk.spawn(call, "move", partial(self._on_moved, thread_id), on_error=self._say, exclusive="move")

    def _cancel(self) -> None:
        if self._remaking is not None:
            self._remaking.cancel()

    def _say(self, error: OnesistError) -> None:
        self._desk.said.emit(fault_text(error))

    def _busy_text(self) -> str:
        name = self._working()
        return fill(self.tr("%1 works here. Stop it, or wait until it is done."), name) if name else ""

    def _open_path(self, path: str) -> None:
        if not QDesktopServices.openUrl(QUrl.fromLocalFile(path)):
            self._desk.said.emit(fill(self.tr("The folder can't be opened in the file manager: %1."), path))

    def _open_in(self, key: str) -> None:
        call = partial(self._desk.services.workspaces.open_in, self._bar.path, key)
        self._desk.spawn(call, "open in a program", on_error=self._say)

    # -- menus --------------------------------------------------------------------------------------------------------------

    async def _read_targets(self) -> Sequence[OpenTarget]:
        if self._targets is None:
            self._targets = await self._desk.services.workspaces.open_targets()
        return self._targets

    async def _read_menu(self) -> tuple[Sequence[RepositoryView], Sequence[OpenTarget]]:
        project, workspaces = self._desk.project, self._desk.services.workspaces
        if project is None:
            return (), ()
        try:
            look = await workspaces.look(project.id)
            repositories: Sequence[RepositoryView] = look.repositories
        except OnesistError:
            # The menu is there all the same; the dialog of copies says what is the matter.
            repositories = ()
        return repositories, await self._read_targets()

    def _open_menu(self, at: QPoint) -> None:
        self._desk.spawn(self._read_menu, "workspace menu", partial(self._show_menu, at), exclusive="workspace-menu")

    def _show_menu(self, at: QPoint, read: tuple[Sequence[RepositoryView], Sequence[OpenTarget]]) -> None:
        view = self._view
        if view is not None:
            menu = WorkspaceMenu(self._desk.theme, self._desk.window, view, self._actions(), self._busy_text())
            menu.fill(*read, has_thread=self._desk.thread_id is not None).popup(at)

    def _on_targets(self, at: QPoint, targets: Sequence[OpenTarget]) -> None:
        if len(targets) == 1:
            self._open_in(targets[0].key)
        else:
            self._popup(targets_menu(self._desk.window, targets, self._open_in), at)

    def _open_changes(self, at: QPoint) -> None:
        if self._view is not None:
            self._popup(changes_menu(self._desk.window, self._view.changes, self.read), at)

    def _popup(self, menu: QMenu, at: QPoint) -> None:
        menu.popup(at)

    def _actions(self) -> MenuActions:
        return MenuActions(
            own_copy=self.own_copy,
            project_folder=self.to_project_folder,
            repository=lambda key: self._move(ProjectFolder(key)),
            open_folder=self.open_folder,
            open_in=self._open_in,
            copy_path=self.copy_path,
            remake=self.remake,
            locate=self.locate,
            setup=self.open_setup,
            release=self.release,
            clean_up=self._clean_up,
        )
