# SPDX-License-Identifier: MIT
"""The sidebar: project, new thread, and the tree of threads."""

from __future__ import annotations

from PySide6.QtCore import QItemSelectionModel, QModelIndex, QPersistentModelIndex, QPoint, QRect, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QAction, QPainter
from PySide6.QtWidgets import QFrame, QHBoxLayout, QMenu, QTreeView, QVBoxLayout, QWidget

from onesist_desktop.core.ids import ThreadId
from onesist_desktop.services.views import ProjectView, ThreadState
from onesist_desktop.ui.models.threads_model import ThreadsModel
from onesist_desktop.ui.panels.threads_delegate import INDENT, ThreadsDelegate
from onesist_desktop.ui.provider_book import ProviderBook
from onesist_desktop.ui.roles import Role
from onesist_desktop.ui.theme.theme import Theme
from onesist_desktop.ui.widgets.buttons import FlatButton, IconButton
from onesist_desktop.ui.widgets.labels import ElidedLabel, PlainLabel

_SPIN_MS = 100
_CLOCK_MS = 60_000


class ThreadsTree(QTreeView):
    """The tree itself: the delegate paints the lines, so Qt's own branches stay away."""

    def drawBranches(self, painter: QPainter, rect: QRect, index: QModelIndex | QPersistentModelIndex) -> None:
        """Paint nothing: the delegate paints over the full width."""


class ThreadsPanel(QFrame):
    """Selection is kept by thread, not by row.

    Signals:
        thread_chosen(thread_id: str): Show that thread.
        new_wanted(): Make a thread.
        menu_wanted(at: QPoint): Open the app's menu at that place of the screen.
        project_wanted(): Open another project.
    """

    thread_chosen = Signal(str)
    new_wanted = Signal()
    menu_wanted = Signal(QPoint)
    project_wanted = Signal()

    def __init__(self, theme: Theme, book: ProviderBook, model: ThreadsModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._model = model
        self._is_selecting = False
        self.context_actions: list[QAction] = []
        self.setObjectName("sidebar")
        self.setProperty("surface", "sidebar")
        self._least_width = max(theme.size("sidebar_min"), theme.size("sidebar_min") * theme.text_percent // 150)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 8)
        layout.setSpacing(0)
        layout.addWidget(self._make_project_row(theme))
        new_row = QHBoxLayout()
        new_row.setContentsMargins(16, 0, 16, 8)
        new = FlatButton(self.tr("New thread"), glyph="new", name="new_thread", on_click=self.new_wanted.emit)
        new.setToolTip(self.tr("Start a new thread (Ctrl+N)"))
        new.setProperty("align", "left")
        new_row.addWidget(new)
        layout.addLayout(new_row)
        self._empty = PlainLabel(self.tr("Your threads will be listed here."), tone="tertiary", wraps=True, name="no_threads")
        self._empty_box = QWidget()
        inset = QVBoxLayout(self._empty_box)
        inset.setContentsMargins(16, 8, 16, 0)
        inset.addWidget(self._empty)
        inset.addStretch(1)
        layout.addWidget(self._empty_box, 1)
        self.tree = ThreadsTree()
        self.tree.setObjectName("threads_tree")
        self.tree.setAccessibleName(self.tr("Threads"))
        self.tree.setModel(model)
        self._delegate = ThreadsDelegate(theme, book, self.tree)
        self.tree.setItemDelegate(self._delegate)
        self.tree.setUniformRowHeights(True)
        self.tree.setHeaderHidden(True)
        self.tree.setRootIsDecorated(False)
        self.tree.setIndentation(INDENT)
        self.tree.setMouseTracking(True)
        self.tree.setExpandsOnDoubleClick(False)
        self.tree.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.tree.setEditTriggers(QTreeView.EditTrigger.NoEditTriggers)
        self.tree.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.tree.customContextMenuRequested.connect(self._on_context_menu)
        self.tree.selectionModel().currentChanged.connect(self._on_current_changed)
        layout.addWidget(self.tree, 1)
        self._spin = QTimer(self)
        self._spin.setInterval(_SPIN_MS)
        self._spin.timeout.connect(self._on_spin)
        self._clock = QTimer(self)
        self._clock.setInterval(_CLOCK_MS)
        self._clock.timeout.connect(self.tree.viewport().update)
        self._clock.start()
        model.modelReset.connect(self._on_rows_changed)
        model.rowsInserted.connect(self._on_rows_changed)
        model.rowsRemoved.connect(self._on_rows_changed)
        model.rowsMoved.connect(self._on_rows_changed)
        model.dataChanged.connect(self._on_data_changed)
        theme.changed.connect(self.tree.viewport().update)
        self._on_rows_changed()

    def minimumSizeHint(self) -> QSize:
        """Have room for the buttons' words, which are longer in some languages."""
        return super().minimumSizeHint().expandedTo(QSize(self._least_width, 0))

    def show_project(self, project: ProjectView | None) -> None:
        """Name the project."""
        title = project.title if project else self.tr("No project")
        self._title.set_text(title)
        self._title.setToolTip(project.root_path if project else "")
        self._tile.setText(title[:1].upper() if project else "·")

    def select(self, thread_id: ThreadId | None) -> None:
        """Select a thread without announcing it."""
        self._is_selecting = True
        index = self._model.index_of(thread_id)
        self.tree.setCurrentIndex(index)
        if index.isValid():
            self.tree.scrollTo(index)
        else:
            self.tree.selectionModel().clear()
        self._is_selecting = False

    def select_neighbour(self, step: int) -> None:
        """Go to the thread below (1) or above (-1) in the tree as it is unfolded."""
        index = self.tree.currentIndex()
        if not index.isValid():
            target = self._model.index(0, 0)
        else:
            target = self.tree.indexBelow(index) if step > 0 else self.tree.indexAbove(index)
        if target.isValid():
            self.tree.selectionModel().setCurrentIndex(target, QItemSelectionModel.SelectionFlag.ClearAndSelect)

    def _make_project_row(self, theme: Theme) -> QWidget:
        row = QWidget()
        row.setFixedHeight(theme.size("header"))
        line = QHBoxLayout(row)
        line.setContentsMargins(16, 0, 12, 0)
        line.setSpacing(8)
        self._tile = PlainLabel(font=theme.font("body_strong"))
        self._tile.setProperty("tile", True)
        side = max(24, theme.line_height("body") + 2)
        self._tile.setFixedSize(side, side)
        self._tile.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._title = ElidedLabel(name="project_title")
        self._title.setFont(theme.font("body_strong"))
        line.addWidget(self._tile)
        line.addWidget(self._title, 1)
        line.addWidget(
            IconButton(
                "folder", self.tr("Open another project"), name="open_project", compact=True, on_click=self.project_wanted.emit
            )
        )
        self._menu_button = IconButton("list", self.tr("Menu"), name="menu_button", compact=True, on_click=self.open_menu)
        line.addWidget(self._menu_button)
        return row

    def open_menu(self) -> None:
        """Ask for the app's menu below its button."""
        self.menu_wanted.emit(self._menu_button.mapToGlobal(QPoint(0, self._menu_button.height())))

    def _on_rows_changed(self) -> None:
        self.tree.expandAll()
        has_rows = self._model.rowCount() > 0
        self._empty_box.setVisible(not has_rows)
        self.tree.setVisible(has_rows)
        self._on_data_changed()

    def _on_data_changed(self) -> None:
        works = any(view.state is ThreadState.WORKING for view in self._model.threads())
        if works != self._spin.isActive():
            (self._spin.start if works else self._spin.stop)()

    def _on_spin(self) -> None:
        self._delegate.spinner_angle = (self._delegate.spinner_angle + 360 * _SPIN_MS / 1000) % 360
        self.tree.viewport().update()

    def _on_current_changed(self, current: QModelIndex) -> None:
        thread_id = current.data(Role.THREAD_ID)
        if thread_id and not self._is_selecting:
            self.thread_chosen.emit(thread_id)

    def _on_context_menu(self, at: QPoint) -> None:
        if not self.tree.indexAt(at).isValid():
            return
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.addActions(self.context_actions)
        menu.popup(self.tree.viewport().mapToGlobal(at))
