# SPDX-License-Identifier: MIT
"""Pinning, archiving and deleting threads, each with the way back."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from PySide6.QtCore import QObject

from onesist_desktop.core.errors import LineageError, LineageFault, NotFoundError, OnesistError
from onesist_desktop.core.ids import ThreadId
from onesist_desktop.services.views import ThreadState, ThreadView
from onesist_desktop.services.workspace_views import WorkspaceView
from onesist_desktop.ui.controllers.desk import Desk
from onesist_desktop.ui.dialogs.archive_dialog import ArchiveDialog
from onesist_desktop.ui.dialogs.message_box import ask
from onesist_desktop.ui.language import fill
from onesist_desktop.ui.models.thread_words import title_of
from onesist_desktop.ui.models.threads_model import ThreadsModel
from onesist_desktop.ui.panels.threads_panel import ThreadsPanel
from onesist_desktop.ui.widgets.toast import Toast


class ShelfController(QObject):
    """Joins commands, the list of threads and the archive to ``services.shelf``. What is put away leaves the list by its event.

    Args:
        on_thread: Shows a thread.
    """

    def __init__(
        self, desk: Desk, sidebar: ThreadsPanel, threads: ThreadsModel, toast: Toast, on_thread: Callable[[ThreadId], object]
    ) -> None:
        super().__init__(desk)
        self._desk = desk
        self._threads = threads
        self._toast = toast
        self._on_thread = on_thread
        self._dialog: ArchiveDialog | None = None
        sidebar.archive_wanted.connect(lambda thread_id: self.archive(ThreadId(thread_id)))

    def pin(self) -> None:
        """Keep the shown thread's family at the top, or no longer."""
        root = self._threads.root_of(self._desk.thread_id)
        if root is not None:
            call = partial(self._desk.services.shelf.pin, root.id, is_pinned=not root.is_pinned)
            self._desk.spawn(call, "pin thread", exclusive=f"pin:{root.id}")

    def archive(self, thread_id: ThreadId | None = None) -> None:
        """Put a thread away, the shown one unless told which."""
        view = self._threads.view_of(thread_id or self._desk.thread_id)
        if view is None or self._refuse(view):
            return
        note = fill(self.tr("“%1” was archived."), title_of(view))
        self._put_away(view, self._desk.services.shelf.archive, note)

    def delete(self, thread_id: ThreadId | None = None) -> None:
        """Delete a thread, the shown one unless told which. Asks first where something of it is nowhere else."""
        view = self._threads.view_of(thread_id or self._desk.thread_id)
        if view is None or self._refuse(view):
            return
        if view.worktree_id is None:
            self._ask(view, None)
            return
        look = partial(self._desk.services.workspaces.of_thread, view.id)
        # What can't be looked at is taken for something that may be missed.
        self._desk.spawn(look, "workspace of a thread", partial(self._ask, view), on_error=lambda _: self._ask(view, None, True))

    def open_archive(self) -> None:
        """Open the list of archived threads. Does nothing while it is open."""
        desk = self._desk
        if desk.project is None or self._dialog is not None:
            return
        self._dialog = dialog = ArchiveDialog(desk.theme, desk.book, desk.window, now=desk.now)
        dialog.finished.connect(self._on_archive_closed)
        dialog.restore_wanted.connect(lambda thread_id: self._take_out(ThreadId(thread_id)))
        dialog.delete_wanted.connect(self._ask_in_archive)
        dialog.open()
        self._list()

    # -- putting away -------------------------------------------------------------------------------------------------------

    def _refuse(self, view: ThreadView) -> bool:
        """Say why a thread that works can't be put away. Returns whether it was said."""
        works = view.state in {ThreadState.WORKING, ThreadState.ASKS}
        if works:
            self._say_works(view)
        return works

    def _say_works(self, view: ThreadView) -> None:
        self._toast.show_note(fill(self.tr("“%1” works on an answer and stays where it is. Stop it first."), title_of(view)))

    def _ask(self, view: ThreadView, workspace: WorkspaceView | None, is_unknown: bool = False) -> None:
        """Delete a thread, after a question where something of it was not merged or changed in a folder of its own."""
        texts = []
        if view.unmerged_count:
            texts.append(self.tr("%n answer(s) of it were not merged back.", None, view.unmerged_count))
        changed = workspace.changes.count if workspace is not None and workspace.changes is not None else 0
        if changed is None or is_unknown:
            texts.append(self.tr("Its own copy may hold changes; the folder and its branch stay."))
        elif changed:
            texts.append(self.tr("Its own copy has %n changed file(s); the folder and its branch stay.", None, changed))
        delete = partial(self._delete, view)
        if texts:
            self._open_question(view, texts, delete)
        else:
            delete()

    def _open_question(self, view: ThreadView, texts: Sequence[str], on_confirmed: Callable[[], object]) -> None:
        ask(
            self._desk.window,
            self._desk.theme,
            title=fill(self.tr("Delete “%1”?"), title_of(view)),
            text=" ".join([*texts, self.tr("The thread goes for good when Onesist starts next. Its forks stay.")]),
            action=self.tr("Delete thread"),
            cancel=self.tr("Cancel"),
            on_confirmed=on_confirmed,
            is_loss=True,
            name="delete_thread_question",
        )

    def _delete(self, view: ThreadView) -> None:
        note = fill(self.tr("“%1” was deleted. It goes for good when Onesist starts next."), title_of(view))
        self._put_away(view, self._desk.services.shelf.delete, note)

    def _put_away(self, view: ThreadView, call: Callable[[ThreadId], object], note: str) -> None:
        was_shown = view.id == self._desk.thread_id

        def done(_: object) -> None:
            self._toast.show_note(note, self.tr("Undo"), partial(self._restore, view, was_shown=was_shown))
            self._list()

        def failed(error: OnesistError) -> None:
            if isinstance(error, LineageError) and error.fault is LineageFault.WORKS:
                self._say_works(view)
            else:
                self._desk.say_error(error)

        self._desk.spawn(partial(call, view.id), "put thread away", done, on_error=failed, exclusive=f"shelf:{view.id}")  # type: ignore[arg-type]

    def _restore(self, view: ThreadView, *, was_shown: bool) -> None:
        shown = self._desk.thread_id

        def done(_: object) -> None:
            # Who went to another thread meanwhile stays there.
            if was_shown and self._desk.thread_id == shown:
                self._on_thread(view.id)
            self._list()

        def failed(error: OnesistError) -> None:
            if isinstance(error, NotFoundError):
                self._toast.show_note(fill(self.tr("“%1” is gone for good."), title_of(view)))
            else:
                self._desk.say_error(error)

        call = partial(self._desk.services.shelf.restore, view.id)
        self._desk.spawn(call, "restore thread", done, on_error=failed, exclusive=f"shelf:{view.id}")

    # -- the archive --------------------------------------------------------------------------------------------------------

    def _list(self) -> None:
        """Read the archive again while it is open."""
        dialog, project = self._dialog, self._desk.project
        if dialog is not None and project is not None:
            call = partial(self._desk.services.shelf.archived, project.id)
            self._desk.spawn(call, "archived threads", dialog.show_threads, exclusive="archived-threads", owner=dialog)

    def _take_out(self, thread_id: ThreadId) -> None:
        call = partial(self._desk.services.shelf.restore, thread_id)
        self._desk.spawn(call, "restore thread", lambda _: self._list(), exclusive=f"shelf:{thread_id}")

    def _ask_in_archive(self, view: ThreadView) -> None:
        texts = []
        if view.unmerged_count:
            texts.append(self.tr("%n answer(s) of it were not merged back.", None, view.unmerged_count))
        if view.worktree_id is not None:
            texts.append(self.tr("Its own copy may hold changes; the folder and its branch stay."))
        self._open_question(view, texts, partial(self._delete, view))

    def _on_archive_closed(self) -> None:
        self._dialog = None
