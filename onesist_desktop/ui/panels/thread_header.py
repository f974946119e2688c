# SPDX-License-Identifier: MIT
"""The header of the centre: the thread's title, the views of it, find, more, and the inspector's button."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QPoint, Qt, Signal
from PySide6.QtGui import QMouseEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QSizePolicy, QWidget

from onesist_desktop.services.views import ThreadView
from onesist_desktop.ui.language import fill
from onesist_desktop.ui.panels.elided import StepElidedLabel
from onesist_desktop.ui.panels.view_switch import ViewSwitch
from onesist_desktop.ui.theme.theme import Theme
from onesist_desktop.ui.widgets.buttons import IconButton
from onesist_desktop.ui.widgets.metrics import restyle
from onesist_desktop.ui.widgets.rows import Divider

CARD_X = 32


class ThreadTitle(StepElidedLabel):
    """The title. By keyboard it is changed by the command that renames.

    Signals:
        rename_wanted(): It was clicked twice.
    """

    rename_wanted = Signal()
    is_of_thread = True

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Ask for another title."""
        if self.text and self.is_of_thread:
            self.rename_wanted.emit()


class ThreadHeader(QFrame):
    """Level with the first row of the sidebar and the tabs of the inspector.

    Signals:
        rename_wanted(): Give the thread another title.
        find_wanted(): Find in the thread.
        menu_wanted(at: QPoint): Open the thread's menu there, on the screen.
        sidebar_wanted(): Show the sidebar.
        inspector_wanted(): Show or hide the inspector.
    """

    rename_wanted = Signal()
    find_wanted = Signal()
    menu_wanted = Signal(QPoint)
    sidebar_wanted = Signal()
    inspector_wanted = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self.setObjectName("thread_header")
        self.setProperty("surface", "header")
        line = QHBoxLayout(self)
        line.setContentsMargins(CARD_X, 0, 12, 0)
        line.setSpacing(8)
        self.show_sidebar = IconButton(
            "list", self.tr("Show the sidebar (Ctrl+B)"), compact=True, name="show_sidebar", on_click=self.sidebar_wanted.emit
        )
        self.show_sidebar.hide()
        self.title = ThreadTitle(theme, step="heading", name="thread_title")
        self.title.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.title.rename_wanted.connect(self.rename_wanted)
        self.views = ViewSwitch()
        self.find_button = IconButton(
            "magnifying-glass", self.tr("Find in this thread (Ctrl+F)"), name="find", on_click=self.find_wanted.emit
        )
        self.find_button.hide()
        self._more = IconButton("dots-three", self.tr("More about this thread"), name="more", on_click=self._ask_menu)
        self._rule = Divider(is_vertical=True)
        self._rule.setFixedHeight(20)
        self.inspector = IconButton(
            "square-half",
            self.tr("Show or hide the inspector (Ctrl+Shift+B)"),
            name="toggle_inspector",
            on_click=self.inspector_wanted.emit,
        )
        line.addWidget(self.show_sidebar)
        line.addWidget(self.title, 1)
        line.addWidget(self.views)
        for button in (self.find_button, self._more):
            line.addWidget(button)
        line.addWidget(self._rule, 0, Qt.AlignmentFlag.AlignVCenter)
        line.addWidget(self.inspector)
        self.show_thread(None)
        theme.changed.connect(self._fit)
        self._fit()

    def show_thread(self, thread: ThreadView | None) -> None:
        """Name a thread; without one there is nothing to find and nothing more to do."""
        self.title.is_of_thread = True
        self.title.set_text((thread.title or self.tr("New thread")) if thread else "")
        self._more.setVisible(thread is not None)
        self._rule.setVisible(thread is not None)

    def show_map(self, project: str) -> None:
        """Name the map of a project, which is of no thread."""
        self.title.is_of_thread = False
        self.title.set_text(fill(self.tr("Map of %1"), project))
        self._more.hide()
        self._rule.hide()

    def set_inspector_shown(self, is_shown: bool) -> None:
        """Let the button say whether the inspector is shown."""
        restyle(self.inspector, "on", is_shown)
        self.inspector.setAccessibleDescription(self.tr("shown") if is_shown else self.tr("hidden"))

    def event(self, event: QEvent) -> bool:
        """Let the views' words go where there is no room for them."""
        handled = super().event(event)
        if event.type() in {QEvent.Type.Resize, QEvent.Type.LayoutRequest}:
            layout = self.layout()
            if layout is not None:
                self.views.fit(layout.minimumSize().width(), self.width())
        return handled

    def _ask_menu(self) -> None:
        self.menu_wanted.emit(self._more.mapToGlobal(QPoint(0, self._more.height())))

    def _fit(self) -> None:
        self.views.measure()
        self.setFixedHeight(self._theme.row_height(self._theme.size("header")))
