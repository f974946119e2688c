# SPDX-License-Identifier: MIT
"""What stands where nothing is yet: icon, heading, a sentence, one button."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QLabel, QVBoxLayout, QWidget

from onesist_desktop.ui.theme.theme import Theme
from onesist_desktop.ui.widgets.buttons import ButtonKind, FlatButton
from onesist_desktop.ui.widgets.glyphs import glyph_pixmap
from onesist_desktop.ui.widgets.labels import PlainLabel, StepLabel

_WIDTH = 480


class EmptyState(QWidget):
    """A column of at most 480 in the middle, its text at the left.

    Signals:
        wanted(): The button was pressed.
    """

    wanted = Signal()

    def __init__(
        self,
        theme: Theme,
        heading: str,
        text: str,
        *,
        glyph: str = "",
        action: str = "",
        is_filled: bool = True,
        name: str = "",
        parent: QWidget | None = None,
    ) -> None:
        """Args: ``is_filled`` is False where the view has its filled button already."""
        super().__init__(parent)
        self._theme = theme
        self._glyph = glyph
        self.setObjectName(name)
        self.setAccessibleName(heading)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(24, 24, 24, 24)
        self._column = QWidget()
        column = QVBoxLayout(self._column)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(8)
        self._sign = QLabel()
        self.heading_label = StepLabel(theme, heading, step="title", wraps=True, name="empty_heading")
        self.text_label = PlainLabel(text, tone="secondary", wraps=True, name="empty_text")
        kind = ButtonKind.PRIMARY if is_filled else ButtonKind.SECONDARY
        self.button = FlatButton(action, kind, name="empty_action", on_click=self.wanted.emit)
        for widget in (self._sign, self.heading_label, self.text_label):
            column.addWidget(widget)
        column.addSpacing(8)
        column.addWidget(self.button, 0, Qt.AlignmentFlag.AlignLeading)
        # Only now that they belong to this: shown without a parent they would be windows of their own for a moment.
        self._sign.setVisible(bool(glyph))
        self.button.setVisible(bool(action))
        outer.addStretch(1)
        outer.addWidget(self._column)
        outer.addStretch(1)
        self._measure()
        theme.changed.connect(self._measure)

    def _measure(self) -> None:
        theme = self._theme
        width = theme.icon_size(_WIDTH)
        self._column.setMaximumWidth(width)
        if self._glyph:
            self._sign.setPixmap(glyph_pixmap(self._glyph, theme.color("text_secondary"), theme.icon_size(24)))
