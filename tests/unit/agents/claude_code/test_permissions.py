# SPDX-License-Identifier: MIT
"""Who decides about a tool, and what the program is told."""

from __future__ import annotations

from typing import Any

import pytest

from onesist_desktop.agents.claude_code.permissions import Ruling, denied, open_request, rule
from onesist_desktop.core.answerer import PermissionMode

Json = dict[str, Any]
BASH: Json = {
    "tool_name": "Bash",
    "display_name": "Bash",
    "input": {"command": "touch x"},
    "tool_use_id": "t1",
    "permission_suggestions": [
        {"type": "addRules", "rules": [{"toolName": "Bash"}], "behavior": "allow", "destination": "localSettings"},
        {"type": "setMode", "mode": "acceptEdits", "destination": "session"},
    ],
}


@pytest.mark.parametrize(
    ("mode", "tool", "ruling"),
    [
        (PermissionMode.ASK, "Bash", Ruling.ASK),
        (PermissionMode.ACCEPT_EDITS, "Bash", Ruling.ASK),
        (PermissionMode.PLAN, "Bash", Ruling.DENY),
        (PermissionMode.PLAN, "Write", Ruling.DENY),
        (PermissionMode.PLAN, "ExitPlanMode", Ruling.DENY),
        (PermissionMode.PLAN, "BrandNewTool", Ruling.DENY),
        (PermissionMode.PLAN, "WebFetch", Ruling.ASK),
        (PermissionMode.FULL_ACCESS, "Bash", Ruling.ALLOW),
        (PermissionMode.FULL_ACCESS, "AskUserQuestion", Ruling.ASK),
        (PermissionMode.PLAN, "AskUserQuestion", Ruling.ASK),
    ],
)
def test_who_decides(mode: PermissionMode, tool: str, ruling: Ruling) -> None:
    assert rule(mode, tool) is ruling


def test_allowed_for_the_session_writes_no_settings_file_and_changes_no_mode() -> None:
    opened = open_request("r", BASH)
    assert opened.asked[0].options == ("allow", "allow_session", "deny")
    answer = opened.decide("r", "allow_session")
    assert answer == {
        "behavior": "allow",
        "updatedInput": {"command": "touch x"},
        "updatedPermissions": [
            {"type": "addRules", "rules": [{"toolName": "Bash"}], "behavior": "allow", "destination": "session"}
        ],
    }


def test_without_a_rule_to_keep_there_is_no_such_option() -> None:
    opened = open_request("r", {**BASH, "permission_suggestions": BASH["permission_suggestions"][1:]})
    assert opened.asked[0].options == ("allow", "deny")
    assert opened.decide("r", "allow_session") is None
    assert opened.decide("r", "allow") == {"behavior": "allow", "updatedInput": {"command": "touch x"}}


def test_an_answer_counts_once() -> None:
    opened = open_request("r", BASH)
    assert opened.decide("r", "deny") == denied(BASH)
    assert opened.decide("r", "allow") is None


def test_several_questions_are_answered_together() -> None:
    questions = [{"question": f"Q{n}?", "options": [{"label": "A"}, {"label": "B", "description": "b"}]} for n in range(2)]
    opened = open_request("r", {"tool_name": "AskUserQuestion", "input": {"questions": questions}, "tool_use_id": "t"})
    assert [(asked.request_id, asked.title, asked.options) for asked in opened.asked] == [
        ("r:0", "Q0?", ("A", "B", "deny")),
        ("r:1", "Q1?", ("A", "B", "deny")),
    ]
    assert opened.decide("r:1", "B") is None
    answer = opened.decide("r:0", "A")
    assert answer is not None
    assert answer["updatedInput"] == {"questions": questions, "answers": {"Q0?": "A", "Q1?": "B"}}


def test_in_plan_mode_the_model_is_told_why() -> None:
    assert "plan" in denied({"tool_name": "ExitPlanMode"}, PermissionMode.PLAN)["message"]
    assert denied({"tool_name": "Bash"}, PermissionMode.PLAN) != denied({"tool_name": "Bash"})


def test_a_request_of_any_shape_can_be_shown() -> None:
    opened = open_request("r", {"tool_name": "X", "input": None, "permission_suggestions": "none"})
    assert opened.asked[0].options == ("allow", "deny")
