# SPDX-License-Identifier: MIT
"""What happens when Claude Code asks whether it may use a tool.

The program asks for everything that its own mode and the person's rules don't settle; which of that reaches the person
depends on our permission mode. *Full access* is not the program's own ``bypassPermissions``: that can't be used as root and
sets the person's *deny* rules aside. Instead we run it in its default mode and allow what it asks.
"""

from __future__ import annotations

from enum import StrEnum

from onesist_desktop.agents.json_reading import Json, as_dict
from onesist_desktop.core.answerer import PermissionMode

QUESTION_TOOL = "AskUserQuestion"
PLAN_TOOL = "ExitPlanMode"
# Tools that look things up elsewhere and change nothing: in plan mode the person decides.
_ASKED_IN_PLAN = frozenset({"WebFetch", "WebSearch", "Skill", "Task", "Agent"})
_PLAN_SHOWN = "The plan was shown to the person, who works in plan-only mode. Stay in plan mode and end your turn now."
_PLAN_ONLY = "The person works in plan-only mode: nothing may be changed or run. Describe it in your plan instead."
_DENIED = "The person did not allow this."
_UNANSWERED = "The person did not answer this."


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


def denied(request: Json, mode: PermissionMode = PermissionMode.ASK, word: str = "") -> Json:
    """Build the answer that denies a request; the model reads why and goes on. ``word`` is what the person says with it."""
    tool = request.get("tool_name")
    if mode is PermissionMode.PLAN and not word:
        return {"behavior": "deny", "message": _PLAN_SHOWN if tool == PLAN_TOOL else _PLAN_ONLY}
    reason = _UNANSWERED if tool == QUESTION_TOOL else _DENIED
    return {"behavior": "deny", "message": f"{reason} They say: {word}" if word else reason}
