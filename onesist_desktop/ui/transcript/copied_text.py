# SPDX-License-Identifier: MIT
"""What copying gives: selected blocks as plain text, or as the Markdown they were written in."""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from dataclasses import dataclass

from onesist_desktop.ui.transcript.blocks import Block, CodeBody, OutputBody, ProseBody, StepBody
from onesist_desktop.ui.transcript.text_selection import Span


@dataclass(frozen=True, slots=True)
class SelectedMessage:
    """The selected blocks of one message. ``name`` is who wrote it; empty for what nobody wrote."""

    name: str
    blocks: Sequence[tuple[Block, Span]]


Copying = Generator[None, None, str]
"""Works a text out step by step, which may be left off between steps; the text is what it returns."""

DisplayedText = Callable[[Block], str]
"""Returns the text of a block as it is displayed, without markup."""


def copied(messages: Sequence[SelectedMessage], displayed: DisplayedText, *, as_markdown: bool) -> str:
    """Join selected blocks. With more than one message, each begins with who wrote it."""
    return at_once(copying(messages, displayed, as_markdown=as_markdown))


def at_once(steps: Copying) -> str:
    """Take all steps of a copy and return its text."""
    while True:
        try:
            next(steps)
        except StopIteration as done:
            return str(done.value)


def copying(messages: Sequence[SelectedMessage], displayed: DisplayedText, *, as_markdown: bool) -> Copying:
    """Do what :func:`copied` does, block by block."""
    texts = []
    for message in messages:
        text = yield from _message_text(message.blocks, displayed, as_markdown=as_markdown)
        if text:
            texts.append((message.name, text))
    if len(texts) < 2:
        return texts[0][1] if texts else ""
    pattern = "**{}**\n\n{}" if as_markdown else "{}:\n{}"
    return "\n\n".join(pattern.format(name, text) if name else text for name, text in texts)


def _message_text(blocks: Sequence[tuple[Block, Span]], displayed: DisplayedText, *, as_markdown: bool) -> Copying:
    written: list[str] = []
    before: Block | None = None
    fence = _fence([block.body.text for block, _ in blocks if isinstance(block.body, CodeBody | OutputBody)])
    for block, span in blocks:
        text = _markdown(block, span, displayed, fence) if as_markdown else span.of(displayed(block))
        if not text:
            continue
        if before is not None:
            written.append(_joint(before, block, as_markdown=as_markdown))
        written.append(text)
        before = block
        yield
    return "".join(written)


def _joint(before: Block, block: Block, *, as_markdown: bool) -> str:
    """Return what stands between two blocks: nothing inside a cut line, a line end inside code, else an empty line."""
    body, body_before = block.body, before.body
    if isinstance(body, ProseBody | CodeBody | OutputBody) and body.joins:
        return ""
    if isinstance(body, ProseBody) and body.continues:
        return "\n"
    if isinstance(body, CodeBody | OutputBody) and isinstance(body_before, type(body)) and not body.is_first:
        return "\n"
    if not as_markdown and (isinstance(body, StepBody) or isinstance(body_before, StepBody)):
        return "\n"
    return "\n\n"


def _markdown(block: Block, span: Span, displayed: DisplayedText, fence: str) -> str:
    """Return a block as it was written. A part of prose is what is displayed: its markup may begin outside the part."""
    body = block.body
    match body:
        case ProseBody(text):
            shown = "" if span.is_whole else displayed(block)
            # Dragged from the first letter to the last, all of it is meant as well.
            is_whole = span.is_whole or (span.start == 0 and span.end >= len(shown))
            return text if is_whole else span.of(shown)
        case CodeBody(text, language):
            head = f"{fence}{language}\n" if body.is_first else ""
            return head + span.of(text) + (f"\n{fence}" if body.is_last else "")
        case OutputBody():
            return (f"{fence}\n" if body.is_first else "") + span.of(body.text) + (f"\n{fence}" if body.is_last else "")
        case StepBody():
            return f"- `{displayed(block)}`"
        case _:
            return span.of(displayed(block))


def _fence(texts: Sequence[str]) -> str:
    """Return a fence that none of the texts holds. One for all: code that was cut into chunks begins and ends with the same."""
    fence = "```"
    while any(fence in text for text in texts):
        fence += "`"
    return fence
