# SPDX-License-Identifier: MIT
"""Forms: one call per line, which also says to a screen reader what the field is."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QCheckBox, QGridLayout, QVBoxLayout, QWidget

from onesist_desktop.ui.theme.theme import Theme
from onesist_desktop.ui.widgets.labels import PlainLabel, StepLabel
from onesist_desktop.ui.widgets.rows import Divider

_ROW = 64


class Form(QWidget):
    """Lines of label, help and field. The field is at the right end, or below the words where the text is large.

    Args:
        is_ruled: A line between each two, as in settings; each line is at least 64 high then.
    """

    def __init__(self, theme: Theme, *, is_ruled: bool = False, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._is_ruled = is_ruled
        self._lines: list[tuple[QWidget, QWidget, QWidget]] = []
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(0 if is_ruled else 12)
        theme.changed.connect(self._arrange_all)

    def add_row(self, label: str, field: QWidget, help_text: str = "") -> QWidget:
        """Add a line: the label is the field's accessible name and buddy, the help its description. Return the line."""
        if self._is_ruled and self._lines:
            self._column.addWidget(Divider())
        line = QWidget()
        words = QWidget()
        texts = QVBoxLayout(words)
        texts.setContentsMargins(0, 0, 0, 0)
        texts.setSpacing(2)
        title = PlainLabel(label, wraps=True)
        title.setBuddy(field)
        texts.addWidget(title)
        if help_text:
            texts.addWidget(StepLabel(self._theme, help_text, tone="secondary", wraps=True))
        describe(field, label, help_text)
        QGridLayout(line).setContentsMargins(0, 8 if self._is_ruled else 0, 0, 8 if self._is_ruled else 0)
        self._lines.append((line, words, field))
        self._arrange(line, words, field)
        self._column.addWidget(line)
        return line

    def _arrange_all(self) -> None:
        for line, words, field in self._lines:
            self._arrange(line, words, field)

    def _arrange(self, line: QWidget, words: QWidget, field: QWidget) -> None:
        grid = line.layout()
        if not isinstance(grid, QGridLayout):
            return
        for widget in (words, field):
            grid.removeWidget(widget)
        is_below = self._theme.is_large and not isinstance(field, QCheckBox)
        edge = Qt.AlignmentFlag.AlignLeading if is_below else Qt.AlignmentFlag.AlignTrailing
        grid.setHorizontalSpacing(16)
        grid.setVerticalSpacing(8)
        grid.addWidget(words, 0, 0)
        grid.addWidget(field, 1 if is_below else 0, 0 if is_below else 1, edge | Qt.AlignmentFlag.AlignVCenter)
        grid.setColumnStretch(0, 1)
        line.setMinimumHeight(_ROW if self._is_ruled else 0)


def describe(field: QWidget, label: str, help_text: str = "") -> None:
    """Say to a screen reader what a field is, and what its help is."""
    field.setAccessibleName(label)
    field.setAccessibleDescription(help_text)
