# SPDX-License-Identifier: MIT
"""The transcript of a thread: as many widgets as fit into the window, however many messages there are."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from typing import Protocol

from PySide6.QtCore import QCoreApplication, QPoint, Qt, Signal
from PySide6.QtGui import QGuiApplication, QResizeEvent
from PySide6.QtWidgets import QWidget

from onesist_desktop.core.answerer import Answers
from onesist_desktop.core.ids import MessageId, ProviderId, RewindId, ThreadId
from onesist_desktop.core.messages import Message, MessageKind, MessageStatus, Role
from onesist_desktop.services.views import ApprovalView, MessagePage, RunView, ThreadSnapshot
from onesist_desktop.ui.language import fill
from onesist_desktop.ui.provider_book import ProviderBook
from onesist_desktop.ui.theme.theme import Theme
from onesist_desktop.ui.transcript.block_widget import BlockWidget
from onesist_desktop.ui.transcript.block_widgets import make_block_widget
from onesist_desktop.ui.transcript.blocks import Block, BlockKind, CardBody, StepBody
from onesist_desktop.ui.transcript.card_options import is_form
from onesist_desktop.ui.transcript.context import BlockActions, TranscriptContext
from onesist_desktop.ui.transcript.document import TAIL
from onesist_desktop.ui.transcript.fork_marks import ForkMarks
from onesist_desktop.ui.transcript.header_block import HeaderBlock
from onesist_desktop.ui.transcript.message_blocks import MessageBlocks
from onesist_desktop.ui.transcript.message_state import MessageState
from onesist_desktop.ui.transcript.message_states import MessageStates
from onesist_desktop.ui.transcript.notices import error_words
from onesist_desktop.ui.transcript.rail import RAIL_X
from onesist_desktop.ui.transcript.row_layout import GAP, RowLayout
from onesist_desktop.ui.transcript.scroll_anchor import Anchor
from onesist_desktop.ui.transcript.step_words import step_of
from onesist_desktop.ui.transcript.transcript_reader import TranscriptReader
from onesist_desktop.ui.widgets.buttons import FlatButton

_BUTTON_MARGIN = 12
_CARD_MARGIN = 24
# So many messages back a failure is looked for that belongs to the message which is offered to be sent again.
_LOOK_BACK = 200


class BlocksOfMessages(Protocol):
    """Cuts messages into blocks, see :class:`~onesist_desktop.ui.transcript.message_blocks.MessageBlocks`."""

    def blocks_of(self, message: Message, state: MessageState) -> tuple[Block, ...]:
        """Return the blocks of a message; the same object for what is equal."""
        ...

    def is_whole(self, message_id: MessageId) -> bool:
        """Tell whether all of a message was cut; else the next :meth:`blocks_of` returns more of it."""
        ...

    def code_of(self, message: Message, fence: str) -> str:
        """Return the whole text of a fenced block."""
        ...

    def forget(self, message_id: MessageId) -> None:
        """Forget what was made of a message."""
        ...


def _sliced_blocks(context: TranscriptContext) -> BlocksOfMessages:
    return MessageBlocks(context, is_sliced=True)


class TranscriptView(TranscriptReader):
    """Implements :class:`~onesist_desktop.ui.transcript.interface.Transcript`.

    Args:
        theme: Colours and fonts.
        book: Names and marks of providers.
        parent: The widget it stands in.
        make_blocks: Makes what cuts messages into blocks.
        make_widget: Makes the widget of a kind of blocks.
        now: The time in seconds since the epoch.

    Signals:
        what_was_told(handoff_id), send_again(message_id), decided(request_id, option, word, answers), page_wanted(from_seq,
        to_seq), set_up_wanted(provider_id), mode_wanted(), continue_wanted(message_id, provider_id): see there.
        selection_changed(), end_reached(), menu_wanted(at, message_id), about_wanted(run_id): see there.
        notice_wanted(message_id), fork_wanted(seq), rewind_wanted(seq), forks_wanted(seq, at): see there.
        shown_changed(): Other blocks have widgets now, or they stand elsewhere.
    """

    what_was_told = Signal(str)
    send_again = Signal(str)
    decided = Signal(str, str, str, object)
    continue_wanted = Signal(str, str)
    set_up_wanted = Signal(str)
    mode_wanted = Signal()
    about_wanted = Signal(str)
    notice_wanted = Signal(str)
    fork_wanted = Signal(int)
    rewind_wanted = Signal(int)
    forks_wanted = Signal(int, QPoint)

    def __init__(
        self,
        theme: Theme,
        book: ProviderBook,
        parent: QWidget | None = None,
        *,
        make_blocks: Callable[[TranscriptContext], BlocksOfMessages] = _sliced_blocks,
        make_widget: Callable[[BlockKind, TranscriptContext], BlockWidget] = make_block_widget,
        now: Callable[[], float] = time.time,
    ) -> None:
        actions = BlockActions(
            what_was_told=self._on_told,
            send_again=self._on_send_again,
            set_up=self._on_set_up,
            choose_mode=self._on_choose_mode,
            decide=self._on_decide,
            continue_with=self._on_continue,
            toggle_step=self._on_toggle_step,
            open_all=self._on_open_all,
            copy_message=self._on_copy_message,
            copy_output=self._on_copy_output,
            message_menu=self.ask_for_menu,
            copy_code=self._on_copy_code,
            toggle_wrap=self._on_toggle_wrap,
            open_notice=self._on_notice,
            fork_here=self._on_fork,
            rewind_here=self._on_rewind,
            why_no_fork=self._why_no_fork,
            why_no_rewind=self._why_no_rewind,
        )
        context = TranscriptContext(theme, book, actions, now)
        self._states = MessageStates()
        self._thread_id: ThreadId | None = None
        self._approvals: tuple[ApprovalView, ...] = ()
        self._answered: set[str] = set()
        self._offered_seq: int | None = None
        self._make_blocks = make_blocks
        self._may_go_on = False
        super().__init__(context, lambda kind: make_widget(kind, context), parent)
        self._blocks = make_blocks(context)
        self._fork_marks = ForkMarks(theme, self.viewport(), self.forks_wanted.emit)
        self.shown_changed.connect(self._place_fork_marks)
        self.setObjectName("transcript")
        self.setAccessibleName(self.tr("Transcript"))
        self._new = FlatButton(
            self.tr("New messages"), glyph="arrow_down", compact=True, name="new_messages", on_click=self.scroll_to_end, parent=self
        )
        self._new.hide()

    # -- what the window asks -----------------------------------------------------------------------------------------------

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
        """The messages that are held, oldest first."""
        return self.document.messages

    @property
    def last_seq(self) -> int:
        """Seq of the thread's last message as far as is known, held or not; 0 for none."""
        return self.document.last_seq

    def show_thread(self, snapshot: ThreadSnapshot) -> None:
        """Show a thread at its end."""
        self.clear()
        self._thread_id = snapshot.thread.id
        page = snapshot.page
        first, last = _range_of(page)
        # Without a range of its own the page is all that is known of the thread.
        self.document.reset(snapshot.first_seq or first, max(snapshot.last_seq, last))
        self._states.resendable = snapshot.resendable_id
        self._states.add_runs(page.runs)
        self._states.set_run(snapshot.run)
        self.document.take(page.messages, first, last)
        self._take_approvals(snapshot.approvals)
        self._find_offered()
        self.lay_out()

    def clear(self) -> None:
        """Show no thread."""
        for message in self.document.messages:
            self._blocks.forget(message.id)
        self.forget_shown()
        self.document.reset()
        self._states.clear()
        self._thread_id = None
        self._approvals = ()
        self._answered.clear()
        self.context.drafts.keep(())
        self._offered_seq = None
        self._fork_marks.set_counts({})
        self.follows = True
        self._new.hide()
        self.schedule()

    def add(self, message: Message) -> None:
        """Put a message where its seq belongs."""
        if message.thread_id != self._thread_id:
            return
        is_newest = message.seq > self.document.last_seq
        self.document.put(message)
        if message.role is Role.USER and message.kind is None and is_newest:
            # Whoever just sent something wants to see it. What a merge brings comes by itself, perhaps while one reads.
            self.follow_end()
        self._find_offered()
        self.schedule()
        self._tell_news(message.seq)

    def change(self, message: Message) -> None:
        """Show what a message reads now; an unknown one is added."""
        if message.thread_id != self._thread_id:
            return
        if self.document.seq_of(message.id) is None:
            self.add(message)
            return
        self.document.put(message)
        self._find_offered()
        self.schedule()
        self._tell_news(message.seq)

    def grow(self, message: Message) -> None:
        """Show one more frame of a streaming answer. Where it can't be seen, nothing is laid out for it."""
        if message.thread_id != self._thread_id or self.document.seq_of(message.id) is None:
            self.change(message)
            return
        self.document.put(message)
        if self._is_near(message.seq):
            self.schedule()
        self._tell_news(message.seq)

    def take_page(self, page: MessagePage) -> None:
        """Take messages that were asked for, without moving what the reader sees."""
        if self._thread_id is None or any(message.thread_id != self._thread_id for message in page.messages):
            return
        first, last = _range_of(page)
        self._states.add_runs(page.runs)
        self.document.take(page.messages, first, last)
        self._find_offered()
        self.schedule()

    def page_failed(self, from_seq: int, to_seq: int) -> None:
        """Say in their place that these messages could not be read, and let them be asked for again."""
        self.document.pages.fail(from_seq - self.document.first_seq, to_seq - self.document.first_seq)
        self.schedule()

    def set_run(self, run: RunView | None) -> None:
        """Take the run's state: while it works, nothing offers to be sent again."""
        if run is not None and run.thread_id != self._thread_id:
            return
        self._states.set_run(run)
        self._find_offered()
        self._show_cards()
        self.schedule()
        for head in self.viewport().findChildren(HeaderBlock):
            head.show_actions()

    def set_approvals(self, approvals: Sequence[ApprovalView]) -> None:
        """Show the cards of what the agent waits on. A card that is still asked keeps its widget and its focus."""
        before = {approval.request.request_id for approval in self._approvals}
        self._take_approvals(approvals)
        self.schedule()
        if any(approval.request.request_id not in before for approval in approvals):
            self._tell_news(TAIL)

    def set_root(self, path: str) -> None:
        """Take the folder of the project, from which on places are named in cards."""
        self.context.drafts.root = path

    def focus_card(self) -> bool:
        """Bring the oldest card that waits into view, with the focus on it."""
        waiting = [approval.request.request_id for approval in self._approvals if approval.request.request_id not in self._answered]
        if not waiting:
            return False
        key = f"card-{waiting[0]}"
        self.go_to_end()
        # What is asked is read from its beginning, be it higher than the window.
        self.follows = False
        self._anchor = Anchor(TAIL, key, 0, _CARD_MARGIN)
        self.lay_out()
        widget = self.pool.get((TAIL, key))
        if widget is None:
            return False
        widget.setFocus(Qt.FocusReason.ShortcutFocusReason)
        return True

    def let_decide_again(self, request_id: str) -> None:
        """Turn a card's buttons on again, as its answer did not get through."""
        self._answered.discard(request_id)
        self._show_cards()
        self.lay_out()

    def set_resendable(self, message_id: MessageId | None) -> None:
        """Offer *Send again* for that message, or for none."""
        self._states.resendable = message_id
        self._find_offered()
        self.schedule()

    def set_open_rewind(self, rewind_id: RewindId | None) -> None:
        """Offer *Undo* at the notice of that rewind, or at none."""
        self._states.open_rewind = rewind_id
        self.schedule()

    def set_forks(self, counts: Mapping[int, int]) -> None:
        """Mark the messages that have forks on the rail: how many, by seq."""
        self._fork_marks.set_counts(counts)
        self.schedule()

    def refresh_providers(self) -> None:
        """Show changed names and marks."""
        for row in self.document.rows.values():
            if row.message is not None:
                self._blocks.forget(row.message.id)
            row.made_of = None
        self._show_cards()
        self.viewport().update()
        self.schedule()

    def scroll_to_end(self) -> None:
        """Go to the newest message and follow it."""
        self._new.hide()
        self.go_to_end()

    # -- rows ---------------------------------------------------------------------------------------------------------------

    def refresh_row(self, seq: int, row: RowLayout) -> None:
        """Cut a message into blocks, if it or what is known of it changed."""
        message = row.message
        if message is None:
            return
        state = self._state_of(message)
        if row.made_of is not None and row.made_of[0] is message and row.made_of[1] == state:
            if not self._may_go_on or self._blocks.is_whole(message.id):
                return
            # One slice of one message with each layout, so that the window goes on answering.
            self._may_go_on = False
        blocks = self._blocks.blocks_of(message, state)
        is_whole = self._blocks.is_whole(message.id)
        if is_whole or len(blocks) > len(row.blocks):
            row.take(blocks, self.document.measures)
        row.made_of = message, state
        self.document.settle(seq)
        if not is_whole:
            self.schedule()

    def is_whole(self, message: Message) -> bool:
        """Tell whether all blocks of a message that is held are there."""
        return self._blocks.is_whole(message.id)

    def cut(self, message: Message) -> tuple[Block, ...]:
        """Return the blocks that a message would have, held or not."""
        maker, state = self._make_blocks(self.context), self._state_of(message)
        blocks = maker.blocks_of(message, state)
        while not maker.is_whole(message.id):
            blocks = maker.blocks_of(message, state)
        return blocks

    def open_part(self, seq: int, part: int) -> None:
        """Open the step of a part and show all of its output."""
        row = self.document.rows.get(seq)
        if row is None or row.message is None:
            return
        message_id = row.message.id
        steps = [block.body for block in row.blocks if isinstance(block.body, StepBody) and block.body.part == part]
        if any(not step.is_opened for step in steps):
            self._states.toggle(message_id, part)
        self._states.open_whole(message_id, part)
        self.refresh_row(seq, row)

    def _state_of(self, message: Message) -> MessageState:
        is_resendable = message.seq == self._offered_seq
        return self._states.of(message, is_resendable=is_resendable, is_explained=self.document.is_explained(message))

    def message_let_go(self, message: Message) -> None:
        """Forget what was made of a message that is no longer held."""
        self._blocks.forget(message.id)
        self._states.drop(message)

    def lay_out(self) -> None:
        """Show what is in view now, and take the button away at the end."""
        self._may_go_on = True
        super().lay_out()
        self._may_go_on = False
        if self.follows and not self._new.isHidden():
            self._new.hide()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keep the button at its place."""
        super().resizeEvent(event)
        self._place_button()

    def _before_blocks(self) -> QWidget:
        return self._new

    def _beside(self, widget: BlockWidget) -> Sequence[QWidget]:
        seq = next((seq for seq, last in self._fork_marks.last_of_rows(self.visible_blocks()).items() if last is widget), None)
        mark = self._fork_marks.of(seq) if seq is not None else None
        return () if mark is None else (mark,)

    def _place_fork_marks(self) -> None:
        left, width = self._column()
        is_mirrored = self.layoutDirection() is Qt.LayoutDirection.RightToLeft
        self._fork_marks.place(self.visible_blocks(), left + (width - RAIL_X if is_mirrored else RAIL_X))

    def _find_offered(self) -> None:
        """Find where *Send again* is offered: in the failure below the message where there is one, else at the message."""
        document = self.document
        start = document.seq_of(self._states.offered)
        self._offered_seq = start
        if start is None:
            return
        for seq in range(document.last_seq, max(start, document.last_seq - _LOOK_BACK), -1):
            row = document.rows.get(seq)
            message = row.message if row is not None else None
            if message is None or message.kind is not MessageKind.ERROR:
                continue
            if not error_words(message.data, self.context.title, self.context.book.key_of).is_quiet:
                self._offered_seq = seq
                return

    def _take_approvals(self, approvals: Sequence[ApprovalView]) -> None:
        self._approvals = tuple(approvals)
        self._answered &= {approval.request.request_id for approval in approvals}
        self.context.drafts.keep(approval.request.request_id for approval in approvals)
        self._states.set_approvals(approvals)
        self._show_cards()

    def _show_cards(self) -> None:
        run = self._states.run
        provider_id = run.provider_id if run is not None else self.document.speaker_before(TAIL)
        blocks = tuple(
            Block(
                f"card-{approval.request.request_id}",
                BlockKind.QUESTION if is_form(approval.request) else BlockKind.CARD,
                CardBody(approval, provider_id, approval.request.request_id not in self._answered),
                gap=GAP,
            )
            for approval in self._approvals
        )
        self.document.tail.take(blocks, self.document.measures)

    def _is_near(self, seq: int) -> bool:
        """Tell whether a row is in view or just out of it, or will be because the end is followed."""
        return self.follows or self._is_shown(seq)

    def _is_shown(self, seq: int) -> bool:
        return any(shown[0] == seq for shown in self.visible_blocks())

    def _tell_news(self, seq: int) -> None:
        if self.follows or not self._new.isHidden() or (seq < self.document.last_seq and seq != TAIL):
            return
        self._new.show()
        self._new.raise_()
        self._place_button()

    def _place_button(self) -> None:
        size = self._new.sizeHint()
        self._new.setGeometry(
            (self.width() - size.width()) // 2, self.height() - size.height() - _BUTTON_MARGIN, size.width(), size.height()
        )

    # -- what the person does in a block --------------------------------------------------------------------------------------

    def _on_told(self, handoff_id: str) -> None:
        self.what_was_told.emit(handoff_id)

    def _on_send_again(self, message_id: MessageId | None) -> None:
        wanted = message_id if message_id == self._states.resendable else self._states.resendable
        if wanted is not None:
            self.send_again.emit(wanted)

    def _on_set_up(self, provider_id: str) -> None:
        self.set_up_wanted.emit(provider_id)

    def _on_choose_mode(self) -> None:
        self.mode_wanted.emit()

    def _on_continue(self, provider_id: ProviderId) -> None:
        if self._states.resendable is not None:
            self.continue_wanted.emit(self._states.resendable, provider_id)

    def _on_decide(self, request_id: str, option: str, word: str = "", answers: Answers = ()) -> None:
        known = {approval.request.request_id for approval in self._approvals}
        if request_id in self._answered or request_id not in known:
            return
        self._answered.add(request_id)
        self._show_cards()
        self.schedule()
        self.decided.emit(request_id, option, word, answers)

    def _on_toggle_step(self, message_id: MessageId, part: int) -> None:
        self._states.toggle(message_id, part)
        self._change_step(message_id, part)

    def _on_open_all(self, message_id: MessageId, part: int) -> None:
        self._states.open_whole(message_id, part)
        self._change_step(message_id, part)

    def _change_step(self, message_id: MessageId, part: int) -> None:
        """Lay out with the step where it is. Later: the widget that was clicked is still at work."""
        seq = self.document.seq_of(message_id)
        row = self.document.row(seq) if seq is not None else None
        if seq is None or row is None:
            return
        for block in row.blocks:
            if isinstance(block.body, StepBody) and block.body.part == part:
                self.hold(seq, block.key)
        self.schedule()

    def _on_copy_message(self, message_id: MessageId) -> None:
        message = self.document.message_of(message_id)
        if message is not None:
            QGuiApplication.clipboard().setText(message.text)

    def _on_copy_output(self, message_id: MessageId, part: int) -> None:
        message = self.document.message_of(message_id)
        if message is None or not 0 <= part < len(message.parts):
            return
        step = step_of(message.parts[part], self.context.title(message.provider_id))
        if step is not None:
            QGuiApplication.clipboard().setText(step.output)

    def _on_copy_code(self, message_id: MessageId, fence: str) -> None:
        message = self.document.message_of(message_id)
        if message is not None:
            QGuiApplication.clipboard().setText(self._blocks.code_of(message, fence))

    def _on_fork(self, message_id: MessageId) -> None:
        seq = self.document.seq_of(message_id)
        if seq is not None:
            self.fork_wanted.emit(seq)

    def _on_rewind(self, message_id: MessageId) -> None:
        seq = self.document.seq_of(message_id)
        if seq is not None:
            self.rewind_wanted.emit(seq)

    def _why_no_fork(self, message_id: MessageId) -> str:
        message = self.document.message_of(message_id)
        is_written = message is not None and message.status is MessageStatus.STREAMING
        return QCoreApplication.translate("Lineage", "This answer isn't finished.") if is_written else ""

    def _why_no_rewind(self, message_id: MessageId) -> str:
        tr = QCoreApplication.translate
        run, seq = self._states.live_run, self.document.seq_of(message_id)
        if run is not None:
            works = tr("Lineage", "%1 works in this thread. Stop it first, or wait for its end.")
            return fill(works, self.context.title(run.provider_id))
        later = [message for message in self.messages if seq is not None and message.seq > seq]
        if all(message.is_notice for message in later) and max([seq or 0, *(each.seq for each in later)]) >= self.last_seq:
            return tr("Lineage", "Nothing comes after this message.")
        return ""

    def _on_notice(self, message_id: MessageId) -> None:
        self.notice_wanted.emit(message_id)

    def _on_toggle_wrap(self, message_id: MessageId, fence: str) -> None:
        seq = self.document.seq_of(message_id)
        self._states.toggle_wrap(message_id, fence)
        if seq is not None:
            self.hold(seq, fence)
        self.schedule()


def _range_of(page: MessagePage) -> tuple[int, int]:
    """Return the seqs that a page covers; one that doesn't say so covers what it holds."""
    seqs = [message.seq for message in page.messages]
    first = min([page.from_seq or (seqs[0] if seqs else 1), *seqs])
    return first, max([page.to_seq, *seqs])
