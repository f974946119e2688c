# SPDX-License-Identifier: MIT
"""The inspector: tabs level with the header, below them one page each: a run, and the lineage of the thread."""

from __future__ import annotations

import time
from collections.abc import Callable

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QButtonGroup, QFrame, QHBoxLayout, QPushButton, QSizePolicy, QStackedWidget, QVBoxLayout, QWidget

from onesist_desktop.ui.panels.lineage_panel import LineagePanel
from onesist_desktop.ui.panels.run_panel import RunPanel
from onesist_desktop.ui.provider_book import ProviderBook
from onesist_desktop.ui.theme.theme import Theme

MIN_WIDTH, MAX_WIDTH = 296, 520


class Tab(QPushButton):
    """A tab with a line below it while it is the one that is on. A tab that is alone is a heading and takes no focus."""

    def __init__(self, theme: Theme, text: str, name: str) -> None:
        super().__init__(text)
        self._theme = theme
        self.setObjectName(name)
        self.setProperty("kind", "tab")
        self.setCheckable(True)
        self.setAutoDefault(False)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Expanding)

    def sizeHint(self) -> QSize:
        """Be as wide as the words and as high as the header beside it."""
        width = self.fontMetrics().horizontalAdvance(self.text()) + 4
        return QSize(max(24, width), self._theme.row_height(self._theme.size("header")))

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the words and the line."""
        theme, painter = self._theme, QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        font = theme.font("body")
        font.setWeight(font.Weight.Medium)
        painter.setFont(font)
        painter.setPen(theme.color("text_primary" if self.isChecked() else "text_secondary"))
        painter.drawText(self.rect(), int(Qt.AlignmentFlag.AlignCenter), self.text())
        if self.isChecked():
            painter.fillRect(QRectF(0, self.height() - 2, self.width(), 2), theme.color("accent"))
        if self.hasFocus():
            painter.setPen(theme.color("focus"))
            painter.drawRoundedRect(QRectF(self.rect()).adjusted(0.5, 8.5, -0.5, -8.5), 4, 4)
        painter.end()


class InspectorPanel(QFrame):
    """Holds the pages. ``now`` gives the time in seconds since the epoch.

    Signals:
        page_changed(): Another page is shown.
    """

    page_changed = Signal()

    def __init__(
        self, theme: Theme, book: ProviderBook, parent: QWidget | None = None, *, now: Callable[[], float] = time.time
    ) -> None:
        super().__init__(parent)
        self._theme = theme
        self.setObjectName("inspector")
        self.setProperty("surface", "panel")
        self.setAccessibleName(self.tr("Inspector"))
        self._head = QFrame()
        self._head.setProperty("surface", "bar")
        self._tabs = QHBoxLayout(self._head)
        self._tabs.setContentsMargins(16, 0, 16, 0)
        self._tabs.setSpacing(16)
        self._tabs.addStretch(1)
        self._group = QButtonGroup(self)
        self._pages = QStackedWidget()
        self.run = RunPanel(theme, book, now)
        self.lineage = LineagePanel(theme, book, now)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self._head)
        column.addWidget(self._pages, 1)
        self._add_page(self.tr("Run"), "tab_run", self.run)
        self._add_page(self.tr("Lineage"), "tab_lineage", self.lineage)
        self._pages.currentChanged.connect(lambda _place: self.page_changed.emit())
        theme.changed.connect(self._fit)
        self._fit()

    @property
    def is_lineage_shown(self) -> bool:
        """Whether the page of the lineage is the one that is shown."""
        return self._pages.currentWidget() is self.lineage

    def show_page(self, page: QWidget) -> None:
        """Show one of its pages."""
        place = self._pages.indexOf(page)
        if place >= 0:
            self._group.button(place).setChecked(True)

    def minimumSizeHint(self) -> QSize:
        """Have room for facts, which need more of it with larger text."""
        return QSize(max(MIN_WIDTH, MIN_WIDTH * self._theme.text_percent // 150), 0)

    def _add_page(self, text: str, name: str, page: QWidget) -> None:
        tab = Tab(self._theme, text, name)
        self._group.addButton(tab, self._pages.addWidget(page))
        self._tabs.insertWidget(self._tabs.count() - 1, tab)
        tab.toggled.connect(lambda is_on: self._pages.setCurrentWidget(page) if is_on else None)
        tabs = self._group.buttons()
        tabs[0].setChecked(True)
        for each in tabs:
            each.setFocusPolicy(Qt.FocusPolicy.TabFocus if len(tabs) > 1 else Qt.FocusPolicy.NoFocus)

    def _fit(self) -> None:
        self._head.setFixedHeight(self._theme.row_height(self._theme.size("header")))
        self.setMaximumWidth(max(MAX_WIDTH, MAX_WIDTH * self._theme.text_percent // 150))
        self.updateGeometry()
