# SPDX-License-Identifier: MIT
"""What a thread used so far, by who answered in it."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtGui import QFontMetrics
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from onesist_desktop.services.views import ProviderUsage
from onesist_desktop.ui.language import fill
from onesist_desktop.ui.panels import run_words
from onesist_desktop.ui.provider_book import MarkWidget, ProviderBook
from onesist_desktop.ui.theme.theme import Theme
from onesist_desktop.ui.widgets.labels import BreakingLabel
from onesist_desktop.ui.widgets.tips import plain_tip


class UsageList(QWidget):
    """One row for each provider: its mark and name, and below them how many answers and tokens. Hidden while there is none."""

    def __init__(self, theme: Theme, book: ProviderBook, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._book = book
        self._usage: tuple[ProviderUsage, ...] = ()
        self.setObjectName("usage_list")
        self.setAccessibleName(self.tr("Used in this thread"))
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(6)
        self._rows: list[QWidget] = []
        theme.changed.connect(self.render_again)
        self.hide()

    def show_usage(self, usage: Sequence[ProviderUsage]) -> None:
        """Show what was used."""
        if tuple(usage) != self._usage:
            self._usage = tuple(usage)
            self.render_again()

    def render_again(self) -> None:
        """Names, marks or sizes may have changed."""
        for row in self._rows:
            self._column.removeWidget(row)
            row.hide()
            row.deleteLater()
        self._rows = [self._make_row(used) for used in self._usage]
        for row in self._rows:
            self._column.addWidget(row)
        self.setVisible(bool(self._rows))

    def _make_row(self, used: ProviderUsage) -> QWidget:
        theme, title, words = self._theme, self._book.title(used.provider_id), run_words.sum_text(used)
        row = QWidget(self)
        row.setObjectName("usage_row")
        row.setAccessibleName(fill(self.tr("%1: %2"), title, words))
        row.setToolTip(plain_tip(run_words.cached_text(used.usage)))
        line = QHBoxLayout(row)
        line.setContentsMargins(0, 0, 0, 0)
        line.setSpacing(8)
        side = theme.icon_size(12)
        signs = QVBoxLayout()
        signs.setSpacing(0)
        signs.addSpacing(max(0, (QFontMetrics(theme.font("body")).height() - side) // 2))
        signs.addWidget(MarkWidget(self._book, used.provider_id, side))
        signs.addStretch(1)
        line.addLayout(signs)
        texts = QVBoxLayout()
        texts.setSpacing(0)
        name = BreakingLabel(title, name="usage_name")
        about = BreakingLabel(words, tone="secondary", name="usage_words")
        about.setFont(theme.font("caption"))
        texts.addWidget(name)
        texts.addWidget(about)
        line.addLayout(texts, 1)
        return row
