# SPDX-License-Identifier: MIT
"""Pictures count as alike when only the edges of letters differ, and as different when anything is missing or moved."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFont, QImage, QPainter
from PySide6.QtWidgets import QApplication

from onesist_desktop.ui.widgets.glyphs import paint_glyph
from tests.ui.screenshots import baselines
from tests.ui.screenshots.compare import compare

SIZE = QSize(1440, 900)


STILL = QPoint(0, 0)


def picture(*, shift: QPoint = STILL, nudge: float = 0.0, icon: bool = True, ink: str = "#211F1B", row: str = "#ECEAE5") -> QImage:
    """Paint lines of text and an icon. ``nudge`` moves everything by less than a pixel."""
    image = QImage(SIZE, QImage.Format.Format_RGB32)
    image.fill(QColor("#FFFFFF"))
    painter = QPainter(image)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.fillRect(8, 400, 264, 32, QColor(row))
    painter.translate(nudge, 0)
    font = QFont()
    font.setPixelSize(14)
    painter.setFont(font)
    painter.setPen(QColor(ink))
    for line in range(30):
        moved = shift if line == 3 else STILL
        painter.drawText(QPoint(40, 40 + 22 * line) + moved, "The cookie is now written once, and its age is worked out.")
    if icon:
        paint_glyph(painter, QRectF(1000, 40, 16, 16), "gear-six", QColor("#57534B"))
    painter.end()
    return image


def test_the_same_is_alike(qapp: QApplication) -> None:
    found = compare(picture(), picture())
    assert found.letters == found.grounds == 0


def test_edges_of_letters_may_differ(qapp: QApplication) -> None:
    assert compare(picture(nudge=0.12), picture()).is_alike


def test_a_little_lighter_everywhere_may_be(qapp: QApplication) -> None:
    assert compare(picture(ink="#2C2A26"), picture()).is_alike


@pytest.mark.parametrize("shift", [QPoint(1, 0), QPoint(0, 1), QPoint(0, -1)])
def test_one_line_moved_by_a_pixel_is_found(qapp: QApplication, shift: QPoint) -> None:
    assert not compare(picture(shift=shift), picture()).is_alike


def test_a_missing_icon_is_found(qapp: QApplication) -> None:
    found = compare(picture(icon=False), picture())
    assert not found.is_alike
    assert found.picture.pixelColor(504, 21) != QColor(Qt.GlobalColor.black)


def test_a_row_in_another_colour_is_found(qapp: QApplication) -> None:
    assert not compare(picture(row="#DEE7F7"), picture()).is_alike


def test_another_size_is_different(qapp: QApplication) -> None:
    assert compare(picture().copy(0, 0, 1440, 899), picture()).letters == 1


def test_what_is_kept_with_few_colours_is_still_alike(qapp: QApplication) -> None:
    few = baselines._with_few_colors(picture())
    assert few.colorCount() <= 256
    assert compare(few, picture()).is_alike
