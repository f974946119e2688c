# SPDX-License-Identifier: MIT
"""The window: what is shown in it, and how its parts are joined. What a person wants is done by ``ui.controllers``."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace
from functools import partial

from PySide6.QtCore import QEvent, QObject, QPoint, Qt, Signal
from PySide6.QtGui import QCloseEvent, QKeyEvent, QMoveEvent, QResizeEvent
from PySide6.QtWidgets import QApplication, QMainWindow, QStackedWidget

from onesist_desktop.core.errors import OnesistError
from onesist_desktop.core.ids import MessageId, RunId, ThreadId
from onesist_desktop.services.api import AppServices
from onesist_desktop.services.views import PreferencesView, ProjectView, ThreadSnapshot, ThreadState, ThreadView, WindowPlace
from onesist_desktop.ui.commands import Commands
from onesist_desktop.ui.controllers.cleanup_controller import CleanupController
from onesist_desktop.ui.controllers.closing import ClosingQuestion
from onesist_desktop.ui.controllers.continue_controller import ContinueController
from onesist_desktop.ui.controllers.copy_controller import CopyController
from onesist_desktop.ui.controllers.copy_notes import CopyNotes
from onesist_desktop.ui.controllers.desk import Desk
from onesist_desktop.ui.controllers.find_controller import FindController
from onesist_desktop.ui.controllers.handover_controller import HandoverController
from onesist_desktop.ui.controllers.inspector_controller import InspectorController
from onesist_desktop.ui.controllers.layout_controller import LayoutController
from onesist_desktop.ui.controllers.map_controller import MapController
from onesist_desktop.ui.controllers.message_menu import MessageMenu
from onesist_desktop.ui.controllers.notifier import Notifier
from onesist_desktop.ui.controllers.palette_controller import PaletteController
from onesist_desktop.ui.controllers.preferences_controller import PreferencesController
from onesist_desktop.ui.controllers.provider_controller import ProviderController
from onesist_desktop.ui.controllers.provider_setup import ProviderSetup
from onesist_desktop.ui.controllers.read_marker import ReadMarker
from onesist_desktop.ui.controllers.release_controller import ReleaseController
from onesist_desktop.ui.controllers.run_controller import RunController
from onesist_desktop.ui.controllers.shelf_controller import ShelfController
from onesist_desktop.ui.controllers.sidebar_controller import SidebarController
from onesist_desktop.ui.controllers.thread_controller import ThreadController
from onesist_desktop.ui.controllers.workspace_controller import WorkspaceController
from onesist_desktop.ui.desktop_notifications import Notifications, SilentNotifications
from onesist_desktop.ui.language import fill
from onesist_desktop.ui.lineage_window import LineageWindow
from onesist_desktop.ui.map_window import MapWindow
from onesist_desktop.ui.models.threads_model import ThreadsModel
from onesist_desktop.ui.panels.frame_body import FrameBody
from onesist_desktop.ui.panels.inspector_panel import InspectorPanel
from onesist_desktop.ui.panels.threads_panel import ThreadsPanel
from onesist_desktop.ui.provider_book import ProviderBook
from onesist_desktop.ui.start_page import StartPage
from onesist_desktop.ui.theme.theme import Theme
from onesist_desktop.ui.thread_page import ThreadPage
from onesist_desktop.ui.transcript.interface import Transcript
from onesist_desktop.ui.transcript.transcript_view import TranscriptView
from onesist_desktop.ui.widgets.banner import BannerLevel
from onesist_desktop.ui.window_events import WindowEvents
from onesist_desktop.ui.window_handlers import handlers, window_state
from onesist_desktop.ui.window_place import LEAST


class MainWindow(QMainWindow):
    """The one window.

    Args:
        notifications: Tells through the desktop; None tells nothing.
        now: The time in seconds since the epoch.

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
        notifications: Notifications | None = None,
        now: Callable[[], float] = time.time,
    ) -> None:
        super().__init__()
        self._now = now
        self.services = services
        self.theme = theme or Theme(parent=self)
        self.book = ProviderBook(self.theme, services.providers.list_providers())
        self.threads = ThreadsModel(self.book.title, self, now=now)
        self.working: set[ThreadId] = set()
        self.resendable_id: MessageId | None = None
        self._may_close = False
        self._alt_alone = False
        self.setObjectName("main_window")
        self.setWindowTitle("Onesist")
        self.setMinimumSize(LEAST)
        self._make_parts()
        self._make_controllers(notifications or SilentNotifications(self))
        self.commands = Commands(self, handlers(self), self.theme)
        self.show_preferences(services.preferences.view)
        self.sidebar.set_actions(
            self.commands.action("new_thread"),
            settings=self.commands.action("settings"),
            help_action=self.commands.action("shortcuts"),
        )
        self._connect()
        self.events = WindowEvents(self)
        self.lineage.listen()
        self.layout_controller.restore()
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

    @property
    def place(self) -> WindowPlace:
        """Where the window is, to be kept for the next start."""
        return self.layout_controller.place

    @property
    def is_in_front(self) -> bool:
        """Whether the person looks at the window, or at a dialog of it."""
        return self.isVisible() and not self.isMinimized() and QApplication.activeWindow() is not None

    def show_start_page(self) -> None:
        """Show the page where a project is chosen."""
        self._centre.setCurrentWidget(self.start_page)
        self.layout_controller.show_page(is_thread=False)
        self.start_page.show_project(self.project)
        self._desk.spawn(self.services.projects.recent, "recent projects", self.start_page.show_recent)

    def show_thread_page(self) -> None:
        """Show the page of a thread, or of a project without one."""
        self._centre.setCurrentWidget(self.page)
        self.layout_controller.show_page(is_thread=True)

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
        self.threads.reset(())
        self.show_no_thread()
        self.mapping.show_project()
        self.show_thread_page()
        self.composer.edit.setFocus()
        self._desk.spawn(
            partial(self.services.threads.list_threads, project.id), "list threads", partial(self._on_threads_listed, project)
        )

    def show_thread(self, thread_id: ThreadId) -> None:
        """Show a thread."""
        view = self.threads.view_of(thread_id)
        if view is None:
            return
        if self._centre.currentWidget() is not self.page:
            self.show_thread_page()
        if thread_id == self.thread_id:
            return
        self._forget_thread()
        self._desk.thread_id = thread_id
        self.sidebar.select(thread_id)
        self.page.map.select(thread_id)
        self.page.show_nothing()
        self._show_thread_state(view)
        self.composer.show_thread(view)
        self.inspecting.show_thread(thread_id)
        self.lineage.show_thread(thread_id)
        self.workplaces.show()
        self._desk.spawn(
            partial(self.services.threads.open_thread, thread_id),
            "open thread",
            self._on_thread_read,
            on_error=partial(self._on_thread_unreadable, thread_id),
        )
        self.events.hold()

    def go_to_thread(self, thread_id: ThreadId) -> None:
        """Show the conversation of a thread."""
        self.show_conversation()
        self.show_thread(thread_id)

    def go_to_message(self, thread_id: ThreadId, seq: int) -> None:
        """Show a message in its conversation, now or once the thread is read."""
        self.go_to_thread(thread_id)
        if self.thread_id == thread_id:
            self.events.jump_to(seq)
            self.page.shown.setFocus(Qt.FocusReason.OtherFocusReason)

    def enter_thread(self, thread_id: str) -> None:
        """Go on in a thread."""
        self.layout_controller.close_floating()
        self.show_thread(ThreadId(thread_id))
        self.focus_composer()

    def show_conversation(self) -> None:
        """Show conversations, and not the map."""
        self.page.show_map(False)

    def show_thread_header(self, view: ThreadView | None) -> None:
        """Show a changed title."""
        self._show_thread_state(view)

    def show_run_state(self) -> None:
        """Turn what belongs to a run on or off."""
        self.composer.set_working(self.run_bar.is_working, self.run_bar.working_provider)
        self.show_commands()

    def show_commands(self) -> None:
        """Turn each command on or off, as the window is now."""
        self.commands.show_state(window_state(self))
        self.lineage.explain()
        self.page.header.find_button.setVisible(self.commands.state.has_messages)

    def show_resendable(self, message_id: MessageId | None) -> None:
        """Offer *Send again* for that message, or for none."""
        self.resendable_id = message_id
        self.transcript.set_resendable(message_id)
        self.show_commands()

    def show_preferences(self, preferences: PreferencesView) -> None:
        """Show the menu bar, or leave it to the menu button. The system's own bar is always there."""
        self.menuBar().setVisible(self.menuBar().isNativeMenuBar() or preferences.shows_menu_bar)

    def refresh_providers(self) -> None:
        """Take the list of providers as it is now."""
        self.book.replace(self.services.providers.list_providers())
        self.composer.refresh_providers()
        self.run_bar.refresh_providers()
        self.transcript.refresh_providers()
        self.inspector.run.refresh_providers()
        self.inspector.lineage.refresh_providers()
        self.start_page.refresh_providers()
        self.threads.refresh()
        self.provider_setup.refresh()
        self._show_practice()

    def add_model(self) -> None:
        """Open the dialog that adds a model by key."""
        self.provider_setup.add_model()

    def send_again(self) -> None:
        """Send the last message again."""
        if self.resendable_id is not None:
            self.runs.send_again(self.resendable_id)

    def say(self, text: str, level: BannerLevel = BannerLevel.WARNING) -> None:
        """Say something in the banner, and on the start page while that is shown."""
        self.page.banner.say(text, level)
        if self._centre.currentWidget() is self.start_page:
            self.start_page.show_error(text)

    def search_threads(self) -> None:
        """Put the cursor into the search above the threads."""
        if not self.layout_controller.is_sidebar_shown:
            self.layout_controller.toggle_sidebar()
        self.sidebar.search.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.sidebar.search.selectAll()

    def focus_composer(self) -> None:
        """Go on writing."""
        self.show_conversation()
        if self._centre.currentWidget() is not self.page:
            self.show_thread_page()
        self.composer.edit.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def open_menu(self) -> None:
        """Open the app's menu: at its button where that is to be seen."""
        if self.layout_controller.is_sidebar_shown:
            self.sidebar.open_menu()
        else:
            self.menus.open_app_menu(self.page.header.mapToGlobal(QPoint(0, self.page.header.height())))

    def raise_window(self) -> None:
        """Come to the front: the app was started again, or a notification was clicked."""
        if self.isMinimized():
            self.showNormal()
        self.show()
        self.raise_()
        self.activateWindow()

    def request_close(self) -> None:
        """Ask to close, as if the person had."""
        self.close()

    # -- Qt's own -----------------------------------------------------------------------------------------------------------

    def closeEvent(self, event: QCloseEvent) -> None:
        """Ask first while something works; then hide and let bootstrap end everything in order."""
        if self._may_close or not self.working:
            event.accept()
            if not self._desk.is_closed:
                self._desk.is_closed = True
                self.layout_controller.stop()
                self.inspecting.stop()
                self.workplaces.close()
                self.cleaning.close()
                self.mapping.close()
                self.lineage.close()
                self.events.close()
                self.close_confirmed.emit()
            return
        event.ignore()
        self._closing.ask(len(self.working), self._on_close_confirmed)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Give a narrow window's room to the conversation, and remember the size."""
        super().resizeEvent(event)
        self.layout_controller.arrange()
        self.layout_controller.remember()

    def moveEvent(self, event: QMoveEvent) -> None:
        """Remember the place."""
        super().moveEvent(event)
        self.layout_controller.remember()

    def changeEvent(self, event: QEvent) -> None:
        """Come to the front, or leave it; become large or small."""
        super().changeEvent(event)
        if event.type() not in {QEvent.Type.ActivationChange, QEvent.Type.WindowStateChange}:
            return
        if event.type() is QEvent.Type.WindowStateChange:
            self.layout_controller.remember()
        # Some desktops leave a window active while it is minimized, and tell nothing but its state when it comes back.
        if self.isActiveWindow() and not self.isMinimized():
            self.notifier.seen()
            self.reading.look()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Escape closes what floats, then goes to the composer; Alt alone opens the menu."""
        self._alt_alone = event.key() == Qt.Key.Key_Alt
        if event.key() == Qt.Key.Key_Escape:
            if not self.layout_controller.close_floating() and self._centre.currentWidget() is self.page:
                self.focus_composer()
            return
        super().keyPressEvent(event)

    def keyReleaseEvent(self, event: QKeyEvent) -> None:
        """Open the menu once Alt was pressed and nothing with it."""
        if event.key() == Qt.Key.Key_Alt and self._alt_alone and self.menuBar().isHidden():
            self.open_menu()
        self._alt_alone = False
        super().keyReleaseEvent(event)

    def _on_close_confirmed(self) -> None:
        self._may_close = True
        self.close()

    # -- joining ------------------------------------------------------------------------------------------------------------

    def _make_parts(self) -> None:
        theme, book = self.theme, self.book
        self.sidebar = ThreadsPanel(theme, book, self.threads)
        self.transcript: Transcript = TranscriptView(theme, book, now=self._now)
        self.page = ThreadPage(theme, book, self.transcript, now=self._now)
        self.composer = self.page.composer
        self.run_bar = self.page.run_bar
        self.start_page = StartPage(theme, book, now=self._now)
        self.inspector = InspectorPanel(theme, book, now=self._now)
        self._centre = QStackedWidget()
        self._centre.addWidget(self.start_page)
        self._centre.addWidget(self.page)
        self._body = FrameBody(theme, self.sidebar, self._centre, self.inspector)
        self.setCentralWidget(self._body)

    def _make_controllers(self, notifications: Notifications) -> None:
        if isinstance(notifications, QObject):
            # It goes with the window, while Qt still runs.
            notifications.setParent(self)
        desk = self._desk = Desk(self, self.services, self.theme, self.book, self._now)
        self.layout_controller = LayoutController(desk, self, self._body, self.composer.edit)
        self.runs = RunController(desk, self.page, self._show_made)
        self.handovers = HandoverController(desk, self.composer, self.transcript)
        ContinueController(desk, self.composer, self.transcript)
        self.providers = ProviderController(desk, self.composer)
        self.provider_setup = ProviderSetup(desk, lambda: self.preferences)
        self.preferences = PreferencesController(desk, lambda: self.commands, self.provider_setup.join)
        self.thread_controller = ThreadController(desk, self.threads, self.transcript, self._on_thread_made)
        self.inspecting = InspectorController(desk, self.inspector, self.layout_controller)
        self.finding = FindController(desk, self.page.find_bar, self.transcript)
        self.copies = CopyController(desk, self.transcript)
        CopyNotes(self.copies, self.page.toast)
        self.message_menu = MessageMenu(desk, self, self.transcript, self.copies, lambda: self.commands, self.inspecting.show_run)
        self.palette_controller = PaletteController(desk, self.threads, lambda: self.commands, self.go_to_thread)
        self.reading = ReadMarker(desk, self.threads, self._sees_end)
        self.notifier = Notifier(
            desk, self.threads, notifications, is_in_front=lambda: self.is_in_front, on_clicked=self._on_notification
        )
        self.menus = SidebarController(
            desk, self, self.threads, lambda: self.commands, on_project=self.open_folder, on_thread=self._show_asking
        )
        self.shelf = ShelfController(desk, self.sidebar, self.threads, self.page.toast, self.show_thread)
        self._closing = ClosingQuestion(desk)
        self.cleaning = CleanupController(desk, self.sidebar, self.threads)
        self.mapping = MapController(desk, self.page.map, self.threads)
        self.workplaces = WorkspaceController(
            desk,
            self.page.workspace,
            self.inspector.run,
            self.threads,
            working=self._working_title,
            make_thread=self.thread_controller.create,
            clean_up=self.cleaning.open,
            release=ReleaseController(desk, self.cleaning, self.page.toast.show_note).ask,
        )
        self.map = MapWindow(self)
        self.lineage = LineageWindow(self, desk, show_made=self._on_thread_made, working=self._working_title)

    def _connect(self) -> None:
        self._desk.said.connect(self.say)
        self._connect_sidebar()
        self._connect_page()
        self.start_page.folder_chosen.connect(self.open_folder)
        self.start_page.add_model_wanted.connect(self.add_model)
        self.start_page.add_agent_wanted.connect(self.provider_setup.add_agent)
        self.start_page.back_wanted.connect(self.show_thread_page)
        self.start_page.set_up_wanted.connect(self.provider_setup.open_provider_settings)
        self.start_page.practice_wanted.connect(self._on_practice)
        self.start_page.look_again_wanted.connect(self.provider_setup.look_again)
        self.transcript.set_up_wanted.connect(self.provider_setup.open_provider_settings)
        self.transcript.mode_wanted.connect(self.composer.mode_picker.open_menu)
        self.transcript.about_wanted.connect(lambda run_id: self.inspecting.show_run(RunId(run_id)))
        self.transcript.end_reached.connect(self.reading.look)
        self.transcript.selection_changed.connect(self.show_commands)
        self.inspector.run.told_wanted.connect(self.handovers.show_told)
        self.inspector.run.step_wanted.connect(self.transcript.jump_to)
        self.handovers.last_changed.connect(self.show_commands)
        self.finding.changed.connect(self.show_commands)
        self.message_menu.changed.connect(self.show_commands)
        self.layout_controller.changed.connect(self._show_panels)
        self.workplaces.changed.connect(self.show_commands)
        self.workplaces.project_changed.connect(self._on_project_folder)

    def _connect_sidebar(self) -> None:
        sidebar = self.sidebar
        sidebar.thread_chosen.connect(lambda thread_id: self.show_thread(ThreadId(thread_id)))
        sidebar.thread_entered.connect(self.enter_thread)
        sidebar.tree.clicked.connect(lambda _index: self.layout_controller.close_floating())
        sidebar.thread_menu_wanted.connect(lambda thread_id, at: self.menus.open_row_menu(ThreadId(thread_id), at))
        sidebar.merge_wanted.connect(self.menus.merge_wanted)
        self.menus.enter_wanted.connect(self.enter_thread)
        sidebar.new_wanted.connect(self.thread_controller.create)
        sidebar.projects_wanted.connect(self.menus.open_projects)
        sidebar.menu_wanted.connect(self.menus.open_app_menu)

    def _connect_page(self) -> None:
        page, header = self.page, self.page.header
        header.rename_wanted.connect(self.thread_controller.rename)
        header.find_wanted.connect(self.finding.open)
        header.menu_wanted.connect(self.menus.open_thread_menu)
        header.sidebar_wanted.connect(self.layout_controller.toggle_sidebar)
        header.inspector_wanted.connect(self.layout_controller.toggle_inspector)
        page.workspace.project_wanted.connect(self.show_start_page)
        page.empty.suggested.connect(self.composer.put_text)
        page.empty.practice_wanted.connect(self._on_practice)
        self.composer.set_up_wanted.connect(self.provider_setup.open_provider_settings)
        self.composer.edit.textChanged.connect(self._on_draft_changed)
        self.composer.efforts_changed.connect(self.show_commands)
        self.composer.draft_changed.connect(lambda _thread_id, _at_once: self._on_draft_changed())

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
        newest = self.threads.newest()
        if newest is not None and self.thread_id is None:
            self.show_thread(newest.id)

    def _on_thread_read(self, snapshot: ThreadSnapshot) -> None:
        if snapshot.thread.id != self.thread_id:
            return
        self.page.show_snapshot(snapshot)
        self.lineage.thread_read()
        self.handovers.note_page(snapshot.page)
        self.resendable_id = snapshot.resendable_id
        self._show_thread_state(snapshot.thread)
        self.events.release()
        self.reading.look()

    def _on_thread_unreadable(self, thread_id: ThreadId, error: OnesistError) -> None:
        if thread_id == self.thread_id:
            # Nothing of it is shown, so that choosing it again reads it again.
            self.show_no_thread()
            self.sidebar.select(None)
            self.events.release()
        self._desk.say_error(error)

    def _show_made(self, view: ThreadView) -> None:
        self.threads.put(view)
        self.show_thread(view.id)

    def _on_thread_made(self, view: ThreadView) -> None:
        self.show_conversation()
        self._show_made(view)
        self.composer.edit.setFocus()

    def _forget_thread(self) -> None:
        self.handovers.forget()
        self.finding.forget()
        self.message_menu.forget()
        self.resendable_id = None

    def show_no_thread(self) -> None:
        """Show the open project without a thread, or nothing."""
        self.events.release()
        self._desk.thread_id = None
        self.page.map.select(None)
        self._forget_thread()
        self.inspecting.show_thread(None)
        self.lineage.show_thread(None)
        self.page.show_nothing()
        self._show_thread_state(None)
        self.composer.show_thread(None, is_open=self.project is not None)
        self.workplaces.show()

    def _show_thread_state(self, view: ThreadView | None) -> None:
        self.page.show_header(self.project, view)
        self._show_practice()
        self.show_run_state()

    def _show_practice(self) -> None:
        self.page.empty.practice.setVisible(self.providers.practice_provider() is not None)

    def _show_panels(self) -> None:
        header = self.page.header
        header.show_sidebar.setVisible(not self.layout_controller.is_sidebar_shown)
        header.set_inspector_shown(self.layout_controller.is_inspector_shown)

    def _sees_end(self) -> bool:
        is_shown = self._centre.currentWidget() is self.page and self.page.shows_transcript
        return is_shown and self.isActiveWindow() and self.transcript.is_at_end

    def _on_notification(self, thread_id: ThreadId) -> None:
        self.raise_window()
        self._show_asking(thread_id)

    def _show_asking(self, thread_id: ThreadId) -> None:
        self.go_to_thread(thread_id)
        self.events.focus_card()

    def _on_draft_changed(self) -> None:
        if self.commands.state.has_draft != self.composer.has_draft:
            self.show_commands()

    def _on_practice(self) -> None:
        provider_id = self.providers.practice_provider()
        if provider_id is None:
            return
        if self.project is None:
            self.start_page.show_error(self.tr("Choose a folder first; the practice assistant then answers in it."))
            self.start_page.path_field.setFocus()
            return
        self.show_thread_page()
        self.providers.practise(provider_id)

    def _working_title(self) -> str:
        return self.book.title(self.run_bar.working_provider) if self.run_bar.is_working else ""

    def _on_project_folder(self, exists: bool) -> None:
        if self.project is not None:
            self._desk.project = replace(self.project, folder_exists=exists)
            self._show_thread_state(self.threads.view_of(self.thread_id))
