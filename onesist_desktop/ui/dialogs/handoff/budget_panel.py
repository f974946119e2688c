# SPDX-License-Identifier: MIT
"""How much of the room for a handover is used, and how many items go over."""

from __future__ import annotations

from html import escape

from PySide6.QtCore import QCoreApplication, QRectF, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QFrame, QLabel, QVBoxLayout, QWidget

from onesist_desktop.ui.language import fill
from onesist_desktop.ui.theme.theme import Theme
from onesist_desktop.ui.widgets.flow import FlowRow
from onesist_desktop.ui.widgets.labels import StepLabel
from onesist_desktop.ui.widgets.meter import paint_bar
from onesist_desktop.ui.widgets.metrics import is_mirrored
from onesist_desktop.ui.words import size_text


class BudgetPanel(QFrame):
    """Stands above the list."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("surface", "card_head")
        column = QVBoxLayout(self)
        column.setContentsMargins(24, 12, 24, 12)
        column.setSpacing(8)
        self._used = QLabel()
        self._used.setObjectName("handoff_state")
        # Only the figure is markup; what it says is escaped.
        self._used.setTextFormat(Qt.TextFormat.RichText)
        self._counts = StepLabel(theme, tone="secondary", name="handoff_counts")
        self._bar = _Bar(theme)
        words = FlowRow(gap=16, push_last=True)
        words.add(self._used, self._counts)
        column.addWidget(words)
        column.addWidget(self._bar)

    def show_budget(self, used_bytes: int, budget_bytes: int, chosen: int, omitted: int) -> None:
        """Show how much of the room is used, and how many items go over and don't."""
        text = QCoreApplication.translate("HandoffDialog", "%1 of %2 used")
        used, whole = size_text(used_bytes), size_text(budget_bytes)
        self._used.setText(fill(escape(text), f"<b>{escape(used)}</b>", escape(whole)))
        self._used.setAccessibleName(fill(text, used, whole))
        counts = fill(QCoreApplication.translate("HandoffDialog", "%n item(s) in, %1 left out", None, chosen), omitted)
        self._counts.setText(counts)
        self._bar.show_fraction(used_bytes / budget_bytes if budget_bytes else 0)


class _Bar(QWidget):
    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._fraction = 0.0
        self._theme = theme
        self.setFixedHeight(8)
        theme.changed.connect(self.update)

    def show_fraction(self, fraction: float) -> None:
        self._fraction = min(1.0, fraction)
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        paint_bar(painter, QRectF(self.rect()), self._theme, self._fraction, is_mirrored=is_mirrored(self))
        painter.end()
