# SPDX-License-Identifier: MIT
"""The mechanics of the transcript: which blocks have a widget now, where they stand, and what stays where it is."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence

from PySide6.QtCore import QPoint, Qt, QTimer, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent, QPainter, QPaintEvent, QPalette, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QAbstractScrollArea, QAbstractSlider, QApplication, QFrame, QWidget

from onesist_desktop.core.messages import Message
from onesist_desktop.ui.language import fill
from onesist_desktop.ui.transcript.backdrop import Backdrop
from onesist_desktop.ui.transcript.block_pool import BlockPool, Place
from onesist_desktop.ui.transcript.block_widget import BlockWidget
from onesist_desktop.ui.transcript.blocks import Block, BlockKind
from onesist_desktop.ui.transcript.context import TranscriptContext
from onesist_desktop.ui.transcript.document import Document
from onesist_desktop.ui.transcript.estimates import Measures
from onesist_desktop.ui.transcript.focus_ring import FocusRing
from onesist_desktop.ui.transcript.page_note import PageNotes
from onesist_desktop.ui.transcript.rail import CARD_X
from onesist_desktop.ui.transcript.row_layout import RowLayout
from onesist_desktop.ui.transcript.scroll_anchor import Anchor, anchor_at, place_of
from onesist_desktop.ui.transcript.scroll_keys import scroll_action
from onesist_desktop.ui.widgets.column import show_handle
from onesist_desktop.ui.widgets.tab_order import chain, focusables

_END_SLACK = 4
_STEP = 24
_OVERLAP_LINES = 2
_FOCUS_MARGIN = 8
_PASSES = 8
_ORDER_MS = 120
# A slice of the work ahead of the reader: short enough for a frame to be shown in between. And the most that is done at once for
# what is in view, which is far less unless a text is made to be slow. Both of the thread's own time: what else the machine does
# must not decide what is seen.
_SLICE_S = 0.004
_FRAME_S = 0.02
_OUT_OF_VIEW = -100_000
_FOCUS_REASONS = {Qt.FocusReason.TabFocusReason, Qt.FocusReason.BacktabFocusReason, Qt.FocusReason.ShortcutFocusReason}


class TranscriptSurface(QAbstractScrollArea):
    """Shows a :class:`Document`. What a row shows is made by :meth:`refresh_row`, which a subclass has.

    Signals:
        page_wanted(from_seq: int, to_seq: int): Messages are needed to show what is in view.
        shown_changed(): Other blocks have widgets now, or they stand elsewhere.
    """

    page_wanted = Signal(int, int)
    shown_changed = Signal()

    def __init__(
        self, context: TranscriptContext, make_widget: Callable[[BlockKind], BlockWidget], parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.context = context
        self.document = Document()
        self.document.reset()
        self.follows = True
        self._anchor: Anchor | None = None
        self._jump: tuple[int, str, int | None] | None = None
        self._scroll = 0
        self._stamp = 0
        self._changes_ordered = 0
        self._moves_itself = False
        self._is_laying_out = False
        self._is_behind = False
        self._order: list[tuple[int, Block, BlockWidget]] = []
        self._placed: dict[BlockWidget, tuple[int, int, int, int]] = {}
        self._backdrop = Backdrop(context, self.document)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        # Always there, so that the column doesn't jump when the first page is full.
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOn)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.viewport().setBackgroundRole(QPalette.ColorRole.Window)
        self.pool = BlockPool(make_widget, self.viewport(), self._on_height_changed)
        self._notes = PageNotes(context.theme, self.viewport())
        self._notes.again_wanted.connect(self._on_again_wanted)
        self._ring = FocusRing(context.theme, self)
        self._layout_timer = self._timer(0, self.lay_out)
        self._fill_timer = self._timer(0, self._lay_out_around)
        self._order_timer = self._timer(_ORDER_MS, self._order_widgets)
        bar = self.verticalScrollBar()
        bar.setSingleStep(_STEP)
        show_handle(bar, wanted=False)
        context.theme.changed.connect(self._on_theme_changed)
        application = QApplication.instance()
        if isinstance(application, QApplication):
            application.focusChanged.connect(self._on_focus_changed)

    def refresh_row(self, seq: int, row: RowLayout) -> None:
        """Cut a row that comes into view into the blocks that it has now."""
        raise NotImplementedError

    # -- what others ask ----------------------------------------------------------------------------------------------------

    def visible_blocks(self) -> tuple[tuple[int, Block, BlockWidget], ...]:
        """Return the blocks that have a widget now, from top to bottom; some of them stand just out of view."""
        return tuple(self._order)

    def blocks_of_row(self, seq: int) -> tuple[Block, ...] | None:
        """Return the blocks of a message that is held, in view or not; None for any other."""
        row = self.document.rows.get(seq)
        if row is None:
            return None
        self.refresh_row(seq, row)
        return row.blocks

    def bring(self, seq: int, block_key: str = "", position: int | None = None) -> None:
        """Bring a message, a block of it or a letter of that block to a third of the viewport; it is read first if need be."""
        document = self.document
        if document.last_seq < document.first_seq:
            return
        seq = min(max(seq, document.first_seq), document.last_seq)
        self.follows = False
        self._jump = (seq, block_key, position)
        self._anchor = Anchor(seq, block_key, 0, self.viewport().height() // 3)
        self.lay_out()

    @property
    def is_jumping(self) -> bool:
        """Whether a place is to be brought into view that was not read or measured yet."""
        return self._jump is not None

    def scrolled_away(self) -> None:
        """Called when the reader went elsewhere: what was to be brought into view no longer is."""
        self._jump = None

    def follow_end(self) -> None:
        """Be at the end from the next layout on."""
        self.scrolled_away()
        self.follows = True

    # -- layout -------------------------------------------------------------------------------------------------------------

    def schedule(self) -> None:
        """Lay out once the present turn of the event loop is over, however often this is called in it."""
        self._layout_timer.start()

    def lay_out(self) -> None:
        """Show what is in view now, and prepare what is around it soon."""
        if self._is_laying_out:
            self.schedule()
            return
        self._layout_timer.stop()
        if not self.isVisible():
            return
        self._is_laying_out = True
        try:
            is_done = self._run_passes(0, time.thread_time() + _FRAME_S)
        finally:
            self._is_laying_out = False
        self._is_behind = not is_done
        (self._fill_timer if is_done else self._layout_timer).start()

    def hold(self, seq: int, key: str) -> None:
        """Keep a block where it is at the next layout, whatever comes above it or at the end."""
        widget = self.pool.get((seq, key))
        if widget is not None and widget in self._placed:
            self.follows = False
            self._anchor = Anchor(seq, key, 0, self._placed[widget][1])

    def forget_shown(self) -> None:
        """Take all widgets away with the next layout, as other content comes."""
        if self.pool.pinned():
            self.setFocus(Qt.FocusReason.OtherFocusReason)
        self.pool.clear()
        self._order.clear()
        self._placed.clear()
        self._backdrop.clear()
        self._anchor = self._jump = None
        self._scroll = 0
        self.viewport().update()

    def loosen_all(self) -> None:
        """Let everything be measured again when it comes into view."""
        self._stamp += 1

    @property
    def block_width(self) -> int:
        """Width of a block in logical pixels."""
        return max(1, self._column()[1] - 2 * CARD_X)

    def _lay_out_around(self) -> None:
        """Prepare what is just out of view, in short slices."""
        if not self.isVisible() or self._is_laying_out:
            return
        self._is_laying_out = True
        try:
            is_done = self._run_passes(self._reach(), time.thread_time() + _SLICE_S)
        finally:
            self._is_laying_out = False
        if not is_done:
            self._fill_timer.start()

    def _reach(self) -> int:
        return self.viewport().height() // 2

    def _column(self) -> tuple[int, int]:
        """Return where the column begins and how wide it is.

        It reaches below the scroll bar, where it has nothing but its margin, so that its edges are those of the composer.
        """
        bar = self.verticalScrollBar().width() if self.verticalScrollBar().isVisible() else 0
        room = self.viewport().width() + bar
        width = min(room, self.context.theme.size("column_max"))
        # The odd pixel is where a layout leaves it.
        is_mirrored = self.isRightToLeft()
        return (room - width + (not is_mirrored)) // 2 - (bar if is_mirrored else 0), width

    def _run_passes(self, reach: int, deadline: float) -> bool:
        """Measure what is in view until nothing changes any more, and show it. Return whether there was time for all of it."""
        theme, height = self.context.theme, self.viewport().height()
        self.document.measures = Measures(self.block_width, theme.text_percent / 100)
        is_done = True
        self._place_scroll()
        self._release_far()
        was, has_moved = self.pool.changes, False
        for _ in range(_PASSES):
            self._place_scroll()
            before = self.document.height
            has_changed, is_done = self._measure(self._scroll - reach, self._scroll + height + reach, deadline)
            # A row that was cut into blocks for the first time has another height as well.
            has_changed |= self.document.height != before
            if self._jump is not None:
                has_changed |= self._aim()
            has_moved |= has_changed
            if not has_changed or not is_done:
                break
        self._place_scroll()
        if not reach or has_moved or self.pool.changes != was or len(self._placed) < len(self._order):
            self._show()
        return is_done

    def _place_scroll(self) -> None:
        most = max(0, self.document.height - self.viewport().height())
        if self.follows:
            self._scroll = most
        elif self._anchor is not None:
            self._scroll = place_of(self.document, self._anchor) - self._anchor.at
        self._scroll = min(max(self._scroll, 0), most)

    def _release_far(self) -> None:
        """Free the widgets that went out of reach first: one that is used again at once needn't be hidden and shown."""
        document, pool = self.document, self.pool
        low, high = self._scroll - self._reach(), self._scroll + self.viewport().height() + self._reach()
        tops: dict[int, int] = {}
        pinned: set[Place] | None = None
        for place, block, widget in list(pool):
            seq = place[0]
            row = document.row(seq)
            index = row.index_of(block.key) if row is not None else None
            if row is None or index is None:
                continue
            if seq not in tops:
                tops[seq] = document.top_of(seq)
            top = tops[seq] + row.top_of(index)
            if top < high and top + row.height_of(index) > low:
                continue
            pinned = pool.pinned() if pinned is None else pinned
            if place not in pinned:
                self._placed.pop(widget, None)
                pool.release(place)

    def _measure(self, low: int, high: int, deadline: float) -> tuple[bool, bool]:
        """Give each block between two heights a widget and its height. Return whether one changed, and whether all were done."""
        document, pool, width, stamp = self.document, self.pool, self.block_width, self._stamp
        has_changed = False
        for seq, top, row in self._rows_between(low, high):
            self.refresh_row(seq, row)
            for index in range(row.first_from(low - top), len(row.blocks)):
                if top + row.top_of(index) >= high:
                    break
                block = row.blocks[index]
                widget = pool.show((seq, block.key), block)
                if not row.is_exact(index, stamp):
                    has_changed |= row.set_height(index, max(0, widget.height_for(width)), stamp)
                    if time.thread_time() > deadline:
                        document.settle(seq)
                        return has_changed, False
            has_changed |= document.settle(seq)
        return has_changed, True

    def _rows_between(self, low: int, high: int) -> Iterator[tuple[int, int, RowLayout]]:
        """Yield seq, top and layout of each held row between two heights. Heights may change from one to the next."""
        document = self.document
        seq = document.seq_at(low)
        while seq is not None:
            top = document.top_of(seq)
            if top >= high:
                return
            row = document.row(seq)
            if row is not None:
                yield seq, top, row
            seq = document.next_of(seq)

    def _aim(self) -> bool:
        """Set the anchor to what is jumped to, as far as it is known by now. Return whether that changed anything."""
        assert self._jump is not None
        seq, key, position = self._jump
        row = self.document.rows.get(seq)
        widget = self.pool.get((seq, key))
        offset = widget.rect_of(position).top() if widget is not None and position is not None else 0
        aimed = Anchor(seq, key, offset, self.viewport().height() // 3)
        has_changed = aimed != self._anchor
        self._anchor = aimed
        if row is not None and not has_changed and (widget is not None or not key or row.index_of(key) is None):
            self._jump = None
        return has_changed

    # -- showing ------------------------------------------------------------------------------------------------------------

    def _show(self) -> None:
        """Put the widgets where they belong, and everything else with them."""
        self._choose_order()
        is_shifted_by = self._place_widgets()
        self.pool.hide_free()
        self._set_bar()
        self._repaint(is_shifted_by)
        left, width = self._column()
        self._notes.show_runs(self._backdrop.unread, left + CARD_X, width - 2 * CARD_X)
        if self._jump is None:
            height = self.viewport().height()
            self.follows |= self._scroll >= max(0, self.document.height - height)
            self._anchor = anchor_at(self.document, self._scroll, height, self._stamp)
        if self.pool.changes != self._changes_ordered and not self._order_timer.isActive():
            self._order_timer.start()
        self._let_go()
        self.shown_changed.emit()
        self._ask_for_pages()

    def _choose_order(self) -> None:
        """Keep the widgets of what is in view or near it, and those that hold the focus; release the others."""
        pool = self.pool
        low, high = self._scroll - self._reach(), self._scroll + self.viewport().height() + self._reach()
        keep: dict[Place, None] = {}
        for seq, top, row in self._rows_between(low, high):
            for index in range(row.first_from(low - top), len(row.blocks)):
                if top + row.top_of(index) >= high:
                    break
                place = (seq, row.blocks[index].key)
                if pool.get(place) is not None:
                    keep[place] = None
        pinned = pool.pinned() - keep.keys()
        kept = {place for place in pinned if self._has(place)}
        if pinned != kept:
            # What had the focus is gone; the reader stays in the transcript.
            self.setFocus(Qt.FocusReason.OtherFocusReason)
        for place in [place for place, _, _ in pool if place not in keep and place not in kept]:
            pool.release(place)
        order = list(keep)
        if kept:
            order = sorted([*kept, *keep], key=self._order_of)
        shown = {place: (block, widget) for place, block, widget in pool}
        self._order = [(place[0], *shown[place]) for place in order]

    def _has(self, place: Place) -> bool:
        row = self.document.row(place[0])
        return row is not None and row.index_of(place[1]) is not None

    def _order_of(self, place: Place) -> tuple[int, int]:
        row = self.document.row(place[0])
        return place[0], (row.index_of(place[1]) or 0) if row is not None else 0

    def _place_widgets(self) -> int | None:
        """Move the widgets. Return by how much everything moved as one piece, None where there is no such piece."""
        left, width = self._column()
        wanted: dict[BlockWidget, tuple[int, int, int, int]] = {}
        for seq, block, widget in self._order:
            row = self.document.row(seq)
            index = row.index_of(block.key) if row is not None else None
            if row is None or index is None:
                continue
            y = self.document.top_of(seq) + row.top_of(index) - self._scroll
            if not row.is_exact(index, self._stamp):
                # It is measured later. Until then it waits out of view, as giving it a size would lay it out as well.
                widget.move(left + CARD_X, _OUT_OF_VIEW)
                continue
            wanted[widget] = (left + CARD_X, y, width - 2 * CARD_X, row.height_of(index))
        shift = next((place[1] - self._placed[widget][1] for widget, place in wanted.items() if widget in self._placed), None)
        height = self.viewport().height()
        if shift is not None and abs(shift) >= height:
            shift = None
        if shift:
            # It moves what is painted as well, so that only what comes in has to be painted.
            self.viewport().scroll(0, shift)
        for widget, (x, y, w, h) in wanted.items():
            placed = self._placed.get(widget)
            if placed is None or (placed[0], placed[1] + (shift or 0), placed[2], placed[3]) != (x, y, w, h):
                widget.setGeometry(x, y, w, h)
            if widget.isHidden():
                widget.show()
        self._placed = wanted
        return shift

    def _set_bar(self) -> None:
        bar, height = self.verticalScrollBar(), self.viewport().height()
        most = max(0, self.document.height - height)
        self._moves_itself = True
        try:
            if bar.maximum() != most:
                bar.setRange(0, most)
                show_handle(bar, wanted=most > 0)
            bar.setPageStep(max(1, height - _OVERLAP_LINES * self.context.theme.line_height("reading")))
            bar.setValue(self._scroll)
        finally:
            self._moves_itself = False

    def _repaint(self, shift: int | None) -> None:
        """Have painted again what stands behind the blocks, as far as it is different from before."""
        viewport = self.viewport()
        dirty = self._backdrop.renew(self._scroll, viewport.width(), viewport.height(), shift)
        if dirty is None:
            viewport.update()
        for rect in dirty or ():
            viewport.update(rect)

    def _ask_for_pages(self) -> None:
        """Ask for messages in view, and for those that soon will be."""
        document, height = self.document, self.viewport().height()
        low, high = self.document.rows_between(self._scroll - 2 * height, self._scroll + 3 * height)
        if high < low:
            return
        first, last = self.document.rows_between(self._scroll, self._scroll + height)
        for page in document.pages.ask(low, high, (first + last) // 2):
            self.page_wanted.emit(document.first_seq + page[0], document.first_seq + page[1])

    def _let_go(self) -> None:
        """Let go of messages far away, once there are many."""
        height = self.viewport().height()
        low, high = self.document.rows_between(self._scroll - 3 * height, self._scroll + 4 * height)
        first = self.document.first_seq
        pinned = {place[0] for place in self.pool.pinned()}
        for message in self.document.trim(first + low, first + high, pinned.__contains__):
            self.message_let_go(message)

    def message_let_go(self, message: Message) -> None:
        """Do what has to be done when a message is no longer held."""

    def _order_widgets(self) -> None:
        """Bring Tab and screen readers in line with what is seen; not for every frame."""
        self._changes_ordered = self.pool.changes
        last: QWidget = self._before_blocks()
        for _, _, widget in self._order:
            widget.raise_()
            own = [widget] if widget.focusPolicy() & Qt.FocusPolicy.TabFocus else []
            last = chain(last, [*own, *focusables(widget), *self._beside(widget)])
        self._describe()

    def _before_blocks(self) -> QWidget:
        """Return what has the focus before the first block has it."""
        return self

    def _beside(self, widget: BlockWidget) -> Sequence[QWidget]:
        """Return what takes the focus after a block and stands beside it."""
        return ()

    def _describe(self) -> None:
        """Tell screen readers which messages are in view."""
        document = self.document
        first, last = self.document.rows_between(self._scroll, self._scroll + self.viewport().height() - 1)
        text = self.tr("Messages %1 to %2 of %3")
        words = fill(text, first + 1, last + 1, len(document.index)) if last >= first else ""
        if words != self.accessibleDescription():
            self.setAccessibleDescription(words)

    # -- events -------------------------------------------------------------------------------------------------------------

    def scrollContentsBy(self, dx: int, dy: int) -> None:
        """Follow the scroll bar."""
        if self._moves_itself:
            return
        bar = self.verticalScrollBar()
        self.scrolled_away()
        self._scroll = bar.value()
        self.follows = self._scroll >= bar.maximum() - _END_SLACK
        self._anchor = anchor_at(self.document, self._scroll, self.viewport().height(), self._stamp)
        self.lay_out()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint what stands behind the blocks."""
        painter = QPainter(self.viewport())
        painter.setClipRect(event.rect())
        left, width = self._column()
        is_mirrored = self.layoutDirection() is Qt.LayoutDirection.RightToLeft
        self._backdrop.paint(painter, event.rect(), left, width, is_mirrored=is_mirrored)
        painter.end()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Lay out for another size; what is read stays where it is."""
        super().resizeEvent(event)
        self._ring.surround(self.viewport().geometry())
        if event.size().width() != event.oldSize().width():
            self.loosen_all()
        self._placed.clear()
        # One resize of the window often comes as several; where the first could not be done at once, nor can the others.
        (self.schedule if self._is_behind else self.lay_out)()

    def showEvent(self, event: QShowEvent) -> None:
        """Catch up with what happened while nothing could be seen."""
        super().showEvent(event)
        self.lay_out()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Scroll by keyboard."""
        action = scroll_action(event)
        if action is None:
            event.ignore()
            return
        if action is QAbstractSlider.SliderAction.SliderToMaximum:
            self.go_to_end()
        else:
            self.verticalScrollBar().triggerAction(action)
        event.accept()

    def go_to_end(self) -> None:
        """Go to the newest message and follow it."""
        self.follow_end()
        self.lay_out()

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Show a ring while the keyboard is here."""
        super().focusInEvent(event)
        if event.reason() in _FOCUS_REASONS:
            self._ring.raise_()
            self._ring.show()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Hide the ring."""
        super().focusOutEvent(event)
        self._ring.hide()

    def focusNextPrevChild(self, is_next: bool) -> bool:
        """Let Tab go on from the transcript itself to the first control in view, not to one above it."""
        if is_next and self.hasFocus():
            height = self.viewport().height()
            for _, _, widget in self._order:
                if widget.y() + widget.height() <= 0 or widget.y() >= height:
                    continue
                own = [widget] if widget.focusPolicy() & Qt.FocusPolicy.TabFocus else []
                for one in (*own, *focusables(widget)):
                    y = one.mapTo(self.viewport(), QPoint(0, 0)).y()
                    if one.isVisible() and one.isEnabled() and 0 <= y < height:
                        one.setFocus(Qt.FocusReason.TabFocusReason)
                        return True
        return super().focusNextPrevChild(is_next)

    def _on_focus_changed(self, old: QWidget | None, now: QWidget | None) -> None:
        """Bring what Tab went to into view. Where the window was only activated, or the mouse used, nothing may move."""
        if old is None or now is None or QApplication.mouseButtons() != Qt.MouseButton.NoButton:
            return
        if self.pool.place_of(now) is None:
            return
        top, height = now.mapTo(self.viewport(), QPoint(0, 0)).y(), self.viewport().height()
        bar, bottom = self.verticalScrollBar(), top + now.height()
        if now.height() > height - 2 * _FOCUS_MARGIN:
            return
        if top < _FOCUS_MARGIN:
            bar.setValue(bar.value() + top - _FOCUS_MARGIN)
        elif bottom > height - _FOCUS_MARGIN:
            bar.setValue(bar.value() + bottom - height + _FOCUS_MARGIN)

    def _on_height_changed(self, place: Place) -> None:
        row = self.document.row(place[0])
        index = row.index_of(place[1]) if row is not None else None
        if row is not None and index is not None:
            row.loosen(index)
            self.schedule()

    def _on_again_wanted(self, first: int, last: int) -> None:
        self.document.pages.retry(first, last)
        self.schedule()

    def _on_theme_changed(self) -> None:
        self.loosen_all()
        self.pool.refresh()
        self._notes.refresh()
        self.viewport().update()
        self.lay_out()

    def _timer(self, interval_ms: int, on_timeout: Callable[[], object]) -> QTimer:
        timer = QTimer(self)
        timer.setSingleShot(True)
        timer.setInterval(interval_ms)
        timer.timeout.connect(on_timeout)
        return timer
