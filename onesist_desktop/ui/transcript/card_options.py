# SPDX-License-Identifier: MIT
"""Which options of a request are offered, in which order, and what kind of request it is. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum

from onesist_desktop.core.turn_events import ApprovalAsked, AskKind

CANCEL = "cancel"
_REFUSALS = ("deny", "reject", "cancel", "abort")
_LASTING = frozenset({"allow_always", "allow_session"})
_ALLOWING = frozenset({"allow", "allow_once"}) | _LASTING
_COMMAND_TOOLS = frozenset({"execute", "bash"})
_FILE_TOOLS = frozenset({"edit", "delete", "move", "write", "multiedit", "notebookedit"})
_QUESTION_TOOLS = frozenset({"askuserquestion"})


class Ask(StrEnum):
    """What an agent wants of the person."""

    COMMAND = "command"
    FILES = "files"
    QUESTION = "question"
    PLAN = "plan"
    OTHER = "other"


_KINDS = {AskKind.COMMAND: Ask.COMMAND, AskKind.EDIT: Ask.FILES, AskKind.PLAN: Ask.PLAN, AskKind.QUESTION: Ask.QUESTION}


def offered(options: Sequence[str]) -> list[str]:
    """Return the options to offer: what allows once first, what lasts after it, refusals last.

    *Cancel* is left out where there is another way to refuse: *Stop* ends the whole run.
    """
    can_refuse = any(is_refusal(option) and option != CANCEL for option in options)
    kept = [option for option in dict.fromkeys(options) if option != CANCEL or not can_refuse]
    return sorted(kept, key=lambda option: 2 if is_refusal(option) else int(option in _LASTING))


def is_refusal(option: str) -> bool:
    """Tell whether an option says no."""
    return option.lower().startswith(_REFUSALS)


def ask_of(request: ApprovalAsked) -> Ask:
    """Tell what kind of request it is: what the agent says, else what its tool and its options tell.

    Answers of the agent's own wording make it a question, whatever tool asks.
    """
    if request.kind in _KINDS:
        return _KINDS[request.kind]
    tool = request.tool.lower()
    if tool in _COMMAND_TOOLS:
        return Ask.COMMAND
    if tool in _FILE_TOOLS:
        return Ask.FILES
    answers = [option for option in request.options if not is_refusal(option)]
    if tool in _QUESTION_TOOLS or (tool in {"", "other"} and answers and not _ALLOWING.intersection(answers)):
        return Ask.QUESTION
    return Ask.OTHER


def refusal_of(options: Sequence[str]) -> str | None:
    """Return the option that says no this once; None where there is none."""
    refusals = [option for option in offered(options) if is_refusal(option)]
    return next((option for option in refusals if "always" not in option), refusals[0] if refusals else None)


def is_form(request: ApprovalAsked) -> bool:
    """Tell whether it is answered by choosing and writing, and not by one button."""
    return request.kind is AskKind.QUESTION and bool(request.questions)


def is_title_command(request: ApprovalAsked) -> bool:
    """Tell whether the title is the command itself, which is code; a title of its own has the command as its detail."""
    return ask_of(request) is Ask.COMMAND and request.detail in {"", request.title}
