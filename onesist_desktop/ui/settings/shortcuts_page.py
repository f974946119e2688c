# SPDX-License-Identifier: MIT
"""All keys, from the one table of commands."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import QGridLayout

from onesist_desktop.ui.command_table import Command, Menu, menu_title
from onesist_desktop.ui.settings.page import SettingsPage
from onesist_desktop.ui.theme.theme import Theme
from onesist_desktop.ui.widgets.labels import PlainLabel


class ShortcutsPage(SettingsPage):
    """Lists what can be done by keys; there is nothing to set yet."""

    def __init__(self, theme: Theme, commands: Sequence[Command]) -> None:
        super().__init__(theme, self.tr("Keyboard"), "keyboard")
        self.setObjectName("shortcuts_page")
        grid = QGridLayout()
        grid.setHorizontalSpacing(24)
        grid.setVerticalSpacing(8)
        grid.setColumnStretch(0, 1)
        for menu in Menu:
            with_keys = [command for command in commands if command.menu is menu and command.shortcut]
            if not with_keys:
                continue
            group = PlainLabel(menu_title(menu).replace("&", ""), tone="secondary", font=theme.font("caption"))
            group.setContentsMargins(0, 12, 0, 0)
            grid.addWidget(group, grid.rowCount(), 0, 1, 2)
            for command in with_keys:
                row = grid.rowCount()
                keys = QKeySequence(command.shortcut).toString(QKeySequence.SequenceFormat.NativeText)
                grid.addWidget(PlainLabel(command.text, wraps=True), row, 0)
                grid.addWidget(PlainLabel(keys, name=f"keys_{command.id}"), row, 1)
        self.column.addLayout(grid)
        more = self.tr(
            "Cards are answered with 1 to 9 while they have the focus. Enter never allows or removes anything by itself."
        )
        note = PlainLabel(more, tone="secondary", wraps=True)
        note.setContentsMargins(0, 24, 0, 0)
        self.column.addWidget(note)
        self.column.addStretch(1)
