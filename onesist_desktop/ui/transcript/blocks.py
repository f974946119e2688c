# SPDX-License-Identifier: MIT
"""What the transcript is cut into: blocks, as values. One message is a column of blocks, one block is one widget of the pool.

Pure: nothing here knows Qt. ``message_blocks`` makes them, ``block_widgets`` shows them, ``transcript_view`` places them.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from onesist_desktop.core.ids import MessageId, ProviderId
from onesist_desktop.core.messages import AttachmentPart
from onesist_desktop.services.views import ApprovalView
from onesist_desktop.ui.transcript.lineage_notices import LineageNotice
from onesist_desktop.ui.transcript.notices import ErrorWords, Receipt
from onesist_desktop.ui.transcript.step_words import Step


class BlockKind(StrEnum):
    """Which widget shows a block."""

    HEADER = "header"
    PROSE = "prose"
    CODE = "code"
    STEP = "step"
    OUTPUT = "output"
    ATTACHMENT = "attachment"
    NOTE = "note"
    RECEIPT = "receipt"
    LINEAGE = "lineage"
    ERROR = "error"
    QUIET = "quiet"
    CARD = "card"
    QUESTION = "question"
    FOOT = "foot"


@dataclass(frozen=True, slots=True)
class HeaderBody:
    """Who wrote a message, with which model and when. ``clock`` is empty where no time is known."""

    message_id: MessageId
    name: str
    provider_id: ProviderId | None
    model: str = ""
    clock: str = ""
    is_user: bool = False
    can_copy: bool = False
    can_send_again: bool = False
    can_fork: bool = False


@dataclass(frozen=True, slots=True)
class ProseBody:
    """A piece of Markdown, or of plain text where ``is_markdown`` is False. ``is_open`` while its end has not come.

    ``joins``: it goes on in the line where the piece above it was cut, so that copied text gets nothing in between.
    ``continues``: it goes on in the line below the piece above it, so that copied text gets one line end in between.
    """

    text: str
    is_markdown: bool = True
    is_open: bool = False
    joins: bool = False
    continues: bool = False


@dataclass(frozen=True, slots=True)
class CodeBody:
    """Lines of one fenced block. Long code is cut into chunks: only the first has the head, only the last the lower edge.

    ``fence`` names the whole block within its message; it is the key of its first chunk. ``joins``: as of :class:`ProseBody`.
    """

    text: str
    language: str = ""
    is_first: bool = True
    is_last: bool = True
    is_open: bool = False
    first_line: int = 0
    joins: bool = False
    message_id: MessageId | None = None
    fence: str = ""
    is_wrapped: bool = False


@dataclass(frozen=True, slots=True)
class StepBody:
    """A command, tool call, file change, plan or thinking as one row. ``part`` names it for opening: its ordinal."""

    message_id: MessageId
    part: int
    step: Step
    is_opened: bool = False
    has_output: bool = False


@dataclass(frozen=True, slots=True)
class OutputBody:
    """Lines below an opened step. Until ``is_whole``, only the last of ``total_lines`` are in ``text``.

    Long output that is shown whole is cut into chunks, like code. ``tone`` is ``code``, ``diff`` or ``text``. ``joins``: as of
    :class:`ProseBody`. ``is_alone``: it stands below no step, and until ``is_whole`` it is the first lines that are shown.
    """

    message_id: MessageId
    part: int
    text: str
    total_lines: int
    shown_lines: int
    is_whole: bool = True
    is_first: bool = True
    is_last: bool = True
    tone: str = "code"
    is_running: bool = False
    joins: bool = False
    is_alone: bool = False


@dataclass(frozen=True, slots=True)
class AttachmentBody:
    """A file or image that the person added."""

    part: AttachmentPart


@dataclass(frozen=True, slots=True)
class NoteBody:
    """One quiet line below a message, such as that it was interrupted."""

    text: str


@dataclass(frozen=True, slots=True)
class ReceiptBody:
    """What somebody was told, as a divider."""

    receipt: Receipt


@dataclass(frozen=True, slots=True)
class LineageBody:
    """A fork, a merge or a rewind, as a divider."""

    notice: LineageNotice


@dataclass(frozen=True, slots=True)
class ErrorBody:
    """A failed run: what happened, what is safe, what to do."""

    words: ErrorWords
    can_send_again: bool = False


@dataclass(frozen=True, slots=True)
class QuietBody:
    """One line that only tells."""

    text: str


@dataclass(frozen=True, slots=True)
class CardBody:
    """What an agent waits on. ``is_asked`` turns False while an answer is on its way."""

    approval: ApprovalView
    provider_id: ProviderId | None
    is_asked: bool = True


@dataclass(frozen=True, slots=True)
class FootBody:
    """What a run took, in words: time and tokens. Below the answer it belongs to."""

    text: str


Body = (
    HeaderBody
    | ProseBody
    | CodeBody
    | StepBody
    | OutputBody
    | AttachmentBody
    | NoteBody
    | ReceiptBody
    | LineageBody
    | ErrorBody
    | QuietBody
    | CardBody
    | FootBody
)


@dataclass(frozen=True, slots=True)
class Block:
    """One block.

    Attributes:
        key: Names it within its message, and stays the same while the message grows or a step is opened.
        kind: Which widget shows it.
        body: What that widget shows. An equal body needs no work.
        gap: Logical pixels above it within its message.
    """

    key: str
    kind: BlockKind
    body: Body
    gap: int = 8
