# SPDX-License-Identifier: MIT
"""The rows of a picker: values, a model that filters them, and how they are painted."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QAbstractListModel, QModelIndex, QObject, QPersistentModelIndex, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QFontMetrics, QIcon, QPainter
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem

from onesist_desktop.ui.theme.theme import Theme
from onesist_desktop.ui.widgets.glyphs import paint_glyph
from onesist_desktop.ui.widgets.grounds import paint_row_ground
from onesist_desktop.ui.widgets.metrics import scaled
from onesist_desktop.ui.widgets.tips import plain_tip

Index = QModelIndex | QPersistentModelIndex

TWO_LINES = 44
ONE_LINE = 32
_PADDING = 8
_INSET = 12


@dataclass(frozen=True, slots=True)
class PickerRow:
    """One choice.

    Attributes:
        key: What :attr:`Picker.chosen` says; unique within a picker.
        group: Heading above the first of the rows that share it; rows of a group stand together.
        is_dim: Looks as if it were off, and can be chosen all the same: the choice leads to the fix. Say why in ``subtitle``.
        tip: Tooltip, and what a screen reader says beyond title and subtitle.
    """

    key: str
    title: str
    subtitle: str = ""
    icon: QIcon | None = None
    group: str = ""
    is_current: bool = False
    is_dim: bool = False
    tip: str = ""


class PickerModel(QAbstractListModel):
    """The rows that match what was typed, with the headings of their groups between them."""

    EntryRole = Qt.ItemDataRole.UserRole

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._shown: list[PickerRow | str] = []

    def rowCount(self, parent: Index | None = None) -> int:
        """Return how many rows and headings are shown."""
        return 0 if parent is not None and parent.isValid() else len(self._shown)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Return what is shown and said of a row or heading."""
        if not index.isValid():
            return None
        entry = self._shown[index.row()]
        if role == self.EntryRole:
            return entry
        if isinstance(entry, str):
            return entry if role in {Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole} else None
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return entry.title
            case Qt.ItemDataRole.ToolTipRole:
                return plain_tip(entry.tip) or None
            case Qt.ItemDataRole.AccessibleTextRole:
                return ", ".join(part for part in (entry.title, entry.subtitle) if part)
            case Qt.ItemDataRole.AccessibleDescriptionRole:
                return entry.tip or None
        return None

    def flags(self, index: Index) -> Qt.ItemFlag:
        """Headings can't be chosen; dim rows can."""
        if not index.isValid():
            return Qt.ItemFlag.NoItemFlags
        if isinstance(self._shown[index.row()], str):
            return Qt.ItemFlag.ItemNeverHasChildren
        return Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable | Qt.ItemFlag.ItemNeverHasChildren

    def show_rows(self, rows: Sequence[PickerRow], query: str = "") -> None:
        """Show the rows that contain all words of ``query`` in their title, second line or key."""
        words = query.casefold().split()
        shown: list[PickerRow | str] = []
        group = ""
        for row in rows:
            if words and not _matches(row, words):
                continue
            if row.group and row.group != group:
                shown.append(row.group)
            group = row.group
            shown.append(row)
        self.beginResetModel()
        self._shown = shown
        self.endResetModel()

    def entry(self, row: int) -> PickerRow | str:
        """Return a row, or the text of a heading."""
        return self._shown[row]

    @property
    def choosable(self) -> list[int]:
        """The places of all rows that aren't headings."""
        return [place for place, entry in enumerate(self._shown) if isinstance(entry, PickerRow)]

    def place_of(self, key: str) -> int:
        """Return where the row of that key is shown, -1 if it isn't."""
        return next((place for place, entry in enumerate(self._shown) if isinstance(entry, PickerRow) and entry.key == key), -1)


class PickerDelegate(QStyledItemDelegate):
    """Paints rows as high as their lines need: tick, icon, title, second line. Tick and icon have room only if any row has one."""

    def __init__(self, theme: Theme, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._has_icons = False
        self._has_ticks = False
        self.measure(())

    def measure(self, rows: Sequence[PickerRow]) -> None:
        """Take the text's size, and which columns these rows need."""
        theme = self._theme
        self._title_font, self._small_font = theme.font("body"), theme.font("caption")
        self._title_metrics, self._small_metrics = QFontMetrics(self._title_font), QFontMetrics(self._small_font)
        self._title_line, self._small_line = theme.line_height("body"), theme.line_height("caption")
        self._heights = {
            "heading": max(28, self._small_line + 12),
            "one": theme.row_height(ONE_LINE),
            "two": max(TWO_LINES, self._title_line + self._small_line + 8),
        }
        self._icon = scaled(16)
        self._has_icons = any(row.icon is not None for row in rows)
        self._has_ticks = any(row.is_current for row in rows)

    def height_of(self, entry: PickerRow | str) -> int:
        """Return the height of a row or heading in logical pixels."""
        if isinstance(entry, str):
            return self._heights["heading"]
        return self._heights["two" if entry.subtitle else "one"]

    def width_of(self, entry: PickerRow | str) -> int:
        """Return the width at which nothing of a row or heading is cut."""
        if isinstance(entry, str):
            return self._small_metrics.horizontalAdvance(entry) + 2 * _INSET
        text = max(self._title_metrics.horizontalAdvance(entry.title), self._small_metrics.horizontalAdvance(entry.subtitle))
        return self._text_start() + text + _INSET + 4

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        """Ask for the height; the view gives the width."""
        return QSize(1, self.height_of(index.data(PickerModel.EntryRole)))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Paint a row or heading."""
        entry = index.data(PickerModel.EntryRole)
        rect = QRect(option.rect)
        direction = option.direction
        if isinstance(entry, str):
            self._paint_text(painter, rect.adjusted(_INSET, 4, -_INSET, 0), entry, "text_secondary", direction, is_small=True)
            return
        is_selected = bool(option.state & QStyle.StateFlag.State_Selected)
        paint_row_ground(painter, QRectF(rect), self._theme, is_selected=is_selected)
        x = _PADDING
        if self._has_ticks:
            if entry.is_current:
                place = _mirrored(QRect(rect.x() + x, _middle(rect, self._icon), self._icon, self._icon), rect, direction)
                paint_glyph(painter, QRectF(place), "check", self._theme.color("text_primary"))
            x += self._icon + _PADDING
        if self._has_icons:
            if entry.icon is not None:
                place = _mirrored(QRect(rect.x() + x, _middle(rect, self._icon), self._icon, self._icon), rect, direction)
                entry.icon.paint(painter, place)
            x += self._icon + _PADDING
        lines = self._title_line + (self._small_line if entry.subtitle else 0)
        top = rect.y() + (rect.height() - lines) // 2
        room = QRect(rect.x() + x, top, rect.width() - x - _PADDING, self._title_line)
        title, second = ("text_tertiary", "text_tertiary") if entry.is_dim else ("text_primary", "text_secondary")
        self._paint_text(painter, _mirrored(room, rect, direction), entry.title, title, direction)
        if entry.subtitle:
            below = QRect(room.x(), room.bottom() + 1, room.width(), self._small_line)
            self._paint_text(painter, _mirrored(below, rect, direction), entry.subtitle, second, direction, is_small=True)

    def _text_start(self) -> int:
        columns = int(self._has_ticks) + int(self._has_icons)
        return _PADDING + columns * (self._icon + _PADDING)

    def _paint_text(
        self, painter: QPainter, rect: QRect, text: str, color: str, direction: Qt.LayoutDirection, *, is_small: bool = False
    ) -> None:
        painter.setFont(self._small_font if is_small else self._title_font)
        painter.setPen(self._theme.color(color))
        metrics = self._small_metrics if is_small else self._title_metrics
        edge = Qt.AlignmentFlag.AlignRight if direction is Qt.LayoutDirection.RightToLeft else Qt.AlignmentFlag.AlignLeft
        shown = metrics.elidedText(text, Qt.TextElideMode.ElideRight, rect.width())
        flags = edge | Qt.AlignmentFlag.AlignAbsolute | Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextSingleLine
        painter.drawText(rect, flags, shown)


def _matches(row: PickerRow, words: Sequence[str]) -> bool:
    text = f"{row.title} {row.subtitle} {row.key}".casefold()
    return all(word in text for word in words)


def _middle(rect: QRect, side: int) -> int:
    return rect.y() + (rect.height() - side) // 2


def _mirrored(place: QRect, within: QRect, direction: Qt.LayoutDirection) -> QRect:
    return QStyle.visualRect(direction, within, place)
