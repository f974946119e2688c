# SPDX-License-Identifier: MIT
"""All names that are known of what one worktree holds."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QWidget

from onesist_desktop.services.workspace_views import WorktreeRow
from onesist_desktop.ui.dialogs.base import FramedDialog
from onesist_desktop.ui.language import fill
from onesist_desktop.ui.models.worktree_names import kinds_of, more_text, shown_name
from onesist_desktop.ui.models.worktree_words import branch_text, repository_text, state_notes
from onesist_desktop.ui.theme.theme import Theme
from onesist_desktop.ui.widgets.buttons import ButtonKind, FlatButton
from onesist_desktop.ui.widgets.labels import PlainLabel
from onesist_desktop.ui.widgets.sunken_text import SunkenText


class NamesDialog(FramedDialog):
    """A text that can be read, searched by eye and copied."""

    def __init__(self, theme: Theme, row: WorktreeRow, parent: QWidget) -> None:
        tr = QCoreApplication.translate
        text = tr("Cleanup", "%1, branch %2, in %3")
        sentence = fill(text, repository_text(row), branch_text(row), shown_name(row.path))
        super().__init__(theme, tr("Cleanup", "What this own copy holds"), sentence, (720, 560), parent)
        self.setObjectName("cleanup_all_names")
        contents = row.contents
        notes = state_notes(contents) if contents is not None else []
        if notes:
            self.body.addWidget(PlainLabel(" ".join(notes), tone="warning", wraps=True, name="all_names_notes"))
        lines: list[str] = []
        for kind in kinds_of(contents) if contents is not None else ():
            lines.append(kind.heading)
            lines += [f"    {name}" for name in kind.names]
            left_out = None if kind.count is None else kind.count - len(kind.names)
            if left_out is None or left_out > 0:
                lines.append(f"    {more_text(left_out)}")
            lines.append("")
        if contents is not None and contents.caches:
            lines.append(self.tr("Not counted: folders that programs make again"))
            lines += [f"    {shown_name(name)}" for name in contents.caches]
        sunken = SunkenText(theme, "all_names_text", self.tr("Names by kind"))
        sunken.view.setPlainText("\n".join(lines).rstrip() or self.tr("It holds nothing that would be lost."))
        sunken.view.setFont(theme.font("code"))
        self.body.addWidget(sunken, 1)
        self.footer.addStretch(1)
        self.footer.addWidget(FlatButton(self.tr("Close"), ButtonKind.PRIMARY, name="close", on_click=self.accept))
