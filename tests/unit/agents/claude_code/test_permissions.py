# SPDX-License-Identifier: MIT
"""Who decides about a tool, and what the program is told."""

from __future__ import annotations

from typing import Any

import pytest

from onesist_desktop.agents.claude_code.permissions import Ruling, denied, rule
from onesist_desktop.core.answerer import PermissionMode

Json = dict[str, Any]


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


def test_in_plan_mode_the_model_is_told_why() -> None:
    assert "plan" in denied({"tool_name": "ExitPlanMode"}, PermissionMode.PLAN)["message"]
    assert denied({"tool_name": "Bash"}, PermissionMode.PLAN) != denied({"tool_name": "Bash"})


def test_what_the_person_says_reaches_the_model() -> None:
    assert "use the other file" in denied({"tool_name": "Bash"}, word="use the other file")["message"]
    assert "use the other file" in denied({"tool_name": "ExitPlanMode"}, PermissionMode.PLAN, "use the other file")["message"]
    assert denied({"tool_name": "AskUserQuestion"}) != denied({"tool_name": "Bash"})
