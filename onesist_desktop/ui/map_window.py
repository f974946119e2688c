# SPDX-License-Identifier: MIT
"""Joins the map to the window: opening and leaving it, and what is chosen in it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt

from onesist_desktop.core.ids import ThreadId

if TYPE_CHECKING:
    from onesist_desktop.ui.main_window import MainWindow


class MapWindow(QObject):
    """What the window knows of the map. Made last: it connects what is there already."""

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self._window = window
        page = window.page.map
        page.join(window.sidebar.tree, window.threads)
        page.thread_chosen.connect(lambda thread_id: window.show_thread(ThreadId(thread_id)))
        page.thread_entered.connect(window.enter_thread)
        page.thread_menu_wanted.connect(lambda thread_id, at: window.menus.open_row_menu(ThreadId(thread_id), at))
        page.thread_archive_wanted.connect(lambda thread_id: window.shelf.archive(ThreadId(thread_id)))
        page.copy_wanted.connect(lambda thread_id, seq: window.copies.copy_message_at(ThreadId(thread_id), seq))
        page.escaped.connect(window.focus_composer)
        window.page.map_switched.connect(self._on_switched)
        window.layout_controller.changed.connect(page.refresh_places)
        window.mapping.message_wanted.connect(lambda thread_id, seq: window.go_to_message(ThreadId(thread_id), seq))
        window.menus.map_wanted.connect(lambda thread_id: self.show_thread(ThreadId(thread_id)))

    def show(self) -> None:
        """Show the map of the project that is open."""
        window = self._window
        if window.project is None:
            return
        window.show_thread_page()
        window.page.show_map(True)
        window.page.map.main_view.setFocus(Qt.FocusReason.OtherFocusReason)

    def show_thread(self, thread_id: ThreadId) -> None:
        """Show a thread in the map: its row is selected, and its last answer comes into sight once the map is read."""
        window = self._window
        if window.threads.view_of(thread_id) is None:
            return
        window.show_thread(thread_id)
        self.show()
        window.page.map.go_to_thread(thread_id)

    def _on_switched(self, is_shown: bool) -> None:
        window = self._window
        window.mapping.set_shown(is_shown)
        window.show_commands()
        if not is_shown:
            window.reading.look()
