# SPDX-License-Identifier: MIT
"""The sidebar: project, new thread, search, and the list of threads."""

from __future__ import annotations

from PySide6.QtCore import QPoint, QSize, Qt, Signal
from PySide6.QtGui import QAction, QKeyEvent, QKeySequence
from PySide6.QtWidgets import QFrame, QHBoxLayout, QVBoxLayout, QWidget

from onesist_desktop.core.ids import ThreadId
from onesist_desktop.services.views import ProjectView
from onesist_desktop.services.workspace_views import CopyTotals
from onesist_desktop.ui.language import fill
from onesist_desktop.ui.models.threads_filter import ThreadFilter
from onesist_desktop.ui.models.threads_model import ThreadsModel
from onesist_desktop.ui.panels.own_copies_button import OwnCopiesButton
from onesist_desktop.ui.panels.project_row import ProjectRow
from onesist_desktop.ui.panels.shortcut_button import ShortcutButton
from onesist_desktop.ui.panels.threads_filter_button import ThreadsFilterButton
from onesist_desktop.ui.panels.threads_list import ThreadsList
from onesist_desktop.ui.provider_book import ProviderBook
from onesist_desktop.ui.theme.theme import Theme
from onesist_desktop.ui.widgets.buttons import IconButton
from onesist_desktop.ui.widgets.fields import SearchField
from onesist_desktop.ui.widgets.labels import PlainLabel

MAX_WIDTH = 400
_INSET = 16


class ThreadsSearch(SearchField):
    """The search above the list.

    Signals:
        down_wanted(): Go on in the list.
    """

    down_wanted = Signal()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Clear with Escape, and go to the list with Down or Enter. Escape in an empty field is for whoever holds it."""
        if event.key() == Qt.Key.Key_Escape and self.text():
            self.clear()
        elif event.key() in {Qt.Key.Key_Down, Qt.Key.Key_Return, Qt.Key.Key_Enter}:
            self.down_wanted.emit()
        elif event.key() == Qt.Key.Key_Escape:
            event.ignore()
        else:
            super().keyPressEvent(event)


class ThreadsPanel(QFrame):
    """The sidebar.

    Signals:
        thread_chosen(thread_id: str): Show that thread.
        thread_entered(thread_id: str): The person goes on in that thread.
        thread_menu_wanted(thread_id: str, at: QPoint): Open that thread's menu there, on the screen.
        archive_wanted(thread_id: str): Put that thread away.
        merge_wanted(thread_id: str): That fork was dropped on its parent.
        new_wanted(): Make a thread.
        menu_wanted(at: QPoint): Open the app's menu there, on the screen.
        projects_wanted(at: QPoint): Offer other projects there, on the screen.
        cleanup_wanted(): Open the clean-up of own copies.
        project_shown(): Another project is named, or none.
    """

    thread_chosen = Signal(str)
    thread_entered = Signal(str)
    thread_menu_wanted = Signal(str, QPoint)
    archive_wanted = Signal(str)
    merge_wanted = Signal(str)
    new_wanted = Signal()
    menu_wanted = Signal(QPoint)
    projects_wanted = Signal(QPoint)
    cleanup_wanted = Signal()
    project_shown = Signal()

    def __init__(self, theme: Theme, book: ProviderBook, model: ThreadsModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._model = model
        self.setObjectName("sidebar")
        self.setProperty("surface", "sidebar")
        self.setAccessibleName(self.tr("Sidebar"))
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        self._project_row = ProjectRow(theme)
        self._project_row.projects_wanted.connect(self.projects_wanted)
        self._project_row.menu_wanted.connect(self.menu_wanted)
        layout.addWidget(self._project_row)
        tools = QVBoxLayout()
        tools.setContentsMargins(_INSET, 0, _INSET, 8)
        tools.setSpacing(8)
        self._new = ShortcutButton(
            theme, self.tr("New thread"), glyph="note-pencil", name="new_thread", on_click=self.new_wanted.emit
        )
        self.search = ThreadsSearch(self.tr("Search threads"), short=self.tr("Search"), name="search_threads")
        self.search.textChanged.connect(self._on_searched)
        self.search.down_wanted.connect(self._enter_list)
        tools.addWidget(self._new)
        self.filter = ThreadsFilterButton(theme)
        self.filter.chosen.connect(self._on_filtered)
        finding = QHBoxLayout()
        finding.setSpacing(4)
        finding.addWidget(self.search, 1)
        finding.addWidget(self.filter)
        tools.addLayout(finding)
        tools.addWidget(self.filter.chip, 0, Qt.AlignmentFlag.AlignLeading)
        layout.addLayout(tools)
        self._empty = PlainLabel(tone="secondary", wraps=True, name="no_threads")
        self._empty_box = QWidget()
        inset = QVBoxLayout(self._empty_box)
        inset.setContentsMargins(_INSET, 8, _INSET, 0)
        inset.addWidget(self._empty)
        inset.addStretch(1)
        layout.addWidget(self._empty_box, 1)
        self.tree = ThreadsList(theme, book, model)
        self.tree.thread_chosen.connect(self.thread_chosen)
        self.tree.thread_entered.connect(self.thread_entered)
        self.tree.menu_wanted.connect(self.thread_menu_wanted)
        self.tree.archive_wanted.connect(self.archive_wanted)
        self.tree.merge_wanted.connect(self.merge_wanted)
        layout.addWidget(self.tree, 1)
        layout.addWidget(self._make_footer())
        for happened in (model.modelReset, model.rowsInserted, model.rowsRemoved):
            happened.connect(self._show_rows)
        theme.changed.connect(self._fit)
        self._fit()
        self._show_rows()

    def minimumSizeHint(self) -> QSize:
        """Have room for the buttons' words, which are longer in some languages."""
        least = self._theme.size("sidebar_min")
        return super().minimumSizeHint().expandedTo(QSize(max(least, least * self._theme.text_percent // 150), 0))

    def show_project(self, project: ProjectView | None) -> None:
        """Name the project, and forget what was searched for in another one."""
        self._project_row.show_project(project)
        self.search.clear()
        self.filter.choose(ThreadFilter.ALL)
        self.project_shown.emit()

    def set_actions(self, new_thread: QAction, *, settings: QAction | None = None, help_action: QAction | None = None) -> None:
        """Take commands of the window: the keys of the first, and buttons for the others, which are absent without."""
        keys = new_thread.shortcut().toString(QKeySequence.SequenceFormat.NativeText)
        self._new.set_keys(keys)
        self._new.setToolTip(fill(self.tr("Start a new thread (%1)"), keys) if keys else "")
        pairs = ((self._help, help_action), (self._settings, settings))
        for button, action in pairs:
            button.setVisible(action is not None)
            if action is not None:
                button.clicked.connect(action.trigger)
        self._has_actions = any(action is not None for _, action in pairs)
        self._footer.setVisible(self._has_actions or not self.copies.isHidden())

    def show_copies(self, totals: CopyTotals, removing: tuple[int, int] | None = None) -> None:
        """Show how many own copies there are and what they take, or which of how many is being removed."""
        self.copies.show_totals(totals, removing)
        self._footer.setVisible(self._has_actions or not self.copies.isHidden())

    def select(self, thread_id: ThreadId | None) -> None:
        """Select a thread without announcing it."""
        self.tree.select(thread_id)

    def select_neighbour(self, step: int) -> None:
        """Go to the thread below (1) or above (-1) in the list as it is shown."""
        wanted = self._model.neighbour(self.tree.selected, step)
        if wanted is not None:
            self.tree.select(wanted)
            self.thread_chosen.emit(wanted)

    def open_menu(self) -> None:
        """Ask for the app's menu below its button."""
        self._project_row.ask_menu()

    def _make_footer(self) -> QFrame:
        self._footer = QFrame()
        self._footer.setProperty("surface", "sidebar_footer")
        line = QHBoxLayout(self._footer)
        line.setContentsMargins(_INSET - 8, 0, 12, 0)
        line.setSpacing(8)
        self.copies = OwnCopiesButton(self._theme)
        self.copies.clicked.connect(lambda _checked=False: self.cleanup_wanted.emit())
        self._has_actions = False
        line.addWidget(self.copies, 1)
        self._help: IconButton = IconButton("question", self.tr("Help"), name="help", compact=True)
        self._settings: IconButton = IconButton("gear-six", self.tr("Settings"), name="settings", compact=True)
        line.addWidget(self._help)
        line.addWidget(self._settings)
        self._footer.hide()
        return self._footer

    def _enter_list(self) -> None:
        """Put the focus into the list: on the selected thread, else on the first that is shown."""
        if self.tree.isHidden():
            return
        self.tree.setFocus(Qt.FocusReason.TabFocusReason)
        if not self.tree.currentIndex().isValid():
            first = self._model.neighbour(None, 1)
            if first is not None:
                self.tree.setCurrentIndex(self._model.index_of(first))

    def _on_searched(self, text: str) -> None:
        self._model.search(text)
        if not text:
            self._show_selected()

    def _on_filtered(self, wanted: ThreadFilter) -> None:
        self._model.set_filter(wanted)
        self._show_selected()

    def _show_selected(self) -> None:
        if self.tree.selected is not None:
            self.tree.select(self.tree.selected)

    def _show_rows(self) -> None:
        has_rows = self._model.rowCount() > 0
        if not self._model.count:
            nothing = self.tr("Your threads will be listed here.")
        elif self._model.filter is not ThreadFilter.ALL:
            nothing = self.tr("No thread passes the filter.")
        else:
            nothing = self.tr("No thread has this in its title.")
        if self._empty.text() != nothing:
            self._empty.setText(nothing)
        self._empty_box.setVisible(not has_rows)
        self.tree.setVisible(has_rows)

    def _fit(self) -> None:
        self._footer.setFixedHeight(self._theme.row_height(self._theme.size("header")))
        self.setMaximumWidth(max(MAX_WIDTH, MAX_WIDTH * self._theme.text_percent // 150))
        self.updateGeometry()
