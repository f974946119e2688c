# SPDX-License-Identifier: MIT
"""Joins the window to ``services.forks``, ``merges`` and ``rewinds``: shows beforehand what will be, and says what was done."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QDialog

from onesist_desktop.core.errors import LineageError, LineageFault, OnesistError
from onesist_desktop.core.ids import ProviderId, RewindId, ThreadId
from onesist_desktop.core.messages import Message, MessageStatus, Role
from onesist_desktop.services.events import MessagesSetAside
from onesist_desktop.services.lineage_views import ForkChoice, ForkPreview, MergePreview, RewindPreview, RewindView
from onesist_desktop.services.views import ThreadSnapshot, ThreadView
from onesist_desktop.ui.composer.picker_rows import provider_rows
from onesist_desktop.ui.controllers.desk import Desk
from onesist_desktop.ui.dialogs.fork_dialog import ForkDialog
from onesist_desktop.ui.dialogs.merge_dialog import MergeDialog
from onesist_desktop.ui.dialogs.rewind_dialog import RewindDialog
from onesist_desktop.ui.language import fill
from onesist_desktop.ui.lineage_words import fault_words, lineage_text
from onesist_desktop.ui.models.thread_words import title_of
from onesist_desktop.ui.models.threads_model import ThreadsModel
from onesist_desktop.ui.widgets.toast import Toast


class LineageController(QObject):
    """One dialog at a time.

    Args:
        toast: Says for a few seconds what was done.
        show_made: Shows a thread that was made.
        show_thread: Shows a thread.
        focus_composer: Lets the person go on writing.
        own_copy: Opens the dialog that makes an own copy for a thread.
        set_up: Leads to what has to be done before somebody can answer.
        place: Returns where the shown thread works, in words; empty where that isn't known.

    Signals:
        rewind_changed(): Another rewind of the shown thread can be taken back, or none; see :attr:`open_rewind`.
        forked(thread_id: str): That thread was made by a fork and is shown.
        merged(child_id: str): That thread was merged back.
    """

    rewind_changed = Signal()
    forked = Signal(str)
    merged = Signal(str)

    def __init__(
        self,
        desk: Desk,
        threads: ThreadsModel,
        toast: Toast,
        *,
        show_made: Callable[[ThreadView], object],
        show_thread: Callable[[ThreadId], object],
        focus_composer: Callable[[], object],
        own_copy: Callable[[ThreadId], object],
        set_up: Callable[[str], object],
        place: Callable[[], str],
    ) -> None:
        super().__init__(desk)
        self._desk = desk
        self._threads = threads
        self._toast = toast
        self._show_made = show_made
        self._show_thread = show_thread
        self._focus_composer = focus_composer
        self._own_copy = own_copy
        self._set_up = set_up
        self._place = place
        self._rewind: RewindView | None = None

    # -- forking ------------------------------------------------------------------------------------------------------------

    def fork(self, thread_id: ThreadId, seq: int | None = None) -> None:
        """Ask how a fork of a thread at a message is to be; None for its last settled one."""
        if self._is_asking:
            return
        if seq is None:
            call = partial(self._desk.services.threads.open_thread, thread_id)
            self._spawn(call, "last message", partial(self._fork_at_end, thread_id))
            return
        self._spawn(partial(self._desk.services.forks.preview, thread_id, seq), "preview of a fork", self._ask_fork)

    def _fork_at_end(self, thread_id: ThreadId, snapshot: ThreadSnapshot) -> None:
        settled = [one.seq for one in snapshot.page.messages if _is_settled(one)]
        if settled:
            self.fork(thread_id, settled[-1])
        else:
            self._desk.said.emit(fault_words(LineageFault.EMPTY))

    def _ask_fork(self, preview: ForkPreview) -> None:
        desk = self._desk
        if self._is_asking:
            return
        place = self._place() if preview.thread_id == desk.thread_id else ""
        dialog = ForkDialog(desk.theme, desk.book, preview, place, lambda chosen: provider_rows(desk.book, chosen, {}), desk.window)
        dialog.fork_wanted.connect(partial(self._fork, dialog, preview))
        dialog.set_up_wanted.connect(self._set_up)
        dialog.open()

    def _fork(self, dialog: ForkDialog, preview: ForkPreview, choice: ForkChoice, wants_copy: bool) -> None:
        def made(view: ThreadView) -> None:
            dialog.was_saved()
            self._show_made(view)
            self._focus_composer()
            self.forked.emit(view.id)
            if wants_copy:
                self._own_copy(view.id)

        self._desk.spawn(
            partial(self._desk.services.forks.fork, preview.thread_id, preview.at_seq, choice),
            "fork",
            made,
            on_error=lambda error: dialog.was_refused(lineage_text(error)),
            exclusive=f"fork:{preview.thread_id}",
        )

    # -- merging ------------------------------------------------------------------------------------------------------------

    def merge(self, child_id: ThreadId) -> None:
        """Show what merging a fork back would bring, and ask. Where a merge waits already, it is taken back instead."""
        view = self._threads.view_of(child_id)
        if view is not None and view.merge_waits:
            self._do_not_wait(view)
        elif not self._is_asking:
            self._spawn(partial(self._desk.services.merges.preview, child_id), "preview of a merge", self._ask_merge)

    def _ask_merge(self, preview: MergePreview) -> None:
        if self._is_asking:
            return
        dialog = MergeDialog(self._desk.theme, preview, self._desk.window)
        dialog.merge_wanted.connect(partial(self._merge, dialog, preview))
        dialog.open()

    def _merge(self, dialog: MergeDialog, preview: MergePreview, waits: bool) -> None:
        merges, child_id = self._desk.services.merges, preview.child.id

        def done(_: None) -> None:
            dialog.was_saved()
            if waits:
                self._say_waiting(preview)
                return
            text = fill(self.tr("Merged back into “%1”"), title_of(preview.parent))
            self._toast.show_note(text, self.tr("Show"), lambda: self._show_thread(preview.parent.id))
            self.merged.emit(child_id)

        def refused(error: OnesistError) -> None:
            dialog.was_refused(lineage_text(error))
            if isinstance(error, LineageError) and error.fault is LineageFault.PARENT_WORKS:
                dialog.show_parent_works(is_working=True)

        call = partial(merges.merge_when_ended if waits else merges.merge, child_id)
        self._desk.spawn(call, "merge", done, on_error=refused, exclusive=f"merge:{child_id}", owner=dialog)

    def _say_waiting(self, preview: MergePreview) -> None:
        text = fill(self.tr("It will be merged when the answer in “%1” ends"), title_of(preview.parent))
        self._toast.show_note(text, self.tr("Don't merge"), lambda: self._do_not_wait(preview.child))

    def _do_not_wait(self, child: ThreadView) -> None:
        text = fill(self.tr("“%1” won't be merged when that answer ends"), title_of(child))
        call = partial(self._desk.services.merges.do_not_wait, child.id)
        self._spawn(call, "merge no longer", lambda _: self._toast.show_note(text))

    # -- rewinding ----------------------------------------------------------------------------------------------------------

    @property
    def open_rewind(self) -> RewindView | None:
        """The rewind of the shown thread that can be taken back."""
        return self._rewind

    def rewind(self, thread_id: ThreadId, seq: int) -> None:
        """Show what going back to a message would set aside, and ask."""
        if not self._is_asking:
            call = partial(self._desk.services.rewinds.preview, thread_id, seq)
            self._spawn(call, "preview of a rewind", self._ask_rewind)

    def undo_rewind(self) -> None:
        """Take the newest rewind of the shown thread back."""
        thread_id = self._desk.thread_id
        if thread_id is None or self._rewind is None:
            return
        text = self.tr("%n message(s) are there again", None, self._rewind.message_count)
        self._spawn(
            partial(self._desk.services.rewinds.undo, thread_id),
            "undo a rewind",
            lambda _: self._toast.show_note(text),
            exclusive=f"undo-rewind:{thread_id}",
        )

    def _ask_rewind(self, preview: RewindPreview) -> None:
        desk = self._desk
        if self._is_asking:
            return
        dialog = RewindDialog(desk.theme, desk.book, preview, desk.window)
        dialog.rewind_wanted.connect(partial(self._go_back, dialog, preview))
        dialog.open()

    def _go_back(self, dialog: RewindDialog, preview: RewindPreview) -> None:
        def done(view: RewindView) -> None:
            dialog.was_saved()
            if view.thread_id != self._desk.thread_id:
                return
            self._take(view)
            text = self.tr("Went back to message %1: %n message(s) set aside", None, view.message_count)
            self._toast.show_note(fill(text, view.to_seq), self.tr("Undo"), self.undo_rewind)

        self._desk.spawn(
            partial(self._desk.services.rewinds.rewind, preview.thread_id, preview.to_seq),
            "rewind",
            done,
            on_error=lambda error: dialog.was_refused(lineage_text(error)),
            exclusive=f"rewind:{preview.thread_id}",
            owner=dialog,
        )

    # -- starting clean -----------------------------------------------------------------------------------------------------

    def start_clean(self, provider_id: ProviderId) -> None:
        """Let somebody begin afresh in the shown thread with the next message."""
        thread_id, title = self._desk.thread_id, self._desk.book.title(provider_id)
        if thread_id is None:
            return
        text = fill(self.tr("%1 starts clean with the next message, and is told the history again"), title)
        call = partial(self._desk.services.rewinds.start_clean, thread_id, provider_id)
        self._spawn(call, "start clean", lambda _: self._toast.show_note(text), exclusive=f"clean:{thread_id}:{provider_id}")

    # -- what happened ------------------------------------------------------------------------------------------------------

    def show_thread(self, thread_id: ThreadId | None) -> None:
        """Another thread is shown: look whether something can be taken back in it."""
        self._take(None)
        if thread_id is not None:
            self._look(thread_id)

    def _look(self, thread_id: ThreadId) -> None:
        def known(view: RewindView | None) -> None:
            if self._desk.thread_id == thread_id:
                self._take(view)

        # Without it there is no Undo, and nothing else is missing.
        call = partial(self._desk.services.rewinds.open_rewind, thread_id)
        self._desk.spawn(call, "open rewind", known, on_error=lambda _: known(None))

    def note_set_aside(self, event: MessagesSetAside) -> None:
        """Messages of the shown thread were set aside, or are there again."""
        self._take(event.rewind)

    def note_message(self, message: Message) -> None:
        """A message came into the shown thread: what the person sends settles a rewind. Of a merge the service knows."""
        if message.role is not Role.USER or self._rewind is None:
            return
        if message.kind is None:
            self._take(None)
        else:
            self._look(message.thread_id)

    @property
    def open_rewind_id(self) -> RewindId | None:
        """Id of :attr:`open_rewind`."""
        return self._rewind.id if self._rewind is not None else None

    def _take(self, view: RewindView | None) -> None:
        if view != self._rewind:
            self._rewind = view
            self.rewind_changed.emit()

    @property
    def _is_asking(self) -> bool:
        dialogs = self._desk.window.findChildren(QDialog)
        return any(isinstance(one, ForkDialog | MergeDialog | RewindDialog) and one.isVisible() for one in dialogs)

    def _spawn(
        self, call: Callable[..., object], name: str, on_result: Callable[..., object], *, exclusive: str | None = None
    ) -> None:
        say = lambda error: self._desk.said.emit(lineage_text(error))  # noqa: E731 - one line, and used once
        self._desk.spawn(call, name, on_result, on_error=say, exclusive=exclusive)  # type: ignore[arg-type]


def _is_settled(message: Message) -> bool:
    return message.status is not MessageStatus.STREAMING and not message.is_notice
