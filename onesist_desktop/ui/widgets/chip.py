# SPDX-License-Identifier: MIT
"""A chip: something that goes with a message, such as a file, until it is taken off."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFontMetrics, QKeyEvent, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QAbstractButton, QSizePolicy, QToolButton, QWidget

from onesist_desktop.ui.theme.theme import Theme
from onesist_desktop.ui.widgets.glyphs import glyph_icon, paint_glyph
from onesist_desktop.ui.widgets.grounds import fill_rounded, paint_outline, paint_ring
from onesist_desktop.ui.widgets.metrics import is_mirrored
from onesist_desktop.ui.widgets.tips import plain_tip

_HEIGHT = 24
_PADDING = 8
_GAP = 6
_CROSS = 24
_MAX_LETTERS = 28


class Chip(QAbstractButton):
    """A chip of 24. Clicking it, Enter or Space says :attr:`clicked`; the cross, Delete or Backspace says :attr:`removed`.

    Args:
        remove_label: Name and tooltip of the cross, such as "Take off notes.md"; empty for a chip that stays.

    Signals:
        removed(): The person wants it gone. Whoever made it takes it away.
    """

    removed = Signal()

    def __init__(
        self, theme: Theme, text: str, *, glyph: str = "", remove_label: str = "", name: str = "", parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._theme = theme
        self._glyph = glyph
        self._cross: QToolButton | None = None
        self.setObjectName(name)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        if remove_label:
            self._cross = QToolButton(self)
            self._cross.setObjectName("remove_chip")
            self._cross.setProperty("bare", True)
            # By keyboard the chip itself takes Delete: a second stop per chip would double the way through.
            self._cross.setFocusPolicy(Qt.FocusPolicy.NoFocus)
            self._cross.setAccessibleName(remove_label)
            self._cross.setToolTip(remove_label)
            self._cross.clicked.connect(self.removed)
            self.setAccessibleDescription(remove_label)
        self.set_text(text)
        self._measure()
        theme.changed.connect(self._measure)

    def set_text(self, text: str) -> None:
        """Say something else. Long texts are cut in the middle; the whole is in the tooltip and the accessible name."""
        self.setText(text)
        self.setAccessibleName(text)
        self.setToolTip(plain_tip(text) if self._shown_text() != text else "")
        self.updateGeometry()

    def sizeHint(self) -> QSize:
        """Ask for icon, words and cross."""
        width = _PADDING + QFontMetrics(self._theme.font("caption")).horizontalAdvance(self._shown_text()) + 1
        width += self._theme.icon_size(14) + _GAP if self._glyph else 0
        width += self._cross_side() if self._cross is not None else _PADDING
        return QSize(width, max(_HEIGHT, self._theme.line_height("caption") + 8))

    def minimumSizeHint(self) -> QSize:
        """Nothing less."""
        return self.sizeHint()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Take the chip off by Delete or Backspace."""
        if self._cross is not None and event.key() in {Qt.Key.Key_Delete, Qt.Key.Key_Backspace}:
            self.removed.emit()
            return
        if event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter}:
            self.click()
            return
        super().keyPressEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keep the cross at its end."""
        super().resizeEvent(event)
        self._place()

    def changeEvent(self, event: QEvent) -> None:
        """Follow the direction of writing."""
        super().changeEvent(event)
        if event.type() is QEvent.Type.LayoutDirectionChange:
            self._place()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint it."""
        theme, painter = self._theme, QPainter(self)
        box, radius, mirrored = QRectF(self.rect()), theme.radius("control"), is_mirrored(self)
        ground = "bg_pressed" if self.isDown() else "bg_hover" if self.underMouse() else "bg_panel"
        fill_rounded(painter, box, theme.color(ground), radius)
        paint_outline(painter, box, theme.color("border_control" if theme.is_high_contrast else "line_strong"), radius)
        if self.hasFocus():
            paint_ring(painter, box, theme.color("focus"), radius)
        end = self._cross_side() if self._cross is not None else _PADDING
        inner = box.adjusted(end, 0, -_PADDING, 0) if mirrored else box.adjusted(_PADDING, 0, -end, 0)
        if self._glyph:
            side = theme.icon_size(14)
            left = inner.right() - side if mirrored else inner.left()
            paint_glyph(painter, QRectF(left, (self.height() - side) / 2, side, side), self._glyph, theme.color("text_secondary"))
            inner = inner.adjusted(0, 0, -side - _GAP, 0) if mirrored else inner.adjusted(side + _GAP, 0, 0, 0)
        painter.setFont(theme.font("caption"))
        painter.setPen(theme.color("text_primary" if self.isEnabled() else "text_disabled"))
        edge = Qt.AlignmentFlag.AlignRight if mirrored else Qt.AlignmentFlag.AlignLeft
        painter.drawText(inner, edge | Qt.AlignmentFlag.AlignAbsolute | Qt.AlignmentFlag.AlignVCenter, self._shown_text())
        painter.end()

    def _shown_text(self) -> str:
        metrics = QFontMetrics(self._theme.font("caption"))
        return metrics.elidedText(self.text(), Qt.TextElideMode.ElideMiddle, metrics.averageCharWidth() * _MAX_LETTERS)

    def _cross_side(self) -> int:
        return max(_CROSS, self._theme.icon_size(12) + 12)

    def _measure(self) -> None:
        if self._cross is not None:
            side = self._theme.icon_size(12)
            self._cross.setIcon(glyph_icon("close", self._theme.color("text_secondary"), size=side))
            self._cross.setIconSize(QSize(side, side))
        self.updateGeometry()
        self.update()

    def _place(self) -> None:
        if self._cross is not None:
            side = self._cross_side()
            self._cross.setGeometry(0 if is_mirrored(self) else self.width() - side, 0, side, self.height())
