# SPDX-License-Identifier: MIT
"""The map as a list: the same answers as rows. Enter goes to a message, F forks there, M merges the thread back."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QPoint, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QContextMenuEvent, QFocusEvent, QFontMetricsF, QKeyEvent, QPainter, QPalette
from PySide6.QtWidgets import (
    QAbstractItemView,
    QFrame,
    QHeaderView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTreeView,
    QWidget,
)

from onesist_desktop.core.ids import ProviderId, RunId, ThreadId
from onesist_desktop.services.lineage_views import Bead, BeadState
from onesist_desktop.ui.map.map_model import Column, MapModel
from onesist_desktop.ui.provider_book import ProviderBook
from onesist_desktop.ui.roles import Role
from onesist_desktop.ui.theme.theme import Theme
from onesist_desktop.ui.widgets.grounds import paint_row_ground

Index = QModelIndex | QPersistentModelIndex

_ROW, _HEAD, _INSET, _GAP = 32, 32, 8, 8
_WIDTHS = {Column.THREAD: 220, Column.PROVIDER: 140, Column.TIME: 136, Column.STATE: 96, Column.MESSAGE: 136, Column.LINEAGE: 320}
_INK = {BeadState.ASKS: "warning_text", BeadState.FAILED: "danger_text"}
_KEYBOARD = {
    Qt.FocusReason.TabFocusReason,
    Qt.FocusReason.BacktabFocusReason,
    Qt.FocusReason.ShortcutFocusReason,
    Qt.FocusReason.OtherFocusReason,
}


class MapList(QTreeView):
    """Rows of a :class:`MapModel`, read cell by cell by screen readers.

    Signals:
        message_wanted(thread_id: str, seq: int): Go to that answer.
        fork_wanted(thread_id: str, seq: int): Fork there.
        merge_wanted(thread_id: str): Merge that thread back.
        thread_chosen(thread_id: str): Select that thread.
        menu_wanted(bead: Bead, at: QPoint): Offer what can be done with that answer there, on the screen.
        escaped(): Escape was pressed.
    """

    message_wanted = Signal(str, int)
    fork_wanted = Signal(str, int)
    merge_wanted = Signal(str)
    thread_chosen = Signal(str)
    menu_wanted = Signal(object, QPoint)
    escaped = Signal()

    def __init__(self, theme: Theme, book: ProviderBook, model: MapModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._answers = model
        self._is_selecting = False
        self.has_keyboard = False
        self.setObjectName("map_list")
        self.setAccessibleName(self.tr("Map of the threads, as a list"))
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setRootIsDecorated(False)
        self.setUniformRowHeights(True)
        self.setItemsExpandable(False)
        self.setMouseTracking(True)
        # The style would lay its own colour over a row with the focus; the ring is ours.
        self.setAllColumnsShowFocus(False)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setTextElideMode(Qt.TextElideMode.ElideRight)
        self.setHeader(_Head(theme, self))
        self.setItemDelegate(_Delegate(theme, book, self))
        self.setModel(model)
        self.doubleClicked.connect(self._go_to)
        self.selectionModel().currentRowChanged.connect(lambda _current, _before: self._on_current_changed())
        theme.changed.connect(self._fit)
        self._fit()

    @property
    def current(self) -> Bead | None:
        """The answer that the keyboard is on."""
        bead: Bead | None = self.currentIndex().data(Role.BEAD)
        return bead

    def go_to_answer(self, run_id: RunId) -> None:
        """Make an answer the current one, without announcing its thread. Does nothing for one that isn't shown."""
        self._select(self._answers.place_of(run_id))

    def go_to_thread(self, thread_id: ThreadId) -> None:
        """Make a thread's last answer the current one, unless one of its answers is, without announcing it."""
        if self.currentIndex().data(Role.THREAD_ID) != thread_id or not self.selectionModel().hasSelection():
            self._select(self._answers.last_of(thread_id))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Do what the picture does for the same keys."""
        bead = self.current
        has_modifiers = bool(event.modifiers() & ~(Qt.KeyboardModifier.KeypadModifier | Qt.KeyboardModifier.ShiftModifier))
        if event.key() == Qt.Key.Key_Escape and not has_modifiers:
            self.escaped.emit()
        elif bead is None or has_modifiers:
            super().keyPressEvent(event)
        elif event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter}:
            self.message_wanted.emit(bead.thread_id, bead.seq)
        elif event.key() == Qt.Key.Key_F:
            self.fork_wanted.emit(bead.thread_id, bead.seq)
        elif event.key() == Qt.Key.Key_M:
            self.merge_wanted.emit(bead.thread_id)
        else:
            super().keyPressEvent(event)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Ask for the menu of the row under the pointer, or of the current one when the menu key was pressed."""
        by_mouse = event.reason() is QContextMenuEvent.Reason.Mouse
        index = self.indexAt(event.pos()) if by_mouse else self.currentIndex()
        bead = index.data(Role.BEAD)
        if bead is None:
            return
        at = event.globalPos() if by_mouse else self.viewport().mapToGlobal(self.visualRect(index).bottomLeft() + QPoint(24, 0))
        self.menu_wanted.emit(bead, at)

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Begin at the first row, and show the ring where the keyboard brought the focus."""
        self.has_keyboard = event.reason() in _KEYBOARD
        # Qt makes the first row the current one, without selecting it.
        self._is_selecting = True
        super().focusInEvent(event)
        self._is_selecting = False
        if not self.selectionModel().hasSelection() and self._answers.rowCount():
            self._select(max(self.currentIndex().row(), 0))

    def drawRow(self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> None:
        """Paint a row's ground over the full width, below its cells."""
        is_current = index.row() == self.currentIndex().row()
        under = self.viewport().mapFromGlobal(self.cursor().pos())
        ground = QRectF(0, option.rect.top(), self.viewport().width(), option.rect.height())
        paint_row_ground(
            painter,
            ground,
            self._theme,
            is_hovered=self.underMouse() and ground.contains(under.toPointF()),
            is_selected=self.selectionModel().isRowSelected(index.row(), QModelIndex()),
            is_active=self.hasFocus(),
            has_ring=is_current and self.hasFocus() and self.has_keyboard,
            radius=0,
        )
        # The style would paint its own ground over it.
        cells = QStyleOptionViewItem(option)
        cells.palette.setColor(QPalette.ColorRole.Highlight, Qt.GlobalColor.transparent)
        super().drawRow(painter, cells, index)

    def _select(self, place: int | None) -> None:
        if place is None:
            return
        self._is_selecting = True
        try:
            self.setCurrentIndex(self._answers.index(place, 0))
        finally:
            self._is_selecting = False

    def _on_current_changed(self) -> None:
        self.viewport().update()
        thread_id = self.currentIndex().data(Role.THREAD_ID)
        if thread_id is not None and not self._is_selecting:
            self.thread_chosen.emit(thread_id)

    def _go_to(self, index: Index) -> None:
        bead = index.data(Role.BEAD)
        if bead is not None:
            self.message_wanted.emit(bead.thread_id, bead.seq)

    def _fit(self) -> None:
        """Give columns the room that words of the current size need."""
        factor = self._theme.line_height("body") / 20.0
        for column, width in _WIDTHS.items():
            self.setColumnWidth(column, round(width * factor))
        self.scheduleDelayedItemsLayout()
        self.viewport().update()


class _Head(QHeaderView):
    """The heads of the columns: painted, so that they look as our other ones in every scheme."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(Qt.Orientation.Horizontal, parent)
        self._theme = theme
        self.setSectionsClickable(False)
        self.setSectionsMovable(False)
        self.setStretchLastSection(True)
        self.setMinimumSectionSize(48)
        theme.changed.connect(self._on_theme_changed)

    def sizeHint(self) -> QSize:
        """Be 32 high, more with larger text."""
        return QSize(super().sizeHint().width(), self._theme.row_height(_HEAD, "caption"))

    def paintSection(self, painter: QPainter, rect: QRect, section: int) -> None:
        """Paint one head."""
        painter.save()
        painter.fillRect(rect, self._theme.color("bg_canvas"))
        painter.fillRect(QRect(rect.left(), rect.bottom(), rect.width(), 1), self._theme.color("line"))
        text = str(self.model().headerData(section, Qt.Orientation.Horizontal) or "")
        _paint_text(painter, self._theme, QRectF(rect), text, "caption", "text_secondary", self.layoutDirection())
        painter.restore()

    def _on_theme_changed(self) -> None:
        self.updateGeometry()
        self.viewport().update()


class _Delegate(QStyledItemDelegate):
    """Paints a cell: its words, and beside a provider's name the mark."""

    def __init__(self, theme: Theme, book: ProviderBook, parent: MapList) -> None:
        super().__init__(parent)
        self._theme = theme
        self._book = book

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        """Be 32 high, more with larger text."""
        return QSize(48, self._theme.row_height(_ROW))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Paint one cell; the ground is there already."""
        theme, direction = self._theme, option.direction
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        rect = QRectF(option.rect)
        ink = "text_primary" if index.column() in (Column.THREAD, Column.PROVIDER) else "text_secondary"
        if index.column() == Column.PROVIDER:
            side = float(theme.icon_size(12))
            mark = QRectF(rect.left() + _INSET, rect.center().y() - side / 2, side, side)
            room = rect.adjusted(side + _GAP, 0, 0, 0)
            if direction is Qt.LayoutDirection.RightToLeft:
                mark.moveRight(rect.right() - _INSET)
                room = rect.adjusted(0, 0, -side - _GAP, 0)
            provider_id: ProviderId | None = index.data(Role.PROVIDER_ID)
            is_selected = bool(option.state & QStyle.StateFlag.State_Selected)
            self._book.paint(painter, mark, provider_id, "bg_selected" if is_selected else "bg_canvas")
            rect = room
        elif index.column() == Column.STATE:
            ink = _INK.get(BeadState(index.data(Role.STATE)), ink)
        _paint_text(painter, theme, rect, str(index.data() or ""), "body", ink, direction)
        painter.restore()


def _paint_text(
    painter: QPainter, theme: Theme, rect: QRectF, text: str, step: str, ink: str, direction: Qt.LayoutDirection
) -> None:
    font = theme.font(step, is_tabular=True)
    painter.setFont(font)
    painter.setPen(theme.color(ink))
    room = rect.adjusted(_INSET, 0, -_INSET, 0)
    side = Qt.AlignmentFlag.AlignRight if direction is Qt.LayoutDirection.RightToLeft else Qt.AlignmentFlag.AlignLeft
    words = QFontMetricsF(font).elidedText(" ".join(text.split()), Qt.TextElideMode.ElideRight, room.width())
    painter.drawText(room, side | Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextSingleLine, words)
