# SPDX-License-Identifier: MIT
"""Rows that are widgets, and the line between things. Long lists use a view with a delegate, which paints the same ground."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QFocusEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QAbstractButton, QFrame, QHBoxLayout, QLabel, QSizePolicy, QWidget

from onesist_desktop.ui.theme.theme import Theme
from onesist_desktop.ui.widgets.glyphs import glyph_pixmap
from onesist_desktop.ui.widgets.grounds import paint_row_ground
from onesist_desktop.ui.widgets.labels import ElidedLabel

_HEIGHT = 32
_KEYBOARD = {
    Qt.FocusReason.TabFocusReason,
    Qt.FocusReason.BacktabFocusReason,
    Qt.FocusReason.ShortcutFocusReason,
    Qt.FocusReason.OtherFocusReason,
}


class Row(QAbstractButton):
    """A row of 32 that can be chosen: icon, words, and at the end what :meth:`add` puts there.

    It has the ring inside while it has the focus by keyboard. A row that is selected without the focus in its list is paler:
    :meth:`set_selected` says which.
    """

    def __init__(self, theme: Theme, text: str, *, glyph: str = "", name: str = "", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._glyph = glyph
        self._is_selected = False
        self._is_active = True
        self._has_ring = False
        self.setObjectName(name)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self._line = QHBoxLayout(self)
        self._line.setContentsMargins(8, 0, 8, 0)
        self._line.setSpacing(8)
        self._sign = QLabel()
        self._sign.setVisible(bool(glyph))
        self._words = ElidedLabel()
        self._line.addWidget(self._sign)
        self._line.addWidget(self._words, 1)
        for child in (self._sign, self._words):
            child.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.set_text(text)
        self._measure()
        theme.changed.connect(self._measure)

    @property
    def is_selected(self) -> bool:
        """Whether it is the selected one."""
        return self._is_selected

    def set_text(self, text: str) -> None:
        """Say something else."""
        self.setText(text)
        self.setAccessibleName(text)
        self._words.set_text(text)

    def set_selected(self, is_selected: bool, *, is_active: bool = True) -> None:
        """Select it or not; ``is_active`` is False while the focus is outside its list."""
        self._is_selected, self._is_active = is_selected, is_active
        self.update()

    def add(self, widget: QWidget) -> None:
        """Put a widget at the end, such as a time, a badge or a button."""
        self._line.addWidget(widget)

    def sizeHint(self) -> QSize:
        """Be 32 high, more with larger text."""
        return QSize(self._line.sizeHint().width(), self._theme.row_height(_HEIGHT))

    def minimumSizeHint(self) -> QSize:
        """Be content with a few letters: the words are cut with an ellipsis."""
        return QSize(self._line.minimumSize().width(), self.sizeHint().height())

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Show the ring where the keyboard brought the focus."""
        self._has_ring = event.reason() in _KEYBOARD
        super().focusInEvent(event)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Take the ring off."""
        self._has_ring = False
        super().focusOutEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the ground; the words are widgets."""
        painter = QPainter(self)
        paint_row_ground(
            painter,
            QRectF(self.rect()),
            self._theme,
            is_hovered=self.underMouse() or self.isDown() or bool(self.property("hovered")),
            is_selected=self._is_selected,
            is_active=self._is_active,
            has_ring=self._has_ring,
        )
        painter.end()

    def _measure(self) -> None:
        if self._glyph:
            self._sign.setPixmap(glyph_pixmap(self._glyph, self._theme.color("text_secondary"), self._theme.icon_size(16)))
        self.updateGeometry()
        self.update()


class Divider(QFrame):
    """A hairline between rows or regions. It is decoration: nothing may depend on seeing it."""

    def __init__(self, *, is_vertical: bool = False, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("surface", "line")
        if is_vertical:
            self.setFixedWidth(1)
        else:
            self.setFixedHeight(1)
