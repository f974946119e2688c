# SPDX-License-Identifier: MIT
"""A line that is cut where its room ends, in a step of the type scale that it keeps to when the text's size changes."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget

from onesist_desktop.ui.theme.theme import Theme
from onesist_desktop.ui.widgets.labels import ElidedLabel


class StepElidedLabel(ElidedLabel):
    """As ``StepLabel``, but on one line."""

    def __init__(
        self,
        theme: Theme,
        text: str = "",
        *,
        step: str = "body",
        mode: Qt.TextElideMode = Qt.TextElideMode.ElideRight,
        is_quiet: bool = False,
        name: str = "",
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(text, mode=mode, is_quiet=is_quiet, name=name, parent=parent)
        self._theme = theme
        self._step = step
        theme.changed.connect(self._on_theme_changed)
        self._on_theme_changed()

    def _on_theme_changed(self) -> None:
        self.setFont(self._theme.font(self._step))
        self.updateGeometry()
