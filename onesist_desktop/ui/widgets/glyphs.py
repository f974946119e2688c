# SPDX-License-Identifier: MIT
"""Line icons, painted on a grid of 16 units, so that no icon font has to be there."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QIcon, QPainter, QPainterPath, QPen, QPixmap, QPixmapCache

# Each stroke is a polyline of x,y pairs; a tuple that starts with "o" is an ellipse: centre, radii.
Stroke = Sequence[float] | tuple[str, float, float, float, float]

_GLYPHS: dict[str, tuple[Stroke, ...]] = {
    "caret_right": ((6, 3.5, 10.5, 8, 6, 12.5),),
    "caret_down": ((3.5, 6, 8, 10.5, 12.5, 6),),
    "caret_up": ((3.5, 10, 8, 5.5, 12.5, 10),),
    "close": ((4, 4, 12, 12), (12, 4, 4, 12)),
    "list": ((2.5, 4, 13.5, 4), (2.5, 8, 13.5, 8), (2.5, 12, 13.5, 12)),
    "plan": ((6, 4, 13.5, 4), (6, 8, 13.5, 8), (6, 12, 13.5, 12), (2.5, 4, 3.2, 4), (2.5, 8, 3.2, 8), (2.5, 12, 3.2, 12)),
    "new": ((8.5, 3, 3, 3, 3, 13, 13, 13, 13, 7.5), (7, 9, 7, 7, 12, 2, 14, 4, 9, 9, 7, 9)),
    "pencil": ((3, 13, 3, 10, 10.5, 2.5, 13.5, 5.5, 6, 13, 3, 13), (8.5, 4.5, 11.5, 7.5)),
    "trash": ((2.5, 4.5, 13.5, 4.5), (6, 4.5, 6, 2.5, 10, 2.5, 10, 4.5), (4, 4.5, 4, 13.5, 12, 13.5, 12, 4.5)),
    "copy": ((5.5, 5.5, 5.5, 2.5, 13.5, 2.5, 13.5, 10.5, 10.5, 10.5), (2.5, 5.5, 10.5, 5.5, 10.5, 13.5, 2.5, 13.5, 2.5, 5.5)),
    "eye": ((1, 8, 3.5, 5, 8, 3.5, 12.5, 5, 15, 8, 12.5, 11, 8, 12.5, 3.5, 11, 1, 8), ("o", 8, 8, 2.2, 2.2)),
    "terminal": ((2, 3, 14, 3, 14, 13, 2, 13, 2, 3), (4.5, 6, 7, 8, 4.5, 10), (8.5, 10, 11.5, 10)),
    "file": ((9, 2, 3.5, 2, 3.5, 14, 12.5, 14, 12.5, 5.5, 9, 2, 9, 5.5, 12.5, 5.5),),
    "plus": ((8, 3, 8, 13), (3, 8, 13, 8)),
    "minus": ((3, 8, 13, 8),),
    "wrench": (("o", 10.5, 5.5, 3.2, 3.2), (8.2, 7.8, 3, 13)),
    "thinking": (("o", 3.5, 8, 0.8, 0.8), ("o", 8, 8, 0.8, 0.8), ("o", 12.5, 8, 0.8, 0.8)),
    "check": ((3, 8.5, 6.5, 12, 13, 4.5),),
    "check_circle": (("o", 8, 8, 6, 6), (5.3, 8.2, 7.2, 10.1, 10.8, 6.2)),
    "x_circle": (("o", 8, 8, 6, 6), (5.8, 5.8, 10.2, 10.2), (10.2, 5.8, 5.8, 10.2)),
    "warning": ((8, 2, 14.5, 13.5, 1.5, 13.5, 8, 2), (8, 6, 8, 9.5), (8, 11.4, 8, 11.6)),
    "info": (("o", 8, 8, 6, 6), (8, 7.3, 8, 11), (8, 5, 8, 5.2)),
    "hand": (
        (
            4.5,
            8.5,
            4.5,
            4.2,
            6.5,
            4.2,
            6.5,
            2.6,
            8.5,
            2.6,
            8.5,
            3.6,
            10.5,
            3.6,
            10.5,
            5.6,
            12.5,
            5.6,
            12.5,
            10,
            10.5,
            13.5,
            6.5,
            13.5,
            3,
            9.5,
            4.5,
            8.5,
        ),
        (6.5, 4.2, 6.5, 7.5),
        (8.5, 3.6, 8.5, 7.5),
        (10.5, 5.6, 10.5, 8),
    ),
    "arrow_right": ((2.5, 8, 13, 8), (9, 4, 13, 8, 9, 12)),
    "arrow_up": ((8, 13.5, 8, 3), (4, 7, 8, 3, 12, 7)),
    "arrow_down": ((8, 2.5, 8, 13), (4, 9, 8, 13, 12, 9)),
    "swap": ((2.5, 5.5, 13, 5.5), (10.5, 3, 13, 5.5, 10.5, 8), (13.5, 10.5, 3, 10.5), (5.5, 8, 3, 10.5, 5.5, 13)),
    "again": (
        (12.6, 5.2, 10.8, 3.4, 8, 2.5, 5, 3.4, 3, 5.6, 2.5, 8, 3, 10.4, 5, 12.6, 8, 13.5, 10.8, 12.6, 12.6, 10.8),
        (12.8, 2.2, 12.8, 5.5, 9.5, 5.5),
    ),
    "stop": ((3.5, 3.5, 12.5, 3.5, 12.5, 12.5, 3.5, 12.5, 3.5, 3.5),),
    "queue": ((2.5, 4, 13.5, 4), (2.5, 8, 8, 8), (2.5, 12, 8, 12), (11, 7.5, 14, 10, 11, 12.5, 11, 7.5)),
    "receipt": ((3, 2.5, 13, 2.5, 13, 13.5, 11, 12.2, 8, 13.5, 5, 12.2, 3, 13.5, 3, 2.5), (5.5, 6, 10.5, 6), (5.5, 9, 10.5, 9)),
    "folder": ((2, 12.5, 2, 3.5, 6.5, 3.5, 8, 5.5, 14, 5.5, 14, 12.5, 2, 12.5),),
    "key": (("o", 10.3, 5.7, 3.2, 3.2), (8, 8, 2.5, 13.5, 2.5, 11.5), (5, 11, 6.5, 12.5)),
    "student": ((8, 3, 15, 6, 8, 9, 1, 6, 8, 3), (4, 7.5, 4, 11, 8, 13, 12, 11, 12, 7.5)),
    "search": (("o", 7, 7, 4.5, 4.5), (10.3, 10.3, 14, 14)),
    "question": (("o", 8, 8, 6, 6), (6, 6.4, 6.6, 5.2, 8, 4.8, 9.5, 5.4, 9.7, 6.8, 8, 8, 8, 9.2), (8, 11.1, 8, 11.3)),
    "bug": (("o", 8, 9, 3.8, 4.8), (4.2, 9, 1.5, 9), (11.8, 9, 14.5, 9), (5, 5.5, 3, 3), (11, 5.5, 13, 3), (8, 4.2, 8, 13.8)),
}


def glyph_names() -> frozenset[str]:
    """Return the names of all glyphs."""
    return frozenset(_GLYPHS)


def paint_glyph(painter: QPainter, rect: QRectF, name: str, color: QColor, width: float = 1.25) -> None:
    """Paint a glyph into ``rect``. Raises KeyError for an unknown name."""
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.translate(rect.topLeft())
    painter.scale(rect.width() / 16, rect.height() / 16)
    pen = QPen(color, width)
    pen.setCapStyle(Qt.PenCapStyle.RoundCap)
    pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
    painter.setPen(pen)
    for stroke in _GLYPHS[name]:
        painter.drawPath(_path(stroke))
    painter.restore()


def glyph_icon(name: str, color: QColor, *, off: QColor | None = None, size: int = 16, gap: int = 0, ratio: float = 2.0) -> QIcon:
    """Return a glyph as an icon, with ``off`` as its colour while the control is off.

    ``gap`` is empty room at its right: styled buttons leave nearly none between icon and text.
    """
    icon = QIcon(_pixmap(name, color, size, ratio, gap))
    if off is not None:
        icon.addPixmap(_pixmap(name, off, size, ratio, gap), QIcon.Mode.Disabled)
    return icon


def glyph_pixmap(name: str, color: QColor, size: int = 16, ratio: float = 2.0) -> QPixmap:
    """Return a glyph as a pixmap, for labels."""
    return _pixmap(name, color, size, ratio)


def _pixmap(name: str, color: QColor, size: int, ratio: float, gap: int = 0) -> QPixmap:
    # Qt's own cache: a long transcript shows the same few glyphs a thousand times.
    key = f"glyph:{name}:{color.rgba()}:{size}:{gap}:{ratio}"
    found = QPixmap()
    if QPixmapCache.find(key, found):
        return found
    pixmap = QPixmap(QSize(size + gap, size) * ratio)
    pixmap.setDevicePixelRatio(ratio)
    pixmap.fill(Qt.GlobalColor.transparent)
    painter = QPainter(pixmap)
    paint_glyph(painter, QRectF(0, 0, size, size), name, color)
    painter.end()
    QPixmapCache.insert(key, pixmap)
    return pixmap


def _path(stroke: Stroke) -> QPainterPath:
    path = QPainterPath()
    if isinstance(stroke[0], str):
        _, x, y, radius_x, radius_y = stroke
        path.addEllipse(QPointF(float(x), float(y)), float(radius_x), float(radius_y))
        return path
    numbers = [float(value) for value in stroke]
    points = list(zip(numbers[::2], numbers[1::2], strict=True))
    path.moveTo(*points[0])
    for point in points[1:]:
        path.lineTo(*point)
    return path
