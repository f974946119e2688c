# SPDX-License-Identifier: MIT
"""Tells whether two pictures look the same: letters may be drawn a little otherwise, but nothing may be moved or missing.

Each is looked at twice: a little blurred for what is moved or missing, and very much so for grounds in another colour.
"""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QImage, QPainter


@dataclass(frozen=True, slots=True)
class Measure:
    """How closely to look.

    Attributes:
        blur: How many pixels become one, across and down.
        tolerance: Of 255: how far a channel of such a pixel may be off.
        most: Which share of all channels may be off by more.
    """

    blur: int
    tolerance: int
    most: float


LETTERS = Measure(2, 32, 0.00005)
"""A whole window without one of its icons has more."""

GROUNDS = Measure(16, 5, 0.001)
"""A whole window with a row in another colour has more."""


@dataclass(frozen=True, slots=True)
class Comparison:
    """What differs.

    Attributes:
        letters: Share of channels in which letters, lines and icons are off; 1 for pictures of another size.
        grounds: Share of channels in which grounds are off.
        picture: Black where both are alike, and brighter the more they differ; half as large as they are.
    """

    letters: float
    grounds: float
    picture: QImage

    @property
    def is_alike(self) -> bool:
        """Whether both look the same."""
        return self.letters <= LETTERS.most and self.grounds <= GROUNDS.most


def compare(actual: QImage, expected: QImage) -> Comparison:
    """Compare two pictures."""
    if actual.size() != expected.size():
        return Comparison(1.0, 1.0, QImage(actual.size(), QImage.Format.Format_RGB888))
    letters, picture = _off(actual, expected, LETTERS)
    return Comparison(letters, _off(actual, expected, GROUNDS)[0], picture)


def _off(actual: QImage, expected: QImage, measure: Measure) -> tuple[float, QImage]:
    off = _blurred(actual, measure.blur)
    painter = QPainter(off)
    painter.setCompositionMode(QPainter.CompositionMode.CompositionMode_Difference)
    painter.drawImage(0, 0, _blurred(expected, measure.blur))
    painter.end()
    off = off.convertToFormat(QImage.Format.Format_RGB888)
    width = off.width() * 3
    lines = bytes(off.constBits()).translate(bytes(value > measure.tolerance for value in range(256)))
    # A line of a picture is padded to whole words.
    count = sum(lines[at : at + width].count(1) for at in range(0, len(lines), off.bytesPerLine()))
    return count / (width * off.height()), off


def _blurred(image: QImage, blur: int) -> QImage:
    size = QSize(max(1, image.width() // blur), max(1, image.height() // blur))
    plain = image.convertToFormat(QImage.Format.Format_RGB32)
    small = plain.scaled(size, Qt.AspectRatioMode.IgnoreAspectRatio, Qt.TransformationMode.SmoothTransformation)
    return small.convertToFormat(QImage.Format.Format_RGB32)
