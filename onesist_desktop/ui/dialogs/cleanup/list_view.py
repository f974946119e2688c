# SPDX-License-Identifier: MIT
"""The clean-up's list: Space ticks, Enter shows names, Delete asks to remove, the menu key opens a row's menu."""

from __future__ import annotations

from PySide6.QtCore import QPoint, QPointF, Qt, QTimer, Signal
from PySide6.QtGui import QContextMenuEvent, QHideEvent, QKeyEvent, QMouseEvent, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QFrame, QListView, QWidget

from onesist_desktop.core.ids import WorktreeId
from onesist_desktop.services.workspace_views import WorktreeRow
from onesist_desktop.ui.dialogs.cleanup.delegate import CleanupDelegate, Place
from onesist_desktop.ui.models.worktree_meaning import Act
from onesist_desktop.ui.models.worktrees_model import WorktreesModel
from onesist_desktop.ui.provider_book import ProviderBook
from onesist_desktop.ui.roles import Role
from onesist_desktop.ui.theme.theme import Theme

_SPIN_MS = 100


class CleanupList(QListView):
    """The current row is the one whose names are shown; ticks are apart from it.

    Signals:
        chosen(): Another row is the current one.
        wanted(act: str, worktree_id: str): Something is to be done with a row.
        menu_wanted(worktree_id: str, at: QPoint): Open that row's menu there, on the screen.
    """

    chosen = Signal()
    wanted = Signal(str, str)
    menu_wanted = Signal(str, QPoint)

    def __init__(self, theme: Theme, book: ProviderBook, model: WorktreesModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._worktrees = model
        self._current: WorktreeId | None = None
        self._pressed: tuple[WorktreeId, Place] | None = None
        self.setObjectName("cleanup_list")
        self.setAccessibleName(self.tr("Own copies"))
        self.setAccessibleDescription(
            self.tr("Space ticks, Enter shows names, Delete removes, the menu key shows all that can be done")
        )
        self._delegate = CleanupDelegate(theme, book, self)
        self.setItemDelegate(self._delegate)
        self.setModel(model)
        self.setUniformItemSizes(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setMouseTracking(True)
        self.setVerticalScrollMode(QListView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setEditTriggers(QListView.EditTrigger.NoEditTriggers)
        self.selectionModel().currentChanged.connect(lambda _now, _before: self._on_current_changed())
        self._spin = QTimer(self)
        self._spin.setInterval(_SPIN_MS)
        self._spin.timeout.connect(self._on_spin)
        model.modelReset.connect(self._keep_current)
        model.rowsRemoved.connect(lambda *_: self._keep_current())
        model.dataChanged.connect(lambda *_: self._show_spin())
        theme.changed.connect(self._on_theme_changed)

    @property
    def current(self) -> WorktreeRow | None:
        """The row that is the current one."""
        index = self.currentIndex()
        return index.data(Role.WORKTREE) if index.isValid() else None

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Tick, show names, ask to remove."""
        row = self.current
        if row is None or event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier:
            super().keyPressEvent(event)
            return
        match event.key():
            case Qt.Key.Key_Space:
                self._worktrees.toggle(row.id)
            case Qt.Key.Key_Return | Qt.Key.Key_Enter:
                self.wanted.emit(Act.SHOW_NAMES.value, row.id)
            case Qt.Key.Key_Delete:
                self.wanted.emit(Act.REMOVE.value, row.id)
            case _:
                super().keyPressEvent(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Remember what is pressed: it happens when the button is let go at the same place."""
        self._pressed = self._at(event.position()) if event.button() is Qt.MouseButton.LeftButton else None
        super().mousePressEvent(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Tick, follow a link, or open the menu."""
        super().mouseReleaseEvent(event)
        pressed, self._pressed = self._pressed, None
        if pressed is None or pressed != self._at(event.position()):
            return
        worktree_id, place = pressed
        if place == "tick":
            self._worktrees.toggle(worktree_id)
        elif place == "menu":
            self.menu_wanted.emit(worktree_id, event.globalPosition().toPoint())
        else:
            self.wanted.emit(str(place), worktree_id)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Show a hand over what can be clicked."""
        super().mouseMoveEvent(event)
        found = self._at(event.position())
        is_link = found is not None and found[1] != "tick"
        self.viewport().setCursor(Qt.CursorShape.PointingHandCursor if is_link else Qt.CursorShape.ArrowCursor)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Ask for the menu of the row under the pointer, or of the current one when the menu key was pressed."""
        by_mouse = event.reason() is QContextMenuEvent.Reason.Mouse
        index = self.indexAt(event.pos()) if by_mouse else self.currentIndex()
        row: WorktreeRow | None = index.data(Role.WORKTREE) if index.isValid() else None
        if row is None:
            return
        below = self.viewport().mapToGlobal(self.visualRect(index).bottomLeft() + QPoint(56, -8))
        self.menu_wanted.emit(row.id, event.globalPos() if by_mouse else below)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Rows may be stacked in another width."""
        super().resizeEvent(event)
        self.scheduleDelayedItemsLayout()

    def showEvent(self, event: QShowEvent) -> None:
        """Let spinners turn."""
        super().showEvent(event)
        self._show_spin()

    def hideEvent(self, event: QHideEvent) -> None:
        """Let nothing run while nobody looks."""
        super().hideEvent(event)
        self._spin.stop()

    def _at(self, pos: QPointF) -> tuple[WorktreeId, Place] | None:
        index = self.indexAt(pos.toPoint())
        row: WorktreeRow | None = index.data(Role.WORKTREE) if index.isValid() else None
        if row is None:
            return None
        place = self._delegate.place_at(self.visualRect(index), index, pos)
        return (row.id, place) if place is not None else None

    def _on_current_changed(self) -> None:
        row = self.current
        if row is not None:
            self._current = row.id
        self.chosen.emit()

    def _keep_current(self) -> None:
        """Rows came or went: the current one stays, else the first is."""
        index = self._worktrees.index_of(self._current) if self._current is not None else self._worktrees.index(0)
        if not index.isValid():
            index = self._worktrees.index(0)
        if index.isValid():
            self.setCurrentIndex(index)
        self.chosen.emit()

    def _show_spin(self) -> None:
        wanted = self._worktrees.is_removing and self.isVisible() and not self._theme.reduced_motion
        if wanted and not self._spin.isActive():
            self._spin.start()
        elif not wanted:
            self._spin.stop()

    def _on_spin(self) -> None:
        self._delegate.spinner_angle = (self._delegate.spinner_angle + 36) % 360
        self.viewport().update()

    def _on_theme_changed(self) -> None:
        self.scheduleDelayedItemsLayout()
        self.viewport().update()
