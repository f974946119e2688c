# SPDX-License-Identifier: MIT
"""Items of Codex's threads as parts."""

from __future__ import annotations

from typing import Any

import pytest

from onesist_desktop.agents.codex.items import diff_of, parts_of, plan_from_steps, plan_from_text, unwrapped
from onesist_desktop.core.messages import (
    CallState,
    ChangeKind,
    CommandPart,
    FileChangePart,
    PlanEntry,
    PlanPart,
    PlanState,
    TextPart,
    ThinkingPart,
    ToolCallPart,
    ToolKind,
)

CHANGES = [
    {"path": "/w/a", "kind": {"type": "add"}, "diff": "one\ntwo\n"},
    {"path": "/w/b", "kind": {"type": "delete"}, "diff": "gone\n"},
    {"path": "/w/c", "kind": {"type": "update", "move_path": "/w/d"}, "diff": "@@ -1 +1 @@\n-x\n+y\n"},
    {"path": "/w/e", "kind": {"type": "update", "move_path": None}, "diff": "@@ -1 +1 @@\n-x\n+y\n"},
]


@pytest.mark.parametrize(
    ("command", "shown"),
    [
        ("/bin/bash -lc 'echo \"a b\"; exit 3'", 'echo "a b"; exit 3'),
        ("/bin/zsh -lc ls", "ls"),
        ('/bin/bash -lc "echo it\'s"', "echo it's"),
        ("git status", "git status"),
        ("python -c 'print(1)' x", "python -c 'print(1)' x"),
        ("echo 'unclosed", "echo 'unclosed"),
        ("", ""),
    ],
)
def test_a_command_is_shown_without_its_shell(command: str, shown: str) -> None:
    assert unwrapped(command) == shown


def test_a_change_of_several_files_is_several_parts() -> None:
    found = parts_of({"type": "fileChange", "id": "i", "status": "completed", "changes": CHANGES})
    assert [key for key, _ in found] == ["i:0", "i:1", "i:2", "i:3"]
    parts = [part for _, part in found if isinstance(part, FileChangePart)]
    kinds = [(part.path, part.change, part.state) for part in parts]
    worked = CallState.WORKED
    assert kinds == [
        ("/w/a", ChangeKind.ADDED, worked),
        ("/w/b", ChangeKind.DELETED, worked),
        ("/w/d", ChangeKind.RENAMED, worked),
        ("/w/e", ChangeKind.CHANGED, worked),
    ]
    assert parts[0].diff == "@@ -0,0 +1,2 @@\n+one\n+two"
    assert parts[1].diff == "@@ -1,1 +0,0 @@\n-gone"
    assert parts[3].diff == "@@ -1 +1 @@\n-x\n+y\n"
    assert diff_of({"kind": {"type": "add"}, "diff": ""}) == ""


@pytest.mark.parametrize(
    ("item", "part"),
    [
        ({"type": "agentMessage", "text": "hi"}, TextPart("hi")),
        ({"type": "reasoning", "summary": ["a", " ", "b"], "content": []}, ThinkingPart("a\n\nb")),
        ({"type": "reasoning", "summary": [], "content": ["raw"]}, ThinkingPart("raw")),
        ({"type": "plan", "text": "# T\n- one\n2. two"}, PlanPart((PlanEntry("one"), PlanEntry("two")))),
        (
            {"type": "commandExecution", "command": "ls", "status": "declined", "exitCode": None, "aggregatedOutput": None},
            CommandPart("i", "ls", state=CallState.REFUSED),
        ),
        (
            {"type": "webSearch", "query": "q", "action": {"type": "search", "query": "q", "queries": None}},
            ToolCallPart("i", "web_search", '{"query": "q"}', "", CallState.WORKED, ToolKind.SEARCH),
        ),
        (
            {"type": "webSearch", "query": "", "action": {"type": "openPage", "url": "https://x"}},
            ToolCallPart("i", "web_search.openPage", '{"url": "https://x"}', "", CallState.WORKED, ToolKind.SEARCH),
        ),
        (
            {"type": "mcpToolCall", "server": "onesist", "tool": "recall", "status": "failed", "error": {"message": "no"}},
            ToolCallPart("i", "mcp__onesist__recall", "", "no", CallState.FAILED, ToolKind.READ),
        ),
        (
            {
                "type": "collabAgentToolCall",
                "tool": "spawnAgent",
                "status": "completed",
                "prompt": "look",
                "agentsStates": {"x": {"status": "completed", "message": "found it"}},
            },
            ToolCallPart("i", "spawnAgent", '{"prompt": "look"}', "found it", CallState.WORKED, ToolKind.DELEGATE),
        ),
        (
            {"type": "imageView", "path": "/p.png"},
            ToolCallPart("i", "view_image", '{"path": "/p.png"}', "", CallState.WORKED, ToolKind.READ),
        ),
    ],
)
def test_each_kind_of_item_has_its_part(item: dict[str, Any], part: object) -> None:
    assert parts_of({"id": "i", **item}, "onesist") == [("i", part)]


@pytest.mark.parametrize("kind", ["contextCompaction", "hookPrompt", "sleep", "enteredReviewMode", "from the future", None, 7])
def test_other_items_show_nothing(kind: object) -> None:
    assert parts_of({"id": "i", "type": kind}) == []


def test_plans() -> None:
    steps = [{"step": "a", "status": "completed"}, {"step": "b", "status": "inProgress"}, {"step": "c", "status": "pending"}, "odd"]
    assert plan_from_steps(steps) == PlanPart(
        (PlanEntry("a", PlanState.DONE), PlanEntry("b", PlanState.ACTIVE), PlanEntry("c", PlanState.OPEN))
    )
    assert plan_from_steps(None) == PlanPart(())
    assert plan_from_text("just\n\nlines") == PlanPart((PlanEntry("just"), PlanEntry("lines")))
