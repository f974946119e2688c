# SPDX-License-Identifier: MIT
"""How full something is: a bar, and always a figure in words beside it."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QRectF, QSize, Qt
from PySide6.QtGui import QFontMetrics, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QVBoxLayout, QWidget

from onesist_desktop.ui.theme.theme import Theme
from onesist_desktop.ui.widgets.grounds import fill_part, fill_rounded, paint_outline
from onesist_desktop.ui.widgets.labels import StepLabel
from onesist_desktop.ui.widgets.metrics import is_mirrored, restyle
from onesist_desktop.ui.widgets.tips import plain_tip

ALMOST_FULL = 0.8
"""Above this part a bar is in the warning's colour."""
_BAR = 48
_GAP = 8


class Meter(QWidget):
    """A bar of 6 with words after it, on one line."""

    def __init__(self, theme: Theme, *, bar_width: int = _BAR, name: str = "", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._fraction: float | None = None
        self._words = ""
        self._bar_width = bar_width
        self.setObjectName(name)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        theme.changed.connect(self.updateGeometry)
        theme.changed.connect(self.update)

    @property
    def words(self) -> str:
        """The figure in words."""
        return self._words

    @property
    def fraction(self) -> float | None:
        """The part that is full, 0 to 1; None if nobody knows."""
        return self._fraction

    def show(self, fraction: float | None = None, words: str | None = None) -> None:
        """Show how full it is. Without words it is Qt's own ``show``.

        Args:
            fraction: 0 to 1, more counts as 1; None where it isn't known: then there is no bar, and the words have to say so.
            words: The figure, such as "38 % full".
        """
        if words is None:
            super().show()
            return
        self._fraction = None if fraction is None else min(1.0, max(0.0, fraction))
        self._words = words
        self.setAccessibleName(words)
        self.setToolTip(plain_tip(words))
        self.updateGeometry()
        self.update()
        super().show()

    def sizeHint(self) -> QSize:
        """Ask for the bar and the whole of the words."""
        metrics = QFontMetrics(self._theme.font("caption"))
        width = metrics.horizontalAdvance(self._words) + 1
        if self._fraction is not None:
            width += self._theme.icon_size(self._bar_width) + _GAP
        return QSize(width, max(16, self._theme.line_height("caption")))

    def minimumSizeHint(self) -> QSize:
        """Nothing less."""
        return self.sizeHint()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the bar, then the words."""
        theme, painter = self._theme, QPainter(self)
        words = QRectF(self.rect())
        mirrored = is_mirrored(self)
        if self._fraction is not None:
            width, height = theme.icon_size(self._bar_width), theme.icon_size(6)
            left = self.width() - width if mirrored else 0
            bar = QRectF(left, (self.height() - height) / 2, width, height)
            paint_bar(painter, bar, theme, self._fraction, is_mirrored=mirrored)
            words = words.adjusted(0, 0, -width - _GAP, 0) if mirrored else words.adjusted(width + _GAP, 0, 0, 0)
        painter.setFont(theme.font("caption"))
        painter.setPen(theme.color(words_color(self._fraction)))
        edge = Qt.AlignmentFlag.AlignRight if mirrored else Qt.AlignmentFlag.AlignLeft
        painter.drawText(words, edge | Qt.AlignmentFlag.AlignAbsolute | Qt.AlignmentFlag.AlignVCenter, self._words)
        painter.end()

    def changeEvent(self, event: QEvent) -> None:
        """Be painted again where the direction of writing changed."""
        super().changeEvent(event)
        if event.type() is QEvent.Type.LayoutDirectionChange:
            self.update()


class BudgetBar(QWidget):
    """A bar of 8 over its whole width, with the figure in words above it."""

    def __init__(self, theme: Theme, *, name: str = "", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName(name)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(6)
        self._words = StepLabel(theme, wraps=True, tone="secondary", name="budget_words")
        self._bar = _Bar(theme)
        column.addWidget(self._words)
        column.addWidget(self._bar)

    @property
    def words(self) -> str:
        """The figure in words."""
        return self._words.text()

    def show_budget(self, fraction: float | None, words: str) -> None:
        """Show how much of a budget is used: 0 to 1, None where it isn't known; then the words have to say so."""
        self._words.setText(words)
        restyle(self._words, "tone", "warning" if fraction is not None and fraction > ALMOST_FULL else "secondary")
        self._bar.fraction = fraction
        self._bar.setVisible(fraction is not None)
        self._bar.update()
        self.setAccessibleName(words)


class _Bar(QWidget):
    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.fraction: float | None = None
        self._theme = theme
        self.setFixedHeight(8)
        theme.changed.connect(self.update)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint it."""
        painter = QPainter(self)
        paint_bar(painter, QRectF(self.rect()), self._theme, self.fraction or 0, is_mirrored=is_mirrored(self))
        painter.end()


def paint_bar(painter: QPainter, rect: QRectF, theme: Theme, fraction: float, *, is_mirrored: bool = False) -> None:
    """Paint a bar, also for delegates: ink up to 80 %, the warning's colour above."""
    fill_rounded(painter, rect, theme.color("meter_track"), rect.height() / 2)
    ink = theme.color("warning_text" if fraction > ALMOST_FULL else "meter_fill")
    fill_part(painter, rect, fraction, ink, is_mirrored=is_mirrored)
    if theme.is_high_contrast:
        paint_outline(painter, rect, theme.color("border_control"), rect.height() / 2)


def words_color(fraction: float | None) -> str:
    """Return the token of the words beside a bar."""
    return "warning_text" if fraction is not None and fraction > ALMOST_FULL else "text_secondary"
