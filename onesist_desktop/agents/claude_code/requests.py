# SPDX-License-Identifier: MIT
"""What Claude Code asks of a person: whether it may use a tool, what to choose, whether a plan will do."""

from __future__ import annotations

import json
from dataclasses import dataclass, field

from onesist_desktop.agents.claude_code.permissions import PLAN_TOOL, QUESTION_TOOL, allowed, denied
from onesist_desktop.agents.claude_code.tools import EDIT_TOOLS, SHELL_TOOLS
from onesist_desktop.agents.json_reading import Json, as_dict, as_list, as_text, text_at
from onesist_desktop.core.answerer import Answers
from onesist_desktop.core.turn_events import (
    ALLOW,
    ALLOW_SESSION,
    ANSWER,
    DENY,
    ApprovalAsked,
    ApprovalClosed,
    AskedChoice,
    AskedQuestion,
    AskKind,
)


@dataclass(frozen=True, slots=True)
class OpenRequest:
    """A request that waits for the person.

    Attributes:
        request: The program's ``request`` object.
        asked: What the person is asked.
    """

    request: Json
    asked: ApprovalAsked = field(repr=False)

    def decide(self, option: str, word: str, answers: Answers) -> tuple[ApprovalClosed, Json] | None:
        """Return what closes it and what to tell the program; None for an option that wasn't offered."""
        if option not in self.asked.options:
            return None
        if option == DENY:
            return ApprovalClosed(self.asked.request_id, DENY, word), denied(self.request, word=word.strip())
        if option == ANSWER:
            return self._answered(answers)
        answer = allowed(self.request)
        if option == ALLOW_SESSION:
            answer["updatedPermissions"] = session_rules(self.request)
        return ApprovalClosed(self.asked.request_id, option), answer

    def _answered(self, answers: Answers) -> tuple[ApprovalClosed, Json]:
        given = [tuple(text for text in answer if text.strip()) for answer in answers]
        given += [()] * (len(self.asked.questions) - len(given))
        closed = ApprovalClosed(self.asked.request_id, ANSWER, answers=tuple(given))
        # The program takes one text for each question, and its own window joins several choices like this.
        told = {question.text: ", ".join(texts) for question, texts in zip(self.asked.questions, given, strict=False) if texts}
        if not told:
            return closed, denied(self.request)
        answer = allowed(self.request)
        return closed, {**answer, "updatedInput": {**answer["updatedInput"], "answers": told}}


def open_request(request_id: str, request: Json, cwd: str = "", diff: str = "", plan: str = "") -> OpenRequest:
    """Turn a ``can_use_tool`` request into what a person is asked.

    Args:
        request_id: The program's own id of it.
        request: The program's ``request`` object.
        cwd: Folder in which it would happen; empty where that isn't known.
        diff: What an edit would change.
        plan: The plan, where the request doesn't hold it.
    """
    tool = as_text(request.get("tool_name"))
    given = as_dict(request.get("input"))
    call_id = as_text(request.get("tool_use_id"))
    questions = _questions(given) if tool == QUESTION_TOOL else ()
    if questions:
        title = questions[0].text
        asked = ApprovalAsked(
            request_id, title, "", tool, call_id, (ANSWER, DENY), kind=AskKind.QUESTION, questions=questions, takes_word=True
        )
        return OpenRequest(request, asked)
    kind = kind_of(tool)
    asked = ApprovalAsked(
        request_id,
        text_at(request, "title", "display_name", "tool_name"),
        _detail(kind, given, plan),
        tool,
        call_id,
        (ALLOW, ALLOW_SESSION, DENY) if session_rules(request) else (ALLOW, DENY),
        kind=kind,
        cwd="" if kind is AskKind.PLAN else cwd,
        reason=_reason(kind, request, given),
        diff=diff,
        takes_word=True,
    )
    return OpenRequest(request, asked)


def kind_of(tool: str) -> AskKind:
    """Tell what a request for this tool is about."""
    if tool in SHELL_TOOLS:
        return AskKind.COMMAND
    if tool in EDIT_TOOLS:
        return AskKind.EDIT
    return AskKind.PLAN if tool == PLAN_TOOL else AskKind.TOOL


def session_rules(request: Json) -> list[Json]:
    """Choose from what the program suggests: rules that allow more of the same, kept for this session only.

    Its own destination would write them into a settings file of the project, and a changed mode would make our own
    display of the mode wrong.
    """
    suggested = [as_dict(one) for one in as_list(request.get("permission_suggestions"))]
    return [{**one, "destination": "session"} for one in suggested if one.get("type") in {"addRules", "addDirectories"}]


def _detail(kind: AskKind, given: Json, plan: str) -> str:
    if kind is AskKind.PLAN and (told := as_text(given.get("plan")) or plan):
        return told
    return text_at(given, "command", "file_path", "notebook_path", "url") or json.dumps(given, ensure_ascii=False)


def _reason(kind: AskKind, request: Json, given: Json) -> str:
    # What describes an edit is its path again.
    described = text_at(request, "description") or text_at(given, "description") if kind is AskKind.COMMAND else ""
    return "\n".join(dict.fromkeys(text for text in (text_at(request, "decision_reason"), described) if text))


def _questions(given: Json) -> tuple[AskedQuestion, ...]:
    rows = [as_dict(row) for row in as_list(given.get("questions"))]
    return tuple(
        AskedQuestion(
            as_text(row.get("question")),
            as_text(row.get("header")),
            _choices(row),
            is_multiple=row.get("multiSelect") is True,
            # The program's own window always offers to write something else.
            takes_text=True,
        )
        for row in rows
        if as_text(row.get("question"))
    )


def _choices(question: Json) -> tuple[AskedChoice, ...]:
    rows = [as_dict(row) for row in as_list(question.get("options"))]
    return tuple(
        AskedChoice(as_text(row.get("label")), as_text(row.get("description"))) for row in rows if as_text(row.get("label"))
    )
