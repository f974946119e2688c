# SPDX-License-Identifier: MIT
"""A button that shows beside its words which keys do the same."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QRect, QSize, Qt
from PySide6.QtGui import QFontMetrics, QPainter, QPaintEvent
from PySide6.QtWidgets import QStyle, QStyleOptionButton, QWidget

from onesist_desktop.ui.theme.theme import Theme
from onesist_desktop.ui.widgets.buttons import FlatButton

_GAP = 10
_EDGE = 12


class ShortcutButton(FlatButton):
    """Left-aligned; the keys give way where there is no room for them."""

    def __init__(
        self,
        theme: Theme,
        text: str,
        *,
        glyph: str,
        name: str,
        on_click: Callable[[], object],
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(text, glyph=glyph, name=name, on_click=on_click, parent=parent)
        self._theme = theme
        self._keys = ""
        self.setProperty("align", "left")

    def set_keys(self, keys: str) -> None:
        """Show these keys, in the desktop's own form; empty for none."""
        self._keys = keys
        self.setAccessibleDescription(keys)
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the button, then its keys behind its words."""
        super().paintEvent(event)
        place = self._keys_rect()
        if not self._keys or place.isEmpty():
            return
        painter = QPainter(self)
        painter.setFont(self._theme.font("caption"))
        painter.setPen(self._theme.color("text_secondary" if self.isEnabled() else "text_disabled"))
        painter.drawText(place, int(Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextSingleLine), self._keys)
        painter.end()

    def _keys_rect(self) -> QRect:
        """Return where the keys stand, empty where there is no room."""
        option = QStyleOptionButton()
        self.initStyleOption(option)
        inner = self.style().subElementRect(QStyle.SubElement.SE_PushButtonContents, option, self)
        words = self.fontMetrics().size(Qt.TextFlag.TextShowMnemonic, self.text()).width()
        taken = words + self.iconSize().width() + 4 + _GAP
        wanted = QFontMetrics(self._theme.font("caption")).horizontalAdvance(self._keys) + 2
        left = max(inner.left(), _EDGE) + taken
        if left + wanted > self.width() - _EDGE:
            return QRect()
        place = QRect(left, 0, wanted, self.height())
        return QStyle.visualRect(self.layoutDirection(), self.rect(), place)

    def minimumSizeHint(self) -> QSize:
        """Be content with the words."""
        return super().sizeHint()
