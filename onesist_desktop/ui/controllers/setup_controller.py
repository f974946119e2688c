# SPDX-License-Identifier: MIT
"""Shows the set-up of a copy, and does what the person wants about it. Nothing of it is ever run unasked."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from functools import partial
from typing import Any

from PySide6.QtCore import QObject
from shiboken6 import isValid

from onesist_desktop.core.errors import OnesistError
from onesist_desktop.core.ids import WorktreeId
from onesist_desktop.services.workspace_views import CopyChoices, SetupState, SetupView, WorkspaceView
from onesist_desktop.ui.controllers.desk import Desk
from onesist_desktop.ui.controllers.workspace_problems import fault_text
from onesist_desktop.ui.dialogs.setup_dialog import SetupDialog


class SetupController(QObject):
    """One dialog at a time."""

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk)
        self._desk = desk
        self._dialog: SetupDialog | None = None
        self._worktree_id: WorktreeId | None = None

    @property
    def dialog(self) -> SetupDialog | None:
        """The open dialog."""
        return self._dialog if self._dialog is not None and isValid(self._dialog) else None

    def open(self, workspace: WorkspaceView) -> None:
        """Open the set-up of an own copy."""
        worktree_id = workspace.worktree_id
        if worktree_id is not None and self.dialog is None:
            call = partial(self._desk.services.workspaces.setup, worktree_id)
            self._desk.spawn(call, "set-up", partial(self._on_read, workspace), exclusive="open-setup")

    def show(self, setup: SetupView) -> None:
        """A set-up moved on."""
        if (dialog := self.dialog) is not None and setup.worktree_id == self._worktree_id:
            dialog.show_setup(setup)

    def _on_read(self, workspace: WorkspaceView, setup: SetupView | None) -> None:
        desk = self._desk
        if setup is None:
            desk.said.emit(self.tr("There is no set-up for this copy."))
            return
        self._worktree_id = setup.worktree_id
        workspaces = desk.services.workspaces
        dialog = self._dialog = SetupDialog(desk.theme, desk.window)
        dialog.agreed.connect(lambda command: self._do(partial(workspaces.agree_to_setup, setup.worktree_id, command)))
        dialog.declined.connect(partial(self._do, partial(workspaces.decline_setup, setup.worktree_id)))
        dialog.cancel_wanted.connect(partial(self._do, partial(workspaces.cancel_setup, setup.worktree_id)))
        dialog.again_wanted.connect(partial(self._do, partial(workspaces.run_setup_again, setup.worktree_id)))
        dialog.finished.connect(self._on_closed)
        dialog.show_setup(setup)
        dialog.open()
        if setup.state is SetupState.ASKS:
            call = partial(workspaces.choices, workspace.project_id, workspace.repository, "", setup.thread_id)
            desk.spawn(call, "set-up offer", self._on_choices, on_error=self._on_unknown, owner=dialog)

    def _do(self, call: Callable[[], Coroutine[Any, Any, None]]) -> None:
        self._desk.spawn(call, "change the set-up", lambda _: self._read_again(), on_error=self._on_refused, exclusive="setup")

    def _read_again(self) -> None:
        dialog, worktree_id = self.dialog, self._worktree_id
        if dialog is not None and worktree_id is not None:
            call = partial(self._desk.services.workspaces.setup, worktree_id)
            self._desk.spawn(call, "set-up", lambda setup: self.show(setup) if setup is not None else None, owner=dialog)

    def _on_choices(self, choices: CopyChoices) -> None:
        if (dialog := self.dialog) is not None:
            dialog.show_offer(choices.setup)

    def _on_unknown(self, error: OnesistError) -> None:
        if (dialog := self.dialog) is not None:
            dialog.show_failure(self.tr("It can't be found out what changed since you agreed. Read the command with care."))

    def _on_refused(self, error: OnesistError) -> None:
        if (dialog := self.dialog) is not None:
            dialog.show_failure(fault_text(error))
        else:
            self._desk.said.emit(fault_text(error))

    def _on_closed(self) -> None:
        self._dialog = None
        self._worktree_id = None
