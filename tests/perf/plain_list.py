# SPDX-License-Identifier: MIT
"""The yardstick of the transcript: a QListView whose delegate lays each message out with a QTextDocument. Nothing clever in it."""

from __future__ import annotations

from PySide6.QtCore import QAbstractListModel, QModelIndex, QPersistentModelIndex, QSize, Qt
from PySide6.QtGui import QPainter, QTextDocument
from PySide6.QtWidgets import QAbstractItemView, QListView, QStyledItemDelegate, QStyleOptionViewItem

Index = QModelIndex | QPersistentModelIndex


class TextModel(QAbstractListModel):
    """Texts in a list."""

    def __init__(self, texts: list[str]) -> None:
        super().__init__()
        self.texts = texts

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        return 0 if parent.isValid() else len(self.texts)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> str | None:
        return self.texts[index.row()] if role == Qt.ItemDataRole.DisplayRole else None

    def change_last(self, text: str) -> None:
        self.texts[-1] = text
        last = self.index(len(self.texts) - 1)
        self.dataChanged.emit(last, last)


class DocumentDelegate(QStyledItemDelegate):
    """Sets a document for each size and each painting."""

    def __init__(self, width: int) -> None:
        super().__init__()
        self._width = width

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        return QSize(self._width, int(self._document(index).size().height()) + 16)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        painter.save()
        painter.translate(option.rect.topLeft())
        self._document(index).drawContents(painter)
        painter.restore()

    def _document(self, index: Index) -> QTextDocument:
        document = QTextDocument()
        document.setTextWidth(self._width)
        document.setMarkdown(index.data())
        return document


def plain_list(texts: list[str], width: int) -> QListView:
    """Make the list, at its end once it is shown."""
    view = QListView()
    view.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
    view.setItemDelegate(DocumentDelegate(width))
    view.setModel(TextModel(texts))
    return view
