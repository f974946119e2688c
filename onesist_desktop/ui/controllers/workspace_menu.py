# SPDX-License-Identifier: MIT
"""Menus of the workspace bar: what can be done with the folder that a thread works in, and which files differ."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtGui import QAction, QGuiApplication
from PySide6.QtWidgets import QMenu, QWidget

from onesist_desktop.core.workspaces import ROOT_REPOSITORY, Changes, WorkspaceKind
from onesist_desktop.services.workspace_views import OpenTarget, RepositoryView, WorkspaceView
from onesist_desktop.ui.language import fill
from onesist_desktop.ui.panels.workspace_words import MOST_NAMES, is_gone, kinds_of, operation_text
from onesist_desktop.ui.theme.theme import Theme
from onesist_desktop.ui.widgets.glyphs import glyph_icon
from onesist_desktop.ui.widgets.tips import plain_tip

_MOST_LETTERS = 80


@dataclass(frozen=True, slots=True)
class MenuActions:
    """What the entries of the menu do."""

    own_copy: Callable[[], object]
    project_folder: Callable[[], object]
    repository: Callable[[str], object]
    open_folder: Callable[[], object]
    open_in: Callable[[str], object]
    copy_path: Callable[[], object]
    remake: Callable[[], object]
    locate: Callable[[], object]
    setup: Callable[[], object]
    release: Callable[[], object]
    clean_up: Callable[[], object]


def can_release(view: WorkspaceView) -> bool:
    """Whether the folder is an own copy of ours that is there."""
    return view.kind is WorkspaceKind.WORKTREE and view.is_ours and view.worktree_id is not None and not is_gone(view)


class WorkspaceMenu:
    """Builds the menu once; it is gone when it closes.

    Args:
        busy: Why the thread can't move now, empty if it can.
    """

    def __init__(self, theme: Theme, parent: QWidget, view: WorkspaceView, actions: MenuActions, busy: str = "") -> None:
        self.menu = QMenu(parent)
        self.menu.setObjectName("workspace_menu")
        self.menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.menu.setToolTipsVisible(True)
        self._theme = theme
        self._view = view
        self._do = actions
        self._busy = busy

    def fill(self, repositories: Sequence[RepositoryView], targets: Sequence[OpenTarget], *, has_thread: bool) -> QMenu:
        """Put in what can be done."""
        view, do, menu = self._view, self._do, self.menu
        gone = is_gone(view)
        if gone and view.kind is WorkspaceKind.WORKTREE:
            if view.is_ours:
                self._move("remake", _tr("Make it again from the branch"), "again", do.remake)
            self._move("locate", _tr("Locate…"), "folder-open", do.locate)
            menu.addSeparator()
        self._move("own_copy", _tr("Work in an own copy…"), "folders", do.own_copy)
        if has_thread and view.kind is not WorkspaceKind.PROJECT:
            self._move("project_folder", _tr("Move to the project folder"), "folder-simple", do.project_folder)
        for repository in repositories if has_thread else ():
            if repository.key != ROOT_REPOSITORY and not self._is_here(repository):
                text = fill(_tr("Move to the folder %1"), repository.title)
                action = self._move("repository", text, "folder-simple", partial(do.repository, repository.key))
                action.setToolTip(plain_tip(self._busy or repository.path))
        if not gone:
            menu.addSeparator()
            self._add("open_folder", _tr("Open the folder"), "folder-open", do.open_folder)
            for target in targets:
                text = fill(_tr("Open in %1"), target.title)
                glyph = "terminal" if target.is_terminal else "arrow-square-out"
                self._add(f"open_in_{target.key}", text, glyph, partial(do.open_in, target.key))
        self._add("copy_path", _tr("Copy the path"), "copy", do.copy_path)
        if view.setup is not None and not gone:
            menu.addSeparator()
            self._add("setup", _tr("Set-up of the copy…"), "wrench", do.setup)
        menu.addSeparator()
        if can_release(view):
            self._move("release", _tr("Release this copy…"), "folder-minus", do.release)
        self._add("clean_up", _tr("Clean up own copies…"), "folders", do.clean_up)
        return menu

    def _is_here(self, repository: RepositoryView) -> bool:
        return self._view.kind is WorkspaceKind.REPOSITORY and self._view.repository == repository.key

    def _move(self, name: str, text: str, glyph: str, do: Callable[[], object]) -> QAction:
        action = self._add(name, text, glyph, do)
        action.setEnabled(not self._busy)
        if self._busy:
            action.setToolTip(plain_tip(self._busy))
            action.setStatusTip(self._busy)
        return action

    def _add(self, name: str, text: str, glyph: str, do: Callable[[], object]) -> QAction:
        action = self.menu.addAction(text.replace("&", "&&"))
        action.setObjectName(f"workspace_{name}")
        color, off = self._theme.color("text_secondary"), self._theme.color("text_disabled")
        action.setIcon(glyph_icon(glyph, color, off=off))
        action.triggered.connect(lambda _checked=False: do())
        return action


def targets_menu(parent: QWidget, targets: Sequence[OpenTarget], open_in: Callable[[str], object]) -> QMenu:
    """Build the menu of editors and terminals."""
    menu = QMenu(parent)
    menu.setObjectName("open_in_menu")
    menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    for target in targets:
        action = menu.addAction(fill(_tr("Open in %1"), target.title).replace("&", "&&"))
        action.setObjectName(f"open_in_{target.key}")
        action.triggered.connect(lambda _checked=False, key=target.key: open_in(key))
    if not targets:
        menu.addAction(_tr("No editor or terminal was found")).setEnabled(False)
    return menu


def changes_menu(parent: QWidget, changes: Changes | None, count_again: Callable[[], object]) -> QMenu:
    """Build the list of files that differ, by kind."""
    menu = QMenu(parent)
    menu.setObjectName("changes_menu")
    menu.setToolTipsVisible(True)
    menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    if changes is None:
        menu.addAction(_tr("The changes could not be counted")).setEnabled(False)
    else:
        if changes.operation:
            menu.addAction(operation_text(changes)).setEnabled(False)
        for text, named in kinds_of(changes):
            menu.addAction(text).setEnabled(False)
            for name in named.names[:MOST_NAMES]:
                action = menu.addAction(_short(name))
                action.setToolTip(_tr("Copy the name"))
                action.triggered.connect(partial(_copy, name))
            more = (named.count or 0) - len(named.names[:MOST_NAMES])
            if named.names and more > 0:
                menu.addAction(QCoreApplication.translate("Workspace", "and %n more", None, more)).setEnabled(False)
    menu.addSeparator()
    again = menu.addAction(_tr("Count again"))
    again.setObjectName("count_again")
    again.triggered.connect(lambda _checked=False: count_again())
    return menu


def _copy(name: str, _checked: bool = False) -> None:
    QGuiApplication.clipboard().setText(name.encode("utf-8", "replace").decode())


def _short(name: str) -> str:
    # A name may hold line breaks and letters that no encoding has.
    shown = " ".join(name.encode("utf-8", "replace").decode().split()).replace("&", "&&")
    return shown if len(shown) <= _MOST_LETTERS else "…" + shown[1 - _MOST_LETTERS :]


def _tr(text: str) -> str:
    return QCoreApplication.translate("WorkspaceMenu", text)
