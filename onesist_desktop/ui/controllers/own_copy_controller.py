# SPDX-License-Identifier: MIT
"""Drives the dialog that makes an own copy: looks, reads the choices, makes it, and says why not."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from PySide6.QtCore import QObject
from shiboken6 import isValid

from onesist_desktop.core.errors import OnesistError
from onesist_desktop.core.ids import ProjectId, ThreadId, WorktreeId
from onesist_desktop.core.workspaces import FoundProblem, ProjectProblem
from onesist_desktop.services.events import WorkspaceProgress
from onesist_desktop.services.views import ThreadView
from onesist_desktop.services.workspace_views import CopyChoices, Destination, ProjectFolder, ProjectLook, WorkspaceView
from onesist_desktop.ui.controllers.desk import Desk
from onesist_desktop.ui.controllers.workspace_problems import (
    Remedy,
    blocking,
    fault_text,
    keeping_from_copies,
    problem_text,
    remedies_for,
    remedies_of,
    remedy_text,
)
from onesist_desktop.ui.dialogs.own_copy_dialog import OwnCopyDialog
from onesist_desktop.ui.dialogs.own_copy_parts import ProblemWords
from onesist_desktop.ui.panels.workspace_words import making_text

_SAID_BESIDE = frozenset(
    {ProjectProblem.NETWORK_DISK, ProjectProblem.REMOVABLE_DISK, ProjectProblem.READ_ONLY, ProjectProblem.BARE}
)
"""Problems of a folder that don't keep a copy from being made, and are said below the choices."""


class OwnCopyController(QObject):
    """One dialog at a time.

    Args:
        thread_of: Returns a thread by its id, None for one that isn't known.
        on_moved: Gets where the thread works now.
    """

    def __init__(
        self, desk: Desk, thread_of: Callable[[ThreadId], ThreadView | None], on_moved: Callable[[ThreadId, WorkspaceView], object]
    ) -> None:
        super().__init__(desk)
        self._desk = desk
        self._thread_of = thread_of
        self._on_moved = on_moved
        self._dialog: OwnCopyDialog | None = None
        self._project_id = ProjectId("")
        self._thread_id = ThreadId("")
        self._look: ProjectLook | None = None
        self._move: asyncio.Task[None] | None = None

    @property
    def dialog(self) -> OwnCopyDialog | None:
        """The open dialog."""
        return self._dialog if self._dialog is not None and isValid(self._dialog) else None

    def open(self, thread_id: ThreadId) -> None:
        """Open the dialog for a thread of the open project."""
        desk = self._desk
        if desk.project is None or self.dialog is not None:
            return
        self._project_id, self._thread_id, self._look = desk.project.id, thread_id, None
        dialog = self._dialog = OwnCopyDialog(desk.theme, desk.window)
        dialog.repository_chosen.connect(self._read_choices)
        dialog.save_wanted.connect(self._make)
        dialog.stop_wanted.connect(self._stop)
        dialog.remedy_wanted.connect(self._on_remedy)
        dialog.finished.connect(self._on_closed)
        dialog.open()
        self._read_look()

    def show_progress(self, event: WorkspaceProgress) -> None:
        """Say in the dialog how far it is."""
        dialog = self.dialog
        if dialog is not None and event.thread_id == self._thread_id:
            dialog.show_step(making_text(event.step, event.done, event.total))

    # -- looking ------------------------------------------------------------------------------------------------------------

    def _read_look(self) -> None:
        dialog = self.dialog
        if dialog is not None:
            dialog.show_looking(is_looking=True)
            call = partial(self._desk.services.workspaces.look, self._project_id)
            self._desk.spawn(call, "look at the project", self._on_look, on_error=self._on_unreadable, owner=dialog)

    def _on_look(self, look: ProjectLook) -> None:
        dialog = self.dialog
        if dialog is None:
            return
        self._look = look
        dialog.show_repositories(look.repositories, dialog.repository)
        problems = keeping_from_copies(look)
        if problems:
            dialog.show_problems([self._words(problem) for problem in problems])
            return
        usable = [one.key for one in look.repositories if one.can_have_worktrees]
        if dialog.repository not in usable:
            dialog.show_repositories(look.repositories, usable[0])
        self._read_choices(dialog.repository)

    def _read_choices(self, key: str) -> None:
        dialog, look = self.dialog, self._look
        if dialog is None or look is None or not key:
            return
        repository = next(one for one in look.repositories if one.key == key)
        if problems := blocking(repository):
            dialog.show_problems([self._words(replace(problem, repository=problem.repository or key)) for problem in problems])
            return
        dialog.show_looking(is_looking=True)
        thread = self._thread_of(self._thread_id)
        title = thread.title if thread is not None else ""
        call = partial(self._desk.services.workspaces.choices, self._project_id, key, title, self._thread_id)
        self._desk.spawn(call, "choices of a copy", self._on_choices, on_error=self._on_unreadable, owner=dialog)

    def _on_choices(self, choices: CopyChoices) -> None:
        dialog, look = self.dialog, self._look
        if dialog is None or look is None or choices.repository != dialog.repository:
            return
        repository = next((one for one in look.repositories if one.key == choices.repository), None)
        beside = [*look.problems, *(repository.problems if repository is not None else ())]
        said = [problem for problem in beside if problem.problem in _SAID_BESIDE]
        notes = [problem_text(problem) for problem in (*choices.notes, *said)]
        dialog.show_choices(choices, list(dict.fromkeys(notes)))

    def _on_unreadable(self, error: OnesistError) -> None:
        dialog = self.dialog
        if dialog is not None:
            remedies = remedies_for(error) or (Remedy.LOOK_AGAIN, Remedy.PROJECT_FOLDER)
            dialog.show_problems([ProblemWords(fault_text(error), self._buttons(remedies))])

    # -- making -------------------------------------------------------------------------------------------------------------

    def _make(self, destination: Destination) -> None:
        dialog = self.dialog
        if dialog is None:
            return
        command = dialog.agreed_command
        self._move = self._desk.spawn(
            partial(self._moved, destination, command),
            "make an own copy",
            partial(self._on_made, command),
            on_error=self._on_refused,
        )
        if self._move is not None:
            self._move.add_done_callback(self._on_ended)

    async def _moved(self, destination: Destination, command: str) -> WorkspaceView:
        return await self._desk.services.workspaces.move(self._thread_id, destination)

    def _on_made(self, command: str, view: WorkspaceView) -> None:
        self._on_moved(self._thread_id, view)
        if command and view.worktree_id is not None:
            self._agree(view.worktree_id, command)
        if (dialog := self.dialog) is not None:
            dialog.was_saved()

    def _agree(self, worktree_id: WorktreeId, command: str) -> None:
        call = partial(self._desk.services.workspaces.agree_to_setup, worktree_id, command)
        self._desk.spawn(call, "agree to the set-up", on_error=lambda error: self._desk.said.emit(fault_text(error)))

    def _on_refused(self, error: OnesistError) -> None:
        text = fault_text(error)
        if (dialog := self.dialog) is not None:
            dialog.was_refused(text, self._buttons(remedies_for(error)))
        else:
            self._desk.said.emit(text)

    def _stop(self) -> None:
        if self._move is not None:
            self._move.cancel()

    def _on_ended(self, task: asyncio.Task[None]) -> None:
        self._move = None
        if task.cancelled() and (dialog := self.dialog) is not None:
            # It may have been done already when the wish to stop arrived: only the service knows where the thread works.
            call = partial(self._desk.services.workspaces.of_thread, self._thread_id)
            self._desk.spawn(call, "workspace", self._on_stopped, on_error=self._on_refused, owner=dialog)

    def _on_stopped(self, view: WorkspaceView) -> None:
        before = self._thread_of(self._thread_id)
        dialog = self.dialog
        if dialog is None:
            return
        if before is not None and view.worktree_id not in {None, before.worktree_id}:
            self._on_moved(self._thread_id, view)
            dialog.was_saved()
            return
        dialog.was_stopped()

    # -- remedies -----------------------------------------------------------------------------------------------------------

    def _on_remedy(self, key: str) -> None:
        dialog, workspaces = self.dialog, self._desk.services.workspaces
        if dialog is None:
            return
        match Remedy(key):
            case Remedy.LOOK_AGAIN:
                self._read_look()
            case Remedy.PROJECT_FOLDER:
                dialog.set_saving(is_saving=True)
                self._make(ProjectFolder())
            case Remedy.FIRST_COMMIT:
                self._mend(partial(workspaces.make_first_commit, self._project_id, dialog.repository))
            case Remedy.MAKE_REPOSITORY:
                self._mend(partial(workspaces.make_repository, self._project_id))

    def _mend(self, call: Callable[[], Coroutine[Any, Any, None]]) -> None:
        dialog = self.dialog
        if dialog is not None:
            dialog.show_looking(is_looking=True)
            self._desk.spawn(
                call,
                "mend the repository",
                lambda _nothing: self._read_look(),
                on_error=self._on_unreadable,
                exclusive="mend-repository",
                owner=dialog,
            )

    def _words(self, problem: FoundProblem) -> ProblemWords:
        return ProblemWords(problem_text(problem), self._buttons(remedies_of(problem.problem)))

    def _buttons(self, remedies: Sequence[Remedy]) -> tuple[tuple[str, str], ...]:
        return tuple((remedy.value, remedy_text(remedy)) for remedy in remedies)

    def _on_closed(self) -> None:
        self._dialog = None
        self._look = None
