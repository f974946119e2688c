# SPDX-License-Identifier: MIT
"""Badges: an icon and a word, never a colour alone."""

from __future__ import annotations

from enum import StrEnum

from PySide6.QtCore import QEvent, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFont, QFontMetrics, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from onesist_desktop.ui.theme.theme import Theme
from onesist_desktop.ui.widgets.glyphs import paint_glyph
from onesist_desktop.ui.widgets.grounds import fill_rounded, paint_outline
from onesist_desktop.ui.widgets.metrics import is_mirrored

_HEIGHT = 20
_PADDING = 6
_GAP = 4
_ICON = 12


class BadgeTone(StrEnum):
    """What a badge means."""

    NEUTRAL = "neutral"
    SUCCESS = "success"
    WARNING = "warning"
    DANGER = "danger"
    ACCENT = "accent"


_COLORS = {
    BadgeTone.NEUTRAL: ("text_secondary", "bg_hover"),
    BadgeTone.SUCCESS: ("success_text", "success_bg"),
    BadgeTone.WARNING: ("warning_text", "warning_bg"),
    BadgeTone.DANGER: ("danger_text", "danger_bg"),
    BadgeTone.ACCENT: ("accent_text", "accent_soft"),
}


class Badge(QWidget):
    """A badge of 20. Its text is what a screen reader says."""

    def __init__(
        self,
        theme: Theme,
        text: str = "",
        tone: BadgeTone = BadgeTone.NEUTRAL,
        *,
        glyph: str = "",
        name: str = "",
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._theme = theme
        self.setObjectName(name)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.show_badge(text, tone, glyph)
        theme.changed.connect(self.updateGeometry)
        theme.changed.connect(self.update)

    @property
    def text(self) -> str:
        """What it says."""
        return self._text

    def show_badge(self, text: str, tone: BadgeTone = BadgeTone.NEUTRAL, glyph: str = "") -> None:
        """Say something else."""
        self._text, self._tone, self._glyph = text, tone, glyph
        self.setAccessibleName(text)
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        """Ask for icon and word."""
        return badge_size(self._theme, self._text, self._glyph)

    def minimumSizeHint(self) -> QSize:
        """Nothing less: a word that is cut says something else."""
        return self.sizeHint()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint it."""
        painter = QPainter(self)
        paint_badge(painter, QRectF(self.rect()), self._theme, self._text, self._tone, self._glyph, is_mirrored=is_mirrored(self))
        painter.end()

    def changeEvent(self, event: QEvent) -> None:
        """Be painted again where the direction of writing changed."""
        super().changeEvent(event)
        if event.type() is QEvent.Type.LayoutDirectionChange:
            self.update()


def badge_size(theme: Theme, text: str, glyph: str = "") -> QSize:
    """Return the room that a badge needs, for delegates."""
    side = theme.icon_size(_ICON)
    width = 2 * _PADDING + (side if glyph else 0) + (_GAP if glyph and text else 0)
    return QSize(width + QFontMetrics(_font(theme)).horizontalAdvance(text) + 1, max(_HEIGHT, theme.line_height("caption") + 4))


def paint_badge(
    painter: QPainter, rect: QRectF, theme: Theme, text: str, tone: BadgeTone, glyph: str = "", *, is_mirrored: bool = False
) -> None:
    """Paint a badge into a box of :func:`badge_size`, for delegates. In high contrast it has an outline instead of a tint."""
    ink, ground = (theme.color(name) for name in _COLORS[tone])
    radius = theme.radius("small")
    if theme.is_high_contrast:
        fill_rounded(painter, rect, theme.color("bg_canvas"), radius)
        paint_outline(painter, rect, ink, radius, 1)
    else:
        fill_rounded(painter, rect, ground, radius)
    inner = rect.adjusted(_PADDING, 0, -_PADDING, 0)
    if glyph:
        side = theme.icon_size(_ICON)
        left = inner.right() - side if is_mirrored else inner.left()
        paint_glyph(painter, QRectF(left, rect.center().y() - side / 2, side, side), glyph, ink)
        inner = inner.adjusted(0, 0, -side - _GAP, 0) if is_mirrored else inner.adjusted(side + _GAP, 0, 0, 0)
    _paint_word(painter, inner, text, _font(theme), ink)


def _paint_word(painter: QPainter, rect: QRectF, text: str, font: QFont, color: QColor) -> None:
    painter.save()
    painter.setFont(font)
    painter.setPen(color)
    painter.drawText(rect, Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextSingleLine, text)
    painter.restore()


def _font(theme: Theme) -> QFont:
    font = theme.font("caption")
    font.setWeight(QFont.Weight.Medium)
    return font
