# SPDX-License-Identifier: MIT
"""Facts in rows: what it is at the left, the value at the right. With large text the value stands below."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QHBoxLayout, QVBoxLayout, QWidget

from onesist_desktop.ui.theme.theme import Theme
from onesist_desktop.ui.widgets.labels import BreakingLabel, PlainLabel
from onesist_desktop.ui.widgets.meter import Meter
from onesist_desktop.ui.widgets.metrics import restyle
from onesist_desktop.ui.widgets.spinner import Spinner

_LABEL = 104
_ROW = 28


class Fact(QWidget):
    """One row of 28. Hidden while it has nothing to say. Screen readers get label and value in one."""

    def __init__(self, theme: Theme, label: str, *, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self.setObjectName(name)
        self._name = label
        self._line = QBoxLayout(QBoxLayout.Direction.LeftToRight, self)
        self._line.setContentsMargins(0, 4, 0, 4)
        self._label = PlainLabel(label, tone="tertiary", wraps=True)
        self._label.setAlignment(Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeading)
        self._value = BreakingLabel(name="value")
        self._small = BreakingLabel(tone="secondary", name="small")
        self._side = QHBoxLayout()
        self._side.setSpacing(8)
        self._side.addWidget(self._value, 1)
        words = self._words = QVBoxLayout()
        words.setSpacing(0)
        words.addLayout(self._side)
        words.addWidget(self._small)
        words.addStretch(1)
        self._is_beside = self._wants_beside = False
        self._line.addWidget(self._label)
        self._line.addLayout(words, 1)
        theme.changed.connect(self._fit)
        self._fit()
        self.show_value("")

    @property
    def value(self) -> str:
        """What it says."""
        return self._value.text()

    def put_before(self, widget: QWidget) -> None:
        """Put a widget in front of the value, such as a spinner or a meter."""
        self._side.insertWidget(0, widget)

    def show_value(self, value: str, small: str = "", *, beside: bool = False, help_text: str = "", tone: str = "") -> None:
        """Say something; an empty value hides the row.

        Args:
            value: What it says.
            small: The technical word for it, below in smaller letters.
            beside: Put that word behind the value instead, where both are short.
            help_text: The tooltip.
            tone: Of the style sheet; empty for the usual one.
        """
        self.setVisible(bool(value))
        if self._value.text() != value:
            self._value.setText(value)
        restyle(self._value, "tone", tone)
        self._small.setText(small)
        self._small.setVisible(bool(small))
        self._wants_beside = beside
        self._fit_small()
        self.setToolTip(help_text)
        self.setAccessibleName(f"{self._name}: {value}")

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Put the technical word where there is room for it."""
        super().resizeEvent(event)
        self._fit_small()

    def _fit_small(self) -> None:
        needed = sum(label.fontMetrics().horizontalAdvance(label.text()) + 2 for label in (self._value, self._small))
        room = self.width() - _LABEL - self._side.spacing()
        self._put_small(beside=self._wants_beside and not self._theme.is_large and needed <= room)

    def _put_small(self, *, beside: bool) -> None:
        if beside == self._is_beside:
            return
        self._is_beside = beside
        self._value.setWordWrap(not beside)
        for label in (self._value, self._small):
            # Side by side they must not hold up a panel that gets narrower.
            label.setMinimumWidth(1 if beside else 0)
        self._side.setStretchFactor(self._value, 0 if beside else 1)
        if beside:
            self._side.addWidget(self._small, 1)
        else:
            self._words.insertWidget(1, self._small)

    def _fit(self) -> None:
        is_large = self._theme.is_large
        self._small.setFont(self._theme.font("caption"))
        self._line.setDirection(QBoxLayout.Direction.TopToBottom if is_large else QBoxLayout.Direction.LeftToRight)
        self._line.setSpacing(0)
        self._fit_small()
        self._label.setMinimumWidth(0 if is_large else _LABEL)
        self._label.setMaximumWidth(16_777_215 if is_large else _LABEL)
        self.setMinimumHeight(max(_ROW, self._theme.line_height("body") + 8))


class StateFact(Fact):
    """How far a run got, with a spinner while it works."""

    def __init__(self, theme: Theme, label: str, *, name: str, parent: QWidget | None = None) -> None:
        super().__init__(theme, label, name=name, parent=parent)
        self._spinner = Spinner(theme=theme)
        self.put_before(self._spinner)
        self._spinner.hide()

    def show_working(self, is_working: bool) -> None:
        """Turn the spinner, or take it away."""
        self._spinner.setVisible(is_working)


class MemoryFact(Fact):
    """How full a memory is: a meter with its figure in words, and below it whose memory it is."""

    def __init__(self, theme: Theme, label: str, *, name: str, parent: QWidget | None = None) -> None:
        super().__init__(theme, label, name=name, parent=parent)
        self._meter = Meter(theme, name="memory_meter")
        self.put_before(self._meter)
        self._side.addStretch()

    def show_memory(self, fraction: float | None, words: str, small: str) -> None:
        """Show how full it is, 0 to 1; None where nobody knows."""
        self.show_value(words, small)
        self._meter.show(fraction, words)
        # Words without a bar may need more than one line.
        self._meter.setVisible(fraction is not None)
        self._value.setVisible(fraction is None)
