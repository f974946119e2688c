# SPDX-License-Identifier: MIT
"""The list of threads: Left and Right fold forks, Enter goes to the message field, Delete archives, the menu key opens a menu.

A click left of the bead of a thread with forks folds them too, or unfolds them, and chooses nothing.

A fork can be dragged onto its parent, which asks for a merge. Dragging never moves a thread.
"""

from __future__ import annotations

from PySide6.QtCore import QItemSelectionModel, QPoint, Qt, QTimer, Signal
from PySide6.QtGui import (
    QContextMenuEvent,
    QFocusEvent,
    QHideEvent,
    QKeyEvent,
    QMouseEvent,
    QShowEvent,
)
from PySide6.QtWidgets import QFrame, QListView, QWidget

from onesist_desktop.core.ids import ThreadId
from onesist_desktop.services.views import ThreadState
from onesist_desktop.ui.models.threads_model import ThreadsModel
from onesist_desktop.ui.panels.thread_drag import ThreadDrag
from onesist_desktop.ui.panels.threads_delegate import ThreadsDelegate
from onesist_desktop.ui.provider_book import ProviderBook
from onesist_desktop.ui.roles import Role
from onesist_desktop.ui.theme.theme import Theme

_SPIN_MS = 100
_CLOCK_MS = 30_000


class ThreadsList(QListView):
    """Selection is kept by thread, not by row: what the model puts elsewhere stays selected.

    Signals:
        thread_chosen(thread_id: str): Show that thread.
        thread_entered(thread_id: str): The person goes on in that thread.
        menu_wanted(thread_id: str, at: QPoint): Open that thread's menu there, on the screen.
        archive_wanted(thread_id: str): Put that thread away.
        merge_wanted(thread_id: str): That fork was dropped on its parent.
    """

    thread_chosen = Signal(str)
    thread_entered = Signal(str)
    menu_wanted = Signal(str, QPoint)
    archive_wanted = Signal(str)
    merge_wanted = Signal(str)
    _at = Signal(str)

    def __init__(self, theme: Theme, book: ProviderBook, model: ThreadsModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._threads = model
        self._selected: ThreadId | None = None
        self._is_selecting = False
        self._fold_pressed = ""
        self.setObjectName("threads_tree")
        self.setProperty("surface", "sidebar")
        self.setAccessibleName(self.tr("Threads"))
        self._delegate = ThreadsDelegate(theme, book, self)
        self.setItemDelegate(self._delegate)
        # Before the view hears of it: where the current row goes it chooses another one, which nobody has asked for.
        model.rowsAboutToBeRemoved.connect(self._on_rows_go)
        self.setModel(model)
        self.setUniformItemSizes(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setMouseTracking(True)
        self.setVerticalScrollMode(QListView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setEditTriggers(QListView.EditTrigger.NoEditTriggers)
        self._drag = ThreadDrag(self, model)
        self._drag.dropped.connect(self.merge_wanted)
        self._drag.target_changed.connect(self._show_target)
        self.selectionModel().currentChanged.connect(lambda _current, _before: self._on_current_changed())
        # Later: a filtered list may lose rows by it, which must not happen while the view goes from one to another.
        self._at.connect(model.set_current, Qt.ConnectionType.QueuedConnection)
        self._spin = QTimer(self)
        self._spin.setInterval(_SPIN_MS)
        self._spin.timeout.connect(self._on_spin)
        self._clock = QTimer(self)
        self._clock.setInterval(_CLOCK_MS)
        self._clock.timeout.connect(self._on_clock)
        # Rows that come, go or move never take the selection with them.
        for happened in (model.modelReset, model.rowsInserted, model.rowsRemoved, model.rowsMoved):
            happened.connect(self._on_rows_changed)
        model.dataChanged.connect(self._show_spin)
        theme.changed.connect(self._on_theme_changed)

    @property
    def selected(self) -> ThreadId | None:
        """The thread that is selected, whether its row is shown or not."""
        return self._selected

    def select(self, thread_id: ThreadId | None) -> None:
        """Select a thread without announcing it, and unfold what hides it."""
        self._selected = thread_id
        self._at.emit(thread_id or "")
        if thread_id is not None:
            self._threads.reveal(thread_id)
        self._show_selected()
        index = self.currentIndex()
        if index.isValid():
            self.scrollTo(index)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Fold and unfold, and go on in a thread."""
        if event.key() == Qt.Key.Key_Escape and self._drag.is_active:
            self._drag.cancel()
            return
        thread_id = self.currentIndex().data(Role.THREAD_ID)
        mirrored = self.layoutDirection() is Qt.LayoutDirection.RightToLeft
        inwards, outwards = (Qt.Key.Key_Left, Qt.Key.Key_Right) if mirrored else (Qt.Key.Key_Right, Qt.Key.Key_Left)
        if thread_id is None or event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier:
            super().keyPressEvent(event)
        elif event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter}:
            self.thread_entered.emit(thread_id)
        elif event.key() == inwards:
            self._go_in(ThreadId(thread_id))
        elif event.key() == outwards:
            self._go_out(ThreadId(thread_id))
        elif event.key() == Qt.Key.Key_Delete:
            self.archive_wanted.emit(thread_id)
        else:
            super().keyPressEvent(event)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Ask for the menu of the row under the pointer, or of the current one when the menu key was pressed."""
        by_mouse = event.reason() is QContextMenuEvent.Reason.Mouse
        index = self.indexAt(event.pos()) if by_mouse else self.currentIndex()
        thread_id = index.data(Role.THREAD_ID) if index.isValid() else None
        if thread_id is None:
            return
        at = event.globalPos() if by_mouse else self.viewport().mapToGlobal(self.visualRect(index).bottomLeft() + QPoint(24, 0))
        self.menu_wanted.emit(thread_id, at)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Choose a row, which may be the begin of a drag."""
        left = event.button() is Qt.MouseButton.LeftButton
        self._fold_pressed = self._fold_at(event) if left else ""
        if self._fold_pressed:
            return
        super().mousePressEvent(event)
        if left:
            self._drag.press(event.position().toPoint())

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Take the second of two quick clicks as one more where that folds or unfolds."""
        if self._fold_at(event):
            self.mousePressEvent(event)
        else:
            super().mouseDoubleClickEvent(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Drag, or show what is under the pointer. Rows that the pointer is drawn over are not chosen one after the other."""
        if not event.buttons() & Qt.MouseButton.LeftButton:
            super().mouseMoveEvent(event)
        else:
            self._drag.move(event.position().toPoint())

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Drop what is dragged; fold or unfold where that was pressed, and choose nothing by it."""
        pressed, self._fold_pressed = self._fold_pressed, ""
        if pressed:
            if self._fold_at(event) == pressed:
                self._threads.set_folded(ThreadId(pressed), not self._threads.index_of(ThreadId(pressed)).data(Role.FOLDED_COUNT))
            return
        super().mouseReleaseEvent(event)
        if event.button() is Qt.MouseButton.LeftButton:
            self._drag.release()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Drag nothing on behind another window."""
        super().focusOutEvent(event)
        self._drag.cancel()

    def showEvent(self, event: QShowEvent) -> None:
        """Keep the times right while they are seen."""
        super().showEvent(event)
        self._clock.start()
        self._on_clock()
        self._show_spin()

    def hideEvent(self, event: QHideEvent) -> None:
        """Let nothing run while nobody looks."""
        super().hideEvent(event)
        self._clock.stop()
        self._spin.stop()
        self._drag.cancel()

    def _fold_at(self, event: QMouseEvent) -> str:
        """Return the thread whose forks a click there folds or unfolds; empty for none."""
        index = self.indexAt(event.position().toPoint())
        if self._threads.is_narrowed or not index.isValid():
            return ""
        width = self.viewport().width()
        is_place = self._delegate.is_fold_place(event.position(), self.visualRect(index), index, width)
        return str(index.data(Role.THREAD_ID) or "") if is_place else ""

    def _show_target(self) -> None:
        self._delegate.target = self._drag.target
        self.viewport().update()

    def _go_in(self, thread_id: ThreadId) -> None:
        index = self.currentIndex()
        if index.data(Role.FOLDED_COUNT):
            self._threads.set_folded(thread_id, False)
        elif index.data(Role.IS_OPEN):
            self._choose(self._threads.neighbour(thread_id, 1))

    def _go_out(self, thread_id: ThreadId) -> None:
        if self.currentIndex().data(Role.IS_OPEN) and not self._threads.is_narrowed:
            self._threads.set_folded(thread_id, True)
        else:
            self._choose(self._threads.parent_of(thread_id))

    def _choose(self, thread_id: ThreadId | None) -> None:
        index = self._threads.index_of(thread_id)
        if index.isValid():
            self.selectionModel().setCurrentIndex(index, QItemSelectionModel.SelectionFlag.ClearAndSelect)

    def _show_selected(self) -> None:
        """Let the view's selection be the thread's row, or nothing where that isn't shown."""
        self._is_selecting = True
        index = self._threads.index_of(self._selected)
        if index.isValid():
            self.selectionModel().setCurrentIndex(index, QItemSelectionModel.SelectionFlag.ClearAndSelect)
        else:
            self.selectionModel().clear()
        self._is_selecting = False

    def _on_current_changed(self) -> None:
        thread_id = self.currentIndex().data(Role.THREAD_ID)
        if thread_id and not self._is_selecting:
            self._selected = ThreadId(thread_id)
            self._at.emit(thread_id)
            self.thread_chosen.emit(thread_id)

    def _on_rows_go(self) -> None:
        self._is_selecting = True

    def _on_rows_changed(self) -> None:
        self._is_selecting = False
        if self.currentIndex().data(Role.THREAD_ID) != self._selected:
            self._show_selected()
        self._show_spin()

    def _on_theme_changed(self) -> None:
        # The rows' height may be another one.
        self.scheduleDelayedItemsLayout()
        self.viewport().update()

    def _on_clock(self) -> None:
        self._threads.refresh_day()

    def _show_spin(self) -> None:
        turns = self.isVisible() and not self._theme.reduced_motion and bool(self._threads.in_state(ThreadState.WORKING))
        if turns != self._spin.isActive():
            (self._spin.start if turns else self._spin.stop)()

    def _on_spin(self) -> None:
        self._delegate.spinner_angle = (self._delegate.spinner_angle + 360 * _SPIN_MS / 1000) % 360
        shown = self.viewport().rect()
        for thread_id in self._threads.in_state(ThreadState.WORKING):
            index = self._threads.index_of(thread_id)
            row = self.visualRect(index) if index.isValid() else None
            if row is not None and row.intersects(shown):
                row.setWidth(self.viewport().width())
                self.viewport().update(self._delegate.status_rect(row))
