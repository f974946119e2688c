# SPDX-License-Identifier: MIT
"""Paints a thread's row: lines of its lineage, mark, title, and one status at the right end. And the headings between."""

from __future__ import annotations

from PySide6.QtCore import QLocale, QModelIndex, QObject, QPersistentModelIndex, QPointF, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QFont, QFontMetricsF, QPainter, QPainterPath, QPen
from PySide6.QtWidgets import QAbstractScrollArea, QStyle, QStyledItemDelegate, QStyleOptionViewItem

from onesist_desktop.core.ids import ProviderId, ThreadId
from onesist_desktop.services.views import ThreadState
from onesist_desktop.ui.models.threads_model import ThreadsModel
from onesist_desktop.ui.provider_book import ProviderBook
from onesist_desktop.ui.roles import Role
from onesist_desktop.ui.theme.theme import Theme
from onesist_desktop.ui.widgets.glyphs import paint_glyph
from onesist_desktop.ui.widgets.grounds import fill_rounded, paint_outline, paint_row_ground
from onesist_desktop.ui.widgets.spinner import paint_working

Index = QModelIndex | QPersistentModelIndex

INSET = 8
_INDENT = 18
_DEEPEST = 8
_BEAD_X = 16
_GAP = 8
_SIGN_GAP = 6
_HEADING_X = 16
_CARET = 10
_LEAST_CARET = 8
_WORDS_FROM = 240
"""Width of a row from which on a badge has words: that of a sidebar of 256."""


class ThreadsDelegate(QStyledItemDelegate):
    """All rows are equally high. ``spinner_angle`` is set by the panel while something works, ``target`` while one thread is
    dragged over another on which it can be dropped.

    Everything is laid out from left to right and mirrored at the end, where the window is.
    """

    def __init__(self, theme: Theme, book: ProviderBook, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._book = book
        self.spinner_angle = 0.0
        self.target: ThreadId | None = None
        # From where to where the number of folded forks was painted last, by thread.
        self._numbers: dict[str, tuple[float, float]] = {}

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        """Return the row's height, which grows with the text only."""
        return QSize(120, self._theme.row_height(self._theme.size("row")))

    def status_rect(self, row: QRect) -> QRect:
        """Return where a row's spinner turns, so that nothing else has to be painted for it."""
        side = self._theme.icon_size(14) + 2 * INSET + 4
        left = row.left() if self._is_mirrored() else row.right() - side
        return QRect(left, row.top(), side, row.height())

    def caret_box(self, row: QRectF, level: int) -> QRectF:
        """Return where the caret of a row with forks stands, left of its bead, as laid out from left to right."""
        theme = self._theme
        half = theme.icon_size(theme.size("bead")) / 2
        side = max(_LEAST_CARET, min(theme.icon_size(_CARET), _INDENT - half - 2))
        right = row.left() + _BEAD_X + _INDENT * min(level, _DEEPEST) - half - 1
        return QRectF(right - side, row.center().y() - side / 2, side, side)

    def is_fold_place(self, at: QPointF, row: QRect, index: Index, width: int) -> bool:
        """Tell whether a click there folds or unfolds: left of the bead of a thread with forks, or on their number."""
        folded = int(index.data(Role.FOLDED_COUNT) or 0)
        if not folded and not index.data(Role.IS_OPEN):
            return False
        x = width - at.x() if self._is_mirrored() else at.x()
        caret = self.caret_box(QRectF(INSET, row.top(), width - 2 * INSET, row.height()), int(index.data(Role.LEVEL) or 0))
        if caret.left() - INSET <= x <= caret.right():
            return True
        left, right = self._numbers.get(str(index.data(Role.THREAD_ID)), (0.0, 0.0))
        return bool(folded) and left - _GAP / 2 <= x <= right + _GAP / 2

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Paint one row over the view's full width."""
        widget = option.widget
        width = widget.viewport().width() if isinstance(widget, QAbstractScrollArea) else option.rect.width()
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        row = QRectF(INSET, option.rect.top(), width - 2 * INSET, option.rect.height())
        if index.data(Role.GROUP) is not None:
            self._paint_heading(painter, row, str(index.data()), width)
        else:
            self._paint_thread(painter, row, option, index, width)
        painter.restore()

    def _paint_heading(self, painter: QPainter, row: QRectF, text: str, width: int) -> None:
        painter.setFont(self._theme.font("caption"))
        painter.setPen(self._theme.color("text_tertiary"))
        box = QRectF(_HEADING_X, row.top() + 2, width - 2 * _HEADING_X, row.height() - 2)
        self._write(painter, self._placed(box, width), text)

    def _paint_thread(self, painter: QPainter, row: QRectF, option: QStyleOptionViewItem, index: Index, width: int) -> None:
        theme, state = self._theme, option.state
        is_target = self.target is not None and index.data(Role.THREAD_ID) == self.target
        is_selected = bool(state & QStyle.StateFlag.State_Selected) or is_target
        is_hovered = bool(state & QStyle.StateFlag.State_MouseOver)
        # A row that goes on in the map has the focus with it.
        goes_on = option.widget is not None and bool(option.widget.property("goes_on"))
        has_focus = is_target or goes_on or (option.widget is not None and option.widget.hasFocus())
        by_keys = QStyle.StateFlag.State_HasFocus | QStyle.StateFlag.State_KeyboardFocusChange
        paint_row_ground(
            painter,
            row,
            theme,
            is_hovered=is_hovered,
            is_selected=is_selected,
            is_active=has_focus,
            has_ring=is_target or (state & by_keys) == by_keys,
        )
        level = min(int(index.data(Role.LEVEL) or 0), _DEEPEST)
        bead_x = row.left() + _BEAD_X + _INDENT * level
        side = theme.icon_size(theme.size("bead"))
        self._paint_lines(painter, row, index, level, width)
        bead = QRectF(bead_x - side / 2, row.center().y() - side / 2, side, side)
        surface = self._surface(is_selected=is_selected, is_hovered=is_hovered, has_focus=has_focus)
        self._book.paint(painter, self._placed(bead, width), _provider(index.data(Role.PROVIDER_ID)), surface)
        right = self._paint_own_copy(painter, row, index, self._paint_status(painter, row, index, width), width)
        if is_hovered or (is_selected and has_focus and not goes_on):
            self._paint_caret(painter, row, index, level, surface, width)
        right = self._paint_folded(painter, row, index, right, width)
        left = bead_x + max(side, theme.icon_size()) / 2 + _GAP
        left = self._paint_number(painter, row, index.data(Role.FORK_NUMBER), left, width)
        is_unread = bool(index.data(Role.IS_UNREAD))
        painter.setFont(theme.font("body_strong" if is_unread else "body"))
        painter.setPen(theme.color("text_primary"))
        box = QRectF(left, row.top(), max(0.0, right - left - _GAP), row.height())
        self._write(painter, self._placed(box, width), str(index.data() or ""))

    def _surface(self, *, is_selected: bool, is_hovered: bool, has_focus: bool) -> str:
        """Name the colour that marks stand on."""
        if is_selected:
            return "bg_selected" if has_focus else "bg_selected_inactive"
        return "bg_hover" if is_hovered else "bg_sidebar"

    def _paint_lines(self, painter: QPainter, row: QRectF, index: Index, level: int, width: int) -> None:
        """Paint the string that leads from the parent's bead to this one, and those of ancestors that go on below."""
        guides = list(index.data(Role.GUIDES) or ())[-_DEEPEST:]
        is_open = bool(index.data(Role.IS_OPEN))
        if not guides and not is_open:
            return
        painter.save()
        if self._is_mirrored():
            painter.translate(width, 0)
            painter.scale(-1, 1)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(QPen(self._theme.color("border_control"), 1.5))
        first, middle, half = row.left() + _BEAD_X, row.center().y(), self._theme.icon_size(self._theme.size("bead")) / 2
        for depth, goes_on in enumerate(guides):
            if goes_on:
                x = first + _INDENT * depth
                painter.drawLine(QPointF(x, row.top()), QPointF(x, row.bottom()))
        if guides:
            x = first + _INDENT * (level - 1)
            elbow = QPainterPath()
            # Where the line goes on it is there already, and twice the same would be darker.
            elbow.moveTo(x, middle - 6 if guides[-1] else row.top())
            elbow.lineTo(x, middle - 6)
            elbow.quadTo(x, middle, x + 6, middle)
            elbow.lineTo(max(x + 6, x + _INDENT - half - 1), middle)
            painter.drawPath(elbow)
        if is_open:
            x = first + _INDENT * level
            painter.drawLine(QPointF(x, middle + half), QPointF(x, row.bottom()))
        painter.restore()

    def _paint_status(self, painter: QPainter, row: QRectF, index: Index, width: int) -> float:
        """Paint the one status at the right end and return where it begins."""
        theme = self._theme
        right = row.right() - _GAP
        side = theme.icon_size(14)
        box = QRectF(right - side, row.center().y() - side / 2, side, side)
        match index.data(Role.STATE):
            case ThreadState.WORKING.value:
                place = self._placed(box, width)
                paint_working(painter, place, theme, self.spinner_angle)
                return box.left()
            case ThreadState.FAILED.value:
                place = self._placed(box, width)
                fill_rounded(painter, place, theme.color("danger_fill"), side / 2)
                inner = side / 4.5
                paint_glyph(painter, place.adjusted(inner, inner, -inner, -inner), "x-bold", theme.color("on_danger"))
                return box.left()
            case ThreadState.ASKS.value:
                return self._paint_badge(painter, row, right, width)
        if index.data(Role.IS_UNREAD):
            dot = theme.icon_size(8)
            spot = QRectF(right - dot - 2, row.center().y() - dot / 2, dot, dot)
            fill_rounded(painter, self._placed(spot, width), theme.color("accent"), dot / 2)
            return spot.left()
        sign = "clock" if index.data(Role.MERGE_WAITS) else "git-merge" if index.data(Role.IS_MERGED) else ""
        if sign:
            paint_glyph(painter, self._placed(box, width), sign, theme.color("text_secondary"))
            return box.left()
        painter.setFont(theme.font("caption", is_tabular=True))
        painter.setPen(theme.color("text_tertiary"))
        text = str(index.data(Role.UPDATED_AT) or "")
        needed = QFontMetricsF(painter.font()).horizontalAdvance(text) + 1
        self._write(painter, self._placed(QRectF(right - needed, row.top(), needed, row.height()), width), text)
        return right - needed

    def _paint_own_copy(self, painter: QPainter, row: QRectF, index: Index, right: float, width: int) -> float:
        """Show that a thread works in an own copy, and return where that begins."""
        if not index.data(Role.IS_OWN_COPY):
            return right
        side = self._theme.icon_size(14)
        box = QRectF(right - _SIGN_GAP - side, row.center().y() - side / 2, side, side)
        paint_glyph(painter, self._placed(box, width), "folders", self._theme.color("text_secondary"))
        return box.left()

    def _paint_number(self, painter: QPainter, row: QRectF, number: int | None, left: float, width: int) -> float:
        """Write the number of a fork that was never renamed, and return where its words begin."""
        if number is None:
            return left
        painter.setFont(self._theme.font("body", is_tabular=True))
        painter.setPen(self._theme.color("text_secondary"))
        text = QLocale().toString(number)
        needed = QFontMetricsF(painter.font()).horizontalAdvance(text) + 1
        self._write(painter, self._placed(QRectF(left, row.top(), needed, row.height()), width), text)
        return left + needed + _GAP

    def _paint_badge(self, painter: QPainter, row: QRectF, right: float, width: int) -> float:
        theme = self._theme
        font = theme.font("caption")
        font.setWeight(QFont.Weight.Medium)
        painter.setFont(font)
        has_words = row.width() * 100 >= _WORDS_FROM * theme.text_percent
        text = self.tr("Needs you") if has_words else ""
        side = theme.icon_size(12)
        needed = QFontMetricsF(painter.font()).horizontalAdvance(text) + side + 16 if text else side + 10
        height = max(20, theme.line_height("caption") + 4)
        badge = QRectF(right - needed, row.center().y() - height / 2, needed, height)
        placed = self._placed(badge, width)
        fill_rounded(painter, placed, theme.color("warning_bg"), 4)
        if theme.is_high_contrast:
            paint_outline(painter, placed, theme.color("warning_line"), 4)
        color = theme.color("warning_text")
        sign = QRectF(badge.left() + 5, badge.center().y() - side / 2, side, side)
        paint_glyph(painter, self._placed(sign, width), "hand-palm-bold", color)
        painter.setPen(color)
        self._write(painter, self._placed(badge.adjusted(side + 9, 0, 0, 0), width), text)
        return badge.left()

    def _paint_caret(self, painter: QPainter, row: QRectF, index: Index, level: int, surface: str, width: int) -> None:
        """Show that forks can be folded, or unfolded: over the string that leads to the bead."""
        is_folded = bool(index.data(Role.FOLDED_COUNT))
        model = index.model()
        is_narrowed = isinstance(model, ThreadsModel) and model.is_narrowed
        if is_narrowed or not (is_folded or index.data(Role.IS_OPEN)):
            return
        box = self._placed(self.caret_box(row, level), width)
        if level:
            painter.fillRect(box.adjusted(-1, 0, 1, 0), self._theme.color(surface))
        glyph = "caret-down" if not is_folded else "caret-left" if self._is_mirrored() else "caret-right"
        paint_glyph(painter, box, glyph, self._theme.color("text_secondary"))

    def _paint_folded(self, painter: QPainter, row: QRectF, index: Index, right: float, width: int) -> float:
        """Say how many forks are folded away, and return where that begins."""
        count = int(index.data(Role.FOLDED_COUNT) or 0)
        if not count:
            return right
        theme = self._theme
        painter.setFont(theme.font("caption", is_tabular=True))
        painter.setPen(theme.color("text_secondary"))
        text, side = str(count), theme.icon_size(10)
        words = QFontMetricsF(painter.font()).horizontalAdvance(text) + 1
        left = right - _GAP - words - side - 2
        glyph = "caret-left" if self._is_mirrored() else "caret-right"
        sign = QRectF(left, row.center().y() - side / 2, side, side)
        paint_glyph(painter, self._placed(sign, width), glyph, theme.color("text_secondary"))
        self._write(painter, self._placed(QRectF(left + side + 2, row.top(), words, row.height()), width), text)
        self._numbers[str(index.data(Role.THREAD_ID))] = left, left + side + 2 + words
        return left

    def _write(self, painter: QPainter, box: QRectF, text: str) -> None:
        """Write one line, cut where its room ends."""
        shown = painter.fontMetrics().elidedText(text, Qt.TextElideMode.ElideRight, int(box.width()))
        side = Qt.AlignmentFlag.AlignRight if self._is_mirrored() else Qt.AlignmentFlag.AlignLeft
        flags = Qt.AlignmentFlag.AlignVCenter | side | Qt.AlignmentFlag.AlignAbsolute | Qt.TextFlag.TextSingleLine
        painter.drawText(box, int(flags), shown)

    def _placed(self, box: QRectF, width: int) -> QRectF:
        """Return where a box laid out from left to right stands."""
        return QRectF(width - box.right(), box.top(), box.width(), box.height()) if self._is_mirrored() else box

    def _is_mirrored(self) -> bool:
        view = self.parent()
        return isinstance(view, QAbstractScrollArea) and view.layoutDirection() is Qt.LayoutDirection.RightToLeft


def _provider(value: object) -> ProviderId | None:
    return ProviderId(value) if isinstance(value, str) else None
