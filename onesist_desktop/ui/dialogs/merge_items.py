# SPDX-License-Identifier: MIT
"""What a merge brings and what it leaves out, item by item, in rows of two lines."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QCoreApplication, Signal
from PySide6.QtWidgets import QAbstractItemView, QFrame, QListView, QVBoxLayout, QWidget

from onesist_desktop.core.handoff import HandoffItem
from onesist_desktop.ui.language import fill
from onesist_desktop.ui.lineage_words import ITEM_GLYPHS, first_line, item_words
from onesist_desktop.ui.theme.theme import Theme
from onesist_desktop.ui.widgets.glyphs import glyph_icon
from onesist_desktop.ui.widgets.picker_list import PickerDelegate, PickerModel, PickerRow
from onesist_desktop.ui.words import size_text

_LEAST_ROWS = 3


class MergeItems(QFrame):
    """Items in their order, those that don't fit apart. As many as there are: rows are painted, not made.

    Signals:
        chosen(place: int): That item of what goes over is the current one.
    """

    chosen = Signal(int)

    def __init__(self, theme: Theme, items: Sequence[HandoffItem], left_out: Sequence[HandoffItem]) -> None:
        super().__init__()
        self._theme = theme
        self.setProperty("surface", "card")
        self.rows = [*self._rows(items, left_out)]
        self._model = PickerModel(self)
        self._delegate = PickerDelegate(theme, self)
        self.view = QListView()
        self.view.setObjectName("merge_items")
        self.view.setAccessibleName(QCoreApplication.translate("MergeDialog", "What will be brought"))
        self.view.setModel(self._model)
        self.view.setItemDelegate(self._delegate)
        self.view.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.view.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.view.setFrameShape(QFrame.Shape.NoFrame)
        self._model.show_rows(self.rows)
        self.view.selectionModel().currentChanged.connect(lambda *_: self._tell())
        inside = QVBoxLayout(self)
        inside.setContentsMargins(4, 4, 4, 4)
        inside.addWidget(self.view)
        theme.changed.connect(self._fit)
        self._fit()

    def _rows(self, items: Sequence[HandoffItem], left_out: Sequence[HandoffItem]) -> Sequence[PickerRow]:
        tr = QCoreApplication.translate
        goes = tr("MergeDialog", "Goes over: %n item(s)", None, len(items))
        stays = tr("MergeDialog", "Left out, does not fit: %n item(s)", None, len(left_out))
        rows = [self._row(f"in:{place}", item, goes, is_dim=False) for place, item in enumerate(items)]
        return rows + [self._row(f"out:{place}", item, stays, is_dim=True) for place, item in enumerate(left_out)]

    def _row(self, key: str, item: HandoffItem, group: str, *, is_dim: bool) -> PickerRow:
        text = QCoreApplication.translate("MergeDialog", "message %1 · %2 · %3", "number, kind, size")
        second = fill(text, item.seq, item_words(item.kind), size_text(item.size_bytes))
        color = self._theme.color("text_tertiary" if is_dim else "text_secondary")
        icon = glyph_icon(ITEM_GLYPHS[item.kind], color, size=self._theme.icon_size(16))
        return PickerRow(key, first_line(item.text) or item_words(item.kind), second, icon, group, is_dim=is_dim)

    def _tell(self) -> None:
        index = self.view.currentIndex()
        entry = self._model.entry(index.row()) if index.isValid() else None
        if isinstance(entry, PickerRow) and entry.key.startswith("in:"):
            self.chosen.emit(int(entry.key.removeprefix("in:")))

    def _fit(self) -> None:
        self._delegate.measure(self.rows)
        self.view.doItemsLayout()
        heights = [self._delegate.height_of(row) for row in self.rows[:_LEAST_ROWS]]
        self.view.setMinimumHeight(sum(heights) + self._theme.row_height(28) + 4)


def spread(parent: QWidget) -> QVBoxLayout:
    """Return a column without margins in a widget."""
    column = QVBoxLayout(parent)
    column.setContentsMargins(0, 0, 0, 0)
    column.setSpacing(8)
    return column
