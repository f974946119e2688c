# SPDX-License-Identifier: MIT
"""A plain transcript: one widget per message of the pages that were read. Good for some hundred messages."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QPoint, Qt, QTimer, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame, QScrollArea, QVBoxLayout, QWidget

from onesist_desktop.core.ids import MessageId, ProviderId, ThreadId
from onesist_desktop.core.messages import Message, MessageKind, MessageStatus, Role
from onesist_desktop.services.views import ApprovalView, MessagePage, RunStatus, RunView, ThreadSnapshot
from onesist_desktop.ui.provider_book import ProviderBook
from onesist_desktop.ui.theme.theme import Theme
from onesist_desktop.ui.transcript.approval_card import ApprovalCard
from onesist_desktop.ui.transcript.context import TranscriptContext
from onesist_desktop.ui.transcript.row_factory import RowActions, RowFactory
from onesist_desktop.ui.transcript.rows import ErrorRow, MessageRow, RailRow
from onesist_desktop.ui.widgets.buttons import ButtonKind, FlatButton
from onesist_desktop.ui.widgets.column import CentredColumn, show_handle
from onesist_desktop.ui.widgets.tab_order import chain, focusables

_END_SLACK = 4
_TABS_MS = 20


class SimpleTranscript(QScrollArea):
    """Implements :class:`~onesist_desktop.ui.transcript.interface.Transcript`.

    Signals:
        what_was_told(handoff_id), send_again(message_id), decided(request_id, option), earlier_wanted(before_seq),
        set_up_wanted(provider_id): see there.
    """

    what_was_told = Signal(str)
    send_again = Signal(str)
    decided = Signal(str, str)
    earlier_wanted = Signal(int)
    set_up_wanted = Signal(str)

    def __init__(self, theme: Theme, book: ProviderBook, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._context = TranscriptContext(theme, book)
        self._factory = RowFactory(
            self._context, RowActions(self.what_was_told.emit, self.send_again.emit, self._on_send_again, self.set_up_wanted.emit)
        )
        self._thread_id: ThreadId | None = None
        self._rows: list[tuple[Message, RailRow]] = []
        self._cards: list[ApprovalCard] = []
        self._run: RunView | None = None
        self._resendable: MessageId | None = None
        self._follows = True
        self._moves_itself = False
        self._anchor: tuple[RailRow, int] | None = None
        self.setObjectName("transcript")
        self.setAccessibleName(self.tr("Transcript"))
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        # Always there, so that the column doesn't jump when the first page is full.
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOn)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        column = QWidget()
        self._column = QVBoxLayout(column)
        self._column.setContentsMargins(0, 16, 0, 8)
        self._column.setSpacing(0)
        self._earlier = FlatButton(
            self.tr("Show earlier messages"), ButtonKind.GHOST, name="show_earlier", on_click=self._on_earlier
        )
        self._column.addWidget(self._earlier, 0, Qt.AlignmentFlag.AlignHCenter)
        self._column.addStretch(1)
        self.setWidget(CentredColumn(column, theme.size("column_max")))
        self._new = FlatButton(
            self.tr("New messages"), glyph="arrow_down", compact=True, name="new_messages", on_click=self.scroll_to_end, parent=self
        )
        self._new.hide()
        self._earlier.hide()
        # Once the rows have their places, and not for every frame of an answer.
        self._tabs = QTimer(self)
        self._tabs.setSingleShot(True)
        self._tabs.setInterval(_TABS_MS)
        self._tabs.timeout.connect(self._order_tabs)
        bar = self.verticalScrollBar()
        bar.rangeChanged.connect(self._on_range_changed)
        bar.valueChanged.connect(self._on_value_changed)
        theme.changed.connect(self._render_again)
        show_handle(bar, wanted=False)

    @property
    def as_widget(self) -> QWidget:
        """The widget itself."""
        return self

    @property
    def thread_id(self) -> ThreadId | None:
        """The thread that is shown."""
        return self._thread_id

    @property
    def messages(self) -> tuple[Message, ...]:
        """The messages that have a row, oldest first."""
        return tuple(message for message, _ in self._rows)

    def show_thread(self, snapshot: ThreadSnapshot) -> None:
        """Show a thread at its end."""
        self.clear()
        self._thread_id = snapshot.thread.id
        self._run = snapshot.run
        self._resendable = snapshot.resendable_id
        self.setUpdatesEnabled(False)
        try:
            for message in snapshot.page.messages:
                self._insert(len(self._rows), message)
            self._earlier.setVisible(snapshot.page.has_earlier)
            self.set_approvals(snapshot.approvals)
            self._settle()
        finally:
            self.setUpdatesEnabled(True)
        self.scroll_to_end()

    def clear(self) -> None:
        """Show no thread."""
        for _, row in self._rows:
            self._remove_widget(row)
        self._rows.clear()
        self.set_approvals(())
        self._thread_id = None
        self._run = None
        self._resendable = None
        self._follows = True
        self._earlier.hide()
        self._new.hide()

    def add(self, message: Message) -> None:
        """Put a message where its seq belongs."""
        if message.thread_id != self._thread_id:
            return
        if self._index_of(message.id) is not None:
            self.change(message)
            return
        index = len(self._rows)
        while index and self._rows[index - 1][0].seq > message.seq:
            index -= 1
        if message.role is Role.USER:
            # Whoever just sent something wants to see it.
            self._follows = True
        self._insert(index, message)
        self._settle()
        self._tell_news()

    def change(self, message: Message) -> None:
        """Show what a message reads now; an unknown one is added."""
        if message.thread_id != self._thread_id:
            return
        index = self._index_of(message.id)
        if index is None:
            self.add(message)
            return
        before, row = self._rows[index]
        if self._factory.update(row, message):
            self._rows[index] = (message, row)
            _show_unless_blank(row)
            if len(before.parts) != len(message.parts):
                self._tabs.start()
        else:
            self._remove_widget(row)
            del self._rows[index]
            self._insert(index, message)
        if before.provider_id != message.provider_id or before.kind != message.kind or before.status != message.status:
            self._settle()
        self._tell_news()

    def grow(self, message: Message) -> None:
        """Show one more frame of a streaming answer."""
        self.change(message)

    def prepend(self, page: MessagePage) -> None:
        """Put earlier messages before the first one, and keep what the reader sees where it is."""
        known = {message.id for message, _ in self._rows}
        earlier = [message for message in page.messages if message.id not in known and message.thread_id == self._thread_id]
        self._take_anchor()
        self._follows = False
        for index, message in enumerate(earlier):
            self._insert(index, message)
        self._earlier.setEnabled(True)
        self._earlier.setVisible(page.has_earlier)
        self._settle()

    def set_run(self, run: RunView | None) -> None:
        """Take the run's state: while it works, nothing offers to be sent again."""
        self._run = run
        self._show_resendable()

    def set_approvals(self, approvals: Sequence[ApprovalView]) -> None:
        """Show the cards of what the agent waits on. A card that is still asked keeps its widget and its focus."""
        wanted = {approval.request.request_id: approval for approval in approvals}
        for card in [card for card in self._cards if wanted.get(card.approval.request.request_id) != card.approval]:
            self._cards.remove(card)
            self._remove_widget(card)
        shown = {card.approval.request.request_id for card in self._cards}
        for request_id, approval in wanted.items():
            if request_id in shown:
                continue
            provider_id = self._run.provider_id if self._run else self._last_provider()
            card = ApprovalCard(self._context, approval, provider_id, self.decided.emit)
            self._cards.append(card)
            self._column.insertWidget(self._column.count() - 1, card)
            card.show()
        for _, row in self._rows:
            self._show_waiting(row)
        self._settle()
        if wanted:
            self._tell_news()

    def let_decide_again(self, request_id: str) -> None:
        """Turn a card's buttons on again, as its answer did not get through."""
        for card in self._cards:
            if card.approval.request.request_id == request_id:
                card.let_choose_again()

    def let_ask_earlier_again(self) -> None:
        """Turn *Show earlier messages* on again, as reading them failed."""
        self._earlier.setEnabled(True)

    def set_resendable(self, message_id: MessageId | None) -> None:
        """Offer *Send again* for that message, or for none."""
        self._resendable = message_id
        self._show_resendable()

    def refresh_providers(self) -> None:
        """Show changed names and marks."""
        self._render_again()

    def scroll_to_end(self) -> None:
        """Go to the newest message and follow it."""
        self._follows = True
        self._new.hide()
        self._go_to(self.verticalScrollBar().maximum())

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keep the button at its place."""
        super().resizeEvent(event)
        self._place_button()

    def _insert(self, index: int, message: Message) -> None:
        row = self._factory.make(message)
        self._rows.insert(index, (message, row))
        self._column.insertWidget(index + 1, row)
        self._show_waiting(row)
        _show_unless_blank(row)

    def _on_send_again(self) -> None:
        if self._resendable is not None:
            self.send_again.emit(self._resendable)

    def _on_earlier(self) -> None:
        if self._rows:
            self._earlier.setEnabled(False)
            self.earlier_wanted.emit(self._rows[0][0].seq)

    def _index_of(self, message_id: MessageId) -> int | None:
        # The one that changes is nearly always the last.
        for index in range(len(self._rows) - 1, -1, -1):
            if self._rows[index][0].id == message_id:
                return index
        return None

    def _last_provider(self) -> ProviderId | None:
        return next((message.provider_id for message, _ in reversed(self._rows) if message.provider_id), None)

    def _settle(self) -> None:
        """Colour the rail from the first row to the last, and place *Send again*."""
        self._explain_interrupted()
        rows = [*(row for _, row in self._rows if not row.isHidden()), *self._cards]
        # What the person wrote before anybody answered belongs to the first who does.
        current = next((after for row in rows if (after := row.rail_after(None)) is not None), None)
        for index, row in enumerate(rows):
            after = row.rail_after(current)
            row.set_rail(current, after, is_first=index == 0)
            current = after
        self._show_resendable()
        self._tabs.start()

    def _show_waiting(self, row: RailRow) -> None:
        """Say at the steps of what the cards ask that they wait."""
        if isinstance(row, MessageRow):
            row.parts.set_waiting(frozenset(card.approval.request.call_id for card in self._cards) - {""})

    def _explain_interrupted(self) -> None:
        """Leave *interrupted* out where the notice below an answer says how it ended."""
        following: Message | None = None
        for message, row in reversed(self._rows):
            if isinstance(row, MessageRow) and message.status is MessageStatus.INTERRUPTED:
                row.set_explained(following is not None and following.kind is MessageKind.ERROR)
                _show_unless_blank(row)
            following = message

    def _order_tabs(self) -> None:
        """Let the tab key go from row to row, wherever a row was put in."""
        last: QWidget = self._new
        for row in (*(row for _, row in self._rows), *self._cards):
            last = chain(last, focusables(row))

    def _show_resendable(self) -> None:
        """Offer it once: in the error card below the message where there is one, else at the message itself."""
        is_working = self._run is not None and self._run.status is not RunStatus.FINISHED
        target = None if is_working else self._resendable
        card = None
        start = self._index_of(target) if target is not None else None
        if start is not None:
            card = next((row for _, row in reversed(self._rows[start:]) if isinstance(row, ErrorRow)), None)
        for message, row in self._rows:
            if isinstance(row, ErrorRow):
                row.set_resendable(row is card)
            elif isinstance(row, MessageRow):
                row.set_resendable(target is not None and message.id == target and card is None)

    def _tell_news(self) -> None:
        if not self._follows:
            self._new.show()
            self._new.raise_()
            self._place_button()

    def _place_button(self) -> None:
        size = self._new.sizeHint()
        self._new.setGeometry((self.width() - size.width()) // 2, self.height() - size.height() - 12, size.width(), size.height())

    def _on_range_changed(self, minimum: int, maximum: int) -> None:
        show_handle(self.verticalScrollBar(), wanted=maximum > minimum)
        if self._follows:
            self._go_to(maximum)
        elif self._anchor is not None:
            # The range changes before the rows are at their new places.
            QTimer.singleShot(0, self, self._hold_anchor)

    def _on_value_changed(self, value: int) -> None:
        if self._moves_itself:
            return
        self._follows = value >= self.verticalScrollBar().maximum() - _END_SLACK
        self._take_anchor()
        if self._follows:
            self._new.hide()

    def _take_anchor(self) -> None:
        """Remember the first row in view and where it is, so that it stays there whatever comes above it."""
        for _, row in self._rows:
            if row.isHidden():
                continue
            top = row.mapTo(self.viewport(), QPoint(0, 0)).y()
            if top + row.height() > 0:
                self._anchor = (row, top)
                return
        self._anchor = None

    def _hold_anchor(self) -> None:
        if self._follows or self._anchor is None:
            return
        row, wanted = self._anchor
        now = row.mapTo(self.viewport(), QPoint(0, 0)).y()
        if now != wanted:
            self._go_to(self.verticalScrollBar().value() + now - wanted)

    def _go_to(self, value: int) -> None:
        self._moves_itself = True
        self.verticalScrollBar().setValue(value)
        self._moves_itself = False

    def _remove_widget(self, widget: QWidget) -> None:
        if self._anchor is not None and self._anchor[0] is widget:
            self._anchor = None
        self._column.removeWidget(widget)
        widget.hide()
        widget.deleteLater()

    def _render_again(self) -> None:
        for message, row in self._rows:
            if not isinstance(row, MessageRow):
                self._factory.update(row, message)
            row.render_again()
        for card in self._cards:
            card.render_again()


def _show_unless_blank(row: RailRow) -> None:
    """Show a row; an answer that ended without a word leaves nothing behind."""
    row.setVisible(not (isinstance(row, MessageRow) and row.is_blank))
