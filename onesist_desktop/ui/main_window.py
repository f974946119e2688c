# SPDX-License-Identifier: MIT
"""The window: what is shown in it, and how its parts are joined. What a person wants is done by ``ui.controllers``."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QPoint, Qt, Signal
from PySide6.QtGui import QCloseEvent, QResizeEvent
from PySide6.QtWidgets import QApplication, QMainWindow, QSplitter, QStackedWidget

from onesist_desktop.core.errors import OnesistError
from onesist_desktop.core.ids import ProviderId, ThreadId
from onesist_desktop.services.api import AppServices
from onesist_desktop.services.views import ProjectView, ThreadSnapshot, ThreadState, ThreadView
from onesist_desktop.ui.commands import Commands
from onesist_desktop.ui.controllers.closing import ClosingQuestion
from onesist_desktop.ui.controllers.desk import Desk
from onesist_desktop.ui.controllers.handover_controller import HandoverController
from onesist_desktop.ui.controllers.provider_controller import ProviderController
from onesist_desktop.ui.controllers.provider_setup import ProviderSetup
from onesist_desktop.ui.controllers.run_controller import RunController
from onesist_desktop.ui.controllers.sidebar_controller import SidebarController
from onesist_desktop.ui.controllers.thread_controller import ThreadController
from onesist_desktop.ui.language import fill
from onesist_desktop.ui.models.threads_model import ThreadsModel
from onesist_desktop.ui.panels.threads_panel import ThreadsPanel
from onesist_desktop.ui.provider_book import ProviderBook
from onesist_desktop.ui.regions import Region, next_region
from onesist_desktop.ui.start_page import StartPage
from onesist_desktop.ui.theme.theme import Theme
from onesist_desktop.ui.thread_page import ThreadPage
from onesist_desktop.ui.transcript.interface import Transcript
from onesist_desktop.ui.transcript.simple_transcript import SimpleTranscript
from onesist_desktop.ui.window_events import WindowEvents


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
        self._may_close = False
        self.setObjectName("main_window")
        self.setWindowTitle("Onesist")
        self.setMinimumSize(720, 520)
        self.resize(1280, 800)
        self.sidebar = ThreadsPanel(self.theme, self.book, self.threads)
        self.transcript: Transcript = SimpleTranscript(self.theme, self.book)
        self.page = ThreadPage(self.theme, self.book, self.transcript)
        self.composer = self.page.composer
        self.run_bar = self.page.run_bar
        self.start_page = StartPage(self.theme, self.book)
        self._join_centre()
        self._desk = Desk(self, services, self.theme, self.book)
        self.runs = RunController(self._desk, self.page, self._show_made)
        self.handovers = HandoverController(self._desk, self.composer, self.transcript)
        self.providers = ProviderController(self._desk, self.composer)
        self.provider_setup = ProviderSetup(self._desk)
        self.thread_controller = ThreadController(self._desk, self.threads, self.transcript, self._on_thread_made)
        self._closing = ClosingQuestion(self._desk)
        self._sidebar_controller = SidebarController(self._desk, self.sidebar, self.page.show_sidebar)
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
        return self._desk.project

    @property
    def thread_id(self) -> ThreadId | None:
        """The thread that is shown."""
        return self._desk.thread_id

    def show_start_page(self) -> None:
        """Show the page where a project is chosen."""
        self._centre.setCurrentWidget(self.start_page)
        self._sidebar_controller.show_if_wide()
        self.start_page.show_project(self.project)
        self._desk.spawn(self.services.projects.recent, "recent projects", self.start_page.show_recent)

    def open_folder(self, path: str) -> None:
        """Open a folder as a project."""
        self._desk.spawn(
            partial(self.services.projects.open_folder, path),
            "open folder",
            self.open_project,
            on_error=self._on_folder_refused,
            exclusive="open-folder",
        )

    def open_project(self, project: ProjectView) -> None:
        """Show a project and its newest thread."""
        self._desk.project = project
        self.setWindowTitle(f"{project.title} – Onesist")
        self.sidebar.show_project(project)
        self._sidebar_controller.show_if_wide()
        self.threads.reset(())
        self._show_no_thread()
        self._centre.setCurrentWidget(self.page)
        self.composer.edit.setFocus()
        self._desk.spawn(
            partial(self.services.threads.list_threads, project.id), "list threads", partial(self._on_threads_listed, project)
        )

    def show_thread(self, thread_id: ThreadId) -> None:
        """Show a thread."""
        view = self.threads.view_of(thread_id)
        if view is None or thread_id == self.thread_id:
            return
        self._desk.thread_id = thread_id
        self.handovers.forget()
        self.sidebar.select(thread_id)
        self.page.show_nothing()
        self._centre.setCurrentWidget(self.page)
        self._show_thread_state(view)
        self.composer.show_thread(view)
        self._desk.spawn(
            partial(self.services.threads.open_thread, thread_id),
            "open thread",
            self._on_thread_read,
            on_error=partial(self._on_thread_unreadable, thread_id),
        )
        self.events.hold()

    def show_thread_header(self, view: ThreadView | None) -> None:
        """Show a changed title."""
        self._show_thread_state(view)

    def show_run_state(self) -> None:
        """Turn what belongs to a run on or off."""
        self.commands.set_enabled("stop", self.run_bar.is_working)
        self.composer.set_working(self.run_bar.is_working, self.run_bar.working_provider)

    def refresh_providers(self) -> None:
        """Take the list of providers as it is now."""
        self.book.replace(self.services.providers.list_providers())
        self.composer.refresh_providers()
        self.run_bar.refresh_providers()
        self.transcript.refresh_providers()
        self.start_page.refresh_providers()
        self.threads.refresh()
        self.provider_setup.refresh()
        self._show_practice()

    def add_model(self) -> None:
        """Open the dialog that adds a model by key."""
        self.provider_setup.add_model()

    def say(self, text: str) -> None:
        """Say something in the banner, and on the start page while that is shown."""
        self.page.banner.say(text)
        if self._centre.currentWidget() is self.start_page:
            self.start_page.show_error(text)

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
            if not self._desk.is_closed:
                self._desk.is_closed = True
                self.events.close()
                self.close_confirmed.emit()
            return
        event.ignore()
        self._closing.ask(len(self.working), self._on_close_confirmed)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Give a narrow window's room to the conversation."""
        super().resizeEvent(event)
        if event.oldSize().isValid():
            self._sidebar_controller.window_resized(event.oldSize().width(), event.size().width())

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
            "new_thread": self.thread_controller.create,
            "open_project": self.show_start_page,
            "providers": self.provider_setup.open,
            "add_model": self.add_model,
            "quit": self.close,
            "rename_thread": self.thread_controller.rename,
            "next_thread": partial(self.sidebar.select_neighbour, 1),
            "previous_thread": partial(self.sidebar.select_neighbour, -1),
            "stop": self.runs.stop,
            "what_was_told": self.handovers.show_last,
            "preview_handover": self.composer.open_preview,
            "switch_provider": self.composer.provider_picker.open_menu,
            "switch_model": self.composer.model_picker.open_menu,
            "switch_mode": self.composer.mode_picker.open_menu,
            "focus_composer": self.composer.edit.setFocus,
            "to_last_message": self.transcript.scroll_to_end,
            "next_region": partial(self._go_to_region, 1),
            "previous_region": partial(self._go_to_region, -1),
            "toggle_sidebar": self._sidebar_controller.toggle,
            "open_menu": self.sidebar.open_menu,
        }

    def _connect(self) -> None:
        self._desk.said.connect(self.say)
        self.sidebar.thread_chosen.connect(lambda thread_id: self.show_thread(ThreadId(thread_id)))
        self.sidebar.new_wanted.connect(self.thread_controller.create)
        self.sidebar.project_wanted.connect(self.show_start_page)
        self.sidebar.menu_wanted.connect(self._on_menu)
        self.start_page.folder_chosen.connect(self.open_folder)
        self.start_page.add_model_wanted.connect(self.add_model)
        self.start_page.back_wanted.connect(partial(self._centre.setCurrentWidget, self.page))
        self.start_page.set_up_wanted.connect(self.provider_setup.open)
        self.start_page.practice_wanted.connect(self._on_practice)
        self.start_page.look_again_wanted.connect(self.provider_setup.look_again)
        self.page.rename.clicked.connect(lambda _checked=False: self.thread_controller.rename())
        self.page.told.clicked.connect(lambda _checked=False: self.handovers.show_last())
        self.page.empty.suggested.connect(self.composer.put_text)
        self.page.empty.practice_wanted.connect(self._on_practice)
        self.transcript.set_up_wanted.connect(lambda provider_id: self.provider_setup.open(ProviderId(provider_id)))
        self.composer.set_up_wanted.connect(self.provider_setup.open)
        self.handovers.last_changed.connect(self._show_told)

    # -- threads ------------------------------------------------------------------------------------------------------------

    def _on_folder_refused(self, error: OnesistError) -> None:
        # The service words what the system said as a sentence of its own.
        cause = error.__cause__
        why = cause.strerror if isinstance(cause, OSError) and cause.strerror else str(error)
        self.start_page.show_error(fill(self.tr("This folder can't be opened: %1."), why.rstrip(".")))

    def _on_threads_listed(self, project: ProjectView, threads: list[ThreadView]) -> None:
        if self.project is None or project.id != self.project.id:
            return
        self.threads.reset(threads)
        self.working |= {view.id for view in threads if view.state in {ThreadState.WORKING, ThreadState.ASKS}}
        newest = next(self.threads.threads(), None)
        if newest is not None and self.thread_id is None:
            self.show_thread(newest.id)

    def _on_thread_read(self, snapshot: ThreadSnapshot) -> None:
        if snapshot.thread.id != self.thread_id:
            return
        self.page.show_snapshot(snapshot)
        self.handovers.note_page(snapshot.page)
        self._show_thread_state(snapshot.thread)
        self.events.release()

    def _on_thread_unreadable(self, thread_id: ThreadId, error: OnesistError) -> None:
        if thread_id == self.thread_id:
            # Nothing of it is shown, so that choosing it again reads it again.
            self._show_no_thread()
            self.sidebar.select(None)
            self.events.release()
        self._desk.say_error(error)

    def _show_made(self, view: ThreadView) -> None:
        self.threads.put(view)
        self.show_thread(view.id)

    def _on_thread_made(self, view: ThreadView) -> None:
        self._show_made(view)
        self.composer.edit.setFocus()

    def _show_no_thread(self) -> None:
        self.events.release()
        self._desk.thread_id = None
        self.handovers.forget()
        self.page.show_nothing()
        self._show_thread_state(None)
        self.composer.show_thread(None, is_open=self.project is not None)

    def _show_thread_state(self, view: ThreadView | None) -> None:
        self.page.show_header(self.project, view)
        self._show_practice()
        has_thread = view is not None
        for command_id in ("rename_thread", "next_thread", "previous_thread", "to_last_message"):
            self.commands.set_enabled(command_id, has_thread)
        self.commands.set_enabled("new_thread", self.project is not None)
        self.show_run_state()
        self._show_told()

    def _show_told(self) -> None:
        has_last = self.handovers.last is not None
        self.commands.set_enabled("what_was_told", has_last)
        self.page.told.setVisible(has_last)

    def _show_practice(self) -> None:
        self.page.empty.practice.setVisible(self.providers.practice_provider() is not None)

    def _on_practice(self) -> None:
        provider_id = self.providers.practice_provider()
        if provider_id is None:
            return
        if self.project is None:
            self.start_page.show_error(self.tr("Choose a folder first; the practice assistant then answers in it."))
            self.start_page.path_field.setFocus()
            return
        self._centre.setCurrentWidget(self.page)
        self.providers.practise(provider_id)

    # -- places -------------------------------------------------------------------------------------------------------------

    def _on_menu(self, at: QPoint) -> None:
        self.commands.popup_menu(self).popup(at)

    def _go_to_region(self, step: int) -> None:
        if self._centre.currentWidget() is self.page:
            middle = [Region(self.page.shown), Region(self.run_bar), Region(self.composer, self.composer.edit)]
        else:
            middle = [Region(self.start_page)]
        target = next_region([Region(self.sidebar, self.sidebar.tree), *middle], QApplication.focusWidget(), step)
        if target is not None:
            target.setFocus(Qt.FocusReason.ShortcutFocusReason)
