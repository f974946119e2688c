# SPDX-License-Identifier: MIT
"""What lies under the words of a row and around what has the focus. Painted, for delegates and widgets alike."""

from __future__ import annotations

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPen

from onesist_desktop.ui.theme.theme import Theme


def paint_row_ground(
    painter: QPainter,
    rect: QRectF,
    theme: Theme,
    *,
    is_hovered: bool = False,
    is_selected: bool = False,
    is_active: bool = True,
    has_ring: bool = False,
    radius: float = 6,
) -> None:
    """Paint the ground of a row.

    ``is_active`` says that the list of a selected row has the focus, ``has_ring`` that the row itself has the keyboard's. In high
    contrast a selected row has the ring as well.
    """
    name = ""
    if is_selected:
        name = "bg_selected" if is_active else "bg_selected_inactive"
    elif is_hovered:
        name = "bg_hover"
    if name:
        fill_rounded(painter, rect, theme.color(name), radius)
    if has_ring or (is_selected and theme.is_high_contrast):
        paint_ring(painter, rect, theme.color("focus"), radius)


def fill_rounded(painter: QPainter, rect: QRectF, color: QColor, radius: float) -> None:
    """Fill a box with round corners."""
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(color)
    painter.drawRoundedRect(rect, radius, radius)
    painter.restore()


def paint_outline(painter: QPainter, rect: QRectF, color: QColor, radius: float, width: float = 1) -> None:
    """Paint an outline of ``width`` along the inside of a box."""
    if radius <= 0:
        # A pen with antialiasing leaves square corners pale.
        inner = rect.adjusted(0, width, 0, -width)
        painter.fillRect(QRectF(rect.left(), rect.top(), rect.width(), width), color)
        painter.fillRect(QRectF(rect.left(), rect.bottom() - width, rect.width(), width), color)
        painter.fillRect(QRectF(inner.left(), inner.top(), width, inner.height()), color)
        painter.fillRect(QRectF(inner.right() - width, inner.top(), width, inner.height()), color)
        return
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(QPen(color, width))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    half = width / 2
    corner = max(0.0, radius - half)
    painter.drawRoundedRect(rect.adjusted(half, half, -half, -half), corner, corner)
    painter.restore()


def paint_ring(painter: QPainter, rect: QRectF, color: QColor, radius: float) -> None:
    """Paint the ring of what has the focus, along the inside of its box."""
    paint_outline(painter, rect, color, radius, 2)


def fill_part(painter: QPainter, rect: QRectF, fraction: float, color: QColor, *, is_mirrored: bool = False) -> None:
    """Fill the first part of a bar whose ends are round."""
    if fraction <= 0:
        return
    radius = rect.height() / 2
    outline = QPainterPath()
    outline.addRoundedRect(rect, radius, radius)
    width = rect.width() * min(1.0, fraction)
    left = rect.right() - width if is_mirrored else rect.left()
    part = QPainterPath()
    part.addRect(QRectF(left, rect.top(), width, rect.height()))
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.fillPath(outline.intersected(part), color)
    painter.restore()
