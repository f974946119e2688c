# SPDX-License-Identifier: MIT
"""Which programs work in an own copy, by name and number, and ending them after a question."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QCoreApplication, Signal
from PySide6.QtWidgets import QWidget

from onesist_desktop.core.workspaces import BlockingProcess
from onesist_desktop.services.workspace_views import WorktreeRow
from onesist_desktop.ui.dialogs.base import FramedDialog
from onesist_desktop.ui.dialogs.message_box import ask
from onesist_desktop.ui.language import fill
from onesist_desktop.ui.models.worktree_names import shown_name
from onesist_desktop.ui.models.worktree_words import branch_text, repository_text
from onesist_desktop.ui.theme.theme import Theme
from onesist_desktop.ui.widgets.buttons import ButtonKind, FlatButton
from onesist_desktop.ui.widgets.labels import PlainLabel, StepLabel


class ProcessesDialog(FramedDialog):
    """Shows what was found when the own copy was looked at last.

    Signals:
        end_wanted(processes: tuple[BlockingProcess, ...]): End exactly these; the person was asked.
    """

    end_wanted = Signal(object)

    def __init__(self, theme: Theme, row: WorktreeRow, parent: QWidget) -> None:
        tr = QCoreApplication.translate
        sentence = fill(tr("Cleanup", "They keep %1 %2 from being removed."), repository_text(row), branch_text(row))
        super().__init__(theme, tr("Cleanup", "What works in this own copy"), sentence, (520, 240), parent)
        self.setObjectName("cleanup_processes")
        self._processes = processes_of(row)
        for one in self._processes:
            self.body.addWidget(PlainLabel(process_text(one), wraps=True, name="process"))
        text = self.tr("Those that answer a thread are better stopped there: what was written so far is kept then.")
        self.body.addWidget(StepLabel(theme, text, tone="secondary", wraps=True))
        self.body.addStretch(1)
        end = FlatButton(self.tr("End them…"), ButtonKind.DANGER, name="end_processes", on_click=self._ask)
        self.footer_bar.set_buttons(FlatButton(self.tr("Close"), name="close", on_click=self.reject), end)

    def _ask(self) -> None:
        names = ", ".join(process_text(one) for one in self._processes[:8])
        ask(
            self,
            self.theme,
            title=self.tr("End these processes?"),
            text=fill(self.tr("What they haven't saved is lost: %1."), names),
            action=self.tr("End them"),
            cancel=self.tr("Leave them"),
            on_confirmed=self._end,
            is_loss=True,
            name="end_question",
        )

    def _end(self) -> None:
        self.accept()
        self.end_wanted.emit(self._processes)


def processes_of(row: WorktreeRow) -> tuple[BlockingProcess, ...]:
    """Return the processes that work in a worktree, each once."""
    found: Sequence[BlockingProcess] = [one for blocker in row.blockers for one in blocker.processes]
    return tuple(dict.fromkeys(found))


def process_text(process: BlockingProcess) -> str:
    """Return a process by name and number."""
    name = shown_name(process.name)
    text = QCoreApplication.translate("Cleanup", "%1, process %2")
    if process.is_ours:
        text = QCoreApplication.translate("Cleanup", "%1, process %2, started by Onesist")
    return fill(text, name, process.pid)
