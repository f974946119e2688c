# SPDX-License-Identifier: MIT
"""The blocks of one step: its row, and below it what it put out, as far as the person opened it."""

from __future__ import annotations

from dataclasses import dataclass

from onesist_desktop.core.ids import MessageId
from onesist_desktop.core.messages import (
    CallState,
    CommandPart,
    FileChangePart,
    Part,
    PlanPart,
    QuestionPart,
    ThinkingPart,
    ToolCallPart,
)
from onesist_desktop.ui.transcript import code_lines
from onesist_desktop.ui.transcript.blocks import Block, BlockKind, OutputBody, StepBody
from onesist_desktop.ui.transcript.plain_pieces import pieces_of
from onesist_desktop.ui.transcript.step_words import Step, step_of, waiting_step
from onesist_desktop.ui.transcript.stream_buffer import CODE_LINE, whole_letters

SHOWN_LINES = 12
"""Lines of an opened output until all are wanted."""

_SHOWN_LETTERS = 8_000


@dataclass(frozen=True, slots=True)
class StepLook:
    """What beside the part itself decides how a step looks.

    Attributes:
        title: Who answered.
        gap: Logical pixels above it.
        is_toggled: Whether the person opened what is closed by default, or the other way round.
        is_whole: Whether all of the output is wanted.
        is_waiting: Whether it waits for the person's answer.
        is_end: Whether a finished answer ended with it.
    """

    title: str
    gap: int
    is_toggled: bool
    is_whole: bool
    is_waiting: bool
    is_end: bool


def call_id_of(part: Part) -> str:
    """Return the id of a call, empty for what is none."""
    return part.call_id if isinstance(part, CommandPart | ToolCallPart | FileChangePart) else ""


def step_blocks(message_id: MessageId, ordinal: int, part: Part, look: StepLook) -> list[Block]:
    """Return the row of a step and its output; nothing for a part that is not to be seen."""
    step = step_of(part, look.title)
    if step is None:
        return []
    if look.is_waiting and step.is_running:
        step = waiting_step(step)
    failed_at_the_end = look.is_end and isinstance(part, CommandPart) and part.state is CallState.FAILED
    return blocks_of_step(message_id, ordinal, step, look, _tone(part), opens_by_itself=failed_at_the_end)


def blocks_of_step(
    message_id: MessageId, ordinal: int, step: Step, look: StepLook, tone: str = "code", *, opens_by_itself: bool = False
) -> list[Block]:
    """Return the row of a step that is worded already, and its output if it is opened."""
    has_output = bool(step.output.strip("\n"))
    is_opened = has_output and opens_by_itself != look.is_toggled
    row = StepBody(message_id, ordinal, step, is_opened, has_output)
    blocks = [Block(str(ordinal), BlockKind.STEP, row, look.gap)]
    if is_opened:
        blocks += _output_blocks(message_id, ordinal, step, tone, is_whole=look.is_whole)
    return blocks


def _tone(part: Part) -> str:
    match part:
        case FileChangePart():
            return "diff"
        case ThinkingPart() | PlanPart() | QuestionPart():
            return "text"
        case _:
            return "code"


def _output_blocks(message_id: MessageId, ordinal: int, step: Step, tone: str, *, is_whole: bool) -> list[Block]:
    text, held = whole_letters(step.output)
    text = text.rstrip("\n") + "\ufffd" * (held not in {"", "\r"})
    total = text.count("\n") + 1
    if not is_whole:
        shown = _last_lines(text)
        is_whole = len(shown) == len(text)
        count = shown.count("\n") + 1
        body = OutputBody(message_id, ordinal, shown, total, count, is_whole, tone=tone, is_running=step.is_running)
        return [Block(f"{ordinal}:o0", BlockKind.OUTPUT, body, 0)]
    pieces = list(pieces_of(text, code_lines.MAX_LINES, code_lines.MAX_LETTERS, 0 if tone == "text" else CODE_LINE))
    return [
        Block(
            f"{ordinal}:o{index}",
            BlockKind.OUTPUT,
            OutputBody(
                message_id,
                ordinal,
                piece.text,
                total,
                total,
                is_first=index == 0,
                is_last=index == len(pieces) - 1,
                tone=tone,
                is_running=step.is_running,
                joins=piece.joins,
            ),
            0,
        )
        for index, piece in enumerate(pieces)
    ]


def _last_lines(text: str) -> str:
    """Return the last lines, and of these no more than a screen could show."""
    start = len(text)
    for _ in range(SHOWN_LINES):
        start = text.rfind("\n", 0, start)
        if start < 0:
            break
    return text[start + 1 :][-_SHOWN_LETTERS:]
