# SPDX-License-Identifier: MIT
"""The list of the items: arrows walk it, Space or a click on a tick leaves an item out or takes it in again."""

from __future__ import annotations

from PySide6.QtCore import QPointF, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent, Qt
from PySide6.QtWidgets import QFrame, QListView, QWidget

from onesist_desktop.services.views import DueItem
from onesist_desktop.ui.dialogs.handoff.items_delegate import ItemsDelegate
from onesist_desktop.ui.dialogs.handoff.items_model import DueItemsModel
from onesist_desktop.ui.provider_book import ProviderBook
from onesist_desktop.ui.theme.theme import Theme


class ItemsList(QListView):
    """The current row is the one whose text is marked; ticks are apart from it.

    Signals:
        chosen(row: int): Another row is the current one; -1 for none.
        changed(): Something was left out or taken in.
        refused(item: DueItem): That one doesn't fit.
    """

    chosen = Signal(int)
    changed = Signal()
    refused = Signal(object)

    def __init__(self, theme: Theme, book: ProviderBook, model: DueItemsModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._due = model
        self._pressed = -1
        self.setObjectName("handoff_items")
        self.setAccessibleName(self.tr("Items"))
        self.setAccessibleDescription(self.tr("Space leaves an item out or takes it in again"))
        self._rows = ItemsDelegate(theme, book, self)
        self.setItemDelegate(self._rows)
        self.setModel(model)
        self.setUniformItemSizes(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setMouseTracking(True)
        self.setVerticalScrollMode(QListView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setEditTriggers(QListView.EditTrigger.NoEditTriggers)
        self.setMinimumHeight(3 * self._rows.row_height())
        self.selectionModel().currentChanged.connect(lambda now, _before: self.chosen.emit(now.row()))
        theme.changed.connect(self._on_theme_changed)

    def go_to(self, row: int) -> None:
        """Make a row the current one and show it."""
        index = self._due.index(row)
        if index.isValid() and index != self.currentIndex():
            self.setCurrentIndex(index)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Leave out or take in by Space."""
        row = self.currentIndex().row()
        if event.key() == Qt.Key.Key_Space and row >= 0 and not event.modifiers():
            self._toggle(row)
        else:
            super().keyPressEvent(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Remember whose tick is pressed: it changes when the button is let go at the same place."""
        self._pressed = self._tick_at(event.position()) if event.button() is Qt.MouseButton.LeftButton else -1
        super().mousePressEvent(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Leave out or take in."""
        super().mouseReleaseEvent(event)
        pressed, self._pressed = self._pressed, -1
        if pressed >= 0 and pressed == self._tick_at(event.position()):
            self._toggle(pressed)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Count quick clicks on a tick one by one."""
        self.mousePressEvent(event)

    def _toggle(self, row: int) -> None:
        item: DueItem = self._due.items[row]
        if self._due.toggle(row):
            self.changed.emit()
        else:
            self.refused.emit(item)

    def _tick_at(self, pos: QPointF) -> int:
        index = self.indexAt(pos.toPoint())
        return index.row() if index.isValid() and self._rows.is_tick(self.visualRect(index), pos.x()) else -1

    def _on_theme_changed(self) -> None:
        self.setMinimumHeight(3 * self._rows.row_height())
        self.scheduleDelayedItemsLayout()
        self.viewport().update()
