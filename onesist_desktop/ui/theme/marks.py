# SPDX-License-Identifier: MIT
"""Marks of those who answer, painted: a shape by family, filled for an agent, hollow for a model.

All shapes are drawn on a square of 12 units with its centre at 6,6 and scaled from there.
"""

from __future__ import annotations

from math import cos, pi, sin

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QIcon, QPainter, QPainterPath, QPen, QPixmap, QPolygonF

from onesist_desktop.ui.theme.screens import screen_ratios

UNITS = 12.0
_CENTRE = UNITS / 2
_HOLLOW_STROKE = 1.8
# The arms of the cross are so thin that the usual stroke would leave no hole to see.
_HOLLOW_CROSS_STROKE = 1.3


def mark_path(shape: str) -> QPainterPath:
    """Return the outline of a shape on the 12-unit square; unknown shapes are a pentagon."""
    path = QPainterPath()
    match shape:
        case "circle":
            path.addEllipse(QPointF(_CENTRE, _CENTRE), 5.2, 5.2)
        case "square":
            path.addRoundedRect(QRectF(1.4, 1.4, 9.2, 9.2), 1.2, 1.2)
        case "diamond":
            path.addPolygon(_polygon(4, 5.9))
        case "hexagon":
            path.addPolygon(_polygon(6, 5.6))
        case "triangle":
            path.addPolygon(QPolygonF([QPointF(6, 0.9), QPointF(11.6, 10.7), QPointF(0.4, 10.7), QPointF(6, 0.9)]))
        case "cross":
            path.addRect(QRectF(_CENTRE - 2.1, _CENTRE - 5.4, 4.2, 10.8))
            bar = QPainterPath()
            bar.addRect(QRectF(_CENTRE - 5.4, _CENTRE - 2.1, 10.8, 4.2))
            path = path.united(bar)
        case _:
            path.addPolygon(_polygon(5, 5.7))
    path.closeSubpath()
    return path


def paint_mark(
    painter: QPainter, rect: QRectF, shape: str, color: QColor, *, hollow: bool = False, background: QColor | None = None
) -> None:
    """Paint a mark into ``rect``. A hollow one is filled with ``background``, so that lines behind it stop at its edge."""
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.translate(rect.topLeft())
    painter.scale(rect.width() / UNITS, rect.height() / UNITS)
    path = mark_path(shape)
    if hollow:
        # A stroke is centred on its path. Clipping to the path and doubling the width draws it on the inside.
        painter.setClipPath(path)
        painter.fillPath(path, background or QColor(Qt.GlobalColor.transparent))
        is_cross = shape == "cross"
        pen = QPen(color, (_HOLLOW_CROSS_STROKE if is_cross else _HOLLOW_STROKE) * 2)
        pen.setJoinStyle(Qt.PenJoinStyle.MiterJoin if is_cross else Qt.PenJoinStyle.RoundJoin)
        painter.strokePath(path, pen)
    else:
        painter.fillPath(path, color)
    painter.restore()


def mark_icon(
    shape: str,
    color: QColor,
    *,
    hollow: bool,
    size: int = 12,
    gap: int = 0,
    ratio: float | None = None,
    background: QColor | None = None,
) -> QIcon:
    """Return a mark as an icon, for buttons and menus.

    Args:
        shape: See :func:`mark_path`.
        color: Of the mark.
        hollow: Whether it is only an outline.
        size: In logical pixels.
        gap: Empty room at its right.
        ratio: Device pixels per logical one; None for what the usual screens and those at hand have.
        background: What a hollow mark is filled with; None for nothing.
    """
    icon = QIcon()
    for each in (ratio,) if ratio else screen_ratios():
        pixmap = QPixmap(QSize(size + gap, size) * each)
        pixmap.setDevicePixelRatio(each)
        pixmap.fill(Qt.GlobalColor.transparent)
        painter = QPainter(pixmap)
        paint_mark(painter, QRectF(0, 0, size, size), shape, color, hollow=hollow, background=background)
        painter.end()
        icon.addPixmap(pixmap)
    return icon


def _polygon(corners: int, radius: float) -> QPolygonF:
    """Build a regular polygon with a corner at the top."""
    angles = [2 * pi * index / corners - pi / 2 for index in range(corners + 1)]
    return QPolygonF([QPointF(_CENTRE + radius * cos(angle), _CENTRE + radius * sin(angle)) for angle in angles])
