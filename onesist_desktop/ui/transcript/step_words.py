# SPDX-License-Identifier: MIT
"""Commands, tool calls, file changes, plans and thinking, each worded as one row. Knows Qt for its translations only."""

from __future__ import annotations

from dataclasses import dataclass, replace

from PySide6.QtCore import QCoreApplication

from onesist_desktop.core.messages import (
    CallState,
    ChangeKind,
    CommandPart,
    ErrorPart,
    FileChangePart,
    Part,
    PlanPart,
    PlanState,
    QuestionPart,
    ThinkingPart,
    ToolCallPart,
)
from onesist_desktop.core.turn_events import ANSWER, AskKind
from onesist_desktop.ui.language import fill
from onesist_desktop.ui.transcript.notices import failure_words
from onesist_desktop.ui.words import state_text

_SHORT_ANSWER = 48
_REFUSALS = ("deny", "reject", "cancel", "abort")


@dataclass(frozen=True, slots=True)
class Step:
    """A row in words. ``what`` is set in the code font where ``is_code``; ``output`` is what opening shows."""

    glyph: str
    what: str
    result: str
    tone: str
    output: str = ""
    is_code: bool = False
    label: str = ""
    is_running: bool = False


def step_of(part: Part, title: str) -> Step | None:
    """Word a part as a row; None for parts that are not steps. ``title`` names who answered."""
    match part:
        case CommandPart():
            result, tone = _call_result(part.state, part.exit_code)
            first_line = part.command.strip().split("\n")[0]
            output = part.output if first_line == part.command.strip() else f"$ {part.command}\n{part.output}"
            return Step("terminal", first_line, result, tone, output, is_code=True, is_running=part.state is CallState.RUNNING)
        case ToolCallPart():
            result, tone = _call_result(part.state, None)
            output = "\n\n".join(text for text in (part.arguments, part.result) if text)
            return Step("wrench", part.name, result, tone, output, is_running=part.state is CallState.RUNNING)
        case FileChangePart():
            return _file_step(part)
        case PlanPart(entries):
            done = sum(entry.state is PlanState.DONE for entry in entries)
            signs = {PlanState.DONE: "✓", PlanState.ACTIVE: "→", PlanState.OPEN: "·"}
            text = QCoreApplication.translate("Steps", "%1 of %2 done")
            lines = "\n".join(f"{signs[entry.state]} {entry.text}" for entry in entries)
            return Step("plan", QCoreApplication.translate("Steps", "Plan"), fill(text, done, len(entries)), "secondary", lines)
        case ThinkingPart(text):
            return Step("thinking", QCoreApplication.translate("Steps", "Thinking"), "", "secondary", text)
        case QuestionPart():
            return _question_step(part)
        case ErrorPart(reason, detail):
            return Step("x_circle", failure_words(reason, title).what, "", "danger", detail)
        case _:
            return None


def waiting_step(step: Step) -> Step:
    """Word a running step that waits for a person's answer."""
    return replace(step, result=QCoreApplication.translate("Steps", "waits for you"), tone="warning", is_running=False)


def _call_result(state: CallState, exit_code: int | None) -> tuple[str, str]:
    tone = {CallState.WORKED: "success", CallState.FAILED: "danger", CallState.REFUSED: "danger"}.get(state, "secondary")
    if state is CallState.FAILED and exit_code is not None:
        return fill(QCoreApplication.translate("Steps", "failed · exit code %1"), exit_code), tone
    if state is CallState.STOPPED:
        return QCoreApplication.translate("Steps", "stopped by you"), tone
    return state_text(state), tone


def _file_step(part: FileChangePart) -> Step:
    match part.change:
        case ChangeKind.ADDED:
            glyph, label = "plus", QCoreApplication.translate("Steps", "Added")
        case ChangeKind.DELETED:
            glyph, label = "minus", QCoreApplication.translate("Steps", "Deleted")
        case ChangeKind.RENAMED:
            glyph, label = "arrow_right", QCoreApplication.translate("Steps", "Renamed")
        case ChangeKind.CHANGED:
            glyph, label = "pencil", QCoreApplication.translate("Steps", "Changed")
    lines = part.diff.split("\n")
    added = sum(line.startswith("+") and not line.startswith("+++") for line in lines)
    removed = sum(line.startswith("-") and not line.startswith("---") for line in lines)
    result, tone = (f"+{added} −{removed}", "secondary") if part.diff else ("", "secondary")
    if part.state is not CallState.WORKED:
        result, tone = _call_result(part.state, None)
    return Step(glyph, part.path, result, tone, part.diff, is_code=True, label=label, is_running=part.state is CallState.RUNNING)


def _question_step(part: QuestionPart) -> Step | None:
    if not part.expired and part.answer is None:
        return None
    # An agent often asks with a title and then the same as a detail.
    lines = part.question.strip().split("\n")
    middle = len(lines) // 2
    if len(lines) > 1 and lines[:middle] == lines[middle:]:
        lines = lines[:middle]
    below = ["\n".join(lines)] if len(lines) > 1 else []
    result, tone = decided_text(part)
    word = part.word.strip()
    if word and not part.expired:
        answered = QCoreApplication.translate("Steps", "You answered: %1")
        said = QCoreApplication.translate("Steps", "You said: %1")
        below.append(fill(answered if _is_answer(part) else said, word))
    glyph = "question" if part.kind == AskKind.QUESTION else "hand"
    is_code = part.kind == AskKind.COMMAND
    return Step(glyph, lines[0], result, tone, "\n\n".join(below), is_code=is_code)


def decided_text(part: QuestionPart) -> tuple[str, str]:
    """Word what was decided, and its tone."""
    if part.expired:
        return QCoreApplication.translate("Steps", "no answer before Onesist closed"), "secondary"
    if _is_answer(part):
        word = " ".join(part.word.split())
        if word and len(word) <= _SHORT_ANSWER:
            return fill(QCoreApplication.translate("Steps", "you answered: %1"), word), "secondary"
        return QCoreApplication.translate("Steps", "you answered"), "secondary"
    option = part.answer or ""
    if part.kind == AskKind.QUESTION and option.startswith(_REFUSALS):
        return QCoreApplication.translate("Steps", "you didn't answer"), "secondary"
    match option:
        case "allow" | "allow_once":
            return QCoreApplication.translate("Steps", "you allowed it once"), "secondary"
        case "allow_always" | "allow_session":
            return QCoreApplication.translate("Steps", "you allowed it in this thread"), "secondary"
        case "deny" | "reject" | "reject_once" | "cancel" | "deny_always" | "reject_always":
            return QCoreApplication.translate("Steps", "you didn't allow it"), "secondary"
        case _:
            return fill(QCoreApplication.translate("Steps", "you chose: %1"), option_text(option)), "secondary"


def _is_answer(part: QuestionPart) -> bool:
    return part.answer == ANSWER


def option_text(option: str) -> str:
    """Word an option of an approval. Ids that an agent made up are shown as they are."""
    match option:
        case "allow" | "allow_once":
            return QCoreApplication.translate("Steps", "Allow once")
        case "allow_always" | "allow_session":
            return QCoreApplication.translate("Steps", "Allow in this thread")
        case "deny" | "reject" | "reject_once" | "cancel":
            return QCoreApplication.translate("Steps", "Don't allow")
        case "deny_always" | "reject_always":
            return QCoreApplication.translate("Steps", "Never allow in this thread")
        case _:
            return option.replace("_", " ")
