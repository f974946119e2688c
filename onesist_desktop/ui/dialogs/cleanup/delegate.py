# SPDX-License-Identifier: MIT
"""Paints a row of the clean-up's list, and knows where in it a click means something."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QObject, QPersistentModelIndex, QPointF, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QFont, QFontMetricsF, QPainter
from PySide6.QtWidgets import QAbstractScrollArea, QStyle, QStyledItemDelegate, QStyleOptionViewItem

from onesist_desktop.core.ids import ProviderId
from onesist_desktop.services.workspace_views import WorktreeRow
from onesist_desktop.ui.dialogs.cleanup.columns import Columns, columns_of
from onesist_desktop.ui.models.worktree_meaning import Act, Meaning, Tone
from onesist_desktop.ui.models.worktree_numbers import UNKNOWN_COUNTS, Counts
from onesist_desktop.ui.models.worktree_words import branch_text, number_text, repository_text, threads_text
from onesist_desktop.ui.models.worktrees_model import counts_spoken
from onesist_desktop.ui.provider_book import ProviderBook
from onesist_desktop.ui.roles import Role
from onesist_desktop.ui.theme.theme import Theme
from onesist_desktop.ui.widgets.glyphs import paint_glyph
from onesist_desktop.ui.widgets.grounds import fill_rounded, paint_outline, paint_row_ground
from onesist_desktop.ui.widgets.spinner import paint_working
from onesist_desktop.ui.words import room_text

Index = QModelIndex | QPersistentModelIndex
Place = Act | str
"""Where a click was: on a link, or on ``tick`` or ``menu``."""

_GAP = 8


class CleanupDelegate(QStyledItemDelegate):
    """All rows are equally high. ``spinner_angle`` is set by the list while something is removed."""

    def __init__(self, theme: Theme, book: ProviderBook, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._book = book
        self.spinner_angle = 0.0

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        """Return the row's height, which depends on the text's size and on whether the columns have room."""
        return QSize(120, columns_of(self._theme, self._width(option.widget)).row_height)

    def place_at(self, row: QRect, index: Index, pos: QPointF) -> Place | None:
        """Return what lies at a point of a row: ``tick``, ``menu``, a link, or nothing."""
        width = self._width(self.parent())
        columns = columns_of(self._theme, width)
        inside = pos - QPointF(0, row.top())
        if self._is_mirrored():
            inside = QPointF(width - inside.x(), inside.y())
        if inside.x() < columns.tick.right():
            return "tick"
        if _menu_box(self._theme, columns).adjusted(-4, -4, 4, 4).contains(inside):
            return "menu"
        meaning: Meaning = index.data(Role.MEANING)
        for act, box in self._link_boxes(meaning, columns):
            if box.adjusted(-2, -3, 2, 3).contains(inside):
                return act
        return None

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Paint one row over the view's full width."""
        row: WorktreeRow | None = index.data(Role.WORKTREE)
        if row is None:
            return
        width = self._width(option.widget)
        columns = columns_of(self._theme, width)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        surface = self._paint_ground(painter, option, width)
        painter.translate(0, option.rect.top())
        self._paint_tick(painter, columns, index, width)
        shows_menu = bool(option.state & (QStyle.StateFlag.State_MouseOver | QStyle.StateFlag.State_Selected))
        self._paint_name(painter, columns, row, surface, width, shows_menu=shows_menu)
        counts: Counts | None = index.data(Role.COUNTS)
        if columns.is_stacked:
            self._paint_facts(painter, columns, row, counts, str(index.data(Role.UPDATED_AT) or ""), width)
        else:
            self._paint_columns(painter, columns, index, row, counts, width)
        self._paint_meaning(painter, columns, index.data(Role.MEANING), width)
        painter.restore()

    def _paint_ground(self, painter: QPainter, option: QStyleOptionViewItem, width: float) -> str:
        theme, state = self._theme, option.state
        is_selected = bool(state & QStyle.StateFlag.State_Selected)
        is_hovered = bool(state & QStyle.StateFlag.State_MouseOver)
        has_focus = option.widget is not None and option.widget.hasFocus()
        by_keys = QStyle.StateFlag.State_HasFocus | QStyle.StateFlag.State_KeyboardFocusChange
        row = QRectF(0, option.rect.top(), width, option.rect.height())
        paint_row_ground(
            painter,
            row.adjusted(0, 0, 0, -1),
            theme,
            is_hovered=is_hovered,
            is_selected=is_selected,
            is_active=True,
            has_ring=has_focus and (state & by_keys) == by_keys,
            radius=0,
        )
        painter.fillRect(QRectF(0, row.bottom() - 1, width, 1), theme.color("line"))
        if is_selected:
            return "bg_selected"
        return "bg_hover" if is_hovered else "bg_raised"

    def _paint_tick(self, painter: QPainter, columns: Columns, index: Index, width: float) -> None:
        theme = self._theme
        side = theme.icon_size(16)
        box = QRectF(columns.tick.left(), columns.tick.center().y() - side / 2, side, side)
        if not columns.is_stacked:
            # Level with the first line, as the sign of the meaning is.
            box.moveTop(_first_line(theme, columns).center().y() - side / 2 + 4)
        box = self._placed(box, width)
        is_on = index.data(Qt.ItemDataRole.CheckStateRole) is Qt.CheckState.Checked
        if not index.data(Role.CAN_TICK):
            fill_rounded(painter, box, theme.color("bg_sunken"), 4)
            # In high contrast all outlines are strong: one that is off is told apart by its paler ink.
            line = "text_disabled" if theme.is_high_contrast else "line_strong"
            paint_outline(painter, box, theme.color(line), 4)
            ink = theme.color("text_tertiary")
        else:
            fill_rounded(painter, box, theme.color("accent" if is_on else "bg_raised"), 4)
            paint_outline(painter, box, theme.color("focus" if is_on else "border_control"), 4)
            ink = theme.color("on_accent")
        if is_on:
            inset = side / 8
            paint_glyph(painter, box.adjusted(inset, inset, -inset, -inset), "check-bold", ink)

    def _paint_name(
        self, painter: QPainter, columns: Columns, row: WorktreeRow, surface: str, width: float, *, shows_menu: bool
    ) -> None:
        theme = self._theme
        first, second = _first_line(theme, columns), _second_line(theme, columns)
        menu = _menu_box(theme, columns)
        if shows_menu:
            paint_glyph(painter, self._placed(menu, width), "dots-three-bold", theme.color("text_secondary"))
        right = menu.left() - _GAP
        strong = theme.font("body_strong")
        painter.setPen(theme.color("text_primary"))
        title_width = min(QFontMetricsF(strong).horizontalAdvance(repository_text(row)) + 1, (right - first.left()) / 2)
        self._write(painter, strong, QRectF(first.left(), first.top(), title_width, first.height()), repository_text(row), width)
        left = first.left() + title_width + 7
        branch = QRectF(left, first.top(), max(0.0, right - left), first.height())
        self._write(painter, theme.font("code"), branch, branch_text(row), width, Qt.TextElideMode.ElideMiddle)
        side = theme.icon_size(10)
        bead = QRectF(second.left(), second.center().y() - side / 2, side, side)
        provider = ProviderId(row.threads[0].provider_id) if row.threads and row.threads[0].provider_id else None
        if row.threads:
            self._book.paint(painter, self._placed(bead, width), provider, surface)
            second.setLeft(bead.right() + 6)
        second.setRight(right)
        painter.setPen(theme.color("text_secondary"))
        self._write(painter, theme.font("caption"), second, threads_text(row), width)

    def _paint_columns(
        self, painter: QPainter, columns: Columns, index: Index, row: WorktreeRow, counts: Counts | None, width: float
    ) -> None:
        theme = self._theme
        painter.setPen(theme.color("text_secondary"))
        caption = theme.font("caption", is_tabular=True)
        self._write(painter, caption, columns.used, str(index.data(Role.UPDATED_AT) or ""), width)
        if row.size_bytes is not None:
            self._write(painter, caption, columns.size, room_text(row.size_bytes), width, ends=True)
        elif row.exists and not row.is_measured:
            self._paint_placeholder(painter, columns.size, width)
        if counts is None:
            for box in columns.counts:
                self._paint_placeholder(painter, box, width, 20)
            return
        numbers = (counts.changed, counts.new, counts.ignored, counts.commits)
        can_lose = bool(index.data(Role.CAN_TICK))
        for at, (box, number) in enumerate(zip(columns.counts, numbers, strict=True)):
            is_loss = can_lose and at < len(numbers) - 1 and number != 0
            self._paint_count(painter, box, number_text(number), width, is_some=number not in {0, None}, is_loss=is_loss)

    def _paint_count(self, painter: QPainter, box: QRectF, text: str, width: float, *, is_some: bool, is_loss: bool) -> None:
        theme = self._theme
        font = theme.font("body_strong" if is_some or is_loss else "body", is_tabular=True)
        painter.setPen(theme.color("text_primary" if is_some else "text_secondary"))
        if is_loss:
            painter.setPen(theme.color("warning_text"))
            needed = QFontMetricsF(font).horizontalAdvance(text) + 14
            height = theme.line_height("body")
            badge = QRectF(box.right() - needed + 7, box.center().y() - height / 2, needed, height)
            if theme.is_high_contrast:
                paint_outline(painter, self._placed(badge, width), theme.color("warning_line"), 4)
            else:
                fill_rounded(painter, self._placed(badge, width), theme.color("warning_bg"), 4)
        self._write(painter, font, box, text, width, ends=True)

    def _paint_placeholder(self, painter: QPainter, box: QRectF, width: float, at_hundred: int = 36) -> None:
        theme = self._theme
        bar = QRectF(0, 0, theme.icon_size(at_hundred), theme.icon_size(6))
        bar.moveCenter(box.center())
        bar.moveRight(box.right())
        fill_rounded(painter, self._placed(bar, width), theme.color("line_strong"), 3)

    def _paint_facts(
        self, painter: QPainter, columns: Columns, row: WorktreeRow, counts: Counts | None, used: str, width: float
    ) -> None:
        theme = self._theme
        parts = [room_text(row.size_bytes) if row.size_bytes is not None else "", used]
        if counts is not None:
            parts = [*counts_spoken(UNKNOWN_COUNTS if not row.exists else counts), *parts]
        painter.setPen(theme.color("text_primary"))
        self._write(
            painter, theme.font("caption", is_tabular=True), columns.used, " · ".join(part for part in parts if part), width
        )

    def _paint_meaning(self, painter: QPainter, columns: Columns, meaning: Meaning, width: float) -> None:
        theme = self._theme
        box, first, second = self._meaning_lines(meaning, columns)
        side = theme.icon_size(14)
        sign = QRectF(box.left(), first.center().y() - side / 2, side, side)
        if meaning.is_busy:
            paint_working(painter, self._placed(sign, width), theme, self.spinner_angle)
        elif meaning.glyph:
            paint_glyph(painter, self._placed(sign, width), meaning.glyph, theme.color(meaning.tone.value))
        painter.setPen(theme.color(meaning.tone.value))
        self._write(painter, _bold_caption(theme, meaning.tone), first, meaning.text, width)
        caption = theme.font("caption")
        links = self._link_boxes(meaning, columns)
        if meaning.quiet:
            painter.setPen(theme.color("text_secondary"))
            room = QRectF(second)
            if links:
                room.setRight(links[0][1].left())
            text = f"{meaning.quiet} · " if links else meaning.quiet
            self._write(painter, caption, room, text, width)
        for at, (act, link) in enumerate(links):
            if at:
                painter.setPen(theme.color("text_secondary"))
                dot = QRectF(links[at - 1][1].right(), link.top(), link.left() - links[at - 1][1].right(), link.height())
                self._write(painter, caption, dot, " · ", width)
            painter.setPen(theme.color("accent_text"))
            self._write(painter, caption, link, dict(meaning.links)[act], width)

    def _meaning_lines(self, meaning: Meaning, columns: Columns) -> tuple[QRectF, QRectF, QRectF]:
        """Return the box of the meaning, its first and its second line. One line alone stands in the middle."""
        theme = self._theme
        box = columns.meaning
        line = theme.line_height("caption") + 2
        has_second = bool(meaning.quiet or meaning.links)
        height = 2 * line if has_second else line
        top = box.top() if columns.is_stacked else box.center().y() - height / 2
        left = box.left() + theme.icon_size(14) + _GAP
        first = QRectF(left, top, box.right() - left, line)
        return box, first, QRectF(left, first.bottom(), first.width(), line)

    def _link_boxes(self, meaning: Meaning, columns: Columns) -> list[tuple[Act, QRectF]]:
        if not meaning.links:
            return []
        _, _, second = self._meaning_lines(meaning, columns)
        metrics = QFontMetricsF(self._theme.font("caption"))
        dot = metrics.horizontalAdvance(" · ")
        widths = [metrics.horizontalAdvance(text) + 1 for _, text in meaning.links]
        left = second.left()
        if meaning.quiet:
            # Links are never cut for the words before them.
            most = second.width() - sum(widths) - dot * (len(widths) - 1)
            left += max(0.0, min(metrics.horizontalAdvance(f"{meaning.quiet} · ") + 1, most))
        boxes = []
        for (act, _), needed in zip(meaning.links, widths, strict=True):
            boxes.append((act, QRectF(left, second.top(), min(needed, max(0.0, second.right() - left)), second.height())))
            left += needed + dot
        return boxes

    def _write(
        self,
        painter: QPainter,
        font: QFont,
        box: QRectF,
        text: str,
        width: float,
        mode: Qt.TextElideMode = Qt.TextElideMode.ElideRight,
        *,
        ends: bool = False,
    ) -> None:
        """Write one line, cut where its room ends; ``ends``: at the end of its column."""
        painter.setFont(font)
        shown = painter.fontMetrics().elidedText(text.replace("\n", " "), mode, int(box.width()) + 1)
        at_right = ends != self._is_mirrored()
        side = Qt.AlignmentFlag.AlignRight if at_right else Qt.AlignmentFlag.AlignLeft
        flags = Qt.AlignmentFlag.AlignVCenter | side | Qt.AlignmentFlag.AlignAbsolute | Qt.TextFlag.TextSingleLine
        painter.drawText(self._placed(box, width), int(flags), shown)

    def _placed(self, box: QRectF, width: float) -> QRectF:
        return QRectF(width - box.right(), box.top(), box.width(), box.height()) if self._is_mirrored() else box

    def _width(self, view: QObject | None) -> float:
        return view.viewport().width() if isinstance(view, QAbstractScrollArea) else 1080

    def _is_mirrored(self) -> bool:
        view = self.parent()
        return isinstance(view, QAbstractScrollArea) and view.layoutDirection() is Qt.LayoutDirection.RightToLeft


def _first_line(theme: Theme, columns: Columns) -> QRectF:
    line, caption = theme.line_height("body"), theme.line_height("caption")
    top = columns.name.top() if columns.is_stacked else (columns.row_height - line - caption) / 2 - 1
    return QRectF(columns.name.left(), top, columns.name.width(), line)


def _second_line(theme: Theme, columns: Columns) -> QRectF:
    first = _first_line(theme, columns)
    return QRectF(first.left(), first.bottom(), first.width(), theme.line_height("caption"))


def _menu_box(theme: Theme, columns: Columns) -> QRectF:
    side = theme.icon_size(16)
    first = _first_line(theme, columns)
    return QRectF(columns.name.right() - side - 12, first.center().y() - side / 2, side, side)


def _bold_caption(theme: Theme, tone: Tone) -> QFont:
    font = theme.font("caption")
    font.setWeight(QFont.Weight.Medium if tone is Tone.QUIET else QFont.Weight.DemiBold)
    return font
