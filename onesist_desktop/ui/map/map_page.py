# SPDX-License-Identifier: MIT
"""The map as a view of the centre: tools, the picture or the list, the card beside an answer, and what the marks mean."""

from __future__ import annotations

import time
from collections.abc import Callable

from PySide6.QtCore import QEvent, QPoint, QRect, Qt, QTimer, Signal
from PySide6.QtGui import QHideEvent, QKeyEvent, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QStackedWidget, QVBoxLayout, QWidget

from onesist_desktop.core.ids import ThreadId
from onesist_desktop.services.lineage_views import Bead, BeadDetails, LineageMap
from onesist_desktop.services.views import ThreadView
from onesist_desktop.ui.map.columns import Columns
from onesist_desktop.ui.map.layout import MAX_ZOOM, MIN_ZOOM
from onesist_desktop.ui.map.map_card import MapCard
from onesist_desktop.ui.map.map_legend import MapLegend
from onesist_desktop.ui.map.map_list import MapList
from onesist_desktop.ui.map.map_menu import bead_menu, can_fork
from onesist_desktop.ui.map.map_model import MapModel
from onesist_desktop.ui.map.map_toolbar import FAMILY, LIST, MapToolbar
from onesist_desktop.ui.map.map_view import MapView
from onesist_desktop.ui.map.map_words import title_of
from onesist_desktop.ui.map.rows import rows_of
from onesist_desktop.ui.map.time_row import time_row_height
from onesist_desktop.ui.map.tree_link import TreeLink
from onesist_desktop.ui.models.threads_model import ThreadsModel
from onesist_desktop.ui.panels.threads_list import ThreadsList
from onesist_desktop.ui.provider_book import ProviderBook
from onesist_desktop.ui.theme.theme import Theme
from onesist_desktop.ui.widgets.empty_state import EmptyState
from onesist_desktop.ui.widgets.rows import Divider

TITLES_WIDTH = 240
_NOTE_INSET = 24


class MapPage(QWidget):
    """Shows what it is given; :class:`MapController` asks for it and does what is wanted.

    Signals:
        message_wanted(thread_id: str, seq: int): Go to that message.
        copy_wanted(thread_id: str, seq: int): Copy that message as text.
        fork_wanted(thread_id: str, seq: int): Fork the thread there.
        merge_wanted(thread_id: str): Merge that thread back.
        thread_chosen(thread_id: str): Select that thread.
        thread_entered(thread_id: str): The person goes on in that thread.
        thread_menu_wanted(thread_id: str, at: QPoint): Open that thread's menu there, on the screen.
        thread_archive_wanted(thread_id: str): Put that thread away.
        escaped(): Leave the map; nothing floats above it.
        details_wanted(run_id: str): The card needs the details of that answer.
        export_wanted(): Save the picture.
        retry_wanted(): Read the map again.
    """

    message_wanted = Signal(str, int)
    copy_wanted = Signal(str, int)
    fork_wanted = Signal(str, int)
    merge_wanted = Signal(str)
    thread_chosen = Signal(str)
    thread_entered = Signal(str)
    thread_menu_wanted = Signal(str, QPoint)
    thread_archive_wanted = Signal(str)
    escaped = Signal()
    details_wanted = Signal(str)
    export_wanted = Signal()
    retry_wanted = Signal()

    def __init__(
        self, theme: Theme, book: ProviderBook, parent: QWidget | None = None, *, now: Callable[[], float] = time.time
    ) -> None:
        super().__init__(parent)
        self._theme = theme
        self._book = book
        self._now = now
        self._lineage: LineageMap | None = None
        self._only: set[ThreadId] | None = None
        self._at = QRect()
        self._selected: ThreadId | None = None
        self._wanted: ThreadId | None = None
        self._model: ThreadsModel | None = None
        self._titles: ThreadsList | None = None
        self._link: TreeLink | None = None
        self.setObjectName("map_page")
        self.setAccessibleName(self.tr("Map"))
        self.toolbar = MapToolbar(theme)
        self.view = MapView(theme, book, now=now)
        self.legend = MapLegend(theme, book)
        self.answers = MapModel(book.title, self, now=now)
        self.list = MapList(theme, book, self.answers)
        self.list.setProperty("surface", "map")
        self._picture = QWidget()
        self._line = QHBoxLayout(self._picture)
        self._line.setContentsMargins(0, 0, 0, 0)
        self._line.setSpacing(0)
        self._line.addWidget(self.view, 1)
        self._stack = QStackedWidget()
        self._loading = self._state(self.tr("The map is being read"), "", "map_loading", "tree-structure")
        self._empty = self._state(
            self.tr("Nothing to draw yet"),
            self.tr("Each answer becomes a bead here, and each thread a string of them."),
            "map_empty",
            "tree-structure",
        )
        self._error = self._state(self.tr("The map can't be read"), "", "map_error", "warning", action=self.tr("Read it again"))
        self._error.wanted.connect(self.retry_wanted)
        for widget in (self._picture, self.list, self._loading, self._empty, self._error):
            self._stack.addWidget(widget)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        self._note_place = QWidget()
        self._note_line = QVBoxLayout(self._note_place)
        self._note_line.setContentsMargins(_NOTE_INSET, 0, _NOTE_INSET, 0)
        for widget, stretch in ((self.toolbar, 0), (self._stack, 1), (self._note_place, 0), (self.legend, 0)):
            column.addWidget(widget, stretch)
        self.card = MapCard(theme, book, now, self)
        self._laying_out = QTimer(self)
        self._laying_out.setSingleShot(True)
        self._laying_out.setInterval(0)
        self._laying_out.timeout.connect(self._show_rows)
        self._connect()
        self._show_state(self._loading)

    # -- joining ------------------------------------------------------------------------------------------------------------

    def join(self, tree: ThreadsList, model: ThreadsModel) -> None:
        """Continue the rows of a tree. Where it isn't seen, the map has the same list at its own side."""
        self._model = model
        titles = self._titles = ThreadsList(self._theme, self._book, model)
        titles.setObjectName("map_titles")
        titles.setProperty("surface", "map_titles")
        titles.thread_chosen.connect(self.thread_chosen)
        titles.thread_entered.connect(self.thread_entered)
        titles.menu_wanted.connect(self.thread_menu_wanted)
        titles.archive_wanted.connect(self.thread_archive_wanted)
        titles.merge_wanted.connect(self.merge_wanted)
        self._above_titles = QFrame()
        self._above_titles.setProperty("surface", "header")
        side = QWidget()
        across = QHBoxLayout(side)
        column = QVBoxLayout()
        for layout in (across, column):
            layout.setContentsMargins(0, 0, 0, 0)
            layout.setSpacing(0)
        column.addWidget(self._above_titles)
        column.addWidget(titles, 1)
        across.addLayout(column)
        across.addWidget(Divider(is_vertical=True))
        side.hide()
        self._line.insertWidget(0, side)
        self._link = TreeLink(self.view, tree, titles, side)
        for happened in (model.modelReset, model.rowsInserted, model.rowsRemoved, model.rowsMoved):
            happened.connect(self._laying_out.start)
        self._fit()

    def _connect(self) -> None:
        view, card, bar = self.view, self.card, self.toolbar
        for each in (view, self.list):
            each.message_wanted.connect(self._go)
            each.fork_wanted.connect(self._fork_there)
            each.merge_wanted.connect(self.merge_wanted)
            each.thread_chosen.connect(self.thread_chosen)
            each.menu_wanted.connect(self.open_menu)
        view.bead_entered.connect(self._open_card)
        view.bead_left.connect(card.leave_soon)
        view.zoomed.connect(self._on_zoomed)
        self.list.escaped.connect(self.escaped)
        view.horizontalScrollBar().valueChanged.connect(lambda _value: self._drop_card())
        view.verticalScrollBar().valueChanged.connect(lambda _value: self._drop_card())
        card.message_wanted.connect(lambda: self._with_card(self._go))
        card.fork_wanted.connect(lambda: self._with_card(self._fork))
        card.merge_wanted.connect(lambda: self._with_card(lambda thread_id, _seq: self.merge_wanted.emit(thread_id)))
        card.closed.connect(lambda: view.setFocus(Qt.FocusReason.PopupFocusReason))
        bar.scope_chosen.connect(lambda _key: self._show_columns())
        bar.form_chosen.connect(lambda _key: self._show_form())
        bar.zoom_wanted.connect(view.step_zoom)
        bar.fit_wanted.connect(view.fit_zoom)
        bar.export_wanted.connect(self.export_wanted)
        self._theme.changed.connect(self._fit)

    # -- what is shown ------------------------------------------------------------------------------------------------------

    @property
    def main_view(self) -> QWidget:
        """What gets the focus when the map is shown."""
        return self.list if self._stack.currentWidget() is self.list else self.view

    @property
    def lineage(self) -> LineageMap | None:
        """What is shown; None before it was read."""
        return self._lineage

    def take_note(self, toast: QWidget) -> None:
        """Let the page's short notes come here while the map is shown."""
        self._note_line.addWidget(toast)

    def show_loading(self) -> None:
        """Say that it is being read. What was shown before is forgotten."""
        self._lineage = None
        self.card.close_card()
        self.view.show_columns(None)
        self._show_state(self._loading)

    def show_error(self, text: str) -> None:
        """Say why it can't be read."""
        self.card.close_card()
        self._error.text_label.setText(text)
        self._show_state(self._error)

    def show_lineage(self, lineage: LineageMap) -> None:
        """Show what was read."""
        self._lineage = lineage
        self.legend.show_providers([bead.provider_id for lane in lineage.lanes for bead in lane.beads])
        self._show_columns()
        self._show_form()
        self._go_there()

    def go_to_thread(self, thread_id: ThreadId) -> None:
        """Put the keyboard on a thread's last answer and bring it into sight, now or once the map is read."""
        self._wanted = thread_id
        if self._lineage is not None:
            self._go_there()

    def select(self, thread_id: ThreadId | None) -> None:
        """Show which thread is selected."""
        self._selected = thread_id
        self.view.select(thread_id)
        self.toolbar.set_has_family(thread_id is not None)
        if self._titles is not None:
            self._titles.select(thread_id)
        if thread_id is not None:
            self.list.go_to_thread(thread_id)
        if self.toolbar.scope.current == FAMILY:
            self._show_columns()

    def show_details(self, details: BeadDetails) -> None:
        """Complete the card, if it still shows that answer."""
        if self.card.bead is not None and self.card.bead.run_id == details.bead.run_id:
            self.card.show_details(details)
            self._place_card()

    def show_no_details(self, run_id: str, text: str) -> None:
        """Say in the card that the details can't be read."""
        if self.card.bead is not None and self.card.bead.run_id == run_id:
            self.card.show_failure(text)
            self._place_card()

    def refresh_providers(self) -> None:
        """Names or marks of providers may have changed."""
        self.view.refresh_providers()
        self.answers.refresh()
        self.legend.refresh_providers()

    def refresh_places(self) -> None:
        """The tree is somewhere else now, or isn't seen any more."""
        if self._link is not None and self.isVisible():
            self._link.look()

    def open_menu(self, bead: Bead, at: QPoint) -> None:
        """Offer what can be done with an answer."""
        thread = self._thread_of(bead.thread_id)
        if thread is None:
            return
        self.card.close_card()
        menu = bead_menu(
            self,
            self._theme,
            bead,
            thread,
            go=lambda: self._go(bead.thread_id, bead.seq),
            copy=lambda: self.copy_wanted.emit(bead.thread_id, bead.seq),
            fork=lambda: self.fork_wanted.emit(bead.thread_id, bead.seq),
            merge=lambda: self.merge_wanted.emit(bead.thread_id),
        )
        menu.popup(at)

    # -- Qt's own -----------------------------------------------------------------------------------------------------------

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Close the card by Escape."""
        if event.key() == Qt.Key.Key_Escape and self.card.close_card():
            return
        super().keyPressEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Close what floats, whose place is another one now."""
        super().resizeEvent(event)
        self.card.close_card()
        if self._titles is not None:
            self._titles.setFixedWidth(self._titles_width)
        self.refresh_places()

    def showEvent(self, event: QShowEvent) -> None:
        """Find the tree."""
        super().showEvent(event)
        self._show_rows()

    def hideEvent(self, event: QHideEvent) -> None:
        """Let the tree go."""
        super().hideEvent(event)
        self.card.close_card()
        if self._link is not None:
            self._link.let_go()

    def event(self, event: QEvent) -> bool:
        """Find the tree again once everything has its place."""
        handled = super().event(event)
        if event.type() is QEvent.Type.LayoutRequest:
            self.refresh_places()
        return handled

    # -- inside -------------------------------------------------------------------------------------------------------------

    @property
    def _titles_width(self) -> int:
        return max(160, min(self._theme.icon_size(TITLES_WIDTH), self.width() * 2 // 5))

    def _state(self, heading: str, text: str, name: str, glyph: str, action: str = "") -> EmptyState:
        return EmptyState(self._theme, heading, text, glyph=glyph, action=action, is_filled=False, name=name)

    def _show_state(self, widget: QWidget) -> None:
        has_map = widget is self._picture or widget is self.list
        self._stack.setCurrentWidget(widget)
        self.toolbar.set_has_map(has_map)
        self.legend.setVisible(has_map)
        self._on_zoomed()

    def _show_form(self) -> None:
        self.card.close_card()
        lineage = self._lineage
        if lineage is None:
            return
        if not any(lane.beads for lane in lineage.lanes):
            self._show_state(self._empty)
        elif self.toolbar.form.current == LIST:
            self._show_state(self.list)
        else:
            self._show_state(self._picture)
            self._show_rows()

    def _show_columns(self) -> None:
        lineage = self._lineage
        if lineage is None:
            return
        self._only = self._family() if self.toolbar.scope.current == FAMILY and self._selected is not None else None
        self.view.show_columns(Columns(lineage, self._now(), self._only))
        self._show_answers()

    def _show_answers(self) -> None:
        if self._lineage is not None and self._model is not None:
            self.answers.show(self._lineage, rows_of(self._model), self._only)
            if self._selected is not None:
                self.list.go_to_thread(self._selected)

    def _family(self) -> set[ThreadId]:
        """Return the threads that descend from the same one as the selected one."""
        lineage = self._lineage
        parents = {lane.thread.id: lane.thread.parent_thread_id for lane in lineage.lanes} if lineage is not None else {}

        def root(thread_id: ThreadId | None) -> ThreadId | None:
            seen: set[ThreadId] = set()
            while thread_id is not None and thread_id not in seen:
                seen.add(thread_id)
                above = parents.get(thread_id)
                if above is None or above not in parents:
                    return thread_id
                thread_id = above
            return thread_id

        mine = root(self._selected)
        return {thread_id for thread_id in parents if root(thread_id) == mine}

    def _go_there(self) -> None:
        wanted, self._wanted = self._wanted, None
        if wanted is None:
            return
        self.list.go_to_thread(wanted)
        layout = self.view.layout_now
        if self._stack.currentWidget() is self._picture and layout is not None:
            self.view.focus_bead(layout.in_lane(wanted))

    def _show_rows(self) -> None:
        if self._model is not None and self.isVisible():
            self.view.show_rows(rows_of(self._model))
            self._show_answers()
            self.refresh_places()

    def _thread_of(self, thread_id: str) -> ThreadView | None:
        columns = self.view.columns
        lane = columns.lanes.get(ThreadId(thread_id)) if columns is not None else None
        return lane.lane.thread if lane is not None else None

    def _go(self, thread_id: str, seq: int) -> None:
        self.card.close_card()
        self.message_wanted.emit(thread_id, seq)

    def _fork_there(self, thread_id: str, seq: int) -> None:
        """Fork by key, where the answer has ended."""
        columns = self.view.columns
        lane = columns.lanes.get(ThreadId(thread_id)) if columns is not None else None
        bead = next((bead for bead in lane.lane.beads if bead.seq == seq), None) if lane is not None else None
        if bead is not None and can_fork(bead):
            self._fork(thread_id, seq)

    def _fork(self, thread_id: str, seq: int) -> None:
        self.card.close_card()
        self.fork_wanted.emit(thread_id, seq)

    def _with_card(self, act: Callable[[str, int], object]) -> None:
        bead = self.card.bead
        if bead is not None:
            self.card.close_card()
            act(bead.thread_id, bead.seq)

    def _open_card(self, bead: Bead, at: QRect, _at_once: bool) -> None:
        thread = self._thread_of(bead.thread_id)
        if thread is None:
            return
        shown = self.card.bead
        self.card.stay()
        self._at = at
        if shown is None or shown.run_id != bead.run_id:
            self.card.show_bead(bead, title_of(thread), can_fork=can_fork(bead), is_fork=thread.parent_thread_id is not None)
            self.details_wanted.emit(bead.run_id)
        self._place_card()

    def _place_card(self) -> None:
        viewport = self.view.viewport()
        corner = viewport.mapTo(self, QPoint(0, 0))
        room = QRect(corner, viewport.size())
        bead = self._at.translated(corner)
        near = viewport.rect()
        others = [box.translated(corner) for box in self.view.boxes_near(near) if box != self._at]
        self.card.place(bead, room, others)

    def _drop_card(self) -> None:
        if not self._is_walking:
            self.card.close_card()

    @property
    def _is_walking(self) -> bool:
        """Whether the picture moves because the keyboard goes on: the card then follows at once."""
        return self.view.hasFocus() and self.view.focused is not None

    def _on_zoomed(self) -> None:
        zoom = self.view.zoom
        self.card.close_card()
        self.toolbar.show_zoom(round(zoom * 100), is_least=zoom <= MIN_ZOOM, is_most=zoom >= MAX_ZOOM)

    def _fit(self) -> None:
        if self._titles is not None:
            self._above_titles.setFixedHeight(time_row_height(self._theme))
            self._titles.setFixedWidth(self._titles_width)
        self._laying_out.start()
