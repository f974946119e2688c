# SPDX-License-Identifier: MIT
"""The line at the foot of the sidebar that says how many own copies there are and what they take."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, QLocale, QRectF, QSize, Qt
from PySide6.QtGui import QFontMetrics, QPainter, QPaintEvent
from PySide6.QtWidgets import QAbstractButton, QSizePolicy, QWidget

from onesist_desktop.services.workspace_views import CopyTotals
from onesist_desktop.ui.language import fill
from onesist_desktop.ui.theme.theme import Theme
from onesist_desktop.ui.widgets.glyphs import paint_glyph
from onesist_desktop.ui.widgets.grounds import paint_ring, paint_row_ground
from onesist_desktop.ui.widgets.metrics import is_mirrored
from onesist_desktop.ui.words import room_text

_HEIGHT = 32
_PADDING = 8
_GAP = 6


class OwnCopiesButton(QAbstractButton):
    """Opens the clean-up. Hidden while there is no own copy. In a narrow sidebar the size gives way, then the words, whole."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._words = self._numbers = self._short = ""
        self.setObjectName("own_copies")
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.hide()
        theme.changed.connect(self.updateGeometry)
        theme.changed.connect(self.update)

    @property
    def numbers(self) -> str:
        """The numbers beside the words."""
        return self._numbers

    def show_totals(self, totals: CopyTotals, removing: tuple[int, int] | None = None) -> None:
        """Show how many there are, or which of how many is being removed."""
        tr = QCoreApplication.translate
        if removing is not None:
            self._words = tr("Cleanup", "Removing")
            self._numbers = self._short = fill(tr("Cleanup", "%1 of %2"), *removing)
            spoken = fill(tr("Cleanup", "Removing own copies, %1 of %2. Open the clean-up."), *removing)
        else:
            self._words = tr("Cleanup", "Own copies")
            count = self._short = QLocale().toString(totals.count)
            if totals.size_bytes is None:
                self._numbers = count
                spoken = fill(tr("Cleanup", "Own copies: %1. Open the clean-up."), count)
            else:
                size = room_text(totals.size_bytes)
                self._numbers = fill(tr("Cleanup", "%1 · %2", "number and size of own copies"), count, size)
                spoken = fill(tr("Cleanup", "Own copies: %1, %2. Open the clean-up."), count, size)
        self.setAccessibleName(spoken)
        self.setToolTip(tr("Cleanup", "Clean up own copies…"))
        self.setVisible(removing is not None or totals.count > 0)
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        """Ask for icon, words and numbers."""
        theme = self._theme
        words = QFontMetrics(theme.font("body")).horizontalAdvance(self._words)
        numbers = QFontMetrics(theme.font("body", is_tabular=True)).horizontalAdvance(self._numbers)
        width = 2 * _PADDING + theme.icon_size(16) + 2 * _GAP + 2 + words + numbers
        return QSize(width, theme.row_height(_HEIGHT))

    def minimumSizeHint(self) -> QSize:
        """Be content with the icon and the numbers."""
        theme = self._theme
        numbers = QFontMetrics(theme.font("body", is_tabular=True)).horizontalAdvance(self._numbers)
        return QSize(2 * _PADDING + theme.icon_size(16) + _GAP + min(numbers, theme.icon_size(48)), theme.row_height(_HEIGHT))

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint icon, words and numbers."""
        theme = self._theme
        painter = QPainter(self)
        box = QRectF(self.rect())
        is_hovered = self.underMouse() or self.isDown() or bool(self.property("hovered"))
        paint_row_ground(painter, box, theme, is_hovered=is_hovered)
        if self.hasFocus():
            paint_ring(painter, box, theme.color("focus"), 6)
        side = theme.icon_size(16)
        ink = theme.color("text_secondary")
        sign = QRectF(_PADDING, (box.height() - side) / 2, side, side)
        paint_glyph(painter, self._placed(sign), "folders", ink)
        painter.setPen(ink)
        numbers_font = theme.font("body", is_tabular=True)
        left = sign.right() + _GAP
        right = box.right() - _PADDING
        metrics = QFontMetrics(numbers_font)
        room = right - left
        words_width = QFontMetrics(theme.font("body")).horizontalAdvance(self._words) + 1
        beside = room - words_width - _GAP
        # Rather nothing than half of it, and the number to the last.
        has_size = metrics.horizontalAdvance(self._numbers) < (beside if beside > 0 else room)
        numbers = self._numbers if has_size else self._short
        if metrics.horizontalAdvance(numbers) < beside:
            painter.setFont(theme.font("body"))
            self._write(painter, QRectF(left, 0, words_width, box.height()), self._words)
            left += words_width + _GAP
        painter.setFont(numbers_font)
        self._write(painter, QRectF(left, 0, max(0.0, right - left), box.height()), numbers)
        painter.end()

    def _write(self, painter: QPainter, box: QRectF, text: str) -> None:
        shown = painter.fontMetrics().elidedText(text, Qt.TextElideMode.ElideRight, int(box.width()) + 1)
        side = Qt.AlignmentFlag.AlignRight if is_mirrored(self) else Qt.AlignmentFlag.AlignLeft
        flags = side | Qt.AlignmentFlag.AlignAbsolute | Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextSingleLine
        painter.drawText(self._placed(box), int(flags), shown)

    def _placed(self, box: QRectF) -> QRectF:
        return QRectF(self.width() - box.right(), box.top(), box.width(), box.height()) if is_mirrored(self) else box
