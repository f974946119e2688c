# SPDX-License-Identifier: MIT
"""One setting: its name and what it means at the left, its control at the right, and a way back to the default."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QVBoxLayout, QWidget

from onesist_desktop.ui.language import fill
from onesist_desktop.ui.theme.theme import Theme
from onesist_desktop.ui.widgets.buttons import IconButton
from onesist_desktop.ui.widgets.labels import PlainLabel

ROW_HEIGHT = 64


class SettingRow(QFrame):
    """Names its control for a screen reader.

    Signals:
        reset_wanted(): The person wants the default back.
    """

    reset_wanted = Signal()

    def __init__(
        self, theme: Theme, title: str, help_text: str, control: QWidget, *, is_stacked: bool = False, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.title = title
        self.help_text = help_text
        self.control = control
        self.setProperty("surface", "setting")
        self.setMinimumHeight(ROW_HEIGHT)
        control.setAccessibleName(title)
        control.setAccessibleDescription(help_text)
        words = QVBoxLayout()
        words.setSpacing(2)
        head = QHBoxLayout()
        head.setSpacing(8)
        label = PlainLabel(title, name="setting_title", wraps=theme.is_large)
        label.setBuddy(control)
        head.addWidget(label, 1 if theme.is_large else 0)
        self._dot = QLabel("●")
        self._dot.setProperty("tone", "accent")
        self._dot.setFont(theme.font("caption"))
        self._dot.setAccessibleName(self.tr("Changed"))
        head.addWidget(self._dot)
        if not theme.is_large:
            head.addStretch(1)
        words.addLayout(head)
        if help_text:
            words.addWidget(PlainLabel(help_text, tone="secondary", font=theme.font("caption"), wraps=True, name="setting_help"))
        back = fill(self.tr("%1: back to the default"), title)
        self._reset = IconButton("arrow-counter-clockwise", back, compact=True, on_click=self.reset_wanted.emit)
        is_below = is_stacked or theme.is_large
        outer = QVBoxLayout(self) if is_below else QHBoxLayout(self)
        outer.setContentsMargins(0, 12, 0, 12)
        outer.setSpacing(8 if is_below else 16)
        outer.addLayout(words, 1)
        if is_below:
            head.addWidget(self._reset)
            outer.addWidget(control, 0, Qt.AlignmentFlag(0) if is_stacked else Qt.AlignmentFlag.AlignLeft)
        else:
            outer.addWidget(self._reset, 0, Qt.AlignmentFlag.AlignVCenter)
            outer.addWidget(control, 0, Qt.AlignmentFlag.AlignVCenter)
        self.show_changed(False)

    def show_changed(self, is_changed: bool) -> None:
        """Say whether the value differs from the default. The way back keeps its place while there is nothing to put back."""
        self._dot.setVisible(is_changed)
        self._reset.setEnabled(is_changed)
        policy = self._reset.sizePolicy()
        policy.setRetainSizeWhenHidden(True)
        self._reset.setSizePolicy(policy)
        self._reset.setVisible(is_changed)
