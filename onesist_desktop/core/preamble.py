# SPDX-License-Identifier: MIT
"""The state of the work in a few lines, for whoever joins a conversation. Read off the messages, never made up by a model.

The same messages always give the same lines. What comes first matters most: a preamble is cut at its end.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from onesist_desktop.core.handoff_text import PreambleWords, wording_for
from onesist_desktop.core.messages import (
    CallState,
    CommandPart,
    ErrorPart,
    FileChangePart,
    Message,
    MessageKind,
    MessageStatus,
    Part,
    PlanPart,
    PlanState,
    QuestionPart,
    Role,
)
from onesist_desktop.core.turn_events import AskKind

MOST_FILES = 12
MOST_TESTS = 2
MOST_COMMANDS = 4
MOST_STEPS = 6
MOST_OPEN = 3
_MOST_CHARS = 160
_TEST = re.compile(
    r"(?<![\w./-])(?:tests?|pytest|unittest|vitest|jest|mocha|rspec|phpunit|tox|nox|ctest)(?![\w./-])",
    re.IGNORECASE,
)


def preamble_lines(messages: Sequence[Message], *, locale: str = "en") -> list[str]:
    """Return what is open and what was done last, as lines without line breaks.

    Changed files, tests and commands with their last result, open steps of the plan, open questions and approvals, and what is
    known to have failed. Questions and failures are those of the last answer: what was said after others has settled them.

    Args:
        messages: The newest of a thread, oldest first; what isn't content is ignored.
        locale: Language of the words around; commands, names and texts stay as they are.
    """
    words = wording_for(locale).preamble
    content = [message for message in messages if message.is_content and message.kind is not MessageKind.MERGE]
    last = _last_answer(content)
    return [
        *_file_lines(_parts(content), words),
        *_command_lines(_parts(content), words),
        *_plan_lines(_parts(content), words),
        *_question_lines(_parts(last), words),
        *_failure_lines(last, words),
    ]


def _parts(messages: Iterable[Message]) -> Iterator[Part]:
    return (part for message in messages for part in message.parts)


def _last_answer(content: Sequence[Message]) -> list[Message]:
    """Return what was answered after the person's last message."""
    users = [place for place, message in enumerate(content) if message.role is Role.USER]
    return list(content[users[-1] + 1 if users else 0 :])


def _file_lines(parts: Iterable[Part], words: PreambleWords) -> list[str]:
    names: dict[str, None] = {}
    for part in parts:
        if isinstance(part, FileChangePart) and part.state not in {CallState.FAILED, CallState.REFUSED}:
            # The newest comes first in the end.
            names.pop(part.path, None)
            names[part.path] = None
    shown = ", ".join(_line(name) for name in list(reversed(names))[:MOST_FILES])
    if len(names) > MOST_FILES:
        return [words.files_more.format(names=shown, count=len(names) - MOST_FILES)]
    return [words.files.format(names=shown)] if names else []


def _command_lines(parts: Iterable[Part], words: PreambleWords) -> list[str]:
    results: dict[str, CommandPart] = {}
    for part in parts:
        if isinstance(part, CommandPart) and part.command.strip():
            results.pop(part.command, None)
            results[part.command] = part
    newest = list(reversed(results.values()))
    tests = [part for part in newest if _TEST.search(part.command)][:MOST_TESTS]
    others = [part for part in newest if not _TEST.search(part.command)][:MOST_COMMANDS]
    lines = [words.test.format(command=_line(part.command), result=_result(part, words)) for part in tests]
    return lines + [words.command.format(command=_line(part.command), result=_result(part, words)) for part in others]


def _result(part: CommandPart, words: PreambleWords) -> str:
    if part.state is CallState.REFUSED:
        return words.refused
    if part.state in {CallState.STOPPED, CallState.RUNNING}:
        return words.stopped
    if part.exit_code:
        return words.failed_code.format(code=part.exit_code)
    return words.failed if part.state is CallState.FAILED else words.worked


def _plan_lines(parts: Iterable[Part], words: PreambleWords) -> list[str]:
    plans = [part for part in parts if isinstance(part, PlanPart) and part.entries]
    steps = [entry.text for entry in plans[-1].entries if entry.state is not PlanState.DONE] if plans else []
    return [words.plan.format(text=_line(step)) for step in steps[:MOST_STEPS]]


def _question_lines(parts: Iterable[Part], words: PreambleWords) -> list[str]:
    asked = [part for part in parts if isinstance(part, QuestionPart) and part.answer is None]
    return [
        (words.question if part.kind in {"", AskKind.QUESTION} else words.approval).format(text=_line(part.question))
        for part in asked[-MOST_OPEN:]
    ]


def _failure_lines(answer: Sequence[Message], words: PreambleWords) -> list[str]:
    errors = [part for part in _parts(answer) if isinstance(part, ErrorPart)]
    lines = [
        words.error.format(text=_line(f"{part.reason}: {part.detail}" if part.detail.strip() else part.reason))
        for part in errors[-MOST_OPEN:]
    ]
    was_cut_off = any(message.status is MessageStatus.INTERRUPTED for message in answer)
    return [*lines, words.interrupted] if was_cut_off and not errors else lines


def _line(text: str) -> str:
    """Return a text as one line that isn't endless."""
    shown = " ".join(text[: _MOST_CHARS * 4].split())
    return shown if len(shown) <= _MOST_CHARS else shown[: _MOST_CHARS - 1] + "…"
