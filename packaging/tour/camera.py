# SPDX-License-Identifier: MIT
"""Takes pictures of the window with everything that floats above it."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QApplication, QWidget

from tour.errors import TourError, check, check_equal


class Camera:
    """Numbers its pictures.

    Attributes:
        taken: The files, in order.
    """

    def __init__(self, folder: Path) -> None:
        self.taken: list[Path] = []
        self._folder = folder
        folder.mkdir(parents=True, exist_ok=True)
        # Those of an earlier tour would look as if they belonged to this one.
        for old in folder.glob("[0-9][0-9]-*.png"):
            old.unlink()

    def take(self, window: QWidget, name: str) -> None:
        """Save a picture. Raises TourError when it can't be written, or shows a single colour."""
        picture = window.grab()
        painter = QPainter(picture)
        for floating in _floating_above(window):
            painter.drawPixmap(floating.mapToGlobal(QPoint(0, 0)) - window.mapToGlobal(QPoint(0, 0)), floating.grab())
        painter.end()
        size = picture.deviceIndependentSize().toSize()
        check_equal((size.width(), size.height()), (window.width(), window.height()), f"the size of the picture {name}")
        image = picture.toImage()
        colours = {image.pixel(x, y) for x in range(0, image.width(), 37) for y in range(0, image.height(), 37)}
        check(len(colours) > 1, f"the picture {name} shows more than one colour")
        file = self._folder / f"{len(self.taken) + 1:02}-{name}.png"
        if not picture.save(str(file), "PNG", 0):
            raise TourError(f"the picture {file} can't be written")
        self.taken.append(file)


def _floating_above(window: QWidget) -> list[QWidget]:
    """Return dialogs and menus that are open, the lowest first: each above what opened it, menus above all."""
    others = [widget for widget in QApplication.topLevelWidgets() if widget is not window and widget.isVisible()]
    return sorted(others, key=lambda widget: (widget.windowType() == Qt.WindowType.Popup, _depth(widget)))


def _depth(widget: QWidget) -> int:
    """Return how many windows a window stands on; Qt lists windows in no order."""
    below = widget.parentWidget()
    return 0 if below is None else 1 + _depth(below.window())
