# SPDX-License-Identifier: MIT
"""Stops about the look: dark, high contrast, a small window."""

from __future__ import annotations

import json

from PySide6.QtWidgets import QAbstractButton

from onesist_desktop.ui.theme.tokens import Scheme
from tour.base import NARROW, SIZE, Tour, resize
from tour.errors import check
from tour.hands import until


async def dark(tour: Tour) -> None:
    """The same in the dark theme."""
    theme = tour.hands.window.theme
    theme.choose(Scheme.DARK)
    check(theme.is_dark, "the theme is dark")
    await tour.picture("dark")
    theme.choose(Scheme.LIGHT)


async def high_contrast(tour: Tour) -> None:
    """The same in high contrast."""
    theme = tour.hands.window.theme
    theme.choose(Scheme.HIGH_CONTRAST_DARK)
    check(theme.is_high_contrast, "the theme is that of high contrast")
    await tour.picture("high-contrast")
    theme.choose(Scheme.LIGHT)


async def narrow(tour: Tour) -> None:
    """The same in a small window: Send is still inside it."""
    window = tour.hands.window
    await resize(tour, NARROW)
    send = tour.hands.find(QAbstractButton, "send")
    corner = send.mapTo(window, send.rect().bottomRight())
    check(corner.x() < window.width() and corner.y() < window.height(), "the send button is inside the window")
    await tour.picture("narrow")
    await resize(tour, SIZE)


async def settings_in_dark(tour: Tour) -> None:
    """Colours are chosen in the settings; the choice is in the file at once."""
    hands = tour.hands
    await hands.press_keys("Ctrl+,")
    await until(lambda: hands.is_visible("settings_dialog"), "the settings open")
    hands.click("scheme_dark")
    await until(lambda: hands.window.theme.is_dark, "the window is dark")
    await until(lambda: stored_theme(tour) == "dark", "the settings file says so")
    await tour.picture("settings-dark")
    hands.click("settings_done")
    await until(lambda: not hands.is_visible("settings_dialog"), "the settings close")


def stored_theme(tour: Tour) -> object:
    """The theme that the settings file names."""
    settings = json.loads((tour.world.data / "settings.json").read_text(encoding="utf-8"))
    return settings.get("appearance", {}).get("theme")
