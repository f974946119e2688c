# SPDX-License-Identifier: MIT
"""The centre of the window: header, workspace bar, transcript, run bar and composer of one thread."""

from __future__ import annotations

import time
from collections.abc import Callable

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QApplication, QStackedWidget, QVBoxLayout, QWidget

from onesist_desktop.services.views import ProjectView, ThreadSnapshot, ThreadView
from onesist_desktop.ui.composer import Composer
from onesist_desktop.ui.empty_thread import EmptyThread
from onesist_desktop.ui.find_bar import FindBar
from onesist_desktop.ui.map.map_page import MapPage
from onesist_desktop.ui.panels.thread_header import CARD_X, ThreadHeader
from onesist_desktop.ui.panels.view_switch import CONVERSATION, MAP
from onesist_desktop.ui.panels.workspace_bar import WorkspaceBar
from onesist_desktop.ui.provider_book import ProviderBook
from onesist_desktop.ui.run_bar import RunBar, doing
from onesist_desktop.ui.theme.theme import Theme
from onesist_desktop.ui.transcript.interface import Transcript
from onesist_desktop.ui.widgets.banner import Banner
from onesist_desktop.ui.widgets.column import CentredColumn
from onesist_desktop.ui.widgets.tab_order import chain, laid_out
from onesist_desktop.ui.widgets.toast import Toast

_BOTTOM = 16


class ThreadPage(QWidget):
    """Composes; decides nothing. The window joins its parts to services. ``now`` gives the time in seconds since the epoch.

    Signals:
        map_switched(is_shown: bool): The map is shown now, or the conversation is.
    """

    map_switched = Signal(bool)

    def __init__(
        self,
        theme: Theme,
        book: ProviderBook,
        transcript: Transcript,
        parent: QWidget | None = None,
        *,
        now: Callable[[], float] = time.time,
    ) -> None:
        super().__init__(parent)
        self.setObjectName("thread_page")
        self._theme = theme
        self.transcript = transcript
        self._layout = QVBoxLayout(self)
        self._layout.setContentsMargins(0, 0, 0, 0)
        self._layout.setSpacing(0)
        self.header = ThreadHeader(theme)
        self.workspace = WorkspaceBar(theme)
        self.banner = Banner(self.tr("Close this message"))
        self.find_bar = FindBar(theme)
        self.empty = EmptyThread(theme)
        self.stack = QStackedWidget()
        self.stack.addWidget(self.empty)
        self.stack.addWidget(transcript.as_widget)
        self.toast = Toast(theme, self.tr("Close this message"), name="note")
        self.run_bar = RunBar(theme, book, now)
        self.composer = Composer(theme, book)
        self._bottom = QWidget()
        column = self._column = QVBoxLayout(self._bottom)
        column.setContentsMargins(CARD_X, 0, CARD_X, 0)
        column.setSpacing(8)
        column.addWidget(self.run_bar)
        column.addWidget(self.toast)
        column.addWidget(self.composer)
        self._bar_place = QWidget()
        bar = QVBoxLayout(self._bar_place)
        bar.setContentsMargins(0, 0, 0, 0)
        bar.addWidget(self.workspace)
        for widget in (self.header, self._bar_place, self.banner):
            self._layout.addWidget(widget)
        self._views = QStackedWidget()
        self._conversation = self._make_conversation()
        self._views.addWidget(self._conversation)
        self.map = MapPage(theme, book, now=now)
        self._views.addWidget(self.map)
        self._layout.addWidget(self._views, 1)
        self._project: ProjectView | None = None
        self._thread: ThreadView | None = None
        self._offer_views()
        self.show_transcript(False)

    def _make_conversation(self) -> QWidget:
        conversation = QWidget()
        layout = QVBoxLayout(conversation)
        layout.setContentsMargins(0, 0, 0, _BOTTOM)
        layout.setSpacing(0)
        layout.addWidget(self.find_bar)
        layout.addWidget(self.stack, 2)
        layout.addWidget(CentredColumn(self._bottom, self._theme.size("column_max")))
        self._gap = QWidget()
        self._gap.setFixedHeight(_BOTTOM)
        layout.addWidget(self._gap)
        layout.addWidget(self.empty.choices, 3)
        return conversation

    def _offer_views(self) -> None:
        views = self.header.views
        views.set_views(
            ((CONVERSATION, self.tr("Conversation")), (MAP, self.tr("Map"))), {CONVERSATION: "chat-text", MAP: "tree-structure"}
        )
        views.set_tip(CONVERSATION, self.tr("The conversation (Ctrl+1)"))
        views.set_tip(MAP, self.tr("All threads as a picture (Ctrl+3)"))
        views.chosen.connect(lambda key: self.show_map(key == MAP))
        # Made after what stands behind it in the header.
        chain(self.header.show_sidebar, laid_out(views))

    @property
    def shows_map(self) -> bool:
        """Whether the map is shown, and not the conversation."""
        return self._views.currentWidget() is self.map

    def show_map(self, wanted: bool) -> None:
        """Show the map of the project, or the conversation."""
        if wanted == self.shows_map:
            return
        focused = QApplication.focusWidget()
        had_focus = focused is not None and self._views.isAncestorOf(focused)
        self._views.setCurrentWidget(self.map if wanted else self._conversation)
        self._bar_place.setVisible(not wanted)
        # What it says is about what was shown; the next note comes where it is seen.
        self.toast.hide()
        if wanted:
            self.map.take_note(self.toast)
        else:
            self._column.insertWidget(1, self.toast)
        self.header.views.choose(MAP if wanted else CONVERSATION)
        self._show_title()
        if had_focus:
            (self.map.main_view if wanted else self.composer.edit).setFocus(Qt.FocusReason.OtherFocusReason)
        if not wanted:
            self._share_height()
        self.map_switched.emit(wanted)

    def _show_title(self) -> None:
        if self.shows_map:
            self.header.show_map(self._project.title if self._project else "")
        else:
            self.header.show_thread(self._thread)

    def show_header(self, project: ProjectView | None, thread: ThreadView | None) -> None:
        """Name the thread and where it works."""
        self._project, self._thread = project, thread
        self._show_title()
        self.workspace.show_project(project, thread)
        self.transcript.set_root(project.root_path if project else "")
        self.empty.show_project(project.title if project else "")

    def show_snapshot(self, snapshot: ThreadSnapshot) -> None:
        """Show a thread as it was read."""
        self.transcript.show_thread(snapshot)
        self.run_bar.set_run(snapshot.run)
        self.run_bar.set_queue(snapshot.queue)
        self.run_bar.set_approvals(snapshot.approvals)
        self._show_doing(snapshot)
        self.composer.set_working(self.run_bar.is_working, self.run_bar.working_provider)
        self.composer.take_draft(snapshot.thread.id, snapshot.draft)
        self.show_transcript(bool(snapshot.page.messages or snapshot.approvals))

    def show_nothing(self) -> None:
        """Show no thread."""
        self.transcript.clear()
        self.run_bar.set_run(None)
        self.run_bar.set_queue(None)
        self.run_bar.set_approvals(())
        self.composer.set_working(False)
        self.show_transcript(False)

    def _show_doing(self, snapshot: ThreadSnapshot) -> None:
        run = snapshot.run
        reply = next((each for each in reversed(snapshot.page.messages) if run is not None and each.run_id == run.id), None)
        self.run_bar.set_doing(run.id if run is not None else None, doing(reply.parts) if reply is not None else None)

    @property
    def shown(self) -> QWidget:
        """The transcript, or what stands in its place."""
        if self.shows_map:
            return self.map
        return self.stack.currentWidget() or self.empty

    @property
    def shows_transcript(self) -> bool:
        """Whether the transcript is shown, and not what stands in its place."""
        return not self.shows_map and self._holds_transcript

    @property
    def _holds_transcript(self) -> bool:
        return self.stack.currentWidget() is self.transcript.as_widget

    def show_transcript(self, wanted: bool) -> None:
        """Show the transcript, or what stands in its place while it is empty."""
        self.stack.setCurrentWidget(self.transcript.as_widget if wanted else self.empty)
        self.empty.choices.setVisible(not wanted)
        self._gap.setVisible(not wanted)
        self._share_height()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Share the height anew."""
        super().resizeEvent(event)
        self._share_height()

    def event(self, event: QEvent) -> bool:
        """Share the height anew when what stands below the transcript grew or shrank."""
        handled = super().event(event)
        if event.type() is QEvent.Type.LayoutRequest:
            self._share_height()
        return handled

    def _share_height(self) -> None:
        """Let the transcript keep a third of the height: the text that is written scrolls instead, down to one line of it."""
        if self.shows_map:
            return
        bars = (self.header, self.workspace, self.banner, self.find_bar)
        above = sum(max(bar.height(), bar.minimumHeight()) for bar in bars if not bar.isHidden())
        least = self.height() // 3 if self._holds_transcript else min(self.height() // 5, self.empty.sizeHint().height())
        edit = self.composer.edit
        others = self._bottom_height() - edit.minimumHeight()
        edit.set_room(self.height() - above - _BOTTOM - least - others)
        rest = self.height() - above - _BOTTOM - others - edit.minimumHeight()
        bar = self.workspace.minimumHeight()
        self.workspace.set_squeezed((rest if not self.workspace.isHidden() else rest - bar) < bar // 2)
        least = max(1, min(least, rest))
        if self.stack.minimumHeight() != least:
            self.stack.setMinimumHeight(least)

    def _bottom_height(self) -> int:
        """Return what stands below the transcript needs. Rows that go on in a next line make it higher than its hint."""
        layout = self._bottom.layout()
        least = self._bottom.minimumSizeHint().height()
        if layout is None or not layout.hasHeightForWidth():
            return least
        # Qt's column gives what wraps its whole height or cuts it, even where it could do with less: count as Qt does.
        margins = layout.contentsMargins()
        width = self._bottom.width() - margins.left() - margins.right()
        places = (layout.itemAt(index) for index in range(layout.count()))
        shown = [item for item in places if item is not None and not item.isEmpty()]
        heights = [item.heightForWidth(width) if item.hasHeightForWidth() else item.minimumSize().height() for item in shown]
        return max(least, sum(heights) + layout.spacing() * max(0, len(heights) - 1))
