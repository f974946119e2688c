# SPDX-License-Identifier: MIT
"""The button beside the search that narrows the list of threads, and what it is narrowed to as a chip."""

from __future__ import annotations

from PySide6.QtCore import QPoint, Signal
from PySide6.QtGui import QAction, QActionGroup
from PySide6.QtWidgets import QMenu, QWidget

from onesist_desktop.ui.language import fill
from onesist_desktop.ui.models.threads_filter import ThreadFilter, filter_text
from onesist_desktop.ui.theme.theme import Theme
from onesist_desktop.ui.widgets.buttons import IconButton
from onesist_desktop.ui.widgets.chip import Chip


class ThreadsFilterButton(IconButton):
    """Opens a menu of filters, of which one is on.

    Signals:
        chosen(wanted: ThreadFilter): The person, or :meth:`choose`, wants another one.

    Attributes:
        chip: Says what the list is narrowed to, and takes it back; hidden while all are shown. Whoever lays it out owns it.
    """

    chosen = Signal(ThreadFilter)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__("funnel", "", name="filter_threads_button", on_click=self.open_menu, parent=parent)
        self.menu_of_filters = QMenu(self)
        self.menu_of_filters.setObjectName("threads_filter_menu")
        self._wanted = ThreadFilter.ALL
        self._actions: dict[ThreadFilter, QAction] = {}
        group = QActionGroup(self)
        for wanted in ThreadFilter:
            action = QAction(filter_text(wanted), self)
            action.setObjectName(f"filter_{wanted.value}")
            action.setCheckable(True)
            action.setChecked(wanted is self._wanted)
            action.triggered.connect(lambda _checked=False, one=wanted: self.choose(one))
            group.addAction(action)
            self.menu_of_filters.addAction(action)
            self._actions[wanted] = action
        self.menu_of_filters.insertSeparator(self._actions[ThreadFilter.NEEDS_YOU])
        self.chip = Chip(theme, "", glyph="funnel", remove_label=self.tr("Show all threads"), name="threads_filter_chip")
        self.chip.removed.connect(lambda: self.choose(ThreadFilter.ALL))
        self.chip.clicked.connect(self.open_menu)
        self._show()

    @property
    def wanted(self) -> ThreadFilter:
        """The filter that is on."""
        return self._wanted

    def choose(self, wanted: ThreadFilter) -> None:
        """Turn a filter on."""
        if wanted is self._wanted:
            return
        self._wanted = wanted
        self._actions[wanted].setChecked(True)
        if wanted is ThreadFilter.ALL and self.chip.hasFocus():
            self.setFocus()
        self._show()
        self.chosen.emit(wanted)

    def open_menu(self) -> None:
        """Open the choices below the button."""
        self.menu_of_filters.popup(self.mapToGlobal(QPoint(0, self.height() + 4)))

    def _show(self) -> None:
        text = filter_text(self._wanted)
        self.set_label(self.tr("Filter threads") if self._wanted is ThreadFilter.ALL else fill(self.tr("Filter threads: %1"), text))
        self.chip.set_text(text)
        self.chip.setVisible(self._wanted is not ThreadFilter.ALL)
