# SPDX-License-Identifier: MIT
"""The clean-up: all own copies of a project, what each holds, and removing those that the person ticks."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence

from PySide6.QtCore import QCoreApplication, QEvent, QObject, QPoint, Qt, Signal
from PySide6.QtGui import QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QStackedWidget, QVBoxLayout, QWidget

from onesist_desktop.core.ids import WorktreeId
from onesist_desktop.services.workspace_views import RemovalKind, RemovalResult, WorktreeRow
from onesist_desktop.ui.dialogs.base import FramedDialog
from onesist_desktop.ui.dialogs.cleanup.columns import columns_of
from onesist_desktop.ui.dialogs.cleanup.footer import SelectionStatus
from onesist_desktop.ui.dialogs.cleanup.list_head import ListHead
from onesist_desktop.ui.dialogs.cleanup.list_view import CleanupList
from onesist_desktop.ui.dialogs.cleanup.names_panel import NamesPanel
from onesist_desktop.ui.dialogs.cleanup.results_page import ResultsPage
from onesist_desktop.ui.dialogs.cleanup.rich import StrongLabel
from onesist_desktop.ui.dialogs.cleanup.row_menu import row_menu
from onesist_desktop.ui.dialogs.message_box import ask
from onesist_desktop.ui.language import fill
from onesist_desktop.ui.models.worktree_filter import Order, Standing
from onesist_desktop.ui.models.worktree_meaning import Act, Surroundings
from onesist_desktop.ui.models.worktree_words import copies_text
from onesist_desktop.ui.models.worktrees_model import WorktreesModel
from onesist_desktop.ui.provider_book import ProviderBook
from onesist_desktop.ui.theme.theme import Theme
from onesist_desktop.ui.widgets.buttons import ButtonKind, FlatButton, IconButton
from onesist_desktop.ui.widgets.column import CentredColumn, ScrollingPage
from onesist_desktop.ui.widgets.combo import CaretCombo
from onesist_desktop.ui.widgets.empty_state import EmptyState
from onesist_desktop.ui.widgets.fields import SearchField
from onesist_desktop.ui.widgets.flow import FlowRow
from onesist_desktop.ui.widgets.labels import StepLabel
from onesist_desktop.ui.widgets.rows import Divider
from onesist_desktop.ui.widgets.segmented import SegmentedSwitch

_SIZE = (1080, 792)
_PARTS = (Standing.ALL, Standing.NOTHING_TO_LOSE, Standing.HOLDS_WORK, Standing.BLOCKED)
_LEAST_HEIGHT = 168
_EMPTY = 528
_EDGE = 24
_GAP = 8
_BAR = 14
_SEARCH = (120, 200)


class CleanupDialog(FramedDialog):
    """Shows; what is wanted is done by the controller.

    Attributes:
        model: The rows. What is measured, and how a removal goes, is put there.

    Signals:
        refresh_wanted(): List and count again.
        wanted(act: str, worktree_id: str): Do something with one own copy.
        thread_wanted(thread_id: str): Go to a thread.
        removal_wanted(rows: list[WorktreeRow]): Ask whether these are to be removed.
        again_wanted(ids: tuple[WorktreeId, ...]): Ask anew for those that changed meanwhile.
        folder_wanted(path: str): Show a folder.
        stop_wanted(): Begin no further removal.
    """

    refresh_wanted = Signal()
    wanted = Signal(str, str)
    thread_wanted = Signal(str)
    removal_wanted = Signal(object)
    again_wanted = Signal(object)
    folder_wanted = Signal(str)
    stop_wanted = Signal()

    def __init__(
        self,
        theme: Theme,
        book: ProviderBook,
        around: Surroundings,
        parent: QWidget,
        *,
        now: Callable[[], float] = time.time,
    ) -> None:
        super().__init__(theme, QCoreApplication.translate("Cleanup", "Clean up own copies"), "", _SIZE, parent)
        self.setObjectName("cleanup_dialog")
        self.setProperty("surface", "raised")
        self._is_leaving = False
        self._has_rows = False
        self._is_stopping = False
        self.model = WorktreesModel(around, self, now=now)
        self.list = CleanupList(theme, book, self.model)
        self.head = ListHead(theme)
        self.names = NamesPanel(theme)
        self.results = ResultsPage(theme)
        self._pages = QStackedWidget()
        self._pages.addWidget(self._make_list_page())
        self._pages.addWidget(self.results)
        content = QWidget()
        column = QVBoxLayout(content)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self._make_head())
        column.addWidget(self._pages, 1)
        self.fill_with(ScrollingPage(content))
        content.setAutoFillBackground(False)
        self._make_footer()
        self._connect()
        self._on_theme()
        self._show_counts()
        self._show_ticks()

    # -- what happened ------------------------------------------------------------------------------------------------------

    def show_rows(self, rows: Sequence[WorktreeRow]) -> None:
        """Show the own copies, as far as they are known."""
        is_first, self._has_rows = not self._has_rows, True
        self.model.reset(rows)
        self._show_empty()
        if is_first:
            (self.list if rows else self.close_button).setFocus()

    def show_row(self, row: WorktreeRow) -> None:
        """Show what was found out about one."""
        self.model.put(row)

    def arrange(self) -> None:
        """Put the list in order by what is known now. Who stands at its head stays there, others stay at their own copy."""
        is_at_head = self.list.currentIndex().row() <= 0
        self.model.arrange()
        if is_at_head:
            self._go_to_head()

    def begin_removal(self, ids: Sequence[WorktreeId]) -> None:
        """Show that these are being removed."""
        self._is_stopping = False
        self.show_list()
        self.model.begin_removal(ids)
        self.show_progress(1, len(ids))
        self.stop.setFocus()

    def show_progress(self, number: int, count: int) -> None:
        """Say in the footer how far a removal is."""
        quiet = self.tr("It stops after this one.") if self._is_stopping else self.tr("You can close this: it goes on.")
        if count == 1:
            self.status.show_words(self.tr("Removing 1 own copy"), quiet)
        else:
            self.status.show_words(fill(self.tr("Removing %1 of %2"), min(number, count), count), quiet)
        self._show_buttons()

    def show_results(self, results: Sequence[RemovalResult], kind: RemovalKind) -> None:
        """Show what came of a removal. Ticks are gone."""
        for result in results:
            self.model.show_result(result)
        self.results.show_results(results, kind, {row.id: row for row in self.model.rows()})
        self.model.untick_all()
        self._pages.setCurrentWidget(self.results)
        self._filter_row.hide()
        self.status.show_words("", "")
        self._show_buttons()
        self.results.back.setFocus(Qt.FocusReason.OtherFocusReason)

    def show_list(self) -> None:
        """Go back from the results to the list."""
        self._pages.setCurrentIndex(0)
        self._filter_row.show()
        self._show_ticks()
        self.list.setFocus()

    def say_error(self, text: str) -> None:
        """Say what could not be done, until something else is chosen."""
        self.status.show_words(self.tr("That could not be done"), text, tone="danger")

    @property
    def shows_results(self) -> bool:
        """Whether the results stand in the place of the list."""
        return self._pages.currentWidget() is self.results

    def reject(self) -> None:
        """Close, after a question while something is being removed."""
        if not self.model.is_removing or self._is_leaving:
            super().reject()
            return
        if self.findChild(QWidget, "leave_question") is not None:
            return
        ask(
            self,
            self.theme,
            title=self.tr("Close while own copies are being removed?"),
            text=self.tr("Removing goes on. The line at the foot of the sidebar shows how far it is, and opens this again."),
            action=self.tr("Close, and let it go on"),
            cancel=self.tr("Stay here"),
            on_confirmed=self.leave,
            name="leave_question",
        )

    def leave(self) -> None:
        """Close without a question. A removal goes on."""
        self._is_leaving = True
        self.reject()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Count again with F5, wherever the focus is."""
        if event.key() == Qt.Key.Key_F5:
            self._refresh()
        else:
            super().keyPressEvent(event)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Keep the head as wide as the rows are."""
        if watched is self.list.viewport() and event.type() is QEvent.Type.Resize:
            self.head.keep_room(self.list.width() - self.list.viewport().width())
        return super().eventFilter(watched, event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Put the parts of the switch below each other where they have no room side by side."""
        super().resizeEvent(event)
        self._fit_parts()

    # -- making -------------------------------------------------------------------------------------------------------------

    def _make_head(self) -> QWidget:
        made = QWidget()
        column = QVBoxLayout(made)
        column.setContentsMargins(_EDGE, 22, _EDGE, 11)
        column.setSpacing(4)
        column.addWidget(StepLabel(self.theme, self.windowTitle(), step="title", wraps=True, name="cleanup_title"))
        self._sentence = StrongLabel(tone="secondary", wraps=True, name="cleanup_sentence")
        column.addWidget(self._sentence)
        column.addSpacing(12)
        self.parts = SegmentedSwitch(
            self.tr("Which own copies to list"),
            [(part.value, self._part_text(part)) for part in _PARTS],
            compact=True,
            name="parts",
        )
        self.order = self._make_order()
        self.search = SearchField(self.tr("Filter"), name="cleanup_search")
        self.again = IconButton(
            "arrows-clockwise", self.tr("Count again (F5)"), name="count_again", on_click=self.refresh_wanted.emit
        )
        end = QWidget()
        line = QHBoxLayout(end)
        line.setContentsMargins(0, 0, 0, 0)
        line.addWidget(self.search)
        line.addWidget(self.again)
        self._filter_row = FlowRow(push_last=True)
        self._filter_row.add(self.parts, self.order, end)
        column.addWidget(self._filter_row)
        return made

    def _make_order(self) -> CaretCombo:
        combo = CaretCombo()
        combo.setObjectName("cleanup_order")
        combo.setAccessibleName(self.tr("Order of the list"))
        combo.setToolTip(self.tr("Order of the list"))
        combo.setSizeAdjustPolicy(CaretCombo.SizeAdjustPolicy.AdjustToContents)
        texts = {
            Order.SAFE: self.tr("Nothing to lose first"),
            Order.USED: self.tr("Longest unused first"),
            Order.SIZE: self.tr("Largest first"),
            Order.NAME: self.tr("By name"),
        }
        for order, text in texts.items():
            combo.addItem(text, order.value)
        combo.setCurrentIndex(combo.findData(self.model.order.value))
        return combo

    def _make_list_page(self) -> QWidget:
        made = QWidget()
        column = QVBoxLayout(made)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        self._line_above = Divider()
        self._no_copies = EmptyState(
            self.theme,
            self.tr("No own copies"),
            self.tr("When a thread works in an own copy of a repository, the folder is listed here, with what it holds."),
            glyph="folders",
            name="no_copies",
        )
        self._none_found = EmptyState(
            self.theme,
            self.tr("None of them"),
            self.tr("No own copy fits this filter."),
            action=self.tr("Show all"),
            is_filled=False,
            name="none_found",
        )
        self._looking = EmptyState(self.theme, self.tr("Looking for own copies…"), "", name="looking")
        self._bodies = QStackedWidget()
        self._bodies.addWidget(self.list)
        self._empty_pages = {
            page: CentredColumn(page, self.theme.icon_size(_EMPTY)) for page in (self._no_copies, self._none_found, self._looking)
        }
        for column_of in self._empty_pages.values():
            self._bodies.addWidget(column_of)
        for widget in (self._line_above, self.head, self._bodies, self.names):
            column.addWidget(widget, 1 if widget is self._bodies else 0)
        return made

    def _make_footer(self) -> None:
        self.status = SelectionStatus(self.theme)
        self.footer.addWidget(self.status, 1)
        self.close_button = FlatButton(self.tr("Close"), name="close", on_click=self.reject)
        self.stop = FlatButton(self.tr("Stop after this one"), glyph="stop", name="stop_removal", on_click=self._stop)
        self.remove = FlatButton("", ButtonKind.DANGER, name="remove", on_click=lambda: self.removal_wanted.emit(self.model.ticked))
        for button in (self.close_button, self.stop, self.remove):
            self.footer.addWidget(button, 0, Qt.AlignmentFlag.AlignVCenter)

    def _connect(self) -> None:
        model = self.model
        self.parts.chosen.connect(lambda key: self._filter(lambda: model.show_part(Standing(key))))
        self.order.activated.connect(lambda _index: self._order_by(Order(self.order.currentData())))
        self.search.textChanged.connect(lambda text: self._filter(lambda: model.search(text)))
        self._none_found.wanted.connect(self._show_all)
        model.counts_changed.connect(self._show_counts)
        model.ticks_changed.connect(self._show_ticks)
        model.dataChanged.connect(lambda *_: self.names.show_row(self.list.current))
        self.head.all_wanted.connect(model.tick_shown)
        self.list.chosen.connect(lambda: self.names.show_row(self.list.current))
        self.list.wanted.connect(self._on_wanted)
        self.list.menu_wanted.connect(self._open_menu)
        self.names.all_wanted.connect(self._show_names)
        self.names.keeps_changed.connect(lambda _: self._show_ticks())
        self.results.list_wanted.connect(self.show_list)
        self.results.again_wanted.connect(self.again_wanted)
        self.results.folder_wanted.connect(self.folder_wanted)
        self.list.viewport().installEventFilter(self)
        self.theme.changed.connect(self._on_theme)

    # -- showing ------------------------------------------------------------------------------------------------------------

    def _part_text(self, part: Standing, count: int = 0) -> str:
        texts = {
            Standing.ALL: self.tr("All %1"),
            Standing.NOTHING_TO_LOSE: self.tr("Nothing to lose %1"),
            Standing.HOLDS_WORK: self.tr("Holds work %1"),
            Standing.BLOCKED: self.tr("Blocked %1"),
        }
        return fill(texts[part], count)

    def _show_counts(self) -> None:
        counts = self.model.tally
        for part in _PARTS:
            self.parts.part(part.value).setText(self._part_text(part, counts[part]))
        self._fit_parts()
        self._filter_row.updateGeometry()
        self._show_empty()

    def _fit_parts(self) -> None:
        room = self.width() - 2 * _EDGE
        self.parts.fit(room)
        # The field gives way before the row takes a second line.
        grow = max(1.0, min(1.5, self.theme.text_percent / 100))
        others = (self.parts, self.order, self.again)
        left = room - _BAR - sum(widget.sizeHint().width() for widget in others) - 4 * _GAP
        self.search.setFixedWidth(round(max(_SEARCH[0] * grow, min(_SEARCH[1] * grow, left))))

    def _show_empty(self) -> None:
        if not self._has_rows:
            page: QWidget = self._looking
        elif not self.model.count:
            page = self._no_copies
        else:
            page = self.list if self.model.rowCount() else self._none_found
        self._bodies.setCurrentWidget(self._empty_pages[page] if isinstance(page, EmptyState) else page)
        self.head.setVisible(page is self.list)
        self._line_above.setVisible(True)
        self.names.setVisible(page is self.list)

    def _show_ticks(self) -> None:
        model = self.model
        self.head.show_ticks(model.ticks, can_tick=model.can_tick_any)
        if not model.is_removing and not self.shows_results:
            self.status.show_selection(model.ticked, model.rows(), keeps_ignored=self.names.keep.isChecked())
        self._show_buttons()

    def _show_buttons(self) -> None:
        count, is_removing = len(self.model.ticked), self.model.is_removing
        if count == 1:
            self.remove.setText(self.tr("Remove 1 own copy…"))
        elif count:
            self.remove.setText(fill(self.tr("Remove %1…"), copies_text(count)))
        else:
            self.remove.setText(self.tr("Remove…"))
        self.remove.set_available(bool(count), self.tr("Tick at least one first."))
        self.remove.setVisible(not is_removing and not self.shows_results and self.model.count > 0)
        self.stop.setVisible(is_removing)
        self.stop.set_available(not self._is_stopping, self.tr("It stops after this one."))
        self.again.set_available(not is_removing, self.tr("Own copies are being removed."))
        self.names.keep.setEnabled(not is_removing)

    def _order_by(self, order: Order) -> None:
        self.model.order_by(order)
        self._go_to_head()

    def _go_to_head(self) -> None:
        self.list.setCurrentIndex(self.model.index(0))
        self.list.scrollToTop()

    def _filter(self, change: Callable[[], object]) -> None:
        change()
        self._show_empty()

    def _show_all(self) -> None:
        self.search.clear()
        self.parts.choose(Standing.ALL.value)
        self.list.setFocus()

    def _on_theme(self) -> None:
        theme = self.theme
        small = round(12 * theme.text_percent / 100)
        text = self.tr(
            "An own copy is a folder where a thread works apart from your project %1. Nothing is removed until you say so."
        )
        word = self.tr("(worktree)")
        self._sentence.show_text(fill(text, f'<span style="font-size:{small}px">{word}</span>'))
        self._fit_parts()
        # Where rows are stacked one whole row and the beginning of the next one stay in sight.
        row_height = columns_of(theme, self.width()).row_height
        self._bodies.setMinimumHeight(max(_LEAST_HEIGHT, round(1.4 * row_height)))

    # -- what is wanted -----------------------------------------------------------------------------------------------------

    def _refresh(self) -> None:
        if not self.model.is_removing and not self.shows_results:
            self.refresh_wanted.emit()

    def _on_wanted(self, act: str, worktree_id: str) -> None:
        if act == Act.REMOVE.value:
            self._remove_key(WorktreeId(worktree_id))
        else:
            self.wanted.emit(act, worktree_id)

    def _remove_key(self, worktree_id: WorktreeId) -> None:
        """Delete asks for all that are ticked if the current one is among them, else for the current one."""
        ticked, row = self.model.ticked, self.model.row_of(worktree_id)
        if self.model.is_removing or row is None:
            return
        if not any(one.id == worktree_id for one in ticked):
            if not self.model.index_of(worktree_id).flags() & Qt.ItemFlag.ItemIsUserCheckable:
                self.say_error(self.model.meaning(row).text)
                return
            ticked = [row]
        self.removal_wanted.emit(ticked)

    def _show_names(self) -> None:
        row = self.list.current
        if row is not None:
            self.wanted.emit(Act.SHOW_NAMES.value, row.id)

    def _open_menu(self, worktree_id: str, at: QPoint) -> None:
        row = self.model.row_of(WorktreeId(worktree_id))
        if row is None:
            return
        menu = row_menu(
            self,
            row,
            self.model.meaning(row),
            is_removing=self.model.is_removing,
            on_act=lambda act: self._on_wanted(act.value, row.id),
            on_thread=self.thread_wanted.emit,
        )
        menu.popup(at)

    def _stop(self) -> None:
        self._is_stopping = True
        self.stop_wanted.emit()
        self._show_buttons()
