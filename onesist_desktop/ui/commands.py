# SPDX-License-Identifier: MIT
"""Every command once: its name, its keys, what it does. The menus are built from this table."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from PySide6.QtCore import QCoreApplication, QObject, Qt
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QMainWindow, QMenu


@dataclass(frozen=True, slots=True)
class Command:
    """A command. ``shortcut`` in Qt's portable form; Ctrl is Cmd on macOS."""

    id: str
    menu: str
    text: str
    shortcut: str = ""


def command_table() -> tuple[Command, ...]:
    """List all commands in the order of the menus."""
    return (
        Command("new_thread", "file", QCoreApplication.translate("Commands", "New thread"), "Ctrl+N"),
        Command("open_project", "file", QCoreApplication.translate("Commands", "Open project…"), "Ctrl+O"),
        Command("providers", "file", QCoreApplication.translate("Commands", "Who can answer…")),
        Command("add_model", "file", QCoreApplication.translate("Commands", "Add a model by key…")),
        Command("quit", "file", QCoreApplication.translate("Commands", "Quit"), "Ctrl+Q"),
        Command("rename_thread", "thread", QCoreApplication.translate("Commands", "Rename thread…"), "F2"),
        Command("next_thread", "thread", QCoreApplication.translate("Commands", "Next thread"), "Ctrl+PgDown"),
        Command("previous_thread", "thread", QCoreApplication.translate("Commands", "Previous thread"), "Ctrl+PgUp"),
        Command("stop", "thread", QCoreApplication.translate("Commands", "Stop"), "Ctrl+."),
        Command("what_was_told", "thread", QCoreApplication.translate("Commands", "What it was told"), "Ctrl+R"),
        Command("preview_handover", "thread", QCoreApplication.translate("Commands", "Preview of the handover"), "Ctrl+Shift+H"),
        Command("switch_provider", "thread", QCoreApplication.translate("Commands", "Who answers…"), "Ctrl+Shift+A"),
        Command("switch_model", "thread", QCoreApplication.translate("Commands", "Model…"), "Ctrl+Shift+M"),
        Command("switch_mode", "thread", QCoreApplication.translate("Commands", "What it may do…"), "Ctrl+Shift+P"),
        Command("focus_composer", "view", QCoreApplication.translate("Commands", "To the message"), "Ctrl+L"),
        Command("to_last_message", "view", QCoreApplication.translate("Commands", "Last message"), "Ctrl+End"),
        Command("next_region", "view", QCoreApplication.translate("Commands", "Next region"), "F6"),
        Command("previous_region", "view", QCoreApplication.translate("Commands", "Previous region"), "Shift+F6"),
        Command("toggle_sidebar", "view", QCoreApplication.translate("Commands", "Sidebar"), "Ctrl+B"),
        Command("open_menu", "view", QCoreApplication.translate("Commands", "Menu"), "F10"),
    )


class Commands(QObject):
    """The actions of one window."""

    def __init__(self, window: QMainWindow, handlers: Mapping[str, Callable[[], object]]) -> None:
        super().__init__(window)
        self._actions: dict[str, QAction] = {}
        self._menus: dict[str, QMenu] = {}
        titles = {"file": self.tr("&File"), "thread": self.tr("&Thread"), "view": self.tr("&View")}
        bar = window.menuBar()
        for command in command_table():
            action = QAction(command.text, window)
            action.setObjectName(f"command_{command.id}")
            action.setShortcutContext(Qt.ShortcutContext.WindowShortcut)
            if command.shortcut:
                action.setShortcut(QKeySequence(command.shortcut))
            handler = handlers[command.id]
            action.triggered.connect(lambda _=False, call=handler: call())
            if command.menu not in self._menus:
                self._menus[command.menu] = bar.addMenu(titles[command.menu])
            self._menus[command.menu].addAction(action)
            # The shortcuts must work while the menu bar is hidden.
            window.addAction(action)
            self._actions[command.id] = action
        self._actions["quit"].setMenuRole(QAction.MenuRole.QuitRole)

    def action(self, command_id: str) -> QAction:
        """Return a command's action. Raises KeyError."""
        return self._actions[command_id]

    def set_enabled(self, command_id: str, wanted: bool) -> None:
        """Turn a command on or off."""
        self._actions[command_id].setEnabled(wanted)

    def popup_menu(self, window: QMainWindow) -> QMenu:
        """Build one menu that holds all menus, for the menu button."""
        menu = QMenu(window)
        menu.setObjectName("app_menu")
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        for submenu in self._menus.values():
            menu.addMenu(submenu)
        return menu
