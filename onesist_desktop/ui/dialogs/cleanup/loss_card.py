# SPDX-License-Identifier: MIT
"""What one own copy would lose: numbers and names by kind."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtWidgets import QFrame, QGridLayout, QHBoxLayout, QVBoxLayout, QWidget

from onesist_desktop.services.workspace_views import WorktreeRow
from onesist_desktop.ui.dialogs.cleanup.rich import StrongLabel
from onesist_desktop.ui.models.worktree_names import NamedKind, kinds_of, more_text
from onesist_desktop.ui.models.worktree_operations import operation_text
from onesist_desktop.ui.models.worktree_words import branch_text, repository_text, state_notes
from onesist_desktop.ui.theme.theme import Theme
from onesist_desktop.ui.widgets.labels import BreakingLabel, ElidedLabel, PlainLabel, StepLabel
from onesist_desktop.ui.widgets.metrics import outline_width
from onesist_desktop.ui.words import room_text

_MOST_NAMES = 12


class LossCard(QFrame):
    """Never scrolls by itself: the dialog does."""

    def __init__(self, theme: Theme, row: WorktreeRow, *, keeps_ignored: bool, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._keeps = keeps_ignored
        self.setObjectName("loss_card")
        self.setProperty("surface", "approval")
        self.setAccessibleName(f"{repository_text(row)} {branch_text(row)}")
        outline = outline_width(theme)
        column = QVBoxLayout(self)
        column.setContentsMargins(outline, outline, outline, outline)
        column.setSpacing(0)
        column.addWidget(self._make_head(row))
        inside = QWidget()
        grid = QGridLayout(inside)
        grid.setContentsMargins(16, 12, 16, 14)
        grid.setHorizontalSpacing(16)
        grid.setVerticalSpacing(9)
        grid.setColumnMinimumWidth(0, theme.icon_size(80))
        grid.setColumnStretch(1, 1)
        self._fill(grid, row)
        column.addWidget(inside)

    def _make_head(self, row: WorktreeRow) -> QFrame:
        theme = self._theme
        head = QFrame()
        head.setProperty("surface", "approval_head")
        line = QHBoxLayout(head)
        line.setContentsMargins(16, 8, 16, 8)
        line.setSpacing(8)
        line.addWidget(StepLabel(theme, repository_text(row), step="body_strong", name="loss_repository"))
        branch = ElidedLabel(branch_text(row), mode=Qt.TextElideMode.ElideMiddle, name="loss_branch")
        branch.setFont(theme.font("code"))
        line.addWidget(branch, 1)
        if row.size_bytes is not None:
            line.addWidget(StepLabel(theme, room_text(row.size_bytes), tone="secondary", name="loss_size"))
        return head

    def _fill(self, grid: QGridLayout, row: WorktreeRow) -> None:
        contents = row.contents
        if contents is None:
            return
        at = 0
        for kind in kinds_of(contents):
            if kind.is_lost:
                self._add_kind(grid, at, kind)
                at += 1
        if contents.changes.operation:
            text = PlainLabel(operation_text(contents.changes.operation), name="loss_operation")
            grid.addWidget(text, at, 0, 1, 2)
            at += 1
        if contents.loose_commits is None:
            text = PlainLabel(QCoreApplication.translate("Cleanup", "Commits that no branch has could not be counted."), wraps=True)
            grid.addWidget(text, at, 0, 1, 2)
            at += 1
        for note in state_notes(contents) if contents.is_detached else ():
            grid.addWidget(StepLabel(self._theme, note, tone="secondary", wraps=True, name="loss_note"), at, 0, 1, 2)
            at += 1

    def _add_kind(self, grid: QGridLayout, at: int, kind: NamedKind) -> None:
        number, _, word = kind.heading.partition(" ")
        heading = StrongLabel(name=f"loss_{kind.key}")
        # The number comes first in every language that the headings are written in; where it doesn't, nothing stands out.
        heading.show_text("<b>%1</b> %2" if number[:1].isdigit() or number == "?" else "%1 %2", number, word)
        grid.addWidget(heading, at, 0, Qt.AlignmentFlag.AlignTop)
        names, left_out = kind.first(_MOST_NAMES)
        text = ", ".join(names)
        if left_out is None or left_out:
            text = f"{text} {more_text(left_out)}" if text else more_text(left_out)
        label = BreakingLabel(text, name=f"loss_names_{kind.key}")
        label.setFont(self._theme.font("code"))
        if kind.key == "ignored" and self._keeps and kind.count is not None:
            kept = StepLabel(
                self._theme,
                QCoreApplication.translate("Cleanup", "(copies are kept)")
                if kind.count > 1
                else QCoreApplication.translate("Cleanup", "(a copy is kept)"),
                tone="secondary",
                name="loss_kept",
            )
            holder = QWidget()
            line = QVBoxLayout(holder) if kind.count > 3 else QHBoxLayout(holder)
            line.setContentsMargins(0, 0, 0, 0)
            line.setSpacing(8)
            line.addWidget(label, 0)
            line.addWidget(kept, 0)
            line.addStretch(1)
            grid.addWidget(holder, at, 1)
        else:
            grid.addWidget(label, at, 1)
