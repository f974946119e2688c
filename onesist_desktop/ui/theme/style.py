# SPDX-License-Identifier: MIT
"""The one style sheet. It says only what a palette can't: outlines, radii and the kinds of button."""

from __future__ import annotations

from string import Template

from onesist_desktop.ui.theme.tokens import Scheme, Tokens

# Buttons take focus by keyboard only (see widgets.buttons), so :focus is the keyboard's ring.
_SHEET = Template(
    """
QToolTip { background: $tooltip_bg; color: $tooltip_text; border: 0; padding: 4px 8px; }
QMenu { background: $bg_raised; border: 1px solid $line_strong; padding: 4px; }
QMenu::item { padding: 6px 24px 6px 28px; border-radius: 4px; }
QMenu::item:selected { background: $bg_hover; color: $text_primary; }
QMenu::item:disabled { color: $text_disabled; }
QMenu::separator { height: 1px; background: $line; margin: 4px 8px; }
QMenu::icon { padding-left: 8px; }
QScrollBar:vertical { width: 12px; background: transparent; margin: 0; }
QScrollBar:horizontal { height: 12px; background: transparent; margin: 0; }
QScrollBar::handle { background: $line_strong; border-radius: 4px; margin: 2px; }
QScrollBar::handle:vertical { min-height: 32px; }
QScrollBar::handle:horizontal { min-width: 32px; }
QScrollBar::handle:hover { background: $border_control; }
QScrollBar::add-line, QScrollBar::sub-line, QScrollBar::add-page, QScrollBar::sub-page { background: none; width: 0; height: 0; }
QSplitter::handle { background: $line; }
QLineEdit, QComboBox { background: $bg_raised; border: 1px solid $border_control; border-radius: 6px;
  padding: 0 10px; min-height: 30px; }
QLineEdit:focus, QComboBox:focus { border: 2px solid $focus; padding: 0 9px; min-height: 28px; }
QLineEdit[invalid="true"] { border: 2px solid $danger_text; padding: 0 9px; min-height: 28px; }
QComboBox::drop-down { border: 0; width: 24px; }
QComboBox QAbstractItemView { background: $bg_raised; border: 1px solid $line_strong; selection-background-color: $bg_selected;
  selection-color: $text_primary; outline: 0; }
QPushButton, QToolButton { border-radius: 6px; padding: 0 12px; min-height: 30px; border: 1px solid transparent;
  background: transparent; font-weight: 500; }
QPushButton[kind="secondary"], QToolButton[kind="secondary"] { border-color: $border_control; background: $bg_raised; }
QPushButton:hover, QToolButton:hover { background: $bg_hover; }
QPushButton:pressed, QToolButton:pressed, QToolButton::menu-button:pressed { background: $bg_pressed; }
QPushButton:focus, QToolButton:focus { border: 2px solid $focus; padding: 0 11px; min-height: 28px; }
QPushButton:disabled, QToolButton:disabled { color: $text_disabled; }
QPushButton[kind="primary"] { background: $accent; color: $on_accent; border-color: $accent; }
QPushButton[kind="primary"]:hover { background: $accent_hover; }
QPushButton[kind="primary"]:pressed { background: $accent_pressed; }
QPushButton[kind="primary"]:focus { border: 2px solid $text_primary; }
QPushButton[kind="primary"]:disabled { background: $bg_pressed; color: $text_tertiary; border-color: $line_strong; }
QPushButton[kind="danger"] { border-color: $danger_fill; color: $danger_text; background: $bg_raised; }
QPushButton[compact="true"], QToolButton[compact="true"] { min-height: 22px; padding: 0 8px; }
QPushButton[compact="true"]:focus, QToolButton[compact="true"]:focus { min-height: 20px; padding: 0 7px; }
QToolButton[square="true"] { padding: 0; min-width: 30px; }
QToolButton[square="true"]:focus { padding: 0; min-width: 28px; }
QToolButton::menu-indicator { image: none; width: 0; }
QPushButton[choice="true"] { text-align: left; border: 1px solid $line_strong; border-radius: 8px;
  background: $bg_raised; padding: 0; min-height: 0; }
QPushButton[choice="true"]:hover { background: $bg_hover; }
QPushButton[choice="true"]:focus { border: 2px solid $focus; }
QPushButton[picker="true"], QPushButton[align="left"] { text-align: left; }
QPushButton[picker="true"] { padding: 0 8px; }
QPushButton[picker="true"]:focus { padding: 0 7px; }
QScrollBar[idle="true"]::handle { background: transparent; }
QLabel[tone="secondary"] { color: $text_secondary; }
QLabel[tone="tertiary"] { color: $text_tertiary; }
QLabel[tone="danger"] { color: $danger_text; }
QLabel[tone="success"] { color: $success_text; }
QLabel[tone="warning"] { color: $warning_text; }
QLabel[badge="success"] { color: $success_text; background: $success_bg; border-radius: 4px; padding: 2px 8px; }
QLabel[badge="warning"] { color: $warning_text; background: $warning_bg; border-radius: 4px; padding: 2px 8px; }
QLabel[badge="neutral"] { color: $text_secondary; background: $bg_hover; border-radius: 4px; padding: 2px 8px; }
QLabel[tile="true"] { background: $text_primary; color: $bg_canvas; border-radius: 6px; font-weight: 600; }
QFrame[surface="sidebar"] { background: $bg_sidebar; border: 0; }
QFrame[surface="panel"] { background: $bg_panel; border: 0; }
QFrame[surface="header"] { background: $bg_canvas; border: 0; border-bottom: 1px solid $line; }
QFrame[surface="footer"] { background: $bg_panel; border: 0; border-top: 1px solid $line; }
QFrame[surface="user"] { background: $user_bg; border: 0; border-radius: 8px; }
QFrame[surface="code"] { background: $bg_sunken; border: 1px solid $line; border-radius: 8px; }
QFrame[surface="step"] { background: $bg_canvas; border: 1px solid $line; border-radius: 6px; }
QFrame[surface="card"] { background: $bg_raised; border: 1px solid $line_strong; border-radius: 8px; }
QFrame[surface="error"] { background: $bg_raised; border: 1px solid $danger_line; border-radius: 8px; }
QFrame[surface="approval"] { background: $bg_raised; border: 1px solid $warning_line; border-radius: 8px; }
QFrame[surface="approval_head"] { background: $warning_bg; border: 0; border-bottom: 1px solid $warning_line;
  border-top-left-radius: 7px; border-top-right-radius: 7px; }
QFrame[surface="runs"] { background: $bg_panel; border: 1px solid $line; border-radius: 8px; }
QFrame[surface="composer"] { background: $bg_raised; border: 1px solid $border_control; border-radius: 12px; }
QFrame[surface="composer"][active="true"] { border: 1px solid $focus; }
QFrame[surface="handover"] { background: $bg_panel; border: 0; border-bottom: 1px solid $line;
  border-top-left-radius: 11px; border-top-right-radius: 11px; }
QFrame[surface="banner"] { background: $warning_bg; border: 0; border-bottom: 1px solid $warning_line; }
QFrame[surface="banner"] QLabel { color: $text_primary; }
QFrame[surface="rule"] { background: $line; border: 0; max-height: 1px; min-height: 1px; }
QFrame[surface="step"]:focus, QFrame[surface="code"]:focus { border: 2px solid $focus; }
QPushButton[step="true"] { text-align: left; padding: 0 8px; min-height: 0; border: 0; border-radius: 5px; font-weight: 400; }
QPushButton[step="true"]:focus { border: 2px solid $focus; padding: 0 6px; min-height: 0; }
QPushButton[step="true"][still="true"]:hover, QPushButton[step="true"][still="true"]:pressed { background: transparent; }
QTextEdit[plain="true"], QPlainTextEdit[plain="true"], QTextBrowser[plain="true"] { background: transparent; border: 0; }
QPlainTextEdit[code="true"] { background: $bg_sunken; border: 0; }
QScrollArea { border: 0; background: transparent; }
QTreeView { background: $bg_sidebar; border: 0; outline: 0; }
QListView { background: $bg_raised; border: 0; outline: 0; }
"""
)


def style_sheet(tokens: Tokens, scheme: Scheme) -> str:
    """Return the style sheet in the colours of a scheme."""
    return _SHEET.substitute(tokens.colors[scheme])
