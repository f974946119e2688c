# SPDX-License-Identifier: MIT
"""Fixtures for tests that drive real agent programs."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import psutil
import pytest

from tests.fakes.model_server import FakeModelServer
from tests.integration.agents.claude_rig import KEY, ClaudeRig, real_claude


@pytest.fixture
def claude(tmp_path: Path) -> Iterator[ClaudeRig]:
    """The real Claude Code with a home of its own. Nothing that has this home may be left afterwards."""
    program = real_claude()
    folders = {name: tmp_path / name for name in ("home", "config", "tmp", "work")}
    for folder in folders.values():
        folder.mkdir()
    with FakeModelServer() as server:
        environment = {
            "PATH": "/usr/bin:/bin",
            "SHELL": "/bin/sh",
            "LANG": "C.UTF-8",
            "HOME": str(folders["home"]),
            "TMPDIR": str(folders["tmp"]),
            "CLAUDE_CONFIG_DIR": str(folders["config"]),
            "CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC": "1",
            "ANTHROPIC_BASE_URL": server.url,
            "ANTHROPIC_API_KEY": KEY,
            "OPENAI_API_KEY": "sk-of-another-provider",
            "DISABLE_TELEMETRY": "1",
            "DISABLE_AUTOUPDATER": "1",
            "DISABLE_ERROR_REPORTING": "1",
        }
        rig = ClaudeRig(server, program, tmp_path, environment)
        yield rig
        left = rig.processes()
        for process in left:
            process.kill()
        psutil.wait_procs(left, timeout=5)
        assert left == [], "processes outlived the test"
