# SPDX-License-Identifier: MIT
"""What the map says to a screen reader."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget

from onesist_desktop.ui.map.shapes import BeadShape
from onesist_desktop.ui.widgets.announcing import announce


def tell_focus(view: QWidget, shape: BeadShape, name: str) -> None:
    """Say which answer the keyboard is on."""
    view.setAccessibleDescription(name)
    announce(view, name)
