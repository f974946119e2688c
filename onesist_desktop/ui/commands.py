# SPDX-License-Identifier: MIT
"""The actions of one window, made from the table of commands, and the menus made from them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from PySide6.QtCore import QObject, Qt
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QMainWindow, QMenu, QWidget

from onesist_desktop.ui.command_table import Command, Menu, WindowState, command_table, menu_title
from onesist_desktop.ui.theme.theme import Theme
from onesist_desktop.ui.widgets.glyphs import glyph_icon

_SECOND_KEYS = {"larger_text": "Ctrl+="}
"""Keys that do the same without being told of: plus stands on the same key as =, with Shift or without."""


class Commands(QObject):
    """The actions of one window.

    Args:
        window: Gets the actions, so that their keys work while the menu bar is hidden, and the menu bar.
        handlers: What each command does, by its id. A command without one is not there.
        theme: Colours the icons; None for no icons.
    """

    def __init__(self, window: QMainWindow, handlers: Mapping[str, Callable[[], object]], theme: Theme | None = None) -> None:
        super().__init__(window)
        self._theme = theme
        self._table = tuple(command for command in command_table() if command.id in handlers)
        self._actions: dict[str, QAction] = {}
        self._menus: dict[Menu, QMenu] = {}
        self._state = WindowState()
        for command in self._table:
            self._actions[command.id] = self._make(window, command, handlers[command.id])
        if "quit" in self._actions:
            self._actions["quit"].setMenuRole(QAction.MenuRole.QuitRole)
        if "settings" in self._actions:
            self._actions["settings"].setMenuRole(QAction.MenuRole.PreferencesRole)
        self._paint_icons()
        if theme is not None:
            theme.changed.connect(self._paint_icons)
        self.show_state(self._state)

    @property
    def table(self) -> tuple[Command, ...]:
        """The commands that this window has."""
        return self._table

    @property
    def state(self) -> WindowState:
        """What was last said of the window."""
        return self._state

    def show_state(self, state: WindowState) -> None:
        """Turn each command on or off, as the window is now."""
        self._state = state
        for command in self._table:
            self._actions[command.id].setEnabled(command.when(state))

    def action(self, command_id: str) -> QAction:
        """Return a command's action. Raises KeyError."""
        return self._actions[command_id]

    def popup_menu(self, window: QMainWindow) -> QMenu:
        """Build one menu that holds all menus, for the menu button."""
        menu = QMenu(window)
        menu.setObjectName("app_menu")
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        for submenu in self._menus.values():
            menu.addMenu(submenu)
        return menu

    def context_menu(self, parent: QWidget, command_ids: Sequence[str], name: str) -> QMenu:
        """Build a context menu of some commands; an empty id draws a line. Commands that the window lacks are left out."""
        menu = QMenu(parent)
        menu.setObjectName(name)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        # What can't be done now says why in its tooltip.
        menu.setToolTipsVisible(True)
        for command_id in command_ids:
            if not command_id:
                menu.addSeparator()
            elif command_id in self._actions:
                menu.addAction(self._actions[command_id])
        return menu

    def _make(self, window: QMainWindow, command: Command, handler: Callable[[], object]) -> QAction:
        action = QAction(command.text, self)
        action.setObjectName(command.id)
        action.setShortcutContext(Qt.ShortcutContext.WindowShortcut)
        keys = [command.shortcut, _SECOND_KEYS.get(command.id, "")]
        action.setShortcuts([QKeySequence(key) for key in keys if key])
        action.triggered.connect(lambda _=False: handler())
        if command.menu not in self._menus:
            self._menus[command.menu] = window.menuBar().addMenu(menu_title(command.menu))
        menu = self._menus[command.menu]
        if command.starts_group and menu.actions():
            menu.addSeparator()
        menu.addAction(action)
        # The shortcuts must work while the menu bar is hidden.
        window.addAction(action)
        return action

    def _paint_icons(self) -> None:
        if self._theme is None:
            return
        color, off = self._theme.color("text_secondary"), self._theme.color("text_disabled")
        for command in self._table:
            if command.icon:
                self._actions[command.id].setIcon(glyph_icon(command.icon, color, off=off))
