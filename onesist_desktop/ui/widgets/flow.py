# SPDX-License-Identifier: MIT
"""A row that goes on in the next line where its room ends, so that large text and narrow windows cut nothing off."""

from __future__ import annotations

from PySide6.QtCore import QRect, QSize, Qt
from PySide6.QtWidgets import QLayout, QLayoutItem, QSizePolicy, QWidget


class FlowLayout(QLayout):
    """Lays widgets out from left to right, then in further lines. Hidden ones take no room.

    Args:
        gap: Room between widgets and between lines, in logical pixels.
        push_last: Move the last widget to the right end of its line.
    """

    def __init__(self, parent: QWidget | None = None, *, gap: int = 8, push_last: bool = False) -> None:
        super().__init__(parent)
        self._items: list[QLayoutItem] = []
        self._gap = gap
        self._push_last = push_last
        self.setContentsMargins(0, 0, 0, 0)

    def addItem(self, item: QLayoutItem) -> None:
        """Take an item; Qt calls this."""
        self._items.append(item)

    def count(self) -> int:
        """Return how many items there are."""
        return len(self._items)

    def itemAt(self, index: int) -> QLayoutItem | None:
        """Return an item, None beyond the last."""
        return self._items[index] if 0 <= index < len(self._items) else None

    def takeAt(self, index: int) -> QLayoutItem | None:
        """Give an item away."""
        return self._items.pop(index) if 0 <= index < len(self._items) else None

    def expandingDirections(self) -> Qt.Orientation:
        """Want no more room than the widgets do."""
        return Qt.Orientation(0)

    def hasHeightForWidth(self) -> bool:
        """Say that a narrow row is a high one."""
        return True

    def heightForWidth(self, width: int) -> int:
        """Return the height that all lines need."""
        margins = self.contentsMargins()
        inner = width - margins.left() - margins.right()
        lines = self._lines(inner)
        height = sum(_height(line) for line in lines) + self._gap * max(0, len(lines) - 1)
        return height + margins.top() + margins.bottom()

    def sizeHint(self) -> QSize:
        """Ask for one line."""
        shown = self._shown()
        width = sum(item.sizeHint().width() for item in shown) + self._gap * max(0, len(shown) - 1)
        return self._with_margins(QSize(width, _height(shown)))

    def minimumSize(self) -> QSize:
        """Be content with the widest widget."""
        shown = self._shown()
        width = max((item.minimumSize().width() for item in shown), default=0)
        return self._with_margins(QSize(width, _height(shown)))

    def setGeometry(self, rect: QRect) -> None:
        """Put everything in its place."""
        super().setGeometry(rect)
        margins = self.contentsMargins()
        inner = rect.marginsRemoved(margins)
        is_mirrored = self._is_mirrored()
        shown = self._shown()
        y = inner.top()
        for line in self._lines(inner.width()):
            height = _height(line)
            x = 0
            for item in line:
                width = min(item.sizeHint().width(), inner.width())
                if self._push_last and item is shown[-1]:
                    x = max(x, inner.width() - width)
                left = inner.right() + 1 - x - width if is_mirrored else inner.left() + x
                own = height if item.sizeHint().height() > height else item.sizeHint().height()
                item.setGeometry(QRect(left, y + (height - own) // 2, width, own))
                x += width + self._gap
            y += height + self._gap

    def _is_mirrored(self) -> bool:
        parent = self.parentWidget()
        return parent is not None and parent.layoutDirection() is Qt.LayoutDirection.RightToLeft

    def _shown(self) -> list[QLayoutItem]:
        return [item for item in self._items if not item.isEmpty()]

    def _lines(self, width: int) -> list[list[QLayoutItem]]:
        lines: list[list[QLayoutItem]] = []
        used = 0
        for item in self._shown():
            wanted = item.sizeHint().width()
            if not lines or used + self._gap + wanted > width:
                lines.append([])
                used = wanted
            else:
                used += self._gap + wanted
            lines[-1].append(item)
        return lines

    def _with_margins(self, size: QSize) -> QSize:
        margins = self.contentsMargins()
        return size + QSize(margins.left() + margins.right(), margins.top() + margins.bottom())


class FlowRow(QWidget):
    """A widget with such a row, for layouts that ask widgets only for their height at a width."""

    def __init__(self, *, gap: int = 8, push_last: bool = False, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.flow = FlowLayout(self, gap=gap, push_last=push_last)
        policy = QSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)

    def add(self, *widgets: QWidget) -> None:
        """Put widgets at the end."""
        for widget in widgets:
            self.flow.addWidget(widget)


def _height(line: list[QLayoutItem]) -> int:
    return max((item.sizeHint().height() for item in line), default=0)
