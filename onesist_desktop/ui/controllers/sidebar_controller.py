# SPDX-License-Identifier: MIT
"""When the sidebar is shown: always where there is room, on demand in a narrow window."""

from __future__ import annotations

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QWidget

from onesist_desktop.ui.controllers.desk import Desk
from onesist_desktop.ui.widgets.buttons import IconButton

_NARROW = 880


class SidebarController(QObject):
    """Shows and hides the sidebar.

    Args:
        button: Brings the sidebar back; shown while it is hidden.
    """

    def __init__(self, desk: Desk, sidebar: QWidget, button: IconButton) -> None:
        super().__init__(desk)
        self._desk = desk
        self._sidebar = sidebar
        self._button = button
        button.clicked.connect(self.toggle)

    def show(self, wanted: bool) -> None:
        """Show or hide it."""
        self._sidebar.setVisible(wanted)
        self._button.setVisible(not wanted)

    def toggle(self) -> None:
        """Show it if it is hidden, else hide it."""
        self.show(self._sidebar.isHidden())

    def show_if_wide(self) -> None:
        """Show it if the window has room and a project is open."""
        self.show(self._desk.project is not None and self._is_wide(self._desk.window.width()))

    def window_resized(self, before: int, now: int) -> None:
        """Give a narrow window's room to the conversation. What the person toggled holds until that border is crossed again."""
        if self._is_wide(before) != self._is_wide(now) and self._desk.project is not None:
            self.show(self._is_wide(now))

    def _is_wide(self, width: int) -> bool:
        # Large text needs more room, though not twice as much for twice the size.
        return width >= _NARROW * (100 + self._desk.theme.text_percent) // 200
