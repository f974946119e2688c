# SPDX-License-Identifier: MIT
"""The plain commands that the practice providers obey, and how a prompt is taken apart for them.

Commands stand on lines of their own in the *new* message only: what a handoff quotes from earlier messages is history and
must never run, so :func:`split_prompt` cuts it off first.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum

MAX_SLOW_WORDS = 5_000

_CONTEXT_HEADING = re.compile(r"^## (?:Context from Onesist|Konteks dari Onesist)\b", re.MULTILINE)
_MESSAGE_HEADING = re.compile(r"^## (?:New message from the user|Pesan baru dari pengguna)\b[^\n]*(?:\n|\Z)", re.MULTILINE)
_ITEM_HEADING = re.compile(r"^### (.+ \(#\d+[^\n]*\))$", re.MULTILINE)


class PracticeKind(StrEnum):
    """What a line of the new message asks for."""

    RUN = "run"
    WRITE = "write"
    ASK = "ask"
    FAIL = "fail"
    SLOW = "slow"
    THINK = "think"
    PLAN = "plan"
    READ_HISTORY = "read_history"
    LONG = "long"
    KNOW = "know"


@dataclass(frozen=True, slots=True)
class PracticeCommand:
    """One command.

    Attributes:
        argument: The shell command, the question, or the text to write.
        path: The file to write, as the person typed it.
        count: How many words to stream slowly.
    """

    kind: PracticeKind
    argument: str = ""
    path: str = ""
    count: int = 0


@dataclass(frozen=True, slots=True)
class PromptPieces:
    """A prompt in two: the handoff block (with its headings, empty for none) and the person's own message."""

    context: str
    message: str


_WITH_ARGUMENT = {
    "run": PracticeKind.RUN,
    "jalankan": PracticeKind.RUN,
    "write": PracticeKind.WRITE,
    "tulis": PracticeKind.WRITE,
    "ask": PracticeKind.ASK,
    "tanya": PracticeKind.ASK,
}
_WORDS = {
    "fail": PracticeKind.FAIL,
    "gagal": PracticeKind.FAIL,
    "think": PracticeKind.THINK,
    "pikirkan": PracticeKind.THINK,
    "plan": PracticeKind.PLAN,
    "rencana": PracticeKind.PLAN,
    "long": PracticeKind.LONG,
    "panjang": PracticeKind.LONG,
    "read history": PracticeKind.READ_HISTORY,
    "baca riwayat": PracticeKind.READ_HISTORY,
    "what do you know": PracticeKind.KNOW,
    "apa yang kamu tahu": PracticeKind.KNOW,
}
_SLOW = re.compile(r"(?:slow|pelan)(?:\s+(\d{1,6}))?", re.IGNORECASE)
DEFAULT_SLOW_WORDS = 40


def parse_commands(message: str) -> tuple[PracticeCommand, ...]:
    """List the commands of a message, one per line, in order. Other lines are just talk."""
    found = (_parse_line(line.strip()) for line in message.splitlines())
    return tuple(command for command in found if command is not None)


def split_prompt(text: str) -> PromptPieces:
    """Take a prompt apart that came as one text.

    The first heading of a new message ends the context: inside a handoff such headings are escaped, so a later one was
    written by the person.
    """
    if _CONTEXT_HEADING.match(text.lstrip()):
        heading = _MESSAGE_HEADING.search(text)
        if heading is not None:
            return PromptPieces(text[: heading.end()].strip(), text[heading.end() :].strip())
    return PromptPieces("", text.strip())


def item_headings(context: str) -> tuple[str, ...]:
    """List the headings of the items in a handoff block, in order."""
    return tuple(match.group(1).strip() for match in _ITEM_HEADING.finditer(context))


def _parse_line(line: str) -> PracticeCommand | None:
    head, colon, rest = line.partition(":")
    kind = _WITH_ARGUMENT.get(head.strip().lower()) if colon else None
    argument = rest.strip()
    if kind is PracticeKind.WRITE:
        path, _, content = argument.partition(" ")
        return PracticeCommand(kind, content.strip(), path=path) if path else None
    if kind is not None:
        return PracticeCommand(kind, argument) if argument else None
    slow = _SLOW.fullmatch(line)
    if slow is not None:
        return PracticeCommand(PracticeKind.SLOW, count=min(int(slow.group(1) or DEFAULT_SLOW_WORDS), MAX_SLOW_WORDS))
    word = _WORDS.get(" ".join(line.lower().rstrip("?!.").split()))
    return PracticeCommand(word) if word is not None else None
