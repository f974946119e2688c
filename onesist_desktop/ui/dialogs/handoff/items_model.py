# SPDX-License-Identifier: MIT
"""The items that a send could hand over, and which of them the person left out."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from PySide6.QtCore import QAbstractListModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from onesist_desktop.services.views import DueItem
from onesist_desktop.ui.dialogs.handoff.item_words import item_words, spoken
from onesist_desktop.ui.provider_book import ProviderBook

DUE_ITEM = Qt.ItemDataRole.UserRole + 1
WORDS = Qt.ItemDataRole.UserRole + 2
FITS = Qt.ItemDataRole.UserRole + 3
Name = tuple[int, int]


class DueItemsModel(QAbstractListModel):
    """Ticks change here at once; whether all of it fits is told by the next preview."""

    def __init__(self, book: ProviderBook, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._book = book
        self._items: Sequence[DueItem] = ()
        self._left_out: set[Name] = set()
        self._ticked: set[Name] = set()

    @property
    def items(self) -> Sequence[DueItem]:
        """All items that are listed."""
        return self._items

    @property
    def left_out(self) -> tuple[Name, ...]:
        """Names of what was left out by the person."""
        return tuple(sorted(self._left_out))

    @property
    def has_ticks(self) -> bool:
        """Whether one is ticked at least."""
        return bool(self._ticked)

    def show_items(self, items: Sequence[DueItem], left_out: Iterable[Name]) -> None:
        """Show these items. Where they are the same ones, rows stay what and where they are."""
        is_same = [item.name for item in items] == [item.name for item in self._items]
        if not is_same:
            self.beginResetModel()
        self._items = items
        self._left_out = set(left_out)
        self._ticked = {item.name for item in items if item.is_chosen}
        if not is_same:
            self.endResetModel()
        elif items:
            self.dataChanged.emit(self.index(0), self.index(len(items) - 1))

    def toggle(self, row: int) -> bool:
        """Leave an item out or take it in again. Returns False for one that doesn't fit."""
        name = self._items[row].name
        if name in self._ticked:
            self._ticked.discard(name)
            self._left_out.add(name)
        elif name in self._left_out:
            self._left_out.discard(name)
            self._ticked.add(name)
        else:
            return False
        self.dataChanged.emit(self.index(row), self.index(row))
        return True

    def take_all_in(self) -> None:
        """Leave nothing out any more."""
        self._ticked |= self._left_out.intersection(item.name for item in self._items)
        self._left_out = set()
        if self._items:
            self.dataChanged.emit(self.index(0), self.index(len(self._items) - 1))

    def rowCount(self, parent: QModelIndex | QPersistentModelIndex | None = None) -> int:
        """Return how many items are listed."""
        return 0 if parent is not None and parent.isValid() else len(self._items)

    def data(self, index: QModelIndex | QPersistentModelIndex, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """Return an item's words, its tick, or the item itself."""
        if not index.isValid():
            return None
        item = self._items[index.row()]
        is_ticked = item.name in self._ticked
        if role == DUE_ITEM:
            return item
        if role == FITS:
            return is_ticked or item.name in self._left_out
        if role == Qt.ItemDataRole.CheckStateRole:
            return Qt.CheckState.Checked if is_ticked else Qt.CheckState.Unchecked
        if role not in {WORDS, Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole, Qt.ItemDataRole.ToolTipRole}:
            return None
        words = item_words(item, self._book.title, is_ticked=is_ticked, is_left_out=item.name in self._left_out)
        if role == WORDS:
            return words
        return spoken(words, item) if role == Qt.ItemDataRole.AccessibleTextRole else words.line

    def flags(self, index: QModelIndex | QPersistentModelIndex) -> Qt.ItemFlag:
        """Every row can be the current one, also one that doesn't fit: it says why."""
        found = super().flags(index)
        return found | Qt.ItemFlag.ItemIsUserCheckable if index.isValid() else found
