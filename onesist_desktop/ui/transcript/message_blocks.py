# SPDX-License-Identifier: MIT
"""Cuts messages into blocks. Knows no widgets; of Qt only the translations."""

from __future__ import annotations

from dataclasses import dataclass, field

from PySide6.QtCore import QCoreApplication, QLocale

from onesist_desktop.core.ids import MessageId
from onesist_desktop.core.messages import AttachmentPart, Message, MessageKind, MessageStatus, Part, Role, TextPart
from onesist_desktop.core.records import RunStatus
from onesist_desktop.services.views import RunView
from onesist_desktop.ui.language import fill
from onesist_desktop.ui.transcript.blocks import (
    AttachmentBody,
    Block,
    BlockKind,
    Body,
    ErrorBody,
    FootBody,
    HeaderBody,
    LineageBody,
    NoteBody,
    QuietBody,
    ReceiptBody,
)
from onesist_desktop.ui.transcript.context import TranscriptContext
from onesist_desktop.ui.transcript.lineage_notices import KINDS, LineageNotice, is_folded, lineage_notice
from onesist_desktop.ui.transcript.message_state import MessageState
from onesist_desktop.ui.transcript.notices import error_words, receipt_words, workspace_words
from onesist_desktop.ui.transcript.step_blocks import StepLook, blocks_of_step, call_id_of, step_blocks
from onesist_desktop.ui.transcript.text_blocks import GAP, TextBlocks, reused
from onesist_desktop.ui.transcript.workspace_notices import folder_words, setup_step
from onesist_desktop.ui.words import clock_text, seconds_text

_STEP_GAP = 4
_NOTHING: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class _TextLook:
    """What beside the part itself decides how a text looks."""

    is_growing: bool
    is_written: bool
    below_head: bool
    wrapped: frozenset[str]


@dataclass(slots=True)
class _PartBlocks:
    """What was made of a part."""

    part: Part
    look: _TextLook | StepLook | int
    text: TextBlocks | None = None
    blocks: tuple[Block, ...] = ()

    @property
    def is_whole(self) -> bool:
        """Whether all of it was cut."""
        return self.text is None or self.text.is_whole


@dataclass(slots=True)
class _MessageBlocks:
    """What was made of a message."""

    message: Message
    state: MessageState
    parts: list[_PartBlocks] = field(default_factory=list)
    blocks: tuple[Block, ...] = ()

    @property
    def is_whole(self) -> bool:
        """Whether all of it was cut."""
        return not self.parts or self.parts[-1].is_whole


class MessageBlocks:
    """Keeps the blocks of each message until it is told to forget them, and changes only those that changed.

    Args:
        context: Names and words.
        is_sliced: Whether a very long message is cut in slices, one with each call of :meth:`blocks_of`, until
            :meth:`is_whole`.
    """

    def __init__(self, context: TranscriptContext, *, is_sliced: bool = False) -> None:
        self._context = context
        self._is_sliced = is_sliced
        self._known: dict[MessageId, _MessageBlocks] = {}

    def blocks_of(self, message: Message, state: MessageState) -> tuple[Block, ...]:
        """Return the blocks of a message, the same object for what is equal.

        An answer that ended without a word has none. Parts that are the same objects as before are not looked at.
        """
        known = self._known.get(message.id)
        if known is None:
            known = self._known[message.id] = _MessageBlocks(message, state)
        elif known.blocks and known.is_whole and known.message == message and known.state == state:
            return known.blocks
        known.message, known.state = message, state
        if is_folded(message):
            return ()
        made = self._notice_blocks(message, state) if message.is_notice else self._blocks(known)
        known.blocks = reused(known.blocks, made)
        return known.blocks

    def is_whole(self, message_id: MessageId) -> bool:
        """Tell whether all of a message was cut: else the next :meth:`blocks_of` returns more of it."""
        known = self._known.get(message_id)
        return known is None or known.is_whole

    def code_of(self, message: Message, fence: str) -> str:
        """Return the whole code of a fenced block, for *Copy*; empty for a message that isn't known."""
        known = self._known.get(message.id)
        while known is not None and not known.is_whole:
            self.blocks_of(message, known.state)
        texts = [entry.text for entry in known.parts if entry.text is not None] if known is not None else []
        return next((code for text in texts if (code := text.code_of(fence))), "")

    def forget(self, message_id: MessageId) -> None:
        """Forget what was made of a message, because it is no longer shown or names of providers changed."""
        self._known.pop(message_id, None)

    # -- messages -----------------------------------------------------------------------------------------------------------

    def _blocks(self, known: _MessageBlocks) -> list[Block]:
        message, state = known.message, known.state
        is_user = message.role is Role.USER
        title = QCoreApplication.translate("Transcript", "You") if is_user else self._context.title(message.provider_id)
        blocks = self._part_blocks(known, title)
        is_over = message.status is not MessageStatus.STREAMING
        note = _note(message, state)
        if is_over and not is_user and not blocks and not note:
            return []
        head = HeaderBody(
            message.id,
            title,
            None if is_user else message.provider_id,
            message.model or "",
            clock_text(message.created_at),
            is_user,
            any(isinstance(part, TextPart) and part.text for part in message.parts),
            state.is_resendable,
            # Also while it is being written, then greyed by who shows it: its head stays the same once it has ended.
            not message.rolled_back,
        )
        blocks.insert(0, Block("head", BlockKind.HEADER, head, 0))
        if note:
            blocks.append(Block("note", BlockKind.NOTE, NoteBody(note), GAP))
        # A message that was handed to a working run splits its answer: what the run took stands below the last part.
        is_last = state.run is None or state.run.reply_message_id in {None, message.id}
        foot = run_words(state.run) if is_over and not is_user and is_last else ""
        if foot:
            blocks.append(Block("foot", BlockKind.FOOT, FootBody(foot), GAP))
        return blocks

    def _notice_blocks(self, message: Message, state: MessageState) -> list[Block]:
        body: Body
        match message.kind:
            case MessageKind.HANDOFF:
                return [Block("receipt", BlockKind.RECEIPT, ReceiptBody(receipt_words(message.data, self._context.title)), 0)]
            case MessageKind.ERROR:
                words = error_words(message.data, self._context.title, self._context.book.key_of)
                if not words.is_quiet:
                    return [Block("error", BlockKind.ERROR, ErrorBody(words, state.is_resendable), 0)]
                body = QuietBody(words.what)
            case kind if kind in KINDS and (notice := self._lineage_notice(message, state)) is not None:
                return [Block("lineage", BlockKind.LINEAGE, LineageBody(notice), 0)]
            case MessageKind.SETUP if (step := setup_step(message.data)) is not None:
                look = StepLook("", 0, 0 in state.opened, 0 in state.whole, is_waiting=False, is_end=False)
                return blocks_of_step(message.id, 0, step, look)
            case _:
                text = self._folder_words(message) if message.kind is MessageKind.WORKSPACE else ""
                unknown = QCoreApplication.translate("Transcript", "Onesist noted something here that this version can't show.")
                body = QuietBody(text or message.text or unknown)
        return [Block("quiet", BlockKind.QUIET, body, 0)]

    def _lineage_notice(self, message: Message, state: MessageState) -> LineageNotice | None:
        return lineage_notice(message, self._context.title, can_undo=state.can_undo)

    def _folder_words(self, message: Message) -> str:
        return folder_words(message.data) or workspace_words(message.data, self._context.title)

    # -- parts --------------------------------------------------------------------------------------------------------------

    def _part_blocks(self, known: _MessageBlocks, title: str) -> list[Block]:
        message, entries = known.message, known.parts
        del entries[len(message.parts) :]
        blocks: list[Block] = []
        for ordinal, part in enumerate(message.parts):
            above = blocks[-1].kind if blocks else BlockKind.HEADER
            look = self._look(known, ordinal, part, above, title)
            if ordinal == len(entries):
                entries.append(_PartBlocks(part, look))
                self._fill(entries[ordinal], message.id, ordinal)
            elif entries[ordinal].part is not part or entries[ordinal].look != look or not entries[ordinal].is_whole:
                entries[ordinal].part, entries[ordinal].look = part, look
                self._fill(entries[ordinal], message.id, ordinal)
            blocks += entries[ordinal].blocks
            if not entries[ordinal].is_whole:
                # What stands below comes once all above it is there.
                del entries[ordinal + 1 :]
                break
        return blocks

    def _look(self, known: _MessageBlocks, ordinal: int, part: Part, above: BlockKind, title: str) -> _TextLook | StepLook | int:
        message, state = known.message, known.state
        is_last = ordinal == len(message.parts) - 1
        is_streaming = message.status is MessageStatus.STREAMING
        below_head = above is BlockKind.HEADER
        if isinstance(part, TextPart):
            start = f"{ordinal}:"
            wrapped = frozenset(fence for fence in state.wrapped if fence.startswith(start)) if state.wrapped else _NOTHING
            # What a merge or a document holds was put together by the app, as Markdown.
            is_written = message.role is Role.USER and message.kind is None
            return _TextLook(is_streaming and is_last, is_written, below_head, wrapped)
        gap = GAP if above in {BlockKind.PROSE, BlockKind.CODE} else _STEP_GAP
        if isinstance(part, AttachmentPart):
            return gap
        is_waiting = bool(state.waiting_calls) and call_id_of(part) in state.waiting_calls
        return StepLook(
            title, gap, ordinal in state.opened, ordinal in state.whole, is_waiting, is_end=is_last and not is_streaming
        )

    def _fill(self, entry: _PartBlocks, message_id: MessageId, ordinal: int) -> None:
        part, look = entry.part, entry.look
        if isinstance(part, TextPart) and isinstance(look, _TextLook):
            if entry.text is None or not entry.text.is_for(is_written=look.is_written, below_head=look.below_head):
                entry.text = TextBlocks(
                    message_id, ordinal, is_written=look.is_written, below_head=look.below_head, is_sliced=self._is_sliced
                )
            entry.blocks = entry.text.blocks_of(part.text, is_growing=look.is_growing, wrapped=look.wrapped)
            return
        entry.text = None
        if isinstance(part, AttachmentPart) and isinstance(look, int):
            made = [Block(str(ordinal), BlockKind.ATTACHMENT, AttachmentBody(part), look)]
        elif isinstance(look, StepLook):
            made = step_blocks(message_id, ordinal, part, look)
        else:
            made = []
        entry.blocks = reused(entry.blocks, made)


def run_words(run: RunView | None) -> str:
    """Word what a run took, once it is over: its time, and the tokens where they are known."""
    if run is None or run.status is not RunStatus.FINISHED or run.finished_at is None or not run.started_at:
        return ""
    time = seconds_text(run.finished_at - run.started_at)
    usage = run.usage
    if usage is None or not (usage.input_tokens or usage.output_tokens):
        return fill(QCoreApplication.translate("Transcript", "Took %1"), time)
    read = usage.input_tokens + usage.cache_read_tokens + usage.cache_write_tokens
    text = QCoreApplication.translate("Transcript", "Took %1 · %2 tokens read, %3 written")
    return fill(text, time, QLocale().toString(read), QLocale().toString(usage.output_tokens))


def _note(message: Message, state: MessageState) -> str:
    if message.status is MessageStatus.INTERRUPTED and not state.is_explained:
        return QCoreApplication.translate("Transcript", "This answer was interrupted.")
    if message.rolled_back:
        return QCoreApplication.translate("Transcript", "Taken back: nobody is told this any more.")
    return ""
