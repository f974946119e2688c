# SPDX-License-Identifier: MIT
"""Joins forks, merges and rewinds to the window: commands, notices, marks on the rail, the inspector."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QPoint
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu

from onesist_desktop.core.ids import MessageId, ProviderId, ThreadId
from onesist_desktop.core.messages import Message, MessageKind, MessageStatus
from onesist_desktop.runtime.bus import Subscription
from onesist_desktop.services.events import MessagesSetAside, RunChanged, ThreadAdded, ThreadChanged, ThreadRemoved
from onesist_desktop.services.views import MessagePage, RunView, ThreadSnapshot, ThreadView
from onesist_desktop.ui.controllers.desk import Desk
from onesist_desktop.ui.controllers.lineage_controller import LineageController
from onesist_desktop.ui.controllers.lineage_panel_controller import LineagePanelController
from onesist_desktop.ui.controllers.lineage_state import Reasons, reasons_for
from onesist_desktop.ui.dialogs.brought_dialog import BroughtDialog
from onesist_desktop.ui.language import fill
from onesist_desktop.ui.models.thread_words import row_title, shown_number
from onesist_desktop.ui.panels.workspace_words import place_title

if TYPE_CHECKING:
    from onesist_desktop.ui.main_window import MainWindow

_SLICE = 200
_MOST_FORKS = 40
"""More forks of one message than a menu can show are found in the map."""


class LineageWindow(QObject):
    """What the window knows of forks, merges and rewinds.

    Args:
        show_made: Shows a thread that was made.
        working: Returns the name of who works in the shown thread, empty for nobody.

    Attributes:
        forking: Does what the person wants.
        panel: Fills the inspector's tab.
    """

    def __init__(
        self,
        window: MainWindow,
        desk: Desk,
        *,
        show_made: Callable[[ThreadView], object],
        working: Callable[[], str],
    ) -> None:
        super().__init__(window)
        self._window = window
        self._desk = desk
        self._working = working
        self._subscriptions: list[Subscription] = []
        self.forking = LineageController(
            desk,
            window.threads,
            window.page.toast,
            show_made=show_made,
            show_thread=window.go_to_thread,
            focus_composer=window.focus_composer,
            own_copy=window.workplaces.copies.open,
            set_up=lambda provider_id: window.provider_setup.open_provider_settings(ProviderId(provider_id)),
            place=self._place,
        )
        self.panel = LineagePanelController(desk, window.inspector, window.layout_controller)
        self._join()

    def _join(self) -> None:
        window, panel = self._window, self._window.inspector.lineage
        self.forking.rewind_changed.connect(self._on_rewind_changed)
        window.transcript.notice_wanted.connect(lambda message_id: self.open_notice(MessageId(message_id)))
        window.transcript.fork_wanted.connect(self._fork_at)
        window.transcript.rewind_wanted.connect(self._rewind_to)
        window.transcript.forks_wanted.connect(self.open_forks)
        window.menus.fork_wanted.connect(lambda thread_id: self.forking.fork(ThreadId(thread_id)))
        window.menus.merge_wanted.connect(lambda child_id: self.forking.merge(ThreadId(child_id)))
        window.mapping.fork_wanted.connect(lambda thread_id, seq: self.forking.fork(ThreadId(thread_id), seq))
        window.mapping.merge_wanted.connect(lambda child_id: self.forking.merge(ThreadId(child_id)))
        panel.thread_wanted.connect(lambda thread_id: window.go_to_thread(ThreadId(thread_id)))
        panel.merge_wanted.connect(lambda child_id: self.forking.merge(ThreadId(child_id)))
        panel.fork_wanted.connect(self.fork_here)
        panel.map_wanted.connect(window.map.show)
        panel.told_wanted.connect(window.handovers.show_told)
        panel.brought_wanted.connect(lambda message_id: self._read_brought(MessageId(message_id)))
        panel.undo_wanted.connect(self.forking.undo_rewind)
        window.inspector.run.clean_wanted.connect(lambda provider_id: self.forking.start_clean(ProviderId(provider_id)))

    def listen(self) -> None:
        """Follow what happens to threads. Called once the window itself does, so that its list is up to date before."""
        bus = self._desk.services.bus
        self._subscriptions = [
            bus.subscribe(ThreadAdded, lambda event: self._note_thread(event.thread)),
            bus.subscribe(ThreadChanged, lambda event: self._note_thread(event.thread)),
            bus.subscribe(ThreadRemoved, lambda _event: self._note_removed()),
            bus.subscribe(RunChanged, lambda event: self._note_run(event.run)),
        ]

    def close(self) -> None:
        """The window closes."""
        for subscription in self._subscriptions:
            subscription.cancel()
        self._subscriptions.clear()
        self.panel.stop()

    # -- commands -----------------------------------------------------------------------------------------------------------

    def reasons(self) -> Reasons:
        """Work out what can be done now, and if not, why."""
        window = self._window
        view = window.threads.view_of(window.thread_id)
        return reasons_for(
            view,
            window.message_menu.target,
            window.transcript.messages,
            fork_at=self._fork_target(),
            last_seq=window.transcript.last_seq,
            working=self._working(),
            can_undo=self.forking.open_rewind is not None,
            clean=self._clean_reason(),
        )

    def explain(self) -> None:
        """Let each command that can't be done say why, and that of merging what it does now."""
        reasons, commands = self.reasons(), self._window.commands
        for command_id, reason in (
            ("fork_here", reasons.fork),
            ("rewind_here", reasons.rewind),
            ("merge_back", reasons.merge),
            ("undo_rewind", reasons.undo),
            ("start_clean", reasons.clean),
        ):
            action = commands.action(command_id)
            action.setToolTip(reason or action.text())
            action.setStatusTip(reason)
        usual = next(command.text for command in commands.table if command.id == "merge_back")
        commands.action("merge_back").setText(self.tr("Don't merge when it ends") if reasons.merges_later else usual)

    def fork_here(self) -> None:
        """Fork the shown thread at the message whose menu is open, at its last one where that is in view, else where it is read."""
        target, thread_id = self._fork_target(), self._desk.thread_id
        if thread_id is not None and target is not None:
            self.forking.fork(thread_id, target.seq)

    def _fork_at(self, seq: int) -> None:
        if self._desk.thread_id is not None:
            self.forking.fork(self._desk.thread_id, seq)

    def _rewind_to(self, seq: int) -> None:
        if self._desk.thread_id is not None:
            self.forking.rewind(self._desk.thread_id, seq)

    def rewind_here(self) -> None:
        """Go back to the message that commands are about."""
        target, thread_id = self._window.message_menu.target, self._desk.thread_id
        if thread_id is not None and target is not None:
            self.forking.rewind(thread_id, target.seq)

    def merge_back(self) -> None:
        """Merge the shown thread back."""
        if self._desk.thread_id is not None:
            self.forking.merge(self._desk.thread_id)

    def start_clean(self) -> None:
        """Let who answers here begin afresh."""
        provider_id = self._provider()
        if provider_id is not None:
            self.forking.start_clean(provider_id)

    # -- what happened ------------------------------------------------------------------------------------------------------

    def show_thread(self, thread_id: ThreadId | None) -> None:
        """Another thread is shown, or none."""
        self.forking.show_thread(thread_id)
        self.panel.show_thread(thread_id)

    def thread_read(self) -> None:
        """The shown thread was read, so that its messages are there to be marked."""
        self._window.transcript.set_open_rewind(self.forking.open_rewind_id)
        self._show_forks()

    def note_message(self, message: Message) -> None:
        """A message came into the shown thread."""
        self.forking.note_message(message)
        self.panel.note()

    def _note_run(self, run: RunView) -> None:
        if run.thread_id == self._desk.thread_id:
            self.panel.note()

    def _note_removed(self) -> None:
        self._show_forks()
        self.panel.note()

    def _note_thread(self, view: ThreadView) -> None:
        if view.parent_thread_id is not None and view.parent_thread_id == self._desk.thread_id:
            self._show_forks()
        self.panel.note_thread(view)

    def set_aside(self, event: MessagesSetAside) -> None:
        """Messages of the shown thread were set aside, or are there again: read it again at that place."""
        window, desk = self._window, self._desk
        self.forking.note_set_aside(event)
        self.panel.note()
        window.inspecting.note_set_aside(event)

        def read(snapshot: ThreadSnapshot) -> None:
            if snapshot.thread.id != desk.thread_id:
                return
            window.page.show_snapshot(snapshot)
            window.show_resendable(snapshot.resendable_id)
            self.thread_read()
            if event.is_undone:
                window.transcript.jump_to(event.to_seq)
            window.events.release()

        def failed(error: Exception) -> None:
            window.events.release()
            desk.said.emit(fill(self.tr("The thread can't be read again: %1. Choose it once more."), str(error).rstrip(".")))

        window.events.hold()
        call = partial(desk.services.threads.open_thread, event.thread_id)
        desk.spawn(call, "read again", read, on_error=failed)

    # -- notices and marks --------------------------------------------------------------------------------------------------

    def open_notice(self, message_id: MessageId) -> None:
        """Do what the button of a notice says."""
        notice = next((message for message in self._window.transcript.messages if message.id == message_id), None)
        if notice is None:
            return
        match notice.kind:
            case MessageKind.FORK:
                self._show_parent(notice)
            case MessageKind.MERGE:
                self._show_brought(notice)
            case MessageKind.REWIND:
                self.forking.undo_rewind()

    def open_forks(self, seq: int, at: QPoint) -> None:
        """List the forks of a message of the shown thread."""
        menu = QMenu(self._window)
        menu.setObjectName("forks_menu")
        menu.setAccessibleName(self.tr("Forks of this message"))
        for view in self._forks():
            if view.forked_at_seq == seq and len(menu.actions()) < _MOST_FORKS:
                menu.addAction(self._fork_action(menu, view))
        menu.aboutToHide.connect(menu.deleteLater)
        if menu.actions():
            menu.popup(at)

    def _fork_action(self, menu: QMenu, view: ThreadView) -> QAction:
        number, title = shown_number(view), row_title(view)
        text = fill(self.tr("%1  %2", "number and title of a fork"), number, title) if number is not None else title
        action = QAction(self._desk.book.icon(view.provider_id), text.replace("&", "&&"), menu)
        action.setObjectName(f"fork_{view.id}")
        action.triggered.connect(lambda _checked=False: self._window.go_to_thread(view.id))
        return action

    def _show_parent(self, notice: Message) -> None:
        parent_id, seq = notice.data.get("parent_thread_id"), notice.data.get("at_seq")
        view = self._window.threads.view_of(ThreadId(parent_id)) if isinstance(parent_id, str) else None
        if view is None:
            self._desk.said.emit(
                self.tr("The thread that this one was forked from is not in the list. What it said up to here stands above.")
            )
            return
        self._window.go_to_message(view.id, seq if isinstance(seq, int) else view.forked_at_seq or 1)

    def _show_brought(self, notice: Message) -> None:
        wanted = notice.data.get("message_id")
        held = next((message for message in self._window.transcript.messages if message.id == wanted), None)
        if held is not None:
            self._open_brought(held)
            return
        # It stands right beside its notice.
        call = partial(self._desk.services.threads.page, notice.thread_id, max(1, notice.seq - 1), notice.seq + 1)
        self._desk.spawn(call, "what was brought", partial(self._on_brought, MessageId(str(wanted))), exclusive="read-brought")

    def _read_brought(self, message_id: MessageId) -> None:
        held = self._window.transcript.messages
        notice = next((one for one in held if one.is_notice and one.data.get("message_id") == message_id), None)
        brought = next((one for one in held if one.id == message_id), None)
        if brought is not None:
            self._open_brought(brought)
        elif notice is not None:
            self._show_brought(notice)
        elif self._desk.thread_id is not None:
            call = partial(self._look_back_for, self._desk.thread_id, message_id)
            self._desk.spawn(call, "what was brought", partial(self._on_brought, message_id), exclusive="read-brought")

    async def _look_back_for(self, thread_id: ThreadId, message_id: MessageId) -> MessagePage:
        """Return the page that holds a message, the newest ones first; an empty one for none. Only the id is known."""
        threads = self._desk.services.threads
        snapshot = await threads.open_thread(thread_id)
        page, first = snapshot.page, snapshot.page.from_seq
        while first > 1 and all(message.id != message_id for message in page.messages):
            page, first = await threads.page(thread_id, max(1, first - _SLICE), first - 1), max(1, first - _SLICE)
        return page

    def _on_brought(self, message_id: MessageId, page: MessagePage) -> None:
        brought = next((message for message in page.messages if message.id == message_id), None)
        if brought is not None:
            self._open_brought(brought)
        else:
            self._desk.said.emit(self.tr("What was brought can't be found any more. The thread is as it was."))

    def _open_brought(self, message: Message) -> None:
        if self._window.findChild(BroughtDialog) is None:
            BroughtDialog(self._desk.theme, message, self._window).open()

    def _fork_target(self) -> Message | None:
        menu, transcript = self._window.message_menu, self._window.transcript
        if menu.chosen is not None or not transcript.is_at_end:
            return menu.target
        said = [message for message in transcript.messages if not message.is_notice]
        settled = [message for message in said if message.status is not MessageStatus.STREAMING]
        return settled[-1] if settled else menu.target

    # -- inner --------------------------------------------------------------------------------------------------------------

    def _on_rewind_changed(self) -> None:
        self._window.transcript.set_open_rewind(self.forking.open_rewind_id)
        self._window.show_commands()

    def _show_forks(self) -> None:
        seqs = [view.forked_at_seq for view in self._forks() if view.forked_at_seq is not None]
        self._window.transcript.set_forks(Counter(seqs))

    def _forks(self) -> list[ThreadView]:
        thread_id = self._desk.thread_id
        if thread_id is None:
            return []
        return [view for view in self._window.threads.threads() if view.parent_thread_id == thread_id]

    def _provider(self) -> ProviderId | None:
        options = self._window.composer.options
        return options.provider_id if options is not None else None

    def _clean_reason(self) -> str:
        provider_id = self._provider()
        if provider_id is None:
            return self.tr("Nobody is chosen to answer.")
        if self._desk.book.is_hollow(provider_id):
            return fill(self.tr("%1 has no memory of its own: it gets the history each time."), self._desk.book.title(provider_id))
        return ""

    def _place(self) -> str:
        view = self._window.workplaces.view
        return place_title(view) if view is not None else ""
