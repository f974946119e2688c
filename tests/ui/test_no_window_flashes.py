# SPDX-License-Identifier: MIT
"""Nothing is shown before it has its place: a part without a parent would be a window of its own for a moment."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject
from PySide6.QtWidgets import QApplication, QWidget

from onesist_desktop.core.ids import ThreadId
from onesist_desktop.ui.main_window import MainWindow
from onesist_desktop.ui.theme.theme import Theme
from tests.ui.fakes import FakeServices
from tests.ui.helpers import opened, turns


class Shown(QObject):
    """Notes which widgets are shown as windows."""

    def __init__(self) -> None:
        super().__init__()
        self.names: list[str] = []

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Show and isinstance(watched, QWidget) and watched.isWindow():
            self.names.append(type(watched).__name__)
        return False


async def test_the_window_is_the_only_one(qapp: QApplication, filled: FakeServices, theme: Theme) -> None:
    shown = Shown()
    qapp.installEventFilter(shown)
    try:
        async with opened(filled, theme) as window:
            await turns()
            window.show_thread(ThreadId("t2"))
            window.map.show()
            await turns()
            window.show_conversation()
            await turns()
    finally:
        qapp.removeEventFilter(shown)
    assert set(shown.names) == {MainWindow.__name__}
