# SPDX-License-Identifier: MIT
"""Which of the known agents are installed, and how they are built."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from onesist_desktop.agents.acp.known import KNOWN_AGENTS, AcpCommand, build_agent, installed
from onesist_desktop.agents.acp.program import AcpLimits
from onesist_desktop.core.answerer import PermissionMode
from onesist_desktop.core.errors import FailureReason
from onesist_desktop.core.ids import ProviderId
from onesist_desktop.process.environment import ShellEnvironment
from tests.integration.practice_rig import rig_in


def program(folder: Path, name: str, script: str) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / name
    path.write_text(f"#!/bin/sh\n{script}\n")
    path.chmod(0o755)
    return path


def shell(home: Path) -> ShellEnvironment:
    return ShellEnvironment({"PATH": "/usr/bin:/bin", "SHELL": "/bin/sh", "HOME": str(home)})


@pytest.mark.skipif(sys.platform == "win32", reason="the programs are shell scripts")
async def test_installed_agents_are_found_in_the_usual_folders(tmp_path: Path) -> None:
    goose = program(tmp_path / ".local" / "bin", "goose", "echo hi")
    # One that is there for another adapter isn't offered.
    program(tmp_path / ".local" / "bin", "opencode", "echo hi")
    found = await installed(shell(tmp_path))
    assert found["goose"] == str(goose)
    assert "opencode" not in found
    assert set(found) <= {key for key, agent in KNOWN_AGENTS.items() if agent.is_listed}


@pytest.mark.skipif(sys.platform == "win32", reason="the programs are shell scripts")
@pytest.mark.parametrize(
    ("script", "version"),
    [('[ "$1" = --version ] && echo " 1.2.3-beta (goose)"', "1.2.3-beta"), ("exit 3", ""), ("echo no number here", "")],
)
async def test_the_version_is_what_the_program_says(tmp_path: Path, script: str, version: str) -> None:
    async with rig_in(tmp_path) as rig:
        path = program(tmp_path / ".local" / "bin", "goose", script)
        agent = build_agent(AcpCommand(ProviderId("goose"), known="goose"), shell(tmp_path), rig.supervisor)
        ready = await agent.check()
    assert (ready.is_ready, ready.version, ready.program) == (True, version, str(path))


async def test_what_is_not_installed_is_said(tmp_path: Path) -> None:
    async with rig_in(tmp_path) as rig:
        command = AcpCommand(ProviderId("mine"), program="no-such-agent-program", known="qwen")
        agent = build_agent(command, ShellEnvironment(os.environ), rig.supervisor, limits=AcpLimits())
        ready = await agent.check()
        assert (ready.is_ready, ready.reason) == (False, FailureReason.PROGRAM_MISSING)
        # A program of one's own goes with the arguments and the knowledge of the table.
        assert agent.info.title == "Qwen Code"
        assert agent.capabilities.modes == frozenset(PermissionMode)
        with pytest.raises(ValueError, match="no program"):
            build_agent(AcpCommand(ProviderId("x")), ShellEnvironment({}), rig.supervisor)
