# SPDX-License-Identifier: MIT
"""What came of a removal: one entry for each own copy, with what was kept and what a person has to know."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from PySide6.QtCore import QCoreApplication, Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QVBoxLayout, QWidget

from onesist_desktop.core.ids import WorktreeId
from onesist_desktop.services.workspace_views import RemovalKind, RemovalResult, RemovalResultKind, WorktreeRow
from onesist_desktop.ui.language import fill
from onesist_desktop.ui.models.removal_words import is_gone, left_out_text, result_glyph, result_texts, summary_text
from onesist_desktop.ui.models.worktree_meaning import Tone
from onesist_desktop.ui.models.worktree_names import shown_name
from onesist_desktop.ui.models.worktree_words import all_threads_text, branch_text, repository_text
from onesist_desktop.ui.theme.theme import Theme
from onesist_desktop.ui.widgets.buttons import FlatButton
from onesist_desktop.ui.widgets.column import ScrollingPage
from onesist_desktop.ui.widgets.flow import FlowRow
from onesist_desktop.ui.widgets.glyphs import glyph_pixmap
from onesist_desktop.ui.widgets.labels import BreakingLabel, ElidedLabel, StepLabel
from onesist_desktop.ui.widgets.rows import Divider
from onesist_desktop.ui.words import room_text


class ResultsPage(QWidget):
    """Stands in the place of the list until the person goes back to it.

    Signals:
        list_wanted(): Go back to the list.
        again_wanted(ids: tuple[WorktreeId, ...]): Count those that changed meanwhile, and ask again.
        folder_wanted(path: str): Show the folder of kept files.
    """

    list_wanted = Signal()
    again_wanted = Signal(object)
    folder_wanted = Signal(str)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._changed: tuple[WorktreeId, ...] = ()
        self.setObjectName("cleanup_results")
        self.setAccessibleName(self.tr("What came of it"))
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.setSpacing(0)
        top = QWidget()
        column = QVBoxLayout(top)
        column.setContentsMargins(24, 8, 24, 12)
        column.setSpacing(8)
        self.summary = StepLabel(theme, step="heading", wraps=True, name="results_summary")
        self._buttons = FlowRow()
        self.back = FlatButton(self.tr("Back to the list"), glyph="arrow-left", name="to_list", on_click=self.list_wanted.emit)
        self.again = FlatButton(
            self.tr("Look at what changed and ask again…"), name="ask_again", on_click=lambda: self.again_wanted.emit(self._changed)
        )
        self._buttons.add(self.back, self.again)
        column.addWidget(self.summary)
        column.addWidget(self._buttons)
        outer.addWidget(top)
        outer.addWidget(Divider())
        content = QWidget()
        self._entries = QVBoxLayout(content)
        self._entries.setContentsMargins(0, 0, 0, 0)
        self._entries.setSpacing(0)
        self._entries.addStretch(1)
        outer.addWidget(ScrollingPage(content), 1)
        content.setAutoFillBackground(False)

    def show_results(self, results: Sequence[RemovalResult], kind: RemovalKind, rows: Mapping[WorktreeId, WorktreeRow]) -> None:
        """Show how the removal of each ended; ``rows`` say what they were."""
        while self._entries.count() > 1:
            item = self._entries.takeAt(0)
            widget = item.widget() if item is not None else None
            if widget is not None:
                widget.hide()
                widget.deleteLater()
        self.summary.setText(summary_text(results, kind))
        self._changed = tuple(one.worktree_id for one in results if one.kind is RemovalResultKind.CHANGED)
        self.again.setVisible(bool(self._changed))
        for result in results:
            self._entries.insertWidget(self._entries.count() - 1, self._make_entry(result, kind, rows.get(result.worktree_id)))

    def _make_entry(self, result: RemovalResult, kind: RemovalKind, row: WorktreeRow | None) -> QWidget:
        theme = self._theme
        made = QWidget()
        made.setObjectName("result")
        outer = QVBoxLayout(made)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.setSpacing(0)
        inner = QHBoxLayout()
        inner.setContentsMargins(24, 10, 24, 10)
        inner.setSpacing(12)
        sign = QLabel()
        tone = Tone.SAFE if is_gone(result) else Tone.LOSS
        sign.setPixmap(glyph_pixmap(result_glyph(result), theme.color(tone.value), theme.icon_size(16)))
        inner.addWidget(sign, 0, Qt.AlignmentFlag.AlignTop)
        column = QVBoxLayout()
        column.setSpacing(2)
        head = QHBoxLayout()
        head.setSpacing(7)
        title = repository_text(row) if row is not None else ""
        head.addWidget(StepLabel(theme, title, step="body_strong"))
        branch = ElidedLabel(branch_text(row) if row is not None else result.branch, mode=Qt.TextElideMode.ElideMiddle)
        branch.setFont(theme.font("code"))
        head.addWidget(branch, 1)
        text, more = result_texts(result)
        if result.freed_bytes and is_gone(result):
            text = fill(self.tr("%1, %2 freed"), text, room_text(result.freed_bytes))
        tone_name = "success" if is_gone(result) else "warning"
        head.addWidget(StepLabel(theme, text, tone=tone_name, name="result_text"))
        column.addLayout(head)
        for line in [more, *self._facts(result, kind, row)]:
            if line:
                label = BreakingLabel(line, tone="secondary", name="result_fact")
                label.setFont(theme.font("caption"))
                column.addWidget(label)
        if result.kept_folder:
            button = FlatButton(self.tr("Open kept files"), compact=True, name="open_kept", glyph="folder-open")
            button.clicked.connect(lambda _checked=False: self.folder_wanted.emit(result.kept_folder))
            column.addWidget(button, 0, Qt.AlignmentFlag.AlignLeading)
        inner.addLayout(column, 1)
        outer.addLayout(inner)
        outer.addWidget(Divider())
        return made

    def _facts(self, result: RemovalResult, kind: RemovalKind, row: WorktreeRow | None) -> list[str]:
        facts = []
        if result.rescue_branch:
            facts.append(fill(self.tr("It was on no branch. Its commits are on the new branch %1."), result.rescue_branch))
        elif is_gone(result) and (result.branch or (row is not None and row.branch)):
            facts.append(fill(self.tr("The branch %1 stays."), result.branch or (row.branch if row is not None else "")))
        if result.kept_folder:
            text = QCoreApplication.translate("Cleanup", "%n ignored file(s) copied to %1", None, result.kept_count)
            facts.append(fill(text, shown_name(result.kept_folder)))
        facts.append(left_out_text(result))
        if row is not None and row.threads and is_gone(result):
            stays = kind is RemovalKind.RELEASE
            text = self.tr("Can be made again for: %1") if stays else self.tr("Back in the project folder: %1")
            facts.append(fill(text, all_threads_text(row)))
        return facts
