# SPDX-License-Identifier: MIT
"""The picture: paints the lanes that are to be seen and is walked by pointer and keys. Whoever owns it does what is wanted."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence

from PySide6.QtCore import QEvent, QPoint, QPointF, QRect, QRectF, QSize, Qt, QTimer, Signal
from PySide6.QtGui import (
    QContextMenuEvent,
    QFocusEvent,
    QHideEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QResizeEvent,
    QShowEvent,
    QWheelEvent,
)
from PySide6.QtWidgets import QAbstractScrollArea, QFrame, QWidget

from onesist_desktop.core.ids import RunId, ThreadId
from onesist_desktop.services.lineage_views import Bead, BeadState
from onesist_desktop.ui.map.columns import Columns
from onesist_desktop.ui.map.layout import MAX_ZOOM, MIN_ZOOM, Hit, MapLayout, Way, zoom_to_fit
from onesist_desktop.ui.map.map_accessible import tell_focus
from onesist_desktop.ui.map.map_painter import MapPainter
from onesist_desktop.ui.map.map_words import bead_name
from onesist_desktop.ui.map.shapes import LEFT, RIGHT, BeadShape, Shapes
from onesist_desktop.ui.map.time_row import TimeRow, time_row_height
from onesist_desktop.ui.provider_book import ProviderBook
from onesist_desktop.ui.theme.theme import Theme

HOVER_MS = 400
_SPIN_MS = 100
_ZOOMS = (0.2, 0.25, 0.33, 0.4, 0.5, 0.6, 0.75, 0.9, 1.0, 1.25, 1.5, 1.75, 2.0)
_REACH = 20
"""Half the side of what is painted anew of one bead."""
_MARGIN = 48
"""So much of the picture stays in sight beside a bead that is walked to."""
_KEYBOARD = {
    Qt.FocusReason.TabFocusReason,
    Qt.FocusReason.BacktabFocusReason,
    Qt.FocusReason.ShortcutFocusReason,
    Qt.FocusReason.OtherFocusReason,
}
_ZOOM_KEYS = {Qt.Key.Key_Plus: 1, Qt.Key.Key_Equal: 1, Qt.Key.Key_Minus: -1, Qt.Key.Key_0: 0}


class MapView(QAbstractScrollArea):
    """Lanes of the threads whose rows the tree shows, each as high as its row.

    Coordinates of :class:`MapLayout` are turned into the viewport's here only: sideways by the scroll bar, mirrored where the
    window is; downwards by the scroll bar and ``set_shift``, so that each lane continues its row.

    Signals:
        bead_entered(bead: Bead, at: QRect, at_once: bool): The pointer rests on that answer, or the keyboard is on it. ``at`` is in
            the viewport.
        bead_left(): It does no more.
        message_wanted(thread_id: str, seq: int): Go to that answer.
        fork_wanted(thread_id: str, seq: int): Fork there.
        merge_wanted(thread_id: str): Merge that thread back.
        thread_chosen(thread_id: str): Select that thread.
        menu_wanted(bead: Bead, at: QPoint): Offer what can be done with that answer there, on the screen.
        zoomed(): It is nearer or farther now.
    """

    bead_entered = Signal(object, QRect, bool)
    bead_left = Signal()
    message_wanted = Signal(str, int)
    fork_wanted = Signal(str, int)
    merge_wanted = Signal(str)
    thread_chosen = Signal(str)
    menu_wanted = Signal(object, QPoint)
    zoomed = Signal()

    def __init__(
        self, theme: Theme, book: ProviderBook, parent: QWidget | None = None, *, now: Callable[[], float] = time.time
    ) -> None:
        super().__init__(parent)
        self._theme = theme
        self._book = book
        self._now = now
        self._columns: Columns | None = None
        self._rows: Sequence[ThreadId | None] = ()
        self._made: MapLayout | None = None
        self._zoom = 1.0
        self._shift = 0
        self._selected: ThreadId | None = None
        self._focused: RunId | None = None
        self._hovered: BeadShape | None = None
        self._pressed: Hit | None = None
        self._panned_from: QPoint | None = None
        self._painter = MapPainter(theme, book)
        self.setObjectName("map_view")
        self.setAccessibleName(self.tr("Map of the threads"))
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.viewport().setMouseTracking(True)
        self._time_row = TimeRow(theme, now, self)
        self._resting = QTimer(self)
        self._resting.setSingleShot(True)
        self._resting.setInterval(HOVER_MS)
        self._resting.timeout.connect(self._on_rested)
        self._spin = QTimer(self)
        self._spin.setInterval(_SPIN_MS)
        self._spin.timeout.connect(self._on_spin)
        self.horizontalScrollBar().valueChanged.connect(lambda _value: self._show_marks())
        theme.changed.connect(self._on_theme_changed)
        self._fit()

    # -- what is shown ------------------------------------------------------------------------------------------------------

    @property
    def layout_now(self) -> MapLayout | None:
        """Where everything is; None before there is a map."""
        if self._made is None and self._columns is not None:
            self._made = MapLayout(self._columns, self._rows, self._row_height, self._zoom)
        return self._made

    @property
    def zoom(self) -> float:
        """How near it is; 1 is the usual size."""
        return self._zoom

    @property
    def focused(self) -> Bead | None:
        """The answer that the keyboard is on."""
        shape = self._focused_shape()
        return next((bead for bead in shape.beads if bead.run_id == self._focused), None) if shape is not None else None

    @property
    def columns(self) -> Columns | None:
        """What is shown, whatever rows and zoom."""
        return self._columns

    def show_columns(self, columns: Columns | None) -> None:
        """Show another state of the lineage. The newest stays in sight where it was."""
        bar = self.horizontalScrollBar()
        was_at_end = self._columns is None or bar.value() >= bar.maximum()
        self._columns = columns
        self._refresh()
        if was_at_end:
            bar.setValue(bar.maximum())
        self._show_spin()

    def show_rows(self, rows: Sequence[ThreadId | None]) -> None:
        """Let lanes stand where these rows are; None is a heading."""
        self._rows = rows
        self._refresh()

    def set_shift(self, pixels: int) -> None:
        """Let lanes stand so much lower than this view's own top says, because the tree begins there."""
        if pixels != self._shift:
            self._shift = pixels
            self.viewport().update()

    def select(self, thread_id: ThreadId | None) -> None:
        """Show which thread is selected."""
        if thread_id != self._selected:
            self._selected = thread_id
            self.viewport().update()

    def set_zoom(self, zoom: float, at_x: float | None = None) -> None:
        """Go nearer or farther; what is ``at_x`` pixels from the viewport's left edge stays there. None is its middle."""
        zoom = min(max(zoom, MIN_ZOOM), MAX_ZOOM)
        before = self.layout_now
        if zoom == self._zoom:
            return
        x = self.viewport().width() / 2 if at_x is None else at_x
        inner = before.width - LEFT - RIGHT if before is not None else 0.0
        share = (self._content_x(x) - LEFT) / inner if inner > 0 else 1.0
        self._zoom = zoom
        self._refresh()
        after = self.layout_now
        if after is not None:
            self.horizontalScrollBar().setValue(round(LEFT + share * (after.width - LEFT - RIGHT) - x))
        self.zoomed.emit()

    def step_zoom(self, step: int, at_x: float | None = None) -> None:
        """Go one step nearer (1) or farther (-1), or to the usual size (0)."""
        if step == 0:
            self.set_zoom(1.0, at_x)
        elif step > 0:
            self.set_zoom(next((zoom for zoom in _ZOOMS if zoom > self._zoom + 0.001), MAX_ZOOM), at_x)
        else:
            self.set_zoom(next((zoom for zoom in reversed(_ZOOMS) if zoom < self._zoom - 0.001), MIN_ZOOM), at_x)

    def fit_zoom(self) -> None:
        """Let the whole width fit, if it does at the smallest size at all; else the newest is in sight."""
        if self._columns is not None:
            self.set_zoom(zoom_to_fit(self._columns, float(self.viewport().width())))
            self.horizontalScrollBar().setValue(self.horizontalScrollBar().maximum())

    def focus_bead(self, bead: BeadShape | None) -> None:
        """Put the keyboard on an answer, bring it into sight and say so."""
        if bead is None:
            return
        self._update_bead(self._focused_shape())
        self._focused = bead.bead.run_id
        self._bring_into_sight(bead)
        self._update_bead(bead)
        tell_focus(self, bead, self.name_of(bead))
        self.bead_entered.emit(bead.bead, self.box_of(bead), True)

    def name_of(self, shape: BeadShape) -> str:
        """Return what a screen reader says of a bead."""
        layout = self.layout_now
        strip = layout.strip(shape.row) if layout is not None else None
        if strip is None:
            return ""
        return bead_name(shape.bead, self._book.title(shape.bead.provider_id), strip.thread, self._now(), shape.count)

    def box_of(self, shape: BeadShape) -> QRect:
        """Return where a bead stands in the viewport."""
        side = self._theme.size("bead_large")
        x, y = self._view_x(shape.x), self._view_y(shape.y)
        return QRect(round(x - side / 2), round(y - side / 2), side, side)

    def boxes_near(self, room: QRect) -> list[QRect]:
        """Return where beads stand in a part of the viewport."""
        layout = self.layout_now
        if layout is None:
            return []
        shapes = self._visible(layout, room)
        return [self.box_of(shape) for shape in shapes.beads]

    def refresh_providers(self) -> None:
        """Names or marks of providers may have changed."""
        self._painter.forget()
        self.viewport().update()

    # -- keys ---------------------------------------------------------------------------------------------------------------

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Walk, go there, fork, merge, zoom."""
        if event.modifiers() & ~(Qt.KeyboardModifier.KeypadModifier | Qt.KeyboardModifier.ShiftModifier):
            super().keyPressEvent(event)
            return
        key, bead = Qt.Key(event.key()), self.focused
        way = self._way_of(key)
        if way is not None and self.layout_now is not None:
            self.focus_bead(self.layout_now.walk(self._focused, way) or self._focused_shape())
        elif key in _ZOOM_KEYS:
            self.step_zoom(_ZOOM_KEYS[key])
        elif bead is not None and key in {Qt.Key.Key_Return, Qt.Key.Key_Enter}:
            self.message_wanted.emit(bead.thread_id, bead.seq)
        elif bead is not None and key is Qt.Key.Key_F:
            self.fork_wanted.emit(bead.thread_id, bead.seq)
        elif bead is not None and key is Qt.Key.Key_M:
            self.merge_wanted.emit(bead.thread_id)
        else:
            super().keyPressEvent(event)

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Show where the keyboard is: where it was, else at the selected thread's end."""
        super().focusInEvent(event)
        layout = self.layout_now
        if event.reason() not in _KEYBOARD or layout is None:
            return
        shape = self._focused_shape()
        if shape is None and self._selected is not None:
            shape = layout.in_lane(self._selected)
        self.focus_bead(shape or layout.first())

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Hide the ring."""
        super().focusOutEvent(event)
        self._update_bead(self._focused_shape())
        self.bead_left.emit()

    def _way_of(self, key: Qt.Key) -> Way | None:
        is_mirrored = self._is_mirrored
        match key:
            case Qt.Key.Key_Left:
                return Way.RIGHT if is_mirrored else Way.LEFT
            case Qt.Key.Key_Right:
                return Way.LEFT if is_mirrored else Way.RIGHT
            case Qt.Key.Key_Up:
                return Way.UP
            case Qt.Key.Key_Down:
                return Way.DOWN
            case Qt.Key.Key_Home:
                return Way.FIRST
            case Qt.Key.Key_End:
                return Way.LAST
            case _:
                return None

    # -- pointer ------------------------------------------------------------------------------------------------------------

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Note what was pressed; the middle button takes hold of the picture."""
        if event.button() is Qt.MouseButton.MiddleButton:
            self._panned_from = event.position().toPoint()
            self.viewport().setCursor(Qt.CursorShape.ClosedHandCursor)
        elif event.button() is Qt.MouseButton.LeftButton:
            self._pressed = self.hit(event.position())

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Move the picture, or see what is under the pointer."""
        at = event.position().toPoint()
        if self._panned_from is not None:
            moved, self._panned_from = at - self._panned_from, at
            horizontal, vertical = self.horizontalScrollBar(), self.verticalScrollBar()
            horizontal.setValue(horizontal.value() - (-moved.x() if self._is_mirrored else moved.x()))
            vertical.setValue(vertical.value() - moved.y())
            return
        hit = self.hit(event.position())
        self._hover(hit.bead if hit is not None else None)
        is_hand = hit is not None and hit.bead is not None
        self.viewport().setCursor(Qt.CursorShape.PointingHandCursor if is_hand else Qt.CursorShape.ArrowCursor)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Go to the answer that was clicked, or select the thread of the lane."""
        if event.button() is Qt.MouseButton.MiddleButton:
            self._panned_from = None
            self.viewport().unsetCursor()
            return
        pressed, self._pressed = self._pressed, None
        hit = self.hit(event.position())
        if event.button() is not Qt.MouseButton.LeftButton or pressed is None or hit is None or hit.row != pressed.row:
            return
        if hit.bead is not None and pressed.bead is not None:
            if hit.bead.bead.run_id == pressed.bead.bead.run_id:
                self.message_wanted.emit(hit.thread_id, hit.bead.bead.seq)
        elif hit.bead is None:
            self.thread_chosen.emit(hit.thread_id)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Ask for the menu of the answer under the pointer, or of the one that the keyboard is on."""
        by_mouse = event.reason() is QContextMenuEvent.Reason.Mouse
        if by_mouse:
            hit = self.hit(QPointF(event.pos()))
            shape = hit.bead if hit is not None else None
        else:
            shape = self._focused_shape()
        if shape is None:
            return
        at = event.globalPos() if by_mouse else self.viewport().mapToGlobal(self.box_of(shape).bottomRight())
        self.menu_wanted.emit(shape.bead, at)

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Zoom at the pointer with Ctrl, else scroll."""
        if event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            turned = event.angleDelta().y()
            if turned:
                self.step_zoom(1 if turned > 0 else -1, event.position().x())
            event.accept()
            return
        super().wheelEvent(event)

    def hit(self, at: QPointF) -> Hit | None:
        """Return what is at a point of the viewport."""
        layout = self.layout_now
        return layout.hit(self._content_x(at.x()), self._content_y(at.y())) if layout is not None else None

    def viewportEvent(self, event: QEvent) -> bool:
        """See that the pointer left."""
        if event.type() is QEvent.Type.Leave:
            self._hover(None)
        return super().viewportEvent(event)

    def _hover(self, shape: BeadShape | None) -> None:
        if shape == self._hovered:
            return
        for each in (self._hovered, shape):
            self._update_bead(each)
        had_one, self._hovered = self._hovered is not None, shape
        if shape is not None:
            self._resting.start()
        else:
            self._resting.stop()
        if had_one:
            self.bead_left.emit()

    def _on_rested(self) -> None:
        if self._hovered is not None and self.isVisible():
            self.bead_entered.emit(self._hovered.bead, self.box_of(self._hovered), False)

    # -- painting -----------------------------------------------------------------------------------------------------------

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint what is to be seen of a part of the viewport."""
        painter = QPainter(self.viewport())
        room, theme = event.rect(), self._theme
        painter.fillRect(room, theme.color("bg_canvas"))
        layout = self.layout_now
        if layout is not None:
            line = theme.color("line")
            for mark in layout.marks[1:]:
                x = self._view_x(mark.x) - (1 if self._is_mirrored else 0)
                if room.left() - 1 <= x <= room.right() + 1:
                    painter.fillRect(QRectF(x, room.top(), 1, room.height()), line)
            self._paint_selected(painter, layout, room)
            self._paint_lanes(painter, layout, room)
        painter.end()

    def _paint_selected(self, painter: QPainter, layout: MapLayout, room: QRect) -> None:
        row = layout.row_of(self._selected) if self._selected is not None else None
        self._painter.selected_row = -1 if row is None else row
        if row is None:
            return
        theme, height = self._theme, layout.row_height
        band = QRectF(0, self._view_y(row * height), self.viewport().width(), height)
        painter.fillRect(band & QRectF(room), theme.color("bg_selected"))
        if theme.is_high_contrast:
            focus = theme.color("focus")
            painter.fillRect(QRectF(band.left(), band.top(), band.width(), 2), focus)
            painter.fillRect(QRectF(band.left(), band.bottom() - 2, band.width(), 2), focus)

    def _paint_lanes(self, painter: QPainter, layout: MapLayout, room: QRect) -> None:
        shapes = self._visible(layout, room)
        mine = self._painter
        mine.focused = self._focused if self.hasFocus() else None
        mine.hovered = self._hovered.bead.run_id if self._hovered is not None else None
        mine.is_mirrored = self._is_mirrored
        painter.save()
        if self._is_mirrored:
            painter.translate(self.viewport().width(), 0)
            painter.scale(-1, 1)
        painter.translate(-self.horizontalScrollBar().value(), self._view_y(0))
        mine.paint(painter, shapes)
        painter.restore()

    def _visible(self, layout: MapLayout, room: QRect) -> Shapes:
        first = int(self._content_y(room.top() - _REACH) // layout.row_height)
        last = int(self._content_y(room.bottom() + _REACH) // layout.row_height)
        x0, x1 = sorted((self._content_x(room.left()), self._content_x(room.right() + 1)))
        return layout.visible(first, last, x0 - _REACH, x1 + _REACH)

    def _update_bead(self, shape: BeadShape | None) -> None:
        if shape is not None:
            self.viewport().update(self.box_of(shape).adjusted(-_REACH, -_REACH, _REACH, _REACH))

    def _on_spin(self) -> None:
        layout = self.layout_now
        if layout is None:
            return
        self._painter.spinner_angle = (self._painter.spinner_angle + 360 * _SPIN_MS / 1000) % 360
        for shape in self._visible(layout, self.viewport().rect()).beads:
            if shape.state is BeadState.WORKING:
                self._update_bead(shape)

    def _show_spin(self) -> None:
        works = self._columns is not None and any(
            bead.state is BeadState.WORKING for lane in self._columns.lanes.values() for bead in lane.lane.beads[-1:]
        )
        turns = works and self.isVisible() and not self._theme.reduced_motion
        if turns != self._spin.isActive():
            (self._spin.start if turns else self._spin.stop)()

    # -- places -------------------------------------------------------------------------------------------------------------

    @property
    def _is_mirrored(self) -> bool:
        return self.layoutDirection() is Qt.LayoutDirection.RightToLeft

    @property
    def _row_height(self) -> float:
        return float(self._theme.row_height(self._theme.size("row")))

    def _view_x(self, x: float) -> float:
        shown = x - self.horizontalScrollBar().value()
        return self.viewport().width() - shown if self._is_mirrored else shown

    def _content_x(self, x: float) -> float:
        return (self.viewport().width() - x if self._is_mirrored else x) + self.horizontalScrollBar().value()

    def _view_y(self, y: float) -> float:
        return y - self.verticalScrollBar().value() + self._shift

    def _content_y(self, y: float) -> float:
        return y + self.verticalScrollBar().value() - self._shift

    def _focused_shape(self) -> BeadShape | None:
        layout = self.layout_now
        return layout.place_of(self._focused) if layout is not None and self._focused is not None else None

    def _bring_into_sight(self, shape: BeadShape) -> None:
        bar, width = self.horizontalScrollBar(), self.viewport().width()
        margin = min(_MARGIN, width // 4)
        bar.setValue(round(max(shape.x + margin - width, min(shape.x - margin, bar.value()))))
        bar, half = self.verticalScrollBar(), self._row_height / 2
        top, bottom = shape.y - half + self._shift, shape.y + half + self._shift
        bar.setValue(round(max(bottom - self.viewport().height(), min(top, bar.value()))))

    # -- size ---------------------------------------------------------------------------------------------------------------

    def minimumSizeHint(self) -> QSize:
        """Be content with a few rows."""
        return QSize(160, time_row_height(self._theme) + 2 * round(self._row_height))

    def scrollContentsBy(self, dx: int, dy: int) -> None:
        """Move what is painted already."""
        self.viewport().scroll(-dx if self._is_mirrored and dx else dx, dy)
        self._hovered = None
        self._resting.stop()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Place the time row and scroll anew."""
        super().resizeEvent(event)
        bar = self.horizontalScrollBar()
        was_at_end = bar.value() >= bar.maximum()
        height = time_row_height(self._theme)
        viewport = self.viewport().geometry()
        self._time_row.setGeometry(viewport.left(), viewport.top() - height, viewport.width(), height)
        self._set_range()
        if was_at_end:
            bar.setValue(bar.maximum())

    def showEvent(self, event: QShowEvent) -> None:
        """Let spinners turn while they are seen."""
        super().showEvent(event)
        self._show_spin()

    def hideEvent(self, event: QHideEvent) -> None:
        """Let nothing run while nobody looks."""
        super().hideEvent(event)
        self._resting.stop()
        self._hovered = None
        self._spin.stop()

    def _refresh(self) -> None:
        self._made = None
        self._hovered = None
        self._resting.stop()
        self._set_range()
        self._show_marks()
        self.viewport().update()

    def _set_range(self) -> None:
        layout, bar = self.layout_now, self.horizontalScrollBar()
        width = self.viewport().width()
        bar.setPageStep(width)
        bar.setSingleStep(round(layout.step) if layout is not None else 1)
        # At the end, where a map is shown first, no bead is cut by the left edge.
        bar.setRange(0, max(0, round(layout.whole_from(layout.width - width))) if layout is not None else 0)

    def _show_marks(self) -> None:
        layout = self.layout_now
        self._time_row.show_marks(layout.marks if layout is not None else (), self.horizontalScrollBar().value())

    def _fit(self) -> None:
        self.setViewportMargins(0, time_row_height(self._theme), 0, 0)

    def _on_theme_changed(self) -> None:
        self._painter.forget()
        self._fit()
        self._refresh()
        self._time_row.update()
        self._show_spin()
