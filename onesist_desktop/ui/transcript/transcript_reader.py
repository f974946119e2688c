# SPDX-License-Identifier: MIT
"""Finding one's way in a transcript, and taking text out of it."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QPoint, Qt, QUrl, Signal
from PySide6.QtGui import QContextMenuEvent, QCursor, QDesktopServices, QKeyEvent
from PySide6.QtWidgets import QApplication, QWidget

from onesist_desktop.core.ids import MessageId
from onesist_desktop.core.messages import Message, Role
from onesist_desktop.ui.transcript.block_widget import BlockWidget
from onesist_desktop.ui.transcript.blocks import Block, BlockKind, CodeBody, OutputBody, ProseBody, StepBody
from onesist_desktop.ui.transcript.context import TranscriptContext
from onesist_desktop.ui.transcript.copied_text import Copying, SelectedMessage, at_once, copying
from onesist_desktop.ui.transcript.document import TAIL
from onesist_desktop.ui.transcript.found_marks import FoundMarks, FoundPlace, part_of
from onesist_desktop.ui.transcript.plain_output import plain_output
from onesist_desktop.ui.transcript.safe_markdown import is_web_link
from onesist_desktop.ui.transcript.selection_controller import SelectionController
from onesist_desktop.ui.transcript.text_selection import TO_END, Span
from onesist_desktop.ui.transcript.transcript_surface import TranscriptSurface

# A found place is known exactly only once its widget is shown; then it is gone to again.
_MOST_AIMS = 4


class TranscriptReader(TranscriptSurface):
    """Adds to the surface what a reader does: jumping, finding, selecting, copying, asking for a menu.

    Signals:
        selection_changed(): Something else is selected, or nothing.
        end_reached(): The reader sees the thread's end now.
        menu_wanted(at: QPoint, message_id: str): The person asks at a place of the screen what can be done; the id may be empty.
    """

    selection_changed = Signal()
    end_reached = Signal()
    menu_wanted = Signal(QPoint, str)

    def __init__(
        self, context: TranscriptContext, make_widget: Callable[[BlockKind], BlockWidget], parent: QWidget | None = None
    ) -> None:
        super().__init__(context, make_widget, parent)
        self._make_spare = make_widget
        self._spares: dict[BlockKind, BlockWidget] = {}
        self._landed: int | None = None
        self._sought = ""
        self._seeks: FoundPlace | None = None
        self._aims = 0
        self._was_at_end = False
        self.selection = SelectionController(self, self)
        self.selection.changed.connect(self.selection_changed)
        self.selection.link_clicked.connect(self._on_link_clicked)
        self._marks = FoundMarks(self, self)
        self.shown_changed.connect(self._on_shown)
        context.theme.changed.connect(self._drop_spares)

    def cut(self, message: Message) -> tuple[Block, ...]:
        """Return the blocks that a message would have, held or not."""
        raise NotImplementedError

    def is_whole(self, message: Message) -> bool:
        """Tell whether all blocks of a message that is held are there: a very long one is cut in slices."""
        raise NotImplementedError

    def open_part(self, seq: int, part: int) -> None:
        """Open the step of a part and show all of its output."""

    # -- places -------------------------------------------------------------------------------------------------------------

    @property
    def is_at_end(self) -> bool:
        """Whether the thread's end is to be seen."""
        return self.isVisible() and self.follows

    @property
    def reading_seq(self) -> int:
        """Seq of the message jumped to, else the first that begins in view, or the last one at the thread's end; else 0."""
        document = self.document
        if self._landed is not None:
            return self._landed
        if self.follows and self.verticalScrollBar().maximum() > 0:
            return max(0, document.last_seq)
        scroll = self.verticalScrollBar().value()
        first = seq = document.seq_at(scroll)
        if seq is not None and document.top_of(seq) < scroll:
            following = document.next_of(seq)
            seq = following if following is not None and document.top_of(following) < scroll + self.viewport().height() else seq
        seq = first if seq == TAIL else seq
        return 0 if seq is None else min(seq, document.last_seq)

    def jump_to(self, seq: int, part: int | None = None) -> None:
        """Bring a message, or one of its parts, to a third of the viewport; it is read first if it must be."""
        self._seeks = None
        key = ""
        if part is not None:
            key = next((block.key for block in self.blocks_of_row(seq) or () if part_of(block) == part), "")
        self.bring(seq, key)

    def bring(self, seq: int, block_key: str = "", position: int | None = None) -> None:
        """Bring a place into view, which is then the one that the reader is at."""
        super().bring(seq, block_key, position)
        self._landed = seq if self.document.first_seq <= seq <= self.document.last_seq else None

    def mark_found(self, text: str, place: FoundPlace | None) -> None:
        """Mark a text wherever it stands, and bring one place of it into view; an empty text marks nothing."""
        self._sought = text
        self._marks.show_text(text, place)
        self._seeks, self._aims = place, 0
        if place is None:
            return
        if self.blocks_of_row(place.seq) is None:
            self.bring(place.seq)
        else:
            self._aim_at_found()

    def holds(self, from_seq: int, to_seq: int) -> bool:
        """Tell whether all messages between two seqs, both included, are held."""
        document = self.document
        first, last = max(from_seq, document.first_seq), min(to_seq, document.last_seq)
        return all(document.pages.is_read(seq - document.first_seq) for seq in range(first, last + 1))

    # -- taking text --------------------------------------------------------------------------------------------------------

    @property
    def selected_seqs(self) -> tuple[int, int] | None:
        """First and last seq that the selection touches; None while nothing is selected."""
        selection = self.selection.selection
        return selection.seqs if selection is not None and self.selection.has_selection else None

    def select_all(self) -> None:
        """Select the whole thread."""
        if self.document.first_seq <= self.document.last_seq:
            self.selection.select_all(self.document.first_seq, self.document.last_seq)

    def selected_text(self) -> str:
        """Return what is selected and held, as plain text; empty for nothing."""
        seqs = self.selected_seqs
        if seqs is None:
            return ""
        return self.copied([one for one in self.document.messages if seqs[0] <= one.seq <= seqs[1]], as_markdown=False)

    def copied(self, messages: Sequence[Message], *, as_markdown: bool) -> str:
        """Return the selected part of these messages, held or not, for the clipboard."""
        return at_once(self.copying(messages, as_markdown=as_markdown))

    def copying(self, messages: Sequence[Message], *, as_markdown: bool) -> Copying:
        """Do the same step by step, as it can take long. What is selected when it begins counts."""
        selected = []
        for message in messages:
            spans = self.selection.spans_of(message.seq, self._blocks_for(message))
            selected.append(SelectedMessage(self._writer(message), _text_of(spans)))
        return copying(selected, self._displayed, as_markdown=as_markdown)

    def copied_whole(self, message: Message, *, as_markdown: bool) -> str:
        """Return all of a message for the clipboard."""
        return at_once(self.copying_whole(message, as_markdown=as_markdown))

    def copying_whole(self, message: Message, *, as_markdown: bool) -> Copying:
        """Do the same step by step, as it can take long."""
        spans = [(block, Span(0, TO_END)) for block in self._blocks_for(message)]
        return copying([SelectedMessage(self._writer(message), _text_of(spans))], self._displayed, as_markdown=as_markdown)

    def _blocks_for(self, message: Message) -> tuple[Block, ...]:
        row = self.document.rows.get(message.seq)
        if row is not None and row.message is message:
            blocks = self.blocks_of_row(message.seq) or ()
            if self.is_whole(message):
                return blocks
        return self.cut(message)

    def _writer(self, message: Message) -> str:
        if message.is_notice:
            return ""
        return self.tr("You") if message.role is Role.USER else self.context.title(message.provider_id)

    def _displayed(self, block: Block) -> str:
        """Return what a block reads. What is Markdown is put into a widget that is never shown."""
        match block.body:
            case ProseBody(text=text, is_markdown=False) | CodeBody(text=text):
                return text
            case OutputBody(text=text):
                return plain_output(text)
            case StepBody(step=step):
                return " · ".join(text for text in (f"{step.label} {step.what}".strip(), step.result) if text)
        spare = self._spares.get(block.kind)
        if spare is None:
            spare = self._spares[block.kind] = self._make_spare(block.kind)
            spare.hide()
            spare.setParent(self)
        spare.show_block(block)
        text = spare.text() if spare.has_text else ""
        spare.release()
        return text

    def _drop_spares(self) -> None:
        for spare in self._spares.values():
            spare.deleteLater()
        self._spares.clear()

    # -- events -------------------------------------------------------------------------------------------------------------

    def scrolled_away(self) -> None:
        """Called when the reader went elsewhere: nothing is sought or jumped to any more."""
        super().scrolled_away()
        self._landed = self._seeks = None

    def forget_shown(self) -> None:
        """Take all away, as other content comes; whoever sees its end is told so again."""
        super().forget_shown()
        self.selection.clear()
        self.scrolled_away()
        self._was_at_end = False

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Let Esc take the selection away."""
        if event.key() == Qt.Key.Key_Escape and self.selection.has_selection:
            self.selection.clear()
            event.accept()
            return
        super().keyPressEvent(event)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Ask for the menu of what is under the pointer, or has the focus."""
        at = event.globalPos()
        seq = self.document.seq_at(self.verticalScrollBar().value() + self.viewport().mapFromGlobal(at).y())
        focused = self.pool.place_of(QApplication.focusWidget())
        if event.reason() is QContextMenuEvent.Reason.Keyboard and focused is not None:
            seq = focused[0]
        row = self.document.rows.get(seq) if seq is not None else None
        self.menu_wanted.emit(at, row.message.id if row is not None and row.message is not None else "")
        event.accept()

    def ask_for_menu(self, message_id: MessageId) -> None:
        """Ask for a message's menu: at the button that the keyboard is on, else at the pointer."""
        focused = QApplication.focusWidget()
        at = QCursor.pos()
        if focused is not None and self.pool.place_of(focused) is not None:
            at = focused.mapToGlobal(QPoint(0, focused.height()))
        self.menu_wanted.emit(at, message_id)

    def _on_shown(self) -> None:
        if self.is_at_end != self._was_at_end:
            self._was_at_end = self.is_at_end
            if self._was_at_end:
                self.end_reached.emit()
        if self._seeks is not None and not self.is_jumping and self.blocks_of_row(self._seeks.seq) is not None:
            self._aim_at_found()

    def _aim_at_found(self) -> None:
        place = self._seeks
        if place is None:
            return
        self._aims += 1
        at = self._marks.place(place, self._sought)
        if at is None and self._aims == 1 and self._open_closed(place):
            at = self._marks.place(place, self._sought)
        key, letter = at if at is not None else (self._key_of_part(place), 0)
        shown = self.pool.get((place.seq, key))
        is_exact = shown is not None or at is None
        if is_exact or self._aims >= _MOST_AIMS:
            self._seeks = None
        self.bring(place.seq, key, letter if at is not None else None)

    def _open_closed(self, place: FoundPlace) -> bool:
        """Open the step that holds what was found, where it is closed. Return whether it was."""
        for block in self.blocks_of_row(place.seq) or ():
            body = block.body
            if isinstance(body, StepBody) and body.part == place.part and body.has_output:
                self.open_part(place.seq, place.part)
                return True
        return False

    def _key_of_part(self, place: FoundPlace) -> str:
        return next((block.key for block in self.blocks_of_row(place.seq) or () if part_of(block) == place.part), "")

    def _on_link_clicked(self, address: str) -> None:
        url = QUrl(address)
        if is_web_link(url):
            QDesktopServices.openUrl(url)


def _text_of(spans: Sequence[tuple[Block, Span]]) -> list[tuple[Block, Span]]:
    """Leave out who wrote a message, which is said before it anyway."""
    return [(block, span) for block, span in spans if block.kind is not BlockKind.HEADER]
