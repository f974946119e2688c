# SPDX-License-Identifier: MIT
"""The left side of the clean-up's footer: how many are ticked, what that frees, and what would be lost."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QSizePolicy, QVBoxLayout, QWidget

from onesist_desktop.services.workspace_views import WorktreeRow
from onesist_desktop.ui.dialogs.cleanup.rich import StrongLabel
from onesist_desktop.ui.language import fill
from onesist_desktop.ui.models.worktree_numbers import add, counts_of_all, freed_bytes, loss_of
from onesist_desktop.ui.models.worktree_words import commits_text, copies_text, ignored_kept_text, lost_list
from onesist_desktop.ui.theme.theme import Theme
from onesist_desktop.ui.widgets.labels import StepLabel
from onesist_desktop.ui.widgets.metrics import restyle
from onesist_desktop.ui.words import room_text


class SelectionStatus(QWidget):
    """Two lines: the sum, and the numbers by kind, or what went wrong."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Minimum)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        self.sum = StrongLabel(wraps=True, name="cleanup_sum")
        self.numbers = StepLabel(theme, tone="secondary", wraps=True, name="cleanup_numbers")
        column.addWidget(self.sum)
        column.addWidget(self.numbers)

    def show_selection(self, ticked: Sequence[WorktreeRow], all_rows: Sequence[WorktreeRow], *, keeps_ignored: bool) -> None:
        """Say what removing the ticked ones means."""
        restyle(self.numbers, "tone", "secondary")
        if not ticked:
            self._show_nothing(all_rows)
            return
        freed = freed_bytes(ticked)
        known = add(row.size_bytes or 0 for row in ticked) or 0
        if freed is not None:
            text = QCoreApplication.translate("Cleanup", "<b>%n selected</b>, frees %1", None, len(ticked))
            self.sum.show_text(text, room_text(freed))
        elif known:
            text = QCoreApplication.translate("Cleanup", "<b>%n selected</b>, frees at least %1", None, len(ticked))
            self.sum.show_text(text, room_text(known))
        else:
            self.sum.show_text(QCoreApplication.translate("Cleanup", "<b>%n selected</b>", None, len(ticked)))
        counts = counts_of_all(ticked)
        loss = loss_of(counts, keeps_ignored=keeps_ignored)
        lost = self.tr("Nothing would be lost") if loss.is_none else fill(self.tr("%1 would be lost"), lost_list(loss))
        parts = [lost, ignored_kept_text(counts) if keeps_ignored else "", commits_text(counts.commits)]
        self.numbers.setText(" · ".join(part for part in parts if part))

    def show_words(self, strong: str, quiet: str, *, tone: str = "secondary") -> None:
        """Say something else, such as how far a removal is."""
        self.sum.show_text("<b>%1</b>", strong)
        restyle(self.numbers, "tone", tone)
        self.numbers.setText(quiet)

    def _show_nothing(self, all_rows: Sequence[WorktreeRow]) -> None:
        if not all_rows:
            self.sum.show_text("")
            self.numbers.setText("")
            return
        self.sum.show_text("<b>%1</b>", self.tr("Nothing selected"))
        there = [row for row in all_rows if row.exists]
        size = freed_bytes(there)
        if size is None:
            self.numbers.setText(copies_text(len(all_rows)))
        elif len(all_rows) == 1:
            self.numbers.setText(fill(self.tr("1 own copy takes %1"), room_text(size)))
        else:
            self.numbers.setText(fill(self.tr("%n own copies take %1", None, len(all_rows)), room_text(size)))
