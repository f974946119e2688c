# SPDX-License-Identifier: MIT
"""Cleaning up own copies: joins the dialog and the sidebar's footer to ``services.cleanup``."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Sequence
from functools import partial
from typing import Any, TypeVar

from PySide6.QtCore import QObject, QUrl
from PySide6.QtGui import QDesktopServices
from shiboken6 import isValid

from onesist_desktop.core.errors import OnesistError
from onesist_desktop.core.ids import ProjectId, ThreadId, WorktreeId
from onesist_desktop.core.workspaces import BlockerKind, BlockingProcess
from onesist_desktop.runtime.bus import Subscription
from onesist_desktop.services.events import CopyTotalsChanged, RemovalProgress, RunChanged, WorktreeMeasured
from onesist_desktop.services.views import RunStatus, RunView, ThreadState
from onesist_desktop.services.workspace_views import (
    CopyTotals,
    RemovalKind,
    RemovalRequest,
    RemovalResult,
    WorkspaceView,
    WorktreeRow,
)
from onesist_desktop.ui.controllers.desk import Desk
from onesist_desktop.ui.dialogs.cleanup.confirm import RemovalConfirm
from onesist_desktop.ui.dialogs.cleanup.dialog import CleanupDialog
from onesist_desktop.ui.dialogs.cleanup.error_words import failure_text
from onesist_desktop.ui.dialogs.cleanup.names_dialog import NamesDialog
from onesist_desktop.ui.dialogs.cleanup.processes_dialog import ProcessesDialog
from onesist_desktop.ui.dialogs.cleanup.removal import Removal
from onesist_desktop.ui.dialogs.message_box import ask
from onesist_desktop.ui.language import fill
from onesist_desktop.ui.models.removal_words import summary_text
from onesist_desktop.ui.models.threads_model import ThreadsModel
from onesist_desktop.ui.models.worktree_filter import can_tick
from onesist_desktop.ui.models.worktree_meaning import Act, Surroundings, asking_thread
from onesist_desktop.ui.models.worktree_names import shown_name
from onesist_desktop.ui.models.worktree_words import branch_text
from onesist_desktop.ui.panels.threads_panel import ThreadsPanel

T = TypeVar("T")


class CleanupController(QObject):
    """Opens the clean-up and does what is wanted in it. Nothing is ever removed without the person."""

    def __init__(self, desk: Desk, sidebar: ThreadsPanel, threads: ThreadsModel) -> None:
        super().__init__(desk)
        self._desk = desk
        self._sidebar = sidebar
        self._threads = threads
        self._around = Surroundings(desk.book.title, self._state_of)
        self._dialog: CleanupDialog | None = None
        self._measuring: asyncio.Task[None] | None = None
        self._removing: asyncio.Task[None] | None = None
        self._removal: Removal | None = None
        self._on_done: Callable[[Sequence[RemovalResult]], object] | None = None
        self._chosen: WorktreeId | None = None
        self._last_kind = RemovalKind.REMOVE
        self._totals = CopyTotals()
        bus = desk.services.bus
        subscriptions: list[Subscription] = [
            bus.subscribe(WorktreeMeasured, lambda event: self._on_measured(event.row)),
            bus.subscribe(RemovalProgress, self._on_progress),
            bus.subscribe(CopyTotalsChanged, lambda event: self._on_totals(event.project_id, event.totals)),
            bus.subscribe(RunChanged, lambda event: self._on_run_changed(event.run)),
        ]
        self._subscriptions = subscriptions
        # The bus outlives the window, and must not call into what is gone.
        self.destroyed.connect(lambda: _cancel(subscriptions))
        sidebar.cleanup_wanted.connect(self.open)
        sidebar.project_shown.connect(self.refresh_totals)

    def close(self) -> None:
        """Stop listening; the window is closing. Calling it again does nothing."""
        _cancel(self._subscriptions)

    @property
    def is_removing(self) -> bool:
        """Whether a removal goes on, with the dialog open or not."""
        return self._removal is not None

    def open_at(self, worktree_id: WorktreeId) -> None:
        """Open the clean-up with one own copy chosen, and say why it can't be removed if that is so."""
        self._chosen = worktree_id
        self.open()

    def open(self) -> None:
        """Open the clean-up of the shown project. Does nothing while it is open, or without a project."""
        if self._dialog is not None or self._desk.project is None:
            return
        dialog = CleanupDialog(self._desk.theme, self._desk.book, self._around, self._desk.window, now=self._desk.now)
        self._dialog = dialog
        dialog.refresh_wanted.connect(self._list)
        dialog.wanted.connect(self._on_wanted)
        dialog.thread_wanted.connect(self._go_to)
        dialog.removal_wanted.connect(lambda rows: self._ask(RemovalKind.REMOVE, rows))
        dialog.again_wanted.connect(self._ask_again)
        dialog.folder_wanted.connect(self.open_folder)
        dialog.stop_wanted.connect(self._stop)
        dialog.finished.connect(lambda _: self._on_closed())
        dialog.open()
        self._list()

    def refresh_totals(self) -> None:
        """Show the shown project's own copies in the sidebar's footer."""
        project = self._desk.project
        self._sidebar.show_copies(CopyTotals())
        if project is None:
            return
        # The line only says less without: the clean-up itself tells what is wrong.
        self._desk.spawn(
            partial(self._desk.services.cleanup.totals, project.id),
            "count own copies",
            partial(self._on_totals, project.id),
            on_error=lambda _: None,
            exclusive=f"copy-totals:{project.id}",
        )

    # -- listing ------------------------------------------------------------------------------------------------------------

    def _list(self) -> None:
        project, dialog = self._desk.project, self._dialog
        if project is None or dialog is None:
            return
        self._stop_measuring()
        self._desk.spawn(
            partial(self._desk.services.cleanup.rows, project.id),
            "list own copies",
            self._on_rows,
            on_error=self._say,
            exclusive="list-own-copies",
            owner=dialog,
        )

    def _on_rows(self, rows: Sequence[WorktreeRow]) -> None:
        dialog = self._dialog
        if dialog is None:
            return
        dialog.show_rows(rows)
        if self._removal is not None:
            self._removal.show_in(dialog)
            return
        if self._chosen is not None:
            dialog.list.setCurrentIndex(dialog.model.index_of(self._chosen))
        ids = tuple(row.id for row in rows if row.exists)
        if ids:
            self._measure(ids, self._on_list_measured)
        else:
            self._say_why_chosen()

    def _on_list_measured(self, rows: Sequence[WorktreeRow]) -> None:
        self._on_all_measured(rows)
        dialog = self._dialog
        # Who ticks already isn't given other rows below the hand.
        if dialog is not None and not dialog.model.ticked:
            dialog.arrange()
        self._say_why_chosen()

    def _say_why_chosen(self) -> None:
        dialog, chosen, self._chosen = self._dialog, self._chosen, None
        row = dialog.model.row_of(chosen) if dialog is not None and chosen is not None else None
        if dialog is not None and row is not None and not can_tick(row):
            dialog.say_error(dialog.model.meaning(row).text)

    def _measure(self, ids: Sequence[WorktreeId], on_measured: Callable[[Sequence[WorktreeRow]], object] | None = None) -> None:
        self._stop_measuring()
        self._measuring = self._desk.spawn(
            partial(self._desk.services.cleanup.measure, ids),
            "count what own copies hold",
            on_measured or self._on_all_measured,
            on_error=self._say,
            owner=self._dialog,
        )

    def _stop_measuring(self) -> None:
        if self._measuring is not None:
            self._measuring.cancel()
            self._measuring = None

    def _on_measured(self, row: WorktreeRow) -> None:
        if self._dialog is not None:
            self._dialog.show_row(row)

    def _on_all_measured(self, rows: Sequence[WorktreeRow]) -> None:
        for row in rows:
            self._on_measured(row)

    def _on_run_changed(self, run: RunView) -> None:
        """A thread works on, or is done: its own copy is counted again then, and may not be blocked any more."""
        dialog = self._dialog
        if dialog is None:
            return
        dialog.model.refresh()
        ids = tuple(row.id for row in dialog.model.rows() if row.exists and any(one.id == run.thread_id for one in row.threads))
        if ids and run.status is RunStatus.FINISHED and self._removal is None:
            self._desk.spawn(
                partial(self._desk.services.cleanup.measure, ids),
                "count what own copies hold",
                self._on_all_measured,
                on_error=self._say,
                exclusive=f"count-after-run:{run.thread_id}",
                owner=dialog,
            )

    def _on_closed(self) -> None:
        self._dialog = self._chosen = None
        self._stop_measuring()

    # -- one own copy -------------------------------------------------------------------------------------------------------

    def _on_wanted(self, act: str, worktree_id: str) -> None:
        dialog = self._dialog
        row = dialog.model.row_of(WorktreeId(worktree_id)) if dialog is not None else None
        if dialog is None or row is None:
            return
        match Act(act):
            case Act.SHOW_NAMES:
                if row.contents is not None:
                    NamesDialog(self._desk.theme, row, dialog).open()
            case Act.SHOW_PROCESSES:
                self._show_processes(row, dialog)
            case Act.GO_TO_QUESTION | Act.GO_TO_THREAD:
                self._go_to_first(row)
            case Act.OPEN_FOLDER:
                self.open_folder(row.path)
            case Act.COUNT_AGAIN:
                self._measure((row.id,))
            case Act.FORGET:
                self._ask_to_forget(row, dialog)
            case Act.MAKE_AGAIN:
                self._work(partial(self._desk.services.workspaces.recreate, row.id), self._on_made_again)
            case Act.UNLOCK:
                self._ask_to_unlock(row, dialog)
            case Act.RELEASE:
                self._release(row)
            case Act.REMOVE:
                self._ask(RemovalKind.REMOVE, [row])

    def _go_to_first(self, row: WorktreeRow) -> None:
        thread = asking_thread(row, self._around) or (row.threads[0] if row.threads else None)
        if thread is not None:
            self._go_to(thread.id)

    def _go_to(self, thread_id: str) -> None:
        if self._dialog is not None:
            self._dialog.leave()
        self._sidebar.thread_entered.emit(thread_id)

    def open_folder(self, path: str) -> None:
        """Show a folder in the file manager."""
        # A path that isn't text can't be handed over: Qt would cut it, and another folder might open.
        is_text = path.isprintable()
        is_opened = is_text and QDesktopServices.openUrl(QUrl.fromLocalFile(path))
        if not is_opened:
            text = fill(self.tr("The folder can't be opened in the file manager: %1."), shown_name(path))
            (self._dialog.say_error if self._dialog is not None else self._desk.said.emit)(text)

    def _show_processes(self, row: WorktreeRow, dialog: CleanupDialog) -> None:
        shown = ProcessesDialog(self._desk.theme, row, dialog)
        shown.end_wanted.connect(partial(self._end_processes, row.id))
        shown.open()

    def _end_processes(self, worktree_id: WorktreeId, processes: Sequence[BlockingProcess]) -> None:
        def ended(left: Sequence[BlockingProcess]) -> None:
            if left and self._dialog is not None:
                names = ", ".join(f"{shown_name(one.name)} ({one.pid})" for one in left)
                self._dialog.say_error(fill(self.tr("These did not end: %1."), names))
            self._measure((worktree_id,))

        self._work(partial(self._desk.services.cleanup.end_processes, worktree_id, processes), ended)

    def _ask_to_forget(self, row: WorktreeRow, dialog: CleanupDialog) -> None:
        ask(
            dialog,
            self._desk.theme,
            title=self.tr("Forget this own copy?"),
            text=fill(
                self.tr(
                    "Its folder is not there any more, and with it what was never committed. It is taken from the list. The "
                    "branch %1 stays with every commit; its threads go back to the project folder, with a note."
                ),
                branch_text(row),
            ),
            action=self.tr("Forget it"),
            cancel=self.tr("Cancel"),
            on_confirmed=lambda: self._work(partial(self._desk.services.cleanup.forget, row.id), lambda _: self._list()),
            name="forget_question",
        )

    def _ask_to_unlock(self, row: WorktreeRow, dialog: CleanupDialog) -> None:
        reason = next((one.details[0] for one in row.blockers if one.kind is BlockerKind.LOCKED and one.details), "")
        text = (
            fill(self.tr("Somebody locked it, so that it isn't removed. The reason they gave: “%1”."), shown_name(reason))
            if reason
            else self.tr("Somebody locked it, so that it isn't removed. They gave no reason.")
        )
        ask(
            dialog,
            self._desk.theme,
            title=self.tr("Unlock this own copy?"),
            text=text,
            action=self.tr("Unlock it"),
            cancel=self.tr("Leave it locked"),
            on_confirmed=lambda: self._work(
                partial(self._desk.services.cleanup.unlock, row.id), lambda _: self._measure((row.id,))
            ),
            name="unlock_question",
        )

    def _on_made_again(self, _: WorkspaceView) -> None:
        self._list()

    # -- removing -----------------------------------------------------------------------------------------------------------

    def _release(self, row: WorktreeRow) -> None:
        """Release in one click what loses nothing; the service counts again and does nothing if that changed."""
        if row.loses_nothing and row.contents is not None:
            self.remove(RemovalRequest(RemovalKind.RELEASE, ((row.id, row.contents.fingerprint),), self._keeps))
        elif can_tick(row):
            self._ask(RemovalKind.RELEASE, [row])

    @property
    def _keeps(self) -> bool:
        return self._dialog is None or self._dialog.names.keep.isChecked()

    def _ask(self, kind: RemovalKind, rows: Sequence[WorktreeRow]) -> None:
        """Count exactly the chosen ones again, and ask."""
        dialog = self._dialog
        if dialog is None or not rows or self._removal is not None or dialog.findChild(RemovalConfirm) is not None:
            return
        self._stop_measuring()
        confirm = RemovalConfirm(self._desk.theme, kind, rows, dialog, keeps_ignored=self._keeps)
        confirm.confirmed.connect(self.remove)
        confirm.given_up.connect(dialog.reject)
        task = self._desk.spawn(
            partial(self._desk.services.cleanup.measure, tuple(row.id for row in rows)),
            "count again",
            lambda found: self._on_counted(confirm, found),
            on_error=lambda error: confirm.show_failure(failure_text(error)),
            owner=confirm,
        )
        confirm.finished.connect(lambda _: task.cancel() if task is not None else None)
        confirm.open()

    def _on_counted(self, confirm: RemovalConfirm, rows: Sequence[WorktreeRow]) -> None:
        self._on_all_measured(rows)
        confirm.show_rows(rows, self._desk.now())

    def _ask_again(self, ids: Sequence[WorktreeId]) -> None:
        dialog = self._dialog
        if dialog is None:
            return
        dialog.show_list()
        rows = [row for one in ids if (row := dialog.model.row_of(one)) is not None]
        self._ask(self._last_kind, rows)

    def remove(self, request: RemovalRequest, on_done: Callable[[Sequence[RemovalResult]], object] | None = None) -> None:
        """Remove what the person confirmed. Does nothing while another removal goes on.

        Args:
            request: What was confirmed.
            on_done: Gets the results unless the dialog shows them.
        """
        if self._removal is not None or not request.confirmed:
            return
        self._stop_measuring()
        self._last_kind, self._on_done = request.kind, on_done
        removal = self._removal = Removal(request)
        if self._dialog is not None:
            removal.show_in(self._dialog)
        self._show_footer()
        # Whoever closes the dialog doesn't stop it: the window's supervisor owns the task, and the footer shows it.
        self._removing = self._desk.spawn(
            partial(self._desk.services.cleanup.remove, request),
            "remove own copies",
            self._on_removed,
            on_error=self._on_not_removed,
            exclusive="remove-own-copies",
        )
        if self._removing is not None:
            self._removing.add_done_callback(lambda _: self._on_removal_over(removal))

    def _stop(self) -> None:
        if self._removing is not None:
            self._removing.cancel()

    def _on_progress(self, event: RemovalProgress) -> None:
        removal = self._removal
        if removal is None:
            return
        removal.note(event)
        if self._dialog is not None:
            removal.show_step_in(self._dialog, event)
        self._show_footer()

    def _on_removal_over(self, removal: Removal) -> None:
        """The task ended without an answer: it was cancelled. What was heard of it is what is known."""
        if isValid(self) and not self._desk.is_closed and self._removal is removal:
            self._on_removed(removal.results_so_far())

    def _on_removed(self, results: Sequence[RemovalResult]) -> None:
        removal, self._removal, self._removing = self._removal, None, None
        self._show_footer()
        kind = removal.request.kind if removal is not None else RemovalKind.REMOVE
        on_done, self._on_done = self._on_done, None
        if self._dialog is None:
            (on_done or (lambda found: self._desk.said.emit(summary_text(found, kind))))(results)
            return
        self._dialog.show_results(results, kind)
        self._list()

    def _on_not_removed(self, error: OnesistError) -> None:
        self._removal = self._removing = self._on_done = None
        self._show_footer()
        if self._dialog is None:
            self._desk.say_error(error)
            return
        self._say(error)
        self._list()

    # -- the footer ---------------------------------------------------------------------------------------------------------

    def _on_totals(self, project_id: ProjectId, totals: CopyTotals) -> None:
        if self._desk.project is not None and project_id == self._desk.project.id:
            self._totals = totals
            self._show_footer()

    def _show_footer(self) -> None:
        removal = self._removal
        self._sidebar.show_copies(self._totals, removal.place if removal is not None else None)

    # -- small things -------------------------------------------------------------------------------------------------------

    def _work(self, call: Callable[[], Coroutine[Any, Any, T]], on_result: Callable[[T], object]) -> None:
        self._desk.spawn(call, "clean up", on_result, on_error=self._say, owner=self._dialog)

    def _say(self, error: OnesistError) -> None:
        if self._dialog is not None:
            self._dialog.say_error(failure_text(error))

    def _state_of(self, thread_id: ThreadId) -> ThreadState | None:
        view = self._threads.view_of(thread_id)
        return view.state if view is not None else None


def _cancel(subscriptions: list[Subscription]) -> None:
    for subscription in subscriptions:
        subscription.cancel()
    subscriptions.clear()
