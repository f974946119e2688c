# SPDX-License-Identifier: MIT
"""A list to choose one row from inside a dialog, with a search above it."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QAbstractItemView, QFrame, QListView, QVBoxLayout, QWidget

from onesist_desktop.ui.theme.theme import Theme
from onesist_desktop.ui.widgets.fields import SearchField
from onesist_desktop.ui.widgets.labels import PlainLabel
from onesist_desktop.ui.widgets.picker_list import PickerDelegate, PickerModel, PickerRow

_ROWS = 5
_SEARCH_FROM = 6


class PlaceList(QWidget):
    """Dim rows can be chosen too: whoever listens says what that means.

    Signals:
        chosen(key: str): Another row is the current one; empty for none.
        entered(): Enter or a double click on a row.
    """

    chosen = Signal(str)
    entered = Signal()

    def __init__(self, theme: Theme, label: str, search: str, nothing: str, *, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._rows: Sequence[PickerRow] = ()
        self._model = PickerModel(self)
        self._delegate = PickerDelegate(theme, self)
        self.search = SearchField(search, name=f"{name}_search")
        self.search.textChanged.connect(lambda _text: self._show_rows())
        self.view = QListView()
        self.view.setObjectName(name)
        self.view.setAccessibleName(label)
        self.view.setModel(self._model)
        self.view.setItemDelegate(self._delegate)
        self.view.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.view.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.view.setFrameShape(QFrame.Shape.NoFrame)
        self.view.activated.connect(lambda _index: self.entered.emit())
        self.view.selectionModel().currentChanged.connect(lambda *_: self.chosen.emit(self.current))
        self._nothing = PlainLabel(nothing, tone="secondary", wraps=True, name=f"{name}_nothing")
        card = QFrame()
        card.setProperty("surface", "card")
        inside = QVBoxLayout(card)
        inside.setContentsMargins(4, 4, 4, 4)
        inside.addWidget(self.view)
        inside.addWidget(self._nothing)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(8)
        column.addWidget(self.search)
        column.addWidget(card, 1)
        theme.changed.connect(self._fit)

    @property
    def current(self) -> str:
        """The key of the current row, empty for none."""
        index = self.view.currentIndex()
        entry = self._model.entry(index.row()) if index.isValid() else None
        return entry.key if isinstance(entry, PickerRow) else ""

    def set_rows(self, rows: Sequence[PickerRow]) -> None:
        """Show these rows; the current one stays if it is still there, else the first that isn't dim is."""
        self._rows = tuple(rows)
        self.search.setVisible(len(self._rows) >= _SEARCH_FROM)
        self._show_rows()
        if not self.current:
            self.choose(next((row.key for row in self._rows if not row.is_dim), ""))
        self._fit()

    def choose(self, key: str) -> None:
        """Make a row the current one, if it is shown."""
        place = self._model.place_of(key)
        if place >= 0:
            self.view.setCurrentIndex(self._model.index(place))

    def _show_rows(self) -> None:
        key = self.current
        self._model.show_rows(self._rows, self.search.text())
        has_rows = bool(self._model.choosable)
        self.view.setVisible(has_rows)
        self._nothing.setVisible(not has_rows)
        self.choose(key)
        if self.current != key:
            self.chosen.emit(self.current)

    def _fit(self) -> None:
        self._delegate.measure(self._rows)
        self.view.doItemsLayout()
        heights = [self._delegate.height_of(row) for row in self._rows[:_ROWS]]
        self.view.setFixedHeight(max(sum(heights) + 4, self._theme.row_height(44)))
