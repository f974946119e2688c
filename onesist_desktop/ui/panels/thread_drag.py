# SPDX-License-Identifier: MIT
"""A fork that is dragged with the mouse: over its own parent it can be dropped, anywhere else the pointer says that it can't.

Done here and not by the desktop's drag and drop, which would wait in a loop of its own inside the app's. It moves nothing.
"""

from __future__ import annotations

from PySide6.QtCore import QObject, QPoint, Qt, QTimer, Signal
from PySide6.QtWidgets import QApplication, QListView

from onesist_desktop.core.ids import ThreadId
from onesist_desktop.ui.models.threads_model import ThreadsModel
from onesist_desktop.ui.roles import Role

_SCROLL_MS = 50
_EDGE = 20


class ThreadDrag(QObject):
    """The drag of one list.

    Signals:
        target_changed(): Another thread, or none, is the one on which a drop would do something.
        dropped(thread_id: str): That fork was dropped on its parent.
    """

    target_changed = Signal()
    dropped = Signal(str)

    def __init__(self, view: QListView, threads: ThreadsModel) -> None:
        super().__init__(view)
        self._view = view
        self._threads = threads
        self._begin: QPoint | None = None
        self._dragged: ThreadId | None = None
        self._at = QPoint()
        self._scroll = QTimer(self)
        self._scroll.setInterval(_SCROLL_MS)
        self._scroll.timeout.connect(self._on_scroll)
        self.is_active = False
        self.target: ThreadId | None = None

    def press(self, at: QPoint) -> None:
        """The left button went down there, in the viewport: a drag may begin."""
        self.cancel()
        view = self._threads.view_of(self._below(at))
        if view is not None and view.parent_thread_id is not None:
            self._begin, self._dragged = at, view.id

    def move(self, at: QPoint) -> bool:
        """The pointer went there with the button down. Returns whether something is dragged."""
        if self._begin is None:
            return False
        if not self.is_active and (at - self._begin).manhattanLength() < QApplication.startDragDistance():
            return True
        self.is_active, self._at = True, at
        self._look()
        if self._step():
            self._scroll.start()
        else:
            self._scroll.stop()
        return True

    def release(self) -> bool:
        """The button was let go. Returns whether something was dragged."""
        was_active, dragged, target = self.is_active, self._dragged, self.target
        self.cancel()
        if was_active and dragged is not None and target is not None:
            self.dropped.emit(dragged)
        return was_active

    def cancel(self) -> None:
        """Drag nothing any more."""
        self._scroll.stop()
        self._begin = self._dragged = None
        if self.is_active:
            self.is_active = False
            self._view.viewport().unsetCursor()
            self._show_target(None)

    def _look(self) -> None:
        dragged, below = self._threads.view_of(self._dragged), self._below(self._at)
        is_parent = dragged is not None and below is not None and dragged.parent_thread_id == below != dragged.id
        self._view.viewport().setCursor(Qt.CursorShape.DragCopyCursor if is_parent else Qt.CursorShape.ForbiddenCursor)
        self._show_target(below if is_parent else None)

    def _below(self, at: QPoint) -> ThreadId | None:
        if not self._view.viewport().rect().contains(at):
            return None
        thread_id = self._view.indexAt(at).data(Role.THREAD_ID)
        return ThreadId(thread_id) if thread_id else None

    def _show_target(self, thread_id: ThreadId | None) -> None:
        if thread_id != self.target:
            self.target = thread_id
            self.target_changed.emit()

    def _step(self) -> int:
        """Return where to scroll while the pointer is at an edge: up, down or nowhere."""
        return (self._at.y() > self._view.viewport().height() - _EDGE) - (self._at.y() < _EDGE)

    def _on_scroll(self) -> None:
        bar = self._view.verticalScrollBar()
        bar.setValue(bar.value() + self._step() * _EDGE)
        self._look()
