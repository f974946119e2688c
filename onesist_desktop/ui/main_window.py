# SPDX-License-Identifier: MIT
"""The window: joins the parts of the UI to the services. Slots are synchronous; what takes time is handed to the supervisor."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from functools import partial
from typing import Any, TypeVar

from PySide6.QtCore import QPoint, Qt, Signal
from PySide6.QtGui import QCloseEvent, QResizeEvent
from PySide6.QtWidgets import QApplication, QMainWindow, QSplitter, QStackedWidget, QWidget

from onesist_desktop.core.answerer import PermissionMode, RunOptions
from onesist_desktop.core.errors import OnesistError
from onesist_desktop.core.ids import HandoffId, MessageId, ProviderId, QueuedId, ThreadId
from onesist_desktop.services.api import AppServices
from onesist_desktop.services.views import HandoffPreview, HandoffView, ProjectView, ThreadSnapshot, ThreadState, ThreadView
from onesist_desktop.ui.async_bridge import spawn_from_slot
from onesist_desktop.ui.commands import Commands
from onesist_desktop.ui.dialogs.handoff_dialog import HandoffDialog
from onesist_desktop.ui.dialogs.key_dialog import KeyDialog, NewModelProvider
from onesist_desktop.ui.dialogs.message_box import ask, ask_text
from onesist_desktop.ui.language import fill
from onesist_desktop.ui.models.threads_model import ThreadsModel
from onesist_desktop.ui.panels.threads_panel import ThreadsPanel
from onesist_desktop.ui.provider_book import ProviderBook
from onesist_desktop.ui.regions import next_region
from onesist_desktop.ui.start_page import StartPage
from onesist_desktop.ui.theme.theme import Theme
from onesist_desktop.ui.thread_page import ThreadPage
from onesist_desktop.ui.transcript.simple_transcript import SimpleTranscript
from onesist_desktop.ui.window_events import WindowEvents

T = TypeVar("T")


class MainWindow(QMainWindow):
    """The one window.

    Signals:
        close_confirmed(): The person wants to leave, and knows what still works. The window is hidden already; bootstrap now
            shuts the services down in order and deletes the window last.
    """

    close_confirmed = Signal()

    def __init__(
        self,
        services: AppServices,
        *,
        start_project: ProjectView | None = None,
        theme: Theme | None = None,
    ) -> None:
        super().__init__()
        self.services = services
        self.theme = theme or Theme(parent=self)
        self.book = ProviderBook(self.theme, services.providers.list_providers())
        self.threads = ThreadsModel(self.book.title, self)
        self.working: set[ThreadId] = set()
        self._project: ProjectView | None = None
        self._thread_id: ThreadId | None = None
        self._last_handoff: HandoffId | None = None
        self._may_close = False
        self.setObjectName("main_window")
        self.setWindowTitle("Onesist")
        self.setMinimumSize(720, 520)
        self.resize(1280, 800)
        self.sidebar = ThreadsPanel(self.theme, self.book, self.threads)
        self.transcript = SimpleTranscript(self.theme, self.book)
        self.page = ThreadPage(self.theme, self.book, self.transcript)
        self.composer = self.page.composer
        self.run_bar = self.page.run_bar
        self.start_page = StartPage(self.theme, self.book)
        self._join_centre()
        self.commands = Commands(self, self._handlers())
        self.menuBar().setVisible(self.menuBar().isNativeMenuBar())
        self.sidebar.context_actions = [self.commands.action("rename_thread"), self.commands.action("what_was_told")]
        self._connect()
        self.events = WindowEvents(self)
        self._show_thread_state(None)
        if start_project is not None:
            self.open_project(start_project)
        else:
            self.show_start_page()

    # -- what is shown ------------------------------------------------------------------------------------------------------

    @property
    def project(self) -> ProjectView | None:
        """The project that is open."""
        return self._project

    @property
    def thread_id(self) -> ThreadId | None:
        """The thread that is shown."""
        return self._thread_id

    def show_start_page(self) -> None:
        """Show the page where a project is chosen."""
        self._centre.setCurrentWidget(self.start_page)
        self.sidebar.setVisible(self._project is not None)
        self._spawn(partial(self.services.projects.recent), "recent projects", self.start_page.show_recent)

    def open_folder(self, path: str) -> None:
        """Open a folder as a project."""
        self._spawn(
            partial(self.services.projects.open_folder, path),
            "open folder",
            self.open_project,
            on_error=self._on_folder_refused,
            exclusive="open-folder",
        )

    def open_project(self, project: ProjectView) -> None:
        """Show a project and its newest thread."""
        self._project = project
        self.setWindowTitle(f"{project.title} – Onesist")
        self.sidebar.show_project(project)
        self.sidebar.show()
        self.threads.reset(())
        self._show_no_thread()
        self._centre.setCurrentWidget(self.page)
        self.composer.edit.setFocus()
        self._spawn(
            partial(self.services.threads.list_threads, project.id), "list threads", partial(self._on_threads_listed, project)
        )

    def show_thread(self, thread_id: ThreadId) -> None:
        """Show a thread."""
        view = self.threads.view_of(thread_id)
        if view is None or thread_id == self._thread_id:
            return
        self._thread_id = thread_id
        self._last_handoff = None
        self.sidebar.select(thread_id)
        self.page.show_nothing()
        self._centre.setCurrentWidget(self.page)
        self._show_thread_state(view)
        self.composer.show_thread(view)
        self._spawn(
            partial(self.services.threads.open_thread, thread_id),
            "open thread",
            self._on_thread_read,
            on_error=partial(self._on_thread_unreadable, thread_id),
        )
        self.events.hold()

    def raise_window(self) -> None:
        """Come to the front: the app was started again."""
        if self.isMinimized():
            self.showNormal()
        self.show()
        self.raise_()
        self.activateWindow()

    def request_close(self) -> None:
        """Ask to close, as if the person had."""
        self.close()

    # -- closing ------------------------------------------------------------------------------------------------------------

    def closeEvent(self, event: QCloseEvent) -> None:
        """Ask first while something works; then hide and let bootstrap end everything in order."""
        if self._may_close or not self.working:
            event.accept()
            if not self.events.is_closed:
                self.events.close()
                self.close_confirmed.emit()
            return
        event.ignore()
        if self.findChild(QWidget, "close_question") is None:
            ask(
                self,
                self.theme,
                title=self.tr("%n answer(s) still being written", None, len(self.working)),
                text=self.tr("Closing stops them. What was written so far is kept, and your messages can be sent again."),
                action=self.tr("Stop and close"),
                cancel=self.tr("Keep working"),
                on_confirmed=self._on_close_confirmed,
                is_loss=True,
                name="close_question",
            )

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Give a narrow window's room to the conversation."""
        super().resizeEvent(event)
        was_wide = event.oldSize().width() >= 880
        is_wide = event.size().width() >= 880
        if was_wide != is_wide and event.oldSize().isValid() and self._project is not None:
            self.sidebar.setVisible(is_wide)

    def _on_close_confirmed(self) -> None:
        self._may_close = True
        self.close()

    # -- joining ------------------------------------------------------------------------------------------------------------

    def _join_centre(self) -> None:
        self._centre = QStackedWidget()
        self._centre.addWidget(self.start_page)
        self._centre.addWidget(self.page)
        splitter = QSplitter(Qt.Orientation.Horizontal)
        splitter.setHandleWidth(1)
        splitter.setChildrenCollapsible(False)
        splitter.addWidget(self.sidebar)
        splitter.addWidget(self._centre)
        splitter.setStretchFactor(1, 1)
        splitter.setSizes([self.theme.size("sidebar"), 1000])
        self.sidebar.setMaximumWidth(400)
        self.setCentralWidget(splitter)

    def _handlers(self) -> dict[str, Callable[[], object]]:
        return {
            "new_thread": self._on_new_thread,
            "open_project": self.show_start_page,
            "add_model": self.add_model,
            "quit": self.close,
            "rename_thread": self._on_rename,
            "next_thread": partial(self.sidebar.select_neighbour, 1),
            "previous_thread": partial(self.sidebar.select_neighbour, -1),
            "stop": self._on_stop,
            "what_was_told": self._on_told_last,
            "preview_handover": self.composer.open_preview,
            "switch_provider": self.composer.provider_picker.open_menu,
            "switch_model": self.composer.model_picker.open_menu,
            "switch_mode": self.composer.mode_picker.open_menu,
            "focus_composer": self.composer.edit.setFocus,
            "to_last_message": self.transcript.scroll_to_end,
            "next_region": partial(self._go_to_region, 1),
            "previous_region": partial(self._go_to_region, -1),
            "toggle_sidebar": lambda: self.sidebar.setVisible(self.sidebar.isHidden()),
            "open_menu": self.sidebar.open_menu,
        }

    def _connect(self) -> None:
        self.sidebar.thread_chosen.connect(lambda thread_id: self.show_thread(ThreadId(thread_id)))
        self.sidebar.new_wanted.connect(self._on_new_thread)
        self.sidebar.project_wanted.connect(self.show_start_page)
        self.sidebar.menu_wanted.connect(self._on_menu)
        self.start_page.folder_chosen.connect(self.open_folder)
        self.start_page.add_model_wanted.connect(self.add_model)
        self.start_page.practice_wanted.connect(self._on_practice)
        self.start_page.look_again_wanted.connect(self._on_look_again)
        self.page.rename.clicked.connect(lambda _checked=False: self._on_rename())
        self.page.told.clicked.connect(lambda _checked=False: self._on_told_last())
        self.page.empty.suggested.connect(self.composer.put_text)
        self.page.empty.practice_wanted.connect(self._on_practice)
        self.transcript.what_was_told.connect(lambda handoff_id: self._show_handoff(HandoffId(handoff_id)))
        self.transcript.send_again.connect(self._on_send_again)
        self.transcript.decided.connect(self._on_decided)
        self.transcript.earlier_wanted.connect(self._on_earlier)
        self.composer.send_wanted.connect(self._on_send)
        self.composer.preview_wanted.connect(self._on_preview_wanted)
        self.composer.preview_opened.connect(self._open_handoff)
        self.composer.models_wanted.connect(self._on_models_wanted)
        self.composer.other_model_wanted.connect(self._on_other_model)
        self.composer.mode_chosen.connect(self._on_mode_chosen)
        self.run_bar.stop_wanted.connect(self._on_stop)
        self.run_bar.send_now_wanted.connect(self._on_send_now)
        self.run_bar.delete_wanted.connect(self._on_delete_queued)
        self.run_bar.edited.connect(self._on_queued_edited)

    def _spawn(
        self,
        call: Callable[[], Coroutine[Any, Any, T]],
        name: str,
        on_result: Callable[[T], object] | None = None,
        *,
        on_error: Callable[[OnesistError], object] | None = None,
        exclusive: str | None = None,
    ) -> None:
        if self.events.is_closed:
            return
        spawn_from_slot(
            self.services.supervisor,
            call,
            name=name,
            owner=self,
            exclusive=exclusive,
            on_result=on_result,
            on_error=on_error or self.say_error,
        )

    def say_error(self, error: OnesistError) -> None:
        """Say in the banner what could not be done."""
        self.say(fill(self.tr("That could not be done: %1."), str(error).rstrip(".") or type(error).__name__))

    def say(self, text: str) -> None:
        """Say something in the banner, and on the start page while that is shown."""
        self.page.banner.say(text)
        if self._centre.currentWidget() is self.start_page:
            self.start_page.show_error(text)

    # -- threads ------------------------------------------------------------------------------------------------------------

    def _on_folder_refused(self, error: OnesistError) -> None:
        self.start_page.show_error(fill(self.tr("This folder can't be opened: %1."), str(error).rstrip(".")))

    def _on_threads_listed(self, project: ProjectView, threads: list[ThreadView]) -> None:
        if self._project is None or project.id != self._project.id:
            return
        self.threads.reset(threads)
        self.working |= {view.id for view in threads if view.state in {ThreadState.WORKING, ThreadState.ASKS}}
        newest = next(self.threads.threads(), None)
        if newest is not None and self._thread_id is None:
            self.show_thread(newest.id)

    def _on_thread_read(self, snapshot: ThreadSnapshot) -> None:
        if snapshot.thread.id != self._thread_id:
            return
        self.page.show_snapshot(snapshot)
        self.note_handoffs(snapshot)
        self._show_thread_state(snapshot.thread)
        self.events.release()

    def _on_thread_unreadable(self, thread_id: ThreadId, error: OnesistError) -> None:
        if thread_id == self._thread_id:
            # Nothing of it is shown, so that choosing it again reads it again.
            self._show_no_thread()
            self.sidebar.select(None)
            self.events.release()
        self.say_error(error)

    def note_handoffs(self, snapshot: ThreadSnapshot) -> None:
        """Remember the last handover, for *What it was told*."""
        for message in snapshot.page.messages:
            self.note_handoff(message.data.get("handoff_id"))

    def note_handoff(self, handoff_id: object) -> None:
        """Remember a handover as the thread's last."""
        if isinstance(handoff_id, str) and handoff_id:
            self._last_handoff = HandoffId(handoff_id)
            self._show_told()

    def show_thread_header(self, view: ThreadView | None) -> None:
        """Show a changed title."""
        self._show_thread_state(view)

    def _show_no_thread(self) -> None:
        self.events.release()
        self._thread_id = None
        self._last_handoff = None
        self.page.show_nothing()
        self._show_thread_state(None)
        self.composer.show_thread(None, is_open=self._project is not None)

    def _show_thread_state(self, view: ThreadView | None) -> None:
        self.page.show_header(self._project, view)
        self.page.empty.practice.setVisible(self._practice_provider() is not None)
        has_thread = view is not None
        for command_id in ("rename_thread", "next_thread", "previous_thread", "to_last_message"):
            self.commands.set_enabled(command_id, has_thread)
        self.commands.set_enabled("new_thread", self._project is not None)
        self.show_run_state()
        self._show_told()

    def show_run_state(self) -> None:
        """Turn what belongs to a run on or off."""
        self.commands.set_enabled("stop", self.run_bar.is_working)
        self.composer.set_working(self.run_bar.is_working)

    def _show_told(self) -> None:
        self.commands.set_enabled("what_was_told", self._last_handoff is not None)
        self.page.told.setVisible(self._last_handoff is not None)

    def _on_new_thread(self) -> None:
        if self._project is not None:
            self._spawn(
                partial(self.services.threads.create, self._project.id), "new thread", self._on_thread_made, exclusive="new-thread"
            )

    def _on_thread_made(self, view: ThreadView) -> None:
        self.threads.put(view)
        self.show_thread(view.id)
        self.composer.edit.setFocus()

    def _on_rename(self) -> None:
        view = self.threads.view_of(self._thread_id)
        if view is None:
            return
        thread_id = view.id
        ask_text(
            self,
            self.theme,
            title=self.tr("Rename thread"),
            label=self.tr("Title"),
            text=view.title,
            action=self.tr("Rename"),
            cancel=self.tr("Cancel"),
            on_text=lambda text: self._spawn(partial(self.services.threads.rename, thread_id, text), "rename thread"),
            name="rename_dialog",
        )

    def _on_earlier(self, before_seq: int) -> None:
        thread_id = self._thread_id
        if thread_id is None:
            return

        def failed(error: OnesistError) -> None:
            self.transcript.let_ask_earlier_again()
            self.say_error(error)

        self._spawn(
            partial(self.services.threads.earlier, thread_id, before_seq),
            "earlier messages",
            lambda page: self.transcript.prepend(page) if thread_id == self._thread_id else None,
            on_error=failed,
        )

    # -- runs ---------------------------------------------------------------------------------------------------------------

    def _on_send(self, text: str, options: RunOptions) -> None:
        if self._thread_id is not None:
            self._send(self._thread_id, text, options)
            return
        if self._project is None:
            return
        self._spawn(
            partial(self.services.threads.create, self._project.id),
            "first thread",
            partial(self._on_first_thread, text, options),
            on_error=lambda error: self.composer.was_not_sent(None, str(error)),
            exclusive="first-thread",
        )

    def _on_first_thread(self, text: str, options: RunOptions, view: ThreadView) -> None:
        self.composer.adopt_draft(view.id)
        self.threads.put(view)
        self.show_thread(view.id)
        self._send(view.id, text, options)

    def _send(self, thread_id: ThreadId, text: str, options: RunOptions) -> None:
        self._spawn(
            partial(self.services.turns.send, thread_id, text, options),
            "send",
            lambda _: self.composer.was_sent(thread_id, text),
            on_error=lambda error: self.composer.was_not_sent(thread_id, str(error)),
            exclusive=f"send:{thread_id}",
        )

    def _on_send_again(self, message_id: str) -> None:
        if self._thread_id is not None:
            call = partial(self.services.turns.send_again, self._thread_id, MessageId(message_id), self.composer.options)
            self._spawn(call, "send again", exclusive=f"send:{self._thread_id}")

    def _on_stop(self) -> None:
        if self._thread_id is not None and self.run_bar.is_working:
            self._spawn(partial(self.services.turns.stop, self._thread_id), "stop", exclusive=f"stop:{self._thread_id}")

    def _on_decided(self, request_id: str, option: str) -> None:
        if self._thread_id is None:
            return

        def failed(error: OnesistError) -> None:
            self.transcript.let_decide_again(request_id)
            self.say_error(error)

        self._spawn(partial(self.services.turns.decide, self._thread_id, request_id, option), "decide", on_error=failed)

    def _on_send_now(self, queued_id: str) -> None:
        self._spawn(partial(self.services.turns.send_queued, QueuedId(queued_id)), "send now", exclusive=f"queue:{queued_id}")

    def _on_delete_queued(self, queued_id: str) -> None:
        self._spawn(
            partial(self.services.turns.delete_queued, QueuedId(queued_id)), "delete queued", exclusive=f"queue:{queued_id}"
        )

    def _on_queued_edited(self, queued_id: str, text: str) -> None:
        self._spawn(partial(self.services.turns.edit_queued, QueuedId(queued_id), text), "edit queued")

    def _on_mode_chosen(self, mode: PermissionMode) -> None:
        if self._thread_id is not None:
            self._spawn(partial(self.services.threads.set_mode, self._thread_id, mode), "set mode")

    # -- handovers ----------------------------------------------------------------------------------------------------------

    def _on_preview_wanted(self, options: RunOptions, text: str) -> None:
        if self._thread_id is None:
            return
        # A preview that fails tells nothing new: the send itself will say what is wrong.
        self._spawn(
            partial(self.services.handoffs.preview, self._thread_id, options, text),
            "preview",
            self.composer.show_preview,
            on_error=lambda _: self.composer.show_preview(None),
        )

    def _show_handoff(self, handoff_id: HandoffId) -> None:
        self._spawn(partial(self.services.handoffs.read, handoff_id), "read handoff", self._open_handoff, exclusive="read-handoff")

    def _on_told_last(self) -> None:
        if self._last_handoff is not None:
            self._show_handoff(self._last_handoff)

    def _open_handoff(self, handoff: HandoffView | HandoffPreview) -> None:
        if self.findChild(HandoffDialog) is None:
            HandoffDialog(self.theme, self.book, handoff, self).open()

    # -- providers ----------------------------------------------------------------------------------------------------------

    def refresh_providers(self) -> None:
        """Take the list of providers as it is now."""
        self.book.replace(self.services.providers.list_providers())
        self.composer.refresh_providers()
        self.run_bar.refresh_providers()
        self.transcript.refresh_providers()
        self.start_page.refresh_providers()
        self.threads.refresh()
        self.page.empty.practice.setVisible(self._practice_provider() is not None)

    def add_model(self) -> None:
        """Open the dialog that adds a model by key."""
        dialog = KeyDialog(self.theme, self)

        def save(entered: NewModelProvider) -> None:
            spawn_from_slot(
                self.services.supervisor,
                partial(
                    self.services.providers.add_model_provider,
                    kind=entered.kind,
                    title=entered.title,
                    base_url=entered.base_url,
                    default_model=entered.default_model,
                    key=entered.key,
                    for_session_only=entered.for_session_only,
                ),
                name="add model",
                owner=dialog,
                exclusive="add-model",
                on_result=lambda _: dialog.was_saved(),
                on_error=dialog.was_not_saved,
            )

        dialog.save_wanted.connect(save)
        dialog.open()

    def _on_models_wanted(self, provider_id: str) -> None:
        wanted = ProviderId(provider_id)
        self._spawn(
            partial(self.services.providers.models, wanted),
            "list models",
            lambda models: self.composer.show_models(wanted, models),
            on_error=lambda error: self.composer.show_models_failure(wanted, str(error)),
            exclusive=f"models:{provider_id}",
        )

    def _on_other_model(self) -> None:
        options = self.composer.options
        ask_text(
            self,
            self.theme,
            title=self.tr("Another model"),
            label=self.tr("Id of the model"),
            text=(options.model or "") if options else "",
            action=self.tr("Use it"),
            cancel=self.tr("Cancel"),
            on_text=self.composer.choose_model,
            name="model_dialog",
        )

    def _on_look_again(self) -> None:
        self._spawn(partial(self.services.providers.refresh), "look again", exclusive="look-again")

    def _practice_provider(self) -> ProviderId | None:
        practice = [view for view in self.book.providers if view.info.family == "practice"]
        agents = [view for view in practice if view.capabilities.is_agent]
        return next((view.info.id for view in [*agents, *practice]), None)

    def _on_practice(self) -> None:
        provider_id = self._practice_provider()
        if provider_id is None:
            return
        if self._project is None:
            self.start_page.show_error(self.tr("Choose a folder first; the practice assistant then answers in it."))
            self.start_page.path_field.setFocus()
            return
        self._centre.setCurrentWidget(self.page)
        self.composer.choose_provider(provider_id)
        if not self.composer.text.strip():
            self.composer.put_text(self.tr("Show me around"))

    # -- places -------------------------------------------------------------------------------------------------------------

    def _on_menu(self, at: QPoint) -> None:
        self.commands.popup_menu(self).popup(at)

    def _go_to_region(self, step: int) -> None:
        if self._centre.currentWidget() is self.page:
            middle: list[QWidget] = [self.page.shown, self.run_bar, self.composer]
        else:
            middle = [self.start_page]
        target = next_region([self.sidebar, *middle], QApplication.focusWidget(), step)
        if target is not None:
            target.setFocus(Qt.FocusReason.ShortcutFocusReason)
