# SPDX-License-Identifier: MIT
"""The one style sheet. It says only what a palette can't: outlines, radii and the kinds of button.

Rules are few and name the class they are for, so that Qt looks at a handful of them per widget; none depends on an ancestor.
What can be painted (check boxes, badges, chips, meters, rows) isn't here.
"""

from __future__ import annotations

from collections.abc import Mapping
from string import Template

from onesist_desktop.ui.theme.tokens import Scheme, Tokens

# Buttons take focus by keyboard only (see widgets.buttons), so :focus is the keyboard's ring.
_SHEET = Template(
    """
QToolTip { background: $tooltip_bg; color: $tooltip_text; border: 1px solid $tooltip_bg; padding: 4px 8px; }
QMenuBar { background: $bg_panel; padding: 2px 4px; }
QMenuBar::item { padding: 4px 8px; border-radius: 4px; background: transparent; }
QMenuBar::item:selected { background: $bg_hover; }
QMenu { background: $bg_raised; border: ${outline}px solid $line_strong; padding: 4px; }
QMenu::item { padding: 6px 24px 6px 28px; border-radius: 6px; }
QMenu::item:selected { background: $bg_selected; color: $text_primary; }
QMenu::item:disabled { color: $text_disabled; background: transparent; }
QMenu::separator { height: 1px; background: $line; margin: 4px 8px; }
QMenu::icon { padding-left: 8px; }
QScrollBar:vertical { width: 12px; background: transparent; margin: 0; }
QScrollBar:horizontal { height: 12px; background: transparent; margin: 0; }
QScrollBar::handle { background: $line_strong; border-radius: 4px; margin: 2px; }
QScrollBar::handle:vertical { min-height: 32px; }
QScrollBar::handle:horizontal { min-width: 32px; }
QScrollBar::handle:hover { background: $border_control; }
QScrollBar::add-line, QScrollBar::sub-line, QScrollBar::add-page, QScrollBar::sub-page { background: none; width: 0; height: 0; }
QScrollBar[idle="true"]::handle { background: transparent; }
QSlider:horizontal { min-height: 20px; }
QSlider::groove:horizontal { height: 4px; background: $meter_track; border-radius: 2px; }
QSlider::sub-page:horizontal { background: $accent; border-radius: 2px; }
QSlider::handle:horizontal { background: $bg_raised; border: 1px solid $border_control; border-radius: 8px; width: 14px;
  margin: -6px 0; }
QSlider::handle:horizontal:focus { border: 2px solid $focus; width: 12px; }
QSplitter::handle { background: $line; }
QLineEdit, QComboBox { background: $bg_raised; border: 1px solid $border_control; border-radius: 6px;
  padding: 0 10px; min-height: ${control}px; }
QLineEdit:disabled, QLineEdit:read-only, QComboBox:disabled { background: $bg_sunken; }
QLineEdit:disabled, QComboBox:disabled { border-color: $line_strong; color: $text_disabled; }
QLineEdit:focus, QComboBox:focus { border: 2px solid $focus; padding: 0 9px; min-height: ${control_in}px; }
QLineEdit[invalid="true"], QComboBox[invalid="true"] { border: 2px solid $danger_text; padding: 0 9px;
  min-height: ${control_in}px; }
QComboBox::drop-down { border: 0; width: 28px; }
QComboBox QAbstractItemView { background: $bg_raised; border: 1px solid $line_strong; selection-background-color: $bg_selected;
  selection-color: $text_primary; outline: 0; padding: 4px; }
QPushButton, QToolButton { border-radius: 6px; padding: 0 12px; min-height: ${control}px; border: 1px solid transparent;
  background: transparent; font-weight: 500; }
QPushButton[kind="secondary"], QToolButton[kind="secondary"] { border-color: $border_control; background: $bg_raised; }
QPushButton:hover, QToolButton:hover { background: $bg_hover; }
QPushButton:pressed, QToolButton:pressed, QToolButton::menu-button:pressed, QToolButton:checked { background: $bg_pressed; }
QPushButton:focus, QToolButton:focus { border: 2px solid $focus; padding: 0 11px; min-height: ${control_in}px; }
QPushButton:disabled, QToolButton:disabled { color: $text_disabled; background: transparent; }
QPushButton[kind="secondary"]:disabled { border-color: $line_strong; background: $bg_sunken; }
QPushButton[kind="ghost"] { color: $text_secondary; }
QPushButton[kind="ghost"]:disabled { color: $text_disabled; }
QPushButton[kind="ghost"][link="true"] { color: $accent_text; font-weight: 400; }
QPushButton[kind="primary"] { background: $accent; color: $on_accent; border-color: $accent; }
QPushButton[kind="primary"]:hover { background: $accent_hover; border-color: $accent_hover; }
QPushButton[kind="primary"]:pressed { background: $accent_pressed; border-color: $accent_pressed; }
QPushButton[kind="danger"] { border-color: $danger_fill; color: $danger_text; background: $bg_raised; }
QPushButton[kind="danger"]:hover { background: $danger_bg; }
QPushButton[kind="danger"]:pressed { background: $bg_pressed; }
QPushButton[kind="danger_filled"] { background: $danger_fill; color: $on_danger; border-color: $danger_fill; }
QPushButton[kind="danger_filled"]:hover { background: $danger_fill_hover; border-color: $danger_fill_hover; }
QPushButton[kind="danger_filled"]:pressed { background: $danger_fill; }
QPushButton[kind="primary"]:focus, QPushButton[kind="danger_filled"]:focus, QPushButton[kind="danger"]:focus {
  border: 2px solid $focus; }
QPushButton[kind="primary"]:disabled, QPushButton[kind="danger_filled"]:disabled { background: $bg_hover; color: $text_tertiary;
  border-color: $off_line; }
QPushButton[kind="danger"]:disabled { background: $bg_sunken; color: $text_disabled; border-color: $line_strong; }
QPushButton[compact="true"], QToolButton[compact="true"] { min-height: ${small}px; padding: 0 8px; font-size: ${caption}px; }
QPushButton[compact="true"]:focus, QToolButton[compact="true"]:focus { min-height: ${small_in}px; padding: 0 7px; }
QToolButton[square="true"] { padding: 0; min-width: 20px; min-height: 20px; color: $text_secondary; }
QToolButton[square="true"]:focus { padding: 0; min-height: 20px; }
QToolButton[square="true"]:disabled { color: $text_disabled; }
QToolButton[on="true"] { background: $bg_pressed; color: $text_primary; }
QToolButton[bare="true"] { padding: 0; border: 0; min-height: 0; min-width: 0; }
QToolButton::menu-indicator { image: none; width: 0; }
QPushButton[choice="true"] { text-align: left; border: ${outline}px solid $card_line; border-radius: 8px;
  background: $bg_raised; padding: 0; min-height: 0; }
QPushButton[choice="true"]:hover { background: $bg_hover; }
QPushButton[choice="true"]:pressed { background: $bg_pressed; }
QPushButton[choice="true"]:focus { border: 2px solid $focus; }
QPushButton[picker="true"], QPushButton[align="left"] { text-align: left; }
QPushButton[kind="ghost"][align="left"] { color: $text_primary; font-weight: 400; }
QPushButton[picker="true"] { padding: 0 8px; color: $text_primary; font-weight: 400; }
QPushButton[picker="true"]:focus { padding: 0 7px; }
QPushButton[segment="usual"], QPushButton[segment="small"] { padding: 0 10px; min-height: ${segment}px;
  border: 1px solid transparent; border-radius: 4px; color: $text_secondary; }
QPushButton[segment="small"] { min-height: ${segment_small}px; }
QPushButton[segment]:checked { background: $segment_on; color: $text_primary; border-color: $segment_line; }
QPushButton[segment]:focus { border: 2px solid $focus; padding: 0 9px; min-height: ${segment_in}px; }
QPushButton[segment="small"]:focus { min-height: ${segment_small_in}px; }
QPushButton[segment]:disabled { color: $text_disabled; }
QLabel[tone="secondary"] { color: $text_secondary; }
QLabel[tone="tertiary"] { color: $text_tertiary; }
QLabel[tone="danger"] { color: $danger_text; }
QLabel[tone="success"] { color: $success_text; }
QLabel[tone="warning"] { color: $warning_text; }
QLabel[tone="accent"] { color: $accent_text; }
QFrame[surface="sidebar"] { background: $bg_sidebar; border: 0; }
QFrame[surface="sidebar_footer"] { background: $bg_sidebar; border: 0; border-top: 1px solid $line; }
QFrame[surface="panel"] { background: $bg_panel; border: 0; }
QFrame[surface="header"] { background: $bg_canvas; border: 0; border-bottom: 1px solid $line; }
QFrame[surface="bar"] { background: $bg_panel; border: 0; border-bottom: 1px solid $line; }
QFrame[surface="footer"] { background: $bg_panel; border: 0; border-top: 1px solid $line; }
QFrame[surface="map_legend"] { background: $bg_canvas; border: 0; border-top: 1px solid $line; }
QFrame[surface="floating"] { background: $bg_panel; border: ${outline}px solid $line_strong; border-top: 0; border-bottom: 0; }
QFrame[surface="segments"] { background: $segment_ground; border: 1px solid $segment_frame; border-radius: 6px; }
QFrame[surface="code"] { background: $bg_sunken; border: 1px solid $line; border-radius: 8px; }
QFrame[surface="card"] { background: $bg_raised; border: ${outline}px solid $card_line; border-radius: 8px; }
QFrame[surface="error"] { background: $bg_raised; border: ${outline}px solid $danger_line; border-radius: 8px; }
QFrame[surface="approval"] { background: $bg_raised; border: ${outline}px solid $warning_line; border-radius: 8px; }
QFrame[surface="approval_head"] { background: $warning_bg; border: 0; border-bottom: 1px solid $warning_line;
  border-top-left-radius: 7px; border-top-right-radius: 7px; }
QFrame[surface="card_head"] { background: transparent; border: 0; border-bottom: 1px solid $line; }
QFrame[surface="card_foot"] { background: transparent; border: 0; border-top: 1px solid $line; }
QDialog[surface="raised"] { background: $bg_raised; }
QFrame[surface="seen"] { background: $bg_sunken; border: ${outline}px solid $seen_line; border-radius: 8px; }
QFrame[surface="runs"] { background: $bg_panel; border: ${outline}px solid $line; border-radius: 8px; }
QFrame[surface="composer"] { background: $bg_raised; border: ${outline}px solid $border_control; border-radius: 12px; }
QFrame[surface="composer"][active="true"] { border: ${outline}px solid $focus; }
QFrame[surface="handover"] { background: $bg_panel; border: 0; border-bottom: 1px solid $line;
  border-top-left-radius: 11px; border-top-right-radius: 11px; }
QFrame[surface="banner"] { background: $warning_bg; border: 0; border-bottom: 1px solid $warning_line; }
QFrame[surface="banner"][level="info"] { background: $accent_soft; border-bottom-color: $line_strong; }
QFrame[surface="banner"][level="danger"] { background: $danger_bg; border-bottom-color: $danger_line; }
QFrame[surface="note"] { background: $accent_soft; border: ${outline}px solid $note_line; border-radius: 6px; }
QFrame[surface="rule"] { background: $line; border: 0; max-height: 1px; min-height: 1px; }
QFrame[surface="line"] { background: $line; border: 0; }
QFrame[surface="code"]:focus { border: 2px solid $focus; }
QTextEdit[plain="true"], QPlainTextEdit[plain="true"], QTextBrowser[plain="true"] { background: transparent; border: 0; }
QPlainTextEdit[code="true"] { background: $bg_sunken; border: 0; }
QFrame[surface="setting"] { background: transparent; border: 0; border-bottom: 1px solid $line; }
QFrame[surface="palette_head"] { background: $bg_raised; border: 0; border-bottom: 1px solid $line; }
QLineEdit[bare="true"], QLineEdit[bare="true"]:focus { background: transparent; border: 0; padding: 0; }
QListView[navigation="true"] { background: transparent; border: 0; outline: 0; }
QListView[navigation="true"]::item { border-radius: 6px; padding: 0 8px; color: $text_primary; }
QListView[navigation="true"]::item:hover { background: $bg_hover; }
QListView[navigation="true"]::item:selected { background: $bg_selected; color: $text_primary; }
QListView[navigation="true"]::item:selected:!active { background: $bg_selected_inactive; }
QScrollArea { border: 0; background: transparent; }
QTreeView { background: $bg_sidebar; border: 0; outline: 0; }
QListView { background: $bg_raised; border: 0; outline: 0; }
QListView[surface="sidebar"] { background: $bg_sidebar; }
QListView[surface="panel"] { background: $bg_panel; }
QListView[surface="map_titles"] { background: $bg_canvas; }
QTreeView[surface="map"] { background: $bg_canvas; }
"""
)

_CONTROL, _SMALL = 32, 24
_SEGMENT, _SEGMENT_SMALL = 26, 22


def style_sheet(tokens: Tokens, scheme: Scheme, text_percent: int = 100) -> str:
    """Return the style sheet in the colours of a scheme, with controls as high as a text of this size needs."""
    colors = tokens.colors[scheme]
    return _SHEET.substitute(colors, **_derived_colors(colors, scheme), **_heights(tokens, text_percent))


def _derived_colors(colors: Mapping[str, str], scheme: Scheme) -> dict[str, str]:
    """Choose the tokens of things that are built otherwise in another scheme."""
    is_contrast = scheme.is_high_contrast
    return {
        "outline": "2" if is_contrast else "1",
        "card_line": colors["border_control" if is_contrast else "line_strong"],
        "note_line": colors["border_control" if is_contrast else "accent_soft"],
        "seen_line": colors["border_control" if is_contrast else "bg_sunken"],
        "off_line": colors["border_control" if is_contrast else "bg_hover"],
        "segment_ground": colors["bg_sunken" if scheme.is_dark else "bg_hover"],
        "segment_frame": colors["border_control" if is_contrast else "line"],
        "segment_on": colors["bg_pressed" if scheme.is_dark else "bg_raised"],
        "segment_line": colors["border_control" if is_contrast else "line_strong"],
    }


def _heights(tokens: Tokens, text_percent: int) -> dict[str, int]:
    """Return the heights of controls inside their outline, which is 1 px, and 2 px with the focus (``_in``)."""
    line = round(tokens.type_steps["body"].line * text_percent / 100)
    caption = round(tokens.type_steps["caption"].px * text_percent / 100)
    heights = {
        "control": max(_CONTROL, line + 12),
        "small": max(_SMALL, line + 4),
        "segment": max(_SEGMENT, line + 6),
        "segment_small": max(_SEGMENT_SMALL, line + 2),
    }
    inside = {name: height - 2 for name, height in heights.items()} | {f"{name}_in": height - 4 for name, height in heights.items()}
    return inside | {"caption": caption}
