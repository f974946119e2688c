# SPDX-License-Identifier: MIT
"""Releasing the own copy of the shown thread, without going through the list of all of them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Protocol

from PySide6.QtCore import QCoreApplication, QObject

from onesist_desktop.core.ids import WorktreeId
from onesist_desktop.services.workspace_views import RemovalKind, RemovalRequest, RemovalResult, WorktreeRow
from onesist_desktop.ui.controllers.cleanup_controller import CleanupController
from onesist_desktop.ui.controllers.desk import Desk
from onesist_desktop.ui.dialogs.cleanup.confirm import RemovalConfirm
from onesist_desktop.ui.dialogs.cleanup.error_words import failure_text
from onesist_desktop.ui.models.removal_words import is_gone, outcome_text
from onesist_desktop.ui.models.worktree_filter import can_tick


class Note(Protocol):
    """Says something in passing, with a button unless its text is empty."""

    def __call__(self, text: str, button: str = "", on_click: Callable[[], object] | None = None, /) -> object:
        """Say it."""
        ...


class ReleaseController(QObject):
    """Counts what the copy holds and asks, whatever it holds. One that can't be released now is shown in the clean-up.

    Args:
        note: Says how it ended.
    """

    def __init__(self, desk: Desk, cleaning: CleanupController, note: Note) -> None:
        super().__init__(desk)
        self._desk = desk
        self._cleaning = cleaning
        self._note = note
        self._confirm: RemovalConfirm | None = None

    def ask(self, worktree_id: WorktreeId) -> None:
        """Ask whether it is to be released. While something is being removed that is shown instead."""
        project = self._desk.project
        if project is None or self._confirm is not None:
            return
        if self._cleaning.is_removing:
            self._cleaning.open()
            return
        self._desk.spawn(
            partial(self._desk.services.cleanup.rows, project.id),
            "look up an own copy",
            partial(self._on_rows, worktree_id),
            exclusive="look-up-own-copy",
        )

    def _on_rows(self, worktree_id: WorktreeId, rows: Sequence[WorktreeRow]) -> None:
        row = next((row for row in rows if row.id == worktree_id and row.exists), None)
        if row is None:
            self._cleaning.open_at(worktree_id)
            return
        confirm = RemovalConfirm(
            self._desk.theme, RemovalKind.RELEASE, [row], self._desk.window, keeps_ignored=True, has_list=False
        )
        self._confirm = confirm
        confirm.confirmed.connect(lambda request: self._cleaning.remove(request, partial(self._on_released, request)))
        task = self._desk.spawn(
            partial(self._desk.services.cleanup.measure, (worktree_id,)),
            "count again",
            partial(self._on_counted, worktree_id, confirm),
            on_error=lambda error: confirm.show_failure(failure_text(error)),
            owner=confirm,
        )
        confirm.finished.connect(lambda _: self._on_answered())
        confirm.rejected.connect(lambda: task.cancel() if task is not None else None)
        confirm.open()

    def _on_counted(self, worktree_id: WorktreeId, confirm: RemovalConfirm, rows: Sequence[WorktreeRow]) -> None:
        if any(can_tick(row) for row in rows):
            confirm.show_rows(rows, self._desk.now())
            return
        confirm.reject()
        self._cleaning.open_at(worktree_id)

    def _on_answered(self) -> None:
        self._confirm = None

    def _on_released(self, request: RemovalRequest, results: Sequence[RemovalResult]) -> None:
        text = outcome_text(results, request.kind)
        if not results or not all(is_gone(result) for result in results):
            self._desk.said.emit(text)
            return
        folder = next((result.kept_folder for result in results if result.kept_folder), "")
        button = QCoreApplication.translate("ResultsPage", "Open kept files") if folder else ""
        self._note(text, button, partial(self._cleaning.open_folder, folder) if folder else None)
