# SPDX-License-Identifier: MIT
"""Tokens, palette and marks."""

from __future__ import annotations

import re

import pytest
from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QImage, QPainter, QPalette
from PySide6.QtWidgets import QApplication

from onesist_desktop.ui.theme.marks import mark_path, paint_mark
from onesist_desktop.ui.theme.style import style_sheet
from onesist_desktop.ui.theme.theme import Theme
from onesist_desktop.ui.theme.tokens import Scheme, load_tokens
from onesist_desktop.ui.widgets.glyphs import glyph_names, paint_glyph

TEXTS = ("text_primary", "text_secondary", "text_tertiary", "text_link", "danger_text")
SURFACES = (
    "bg_sidebar",
    "bg_canvas",
    "bg_panel",
    "bg_raised",
    "bg_sunken",
    "user_bg",
    "bg_hover",
    "bg_selected",
    "bg_selected_inactive",
)


def luminance(color: QColor) -> float:
    channels = [value / 12.92 if value <= 0.03928 else ((value + 0.055) / 1.055) ** 2.4 for value in color.getRgbF()[:3]]
    return 0.2126 * channels[0] + 0.7152 * channels[1] + 0.0722 * channels[2]


def contrast(one: str, other: str) -> float:
    light, dark = sorted((luminance(QColor(one)), luminance(QColor(other))), reverse=True)
    return (light + 0.05) / (dark + 0.05)


@pytest.mark.parametrize("scheme", list(Scheme))
def test_text_can_be_read_on_every_surface(scheme: Scheme) -> None:
    colors = load_tokens().colors[scheme]
    low = {(text, surface): contrast(colors[text], colors[surface]) for text in TEXTS for surface in SURFACES}
    assert min(low.values()) >= 4.5, min(low, key=low.__getitem__)
    pairs = [("on_accent", "accent"), ("success_text", "success_bg"), ("warning_text", "warning_bg"), ("danger_text", "danger_bg")]
    assert all(contrast(colors[one], colors[other]) >= 4.5 for one, other in pairs)
    assert all(contrast(colors["border_control"], colors[surface]) >= 3 for surface in ("bg_raised", "bg_canvas", "bg_panel"))


@pytest.mark.parametrize("scheme", list(Scheme))
def test_a_filled_button_that_is_off_can_be_read(scheme: Scheme) -> None:
    colors = load_tokens().colors[scheme]
    rule = next(line for line in style_sheet(load_tokens(), scheme).splitlines() if '[kind="primary"]:disabled' in line)
    background, text, border = re.findall(r"#[0-9A-Fa-f]{6}", rule)
    assert contrast(text, background) >= 4.3
    assert background not in {colors["bg_raised"], colors["accent"]}
    assert border != colors["bg_raised"]


@pytest.mark.parametrize("scheme", list(Scheme))
def test_every_mark_stands_out_from_the_page(scheme: Scheme) -> None:
    tokens = load_tokens()
    for color in tokens.provider_colors[scheme].values():
        assert contrast(color, tokens.colors[scheme]["bg_canvas"]) >= 3


@pytest.mark.parametrize("scheme", list(Scheme))
def test_the_style_sheet_has_no_open_places(scheme: Scheme) -> None:
    assert "$" not in style_sheet(load_tokens(), scheme)


def test_every_family_has_a_shape_of_its_own(qapp: QApplication) -> None:
    shapes = load_tokens().provider_shapes
    outlines = {
        family: str(mark_path(shape).toFillPolygon().boundingRect()) + str(mark_path(shape).elementCount())
        for family, shape in shapes.items()
    }
    assert len(set(outlines.values())) == len(shapes) == 7


def test_a_hollow_mark_is_filled_with_its_surface(qapp: QApplication) -> None:
    image = QImage(24, 24, QImage.Format.Format_RGB32)
    image.fill(Qt.GlobalColor.black)
    painter = QPainter(image)
    paint_mark(painter, QRectF(0, 0, 24, 24), "circle", QColor("red"), hollow=True, background=QColor("white"))
    painter.end()
    assert image.pixelColor(12, 12) == QColor("white")
    assert image.pixelColor(12, 3).red() > 200


def test_every_glyph_paints_something(qapp: QApplication) -> None:
    for name in glyph_names():
        image = QImage(16, 16, QImage.Format.Format_ARGB32)
        image.fill(Qt.GlobalColor.transparent)
        painter = QPainter(image)
        paint_glyph(painter, QRectF(0, 0, 16, 16), name, QColor("black"))
        painter.end()
        assert any(image.pixelColor(x, y).alpha() for x in range(16) for y in range(16)), name


def test_a_chosen_scheme_is_shown_and_announced(qapp: QApplication) -> None:
    before = (qapp.palette(), qapp.styleSheet(), qapp.font())
    theme = Theme(chosen=Scheme.LIGHT)
    theme.apply(qapp)
    changes: list[Scheme] = []
    theme.changed.connect(lambda: changes.append(theme.scheme))
    theme.choose(Scheme.DARK)
    assert changes == [Scheme.DARK]
    assert qapp.palette().color(QPalette.ColorRole.Window) == QColor("#201F1C")
    assert theme.is_dark
    assert theme.color("scrim_alpha").alpha() == 0x8F
    theme.choose(Scheme.LIGHT)
    qapp.styleHints().colorSchemeChanged.disconnect(theme._on_system_scheme_changed)
    qapp.setPalette(before[0])
    qapp.setStyleSheet(before[1])
    qapp.setFont(before[2])


def test_larger_text_grows_in_fonts_lines_and_rows_alike(qapp: QApplication) -> None:
    usual, large = Theme(chosen=Scheme.LIGHT), Theme(chosen=Scheme.LIGHT, text_percent=200)
    for step in load_tokens().type_steps:
        # Pixels are whole.
        assert abs(large.font(step).pixelSize() - 2 * usual.font(step).pixelSize()) <= 1
        assert large.line_height(step) == 2 * usual.line_height(step)
    assert (usual.row_height(36), large.row_height(36)) == (36, 2 * usual.line_height("body") + 12)
    assert (usual.is_large, large.is_large) == (False, True)
