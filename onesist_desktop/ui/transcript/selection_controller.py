# SPDX-License-Identifier: MIT
"""Selecting with the mouse across messages, and following links. The widgets of blocks only show what is selected."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from PySide6.QtCore import QEvent, QObject, QPoint, Qt, QTimer, Signal, SignalInstance
from PySide6.QtGui import QMouseEvent
from PySide6.QtWidgets import QAbstractScrollArea, QScrollBar, QWidget

from onesist_desktop.ui.transcript.block_widget import BlockWidget
from onesist_desktop.ui.transcript.blocks import Block
from onesist_desktop.ui.transcript.text_selection import TO_END, Span, TextPoint, TextSelection, word_around

_AUTOSCROLL_MS = 30
_AUTOSCROLL_EDGE = 24
_DRAG = 4
_WATCHED = "selection_watched"


class SelectableView(Protocol):
    """What selecting needs of the transcript."""

    shown_changed: SignalInstance

    def viewport(self) -> QWidget:
        """Return the widget that blocks stand in."""
        ...

    def verticalScrollBar(self) -> QScrollBar:
        """Return the scroll bar."""
        ...

    def visible_blocks(self) -> Sequence[tuple[int, Block, BlockWidget]]:
        """Return the blocks that have a widget, from top to bottom."""
        ...

    def blocks_of_row(self, seq: int) -> tuple[Block, ...] | None:
        """Return a message's blocks, None while it is not held."""
        ...


class SelectionController(QObject):
    """Owns the selection of one transcript.

    Signals:
        changed(): Something else is selected now, or nothing.
        link_clicked(address: str): A link was clicked, not dragged.
    """

    changed = Signal()
    link_clicked = Signal(str)

    def __init__(self, view: SelectableView, parent: QObject) -> None:
        super().__init__(parent)
        self._view = view
        self.selection: TextSelection | None = None
        self._pressed_at: QPoint | None = None
        self._is_dragging = False
        self._shown: dict[int, tuple[BlockWidget, Block, Span]] = {}
        self._autoscroll = QTimer(self)
        self._autoscroll.setInterval(_AUTOSCROLL_MS)
        self._autoscroll.timeout.connect(self._scroll_on)
        self._last_point = QPoint()
        view.shown_changed.connect(self._on_shown_changed)
        view.viewport().installEventFilter(self)

    @property
    def has_selection(self) -> bool:
        """Whether a letter is selected."""
        return self.selection is not None and not self.selection.is_empty

    def clear(self) -> None:
        """Select nothing."""
        self._pressed_at = None
        self._is_dragging = False
        self._autoscroll.stop()
        self._set(None)

    def select_all(self, first_seq: int, last_seq: int) -> None:
        """Select the whole thread, whether it is read or not."""
        # No block has such an order, so these lie before the first and behind the last.
        self._set(TextSelection(TextPoint(first_seq, "", -1, 0), TextPoint(last_seq, "", 1_000_000_000, TO_END)))

    def spans_of(self, seq: int, blocks: Sequence[Block]) -> list[tuple[Block, Span]]:
        """Return which letters of a message's blocks are selected."""
        if self.selection is None:
            return []
        selection = self.selection.settled(seq, blocks)
        spans = ((block, selection.span(seq, block, order)) for order, block in enumerate(blocks))
        return [(block, span) for block, span in spans if span is not None]

    # -- the mouse ----------------------------------------------------------------------------------------------------------

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Take the mouse over text; everything else goes its way."""
        if not isinstance(event, QMouseEvent) or not isinstance(watched, QWidget):
            return False
        point = self._view.viewport().mapFromGlobal(event.globalPosition().toPoint())
        is_left = event.button() == Qt.MouseButton.LeftButton
        match event.type():
            case QEvent.Type.MouseButtonPress if is_left:
                return self._press(point, extends=bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier))
            case QEvent.Type.MouseButtonDblClick if is_left:
                return self._select_word(point)
            case QEvent.Type.MouseMove if event.buttons() & Qt.MouseButton.LeftButton and self._pressed_at is not None:
                return self._drag(point)
            case QEvent.Type.MouseMove:
                self._show_cursor(watched, point)
                return False
            case QEvent.Type.MouseButtonRelease if is_left and self._pressed_at is not None:
                return self._release(point)
        return False

    def _press(self, point: QPoint, *, extends: bool) -> bool:
        place = self._place_at(point)
        if place is None:
            self.clear()
            return False
        self._pressed_at = point
        self._is_dragging = False
        if extends and self.selection is not None:
            self._set(TextSelection(self.selection.anchor, place))
        else:
            self._set(TextSelection(place, place))
        widget = self._view.viewport().parentWidget()
        if widget is not None:
            widget.setFocus(Qt.FocusReason.MouseFocusReason)
        return True

    def _drag(self, point: QPoint) -> bool:
        if self._pressed_at is None or self.selection is None:
            return False
        if not self._is_dragging and (point - self._pressed_at).manhattanLength() < _DRAG:
            return True
        self._is_dragging = True
        self._last_point = point
        height = self._view.viewport().height()
        if _AUTOSCROLL_EDGE <= point.y() <= height - _AUTOSCROLL_EDGE:
            self._autoscroll.stop()
        elif not self._autoscroll.isActive():
            self._autoscroll.start()
        self._reach(point)
        return True

    def _release(self, point: QPoint) -> bool:
        self._pressed_at = None
        self._autoscroll.stop()
        if not self._is_dragging:
            address = self._link_at(point)
            if self.selection is not None and self.selection.is_empty:
                self._set(None)
            if address:
                self.link_clicked.emit(address)
        self._is_dragging = False
        return True

    def _select_word(self, point: QPoint) -> bool:
        hit = self._hit(point)
        if hit is None:
            return False
        seq, block, widget, place = hit
        start, end = word_around(widget.text(), place.letter)
        anchor = TextPoint(seq, block.key, place.order, start)
        self._pressed_at = point
        self._is_dragging = True
        self._set(TextSelection(anchor, TextPoint(seq, block.key, place.order, end)))
        return True

    def _reach(self, point: QPoint) -> None:
        place = self._place_at(point)
        if place is not None and self.selection is not None:
            self._set(TextSelection(self.selection.anchor, place))

    def _scroll_on(self) -> None:
        """Scroll on while the mouse is held beyond an edge, the faster the further."""
        height = self._view.viewport().height()
        beyond = min(self._last_point.y() - _AUTOSCROLL_EDGE, 0) + max(self._last_point.y() - height + _AUTOSCROLL_EDGE, 0)
        bar = self._view.verticalScrollBar()
        bar.setValue(bar.value() + max(-80, min(80, beyond // 2)))
        self._reach(self._last_point)

    def _show_cursor(self, watched: QWidget, point: QPoint) -> None:
        if watched is self._view.viewport():
            return
        shape = Qt.CursorShape.PointingHandCursor if self._link_at(point) else Qt.CursorShape.IBeamCursor
        if watched.cursor().shape() != shape:
            watched.setCursor(shape)

    # -- places -------------------------------------------------------------------------------------------------------------

    def _place_at(self, point: QPoint) -> TextPoint | None:
        hit = self._hit(point)
        return hit[3] if hit is not None else None

    def _hit(self, point: QPoint) -> tuple[int, Block, BlockWidget, TextPoint] | None:
        """Return the text nearest to a point of the viewport, None where no text is shown at all."""
        nearest: tuple[int, int, Block, BlockWidget] | None = None
        for seq, block, widget in self._view.visible_blocks():
            if not widget.has_text:
                continue
            box = widget.geometry()
            distance = max(box.top() - point.y(), point.y() - box.bottom(), 0)
            if nearest is None or distance < nearest[0]:
                nearest = (distance, seq, block, widget)
        if nearest is None:
            return None
        _, seq, block, widget = nearest
        letter = widget.position_at(widget.mapFrom(self._view.viewport(), point))
        blocks = self._view.blocks_of_row(seq) or ()
        order = next((order for order, other in enumerate(blocks) if other.key == block.key), 0)
        return seq, block, widget, TextPoint(seq, block.key, order, letter)

    def _link_at(self, point: QPoint) -> str:
        for _, _, widget in self._view.visible_blocks():
            if widget.has_text and widget.geometry().contains(point):
                return widget.link_at(widget.mapFrom(self._view.viewport(), point))
        return ""

    # -- showing ------------------------------------------------------------------------------------------------------------

    def _set(self, selection: TextSelection | None) -> None:
        if selection == self.selection:
            return
        had = self.has_selection
        self.selection = selection
        self._show()
        if had or self.has_selection:
            self.changed.emit()

    def _on_shown_changed(self) -> None:
        for _, _, widget in self._view.visible_blocks():
            if widget.has_text and not widget.property(_WATCHED):
                widget.setProperty(_WATCHED, True)
                for child in (widget, *(area.viewport() for area in widget.findChildren(QAbstractScrollArea))):
                    child.installEventFilter(self)
        self._show()

    def _show(self) -> None:
        """Tell each visible block what of it is selected, and only those for which that changed."""
        now: dict[int, tuple[BlockWidget, Block, Span]] = {}
        if self.has_selection:
            spans: dict[int, dict[str, Span]] = {}
            for seq, block, widget in self._view.visible_blocks():
                if not widget.has_text:
                    continue
                if seq not in spans:
                    held = self._view.blocks_of_row(seq) or ()
                    spans[seq] = {other.key: span for other, span in self.spans_of(seq, held)}
                span = spans[seq].get(block.key)
                if span is not None:
                    now[id(widget)] = (widget, block, span)
        for key, (widget, _, _) in self._shown.items():
            if key not in now:
                widget.select(0, 0)
        for key, shown in now.items():
            if self._shown.get(key) != shown:
                widget, _, span = shown
                widget.select(span.start, len(widget.text()) if span.end == TO_END else span.end)
        self._shown = now
