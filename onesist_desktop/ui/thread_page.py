# SPDX-License-Identifier: MIT
"""The centre of the window: header, transcript, run bar and composer of one thread."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QSizePolicy, QStackedWidget, QVBoxLayout, QWidget

from onesist_desktop.services.views import ProjectView, ThreadSnapshot, ThreadView
from onesist_desktop.ui.composer import Composer
from onesist_desktop.ui.empty_thread import EmptyThread
from onesist_desktop.ui.provider_book import ProviderBook
from onesist_desktop.ui.run_bar import RunBar
from onesist_desktop.ui.theme.theme import Theme
from onesist_desktop.ui.transcript.interface import Transcript
from onesist_desktop.ui.widgets.banner import Banner
from onesist_desktop.ui.widgets.buttons import ButtonKind, FlatButton, IconButton
from onesist_desktop.ui.widgets.column import SCROLL_BAR, CentredColumn
from onesist_desktop.ui.widgets.labels import ElidedLabel
from onesist_desktop.ui.words import short_path

_CARD_X = 32
_PLACE_MIN = 860


class ThreadPage(QWidget):
    """Composes; decides nothing. The window joins its parts to services."""

    def __init__(self, theme: Theme, book: ProviderBook, transcript: Transcript, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("thread_page")
        self._theme = theme
        self.transcript = transcript
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 16)
        layout.setSpacing(0)
        layout.addWidget(self._make_header(theme))
        self.banner = Banner(self.tr("Close this message"))
        layout.addWidget(self.banner)
        self.empty = EmptyThread(theme)
        self.stack = QStackedWidget()
        self.stack.addWidget(self.empty)
        self.stack.addWidget(transcript.as_widget)
        # What stands below must never be cut off; in a very low window the transcript gives way.
        self.stack.setMinimumHeight(1)
        layout.addWidget(self.stack, 1)
        self.run_bar = RunBar(theme, book)
        self.composer = Composer(theme, book)
        bottom = QWidget()
        column = QVBoxLayout(bottom)
        column.setContentsMargins(_CARD_X, 0, _CARD_X, 0)
        column.setSpacing(8)
        column.addWidget(self.run_bar)
        column.addWidget(self.composer)
        # The transcript keeps room for its scroll bar; both columns must share their edges.
        layout.addWidget(CentredColumn(bottom, theme.size("column_max"), right=SCROLL_BAR))

    def show_header(self, project: ProjectView | None, thread: ThreadView | None) -> None:
        """Name the thread and where it works."""
        self.title.set_text((thread.title or self.tr("New thread")) if thread else "")
        self.place.set_text(short_path(project.root_path) if project else "")
        self.rename.setVisible(thread is not None)
        self.empty.show_project(project.title if project else "")

    def show_snapshot(self, snapshot: ThreadSnapshot) -> None:
        """Show a thread as it was read."""
        self.transcript.show_thread(snapshot)
        self.run_bar.set_run(snapshot.run)
        self.run_bar.set_queue(snapshot.queue)
        self.run_bar.set_approvals(snapshot.approvals)
        self.composer.set_working(self.run_bar.is_working, self.run_bar.working_provider)
        self.show_transcript(bool(snapshot.page.messages or snapshot.approvals))

    def show_nothing(self) -> None:
        """Show no thread."""
        self.transcript.clear()
        self.run_bar.set_run(None)
        self.run_bar.set_queue(None)
        self.run_bar.set_approvals(())
        self.composer.set_working(False)
        self.show_transcript(False)

    @property
    def shown(self) -> QWidget:
        """The transcript, or what stands in its place."""
        return self.stack.currentWidget() or self.empty

    def show_transcript(self, wanted: bool) -> None:
        """Show the transcript, or what stands in its place while it is empty."""
        self.stack.setCurrentWidget(self.transcript.as_widget if wanted else self.empty)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Give a narrow header's room to the title."""
        super().resizeEvent(event)
        self.place.setVisible(event.size().width() >= _PLACE_MIN * self._theme.text_percent // 100)

    def _make_header(self, theme: Theme) -> QFrame:
        header = QFrame()
        header.setObjectName("thread_header")
        header.setProperty("surface", "header")
        header.setFixedHeight(theme.size("header"))
        line = QHBoxLayout(header)
        line.setContentsMargins(_CARD_X, 0, 16, 0)
        line.setSpacing(8)
        self.title = ElidedLabel(name="thread_title")
        self.title.setFont(theme.font("heading"))
        self.rename = IconButton("pencil", self.tr("Rename this thread (F2)"), compact=True, name="rename_thread")
        self.place = ElidedLabel(mode=Qt.TextElideMode.ElideMiddle, is_quiet=True, name="thread_place")
        self.place.setFont(theme.font("caption"))
        self.told = FlatButton(self.tr("What it was told"), ButtonKind.GHOST, glyph="receipt", compact=True, name="told_last")
        self.told.setToolTip(self.tr("Show the last handover of this thread (Ctrl+R)"))
        self.title.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Preferred)
        self.place.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Preferred)
        self.show_sidebar = IconButton("list", self.tr("Show the sidebar (Ctrl+B)"), compact=True, name="show_sidebar")
        self.show_sidebar.hide()
        line.addWidget(self.show_sidebar)
        line.addWidget(self.title)
        line.addWidget(self.rename)
        line.addStretch(1)
        line.addWidget(self.place)
        line.addWidget(self.told)
        return header
