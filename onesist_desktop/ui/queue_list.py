# SPDX-License-Identifier: MIT
"""The messages that wait, in their order: at most four in view, moved by mouse or keyboard."""

from __future__ import annotations

from PySide6.QtCore import QPoint, QSize, Qt, Signal
from PySide6.QtWidgets import QFrame, QScrollArea, QSizePolicy, QVBoxLayout, QWidget

from onesist_desktop.core.ids import QueuedId
from onesist_desktop.services.views import QueuedView
from onesist_desktop.ui.provider_book import ProviderBook
from onesist_desktop.ui.queue_row import ROW, QueueRow
from onesist_desktop.ui.theme.theme import Theme
from onesist_desktop.ui.widgets.tab_order import chain

VISIBLE_ROWS = 4
_VISIBLE_LARGE_ROWS = 2
_MARK = 2


def place_before(ids: list[QueuedId], moved: QueuedId, index: int) -> tuple[bool, QueuedId | None]:
    """Return whether dropping a row in front of the one at ``index`` moves it, and in front of which it then waits.

    ``index`` may be the number of rows: then it waits at the end, in front of None.
    """
    now = ids.index(moved)
    if index in {now, now + 1}:
        return False, None
    return True, ids[index] if index < len(ids) else None


class QueueList(QScrollArea):
    """Rows of a queue. Hidden while it is empty.

    Signals:
        send_now(queued_id: str), delete(queued_id: str), edited(queued_id: str, text: str): About one message.
        steer(queued_id: str): Hand a message to the run that works.
        moved(queued_id: str, before: QueuedId | None): A message should wait in front of another, or at the end.
    """

    send_now = Signal(str)
    delete = Signal(str)
    edited = Signal(str, str)
    steer = Signal(str)
    moved = Signal(str, object)

    def __init__(self, theme: Theme, book: ProviderBook, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._book = book
        self.rows: list[QueueRow] = []
        self._can_steer = False
        self.setObjectName("queue")
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._inside = QWidget()
        self._inside.setObjectName("queue_inside")
        self._layout = QVBoxLayout(self._inside)
        self._layout.setContentsMargins(0, 0, 0, 0)
        self._layout.setSpacing(0)
        self.setWidget(self._inside)
        self.viewport().setAutoFillBackground(False)
        self._inside.setAutoFillBackground(False)
        self._mark = _DropMark(theme, self._inside)
        theme.changed.connect(self._on_theme_changed)
        self.hide()

    def show_items(self, items: tuple[QueuedView, ...], after: QWidget) -> None:
        """Show these messages. A row that is being edited keeps its field; Tab comes to them after ``after``."""
        kept = {row.item.id: row for row in self.rows}
        self.rows = [kept.pop(item.id) if item.id in kept else self._make_row(item) for item in items]
        for row in kept.values():
            self._layout.removeWidget(row)
            row.hide()
            row.deleteLater()
        for place, (row, item) in enumerate(zip(self.rows, items, strict=True)):
            if self._layout.indexOf(row) != place:
                self._layout.removeWidget(row)
                self._layout.insertWidget(place, row)
            row.show_item(item, place + 1, len(items))
            row.set_can_steer(self._can_steer)
            row.show()
            after = chain(after, row.focus_order)
        self._fit()
        self.setVisible(bool(self.rows))

    def set_can_steer(self, can_steer: bool) -> None:
        """Offer to hand messages to the run that works, or don't."""
        if can_steer != self._can_steer:
            self._can_steer = can_steer
            for row in self.rows:
                row.set_can_steer(can_steer)

    def _make_row(self, item: QueuedView) -> QueueRow:
        row = QueueRow(self._theme, self._book, item)
        row.send_now.connect(self.send_now)
        row.delete.connect(self.delete)
        row.edited.connect(self.edited)
        row.steer.connect(self.steer)
        row.step_wanted.connect(lambda step: self._step(row, step))
        row.dragging.connect(self._show_mark)
        row.dropped.connect(lambda at: self._drop(row, at))
        return row

    def _step(self, row: QueueRow, step: int) -> None:
        index = self.rows.index(row)
        # In front of the one before it, or of the one behind the next.
        self._move(row, index - 1 if step < 0 else index + 2)

    def _move(self, row: QueueRow, index: int) -> None:
        if not 0 <= index <= len(self.rows):
            return
        is_moved, before = place_before([each.item.id for each in self.rows], row.item.id, index)
        if is_moved:
            self.moved.emit(row.item.id, before)

    def _index_at(self, at: QPoint) -> int:
        y = self._inside.mapFromGlobal(at).y()
        return max(0, min(len(self.rows), round(y / self._row_height)))

    def _show_mark(self, at: QPoint) -> None:
        index = self._index_at(at)
        y = min(max(0, index * self._row_height - 1), self._inside.height() - _MARK)
        self._mark.setGeometry(0, y, self._inside.width(), _MARK)
        self._mark.show()
        self._mark.raise_()
        self.ensureVisible(0, y, 0, self._row_height // 2)

    def _drop(self, row: QueueRow, at: QPoint) -> None:
        self._mark.hide()
        if row in self.rows:
            self._move(row, self._index_at(at))

    @property
    def _row_height(self) -> int:
        return self._theme.row_height(ROW)

    def sizeHint(self) -> QSize:
        """Ask for the rows that may be in view."""
        most = _VISIBLE_LARGE_ROWS if self._theme.is_large else VISIBLE_ROWS
        return QSize(super().sizeHint().width(), min(len(self.rows), most) * self._row_height)

    def minimumSizeHint(self) -> QSize:
        """Be content with one row in a low window: the others are scrolled to."""
        return QSize(super().minimumSizeHint().width(), min(len(self.rows), 1) * self._row_height)

    def _fit(self) -> None:
        self.setMaximumHeight(self.sizeHint().height())
        self.updateGeometry()

    def _on_theme_changed(self) -> None:
        for row in self.rows:
            row.render_again()
        self._mark.render_again()
        self._fit()


class _DropMark(QFrame):
    """The line where a row that is dragged would come."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme
        self.setAutoFillBackground(True)
        self.render_again()
        self.hide()

    def render_again(self) -> None:
        """Follow a changed theme."""
        palette = self.palette()
        palette.setColor(self.backgroundRole(), self._theme.color("focus"))
        self.setPalette(palette)
