# SPDX-License-Identifier: MIT
"""The palette's rows: found entries with a heading before each section."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import QAbstractListModel, QCoreApplication, QModelIndex, QPersistentModelIndex, Qt

from onesist_desktop.ui.palette.entries import Found, Section

FOUND_ROLE = int(Qt.ItemDataRole.UserRole) + 1
_NO_PARENT = QModelIndex()


class PaletteModel(QAbstractListModel):
    """Rows are either a :class:`Section`, a heading that can't be chosen, or a :class:`Found`."""

    def __init__(self) -> None:
        super().__init__()
        self._rows: list[Section | Found] = []

    def show(self, found: Sequence[Found]) -> None:
        """Show other rows."""
        self.beginResetModel()
        self._rows = []
        section: Section | None = None
        for item in found:
            if item.entry.section is not section:
                section = item.entry.section
                self._rows.append(section)
            self._rows.append(item)
        self.endResetModel()

    def found_at(self, row: int) -> Found | None:
        """Return the entry of a row; None for a heading and beyond the end."""
        item = self._rows[row] if 0 <= row < len(self._rows) else None
        return item if isinstance(item, Found) else None

    def step(self, row: int, by: int) -> int:
        """Return the next row that can be chosen, up or down and around; -1 if there is none."""
        count = len(self._rows)
        for distance in range(1, count + 1):
            candidate = (row + by * distance) % count
            if self.found_at(candidate) is not None:
                return candidate
        return -1

    def rowCount(self, parent: QModelIndex | QPersistentModelIndex = _NO_PARENT) -> int:
        """Count the rows, headings included."""
        return 0 if parent.isValid() else len(self._rows)

    def flags(self, index: QModelIndex | QPersistentModelIndex) -> Qt.ItemFlag:
        """Say that a heading can't be chosen."""
        if self.found_at(index.row()) is None:
            return Qt.ItemFlag.NoItemFlags
        return Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable

    def data(self, index: QModelIndex | QPersistentModelIndex, role: int = int(Qt.ItemDataRole.DisplayRole)) -> Any:
        """Return a row's words."""
        if not index.isValid() or index.row() >= len(self._rows):
            return None
        item = self._rows[index.row()]
        if role == FOUND_ROLE:
            return item if isinstance(item, Found) else None
        if role == int(Qt.ItemDataRole.DisplayRole):
            return section_title(item) if isinstance(item, Section) else item.entry.text
        if role == int(Qt.ItemDataRole.AccessibleTextRole) and isinstance(item, Found):
            entry = item.entry
            return ", ".join(text for text in (entry.text, entry.hint, entry.shortcut) if text)
        return None


def section_title(section: Section) -> str:
    """Return the heading of a section."""
    match section:
        case Section.DO:
            return QCoreApplication.translate("Palette", "Do")
        case Section.GO_TO:
            return QCoreApplication.translate("Palette", "Go to")
