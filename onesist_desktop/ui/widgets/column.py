# SPDX-License-Identifier: MIT
"""A column of limited width, centred where there is more room."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QHBoxLayout, QScrollArea, QScrollBar, QWidget

from onesist_desktop.ui.widgets.metrics import restyle


def show_handle(bar: QScrollBar, *, wanted: bool) -> None:
    """Show or hide the handle of a scroll bar that keeps its room."""
    restyle(bar, "idle", not wanted)


class CentredColumn(QWidget):
    """Holds one widget, at most ``max_width`` wide and in the middle of what is left of ``right``."""

    def __init__(self, content: QWidget, max_width: int, *, right: int = 0, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, right, 0)
        layout.setSpacing(0)
        content.setMaximumWidth(max_width)
        # A stretch of many lets the content grow to its limit before the sides get a single pixel.
        layout.addStretch(1)
        layout.addWidget(content, 100_000)
        layout.addStretch(1)


class ScrollingPage(QScrollArea):
    """A page that scrolls downwards where it is higher than its place. Its controls take the focus, not the page.

    Args:
        keeps_bar: Keep the room of the scroll bar, so that the page doesn't move when it has to scroll.
    """

    def __init__(self, content: QWidget, *, keeps_bar: bool = False, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        if keeps_bar:
            self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOn)
            bar = self.verticalScrollBar()
            bar.rangeChanged.connect(lambda minimum, maximum: show_handle(bar, wanted=maximum > minimum))
            show_handle(bar, wanted=False)
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setWidget(content)
