# SPDX-License-Identifier: MIT
"""The palette of a scheme: which token stands for which role of Qt."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtGui import QColor, QPalette

_Role = QPalette.ColorRole
_Group = QPalette.ColorGroup

_ROLES = {
    _Role.Window: "bg_canvas",
    _Role.WindowText: "text_primary",
    _Role.Base: "bg_raised",
    _Role.AlternateBase: "bg_panel",
    _Role.Text: "text_primary",
    _Role.PlaceholderText: "text_tertiary",
    _Role.Button: "bg_raised",
    _Role.ButtonText: "text_primary",
    _Role.BrightText: "danger_text",
    _Role.Highlight: "accent",
    _Role.HighlightedText: "on_accent",
    _Role.Link: "text_link",
    _Role.LinkVisited: "text_link",
    _Role.ToolTipBase: "tooltip_bg",
    _Role.ToolTipText: "tooltip_text",
    _Role.Light: "line",
    _Role.Midlight: "line",
    _Role.Mid: "line_strong",
    _Role.Dark: "border_control",
    _Role.Shadow: "border_control",
    _Role.Accent: "accent",
}
# What is selected where the focus isn't, as in rows.
_INACTIVE = {_Role.Highlight: "bg_selected_inactive", _Role.HighlightedText: "text_primary"}
_OFF = {
    **_INACTIVE,
    **dict.fromkeys(
        (
            _Role.WindowText,
            _Role.Text,
            _Role.ButtonText,
            _Role.PlaceholderText,
            _Role.HighlightedText,
            _Role.Link,
            _Role.LinkVisited,
            _Role.BrightText,
            _Role.Accent,
        ),
        "text_disabled",
    ),
}


def build_palette(color: Callable[[str], QColor]) -> QPalette:
    """Build a palette of all roles in all groups, from a function that knows the colour of a token."""
    palette = QPalette()
    for role, token in _ROLES.items():
        palette.setColor(_Group.All, role, color(token))
    for group, roles in ((_Group.Inactive, _INACTIVE), (_Group.Disabled, _OFF)):
        for role, token in roles.items():
            palette.setColor(group, role, color(token))
    return palette
