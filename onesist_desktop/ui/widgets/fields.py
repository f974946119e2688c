# SPDX-License-Identifier: MIT
"""Fields: one for a search, and a frame that puts a label above a field and what is wrong with it below."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPalette, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QLineEdit, QStyle, QStyleOptionFrame, QToolButton, QVBoxLayout, QWidget

from onesist_desktop.ui.theme.theme import Theme
from onesist_desktop.ui.widgets.glyphs import glyph_icon, glyph_pixmap, paint_glyph
from onesist_desktop.ui.widgets.labels import PlainLabel, StepLabel
from onesist_desktop.ui.widgets.metrics import is_mirrored, restyle, scaled

_EDGE = 10
_RESTYLED = {QEvent.Type.FontChange, QEvent.Type.PaletteChange, QEvent.Type.LayoutDirectionChange}


class SearchField(QLineEdit):
    """A field with a magnifying glass, and a button that clears it once something is written.

    Args:
        short: Stands in the field instead of ``placeholder`` where that would be cut off.
    """

    def __init__(self, placeholder: str, *, short: str = "", name: str = "", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._purpose, self._short = placeholder, short or placeholder
        self.setObjectName(name)
        self.setPlaceholderText(placeholder)
        self.setAccessibleName(placeholder)
        self._clear = QToolButton(self)
        self._clear.setObjectName("clear_search")
        self._clear.setProperty("bare", True)
        self._clear.setCursor(Qt.CursorShape.ArrowCursor)
        # By keyboard a field is cleared by its own keys.
        self._clear.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._clear.setAccessibleName(self.tr("Clear the search"))
        self._clear.setToolTip(self.tr("Clear the search"))
        self._clear.clicked.connect(self.clear)
        self._clear.hide()
        self.textChanged.connect(self._on_changed)
        self._measure()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keep the button at its end."""
        super().resizeEvent(event)
        self._place()

    def changeEvent(self, event: QEvent) -> None:
        """Follow the text's size, the palette and the direction of writing."""
        super().changeEvent(event)
        if event.type() in _RESTYLED:
            self._measure()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the field, then the glass."""
        super().paintEvent(event)
        side = scaled(16)
        left = self.width() - _EDGE - side if is_mirrored(self) else _EDGE
        painter = QPainter(self)
        paint_glyph(painter, QRectF(left, (self.height() - side) / 2, side, side), "magnifying-glass", self._quiet())
        painter.end()

    def _quiet(self) -> QColor:
        return self.palette().color(QPalette.ColorRole.PlaceholderText)

    def _measure(self) -> None:
        side = scaled(16)
        self._clear.setIcon(glyph_icon("close", self._quiet(), size=side))
        self._clear.setIconSize(QSize(side, side))
        self._place()

    def _on_changed(self, text: str) -> None:
        if self._clear.isHidden() == bool(text):
            self._clear.setVisible(bool(text))
            self._place()

    def _place(self) -> None:
        # The button's room is only kept free while it is there: what the field is for may need it.
        glass, end = scaled(16) + 6, 0 if self._clear.isHidden() else scaled(16) + 6
        self.setTextMargins(*((end, 0, glass, 0) if is_mirrored(self) else (glass, 0, end, 0)))
        side = max(24, scaled(16) + 8)
        left = 4 if is_mirrored(self) else self.width() - side - 4
        self._clear.setGeometry(left, (self.height() - side) // 2, side, side)
        self._say_purpose()

    def _say_purpose(self) -> None:
        style, margins = QStyleOptionFrame(), self.textMargins()
        self.initStyleOption(style)
        room = self.style().subElementRect(QStyle.SubElement.SE_LineEditContents, style, self).width()
        room -= margins.left() + margins.right() + _EDGE // 2
        fits = self.fontMetrics().horizontalAdvance(self._purpose) <= room
        text = self._purpose if fits else self._short
        if text != self.placeholderText():
            self.setPlaceholderText(text)


class Field(QWidget):
    """A label, a field below it, and below that a line of help or of what is wrong.

    Args:
        field: What one writes or chooses in; it gets its accessible name and description here.
    """

    def __init__(self, theme: Theme, label: str, field: QWidget, *, help_text: str = "", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.field = field
        self._theme = theme
        self._help_text = help_text
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(4)
        self.label = PlainLabel(label)
        self.label.setBuddy(field)
        self._sign = QLabel()
        self._line = StepLabel(theme, wraps=True, name="field_line")
        row = QHBoxLayout()
        row.setSpacing(6)
        row.addWidget(self._sign, 0, Qt.AlignmentFlag.AlignTop)
        row.addWidget(self._line, 1)
        column.addWidget(self.label)
        column.addWidget(field)
        column.addLayout(row)
        field.setAccessibleName(label)
        theme.changed.connect(self._show)
        self._error = ""
        self._show()

    @property
    def error(self) -> str:
        """What is wrong; empty if nothing is."""
        return self._error

    def set_error(self, text: str) -> None:
        """Say in a sentence what is wrong with what was entered; empty if nothing is."""
        self._error = text
        self._show()

    def _show(self) -> None:
        text = self._error or self._help_text
        restyle(self.field, "invalid", bool(self._error))
        restyle(self._line, "tone", "danger" if self._error else "secondary")
        self._line.setText(text)
        self._line.setVisible(bool(text))
        self._sign.setVisible(bool(self._error))
        self._sign.setPixmap(glyph_pixmap("warning", self._theme.color("danger_text"), scaled(16)))
        self.field.setAccessibleDescription(text)
