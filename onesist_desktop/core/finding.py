# SPDX-License-Identifier: MIT
"""Finding a text in what messages say. The search and the marks on the screen both follow these rules, so that they agree.

Case doesn't matter (Unicode case folding), and found places never overlap.
"""

from __future__ import annotations

from collections.abc import Iterator

from onesist_desktop.core.messages import (
    AttachmentPart,
    CommandPart,
    FileChangePart,
    Message,
    MessageKind,
    Part,
    PlanPart,
    QuestionPart,
    TextPart,
    ThinkingPart,
    ToolCallPart,
)


def part_texts(part: Part) -> tuple[str, ...]:
    """Return the texts of a part that a person can come to see, such as a command and its output."""
    match part:
        case TextPart(text) | ThinkingPart(text):
            return (text,)
        case CommandPart():
            return (part.command, part.output)
        case ToolCallPart():
            return (part.name, part.arguments, part.result)
        case FileChangePart():
            return (part.path, part.diff)
        case AttachmentPart():
            return (part.name,)
        case PlanPart(entries):
            return tuple(entry.text for entry in entries)
        case QuestionPart():
            return (part.question, *part.options, part.answer or "", *([part.word] if part.word else []))
        case _:
            return (part.detail,)


def message_texts(message: Message) -> Iterator[tuple[int, tuple[str, ...]]]:
    """Yield the ordinal of each part with its texts. An error notice has no parts; its program's own words count as part 0."""
    if message.kind is MessageKind.ERROR and not message.parts:
        yield 0, (str(message.data.get("detail", "")),)
    for ordinal, part in enumerate(message.parts):
        yield ordinal, part_texts(part)


def count_found(text: str, sought: str) -> int:
    """Return how often ``sought`` stands in ``text``."""
    folded = sought.casefold()
    return text.casefold().count(folded) if folded else 0


def places_of(text: str, sought: str) -> list[tuple[int, int]]:
    """List where ``sought`` stands in ``text``, as start and end; exactly :func:`count_found` of them.

    Folding may make a text longer (``ß`` becomes ``ss``). A place that begins or ends inside such a letter takes all of it in.
    """
    folded, wanted = text.casefold(), sought.casefold()
    if not wanted:
        return []
    starts = []
    at = folded.find(wanted)
    while at >= 0:
        starts.append(at)
        at = folded.find(wanted, at + len(wanted))
    # Folding never makes a text shorter, so at the same length every letter kept its place.
    if not starts or len(folded) == len(text):
        return [(start, start + len(wanted)) for start in starts]
    letters = [index for index, letter in enumerate(text) for _ in letter.casefold()]
    return [(letters[start], letters[start + len(wanted) - 1] + 1) for start in starts]
