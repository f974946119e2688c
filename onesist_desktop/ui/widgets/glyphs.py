# SPDX-License-Identifier: MIT
"""Icons in any colour: as a pixmap, as a QIcon, or painted.

A name is one of Phosphor's, without prefix (``git-fork``, ``hand-palm-bold``, ``x-circle-fill``), or a short name of ours, which
says what the icon is for (``send``, ``again``). Names without a weight are drawn bold under 16 pixels, where thin lines fade.
"""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QColor, QIcon, QPainter, QPainterPath, QPixmap, QPixmapCache

from onesist_desktop.ui.theme.icons import GRID, icon_set
from onesist_desktop.ui.theme.screens import screen_ratios, sharpest_ratio

_BOLD_UNDER = 16
_WEIGHTS = ("-bold", "-fill", "-light", "-thin")

_SHORT_NAMES = {
    "again": "arrow-clockwise",
    "arrow_down": "arrow-down",
    "arrow_right": "arrow-right",
    "arrow_up": "arrow-up",
    "attach": "paperclip",
    "bug": "bug",
    "caret_down": "caret-down",
    "caret_right": "caret-right",
    "check": "check",
    "check_circle": "check-circle",
    "close": "x",
    "copy": "copy",
    "drag": "dots-six-vertical",
    "eye": "eye",
    "file": "file-text",
    "folder": "folder-simple",
    "fork": "git-fork",
    "hand": "hand-palm",
    "info": "info",
    "key": "key",
    "list": "list",
    "merge": "git-merge",
    "minus": "minus",
    "more": "dots-three",
    "pencil": "pencil-simple",
    "plan": "list-bullets",
    "plus": "plus",
    "question": "question",
    "queue": "queue",
    "receipt": "receipt",
    "search": "magnifying-glass",
    "settings": "gear-six",
    "stop": "stop",
    "student": "student",
    "swap": "arrows-left-right-bold",
    "terminal": "terminal-window",
    "thinking": "brain",
    "trash": "trash-simple",
    "warning": "warning",
    "wrench": "wrench",
    "x_circle": "x-circle",
}


def glyph_names() -> frozenset[str]:
    """Return all names that can be asked for: the short ones and Phosphor's own."""
    return icon_set().names() | _SHORT_NAMES.keys()


def paint_glyph(painter: QPainter, rect: QRectF, name: str, color: QColor) -> None:
    """Paint a glyph into ``rect``. Raises KeyError for an unknown name."""
    _fill(painter, rect, _outline(name, rect.height()), color)


def glyph_icon(
    name: str, color: QColor, *, off: QColor | None = None, size: int = 16, gap: int = 0, ratio: float | None = None
) -> QIcon:
    """Return a glyph as an icon, with ``off`` as its colour while the control is off. Raises KeyError for an unknown name.

    Args:
        name: See the module.
        color: Of the glyph.
        off: Of the glyph while the control is disabled; None leaves that to the style.
        size: In logical pixels.
        gap: Empty room at its right: styled buttons leave nearly none between icon and text.
        ratio: Device pixels per logical one; None for what the usual screens and those at hand have.
    """
    icon = QIcon()
    for each in (ratio,) if ratio else screen_ratios():
        icon.addPixmap(_pixmap(name, color, size, each, gap))
        if off is not None:
            icon.addPixmap(_pixmap(name, off, size, each, gap), QIcon.Mode.Disabled)
    return icon


def glyph_pixmap(name: str, color: QColor, size: int = 16, ratio: float | None = None) -> QPixmap:
    """Return a glyph as a pixmap for labels, for the sharpest screen at hand. Raises KeyError for an unknown name."""
    return _pixmap(name, color, size, ratio or sharpest_ratio())


def _outline(name: str, size: float) -> QPainterPath:
    full = _SHORT_NAMES.get(name, name)
    return icon_set().outline(f"{full}-bold" if size < _BOLD_UNDER and not full.endswith(_WEIGHTS) else full)


def _fill(painter: QPainter, rect: QRectF, outline: QPainterPath, color: QColor) -> None:
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.translate(rect.topLeft())
    painter.scale(rect.width() / GRID, rect.height() / GRID)
    painter.fillPath(outline, color)
    painter.restore()


def _pixmap(name: str, color: QColor, size: int, ratio: float, gap: int = 0) -> QPixmap:
    # Qt's own cache: a long transcript shows the same few glyphs a thousand times.
    key = f"glyph:{name}:{color.rgba()}:{size}:{gap}:{ratio}"
    found = QPixmap()
    if QPixmapCache.find(key, found):
        return found
    outline = _outline(name, size)
    pixmap = QPixmap(QSize(size + gap, size) * ratio)
    pixmap.setDevicePixelRatio(ratio)
    pixmap.fill(Qt.GlobalColor.transparent)
    painter = QPainter(pixmap)
    _fill(painter, QRectF(0, 0, size, size), outline, color)
    painter.end()
    QPixmapCache.insert(key, pixmap)
    return pixmap
