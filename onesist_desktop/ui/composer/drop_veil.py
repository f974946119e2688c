# SPDX-License-Identifier: MIT
"""What lies over the composer while files are dragged over it."""

from __future__ import annotations

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QWidget

from onesist_desktop.ui.theme.theme import Theme

_INSET = 4


class DropVeil(QWidget):
    """Says that what is let go here is attached. It takes no mouse, so the composer below gets the drop."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme
        self._covered = parent
        self.setObjectName("drop_veil")
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.hide()

    def cover(self) -> None:
        """Lie over the whole parent."""
        self.setGeometry(self._covered.rect())
        self.raise_()
        self.show()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the ground, a dashed outline and the words."""
        theme, painter = self._theme, QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        radius = theme.radius("composer")
        box = QRectF(self.rect()).adjusted(1, 1, -1, -1)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(theme.color("accent_soft"))
        painter.drawRoundedRect(box, radius, radius)
        pen = QPen(theme.color("focus"), 2)
        pen.setStyle(Qt.PenStyle.DashLine)
        painter.setPen(pen)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        inner = box.adjusted(_INSET, _INSET, -_INSET, -_INSET)
        painter.drawRoundedRect(inner, radius - _INSET, radius - _INSET)
        painter.setFont(theme.font("body_strong"))
        painter.setPen(theme.color("accent_text"))
        painter.drawText(inner, Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextWordWrap, self.tr("Drop files here to attach them"))
        painter.end()
