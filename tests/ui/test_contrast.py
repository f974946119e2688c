# SPDX-License-Identifier: MIT
"""Every pair of tokens that meets on the screen can be told apart, in all four schemes."""

from __future__ import annotations

from itertools import product

import pytest
from PySide6.QtGui import QColor

from onesist_desktop.ui.theme.tokens import Scheme, load_tokens

PAGES = ("bg_sidebar", "bg_canvas", "bg_panel", "bg_raised", "bg_sunken", "user_bg")
ROWS = ("bg_hover", "bg_selected", "bg_selected_inactive")
SURFACES = (*PAGES, *ROWS)
NOTES = ("accent_soft", "success_bg", "warning_bg", "danger_bg")

TEXTS = ("text_primary", "text_secondary", "text_tertiary")
COLOURED_TEXTS = ("text_link", "accent_text", "success_text", "warning_text", "danger_text")
TEXT_PAIRS = (
    *product((*TEXTS, *COLOURED_TEXTS), (*SURFACES, *NOTES)),
    *product(("text_primary", "text_secondary"), ("bg_pressed",)),
    *product(("on_accent",), ("accent", "accent_hover", "accent_pressed")),
    *product(("on_danger",), ("danger_fill", "danger_fill_hover")),
    *product(("text_primary", "diff_add_text"), ("diff_add_bg", "diff_add_word")),
    *product(("text_primary", "diff_del_text"), ("diff_del_bg", "diff_del_word")),
    ("text_tertiary", "diff_add_bg"),
    ("text_tertiary", "diff_del_bg"),
    ("text_primary", "find_bg"),
    ("tooltip_text", "tooltip_bg"),
)
OUTLINE_PAIRS = (
    *product(("border_control", "focus"), SURFACES),
    *product(("focus",), NOTES),
    # Filled buttons stand on pages and in footers, the dots of unread threads in rows of the sidebar.
    *product(("accent",), PAGES),
    *product(("danger_fill",), ("bg_sidebar", "bg_canvas", "bg_panel")),
    *product(("meter_fill", "warning_text"), ("meter_track", *PAGES)),
)
HIGH_CONTRAST = tuple(scheme for scheme in Scheme if scheme.is_high_contrast)


def luminance(color: str) -> float:
    channels = [value / 12.92 if value <= 0.03928 else ((value + 0.055) / 1.055) ** 2.4 for value in QColor(color).getRgbF()[:3]]
    return 0.2126 * channels[0] + 0.7152 * channels[1] + 0.0722 * channels[2]


def contrast(one: str, other: str) -> float:
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def too_low(scheme: Scheme, pairs: tuple[tuple[str, str], ...], least: float) -> dict[tuple[str, str], float]:
    colors = load_tokens().colors[scheme]
    found = {pair: contrast(colors[pair[0]], colors[pair[1]]) for pair in pairs}
    return {pair: round(value, 2) for pair, value in found.items() if value < least}


def test_contrast_is_counted_as_the_web_counts_it() -> None:
    assert contrast("#000000", "#FFFFFF") == pytest.approx(21)
    assert contrast("#777777", "#FFFFFF") == pytest.approx(4.48, abs=0.01)


@pytest.mark.parametrize("scheme", list(Scheme))
def test_text_can_be_read_on_every_surface(scheme: Scheme) -> None:
    assert too_low(scheme, TEXT_PAIRS, 4.5) == {}


@pytest.mark.parametrize("scheme", list(Scheme))
def test_outlines_meters_and_filled_buttons_can_be_seen(scheme: Scheme) -> None:
    assert too_low(scheme, OUTLINE_PAIRS, 3.0) == {}


@pytest.mark.parametrize("scheme", HIGH_CONTRAST)
def test_high_contrast_is_high(scheme: Scheme) -> None:
    assert too_low(scheme, tuple(product(TEXTS, (*SURFACES, *NOTES))), 7.0) == {}
    assert too_low(scheme, tuple(product(COLOURED_TEXTS, (*SURFACES, *NOTES))), 6.3) == {}
    # What is only decoration elsewhere has to be seen here.
    assert too_low(scheme, tuple(product(("line", "line_strong"), PAGES)), 3.0) == {}
    assert too_low(scheme, tuple((f"{kind}_line", f"{kind}_bg") for kind in ("success", "warning", "danger")), 3.0) == {}
    assert too_low(scheme, tuple(product(("text_disabled",), PAGES)), 3.0) == {}


@pytest.mark.parametrize("scheme", list(Scheme))
def test_every_mark_stands_out_wherever_it_stands(scheme: Scheme) -> None:
    tokens = load_tokens()
    low = {
        (family, surface): round(value, 2)
        for (family, color), surface in product(tokens.provider_colors[scheme].items(), SURFACES)
        if (value := contrast(color, tokens.colors[scheme][surface])) < 3.0
    }
    assert low == {}


@pytest.mark.parametrize("scheme", list(Scheme))
def test_code_can_be_read_where_code_stands(scheme: Scheme) -> None:
    tokens = load_tokens()
    kinds = tokens.syntax_colors[scheme]
    assert set(kinds) == {"keyword", "string", "number", "function", "type", "comment", "plain"}
    least = 7.0 if scheme.is_high_contrast else 4.5
    surfaces = ("bg_sunken", "bg_canvas", "bg_raised", "user_bg", "diff_add_bg", "diff_del_bg")
    low = {
        (kind, surface): round(value, 2)
        for (kind, color), surface in product(kinds.items(), surfaces)
        if (value := contrast(color, tokens.colors[scheme][surface])) < least
    }
    assert low == {}


@pytest.mark.parametrize("scheme", list(Scheme))
def test_states_of_rows_and_buttons_differ(scheme: Scheme) -> None:
    colors = load_tokens().colors[scheme]
    rows = [colors[name] for name in ("bg_sidebar", "bg_hover", "bg_pressed", "bg_selected")]
    assert len(set(rows)) == len(rows)
    assert len({colors["bg_selected"], colors["bg_selected_inactive"], colors["bg_hover"]}) == 3
    assert len({colors["accent"], colors["accent_hover"], colors["accent_pressed"]}) == 3


def test_all_schemes_have_the_same_tokens() -> None:
    tokens = load_tokens()
    for group in (tokens.colors, tokens.syntax_colors, tokens.provider_colors):
        assert len({frozenset(colors) for colors in group.values()}) == 1
    families = set(tokens.provider_shapes)
    assert all(set(colors) == families for colors in tokens.provider_colors.values())
    for colors in tokens.colors.values():
        assert all(len(value) == (9 if name.endswith("_alpha") else 7) for name, value in colors.items())
