# SPDX-License-Identifier: MIT
"""The menus of the sidebar and of the header: other projects, and what can be done with a thread."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from PySide6.QtCore import QObject, QPoint, Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMainWindow, QMenu

from onesist_desktop.core.ids import ThreadId
from onesist_desktop.services.views import ProjectView, ThreadState, ThreadView
from onesist_desktop.ui.commands import Commands
from onesist_desktop.ui.controllers.desk import Desk
from onesist_desktop.ui.models.threads_model import ThreadsModel
from onesist_desktop.ui.widgets.glyphs import glyph_icon
from onesist_desktop.ui.widgets.tips import plain_tip
from onesist_desktop.ui.words import short_path

_MAX_PROJECTS = 8
THREAD_COMMANDS = (
    "rename_thread",
    "pin_thread",
    "own_copy",
    "to_project_folder",
    "",
    "what_was_told",
    "about_answer",
    "",
    "stop",
    "",
    "archive_thread",
    "delete_thread",
)
_ROW_COMMANDS = ("rename_thread", "", "own_copy", "to_project_folder", "stop", "", "archive_thread", "delete_thread")


class SidebarController(QObject):
    """Joins menus to commands and projects.

    Args:
        commands: Returns the window's commands, which are made after the controllers.
        on_project: Opens the project in a folder.
        on_thread: Shows a thread.

    Signals:
        enter_wanted(thread_id: str): The person goes on in that thread.
        fork_wanted(thread_id: str): Fork that thread at its end.
        merge_wanted(child_id: str): Show what merging that fork back would bring.
        map_wanted(thread_id: str): Show that thread in the map.
    """

    enter_wanted = Signal(str)
    fork_wanted = Signal(str)
    merge_wanted = Signal(str)
    map_wanted = Signal(str)

    def __init__(
        self,
        desk: Desk,
        window: QMainWindow,
        threads: ThreadsModel,
        commands: Callable[[], Commands],
        *,
        on_project: Callable[[str], object],
        on_thread: Callable[[ThreadId], object],
    ) -> None:
        super().__init__(desk)
        self._desk = desk
        self._window = window
        self._threads = threads
        self._commands = commands
        self._on_project = on_project
        self._on_thread = on_thread

    def open_projects(self, at: QPoint) -> None:
        """Offer the projects that were open before, and the way to others."""
        self._desk.spawn(
            self._desk.services.projects.recent, "other projects", partial(self._show_projects, at), exclusive="projects-menu"
        )

    def open_app_menu(self, at: QPoint) -> None:
        """Open the menu that holds all menus."""
        self._commands().popup_menu(self._window).popup(at)

    def open_thread_menu(self, at: QPoint) -> None:
        """Open the menu of the shown thread."""
        self._commands().context_menu(self._window, THREAD_COMMANDS, "thread_menu").popup(at)

    def open_row_menu(self, thread_id: ThreadId, at: QPoint) -> None:
        """Open the menu of a thread in the list, which is shown first where it isn't: most commands are about the shown one."""
        view = self._threads.view_of(thread_id)
        if view is None:
            return
        if thread_id != self._desk.thread_id:
            self._on_thread(thread_id)
        commands = self._commands()
        menu = commands.context_menu(self._window, _ROW_COMMANDS, "thread_menu")
        menu.setToolTipsVisible(True)
        rename = commands.action("rename_thread")
        enter = self._row_action(menu, "open_thread", "chat-text", self.tr("Open"), partial(self.enter_wanted.emit, thread_id))
        menu.insertAction(rename, enter)
        below = menu.actions()[menu.actions().index(rename) + 1]
        root = self._threads.root_of(thread_id)
        pin_text = self.tr("Unpin") if root is not None and root.is_pinned else self.tr("Pin")
        menu.insertAction(below, self._row_action(menu, "pin_row", "push-pin", pin_text, commands.action("pin_thread").trigger))
        menu.insertSeparator(below)
        menu.insertActions(below, self._lineage_actions(menu, view))
        menu.popup(at)

    def go_to_needing(self) -> None:
        """Show the next thread below the shown one that waits for the person, from the top again after the last."""
        asking = self._threads.in_state(ThreadState.ASKS)
        order = [view.id for view in self._threads.threads()]
        start = order.index(self._desk.thread_id) + 1 if self._desk.thread_id in order else 0
        wanted = next((thread_id for thread_id in [*order[start:], *order[:start]] if thread_id in asking), None)
        if wanted is not None:
            self._on_thread(wanted)

    def _lineage_actions(self, menu: QMenu, view: ThreadView) -> list[QAction]:
        fork = self._row_action(menu, "fork_row", "git-fork", self.tr("Fork at its end"), partial(self.fork_wanted.emit, view.id))
        show = self._row_action(
            menu, "map_row", "tree-structure", self.tr("Show in the map"), partial(self.map_wanted.emit, view.id)
        )
        if view.parent_thread_id is None:
            return [fork, show]
        merge = self._row_action(menu, "merge_row", "git-merge", self.tr("Merge back…"), partial(self.merge_wanted.emit, view.id))
        if self._threads.view_of(view.parent_thread_id) is None:
            merge.setEnabled(False)
            merge.setToolTip(self.tr("The thread that it was forked from is not in the list."))
        return [fork, merge, show]

    def _row_action(self, menu: QMenu, name: str, glyph: str, text: str, handler: Callable[[], object]) -> QAction:
        theme = self._desk.theme
        action = QAction(glyph_icon(glyph, theme.color("text_secondary"), off=theme.color("text_disabled")), text, menu)
        action.setObjectName(name)
        action.triggered.connect(lambda _checked=False: handler())
        return action

    def _show_projects(self, at: QPoint, projects: Sequence[ProjectView]) -> None:
        menu = self._commands().context_menu(self._window, ("open_project",), "projects_menu")
        first = menu.actions()[0]
        shown = self._desk.project.id if self._desk.project else None
        others = [project for project in projects if project.id != shown][:_MAX_PROJECTS]
        for project in others:
            menu.insertAction(first, self._project_action(menu, project))
        if others:
            menu.insertSeparator(first)
        menu.popup(at)

    def _project_action(self, menu: QMenu, project: ProjectView) -> QAction:
        action = QAction(project.title.replace("&", "&&"), menu)
        action.setObjectName(f"project_{project.id}")
        action.setToolTip(plain_tip(project.root_path))
        action.setStatusTip(short_path(project.root_path))
        action.setEnabled(project.folder_exists)
        action.triggered.connect(lambda _checked=False: self._on_project(project.root_path))
        return action
