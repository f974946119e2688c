# SPDX-License-Identifier: MIT
"""Claude Code, the real program: which of its own settings files stay in force, and what they can do. See docs/agents.md.

What is not so in a folder that nobody trusted is in test_claude_untrusted.py.
"""

from __future__ import annotations

import sys

import pytest

from onesist_desktop.core.answerer import PermissionMode
from onesist_desktop.core.turn_events import COMPLETED, ApprovalAsked
from tests.fakes.model_server import wire_texts
from tests.integration.agents.claude_rig import ROOT, ClaudeRig, TurnRecord, prompt, run

pytestmark = pytest.mark.real_agent

ALLOW = {"permissions": {"allow": ["Bash(touch:*)"]}}
DENY = {"permissions": {"deny": ["Bash(touch:*)"]}}
OWN, PROJECT, LOCAL = "config/settings.json", "work/.claude/settings.json", "work/.claude/settings.local.json"


async def touch(claude: ClaudeRig, mode: PermissionMode) -> TurnRecord:
    """Have the model run a command that leaves a file, and deny what is asked."""
    async with claude.answerer() as answerer:
        session = await answerer.open_session(claude.spec(mode=mode))
        return await run(session.start_turn(prompt("[[bash:touch made]] [[say:done]]")), decide="deny")


@pytest.mark.parametrize("is_trusted", [False, True])
async def test_what_the_persons_file_allows_is_not_asked(claude: ClaudeRig, is_trusted: bool) -> None:
    claude.write(OWN, ALLOW)
    claude.trust(is_trusted=is_trusted)
    record = await touch(claude, PermissionMode.ASK)
    assert record.of(ApprovalAsked) == []
    assert (claude.work / "made").exists()


@pytest.mark.parametrize("is_trusted", [False, True])
@pytest.mark.parametrize("file", [PROJECT, LOCAL])
@pytest.mark.usefixtures("expect_warnings")
async def test_what_the_projects_files_allow_counts_in_a_trusted_folder_only(
    claude: ClaudeRig, file: str, is_trusted: bool
) -> None:
    claude.write(file, ALLOW)
    claude.trust(is_trusted=is_trusted)
    record = await touch(claude, PermissionMode.ASK)
    assert len(record.of(ApprovalAsked)) == (0 if is_trusted else 1)
    assert (claude.work / "made").exists() is is_trusted


@pytest.mark.parametrize(("file", "is_trusted"), [(OWN, False), (OWN, True), (PROJECT, True)])
async def test_what_a_file_denies_is_not_done_with_full_access_either(claude: ClaudeRig, file: str, is_trusted: bool) -> None:
    claude.write(file, DENY)
    claude.trust(is_trusted=is_trusted)
    record = await touch(claude, PermissionMode.FULL_ACCESS)
    assert record.end.outcome == COMPLETED
    assert not (claude.work / "made").exists()


async def test_hooks_of_a_trusted_project_run_without_a_question(claude: ClaudeRig) -> None:
    hook = {"type": "command", "command": "touch hooked"}
    claude.write(PROJECT, {"hooks": {"UserPromptSubmit": [{"hooks": [hook]}]}})
    claude.trust()
    record = await touch(claude, PermissionMode.PLAN)
    assert record.of(ApprovalAsked) == []
    assert (claude.work / "hooked").exists()
    assert not (claude.work / "made").exists()


@pytest.mark.parametrize("is_trusted", [False, True])
async def test_notes_of_the_project_are_read(claude: ClaudeRig, is_trusted: bool) -> None:
    places = ("work/CLAUDE.md", "work/.claude/CLAUDE.md", "work/.claude/rules/one.md", "work/included.md", "config/CLAUDE.md")
    for number, place in enumerate(places):
        claude.write(place, f"The canary number {number} sings. {'@included.md' if number == 0 else ''}\n")
    claude.trust(is_trusted=is_trusted)
    await touch(claude, PermissionMode.ASK)
    told = "\n".join(wire_texts(claude.server.model_requests()[0]))
    assert [number for number in range(len(places)) if f"The canary number {number} sings." in told] == [0, 1, 2, 3, 4]


@pytest.mark.parametrize("is_trusted", [False, True])
@pytest.mark.usefixtures("expect_warnings")
async def test_servers_that_the_project_names_are_not_started(claude: ClaudeRig, is_trusted: bool) -> None:
    script = f"import pathlib; pathlib.Path({str(claude.work / 'started')!r}).touch()"
    server = {"command": sys.executable, "args": ["-c", script], "env": {"PYTHONPATH": str(ROOT)}}
    claude.write("work/.mcp.json", {"mcpServers": {"stranger": server}})
    claude.write(LOCAL, {"enableAllProjectMcpServers": True})
    claude.trust(is_trusted=is_trusted)
    record = await touch(claude, PermissionMode.FULL_ACCESS)
    assert record.end.outcome == COMPLETED
    assert (claude.work / "made").exists()
    assert not (claude.work / "started").exists()
