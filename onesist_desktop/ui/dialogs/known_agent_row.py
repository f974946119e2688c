# SPDX-License-Identifier: MIT
"""One choice in the dialog that adds an agent: a radio with its mark, and at the end how it stands."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from onesist_desktop.services.views import KnownAgentView
from onesist_desktop.ui.theme.marks import paint_mark
from onesist_desktop.ui.theme.theme import Theme
from onesist_desktop.ui.widgets.badge import Badge, BadgeTone
from onesist_desktop.ui.widgets.choices import RadioButton
from onesist_desktop.ui.widgets.rows import Divider


class FamilyMark(QWidget):
    """The mark of somebody who isn't there yet. A name always stands beside it, so screen readers skip it."""

    def __init__(self, theme: Theme, family: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._family = family
        side = theme.size("bead_large")
        self.setFixedSize(QSize(side, side))

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the mark."""
        painter = QPainter(self)
        theme = self._theme
        shape, color = theme.provider_shape(self._family), theme.provider_color(self._family)
        paint_mark(painter, QRectF(self.rect()), shape, color, hollow=False, background=theme.color("bg_raised"))
        painter.end()


class ChoiceRow(QWidget):
    """A radio in a row of a card.

    Attributes:
        key: What the choice is; empty for any other command.
        radio: The radio itself, for a group.
    """

    def __init__(self, theme: Theme, key: str, title: str, *, family: str = "", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.key = key
        self.radio = RadioButton(theme, title.replace("&", "&&"), name=f"agent_{key or 'other'}")
        self.badge = Badge(theme, name="agent_state")
        self.badge.hide()
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        self._rule = Divider()
        column.addWidget(self._rule)
        line = QHBoxLayout()
        line.setContentsMargins(12, 6, 12, 6)
        line.setSpacing(12)
        if family:
            line.addWidget(FamilyMark(theme, family), 0, Qt.AlignmentFlag.AlignVCenter)
        else:
            line.addSpacing(theme.size("bead_large") + line.spacing())
        line.addWidget(self.radio)
        line.addStretch(1)
        line.addWidget(self.badge)
        column.addLayout(line)

    def set_first(self, *, is_first: bool = True) -> None:
        """Leave the rule above the first row of a card away."""
        self._rule.setVisible(not is_first)

    def show_agent(self, agent: KnownAgentView) -> None:
        """Say whether an agent is installed, or added already."""
        if agent.provider_id is not None:
            self.badge.show_badge(self.tr("Added"))
            self.radio.setEnabled(False)
            self.radio.setToolTip(self.tr("It answers already; further accounts are added in its settings"))
        elif agent.program:
            self.badge.show_badge(self.tr("Installed"), BadgeTone.SUCCESS, "check")
        else:
            self.badge.show_badge(self.tr("Not installed"))
        self.badge.show()
        self.radio.setAccessibleDescription(self.badge.text)
