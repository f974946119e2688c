# SPDX-License-Identifier: MIT
"""How far a removal is, for a dialog that may be closed and opened again meanwhile."""

from __future__ import annotations

from onesist_desktop.core.ids import WorktreeId
from onesist_desktop.services.events import RemovalProgress
from onesist_desktop.services.workspace_views import RemovalRequest, RemovalResult, RemovalResultKind
from onesist_desktop.ui.dialogs.cleanup.dialog import CleanupDialog


class Removal:
    """What was asked for, and what was heard of it.

    Attributes:
        request: What the person confirmed.
    """

    def __init__(self, request: RemovalRequest) -> None:
        self.request = request
        self._steps: dict[WorktreeId, str] = {}
        self._results: dict[WorktreeId, RemovalResult] = {}

    @property
    def place(self) -> tuple[int, int]:
        """The number of the one that is being removed, and of all."""
        count = len(self.request.confirmed)
        return min(len(self._results) + 1, count), count

    def results_so_far(self) -> list[RemovalResult]:
        """Return what is known where the whole was cut off: those that weren't heard of were not begun."""
        return [
            self._results.get(worktree_id) or RemovalResult(worktree_id, self._unheard(worktree_id))
            for worktree_id, _ in self.request.confirmed
        ]

    def _unheard(self, worktree_id: WorktreeId) -> RemovalResultKind:
        is_cut_off = self._steps.get(worktree_id) == "removing"
        return RemovalResultKind.UNFINISHED if is_cut_off else RemovalResultKind.STOPPED

    def note(self, event: RemovalProgress) -> None:
        """Remember how far it is."""
        if event.result is not None:
            self._results[event.worktree_id] = event.result
            self._steps.pop(event.worktree_id, None)
        else:
            self._steps[event.worktree_id] = event.step

    def show_in(self, dialog: CleanupDialog) -> None:
        """Show all of it in a dialog that lists the rows."""
        dialog.begin_removal([worktree_id for worktree_id, _ in self.request.confirmed])
        for worktree_id, step in self._steps.items():
            dialog.model.show_step(worktree_id, step)
        for result in self._results.values():
            dialog.model.show_result(result)
        dialog.show_progress(*self.place)

    def show_step_in(self, dialog: CleanupDialog, event: RemovalProgress) -> None:
        """Show what was just heard."""
        if event.result is not None:
            dialog.model.show_result(event.result)
        else:
            dialog.model.show_step(event.worktree_id, event.step)
        dialog.show_progress(*self.place)
