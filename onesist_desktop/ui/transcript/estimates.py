# SPDX-License-Identifier: MIT
"""How high blocks will probably be, from their text alone. Pure and cheap; whatever comes into view is measured."""

from __future__ import annotations

from dataclasses import dataclass

from onesist_desktop.core.messages import CommandPart, FileChangePart, Message, Role, TextPart, ToolCallPart
from onesist_desktop.ui.transcript.blocks import Block, CodeBody, ErrorBody, OutputBody, ProseBody

_HEADER = 24
_LINE = 22
_CODE_LINE = 20
_STEP = 36
_CARD = 220
_ERROR = 120
_LETTER = 6.6
_TEXT_INSET = 32
_MESSAGE_GAPS = 24
# A text of many short lines is looked at in its first part only; the rest is taken to be alike.
_SAMPLE = 4_000


@dataclass(frozen=True, slots=True)
class Measures:
    """What an estimate depends on: the width of a block in logical pixels, and how large text is, 1.0 being the design's size."""

    width: int
    scale: float = 1.0


def text_lines(text: str, letters: int) -> int:
    """Return about how many lines a text takes with so many letters in a line."""
    sample = text[:_SAMPLE]
    lines = sum(1 + len(line) // letters for line in sample.split("\n"))
    return lines if len(text) <= _SAMPLE else lines * len(text) // _SAMPLE


def block_height(block: Block, measures: Measures) -> int:
    """Return about how many logical pixels a block is high."""
    scale = measures.scale
    match block.body:
        case ProseBody(text=text):
            return round(text_lines(text.strip(), _letters(measures)) * _LINE * scale)
        case CodeBody(text=text, is_first=is_first, is_last=is_last):
            return round((text.count("\n") + 1) * _CODE_LINE * scale) + 12 * is_first + 12 * is_last
        case OutputBody(text=text, is_first=is_first, is_last=is_last):
            return round((text.count("\n") + 1) * _CODE_LINE * scale) + 12 * is_first + 40 * is_last
        case ErrorBody():
            return round(_ERROR * scale)
    return round(
        {"header": 24, "step": 32, "attachment": 32, "receipt": 40, "card": _CARD, "question": _CARD}.get(block.kind, 20) * scale
    )


def message_height(message: Message, measures: Measures) -> int:
    """Return about how many logical pixels a message is high, without cutting it into blocks."""
    height = 0
    letters = _letters(measures)
    for part in message.parts:
        match part:
            case TextPart(text=text):
                height += text_lines(text, letters) * _LINE
            case CommandPart() | ToolCallPart() | FileChangePart():
                height += _STEP
            case _:
                height += _STEP
    if message.role is Role.SYSTEM:
        return round(max(height, 40) * measures.scale)
    return round((height + _HEADER) * measures.scale) + _MESSAGE_GAPS


def _letters(measures: Measures) -> int:
    return max(8, int((measures.width - _TEXT_INSET) / (_LETTER * measures.scale)))
