# SPDX-License-Identifier: MIT
"""Claude Code, the real program: which of its own settings files stay in force, and what they can do. See docs/agents.md."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import pytest

from onesist_desktop.core.answerer import PermissionMode
from onesist_desktop.core.turn_events import COMPLETED, ApprovalAsked
from tests.fakes.model_server import wire_texts
from tests.integration.agents.claude_rig import ROOT, ClaudeRig, TurnRecord, prompt, run

pytestmark = pytest.mark.real_agent

ALLOW = {"permissions": {"allow": ["Bash(touch:*)"]}}
PROJECT, LOCAL = "work/.claude/settings.json", "work/.claude/settings.local.json"


def write(file: Path, data: dict[str, Any]) -> None:
    file.parent.mkdir(exist_ok=True)
    file.write_text(json.dumps(data), encoding="utf-8")


async def touch(claude: ClaudeRig, mode: PermissionMode) -> TurnRecord:
    """Have the model run a command that leaves a file, and deny what is asked."""
    async with claude.answerer() as answerer:
        session = await answerer.open_session(claude.spec(mode=mode))
        return await run(session.start_turn(prompt("[[bash:touch made]] [[say:done]]")), decide="deny")


@pytest.mark.parametrize("file", ["config/settings.json", LOCAL])
async def test_what_the_persons_and_the_local_file_allow_is_not_asked(claude: ClaudeRig, file: str) -> None:
    write(claude.folder / file, ALLOW)
    record = await touch(claude, PermissionMode.ASK)
    assert record.of(ApprovalAsked) == []
    assert (claude.work / "made").exists()


@pytest.mark.parametrize("is_trusted", [False, True])
async def test_what_the_projects_file_allows_counts_in_a_trusted_folder_only(claude: ClaudeRig, is_trusted: bool) -> None:
    write(claude.folder / PROJECT, ALLOW)
    write(claude.folder / "config/.claude.json", {"projects": {str(claude.work): {"hasTrustDialogAccepted": is_trusted}}})
    record = await touch(claude, PermissionMode.ASK)
    assert len(record.of(ApprovalAsked)) == (0 if is_trusted else 1)
    assert (claude.work / "made").exists() is is_trusted


async def test_what_a_file_denies_is_not_done_with_full_access_either(claude: ClaudeRig) -> None:
    write(claude.folder / PROJECT, {"permissions": {"deny": ["Bash(touch:*)"]}})
    record = await touch(claude, PermissionMode.FULL_ACCESS)
    assert record.end.outcome == COMPLETED
    assert not (claude.work / "made").exists()


async def test_hooks_of_the_projects_file_run_without_a_question(claude: ClaudeRig) -> None:
    hook = {"type": "command", "command": "touch hooked"}
    write(claude.folder / PROJECT, {"hooks": {"UserPromptSubmit": [{"hooks": [hook]}]}})
    record = await touch(claude, PermissionMode.PLAN)
    assert record.of(ApprovalAsked) == []
    assert (claude.work / "hooked").exists()
    assert not (claude.work / "made").exists()


async def test_notes_of_the_project_are_read(claude: ClaudeRig) -> None:
    (claude.work / "CLAUDE.md").write_text("The canary of this project sings.\n", encoding="utf-8")
    await touch(claude, PermissionMode.ASK)
    assert any("The canary of this project sings." in text for text in wire_texts(claude.server.model_requests()[0]))


async def test_servers_that_the_project_names_are_not_started(claude: ClaudeRig) -> None:
    script = f"import pathlib; pathlib.Path({str(claude.work / 'started')!r}).touch()"
    server = {"command": sys.executable, "args": ["-c", script], "env": {"PYTHONPATH": str(ROOT)}}
    write(claude.work / ".mcp.json", {"mcpServers": {"stranger": server}})
    write(claude.folder / LOCAL, {"enableAllProjectMcpServers": True})
    record = await touch(claude, PermissionMode.FULL_ACCESS)
    assert record.end.outcome == COMPLETED
    assert (claude.work / "made").exists()
    assert not (claude.work / "started").exists()
