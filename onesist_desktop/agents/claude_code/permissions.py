# SPDX-License-Identifier: MIT
"""What happens when Claude Code asks whether it may use a tool.

The program asks for everything that its own mode and the person's rules don't settle; which of that reaches the person
depends on our permission mode. *Full access* is not the program's own ``bypassPermissions``: that can't be used as root and
sets the person's *deny* rules aside. Instead we run it in its default mode and allow what it asks.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from enum import StrEnum

from onesist_desktop.agents.claude_code.json_reading import Json, as_dict, as_list, as_text, text_at
from onesist_desktop.core.answerer import PermissionMode
from onesist_desktop.core.turn_events import ApprovalAsked

ALLOW = "allow"
ALLOW_SESSION = "allow_session"
DENY = "deny"

QUESTION_TOOL = "AskUserQuestion"
PLAN_TOOL = "ExitPlanMode"
# Tools that look things up elsewhere and change nothing: in plan mode the person decides.
_ASKED_IN_PLAN = frozenset({"WebFetch", "WebSearch", "Skill", "Task", "Agent"})
_PLAN_SHOWN = "The plan was shown to the person, who works in plan-only mode. Stay in plan mode and end your turn now."
_PLAN_ONLY = "The person works in plan-only mode: nothing may be changed or run. Describe it in your plan instead."
_DENIED = "The person did not allow this."


class Ruling(StrEnum):
    """Who decides about a request."""

    ALLOW = "allow"
    DENY = "deny"
    ASK = "ask"


def rule(mode: PermissionMode, tool: str) -> Ruling:
    """Decide by our mode alone who answers a request for this tool."""
    if tool == QUESTION_TOOL:
        return Ruling.ASK
    if mode is PermissionMode.FULL_ACCESS:
        return Ruling.ALLOW
    if mode is PermissionMode.PLAN and tool not in _ASKED_IN_PLAN:
        return Ruling.DENY
    return Ruling.ASK


def allowed(request: Json) -> Json:
    """Build the answer that allows a request as it was asked."""
    return {"behavior": "allow", "updatedInput": as_dict(request.get("input"))}


def denied(request: Json, mode: PermissionMode = PermissionMode.ASK) -> Json:
    """Build the answer that denies a request; the model reads why and goes on."""
    if mode is PermissionMode.PLAN:
        return {"behavior": "deny", "message": _PLAN_SHOWN if request.get("tool_name") == PLAN_TOOL else _PLAN_ONLY}
    return {"behavior": "deny", "message": _DENIED}


@dataclass(slots=True)
class OpenRequest:
    """A request that waits for the person. One with several questions becomes several approvals, answered together.

    Attributes:
        request_id: The program's own id of it.
        request: The program's ``request`` object.
        asked: What the person is asked.
        answers: What was answered so far, by approval id.
    """

    request_id: str
    request: Json
    asked: tuple[ApprovalAsked, ...]
    answers: dict[str, str] = field(default_factory=dict)

    def decide(self, approval_id: str, option: str) -> Json | None:
        """Take an answer. Returns what to tell the program once all is answered. Unknown options are ignored."""
        approval = next((one for one in self.asked if one.request_id == approval_id), None)
        if approval is None or approval_id in self.answers or option not in approval.options:
            return None
        self.answers[approval_id] = option
        if option == DENY:
            return denied(self.request)
        if len(self.answers) < len(self.asked):
            return None
        answer = allowed(self.request)
        if self.request.get("tool_name") == QUESTION_TOOL:
            answers = {one.title: self.answers[one.request_id] for one in self.asked}
            answer["updatedInput"] = {**answer["updatedInput"], "answers": answers}
        elif option == ALLOW_SESSION:
            answer["updatedPermissions"] = session_rules(self.request)
        return answer


def open_request(request_id: str, request: Json) -> OpenRequest:
    """Turn a ``can_use_tool`` request into what a person is asked."""
    tool = as_text(request.get("tool_name"))
    given = as_dict(request.get("input"))
    call_id = as_text(request.get("tool_use_id"))
    questions = [as_dict(question) for question in as_list(given.get("questions"))] if tool == QUESTION_TOOL else []
    if questions:
        asked = tuple(
            ApprovalAsked(
                f"{request_id}:{number}", as_text(question.get("question")), _choices(question), tool, call_id, _options(question)
            )
            for number, question in enumerate(questions)
        )
        return OpenRequest(request_id, request, asked)
    options = (ALLOW, ALLOW_SESSION, DENY) if session_rules(request) else (ALLOW, DENY)
    title = text_at(request, "display_name", "tool_name")
    detail = text_at(given, "command", "file_path", "notebook_path", "plan", "url") or json.dumps(given, ensure_ascii=False)
    return OpenRequest(request_id, request, (ApprovalAsked(request_id, title, detail, tool, call_id, options),))


def session_rules(request: Json) -> list[Json]:
    """Choose from what the program suggests: rules that allow more of the same, kept for this session only.

    Its own destination would write them into a settings file of the project, and a changed mode would make our own
    display of the mode wrong.
    """
    suggested = [as_dict(one) for one in as_list(request.get("permission_suggestions"))]
    return [{**one, "destination": "session"} for one in suggested if one.get("type") in {"addRules", "addDirectories"}]


def _options(question: Json) -> tuple[str, ...]:
    labels = [as_text(as_dict(option).get("label")) for option in as_list(question.get("options"))]
    return (*dict.fromkeys(label for label in labels if label and label != DENY), DENY)


def _choices(question: Json) -> str:
    lines = []
    for option in map(as_dict, as_list(question.get("options"))):
        description = as_text(option.get("description"))
        lines.append(f"{as_text(option.get('label'))}: {description}" if description else as_text(option.get("label")))
    return "\n".join(lines)
